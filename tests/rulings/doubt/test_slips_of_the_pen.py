"""Slips of the pen by kind: each explains what it causes, and is read back as the entry put wrong."""

from __future__ import annotations

import re

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Verdict, check, load
from fairdeal.rulings.doubt import slip_worlds as slip_weights, slips_in_calls
from fairdeal.rulings.doubt.slip_candidates import Clues, Slip
from fairdeal.rulings.doubt.slip_worlds import LEAST_TOLD
from fairdeal.rulings.frame.finding import Certainty
from tests.rulings.doubt.test_slip_worlds import HANDS, PLAY

DEAL = HANDS.format(dealer="2") + PLAY
RESULT = "Result:\ncontract 34 NT X by 6\n"

SLIPS = {
    "a card too many": ("3: KH AD 10S", "3: KH QC AD 10S", "hand 3 / 2", "no card"),
    "a card twice in a hand": ("5: AC JH JS", "5: AC JH JH JS", "hand 5 / 2", "no card"),
    "a card left off": ("4: KS 9C 9D", "4: KS 9D", "hand 4", "9C as well"),
    "a card for another in the play": ("1:KC QC 10H", "1:KC QC KH", "trick 5 / seat 3", "10H"),
    "a card twice in a trick": ("5:KD 10D QD", "5:KD 10D 10D QD", "trick 7 / card 2", "no card"),
    "a leader": ("5:AH KH 9H", "2:AH KH 9H", "trick 4 / leader", "5"),
    "a dealer": ('[Dealer "2"]', '[Dealer "5"]', "dealer", "2"),
}


def ruled(text: str) -> Verdict:
    return check(read(text).record, load("international"))


def accused(verdict: Verdict) -> list[str]:
    return [
        each.code
        for each in verdict.findings
        if each.severity == "offence" and each.certainty is Certainty.ESTABLISHED
    ]


def test_the_deal_is_in_order() -> None:
    assert ruled(DEAL).findings == ()


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_accuses_nobody_and_is_the_first_explanation(name: str) -> None:
    right, wrong, place, truth = SLIPS[name]
    assert right in DEAL
    verdict = ruled(DEAL.replace(right, wrong))
    assert verdict.findings and accused(verdict) == []
    told = [[(str(e.place), e.read) for e in each.entries] for each in verdict.explanations]
    assert [(place, truth)] in told[:3]


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_among_cards_that_are_nearly_sure_is_looked_at_where_they_stand(name: str) -> None:
    """With a card taken away those after it are elsewhere. Each finding names entries of the page."""
    right, wrong, _, _ = SLIPS[name]
    before, hands, calls, play = re.split("(?:Hands|Auction|Play):\n", DEAL.replace(right, wrong))
    hands, play = (CARD.sub(r"{\g<0> 0.99}", each) for each in (hands, play))
    text = f"{before}Hands:\n{hands}Auction:\n{calls}Play:\n{play}{RESULT}"
    verdict = ruled(text)
    assert verdict.findings and accused(verdict) == []
    if name == "a card twice in a trick":
        not_held = [each for each in verdict.findings if each.code == "card-not-held"]
        named = [[str(each) for each in finding.depends_on] for finding in not_held]
        assert named == [[f"trick 7 / seat {seat}"] for seat in "1234"]


CARD = re.compile(r"\b(?:10|[9AKQJ])[SHDC]\b")


def test_two_neighbouring_cards_of_a_hand_in_each_others_place_are_nothing() -> None:
    assert ruled(DEAL.replace("1: QD 9S", "1: 9S QD")).findings == ()


def test_two_slips_where_one_explains_no_more_than_half() -> None:
    """Two cards of hands written for others, of different seats: told as one explanation of two entries."""
    text = DEAL.replace("1: QD 9S QH", "1: QD 10D QH").replace("5: AC JH JS", "5: AC QH JS")
    verdict = ruled(text)
    assert accused(verdict) == []
    entries = {(str(each.place), each.read) for each in verdict.explanations[0].entries}
    assert entries == {("hand 1 / 2", "9S"), ("hand 5 / 2", "JH")}
    assert verdict.explanations[0].clean


def test_an_unlikely_explanation_is_not_told() -> None:
    for _, wrong, _, _ in SLIPS.values():
        right = next(r for r, w, _, _ in SLIPS.values() if w == wrong)
        for each in ruled(DEAL.replace(right, wrong)).explanations:
            assert each.share >= LEAST_TOLD


def test_a_hand_found_too_long_at_the_table_is_no_slip() -> None:
    """Nine cards and seven, the deal broken off: they were dealt so."""
    text = HANDS.format(dealer="2").partition("Auction:\n")[0]
    text = text.replace(" 9H\n2:", "\n2:").replace("2: 9C 10C QS", "2: 9H 9C 10C QS")
    verdict = ruled(text + "! redeal\n")
    assert {each.code for each in verdict.findings} == {"hand-size"}
    assert all(each.certainty is Certainty.ESTABLISHED for each in verdict.findings)


def test_a_play_that_contradicts_the_hands_throughout_establishes_no_offence() -> None:
    """The lines of another deal under these hands: no slip explains that, and nobody revoked."""
    hands = HANDS.format(dealer="2").replace("JS ", "JD ").replace("KH ", "QC ").replace("AD", "AC")
    verdict = ruled(hands + PLAY)
    assert sum(each.code == "card-not-held" for each in verdict.findings) >= 4
    assert "revoke" not in accused(verdict)


RAISES = """[Rules "wiki"]
[Deal "1"]
[Dealer "6"]
Auction:
36 H, +1 D, +1 C, 40 S, Pass, Pass
Pass, 42 NT, Pass, Pass, Pass, Pass, Pass
"""


def by_wiki(text: str) -> Verdict:
    return check(read(text).record, load("wiki"))


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [("36 H", "46 H", "call 1"), ("+1 D", "+9 D", "call 2"), ("+1 C", "+9 C", "call 3")],
)
def test_a_wrong_figure_that_bids_of_more_were_added_to_is_explained(
    right: str, wrong: str, place: str
) -> None:
    """40 and 42 are below what three bids seem to come to, of which one is written wrongly."""
    assert by_wiki(RAISES).findings == ()
    verdict = by_wiki(RAISES.replace(right, wrong))
    assert len(verdict.findings) > 1 and accused(verdict) == []
    told = [[(str(e.place), e.read) for e in each.entries] for each in verdict.explanations]
    assert [(place, right)] in told[:3]


BIDS = """[Rules "{rules}"]
[Deal "1"]
[Dealer "{dealer}"]
Auction:
{bid} NT, Pass, Pass, Pass, Pass, Pass
Play:
{play}
Result:
contract {other} NT by {by}
"""


@pytest.mark.parametrize(
    ("rules", "dealer", "by", "bids", "play"),
    [
        ("alberta", "N", "N", range(1, 8), "E:2C 3C 4C 5C\nE:2D 3D 4D 5D"),
        ("international", "1", "2", range(28, 57), "3:JC 9C AC 10C KC QC\n3:JD 9D AD 10D KD QD"),
    ],
)
def test_no_bid_is_read_as_one_that_the_game_does_not_have(
    rules: str, dealer: str, by: str, bids: range, play: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another figure for a bid, as the contract is written otherwise, only bids of the game are tried."""
    tried: list[Slip] = []

    def in_the_auction(clues: Clues) -> list[Slip]:
        tried.extend(slips_in_calls.in_the_auction(clues))
        return []

    monkeypatch.setattr(slip_weights, "in_the_auction", in_the_auction)
    bid = bids[2]
    text = BIDS.format(rules=rules, dealer=dealer, bid=bid, play=play, other=bid + 1, by=by)
    check(read(text).record, load(rules))
    figures = {
        int(each.entries[0].read.split()[0])
        for each in tried
        if str(each.entries[0].place) == "call 1"
    }
    assert figures and figures <= set(bids)


def explained(verdict: Verdict) -> list[list[tuple[str, str]]]:
    return [[(str(e.place), e.read) for e in each.entries] for each in verdict.explanations]


@pytest.mark.parametrize(
    ("right", "wrong", "place"), [("28 H", "98 H", "call 1"), ("42 NT", "82 NT", "call 8")]
)
def test_a_bid_that_nobody_can_make_stays_found_beside_the_figures_it_may_be_written_for(
    right: str, wrong: str, place: str
) -> None:
    verdict = by_wiki(RAISES.replace("36 H", "28 H").replace(right, wrong))
    assert accused(verdict) == ["bid-range"]
    assert [(place, right)] in explained(verdict)[:3]


BID: str = BIDS.format(rules="international", dealer="1", bid=51, play="", other="{}", by="{}")


@pytest.mark.parametrize(
    ("other", "by", "place", "read"), [("52", "2", "call 1", "52 NT"), ("51", "3", "dealer", "2")]
)
def test_a_contract_at_odds_with_the_auction_may_be_the_one_that_was_bid(
    other: str, by: str, place: str, read: str
) -> None:
    """Either is the wrong entry, as likely one as the other; nothing else is found."""
    verdict = ruled(BID.replace("Play:\n\n", "").format(other, by))
    assert [each.code for each in verdict.findings] == ["contract-entry"]
    assert [(place, read)] in explained(verdict)[:3]
    assert verdict.findings[0].certainty is Certainty.ESTABLISHED


def test_a_score_that_fits_the_contract_as_written_depends_on_the_call() -> None:
    """The contract that the auction made gives 4: by its entry, and by the score, it was 47."""
    text = BID.replace("51 NT", "49 NT").replace("Play:\n\n", "").format("47", "2")
    verdict = ruled(text + "points A 20 B 36\nscore A 3 B 0\n")
    sure = {each.code: each.certainty for each in verdict.findings}
    assert sure == {"contract-entry": Certainty.ESTABLISHED, "award-entry": Certainty.DEPENDS}
    assert explained(verdict)[0] == [("call 1", "47 NT")] and verdict.explanations[0].clean


def test_the_first_callers_seat_beside_a_contract_that_bears_it_out() -> None:
    """Dealer 1: seat 2 calls first. With that seat in its place the contract is by seat 2, as written."""
    text = BID.replace("51 NT", "1: 51 NT").replace("Play:\n\n", "").format("51", "2")
    verdict = ruled(text)
    assert accused(verdict) == []
    assert [("call 1 / seat", "2")] in explained(verdict)[:3]


def test_a_lead_to_which_several_did_not_follow_may_be_the_card_amiss() -> None:
    """No hands: three seats refuse diamonds and play diamonds later; a club led explains all of it."""
    text = """[Deal "1"]
[Dealer "1"]
Auction:
2: 28 H, Pass, Pass, Pass, Pass, Pass
Play:
2:AD JC 9C KC QC 10C
3:JD 9D AD KD QD 10D
"""
    verdict = ruled(text)
    assert sum(each.code == "revoke" for each in verdict.findings) > 1
    assert accused(verdict) == []
    assert [("trick 1 / seat 2", "AC")] in explained(verdict)[:3]


def test_a_card_of_whoever_won_by_what_follows_is_looked_at() -> None:
    """No hands: seat 1 won trick 1 by the winners and by the next lead, with the jack that reads as ten."""
    text = """[Deal "1"]
[Dealer "1"]
Auction:
2: 28 C, Pass, Pass, Pass, Pass, Pass
Play:
2:9C AC KC QC KC 10C
1:AS 10S KS QS 9S JS
Result:
tricks 1 6
"""
    verdict = ruled(text)
    assert {each.code for each in verdict.findings} == {"trick-winner", "lead-out-of-turn"}
    assert accused(verdict) == []
    assert [("trick 1 / seat 1", "JC")] in explained(verdict)[:3]


LOG = '[Deal "{}"]\n[Dealer "{}"]\n! redeal\n'
SHEET = """Sheet:
deal | dealer | bidder | contract | points A | points B | score A | score B | total A | total B
{} | 1 | 2 | 30 S | 20 | 36 | 0 | 1 | 0 | 1
{} | 2 | 3 | 40 H | 41 | 15 | 2 | 0 | 2 | 1
{} | 3 | 4 | 28 C | 26 | 30 | 0 | 1 | 2 | 2
"""


@pytest.mark.parametrize(
    ("numbers", "rows"),
    [
        (("1", "18", "3"), ["row 2 / deal"]),
        (("18", "2", "3"), ["row 1 / deal"]),
        (("1", "2", "9"), ["row 3 / deal"]),
        (("1", "1", "3"), ["row 2 / deal"]),
        (("1", "3", "3"), ["row 2 / deal"]),
        (("2", "2", "3"), ["row 1 / deal"]),
    ],
)
def test_a_wrong_number_on_a_sheet_is_one_wrong_entry(
    numbers: tuple[str, str, str], rows: list[str]
) -> None:
    verdict = ruled('[Rules "international"]\n\n' + SHEET.format(*numbers))
    assert [(each.code, str(each.place)) for each in verdict.findings] == [
        ("deal-count", row) for row in rows
    ]


def test_deals_left_out_are_still_found() -> None:
    verdict = ruled('[Rules "international"]\n\n' + SHEET.format("1", "4", "5"))
    assert ("deal-count", "row 2 / deal") in [(f.code, str(f.place)) for f in verdict.findings]


def test_the_sheet_speaks_for_the_dealer_of_a_log() -> None:
    """Alone the lead is one clean offence; the row of the deal names another dealer, who explains it."""
    log = HANDS.format(dealer="4").partition("Auction:\n")[0].partition("Hands:")[0]
    log += "Auction:\n28 S, P, P, P, P, P\n" + "Play:\n" + PLAY.splitlines()[0] + "\n"
    alone = ruled(log)
    assert accused(alone) == ["lead-out-of-turn"]
    sheet = "\nSheet:\ndeal | dealer | bidder | contract\n1 | 2 | 3 | 28 S\n"
    assert accused(ruled(log + sheet)) == []


LEAD_HELD_ONCE = """[Rules "international"]
[Dealer "3"]
Hands:
1: JH JC 9H KS KC AH JS KH
2: KD 10S AS KH 9H JH KD 9C
3: QS QC QS QH 9C 9S AC JS
4: 10D JD 10C AS QD 9S 10C QH
5: AD 10H JC AC KC 9D 9D QD
6: AD 10D 10H AH KS 10S QC JD
Auction:
Pass, +3 C, Pass, Pass
Play:
QD 9D JD JS KD 9C
3:QS 9S KC KS KS AS
5:JC QC JC 9C QC 10C
5:9D AD KC KD AC 10D
3:9S AS AD 10S JH 10S
3:QH JD QD 10H KH KH
3:JS QH AC 10D AH 9H
5:10H AH 9H JH QH 10C
Result:
contract 31 C by 5
points A 48 B 8
"""
"""The queen of spades that seat 3 led to the sixth trick, written as the queen of hearts: by hearts seats 4
and 5 revoked and seat 6 won."""

HELD_AND_WON = """[Rules "online"]
[Dealer "3"]
Hands:
1: 10C 10C JH AD 9D 10S JC 10D
2: 9C AH 10S JH 9S AD JD 10H
3: 10H AS AC 9S 9H 9C AC JS
4: JS AS 9D 10D JD JC AH 9H
Auction:
4: S 29, 1: X, 2: 33 Pass, 3: Pass, 4: +2 NT, 1: Pass, 2: Pass, 3: Pass
Play:
4:AS 10S 9S AS
2:JH 10H AH JH
1:AD JD JS 9D
2:9C AC JC JC
4:9H 10C AH 9H
4:10D 10D AD 9S
2:10S AC JS 9D
Result:
tricks 2 1 2 4 4 2 4
points A 6 B 41
"""
"""The ten of hearts of seat 2, written as the jack that it held as well: the second trick goes to another."""

NAMED_FIRST = """[Rules "duplicate"]
[Deal "28"]
[Dealer "W"]
[Vulnerable "NS"]
Auction:
W: 1 S, 2 H, 4 C, Pass, Pass, Pass
Play:
N:10S 7S 2S QS
Result:
contract 4 C by W
"""
"""A bid of one club written as one spade: by it east would play the clubs, and south lead."""


SUIT_NAMED_LATER = """[Rules "community"]
[Players "8"]
[Dealer "6"]
Auction:
28 C, 39 C, S 47, X, H 43, 55 NS, Pass, Pass, Pass, Pass, Pass, Pass, Pass
Play:
5:QH 8H KH AH KH 7H QH 10H
9H 10H AH KD 7H 8H 9H JD
8:10S 7S KS JS 8S AS 8S KS
3:9D 9C 7D JD AD 8D AD 8D
8C 8C QC JC QC AC JC 9C
1:9D 7D 10D 7C 9S 7C KD 10D
1:10C KC QD 10S QS AC 10C JS
9S AS JH KC JH QD QS 7S
Result:
contract 55 H by 2
tricks 8 8 3 6 1 1 6 8
"""
"""A bid of 42 spades written as 47: hearts at 43 were then too low, and spades the trump."""


NOES_AFTER_A_LOW_BID = """[Rules "community"]
[Players "8"]
[Dealer "5"]
Auction:
29 NT, Pass, 33 NS, 35 C, 30 H, Pass, Pass, Pass, Pass, 38 NS, Pass, 39 NS, Pass, Pass, Pass, Pass
Pass, Pass, Pass
Play:
4:KS JS QD 8S QS AS 7S 8S
KC 7C JC AC QC 9C 7C 9C
10C JD 10D 8C 10C QC JS 9H
AH KH 8H JH 7H 9D 8H QH
KD AD JD QS 9S 7D QD 8D
8C KC 9H KD KH 10H 10H 9D
7S AH JH AS AD 10S JC 10S
10D KS 7H 8D AC QH 9S 7D
Result:
tricks 5 7 6 1 3 5 7 4
"""
"""A bid of 37 hearts written as 30: too low, and not the suit of the contract, which is written nowhere."""

LED_AND_NOT_FOLLOWED = """[Rules "online"]
[Dealer "2"]
Hands:
1: AC QC JC AD AH 9H QS QS
2: KC 9C 9C AD 10D 9H 10S 9S
3: AC 10C QD JD QH AS KS JS
4: KD 9D AH KH JH 10H AS JS
5: KC QC JC QH JH 10H 10S 9S
6: 10C KD QD JD 10D 9D KH KS
Auction:
35 NS, Pass, Pass, Pass, C 39, +D, Pass, 41 Pass, Pass, Pass, +12 NS, Pass, Pass, Pass, 5: Pass
+2 NT, AP
Play:
JS JS 9S KS QS 10S
AS KH JH KH 9H 9H
KC 10C QC 9C 10C 10H
KC AC AS QC QD JC
AH 9C AS AH 10H JD
AC 9S KS KD JC 10D
QH 9D AD AD JD JH
4:9D 10S KD QS 10D QD
Result:
contract 55 NT by 6
tricks 3 5 2 1 1 5 4 4
"""
"""The queen of hearts led to the second trick, written as the ace of spades: others lead from then on."""


NEIGHBOURS_SWAPPED = """[Rules "wiki"]
[Players "4"]
[Dealer "1"]
Auction:
2: D 41, 3: Pass, 4: Pass, 1: Pass
Play:
2:JS JS 10S AC
2:9S AS 9S 9H
2:10S JD 9H 10C
3:JH 9C AH 10H
3:10D 10D 9D JD
2:10H AD 9D AD
4:JC JC AC 9C
4:10C JH AS AH
Result:
tricks 2 2 3 3 2 4 4 4
"""
"""A diamond led to the sixth trick and the ten of hearts beside it, in each other's place: two seats that
followed would have revoked."""

PLAY_OUT_OF_STEP = """[Rules "community"]
[Players "8"]
[Dealer "5"]
Hands:
1: 10D 7D JH AS JS 10S 9S 8S
2: QD 10D 7D KH KH QH 7H 7S
3: AC QC 10C AD AD QD JH AS
4: AC 10H 9H 8H KS QS JS 9S
5: JC 10C 9C 8C KD JD 8D AH
6: KC JC 8C 7C 7C 9D KS 7S
7: KC 9C 8D QH 10H 9H 7H QS
8: QC KD JD 9D AH 8H 10S 8S
Auction:
53 NT, D 54, Pass, Pass, +2 H
Play:
4:AC 8C 8C KC QC 10S 10C 7H
QD AD 9S 8D 9D 8D KD 7D
KS QS 8S 9S 7S AS JS JD
8H AH 7C 10H AH JH KH JH
1:8S 10D AD KS JC 7S 9C 10S
8:8H JS QH QD 10H 10C KC 7H
4:9H KD JC 9H 9D AS KH QC
4:QS 9C 7C QH JD 10D 7D AC
Result:
tricks 2 6 4 1 8 4 4 7
"""
"""The last two cards of the first trick swapped: by them another won it and led the next line."""

NAMED_BY_PARTNER = NAMED_FIRST.replace("1 S, 2 H, 4 C", "1 C, 2 H, 4 C").replace("by W", "by E")
NAMED_BY_PARTNER = NAMED_BY_PARTNER.replace("N:10S 7S 2S QS", "S:2S QS 10S 7S")
"""The other way round: west's first bid was no club."""


WON_AS_WRITTEN = """[Rules "online"]
[Players "4"]
[Dealer "4"]
Play:
1:9H 10H 10H JC
1:9C 10C AC AC
AH 9D JH 9S
AD JD JD 9D
3:10S 9S JS 10S
9H JS AS 10D
4:10C AH AS 9C
JC AD JH 10D
Result:
tricks 1 1 4 3 1 4 3 4
"""
"""Seat 2 won the third trick; no trump is known, and the next line has no leader: it is read as seat 4's."""


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        pytest.param(WON_AS_WRITTEN, ("trick 3 / winner", "2"), id="a winner by which one leads"),
        pytest.param(NAMED_BY_PARTNER, ("call 1", "1 D"), id="whoever did not name the suit first"),
        pytest.param(NOES_AFTER_A_LOW_BID, ("call 5", "36 H"), id="a figure that names the suit"),
        pytest.param(LED_AND_NOT_FOLLOWED, ("trick 2 / seat 3", "QH"), id="led, others follow"),
        pytest.param(SUIT_NAMED_LATER, ("call 3", "S 40"), id="a figure that makes another trump"),
        pytest.param(LEAD_HELD_ONCE, ("trick 6 / seat 3", "QS"), id="led and not held so often"),
        pytest.param(HELD_AND_WON, ("trick 2 / seat 2", "10H"), id="held, and winning wrongly"),
        pytest.param(NAMED_FIRST, ("call 1", "1 C"), id="whoever named the suit first"),
    ],
)
def test_a_slip_that_the_rest_of_the_record_bears_out_accuses_nobody(
    text: str, entry: tuple[str, str]
) -> None:
    record = read(text).record
    verdict = check(record, load(record.tag("Rules") or ""))
    assert verdict.findings and accused(verdict) == []
    assert explained(verdict)[0] == [entry]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        pytest.param(NEIGHBOURS_SWAPPED, ("trick 6", 1, 2), id="two revokes"),
        pytest.param(PLAY_OUT_OF_STEP, ("trick 1", 7, 8), id="a whole play out of step"),
    ],
)
def test_two_neighbours_swapped_are_likelier_than_what_their_cards_would_have_done(
    text: str, cards: tuple[str, int, int]
) -> None:
    record = read(text).record
    verdict = check(record, load(record.tag("Rules") or ""))
    assert verdict.findings and accused(verdict) == []
    trick, *numbers = cards
    places = [place for place, _ in explained(verdict)[0]]
    assert places == [f"{trick} / card {number}" for number in numbers]


NO_REVOKE = """\
[Deal "1"]
[Dealer "2"]
Hands:
1: JS KD KH {QD 0.6766} QD 9D JH {JD 0.9239}
2: 9C AD JC AC KD QH 9S 9H
3: QS KH 10D 10C QC 9S AD 9H
4: 9D AH 9C 10S KS 10H AS 10C
5: KS JD KC QH JD 10D 10S JH
6: QD AH 10H KC 9S QS AC JS
Auction:
31 C, Pass, 33 H, Pass, Pass, C 37, Pass, 47 S, Pass, Pass, Pass, Pass, Pass
Play:
3:AS KS KS 9S JS 9S
1:KD KD AD 9D 10D {QD 0.5188|2D 0.0124|AD 0.0119}
4:AH JH AH JH QH 9H
5:JD {AS 0.099|QS 0.0134|2S 0.0125} 9D AD 10D 10C
6:JS JC 9H QS {10S 0.9468} {10S 0.998}
6:KC QC AC QC 9C KC
4:10H QH 10H {KH 0.998} JC KH
4:AS JD AC QD 9C 10C
Result:
tricks 1 4 5 6 6 4 4 4
points A 18 B 38
score A 3 B 0
"""
"""Read from a photo: nobody revoked, a nine for an ace makes a revoke of seat 3."""


def test_a_penalty_left_out_is_no_surer_than_the_offence_that_it_is_for() -> None:
    """3.10: where the reading chosen has a revoke of the other side too, nothing is left out in it."""
    findings = ruled(NO_REVOKE).findings
    [penalty] = [each for each in findings if each.code == "penalty-entry"]
    revokes = [each for each in findings if each.code == "revoke" and each.team == "A"]
    assert penalty.certainty is Certainty.DEPENDS
    assert (penalty.probability or 1.0) <= max(each.probability or 0.0 for each in revokes)
