"""The stages in order: sources to annotations, annotations to a graph with its files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from kg import curate, link, store, vocabulary
from kg import extract as extraction
from kg.building import GRAPH, PAGE, BuildSummary, Noted, Progress, Reader, Settings, build_from
from kg.errors import InputError, NotFoundError, Report, UsageError, ignore
from kg.export.iris import checked_base
from kg.extract.sure import at_least
from kg.read import read
from kg.records import Annotation, Document
from kg.store import extracted
from kg.store.extracted import Extracted
from kg.vocabulary import Term
from kg.wording import shortened

__all__ = ["GRAPH", "PAGE", "BuildSummary", "annotate", "build", "extract", "remove"]


def unwatched(documents: Iterable[Document], _: int | None = None) -> Iterable[Document]:
    """The documents, shown to nobody."""
    return documents


def extract(
    sources: Iterable[str | Path],
    report: Report = ignore,
    *,
    stdin: BinaryIO | None = None,
    progress: Progress = unwatched,
    min_score: float = 0.0,
    own_names: str | Path | None = None,
) -> Iterator[Annotation]:
    """Each paper's own annotation, in input order, lazily; of mentions with a score of `min_score` or more.

    The names of the SKOS file `own_names` are known beside those that kg ships: see `kg.vocabulary.with_own`.

    Raises `UsageError` for a missing path or a score that is none, `InputError` for a wrong vocabulary and
    `ResourceError` for a missing model.
    """
    settings = Settings(min_score, terms=_terms(own_names))
    return annotate(progress(read(sources, report, stdin), None), settings.min_score, settings.terms)


def annotate(
    documents: Iterable[Document], min_score: float, terms: tuple[Term, ...] | None = None
) -> Iterator[Annotation]:
    """Each document's own annotation, in order, lazily; `terms` are the names known beforehand, if not the shipped."""
    found = (at_least(extracted, min_score) for extracted in extraction.extract(documents, terms=terms))
    return map(partial(link.link_paper, known=vocabulary.keys(terms)), found)


def _terms(own_names: str | Path | None) -> tuple[Term, ...] | None:
    return None if own_names is None else vocabulary.with_own(Path(own_names))


def build(
    sources: Iterable[str | Path],
    out: str | Path = store.GRAPH.parent,
    report: Report = ignore,
    *,
    stdin: BinaryIO | None = None,
    progress: Progress = unwatched,
    reader: Reader = annotate,
    min_score: float = 0.0,
    base_iri: str | None = None,
    curation: str | Path | None = None,
    own_names: str | Path | None = None,
) -> BuildSummary:
    """Build the graph of `sources`, of mentions with a score of `min_score` or more, and leave it with its exports in
    the folder `out`.

    It is corrected as `curation` says, or where none is given `curation.tsv` in `out`: see `kg.curate`. The names of
    the SKOS file `own_names` are known beside those that kg ships: see `kg.vocabulary.with_own`.
    In RDF its things lie under `base_iri`, now and in later exports. Only papers that are new in `out`, or changed,
    are extracted, by `reader`; what was found is safe at once, so that after a crash the next build goes on from
    there. All files are made in a hidden folder first and moved into place at the end, the graph last: an interrupt
    leaves what stood there. Equal papers give equal bytes, whatever was built before.
    Raises `InputError` where no paper is found at all, `UsageError` for a missing path or a base that is none,
    `OutputError` where `out` cannot be written or another build writes to it.
    """
    settings = Settings(min_score, checked_base(base_iri), curation, _terms(own_names))
    if settings.terms is not None:
        if reader is not annotate:
            raise UsageError(
                "A vocabulary of your own is used by this machine alone. Build without a cluster."
            )
        reader = partial(annotate, terms=settings.terms)
    noted = Noted(report)
    documents = read(sources, noted, stdin)
    return build_from(documents, {}, Path(out), settings, noted, progress, reader)


def remove(
    papers: Iterable[str],
    out: str | Path = store.GRAPH.parent,
    report: Report = ignore,
    *,
    curation: str | Path | None = None,
    own_names: str | Path | None = None,
) -> BuildSummary:
    """Take papers out of the graph in `out`, by their ids, with all that they alone supported: it is left as `build`
    leaves it without them, and a build of sources that have them brings them back.

    Raises `NotFoundError` where there is no graph or it has no such paper, `InputError` where it has no other, and
    `UsageError` where it was built with corrections that are neither beside it nor given as `curation`, or with a
    vocabulary that is not given as `own_names`.
    """
    out = Path(out)
    with store.Store(out / GRAPH) as opened:
        meta = opened.meta()
    before, facts, gone = Extracted(out / extracted.NAME), json.loads(meta["build"]), set(papers)
    if "curation" in facts and curation is None and not (out / curate.FILE).exists():
        raise UsageError(
            f"{out / GRAPH}: was built with corrections from another file. Name it with: --curation FILE"
        )
    if "vocabulary" in facts and own_names is None:
        raise UsageError(f"{out / GRAPH}: was built with a vocabulary. Name it with: --vocabulary FILE")
    source_of = {document.id: document.source for document in before.documents}
    if missing := sorted(gone - source_of.keys()):
        raise NotFoundError(
            f"{out / GRAPH}: has no paper {', '.join(map(shortened, missing))}. See: kg papers"
        )
    left = Counter(source for id_, source in source_of.items() if id_ not in gone)
    if not left:
        raise InputError(f"{out / GRAPH}: has no other paper. Delete the folder, if nothing shall be left.")
    # A file that has lost papers here is no longer what the graph was built from.
    digests = {
        known["source"]: known["sha256"] if left[known["source"]] == known["papers"] else None
        for known in facts["sources"]
    }
    settings = Settings(facts["min_score"], meta.get("base_iri"), curation, _terms(own_names))
    documents = (document for document in before.documents if document.id not in gone)
    reader = partial(annotate, terms=settings.terms)
    return build_from(documents, digests, out, settings, Noted(report), unwatched, reader)
