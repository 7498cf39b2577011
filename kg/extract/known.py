"""The known vocabulary found in a text: spaCy phrase matches of its labels, longest first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from spacy.language import Language
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.util import filter_spans

from kg import vocabulary
from kg.extract.candidates import Candidate

RULE = "known"
SCORE = 0.75


class KnownNames:
    """Matchers over the vocabulary's labels: one that heeds capitals, one that does not."""

    def __init__(self, nlp: Language, path: Path | None = None) -> None:
        self._exact = PhraseMatcher(nlp.vocab, attr="ORTH")
        self._loose = PhraseMatcher(nlp.vocab, attr="LOWER")
        exact: dict[str, list[Doc]] = {}
        loose: dict[str, list[Doc]] = {}
        for term in vocabulary.load(path):
            table = exact if term.case_sensitive else loose
            table.setdefault(term.type, []).extend(nlp.make_doc(form) for form in forms(term.label))
        for matcher, table in ((self._exact, exact), (self._loose, loose)):
            for type_, docs in table.items():
                matcher.add(type_, docs)

    def find(self, doc: Doc) -> list[Candidate]:
        """The longest matches in `doc`, in order."""
        spans = [*self._exact(doc, as_spans=True), *self._loose(doc, as_spans=True)]
        return [Candidate(s.start_char, s.end_char, s.label_, SCORE, RULE) for s in filter_spans(spans)]


def forms(label: str) -> Iterable[str]:
    """The spellings of a label to look for: singular or plural, hyphen or space.

    >>> sorted(forms("low-rank adaptation"))
    ['low rank adaptation', 'low rank adaptations', 'low-rank adaptation', 'low-rank adaptations']
    """
    spellings = {label}
    if "-" in label and not any(c.isdigit() for c in label):
        spellings.add(label.replace("-", " "))
    if " " in label and label.islower() and label.count(" ") == 1:
        spellings.add(label.replace(" ", "-"))
    return sorted(spellings | {s + "s" for s in spellings if s[-1:].isalpha() and not s.endswith("s")})
