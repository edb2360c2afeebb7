"""One function gives the score of a match: as written, by the rulebook, as ruled."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.report.signing import draft
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee as committee_of
from fairdeal.desk.review.decided import differing, keyed, undecided
from fairdeal.desk.score.figures import (
    PAIRS,
    MatchScore,
    Score,
    ToReplay,
    score_from,
    score_json,
    standing,
)
from fairdeal.desk.score.match import score_of
from fairdeal.records import ReadProblem, Transcript
from tests.desk.archive.conftest import archive, document
from tests.support.disputed import MATCH

__all__ = ["archive"]

WHO = "Bina"
REDEAL = "void-trump-redeal | deal 1"
REVOKE = "revoke | deal 2"
LEAD = "lead-out-of-turn | deal 7"


class Committee:
    """A case at work, without pages."""

    def __init__(self, archive: Archive, text: str = MATCH) -> None:
        self.archive = archive
        self.id = archive.open_case("Synthetic Cup", WHO)
        casework.hand_in(archive, self.id, document(text.encode()), WHO)
        self.ruled: Case = casework.recheck(archive, self.id)

    @property
    def file(self) -> CaseFile:
        return casework.case_file(self.archive, self.id)

    @property
    def score(self) -> MatchScore:
        return score_of(self.ruled)

    def decide(
        self, finding: str, decision: str = "dismiss", figures: dict[str, Any] | None = None
    ) -> MatchScore:
        key = next(key for key, _ in keyed(self.ruled) if key.startswith(finding))
        remedy = "Other." if decision == "amend" else ""
        casework.decide(
            self.archive,
            self.id,
            key,
            decision,
            "So ruled.",
            WHO,
            self.file.last,
            remedy,
            figures,
        )
        self.ruled = casework.recheck(self.archive, self.id)
        return self.score

    def rule(self, one: str = "", two: str = "") -> MatchScore:
        body = {"text": "Ruled.", "score_a": one, "score_b": two}
        casework.act_on(self.archive, self.id, Kind.RULED, body, WHO, self.file.last)
        self.ruled = casework.recheck(self.archive, self.id)
        return self.score


@pytest.fixture
def committee(archive: Archive) -> Committee:
    return Committee(archive)


def test_before_any_decision_nothing_is_ruled(committee: Committee) -> None:
    score = committee.score
    assert score.as_written == Score((11, 2), (3, 0))
    assert score.by_the_rulebook.text == "9 to 7, deal 1 to be replayed: up to 7 points"
    assert score.as_ruled is None
    assert not score.turned


def test_a_dismissed_redeal_takes_the_wrong_entry_with_it(committee: Committee) -> None:
    ruled = committee.decide(REDEAL).as_ruled
    assert ruled == Score((10, 7), (3, 0))
    assert "award-entry | deal 1 | row 1 / score A" in dict(keyed(committee.ruled))
    assert not any(
        each.code == "award-entry" for each in undecided(committee.file, committee.ruled)
    )


def test_an_accepted_redeal_leaves_the_match_open_and_never_turned(committee: Committee) -> None:
    committee.decide(REDEAL, "accept")
    ruled = committee.decide(
        REVOKE, "amend", {"kind": "award", "award": {"A": 0, "B": 20}}
    ).as_ruled
    assert ruled == Score((9, 22), to_replay=(ToReplay("1", 7),))
    assert not committee.score.turned


@pytest.mark.parametrize(
    ("figures", "totals"),
    [
        ({"kind": "points", "to": "B", "points": 2}, (9 + 1, 7 - 5 + 2)),
        ({"kind": "award", "award": {"A": 0, "B": 4}}, (9, 6)),
        ({"kind": "nothing"}, (9 + 1, 7 - 5)),
        (None, (None, None)),
    ],
)
def test_a_changed_penalty_changes_the_score(
    committee: Committee, figures: dict[str, Any] | None, totals: tuple[int | None, int | None]
) -> None:
    ruled = committee.decide(REVOKE, "amend", figures).as_ruled
    assert ruled is not None and ruled.totals == totals


def test_a_replay_that_the_committee_orders_leaves_the_match_open(committee: Committee) -> None:
    committee.decide(REDEAL)
    ruled = committee.decide(LEAD, "amend", {"kind": "replay"}).as_ruled
    assert ruled is not None and ruled.text == "7 to 7, deal 7 to be replayed: up to 7 points"


def test_a_dismissed_entry_stands_as_written(committee: Committee) -> None:
    ruled = committee.decide("penalty-entry | deal 2").as_ruled
    assert ruled is not None and ruled.totals == (10, 2)
    ruled = committee.decide("total-entry | deal 5").as_ruled
    assert ruled is not None and ruled.totals == (11, 2)


def test_figures_of_a_ruling_that_differ_are_asked_about(committee: Committee) -> None:
    committee.decide(REDEAL)
    score = committee.rule("9", "9")
    assert score.as_ruled == score.worked_out == Score((10, 7), (3, 0))
    assert differing(committee.file, committee.ruled) == score.worked_out
    kept = {"ruled": [9, 9], "worked_out": [10, 7], "reason": "Agreed by both captains."}
    casework.act_on(committee.archive, committee.id, Kind.SCORE_KEPT, kept, WHO)
    committee.ruled = casework.recheck(committee.archive, committee.id)
    assert committee.score.as_ruled == Score((9, 9), (1, 1))
    assert differing(committee.file, committee.ruled) is None
    changed = committee.decide(REVOKE)
    assert changed.as_ruled == changed.worked_out, "what was kept was another difference"
    assert differing(committee.file, committee.ruled) == changed.worked_out


def test_figures_that_agree_or_fill_what_is_unknown_are_not_asked_about(archive: Archive) -> None:
    same = Committee(archive)
    same.decide(REDEAL)
    assert same.rule("10", "7").as_ruled == Score((10, 7), (3, 0))
    assert differing(same.file, same.ruled) is None
    unknown = Committee(archive, MATCH.replace("29 S |  | 39 | 17 | 1 | 0", "29 S |  | | | | "))
    unknown.decide(REVOKE, "amend")
    assert unknown.score.as_ruled is not None and not unknown.score.as_ruled.known
    ruled = unknown.rule("9", "9")
    assert ruled.as_ruled is not None and ruled.as_ruled.totals == (9, 9)
    assert differing(unknown.file, unknown.ruled) is None


def test_what_is_kept_of_a_case_has_the_three_scores(committee: Committee) -> None:
    score = committee.decide(REDEAL)
    checked = committee.file.checked
    assert checked is not None and checked.body["score"] == score_json(score)
    assert score_from(checked.body["score"]["as_ruled"]) == score.as_ruled
    assert score_from(checked.body["score"]["by_the_rulebook"]) == score.by_the_rulebook


def test_a_dismissed_finding_counts_no_more_in_the_summary(committee: Committee) -> None:
    before = view_of(committee.ruled).summary
    assert before.lead == "2 offences and 5 wrong entries established."
    committee.decide(REVOKE)
    after = view_of(committee.ruled).summary
    assert after.lead == "1 offence and 4 wrong entries established."
    assert "2 findings dismissed, or dropped with one that was" in after.counts


def test_where_nothing_could_be_read_that_is_said_and_stands_first() -> None:
    unread = typed(b'[Rules "international"]\n[Deal "3"]\n[Dealer "2"]\n', "log.hrn", "")
    record = replace(
        unread.record, deals=tuple(replace(d, unread=True) for d in unread.record.deals)
    )
    view = view_of(case_of([replace(unread, record=record)]))
    assert view.summary.lead == "Nothing could be read, so nothing was checked."
    assert view.unreadable == (("Deal 3", "its log could not be read."),)


def test_a_part_of_a_page_to_be_compared_is_named_before_the_findings() -> None:
    """That stood at the end of the report, among remarks that are folded away."""
    told = [
        ReadProblem("print-part-in-doubt", "warning", "Compare the hands."),
        ReadProblem("print-unsure", "warning", "1 printed word was read without confidence."),
    ]
    log = typed(b'[Rules "international"]\n[Deal "3"]\n[Dealer "2"]\n', "log.jpg", "")
    log = replace(log, transcripts=(Transcript("photos/log.jpg", problems=tuple(told)),))
    assert view_of(case_of([log])).unreadable[0] == ("log.jpg", "Compare the hands.")


def test_the_draft_is_written_from_what_was_decided(committee: Committee) -> None:
    committee.decide(REDEAL)
    committee.decide(REVOKE, "accept")
    view = view_of(committee.ruled, committee_of(committee.file, committee.ruled))
    parts = draft(view)
    assert parts["facts"].startswith("Deal 2, trick 3, seat 3: Seat 3 played the ace of diamonds")
    assert parts["conclusion"].startswith("Article 3.10: ")
    assert "Deal 2, trick 3, seat 3: The deal goes to team B, plus 3 points." in parts["text"]
    assert "“Defenders without trumps: redeal” is dismissed. So ruled." in parts["text"]
    assert "Deal 2: 0 – 5 (1 – 0 as written)." in parts["adjustment"]
    assert "as ruled" not in parts["adjustment"], "pages show the score as it is"
    assert "wrong" not in parts["text"], "what is not decided is not in it"


def test_of_a_score_that_is_not_ruled_yet_nothing_is_said(committee: Committee) -> None:
    page = render(committee.ruled)
    said = re.findall(r'data-(?:points|open)="([^"]+)">([^<]*)<', page)
    ruled = [text for name, text in said if name == "as-ruled"]
    assert ruled and set(ruled) == {"–"}
    assert {text for name, text in said if name != "as-ruled"}.isdisjoint({"–", ""})


def test_a_dismissed_redeal_reads_as_played_and_who_won_is_said_once_it_is_signed(
    committee: Committee,
) -> None:
    committee.decide(REDEAL)
    part = committee_of(committee.file, committee.ruled)
    view = view_of(committee.ruled, part)
    assert view.deals[0].outcome == "as played: contract made"
    names = ("North", "South")
    assert standing(committee.score, names) == "North is ahead either way."
    pairs = replace(committee.score, sides=PAIRS)
    assert standing(pairs, ("Ann and Bob", "Cyril")) == "Ann and Bob are ahead either way."
    assert standing(pairs, ("Ann", "Bob and Cyril")) == "Ann is ahead either way."
    assert standing(committee.score, names, signed=True) == "North won 10 to 7."
    assert "not known yet" in standing(committee.score, names, whole=False)
