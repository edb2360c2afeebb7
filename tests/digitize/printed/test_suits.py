"""Suit symbols of a page are named together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed import readers
from fairdeal.digitize.printed.gaps import spacing_of, spans_of
from fairdeal.digitize.printed.marks import marks_of
from fairdeal.digitize.printed.runs import Run, find_runs
from fairdeal.digitize.printed.words import Sign
from tests.support.typed_pages import FONTS, set_in

Chances = NDArray[Any]
SHAPES = np.eye(4, readers.SIDE**2 + 1, dtype=np.float32)
"""Four marks that nobody would take for each other."""


def named(shapes: list[int], chances: list[list[float]]) -> list[str]:
    found = readers._named([SHAPES[n] for n in shapes], np.array(chances))
    return [readings[0][0] for readings in found]


CLUB, SPADE = [0.9, 0.01, 0.01, 0.07, 0.01], [0.05, 0.01, 0.01, 0.92, 0.01]
EITHER = [0.5, 0.01, 0.01, 0.47, 0.01]


def test_marks_of_one_shape_are_one_suit() -> None:
    chances = [CLUB, CLUB, EITHER, SPADE, SPADE]
    assert named([0, 0, 0, 1, 1], chances)[:3] == ["♣", "♣", "♣"]
    found = readers._named([SHAPES[n] for n in (0, 0, 0, 1, 1)], np.array(chances))
    assert found[2][0] == found[0][0]  # as sure as the others


def test_another_shape_is_another_suit() -> None:
    """By themselves they would be named clubs, but the clubs look otherwise."""
    assert named([0, 0, 1, 1], [CLUB, CLUB, EITHER, EITHER]) == ["♣", "♣", "♠", "♠"]


def test_what_is_as_likely_the_other_way_stays_doubtful() -> None:
    shapes = [SHAPES[n] for n in (0, 0, 1, 1)]
    found = readers._named(shapes, np.array([EITHER] * 4))
    assert all(readings[0][1] < 0.6 for readings in found)


def test_a_mark_that_is_surely_another_suit_than_its_shape_is_asked_about() -> None:
    """A spade as blurred as the clubs was one of them, and a card that its seat did not hold was played."""
    for sure in ([0.0001, 0.0, 0.0, 0.9998, 0.0001], [0.08, 0.0, 0.0, 0.916, 0.004]):
        chances = np.array([CLUB, CLUB, sure, SPADE, SPADE])
        readings = readers._named([SHAPES[n] for n in (0, 0, 0, 1, 1)], chances)
        assert [each[0][0] for each in readings[:2]] == ["♣", "♣"]
        assert min(dict(readings[2])[suit] for suit in "♣♠") > 0.4


def test_the_blank_before_a_comma_is_the_place_of_a_symbol() -> None:
    """Of `3 ♣, 3 ♦` the second figure was read as the comma before it."""
    run = Run(np.array([0], np.int64), 0, 100, (0.0, 0.0), 20.0)
    symbol = Sign("♣", 30.0, 0.9, placed=True)
    comma, figure = Sign(",", 45.0, 0.9, after_blank=True), Sign("3", 60.0, 0.9, after_blank=True)
    assert readers.with_suits([comma, figure], run, {0: symbol}) == [
        symbol,
        replace(comma, after_blank=False),
        figure,
    ]


def test_no_suit_is_ruled_out() -> None:
    shapes = [SHAPES[n] for n in (0, 0, 1, 1)]
    sure = [[1.0, 0.0, 0.0, 0.0, 0.0]] * 2 + [[0.0, 0.0, 0.0, 1.0, 0.0]] * 2
    readings = readers._named(shapes, np.array(sure))[0]
    assert readings[0][0] == "♣" and min(p for _, p in readings) > 0


@pytest.mark.parametrize(("like", "named"), [(0.0, ()), (1.8, ("♠",))])
def test_a_shape_unlike_four_plain_suits_is_a_letter(like: float, named: tuple[str, ...]) -> None:
    """Every 6 of a table was a spade: the sixth hand was nobody's, and a bid of 56 was none. A spade that was
    drawn a little otherwise is one all the same."""
    drawn = np.eye(5, readers.SIDE**2 + 1, dtype=np.float32)
    drawn[4, 3] = like  # of a spade
    plain = [[0.99 * (suit == n) for suit in range(4)] + [0.01] for n in range(4)]
    chances = [*plain, *plain, *plain, *[[0.2, 0.0, 0.0, 0.64, 0.16]] * 2]
    found = readers._named([drawn[n] for n in (*range(4),) * 3 + (4, 4)], np.array(chances))
    assert [reading[0][0] for reading in found[:4]] == ["♣", "♦", "♥", "♠"]
    assert tuple(text for text, _ in found[-1][:1]) == named


def test_a_pale_suit_that_is_plainly_one_is_no_letter() -> None:
    """Ink of a typewriter's ribbon gave out: K♠ was Ka, and three hands of six were lost."""
    drawn = np.eye(5, readers.SIDE**2 + 1, dtype=np.float32)
    plain = [[0.99 * (suit == n) for suit in range(4)] + [0.01] for n in (0, 1, 2, 3, 3)]
    found = readers._named(
        [drawn[n] for n in (*range(4),) * 3 + (4, 4)], np.array([*plain[:4] * 3, *plain[3:]])
    )
    assert found[-1][0][0] == "♠"


@pytest.mark.parametrize(
    ("marks", "has"),
    [
        ([0.9998] * 2 + [0.995], True),
        ([0.9998] * 2 + [0.97] * 30, False),
        ([0.95] * 30, False),
    ],
)
def test_symbols_are_plain_and_of_several_suits(marks: list[float], has: bool) -> None:
    """In small print each 6 was a spade, and the dealer one. A Q of some faces looks like a heart."""
    rest = [1 - likely for likely in marks]
    clubs = np.array([[likely, 0, 0, 0, other] for likely, other in zip(marks, rest, strict=True)])
    both = clubs.copy()
    both[::2] = both[::2, [3, 1, 2, 0, 4]]
    assert readers.has_symbols(both) is has
    assert not readers.has_symbols(clubs)


def test_the_symbols_of_a_font_are_seen_among_its_letters() -> None:
    font = next((f for f in FONTS.values() if f.name == "DejaVuSerif.ttf" and f.exists()), None)
    if font is None:
        pytest.skip("no font with suit symbols here")
    lines = ["3: K♥ 9♣ 10♠ Q♦", "1: A♥ J♣ K♠ 9♦", "2: 10♥ A♣ J♠ K♦"]
    page = set_in(font, "\n".join(lines))
    marks = marks_of(page)
    runs = find_runs(marks)
    spans = [spans_of(marks, run, spacing_of(marks, runs)) for run in runs]
    found = readers.suits_of(page, marks, runs, spans)
    order = sorted(found.values(), key=lambda each: each.x)
    assert sorted(mark.text for mark in order) == sorted("♥♣♠♦" * 3)


def pictures(*marks: tuple[int, int]) -> list[readers.Features]:
    """Marks as they look in blurred print, much like each other: a large part that all share and a small one
    of their own shape, with some noise."""
    chance = np.random.default_rng(2)
    whole = chance.random(readers.SIDE**2 + 1).astype(np.float32)
    found = []
    for shape, seed in marks:
        own = np.random.default_rng(100 + shape).normal(0, 0.06, whole.shape)
        noise = np.random.default_rng(seed).normal(0, 0.01, whole.shape)
        found.append((whole + own + noise).astype(np.float32))
    return found


SURE_CLUB, SURE_SPADE = [0.99, 0.0, 0.0, 0.01, 0.0], [0.01, 0.0, 0.0, 0.99, 0.0]


def test_suits_alike_in_blurred_print_are_told_apart_where_the_net_sees_both() -> None:
    """All clubs and spades of a page were clubs."""
    seen = pictures(*((n % 2, n) for n in range(12)))
    chances = np.array([SURE_CLUB, SURE_SPADE] * 6)
    assert len(readers._shapes([readers._even(each) for each in seen])) == 1
    assert [readings[0][0] for readings in readers._named(seen, chances)] == ["♣", "♠"] * 6


def test_of_suits_that_look_alike_a_mark_is_no_surer_than_on_its_own() -> None:
    """Two spades of a dot matrix were clubs, for certain: a card was played that its seat did not hold."""
    seen = pictures(*((n % 2, n) for n in range(12)))
    chances = [SURE_CLUB, SURE_SPADE] * 6
    chances[4] = [0.79, 0.0, 0.0, 0.21, 0.0]
    found = readers._named(seen, np.array(chances))
    assert found[4][0][0] == "♣" and 0.8 < found[4][0][1] < 0.95
    assert found[0][0][1] > 0.999


def test_suits_that_the_net_often_takes_for_each_other_are_not_told_apart() -> None:
    even = [readers._even(each) for each in pictures(*((n // 7, n) for n in range(14)))]
    often = [SURE_CLUB, SURE_CLUB, SURE_SPADE, SURE_CLUB, SURE_CLUB, SURE_SPADE, SURE_CLUB]
    turned = [SURE_SPADE if each is SURE_CLUB else SURE_CLUB for each in often]
    chances = np.array([*often, *turned])
    assert readers._parted(list(range(14)), even, chances) == [list(range(14))]


def test_a_fax_breaks_each_symbol_in_its_own_way() -> None:
    seen = [np.eye(40, readers.SIDE**2 + 1, dtype=np.float32)[n] for n in range(8)]
    plain = np.array([SURE_CLUB, SURE_SPADE] * 4)
    assert [readings[0][0] for readings in readers._named(seen, plain)] == ["♣", "♠"] * 4
    assert readers._named(seen, np.array([CLUB, SPADE] * 4)) == [()] * 8


def test_a_broken_symbol_that_may_be_of_either_suit_is_in_doubt_not_left_out() -> None:
    """None of five symbols on a faxed auction was read as one, and +4 was called without a suit."""
    seen = [np.eye(40, readers.SIDE**2 + 1, dtype=np.float32)[n] for n in range(4)]
    found = readers._named(
        seen, np.array([SURE_CLUB, SURE_SPADE, SURE_CLUB, [0.88, 0, 0, 0.119, 0.001]])
    )
    assert [readings[0][0] for readings in found] == ["♣", "♠", "♣", "♣"]
    assert found[3][0][1] < 0.95


def test_a_word_has_one_symbol() -> None:
    """A Q of thin print was a heart before the suit of its card."""
    chances = np.array([[0.0, 0.0, 0.6, 0.0, 0.4], SURE_CLUB, SURE_SPADE])
    assert readers._one_a_word([0, 1, 2], [(0, 0), (0, 0), (0, 1)], chances) == [1, 2]


def test_letters_before_symbols_are_no_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much the net takes them for one."""
    font = next((f for f in FONTS.values() if f.name == "DejaVuSerif.ttf" and f.exists()), None)
    if font is None:
        pytest.skip("no font with suit symbols here")
    page = set_in(font, "K♥ 9♣ 4♠ Q♦\nA♥ J♣ K♠ 9♦\nK♥ A♣ J♠ K♦")
    marks = marks_of(page)
    runs = find_runs(marks)
    spans = [spans_of(marks, run, spacing_of(marks, runs)) for run in runs]
    told = readers._chances

    def hearts(seen: Chances) -> Chances:
        found = told(seen)
        found[found.argmax(1) == len(readers.SYMBOLS)] = [0.0, 0.0, 0.6, 0.0, 0.4]
        return found

    monkeypatch.setattr(readers, "_chances", hearts)
    assert len(readers.suits_of(page, marks, runs, spans)) == 12


def test_a_suit_that_no_mark_is_nearest_to_is_none() -> None:
    even = [readers._even(each) for each in pictures(*((0, n) for n in range(30)))]
    chances = np.array([SURE_CLUB] * 28 + [SURE_SPADE] * 2)
    assert [len(each) for each in readers._parted(list(range(30)), even, chances)] == [30]
