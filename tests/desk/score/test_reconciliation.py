"""The way from the written to the ruled score: every step with its cause, and it always adds up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.report.shown import MOST_STEPS, ReconciliationView
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee as committee_of
from fairdeal.desk.score.match import Reconciliation, reconciliation_of
from tests.desk.archive.conftest import archive
from tests.desk.score.test_score import LEAD, REDEAL, REVOKE, Committee
from tests.support.disputed import HEADING, MATCH, SHEET

__all__ = ["archive"]

pytestmark = pytest.mark.usefixtures("in_this_process")


def adds_up(reconciliation: Reconciliation) -> bool:
    """Whether the changes lead from the first figure to the last, and each step says where it leads."""
    so_far = list(reconciliation.start)
    for each in reconciliation.spans:
        so_far = [a + b for a, b in zip(so_far, each.change, strict=True)]  # type: ignore[operator]
        if tuple(so_far) != each.to:
            return False
    return tuple(so_far) == reconciliation.end.totals


def reconciliation(committee: Committee) -> Reconciliation:
    found = reconciliation_of(committee.ruled)
    assert found is not None
    assert adds_up(found), found
    return found


def shown(committee: Committee) -> list[tuple[str, list[int], str, str]]:
    """Each step: where, the findings behind it, the first one's decision, the change and the score after."""
    part = committee_of(committee.file, committee.ruled)
    view = view_of(committee.ruled, part).front.reconciliation
    assert isinstance(view, ReconciliationView)
    return [
        (
            row.where,
            [*(each.number for each in row.causes), *row.others],
            "".join(each.decision for each in row.causes) or row.note,
            f"{row.change or 'no change'}: {row.to}",
        )
        for row in view.rows
    ]


def test_before_any_decision_it_leads_to_the_score_by_the_rulebook(archive: Archive) -> None:
    committee = Committee(archive)
    assert reconciliation(committee).end == committee.score.by_the_rulebook
    assert shown(committee) == [
        ("Deal 1", [3, 4], "not decided", "A −1: 10 – 2"),
        ("Deal 2", [1, 5], "not decided", "A −1, B +5: 9 – 7"),
        ("Deal 5, total", [6], "not decided", "A −1: 8 – 7"),
        ("Deal 7", [2, 7], "not decided", "A +1: 9 – 7"),
    ]


def test_a_dismissed_finding_that_mattered_stands_in_it(archive: Archive) -> None:
    committee = Committee(archive)
    committee.decide(REDEAL)
    committee.decide("total-entry | deal 5")
    committee.decide(REVOKE, "amend", {"kind": "award", "award": {"A": 0, "B": 4}})
    committee.decide(LEAD, "amend", {"kind": "replay"})
    assert shown(committee) == [
        ("Deal 1", [3, 4], "Dismissed", "no change: 11 – 2"),
        ("Deal 2", [1, 5], "The deal scores 4 to Lighthouse (Other)", "A −1, B +4: 10 – 6"),
        ("Deal 5, total", [6], "Dismissed", "no change: 10 – 6"),
        ("Deal 7", [2, 7], "The deal is replayed (Other)", "A −2: 8 – 6"),
    ]
    assert reconciliation(committee).end == committee.score.as_ruled


def test_the_committee_s_own_score_is_its_last_step(archive: Archive) -> None:
    committee = Committee(archive)
    committee.decide(REDEAL)
    committee.rule("9", "9")
    kept: dict[str, Any] = {"ruled": [9, 9], "worked_out": [10, 7], "reason": "Agreed by both."}
    casework.act_on(committee.archive, committee.id, Kind.SCORE_KEPT, kept, "Bina")
    committee.ruled = casework.recheck(committee.archive, committee.id)
    none: list[int] = []
    own = ("Ruling", none, "The committee's own score. Agreed by both.", "A −1, B +2: 9 – 9")
    assert reconciliation(committee).kept and shown(committee)[-1] == own


def without_totals(last: str) -> str:
    """The sheet with totals in its last row alone."""
    head, columns, *rows = SHEET.splitlines()
    bare = [" | ".join([*row.split(" | ")[:-2], "", ""]) for row in rows[:-1]]
    return "\n".join([HEADING, head, columns, *bare, rows[-1].rpartition(" | 11")[0] + last, ""])


@pytest.mark.parametrize(("total", "side", "ruled"), [("A", 0, (30, 2)), ("B", 1, (10, 29))])
def test_a_dismissed_total_stands_as_written_where_no_other_is_written(
    archive: Archive, total: str, side: int, ruled: tuple[int, int]
) -> None:
    committee = Committee(archive, without_totals(" | 30 | 29"))
    assert committee.score.as_written.totals == (30, 29)
    score = committee.decide(f"total-entry | deal 7 | row 7 / total {total}").as_ruled
    assert score is not None and score.totals == ruled
    assert reconciliation(committee).end == score


def test_more_steps_than_page_1_has_room_for_stand_on_page_2_that_is_signed_too(
    archive: Archive,
) -> None:
    head, columns, *_ = SHEET.splitlines()
    rows = [
        f"{n} | 2 | 3 | 28 C |  | 44 | 12 | 1 | 0 | {2 * n} | 0" for n in range(1, MOST_STEPS + 3)
    ]
    committee = Committee(archive, "\n".join([HEADING, head, columns, *rows, ""]))
    assert len(reconciliation(committee).spans) == MOST_STEPS + 2
    front, rest = _page_1(render(committee.ruled))
    assert (
        "Continued on page 2, which is signed too." in front and "data-reconciliation" not in front
    )
    assert rest.count("Captain of") == 2 and rest.count("data-reconciliation") == 1
    assert "Captain of" not in _page_1(render(Committee(archive, MATCH).ruled))[1]


def _page_1(page: str) -> tuple[str, str]:
    found = re.search(r'(?s)<section class="front".*?</section>', page)
    assert found is not None
    return found[0], page[found.end() :]
