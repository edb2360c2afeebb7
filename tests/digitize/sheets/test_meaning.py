"""What the words above a column tell: many names, slips of the print reader, and nothing guessed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, strategies as st

from fairdeal.digitize.sheets.heading_meaning import (
    IGNORE,
    MEANINGS,
    Heading,
    Match,
    _tables,
    alike,
    for_team,
    match_headings,
)


def matched(texts: Iterable[str]) -> tuple[Match, ...]:
    """What columns with headings of one line each hold."""
    return match_headings([Heading(column, text) for column, text in enumerate(texts)])


def told(*texts: str) -> list[str | None]:
    return [match.meaning for match in matched(texts)]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Deal", "deal"),
        ("Deal No.", "deal"),
        ("Hand", "deal"),
        ("Board", "deal"),
        ("Sl. No", "deal"),
        ("#", "deal"),
        ("Dealer", "dealer"),
        ("Dealt by", "dealer"),
        ("Bid", "contract"),
        ("Call", "contract"),
        ("Final bid", "contract"),
        ("Contract", "contract"),
        ("By", "bidder"),
        ("Bid by", "bidder"),
        ("Declarer", "bidder"),
        ("Called by", "bidder"),
        ("Trump suit", "trump"),
        ("X / XX", "x"),
        ("Dbl", "x"),
        ("Doubled", "x"),
        ("Points A", "points A"),
        ("Pts B", "points B"),
        ("Card points Team A", "points A"),
        ("Running total A", "total A"),
        ("Cum. B", "total B"),
        ("Running score Us", "total us"),
        ("Cumulative They", "total them"),
        ("Award B", "score B"),
        ("Total Home", "total us"),
        ("Score Visitors", "score them"),
        ("Penalty A", "penalty A"),
        ("Penalty points B", "penalty B"),
        ("Remarks", "remarks"),
        ("Notes", "remarks"),
        ("S.No.", "deal"),
        ("Sr. No", "deal"),
        ("Caller", "bidder"),
        ("Called by", "bidder"),
        ("Trumps", "trump"),
        ("Suit", "trump"),
        ("Dbl/Rdbl", "x"),
        ("Rmks", "remarks"),
        ("Cum. score Their", "total them"),
        ("Total Opponents", "total them"),
        ("Sign", "ignore"),
        ("Signature A", None),
        ("Won Odd", "score A"),
    ],
)
def test_many_names_of_a_column(text: str, meaning: str | None) -> None:
    assert told(text) == [meaning]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Deaier", "dealer"),
        ("Conctract", "contract"),
        ("Remarcs", "remarks"),
        ("Runing tota1 A", "total A"),
        ("Cumulatlve B", "total B"),
        ("Dec1arer", "bidder"),
    ],
)
def test_slips_of_the_print_reader_are_allowed_for(text: str, meaning: str) -> None:
    assert told(text) == [meaning]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "Us",
        "A",
        "Total",
        "Score",
        "Total points A",
        "Tricks",
        "Partner",
        "Number",
        "Points A B",
        "Dealr",
        "Bid A",
        "Dealer score contract",
        "Lost A",
        "Trick points A",
        "? x",
        "Bid ?",
        "N-S",
        "+/-",
    ],
)
def test_unclear_heading_is_asked_about_with_a_reason(text: str) -> None:
    (match,) = matched([text])
    assert match.meaning is None
    assert match.why


def test_heading_over_two_columns_counts_for_both() -> None:
    columns = [Heading(0, "Us", ("Running total",)), Heading(1, "Them", ("Running total",))]
    assert [m.meaning for m in match_headings(columns)] == ["total us", "total them"]


def test_two_columns_of_one_meaning_are_both_asked_about() -> None:
    assert told("Bid", "Contract", "Dealer") == [None, None, "dealer"]


def test_bid_beside_a_column_of_trumps_is_the_figure() -> None:
    assert told("Bid", "Trump") == ["bid", "trump"]
    assert told("Bid", "Call", "Trump") == [None, None, "trump"]


def test_what_a_team_alone_may_mean_is_offered() -> None:
    (match,) = matched(["Us"])
    assert match.candidates == ("points us", "score us", "total us", "penalty us")


KNOWN = {
    word for part in ("names", "sides") for words in _tables()[part].values() for word in words
}
WORDS = [*sorted(KNOWN), "Sign", "of", "the", "?", "1", "Tota1"]


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join), max_size=14))
def test_no_two_columns_ever_get_one_meaning(texts: list[str]) -> None:
    matches = matched(texts)
    meanings = [match.meaning for match in matches if match.meaning is not None]
    read = [meaning for meaning in meanings if meaning != IGNORE]
    assert len(read) == len(set(read))
    assert set(meanings) <= set(MEANINGS)
    assert [match.heading.column for match in matches] == list(range(len(texts)))
    assert all(match.meaning or match.why for match in matches)


@given(st.lists(st.text(max_size=30), max_size=6))
def test_any_text_above_columns_is_taken(texts: list[str]) -> None:
    assert len(matched(texts)) == len(texts)


@pytest.mark.parametrize(
    ("text", "strange"), [("Total A", "Total B"), ("Us", "We"), ("Dealer", "Remarks")]
)
def test_other_words_are_another_heading(text: str, strange: str) -> None:
    assert alike(text, text.upper())
    assert not alike(text, strange) or len(text) > 6


@given(st.sampled_from(MEANINGS))
def test_team_of_us(meaning: str) -> None:
    for us in ("A", "B"):
        named = for_team(meaning, us)
        assert not named.endswith((" us", " them"))
    assert for_team(meaning, None) == meaning


def test_bid_is_asked_about_where_an_unread_column_may_hold_the_trump() -> None:
    found = matched(["Deal", "Bid", "?", "Total A", "Total B"])
    assert [match.meaning for match in found] == ["deal", None, None, "total A", "total B"]
    assert found[1].candidates == ("contract", "bid")
    for words in (
        ["Contract", "?"],
        ["COMTRACT", "?"],
        ["Bid and trump", "?"],
        ["Bid", "Time"],
        ["Bid", "Points ?"],
    ):
        assert matched(words)[0].meaning == "contract", words
    assert matched(["Bid", "Trump", "?"])[0].meaning == "bid"
