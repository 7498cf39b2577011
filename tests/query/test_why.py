"""Why two names are one concept, or two."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import NotFoundError
from kg.query.why import sources, why
from kg.store import Store
from tests import whole
from tests.link.test_link import annotate
from tests.whole import link_corpus

M = "Method"


@pytest.fixture
def names(tmp_path: Path) -> Store:
    """Papers on LLMs, on two things called CCL, and on two models."""
    texts = (
        ("1", "We ask large language models (LLMs).", (("LLMs", "large language models"),)),
        ("2", "An LLM is asked.", ()),
        ("3", "Causal code labelling (CCL) works.", (("CCL", "Causal code labelling"),)),
        ("4", "Contrastive caption learning (CCL) works.", (("CCL", "Contrastive caption learning"),)),
        ("5", "GPT-2 beats GPT-3.", ()),
    )
    types = ("large language models", "LLMs", "LLM", "Causal code labelling", "CCL", "GPT-2", "GPT-3")
    types += ("Contrastive caption learning",)
    graph = link_corpus(
        (annotate(id_, text, dict.fromkeys(types, M), pairs) for id_, text, pairs in texts), ()
    )
    whole.write(graph, tmp_path / "graph.sqlite")
    return Store(tmp_path / "graph.sqlite")


def test_one_concept_by_its_joins(names: Store) -> None:
    with names:
        found = why(names, "LLM", "large language model")
        assert found.same
        assert "dominant long form" in {step.merge.rule for step in found.steps}
        told = why(names, "LLMs", "large language models")
        assert [(s.merge.rule, s.merge.paper) for s in told.steps] == [("abbreviation", "1")]
        assert told.steps[0].passage is not None
        assert told.steps[0].passage.quote == "We ask large language models (LLMs)."
        assert {m.name for m in sources(names, found.one.id)} >= {"LLMs"}


def test_two_concepts_with_one_short_form(names: Store) -> None:
    with names:
        found = why(names, "CCL", "ccl")
        assert not found.same
        (reason,) = found.reasons
        assert "Causal code labelling" in reason
        assert "Contrastive caption learning" in reason
        assert {e.paper for e in found.passages} == {"3", "4"}


def test_two_names_that_differ_in_a_number(names: Store) -> None:
    with names:
        found = why(names, "GPT-2", "GPT-3")
        assert (found.same, found.reasons[0]) == (False, "The names differ in a number.")
        with pytest.raises(NotFoundError):
            why(names, "GPT-2", "XYZ")
