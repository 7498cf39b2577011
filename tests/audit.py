"""bandit over kg/, against the answers in docs/security.md: python -m tests.audit (of `make audit`)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_ROW = re.compile(r"\| `(?P<file>kg/[\w/]+\.py)` \| (?P<rule>B\d{3}) \| (?P<number>\d+) \| \S.* \|")
Findings = Counter[tuple[str, str]]
"""How often a rule of bandit's fires in a file."""


def answered(text: str) -> Findings:
    """The findings that the table of a page answers.

    >>> answered("| `kg/a.py` | B101 | 2 | because |")
    Counter({('kg/a.py', 'B101'): 2})
    """
    return Counter({(row["file"], row["rule"]): int(row["number"]) for row in _ROW.finditer(text)})


def found() -> Findings:
    """What bandit finds now."""
    command = [sys.executable, "-m", "bandit", "-q", "-r", "kg", "-f", "json"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT)
    results = json.loads(done.stdout)["results"]
    return Counter((Path(each["filename"]).as_posix(), each["test_id"]) for each in results)


def main() -> int:
    """Say what has no answer, and which answers have no finding; 1 where there is any."""
    now, known = found(), answered((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    for (file, rule), number in sorted((now - known).items()):
        print(f"{file}: {number} more of {rule} than docs/security.md answers: look with bandit -r kg")
    for (file, rule), number in sorted((known - now).items()):
        print(f"{file}: {number} fewer of {rule} than docs/security.md answers: mend its table")
    print(f"bandit: {now.total()} findings, {(now & known).total()} answered")
    return int(now != known)


if __name__ == "__main__":
    sys.exit(main())
