"""A ruling is bound to its decisions: after a changed one its text is marked, and nothing open is signed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive, OvertakenError
from fairdeal.desk.report.page import View, view_of
from fairdeal.desk.report.signing import (
    DRAFTED,
    changed_since,
    draft,
    open_points,
    redrafted,
)
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee as committee_of
from fairdeal.desk.review.decided import settled_by_the_rulebook
from fairdeal.rulings.frame.finding import Certainty
from tests.desk.archive.conftest import archive
from tests.desk.score.test_score import LEAD, REDEAL, WHO, Committee
from tests.support.disputed import REVOKE

__all__ = ["archive"]


class AtTheRuling(Committee):
    """A committee that writes its ruling from the draft, with words of its own."""

    @property
    def view(self) -> View:
        return view_of(self.ruled, committee_of(self.file, self.ruled))

    def accept_the_rest(self) -> None:
        for key in settled_by_the_rulebook(self.file, self.ruled):
            self.decide(key, "accept")
        self.decide("deal-count", "accept", {"kind": "nothing"})

    def write(self, own: str = "") -> None:
        now = draft(self.view)
        parts = redrafted(self.file, now) if self.file.ruling is not None else dict(now)
        parts["text"] = "\n".join(part for part in (parts["text"], own) if part)
        body = {**parts, DRAFTED: now}
        casework.act_on(self.archive, self.id, Kind.RULED, body, WHO, self.file.last)
        self.ruled = casework.recheck(self.archive, self.id)

    @property
    def open(self) -> list[str]:
        return [each.words for each in open_points(self.file, self.ruled, self.view)]


@pytest.fixture
def committee(archive: Archive) -> AtTheRuling:
    return AtTheRuling(archive)


def test_what_is_not_decided_cannot_be_signed_and_is_named(committee: AtTheRuling) -> None:
    committee.decide(REDEAL)
    committee.write()
    points = open_points(committee.file, committee.ruled, committee.view)
    assert points[0].words == "Finding 1 is not decided: Did not follow suit (revoke)"
    assert [each.finding for each in points] == [1, 2, 5, 6, 7, 8]


def test_what_depends_on_an_entry_is_not_accepted_with_the_rest(archive: Archive) -> None:
    """Somebody is to look at the entry first."""
    committee = AtTheRuling(archive, REVOKE)
    verdict = committee.ruled.verdict
    assert len(settled_by_the_rulebook(committee.file, committee.ruled)) == 1
    found = [
        replace(each, certainty=Certainty.DEPENDS, probability=0.7) for each in verdict.findings
    ]
    doubtful = replace(committee.ruled, verdict=replace(verdict, findings=tuple(found)))
    assert settled_by_the_rulebook(committee.file, doubtful) == []


def test_an_accepted_finding_that_is_for_the_committee_to_decide_is_open(
    committee: AtTheRuling,
) -> None:
    committee.accept_the_rest()
    committee.write()
    assert committee.open == []
    committee.decide("deal-count", "accept")
    committee.write()
    assert committee.open == ["Finding 8: it is not said what follows: Deals missing or repeated"]
    committee.decide(LEAD, "amend")
    committee.write()
    assert "Finding 2: it is not said what follows: Lead out of turn" in committee.open


def test_a_text_is_marked_after_a_changed_decision_and_redrafted_with_its_own_words(
    committee: AtTheRuling,
) -> None:
    committee.decide(REDEAL)
    committee.accept_the_rest()
    committee.write(own="Both captains were heard.")
    assert committee.open == []
    committee.decide(REDEAL, "accept")
    marked = "The decisions have changed since the ruling was written"
    assert committee.open[-1] == marked
    change = changed_since(committee.file, draft(committee.view))
    assert change is not None
    assert "“Defenders without trumps: redeal” is dismissed. So ruled." in change.before[0]
    assert any(line.endswith("nothing in this deal scores.") for line in change.now)
    committee.write()
    assert marked not in committee.open
    text = str(committee.file.ruling.body["text"]) if committee.file.ruling else ""
    assert "Both captains were heard." in text and "is dismissed" not in text


def test_a_decision_taken_back_and_given_again_leaves_the_text_as_it_is(
    committee: AtTheRuling,
) -> None:
    committee.decide(REDEAL)
    committee.accept_the_rest()
    committee.write()
    committee.decide(LEAD)
    committee.decide(LEAD, "accept")
    assert committee.open == []


def test_lines_of_an_earlier_draft_and_scores_that_are_not_the_one_as_ruled_are_found(
    committee: AtTheRuling,
) -> None:
    committee.decide(REDEAL)
    committee.accept_the_rest()
    committee.write()
    old = str(committee.file.ruling.body["text"]) if committee.file.ruling else ""
    committee.decide(REDEAL, "accept")
    committee.write(own=old.splitlines()[-1])
    assert committee.open[-1] == "The decisions have changed since the ruling was written"
    committee.decide(REDEAL)
    committee.write(own="As ruled 27 to 26.")
    assert committee.open == ["The ruling says As ruled 27 to 26; the score as ruled is another"]


def test_a_ruling_written_beside_a_decision_that_another_changed_is_not_kept(
    committee: AtTheRuling,
) -> None:
    seen = committee.file.last
    committee.decide(REDEAL)
    with pytest.raises(OvertakenError):
        casework.act_on(committee.archive, committee.id, Kind.RULED, {"text": "Old."}, WHO, seen)
