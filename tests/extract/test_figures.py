"""Numbers with their units, as they stand in abstracts."""

from __future__ import annotations

import time
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract.figures import find


def said(text: str) -> list[tuple[str | None, str | None]]:
    return [(number.value, number.unit) for number in find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an accuracy of 84.8%", [("84.8", "%")]),
        ("0.90 %, 12 percent and 3 per cent", [("0.90", "%"), ("12", "percent"), ("3", "per cent")]),
        ("98.5±0.3", [("98.5", None)]),
        ("98.5 ± 0.3%", [("98.5", "%")]),
        ("0.104 +/- 0.041 for all", [("0.104", None)]),
        ("2.3× faster", [("2.3", "×")]),
        ("7 times, 3 x and 20X", [("7", "times"), ("3", "x"), ("20", "X")]),
        ("two-fold, three times and 4-fold", [("2", "fold"), ("3", "times"), ("4", "fold")]),
        ("twice as fast", [("2", None)]),
        ("1,234.5 ms and 12,345,678", [("1234.5", "ms"), ("12345678", None)]),
        ("95,3 %", [("95.3", "%")]),
        ("r = 0.89", [("0.89", None)]),
        ("+6.1% and -2%, −3.5%", [("6.1", "%"), ("-2", "%"), ("-3.5", "%")]),
        ("$0.27 per image", [("0.27", "$")]),
        ("13.2 CIDEr points and 8 percentage points", [("13.2", "CIDEr points"), ("8", "percentage points")]),
        ("25 fps, 90Hz, 0.108 s, 7.7 GB", [("25", "fps"), ("90", "Hz"), ("0.108", "s"), ("7.7", "GB")]),
        ("1.2 × 10^-3 and 1e-5", [("0.0012", None), ("0.00001", None)]),
        ("an order of magnitude faster", [(None, None)]),
        (".5 and 0.5", [("0.5", None), ("0.5", None)]),
        ("900+ FPS and 95+% of them", [("900", "FPS"), ("95", "%")]),
        ("double-digit gains", [(None, None)]),
        ("a twofold increase", [("2", "fold")]),
    ],
)  # fmt: skip
def test_a_number_has_a_plain_value_and_its_unit(text: str, expected: list[tuple[str, str]]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4, ResNet-50 and top-1", "3D, 4D and 2D", "a 7B model, 54.3M and 8.3.1", "in 2021 (Ko et al., 2019)",
        "the 1990s", "a 95% confidence interval", "the 95%-confidence level", "(PCL: 4*3090)",
        "the contributions are twofold: a", "It is two-fold.",
        "160x160", "5-shot", "Llama_3", "W[1]-hard", "10^{-2}", "x^2", "v2.0.1", "https://a.org/3",
    ],
)  # fmt: skip
def test_a_part_of_a_name_a_year_and_a_power_are_no_numbers(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("by 20-100X", ["low", "high"]),
        ("3.92–11.94%", ["low", "high"]),
        ("between 74.4 and 92.9% agreement", ["low", "high"]),
        ("a gain of 9.70% to 20.08%", ["low", "high"]),
        ("ranges from 19.6% to 47.7%", ["low", "high"]),
        ("($0.23 - $0.27 per image)", ["low", "high"]),
        ("from 41.1% to 43.2%", ["from", "to"]),
        ("from an accuracy of 41.1% to an accuracy of 43.2%", ["from", "to"]),
        ("improves (14.9% to 33.5%)", ["from", "to"]),
        ("accuracy (41.1% → 43.2%)", ["from", "to"]),
        ("41.1% and 43.2%", ["single", "single"]),
    ],
)
def test_ends_of_a_range_and_of_a_change(text: str, roles: list[str]) -> None:
    assert [number.role for number in find(text)] == roles


def test_the_last_of_a_list_has_the_unit_for_all() -> None:
    assert said("by 1.5, 2 and 2.5×") == [("1.5", "×"), ("2", "×"), ("2.5", "×")]
    assert said("on 5 tasks by 3%") == [("5", None), ("3", "%")]


@pytest.mark.parametrize("text", ["9" * 50 + "%", "1e999", "4.5qux", "3.1e-400"])
def test_what_is_too_large_or_of_a_strange_unit_is_kept_as_written(text: str) -> None:
    (number,) = find(f"It reaches {text} here.")
    assert number.value is None
    assert f"It reaches {text} here."[number.start : number.end] == text


@settings(deadline=None)
@given(st.text(alphabet="0123456789.,%×x-–+±$ eE^ab()", max_size=80))
def test_numbers_are_apart_in_order_and_plain(text: str) -> None:
    numbers = find(text)
    assert all(0 <= number.start < number.end <= len(text) for number in numbers)
    assert all(one.end <= other.start for one, other in pairwise(numbers))
    for number in numbers:
        if number.value is not None:
            assert Decimal(number.value).is_finite()
            assert "e" not in number.value.lower()


@pytest.mark.parametrize(
    "word", ["7 ", "7", "7.", "7,", "1,000 ", "5% and ", "-3 ", "a 5 to ", "1e", "± 3", "(5 ", "x^"]
)
def test_time_is_linear(word: str) -> None:
    def cost(times: int) -> float:
        text = word * times
        start = time.process_time()
        find(text)
        return time.process_time() - start

    find(word * 100)
    assert cost(20_000) < 40 * max(cost(2_000), 0.002)
