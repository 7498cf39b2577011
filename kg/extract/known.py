"""The known vocabulary found in a text, by identity key: any case, hyphen or plural of a label, longest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from kg import names, vocabulary
from kg.extract.candidates import Candidate
from kg.settings import EXTRACT
from kg.vocabulary import Term

RULE = "known"


class KnownNames:
    """A table of the vocabulary's labels by the keys of their tokens."""

    def __init__(self, nlp: Language) -> None:
        self._terms: dict[str, list[Term]] = defaultdict(list)
        for term in vocabulary.load():
            self._terms["".join(_pieces(nlp.make_doc(term.label)))].append(term)
        self._longest = max(map(len, self._terms), default=0)

    def find(self, doc: Doc) -> list[Candidate]:
        """The longest matches in `doc`, in order.

        A label that is only sometimes the concept ("precision") counts where its sentence names another of its type.
        """
        pieces = _pieces(doc)
        found: dict[Span, Term] = {}
        for start in range(len(pieces)):
            joined = ""
            for end in range(start + 1, len(pieces) + 1):
                joined += pieces[end - 1]
                if not joined or not pieces[start] or len(joined) > self._longest:
                    break
                term = self._term(joined, doc[start:end].text) if joined in self._terms else None
                if term and pieces[end - 1]:
                    found[Span(doc, start, end, label=term.type)] = term
        kept = filter_spans(found)
        return [
            Candidate(
                s.start_char,
                s.end_char,
                s.label_,
                EXTRACT.known_in_context_score if found[s].only_with_context else EXTRACT.known_score,
                RULE,
            )
            for s in kept
            if not found[s].only_with_context or _has_company(s, kept)
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


def _has_company(span: Span, others: Sequence[Span]) -> bool:
    """Whether another known name of the span's type stands in its sentence."""
    sentence = span.sent
    return any(
        o.label == span.label and o != span and sentence.start <= o.start < sentence.end for o in others
    )


def _pieces(doc: Doc) -> list[str]:
    """Each token's share of the key of a phrase: "" for hyphens, a mark that no label has for addresses."""
    return ["\0" if token.like_url else _piece(token.text) for token in doc]


@lru_cache(maxsize=1 << 16)
def _piece(token: str) -> str:
    return names.key(token) or ("" if all(c in "-‐‑–—_/" for c in token) else token)


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())
