"""`python -m tests.benchmarks [--json FILE]`: how long things take, beside a reference measured in the same run."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
KG = [sys.executable, "-c", "import sys; from kg.cli import main; sys.argv[0] = 'kg'; main()"]


def seconds(
    action: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.perf_counter
) -> float:
    """The median time of an action, by the wall or by another clock."""
    taken = []
    for _ in range(times):
        begin = clock()
        action()
        taken.append(clock() - begin)
    return statistics.median(taken)


def run(*command: str) -> Callable[[], object]:
    """A process, from start to end."""
    return lambda: subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def commands(folder: Path) -> dict[str, float]:
    """Whole commands, Python's start included."""
    graph = str(folder / "graph.sqlite")
    return {
        "python -c pass (reference)": seconds(run(sys.executable, "-c", "pass")),
        "import kg": seconds(run(sys.executable, "-c", "import kg")),
        "kg build seeds (38 papers)": seconds(run(*KG, "--quiet", "build", "seeds", "--out", str(folder)), 3),
        "kg neighbours LLM": seconds(run(*KG, "neighbours", "LLM", "--graph", graph)),
        "kg search spiking": seconds(run(*KG, "search", "spiking", "--graph", graph)),
        "kg show LLM": seconds(run(*KG, "show", "LLM", "--graph", graph)),
    }


def extraction() -> dict[str, float]:
    """Papers a second of one process, warm, beside two references: spaCy's blank English pipeline with its sentencizer,
    and a recogniser on its plain tok2vec (untrained, as that takes the same time).
    """
    import spacy

    from kg.extract import extract
    from kg.read import read

    documents = list(read([ROOT / "seeds"])) * 5
    reference = spacy.blank("en")
    reference.add_pipe("sentencizer")
    tagger = spacy.blank("en")
    tagger.add_pipe("ner").add_label("METHOD")  # type: ignore[attr-defined]  # spaCy's pipes are untyped
    tagger.initialize()
    list(extract(documents[:5]))
    ours = seconds(lambda: list(extract(documents)), 3)
    theirs = seconds(lambda: list(reference.pipe(d.text for d in documents)), 3)
    plain = seconds(lambda: list(tagger.pipe(d.text for d in documents)), 3)
    return {
        "extraction, papers a second": len(documents) / ours,
        "spaCy blank + sentencizer (reference), papers a second": len(documents) / theirs,
        "spaCy tok2vec + ner (reference), papers a second": len(documents) / plain,
    }


def growth() -> dict[str, float]:
    """How much more processor time ten times the text takes, stage by stage; 10 is linear."""
    from kg.extract import (
        abbreviations,
        candidates,
        introduced,
        mentions,
        nlp,
        pairs,
        relations,
        sentences,
        tokens,
    )
    from kg.read.clean import clean

    unit = "We propose LERD (Latent Event Dynamics), i.e. $x_1$ of \\textbf{Foo}. It is tested on CIFAR-10, etc. "

    def tagged(text: str) -> list[candidates.Candidate]:
        return [
            candidates.Candidate(i, i + 4, "Method", 0.9, "tagger") for i in range(11, len(text), len(unit))
        ]

    def related(text: str) -> object:  # one sentence, however long
        paper = pairs.read(text, 0, [(0, len(text))], tagged(text), [], [])
        words = [(n, n + 1) for n in range(len(paper.mentions))]
        models = [nlp.relation_model(name) for name in ("proposes", "relation")]
        vectors = np.zeros((len(words), len(models[0].net["name"])), dtype=np.float32)
        return relations.find(paper, relations.Seen(vectors, words), *models)

    plain, known = tokens.blank(), tokens.blank()
    known.add_pipe("kg_sentences")
    known.add_pipe("kg_known")
    stages: dict[str, Callable[[str], object]] = {
        "clean": clean,
        "sentences": sentences.spans,
        "abbreviations": abbreviations.definitions,
        "introduced names": lambda text: introduced.find(text, 0),
        "mentions": lambda text: mentions.settle(text, tagged(text), []),
        "relations without a full stop": related,
        "tokens": plain,
        "tokens without a space": lambda text: plain("".join(text.split())),
        "brackets as tokens": lambda text: plain("(" * len(text)),
        "known names": known,
    }
    return {
        f"growth of {name} (10 is linear)": seconds(lambda s=stage: s(unit * 1000), 3, time.process_time)
        / seconds(lambda s=stage: s(unit * 100), 3, time.process_time)
        for name, stage in stages.items()
    }


def main() -> None:
    """Measure, print, and write JSON where asked."""
    with tempfile.TemporaryDirectory() as folder:
        figures = commands(Path(folder)) | extraction() | growth()
    for name, figure in figures.items():
        print(f"{name:58} {figure:9.2f}")
    if "--json" in sys.argv:
        target = Path(sys.argv[sys.argv.index("--json") + 1])
        target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
