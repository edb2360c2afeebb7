"""One slip on a sheet of bridge is one finding: what follows from it is named with it."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.frame.finding import named
from fairdeal.rulings.frame.follows import causes, consequences
from tests.rulings.bridge.laws.open_ways import HANDS, WHOLE
from tests.rulings.bridge.test_sheets import MATCH, ROWS
from tests.support.bridge_build import ruled

HEAD = "deal | bidder | contract | x | points NS | points EW | score NS | score EW | total NS | total EW\n"
FIRST = "1 | N | 4 S | | 11 | 2 | 650 | 0 | 650 | 0\n"
REST = (
    "3 | S | 3 NT | X | 8 | 5 | 0 | 200 | 650 | {}\n4 | W | 1 NT | | 5 | 8 | 0 | 370 | 650 | {}\n"
)
SECOND = "2 | E | 2 H | | 5 | 8 | 0 | 60 | 650 | 60\n"
RIGHT = FIRST + SECOND + REST.format(260, 630)


def told(verdict: Verdict) -> list[tuple[str, str]]:
    return [(each.code, str(each.place)) for each in causes(verdict.findings)]


def below(verdict: Verdict) -> list[str]:
    (cause,) = causes(verdict.findings)
    return [str(each.place) for each in consequences(verdict.findings)[named(cause)]]


def copies(first: str, second: str, match: str = MATCH) -> Verdict:
    return ruled(f"{match}\nSheet NS:\n{HEAD}{first}\nSheet EW:\n{HEAD}{second}")


def test_alberta_9_a_score_carried_on_in_one_copy() -> None:
    wrong = FIRST + SECOND.replace("60 | 650 | 60", "90 | 650 | 90") + REST.format(290, 660)
    verdict = copies(RIGHT, wrong)
    assert told(verdict) == [("award-entry", "sheet 2 / row 2 / score EW")]
    assert below(verdict) == [
        "row 2 / score EW", "row 2 / total EW", "row 3 / total EW", "row 4 / total EW",
    ]  # fmt: skip


def test_alberta_9_a_total_that_differs_by_something_else_is_its_own() -> None:
    wrong = FIRST + SECOND.replace("60 | 650 | 60", "90 | 650 | 90") + REST.format(290, 661)
    assert told(copies(RIGHT, wrong)) == [
        ("award-entry", "sheet 2 / row 2 / score EW"),
        ("total-entry", "sheet 2 / row 4 / total EW"),
    ]


def test_alberta_9_tricks_that_differ_without_a_log() -> None:
    """By 9 tricks 2 hearts score 60 and 30 over: the other copy's own arithmetic gives what it has."""
    wrong = FIRST + "2 | E | 2 H | | 4 | 9 | 0 | 90 | 650 | 90\n" + REST.format(290, 660)
    verdict = copies(RIGHT, wrong, match='[Rules "alberta"]\n')
    assert told(verdict) == [("copies-disagree", "row 2 / points NS")]
    assert "row 2 / score EW" in below(verdict) and "row 4 / total EW" in below(verdict)


def test_alberta_9_a_score_by_the_wrong_contract() -> None:
    """By 11 tricks 4 spades are made and 6 are not."""
    log = '[Rules "alberta"]\n[Deal "1"]\n[Dealer "N"]\nAuction:\nN: 4 S, P, P, P\n'
    log += "Result:\npoints NS 11 EW 2\n"
    verdict = ruled(f"{log}\nSheet:\n{HEAD}1 | N | 6 S | | 11 | 2 | 0 | 50 | 0 | 50\n")
    assert told(verdict) == [("contract-entry", "row 1 / contract")]
    assert below(verdict) == ["row 1 / score NS", "row 1 / score EW"]
    verdict = ruled(f"{log}\nSheet:\n{HEAD}1 | N | 6 S | | 11 | 2 | 0 | 70 | 0 | 70\n")
    assert told(verdict) == [
        ("contract-entry", "row 1 / contract"), ("award-entry", "row 1 / score NS"),
    ]  # fmt: skip


def test_alberta_9_a_total_that_took_in_the_score_that_is_due() -> None:
    wrong = FIRST + SECOND.replace("| 60 | 650", "| 90 | 650") + REST.format(260, 630)
    verdict = ruled(f"{MATCH}\nSheet:\n{HEAD}{wrong}")
    assert told(verdict) == [("award-entry", "row 2 / score EW")]
    assert below(verdict) == ["row 2 / total EW"]


def test_alberta_9_the_same_under_we_and_they() -> None:
    rows = "deal | line | we | they | entry\n"
    wrong = ROWS.replace("| 500 |", "| 300 |")
    verdict = ruled(f"{MATCH}\nSheet NS:\n{rows}{wrong}")
    assert told(verdict) == [("award-entry", "row 3 / we")]
    assert below(verdict) == ["row 11 / we"]


def test_alberta_9_copies_of_entries_that_differ_and_their_totals() -> None:
    rows = "deal | line | we | they | entry\n"
    turned = "\n".join(
        " | ".join((a, b, d, c, e))
        for a, b, c, d, e in (row.split("|") for row in ROWS.splitlines())
    )
    wrong = turned.replace("500", "300").replace("650", "450")
    verdict = ruled(f'[Rules "alberta"]\nSheet NS:\n{rows}{ROWS}\nSheet EW:\n{rows}{wrong}')
    assert told(verdict) == [("copies-disagree", "row 3 / we")]
    assert below(verdict) == ["row 11 / we"]
    wrong = turned.replace("500", "300").replace("650", "455")
    verdict = ruled(f'[Rules "alberta"]\nSheet NS:\n{rows}{ROWS}\nSheet EW:\n{rows}{wrong}')
    assert len(told(verdict)) == 2
    unread = wrong.replace(" 30 ", " ?? ", 1)
    verdict = ruled(f'[Rules "alberta"]\nSheet NS:\n{rows}{ROWS}\nSheet EW:\n{rows}{unread}')
    assert ("copies-disagree", "row 11 / we") in told(verdict), "by something else"


LOG = f"""[Deal "1"]
[Dealer "N"]
[Vulnerable "None"]
{HANDS}Auction:
N: 6 NT, P, P, P
Play:
{WHOLE}
Result:
contract {{contract}}
points NS {{ns}} EW {{ew}}
score {{score}}
"""


@pytest.mark.parametrize(
    ("contract", "ns", "score", "cause"),
    [
        ("6 NT by E", 1, "NS 990", "contract-entry"),  # tricks of the other side
        ("6 NT by N", 11, "NS -50", "points-entry"),  # the score of the tricks written
        ("7 NT by N", 12, "NS -50", "contract-entry"),  # and of the contract written
    ],
)
def test_duplicate_79_one_slip_in_a_log_is_one_finding(
    contract: str, ns: int, score: str, cause: str
) -> None:
    text = LOG.format(contract=contract, ns=ns, ew=13 - ns, score=score)
    findings = ruled(text, "duplicate").findings
    assert len(findings) > 1
    assert [each.code for each in findings if each.follows_from is None] == [cause]


def test_duplicate_77_a_score_that_no_entry_gives_is_a_slip_of_its_own() -> None:
    text = LOG.format(contract="6 NT by N", ns=11, ew=2, score="NS 620")
    findings = ruled(text, "duplicate").findings
    causes = {each.code for each in findings if each.follows_from is None}
    assert causes == {"points-entry", "award-entry"}
