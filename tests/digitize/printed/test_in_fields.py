"""Club sheets that were filled in by machine."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal.digitize.printed import log
from fairdeal.digitize.printed.gaps import Span
from fairdeal.digitize.printed.log import MOST_UNEVEN, _bid_first, _inside, uneven
from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.page_words import Standing
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import Sign, Slot
from fairdeal.records import Field
from tests.support.printed_words import NOTHING, word


@pytest.mark.parametrize(
    ("slot", "column", "read"),
    [
        (Slot.CONTRACT, 8, "56 S"),  # columns of their own, the trumps first
        (Slot.CONTRACT, 2, "S 56"),  # one entry, as it was typed
        (Slot.NUMBER, 8, "S 56"),
    ],
)
def test_bid_and_trumps_in_columns_of_their_own(slot: Slot, column: int, read: str) -> None:
    words = _bid_first(slot, [word("S"), word("56", column=column)])
    assert " ".join(each.text for each in words) == read


def test_a_bid_of_wide_figures_goes_before_its_trumps() -> None:
    """Of a monospaced face they were two words, and "NT 35" stood for "35 NT"."""
    words = _bid_first(Slot.CONTRACT, [word("NT"), word("3", column=8), word("5", column=9)])
    assert [each.text for each in words] == ["3", "5", "NT"]


def unevenness(heights: list[int]) -> float:
    """Of ones of these heights, each in a run of its own."""
    boxes = np.array(
        [(50 * n, 100 - high, 50 * n + 8, 100) for n, high in enumerate(heights)], np.int32
    )
    marks = Marks(
        boxes,
        np.arange(1, len(heights) + 1, dtype=np.int32),
        np.zeros((1, 1), np.int32),
        NOTHING,
        NOTHING,
        NOTHING,
    )
    runs = [Run(np.array([n]), 50 * n, 50 * n + 8, (0.0, 100.0), 28.0) for n in range(len(heights))]
    standing = Standing(np.zeros((1, 1), np.uint8), marks, runs, [[Span(0, 1)]] * len(runs), {})
    return uneven(standing, range(len(runs)), [[Sign("1", 0.0, 1.0)]] * len(runs))


def test_a_hand_is_told_from_print_by_the_heights_of_equal_signs() -> None:
    assert unevenness([28, 28, 29, 28, 27, 28, 28]) < MOST_UNEVEN
    assert unevenness([28, 33, 25, 30, 36, 24, 29]) > MOST_UNEVEN
    assert unevenness([28, 28]) == 1.0


def test_a_pixel_tells_nothing_of_small_signs() -> None:
    """Print of nine points on a club sheet was read as a hand, and cells with pale figures as empty."""
    assert unevenness([14, 13, 14, 15, 13, 14, 15, 14, 13]) < MOST_UNEVEN
    assert unevenness([14, 16, 12, 15, 17, 12, 16, 14, 11]) > MOST_UNEVEN


def test_one_reader_alone_takes_no_sheet_for_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "print_net", lambda: None)
    assert log.printed_in(np.full((100, 100, 3), 255, np.uint8), ()) is None


def test_a_speck_between_two_words_of_a_field_is_none() -> None:
    page = FlatPage(np.full((200, 400), 255, np.uint8), np.eye(3))
    field = Field("contract", "contract", None, region=((0, 0), (300, 0), (300, 100), (0, 100)))
    words = [word("51"), word(",", column=4), word("C", column=6), word("X", column=16)]
    assert [each.text for each in _inside(words, page, field)] == ["51", "C"]


def test_old_figures_that_look_like_letters_leave_a_sheet_print() -> None:
    """A clear sheet was read as handwriting: most of its cells held nothing."""
    assert log._plain(Sign("o", 1.0, 0.6)) and log._plain(Sign("4", 1.0, 0.99))
    assert not log._plain(Sign("4", 1.0, 0.6)) and not log._plain(Sign("o", 1.0, 0.4))


def test_the_cells_of_a_sheet_show_where_its_print_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edge of a sheet on newspapers was not seen, and each entry of a sheet that was taught was blank."""

    def cell(at: int) -> Field:
        x, y = 100.0 + 50 * (at % 4), 200.0 + 20 * (at // 4)
        region = ((x, y), (x + 50, y), (x + 50, y + 20), (x, y + 20))
        return Field(f"cell {at}", "number", "1", region=region)

    corners = log.around([cell(at) for at in range(16)])
    assert corners is not None
    assert np.abs(corners - [(94, 197.6), (306, 197.6), (306, 282.4), (94, 282.4)]).max() < 2
    assert log.around([cell(at) for at in range(3)]) is None
    looked: list[object] = []
    monkeypatch.setattr(log, "print_net", object)
    monkeypatch.setattr(log, "looks", lambda *_, corners: iter(looked.append(corners) or ()))
    page = np.zeros((9, 9, 3), np.uint8)
    assert log.printed_in(page, [cell(at) for at in range(16)]) is None
    assert log.printed_in(page, [cell(at) for at in range(16)], corners + 1) is None
    assert np.allclose(np.array(looked), [corners, corners + 1])
