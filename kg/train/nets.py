"""The nets of `kg.extract.nets` while they learn, on the same reading of the text as the labels of its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from typing import Any

import numpy as np
import torch
from spacy.tokens import Doc
from torch import Tensor, nn
from torch.nn import functional

from kg import ontology
from kg.extract import nets
from kg.extract.nets import NAME_FACTS, PAIR_FACTS, Places, Ranges
from kg.train.relations import Held

WIDTH = 128
"""Of what a net holds of a pair; of a name a half."""
_DROPOUT = 0.2


@dataclass(frozen=True, slots=True)
class Paired:
    """A text's names and pairs with what the linear models, which had not seen it, think of them, and what is right."""

    places: Places
    linear_names: Tensor
    linear_pairs: Tensor
    proposed: Tensor
    """n: 1 or 0."""
    relations: Tensor
    """p: the number of the relation."""


class Nets(nn.Module):
    """The parameters of both nets, by the names that `kg.extract.nets` knows them by."""

    def __init__(self, width: int, classes: int) -> None:
        super().__init__()
        half = WIDTH // 2
        self.name = _parameters(
            {"name": (width, half), "mention": (width, half), "facts": (NAME_FACTS, half)}, half, 1
        )
        ends = dict.fromkeys(("subject", "subject_name", "object", "object_name", "between"), (width, WIDTH))
        more = {"product": (WIDTH, WIDTH), "facts": (PAIR_FACTS, WIDTH)}
        self.pair = _parameters(ends | more, WIDTH, classes)

    def logits(self, text: Paired, vectors: Tensor) -> tuple[Tensor, Tensor]:
        """Of the text's names (n) and of its pairs (p × classes)."""
        drop = nn.Dropout(_DROPOUT).train(self.training)
        seen = nets.vectors(text.places, vectors)
        names = nets.name_logits(text.places, seen, text.linear_names, self.name, drop)
        return names, nets.pair_logits(text.places, seen, text.linear_pairs, self.pair, drop)

    def pair_logits(self, text: Paired, vectors: Tensor) -> Tensor:
        """Of the text's pairs (p × classes)."""
        drop = nn.Dropout(_DROPOUT).train(self.training)
        seen = nets.vectors(text.places, vectors)
        found: Tensor = nets.pair_logits(text.places, seen, text.linear_pairs, self.pair, drop)
        return found

    def loss(self, text: Paired, vectors: Tensor) -> Tensor:
        """The mean cross-entropy a pair, and a half of that a name."""
        names, pairs = self.logits(text, vectors)
        total = torch.zeros(())
        if len(names):
            total = total + 0.5 * functional.binary_cross_entropy_with_logits(names, text.proposed)
        return total + functional.cross_entropy(pairs, text.relations) if len(pairs) else total

    def arrays(self, net: str) -> dict[str, Any]:
        """The parameters of one net, "name" or "pair"."""
        return {part: value.detach().numpy().astype(np.float32) for part, value in getattr(self, net).items()}


def _parameters(matrices: dict[str, tuple[int, int]], width: int, out: int) -> nn.ParameterDict:
    made = {part: nn.Parameter(torch.randn(size) * size[0] ** -0.5) for part, size in matrices.items()}
    if "product" in made:
        made["product"] = nn.Parameter(torch.zeros(matrices["product"]))
    made |= {"scale": nn.Parameter(torch.ones(width)), "shift": nn.Parameter(torch.zeros(width))}
    return nn.ParameterDict(
        made | {"out": nn.Parameter(torch.zeros(width, out)), "trust": nn.Parameter(torch.tensor(1.0))}
    )


def paired(held: Held, doc: Doc, kept: Sequence[bool]) -> Paired:
    """An annotated abstract as the nets learn from it; `doc` holds its words, `kept` says which have a vector."""
    before = [0, *accumulate(kept)]
    ranges = nets.word_ranges([token.idx for token in doc], held.sample.paper.mentions)
    words = [(before[first], before[end]) for first, end in ranges]
    return Paired(
        tensors(nets.places(held.sample.paper, words, held.chosen, held.pairs, held.classes, ontology.load().allows)),
        torch.from_numpy(held.linear_names), torch.from_numpy(held.linear_pairs),
        torch.tensor(held.proposed, dtype=torch.float32), torch.tensor(held.labels, dtype=torch.long),
    )  # fmt: skip


def tensors(record: Any) -> Any:
    """`Places` with tensors for arrays."""
    parts = (getattr(record, part.name) for part in fields(record))
    return type(record)(*(tensors(p) if isinstance(p, Ranges) else torch.from_numpy(p) for p in parts))
