"""Spreadsheets without rules, by the letters above their columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fairdeal.digitize.printed import columns
from fairdeal.digitize.printed.tables import text_of
from fairdeal.digitize.printed.words import Line, PageWords, Word
from tests.support.printed_words import LINE, NOTHING, log, page, word

SHEET = """
        A         B             C        D        E        F
  1     Event     Club evening
  2     Deal      1
  3     Seat      Cards
  4     1         KH            9C       10S      QD       AC
  5     2         AH            QC       JC       JD       9D
"""


def test_cells_stand_below_their_letters() -> None:
    found = columns.lettered_rows(page(SHEET).lines)
    assert found is not None and found[0] == 0
    assert [text_of(cell) for cell in found[1][0]][:2] == ["Event", "Club evening"]
    assert [text_of(cell) for cell in found[1][3]] == ["1", "KH", "9C", "10S", "QD", "AC"]


def test_a_spreadsheet_without_rules_is_read_as_a_table() -> None:
    read = log(page(SHEET)).splitlines()
    assert read[:2] == ['[Event "Club evening"]', '[Deal "1"]']
    assert read[-2:] == ["1: KH 9C 10S QD AC", "2: AH QC JC JD 9D"]


def test_what_may_be_a_piece_of_a_rule_far_behind_heads_is_none_of_them() -> None:
    """The heads of an auction were not known, and no call was read."""
    calls = """
        A         B             C        D        E        F        G        H
  1     Auction
  2     N         E             S        W                          |
  3     1 C       X             Pass     XX
  4     Pass      Pass          Pass
"""
    title, first, heads, *rest = page(calls).lines
    stroke = replace(heads.words[-1], readings=(("|", 0.6), ("1", 0.3)))
    heads = replace(heads, words=(*heads.words[:-1], stroke))
    found = log(PageWords((title, first, heads, *rest), NOTHING, NOTHING))
    assert found.splitlines() == ["Auction:", "N: 1 C, X, Pass, XX,", "N: Pass, Pass, Pass,"]


def test_letters_over_columns_are_no_entries_that_stand_in_no_row() -> None:
    """A D with a speck before it was a ten of diamonds, and each of 85 entries was asked about."""
    lines = page(SHEET.replace("  D  ", " TD  ")).lines
    assert columns.lettered_rows(lines) is not None
    assert list(columns.below_letters(lines)) == list(lines[1:])
    assert columns.below_letters(lines[1:]) == lines[1:]


def test_a_letter_read_as_another_moves_no_column() -> None:
    assert columns.lettered_rows(page(SHEET.replace("  C  ", "  G  ")).lines) is not None


def test_a_hand_of_letters_is_no_spreadsheet() -> None:
    assert columns.lettered_rows(page("A K Q J\n1: KH\n2: QH\n3: JH").lines) is None


def test_a_row_that_bends_is_one_row() -> None:
    lines = list(page(SHEET).lines)
    row = lines[4]
    bent = [
        replace(row, words=row.words[:3]),
        replace(row, words=row.words[3:], middle=row.middle + 15),
    ]
    found = PageWords((*lines[:4], *bent, *lines[5:]), NOTHING, NOTHING)
    assert "1: KH 9C 10S QD AC" in log(found).splitlines()


def test_what_stands_below_a_letter_that_was_not_read_is_kept() -> None:
    more = SHEET + "  6     3         QH            KC       10D      KD       JH\n"
    found = log(page(more.replace("        F", "         ")))
    assert found.splitlines()[-3:] == [
        "1: KH 9C 10S QD AC",
        "2: AH QC JC JD 9D",
        "3: QH KC 10D KD JH",
    ]


def test_dirt_between_the_letters_moves_no_column() -> None:
    assert columns.lettered_rows(page(SHEET.replace("B    ", "B  + ")).lines) is not None


def test_the_ends_of_rules_above_the_letters_are_no_line_of_their_own() -> None:
    """Two low marks were 1 and 5: a line that could not be read, and all of the page was held."""
    lines = page(SHEET).lines
    first = lines[0]
    marks = [word(text, column=column, row=-0.4) for text, column in (("1", 16), ("5", 41))]
    low = replace(first, words=tuple(marks), middle=first.middle - 0.8 * first.capital, capital=9.0)
    assert low.capital < first.middle - low.middle
    found = columns.lettered_rows((low, *lines))
    assert found is not None and found == columns.lettered_rows(lines)


def test_a_rule_that_looks_like_a_letter_makes_no_column() -> None:
    """Each trick had a player that played nothing, and the last card was another's."""
    lines = list(page(SHEET).lines)
    *others, last = lines[0].words
    rule = word(("F", 0.5), ("I", 0.3), column=54)
    assert others[-1].right < rule.left < last.left
    lines[0] = replace(lines[0], words=(*others, rule, last))
    found = columns.lettered_rows(lines)
    assert found is not None and [len(row) for row in found[1]] == [6] * 5
    whole = columns.lettered_rows(page(SHEET).lines)
    assert whole is not None and found[1] == whole[1]


MORE = "  6     3         QH            KC       10D      KD       JH\n"


def lowered(line: Line, by: Callable[[float], float]) -> Line:
    """The line, its words lower by what their place says."""
    return replace(line, words=tuple(_lowered(each, by(each.x)) for each in line.words))


def _lowered(each: Word, by: float) -> Word:
    left, top, right, bottom = each.box
    return replace(each, box=(left, top + by, right, bottom + by))


def test_rows_midway_between_two_numbers_are_of_neither() -> None:
    """On bent paper each hand was that of the seat above."""
    head, *rows = page(SHEET + MORE).lines
    bent = [lowered(row, lambda x: 30 * (x > 60)) for row in rows]
    assert columns.lettered_rows([head, *bent]) is None


def test_a_column_of_single_signs_midway_is_of_neither_row() -> None:
    """Who led each trick: it would be who led the next, and out of turn."""
    more = [
        f"  {n}     N         KH            9C       10S      QD       AC\n" for n in range(6, 12)
    ]
    head, *rows = page(SHEET + "".join(more)).lines
    seats = [lowered(row, lambda x: 28 * (100 < x < 300)) for row in rows[3:]]
    assert columns.lettered_rows([head, *rows]) is not None
    assert columns.lettered_rows([head, *rows[:3], *seats[:1], *rows[4:]]) is not None
    assert columns.lettered_rows([head, *rows[:3], *seats]) is None


@pytest.mark.parametrize("by", [0.04, -0.04])
def test_rows_that_rise_or_fall_by_more_than_they_are_high_are_followed(by: float) -> None:
    """The first trick had the number of the second, and was led out of turn for certain."""
    head, *rows = page(SHEET + MORE).lines
    found = columns.lettered_rows([head, *(lowered(row, lambda x: by * x) for row in rows)])
    assert found is not None
    level = columns.lettered_rows([head, *rows])
    assert level is not None
    cells = [[[text_of(cell) for cell in row] for row in each] for each in (found[1], level[1])]
    assert cells[0] == cells[1]
    last = max(each.x for each in rows[4].words)
    assert abs(by) * last > 0.6 * LINE


def test_signs_between_rows_are_no_rows_of_bent_paper() -> None:
    """Where glare was read as a bar, a figure and a cross, the whole sheet was refused."""
    lines = list(page(SHEET + MORE).lines)
    glare = lowered(replace(lines[3], words=lines[0].words[1:2]), lambda _: 3.5 * LINE)
    assert columns.lettered_rows([*lines[:4], glare, *lines[4:]]) is not None


def test_a_letter_at_the_left_of_its_column_leaves_the_column_whole() -> None:
    """Wide cards were a column behind that of narrow ones, and hands seemed to lack a card."""
    rows = "".join(
        f"  {n}     {n}         KH            9C       10S      QD       {card}\n"
        for n, card in ((6, "Q" * 12), (7, "JC"), (8, "K" * 12), (9, "A" * 12))
    )
    found = columns.lettered_rows(page(SHEET + rows).lines)
    assert found is not None and all(len(row) == 6 for row in found[1])


def test_what_is_left_of_a_rule_moves_no_column() -> None:
    """The suit of a bid in a narrow column stood near it, and went to the call beside it."""
    lines = list(page(SHEET).lines)
    row = lines[4]
    _, top, _, foot = row.words[0].box
    clubs = Word((("C", 1.0),), (580.0, top, 600.0, foot))
    rest = Word((("", 1.0),), (640.0, top, 670.0, foot))
    lines[4] = replace(row, words=tuple(sorted((*row.words, clubs, rest), key=lambda w: w.left)))
    found = columns.lettered_rows(lines)
    assert found is not None
    assert text_of(found[1][3][1]) == "KH C"
