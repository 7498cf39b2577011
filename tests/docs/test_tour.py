"""The notebook in docs/ runs from top to bottom, and shows what it says it shows."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = json.loads((ROOT / "docs" / "tour.ipynb").read_text(encoding="utf-8"))
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "tour", "exec"), names)
    return (
        eval(compile(ast.Expression(last.value), "tour", "eval"), names)
        if isinstance(last, ast.Expr)
        else None
    )


def test_the_notebook_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names: dict[str, Any] = {}
    values = [run(source, names) for source in CODE[:2]]
    assert values[1]._repr_html_().startswith("<iframe ")
    values += [run(source, names) for source in CODE[2:]]
    assert values[0][0] == 38
    assert values[2]._repr_html_().startswith("<iframe ")
    assert ("language models", "Method") in values[3]
    assert " says: " in capsys.readouterr().out
    assert len(values[5]) == 5 and len(values[6]) == 5


def test_the_notebook_is_one() -> None:
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in NOTEBOOK["cells"]}) == len(NOTEBOOK["cells"])
    assert not any(cell.get("outputs") for cell in NOTEBOOK["cells"]), (
        "outputs are left out of version control"
    )
