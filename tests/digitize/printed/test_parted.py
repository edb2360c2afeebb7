"""Columns of a table whose rule was not seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairdeal.digitize.printed.columns import parted
from fairdeal.digitize.printed.rules import tables_of
from fairdeal.digitize.printed.words import PageWords
from tests.support.printed_words import log, table

HEADS = ["Trick", "Leader", "N", "E", "S", "W"]
ROWS = [
    ["1", "N", "KH", "9H", "AH", "QH"],
    ["2", "S", "9C", "JC", "QC", "AC"],
    ["3", "W", "2C", "3C", "4C", "5C"],
]


def without_rule(found: PageWords, number: int) -> PageWords:
    return replace(found, down=np.delete(found.down, number, axis=0))


def test_two_columns_without_a_rule_between_them_are_two() -> None:
    whole = table([HEADS, *ROWS], "Play:")
    assert log(without_rule(whole, 3)) == log(whole)
    assert "trick 2: S: QC AC 9C JC" in log(whole)


def test_calls_that_begin_alike_are_one_column() -> None:
    seats = ["N", "E", "S"]
    found = table([seats, ["1 H", "P", "P"], ["2 H", "P", "P"], ["3 H", "P", "P"]], "Auction:")
    (ruled,) = tables_of(found.across, found.down)
    assert parted(ruled, found.lines) == ruled
