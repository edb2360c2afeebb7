"""Ink in boxes."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal.digitize.forms.layout import Box, load
from samples.making.hand import handwriting, skeletons
from samples.making.hand.fill import CHANGES, Altered, fill
from samples.making.hand.handwriting import Hand, Paper
from tests.support.needs import needs_shared

SCALE = 300 / 25.4


def _paper(width: float = 60, height: float = 20) -> Paper:
    shape = (round(height * SCALE), round(width * SCALE), 3)
    return Paper(np.full(shape, 255, np.uint8), SCALE)


def _inked(paper: Paper) -> np.ndarray:  # type: ignore[type-arg]
    """Where there is ink, in mm: (n, 2), y and x."""
    return np.argwhere(paper.picture.min(axis=2) < 200) / SCALE


def test_there_is_a_skeleton_for_all_that_forms_hold() -> None:
    needed = "0123456789ACDHJKQSTNPXBp+-?♣♦♥♠✓" + "abcdefghijklmnopqrstuvwxyz"
    assert all(skeletons.ways(character) for character in needed)
    for character in skeletons.characters():
        for glyph in skeletons.ways(character):
            points = np.concatenate(glyph)
            assert points.min() >= -1e-9 and points.max() <= 1 + 1e-9
            assert np.ptp(points, axis=0).max() == pytest.approx(1) or character in ".,"


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    rng = np.random.default_rng(4)
    return [handwriting.skeleton_hand(rng) for _ in range(20)]


@pytest.mark.parametrize("text", ["34 S", "10", "+2 NS", "C Plus 1", "X", "-"])
def test_a_text_stays_in_its_box(text: str, hands: list[Hand]) -> None:
    rng = np.random.default_rng(4)
    box = Box(10, 5, 26, 8)
    for hand in hands:
        paper = _paper()
        handwriting.write_whole(paper, box, text, hand, rng)
        ink = _inked(paper)
        assert len(ink) > 20
        assert ink[:, 1].min() > box.x - 1.5 and ink[:, 1].max() < box.x + box.width + 1.5
        assert ink[:, 0].min() > box.y - 2 and ink[:, 0].max() < box.y + box.height + 2


def test_boxed_fields_take_one_character_a_box() -> None:
    rng = np.random.default_rng(1)
    boxes = [Box(5 + 7 * k, 5, 7, 7) for k in range(3)]
    paper = _paper()
    handwriting.write(paper, boxes, "J H", handwriting.skeleton_hand(rng), rng)
    x = _inked(paper)[:, 1]
    assert ((x > 5) & (x < 12)).any() and ((x > 12) & (x < 19)).any() and not (x > 20.5).any()


def test_signs_are_small_and_small_letters_low() -> None:
    rng = np.random.default_rng(2)
    hand = handwriting.skeleton_hand(rng)
    heights = {}
    for character in "H+-x":
        paper = _paper()
        handwriting.write_whole(paper, Box(5, 5, 8, 8), character, hand, rng)
        heights[character] = np.ptp(_inked(paper)[:, 0])
    assert heights["H"] > heights["x"] > heights["-"] and heights["H"] > heights["+"]


def test_the_truth_says_what_stands_in_every_field() -> None:
    rng = np.random.default_rng(3)
    layout = load("score-sheet/1")
    altered = {
        f"row {k + 1} / contract": Altered("28 S", change) for k, change in enumerate(CHANGES)
    }
    values = {f"row {k} / contract": "31 H" for k in range(1, 6)}
    filled = fill(layout, values, handwriting.skeleton_hand(rng), rng, altered=altered)
    assert len(filled.truth["fields"]) == len(layout.fields)
    told = {entry["name"]: entry for entry in filled.truth["fields"]}
    texts = [told[f"row {k} / contract"]["text"] for k in range(1, 7)]
    assert texts == [None, None, "31 H", "31 H", "31 H", ""]
    assert [told[f"row {k} / contract"]["altered"] for k in (1, 4, 5)] == [True, True, False]
    assert told["row 6 / contract"]["blank"] and not told["row 1 / contract"]["blank"]
    for name, entry in told.items():
        box = layout.field(name).outline  # type: ignore[union-attr]
        top, left = round((box.y + 0.6) * filled.scale), round((box.x + 0.6) * filled.scale)
        below = round((box.y + box.height - 0.6) * filled.scale)
        right = round((box.x + box.width - 0.6) * filled.scale)
        inside = filled.picture[top:below, left:right, 0]
        assert (inside.min() < 190) == (not entry["blank"]), name


def test_a_value_for_no_field_is_refused() -> None:
    rng = np.random.default_rng(3)
    with pytest.raises(KeyError, match="row 19"):
        fill(load("score-sheet/1"), {"row 19 / x": "X"}, handwriting.skeleton_hand(rng), rng)


def test_the_same_seed_writes_the_same_page() -> None:
    pages = []
    for _ in range(2):
        rng = np.random.default_rng(8)
        hand = handwriting.skeleton_hand(rng)
        pages.append(fill(load("hand-log/1"), {"call 1": "28 S", "deal": "7"}, hand, rng).picture)
    assert (pages[0] == pages[1]).all()


@needs_shared("handwriting", "the collection of handwriting is")
def test_real_writers_have_the_characters_of_forms() -> None:
    known = handwriting.writers()
    assert len(known) > 50
    full = [name for name, glyphs in known.items() if set("0123456789ACDHJKQSXP") <= set(glyphs)]
    assert len(full) > 20
