"""Where much of a page is in doubt nothing on it is certain."""

from __future__ import annotations

from fairdeal.digitize.printed import log
from fairdeal.digitize.printed.arranged.pieces import Piece, said
from fairdeal.digitize.printed.arranged.slots import Slot

BOX = (0.0, 0.0, 10.0, 10.0)


def card(probability: float) -> Piece:
    return Piece((("9C", probability),), BOX, Slot.CARD)


def test_one_doubtful_card_of_many_leaves_the_others_sure() -> None:
    assert log._doubt([(card(0.9), *(card(1.0),) * 30)]) == []


def test_many_doubtful_cards_make_the_page_doubtful() -> None:
    (problem,) = log._doubt([(card(0.9), *(card(1.0),) * 9)])
    assert problem.code == "print-in-doubt" and "1 of 10" in problem.message


def test_a_line_that_could_not_be_read_makes_the_page_doubtful() -> None:
    word = Piece((("9G", 1.0),), BOX)
    (problem,) = log._doubt([(card(1.0),) * 9, (word, word)])
    assert "1 line could not be read" in problem.message


def test_comments_and_tags_are_no_unread_lines() -> None:
    word = Piece((("North", 1.0),), BOX)
    tag = Piece((("2", 1.0),), BOX, Slot.SEAT, before='[Dealer "', after='"]')
    assert log._doubt([(said(";"), word), (tag,), (said("Play:"),), (card(1.0),)]) == []
