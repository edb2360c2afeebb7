"""Words of a run, from what stands in it and what readers see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from fairdeal.digitize.printed import page_words
from fairdeal.digitize.printed.gaps import Span, Strip
from fairdeal.digitize.printed.page_words import (
    _candidates,
    standing_on,
)
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.words import PRINTED, Line, Sign, Word
from tests.digitize.printed.test_runs import marks


def words(*boxes: tuple[int, int, int, int]) -> list[str]:
    """What is read of two stretches so near each other that they may be one, the second a 1."""
    page = marks(*boxes)
    run = Run(np.arange(len(boxes)), boxes[0][0], boxes[-1][2], (0.0, 128.0), 28.0)
    spans = [Span(boxes[0][0], boxes[-2][2]), Span(boxes[-1][0], boxes[-1][2], 0.4, True, False)]
    first = tuple(Sign(text, 10.0, 1.0) for text in "nt,"[: len(boxes) - 1])
    shares = [[first, (Sign("1", 90.0, 1.0),)]] * 2
    return [each.readings[0][0] for each in _candidates(page, run, spans, shares, [PRINTED] * 2)]


def test_a_black_mark_a_little_wider_than_a_letter_may_be_a_symbol() -> None:
    """A club is wider than it is high: what nobody can read there is not nothing."""
    page = replace(marks((0, 100, 32, 128)), labels=np.ones((128, 32), np.int32))
    run = Run(np.arange(1), 0, 32, (0.0, 128.0), 28.0)
    (found,) = _candidates(page, run, [Span(0, 32)], [[()]] * 2, [PRINTED] * 2)
    assert found.solid and found.word(page).text == "?"


@pytest.mark.parametrize(("wide", "open_"), [(30, True), (26, False)])
def test_two_letters_that_touch_are_one_mark_wider_than_any_letter(wide: int, open_: bool) -> None:
    """A printer's letters hung together: alone ``JD`` was a D for both readers, and the hand was a card
    short."""
    page = replace(marks((0, 100, wide, 128)), labels=np.zeros((128, wide), np.int32))
    run = Run(np.arange(1), 0, wide, (0.0, 128.0), 28.0)
    two, one = (tuple(Sign(sign, 10.0, 0.997) for sign in text) for text in ("JD", "D"))
    (found,) = _candidates(page, run, [Span(0, wide)], [[two]] * 2, [PRINTED] * 2)
    found.looks += [one, one]
    found.knows += [PRINTED] * 2
    assert (dict(found.judged().readings).get("JD", 0.0) > 0.4) is open_


N, T, COMMA, ONE = (0, 108, 16, 128), (20, 100, 32, 128), (34, 122, 40, 136), (52, 100, 60, 128)


def test_behind_a_comma_a_word_begins() -> None:
    """``31 nt, 1: x``: the seat hung together with the call before it, and was lost."""
    assert words(N, T, COMMA, ONE) == ["nt,", "1"]


def test_without_one_the_readers_say_whether_it_does() -> None:
    assert words(N, T, ONE) == ["nt1"]


class Reader:
    """Reads a strip as so many letters, wherever they stand, and counts the strips."""

    knows = PRINTED

    def __init__(self) -> None:
        self.strips = 0

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        self.strips += len(strips)
        return [[] for _ in strips]


class Told(Reader):
    """The same, reading each strip as a text."""

    def __init__(self, row: str, alone: str, x: float = 112.0) -> None:
        super().__init__()
        self.row, self.alone, self.x = row, alone, x

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        text = self.alone if self.strips else self.row
        self.strips += len(strips)
        return [[Sign(sign, self.x, 1.0) for sign in text] for _ in strips]


def test_a_lone_figure_of_which_one_reader_makes_two_is_looked_at_again() -> None:
    """On a plain sheet each fourth figure between bars was two to Tesseract: 180 entries were asked about."""
    picture = np.full((400, 600), 255, np.uint8)
    picture[100:130, 100:124] = 0
    (line,) = page_words.page_words(standing_on(picture), [Told("2", "2"), Told("25", "2")]).lines
    ((text, likely), *_) = line.words[0].readings
    assert text == "2" and likely > 0.999


@pytest.mark.parametrize(
    ("wide", "read", "seen"), [(24, "2", ["?", "2"]), (9, "2", ["2"]), (24, "", [])]
)
def test_a_black_mark_as_large_as_a_suit_that_nobody_reads_is_asked_about(
    wide: int, read: str, seen: list[str]
) -> None:
    """Five symbols of a faxed auction were left out like dirt, and each bid was accused of having no suit.
    Alone on a line it is dirt."""
    picture = np.full((400, 600), 255, np.uint8)
    for x in (100, 300):
        picture[100:130, x : x + wide] = 0
    readers = [Told(read, "", 312.0) for _ in range(2)]
    page = page_words.page_words(standing_on(picture), readers)
    assert [word.text for line in page.lines for word in line.words] == seen


def test_an_unread_ring_is_dirt_and_a_straight_stroke_is_no_figure_for_sure() -> None:
    """Black is what a suit symbol is; and an I that is straight may be what is left of a rule."""
    picture = np.full((400, 600), 255, np.uint8)
    picture[100:130, 100:124] = 0
    picture[103:127, 103:121] = 255
    picture[100:130, 300:306] = 0
    page = page_words.page_words(standing_on(picture), [Told("1", "", 302.0) for _ in range(2)])
    ((stroke,),) = [line.words for line in page.lines]
    assert stroke.text == "1" and not stroke.figures
    picture[100:130, 300:324] = 0
    page = page_words.page_words(standing_on(picture), [Told("1", "", 312.0) for _ in range(2)])
    assert page.lines[0].words[-1].figures


@pytest.mark.parametrize(
    ("read", "rule", "left_out"),
    [("|", 310, True), ("1", 310, False), ("|", 400, False), ("|", None, False)],
)
def test_a_bar_alone_on_a_line_beside_a_rule_is_a_piece_of_it(
    read: str, rule: int | None, left_out: bool
) -> None:
    """Beside a table it stood between its rows: a hand was lost. Elsewhere it may be all of a line."""
    down = np.array([] if rule is None else [(rule, 0, rule + 4, 300)], np.int32).reshape(-1, 4)
    assert page_words._left_of_a_rule([word(read, 300, 100.0)], down) is left_out


@pytest.mark.parametrize(
    ("sign", "left", "stray"),
    [("®,", 400.0, True), ("®", 150.0, False), ("?", 400.0, False), ("$", 400.0, False)],
)
def test_a_sign_that_no_entry_has_is_dirt_far_from_its_line(
    sign: str, left: float, stray: bool
) -> None:
    """A bit of another sheet's print behind a hand: none of its cards was read."""
    line = [word("JD", 0), word("9D", 60), word(sign, left)]
    assert page_words._stray(line[-1], line, 29.0) is stray


@pytest.mark.parametrize(
    ("text", "down", "left_out"), [("|", 900.0, True), ("|", 150.0, False), ("1", 900.0, False)]
)
def test_a_stroke_far_from_all_lines_is_no_row(text: str, down: float, left_out: bool) -> None:
    """A card below a mail with a sheet was its last row: all 104 entries, rightly read, were asked about."""
    lines = [Line((word("10", 0, y),), y, 29.0) for y in (0.0, 60.0)]
    stroke = Line((word(text, 540.0, down),), down, 29.0)
    assert page_words._off_all(stroke, [*lines, stroke]) is left_out


def test_commas_on_a_line_of_their_own_are_of_the_line_whose_cards_they_part() -> None:
    """``3:JH, JC, KH``: the commas began a line with KH, and two seats were said to revoke."""
    line = Line((word("3:JH", 0), word("JC", 60)), 14.5, 29.0)
    assert page_words._interleaved(line, [word(",", 50), word(",", 90), word("KH,", 110)])
    assert not page_words._interleaved(line, [word("KH,", 110)])
    assert not page_words._interleaved(line, [word(",", 50, 40.0)])
    assert not page_words._interleaved(line, [word("Pass", 70)])


def word(text: str, left: float, top: float = 0.0) -> Word:
    return Word(((text, 1.0),), (left, top, left + 10.0 * len(text), top + 29.0))
