"""Games written back with remarks: marked and noted where they belong, and read again as they were."""

from __future__ import annotations

from random import Random

import pytest

from bench.text.real_files import real_file
from bench.text.real_styles import STYLES, Style
from fairdeal.grammar.pbn.reader import PbnGame, read
from fairdeal.grammar.pbn.writer import HEAD, Remark, write_remarked
from tests.support.pbn_files import write

GAME = """[Event "Cup"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T7643.AQ865.86.2 J8.432.KT54.J876 Q95.JT.A2.AQT953 AK2.K97.QJ973.K4"]
[Declarer "S"]
[Contract "2NT"]
[Result "7"]
[Auction "N"]
Pass Pass 2NT =1= 1H $2
Pass Pass
[Note "1:balanced"]
[Play "W"]
DQ {led} D6 D4 DA
CK C2 H3 CA
*
"""


def game() -> PbnGame:
    return next(iter(read(GAME)))


def test_a_call_is_marked_and_noted_with_a_free_number() -> None:
    text = write_remarked(game(), [Remark("Law 27: too low", call=4, mark="I")])
    assert "2NT =1= ^I 1H =2= $2\r\n" in text
    assert '[Note "1:balanced"]\r\n[Note "2:Law 27: too low"]\r\n[Play' in text


def test_a_card_is_marked_in_its_seats_column() -> None:
    remark = Remark("Law 64: a club was held", trick=2, seat="E", mark="R")
    text = write_remarked(game(), [remark])
    assert "CK C2 ^R H3 =1= CA\r\n" in text
    assert text.rstrip().endswith('[Note "1:Law 64: a club was held"]')


def test_what_has_no_call_or_card_or_number_of_its_own_stands_before_the_game() -> None:
    remarks = [
        Remark("of the {whole} game"),
        Remark("of a noted call", call=3),
        Remark("of no call", call=9),
        Remark("of no card", trick=7, seat="N"),
    ]
    text = write_remarked(game(), remarks)
    head = "{of the (whole) game\r\nof a noted call\r\nof no call\r\nof no card}\r\n"
    assert text.startswith(head)


def test_bare_games_have_nothing_among_calls_and_cards() -> None:
    remarks = [Remark("Law 27: too low", call=4, mark="I")]
    text = write_remarked(game(), remarks, bare=True)
    assert text.startswith("{Law 27: too low}\r\n{led}\r\n[Event")
    assert "Pass Pass 2NT 1H\r\nPass Pass\r\n" in text
    assert "DQ D6 D4 DA\r\nCK C2 H3 CA\r\n*\r\n" in text


def test_no_more_notes_than_pbn_has_numbers() -> None:
    many = "\n".join(f'[Note "{number}:x"]' for number in range(1, 33))
    (full,) = read(GAME.replace('[Note "1:balanced"]', many))
    text = write_remarked(full, [Remark("one too many", call=1)])
    assert text.startswith("{one too many}")


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("style", STYLES, ids=[each.write.__name__ for each in STYLES])
def test_what_was_written_with_remarks_is_written_the_same_again(style: Style, bare: bool) -> None:
    random = Random(3)
    text = HEAD
    for index, each in enumerate(read(real_file(random, style, 6))):
        remarks = [Remark("a call", call=random.randint(1, 9)), Remark("a game")]
        remarks.append(Remark("a card", trick=random.randint(1, 5), seat="S", mark="R"))
        text += "\r\n" * bool(index) + write_remarked(each, remarks, bare)
    assert write(read(text)) == text
    assert [each.problems for each in read(text)] == [()] * 6


@pytest.mark.parametrize("style", STYLES, ids=[each.write.__name__ for each in STYLES])
def test_a_bare_game_is_the_same_deal(style: Style) -> None:
    for each in read(real_file(Random(4), style, 6)):
        (again,) = read(write_remarked(each, [Remark("something")], bare=True))
        hands, due_hands = (
            {hand.seat: {card.value for card in hand.cards} for hand in deal.hands or ()}
            for deal in (again.deal, each.deal)
        )
        assert hands == due_hands
        assert [call.said for call in again.deal.calls] == [call.said for call in each.deal.calls]
        cards, due = (
            [[play.card for play in trick.plays] for trick in deal.play or ()]
            for deal in (again.deal, each.deal)
        )
        assert cards == due
