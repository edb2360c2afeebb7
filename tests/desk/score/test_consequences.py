"""One decision settles a slip and all that follows from it; taking it back takes all of that back."""

from __future__ import annotations

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee as committee_of
from fairdeal.desk.review.decided import undecided
from fairdeal.rulings.frame.follows import causes
from tests.desk.archive.conftest import archive
from tests.desk.score.test_score import WHO, Committee
from tests.support.captains import DEFEATED, copies, copy

__all__ = ["archive"]

FIGURES = {"score A": 3, "total A": 4}
"""A score two too high, beside a total that has the right one."""
ONE_SHEET = f'[Rules "international"]\n{copy("", {4: FIGURES})}'


def left(committee: Committee) -> int:
    assert committee.ruled.as_ruled is not None
    return len(committee.ruled.as_ruled.findings)


def test_dismissing_a_difference_dismisses_what_follows(archive: Archive) -> None:
    committee = Committee(archive, copies({4: DEFEATED}))
    assert len(undecided(committee.file, committee.ruled)) == 1
    committee.decide("copies-disagree | deal 4 | row 4 / points A")
    assert undecided(committee.file, committee.ruled) == []
    assert left(committee) == 0


def test_accepting_it_settles_all_and_takes_nothing_away(archive: Archive) -> None:
    committee = Committee(archive, copies({4: DEFEATED}))
    committee.decide("copies-disagree | deal 4 | row 4 / points A", "accept")
    assert undecided(committee.file, committee.ruled) == []
    assert left(committee) == 34
    ruled = committee.score.as_ruled
    assert ruled is not None and ruled.open, "which copy is right was not said"
    assert [each.deal for each in ruled.disputed] == ["4"]


def test_accepting_that_copies_differ_does_not_say_which_is_wrong(archive: Archive) -> None:
    """By the table team A's copy has one too many; a penalty may be within it, so the deal stays open."""
    committee = Committee(archive, copies({}, {4: {"score A": 2}}))
    (slip,) = [each for each in committee.ruled.verdict.findings if each.code == "award-entry"]
    assert slip.follows_from is not None and slip.certainty.value == "depends"
    ruled = committee.decide("copies-disagree | deal 4 | row 4 / score A", "accept").as_ruled
    assert ruled is not None and ruled.open
    assert [pair for pair, _ in ruled.disputed[0].ways] == [(2, 0), (1, 0)]


def test_of_two_differences_one_is_left(archive: Archive) -> None:
    committee = Committee(archive, copies({4: DEFEATED, 9: DEFEATED}))
    committee.decide("copies-disagree | deal 4 | row 4 / points A")
    (other,) = undecided(committee.file, committee.ruled)
    assert str(other.place) == "row 9 / points A"
    assert committee.ruled.as_ruled is not None
    assert [each.deal for each in causes(committee.ruled.as_ruled.findings)] == ["9"]


def test_taking_a_decision_back_takes_all_of_it_back(archive: Archive) -> None:
    committee = Committee(archive, ONE_SHEET)
    before = committee.score, undecided(committee.file, committee.ruled)
    committee.decide("award-entry")
    assert undecided(committee.file, committee.ruled) == []
    number = committee.file.last_decision
    assert number is not None
    casework.take_back(archive, committee.id, number, WHO)
    committee.ruled = casework.recheck(archive, committee.id)
    assert (committee.score, undecided(committee.file, committee.ruled)) == before


def test_a_dismissed_wrong_score_stands_as_written_and_its_total_too(archive: Archive) -> None:
    committee = Committee(archive, ONE_SHEET)
    places = {str(each.place): each.follows_from for each in committee.ruled.verdict.findings}
    assert places["row 4 / score A"] is None and places["row 4 / total A"] is not None
    ruled = committee.decide("award-entry").as_ruled
    assert ruled is not None and ruled.totals == (18, 0), "as the last total has it"
    assert left(committee) == 0


def test_a_report_shows_one_finding_with_all_that_follows(archive: Archive) -> None:
    committee = Committee(archive, copies({4: DEFEATED}))
    part = committee_of(committee.file, committee.ruled)
    (shown,) = view_of(committee.ruled, part).findings
    assert shown.follows.startswith("Follows from this: points B and scores A and B in row 4;")
    assert len(shown.below) == 33
    page = render(committee.ruled, part)
    assert page.count('<article class="panel finding"') == 1
    assert page.count(shown.follows) == 1 and "One by one" in page
    assert '<details class="screen-only">' in page, "what prints is the line"
    assert "1 wrong entry established" in page
    assert "evidence for finding 1: it follows from this" in page, "each total is marked"
    assert part.undecided == 1
    committee.decide("copies-disagree | deal 4 | row 4 / points A")
    part = committee_of(committee.file, committee.ruled)
    assert "1 finding dismissed" in render(committee.ruled, part)


def test_what_is_open_about_a_consequence_leads_to_the_finding(archive: Archive) -> None:
    committee = Committee(archive, copies({}, {4: {"score A": 2}}))
    view = view_of(committee.ruled)
    assert [each.link for each in view.open.asked] == ["#finding-1"]
    assert [each.where for each in view.doubts] == [], "it is told with that finding alone"
