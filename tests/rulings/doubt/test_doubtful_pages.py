"""How sure findings are where the log of a deal and its row on the sheet are both there, in doubt."""

from __future__ import annotations

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from tests.support.builders import AUCTION, HANDS, PLAY, ruled

COLUMNS = (
    "deal | dealer | bidder | contract | x | points A | points B | score A | score B "
    "| total A | total B"
)
SLIP = 1e-2


def pages(calls: str, rows: str, *, play: str = "", hands: str = "", result: str = "") -> Verdict:
    """The verdict on one deal dealt by seat 2, with a sheet."""
    text = f'[Deal "1"]\n[Dealer "2"]\n{hands}Auction:\n{calls}\n'
    text += f"Play:\n{play}" if play else ""
    text += f"Result:\n{result}\n" if result else ""
    return ruled(f"{text}\nSheet:\n{COLUMNS}\n{rows}\n")


def of(verdict: Verdict, code: str) -> list[Finding]:
    return [each for each in verdict.findings if each.code == code]


def settled(verdict: Verdict) -> list[tuple[int | None, str, str]]:
    return [(each.game, str(each.place), each.text) for each in verdict.settled]


RAISED = "3: 32 H, {+21 H 0.47|+2 H 0.24|+16 H 0.08}, P, P, P, P, P"


def test_row_against_a_doubtful_log_is_never_established() -> None:
    verdict = pages(RAISED, "1 | 2 | 4 | 34 H | | | | | | |")
    (finding,) = of(verdict, "contract-entry")
    assert finding.certainty is Certainty.DEPENDS
    assert [str(place) for place in finding.depends_on] == ["deal 1 / call 2"]


def test_sheet_settles_between_rivals_that_the_ink_leaves_open() -> None:
    verdict = pages(RAISED, "1 | 2 | 4 | 34 H | | | | | | |")
    assert settled(verdict) == [(1, "call 2", "+2 H")]
    contract = verdict.deals[0].contract
    assert contract is not None and (contract.value, contract.trump) == (34, "H")


def test_log_and_sheet_weigh_as_full_enumeration_does() -> None:
    """Two rivals in the log, two in the row: four worlds, a slip where contracts differ."""
    calls = "3: {30 S 0.7|31 S 0.3}, P, P, P, P, P"
    verdict = pages(calls, "1 | 2 | 3 | {30 S 0.2|31 S 0.8} | | | | | | |")
    worlds = {
        (a, b): p * q * (1 if a == b else SLIP)
        for a, p in ((30, 0.7), (31, 0.3))
        for b, q in ((30, 0.2), (31, 0.8))
    }
    wrong = sum(weight for (a, b), weight in worlds.items() if a != b) / sum(worlds.values())
    (finding,) = of(verdict, "contract-entry")
    assert finding.probability == pytest.approx(wrong, abs=1e-12)
    assert {str(place) for place in finding.depends_on} == {"deal 1 / call 1", "row 1 / contract"}
    # 31 is likelier than 30 in all, but not clearly: nothing is chosen.
    assert settled(verdict) == []


def test_deal_weighs_its_own_finding_with_what_the_row_says() -> None:
    """29 C over 30 S is an offence, 34 C is none; the row has 34 C, and a slip explains the other."""
    verdict = pages(
        "3: 30 S, {29 C 0.6|34 C 0.4}, 35 C, P, P, P, P, P", "1 | 2 | 5 | 35 C | | | | | | |"
    )
    assert [each.probability for each in of(verdict, "insufficient-bid")] == [pytest.approx(0.6)]
    plus = "3: 30 S, {29 C 0.6|34 C 0.4}, +1 C, P, P, P, P, P"
    verdict = pages(plus, "1 | 2 | 5 | 35 C | | | | | | |")
    rate = 0.6 * SLIP / (0.6 * SLIP + 0.4)
    assert [each.probability for each in of(verdict, "insufficient-bid")] == [pytest.approx(rate)]
    assert settled(verdict) == [(1, "call 2", "34 C")]
    verdict = pages(plus, "1 | 2 | 5 | 31 C | | | | | | |")
    rate = 0.6 / (0.6 + 0.4 * SLIP)
    assert [each.probability for each in of(verdict, "insufficient-bid")] == [pytest.approx(rate)]


def test_clear_slip_on_the_sheet_stays_established_beside_a_doubtful_log() -> None:
    """Whatever was bid, the row is wrong: no reading of the log makes it 40 C."""
    verdict = pages("3: 32 H, {+21 H|+2 H}, P, P, P, P, P", "1 | 2 | 4 | 40 C | | | | | | |")
    assert [each.certainty for each in of(verdict, "contract-entry")] == [Certainty.ESTABLISHED]


def test_contract_that_is_something_else_would_have_to_agree_by_chance() -> None:
    """Both readings differ from the log: what is neither is a slip as well, or what the log has by chance."""
    rows = "1 | 2 | 3 | {40 C 0.7|41 C 0.1} | | | | | | |"
    (finding,) = of(pages("3: 30 S, P, P, P, P, P", rows), "contract-entry")
    assert finding.probability == pytest.approx(0.8 * SLIP / (0.8 * SLIP + 0.2 * (0.02 + SLIP)))


def test_finding_that_is_unsure_itself_is_less_sure_in_doubtful_ink() -> None:
    """A score too large without a log may have a penalty in it, and may be the figure that is due."""
    clear, doubtful = (
        of(
            ruled(f"Sheet:\n{COLUMNS}\n1 | 2 | 3 | 30 S | | 35 | 21 | {score} | 0 | | |\n"),
            "award-entry",
        )
        for score in ("2", "{2 0.5|1 0.5}")
    )
    assert clear[0].probability is not None
    assert 0.0 < clear[0].probability < 1.0
    assert doubtful[0].probability == pytest.approx(clear[0].probability / 2)


def test_log_that_may_be_something_else_proves_nothing_against_the_sheet() -> None:
    verdict = pages("3: {30 S 0.4|31 S 0.3}, P, P, P, P, P", "1 | 2 | 3 | 40 C | | | | | | |")
    assert [each.certainty for each in of(verdict, "contract-entry")] == [Certainty.DEPENDS]


def test_award_hangs_on_the_doubtful_lead_that_costs_a_point() -> None:
    """Deal 1, seat 3 to lead; the label of the first card may be 4, and A objected."""
    play = PLAY.replace("3:KH", "{4 0.9|3 0.1}:KH", 1).splitlines()
    text = "\n".join([play[0], "! objection A", *play[1:]]) + "\n"
    rows = "1 | 2 | 1 | 32 C | X | 39 | 17 | 2 | 0 | 2 | 0"
    verdict = pages(AUCTION, rows, play=text, hands=HANDS)
    entries = [each for each in verdict.findings if each.at.row is not None]
    assert Certainty.ESTABLISHED not in {each.certainty for each in entries}


def test_points_under_the_deal_settle_a_card_of_the_play() -> None:
    play = PLAY.replace("3:KH", "3:{9H 0.6|KH 0.4}", 1)
    hands = HANDS.replace("3: KH", "3: {9H 0.6|KH 0.4}")
    verdict = pages(AUCTION, "", play=play, hands=hands, result="points A 39 B 17")
    assert (1, "trick 1 / seat 3", "KH") in settled(verdict)
    assert Certainty.ESTABLISHED not in {each.certainty for each in verdict.findings}


def test_wrong_points_in_clear_ink_stay_established_beside_a_doubtful_card() -> None:
    play = PLAY.replace("2:10C AD", "2:10C {AD 0.9|10D 0.1}", 1)
    verdict = pages(AUCTION, "1 | 2 | 1 | 32 C | X | 21 | 35 | 2 | 0 | 2 | 0", play=play)
    assert [each.certainty for each in of(verdict, "points-entry")] == [Certainty.ESTABLISHED] * 2


def test_whole_sheet_in_doubt_accuses_nobody() -> None:
    """Twelve rows, every figure with a rival: too many to weigh together, and none established."""
    dealers = "234561234561"
    rows = []
    for n in range(12):
        total = n + 1
        cells = [
            total,
            dealers[n],
            "3",
            "28 S",
            "",
            "{30|36}",
            "{26|20}",
            "{1|7}",
            "0",
            f"{{{total}|{total + 6}}}",
            "0",
        ]
        rows.append(" | ".join(str(cell) for cell in cells))
    verdict = ruled(f"Sheet:\n{COLUMNS}\n" + "\n".join(rows) + "\n")
    assert Certainty.ESTABLISHED not in {each.certainty for each in verdict.findings}


def test_copy_with_a_doubtful_cell_is_never_surely_at_odds() -> None:
    text = "Sheet A:\ndeal | score A\n1 | {2|5}\n\nSheet B:\ndeal | score A\n1 | 5\n"
    (finding,) = of(ruled(text), "copies-disagree")
    assert finding.certainty is Certainty.DEPENDS
    assert [str(place) for place in finding.depends_on] == ["row 1 / score A"]


def test_dealer_after_a_doubtful_dealer_is_never_surely_wrong() -> None:
    text = '[Deal "1"]\n[Dealer "{2|3}"]\nAuction:\nP\n\n[Deal "2"]\n[Dealer "4"]\nAuction:\nP\n'
    (finding,) = of(ruled(text), "dealer-rotation")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability == pytest.approx(0.5)
    assert [str(place) for place in finding.depends_on] == ["deal 1 / dealer"]


def test_number_of_deals_hangs_on_a_doubtful_number() -> None:
    text = '[Deal "2"]\nAuction:\nP\n\n[Deal "{1|3}"]\nAuction:\nP\n'
    (finding,) = of(ruled(text), "deal-count")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability == pytest.approx(0.5)


def test_penalty_after_a_doubtful_warning_hangs_on_it() -> None:
    """Seat 6 calls early in deal 2, objected; in deal 1 it may have been seat 4 that called, in turn."""
    first = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 30 S, {6 0.6|4 0.4}: Pass\n! objection A\n'
    first += "5: P, 6: P, 1: P, 2: P, 4: P\n\n"
    second = '[Deal "2"]\n[Dealer "3"]\nAuction:\n4: 30 S, 6: Pass\n! objection A\n'
    second += "5: P, 1: P, 2: P, 3: P\nResult:\npoints A 20 B 36\nscore A 0 B 1\n\n"
    rows = "1 | 2 | 3 | 30 S | | | | | | |\n2 | 3 | 4 | 30 S | | 20 | 36 | 0 | 1 | |"
    verdict = ruled(f"{first}{second}Sheet:\n{COLUMNS}\n{rows}\n")
    entries = of(verdict, "penalty-entry") + of(verdict, "award-entry")
    assert {each.certainty for each in entries} == {Certainty.DEPENDS}
    assert {str(p) for each in entries for p in each.depends_on} == {"deal 1 / call 2 / seat"}


def test_row_speaks_for_the_double_that_it_has() -> None:
    verdict = pages("3: 30 S, {X|P}, P, P, P, P, P", "1 | 2 | 3 | 30 S | X | | | | | | |")
    (finding,) = of(verdict, "contract-entry")
    assert str(finding.place) == "row 1 / x"
    assert finding.probability == pytest.approx(SLIP / (1 + SLIP))


def _again(first: str, second: str) -> Verdict:
    """A sheet in which deal 1 has two rows; each is given from its points on."""
    head = "1 | 2 | 3 | 30 S | | "
    return ruled(f"Sheet:\n{COLUMNS}\n{head}{first}\n{head}{second}\n")


def test_international_4_5_row_that_comes_again_after_one_scored() -> None:
    (finding,) = _again("30 | 26 | 1 | 0 | 1 | 0", "20 | 36 | 0 | 2 | 1 | 2").findings
    assert (finding.code, finding.article, str(finding.place)) == (
        "deal-count",
        "4.5",
        "row 2 / deal",
    )


@pytest.mark.parametrize(
    "first",
    ["30 | 26 | 0 | 0 | 0 | 0", " | | | | | ", " | | 1 | | 1 | ", "30 | 26 | {1|0} | 0 | | "],
)
def test_international_2_4_row_that_comes_again_after_a_redeal(first: str) -> None:
    """One that scored nothing, or nothing but a small penalty, or perhaps nothing, was dealt again."""
    assert of(_again(first, "20 | 36 | 0 | 2 | | "), "deal-count") == []


def test_international_2_4_row_that_comes_again_goes_by_its_log() -> None:
    """The sheet has a score for a deal that was to be dealt again: that is another slip."""
    log = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 30 S\n! exposed 2:JS\n! redeal\n'
    head = "1 | 2 | 3 | 30 S | | "
    rows = f"{head}30 | 26 | 1 | 0 | 1 | 0\n{head}20 | 36 | 0 | 2 | 1 | 2\n"
    verdict = ruled(f"{log}\nSheet:\n{COLUMNS}\n{rows}")
    assert verdict.deals[0].outcome == "redeal"
    assert of(verdict, "deal-count") == []


SOUTH_OR_5 = """[Rules "duplicate"]

[Deal "28"]
[Dealer "W"]
[Vulnerable "NS"]
Hands:
N: AD 4C 8C 6C {4S 0.9978} JC JS KH 5D 3C KC AS AH
E: 7C 8D KS 8S 10C 6D {9S 0.9524} 3H 7S 9C 7D 6H 2H
{5 0.499|S 0.499}: 2C 2D 9D 5S 10S 9H 10D QH 6S JD 8H QD QS
W: 7H 3S 4H QC 3D 5C AC {2S 0.9525} KD JH 5H 10H 4D
Auction:
W: Pass, N: Pass, 1 H, Pass, Pass, N: {1 S 0.8317|1 5 0.1663}, Pass, 2 D, Pass, N: Pass, Pass
Play:
{W 0.9977}:AC 6C 10C 2C
W:3D AD 6D JD
N:4C 9C 9D 5C
{5 0.499|S 0.499}:QD KD 5D 8D
W:{3S 0.9524} JS KS {5S 0.6145|8S 0.2952|5S 0.0553}
E:8S 10S {2S 0.9535} {4S 0.9524}
{S 0.831|5 0.1662}:9H 5H AH 6H
N:8C 7C 6S QC
{W 0.9976}:7H KH 2H 8H
N:3C 3H QH 4H
N:KC 9S 2D 4D
W:JH JC {7S 0.9524} QS
{W 0.9977}:10H AS 7D 10D
Result:
contract 2 D by {5 0.499|S 0.499}
points EW 6 NS 7
score EW 100 NS 0
"""
"""Read from a fax: South is a 5 to both readers. Nobody revoked."""


@pytest.mark.parametrize("third", ["1 H", "H 1"])  # which is an offence that costs nothing
def test_duplicate_64_tricks_left_out_of_a_score_are_no_surer_than_their_revoke(third: str) -> None:
    """The revokes were as likely as not, and the score was wrong for certain."""
    text = SOUTH_OR_5.replace("N: Pass, 1 H,", f"N: Pass, {third},")
    findings = check(read(text).record, load("duplicate")).findings
    sure = [each.code for each in findings if each.certainty is Certainty.ESTABLISHED]
    assert sure == ([] if third == "1 H" else ["unapproved-bid"])
    [penalty] = [each for each in findings if each.code == "penalty-entry"]
    revokes = [each.probability or 1.0 for each in findings if each.code == "revoke"]
    assert penalty.certainty is Certainty.DEPENDS
    assert (penalty.probability or 1.0) <= max(revokes) < 0.9
