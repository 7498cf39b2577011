"""Fitting an encoder to samples: AdamW with a rate that falls by layer, checkpoints after each epoch."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from kg.train import Log
from kg.train.encoder import Dropout, Encoder
from kg.train.recipe import FitRecipe
from kg.train.samples import Sample

HEADS_FASTER = 10
"""Heads, nets and shapes begin from nothing, and learn so many times faster: sentence encoders have small vectors, and
at twice the rate rare types were still unlearned after two epochs."""

RELATIONS = 0.5
"""What the nets' loss weighs beside that of the words."""


def batch(samples: Sequence[Sample]) -> tuple[Tensor, Tensor, list[int], Tensor]:
    """Samples one after the other: what `Encoder.forward` takes."""
    lengths = [len(s.ids) for s in samples]
    starts = torch.tensor([0, *lengths]).cumsum(0)
    first = torch.cat([s.first + start for s, start in zip(samples, starts, strict=False)])
    return torch.cat([s.ids for s in samples]), torch.cat([s.shapes for s in samples]), lengths, first


def loss(model: Encoder, samples: Sequence[Sample]) -> Tensor:
    """Cross-entropy a labelled word, against labels or a teacher's distributions, over all heads; the nets' loss."""
    logits, vectors = model(*batch(samples))
    sizes = [len(s.first) for s in samples]
    total = torch.zeros(())
    words = 0
    for head, rows in logits.items():
        for sample, part in zip(samples, rows.split(sizes), strict=True):
            if head in sample.labels:
                total = total + functional.cross_entropy(part, sample.labels[head], reduction="sum")
            elif head in sample.soft:
                total = total + functional.cross_entropy(part, sample.soft[head].float(), reduction="sum")
            else:
                continue
            words += len(part)
    total = total / max(words, 1)
    if model.nets is not None:
        for sample, part in zip(samples, vectors.split(sizes), strict=True):
            if sample.paired is not None:
                total = total + RELATIONS * model.nets.loss(sample.paired, part) / len(samples)
    return total


def fit(
    model: Encoder,
    epochs: Sequence[Callable[[random.Random], list[Sample]]],
    recipe: FitRecipe,
    seed: int,
    kept: Path,
    log: Log,
    measure: Callable[[Encoder], str],
) -> Encoder:
    """Move the weights over the samples of each epoch in turn; `kept` is the file that an interrupted run goes on from.

    The rate warms up and falls linearly to nothing over all epochs. The result is the moving average of the weights.
    """
    optimizer = torch.optim.AdamW(_groups(model, recipe), weight_decay=recipe.weight_decay)
    peaks = [group["lr"] for group in optimizer.param_groups]
    average = {name: p.detach().clone() for name, p in model.named_parameters()}
    begun = step = 0
    if kept.is_file():
        state = torch.load(kept, weights_only=True)
        begun, step, average = state["epoch"], state["step"], state["average"]
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
    # The number of updates must be known beforehand, for the rate.
    updates = sum(-(-len(e(random.Random(seed))) // recipe.batch) for e in epochs)
    for number in range(begun, len(epochs)):
        torch.manual_seed(seed * 1000 + number)
        for module in model.modules():
            if isinstance(module, Dropout):
                module.renew()
        samples = epochs[number](random.Random(f"{seed} {number}"))
        model.train()
        start, total, seen = time.monotonic(), 0.0, 0
        for here in _batches(samples, recipe.batch):
            step += 1
            pace = min(step / (recipe.warm_up * updates + 1), (updates - step + 1) / updates)
            for group, peak in zip(optimizer.param_groups, peaks, strict=True):
                group["lr"] = peak * pace
            optimizer.zero_grad(set_to_none=True)
            value = loss(model, here)
            value.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total, seen = total + value.item(), seen + 1
            keep = min(recipe.average, step / (step + 10))
            with torch.no_grad():
                for name, p in model.named_parameters():
                    if p.requires_grad:
                        average[name].lerp_(p, 1 - keep)
            if seen % 20 == 0:
                log(
                    f"  update {step}/{updates}: loss {total / seen:.4f}, {(time.monotonic() - start) / seen:.1f} s"
                )
        raw = {name: p.detach().clone() for name, p in model.named_parameters()}
        model.load_state_dict(average, strict=False)
        log(f"epoch {number + 1}/{len(epochs)}: loss {total / seen:.4f}, {measure(model.eval())}")
        if number + 1 < len(epochs):
            model.load_state_dict(raw, strict=False)
        state = {"epoch": number + 1, "step": step, "average": average, "model": model.state_dict()}
        temporary = kept.with_suffix(".part")
        torch.save({**state, "optimizer": optimizer.state_dict()}, temporary)
        temporary.replace(kept)
    model.load_state_dict(average, strict=False)
    return model.eval()


def _batches(samples: Sequence[Sample], size: int) -> Iterator[list[Sample]]:
    return (list(samples[n : n + size]) for n in range(0, len(samples), size))


def _groups(model: Encoder, recipe: FitRecipe) -> list[dict[str, object]]:
    """Parameters with their rates; those that are frozen ask for no gradient."""
    top = len(model.layers)
    groups: dict[float, list[Tensor]] = {}
    for name, parameter in model.named_parameters():
        part = name.split(".")
        if part[0] in ("heads", "shapes_again", "shapes", "nets"):
            rate = HEADS_FASTER * recipe.rate
        else:
            height = int(part[1]) + 1 if part[0] == "layers" else 0
            parameter.requires_grad = height > recipe.frozen or not recipe.frozen
            rate = recipe.rate * recipe.decay ** (top - height)
        if parameter.requires_grad:
            groups.setdefault(rate, []).append(parameter)
    return [{"params": parameters, "lr": rate} for rate, parameters in groups.items()]
