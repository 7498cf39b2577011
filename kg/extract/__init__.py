"""Document to Extraction: the only stage that uses spaCy.

tokens, sentences, abbreviations, known, tagger      the spaCy pipeline (nlp.py)
introduced, kinds                                    names that the text itself explains
candidates, overlaps, forms, lists, votes            how mentions are agreed on (mentions.py)
pairs, relations, nets, told                         what is said of them
figures, change, reported, bound, slots              the results that are reported of them (results.py)
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from kg import names
from kg.extract import encoder, introduced, nets, nlp, pairs, relations, results, tagger, told
from kg.extract.abbreviations import Definition
from kg.extract.candidates import Candidate
from kg.extract.known import KnownNames
from kg.extract.mentions import settle
from kg.extract.relations import Seen
from kg.records import Abbreviation, Document, Extraction, Mention, Part, Relation
from kg.settings import EXTRACT
from kg.vocabulary import Term

__all__ = ["extract"]

_HALF = re.compile("[\ud800-\udfff]")

_Given = Mapping[str, Sequence[Candidate]]
_ZONE = threading.Lock()  # spaCy's memory zones cannot be nested, nor shared by threads


def extract(
    documents: Iterable[Document], given: _Given | None = None, terms: Iterable[Term] | None = None
) -> Iterator[Extraction]:
    """What each document says, in order, lazily, in chunks that begin small, so that the first is soon there.

    `given` are the mentions in a document's joined text, by its id, in order and apart: they stand in place of what
    the model finds, so that what is said of them can be judged alone. `terms` are the names that are known
    beforehand, in place of the shipped vocabulary's.

    Raises `ResourceError` where the model is missing.

    >>> found = next(extract([Document("1", "We propose LERD, a method for emotion recognition.")]))  # doctest: +SKIP
    >>> [(m.type, found.document.text[m.start : m.end]) for m in found.mentions]  # doctest: +SKIP
    [('Method', 'LERD'), ('Task', 'emotion recognition')]
    """
    pipeline = nlp.load()
    known = None if terms is None else KnownNames(pipeline, terms)
    for chunk in _chunks(documents):
        yield from _extractions(pipeline, chunk, given, known)


def _chunks(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """The documents in lists that double in length up to `EXTRACT.chunk`; long texts make shorter ones."""
    most, chunk, characters = EXTRACT.first_chunk, list[Document](), 0
    for document in documents:
        chunk.append(document)
        characters += len(document.text)
        if len(chunk) >= most or characters >= EXTRACT.chunk_characters:
            yield chunk
            most, chunk, characters = min(2 * most, EXTRACT.chunk), [], 0
    if chunk:
        yield chunk


def _extractions(
    pipeline: Language,
    documents: Sequence[Document],
    given: _Given | None = None,
    known: KnownNames | None = None,
) -> list[Extraction]:
    """What the documents say, all of them at once: spaCy keeps every new word unless a memory zone ends behind it.

    Nothing of spaCy's may outlive the zone, and no caller may run inside it, as generators would have it.
    """
    # Half a character, which no file can hold, is read as a sign that stands for none: offsets stay.
    texts = ((_HALF.sub("\ufffd", document.joined), document) for document in documents)
    found = []
    with _ZONE, pipeline.memory_zone():
        for doc, document in pipeline.pipe(texts, as_tuples=True, batch_size=EXTRACT.batch):
            if known is not None:
                doc.user_data[nlp.KNOWN] = known.find(doc)
            found.append(_extraction(doc, document, given[document.id] if given else None))
    return found


def _extraction(doc: Doc, document: Document, given: Sequence[Candidate] | None = None) -> Extraction:
    text: str = doc.text  # the joined text, without halves of characters
    shift = len(text) - len(document.text)
    title_end = len(document.title or "")
    definitions = doc.user_data[nlp.ABBREVIATIONS]
    sentences = doc.user_data[nlp.SENTENCES]
    new = introduced.find(text, title_end)
    candidates = [*_tagged(doc), *doc.user_data[nlp.KNOWN], *new]
    found = settle(text, candidates, definitions, title_end) if given is None else list(given)
    start_of = {c.end: c.start for c in found}
    abbreviations = tuple(_abbreviation(text, definition, start_of) for definition in definitions)
    paper = pairs.read(text, title_end, sentences, found, [(a.short, a.long) for a in abbreviations], new)
    known = {names.key(text[c.start : c.end]) for c in doc.user_data[nlp.KNOWN]}
    seen = Seen(doc.user_data[encoder.VECTORS], nets.word_ranges(doc.to_array("IDX").tolist(), found))
    stated = [
        *relations.find(paper, seen, nlp.relation_model("proposes"), nlp.relation_model("relation"), known),
        *told.find(text, sentences, found),
    ]
    figures = results.find(paper, stated, nlp.figure_weights(), nlp.end_weights())

    def place(start: int, end: int) -> tuple[int, int, Part]:
        return (start, end, "title") if start < title_end else (start - shift, end - shift, "text")

    return Extraction(
        document,
        tuple(_mention(c, *place(c.start, c.end)) for c in found),
        tuple(_relation(r, *place(r.start, r.end)) for r in stated),
        abbreviations,
        tuple((start - shift, end - shift) for start, end in sentences if start >= shift),
        tuple(replace(f, start=f.start - shift, end=f.end - shift) for f in figures),
    )


def _abbreviation(text: str, definition: Definition, start_of: Mapping[int, int]) -> Abbreviation:
    """The forms of a definition; long is the whole mention that ends with the long form, if there is one.

    `start_of` says where the mention begins that ends at a place.
    """
    start, end = definition.long
    return Abbreviation(text[slice(*definition.short)], text[min(start, start_of.get(end, start)) : end])


def _tagged(doc: Doc) -> list[Candidate]:
    spans = doc.spans[tagger.SPANS]
    scores = spans.attrs["scores"]
    return [
        Candidate(s.start_char, s.end_char, s.label_, p, "tagger") for s, p in zip(spans, scores, strict=True)
    ]


def _mention(candidate: Candidate, start: int, end: int, part: Part) -> Mention:
    return Mention(start, end, candidate.type, candidate.score, candidate.rule, part)


def _relation(relation: Relation, start: int, end: int, part: Part) -> Relation:
    r = relation
    return Relation(r.subject, r.predicate, r.object, start, end, r.score, r.rule, part)
