"""The layout file: what is written is read again, and whatever is wrong in one is said with its line."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.digitize.sheets.heading_meaning import IGNORE, MEANINGS
from fairdeal.digitize.sheets.layout_file import (
    NUMBERS,
    WHO_IS_US,
    LayoutFileError,
    SheetColumn,
    SheetLayout,
    check_meanings,
    looks_like_layout,
    read_layout,
    write_layout,
)

GOOD = """\
sheet = "our-club"
us = "ask"

[rows]
count = 2
headings = 1
first = 1
numbers = "printed"

[shape]
aspect = 1.38
columns = [0.0, 0.2, 0.6, 1.0]
rows = [0.0, 0.1, 0.5, 1.0]

[[column]]
heading = "Deal"
means = "deal"

[[column]]
heading = "Running / Us"
means = "total us"

[[column]]
heading = "Running / Them"
means = "total them"
"""


def test_good_file() -> None:
    layout = read_layout(GOOD)
    assert layout.form == "score-sheet/our-club"
    assert layout.meanings == ("deal", "total us", "total them")
    assert layout.of_team() == ("deal", "total us", "total them")
    assert layout.of_team("B") == ("deal", "total B", "total A")
    assert looks_like_layout(GOOD)
    assert not looks_like_layout('[rules]\nname = "mine"\n')


@st.composite
def layouts(draw: st.DrawFn) -> SheetLayout:
    chosen = draw(st.lists(st.sampled_from(MEANINGS), min_size=1, max_size=8, unique=True))
    meanings = [meaning for meaning in chosen if check_meanings([meaning, "deal", "bid"]) is None]
    if check_meanings(meanings) is not None:
        meanings = ["contract", IGNORE, IGNORE]
    headings = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
    columns = tuple(SheetColumn(draw(headings), meaning) for meaning in meanings)
    rows, above = draw(st.integers(1, 30)), draw(st.integers(0, 3))
    places = st.integers(1, 9998).map(lambda n: n / 10000)

    def shares(count: int) -> tuple[float, ...]:
        inner = draw(st.lists(places, min_size=count - 1, max_size=count - 1, unique=True))
        return (0.0, *sorted(inner), 1.0)

    return SheetLayout(
        draw(st.from_regex(r"[a-z0-9]{1,5}(-[a-z0-9]{1,5}){0,2}", fullmatch=True)),
        columns,
        rows,
        above,
        draw(st.integers(500, 190_000)) / 10000,
        shares(len(columns)),
        shares(rows + above),
        draw(st.integers(1, 900)),
        draw(st.sampled_from(NUMBERS)) if "deal" in meanings else "none",
        draw(st.sampled_from(WHO_IS_US)),
    )


@given(layouts())
def test_what_is_written_is_read_again(layout: SheetLayout) -> None:
    text = write_layout(layout)
    assert read_layout(text) == layout
    assert write_layout(read_layout(text)) == text


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"our-club"', '"Our Club"', 1, "small letters"),
        ('"our-club"', "7", 1, "must be a text"),
        ('us = "ask"', 'us = "C"', 2, "A, B or ask"),
        ('us = "ask"', "colour = 1", 2, "unknown here"),
        ("count = 2", "count = 0", 5, "whole number from 1"),
        ("count = 2", "count = 3", 13, "5 numbers"),
        ("count = 2", "count = true", 5, "whole number"),
        ('numbers = "printed"', 'numbers = "roman"', 8, "printed, written or none"),
        ("aspect = 1.38", 'aspect = "high"', 11, "numbers from"),
        ("aspect = 1.38", "aspect = nan", 11, "numbers from"),
        ("0.2, 0.6", "0.6, 0.2", 12, "must rise"),
        ("0.2, 0.6, 1.0]", "0.2, 0.6]", 12, "4 numbers"),
        ('"total us"', '"total"', 21, "not something that a column can mean"),
        ('means = "total us"', "", 19, "the meaning of the column is missing"),
        ('"total us"', '"total them"', 25, "two columns mean"),
        ('"total us"', '"total A"', 25, "two columns mean"),
        ('heading = "Running / Us"', "heading = 3", 20, "must be a text"),
        ('heading = "Deal"', 'colour = "red"', 16, "has no"),
        ("[shape]", "[shape", 10, "not TOML"),
        ('"deal"', '"ignore"', 8, "no printed numbers"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(LayoutFileError) as caught:
        read_layout(GOOD.replace(old, new, 1), "club.toml")
    assert caught.value.line == line, str(caught.value)
    assert f"club.toml, line {line}: " in str(caught.value)
    assert words in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("text", ["", "column = 3", "[[column]]\n" * 50, "[" * 5000, "a" * 200_000])
def test_no_layout_at_all(text: str) -> None:
    with pytest.raises(LayoutFileError):
        read_layout(text)


@given(st.text(max_size=200))
def test_any_text_is_a_layout_or_told_why_not(text: str) -> None:
    for whole in (text, GOOD + text, text + GOOD):
        try:
            read_layout(whole)
        except LayoutFileError as error:
            assert str(error)


def test_trump_needs_a_bid() -> None:
    assert check_meanings(["trump", "deal"])
    assert check_meanings(["trump", "bid"]) is None
    assert check_meanings(["bid", "contract"])
    assert check_meanings(["ignore", "ignore"])
    assert check_meanings(["points A", "points us"])
