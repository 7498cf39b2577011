"""The whole training, stage by stage; each stage's result is kept, so that an interrupted run goes on from there."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import spacy

from kg.errors import UsageError
from kg.extract.nlp import RELATIONS
from kg.files import atomic
from kg.train import gold, relations, tagger, vectors
from kg.train.recipe import Recipe, digest
from kg.train.tagger import Log

CORPORA = ("scier", "scierc", "tdmsci")
VERSION = "1.0.0"
LOG = "training.log"


def run(shared: Path, out: Path, work: Path, recipe: Recipe, log: Log) -> None:
    """Make the model from the folder `shared` (as `../shared/README.md` describes it) and write it to `out`.

    `work` keeps each stage's result under a name that tells its recipe, so that only what changed is made anew.
    Raises `UsageError` where data is missing or `out` holds something else than a model.
    """
    abstracts = shared / "corpora/abstracts/abstracts.jsonl.gz"
    train, dev = shared / "gold/train.jsonl", shared / "gold/dev.jsonl"
    corpora = [shared / f"corpora/{name}/train.jsonl" for name in CORPORA]
    for path in (abstracts, train, dev, *corpora):
        if not path.is_file():
            raise UsageError(f"{path}: no such file; training needs the data that ../shared/README.md lists.")
    if out.exists() and not (out / "meta.json").is_file():
        raise UsageError(
            f"{out}: holds something else than a model. Name an empty place or an earlier model."
        )
    learned = work / f"vectors-{digest(recipe.vectors)}.floret"
    if not learned.is_file():
        log("vectors: learning from the abstracts")
        with atomic(learned) as temporary:
            vectors.train(abstracts, temporary, recipe.vectors)
    annotated = gold.load(train)
    tagged = work / f"tagger-{digest(recipe.vectors, recipe.tagger)}"
    if not tagged.is_dir():
        pieces = [piece for path in corpora for piece in gold.load_corpus(path)]
        lines: list[str] = []
        nlp = tagger.train(annotated, gold.load(dev), pieces, learned, recipe.tagger, _both(lines, log))
        nlp.meta.update(
            name="kg_tagger", version=VERSION, license="MIT", author="The kg authors",
            description="BIO tagger of Method, Task, Dataset and Metric over floret vectors.",
        )  # fmt: skip
        with atomic(tagged) as temporary:
            nlp.to_disk(temporary)
            (temporary / LOG).write_text("\n".join(lines), encoding="utf-8")
    lines = (tagged / LOG).read_text(encoding="utf-8").splitlines()
    weights = relations.train(annotated, recipe.relations, _both(lines, log))
    with atomic(out) as temporary:
        spacy.load(tagged).to_disk(temporary)
        relations.save(weights, temporary / RELATIONS)
        (temporary / "README.md").write_text(_card(recipe, lines), encoding="utf-8", newline="\n")
    log(f"model: {out}")


def _both(lines: list[str], log: Log) -> Log:
    """A log that also keeps its lines."""

    def note(line: str) -> None:
        lines.append(line)
        log(line)

    return note


def _card(recipe: Recipe, lines: list[str]) -> str:
    """The model card: what it is, from what, how, with which figures, and what it is not for."""
    settings = "\n".join(
        f"- {stage}: " + ", ".join(f"{name} {value}" for name, value in part.items())
        for stage, part in asdict(recipe).items()
    )
    figures = "\n".join(lines)
    return f"""# The model that kg ships ({VERSION})

A spaCy pipeline that tags Method, Task, Dataset and Metric in English abstracts, and a linear classifier of the
relations between them (`{RELATIONS}`). MIT licence. Made by `kg train` (`kg/train/`), which writes this page.

## Data

| for | data | licence |
|---|---|---|
| word vectors | 82,940 abstracts of AI venues 1993-2025 | only statistics of words are kept |
| first layers | SciER, SciERC and TDMSci, train parts | GPL-3.0, research use, Apache-2.0; no text is kept |
| tagger, relations | 800 annotated abstracts (`gold/train.jsonl`) | the project's own annotation |

## Recipe

{settings}

## Log of the training

```
{figures}
```

## Limits

English only; abstracts of machine learning and its neighbours. Tasks and metrics are found less surely than methods and
named datasets; descriptive names may be cut short or too long. Scores rank mentions; they are not calibrated. Relations
between concepts in distant sentences are mostly missed. `make test` prints the present figures on gold.
"""
