"""Where one word ends and the next begins, by the gaps of the page's own print."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import ImageFont

from fairdeal.digitize.printed.gaps import USUAL, limit_of, spacing_of, spans_of
from fairdeal.digitize.printed.marks import marks_of
from fairdeal.digitize.printed.runs import find_runs
from tests.digitize.printed.test_runs import marks
from tests.support.typed_pages import FONTS, set_in

LINES = """tricks 1 1 4 4 5 2 1 1
3: KH 9C 10S QD AC JH
1: 28 S, Pass, Pass, 29 H
contract 29 H by 4
tricks 4 1 11 2 1 1 4
"""


@pytest.mark.parametrize("font", FONTS)
def test_figures_keep_the_blanks_between_them(font: str) -> None:
    if not FONTS[font].exists():
        pytest.skip(f"no {font} font here")
    marks = marks_of(set_in(FONTS[font], LINES))
    runs = find_runs(marks)
    spacing = spacing_of(marks, runs)
    assert len(runs) == len(LINES.splitlines())
    for line, run in zip(LINES.splitlines(), runs, strict=True):
        spans = spans_of(marks, run, spacing)
        sure = sum(not span.open_before for span in spans)
        assert sure <= len(line.split()) <= len(spans), line
        if "11" not in line and "tricks" in line:
            assert sum(span.wide for span in spans) == len(line.split())


def test_a_typewriter_has_a_pitch_and_print_has_none() -> None:
    typewriter, sans = (
        spacing_of(marks, find_runs(marks))
        for marks in (marks_of(set_in(FONTS[name], LINES)) for name in ("typewriter", "sans"))
    )
    wide = ImageFont.truetype(str(FONTS["typewriter"]), 42).getlength("n")
    assert typewriter.pitch == pytest.approx(wide, rel=0.02)
    assert sans.pitch is None


def test_of_all_pitches_that_fit_the_nearest_counts() -> None:
    """Many are within the room that letters have about their places: the first of them was too narrow."""
    chance = np.random.default_rng(3)
    middles = 20.0 * np.arange(60) + chance.uniform(-1, 1, 60)
    half = chance.uniform(5, 8, 60)
    boxes = [(round(x - w), 100, round(x + w), 126) for x, w in zip(middles, half, strict=True)]
    line = marks(*boxes[:30], *((left, 160, right, 186) for left, _, right, _ in boxes[30:]))
    assert spacing_of(line, find_runs(line)).pitch == pytest.approx(20, rel=0.02)


def test_the_pitch_is_the_pages_and_not_that_of_a_line_with_brackets() -> None:
    """A tag's brackets made its capitals seem higher, and with them the pitch: its words fell apart."""
    found = marks_of(set_in(FONTS["typewriter"], LINES))
    runs = find_runs(found)
    higher = replace(runs[0], capital=1.4 * runs[0].capital)
    spacing = spacing_of(found, runs)
    words = [(s.left, s.right) for s in spans_of(found, runs[0], spacing)]
    assert [(s.left, s.right) for s in spans_of(found, higher, spacing)] == words


def test_the_limit_parts_the_two_kinds_of_gaps() -> None:
    gaps = np.array([0.08, 0.1, 0.12, 0.1, 0.09, 0.11, 0.4, 0.42, 0.45, 0.41, 0.1, 0.12])
    assert 0.2 < limit_of(gaps) < 0.35


def test_with_few_gaps_the_usual_limit_holds() -> None:
    assert limit_of(np.array([0.1, 0.4])) == USUAL


def test_gaps_beside_bars_do_not_hide_the_blanks() -> None:
    letters, blanks, bars = [0.1] * 60, [0.42, 0.45, 0.5, 0.48] * 4, [1.05, 1.1, 1.15] * 20
    assert 0.15 < limit_of(np.array(letters + blanks + bars)) < 0.4
    assert 0.4 < limit_of(np.array(letters + bars)) < 0.75


def test_where_all_gaps_are_between_letters_none_is_a_blank() -> None:
    gaps = np.linspace(0.05, 0.33, 60)
    assert limit_of(gaps) > 0.33
