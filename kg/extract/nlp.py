"""The spaCy pipeline: tokens, sentences, abbreviations, known names, tagger; made once a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from kg import paths
from kg.extract import relations, reported, sentences, slots, tagger, tokens
from kg.extract.abbreviations import definitions
from kg.extract.known import KnownNames
from kg.extract.relations import Model

MODEL, RELATIONS, CORPORA, FIGURES = "model", "relations.npz", "corpora.npz", "figures.npz"
SENTENCES, ABBREVIATIONS, KNOWN = "sentences", "abbreviations", "known"
"""Keys of `doc.user_data` that the components fill: spans, definitions, candidates."""


@Language.component("kg_sentences")
def _sentences(doc: Doc) -> Doc:
    spans = sentences.spans(doc.text)
    starts = {start for start, _ in spans}
    # All at once: setting one token's flag looks through the whole document each time.
    begins = doc.to_array("IDX").tolist()
    flags: Any = np.array([1 if n == 0 or begin in starts else -1 for n, begin in enumerate(begins)])
    doc.from_array(["SENT_START"], flags.astype(np.uint64).reshape(-1, 1))
    doc.user_data[SENTENCES] = spans
    return doc


@Language.component("kg_abbreviations")
def _abbreviations(doc: Doc) -> Doc:
    doc.user_data[ABBREVIATIONS] = definitions(doc.text)
    return doc


@Language.factory("kg_known")
def _make_known(nlp: Language, name: str) -> object:
    known = KnownNames(nlp)

    def component(doc: Doc) -> Doc:
        doc.user_data[KNOWN] = known.find(doc)
        return doc

    return component


def model_path() -> Path:
    """The folder of the shipped model."""
    return paths.data(MODEL)


@cache
def relation_model(name: str) -> Model:
    """A shipped model of relations: "proposes" or "relation"; looked for once a process."""
    return relations.load(model_path() / RELATIONS, name)


def corpus_model(corpus: str) -> Model | None:
    """The shipped model of a corpus's own relations, if there is one."""
    path = model_path() / CORPORA
    return relations.load(path, corpus) if path.is_file() and corpus in relations.names(path) else None


@cache
def figure_weights() -> reported.Weights:
    """The shipped classifier of results; looked for once a process."""
    return reported.load(model_path() / FIGURES)


@cache
def end_weights() -> slots.Weights:
    """The shipped classifier of what results are of."""
    return slots.load(model_path() / FIGURES)


@cache
def load() -> Language:
    """The pipeline with the shipped model.

    Raises `ResourceError` where a file of the model is missing or damaged.
    """
    nlp = tokens.blank()
    for name in ("kg_sentences", "kg_abbreviations", "kg_known"):
        nlp.add_pipe(name)
    nlp.add_pipe(tagger.FACTORY, config={"folder": str(model_path())})
    return nlp
