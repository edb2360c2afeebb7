"""What a deal of bridge scores either way, where the committee has to choose."""

from __future__ import annotations

from fairdeal.desk import words
from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Team
from fairdeal.rulings import Verdict, check, load
from fairdeal.rulings.frame.finding import Decided, Remedy, named
from tests.support.bridge_build import ruled

HANDS = """Hands:
N: AS KS QS 2S AH KH 2H AD KD 2D AC 3C 2C
E: JS 5S 4S 3S 5H 4H 3H 5D 4D 3D 6C 5C 4C
S: 10S 9S 8S 7S QH JH 10H QD JD 10D KC QC JC
W: 6S 9H 8H 7H 6H 9D 8D 7D 6D 10C 9C 8C 7C
"""


def ways(verdict: Verdict) -> dict[str, dict[Team, int] | None]:
    return {way.condition: way.award for way in verdict.deals[0].awards_if}


def board(
    calls: str, play: str = "", tricks: str = "", hands: str = "", rules: str = "duplicate"
) -> Verdict:
    text = f'[Deal "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n{hands}Auction:\n{calls}\n'
    text += f"Play:\n{play}" if play else ""
    return ruled(f"{text}Result:\n{f'points {tricks}' if tricks else ''}\n", rules)


def test_duplicate_law_18_an_unapproved_bid_that_decides_stands_or_is_void() -> None:
    assert ways(board("N: NT 1, P, P, P", tricks="NS 8 EW 5")) == {
        "the bid stands": {"NS": 120, "EW": 0},
        "the bid is void": {"NS": 0, "EW": 0},
    }


def test_duplicate_law_27_an_insufficient_last_word_leaves_three_ways() -> None:
    assert ways(board("N: 1 S, 1 H, P, P, P", tricks="NS 7 EW 6")) == {
        "the bid stands": {"NS": 50, "EW": 0},
        "the bid is void and 1 spade by North stands": {"NS": 80, "EW": 0},
        "the bid is void and the board is cancelled": {"NS": 0, "EW": 0},
    }


def test_duplicate_law_36_a_double_without_effect_is_void_or_stands() -> None:
    assert ways(board("N: 2 S, P, X, P, P, P", tricks="NS 8 EW 5")) == {
        "the call is void": {"NS": 110, "EW": 0},
        "the call stands": {"NS": 470, "EW": 0},
    }


def test_duplicate_law_36_a_redouble_without_effect_is_void_or_stands() -> None:
    assert ways(board("N: 2 S, P, XX, P, P, P", tricks="NS 8 EW 5")) == {
        "the call is void": {"NS": 110, "EW": 0},
        "the call stands": {"NS": 640, "EW": 0},
    }


PLAY = """E:5H JH 6H 2H
S:KC 7C 2C 4C
S:QC 8C 3C 5C
S:JC 9C AC 6C
N:AS 3S 7S 6S
N:KS 4S 8S 7H
N:QS 5S 9S 8H
N:AH 3H 10H 9H
N:KH 4H QH 10C
N:AD 3D 10D 6D
N:KD 4D JD 7D
N:2D 5D QD 8D
S:10S 9D 2S JS
"""


def test_duplicate_law_64_one_revoke_says_the_award_that_it_leads_to() -> None:
    """Seat East throws a diamond on the fourth club and has still one."""
    play = PLAY.replace("S:JC 9C AC 6C", "S:JC 9C AC 3D").replace("N:AD 3D", "N:AD 6C")
    verdict = board("N: 6 NT, P, P, P", play, hands=HANDS)
    revokes = [each for each in verdict.findings if each.code == "revoke"]
    assert [each.seat for each in revokes] == ["E", "E"]
    assert all(each.awards_if == () for each in revokes)


BOTH_REVOKED = (
    PLAY.replace("S:KC 7C 2C 4C", "S:KC 9D 2C 4C")
    .replace("S:10S 9D 2S JS", "S:QH 7C 2S JS")
    .replace("N:KH 4H QH 10C", "N:KH 4H 10S 10C")
)
"""West keeps clubs in trick 2; South, declarer, keeps hearts in trick 8."""


def test_duplicate_law_64b7_revokes_of_both_sides_move_no_trick() -> None:
    verdict = board("S: 1 NT, P, P, P", BOTH_REVOKED, hands=HANDS)
    revokes = [each for each in verdict.findings if each.code == "revoke"]
    assert {each.team for each in revokes} == {"NS", "EW"}
    assert {each.remedy.kind for each in revokes} == {"none"}
    assert verdict.deals[0].award == {"NS": 270, "EW": 0}


def test_alberta_note_1_revokes_of_both_sides_say_why_nothing_is_transferred() -> None:
    verdict = board("S: 1 NT, P, P, P", BOTH_REVOKED, hands=HANDS, rules="alberta")
    revokes = [each for each in verdict.findings if each.code == "revoke"]
    assert {each.team for each in revokes} == {"NS", "EW"}
    assert verdict.deals[0].award is None
    assert len(ways(verdict)) == 3
    for each in revokes:
        assert "Both sides revoked, so no tricks are transferred." in each.remedy_text
        assert each.branches == ()  # the printed rules settle what a revoke costs
    assert "contract made" not in words.deal_line(verdict.deals[0])


LONG_SPADES = """Hands:
N: 2S JH 10H 9H 8H 7H 6H 5H 7D 6D 5D 4D 3D
E: AS KS QS JS 10S 9S 8S 7S 6S 5S AH 2D 2C
S: 4H 3H 2H AD KD QD JD 10D 9D 8D AC KC QC
W: 4S 3S KH QH JC 10C 9C 8C 7C 6C 5C 4C 3C
"""
TWO_REVOKES = """E:AS 8D 3C 2S
E:KS 9D 3S 5H
E:QS 10D 4S 6H
E:JS JD 4C 7H
E:10S QC 5C 8H
E:9S KC 6C 9H
E:8S QD 7C 10H
E:7S KD 8C JH
E:6S 4H 9C 3D
E:5S 3H 10C 4D
E:AH 2H JC 5D
E:2D AD QH 6D
S:AC KH 7D 2C
"""
"""West throws a club on the first spade, and one on the ace of hearts, the last trick that the side wins."""


def test_duplicate_law_64a_an_earlier_revoke_takes_no_trick_from_a_later_one() -> None:
    verdict = board("N: 1 NT, P, P, P", TWO_REVOKES, hands=LONG_SPADES)
    revokes = [each for each in verdict.findings if each.code == "revoke"]
    assert [(each.at.trick, each.remedy.points) for each in revokes] == [(1, 1), (11, 1)]


def test_more_tricks_than_a_side_took_are_left_to_the_committee() -> None:
    """A decision that the record, corrected since, no longer bears out stops nothing."""
    text = (
        f'[Deal "1"]\n[Dealer "N"]\n{LONG_SPADES}Auction:\nN: 1 NT, P, P, P\nPlay:\n{TWO_REVOKES}'
    )
    record, book = read(text).record, load("duplicate")
    first = next(each for each in check(record, book).findings if each.code == "revoke")
    much = Decided(named(first), "1", 1, remedy=Remedy("tricks", "NS", 13))
    ruled_so = check(record, book, decided=[much])
    assert ruled_so.deals[0].award is None
