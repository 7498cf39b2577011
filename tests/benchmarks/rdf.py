"""`python -m tests.benchmarks.rdf [TRIPLES]`: a large graph to RDF, beside rdflib's own serialiser in the same run.

The graph is made by hand: some 420 triples a paper. Each export runs in a process of its own, so
that its peak memory is known; the reference writes a part of the same triples from an rdflib graph in memory.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from kg import store
from kg.export import FORMATS, rdf
from kg.records import Annotation, Concept, Document, Evidence, Mention, Result, Statement, paper_node
from tests import whole
from tests.whole import Graph

_A_PAPER = 420  # triples, roughly
_PART = 30_000  # triples for the reference
_EXPORT = """
import resource, sys, time
from pathlib import Path
from kg.export import export
from kg.store import Store
begin, used = time.perf_counter(), time.process_time()
with Store(Path(sys.argv[1])) as store:
    export(store, sys.argv[2], Path(sys.argv[3]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.perf_counter() - begin, time.process_time() - used, peak)
"""


def sentences(number: int) -> list[tuple[str, list[tuple[str, str]]]]:
    """A paper's sentences, each with its names and their types."""
    method, base, data = f"Method {number} net", f"Backbone {number % 997}", f"Corpus {number % 499}"
    task, metric = f"task of kind {number % 251}", f"score {number % 31}"
    return [
        (f"We propose {method} for {task}.", [(method, "Method"), (task, "Task")]),
        (f"{method} builds on {base}.", [(method, "Method"), (base, "Method")]),
        (f"{method} reaches 91.5% on {data}.", [(method, "Method"), (data, "Dataset")]),
        (f"Here {data} is judged by {metric}.", [(data, "Dataset"), (metric, "Metric")]),
        (f"{base} solves {task} too.", [(base, "Method"), (task, "Task")]),
    ]


def large(papers: int) -> Graph:
    """A graph of so many papers."""
    annotations, support = [], dict[tuple[str, str, str], list[Evidence]]()
    seen: dict[tuple[str, str], int] = {}
    for number in range(papers):
        id_, text, mentions, ids = f"p{number:07}", "", [], []
        results = ()
        for sentence, named in sentences(number):
            start = len(text) + bool(text)
            text = f"{text} {sentence}".strip()
            passage = Evidence(id_, start, len(text), sentence)
            ends = []
            for name, type_ in named:
                at = text.index(name, start)
                concept = f"{type_.lower()}/{name.lower().replace(' ', '-')}"
                mentions.append(Mention(at, at + len(name), type_, 0.9, "tagger"))
                ids.append(concept)
                ends.append(concept)
                seen[name, type_] = seen.get((name, type_), 0) + 1
                support.setdefault((paper_node(id_), "mentions", concept), []).append(passage)
            relation = {"task": "usedFor", "method": "uses", "dataset": "evaluatedOn", "metric": "measuredBy"}
            support.setdefault((ends[0], relation[ends[1].split("/")[0]], ends[1]), []).append(passage)
            if "%" in sentence:
                results = (
                    Result(ends[0], None, ends[1], None, "91.5", "%", "absolute", "91.5%", 0.8, passage),
                )
        annotations.append(
            Annotation(Document(id_, text, f"On {id_}"), tuple(mentions), tuple(ids), results=results)
        )
    concepts = [
        Concept(f"{type_.lower()}/{name.lower().replace(' ', '-')}", name, type_, (), number, number)
        for (name, type_), number in seen.items()
    ]
    statements = [Statement(*ends, 0.8, tuple(found)) for ends, found in sorted(support.items())]
    return Graph(tuple(annotations), tuple(sorted(concepts, key=lambda c: c.id)), tuple(statements))


def exported(path: Path, format_: str) -> tuple[float, float, float]:
    """Seconds, seconds of CPU, and peak MiB of one export in a process of its own."""
    command = [sys.executable, "-c", _EXPORT, str(path), format_, str(path.with_name(FORMATS[format_].file))]
    wall, cpu, peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(wall), float(cpu), float(peak)


def rdflib_rate(path: Path, format_: str) -> float:
    """Triples a second that rdflib writes, of CPU time, the making of its graph left out."""
    import rdflib

    graph = rdflib.Graph()
    with store.Store(path) as opened:
        for s, p, o in islice(rdf.triples(opened), _PART):
            graph.add((rdflib.URIRef(s.value), rdflib.URIRef(p.value), _term(o)))
    begin = time.process_time()
    graph.serialize(path.with_name("reference"), format=format_, encoding="utf-8")
    return len(graph) / (time.process_time() - begin)


def _term(value: object) -> object:
    import rdflib
    from pyoxigraph import Literal, NamedNode

    if isinstance(value, NamedNode):
        return rdflib.URIRef(value.value)
    assert isinstance(value, Literal)
    return rdflib.Literal(value.value, datatype=rdflib.URIRef(value.datatype.value))


def main(triples: int = 1_000_000) -> None:
    """Make the graph, write it, print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.sqlite"
        whole.write(large(triples // _A_PAPER), path)
        with store.Store(path) as opened:
            number = sum(1 for _ in rdf.triples(opened))
        print(f"{number:,} triples, {path.stat().st_size / 2**20:.0f} MiB of SQLite")
        for format_, reference in (
            ("ntriples", "nt"),
            ("turtle", "turtle"),
            ("trig", None),
            ("jsonld", None),
        ):
            wall, cpu, peak = exported(path, format_)
            rate = f", {number / cpu:,.0f} triples a second of CPU"
            theirs = rdflib_rate(path, reference) if reference else 0
            beside = f"; rdflib {theirs:,.0f}, ratio {number / cpu / theirs:.1f}" if theirs else ""
            print(f"{format_:9} {wall:6.1f} s ({cpu:.1f} s CPU), peak {peak:.0f} MiB{rate}{beside}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
