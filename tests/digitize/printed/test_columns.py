"""Two columns of text beside each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairdeal.digitize.printed.columns import _cell_of, page_items
from fairdeal.digitize.printed.reading_order import in_reading_order
from fairdeal.digitize.printed.rules import Table
from fairdeal.digitize.printed.words import Line, PageWords, Word
from tests.support.printed_words import line, log_of

BESIDE = """Deal: 4
Hands:            Auction:
1: KH 9C          3: 28 S, P
2: JH 10S         P, P
3: QD             29 H, P
"""


def texts(lines: list[Line]) -> list[str]:
    return [each.text for each in lines]


def ordered(text: str) -> list[str]:
    return texts(in_reading_order([line(each, n) for n, each in enumerate(text.splitlines())]))


def test_the_left_column_comes_before_the_right_one() -> None:
    assert log_of(BESIDE).splitlines() == [
        '[Deal "4"]', "Hands:", "1: KH 9C", "2: JH 10S", "3: QD",
        "Auction:", "3: 28 S, P", "P, P", "29 H, P",
    ]  # fmt: skip


def test_rules_below_the_columns_do_not_join_them() -> None:
    """The checks of a tablecloth at the foot of a page were a table, and no line above it could be read."""
    lines = tuple(line(each, n) for n, each in enumerate(BESIDE.splitlines()))
    foot = int(lines[-1].middle) + 200
    across = np.array([(0, y, 600, y + 3) for y in (foot, foot + 60)], np.int32)
    down = np.array([(x, foot, x + 3, foot + 60) for x in (0, 200, 400, 597)], np.int32)
    below = replace(lines[0], middle=foot + 90.0)
    read = page_items(PageWords((*lines, below), across, down))
    assert texts([each for each in read if isinstance(each, Line)])[:-1] == ordered(BESIDE)


def test_lines_below_both_stay_there() -> None:
    assert ordered(BESIDE + "Everybody agreed-to-this in the end")[-1].startswith(
        "Everybody agreed"
    )


def test_one_column_stays_as_it_is() -> None:
    text = "Hands:\n1: KH 9C\nAuction:\n3: 28 S, P"
    assert ordered(text) == text.splitlines()


def test_a_name_of_a_block_with_nothing_below_it_makes_no_column() -> None:
    text = "Cup 2026          Auction:\n1: KH 9C\n2: JH"
    assert ordered(text)[0].split() == ["Cup", "2026", "Auction:"]


def test_names_of_two_blocks_in_one_line_head_two_columns() -> None:
    """Where nobody had called, all hands were lost with the name of their block."""
    text = "Hands:            Auction:\n1: KH 9C\n2: JH 10S"
    assert log_of(text).splitlines() == ["Hands:", "1: KH 9C", "2: JH 10S", "Auction:"]


def test_the_head_of_a_column_may_stand_a_little_lower() -> None:
    left, right, *rest = (line(each, n) for n, each in enumerate(BESIDE.splitlines()[1:]))
    head = left.words[:1], left.words[1:]
    high, low = (replace(left, words=part) for part in head)
    lines = [high, replace(low, middle=high.middle + 0.6 * high.capital), right, *rest]
    assert texts(in_reading_order(lines))[:2] == ["Hands:", "1: KH 9C"]


def test_an_event_above_the_right_columns_first_block_belongs_to_it() -> None:
    """It stood behind the name of the left column's block, and was lost."""
    text = """Deal: 4
Hands:          | ! exposed 2:JH
1: KH 9C          Auction:
2: JH 10S         3: 28 S, P
3: QD             P, P, 29 H, P
"""
    assert log_of(text).splitlines() == [
        '[Deal "4"]', "Hands:", "1: KH 9C", "2: JH 10S", "3: QD",
        "! exposed 2: JH", "Auction:", "3: 28 S, P", "P, P, 29 H, P",
    ]  # fmt: skip


def test_a_rule_between_the_columns_does_not_join_them() -> None:
    read = log_of(BESIDE.replace("Hands:            Auction:", "Hands:          | Auction:"))
    assert "Auction:" in read.splitlines() and "1: KH 9C" in read.splitlines()


def test_columns_with_a_word_across_the_paper_between_them_are_not_parted_in_half() -> None:
    """The hands of four seats were calls of the auction beside them, and two of these out of turn."""
    across = BESIDE.replace("2: JH 10S         P, P", "2: JH 10S      jjjjj P")
    assert ordered(across)[1:3] == ["Hands: Auction:", "1: KH 9C 3: 28 S, P"]


def test_what_is_left_of_the_rule_between_two_columns_parts_them() -> None:
    """A stroke of it was read as an A, and the hands and the auction beside them could not be read."""
    lines = [line(each, n) for n, each in enumerate(BESIDE.splitlines())]
    right = lines[1].words[1]
    _, top, _, bottom = right.box
    for at in (1, 4):
        stroke = replace(
            right, readings=(("A", 1.0),), box=(right.left - 20, top, right.left - 16, bottom)
        )
        lines[at] = replace(
            lines[at], words=tuple(sorted((*lines[at].words, stroke), key=lambda w: w.left))
        )
    assert texts(in_reading_order(lines)) == ordered(BESIDE)
    # Far from the right column it is a word.
    far = replace(right, readings=(("1", 1.0),), box=(190.0, top, 194.0, bottom))
    lines[2] = replace(lines[2], words=(*lines[2].words[:3], far, *lines[2].words[3:]))
    assert "1: KH 9C 1" in texts(in_reading_order(lines))


def test_a_word_that_begins_left_of_a_leaning_rule_stands_in_the_cell_in_which_most_of_it_is() -> (
    None
):
    """Each name of a result stood outside of its table, and none had a value."""
    table = Table((100.0, 200.0, 300.0), (0.0, 40.0))
    assert _cell_of(table, Word((("contract", 1.0),), (90.0, 5.0, 190.0, 35.0))) == (0, 0)
    assert _cell_of(table, Word((("by", 1.0),), (40.0, 5.0, 110.0, 35.0))) is None
    long = Word((("contract", 1.0),), (105.0, 5.0, 320.0, 35.0))  # it has no room in its cell
    assert _cell_of(table, long) == (0, 0)
