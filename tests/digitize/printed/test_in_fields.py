"""Club sheets that were filled in by machine."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from fairdeal.digitize.printed import in_fields
from fairdeal.digitize.printed.gaps import Span
from fairdeal.digitize.printed.in_fields import (
    MOST_UNEVEN,
    NO_OUTLINE,
    Outline,
    _bid_first,
    _in_fields,
    _read,
    _way_up,
    _within,
    around,
    printed_in,
    uneven,
)
from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.page_words import Standing
from fairdeal.digitize.printed.runs import Run
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import Sign, Slot, Word
from fairdeal.digitize.sheets.club_sheet import _around
from fairdeal.records import Field
from tests.digitize.printed.test_runs import marks
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


def test_what_cannot_stand_in_a_field_is_asked_about() -> None:
    """Heads of a column stood in a cell, and ``NT 28 Bid`` was a contract, for sure."""
    field = Field("row 1 / contract", "contract", None)
    for text, asked in (("NT 28 Bid", True), ("28 NT", False)):
        own = [word(each, column=3 * n) for n, each in enumerate(text.split())]
        (read,) = _read([field], [own])
        assert (read.text, read.flagged) == (text, asked)


def test_signs_that_a_sheet_prints_alike_are_sure_in_none_of_its_fields() -> None:
    """Awards of 8 were established on a sheet on which 0 was printed, with a bar in it."""
    fields = [Field(f"row {n} / score A", "number", None) for n in (1, 2, 3)]
    wavers = [word(("0", 0.6), ("8", 0.4))]
    assert all(each.flagged for each in _read(fields, [[word("8")], wavers, wavers]))
    assert not _read(fields[:1], [[word("8")]])[0].flagged
    assert _read(fields[:1], [[]]) == tuple(fields[:1])


def test_two_cells_of_a_sheet_that_leans_span_none_of_another_row() -> None:
    """Figures of the rows beside it were read in each contract."""
    trump = ((10.0, 0.0), (20.0, 4.0), (18.0, 14.0), (8.0, 10.0))
    bid = ((20.0, 4.0), (30.0, 8.0), (28.0, 18.0), (18.0, 14.0))
    both = ((10.0, 0.0), (30.0, 8.0), (28.0, 18.0), (8.0, 10.0))
    assert _around(bid, trump) == _around(trump, bid) == both


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


def test_an_even_hand_in_large_letters_is_no_print() -> None:
    """Four of 60 sheets by hands, as even in shares as small print is, were read as print: 5 as S."""
    assert unevenness([60, 63, 57, 62, 58, 64, 60, 56, 61]) > MOST_UNEVEN
    assert unevenness([60, 61, 59, 60, 60, 61, 59, 60, 61]) < MOST_UNEVEN


def test_a_pixel_tells_nothing_of_small_signs() -> None:
    """Print of nine points on a club sheet was read as a hand, and cells with pale figures as empty."""
    assert unevenness([14, 13, 14, 15, 13, 14, 15, 14, 13]) < MOST_UNEVEN
    assert unevenness([14, 16, 12, 15, 17, 12, 16, 14, 11]) > MOST_UNEVEN


def test_one_reader_alone_takes_no_sheet_for_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_fields, "print_net", lambda: None)
    assert printed_in(np.full((100, 100, 3), 255, np.uint8), ()) is None


def test_a_speck_between_two_words_of_a_field_is_none() -> None:
    page = FlatPage(np.full((200, 400), 255, np.uint8), np.eye(3))
    field = np.array([(0, 0), (300, 0), (300, 100), (0, 100)], np.float32)
    words = [word("51"), word(",", column=4), word("C", column=6), word("X", column=16)]
    found = _in_fields(words, page, [field, NO_OUTLINE])
    assert [[each.text for each in own] for own in found] == [["51", "C"], []]


def test_old_figures_that_look_like_letters_leave_a_sheet_print() -> None:
    """A clear sheet was read as handwriting: most of its cells held nothing."""
    assert in_fields._plain(Sign("o", 1.0, 0.6)) and in_fields._plain(Sign("4", 1.0, 0.99))
    assert not in_fields._plain(Sign("4", 1.0, 0.6)) and not in_fields._plain(Sign("o", 1.0, 0.4))


def cells(count: int = 16, times: float = 1.0) -> list[Outline]:
    """Cells of a sheet that stands upright, in rows of four."""
    places = [(100 + 50 * (at % 4), 200 + 20 * (at // 4)) for at in range(count)]
    return [
        times * np.array([(x, y), (x + 50, y), (x + 50, y + 20), (x, y + 20)], np.float32)
        for x, y in places
    ]


CORNERS = np.array([(94, 197.6), (306, 197.6), (306, 282.4), (94, 282.4)])


def test_the_cells_of_a_sheet_show_where_its_print_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edge of a sheet on newspapers was not seen, and each entry of a sheet that was taught was blank.
    Nor may it matter that a large photo was made smaller."""
    corners = around(cells())
    assert corners is not None
    assert np.abs(corners - CORNERS).max() < 2
    assert around(cells(3)) is None
    looked: list[object] = []
    monkeypatch.setattr(in_fields, "print_net", object)
    monkeypatch.setattr(
        in_fields, "flattenings", lambda _, corners: iter(looked.append(corners) or ())
    )
    page = np.zeros((9, 9, 3), np.uint8)
    sent = [Field("a", "number", "1", region=tuple(map(tuple, c))) for c in cells(times=2.0)]
    assert printed_in(page, sent, None, 0.5) is None
    assert printed_in(page, sent, corners + 1, 0.5) is None
    assert np.abs(np.array(looked) - [CORNERS, corners + 1]).max() < 2


@pytest.mark.parametrize(("sense", "taken"), [(0.9, 0), (0.5, 1)])
def test_a_later_look_is_taken_at_a_sheet_that_does_not_read_well(
    sense: float, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a second; of a sheet that reads well all that follow were looked at too."""
    ways = [SimpleNamespace(sense=sense), SimpleNamespace(sense=0.8)]
    chosen: list[object] = []

    def words_in(look: object, outlines: object) -> tuple[list[Word], FlatPage]:
        chosen.append(look)
        return [], FlatPage(np.zeros((9, 9), np.uint8), np.eye(3))

    for name, instead in {
        "print_net": object,
        "_upright": lambda *_: iter(ways),
        "_a_few_are_print": lambda _: True,
        "as_it_reads": lambda seen: max(seen, key=lambda look: look.sense),
        "words_in": words_in,
    }.items():
        monkeypatch.setattr(in_fields, name, instead)
    fields = [Field("a", "number", "1", region=tuple(map(tuple, each))) for each in cells()]
    assert printed_in(np.zeros((9, 9, 3), np.uint8), fields) is None
    assert chosen == [ways[taken]]


def test_what_stands_in_no_cell_is_not_read() -> None:
    """A club's sheet on a newspaper was straightened by its lines, and Tesseract had no end with them: what
    was typed was read as handwriting, in a minute and a half."""
    found = marks((110, 202, 120, 218), (140, 202, 160, 218), (400, 202, 410, 218))
    runs = [Run(np.array([n]), *found.boxes[n, [0, 2]], (0.0, 218.0), 16.0) for n in range(3)]
    runs.append(Run(np.array([2]), 90, 95, (0.0, 218.0), 16.0))
    spans = [[Span(run.left, run.right)] for run in runs]
    blank = np.full((500, 600), 255, np.uint8)
    page = FlatPage(blank, np.eye(3))
    inside = _within(page, Standing(blank, found, runs, spans, {}), cells())
    assert inside.runs == runs[:2] and inside.spans == spans[:2]
    assert not _within(page, inside, [NO_OUTLINE]).runs


def test_the_cells_of_a_sheet_show_which_way_up_it_is() -> None:
    """All four ways were looked at, which took as long as to read it."""
    page = FlatPage(np.full((500, 600), 255, np.uint8), np.eye(3))
    outlines = [*cells(), NO_OUTLINE]
    assert _way_up(page, outlines) is None
    for turn in (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE):
        lying = page.turned(turn)
        assert _way_up(lying, outlines) is not None
        upright = lying.turned(_way_up(lying, outlines))
        assert np.allclose(upright.to_photo, np.eye(3))
