"""Section 5 of the rules: what one slip of the pen explains accuses nobody, and one clean offence stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Refusal, Verdict, check, load
from fairdeal.rulings.frame.finding import Certainty

HANDS = """[Deal "1"]
[Dealer "{dealer}"]
Hands:
1: QD 9S QH AC KC JC QS 9H
2: 9C 10C QS QH AH QC AS 9D
3: KH AD 10S AD 9H 10H 10H QD
4: KS 9C 9D 10D KC 10S KS JD
5: AC JH JS KD KD 10C AH 9S
6: AS JC 10D KH JD JS QC JH
Auction:
3: 28 S, P, +3 C, P, + 1 C, X, Pass, Pass, P, P, P
Play:
"""
PLAY = """3:KH KS JH JH QH AH
5:AC QC AC 9C 10H KC
2:AS 10S 10S JS JS 9S
5:AH KH 9H QH 9H JD
1:KC QC 10H 9C 10C JC
6:AS QS QS QD KS 9S
5:KD 10D QD 9D AD 10D
2:10C AD 9D KD JD JC
"""


def ruled(play: str = PLAY, dealer: str = "2", hands: str = HANDS) -> Verdict:
    return check(read(hands.format(dealer=dealer) + play).record, load("international"))


def established(verdict: Verdict) -> list[str]:
    return [
        each.code
        for each in verdict.findings
        if each.certainty is Certainty.ESTABLISHED and each.severity == "offence"
        and each.code not in ("pack", "card-not-held")
    ]  # fmt: skip


def test_a_deal_in_order_needs_no_explanation() -> None:
    verdict = ruled()
    assert verdict.findings == () and verdict.explanations == ()


def test_a_wrong_dealer_explains_call_and_lead() -> None:
    verdict = ruled(dealer="4")
    assert len(verdict.findings) > 1 and established(verdict) == []
    first = verdict.explanations[0]
    assert [(str(e.place), e.written, e.read) for e in first.entries] == [("dealer", "4", "2")]
    assert first.clean and first.share > 0.9
    assert all("dealer" in map(str, each.depends_on) for each in verdict.findings)


def test_a_card_written_for_another_in_a_hand_accuses_nobody() -> None:
    verdict = ruled(hands=HANDS.replace("2: 9C 10C QS QH", "2: 9C 10C QS QD"))
    assert verdict.findings and established(verdict) == []
    entries = [(str(e.place), e.read) for each in verdict.explanations for e in each.entries]
    assert ("hand 2 / 4", "QH") in entries


def test_two_lines_in_each_others_place_accuse_nobody() -> None:
    lines = PLAY.splitlines()
    lines[3], lines[4] = lines[4], lines[3]
    verdict = ruled("\n".join(lines) + "\n")
    assert verdict.findings and established(verdict) == []
    first = verdict.explanations[0]
    assert sorted(str(entry.place) for entry in first.entries) == ["trick 4", "trick 5"]


@pytest.mark.parametrize(
    "code", ["revoke", "call-out-of-turn", "unapproved-bid", "insufficient-bid"]
)
def test_one_offence_in_a_record_otherwise_in_order_stays_established(code: str) -> None:
    log = Path(__file__).parents[1] / "logs" / code / "fires.hrn"
    verdict = check(read(log.read_text("utf-8")).record, load("international"))
    assert code in established(verdict)


def test_one_call_out_of_turn_stays_established() -> None:
    """Nothing else in the record speaks against the seat that is written before the call; it is named as the
    entry to look at, and takes nothing away."""
    verdict = ruled(
        play="", hands=HANDS.replace("Play:\n", "").replace("3: 28 S, P,", "3: 28 S, 5: P,")
    )
    assert "call-out-of-turn" in established(verdict)
    [why] = verdict.explanations
    assert [str(each.place) for each in why.entries] == ["call 2 / seat"] and why.share < 0.1


WRONG_TRUMP = HANDS.partition("Auction:")[0] + "Auction:\n3: 34 {trump}, P, P, P, P, P\nPlay:\n"


@pytest.mark.parametrize("trump", ["S", "D", "H"])
def test_what_leaves_less_to_check_or_is_an_offence_explains_nothing(trump: str) -> None:
    """The play is one with clubs as trumps, of which the bidder has none. Read as 14, the bid makes no
    contract, and no trick has a winner to be compared."""
    verdict = ruled(
        PLAY + "Result:\ntricks 5 2 5 1 5 5 2 1\n",
        hands=WRONG_TRUMP.replace("{trump}", trump),
    )
    assert len(verdict.findings) > 2 and verdict.explanations == ()
    assert trump == "S" or established(verdict) == []


PASSED = "P, P, P, P, P"
BEFORE = '[Deal "1"]\n[Dealer "3"]\nAuction:\n4: 28 S, ' + PASSED + "\n"


@pytest.mark.parametrize(
    ("before", "calls", "sure"),
    [
        ("", f"3: 28 S, {PASSED}", False),
        ("", f"3: 28 S, {PASSED}\nResult:\ncontract 28 S by 3\npoints A 30 B 26", False),
        (BEFORE, f"3: 28 S, {PASSED}", True),  # the dealer before bears this one out
        ("", f"3: 28 S, {PASSED}\nPlay:\n5:KH KS JH JH QH AH", True),  # so does the lead
        ("", f"3: 28 S\n! objection B\n{PASSED}", True),
        ("", f"28 S, 3: P, 4: P, {PASSED}", True),  # a seat that stands before a later call
    ],
)
def test_a_first_call_that_the_dealer_alone_puts_out_of_turn_accuses_nobody(
    before: str, calls: str, sure: bool
) -> None:
    text = f'{before}[Deal "2"]\n[Dealer "4"]\nAuction:\n{calls}\n'
    verdict = check(read(text).record, load("international"))
    found = [each for each in verdict.findings if each.code == "call-out-of-turn"]
    assert len(found) == 1
    assert (found[0].certainty is Certainty.ESTABLISHED) == sure
    assert [str(each) for each in found[0].depends_on] == ([] if sure else ["dealer"])
    first = verdict.explanations[0].entries[0] if verdict.explanations else None
    assert sure or (first is not None and (first.written, first.read) == ("4", "2"))


@pytest.mark.parametrize(("dealer", "sure"), [("N", True), ("W", False)])
def test_duplicate_29_the_boards_number_bears_the_dealer_out(dealer: str, sure: bool) -> None:
    """Board 1 is dealt by North: West is written wrongly, and North's call was in turn."""
    caller = "E" if sure else "N"
    text = f'[Deal "1"]\n[Dealer "{dealer}"]\nAuction:\n{caller}: 1 S, P, P, P\n'
    verdict = check(read(text).record, load("duplicate"))
    found = [each for each in verdict.findings if each.code == "call-out-of-turn"]
    assert [each.certainty is Certainty.ESTABLISHED for each in found] == [sure]


def test_an_unclear_call_elsewhere_does_not_explain_two_offences_away() -> None:
    """What only a less likely reading of another entry has is no reason to look for a slip."""
    calls = "3: 28 S, 5: P, +3 C, 2: P, 30 C, P, {call}, P, P, P"
    auction = HANDS.format(dealer="2").partition("Auction:\n")[0] + "Auction:\n" + calls
    clear = established(check(read(auction.replace("{call}", "P")).record, load("international")))
    unclear = auction.replace("{call}", "{P 0.9|29 foo S 0.1}")
    assert clear.count("call-out-of-turn") == 2
    assert established(check(read(unclear).record, load("international"))) == clear


def test_a_refused_slip_explains_nothing_and_a_person_vouches_for_the_offences() -> None:
    record, book = read(HANDS.format(dealer="4") + PLAY).record, load("international")
    first = check(record, book).explanations[0]
    refused = check(record, book, [Refusal(first.deal, first.game, first.entries)])
    assert established(refused) == ["call-out-of-turn", "lead-out-of-turn"]
    assert {each.by for each in refused.findings} == {"person"}
    assert refused.explanations == ()
    other = check(record, book, [Refusal("7", first.game, first.entries)])
    assert other == check(record, book), "it is of another deal"


def test_what_is_established_anyway_needs_no_persons_word() -> None:
    """Contradictions of the record stay what they are: the record shows them."""
    hands = HANDS.replace("2: 9C 10C QS QH", "2: 9C 10C QS QD")
    record, book = read(hands.format(dealer="2") + PLAY).record, load("international")
    first = check(record, book).explanations[0]
    refused = check(record, book, [Refusal(first.deal, first.game, first.entries)])
    assert refused.findings == check(record, book).findings
    assert {each.by for each in refused.findings} == {"record"}


def test_check_tells_the_explanation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.hrn"
    file.write_text(HANDS.format(dealer="4") + PLAY, "utf-8")
    main(["check", str(file), "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    (entry,) = answer["explanations"][0]["entries"]
    assert entry == {"place": "dealer", "written": "4", "read": "2"}
    main(["check", str(file)])
    assert (
        "read the dealer as seat 2, not seat 4, and nothing in this deal is irregular"
        in " ".join(capsys.readouterr().out.split())
    )


def test_the_report_tells_the_explanation(tmp_path: Path) -> None:
    file = tmp_path / "one.hrn"
    file.write_text(HANDS.format(dealer="4") + PLAY, "utf-8")
    main(["report", str(file), "-o", str(tmp_path / "one.html")])
    page = (tmp_path / "one.html").read_text("utf-8")
    assert "What one slip of the pen would explain" in page
    assert "read the dealer as seat 2, not seat 4" in page
