"""The shipped form of an encoder says what the trained one says."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
import onnxruntime  # noqa: E402

from kg.train.encoder import Encoder  # noqa: E402
from kg.train.quantise import to_onnx  # noqa: E402

CONFIG = {
    "model_type": "bert", "vocab_size": 60, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4,
    "intermediate_size": 64, "max_position_embeddings": 40, "layer_norm_eps": 1e-12, "pad_token_id": 0,
}  # fmt: skip
HEADS = {"gold": 9, "scier": 7}


def encoder(**changes: object) -> Encoder:
    torch.manual_seed(0)
    model = Encoder({**CONFIG, **changes}, HEADS).eval()
    for parameter in model.parameters():  # nothing is left at nought or one, where an error would not show
        torch.nn.init.normal_(parameter, std=0.3)
    return model


def text(pieces: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(pieces)
    ids, shapes = random.integers(0, 60, pieces), random.integers(0, 9, pieces)
    return ids, shapes, np.flatnonzero(random.random(pieces) < 0.7)


def both(model: Encoder, pieces: int, integers: bool) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The outputs of the graph and of the module for one text."""
    session = onnxruntime.InferenceSession(to_onnx(model, integers), providers=["CPUExecutionProvider"])
    ids, shapes, first = text(pieces)
    names = [output.name for output in session.get_outputs()]
    values = session.run(names, {"ids": ids, "shapes": shapes, "first": first})
    with torch.inference_mode():
        tensors = [torch.from_numpy(a) for a in (ids, shapes, first)]
        wanted, vectors = model(tensors[0], tensors[1], [pieces], tensors[2])
        wanted["hidden"] = vectors
    return dict(zip(names, values, strict=True)), {name: value.numpy() for name, value in wanted.items()}


@pytest.mark.parametrize("shapes_at", [0, 1])
@pytest.mark.parametrize("pieces", [1, 7, 40])
def test_the_graph_is_the_module(pieces: int, shapes_at: int) -> None:
    found, wanted = both(encoder(shapes_at=shapes_at), pieces, integers=False)
    assert found.keys() == wanted.keys() == {"gold", "scier", "hidden"}
    for name, values in wanted.items():
        assert found[name].shape == values.shape
        np.testing.assert_allclose(found[name], values, atol=2e-5)


def test_integers_stay_close() -> None:
    found, wanted = both(encoder(), 40, integers=True)
    for name, values in wanted.items():
        assert np.corrcoef(found[name].ravel(), values.ravel())[0, 1] > 0.995
        assert (found[name] != values).any()


def test_equal_weights_give_equal_bytes() -> None:
    assert to_onnx(encoder()) == to_onnx(encoder()) != to_onnx(encoder(), integers=False)


def test_mpnet_is_refused() -> None:
    mpnet = encoder(model_type="mpnet", relative_attention_num_buckets=8, max_position_embeddings=42)
    with pytest.raises(ValueError, match="MPNet"):
        to_onnx(mpnet)
