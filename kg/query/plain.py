"""The answers as dictionaries and lists for JSON, in the form of the command line's `--format json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a question waits for no other's imports
    from kg.query.dossier import Dossier
    from kg.query.leaderboard import Leaderboard, Ranking
    from kg.query.neighbourhood import Neighbourhood, Reached
    from kg.query.papers import PaperEntry
    from kg.query.path import Path
    from kg.query.stats import Stats
    from kg.records import Concept, Link, Result, Statement

Plain = dict[str, Any]


def concept(c: Concept) -> Plain:
    """A concept; `papers` and `mentions` count."""
    return {
        "id": c.id,
        "name": c.name,
        "type": c.type,
        "aliases": list(c.aliases),
        "papers": c.papers,
        "mentions": c.mentions,
    }


def statement(s: Statement) -> Plain:
    """A statement; its ends are ids, that of a paper `paper/<id>`. What is inferred no paper says."""
    return {
        "subject": s.subject,
        "predicate": s.predicate,
        "object": s.object,
        "inferred": s.inferred,
        "papers": s.papers,
        "score": round(s.score, 4),
        "evidence": [{"paper": e.paper, "quote": e.quote} for e in s.evidence],
    }


def neighbourhood(n: Neighbourhood) -> Plain:
    """The centre, the concepts around it with their distance, and the statements."""
    return {
        "centre": concept(n.centre),
        "concepts": [_reached(r) for r in n.concepts],
        "statements": [statement(s) for s in n.statements],
    }


def dossier(d: Dossier) -> Plain:
    """The concept, what stands beside it, what beats it, its results, the papers that name it, and its links."""
    near = d.near
    return {
        "concept": concept(near.centre),
        "namesakes": [concept(c) for c in near.namesakes],
        "names": [{"name": m.name, "other": m.other, "rule": m.rule, "papers": m.papers} for m in d.names],
        "concepts": [_reached(r) for r in near.concepts],
        "statements": [statement(s) for s in near.statements],
        "papers": [{"id": p.id, "title": p.title, "year": p.year, "venue": p.venue} for p in d.papers],
        "links": [link(one) for one in d.links],
        "beaten_by": [
            {"id": b.by.id, "name": b.by.name, "paper": b.evidence.paper, "quote": b.evidence.quote}
            for b in d.beaten_by
        ],
        "results": [result(r) for r in d.board.results] if d.board else [],
    }


def leaderboard(board: Leaderboard) -> Plain:
    """The concepts that were asked for, the rankings with their results, and the concepts that these name."""
    return {
        "chosen": concepts(board.chosen),
        "rankings": [_ranking(ranking) for ranking in board.rankings],
        "concepts": concepts(board.concepts),
        "of": board.of,
    }


def result(r: Result) -> Plain:
    """A figure; its ends are ids, `value` a decimal number as text."""
    return {
        "method": r.method,
        "task": r.task,
        "dataset": r.dataset,
        "metric": r.metric,
        "value": r.value,
        "unit": r.unit,
        "kind": r.kind,
        "written": r.written,
        "score": round(r.score, 4),
        "paper": r.paper,
        "quote": r.evidence.quote,
    }


def link(one: Link) -> Plain:
    """A match with another vocabulary's concept, and its reason."""
    return {
        "relation": one.relation,
        "iri": one.iri,
        "label": one.label,
        "vocabulary": one.vocabulary,
        "reason": one.reason,
    }


def concepts(found: Iterable[Concept]) -> list[Plain]:
    """The concepts of a search."""
    return [concept(c) for c in found]


def path(p: Path) -> Plain:
    """The concepts on the way and the statements between them."""
    return {"concepts": [concept(c) for c in p.concepts], "statements": [statement(s) for s in p.statements]}


def papers(entries: Iterable[PaperEntry]) -> list[Plain]:
    """The papers, each with the names of what it proposes."""
    return [
        {"id": p.id, "title": p.title, "year": p.year, "venue": p.venue, "proposes": list(p.proposes)}
        for p in entries
    ]


def stats(s: Stats) -> Plain:
    """The numbers, and the concepts that most papers name."""
    return {
        "papers": s.papers,
        "concepts": s.concepts,
        "statements": s.statements,
        "mentions": s.mentions,
        "results": s.results,
        "evidence": s.evidence,
        "types": dict(s.types),
        "relations": dict(s.relations),
        "top": [{"id": c.id, "name": c.name, "type": c.type, "papers": c.papers} for c in s.top],
    }


def _ranking(ranking: Ranking) -> Plain:
    return {
        "dataset": ranking.dataset.id if ranking.dataset else None,
        "metric": ranking.metric.id if ranking.metric else None,
        "unit": ranking.unit,
        "kind": ranking.kind,
        "better": ranking.better,
        "comparable": ranking.comparable,
        "of": ranking.of,
        "results": [result(r) for r in ranking.results],
    }


def _reached(r: Reached) -> Plain:
    return concept(r.concept) | {"distance": r.distance}
