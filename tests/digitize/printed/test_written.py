"""Rows as text of the notation, with rivals as it writes them, and where each entry stands."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.log import _problems
from fairdeal.digitize.printed.notation import SUREST, written
from fairdeal.digitize.printed.words import Piece, Slot, said
from fairdeal.grammar.notation.hand_record import read
from tests.support.printed_words import boxed, text_of

BOX = (10.0, 20.0, 50.0, 48.0)


def card(*readings: tuple[str, float]) -> Piece:
    return Piece(readings, BOX, Slot.CARD)


def token(*readings: tuple[str, float]) -> str:
    return written([(card(*readings),)], boxed)[0].rstrip("\n")


def test_a_sure_reading_is_written_as_it_was_read() -> None:
    assert token(("9C", 0.9995), ("9G", 0.0005)) == "9C"


def test_rivals_are_written_with_their_probabilities() -> None:
    assert token(("9C", 0.8), ("9S", 0.2)) == "{9C 0.7984|9S 0.1996}"


def test_a_rival_that_the_notation_cannot_read_is_something_else() -> None:
    """A group with such a member would not be read at all, and the card with it."""
    assert token(("9C", 0.8), ("9G", 0.2)) == "{9C 0.8000}"


def test_what_fits_nothing_stays_as_it_was_seen() -> None:
    assert token(("9G", 0.8), ("9C", 0.2)) == "9G"


def test_what_was_not_read_is_unreadable() -> None:
    assert token(("", 1.0)) == "??"


@pytest.mark.parametrize("strange", ["9|", "{9", 'x"', "0.5"])
def test_a_rival_that_would_be_taken_apart_leaves_the_row_whole(strange: str) -> None:
    text = token(("9C", 0.8), (strange, 0.2))
    (trick,) = read(f'[Deal "1"]\nPlay:\n3: KH {text} QS\n').record.deals[0].play
    assert len(trick.items) == 3


def test_rivals_are_read_as_they_were_written() -> None:
    text, _, _ = written([(said("Play:"),), (said("3:"), card(("9C", 0.8), ("9S", 0.2)))], boxed)
    entry = read(f'[Deal "1"]\n{text}').record.deals[0].play[0].items[0].card  # type: ignore[union-attr]
    assert [(str(each.value), each.probability) for each in entry.readings] == [
        ("9C", 0.7984),
        ("9S", 0.1996),
    ]


def test_places_point_at_what_is_written() -> None:
    seat = Piece((("3", 1.0),), BOX, Slot.SEAT, after=":")
    tag = Piece((("2", 1.0),), BOX, Slot.SEAT, before='[Dealer "', after='"]')
    rows = [(tag,), (said("Play:"),), (seat, card(("9C", 0.8), ("9S", 0.2)), card(("QS", 1.0)))]
    text, fields, spans = written(rows, boxed)
    lines = text.splitlines()
    assert [lines[line - 1][first - 1 : last - 1] for line, first, last in spans] == [
        "2", "3", "{9C 0.7984|9S 0.1996}", "QS",
    ]  # fmt: skip
    assert [field.name for field in fields] == [
        "line 1 / entry 1", "line 3 / entry 1", "line 3 / entry 2", "line 3 / entry 3",
    ]  # fmt: skip


def test_an_entry_has_its_readings_and_its_outline() -> None:
    _, (field,), _ = written([(card(("9C", 0.8), ("9S", 0.2)),)], boxed)
    assert (field.kind, field.text, field.flagged, field.probability) == ("card", "9C", True, 0.8)
    assert field.rivals == (("9C", 0.8), ("9S", 0.2))
    assert field.region == boxed(BOX)


def test_no_entry_is_said_to_be_quite_sure() -> None:
    _, (field,), _ = written([(card(("9C", 1.0)),)], boxed)
    assert field.probability == SUREST and not field.flagged


def test_what_the_paper_does_not_have_is_no_entry() -> None:
    assert written([(said("Play:"),)], boxed)[1:] == ([], [])


def test_words_that_are_no_entries_are_listed_where_unsure() -> None:
    word = Piece((("Onarn", 0.5), ("Onam", 0.5)), BOX)
    listed = _problems([(word, said(";"), card(("9C", 0.5)))], [], "")[-1]
    assert listed.code == "print-unsure" and "1 printed word was" in listed.message
    assert "(Onarn)" in listed.message


def test_no_entry_of_a_page_in_doubt_is_surer_than_the_page() -> None:
    text, (field,), _ = written([(card(("9C", 1.0)),)], boxed, [0.99])
    assert text == "{9C 0.9900}\n"
    assert field.probability == 0.99 and not field.flagged


def test_no_rival_of_a_seat_is_nothing() -> None:
    """The notation reads no seat that may be "-": its line was taken for one card more, and two cards were
    found to be in nobody's hand."""
    seat = Piece((("E", 0.9963), ("-", 0.0037)), (0.0, 0.0, 1.0, 1.0), Slot.SEAT, after=":")
    assert text_of([(seat,)]) == "{E 0.9963}:"


def test_the_tags_of_a_page_in_doubt_are_asked_about() -> None:
    """``dupl a e`` was held for the rules, as nothing else was read in its place."""
    rules = Piece((("dupl a e", 1.0),), BOX, Slot.VALUE, before='[Rules "', after='"]')
    rows = [(rules,), (card(("9C", 1.0)),)]
    assert [field.flagged for field in written(rows, boxed, [0.99] * len(rows))[1]] == [True, False]
    assert [field.flagged for field in written(rows, boxed)[1]] == [False, False]


def test_a_seat_that_the_head_of_a_column_tells_is_no_surer_than_the_page() -> None:
    """A call out of turn was certain where a round was read wrongly."""
    seat = Piece((("N", 1.0),), None, Slot.SEAT, after=":")
    assert written([(seat, card(("9C", 1.0)))], boxed, [0.99])[0].startswith("{N 0.9900}:")
    assert written([(seat, card(("9C", 1.0)))], boxed)[0].startswith("N:")


def test_a_word_in_doubt_may_be_none_of_its_readings() -> None:
    """The number of a bid was lost, and what was left was none whatever its suit: for certain."""
    suits = Piece((("♥", 0.9), ("♣", 0.06), ("♠", 0.04)), BOX, Slot.CALL)
    text = text_of([(suits,)])
    told = [float(each.split()[1]) for each in text.strip("{}").split("|")]
    assert sum(told) < 0.999
