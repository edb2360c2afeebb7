"""Lines of the play left out, or written twice: nobody is accused, and what was left out is named."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records.deal import Trick
from fairdeal.rulings import Verdict, check, load
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
    [note] = noted(ruled(but(gone), winners=WINNERS))
    before, cards = (
        f"between lines {gone - 1} and {gone}",
        LINES[gone - 1].partition(":")[2].split(),
    )
    assert before in note and "7 lines stand, and 8 winners are written" in note
    named = note.partition("The cards left for it: ")[2].split(". Lines")[0]
    assert sorted(each.split()[-1] for each in named.split("; ")) == sorted(cards)


@pytest.mark.parametrize("head", [AUCTION, WITHOUT_HANDS], ids=["hands", "no hands"])
def test_two_lines_left_out_accuse_nobody(head: str) -> None:
    for gone in combinations(range(1, 8), 2):
        verdict = ruled(but(*gone), winners=WINNERS, head=head, end=POINTS)
        assert verdict.findings == (), gone
        assert noted(verdict)[0].startswith("Two lines of the play are missing"), gone


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


def test_a_winner_for_each_of_the_nine_lines_is_counted_once_too() -> None:
    written = WINNERS.split()
    verdict = ruled([*LINES[:3], *LINES[2:]], winners=" ".join([*written[:3], *written[2:]]))
    assert verdict.findings == ()


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
