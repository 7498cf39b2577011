"""What is shipped is what the manifest says."""

from __future__ import annotations

import json

from kg import paths
from kg.train.manifest import NAME, ORIGIN, manifest


def test_the_manifest_is_true() -> None:
    path = paths.data(NAME)
    assert json.loads(path.read_text(encoding="utf-8")) == manifest(path.parent)


def test_nothing_is_shipped_without_origin() -> None:
    folder = paths.data(NAME).parent
    shipped = {path.name for path in folder.iterdir()} - {NAME, "ontology"}
    assert shipped == set(ORIGIN)
