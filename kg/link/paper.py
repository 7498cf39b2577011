"""One paper's mentions into its own concepts and statements."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import cache

from kg import names, ontology, vocabulary
from kg.link.anaphora import antecedents
from kg.link.passages import sentence, surface
from kg.link.results import results
from kg.records import (
    MENTIONS,
    PAPER,
    Annotation,
    Concept,
    Document,
    Evidence,
    Extraction,
    Mention,
    Part,
    Statement,
)


def link_paper(extraction: Extraction, known: Collection[tuple[str, str]] | None = None) -> Annotation:
    """The paper's own small graph: one concept for each thing it names, ids "c1", "c2", … in reading order.

    Mentions are of one concept if their types agree and their names have the same identity key, are the short and
    the long form of one abbreviation, a name with and without its generic head, or one that points back to the other
    ("the certificate"), which the names of `known` (types and keys: those of the shipped vocabulary unless given)
    never do. Relations between the same concepts become one statement with all its evidence and the best score;
    those that the ontology does not allow, and loops, are dropped. Every concept is at least mentioned by the paper.
    Results keep their figure, with concepts for mentions.
    """
    document, mentions = extraction.document, extraction.mentions
    groups = _groups(extraction, vocabulary.keys() if known is None else known)
    order = sorted(range(len(mentions)), key=lambda i: (mentions[i].part != "title", mentions[i].start))
    ids: dict[tuple[str, str], str] = {}
    for i in order:
        ids.setdefault(groups[i], f"c{len(ids) + 1}")
    concept_of = tuple(ids[group] for group in groups)
    members: dict[str, list[Mention]] = defaultdict(list)
    for mention, id_ in zip(mentions, concept_of, strict=True):
        members[id_].append(mention)
    concepts = tuple(_concept(id_, type_, members[id_], document) for (type_, _), id_ in ids.items())
    statements = _statements(extraction, concept_of, {c.id: c.type for c in concepts})
    return Annotation(
        document,
        mentions,
        concept_of,
        concepts,
        statements,
        extraction.abbreviations,
        results(extraction, concept_of),
    )


def _groups(extraction: Extraction, known: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """For each mention the concept it belongs to: its type and the key of its longest form."""
    surfaces = [surface(extraction.document, mention) for mention in extraction.mentions]
    keys = names.identities(surfaces, ((a.short, a.long) for a in extraction.abbreviations))
    keys = antecedents(extraction, keys, known)
    return [(mention.type, key) for mention, key in zip(extraction.mentions, keys, strict=True)]


def _concept(id_: str, type_: str, mentions: Sequence[Mention], document: Document) -> Concept:
    """Named by its most frequent spelling; of equally frequent ones by the abstract's first."""
    counts = Counter(surface(document, m) for m in mentions)
    first = {surface(document, m): (m.part == "title", m.start) for m in reversed(mentions)}
    name = min(counts, key=lambda n: (-counts[n], first[n]))
    return Concept(id_, name, type_, tuple(sorted(set(counts) - {name})), 1, len(mentions))


def _statements(
    extraction: Extraction, concept_of: Sequence[str], types: dict[str, str]
) -> tuple[Statement, ...]:
    document, allowed = extraction.document, ontology.load()
    evidence: dict[tuple[str, str, str], set[Evidence]] = defaultdict(set)
    scores: dict[tuple[str, str, str], float] = defaultdict(float)

    def state(ends: tuple[str, str, str], passage: Evidence, score: float) -> None:
        evidence[ends].add(passage)
        scores[ends] = max(scores[ends], score)

    @cache  # one quote for all that a sentence says
    def passage(part: Part, start: int, end: int) -> Evidence:
        return Evidence(document.id, start, end, document.part(part)[start:end], part)

    for mention, concept in zip(extraction.mentions, concept_of, strict=True):
        state(
            (PAPER, MENTIONS, concept), passage(mention.part, *sentence(extraction, mention)), mention.score
        )
    for r in extraction.relations:
        subject = PAPER if r.subject is None else concept_of[r.subject]
        object_ = concept_of[r.object]
        if subject != object_ and allowed.allows(
            types.get(subject, ontology.PAPER), r.predicate, types[object_]
        ):
            state((subject, r.predicate, object_), passage(r.part, r.start, r.end), r.score)
    return tuple(
        Statement(*ends, round(scores[ends], 4), tuple(sorted(found, key=lambda e: (e.part, e.start, e.end))))
        for ends, found in sorted(evidence.items())
    )
