"""Where much of a page is in doubt nothing on it is certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from fairdeal.digitize.printed import log, page_doubt
from fairdeal.digitize.printed.entries import Holding
from fairdeal.digitize.printed.notation import page_rows
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import BAR, Box, Line, PageWords, Piece, Row, Slot, Word, said
from fairdeal.records import ReadProblem
from tests.support.printed_words import page as page_of

BOX = (0.0, 0.0, 10.0, 10.0)


def card(probability: float) -> Piece:
    return Piece((("9C", probability),), BOX, Slot.CARD)


def told(rows: Sequence[Row], left_out: Sequence[Box] = ()) -> list[ReadProblem]:
    return page_doubt.doubt_of(rows, left_out)[0]


def test_one_doubtful_card_of_many_leaves_the_others_sure() -> None:
    assert not told([(card(0.8), *(card(1.0),) * 30)])


def test_many_doubtful_cards_make_the_page_doubtful() -> None:
    (problem,) = told([(card(0.8), *(card(1.0),) * 9)])
    assert problem.code == "print-in-doubt" and "1 of 10" in problem.message


def test_cards_that_are_nearly_sure_make_no_page_doubtful() -> None:
    """Pages read to the letter were to be compared line by line."""
    assert not told([((card(0.95),) * 2 + (card(1.0),) * 20)])


def test_many_cards_that_are_less_than_certain_make_the_page_doubtful() -> None:
    """A fax with 20 of 141 had two cards misread that nobody doubted; nine pages with fewer had nothing."""
    (problem,) = told([((card(0.95),) * 20 + (card(1.0),) * 121)])
    assert problem.code == "print-in-doubt" and "20 of 141" in problem.message
    assert not told([((card(0.95),) * 19 + (card(1.0),) * 122)])


def test_cards_that_are_all_but_certain_make_no_page_doubtful() -> None:
    """28 of 129 entries of a clear page were 0.996 each, for a q that was a little like a 9."""
    assert not told([((card(0.996),) * 28 + (card(1.0),) * 101)])
    assert told([((card(0.99),) * 28 + (card(1.0),) * 101)])


def test_a_line_that_could_not_be_read_makes_the_page_doubtful() -> None:
    word = Piece((("9G", 1.0),), BOX)
    (problem,) = told([(card(1.0),) * 9, (word, word)])
    assert "1 line could not be read" in problem.message


def test_comments_and_tags_are_no_unread_lines() -> None:
    word = Piece((("North", 1.0),), BOX)
    tag = Piece((("2", 1.0),), BOX, Slot.SEAT, before='[Dealer "', after='"]')
    assert not told([(said(";"), word), (tag,), (said("Play:"),), (card(1.0),)])


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
    assert max(field.probability for field in read.fields) <= page_doubt.HELD
    assert "{9C 0.9900}" in (read.typed or "")


def test_where_an_entry_was_lost_no_other_is_certain() -> None:
    whole = "Hands:\nPlayer 3:\nS J 9\nH A K\nPlayer 4:\nS K Q\nH 9 10"
    assert not told(page_rows(page_of(whole)))
    assert told(page_rows(page_of(whole.replace("H A K", "& A K J"))))


def test_what_nobody_can_read_above_the_first_line_of_a_record_leaves_it_sure() -> None:
    """Two specks on the edge of a sheet: all 137 certain entries below them were asked about."""
    speck, first = Piece((("", 1.0),), (0.0, 0.0, 10.0, 5.0)), at(1, "30", slot=Slot.SEAT)
    assert not told([(said(";"), speck, speck), first, (card(1.0),) * 9])
    assert told([first, (said(";"), speck, speck), (card(1.0),) * 9])
    word = Piece((("Club", 1.0),), BOX)
    assert not told([(said(";"), word, word, word, speck), first, (card(1.0),) * 9])
    as_high = replace(speck, box=BOX)  # a line that was lost, perhaps
    assert told([(said(";"), as_high, as_high), first, (card(1.0),) * 9])


def test_what_was_read_and_stands_in_no_row_makes_the_page_doubtful() -> None:
    """The last card of a hand stood right of its column, and was left out: it was played later, by a seat
    that did not hold it, for certain."""
    words = [
        Word(((text, 1.0),), (x, 0.0, x + 20.0, 29.0)) for text, x in (("9C", 0.0), ("10♦,", 90.0))
    ]
    row = (Piece((("9C", 1.0),), (0.0, 0.0, 20.0, 29.0), Slot.CARD),)
    assert page_doubt.entries_left_out(words, [row]) == [words[1].box]
    assert not page_doubt.entries_left_out(words[:1], [row])
    assert not page_doubt.entries_left_out([replace(words[1], readings=(("Onam", 1.0),))], [row])
    assert told([(card(1.0),) * 9], [BOX]) and not told([(card(1.0),) * 9])


def held(rows: Sequence[Row], left_out: Sequence[Box] = ()) -> tuple[str, list[int]]:
    """What is said of a page, and which of its rows are held to be less than certain."""
    (problem,), surest = page_doubt.doubt_of(rows, left_out)
    return problem.message, [n for n, each in enumerate(surest) if each < 1 - 1e-3]


def at(line: int, *texts: str, slot: Slot = Slot.CARD) -> Row:
    return tuple(
        Piece(((text, 1.0),), (30.0 * n, 100.0 * line, 30.0 * n + 20, 100.0 * line + 20), slot)
        for n, text in enumerate(texts)
    )


CARDS = ("9C",) * 8
LOG = [
    at(0, "30", slot=Slot.FREE),
    (said("Hands:"),),
    *(at(n, *CARDS) for n in range(2, 8)),
    (said("Auction:"),),
    at(9, "28", "pass", "29 H", "pass", slot=Slot.CALL),
    at(10, "30", "pass", "pass", "pass", slot=Slot.CALL),
    (said("Result:"),),
    at(12, "28", "28", slot=Slot.NUMBER),
    at(13, "1", "2", slot=Slot.NUMBER),
    (said("Play:"),),
    *(at(n, *CARDS) for n in range(15, 18)),
]
LOG[0] = (replace(LOG[0][0], before='[Deal "', after='"]'),)


@pytest.mark.parametrize(("stray", "whole"), [(("8H", "AS", "3S"), True), (("a", "stamp"), False)])
def test_cards_below_the_result_may_be_of_any_part(stray: tuple[str, ...], whole: bool) -> None:
    """The right half of a spreadsheet stood below all else: six cards of each hand were certain to be all."""
    message, rows = held([*LOG[:12], at(13, *stray, slot=Slot.FREE), *LOG[13:]])
    assert ("the page with the photo" in message) == whole
    assert (rows == list(range(len(rows)))) == whole


def test_a_hand_that_could_not_be_read_leaves_the_auction_certain() -> None:
    """Everything on a page was to be compared, tags and all, for one line of it."""
    message, rows = held([*LOG[:4], at(4, "9G", "??", slot=Slot.FREE), *LOG[5:]])
    assert rows == [1, 2, 3, 4, 5, 6, 7]
    assert "1 line of the hands could not be read" in message and "compare the hands" in message


def test_behind_a_call_that_could_not_be_read_no_call_is_certain() -> None:
    message, rows = held([*LOG[:9], at(9, "28", "?", "pass", slot=Slot.CALL), *LOG[10:]])
    assert rows == [8, 9, 10] and "1 entry of the auction could not be read" in message


def test_a_figure_that_could_not_be_read_holds_its_line_alone() -> None:
    message, rows = held([*LOG[:12], at(12, "28", "?", slot=Slot.NUMBER), *LOG[13:]])
    assert rows == [12] and "1 entry of the result" in message


def test_a_trick_that_could_not_be_read_holds_the_play() -> None:
    message, rows = held([*LOG[:-2], at(16, "??", "??", "??", "9C"), LOG[-1]])
    assert rows == [14, 15, 16, 17] and "3 entries of the play" in message


@pytest.mark.parametrize("top", [700.0, 725.0])
def test_what_stands_in_no_row_holds_the_part_beside_it(top: float) -> None:
    message, rows = held(LOG, [(300.0, top, 320.0, top + 20)])
    assert rows == [1, 2, 3, 4, 5, 6, 7] and "1 entry of the hands" in message


@pytest.mark.parametrize("line", [0, 20])
def test_where_no_part_is_known_to_be_meant_the_whole_page_is_held(line: int) -> None:
    strange = at(0, "9G", "9C", slot=Slot.FREE)
    rows, out = ([strange, *LOG], []) if line == 0 else (LOG, [(0.0, 2000.0, 20.0, 2020.0)])
    message, found = held(rows, out)
    assert found == list(range(len(rows))) and "compare the page" in message


def test_where_the_number_of_a_deal_was_not_read_the_whole_page_is_held() -> None:
    """What follows would be the deal's above it, whose result alone was held."""
    number = at(18, "[Dea", "31]", slot=Slot.FREE)
    message, rows = held([*LOG, number, *LOG[1:]])
    assert len(rows) == 2 * len(LOG) and "compare the page" in message


def test_a_sheet_is_named_with_its_letter() -> None:
    sheet = [(said("Sheet A:"),), *(at(n, *("28",) * 8, slot=Slot.NUMBER) for n in range(20, 23))]
    assert "1 entry of sheet A could" in held([*LOG, *sheet, at(23, "28", "??", "28", "28")])[0]


def test_of_several_deals_it_says_which() -> None:
    second = [
        (replace(LOG[0][0], readings=(("31", 1.0),)),),
        *LOG[1:12],
        at(12, "28", "?"),
        *LOG[13:],
    ]
    message, rows = held([*LOG, *second])
    strange = [second[0], at(0, "9G", "9C", slot=Slot.FREE), *second[1:]]
    assert "compare the page" in held([*LOG, *strange])[0]  # it may be a tag, or a heading
    assert rows == [len(LOG) + 12] and "of the result of deal 31 could not be read" in message


def test_a_page_in_doubt_says_that_something_may_be_missing() -> None:
    (problem,) = told([(card(0.8), *(card(1.0),) * 9)])
    assert "compare the page with the photo line by line" in problem.message


def test_the_sign_of_a_suit_is_one_entry_however_many_cards_it_has() -> None:
    """With three signs in doubt a page read to the letter was to be compared line by line."""
    holding = Holding(said("1"))
    sign = Word((("S:", 0.8), ("5:", 0.2)), (0.0, 0.0, 20.0, 20.0))
    ranks = [
        Word(((rank, 1.0),), (30.0 * n, 0.0, 30.0 * n + 20, 20.0))
        for n, rank in enumerate("AKQJ", 1)
    ]
    assert holding.take([sign, *ranks])
    assert [p.by_ink < page_doubt.PLAIN_ENOUGH for p in holding.cards] == [
        True,
        False,
        False,
        False,
    ]
    assert all(p.readings[0][1] < page_doubt.PLAIN_ENOUGH for p in holding.cards)
    assert {each.code for each in log._problems([holding.row()], [], "")} == {"read-as-print"}


def test_what_columns_stand_for_is_no_doubt_of_the_ink() -> None:
    """A page read to the letter was said to be a bad photo, and all of it to be compared."""
    moved = replace(card(0.7), readings=(("9C", 0.7), ("KD", 0.3)), column=0.7)
    rows = [(moved,) * 8, (card(1.0),) * 8]
    assert not told(rows)
    codes = {each.code: each.message for each in log._problems(rows, [], "")}
    assert set(codes) == {"read-as-print", "columns-in-doubt"}
    assert "8 cards depend on it" in codes["columns-in-doubt"]


@pytest.mark.parametrize("high", [5.0, 60.0])
def test_a_line_above_the_record_that_nobody_can_read_holds_it_however_high(high: float) -> None:
    """``Deal 31`` in large print, perhaps: what follows would be another deal's."""
    first = at(1, "30", slot=Slot.SEAT)
    other = Piece((("1ain", 1.0),), (0.0, 200.0, 30.0, 200.0 + high))
    assert told([(other, other), first, (card(1.0),) * 9])
    assert told([(), first, (other, other), (card(1.0),) * 9])


def test_words_as_high_and_as_low_as_in_no_line_leave_the_record_below_them_sure() -> None:
    """The grain of a table, above a sheet whose edge was not seen: 119 certain entries were asked about."""
    grain = tuple(
        Piece(((text, 0.9),), (30.0 * n, 0.0, 30.0 * n + 20, high))
        for n, (text, high) in enumerate((("N", 33.0), ("V", 56.0), ("?", 40.0)))
    )
    cards = (card(1.0),) * 9
    assert not told([grain, cards]) and told([cards, grain])
    assert told([tuple(replace(piece, box=BOX) for piece in grain), cards])
    assert told([grain[:2], cards])
    entries = tuple(
        replace(piece, readings=((text, 1.0),))
        for piece, text in zip(grain, ("9C", "1G", "QD"), strict=True)
    )
    assert told([entries, cards])


def test_a_line_along_the_edge_of_the_page_that_nobody_can_read_leaves_it_sure() -> None:
    """The newspaper below a sheet, along its lower edge: its whole score was to be compared."""
    last = (Piece((("hile", 1.0),), (0.0, 985.0, 30.0, 999.0)),)
    rows = [(card(1.0),) * 9, last]
    assert not page_doubt.doubt_of(rows, (), 1000)[0]
    assert page_doubt.doubt_of(rows, (), 2000)[0] and page_doubt.doubt_of(rows)[0]
    remark = (said(";"), replace(last[0], readings=(("", 1.0),)))
    assert (
        not page_doubt.doubt_of([*rows, remark], (), 1000)[0]
        and page_doubt.doubt_of([rows[0], remark])[0]
    )
    lost = (Piece((("??", 1.0),), (0.0, 985.0, 30.0, 999.0), Slot.CARD),)
    assert page_doubt.doubt_of([*rows, lost], (), 1000)[0]
    cards = tuple(
        Piece(((text, 1.0),), (30.0 * n, 985.0, 30.0 * n + 20, 999.0))
        for n, text in enumerate(("9C", "1G", "QD"))
    )
    assert page_doubt.doubt_of([rows[0], cards], (), 1000)[
        0
    ]  # a line that the edge of the photo cut


def test_a_letter_and_a_comma_along_the_edge_of_the_page_leave_it_sure() -> None:
    """Of the magazine below a sheet: 126 certain entries were asked about."""
    strayed = tuple(
        Piece(((text, 1.0),), (1880.0 + 110 * n, 25.0, 1915.0 + 110 * n, 49.0))
        for n, text in enumerate(("A", ","))
    )
    assert not page_doubt.doubt_of([strayed, (card(1.0),) * 9], (), 3000)[0]


@pytest.mark.parametrize(
    ("left", "high", "sure"), [(-80.0, 60.0, True), (-80.0, 20.0, False), (40.0, 60.0, False)]
)
def test_a_hole_of_a_punch_beside_what_is_printed_leaves_the_page_sure(
    left: float, high: float, sure: bool
) -> None:
    """It was a heart, and 153 certain entries were asked about."""
    usual = tuple(replace(card(1.0), box=(50.0 * n, 100.0, 50.0 * n + 30, 120.0)) for n in range(9))
    box = (left, 130.0, left + 50, 130.0 + high)
    hole = tuple(Piece(((text, 1.0),), box) for text in ("~", "♥"))
    assert (not told([usual, hole])) is sure


def off(x: float, y: float, *texts: str) -> Row:
    return tuple(
        Piece(((text, 1.0),), (x + 30.0 * n, y, x + 30.0 * n + 20, y + 20.0))
        for n, text in enumerate(texts)
    )


@pytest.mark.parametrize(
    ("row", "sure"),
    [
        (off(320, 300, "be", "id"), True),  # right of it
        (off(320, 300, "6"), True),
        (off(-70, 300, "ey"), True),  # left of it
        (off(-50, -90, "ogan", "of", "the"), True),  # above it, and begins further to the left
        (off(0, -90, "ogan", "of", "the"), False),  # above it, as a line of it would stand
        (off(0, -120, "Meet24.03"), True),  # further above it than any line of it
        (off(0, -120, "[Ru1es", "on1ine"), False),  # a tag, perhaps
        (off(-50, -50, "ogan", "of", "the"), False),  # next to it
        (off(170, 900, "Mr", "MM"), True),  # far below it, and begins in its right half
        (off(90, 900, "Mr", "MM"), False),
        (off(320, 300, "9G", "9C"), False),  # entries
        (off(150, 300, "be", "id"), False),  # within it
    ],
)
def test_what_stands_off_all_that_was_read_leaves_it_sure(row: Row, sure: bool) -> None:
    """The basket and the magazine beside a sheet, and the stripes above one: 124 entries, 76 and 130 were
    asked about, all rightly read."""
    lines = [at(n, *CARDS) for n in range(6)]
    assert (not told([row, *lines])) is sure and (not told([*lines, row])) is sure


@pytest.mark.parametrize(
    ("text", "top", "sure"), [('"7', 495.0, True), ('"7', 530.0, False), ("7", 495.0, False)]
)
def test_the_end_of_a_tag_that_stands_higher_than_its_letters_leaves_the_page_sure(
    text: str, top: float, sure: bool
) -> None:
    """The bracket behind a tag was a seven: all 124 entries, rightly read, were asked about."""
    tag = Piece((("None", 1.0),), (0.0, 500.0, 80.0, 520.0), before='[Vulnerable "', after='"]')
    end = (Piece(((text, 1.0),), (82.0, top, 100.0, top + 18)),)
    assert (not told([(tag,), end, at(6, *CARDS), at(7, *CARDS)])) is sure


def sheet(*deals: str) -> list[Row]:
    """The rows of a sheet with two columns more; of one without a number no cell could be read."""
    found: list[Row] = [
        (said("Sheet:"),),
        tuple(map(said, ("deal", BAR, "dealer", BAR, "points"))),
    ]
    for n, deal in enumerate(deals, 2):
        slot = Slot.NUMBER if deal else Slot.FREE
        first, second = (deal, "3") if deal else ("??", "??")
        own = at(n, first, BAR, second, BAR, second, slot=slot)
        found.append(tuple(replace(e, slot=Slot.FREE) if e.text == BAR else e for e in own))
    return found


def test_a_number_in_doubt_tells_nothing_of_what_a_sheet_lacks() -> None:
    """What stood between two rows was a stamp, and the 8 below it a 7."""
    rows = sheet("5", "6", "", "8", *map(str, range(9, 60)))
    assert not told(rows)
    rows[5] = (replace(rows[5][0], readings=(("8", 0.95), ("7", 0.05))), *rows[5][1:])
    assert told(rows)


@pytest.mark.parametrize(
    ("deals", "sure"),
    [
        (("1", "2", "", "4", "5"), True),
        (("1", "", "", "4", "5"), True),
        (("", "2", "3", "4"), True),
        (("", "3", "4", "5"), False),
        (("1", "2", "", "5", "6"), False),  # another was lost
        (("1", "2", "", "3", "4"), False),  # it was none of a deal
        (("1", "2", "3", "4", ""), False),  # others may follow
    ],
)
def test_a_row_that_is_all_that_a_sheet_lacks_leaves_the_others_sure(
    deals: tuple[str, ...], sure: bool
) -> None:
    """For one row that could not be read each of 177 entries was asked about."""
    assert (not told(sheet(*deals))) is sure


def test_a_speck_with_the_suit_of_its_line_holds_its_hand() -> None:
    """A colon too many was a ninth card, and the hand was said to have one too many, for certain."""
    hand = at(2, *CARDS, ":D")
    (problem,), surest, *_ = page_doubt.doubt_of([*LOG[:2], hand, *LOG[3:]])
    assert problem.code == "print-part-in-doubt"
    assert [n for n, each in enumerate(surest) if each < page_doubt.SUREST] == [2]
    assert not told([*LOG[:2], at(2, *CARDS, "1G"), *LOG[3:]])


def test_one_sign_that_is_no_call_holds_the_auction() -> None:
    """The corner of a cell was an ``L`` that seat 2 called, out of turn for certain."""
    calls = at(9, "L", "28", "pass", "29 H", "pass", slot=Slot.CALL)
    message, rows = held([*LOG[:9], calls, *LOG[10:]])
    assert "of the auction" in message and rows == [8, 9, 10]
    assert not told([*LOG[:9], (*calls[1:], *at(9, "x", "P", slot=Slot.CALL)), *LOG[10:]])


def test_a_call_that_may_be_a_seat_holds_the_auction() -> None:
    """``i:`` was a call of 1: the seats behind it were others', and two calls out of turn for certain."""
    calls = at(9, "28", "1", "pass", "29 H", "pass", slot=Slot.CALL)
    message, rows = held([*LOG[:9], calls, *LOG[10:]])
    assert "of the auction" in message and rows == [8, 9, 10]
