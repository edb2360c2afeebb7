"""Headings that run up the page: how they are told from short words that stand under each other."""

from __future__ import annotations

import pytest

from fairdeal.digitize.sheets.heading_ink import _Piece, _runs_upwards

ONE_COLUMN = {(0, 2), (1, 2)}


def stack(*spans: tuple[int, int], left: int = 40, wide: int = 16) -> list[_Piece]:
    return [_Piece(k, left, top, left + wide, below) for k, (top, below) in enumerate(spans)]


@pytest.mark.parametrize(
    ("spans", "beside", "upwards"),
    [
        (((0, 14), (16, 30), (32, 46)), None, True),  # three letters
        (((0, 46),), None, False),  # one tall stroke alone: a figure, or a bar
        (((0, 46),), 17.0, True),  # letters that touch, beside others that run upwards
        (((0, 46),), 40.0, False),  # beside much larger ones
        (((0, 14), (32, 46)), None, False),  # a short word under another
        (((0, 14), (16, 24)), 16.0, False),  # not tall
    ],
)
def test_words_that_run_upwards(
    spans: tuple[tuple[int, int], ...], beside: float | None, upwards: bool
) -> None:
    assert _runs_upwards(stack(*spans), ONE_COLUMN, beside) is upwards


def test_words_over_two_columns_do_not_run_upwards() -> None:
    tall = stack((0, 14), (16, 30), (32, 46))
    assert not _runs_upwards(tall, {(0, 2), (0, 3)}, 16.0)
    assert not _runs_upwards([], ONE_COLUMN, 16.0)
