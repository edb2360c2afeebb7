"""Section 5 of the rules: no finding is surer than the entries that it needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import CARDS, Call, Deal, Entry, Play, Reading, Record, Standing
from fairdeal.rulings import Verdict, check, load
from fairdeal.rulings.frame.finding import Certainty, Finding

REVOKE = """[Deal "1"]
[Dealer "6"]
Result:
contract 28 C by 1
Play:
1:KS QS 9S QH QS KS
3:AH 10H JH KH JD QH
5:AC KC QC KC 10C QC
5:10S 9S AS AS 10S JS
"""
"""Seat 4 plays the queen of hearts on spades, and the jack of spades three tricks later."""

CALL = """[Deal "1"]
[Dealer "6"]
Auction:
28 S, {call}, Pass, Pass, Pass, Pass, Pass
"""


def judged(record: Record) -> Verdict:
    return check(record, load("international"))


def found(verdict: Verdict, code: str) -> Finding:
    return next(each for each in verdict.findings if each.code == code)


def as_read(probability: float, record: Record, card: str, trick: int) -> Record:
    """The record with one card of a trick read by a reader of photos."""
    deal = record.deals[0]
    tricks = list(deal.play or ())
    sure = Entry(Standing.CLEAR, (Reading(CARDS[card], probability),))
    items = [
        replace(item, card=sure)
        if isinstance(item, Play) and item.card.value == CARDS[card]
        else item
        for item in tricks[trick - 1].items
    ]
    tricks[trick - 1] = replace(tricks[trick - 1], items=tuple(items))
    changed: Deal = replace(deal, play=tuple(tricks))
    return replace(record, deals=(changed,))


def test_a_finding_in_typed_entries_is_established() -> None:
    revoke = found(judged(read(REVOKE).record), "revoke")
    assert revoke.certainty is Certainty.ESTABLISHED and revoke.probability == 1.0


def test_a_finding_is_no_surer_than_an_entry_that_it_needs() -> None:
    revoke = found(judged(as_read(0.94, read(REVOKE).record, "QH", 1)), "revoke")
    assert revoke.certainty is Certainty.DEPENDS
    assert revoke.probability is not None and revoke.probability <= 0.94 + 1e-9
    assert [str(place) for place in revoke.depends_on] == ["trick 1 / seat 4"]


def test_an_entry_that_a_finding_does_not_need_leaves_it_as_it_is() -> None:
    revoke = found(judged(as_read(0.94, read(REVOKE).record, "KC", 3)), "revoke")
    assert revoke.certainty is Certainty.ESTABLISHED and revoke.probability == 1.0


def test_what_is_left_over_adds_up_over_the_entries_that_a_finding_needs() -> None:
    record = as_read(0.9996, read(REVOKE).record, "QH", 1)
    assert found(judged(record), "revoke").certainty is Certainty.ESTABLISHED
    record = as_read(0.9992, record, "KS", 1)
    revoke = found(judged(record), "revoke")
    assert revoke.certainty is Certainty.DEPENDS
    assert revoke.probability == pytest.approx(0.9988, abs=0.0001)


@pytest.mark.parametrize("probability, sure", [(0.9992, True), (0.985, False)])
def test_a_call_with_a_probability_in_the_notation(probability: float, sure: bool) -> None:
    text = CALL.format(call=f"{{Minus 1 S {probability}}}")
    bid = found(judged(read(text).record), "unapproved-bid")
    assert (bid.certainty is Certainty.ESTABLISHED) is sure
    assert bid.probability == pytest.approx(probability, abs=1e-4)


def test_what_the_hand_bears_out_is_surer_than_it_was_read() -> None:
    """The card of a trick stands in the hand that played it: something else would seldom stand there."""
    with_hand = REVOKE.replace("Result:", "Hands:\n4: QH JS 10H QC AD 9D 9C QD\nResult:")
    alone = found(judged(as_read(0.99, read(REVOKE).record, "QH", 1)), "revoke")
    borne_out = found(judged(as_read(0.99, read(with_hand).record, "QH", 1)), "revoke")
    assert alone.probability is not None and borne_out.probability is not None
    assert borne_out.probability > alone.probability


@pytest.mark.parametrize("winner", ["7", "{7 0.995}"])
def test_a_seat_that_is_not_at_the_table_read_off_a_photo_stops_nothing(winner: str) -> None:
    text = REVOKE.replace("by 1\n", f"by 1\ntricks {winner} 5 5 2\n")
    revoke = found(judged(read(text).record), "revoke")
    assert revoke.certainty is Certainty.ESTABLISHED


def test_a_call_that_cannot_be_read_does_not_make_another_reading_sure() -> None:
    """With the call unknown there may be no contract, which is no reason to believe the reading."""
    text = (
        '[Deal "1"]\n[Dealer "6"]\nAuction:\n28 S, {Pass 45 0.55}, Pass, Pass, Pass, Pass, Pass\n'
        "Play:\n1:AH QS KH QH 10H 9H\n2:AD QS KD QD 10D 9D\n3:AC QC KC KC 10C AS\n"
        "Result:\ncontract 28 C by 1\ntricks 2 3 2\n"
    )
    bid = found(judged(read(text).record), "unapproved-bid")
    assert bid.certainty is Certainty.DEPENDS
    assert bid.probability == pytest.approx(
        0.55, abs=0.01
    )  # what the ink says, neither more nor less


def test_something_else_in_a_sum_does_not_take_a_wrong_sum_away() -> None:
    """Section 5: what nobody read would seldom be the very figure that agrees, so the slip stays likely."""
    text = '[Deal "1"]\nResult:\ncontract 28 S by 1\npoints A {30 0.9} B 24\n'
    points = found(judged(read(text).record), "points-entry")
    assert points.certainty is Certainty.DEPENDS
    assert points.probability is not None and points.probability > 0.7


FORFEIT = """[Deal "1"]
[Dealer "6"]
Hands:
4: AH JH 10H QH 10H 9H JH KH
Auction:
28 NT, Pass, Pass, Pass, Pass, Pass
Play:
1:AS 10S QS 9H KS 9S
6:QH 10D 9H KD JH KH
4:10H QD AD 9S AH QS
2:9C JC 10H 10C KC 9C
3:9D JH 10D JD QD AD
6:QC JC KC AC QH AC
1:JS AS KS KH QC KD
1:JS 10S 9D AH JD 10C
Result:
points A 29 B 27
score A 1 B 0
"""
"""Seat 4 was dealt eight hearts and did not say so: the score is 4, not the 1 of the contract."""


@pytest.mark.parametrize(("probability", "sure"), [(0.98, False), (0.9999, True)])
def test_a_figure_that_another_would_put_right_is_as_sure_as_it_was_read(
    probability: float, sure: bool
) -> None:
    """A 4 read as 1: that no other of 57 figures agrees with the record does not bear the 1 out."""
    record = read(FORFEIT).record
    result = record.deals[0].result
    assert result is not None
    score = {**result.score, "A": Entry(Standing.CLEAR, (Reading(1, probability),))}
    deal = replace(record.deals[0], result=replace(result, score=score))
    finding = found(judged(replace(record, deals=(deal,))), "penalty-entry")
    assert (finding.certainty is Certainty.ESTABLISHED) is sure


def test_a_finding_is_no_surer_than_what_it_needs_in_the_deal_as_it_most_likely_was() -> None:
    record = read("""[Deal "1"]
[Dealer "{1 0.8|4 0.19|3 0.005}"]
Auction:
28 S, Pass, Pass, Pass, Pass, Pass
Result:
contract {18 S 0.985} by 5
points A {20 0.9|25 0.05|26 0.03|28 0.02} B {36 0.9|31 0.04|38 0.03|34 0.03}
score A {0 0.9|5 0.05|6 0.05}
Play:
5:KS QS 9S 10S AS {JS 0.9|QS 0.1}
4:AH 10H JH KH JD QH
""").record
    verdict = judged(record)
    (dealer,) = verdict.explanations
    assert [(each.written, each.read) for each in dealer.entries] == [("1", "4")]
    wrong = found(verdict, "contract-entry")
    # By the dealer as he was read seat 2 made it, and then the seat that is written would be wrong as well.
    assert "by seat 5; the auction made it 28 spades, by seat 2" in wrong.message
    assert wrong.certainty is Certainty.DEPENDS and wrong.probability == pytest.approx(0.985)
    assert [str(place) for place in wrong.depends_on] == ["contract"]


def test_a_card_that_one_of_two_misread_cards_would_be_is_no_sure_offence() -> None:
    record = read("""[Deal "1"]
Hands:
6: {2C 0.55|QC 0.01} JC JD 9D 9H 10H 10H 9S
Play:
4:QS 10S 9S KS 9S KS
6:JD 10D AD QD KD QC
5:10C QC AC 10C 9C JC
4:9H QH 10H KH JH 9H
2:KD JD AD JH 9D QD
3:KH 10S AH 10H JS QS
5:AC JC 9D 9C AS KC
6:AH AS JS QH 10D KC
""").record
    plain = found_all(judged(record), "card-not-held")
    assert ("trick 8 / seat 6", Certainty.ESTABLISHED) in plain, "all typed: it was not there"
    hand = (record.deals[0].hands or ())[0]
    faint = ((CARDS["QH"], 0.009), (CARDS["AH"], 0.0018), (None, 0.0005))
    ninth = Entry(Standing.CLEAR, (Reading(CARDS["9H"], 0.9887),), faint=faint)
    hand = replace(hand, cards=(*hand.cards[:4], ninth, *hand.cards[5:]))
    deal = replace(record.deals[0], hands=(hand,))
    played = judged(replace(record, deals=(deal,)))
    # Two played cards are not in the hand, and one card of it cannot be read for sure: with the
    # second not known the first is explained, and the ace only by what the ink of the second may be.
    ace = next(each for each in played.findings if str(each.place) == "trick 8 / seat 6")
    assert ace.certainty is Certainty.DEPENDS and (ace.probability or 1.0) < 0.5
    assert "hand 6 / 5" in map(str, ace.depends_on)


def found_all(verdict: Verdict, code: str) -> list[tuple[str, Certainty]]:
    return [(str(each.place), each.certainty) for each in verdict.findings if each.code == code]


def test_an_entry_is_no_less_sure_because_what_else_it_may_be_leaves_no_contract() -> None:
    """A pass may be "Pass S" in its ink, which is no call: then there is no contract to hold the written one
    against. That agrees with nothing, and so is no better than what was read."""
    text = CALL.format(call="Pass") + "Result:\ncontract 30 S by 1\n"
    record = read(text).record
    deal = record.deals[0]
    said = read(text.replace("28 S, Pass", "28 S, Pass S")).record.deals[0].auction
    assert deal.auction is not None and said is not None
    calls = list(deal.auction)
    assert isinstance(calls[1], Call) and isinstance(said[1], Call)
    ink = ((said[1].said.value, 1e-4),)
    sure = Entry(Standing.CLEAR, (Reading(calls[1].said.value, 0.9999),), faint=ink)
    calls[1] = replace(calls[1], said=sure)
    verdict = judged(replace(record, deals=(replace(deal, auction=tuple(calls)),)))
    wrong = found(verdict, "contract-entry")
    assert wrong.certainty is Certainty.ESTABLISHED
    assert wrong.probability == pytest.approx(0.9999, abs=2e-5)
