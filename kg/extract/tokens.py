"""English tokens for papers: spaCy's rules, mended where scientific text breaks them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import spacy
from spacy.attrs import IS_SPACE, LIKE_URL, LOWER, NORM  # type: ignore[import-not-found]  # untyped Cython
from spacy.lang.tokenizer_exceptions import emoticons
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

# "RoBERTa(Alpha et al.)is": brackets without a space; every dash and slash parts words.
_INFIXES = (r"(?<=[\w\)\]])[\(\[](?=\w)", r"(?<=\w)[\)\]](?=\w)", r"[–—/]", r"(?<=\w)--(?=\w)")
# "BERT- based" and "GNN -based": a hyphen with a stray space belongs to neither word.
_SUFFIXES = (r"(?<=\w)-",)
_PREFIXES = (r"-(?=[^\W\d])",)

_LONGEST = 250  # characters without a space that are read at once; spaCy takes quadratic time
_LONG = re.compile(rf"\S{{{_LONGEST + 1},}}")
_CACHED = 1 << 17  # words; 80,000 abstracts have more, but hardly any that come again


def blank() -> Language:
    """An English pipeline that only tokenises.

    >>> [token.text for token in blank()("GNN -based LSTM–CRF(N=8)is 84.8% Pass@64.")]
    ['GNN', '-', 'based', 'LSTM', '–', 'CRF', '(', 'N=8', ')', 'is', '84.8', '%', 'Pass@64', '.']
    """
    nlp = spacy.blank("en")
    defaults: Any = nlp.Defaults
    tokenizer: Any = nlp.tokenizer
    # "8)" and "xD" are no faces here.
    tokenizer.rules = {text: rule for text, rule in tokenizer.rules.items() if text not in emoticons}
    infixes = compile_infix_regex([*defaults.infixes, *_INFIXES]).finditer
    suffixes = compile_suffix_regex([*defaults.suffixes, *_SUFFIXES]).search
    # Most words are plain letters, from which no rule parts anything.
    tokenizer.infix_finditer = lambda word: () if _plain(word) else infixes(word)
    tokenizer.suffix_search = lambda word: None if _plain(word) else suffixes(word)
    tokenizer.prefix_search = compile_prefix_regex([*defaults.prefixes, *_PREFIXES]).match
    tokenizer.max_cache_size = _CACHED
    vocab: Any = nlp.vocab
    getters = vocab.lex_attr_getters  # they are asked of every new word; kg reads no other attribute
    vocab.lex_attr_getters = {name: getters[name] for name in (NORM, LOWER, LIKE_URL, IS_SPACE)}
    nlp.tokenizer = _Bounded(tokenizer)
    nlp.max_length = 1 << 30  # spaCy's own limit is for parsers
    return nlp


class _Bounded:
    """A tokeniser that reads what has no space for long a piece at a time: linear time."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.vocab = tokenizer.vocab

    def __call__(self, text: str) -> Doc:
        if max(map(len, text.split()), default=0) <= _LONGEST:
            doc: Doc = self._tokenizer(text)
            return doc
        words: list[str] = []
        spaces: list[bool] = []
        for start, end in pairwise(_cuts(text)):
            piece = self._tokenizer(text[start:end])
            words += [token.text for token in piece]
            spaces += [bool(token.whitespace_) for token in piece]
        return Doc(self.vocab, words, spaces)

    def pipe(self, texts: Iterable[str]) -> Iterable[Doc]:
        """The documents of many texts."""
        return map(self, texts)


def _cuts(text: str) -> list[int]:
    """Where the pieces begin and end in which a text is read."""
    inner = [
        at for long in _LONG.finditer(text) for at in range(long.start() + _LONGEST, long.end(), _LONGEST)
    ]
    return [0, *inner, len(text)]


def _plain(word: str) -> bool:
    return word.isascii() and word.isalpha()
