"""One score on every page: a dismissed redeal, a changed penalty and a replay, each figure read back.

The second half makes twelve mistakes of the kind that pages had, one by one: the comparison finds each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case
from fairdeal.desk.review import casework
from fairdeal.desk.score.figures import NAMES, MatchScore, Score, in_force, lines_of
from fairdeal.desk.score.match import by_the_rulebook, score_of
from fairdeal.desk.tournament.overview import _match as row_of
from fairdeal.desk.tournament.standings import standings
from tests.desk.pages.conftest import Desk, desk_at
from tests.desk.pages.test_audit_rulings import OTHER, decide, opened
from tests.desk.pages.test_audits import hand_in, jobs
from tests.support.disputed import MATCH
from tests.support.in_process import in_this_process
from tests.support.score_places import PAGES, Places
from tests.support.score_reading import Expected, differences, expected_of


class Journey:
    """A case that was opened from an audit, and all that shows its score."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.introduce()
        self.audit = hand_in(desk, {"one.hrn": MATCH.encode(), "two.hrn": OTHER.encode()})
        jobs(desk)._waiting.clear()
        jobs(desk).run(self.audit)
        self.case = opened(desk, self.audit)

    def rule(self) -> None:
        """Dismiss the redeal, change a penalty, have a deal replayed, and take the draft as the ruling."""
        decide(self.desk, self.case, "Defenders without trumps", "dismiss", reason="They had one.")
        changed = {"figures": "award", "award_A": "0", "award_B": "4"}
        decide(self.desk, self.case, "Did not follow", "amend", reason="A.", remedy="B.", **changed)
        replay = {"figures": "replay", "remedy": "Deal it again.", "reason": "Both asked."}
        decide(self.desk, self.case, "Lead out of turn", "amend", **replay)
        page = self.desk.get(f"/cases/{self.case}/ruling").text
        parts = dict(re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)</textarea>', page))
        form = {**parts, "seen": self.desk.last(self.case)}
        assert self.desk.post(f"/cases/{self.case}/ruling", form).status_code == 303

    @property
    def ruled(self) -> Case:
        with Archive(self.desk.path) as archive:
            return casework.recheck(archive, self.case)

    def differing(self, expected: Expected) -> Iterator[str]:
        def get(path: str) -> str:
            return self.desk.get(path).data.decode("utf-8-sig")

        return Places(get, self.audit, self.case).differing(expected)


@pytest.fixture
def journey(desk: Desk) -> Iterator[Journey]:
    with in_this_process():
        yield Journey(desk)


def test_every_figure_agrees_before_and_after_each_decision(journey: Journey) -> None:
    before = expected_of(journey.ruled)
    assert before.score.as_ruled is None
    for path in PAGES:
        assert differences(journey.desk.get(f"/cases/{journey.case}{path}").text, before) == []
    journey.rule()
    expected = expected_of(journey.ruled)
    assert expected.score.as_ruled is not None
    assert expected.score.as_ruled.text == "7 to 6, deal 7 to be replayed: up to 7 points"
    assert list(journey.differing(expected)) == []
    decide(journey.desk, journey.case, "Lead out of turn", "accept")
    expected = expected_of(journey.ruled)
    assert expected.score.as_ruled == Score((10, 6), (3, 0))
    assert list(journey.differing(expected)) == [], (
        "the text of the ruling names no score of the match"
    )


Change = Callable[[MatchScore], MatchScore]


def _other(change: Change) -> Callable[[Case], MatchScore]:
    return lambda case: change(score_of(case))


def _swapped(score: MatchScore) -> MatchScore:
    ruled = score.in_force
    return replace(score, as_ruled=replace(ruled, totals=ruled.totals[::-1]))


def _points(score: MatchScore) -> MatchScore:
    return replace(score, as_ruled=replace(score.in_force, match_points=(3, 0)))


def _closed(score: MatchScore) -> MatchScore:
    return replace(score, as_ruled=replace(score.in_force, to_replay=()))


def _undecided(score: MatchScore) -> MatchScore:
    return replace(score, as_ruled=score.by_the_rulebook)


def _not_ruled(score: MatchScore) -> MatchScore:
    return replace(score, as_ruled=None)


MISTAKES: dict[str, tuple[str, object]] = {
    "the report has the rulebook's score as ruled": ("report.page.score_of", _other(_undecided)),
    "the report forgets the decisions": ("report.page.score_of", _other(_not_ruled)),
    "the report swaps the sides": ("report.page.score_of", _other(_swapped)),
    "the report says that an open match brings points": ("report.page.score_of", _other(_points)),
    "the case's page forgets the replay": ("pages.cases.score_of", _other(_closed)),
    "the sheet runs on by the rulebook": ("report.page.as_ruled", by_the_rulebook),
    "the chart's words have another end": (
        "report.scores._described",
        lambda scores, names: "At the end by the rulebook: A 27, B 20. As ruled: A 1, B 9.",
    ),
    "a deal has the rulebook's award as ruled": (
        "report.findings._ruled",
        lambda case, finding, session: "0 – 5" if finding.code == "revoke" else "",
    ),
    "the list of cases has the rulebook's score": (
        "pages.cases.in_force",
        lambda told: in_force({**told, "as_ruled": None}),
    ),
    "search has the rulebook's score as ruled": (
        "pages.cases.lines_of",
        lambda told: lines_of({**told, "as_ruled": told["by_the_rulebook"]}),
    ),
    "the audit never hears of the ruling": (
        "pages.audits.with_rulings",
        lambda results, cases: results,
    ),
    "the standings take the score on paper": (
        "pages.audits.standings",
        lambda results, **how: standings(results, written=True),
    ),
    "the table of matches leaves out the ruling": (
        "tournament.overview._match",
        lambda result: row_of(replace(result, as_ruled=None)),
    ),
    "two scores have each other's names": (
        "score.figures.NAMES",
        {**NAMES, "as-ruled": "By the rulebook", "by-the-rulebook": "As ruled"},
    ),
}


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Journey, Expected]]:
    """A journey that was ruled on, which is only looked at, and what its pages are to show."""
    with desk_at(tmp_path_factory.mktemp("ruled")) as desk, in_this_process():
        made = Journey(desk)
        made.rule()
        yield made, expected_of(made.ruled)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_of_the_old_kind_is_found(
    ruled: tuple[Journey, Expected], mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journey, expected = ruled
    where, wrong = MISTAKES[mistake]
    monkeypatch.setattr(f"fairdeal.desk.{where}", wrong)
    assert next(journey.differing(expected), "")
