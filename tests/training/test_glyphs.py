"""Shapes made for training: drawn, varied and mixed characters stay what they are called."""

from __future__ import annotations

import random

import numpy as np
import pytest

from fairdeal.digitize.reader.naming import Measure, shapes_of
from training.calibration import gate, scatter
from training.drawn import BEYOND, DRAWN, blend, draw, even, varied
from training.hands import HARD_TIMES, Glyph, Hand, often


def glyph(*strokes: list[tuple[float, float]]) -> Glyph:
    return Glyph(tuple(np.array(stroke, np.float32) for stroke in strokes))


@pytest.mark.parametrize("character", sorted(DRAWN))
def test_every_drawn_character_stands_on_its_line(character: str) -> None:
    rng = random.Random(3)
    for _ in range(12):
        points = np.concatenate(draw(rng, character).strokes)
        assert np.isfinite(points).all()
        assert points[:, 0].min() == pytest.approx(0.0, abs=1e-5)
        assert -1.7 < points[:, 1].min() < points[:, 1].max() < 0.2


def test_a_varied_nought_keeps_its_round_and_gains_a_mark_inside() -> None:
    round_ = draw(random.Random(0), "8").strokes[0]
    nought = Glyph(
        (
            np.stack(
                [0.3 * np.cos(t := np.linspace(0, 6.2, 30)) + 0.3, 0.5 * np.sin(t) - 0.5], 1
            ).astype(np.float32),
        )
    )
    rng = random.Random(1)
    marked = [more for _ in range(30) if len((more := varied(rng, "0", nought)).strokes) == 2]
    assert 20 < len(marked) < 30  # the others are made narrow
    for more in marked:
        middle = more.strokes[1].mean(0)
        assert abs(middle[1] + 0.5) < 0.2
    assert varied(rng, "8", Glyph((round_,))).strokes[0] is round_


def test_a_varied_one_gains_an_upstroke_or_a_foot_and_stays_upright() -> None:
    stroke, rng = glyph([(0.0, -1.0), (0.02, 0.0)]), random.Random(5)
    ends = [varied(rng, "1", stroke).strokes[1:] for _ in range(60)]
    upstrokes = [e for more in ends for e in more if abs(float(e[-1, 1]) + 1.0) < 0.05]
    feet = [e for more in ends for e in more if abs(float(e[:, 1].mean())) < 0.1]
    assert len(upstrokes) > 15 and len(feet) > 15
    assert max(float(np.ptp(e[:, 1])) for e in upstrokes) > 0.7  # as long as the one itself
    assert all(varied(rng, "1", stroke).width < 1.5 for _ in range(60))


def test_a_hard_character_is_learned_from_more_often() -> None:
    hand = Hand("one")
    hand.glyphs["4"] = [Glyph(glyph([(0, -1), (0, 0)]).strokes, number=n) for n in (7, 8)]
    numbers = [g.number for g in often({"one": hand}, frozenset({8}))["one"].glyphs["4"]]
    assert numbers.count(7) == 1 and numbers.count(8) == HARD_TIMES


def test_a_mixture_lies_between_two_hands_or_a_little_beyond() -> None:
    narrow, wide = glyph([(0, -1), (0.3, 0)]), glyph([(0, -1), (0.5, 0)])
    rng = random.Random(2)
    ends = [float(blend(rng, narrow, wide).strokes[0][-1, 0]) for _ in range(50)]
    assert min(ends) >= 0.3 - 0.2 * BEYOND - 1e-4 and max(ends) <= 0.5 + 1e-4
    assert max(ends) - min(ends) > 0.1


def test_characters_made_in_other_strokes_are_not_mixed() -> None:
    one, two = glyph([(0, -1), (0.3, 0)]), glyph([(0, -1), (0.3, 0)], [(0, 0), (1, 0)])
    upwards = glyph([(0.3, 0), (0, -1)])
    rng = random.Random(2)
    assert blend(rng, one, two) is one
    assert blend(rng, one, upwards) is one
    assert blend(rng, one, one) is one


def test_points_are_spread_evenly() -> None:
    spread = even(np.array([[0, 0], [0.1, 0], [1, 0]], np.float32))
    assert np.allclose(np.diff(spread[:, 0]), 1 / (len(spread) - 1), atol=1e-5)
    assert (even(np.array([[2, 3]], np.float32)) == [2, 3]).all()


def test_the_gate_is_the_lowest_probability_that_keeps_the_promise() -> None:
    scored = [(0.9, True)] * 999 + [(0.8, False)] + [(0.7, True)] * 500 + [(0.6, False)] * 9
    assert gate(scored, 0.999) == 0.7
    assert gate(scored, 0.9999) == 0.9
    assert gate([(0.9, False)], 0.99) == 1.0


def test_what_scatters_within_a_hand_tells_nothing() -> None:
    """Two beliefs that differ where one hand's characters differ anyway are alike by the measure."""
    rng = np.random.default_rng(1)
    steady = [np.zeros(4), np.array([9.0, 0.0, 0.0, 0.0])]
    pages = []
    for _ in range(5):
        rows = [
            steady[n % 2] + [0, 0, 0, rng.normal(0, 6)] + rng.normal(0, 0.1, 4) for n in range(40)
        ]
        pages.append((np.array(rows, np.float32), ["x" if n % 2 == 0 else "y" for n in range(40)]))
    learnt = scatter(pages)
    rows = np.array([[9, 0, 0, 5], [9, 0, 0, -5], [0, 0, 0, 5]], np.float32)
    assert shapes_of(rows, learnt)[0] == [0, 1]
    again = Measure.from_bytes(learnt.to_bytes())
    assert np.array_equal(again.white, learnt.white) and np.array_equal(again.mean, learnt.mean)
