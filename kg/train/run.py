"""The whole training, stage by stage; each goes on from what an interrupted run left in its working folder."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from kg.errors import ResourceError, UsageError
from kg.extract.encoder import META
from kg.extract.tokens import blank
from kg.train import Log, annotated, figures, gold, relations, slots
from kg.train.recipe import Recipe, digest

CORPORA = ("scier", "scierc", "tdmsci")
STAGES = ("teacher", "labels", "student", "model", "corpora")
VERSION = "2.0.0"
LOG = "training.log"


def run(
    shared: Path, out: Path, work: Path, recipe: Recipe, log: Log, stages: tuple[str, ...] = STAGES,
    share: tuple[int, int] = (0, 1),
) -> None:  # fmt: skip
    """Make the model from the folder `shared` (as `../shared/README.md` describes it) and write it to `out`.

    `work` keeps what each stage made, by a name that tells its recipe, and a log of every figure. Of the texts to be
    labelled this process does its `share` (n, of). Raises `UsageError` where data is missing or `out` holds something
    else than a model, `ResourceError` where a package of kg[train] is missing.
    """
    abstracts = shared / "corpora/abstracts/abstracts.jsonl.gz"
    paths = {name: shared / f"corpora/{name}/train.jsonl" for name in CORPORA}
    for path in (abstracts, shared / "gold/train.jsonl", shared / "gold/dev.jsonl", *paths.values()):
        if not path.is_file():
            raise UsageError(f"{path}: no such file; training needs the data that ../shared/README.md lists.")
    if out.exists() and not (out / META).is_file():
        raise UsageError(
            f"{out}: holds something else than a model. Name an empty place or an earlier model."
        )
    try:
        import torch  # noqa: F401

        from kg.train import bases, corpus_models, distil, shipped
        from kg.train.student import Lessons, student
        from kg.train.teachers import teachers
    except ImportError as error:
        raise ResourceError(
            f"training needs {error.name}. Install it with: pip install 'kg[train]'"
        ) from error

    work.mkdir(parents=True, exist_ok=True)
    note = _kept(work / LOG, log)
    train, dev = gold.load(shared / "gold/train.jsonl"), gold.load(shared / "gold/dev.jsonl")
    if "teacher" in stages:
        for _ in teachers(train, dev, work, recipe.teacher, note):
            pass
    texts = distil.choose(abstracts, recipe.student.abstracts, [*train, *dev], recipe.student.seed)
    labels = work / f"labels-{digest(recipe.teacher, recipe.student.seed)}"
    if "labels" in stages:
        distil.label(
            texts, list(teachers(train, dev, work, recipe.teacher, log)), blank(), labels, share, log
        )
    if not {"student", "model", "corpora"} & set(stages):
        return
    pieces = {
        name: annotated.read(path, lambda problem: log(str(problem))).papers for name, path in paths.items()
    }
    held = {
        name: annotated.read(path, lambda problem: log(str(problem))).papers
        for name, path in _dev(shared).items()
    }
    if {"student", "model"} & set(stages):
        linear, pairs = relations.train(train, recipe.relations, note)
        judged = relations.judged(dev, linear)
        lessons = Lessons(train, pieces, texts, labels, pairs)
        model = student(lessons, Lessons(dev, held, pairs=judged), work, recipe.student, note)
        if "model" in stages:
            numbers = (
                figures.train(train, recipe.figures, note),
                slots.train(train, pairs, recipe.figures, note),
            )
            words = {"gold": shipped.words_of_gold(dev)}
            words |= {name: shipped.words_of_corpus(parts) for name, parts in held.items()}
            tokenizer = bases.minilm() / "tokenizer.json"
            lines = (work / LOG).read_text(encoding="utf-8").splitlines()
            shipped.write(out, model, tokenizer, linear, numbers, words, judged, _card(recipe, lines))
            log(f"model: {out}")
    if "corpora" in stages:
        corpus_models.write(out, pieces, held, recipe.corpus_relations, log)


def _dev(shared: Path) -> dict[str, Path]:
    """The corpora that have a part to be judged by."""
    paths = {name: shared / f"corpora/{name}/dev.jsonl" for name in CORPORA}
    return {name: path for name, path in paths.items() if path.is_file()}


def _kept(path: Path, log: Log) -> Log:
    """A log that is also written to a file, each line once: a resumed run says some of them again."""
    known = set(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else set()

    def note(line: str) -> None:
        log(line)
        if line not in known and not line.startswith(" "):
            known.add(line)
            with path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{line}\n")

    return note


def _card(recipe: Recipe, lines: list[str]) -> str:
    """The model card: what it is, from what, how, with which figures, and what it is not for."""
    settings = "\n".join(
        f"- {stage}: " + ", ".join(f"{name} {value}" for name, value in part.items())
        for stage, part in asdict(recipe).items()
    )
    figures = "\n".join(lines)
    return (
        (Path(__file__).parent / "card.md")
        .read_text(encoding="utf-8")
        .format(version=VERSION, settings=settings, figures=figures)
    )
