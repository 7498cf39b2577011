"""The known vocabulary found in a text, by identity key: any case, hyphen or plural of a label, longest first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans
from spacy.vocab import Vocab

from kg import names, vocabulary
from kg.extract.candidates import Candidate
from kg.settings import EXTRACT
from kg.vocabulary import Term

RULE = "known"
_REMEMBERED = 1 << 16  # words; the frequent ones are soon there again


class KnownNames:
    """A table of a vocabulary's labels by the keys of their tokens; the shipped one's unless `terms` are given."""

    def __init__(self, nlp: Language, terms: Iterable[Term] | None = None) -> None:
        self._pieces = _Pieces(nlp.vocab)
        self._terms: dict[str, list[Term]] = defaultdict(list)
        for term in vocabulary.load() if terms is None else terms:
            self._terms["".join(self._pieces.of(nlp.make_doc(term.label)))].append(term)
        self._begun = {key[:length] for key in self._terms for length in range(1, len(key) + 1)}

    def find(self, doc: Doc) -> list[Candidate]:
        """The longest matches in `doc`, in order; linear time.

        A label that is only sometimes the concept ("precision") counts where its sentence names another of its type.
        """
        pieces = self._pieces.of(doc)
        found: dict[Span, Term] = {}
        for start, first in enumerate(pieces):
            joined = ""
            for end in range(start + 1, len(pieces) + 1) if first in self._begun else ():
                joined += pieces[end - 1]
                if joined not in self._begun:
                    break
                term = self._term(joined, doc[start:end].text) if joined in self._terms else None
                if term and pieces[end - 1]:
                    found[Span(doc, start, end, label=term.type)] = term
        kept = filter_spans(found)
        sentence_of = np.cumsum(
            doc.to_array("SENT_START") == 1
        )  # span.sent walks through the sentence each time
        company = Counter((s.label, sentence_of[s.start]) for s in kept)
        return [
            Candidate(
                s.start_char,
                s.end_char,
                s.label_,
                EXTRACT.known_in_context_score if found[s].only_with_context else EXTRACT.known_score,
                RULE,
            )
            for s in kept
            if not found[s].only_with_context or company[s.label, sentence_of[s.start]] > 1
        ]

    def _term(self, joined: str, surface: str) -> Term | None:
        """The term that a surface with this key is, capitals heeded where the label asks for it."""
        return next(
            (
                t
                for t in self._terms[joined]
                if not t.case_sensitive or _letters(t.label) in (_letters(surface), _letters(surface)[:-1])
            ),
            None,
        )


class _Pieces(dict[int, str]):
    """Each word's share of the key of a phrase: "" for hyphens, a mark that no label has for addresses."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab

    def of(self, doc: Doc) -> list[str]:
        """The shares of a document's tokens."""
        return [self[word] for word in doc.to_array("ORTH").tolist()]

    def __missing__(self, word: int) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        lexeme = self._vocab[word]
        text = lexeme.text
        piece = names.key(text) or ("" if all(c in "-‐‑–—_/" for c in text) else text)
        self[word] = "\0" if lexeme.like_url else piece
        return self[word]


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())
