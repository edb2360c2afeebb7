"""The one warning of 3.2: given for an act out of turn, or noted for something else before."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.builders import ruled


def session(first: str, second: str = "4: 28 H, 6: 29 H\n! objection A") -> Verdict:
    """The verdict on two deals, each given by its auction. In the second, seat 6 calls early."""
    return ruled(
        f'[Deal "1"]\n[Dealer "2"]\nAuction:\n{first}\n[Deal "2"]\n[Dealer "3"]\nAuction:\n{second}\n'
    )


def last_remedy(verdict: Verdict) -> tuple[str, str | None, int]:
    remedy = verdict.findings[-1].remedy
    return remedy.kind, remedy.to, remedy.points


WARNING, POINT = ("warning", "B", 0), ("points", "A", 1)


@pytest.mark.parametrize(
    ("first", "remedy"),
    [
        ("3: 28 H, P\n! warning B", POINT),
        ("3: 28 H, P", WARNING),
        ("3: 28 H, P\n! warning A", WARNING),
        ("! warning B\n3: 28 H, P", POINT),
    ],
)
def test_international_3_2_a_warning_noted_before_is_the_one_warning(
    first: str, remedy: tuple[str, str | None, int]
) -> None:
    assert last_remedy(session(first)) == remedy


def test_international_3_2_a_warning_noted_later_is_none_before() -> None:
    verdict = session("3: 28 H", "4: 28 H, 6: 29 H\n! objection A\n1: P, 2: P\n! warning B")
    assert last_remedy(verdict) == WARNING


def test_international_3_2_a_warning_earlier_in_the_deal_counts() -> None:
    verdict = session("3: 28 H", "4: 28 H\n! warning B\n5: P, 1: 29 H\n! objection B")
    assert last_remedy(verdict) == ("warning", "A", 0)
    verdict = session("3: 28 H", "4: 28 H, 5: P\n! warning B\n2: 29 H\n! objection A\n")
    assert last_remedy(verdict) == POINT


def test_international_3_2_the_warning_for_the_act_itself_is_no_earlier_one() -> None:
    assert last_remedy(session("3: 28 H", "4: 28 H, 6: 29 H\n! warning B")) == WARNING


@pytest.mark.parametrize(
    ("text", "objected"),
    [
        # seat 2 leads to the second trick, which seat 5 should have led to
        ("{play}2:KD 9D AD JD 10D QD\n! objection A", {"lead-out-of-turn": True}),
        ("{play}2:KD 9D AD JD 10D QD\n! objection B", {"lead-out-of-turn": False}),
        ("{play}2:KD 9D AD JD 10D QD\n! objection A @ trick 2", {"lead-out-of-turn": True}),
        ("{play}2:KD 9D AD JD 10D QD\n! objection A @ trick 1", {"lead-out-of-turn": False}),
        ('{play}2:KD 9D AD JD 10D QD\n! conduct 1 "sighed"\n! objection A', {"lead-out-of-turn": False}),
        # and seat 4, of the same side, plays before seat 3
        (
            "{play}2:KD 4:AD 3:9D 5:JD 10D QD\n! objection A",
            {"lead-out-of-turn": False, "play-out-of-turn": False},
        ),
        (
            "{play}2:KD\n! objection A\n.. 4:AD 3:9D 5:JD 10D QD\n! objection A",
            {"lead-out-of-turn": True, "play-out-of-turn": True},
        ),
    ],
)  # fmt: skip
def test_an_objection_below_a_trick_is_to_its_only_irregular_act(
    text: str, objected: dict[str, bool]
) -> None:
    """Rules 3.2 and 4.3 want one; the recorder writes it where the line ends."""
    first = "3:KH KS JH JH QH AH\n"
    verdict = ruled(
        f'[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 H, P, P, P, P, P\nPlay:\n{text.format(play=first)}'
    )
    found = [each for each in verdict.findings if each.needs_objection]
    assert {each.code: each.objected for each in found} == objected
    asked = [note.message for note in verdict.notes if "not clear which act" in note.message]
    assert len(asked) == (len(objected) == 2 and not any(objected.values()))


@pytest.mark.parametrize(
    ("calls", "objected", "asks"),
    [
        ("3: 28 H, 6: P, 4: P, P, 1: P, P\n! objection A", [True], 0),
        ("3: 28 H, 6: P, 4: P, 2: P, 5: P, 1: P\n! objection A", [False, False], 1),
        ("3: 28 H, 6: P\n! objection A\n4: P, 2: P\n! objection A\n5: P, 1: P", [True, True], 0),
    ],
)
def test_an_objection_behind_the_auction_is_to_its_only_irregular_act(
    calls: str, objected: list[bool], asks: int
) -> None:
    verdict = ruled(f'[Deal "1"]\n[Dealer "2"]\nAuction:\n{calls}\n')
    found = [each for each in verdict.findings if each.code == "call-out-of-turn"]
    assert [each.objected for each in found] == objected
    asked = [note.message for note in verdict.notes if "! objection A @ call 2" in note.message]
    assert len(asked) == asks
