"""What the Laws ask of the players after an irregular call: it is never a second finding.

A cancelled call is gone: later calls are judged against those that stand, and they make the contract.
"""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.rulings.bridge.laws.open_ways import board, taken

TURN, LOW, RANGE = "call-out-of-turn", "insufficient-bid", "bid-range"
DOUBLE, REDOUBLE = "double-inadmissible", "redouble-inadmissible"

WAYS = [
    ("25B1", "N: 2 S, N: 1 S, E: P, S: P, W: P", TURN, "1 S N"),
    ("25B2", "N: 1 S, N: 2 S, E: 1 NT, S: P, W: P, N: P", TURN, "1 NT E"),
    ("27A1", "N: 1 S, E: 1 H, S: 1 S, W: P, N: P, E: P", LOW, "1 S N"),
    ("27A1", "N: 1 S, E: 1 H, S: P, W: 2 H, N: P, E: P, S: P", LOW, "2 H E"),
    ("27A1", "N: 1 S, E: 1 H, S: X, W: P, N: P, E: 1 S, S: P, W: P, N: P", LOW, "1 S E"),
    ("27B1(a)", "N: 1 S, E: 1 H, E: 2 H, S: P, W: P, N: P", LOW, "2 H E"),
    ("27B1(b)", "N: 1 S, E: 1 H, E: X, S: P, W: P, N: P", LOW, "1 S N X"),
    ("27B2", "N: 1 S, E: 1 H, E: 3 C, S: P, W: P, N: P", LOW, "3 C E"),
    ("27B2", "N: 1 S, E: 1 H, E: P, S: P, W: P", LOW, "1 S N"),
    ("27B3", "N: 1 S, E: 1 H, E: X, E: 2 H, S: P, W: P, N: P", LOW, "2 H E"),
    ("27B3", "N: 1 S, E: 1 H, E: X, E: P, S: P, W: P", LOW, "1 S N"),
    ("28A", "N: 1 S, E: 1 H, E: 3 C, S: P, N: 3 S, E: P, S: P, W: P", LOW, "3 S N"),
    ("28A", "E: P, N: 1 S, S: 2 S, W: P, N: P, E: P", TURN, "2 S N"),
    ("28B", "E: 3 NT, N: 1 C, E: 3 NT, S: P, W: P, N: P", TURN, "3 NT E"),
    ("28B", "W: 3 NT, N: 1 C, E: P, S: P, W: P", TURN, "1 C N"),
    ("29A", "E: 1 S, S: P, W: P, N: P", TURN, "1 S E"),
    ("30A", "N: 1 S, E: P, S: P, N: P, W: 1 NT, N: P, E: P, S: P", TURN, "1 NT W"),
    ("30B1", "N: 1 H, W: P, E: P, S: P, W: 1 NT, N: P, E: P, S: P", TURN, "1 NT W"),
    ("30B1", "W: P, N: 1 S, E: P, S: P, W: 2 C, N: P, E: P, S: P", TURN, "2 C W"),
    ("31A1", "E: 1 S, N: P, E: 1 S, S: P, W: P, N: P", TURN, "1 S E"),
    ("31A1", "N: 1 S, E: P, S: P, N: 2 S, W: P, N: 2 S, E: P, S: P, W: P", TURN, "2 S N"),
    ("31A1", "N: 1 S, S: 2 S, E: P, S: 2 S, W: P, N: P, E: P", TURN, "2 S N"),
    ("31A2", "E: 1 S, N: 2 C, E: 2 S, S: P, W: P, N: P", TURN, "2 S E"),
    ("31A2", "E: 1 S, N: 2 C, E: X, S: P, W: P, N: P", TURN, "2 C N X"),
    ("31B2", "S: 1 H, N: P, E: P, S: 1 H, W: P, N: P, E: P", TURN, "1 H S"),
    ("31B2", "S: 2 H, N: 1 H, E: P, S: 2 H, W: P, N: P, E: P", TURN, "2 H N"),
    ("31B2", "W: 1 NT, N: P, E: P, S: P, W: 1 NT, N: P, E: P, S: P", TURN, "1 NT W"),
    ("32A1", "N: 1 H, E: P, W: X, S: P, W: X, N: P, E: P, S: P", TURN, "1 H N X"),
    ("32A2", "N: 1 H, E: P, W: X, S: 2 H, W: X, N: P, E: P, S: P", TURN, "2 H N X"),
    ("32B", "N: 1 H, E: X, N: XX, S: P, W: P, N: XX, E: P, S: P, W: P", TURN, "1 H N XX"),
    ("34", "N: 1 S, E: P, W: P, N: P, S: 2 S, W: P, N: P, E: P", TURN, "2 S N"),
    ("34", "N: 1 S, E: P, S: P, N: P, E: P, W: 2 C, N: P, E: P, S: P", TURN, "2 C W"),
    ("36A", "N: 2 S, E: P, S: X, W: P, S: P, W: P", DOUBLE, "2 S N"),
    ("36A", "N: 2 S, E: P, S: X, W: P, N: P, S: 3 S, W: P, N: P, E: P", DOUBLE, "3 S N"),
    ("36B", "N: 2 S, E: P, S: X, S: 3 S, W: P, N: P, E: P", DOUBLE, "3 S N"),
    ("36C", "N: 5 D, E: XX, S: P, W: P, N: 7 S, E: P, S: P, W: P", REDOUBLE, "7 S N"),
    ("37B", "N: 1 S, E: 1 H, E: 3 C, S: P, W: 4 C, W: P, N: P", LOW, "3 C E"),
    ("38C", "N: 7 S, E: 8 C, E: P, S: P, W: P", RANGE, "7 S N"),
    ("38D", "N: 7 S, E: 8 C, S: P, E: P, S: P, W: P", RANGE, "7 S N"),
    ("38D", "N: 7 S, E: 8 C, S: P, S: P, W: P", RANGE, "7 S N"),
    ("39B", "N: 1 NT, E: P, S: P, W: P, N: 2 NT, E: P, S: P", "call-after-close", "1 NT N"),
]  # fmt: skip
"""By the Law: what is called, the one finding, and the contract."""


def made(verdict: Verdict) -> str | None:
    found = verdict.deals[0].contract
    doubled = {1: "", 2: " X", 4: " XX"}
    return f"{found.value} {found.trump} {found.by}{doubled[found.doubled]}" if found else None


@pytest.mark.parametrize("rules", ["duplicate", "alberta"])
@pytest.mark.parametrize(
    ("law", "calls", "code", "contract"), WAYS, ids=[f"law {each[0]}: {each[1]}" for each in WAYS]
)
def test_what_the_law_asks_is_no_second_finding(
    law: str, calls: str, code: str, contract: str, rules: str
) -> None:
    verdict = board(calls, rules=rules)
    assert [each.code for each in verdict.findings] == [code], law
    assert made(verdict) == contract, law


@pytest.mark.parametrize(
    ("calls", "codes"),
    [
        pytest.param("N: 1 S, E: 1 H, E: 1 D, E: 2 D, S: P, W: P, N: P", [LOW, LOW], id="27B4"),
        pytest.param("N: 1 S, E: 1 H, E: 2 H, S: P, N: 3 S, E: P, S: P, W: P", [LOW, TURN],
                     id="28A: partner is free after 27B1(a)"),
        pytest.param("N: 1 S, E: 1 H, E: 3 C, E: 4 C, S: P, W: P, N: P", [LOW, TURN], id="27B2"),
        pytest.param("N: 1 S, E: 1 H, S: P, E: 2 H, W: P, N: P", [LOW, TURN], id="27A1: too late"),
        pytest.param("E: 3 NT, S: 3 C, W: P, N: P, E: P", [TURN, LOW], id="29A: over what stands"),
        pytest.param("E: 1 S, N: 2 C, E: 1 S, S: P, W: P, N: P", [TURN, LOW], id="31A2"),
        pytest.param("E: 1 S, S: P, N: P, W: P", [TURN, TURN], id="29A: the turn is gone"),
        pytest.param("N: 1 S, E: P, W: P, S: P, W: P, S: 2 S", [TURN, "call-after-close"],
                     id="34: nobody missed a turn"),
        pytest.param("N: 2 S, E: P, S: X, W: P, E: P, N: P, E: P", [DOUBLE, TURN], id="36"),
        pytest.param("N: 1 S, E: P, S: P, W: P, N: P", ["call-after-close"], id="39"),
    ],
)  # fmt: skip
def test_what_no_law_asks_is_still_found(calls: str, codes: list[str]) -> None:
    assert [each.code for each in board(calls).findings] == codes


def test_the_way_that_is_shown_is_the_one_that_the_contract_is_from() -> None:
    cancelled = taken(board("W: 3 NT, N: 1 C, E: P, S: P, W: P"), TURN)
    assert cancelled["29A"] is False
    accepted = taken(board("N: 1 S, E: P, W: P, N: P, S: 2 S, W: P, N: P, E: P"), TURN)
    assert accepted["29A"] is True
    back = taken(board("N: 2 S, E: P, S: X, W: P, S: P, W: P"), DOUBLE)
    assert back == {"36A": True, "36B": False, "36C": False}
    silenced = taken(board("N: 1 S, E: 1 H, E: 3 C, S: P, N: 3 S, E: P, S: P, W: P"), LOW)
    assert (silenced["27B1(b)"], silenced["27B2"]) == (False, True)


def test_law_27a1_the_partner_may_have_declared_where_the_record_says_so() -> None:
    """East's heart may have been put right in words; the record names west."""
    calls = "N: 1 S, E: 1 H, S: P, W: 2 H, N: P, E: P, S: P"
    verdict = board(calls, tricks="NS 5 EW 8\ncontract 2 H by W")
    assert [each.code for each in verdict.findings] == [LOW]
    assert made(verdict) == "2 H W"
