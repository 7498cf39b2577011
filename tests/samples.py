"""A small graph by hand, for tests of what comes after linking: hostile names included."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from kg.names import concept_id
from kg.records import (
    Annotation,
    Concept,
    Document,
    Evidence,
    Kind,
    Link,
    Mention,
    Result,
    Statement,
    paper_node,
    result_order,
)
from tests.whole import Graph

HOSTILE = (
    "X</script><script>alert(2)</script>Net",
    "<img src=x onerror=alert(1)>",
    "]]>",
    '"Lottery Ticket"',
    "A>B ranking",
    "{LIME}",
    "a|b",
    "a^b`c",
    "C:\\tmp\\new",
    'He said "use BERT" and left',
    "C++",
    "C#",
    "Seq[2]Seq",
    "95%-winsorized mean",
    "R(2+1)D",
    "a,b;c",
    "50~60",
    "x=y&z",
    '=HYPERLINK("http://example.invalid","x")',
    "@BERT",
    "-SNE",
    "+Attn",
    "שלום עולם",
    "中文 数据",
    "emoji 😀 net",
    "'; DROP TABLE concept; --",
    "javascript:alert(1)",
    "L" * 500,
    "line\u2028separator",
)

PLAIN = {
    "p1": "We propose BERT for question answering. BERT is evaluated on SQuAD by F1. BERT uses Transformers.",
    "p2": "RoBERTa builds on BERT. RoBERTa is evaluated on GLUE and on SQuAD.",
}
TYPES = {
    "BERT": "Method", "RoBERTa": "Method", "Transformers": "Method", "question answering": "Task",
    "SQuAD": "Dataset", "GLUE": "Dataset", "F1": "Metric",
}  # fmt: skip
RELATIONS = (
    ("p1", None, "proposes", "BERT"),
    ("p1", "BERT", "usedFor", "question answering"),
    ("p1", "BERT", "evaluatedOn", "SQuAD"),
    ("p1", "BERT", "measuredBy", "F1"),
    ("p1", "BERT", "uses", "Transformers"),
    ("p1", "BERT", "comparedWith", "Transformers"),
    ("p2", "RoBERTa", "uses", "BERT"),
    ("p2", "RoBERTa", "evaluatedOn", "GLUE"),
    ("p2", "RoBERTa", "evaluatedOn", "SQuAD"),
)
HOSTILE_PAPER = 'h 1/<&">'
REPORTING = (
    "ALBERT reaches an F1 of 92.2% on SQuAD for question answering. "
    "It needs 18 times fewer parameters. It improves on BERT on GLUE by a wide margin."
)
RESULTS = (
    # paper, method, task, dataset, metric, value, unit, kind, written, sentence
    ("p3", "ALBERT", "question answering", "SQuAD", "F1", "92.2", "%", "absolute", "92.2%", 0),
    ("p3", "ALBERT", None, None, None, "18", None, "reduction", "18 times fewer", 1),
    ("p3", "ALBERT", None, "GLUE", None, None, None, "improvement", "by a wide margin", 2),
)
LINKS = (
    Link("dataset/squad", "exactMatch", "http://example.com/set/SQuAD", "SQuAD", "Sets", 'the label "SQuAD"'),
    Link("method/bert", "closeMatch", "http://example.com/voc#bert", "Bert (model)", "Voc", "the alias Bert"),
    Link("method/bert", "exactMatch", "urn:voc:BERT", "BERT", "Voc", "the label BERT"),
)
"""Matches for `set_links`, those of "Sets" and those of "Voc"."""


def graph(hostile: bool = False, results: bool = False) -> Graph:
    """Two papers on BERT; with `hostile`, a third whose every concept's name is an attack or a trap.

    With `results`, another that reports figures, as does the hostile one, in hostile strings.
    """
    texts = dict(PLAIN)
    types = dict(TYPES)
    figures: tuple[tuple[Any, ...], ...] = ()
    if hostile:
        texts[HOSTILE_PAPER] = "We compare " + " and ".join(HOSTILE) + "."
        types |= dict.fromkeys(HOSTILE, "Method")
        figures += (
            (HOSTILE_PAPER, "C++", None, None, None, "-0.5", "]]>", "improvement", '"\\; DROP TABLE\n]]>', 0),
        )
    if results:
        texts["p3"] = REPORTING
        types["ALBERT"] = "Method"
        figures += RESULTS
    documents = {
        "p1": Document(
            "p1", texts["p1"], title="BERT & <b>friends</b>", source="a.jsonl", line=1, year=2019, venue="Example Conf",
            doi="10.1000/xyz1", url="https://example.org/p1", published="2019-06-02", authors=("A. Example", "B. Sample"),
            keywords=("NLP", "pretraining"),
        ),
    }  # fmt: skip
    documents |= {i: Document(i, text, source="b.txt") for i, text in texts.items() if i not in documents}
    statements: dict[tuple[str, str, str], list[Evidence]] = defaultdict(list)
    papers = []
    seen: dict[str, list[str]] = defaultdict(list)
    for paper, document in sorted(documents.items()):
        mentions, ids = [], []
        for name in sorted(types, key=len, reverse=True):
            start = document.text.find(name)
            while start >= 0:
                end = start + len(name)
                if not any(m.start < end and start < m.end for m in mentions):
                    mentions.append(Mention(start, end, types[name], 0.9, "tagger"))
                start = document.text.find(name, end)
        mentions.sort(key=lambda m: m.start)
        for mention in mentions:
            name = document.text[mention.start : mention.end]
            ids.append(concept_id(mention.type, name))
            seen[ids[-1]].append(paper)
            at = document.text.rfind(". ", 0, mention.start)
            start, stop = (0 if at < 0 else at + 2), document.text.find(". ", mention.end)
            stop = len(document.text) if stop < 0 else stop + 1
            statements[paper_node(paper), "mentions", ids[-1]].append(
                Evidence(paper, start, stop, document.text[start:stop])
            )
        found = [result(document, types, *figure[1:]) for figure in figures if figure[0] == paper]
        in_order = tuple(sorted(found, key=result_order))
        papers.append(Annotation(document, tuple(mentions), tuple(ids), results=in_order))
    for paper, subject, predicate, object_ in RELATIONS:
        head = paper_node(paper) if subject is None else concept_id(types[subject], subject)
        tail = concept_id(types[object_], object_)
        supports = statements[paper_node(paper), "mentions", tail]
        statements[head, predicate, tail].append(supports[0])
    concepts = []
    for name, type_ in types.items():
        id_ = concept_id(type_, name)
        aliases = (
            ("Bert", "Bidirectional Encoder Representations from Transformers") if name == "BERT" else ()
        )
        concepts.append(Concept(id_, name, type_, aliases, len(set(seen[id_])), len(seen[id_])))
    return Graph(
        tuple(papers),
        tuple(sorted(concepts, key=lambda c: c.id)),
        tuple(
            Statement(
                *ends, score=0.8, evidence=tuple(sorted(set(e), key=lambda e: (e.paper, e.part, e.start)))
            )
            for ends, e in sorted(statements.items())
        ),
    )


def result(
    document: Document,
    types: dict[str, str],
    method: str | None,
    task: str | None,
    dataset: str | None,
    metric: str | None,
    value: str | None,
    unit: str | None,
    kind: Kind,
    written: str,
    sentence: int,
) -> Result:
    """A result by the names of its ends and the number of its sentence."""
    ends = [name and concept_id(types[name], name) for name in (method, task, dataset, metric)]
    ranges = [(m.start(), m.end()) for m in re.finditer(r"\S.*?\.(?= |$)", document.text, re.DOTALL)]
    start, end = ranges[sentence]
    evidence = Evidence(document.id, start, end, document.text[start:end])
    return Result(*ends, value, unit, kind, written, 0.75, evidence)
