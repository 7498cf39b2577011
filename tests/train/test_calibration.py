"""The reliability table, by hand."""

from __future__ import annotations

import pytest

from kg.train.calibration import reliability


def test_bins_hold_their_lower_bound_and_the_last_its_upper() -> None:
    table = reliability([(0.9, True), (1.0, True), (0.8, False), (0.3, True), (0.0, False)])
    assert [(b.low, b.high, b.mentions) for b in table.bins] == [
        (0.0, 0.1, 1), (0.3, 0.4, 1), (0.8, 0.9, 1), (0.9, 1.0, 2)
    ]  # fmt: skip


def test_the_error_weighs_bins_by_their_mentions() -> None:
    # Bin 0.9: mean 0.95, 3 of 4 right, off by 0.2; bin 0.5: mean 0.5, 1 of 1 right, off by 0.5.
    scored = [(0.94, True), (0.96, True), (0.95, True), (0.95, False), (0.5, True)]
    table = reliability(scored)
    assert table.error == pytest.approx((4 * 0.2 + 1 * 0.5) / 5)
    assert (table.sure, table.sure_mentions) == (0.75, 4)


def test_without_a_sure_mention_there_is_no_share() -> None:
    assert reliability([(0.5, True)]).sure is None
    nothing = reliability([])
    assert (nothing.bins, nothing.error, nothing.sure_mentions) == ((), 0, 0)
