"""A fold that parts a row is told from rules, dotted ones too; what not known is left for a person."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.ruled.faint_lines import without_folds, without_line, without_stems
from fairdeal.digitize.ruled.grid import FINE
from fairdeal.digitize.ruled.tables import RuledTable

XS: NDArray[np.float64] = np.arange(20.0, 521.0, 100.0)
WIDE = 540
FOLDED = (40, 40, 40, 22, 18, 40, 40, 40, 40)
EVEN = (40, 40, 40, 40, 40, 40, 40, 40, 40)

Parting = Literal["fold", "lighter above", "rule", "dots", "nothing", "crease"]


def table(heights: tuple[float, ...]) -> RuledTable:
    ys = 20.0 + np.concatenate(([0.0], np.cumsum(heights)))
    return RuledTable(np.stack(np.meshgrid(XS, ys), -1))


def photo(heights: tuple[float, ...], parting: Parting, dotted: bool = True) -> NDArray[np.uint8]:
    """A table's photo whose fifth line is something of its own."""
    ys = np.round(table(heights).nodes[:, 0, 1]).astype(int)
    rng = np.random.default_rng(3)
    picture = np.full((int(ys[-1]) + 20, WIDE), 200.0)
    at = int(ys[4])
    if parting == "fold":
        picture[:at] *= 0.88
    elif parting == "lighter above":
        picture[at:] *= 0.88
    elif parting == "crease":
        picture[:at] *= 0.88
        picture[at - 1 : at + 1] = 60.0
    for number, y in enumerate(ys):
        if number == 4 and parting not in ("rule", "dots"):
            continue
        dots = dotted and 0 < number < len(ys) - 1 and not (number == 4 and parting == "rule")
        for x in range(20, 521, 5 if dots else 1):
            picture[y - 1 : y + 2, x : x + (3 if dots else 1)] = 50.0
    for x in XS.astype(int):
        picture[20 : int(ys[-1]), x - 1 : x + 2] = 50.0
    picture += rng.normal(0, 1.5, picture.shape)
    return np.repeat(np.asarray(np.clip(picture, 0, 255), np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("dotted", [True, False])
@pytest.mark.parametrize("parting", ["fold", "lighter above"])
def test_fold_is_no_rule(parting: Parting, dotted: bool) -> None:
    whole = without_folds(photo(FOLDED, parting, dotted), table(FOLDED), 1)
    assert np.array_equal(whole.nodes, table((40, 40, 40, 40, 40, 40, 40, 40)).nodes)


@pytest.mark.parametrize("parting", ["rule", "dots", "crease", "nothing"])
def test_line_with_ink_or_without_a_step_is_left(parting: Parting) -> None:
    assert without_folds(photo(FOLDED, parting), table(FOLDED), 1).rows == len(FOLDED)


def test_line_that_parts_no_row_is_left() -> None:
    assert without_folds(photo(EVEN, "fold"), table(EVEN), 1).rows == len(EVEN)


def test_fold_in_the_headings_is_left() -> None:
    assert without_folds(photo(FOLDED, "fold"), table(FOLDED), 5).rows == len(FOLDED)


def test_rows_on_both_sides_of_a_line_become_one() -> None:
    heights = (30.0, 40.0, 10.0, 30.0, 40.0)
    nodes = table(heights).nodes
    ys = np.interp(np.arange(5 * FINE + 1) / FINE, np.arange(6), nodes[:, 0, 1])
    xs = np.interp(np.arange(5 * FINE + 1) / FINE, np.arange(6), XS)
    before = RuledTable(
        nodes,
        np.stack(np.meshgrid(xs, ys), -1),
    )
    after = without_line(before, 3)
    assert after.rows == 4
    assert np.array_equal(after.nodes, table((30.0, 40.0, 40.0, 40.0)).nodes)
    assert after.fine is not None
    assert np.allclose(after.fine[::FINE, ::FINE], after.nodes)
    steps = np.diff(after.fine[:, 0, 1])
    assert np.allclose(steps[2 * FINE : 3 * FINE], 40.0 / FINE)


@pytest.mark.parametrize(("dotted", "columns"), [(None, 5), (1, 6), (2, 6)])
def test_stems_of_letters_above_each_other_are_no_rule(dotted: int | None, columns: int) -> None:
    """Us and Them in two lines of a heading made a column of their own, and the sheet could not be taught."""
    ys = table(EVEN).nodes[:, 0, 1]
    xs = np.sort(np.append(XS, 270.0))
    parted = RuledTable(np.stack(np.meshgrid(xs, ys), -1))
    picture = photo(EVEN, "rule")
    picture[22:58, 269:272] = 50  # in the headings
    if dotted is not None:
        picture[60:380:dotted, 269:272] = 50
    whole = without_stems(picture, parted, 1)
    assert whole.columns == columns
    if dotted is None:
        assert np.array_equal(whole.nodes, table(EVEN).nodes)
