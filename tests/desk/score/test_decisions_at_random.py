"""Random sequences of decisions: page 1's reconciliation adds up, a button says the score that it makes, and
a signed page never contradicts an act before it. Longer: ``./run soak decisions``."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.report.signing import DRAFTED, changed_since, draft, open_points, redrafted
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee as committee_of
from fairdeal.desk.review.outcomes import Outcome, in_words, outcomes_of
from fairdeal.desk.score.figures import pair_text
from fairdeal.desk.score.match import reconciliation_of, score_of
from tests.desk.archive.conftest import document
from tests.desk.score.test_reconciliation import adds_up
from tests.support.captains import DEFEATED, copies
from tests.support.disputed import MATCH
from tests.support.in_process import in_this_process

WHO = "Bina"
SCORES = st.integers(0, 9)
FIGURES = st.one_of(
    st.builds(lambda a, b: {"kind": "award", "award": {"A": a, "B": b}}, SCORES, SCORES),
    st.builds(lambda n: {"kind": "points", "to": "B", "points": n}, SCORES),
    st.sampled_from([{"kind": "replay"}, {"kind": "nothing"}]),
)
RECORDS = (MATCH, copies({4: DEFEATED}))


class Decisions(RuleBasedStateMachine):
    """A committee that decides, takes back, writes its ruling, signs and reopens in any order."""

    signed = 0
    """Pages signed in all."""

    def __init__(self) -> None:
        super().__init__()
        self.here = in_this_process()
        self.here.__enter__()
        self.folder = tempfile.TemporaryDirectory()
        self.archive = Archive(Path(self.folder.name) / "archive.fairdeal").__enter__()
        self.case = ""

    def teardown(self) -> None:
        self.archive.__exit__(None, None, None)
        self.folder.cleanup()
        self.here.__exit__(None, None, None)

    @precondition(lambda self: not self.case)
    @rule(text=st.sampled_from(RECORDS))
    def open(self, text: str) -> None:
        self.case = self.archive.open_case("Cup", WHO)
        casework.hand_in(self.archive, self.case, document(text.encode()), WHO)
        self._look()

    def _look(self) -> None:
        self.ruled = casework.recheck(self.archive, self.case)
        self.file = casework.case_file(self.archive, self.case)
        self.view = view_of(self.ruled, committee_of(self.file, self.ruled))

    @precondition(lambda self: self.case and self.file.open)
    @rule(data=st.data())
    def press(self, data: st.DataObject) -> None:
        offered = outcomes_of(self.file, self.ruled)
        key = data.draw(st.sampled_from(sorted(offered)))
        self._press(key, data.draw(st.sampled_from(offered[key])))

    def _press(self, key: str, way: Outcome) -> None:
        self._decide(key, way.decision, way.remedy, way.figures)
        score = score_of(self.ruled).worked_out
        assert score is not None
        assert way.score in ("", in_words(score)), (key, way, score)

    def _decide(self, key: str, decision: str, remedy: str, figures: object) -> None:
        self._enter(key, decision, remedy, figures)
        self._look()

    def _enter(self, key: str, decision: str, remedy: str, figures: object) -> None:
        last = self.file.last
        casework.decide(self.archive, self.case, key, decision, "Why.", WHO, last, remedy, figures)  # type: ignore[arg-type]
        self.file = casework.case_file(self.archive, self.case)

    @precondition(lambda self: self.case and self.file.open)
    @rule(data=st.data(), figures=FIGURES)
    def decide_something_else(self, data: st.DataObject, figures: dict[str, object]) -> None:
        key = data.draw(st.sampled_from(sorted(outcomes_of(self.file, self.ruled))))
        self._decide(key, "amend", "", figures)

    @precondition(lambda self: self.case and self.file.open and self.file.last_decision)
    @rule()
    def take_back(self) -> None:
        casework.take_back(self.archive, self.case, self.file.last_decision or 0, WHO)
        self._look()

    @precondition(lambda self: self.case and self.file.open)
    @rule()
    def decide_the_rest(self) -> None:
        for key, ways in outcomes_of(self.file, self.ruled).items():
            if key not in self.file.decisions:
                self._enter(key, ways[0].decision, ways[0].remedy, ways[0].figures)
        self._look()

    @precondition(lambda self: self.case and self.file.open)
    @rule(own=st.sampled_from(["", "Both captains were heard."]))
    def write(self, own: str) -> None:
        now = draft(self.view)
        parts = redrafted(self.file, now) if self.file.ruling is not None else dict(now)
        text = "\n".join(part for part in (parts.get("text", ""), own) if part) or "Ruled."
        body = {**parts, "text": text, DRAFTED: now}
        casework.act_on(self.archive, self.case, Kind.RULED, body, WHO, self.file.last)
        self._look()
        assert changed_since(self.file, draft(self.view)) is None

    @precondition(lambda self: self.case and self.file.open)
    @rule(settle=st.booleans())
    def sign(self, settle: bool) -> None:
        if settle:
            self.decide_the_rest()
            self.write("")
        if self.file.ruling is None or open_points(self.file, self.ruled, self.view):
            return
        pages: list[str] = []

        def report(signed: CaseFile) -> bytes:
            pages.append(render(self.ruled, committee_of(signed, self.ruled)))
            return pages[0].encode()

        casework.sign_off(self.archive, self.case, report, WHO, self.file.last)
        Decisions.signed += 1
        self._contradicts_nothing(pages[0])
        self._look()

    @precondition(lambda self: self.case and not self.file.open)
    @rule()
    def reopen(self) -> None:
        casework.reopen(self.archive, self.case, "A new log.", WHO)
        self._look()

    def _contradicts_nothing(self, page: str) -> None:
        score = score_of(self.ruled).as_ruled
        assert score is not None and not score.disputed
        assert f">{pair_text(score.totals)}" in page
        for line in str(self.file.ruling.body["text"] if self.file.ruling else "").splitlines():
            assert line in draft(self.view).get("text", "") or line in (
                "Ruled.",
                "Both captains were heard.",
            )
        for key, act in self.file.decisions.items():
            found = next((each for each in self.view.findings if each.key == key), None)
            if found is None or act.body["decision"] != "dismiss":
                continue
            assert f"“{found.title}” is dismissed" in draft(self.view)["text"]
            assert not re.search(rf"{found.number}: [^<]*</td><td>Accepted", page)

    @invariant()
    def the_reconciliation_adds_up(self) -> None:
        if self.case:
            way = reconciliation_of(self.ruled)
            assert way is None or None in way.end.totals or adds_up(way), way


SETTINGS = settings(
    max_examples=6,
    stateful_step_count=12,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
Decisions.TestCase.settings = SETTINGS
TestDecisions = Decisions.TestCase


def test_a_button_says_the_score_with_an_entry_that_another_decision_had_set_aside() -> None:
    """The entry of a replayed deal is no longer the one that was dismissed; it is again when the rulebook's
    award comes back."""
    machine = Decisions()
    try:
        machine.open(MATCH)
        offered = outcomes_of(machine.file, machine.ruled)
        entry = next(key for key in offered if key.startswith("penalty-entry | deal 2"))
        revoke = next(key for key in offered if key.startswith("revoke"))
        machine._press(entry, offered[entry][-1])
        machine._decide(revoke, "amend", "", {"kind": "replay"})
        for way in outcomes_of(machine.file, machine.ruled)[revoke]:
            machine._press(revoke, way)
            machine._decide(revoke, "amend", "", {"kind": "replay"})
    finally:
        machine.teardown()
