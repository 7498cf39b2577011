"""Whether a figure is a quantity or a change of one."""

from __future__ import annotations

import time

import pytest

from kg.extract.change import kinds
from kg.extract.figures import find

UP, DOWN, IS = "improvement", "reduction", "absolute"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It reaches an accuracy of 91.2%.", [IS]),
        ("It improves accuracy by up to 3%.", [UP]),
        ("It outperforms the baseline by an average of 3.5 points.", [UP]),
        ("A 5% relative improvement in F1.", [UP]),
        ("It gains 4.1 and 3.2 points on A and B.", [UP, UP]),
        ("An improvement of about 15% for A and 18% for B.", [UP, UP]),
        ("The gains were 6.5% and 5% for A, and 23.4% and 17.8% for B.", [UP, UP, UP, UP]),
        ("It is 2.3× faster and uses 4× less memory.", [UP, DOWN]),
        ("The error drops by 12%.", [DOWN]),
        ("It needs 30% fewer labels.", [DOWN]),
        ("A two-fold reduction in latency.", [DOWN]),
        ("With 18 times fewer parameters it reaches 92.2%.", [DOWN, IS]),
        ("Ease of use (+31.2%) and helpfulness (+13.0%).", [UP, UP]),
        ("It raises the score from 0.94 to 0.98.", [IS, IS]),
        ("A mAP of 22.7 beats all others by a large margin (+4.3%).", [IS, UP]),
        ("It achieves a Dice score of 71.2% and an improvement of 4.2% over others.", [IS, UP]),
        ("There is a drop in performance (on average 39.4%).", [DOWN]),
        ("It yields an order of magnitude speedup.", [UP]),
        ("A sensitivity exceeding 80%.", [IS]),
        ("It surpasses them by 9% to 20%.", [UP, UP]),
        ("The decrease in performance can range from 19.6% to 47.7%.", [DOWN, DOWN]),
        ("The improvement can be substantial, exceeding 20%.", [UP]),
        ("A gain in top-1 accuracy of 3%.", [UP]),
        ("It gains in both settings with an accuracy of 91%.", [IS]),
        ("It improves accuracy (72.1% → 85.3%).", [IS, IS]),
        ("double-digit increases in AUC", [UP]),
    ],
)  # fmt: skip
def test_kinds(text: str, expected: list[str]) -> None:
    found = kinds(text, 0, len(text), find(text))
    assert [k for k, number in zip(found, find(text), strict=True) if number.role != "from"] == [
        k for k, number in zip(expected, find(text), strict=True) if number.role != "from"
    ]


@pytest.mark.parametrize(
    "word", ["7 ", "by 7% and ", "about ", "gain of ", "(", "0.1,", "- ", "up to the average of "]
)
def test_time_is_linear(word: str) -> None:
    def cost(times: int) -> float:
        text = word * times
        numbers = find(text + "5%")
        start = time.process_time()
        kinds(text + "5%", 0, len(text) + 2, numbers)
        return time.process_time() - start

    cost(50)
    assert cost(4_000) < 40 * max(cost(400), 0.002)
