"""What a log, its row on the sheet and the figures under it have at odds: a slip each, no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Contract, Team
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.fifty_six.sheets import agreement
from fairdeal.rulings.fifty_six.sheets.agreement import _scores, firm_rows, row_rate, row_slips
from fairdeal.rulings.replay.calls import Kind

TABLE: Any = SimpleNamespace(
    total_points=56,
    book=SimpleNamespace(play_ends="when-certain", bids=SimpleNamespace(lowest=28, highest=56)),
)
MADE = Contract(28, "S", "3", 2)


def row(a: int | None, b: int | None, bidder: str | None = None, doubled: int | None = None) -> Any:
    """A row as `rulings.fifty_six.session.Row` gives it, with no contract but perhaps a doubling."""
    points = {"A": a, "B": b}
    said = SimpleNamespace(text="28 S") if doubled is not None else None
    return SimpleNamespace(
        said=said,
        worth=(28, "S"),
        doubled=doubled,
        bidder=bidder,
        points=points.get,
        contract=lambda: None,
    )


def log(
    points: dict[Team, int] | None, contract: Contract | None = MADE, so_far: int = 0, last: int = 0
) -> Any:
    """A log; `so_far`: the points that its tricks give team A, `last`: a faulty bid, its last word."""
    bid = SimpleNamespace(kind=Kind.BID, value=last, trump="S")
    auction = SimpleNamespace(
        faulty_end=bool(last), unknown_end=False, calls=[bid] if last else [], standing=None
    )
    replay = SimpleNamespace(
        contract=contract, auction=auction, points_so_far=lambda: {"A": so_far, "B": 0}
    )
    return SimpleNamespace(verdict=SimpleNamespace(points=points), replay=replay)


PLAYED: dict[Team, int] = {"A": 30, "B": 26}


@pytest.mark.parametrize(
    ("written", "by", "whole", "slips"),
    [
        (row(30, 26), log(PLAYED), True, []),
        (row(30, None), log(PLAYED), True, []),
        (row(31, 26), log(PLAYED), True, [("points A",)]),
        (row(30, 27), log(PLAYED), True, [("points B",)]),
        (row(31, 25), log(PLAYED), True, [("points A",), ("points B",)]),
        # Without the play they are held against each other.
        (row(31, 25), log(PLAYED), False, []),
        (row(31, 26), log(PLAYED), False, [("points A", "points B")]),
        (row(31, 26), log(None), True, [("points A", "points B")]),
        (row(31, 26), None, True, [("points A", "points B")]),
        (row(31, None), None, True, []),
        # The play may have ended where the contract was certain: 28 points, or more than 28 against it.
        (row(30, 5), log(None), True, []),
        (row(20, 5), log(None), True, [("points A", "points B")]),
        (row(30, 5), None, True, []),
        (row(30, 26, "4"), log(PLAYED), True, [("bidder",)]),
        (row(30, 26, "3", 2), log(PLAYED), True, []),
        (row(30, 26, "3", 1), log(PLAYED), True, [("x",)]),
        (row(30, 26, "4", 1), log(PLAYED, None), True, []),
        # Fewer points than the tricks recorded give already.
        (row(30, 26), log(None, so_far=31), True, [("points A",)]),
        # A contract that is neither the faulty bid nor one before it.
        (row(30, 26, "3", 1), log(PLAYED, None, last=20), True, [("contract",)]),
        (row(30, 26, "3", 1), log(PLAYED, None, last=28), True, []),
    ],
)
def test_a_row_and_its_log(
    written: Any, by: Any, whole: bool, slips: list[tuple[str, ...]]
) -> None:
    assert row_slips(written, by, TABLE, whole) == slips
    assert row_rate(written, by, TABLE, whole) == pytest.approx(SUM_SLIP ** len(slips))


@pytest.mark.parametrize(
    ("score", "penalty", "slip"),
    [
        ({"A": 0, "B": 1}, {}, False),
        ({"A": 0, "B": 2}, {}, True),
        ({"A": 5, "B": 0}, {}, False),
        ({"A": 5, "B": 1}, {}, True),
        # Entered beside the award, a penalty is taken with it.
        ({"A": 0, "B": 0}, {"B": 1}, False),
        ({"A": 0, "B": 0}, {"A": 1}, True),
        ({"A": None, "B": 1}, {}, False),
        ({}, {}, False),
    ],
)
def test_a_score_is_that_of_the_play_or_that_after_the_rulings(
    monkeypatch: pytest.MonkeyPatch,
    score: dict[Team, int | None],
    penalty: dict[Team, int | None],
    slip: bool,
) -> None:
    """The play gives team B 1; after a revoke of its own team A gets 5."""
    ruled: Any = SimpleNamespace(
        replay=SimpleNamespace(seen=SimpleNamespace(score=score, penalty=penalty)),
        verdict=SimpleNamespace(award={"A": 5, "B": 0}),
        findings=(),
    )
    monkeypatch.setattr(agreement, "plain_award", lambda _: {"A": 0, "B": 1})
    assert bool(_scores(ruled)) is slip
    ruled.verdict.award = None
    assert _scores(ruled) == []


def firm(logs: list[str], rows: list[str]) -> dict[int, int]:
    text = "".join(f"[Deal {each}]\nResult:\npoints A 30 B 26\n" for each in logs)
    record = read(text + "Sheet:\ndeal | points A\n" + "".join(f"{n} | 30\n" for n in rows)).record
    return firm_rows(record.sheets[0], record)


def test_rows_that_are_surely_about_one_log() -> None:
    assert firm(['"1"', '"2"'], ["2", "1", "7"]) == {0: 2, 1: 1}


@pytest.mark.parametrize(
    ("logs", "rows"),
    [
        (['"1"'], ["1", "1"]),
        (['"1"', '"1"'], ["1"]),
        (['"1"'], ["{1|7}"]),
        (['"{1|7}"'], ["1"]),
        (['"1"'], ["1", "{7|1}"]),
        (['"1"', '"{7|1}"'], ["1"]),
    ],
    ids=["two rows", "two logs", "row in doubt", "log in doubt", "another row", "another log"],
)
def test_a_row_that_may_be_about_another_log_is_no_evidence(
    logs: list[str], rows: list[str]
) -> None:
    assert 1 not in firm(logs, rows).values()
