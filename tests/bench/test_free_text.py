"""The bench of free words: what is written, and how right and wrong characters are counted."""

from __future__ import annotations

import string

import pytest

from bench.hands.free_text import FIRST, READERS, Line, PageOfLines, distance, tables
from bench.hands.free_words import REMARKED, kind_of, page_with_words
from bench.hands.pages import FORMS
from fairdeal.digitize.forms.layout import load

EVERY = frozenset(string.printable)


@pytest.mark.parametrize("form", FORMS)
def test_words_stand_in_text_fields_and_no_remarks_beyond_those_wanted(form: str) -> None:
    page, words = page_with_words(form, 3, EVERY)
    kinds = {each.name: kind_of(each) for each in load(form).fields}
    assert words.items() <= page.values.items()
    assert all(kinds[name] for name in words) and "heading / event" in words
    assert sum(kinds[name].startswith("remark") for name in words) <= REMARKED
    assert set(page.values) > set(words), "the rest of the page is written too"


def test_nothing_is_written_with_characters_that_the_writer_lacks() -> None:
    capitals = frozenset(string.ascii_uppercase)
    for seed in range(6):
        _, words = page_with_words("score-sheet", seed, capitals)
        assert words and all(set(text) - {" "} <= capitals for text in words.values())


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("claim", "claim", 0), ("claim", "dain", 3), ("", "abc", 3), ("abc", "", 3), ("ab", "ba", 2)],
)
def test_characters_to_change(one: str, other: str, apart: int) -> None:
    assert distance(one, other) == apart


def test_a_text_right_but_for_its_spelling_is_counted_apart() -> None:
    told = dict.fromkeys(READERS, ("Loose", "Lotus")) | {FIRST: ("L0TUS",)}
    lines = (Line("a", "team", "Lotus", told), Line("a", "date", "7 11 2026", told))
    rows = [row.split(" | ") for row in tables([PageOfLines(lines, {FIRST: 0.2})])]
    row = next(row for row in rows if row[0] == f"| {FIRST}")
    assert row[1].startswith("0 of 2") and row[2].startswith("1 of 2")
    assert row[-1] == "100 |"
    assert next(row for row in rows if row[0] == "| any suggestion")[1].startswith("1 of 2")
