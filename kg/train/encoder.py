"""BERT-like encoders in PyTorch (all-MiniLM-L6-v2 and all-mpnet-base-v2), with word shapes and one head a label scheme.

J. Devlin et al., "BERT" (NAACL 2019); K. Song et al., "MPNet" (NeurIPS 2020), which adds one bias by distance to all
attention. Texts are packed one after the other, without padding; attention stays within each text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from kg.extract.pieces import SHAPES
from kg.train.nets import Nets

SHAPE_WIDTH = 16
_POOL = 1 << 23


class Dropout(nn.Module):
    """Dropout whose masks are cut from a pool of random numbers: drawing them anew costs more than a layer."""

    pool: Tensor

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate
        self.register_buffer("pool", torch.empty(0), persistent=False)

    def renew(self) -> None:
        """Let the next pass draw another pool."""
        self.pool = self.pool[:0]

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or not self.rate:
            return x
        if not len(self.pool):
            keep = 1 - self.rate
            self.pool = (torch.rand(_POOL) < keep).float() / keep
        start = int(torch.randint(_POOL - x.numel(), ()))
        return x * self.pool[start : start + x.numel()].view_as(x)


class Layer(nn.Module):
    """Attention and a feed-forward net, each with its residual and normalisation after it."""

    def __init__(self, width: int, heads: int, inner: int, epsilon: float, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=epsilon)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=epsilon)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor, lengths: Sequence[int], bias: Sequence[Tensor] | None) -> Tensor:
        width = x.shape[1] // self.heads
        q, k, v = self.qkv(x).view(-1, 3, self.heads, width).permute(1, 2, 0, 3)
        q = q / math.sqrt(width)
        parts = []
        start = 0
        for n, length in enumerate(lengths):
            here = slice(start, start + length)
            scores = q[:, here] @ k[:, here].transpose(1, 2)
            if bias is not None:
                scores = scores + bias[n]
            parts.append(functional.softmax(scores, dim=-1) @ v[:, here])
            start += length
        mixed = torch.cat(parts, dim=1).transpose(0, 1).reshape(x.shape)
        x = self.norm(x + self.dropout(self.out(mixed)))
        y: Tensor = self.norm2(x + self.dropout(self.down(functional.gelu(self.up(x)))))
        return y


class Encoder(nn.Module):
    """Pieces and shapes to one vector a piece, and to the logits of every head at the first piece of each word."""

    def __init__(self, config: Mapping[str, Any], heads: Mapping[str, int], dropout: float = 0.1) -> None:
        super().__init__()
        self.config = dict(config)
        width, epsilon = config["hidden_size"], config["layer_norm_eps"]
        self.shapes_at = config.get("shapes_at", 0)  # the layer that first sees shapes
        self.offset = config["pad_token_id"] + 1 if config["model_type"] == "mpnet" else 0
        self.words = nn.Embedding(config["vocab_size"], width)
        self.places = nn.Embedding(config["max_position_embeddings"], width)
        self.shapes = nn.Embedding(len(SHAPES), width)
        self.norm = nn.LayerNorm(width, eps=epsilon)
        self.dropout = Dropout(dropout)
        self.layers = nn.ModuleList(
            Layer(width, config["num_attention_heads"], config["intermediate_size"], epsilon, dropout)
            for _ in range(config["num_hidden_layers"])
        )
        self.distances = (
            nn.Embedding(config["relative_attention_num_buckets"], config["num_attention_heads"])
            if config["model_type"] == "mpnet"
            else None
        )
        self.shapes_again = nn.Embedding(len(SHAPES), SHAPE_WIDTH)
        self.heads = nn.ModuleDict({name: nn.Linear(width + SHAPE_WIDTH, n) for name, n in heads.items()})
        self.nets: Nets | None = None
        nn.init.zeros_(self.shapes.weight)

    def forward(
        self, ids: Tensor, shapes: Tensor, lengths: Sequence[int], first: Tensor
    ) -> tuple[dict[str, Tensor], Tensor]:
        """Logits of each head, words × labels, and the words' vectors, words × width.

        `first` are the places of the words' first pieces, which stand for the words.
        """
        vectors = self.encode(ids, shapes, lengths)[first]
        x = self.dropout(torch.cat([vectors, self.shapes_again(shapes[first])], dim=1))
        return {name: head(x) for name, head in self.heads.items()}, vectors

    def encode(self, ids: Tensor, shapes: Tensor, lengths: Sequence[int]) -> Tensor:
        """One vector a piece, pieces × width."""
        places = torch.cat([torch.arange(length) for length in lengths]) + self.offset
        x: Tensor = self.dropout(self.norm(self.words(ids) + self.places(places)))
        bias = None
        if self.distances is not None:
            whole = self.distances(_buckets(max(lengths), self.distances.num_embeddings)).permute(2, 0, 1)
            bias = [whole[:, :length, :length] for length in lengths]
        for number, layer in enumerate(self.layers):
            if number == self.shapes_at:
                x = x + self.shapes(shapes)
            x = layer(x, lengths, bias)
        return x


def _buckets(length: int, count: int, furthest: int = 128) -> Tensor:
    """T5's buckets of distances: exact when near, logarithmic when far, one half a direction."""
    place = torch.arange(length)
    distance = place[:, None] - place[None, :]
    half = count // 2
    side = (distance < 0).long() * half
    distance = distance.abs()
    exact = half // 2
    far = exact + (
        torch.log(distance.clamp(min=1).float() / exact) / math.log(furthest / exact) * (half - exact)
    ).long().clamp(max=half - exact - 1)
    return side + torch.where(distance < exact, distance, far)


def pretrained(
    folder: Path, config: Mapping[str, Any], heads: Mapping[str, int], layers: Sequence[int], dropout: float
) -> Encoder:
    """An encoder with the weights of a base model's folder, of its layers the given ones; shapes and heads are new."""
    stored = load_file(folder / "model.safetensors")
    mpnet = config["model_type"] == "mpnet"
    model = Encoder({**config, "num_hidden_layers": len(layers)}, heads, dropout)
    state = model.state_dict()
    state["words.weight"] = stored["embeddings.word_embeddings.weight"]
    state["places.weight"] = stored["embeddings.position_embeddings.weight"]
    if not mpnet:
        state["places.weight"] = state["places.weight"] + stored["embeddings.token_type_embeddings.weight"][0]
    for end in ("weight", "bias"):
        state[f"norm.{end}"] = stored[f"embeddings.LayerNorm.{end}"]
    if mpnet:
        state["distances.weight"] = stored["encoder.relative_attention_bias.weight"]
    attention = (
        ("attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o", "attention.LayerNorm")
        if mpnet
        else ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
              "attention.output.LayerNorm")
    )  # fmt: skip
    rest = (attention[3], attention[4], "intermediate.dense", "output.dense", "output.LayerNorm")
    for mine, theirs in enumerate(layers):
        base = f"encoder.layer.{theirs}"
        for end in ("weight", "bias"):
            state[f"layers.{mine}.qkv.{end}"] = torch.cat(
                [stored[f"{base}.{a}.{end}"] for a in attention[:3]]
            )
            for name, source in zip(("out", "norm", "up", "down", "norm2"), rest, strict=True):
                state[f"layers.{mine}.{name}.{end}"] = stored[f"{base}.{source}.{end}"]
    model.load_state_dict(state)
    return model
