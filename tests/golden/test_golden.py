"""The bytes of every export of the sample graph, as they were when somebody last looked at them.

A change that is meant: `KG_GOLDEN=write python -m pytest tests/golden`, then read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kg import export
from kg.store import Store

EXPECTED = Path(__file__).parent / "expected"


@pytest.mark.parametrize("name", sorted(export.FORMATS))
def test_export(sample: Store, name: str, tmp_path: Path) -> None:
    target = tmp_path / export.FORMATS[name].file
    export.export(sample, name, target)
    files = sorted(target.rglob("*")) if target.is_dir() else [target]
    for file in files:
        expected = EXPECTED / file.relative_to(tmp_path)
        if os.environ.get("KG_GOLDEN") == "write":
            expected.parent.mkdir(parents=True, exist_ok=True)
            expected.write_bytes(file.read_bytes())
        assert file.read_bytes() == expected.read_bytes()
