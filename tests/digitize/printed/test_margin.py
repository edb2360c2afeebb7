"""Specks left of where the lines of a page begin."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.reading_order import within_margin
from tests.support.printed_words import line_of, log_of, word

LOG = """[Deal "1"]
Hands:
1: KH 9C
2: JH 10S
3: QD AC
Play:
1: KH JH"""


def beside(speck: str, at: str) -> str:
    """The log moved to the right, with something left of one of its lines."""
    lines = [(speck if line.startswith(at) else "").ljust(4) + line for line in LOG.splitlines()]
    return log_of("\n".join(lines))


@pytest.mark.parametrize("at", ["[Deal", "Hands:", "2:", "Play:"])
@pytest.mark.parametrize("speck", ["|", "|,", "a", "= |"])
def test_specks_left_of_the_margin_are_left_out(speck: str, at: str) -> None:
    """The frame of a screen hid the names of blocks and the tags."""
    assert beside(speck, at) == LOG


@pytest.mark.parametrize("word", ["3", "N", "10", "Hi"])
def test_what_may_be_an_entry_stays(word: str) -> None:
    assert beside(word, "2:") != LOG


def test_a_page_of_which_the_lines_begin_anywhere_has_no_margin() -> None:
    text = "\n".join(
        " " * n + line for n, line in enumerate(("Play:", "a 1: KH", "2: JH", "3: QD"))
    )
    assert "a 1: KH" in log_of(text)


def test_a_column_beside_a_longer_one_has_a_margin_of_its_own() -> None:
    """The hole of a punch beside the four hands, with tricks to their right: one hand was not read."""
    left = [
        line_of([word("N:", row=n, column=5), word("KH", row=n, column=9)], n) for n in range(7)
    ]
    hole = line_of([word("?", row=4, column=0), *left[4].words], 4)
    right = [line_of([word("KH", row=n, column=40)], n) for n in range(7, 20)]
    assert within_margin([*left[:4], hole, *left[5:], *right]) == [*left, *right]
