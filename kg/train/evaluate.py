"""The shipped model on annotated text: how right it is, how sure of it, and what a dictionary would have done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg import extract, link
from kg.errors import Problem, Report, UsageError
from kg.export.annotations import to_json
from kg.extract.tagger import GOLD, Scored
from kg.train import annotated, floor, given, heads, predictions, rel, stated, tables
from kg.train.annotated import Annotated
from kg.train.calibration import Reliability, reliability
from kg.train.forms import Abstract, Span
from kg.train.measures import Difference, Measure, difference, draws, measure
from kg.train.predictions import Record
from kg.train.tables import Table

AGREEMENT = {"concepts": 0.93, "triples": 0.81}
"""F1 of two independent annotators of twelve abstracts by this measure (`../shared/README.md`): the ceiling."""
Measures = Mapping[str, Mapping[str, Measure]]
Other = tuple[Mapping[str, Record], Path] | None
"""Other predictions by document, and where they stand."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came out for one file, by measure ("mentions", "concepts", …) and row ("micro", "Method", …).

    `head` is the label scheme of the tagger that was judged. `floor` is what the dictionary of the training
    mentions reaches, `against` by how much F1 is above that of other predictions; `reliability` is of the mentions.
    """

    path: Path
    form: str
    head: str
    documents: int
    skipped: int
    found: Measures
    floor: Measures
    against: Mapping[str, Difference]
    reliability: Reliability | None
    predictions: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class _Judged:
    """Counts of what was predicted, of the floor, and of the two sides of a comparison."""

    table: Table
    floor: Table
    ours: Table
    theirs: Table
    scored: list[tuple[float, bool]]
    predictions: list[Record]


def read(
    paths: Sequence[Path], train: Path | None, report: Report
) -> list[tuple[Annotated, Annotated | None]]:
    """Each file with the file that gives its floor: `train`, else `train.jsonl` beside it, if that is another.

    All are read before any is judged. Raises `UsageError` for a missing file, and for a `train` of another form;
    `InputError` for a file that holds nothing of either form.
    """

    def lost(problem: Problem) -> None:  # oddities of text that is not judged are nobody's concern
        if problem.skipped:
            report(problem)

    known = annotated.read(train, lost) if train else None
    found = []
    for path in dict.fromkeys(paths):
        file = annotated.read(path, report)
        beside = path.with_name("train.jsonl")
        below = known
        if known and known.form != file.form:
            raise UsageError(
                f"{train}: holds {known.form}, and the floor of {path} needs {file.form}. Name another with --train."
            )
        if not known and beside.is_file() and not beside.samefile(path):
            below = annotated.read(beside, lost)
        found.append((file, below))
    return found


def evaluate(file: Annotated, train: Annotated | None = None, against: Path | None = None) -> Evaluation:
    """Run the shipped model on a file and judge it.

    `train` gives the floor, where it is of the file's form; `against` is a file of predictions to compare with.
    Raises `ResourceError` where the model is missing and `InputError` where `against` does not fit the file.
    """
    other = (predictions.read(against), against) if against else None
    train = train if train and train.form == file.form else None
    head = heads.head_for(file.form) if file.papers else GOLD
    judged = _papers(file, head, train, other) if file.papers else _abstracts(file, train, other)
    differences = {
        name: difference(rows["micro"], judged.theirs[name]["micro"], draws(len(rows["micro"])))
        for name, rows in judged.ours.items()
        if "micro" in rows and name in judged.theirs
    }
    documents = len(file.abstracts) + len(file.papers)
    return Evaluation(
        file.path, file.form, head, documents, file.skipped, _measures(judged.table), _measures(judged.floor),
        differences, reliability(judged.scored) if judged.scored else None, tuple(judged.predictions),
    )  # fmt: skip


def _measures(table: Table) -> Measures:
    return {name: {row: measure(c, draws(len(c))) for row, c in rows.items()} for name, rows in table.items()}


def _abstracts(file: Annotated, train: Annotated | None, other: Other) -> _Judged:
    gold = file.abstracts
    annotations = [link.link_paper(found) for found in extract.extract(a.document for a in gold)]
    records: list[Record] = [to_json(annotation) for annotation in annotations]
    bare = [{(0, *span[:3]) for span in found} for found in heads.of_texts(a.joined for a in gold)]
    table_given = tables.of_abstracts(gold, given.records(gold), {})
    settled = [tables.settled(annotation, a) for annotation, a in zip(annotations, gold, strict=True)]
    table = tables.of_abstracts(gold, records, {"mentions": [set(s) for s in settled], "tagger": bare})
    table |= {f"{name}_given": table_given[name] for name in ("triples", "results") if name in table_given}
    scored = [
        (score, place in tables.places(abstract))
        for abstract, found in zip(gold, settled, strict=True)
        if "mentions" in table and abstract.spans is not None
        for place, score in found.items()
    ]
    ours: Table = {}
    theirs: Table = {}
    if other:
        ours = _comparable(gold, records)
        theirs = _comparable(gold, [predictions.annotation(*other, abstract) for abstract in gold])
    return _Judged(table, _abstract_floor(gold, train), ours, theirs, scored, records)


def _abstract_floor(gold: Sequence[Abstract], train: Annotated | None) -> Table:
    """The mentions and concepts of the dictionary; it knows no relation."""
    if train is None or not any(abstract.spans for abstract in train.abstracts):
        return {}
    found = floor.of_abstracts(train.abstracts, gold)
    spans = [set(tables.settled(annotation, a)) for annotation, a in zip(found, gold, strict=True)]
    table = tables.of_abstracts(gold, [to_json(annotation) for annotation in found], {"mentions": spans})
    return {name: rows for name, rows in table.items() if name in ("mentions", "concepts")}


def _comparable(gold: Sequence[Abstract], records: Sequence[Record]) -> Table:
    """The counts of annotations; their mentions are those of the abstract, for they list no others."""
    bodies = [
        a if a.spans is None else replace(a, spans=tuple(s for s in a.spans if s[0] >= a.shift)) for a in gold
    ]
    spans = [predictions.text_places(record, a) for record, a in zip(records, gold, strict=True)]
    return tables.of_abstracts(bodies, records, {"mentions": spans})


def _papers(file: Annotated, head: str, train: Annotated | None, other: Other) -> _Judged:
    gold = file.papers
    types = tables.types(gold)
    every = list(heads.of_papers(gold, head))
    found = [[[s for s in sentence if s[2] in types] for sentence in paper] for paper in every]
    scores = [{(n, *s[:3]): s[3] for n, spans in enumerate(paper) for s in spans} for paper in found]
    table = tables.of_papers(gold, [set(paper) for paper in scores])
    said = [stated.of_paper(paper, _unscored(spans)) for paper, spans in zip(gold, every, strict=True)]
    known = [stated.of_paper(paper, [s.every for s in paper.sentences]) for paper in gold]
    if judged := stated.judged(file.form):
        table["relations"] = rel.counts(gold, said, judged)
        table["relations_given"] = rel.counts(gold, known, judged)
    scored = [
        (score, place in tables.sentence_places(paper))
        for paper, spans in zip(gold, scores, strict=True)
        for place, score in spans.items()
    ]
    ours: Table = {}
    theirs: Table = {}
    if other:
        ours = table
        theirs = tables.of_papers(gold, [predictions.paper_places(*other, paper) for paper in gold])
    below: Table = {}
    if train:
        least = floor.of_papers(train.papers, gold)
        below = tables.of_papers(gold, [{(n, *s) for n, spans in enumerate(p) for s in spans} for p in least])
    records = [
        predictions.of_paper(paper, head, spans, relations)
        for paper, spans, relations in zip(gold, found, said, strict=True)
    ]
    return _Judged(table, below, ours, theirs, scored, records)


def _unscored(spans: Sequence[Sequence[Scored]]) -> list[list[Span]]:
    return [[span[:3] for span in sentence] for sentence in spans]
