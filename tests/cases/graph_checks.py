"""Checks of the graph that a case built, one function a name of `cases.jsonl`: each asserts, given what it names.

A *concept* is compared by its names' identity keys, a *label* as it is written (in any case).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kg import names
from kg.records import Concept, Document, Statement
from kg.store import Store
from tests.cases.steps import Outcome


@contextmanager
def opened(outcome: Outcome, number: int = -1) -> Iterator[Store]:
    """The store of the last build, or of the one of that number."""
    assert outcome.graphs, f"no graph was built: {outcome.err}"
    with Store(outcome.graphs[number] / "graph.sqlite") as store:
        yield store


def concepts(outcome: Outcome) -> list[Concept]:
    with opened(outcome) as store:
        return list(store.concepts())


def statements(outcome: Outcome) -> list[Statement]:
    with opened(outcome) as store:
        return list(store.statements())


def paper(outcome: Outcome, id_: str) -> Document:
    with opened(outcome) as store:
        found = store.paper(id_)
    assert found, f"no paper {id_}"
    return found


def keys(concept: Concept) -> set[str]:
    return {names.key(name) for name in (concept.name, *concept.aliases)}


def called(outcome: Outcome, *wanted: str) -> list[Concept]:
    """The concepts that bear one of these names."""
    return [concept for concept in concepts(outcome) if keys(concept) & {names.key(name) for name in wanted}]


def labels(outcome: Outcome) -> list[str]:
    return [name for concept in concepts(outcome) for name in (concept.name, *concept.aliases)]


# --- concepts ---


def concepts_include(outcome: Outcome, wanted: list[str]) -> None:
    missing = [name for name in wanted if not called(outcome, name)]
    assert not missing, f"missing {missing} among {labels(outcome)}"


def concepts_exclude(outcome: Outcome, unwanted: list[str]) -> None:
    folded = {name.casefold() for name in unwanted}
    assert not [label for label in labels(outcome) if label.casefold() in folded]


def node_count_label(outcome: Outcome, wanted: list[Any]) -> None:
    name, count = wanted
    found = called(outcome, name)
    assert len(found) == count, f"{name}: {found} among {labels(outcome)}"


def same_node(outcome: Outcome, wanted: list[str]) -> None:
    found = called(outcome, *wanted)
    assert len(found) == 1, f"{wanted}: {found} among {labels(outcome)}"
    assert {names.key(name) for name in wanted} <= keys(found[0]), found


def no_concepts(outcome: Outcome, _: bool) -> None:
    assert concepts(outcome) == []


def different_nodes(outcome: Outcome, wanted: list[str]) -> None:
    concepts_include(outcome, wanted)
    first, second = (called(outcome, name) for name in wanted)
    assert not {c.id for c in first} & {c.id for c in second}, first


def long_form(outcome: Outcome, wanted: list[str]) -> None:
    same_node(outcome, wanted)
    (found,) = called(outcome, wanted[0])
    assert keys(found) == {names.key(name) for name in wanted}, found


def mentions(outcome: Outcome, wanted: list[Any]) -> None:
    name, count = wanted
    assert [c.mentions for c in called(outcome, name)] == [count], called(outcome, name)


def mentions_min(outcome: Outcome, wanted: list[Any]) -> None:
    name, count = wanted
    assert [c.mentions >= count for c in called(outcome, name)] == [True], called(outcome, name)


def no_label_contains(outcome: Outcome, unwanted: str) -> None:
    assert not [label for label in labels(outcome) if unwanted in label]


def no_label_regex(outcome: Outcome, pattern: str) -> None:
    assert not [label for label in labels(outcome) if re.search(pattern, label)]


no_concept_regex = no_label_regex


def no_empty_ids(outcome: Outcome, _: bool) -> None:
    assert all(any(c.isalnum() for c in label) for label in labels(outcome)), labels(outcome)
    assert all(c.id for c in concepts(outcome))
    with opened(outcome) as store:
        assert all(p.id for p in store.papers())


def same_concepts(outcome: Outcome, sources: list[str]) -> None:
    first, second = (outcome.done.index(outcome.of(f"build {source}")) for source in sources)
    with opened(outcome, first) as one, opened(outcome, second) as other:
        assert list(one.concepts()) == list(other.concepts())


# --- statements ---


def between(outcome: Outcome, subject: str, predicate: str | None, object_: str) -> list[Statement]:
    """The statements from one concept to another."""
    ends = [{c.id for c in called(outcome, name)} for name in (subject, object_)]
    return [
        s
        for s in statements(outcome)
        if s.subject in ends[0] and s.object in ends[1] and predicate in (None, s.predicate)
    ]


def edge(outcome: Outcome, wanted: list[str | None]) -> None:
    assert between(outcome, *wanted), statements(outcome)  # type: ignore[arg-type]


def edge_weight(outcome: Outcome, wanted: list[Any]) -> None:
    *ends, weight = wanted
    found = between(outcome, *ends)
    assert found, f"no statement {ends}"
    assert {s.papers for s in found} == {weight}, found


def min_edges_between(outcome: Outcome, wanted: list[Any]) -> None:
    one, other, count = wanted
    assert len(between(outcome, one, None, other)) >= count, statements(outcome)


def edges_closed(outcome: Outcome, _: bool) -> None:
    with opened(outcome) as store:
        nodes = {c.id for c in store.concepts()} | {f"paper/{p.id}" for p in store.papers()}
        assert {end for s in store.statements() for end in (s.subject, s.object)} <= nodes


def isolated_nodes(outcome: Outcome, count: int) -> None:
    ends = {end for s in statements(outcome) for end in (s.subject, s.object)}
    assert concepts(outcome)
    assert len([c for c in concepts(outcome) if c.id not in ends]) == count


def self_loops(outcome: Outcome, count: int) -> None:
    assert len([s for s in statements(outcome) if s.subject == s.object]) == count


def no_evidence_regex(outcome: Outcome, pattern: str) -> None:
    quotes = [e.quote for s in statements(outcome) for e in s.evidence]
    assert quotes
    assert not [quote for quote in quotes if re.search(pattern, quote)]


def evidence_regex(outcome: Outcome, wanted: list[str]) -> None:
    """Every passage that names the concept reads so."""
    name, pattern = wanted
    ids = {c.id for c in called(outcome, name)}
    quotes = [e.quote for s in statements(outcome) if s.object in ids for e in s.evidence]
    assert quotes
    assert all(re.search(pattern, quote) for quote in quotes), quotes


# --- papers ---


def papers(outcome: Outcome, count: int) -> None:
    with opened(outcome) as store:
        assert store.counts()["papers"] == count, [p.id for p in store.papers()]


def papers_min(outcome: Outcome, count: int) -> None:
    with opened(outcome) as store:
        assert store.counts()["papers"] >= count


def paper_ids(outcome: Outcome, wanted: list[str]) -> None:
    with opened(outcome) as store:
        assert [p.id for p in store.papers()] == sorted(wanted)


def title_equals(outcome: Outcome, wanted: list[str]) -> None:
    id_, title = wanted
    assert paper(outcome, id_).title == title


def abstract_equals(outcome: Outcome, wanted: list[str]) -> None:
    id_, text = wanted
    assert paper(outcome, id_).text == text


def no_title_contains(outcome: Outcome, unwanted: str) -> None:
    with opened(outcome) as store:
        assert not [p.title for p in store.papers() if unwanted in (p.title or "")]


def sentence_count(outcome: Outcome, wanted: list[Any]) -> None:
    from kg.extract.sentences import spans

    source, count = wanted
    with opened(outcome) as store:
        texts = [p.text for p in store.papers() if p.source == source]
    found = [text[start:end] for text in texts for start, end in spans(text)]
    assert len(found) == count, found


def provenance(outcome: Outcome, wanted: list[str]) -> None:
    name, source = wanted
    ids = {c.id for c in called(outcome, name)}
    cited = {e.paper for s in statements(outcome) if s.object in ids for e in s.evidence}
    assert {paper(outcome, id_).source for id_ in cited} == {source}


# --- several graphs ---


def same_graph(outcome: Outcome, wanted: list[str]) -> None:
    """The last build leaves the bytes that the one before it left, or the first."""
    first = outcome.graphs[0 if wanted[0] == "after build" else -2]
    assert len(outcome.graphs) > 1
    assert (first / "graph.sqlite").read_bytes() == outcome.graph.read_bytes()
