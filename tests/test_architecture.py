"""The tree is the pipeline: imports point one way, heavy packages load late."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def loaded(statement: str) -> set[str]:
    """The top-level modules that are loaded after a statement in a fresh interpreter."""
    code = f"{statement}; import sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_kg_loads_nothing_heavy() -> None:
    heavy = {
        "spacy",
        "numpy",
        "networkx",
        "pyvis",
        "rdflib",
        "pyoxigraph",
        "pylatexenc",
        "bibtexparser",
        "typer",
        "rich",
    }
    assert not heavy & loaded("import kg")


@pytest.mark.parametrize("module", ["kg.cli.app", "kg.pipeline", "kg.train.evaluate", "kg.train.manifest"])
def test_only_training_needs_torch(module: str) -> None:
    assert "kg" in loaded(f"import sys; sys.modules['torch'] = None; import {module}")


def test_asking_loads_no_model() -> None:
    heavy = {"spacy", "numpy", "networkx", "pyvis", "rdflib", "pylatexenc", "bibtexparser"}
    assert not heavy & loaded("import kg.cli.app, kg.query.neighbourhood, kg.store")


def test_layers_hold() -> None:
    pytest.importorskip("importlinter", reason="import-linter comes with kg[check]")
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


LONGER = {"kg/records.py": 340}  # every record that passes between stages


def test_modules_are_short() -> None:
    long = {
        name: count
        for path in (ROOT / "kg").rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines()))
        > LONGER.get(name := path.relative_to(ROOT).as_posix(), 300)
    }
    assert not long
