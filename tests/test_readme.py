"""The README's Python runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_python_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "seeds").symlink_to(ROOT / "seeds")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("38 ")
    assert any("method/large-language-models" in line for line in lines)
    assert names["networkx_graph"].number_of_nodes() > 100  # type: ignore[attr-defined]
    assert len(names["rdf_graph"]) > 1000  # type: ignore[arg-type]
