"""The ways of writing: which entries each bears on, what it leaves on the paper, and how it is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bench.reader import entries, reading
from bench.reader.counts import by_way
from bench.reader.entries import Entry, PageRead
from bench.reader.reading import written_in
from bench.reader.ways import PLAIN, WAYS
from fairdeal.digitize.forms.layout import Box, load
from fairdeal.records import Transcript
from samples.making.hand import fill as filling, handwriting
from samples.making.hand.fill import (
    arrow,
    carbon_copy,
    crossed_out,
    dash,
    ditto,
    fill,
    slash,
    stained,
    suit_first,
    symbol_first,
    ten_as,
    tick,
    under_fluid,
    wrong_text,
)
from samples.making.hand.handwriting import Paper, Write

BOXES = tuple(Box(20.0 + 8 * n, 20.0, 8.0, 8.0) for n in range(3))
HAND = handwriting.skeleton_hand(np.random.default_rng(1))


def ink(write: Write, text: str, boxes: tuple[Box, ...] = BOXES) -> np.ndarray:
    """Where there is ink on a white page, 10 pixels a millimetre."""
    page = Paper(np.full((500, 700, 3), 255, np.uint8), 10.0)
    write(page, boxes, text, HAND, np.random.default_rng(3))
    return np.asarray(page.picture.min(axis=2) < 200)


def has_ink(found: np.ndarray, box: Box) -> bool:
    x, y, w, h = (int(10 * v) for v in (box.x, box.y, box.width, box.height))
    return bool(found[y + 5 : y + h - 5, x + 5 : x + w - 5].any())


def filled_boxes(write: Write, text: str) -> list[bool]:
    found = ink(write, text)
    return [has_ink(found, box) for box in BOXES]


def test_several_characters_in_one_box_leave_the_others_empty() -> None:
    assert filled_boxes(handwriting.crowded, "12") == [True, False, False]
    assert filled_boxes(handwriting.write, "12") == [True, True, False]


def test_at_the_right_leaves_the_first_box_empty() -> None:
    assert filled_boxes(handwriting.at_the_right, "12") == [False, True, True]
    wide = (Box(20.0, 20.0, 28.0, 8.0),)
    found = ink(handwriting.at_the_right, "30", wide)
    assert np.nonzero(found.any(axis=0))[0].min() > 320


def test_word_over_its_boxes_crosses_their_borders() -> None:
    found = ink(handwriting.across, "000")
    starts = np.nonzero(found.any(axis=0))[0]
    assert starts.max() < 400, "three figures stand closer together than three boxes"


def test_spilled_writing_leaves_its_box() -> None:
    inside = ink(handwriting.write, "8", BOXES[:1])
    spilled = ink(handwriting.spilled, "8", BOXES[:1])
    heights = [int(np.ptp(np.nonzero(each.any(axis=1))[0])) for each in (inside, spilled)]
    assert heights[1] > 1.25 * heights[0]


@pytest.mark.parametrize("name", ["dash", "tick", "ditto", "slash", "arrow"])
def test_mark_is_the_same_whatever_the_text(name: str) -> None:
    write: Write = getattr(filling, name)
    assert (ink(write, "12") == ink(write, "Pass")).all() and ink(write, "12").any()
    assert filled_boxes(write, "12")[0]


def test_marks_differ() -> None:
    made = [ink(w, "") for w in (dash, tick, ditto, slash, arrow)]
    assert all((a != b).any() for n, a in enumerate(made) for b in made[:n])


def test_crossed_out_entry_stands_above_its_box_too() -> None:
    found = ink(crossed_out, "12")
    assert found[170:198].any() and filled_boxes(crossed_out, "12")[0]


def test_fluid_covers_the_print_and_bears_the_new_text() -> None:
    page = Paper(np.full((500, 700, 3), (160, 200, 160), np.uint8), 10.0)
    under_fluid(page, BOXES, "12", HAND, np.random.default_rng(3))
    inside = page.picture[205:275, 205:355]
    assert (inside.min(axis=2) > 220).any() and (inside.min(axis=2) < 120).any()
    assert tuple(page.picture[480, 680]) == (160, 200, 160)


def test_wrong_text_is_another_of_the_same_kind() -> None:
    rng = np.random.default_rng(1)
    for text in ("12", "JS", "Pass", "30 NT"):
        for _ in range(10):
            wrong = wrong_text(text, rng)
            assert wrong != text and (len(wrong) == len(text) or text == "Pass")


def test_stains_darken_the_page_and_leave_the_ink() -> None:
    page = np.full((600, 420, 3), 250, np.uint8)
    page[300:304] = 20
    found = stained(page, np.random.default_rng(1))
    assert (found <= page).all() and (found[..., 2] < 200).mean() > 0.01
    assert found[300:304].max() <= 20


def test_carbon_copy_is_fainter_than_its_original_and_keeps_the_print() -> None:
    blank = np.full((600, 420, 3), 250, np.uint8)
    blank[:20] = 0
    page = blank.copy()
    page[300:306] = 20
    found = carbon_copy(page, blank, np.random.default_rng(1))
    assert 60 < found[300:306].mean() < 220 and found[:15].max() < 60


@pytest.mark.parametrize(
    ("change", "text", "wanted"),
    [
        (suit_first, "10S", "S10"),
        (symbol_first, "JS", "♠J"),
        (partial(ten_as, "X"), "10H", "XH"),
        (partial(ten_as, "T"), "10H", "TH"),
    ],
)
def test_words(change: Callable[[str], str], text: str, wanted: str) -> None:
    assert change(text) == wanted


@pytest.mark.parametrize("way", WAYS)
def test_every_way_bears_on_entries_of_a_page_and_says_which(way: str) -> None:
    page, manner = written_in(way, 2)
    assert len(manner.touched) >= reading.LEAST and manner.touched <= set(page.values)
    assert set(manner.ways) in (set(), set(manner.touched))
    assert written_in(way, 2) == (page, manner)


def test_same_again_is_what_stands_above() -> None:
    values = {"row 1 / bidder": "3", "row 2 / bidder": "3", "row 3 / bidder": "4"}
    manner = WAYS["ditto marks for the same again"].manner("score-sheet", values, Random(1))
    assert manner.touched == {"row 2 / bidder"}


def test_pass_is_written_in_any_way_and_other_calls_are_not() -> None:
    values = {"call 1": "28 S", "call 2": "Pass"}
    for way in ("P for a pass", "a stroke for a pass"):
        assert WAYS[way].manner("hand-log", values, Random(1)).touched == {"call 2"}


def test_way_of_a_field_alone_changes_that_field_alone() -> None:
    layout = load("score-sheet")
    values = {"row 1 / bidder": "3", "row 9 / bidder": "3"}
    plain = fill(layout, values, HAND, np.random.default_rng(1)).picture
    again = fill(layout, values, HAND, np.random.default_rng(1), ways={}).picture
    assert (plain == again).all()
    marked = fill(
        layout, values, HAND, np.random.default_rng(1), ways={"row 9 / bidder": tick}
    ).picture
    rows = np.nonzero((plain != marked).any(axis=(1, 2)))[0]
    box = next(e for e in layout.fields if e.name == "row 9 / bidder").outline
    scale = plain.shape[1] / layout.page[0]
    assert rows.min() / scale > box.y - 2 and rows.max() / scale < box.y + box.height + 2


def test_entries_of_the_way_are_counted_apart_from_the_others() -> None:
    fine = Entry("a", "1", "1", False, 0.999)
    own = (fine, replace(fine, name="b", text="7"), replace(fine, name="c", asked=True))
    read = [("at the right", frozenset("ab"), PageRead("x", "hand-log", 1, own))]
    line = list(by_way(read))[-1]
    assert line.startswith(
        "| at the right | 1 of 1 | 1 of 2 (50.0 %) | 0 of 2 (0.0 %) | – | 1 of 2 (95 %"
    )
    assert line.endswith("| `1` as `7` (1) | 1 of 1 (100.0 %) | 0 of 1 (0.0 %) |")


def test_mark_read_as_it_stands_is_right() -> None:
    dash = Entry("a", "4", "-", False, 0.99)
    assert not reading.as_it_stands(dash, "a dash for the same again").wrong
    assert reading.as_it_stands(dash, "a tick for the same again").wrong
    other = replace(dash, text="1")
    assert reading.as_it_stands(other, "a dash for the same again") == other


def test_written_otherwise_it_is_read_as_what_it_means(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {}

    def photo(page: object, *given: object) -> bytes:
        seen["manner"] = given[-1]
        return b""

    monkeypatch.setattr(entries, "photo", photo)
    monkeypatch.setattr(entries, "transcript_of", lambda jpeg: None)
    page, manner = written_in("10 as X", 2)
    entries.read_page(page, "somebody", 1, "test", None, "10 as X", manner)
    assert seen["manner"] is manner and manner != PLAIN
    assert all(page.values[name] == text.replace("X", "10") for name, text in manner.texts.items())


def test_photo_kept_is_read_again_and_not_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = []
    monkeypatch.setattr(entries, "photo", lambda *given: made.append(given) or b"a photo")
    monkeypatch.setattr(entries, "transcript_of", lambda jpeg: Transcript("p", "hand-log/1"))
    page, _ = written_in("10 as X", 2)
    for _ in range(2):
        entries.read_page(page, "somebody", 1, "test", tmp_path)
    assert len(made) == 1 and [path.read_bytes() for path in tmp_path.iterdir()] == [b"a photo"]
