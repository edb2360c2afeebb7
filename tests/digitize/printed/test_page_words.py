"""Words of a run, from what stands in it and what readers see."""

from __future__ import annotations

import numpy as np

from fairdeal.digitize.printed.lines.gaps import Span
from fairdeal.digitize.printed.lines.runs import Run
from fairdeal.digitize.printed.page_words import _seen
from fairdeal.digitize.printed.readers.signs import PRINTED, Sign
from tests.digitize.printed.lines.test_runs import marks


def words(*boxes: tuple[int, int, int, int]) -> list[str]:
    """What is read of two stretches so near each other that they may be one, the second a 1."""
    page = marks(*boxes)
    run = Run(np.arange(len(boxes)), boxes[0][0], boxes[-1][2], (0.0, 128.0), 28.0)
    spans = [Span(boxes[0][0], boxes[-2][2]), Span(boxes[-1][0], boxes[-1][2], 0.4, True, False)]
    first = tuple(Sign(text, 10.0, 1.0) for text in "nt,"[: len(boxes) - 1])
    shares = [[first, (Sign("1", 90.0, 1.0),)]] * 2
    return [each.readings[0][0] for each in _seen(page, run, spans, shares, [PRINTED] * 2)]


N, T, COMMA, ONE = (0, 108, 16, 128), (20, 100, 32, 128), (34, 122, 40, 136), (52, 100, 60, 128)


def test_behind_a_comma_a_word_begins() -> None:
    """``31 nt, 1: x``: the seat hung together with the call before it, and was lost."""
    assert words(N, T, COMMA, ONE) == ["nt,", "1"]


def test_without_one_the_readers_say_whether_it_does() -> None:
    assert words(N, T, ONE) == ["nt1"]
