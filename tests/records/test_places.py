"""Places, spans, seats, cards and calls."""

from __future__ import annotations

import pickle

import pytest

from fairdeal.records import (
    CARDS,
    Card,
    Place,
    RowSpans,
    Said,
    Span,
    Term,
    TermKind,
    next_seat,
    other_team,
    seats,
    team_of,
)


def test_a_place_is_read_and_written() -> None:
    place = Place.parse(" deal 3 /trick  2/ seat 4")
    assert str(place) == "deal 3 / trick 2 / seat 4"
    assert place.deal == "3"
    assert place.number("trick") == 2
    assert place.number("call") is None
    assert str(place.within_deal()) == "trick 2 / seat 4"
    assert place.within_deal().in_deal("3") == place
    assert Place.parse("heading / event").in_deal("3") == Place.of("heading", "event")


def test_row_spans_count_brace_groups_as_one_token() -> None:
    spans = RowSpans(((7, 3, " KH {9H 0.7|QH 0.3}  4:KS"), (8, 1, "AS")))
    assert list(spans) == [
        Span(7, 4, 7, 6),
        Span(7, 7, 7, 22),
        Span(7, 24, 7, 28),
        Span(8, 1, 8, 3),
    ]
    assert spans.of(3) == Span(8, 1, 8, 3)
    assert spans.of(4) is None


def test_there_is_one_object_a_card() -> None:
    assert Card.of("10S") is CARDS["10S"]
    assert pickle.loads(pickle.dumps(CARDS["JH"])) is CARDS["JH"]
    assert CARDS["JH"].symbol == "J♥"
    assert CARDS["10S"].name == "ten of spades"
    assert len(CARDS) == 52
    with pytest.raises(KeyError):
        Card.of("1S")


def test_international_1_3_odd_seats_are_team_a() -> None:
    assert [team_of(seat) for seat in seats(6)] == ["A", "B"] * 3
    assert next_seat("6", 6) == "1"
    assert next_seat("W", 4) == "N"
    assert other_team("A") == "B"
    assert other_team(team_of("N")) == "EW"


def test_what_was_said() -> None:
    said = Said((Term(TermKind.PLUS, "+"), Term(TermKind.NUMBER, "1"), Term(TermKind.SUIT, "D")))
    assert said.form == "plus number suit"
    assert said.text == "+1 D"
    assert (said.number, said.suit) == (1, "D")
    assert said.has(TermKind.PLUS)
    assert not said.has(TermKind.PASS)
