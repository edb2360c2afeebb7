"""Unplayable hand dealt, and what the deal came to: 2.4.3 or 3.9, both told with their shares."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.frame.finding import Certainty
from tests.support.builders import ruled

TEXT = """[Deal "5"]
[Dealer "6"]
Hands:
4: JS JS 9S 9S QS QS KS KS
{disclosed}Auction:
1: 40 NT, P, P, P, P, P
{after}"""


def told(after: str, disclosed: str = "") -> Verdict:
    return ruled(TEXT.format(after=after, disclosed=disclosed))


@pytest.mark.parametrize(
    "result", ["points A 41 B 15", "points A 41\nscore A 2 B 0", "score A 2 B 0"]
)
def test_international_3_9_points_without_a_play_leave_both_open(result: str) -> None:
    verdict = told(f"Result:\n{result}\n")
    dealt_again, kept_quiet = verdict.findings
    assert [each.code for each in verdict.findings] == [
        "constraining-hand",
        "constraining-hand-undisclosed",
    ]
    assert {each.certainty for each in verdict.findings} == {Certainty.DEPENDS}
    assert (dealt_again.probability or 0) + (kept_quiet.probability or 0) == 1.0
    assert (kept_quiet.probability or 0) >= 0.5
    assert {place.parts[0].split()[0] for place in kept_quiet.depends_on} <= {"points", "score"}
    assert "A 5, B 0" in kept_quiet.message  # 40 made by A, and three points more
    (deal,) = verdict.deals
    assert (deal.outcome, deal.award) == ("undecided", None)


@pytest.mark.parametrize(
    ("after", "disclosed"),
    [
        ("", ""),
        ("Result:\nscore A 0 B 0\n", ""),
        ("! redeal\nResult:\npoints A 41 B 15\n", ""),
        ("Result:\npoints A 41 B 15\n", "! disclosed 4\n"),
    ],
)
def test_international_2_4_3_hand_that_was_dealt_again(after: str, disclosed: str) -> None:
    verdict = told(after, disclosed)
    found = [each for each in verdict.findings if each.code.startswith("constraining")]
    assert [(each.code, each.certainty) for each in found] == [
        ("constraining-hand", Certainty.ESTABLISHED)
    ]
    assert verdict.deals[0].outcome == "redeal"


def test_international_3_9_what_the_sheet_has_is_left_to_the_committee() -> None:
    sheet = "Sheet:\ndeal | score A | score B\n5 | 2 | 0\n"
    verdict = told(f"Result:\npoints A 41 B 15\n{sheet}")
    assert {each.code for each in verdict.findings} == {
        "constraining-hand",
        "constraining-hand-undisclosed",
    }
