"""English tokens for papers: spaCy's rules, mended where scientific text breaks them."""

from __future__ import annotations

from typing import Any

import spacy
from spacy.lang.tokenizer_exceptions import emoticons
from spacy.language import Language
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

# "RoBERTa(Alpha et al.)is": brackets without a space; every dash and slash parts words.
_INFIXES = (r"(?<=[\w\)\]])[\(\[](?=\w)", r"(?<=\w)[\)\]](?=\w)", r"[–—/]", r"(?<=\w)--(?=\w)")
# "BERT- based" and "GNN -based": a hyphen with a stray space belongs to neither word.
_SUFFIXES = (r"(?<=\w)-",)
_PREFIXES = (r"-(?=[^\W\d])",)


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
    tokenizer.infix_finditer = compile_infix_regex([*defaults.infixes, *_INFIXES]).finditer
    tokenizer.suffix_search = compile_suffix_regex([*defaults.suffixes, *_SUFFIXES]).search
    tokenizer.prefix_search = compile_prefix_regex([*defaults.prefixes, *_PREFIXES]).search
    return nlp
