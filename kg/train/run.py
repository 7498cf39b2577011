"""The whole training, stage by stage; each stage's file is kept, so that an interrupted run goes on from there."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from kg.errors import UsageError
from kg.files import atomic
from kg.train import gold, tagger, vectors
from kg.train.recipe import Recipe
from kg.train.tagger import Log

CORPORA = ("scier", "scierc", "tdmsci")


def run(shared: Path, out: Path, work: Path, recipe: Recipe, log: Log) -> None:
    """Make the model from the folder `shared` (as `../shared/README.md` describes it) and write it to `out`.

    `work` keeps what a later run need not do again: the vectors. Raises `UsageError` where data is missing.
    """
    abstracts = shared / "corpora/abstracts/abstracts.jsonl.gz"
    train, dev = shared / "gold/train.jsonl", shared / "gold/dev.jsonl"
    corpora = [shared / f"corpora/{name}/train.jsonl" for name in CORPORA]
    for path in (abstracts, train, dev, *corpora):
        if not path.is_file():
            raise UsageError(f"{path}: no such file; training needs the data that ../shared/README.md lists.")
    learned = work / "vectors.floret"
    if learned.is_file():
        log(f"vectors: {learned} is there")
    else:
        log("vectors: learning from the abstracts, some minutes")
        with atomic(learned) as temporary:
            vectors.train(abstracts, temporary, recipe)
    pieces = [piece for path in corpora for piece in gold.load_corpus(path)]
    nlp = tagger.train(gold.load(train), gold.load(dev), pieces, learned, recipe, log)
    nlp.meta.update(
        name="kg_tagger", version="1.0.0", license="MIT", author="The kg authors",
        description="BIO tagger of Method, Task, Dataset and Metric over floret vectors.",
    )  # fmt: skip
    nlp.meta["recipe"] = asdict(recipe)
    with atomic(out) as temporary:
        nlp.to_disk(temporary)
    log(f"model: {out}")
