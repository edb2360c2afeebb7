"""The ways to look at a picture of print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.looks import (
    Look,
    _rows as rows_of_print,
    _way_up,
    _words,
    as_it_reads,
    looks,
    on_its_paper,
    rest_of_a_page,
)
from fairdeal.digitize.printed.page_words import Standing, standing_on
from fairdeal.digitize.printed.readers import PrintNet, TesseractLines, print_net
from fairdeal.digitize.printed.straighten import FlatPage, as_drawn, flattenings
from fairdeal.digitize.printed.words import Sign


def test_faint_print_is_looked_at() -> None:
    """Thermal paper that has faded: its letters are little darker than the paper."""
    image = np.full((1500, 1000, 3), 255, np.uint8)
    for y in range(200, 1000, 80):
        cv2.putText(image, "KH 9C 10S", (150, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (202, 202, 202), 4)
    assert next(looks(image, TesseractLines()), None) is not None


@cache
def _blank() -> tuple[FlatPage, Standing]:
    page = as_drawn(np.full((300, 200, 3), 255, np.uint8))
    return page, standing_on(page.grey)


def _look(letters: int, sense: float) -> Look:
    """A look at a page that is said to make so much sense."""
    look = Look(*_blank(), TesseractLines())
    look.__dict__.update(letters=letters, sense=sense)
    return look


@pytest.mark.parametrize(
    ("letters", "sense", "upright"),
    [(50, 0.85, True), (50, 0.75, False), (160, 0.75, True), (160, 0.65, False), (20, 0.9, False)],
)
def test_a_page_that_makes_sense_is_not_turned_further(
    letters: int, sense: float, upright: bool
) -> None:
    """On its head print makes 0.65 at most: a page of short words was looked at from every side."""
    assert _look(letters, sense).upright is upright


class _Sees:
    """A reader for which a page makes some sense on its head, and more on its feet."""

    knows = frozenset("a")

    def __init__(self, feet: float) -> None:
        self.feet = feet

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        first = strips[0].grey[:, : strips[0].grey.shape[1] // 3].mean()
        last = strips[0].grey[:, -(strips[0].grey.shape[1] // 3) :].mean()
        sure = self.feet if first < last else 0.85
        return [
            [Sign("a", strip.on_page(x), sure) for x in range(15, strip.grey.shape[1] - 15, 12)]
            for strip in strips
        ]


def _rows() -> NDArray[np.uint8]:
    """Rows of ink that are darker at the left."""
    image = np.full((1500, 1000, 3), 255, np.uint8)
    for y in range(150, 1350, 60):
        for x in range(100, 700, 26):
            image[y : y + 30, x : x + (20 if x < 300 else 8)] = 20
    return image


def test_a_page_that_reads_tolerably_on_its_head_is_turned_once_more() -> None:
    """Upside down `Pass` reads well: a page lying on its side was read on its head."""
    turned = np.ascontiguousarray(np.rot90(_rows(), 2))
    on_head = next(looks(turned, _Sees(0.99)))
    assert on_head.sense > 0.95
    assert next(looks(_rows(), _Sees(0.99))).sense > 0.95


@pytest.mark.parametrize(("sense", "sure", "feet"), [(0.8, 0.99, True), (0.8, 0.9, False)])
def test_a_page_of_single_signs_that_are_read_surely_is_not_on_its_head(
    sense: float, sure: float, feet: bool
) -> None:
    """Bars and figures stand in no words, and each such page was looked at upside down."""
    look = Look(*_blank(), TesseractLines())
    look.__dict__["_best"] = [(sense, 30, sure)]
    assert (look.sense, look.on_its_feet) == (sense, feet)


@pytest.mark.parametrize(("sense", "letters"), [(0.98, 60), (0.9, 0)])
def test_where_letters_touch_those_count_that_are_read_surely(sense: float, letters: int) -> None:
    """Small print whose letters touch, and figures between bars: a sheet that anyone reads was no print."""
    look = Look(*_blank(), TesseractLines())
    look.__dict__["_best"] = [(sense, 30, sense), (sense, 30, sense)]
    assert look.letters == letters
    taken = next(looks(_rows(), _Sees(0.99)))
    look = Look(taken.page, taken.standing, taken.reader)
    look.__dict__["_best"] = [(sense, 30, sense)]
    assert look.letters > 30


@pytest.mark.parametrize(("letters", "found"), [((2, 9, 90), 9), ((0, 3), None)])
def test_the_rest_of_a_page_may_be_a_line(letters: tuple[int, ...], found: int | None) -> None:
    ways = []
    for count in letters:
        ways.append(_look(count, 0.0))
    rest = rest_of_a_page(ways)
    assert (None if rest is None else rest.letters) == found


def test_a_wider_look_needs_plainly_more_than_a_sheet_that_reads_well() -> None:
    """The grain of the table about a short page made rows, too, and the page was no log."""
    sheet, wider = _look(152, 0.73), _look(176, 0.81)
    assert as_it_reads([sheet, wider]) is sheet


def test_after_a_look_that_reads_well_but_one_more_is_taken() -> None:
    """A sheet of few words was looked at in every way there is, for ten seconds."""
    taken = [_look(90, sense) for sense in (0.6, 0.9, 0.85, 0.84, 0.84)]
    ways = iter(taken)
    assert as_it_reads(ways) is taken[1]
    assert len(list(ways)) == 2


@pytest.mark.parametrize(
    ("senses", "letters", "way"),
    [((0.71, 0.45, 0.0), 90, 0), ((0.45, 0.71, 0.6), 90, None), ((0.71, 0.45), 20, None)],
)
def test_a_page_that_makes_sense_one_way_up_alone_is_not_turned_further(
    senses: tuple[float, ...], letters: int, way: int | None
) -> None:
    """A page on dot matrix that was all but plain was looked at in twelve ways, for nineteen seconds."""
    seen = [(sense, letters, turn) for turn, sense in enumerate(senses)]
    assert _way_up(seen) == (None if way is None else (way,))


class _Nothing:
    """A reader for which nothing makes sense."""

    knows = frozenset("a")

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        return [[] for _ in strips]


def test_a_page_on_its_side_is_not_looked_at_on_its_other_side_before_it_is_turned() -> None:
    """Each look takes a second."""
    found = looks(np.ascontiguousarray(np.rot90(_rows())), _Nothing())
    heights, widths = zip(*(next(found).page.grey.shape for _ in range(2)), strict=True)
    assert (heights[0] < widths[0], heights[1] < widths[1]) == (True, False)


def test_the_looks_that_follow_are_of_that_way_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each further way to flatten a picture is looked at from one side only then."""
    image, room = _rows(), "fairdeal.digitize.printed.looks"
    flat = next(flattenings(image))
    there = standing_on(flat.grey)
    monkeypatch.setattr(f"{room}.flattenings", lambda image, corners: iter([flat, flat]))
    monkeypatch.setattr(f"{room}.standing_on", lambda grey: there)  # the same, however it is turned
    assert len(list(looks(image, _Nothing()))) == 4 + 4
    monkeypatch.setattr(f"{room}._way_up", lambda seen: (None,))
    assert len(list(looks(image, _Nothing()))) == 4 + 1


def _net() -> PrintNet:
    found = print_net()
    assert found is not None
    return found


SHEET = np.array([(150, 300), (850, 260), (890, 1210), (190, 1250)])


def _panel(title: str, around: int) -> NDArray[np.uint8]:
    """A picture of a sheet that lies on something, with a title above the sheet."""
    image = np.full((1500, 1000, 3), around, np.uint8)
    cv2.fillPoly(image, [SHEET], (225, 225, 225))
    cv2.putText(image, title, (200, 200), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 3)
    for y in range(420, 1150, 70):
        cv2.putText(
            image, "S: KH 9C 10S JD", (220, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 3
        )
    return image


def test_a_page_is_cut_out_along_the_paper_around_its_print() -> None:
    image = _panel("", 150)
    (look, *_) = looks(image, _net())
    found = on_its_paper(look, image)
    corners = np.array(found.page.outline((0, 0, *found.page.grey.shape[::-1])))
    assert np.abs(corners - SHEET).max() < 40  # its print does not lie as it does


def test_print_outside_of_a_darker_field_is_not_left_out() -> None:
    """A title stood above the field that a mail was printed in."""
    image = _panel("Match of the clubs", 150)
    (look, *_) = looks(image, _net())
    assert on_its_paper(look, image) is look


def test_rows_of_another_height_than_most_print_are_not_of_it() -> None:
    """The grain of a table lies in rows, and leans as it likes."""
    image = _panel("", 225)
    cv2.putText(image, "HHHH", (200, 230), cv2.FONT_HERSHEY_SIMPLEX, 3.5, (30, 30, 30), 9)
    page = as_drawn(image)
    rows = rows_of_print(standing_on(page.grey))
    assert len(rows) == 11


def test_rank_and_suit_that_stand_apart_are_a_word_of_a_line_and_other_signs_are_none() -> None:
    """A log of nothing but such cards made no sense on any side, and was refused after half a minute."""
    apart = [
        (Sign("K", 0, 0.9),),
        (Sign("♥", 1, 1.0),),
        (Sign("1", 2, 1.0), Sign("0", 3, 1.0)),
        (Sign("♠", 4, 1.0),),
    ]
    alone = [(Sign("K", 0, 0.9),), (Sign("X", 1, 1.0),), (Sign("♥", 2, 1.0),), (Sign("9", 3, 1.0),)]
    assert ["".join(sign.text for sign in word) for word in _words(apart)] == ["K♥", "10♠"]
    assert not list(_words(alone))
