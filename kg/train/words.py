"""The list of common words by which the reader mends words that a line end divided (`kg/data/words.txt`).

Counted anew by `python -m kg.train.words ../shared/corpora/abstracts/abstracts.jsonl.gz`.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from kg import paths

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


def main() -> None:
    """Count the words of the abstracts in a gzipped JSON Lines file and write the list that is shipped."""
    with gzip.open(Path(sys.argv[1]), "rt", encoding="utf-8") as lines:
        words = common(json.loads(line)["abstract"] for line in lines)
    head = (
        "# Lower-case English words that 40 or more of 82,940 abstracts of AI venues (1993-2025) hold, sorted; "
        "counted for kg."
    )
    paths.data("words.txt").write_text("\n".join([head, *words, ""]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
