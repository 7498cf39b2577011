"""The list of common words by which the reader mends words that a line end divided (`kg/data/words.txt`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_HALVES = tuple(
    re.compile(pattern)
    for pattern in (
        r"[A-Za-z]-\s+([a-z]{2,})",
        r"([a-z]{2,})-\s+[a-z]",
        r"\(cid:173\)\s*([a-z]{2,})",
        r"([a-z]{2,})\(cid",
    )
)
_WORD = re.compile(r"(?<![\w'’\\-])[a-z]{2,}(?![\w'’-])")


def common(texts: Iterable[str], least: int = 40) -> list[str]:
    """The lower-case words that `least` or more of the texts hold, sorted.

    Left out is what stands as half of a divided word in a sixth of its texts or more ("tion").

    >>> common(["deep trans- former nets", "deep nets"], least=2)
    ['deep', 'nets']
    """
    whole: Counter[str] = Counter()
    halves: Counter[str] = Counter()
    for text in texts:
        halves.update({half for pattern in _HALVES for half in pattern.findall(text)})
        whole.update(set(_WORD.findall(text)))
    return sorted(word for word, count in whole.items() if count >= least and halves[word] * 6 < count)
