"""Hands with a habit: what they write otherwise, and how their pages are chosen and counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.hands import habits
from bench.hands.counts import by_kind
from bench.hands.entries import Entry, PageRead
from bench.hands.habits import affected, jobs_of, written
from bench.hands.pages import Page
from bench.hands.ways import Manner
from bench.hands.writing import picture
from samples.making.hand import handwriting, skeletons
from samples.making.hand.habits import COPIES, HABITS, Habit

WRITER = {c: skeletons.ways(c) for c in "0123456789UV"}
DRAWN = [name for name, habit in HABITS.items() if not habit.other]


@pytest.mark.parametrize("name", DRAWN)
def test_habit_changes_its_own_characters_alone(name: str) -> None:
    habit = HABITS[name]
    shapes = habit.shapes(WRITER, np.random.default_rng(1))
    assert set(shapes) == habit.characters | habit.beside
    again = habit.shapes(WRITER, np.random.default_rng(1))
    for character, known in shapes.items():
        assert len(known) == len(again[character]) and known
        for glyph, same in zip(known, again[character], strict=True):
            assert all((a == b).all() for a, b in zip(glyph, same, strict=True))


def test_drawn_shape_is_never_twice_the_same() -> None:
    first, second, *_ = HABITS["6 like 5"].shapes(WRITER, np.random.default_rng(1))["6"]
    assert (first[0] != second[0]).any()
    assert len(HABITS["6 like 5"].shapes(WRITER, np.random.default_rng(1))["6"]) == 2 * COPIES


def test_one_like_seven_goes_with_a_seven_with_a_bar_which_is_clear() -> None:
    habit = HABITS["1 like 7, 4 like 6"]
    assert habit.characters == {"1", "4"}
    shapes = habit.shapes(WRITER, np.random.default_rng(1))
    assert all(len(glyph) == 3 for glyph in shapes["7"])


def test_writer_without_the_letter_has_no_such_habit() -> None:
    assert not HABITS["U like V"].shapes({"U": WRITER["U"]}, np.random.default_rng(1))


def test_entries_of_a_habit_are_those_with_its_character() -> None:
    page = Page("hand-log", {"call 1": "+ S", "call 2": "36 S", "points A": "16"})
    assert affected(HABITS["6 like 5"], page) == {"call 2", "points A"}
    assert affected(HABITS["U like V"], page) == {"call 1"}


@pytest.mark.parametrize("name", HABITS)
def test_page_of_a_habit_has_such_entries(name: str) -> None:
    made = written(name, 3)
    assert len(affected(HABITS[name], made)) >= 3 and made == written(name, 3)


def test_pages_go_on_until_there_are_entries_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = {c: WRITER[c] for c in "01"}
    monkeypatch.setattr(habits, "held_back", lambda part: ["a", "b", "c"])
    monkeypatch.setattr(habits, "writers", lambda: {"a": WRITER, "b": lacking, "c": WRITER})
    jobs = list(jobs_of("6 like 5", "test", 1, 60))
    assert [hand for _, hand, _ in jobs[:4]] == ["a", "c", "a", "c"]
    counts = [len(affected(HABITS["6 like 5"], written("6 like 5", seed))) for _, _, seed in jobs]
    assert sum(counts) >= 60 > sum(counts[:-1])


def test_shapes_of_a_habit_are_written_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = replace(handwriting.skeleton_hand(np.random.default_rng(1)), glyphs={}, draws_suits=True)
    monkeypatch.setattr(handwriting, "real_hand", lambda name, chance: hand)
    page = Page("score-sheet", {"row 1 / bidder": "6", "row 1 / contract": "30 S"})
    shapes = Habit({"6": ("0069",)}).shapes({}, np.random.default_rng(1))
    plain = picture(page, "somebody", 1, "test")
    with_habit = picture(page, "somebody", 1, "test", Manner(shapes=shapes))
    assert (plain != with_habit).any()


def test_entries_of_the_habit_are_counted_apart_with_the_worst_page() -> None:
    fine = Entry("a", "6", "6", False, 0.999)
    bad = replace(fine, name="b", text="5")
    pages = [
        (
            "6 like 5",
            frozenset("ab"),
            PageRead("x", "hand-log", 1, (fine, bad, replace(bad, name="c"))),
        ),
        ("6 like 5", frozenset("a"), PageRead("x", "hand-log", 2, (replace(fine, asked=True),))),
    ]
    line = list(by_kind("habit", pages))[-1]
    assert line.startswith(
        "| 6 like 5 | 2 of 2 | 1 of 3 (33.3 %) | 1 of 3 (33.3 %) | 0 of 1 (0.0 %) | 1 of 3 (95 %"
    )
    assert "| 2 | `6` as `5` (1) | 0 of 1 (0.0 %) | 1 of 1 (100.0 %) |" in line
