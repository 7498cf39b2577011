"""A trained encoder as the file that kg ships: an ONNX graph, in 8-bit integers what is large.

Weights are symmetric, one scale an output, and of 7 bits: the sums of two products that AVX2 makes in 16 bits then
never overflow, so that processors agree. What flows between layers is quantised at run time, one scale a text. The word
embeddings have a scale a word. The graph takes one text; its last layer looks at the first piece of each word alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from kg.train.encoder import Encoder

Array = NDArray[Any]
CONTRIB = "com.microsoft"
"""The domain of ONNX Runtime's own operators."""
_STEPS, _EMBEDDING_STEPS = 63, 127  # of a weight on either side of nought
_LARGEST = 10.0
"""Of what enters the feed-forward nets. BERT gives [CLS] single values of 20-30, which would make the steps of a whole
text coarse: without them the error of the hidden states is two thirds (0.07 for 0.11 of their norm)."""


class _Graph:
    """Nodes and weights, named in the order they are added."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def weight(self, values: Array) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def __call__(
        self, kind: str, *inputs: str, named: Sequence[str] = (), domain: str = "", **attributes: Any
    ) -> str:
        """Add a node; its first output. Outputs are `named`, or one by its number."""
        outputs = list(named) or [f"n{len(self.nodes)}"]
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), outputs, name, domain=domain, **attributes))
        return outputs[0]


def to_onnx(model: Encoder, integers: bool = True) -> bytes:
    """The encoder (BERT's, not MPNet's) as a serialised graph; equal weights give equal bytes.

    Inputs `ids` and `shapes` (pieces) and `first` (words), all int64; outputs the logits of each head (words × labels),
    by its name, and `hidden` (words × width). `integers` False keeps all weights as they are.
    """
    if model.distances is not None:
        raise ValueError("MPNet's distances are not part of the graph.")
    state = {name: tensor.detach().float().numpy() for name, tensor in model.state_dict().items()}
    graph = _Graph()
    x = graph("Unsqueeze", _embedded(graph, state, model.norm.eps, integers), graph.weight(np.array([0])))
    for number, layer in enumerate(model.layers):
        if number == model.shapes_at:
            x = graph("Add", x, graph("Gather", graph.weight(state["shapes.weight"]), "shapes"))
        weights = {
            k.removeprefix(f"layers.{number}."): v
            for k, v in state.items()
            if k.startswith(f"layers.{number}.")
        }
        x = _layer(graph, x, weights, layer, last=number + 1 == len(model.layers), integers=integers)
    graph("Squeeze", x, graph.weight(np.array([0])), named=["hidden"])
    again = graph("Gather", graph.weight(state["shapes_again.weight"]), graph("Gather", "shapes", "first"))
    seen = graph("Concat", "hidden", again, axis=1)
    for head in model.heads:
        matrix, bias = state[f"heads.{head}.weight"], state[f"heads.{head}.bias"]
        graph("Gemm", seen, graph.weight(matrix), graph.weight(bias), named=[head], transB=1)
    sizes = {head: len(state[f"heads.{head}.bias"]) for head in model.heads}
    return _serialised(graph, sizes | {"hidden": model.config["hidden_size"]})


def _embedded(graph: _Graph, state: Mapping[str, Array], epsilon: float, integers: bool) -> str:
    """Pieces × width: words and places, normalised."""
    words = state["words.weight"]
    if integers:
        scale = _scale(words, 1, _EMBEDDING_STEPS)
        steps = graph("Gather", graph.weight(np.rint(words / scale).astype(np.int8)), "ids")
        x = graph(
            "Mul", graph("Cast", steps, to=TensorProto.FLOAT), graph("Gather", graph.weight(scale), "ids")
        )
    else:
        x = graph("Gather", graph.weight(words), "ids")
    nought = graph.weight(np.array([0]))
    places = graph("Slice", graph.weight(state["places.weight"]), nought, graph("Shape", "ids"), nought)
    return _norm(graph, graph("Add", x, places), state["norm.weight"], state["norm.bias"], epsilon)


def _layer(
    graph: _Graph, x: str, weights: Mapping[str, Array], layer: Any, last: bool, integers: bool
) -> str:
    """Attention and feed-forward net; of the last layer only what the words' first pieces become."""

    def linear(x: str, matrix: Array, bias: Array, clip: bool = False) -> str:
        return _linear(graph, x, matrix, bias, integers, clip)

    width = weights["out.bias"].size
    matrix, bias = weights["qkv.weight"], weights["qkv.bias"]
    parts = [f"q{len(graph.nodes)}", f"k{len(graph.nodes)}", f"v{len(graph.nodes)}"]
    if last:
        kept = graph("Gather", x, "first", axis=1)
        parts[0] = linear(kept, matrix[:width], bias[:width])
        graph("Split", linear(x, matrix[width:], bias[width:]), named=parts[1:], axis=2, num_outputs=2)
        x = kept
    else:
        graph("Split", linear(x, matrix, bias), named=parts, axis=2, num_outputs=3)
    mixed = graph("MultiHeadAttention", *parts, domain=CONTRIB, num_heads=layer.heads)
    mixed = linear(mixed, weights["out.weight"], weights["out.bias"])
    # Not ONNX Runtime's SkipLayerNormalization: its CPU version is four times slower than these two.
    x = _norm(graph, graph("Add", x, mixed), weights["norm.weight"], weights["norm.bias"], layer.norm.eps)
    inner = graph("Gelu", linear(x, weights["up.weight"], weights["up.bias"], clip=True))
    outer = linear(inner, weights["down.weight"], weights["down.bias"], clip=True)
    return _norm(
        graph, graph("Add", x, outer), weights["norm2.weight"], weights["norm2.bias"], layer.norm2.eps
    )


def _linear(graph: _Graph, x: str, matrix: Array, bias: Array, integers: bool, clip: bool = False) -> str:
    """x · matrixᵀ + bias."""
    if not integers:
        return graph("Add", graph("MatMul", x, graph.weight(matrix.T)), graph.weight(bias))
    if clip:
        least, most = (graph.weight(np.array(end, np.float32)) for end in (-_LARGEST, _LARGEST))
        x = graph("Clip", x, least, most)
    scale = _scale(matrix, 1, _STEPS)
    steps = np.rint(matrix / scale).astype(np.int8).T
    noughts = graph.weight(np.zeros(len(bias), dtype=np.int8))
    return graph(
        "DynamicQuantizeMatMul", x, graph.weight(steps), graph.weight(scale[:, 0]), noughts, graph.weight(bias),
        domain=CONTRIB,
    )  # fmt: skip


def _norm(graph: _Graph, x: str, weight: Array, bias: Array, epsilon: float) -> str:
    return graph("LayerNormalization", x, graph.weight(weight), graph.weight(bias), axis=-1, epsilon=epsilon)


def _scale(matrix: Array, axis: int, steps: int) -> Array:
    """What one step is worth in each row, so that the largest value of the row is `steps` of them."""
    largest = np.abs(matrix).max(axis=axis, keepdims=True)
    return np.where(largest > 0, largest / steps, 1).astype(np.float32)


def _serialised(graph: _Graph, outputs: Mapping[str, int]) -> bytes:
    def value(name: str, kind: int, shape: Sequence[str | int]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, kind, list(shape))

    inputs = [
        value(n, TensorProto.INT64, [size]) for n, size in (("ids", "n"), ("shapes", "n"), ("first", "w"))
    ]
    given = [value(name, TensorProto.FLOAT, ["w", size]) for name, size in outputs.items()]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "kg", inputs, given, graph.weights),
        opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid(CONTRIB, 1)], ir_version=9, producer_name="kg",
    )  # fmt: skip
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))
