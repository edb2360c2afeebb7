"""Suit symbols of a page are named together."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal.digitize.printed.lines import suits
from fairdeal.digitize.printed.lines.gaps import spacing_of, spans_of
from fairdeal.digitize.printed.lines.marks import marks_of
from fairdeal.digitize.printed.lines.runs import find_runs
from tests.support.typed_pages import FONTS, set_in

SHAPES = np.eye(4, suits.SIDE**2 + 1, dtype=np.float32)
"""Four marks that nobody would take for each other."""


def named(shapes: list[int], chances: list[list[float]]) -> list[str]:
    found = suits._named([SHAPES[n] for n in shapes], np.array(chances))
    return [readings[0][0] for readings in found]


CLUB, SPADE = [0.9, 0.01, 0.01, 0.07, 0.01], [0.05, 0.01, 0.01, 0.92, 0.01]
EITHER = [0.5, 0.01, 0.01, 0.47, 0.01]


def test_marks_of_one_shape_are_one_suit() -> None:
    assert named([0, 0, 0, 1, 1], [CLUB, CLUB, EITHER, SPADE, SPADE])[:3] == ["♣", "♣", "♣"]


def test_another_shape_is_another_suit() -> None:
    """By themselves they would be named clubs, but the clubs look otherwise."""
    assert named([0, 0, 1, 1], [CLUB, CLUB, EITHER, EITHER]) == ["♣", "♣", "♠", "♠"]


def test_what_is_as_likely_the_other_way_stays_doubtful() -> None:
    shapes = [SHAPES[n] for n in (0, 0, 1, 1)]
    found = suits._named(shapes, np.array([EITHER] * 4))
    assert all(readings[0][1] < 0.6 for readings in found)


def test_no_suit_is_ruled_out() -> None:
    shapes = [SHAPES[n] for n in (0, 0, 1, 1)]
    sure = [[1.0, 0.0, 0.0, 0.0, 0.0]] * 2 + [[0.0, 0.0, 0.0, 1.0, 0.0]] * 2
    readings = suits._named(shapes, np.array(sure))[0]
    assert readings[0][0] == "♣" and min(p for _, p in readings) > 0


def test_one_shape_alone_is_a_letter() -> None:
    """A Q of some faces looks like a heart; who types symbols types more than one of them."""
    assert suits._named([SHAPES[0]] * 3, np.array([CLUB] * 3)) == [(), (), ()]


def test_the_symbols_of_a_font_are_seen_among_its_letters() -> None:
    font = next((f for f in FONTS.values() if f.name == "DejaVuSerif.ttf" and f.exists()), None)
    if font is None:
        pytest.skip("no font with suit symbols here")
    lines = ["3: K♥ 9♣ 10♠ Q♦", "1: A♥ J♣ K♠ 9♦", "2: 10♥ A♣ J♠ K♦"]
    page = set_in(font, "\n".join(lines))
    marks = marks_of(page)
    runs = find_runs(marks)
    spans = [spans_of(marks, run, spacing_of(marks, runs)) for run in runs]
    found = suits.suits_of(page, marks, runs, spans)
    order = sorted(found.values(), key=lambda each: each.x)
    assert sorted(mark.readings[0][0] for mark in order) == sorted("♥♣♠♦" * 3)
