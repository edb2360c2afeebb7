"""The bench of reading counts what it says it counts."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from bench.reader import cells
from bench.reader.cells import KINDS, Cell, OnceScribe, Pool, kind_of, text_for, writable
from bench.reader.counts import (
    Outcome,
    blanks,
    by_sort,
    forbidden,
    if_asked,
    made_allowed,
    mistakes,
    over_writers,
    read_all,
    reliability,
    share,
    troubles,
)
from bench.reader.forbidden import MAKERS, allowed, forbidden_texts
from bench.reader.page import Said, table
from bench.reader.peers import canonical
from fairdeal.digitize.reader.reading import CellInk, Reading
from fairdeal.digitize.training import trial
from fairdeal.digitize.training.glyphs.hands import Glyph, Hand
from tests.support.readers import ReadsEachCell

PAPER = np.full((60, 60), 235, np.uint8)


def cell(
    written: str | None, sort: str = "call, letter", trouble: str = "", demand: str = ""
) -> Cell:
    ink = CellInk(kind_of(sort), (PAPER,))
    return Cell("here", sort, ink, written, "hand", trouble, demand)


def outcome(
    written: str | None,
    text: str | None,
    asked: bool = False,
    probability: float = 0.99,
    sort: str = "call, letter",
    trouble: str = "",
    demand: str = "",
    blank: bool = False,
) -> Outcome:
    return Outcome(cell(written, sort, trouble, demand), text, probability, asked, False, blank)


class Saying(ReadsEachCell):
    """A reader that answers what it was told to."""

    def __init__(self, answers: Sequence[Reading]) -> None:
        self._answers = list(answers)

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        assert len(cells) == len(self._answers)
        return self._answers


def test_a_field_taken_for_blank_is_not_shown_to_the_reader() -> None:
    unseen = Cell("here", "number", None, "28", "hand")
    first, second = read_all(Saying([Reading("30", 0.9)]), [unseen, cell("30", "number")])
    assert (first.blank, first.asked, first.right) == (True, False, False)
    assert (second.blank, second.right) == (False, True)


def test_a_written_field_without_a_text_is_asked_about() -> None:
    (found,) = read_all(Saying([Reading(None, 0.0)]), [cell("28 S")])
    assert found.asked
    assert not found.passed


def test_shares_of_a_table() -> None:
    found = [
        outcome("28 S", "28 S"),
        outcome("28 S", "29 S", asked=True),
        outcome("30 H", "31 H"),
        outcome("X", None, blank=True),
    ]
    cells = by_sort("title", found)[2].split("|")
    assert cells[1].strip() == "all"
    assert cells[2].strip().startswith("1 of 4 ")
    assert cells[3].strip().startswith("1 of 4 ")
    assert cells[4].strip().startswith("1 of 3 ")
    assert cells[5].strip().startswith("1 of 4 ")


def test_blank_fields_read_as_filled() -> None:
    found = [
        outcome("", None, blank=True),
        outcome("", "1"),
        outcome("", "1", asked=True),
        outcome("7", "1"),
    ]
    (line,) = blanks(found)
    assert line.startswith("Blank fields read as filled: 1 of 3 ")
    assert "shown to a person: 1 of 3 " in line


def test_a_forbidden_entry_counts_only_where_an_allowed_one_was_read() -> None:
    rule = "bid out of range"
    found = [
        outcome("27 S", "27 S", demand=rule),
        outcome("27 S", "21 S", demand=rule),
        outcome("27 S", "37 S", demand=rule),
        outcome("27 S", "47 S", asked=True, demand=rule),
        outcome("30 S", "31 S"),
    ]
    assert [made_allowed(each) for each in found] == [False, False, True, True, True]
    cells = forbidden(found)[2].split("|")
    assert cells[2].strip().startswith("1 of 4 ")
    assert cells[3].strip().startswith("1 of 4 ")
    assert cells[4].strip().startswith("1 of 4 ")


def test_what_passed_without_a_flag() -> None:
    found = [
        outcome(None, "28 S", trouble="struck"),
        outcome(None, "28 S", asked=True, trouble="struck"),
        outcome(None, None, trouble="struck", blank=True),
        outcome("30", "30", trouble="overwritten"),
        outcome("30", "38", trouble="overwritten"),
    ]
    rows = {line.split("|")[1].strip(): line.split("|") for line in troubles(found)[2:]}
    assert rows["struck"][2].strip().startswith("2 of 3 ")
    assert rows["struck"][3].strip().startswith("2 of 3 ")
    assert rows["overwritten"][2].strip().startswith("2 of 2 ")
    assert rows["overwritten"][3].strip().startswith("1 of 2 ")
    assert rows["overwritten"][5].strip().startswith("1 of 2 ")


def test_reliability_puts_each_text_into_one_bin() -> None:
    found = [outcome("X", "X", probability=p) for p in (0.0, 0.5, 0.949, 0.95, 0.9995, 1.0)]
    rows = [line.split("|")[1:] for line in reliability([*found, outcome("X", None)])[2:]]
    assert sum(int(row[2].split()[2]) for row in rows) == len(found)
    assert [row[0].strip() for row in rows][-1] == "0.995 to 1"


def test_the_least_sure_are_asked_about_first() -> None:
    sure = [outcome("1", "1", probability=0.9 + n / 1000) for n in range(90)]
    unsure = [outcome("1", "7", probability=0.5)] * 4 + [outcome("1", None)] * 6
    rows = [line.split("|")[2].split() for line in if_asked([*sure, *unsure])[2:]]
    assert [(int(row[0]), int(row[2])) for row in rows] == [(90, 98), (90, 95), (90, 92), (88, 88)]


def test_mistakes_leave_out_what_was_asked_or_blank() -> None:
    found = [
        outcome("28 S", "20 S"),
        outcome("28 S", "20 S"),
        outcome("28 S", "26 S", asked=True),
        outcome("", None, blank=True),
    ]
    (line,) = mistakes(found)
    assert line.startswith("28 S read 20 S (call, letter; hand; 0.9900, 0.9900)")


def test_bounds_over_writers_are_wider_where_one_hand_makes_all_the_mistakes() -> None:
    hands = [Cell("here", "number", None, "1", name) for name in "abcdefgh" for _ in range(50)]
    found = [
        Outcome(each, "1" if each.writer != "a" or at % 5 else "7", 0.9, False, False, False)
        for at, each in enumerate(hands)
    ]
    bounds = over_writers(found, lambda each: each.right, 1)
    assert bounds is not None
    assert bounds[0] < 0.96 < bounds[1]
    assert over_writers(found[:50], lambda each: each.right, 1) is None


def test_a_share_of_nothing_is_a_dash() -> None:
    assert share(0, 0) == "–"
    assert share(10, 100).startswith("10 of 100 (10.00 %, 4.90 to 17.62)")


def test_a_pool_gives_each_character_once() -> None:
    pool = Pool({"1": ("a", "b"), "2": ("c",)}, random.Random(1))
    assert pool.has("112")
    assert not pool.has("22")
    assert pool.has("22♠", frozenset("2♠"))
    assert {pool.take("1"), pool.take("1")} == {"a", "b"}
    assert pool.take("1") is None
    assert pool.used == 2
    assert pool.left == 1


def test_texts_use_up_a_pool_and_no_more() -> None:
    rng = random.Random(3)
    pool = Pool({str(n): range(3) for n in range(10)}, rng)
    written = 0
    while (text := writable(rng, "number", pool)) is not None:
        written += len(text)
        assert all(pool.take(character) is not None for character in text)
    assert written == pool.used <= 30


def _hand() -> Hand:
    """Figures as upright strokes, each glyph with a number of its own."""
    stroke = np.array([[0.1, -1.0], [0.1, 0.0]], np.float32)
    return Hand(
        "hand",
        defaultdict(
            list,
            {str(n): [Glyph((stroke,), number=10 * n + k) for k in range(4)] for n in range(10)},
        ),
    )


def test_independent_cells_share_no_character_and_come_again_alike() -> None:
    used: list[int] = []

    class Watching(OnceScribe):
        def glyphs(self, text: str, hand: Hand | None = None) -> list[Glyph]:
            found = super().glyphs(text, hand)
            used.extend(glyph.number for glyph in found if glyph.number >= 0)
            return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "OnceScribe", Watching)
        first = list(cells.independent("here", [_hand()], 7))
    assert len(used) == len(set(used)) > 20
    again = list(cells.independent("here", [_hand()], 7))
    assert [each.written for each in first] == [each.written for each in again]
    for one, other in zip(first, again, strict=True):
        assert one.ink is not None and other.ink is not None
        assert all(
            np.array_equal(a, b) for a, b in zip(one.ink.boxes, other.ink.boxes, strict=True)
        )


@pytest.mark.parametrize("sort", KINDS)
def test_every_text_has_a_canonical_form(sort: str) -> None:
    rng = random.Random(5)
    for _ in range(100):
        assert trial.truth_of(kind_of(sort), text_for(rng, sort))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("28 S", True),
        ("56 H", True),
        ("S 28", True),
        ("28 Pass", True),
        ("+1 D", True),
        ("+D", True),
        ("Pass", True),
        ("X", True),
        ("27 S", False),
        ("57 H", False),
        ("128 S", False),
        ("Pass 28", False),
        ("NT 30", False),
        ("40 + H", False),
        ("1 + D", False),
        ("Minus 1 S", False),
        ("+NT", None),
        ("D", None),
    ],
)
def test_international_3_4_calls_allowed(text: str, answer: bool | None) -> None:
    assert allowed("call", text) is answer


@pytest.mark.parametrize(
    ("kind", "text", "answer"),
    [
        ("card", "10S", True),
        ("card", "8S", False),
        ("card", "K", None),
        ("seat", "6", True),
        ("seat", "7", False),
        ("seat", "N", False),
        ("number", "56", True),
        ("number", "57", False),
        ("number", "-3", False),
        ("number", "?", None),
        ("doubling", "X", None),
    ],
)
def test_international_1_5_entries_allowed(kind: str, text: str, answer: bool | None) -> None:
    assert allowed(kind, text) is answer


def test_forbidden_texts_are_forbidden_and_as_many_as_asked_for() -> None:
    texts = forbidden_texts(random.Random(2), 40)
    assert [sum(each[2] == demand for each in texts) for demand in MAKERS] == [40] * len(MAKERS)
    for sort, text, _ in texts:
        kind = kind_of(sort)
        assert allowed(kind, trial.truth_of(kind, text)) is not True


@pytest.mark.parametrize(
    ("kind", "raw", "text"),
    [
        ("number", "3O\n", "30"),
        ("card", "1O S", "10S"),
        ("call", "28 spades", "28 S"),
        ("number", "hello", None),
        ("number", "", None),
    ],
)
def test_a_peers_answer_is_folded_like_our_own(kind: str, raw: str, text: str | None) -> None:
    assert canonical(kind, raw) == text


def test_the_rest_of_the_page_is_blamed_for_what_it_spoils() -> None:
    said = [
        Said("number", "28", "28", False, "28", False),
        Said("number", "30", "38", True, "30", False),
        Said("seat", "3", "3", True, "5", True, slip=True),
        Said("seat", "4", "4", False, "4", False, slip=True),
    ]
    text = "\n".join(table(said))
    assert "Readings that other entries chose: 2, of them right 1 of 2 " in text
    assert "ink right and page wrong 1 of 4 " in text
    assert "shows rightly: 2; read away by the rest of the page 1 of 2 " in text
    cells = text.splitlines()[2].split("|")
    assert [cell.split()[0] + cell.split()[2] for cell in cells[2:8]] == [
        "34",
        "34",
        "24",
        "14",
        "22",
        "33",
    ]
