"""Lines of the play left out, or written twice: nobody is accused, and what was left out is named."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Trick
from fairdeal.rulings import Refusal, Verdict, check, load
from fairdeal.rulings.frame.finding import Certainty
from samples.making.records import bridge_deals
from tests.rulings.doubt.test_slip_worlds import HANDS, PLAY

DEAL = HANDS.format(dealer="2") + PLAY
AUCTION, LINES = DEAL.partition("Play:\n")[0] + "Play:\n", DEAL.partition("Play:\n")[2].splitlines()
WITHOUT_HANDS = AUCTION[: AUCTION.index("Hands:")] + AUCTION[AUCTION.index("Auction:") :]


def ruled(lines: list[str], *, winners: str = "", head: str = AUCTION, end: str = "") -> Verdict:
    said = f"Result:\ntricks {winners}\n" if winners else ""
    text = (
        head + "".join(f"{line}\n" for line in lines) + (said or ("Result:\n" if end else "")) + end
    )
    return check(read(text).record, load("international"))


WINNERS = " ".join(map(str, ruled(LINES).deals[0].winners))
POINTS = "".join(f"points A {p['A']} B {p['B']}\n" for p in [ruled(LINES).deals[0].points] if p)


def but(*gone: int) -> list[str]:
    return [line for n, line in enumerate(LINES, 1) if n not in gone]


def noted(verdict: Verdict) -> list[str]:
    return [note.message for note in verdict.notes if note.severity == "warning"]


def accused(verdict: Verdict) -> list[str]:
    return [
        f"{each.code} {each.place}"
        for each in verdict.findings
        if each.severity == "offence" and each.certainty is Certainty.ESTABLISHED
    ]


def test_the_deal_is_in_order() -> None:
    verdict = ruled(LINES, winners=WINNERS, end=POINTS)
    assert (len(LINES), verdict.findings, noted(verdict)) == (8, (), [])


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
@pytest.mark.parametrize("gone", range(1, 8))
def test_international_4_2_a_line_left_out_accuses_nobody(gone: int, head: str) -> None:
    verdict = ruled(but(gone), winners=WINNERS, head=head, end=POINTS)
    assert (verdict.findings, verdict.deals[0].left_out) == ((), (gone,))
    assert head == WITHOUT_HANDS or verdict.possible == ()
    assert verdict.deals[0].award == ruled(LINES, head=head).deals[0].award


@pytest.mark.parametrize("gone", range(2, 8))
def test_the_line_and_the_cards_that_it_had_are_named(gone: int) -> None:
    verdict = ruled(but(gone), winners=WINNERS)
    [note] = noted(verdict)
    assert f"between lines {gone - 1} and {gone}" in note
    assert "7 lines stand, and 8 winners are written" in note
    first = verdict.explanations[0]
    assert [(str(each.place), each.read) for each in first.entries] == [
        (f"trick {gone}", "a line left out")
    ]
    led, _, cards = LINES[gone - 1].partition(":")
    left = {seat: [card.text for card in held] for seat, held in first.left_out}
    turns = [str((int(led) - 1 + n) % 6 + 1) for n in range(6)]
    assert left == {seat: [card] for seat, card in zip(turns, cards.split(), strict=True)}


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
def test_two_lines_left_out_accuse_nobody(head: str) -> None:
    for gone in combinations(range(1, 8), 2):
        verdict = ruled(but(*gone), winners=WINNERS, head=head, end=POINTS)
        assert verdict.findings == (), gone
        assert noted(verdict)[0].startswith("Two lines of the play are missing"), gone


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
def test_the_points_of_a_line_left_out_are_those_that_the_others_leave(head: str) -> None:
    """The tricks recorded decide nothing, and no points are written: who led the fifth took the fourth."""
    [deal] = ruled(but(4), winners=WINNERS, head=head).deals
    assert (deal.outcome, deal.award, deal.points) == ("made", {"A": 2, "B": 0}, None)
    assert "by the points left for the trick that is not recorded" in deal.arithmetic[0]


def test_without_the_winners_a_lead_depends_on_the_line_left_out() -> None:
    """Seat 1 leads to the fourth line: out of turn, unless a line is missing before it."""
    verdict = ruled(but(4), head=WITHOUT_HANDS, end=POINTS)
    [finding] = verdict.findings
    assert (finding.code, finding.certainty) == ("lead-out-of-turn", Certainty.DEPENDS)
    assert [str(place) for place in finding.depends_on] == ["trick 4"]
    assert "between lines 3 and 4, most likely" in noted(verdict)[0]


@pytest.mark.parametrize("winners", [WINNERS, WINNERS[: -len(" 1")]], ids=["eight", "seven"])
def test_international_4_3_a_wrong_lead_stays_where_only_the_last_line_is_missing(
    winners: str,
) -> None:
    lines = but(8)
    lines[3] = "6:KH 9H QH 9H JD AH"
    for head in (AUCTION, WITHOUT_HANDS):
        verdict = ruled(lines, winners=winners, head=head, end=POINTS)
        assert accused(verdict) == ["lead-out-of-turn trick 4 / seat 6"]
        assert noted(verdict) == []


def test_an_offence_in_another_trick_than_the_line_left_out_stays() -> None:
    """Seat 6 discards on spades in the third trick and leads one later; the fourth line is missing."""
    lines = [*LINES]
    lines[2] = lines[2].replace("JS JS 9S", "JS JD 9S")
    lines[7] = lines[7].replace("KD JD JC", "KD JS JC")
    for head in (AUCTION, WITHOUT_HANDS):
        verdict = ruled([*lines[:3], *lines[4:]], winners=WINNERS, head=head)
        assert accused(verdict) == ["revoke trick 3 / seat 6"]
        assert "missing between lines 3 and 4" in noted(verdict)[0]


def test_a_complete_log_lacks_no_line() -> None:
    """Two wrong leads in a log of eight lines are what is written, and no line is missing."""
    lines = [*LINES]
    lines[3] = lines[3].replace("5:AH", "2:AH")
    assert not any("missing" in each for each in noted(ruled(lines, winners=WINNERS)))


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
@pytest.mark.parametrize("line", range(1, 9))
def test_a_line_written_twice_is_counted_once(line: int, head: str) -> None:
    again = [*LINES[:line], *LINES[line - 1 :]]
    verdict = ruled(again, winners=WINNERS, head=head, end=POINTS)
    assert verdict.findings == ()
    assert verdict.deals[0].points == ruled(LINES, head=head).deals[0].points
    assert noted(verdict)[0].startswith(
        f"Line {line + 1} of the play is line {line} written a second"
    )


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
@pytest.mark.parametrize("either", [1, 2], ids=["the first", "the second"])
@pytest.mark.parametrize("read_as", ["??", "{{{card} 0.7|AS 0.2}}", "{{AS 0.6|{card} 0.3}}"])
def test_a_line_written_twice_is_counted_once_where_two_of_its_cards_are_unclear(
    head: str, either: int, read_as: str
) -> None:
    """Cards of it were said to be in the pack too often."""
    again = [*LINES[:3], *LINES[2:]]
    led, _, cards = again[1 + either].partition(":")
    first, second, *rest = cards.split()
    unclear = [read_as.format(card=card) for card in (first, second)]
    again[1 + either] = f"{led}:{' '.join([*unclear, *rest])}"
    verdict = ruled(again, winners=WINNERS, head=head, end=POINTS)
    assert [each for each in verdict.findings if each.severity == "offence"] == []
    assert noted(verdict)[0].startswith("Line 4 of the play is line 3 written a second")


def test_lines_of_which_a_card_surely_differs_are_two() -> None:
    again = [*LINES[:3], *LINES[2:]]
    led, _, cards = again[3].partition(":")
    again[3] = f"{led}:{' '.join(['7C', '??', *cards.split()[2:]])}"
    assert not any("second time" in each for each in noted(ruled(again, winners=WINNERS)))


def test_a_winner_for_each_of_the_nine_lines_is_counted_once_too() -> None:
    written = WINNERS.split()
    verdict = ruled([*LINES[:3], *LINES[2:]], winners=" ".join([*written[:3], *written[2:]]))
    assert verdict.findings == ()


def explained(verdict: Verdict) -> list[list[tuple[str, str]]]:
    return [[(str(e.place), e.read) for e in each.entries] for each in verdict.explanations]


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
def test_a_line_left_out_and_another_written_twice_are_one_explanation(head: str) -> None:
    lines = [*LINES[:2], *LINES[1:4], *LINES[5:]]
    verdict = ruled(lines, winners=WINNERS, head=head, end=POINTS)
    assert (len(lines), verdict.findings, verdict.deals[0].left_out) == (8, (), (5,))
    assert explained(verdict) == [[("trick 3", "no line"), ("trick 6", "a line left out")]]


def test_online_a_line_left_out_of_a_play_that_ended_early_is_missed_by_its_winner() -> None:
    head = '[Rules "online"]\n[Players "6"]\n' + WITHOUT_HANDS.replace("28 S", "30 S")
    text = head + "".join(f"{line}\n" for line in [*LINES[:3], *LINES[4:6]])
    verdict = check(read(text + "Result:\ntricks 5 2 5 1 6 5\n").record, load("online"))
    assert accused(verdict) == []
    assert explained(verdict) == [[("trick 4", "a line left out")]]


ONLINE = """
[Rules "online"]
[Players "8"]

[Deal "1"]
[Dealer "8"]
Hands:
1: KC 8C KD KD QH JH 9S 8S
2: AC QC JC 9C QD 8D QS 10S
3: AC 8C 7C 9D 7D KH QH 7S
4: AD 9D 8D AH AH 10H 8H 10S
5: JC 10C 7C 10H 8H 7H QS 8S
6: 10C AD QD JD JH AS KS JS
7: 9C JD 10D 10D AS KS JS 7S
8: KC QC 7D KH 9H 9H 7H 9S
Auction:
42 NS, AP
Play:
1:KD QD 9D 9D QS AD JD 7D
7:10D KC KD 8D 7D AD 8H QD
AH 7H JH KS 9H JH 10S KH
AS JS 9H QH AC 7C AH 7C
7:9C QC 8C QC 8C 8H 10C 10C
7:10D KH KC JC QH 10H 10H JD
Result:
contract 42 NT by 1
"""

PAST_CERTAIN = ONLINE.replace("42 NS", "50 NS").replace("42 NT", "50 NT")
"""The same where the play went on after the contract was certain to be defeated."""


@pytest.mark.parametrize("text", [ONLINE, PAST_CERTAIN], ids=["ended early", "went on"])
def test_online_two_lines_left_out_at_one_place_are_likelier_than_one_and_a_revoke(
    text: str,
) -> None:
    """Six lines of eight: with one missing seat 1 revoked, with two nobody did."""
    verdict = check(read(text).record, load("online"))
    assert verdict.findings == ()
    assert {each.read for each in verdict.explanations[0].entries} == {"two lines left out"}


def test_online_a_lead_beside_lines_that_are_missing_depends_on_them() -> None:
    """Six lines of eight, no hands and no points: play may have ended there, or a line is missing before."""
    text = """[Rules "online"]
[Dealer "1"]
Auction:
28 NT, Pass, Pass, Pass, Pass, X, XX
Play:
9C QS QC JC AS KS
4:KD JD AD 10D 9D QD
5:JC 10S AS KC KD 10D
5:KC 10S QH 10C KS 9S
KH 9S JS JH QH 10H
5:9C 9D JS QD AD QS
"""
    [finding] = check(read(text).record, load("online")).findings
    assert (finding.code, finding.certainty) == ("lead-out-of-turn", Certainty.DEPENDS)
    assert [str(place) for place in finding.depends_on] == ["trick 2"]
    seen = text.replace("4:KD JD", "4:KD\n! objection A\n.. JD")
    [finding] = check(read(seen).record, load("online")).findings
    assert finding.certainty is Certainty.ESTABLISHED, "the other side saw seat 4 lead"
    own = seen.replace("objection A", "objection B")
    [finding] = check(read(own).record, load("online")).findings
    assert finding.certainty is Certainty.DEPENDS


def test_duplicate_61_two_lines_left_out_at_one_place_are_one_slip() -> None:
    """West kept two spades when it discarded on one: both may have gone on the two lines that are missing."""
    text = """[Rules "duplicate"]
[Deal "8"]
[Dealer "W"]
[Vulnerable "None"]
Hands:
N: 4D 5S 3D QD 7H 8H AH JC 5C 9H 4H 7S KC
E: AS 7C 7D 9C JD 2S KS 10S 5H KH 6H 9S 10H
S: 6C 3H QC 2C AC KD 6S AD JH 8C QS 8D 3C
W: 9D 6D 2H 10D 4C 4S 8S 3S 2D 10C QH 5D JS
Auction:
W: 1 D, Pass, Pass, 1 S, Pass, 1 NT, 2 C, 2 H, 2 S, Pass, Pass, Pass
Play:
N:7S KS QS 8S
E:9S 6S 4S 5S
E:7D AD 10D 4D
S:AC 4C 5C 9C
S:KD 5D 3D JD
S:6C 10C KC 7C
N:8H 5H 3H QH
W:2H AH 10H JH
N:9H 6H 8D 2D
N:7H KH 3C 6D
E:AS QC 9D JC
Result:
contract 2 S by W
points EW 7 NS 6
"""
    [finding] = check(read(text).record, load("duplicate")).findings
    assert (finding.code, finding.certainty) == ("revoke", Certainty.DEPENDS)


def test_online_an_offence_beside_a_gap_depends_on_the_slip_that_explains_both() -> None:
    """Two cards of the fourth line swapped make a revoke and another winner; a gap explains one of them."""
    text = """[Rules "online"]
[Players "4"]
[Dealer "4"]
Auction:
30 NS, Pass, Pass, D 32, Pass, +3 NS, Pass, 36 Pass, Pass, Pass, Pass
Play:
9S JS 9C 10S
2:AS 9C 9S 10S
4:10D AD JD AD
2:AC 10C JC AH
1:AC 10C AH JD
Result:
contract 36 NT by 4
points A 12 B 44
"""
    found = check(read(text).record, load("online")).findings
    assert [(each.code, each.certainty) for each in found] == [
        ("revoke", Certainty.DEPENDS),
        ("lead-out-of-turn", Certainty.DEPENDS),
    ]


def test_a_line_left_out_is_found_beside_a_line_that_lacks_a_card() -> None:
    lines = but(6)
    lines[3] = lines[3].rpartition(" ")[0]
    assert accused(ruled(lines)) == []


def test_a_line_left_out_that_a_person_refused_is_not_looked_for() -> None:
    record = read(
        AUCTION + "".join(f"{line}\n" for line in but(4)) + f"Result:\ntricks {WINNERS}\n"
    )
    first = check(record.record, load("international")).explanations[0]
    refused = Refusal(first.deal, first.game, first.entries)
    verdict = check(record.record, load("international"), refused=[refused])
    assert first.entries not in [each.entries for each in verdict.explanations]
    assert verdict.findings


def test_an_offence_below_a_line_written_twice_stays() -> None:
    lines = [*LINES[:2], *LINES[1:]]
    lines[5] = "2:KC QC 10H 9C 10C JC"
    assert "lead-out-of-turn trick 6 / seat 2" in [
        f"{each.code} {each.place}" for each in ruled(lines, head=WITHOUT_HANDS).findings
    ]


@pytest.mark.parametrize("seed", range(6))
def test_duplicate_44_a_line_of_bridge_left_out_or_written_twice_accuses_nobody(seed: int) -> None:
    board = bridge_deals.record_of(bridge_deals.clean_deal(Random(seed)))
    [deal] = board.deals
    lines = [*(deal.play or ())]
    for at in range(1, len(lines) - 1):
        for play in ([*lines[:at], *lines[at + 1 :]], [*lines[:at], *lines[at - 1 :]]):
            tricks = tuple(Trick(n, trick.items) for n, trick in enumerate(play, 1))
            record = replace(board, deals=(replace(deal, play=tricks),))
            assert accused(check(read(write(record)).record, load("duplicate"))) == []


def test_a_slip_that_explains_more_than_a_line_left_out_is_the_explanation() -> None:
    """The dealer written wrongly, in a log whose last line is missing."""
    head = WITHOUT_HANDS.replace('[Dealer "2"]', '[Dealer "4"]')
    verdict = ruled(but(8), head=head, end=POINTS)
    first = verdict.explanations[0]
    assert [(str(each.place), each.read) for each in first.entries] == [("dealer", "2")]
    assert noted(verdict) == []
