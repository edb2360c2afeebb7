"""Where much of a page is in doubt nothing on it is certain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairdeal.digitize.printed import log
from fairdeal.digitize.printed.notation import page_rows
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import Line, PageWords, Piece, Slot, Word, said
from tests.support.printed_words import page as page_of

BOX = (0.0, 0.0, 10.0, 10.0)


def card(probability: float) -> Piece:
    return Piece((("9C", probability),), BOX, Slot.CARD)


def test_one_doubtful_card_of_many_leaves_the_others_sure() -> None:
    assert log._doubt([(card(0.8), *(card(1.0),) * 30)]) == []


def test_many_doubtful_cards_make_the_page_doubtful() -> None:
    (problem,) = log._doubt([(card(0.8), *(card(1.0),) * 9)])
    assert problem.code == "print-in-doubt" and "1 of 10" in problem.message


def test_cards_that_are_nearly_sure_make_no_page_doubtful() -> None:
    """Pages read to the letter were to be compared line by line."""
    assert log._doubt([((card(0.95),) * 2 + (card(1.0),) * 20)]) == []


def test_many_cards_that_are_less_than_certain_make_the_page_doubtful() -> None:
    """A fax with 20 of 141 had two cards misread that nobody doubted; nine pages with fewer had nothing."""
    (problem,) = log._doubt([((card(0.95),) * 20 + (card(1.0),) * 121)])
    assert problem.code == "print-in-doubt" and "20 of 141" in problem.message
    assert not log._doubt([((card(0.95),) * 19 + (card(1.0),) * 122)])


def test_a_line_that_could_not_be_read_makes_the_page_doubtful() -> None:
    word = Piece((("9G", 1.0),), BOX)
    (problem,) = log._doubt([(card(1.0),) * 9, (word, word)])
    assert "1 line could not be read" in problem.message


def test_comments_and_tags_are_no_unread_lines() -> None:
    word = Piece((("North", 1.0),), BOX)
    tag = Piece((("2", 1.0),), BOX, Slot.SEAT, before='[Dealer "', after='"]')
    assert log._doubt([(said(";"), word), (tag,), (said("Play:"),), (card(1.0),)]) == []


def test_no_card_of_such_a_page_is_surer_than_the_page() -> None:
    def at(x: float, *texts: str) -> Word:
        readings = tuple((text, 1 / len(texts)) for text in texts)
        return Word(readings, (x, 0.0, x + 20.0, 29.0))

    heading = Line((at(0.0, "Play:"),), 10.0, 20.0)
    cards = [at(40.0, "9C", "9S"), *(at(40.0 * n, "9C") for n in range(2, 6))]
    rules = np.empty((0, 4), np.int32)
    words = PageWords((heading, Line((at(0.0, "3:"), *cards), 50.0, 20.0)), rules, rules)
    page = FlatPage(np.full((100, 300), 255, np.uint8), np.eye(3))
    read = log.log_of(words, page, "page.jpg")
    assert "print-in-doubt" in {each.code for each in read.problems}
    assert max(field.probability for field in read.fields) <= log.HELD
    assert "{9C 0.9900}" in (read.typed or "")


def test_where_an_entry_was_lost_no_other_is_certain() -> None:
    whole = "Hands:\nPlayer 3:\nS J 9\nH A K\nPlayer 4:\nS K Q\nH 9 10"
    assert not log._doubt(page_rows(page_of(whole)))
    assert log._doubt(page_rows(page_of(whole.replace("H A K", "& A K J"))))


def test_what_was_read_and_stands_in_no_row_makes_the_page_doubtful() -> None:
    """The last card of a hand stood right of its column, and was left out: it was played later, by a seat
    that did not hold it, for certain."""
    words = [
        Word(((text, 1.0),), (x, 0.0, x + 20.0, 29.0)) for text, x in (("9C", 0.0), ("10♦,", 90.0))
    ]
    row = (Piece((("9C", 1.0),), (0.0, 0.0, 20.0, 29.0), Slot.CARD),)
    assert log._left_out(words, [row]) == 1
    assert log._left_out(words[:1], [row]) == 0
    assert log._left_out([replace(words[1], readings=(("Onam", 1.0),))], [row]) == 0
    assert log._doubt([(card(1.0),) * 9], left_out=1) and not log._doubt([(card(1.0),) * 9])


def test_a_page_in_doubt_says_that_something_may_be_missing() -> None:
    (problem,) = log._doubt([(card(0.8), *(card(1.0),) * 9)])
    assert "compare the page with the photo line by line" in problem.message


def test_what_columns_stand_for_is_no_doubt_of_the_ink() -> None:
    """A page read to the letter was said to be a bad photo, and all of it to be compared."""
    moved = replace(card(0.7), readings=(("9C", 0.7), ("KD", 0.3)), column=0.7)
    rows = [(moved,) * 8, (card(1.0),) * 8]
    assert log._doubt(rows) == []
    codes = {each.code: each.message for each in log._problems(rows, [], "")}
    assert set(codes) == {"read-as-print", "columns-in-doubt"}
    assert "8 cards depend on it" in codes["columns-in-doubt"]
