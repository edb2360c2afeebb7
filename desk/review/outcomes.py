"""What can be decided on a finding: one outcome a button, each with the score of the match that it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import Numbered, numbered
from fairdeal.desk.review.decided import (
    called_of,
    choice_json,
    decided_of,
    moves_the_score,
)
from fairdeal.desk.score.figures import TEAMS, Score
from fairdeal.desk.score.match import score_of
from fairdeal.desk.score.steps import POINTS, SCORES, TOTALS, CommitteeDecisions
from fairdeal.desk.trouble import DeskError
from fairdeal.records import Team
from fairdeal.rulings import check, game_of
from fairdeal.rulings.frame.finding import (
    Branch,
    Certainty,
    DealVerdict,
    Decided,
    Decisions,
    Finding,
    Verdict,
    named,
    score_text,
)

MOST: Final = 60
"""Findings of a case for which the score is worked out beforehand."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to decide: what it says, and the score of the match after it, empty where it is not known
    beforehand. `figures` and `decision` are kept of it."""

    decision: str
    words: str
    figures: Json | None = None
    score: str = ""

    @property
    def remedy(self) -> str:
        """What is kept as the committee's word; that of the rulebook where it takes no figures."""
        return self.words if self.decision == "dismiss" or self.figures else ""


def outcomes_of(file: CaseFile, case: Case) -> dict[str, tuple[Outcome, ...]]:
    """The outcomes of every finding that is shown, by its key. In a worker: deals are judged again."""
    shown, now = numbered(case.verdict.findings), in_words(score_of(case).in_force)
    scored = len(shown) <= MOST and not case.book.single_boards

    def score(each: Numbered, way: Outcome) -> str:
        return now if _changes_nothing(file, each, way) else _score_after(file, case, each, way)

    return {
        each.key: tuple(
            replace(way, score=score(each, way)) if scored else way
            for way in outcomes(each.finding, case)
        )
        for each in shown
    }


def _changes_nothing(file: CaseFile, shown: Numbered, way: Outcome) -> bool:
    """Whether the score stays as it is: the rulebook's way, where nothing else was decided before, or a
    finding that has no part in it."""
    if shown.key not in file.decisions and way.decision == "accept" and way.figures is None:
        return shown.finding.certainty is Certainty.ESTABLISHED
    findings = (shown.finding, *shown.below)
    return not any(moves_the_score(each) or each.code in (TOTALS, POINTS) for each in findings)


def outcomes(finding: Finding, case: Case) -> Iterator[Outcome]:
    """The ways to decide on a finding, the rulebook's first and that it is dismissed last."""
    yield from _accepted(finding, case, called_of(case))
    yield Outcome("dismiss", _dismissed(finding))


def outcome_called(said: str, finding: Finding, case: Case) -> Outcome:
    """The way to decide that is in these words. Raises DeskError where there is none."""
    for way in outcomes(finding, case):
        if way.words == said:
            return way
    raise DeskError("There is no such way to decide.", "", "Look at the findings again.")


def way_of_the_law(branch: Branch, award: dict[Team, int] | None) -> Outcome:
    """A way that the law leaves open; `award` is what the deal scores where the record does not show it."""
    figures = choice_json(branch, award if branch.award is None else None)
    return Outcome("accept", f"{branch.law}: {branch.condition}", figures)


def _accepted(finding: Finding, case: Case, called: Mapping[Team, str]) -> Iterator[Outcome]:
    kind = finding.remedy.kind
    if kind == "redeal":
        steps = score_of(case).by_the_rulebook.to_replay
        replayed = not any(each.deal == finding.deal for each in steps)
        most = None if replayed else steps[0].most
        limit = "" if most is None else f", up to {words.count(most, 'point')}"
        yield Outcome(
            "accept", "Dealt again, as recorded" if replayed else f"To be replayed{limit}"
        )
        if not replayed and game_of(case.book).sides == TEAMS and finding.deal is not None:
            nothing = {"kind": "award", "award": dict.fromkeys(TEAMS, 0)}
            yield Outcome("accept", "Redeal, nothing scored", nothing)
        return
    ways = [] if finding.branches else [way for way in finding.awards_if if way.award is not None]
    if kind != "committee":
        yield Outcome("accept", _by_the_rulebook(finding, called))
    for way in ways if finding.deal is not None else ():
        award = {"kind": "award", "award": dict(way.award or {})}
        given = score_text({called.get(side, side): n for side, n in (way.award or {}).items()})
        said = _in_a_button(way.condition, case)
        yield Outcome("accept", f"{said}, {given}", award)
    if kind == "committee" and not ways and not finding.branches:
        yield Outcome("accept", "Noted, nothing follows", {"kind": "nothing"})


def _in_a_button(condition: str, case: Case) -> str:
    """What is chosen, with a capital letter unless it begins with the name of a file."""
    if any(condition.startswith(base_name(each.name)) for each in case.documents):
        return condition
    return words.capital(condition)


def _by_the_rulebook(finding: Finding, called: Mapping[Team, str]) -> str:
    remedy = finding.remedy
    if finding.severity == "entry" and finding.due is not None:
        return f"Correct it to {finding.due}"
    if remedy.kind == "award-deal" and remedy.to is not None:
        more = f", +{remedy.points}" if remedy.points else ""
        return f"Deal to {called.get(remedy.to, words.side(remedy.to))}{more}"
    said = words.remedy(remedy).rstrip(".")
    if remedy.to is not None:
        said = said.replace(words.side(remedy.to), called.get(remedy.to, words.side(remedy.to)))
    return said


def _dismissed(finding: Finding) -> str:
    if finding.severity == "entry":
        return "Leave it open" if finding.remedy.kind == "committee" else "The entry stands"
    return {
        "redeal": "Play stands",
        "points": "No penalty",
        "award-deal": "No penalty",
        "tricks": "No penalty",
        "warning": "No warning",
    }.get(finding.remedy.kind, "No offence" if finding.severity == "offence" else "Dismiss it")


# --- the score after it ------------------------------------------------------------------------------


def _score_after(file: CaseFile, case: Case, shown: Numbered, way: Outcome) -> str:
    """``27 to 21``; ``20 to 20, open``; empty where only judging all again can tell."""
    body: Json = {
        "finding": shown.key,
        "decision": way.decision,
        "reason": "",
        "remedy": way.remedy,
        "figures": way.figures,
    }
    act = Act(file.id, file.last + 1, Kind.DECIDED, "", "", body, "", "", "")
    then = replace(file, decisions={**file.decisions, shown.key: act})
    verdict = _as_if(case, decided_of(file, case), decided_of(then, case), shown)
    if verdict is None:
        return ""
    decisions = CommitteeDecisions(tuple(decided_of(then, case)))
    score = score_of(replace(case, as_ruled=verdict, decisions=decisions)).worked_out
    return "" if score is None else in_words(score)


def in_words(score: Score) -> str:
    """A score on a button; empty where it is not known."""
    if not score.known:
        return ""
    return " to ".join(map(score.figure, (0, 1))) + (", open" if score.open else "")


def _as_if(
    case: Case, before: Sequence[Decided], after: Sequence[Decided], shown: Numbered
) -> Verdict | None:
    """The verdict with a decision more, from the one before it and the finding's deal judged again."""
    base = case.as_ruled or case.verdict
    figures = any(
        each.named == named(shown.finding) and (each.award or each.remedy or each.open_award)
        for each in (*before, *after)
    )
    game = shown.finding.game if figures or shown.finding.severity != "entry" else None
    deals, known = list(base.deals), {named(each) for each in base.findings}
    mine = (shown.finding, *shown.below)
    every = [*base.findings, *(each for each in mine if named(each) not in known)]
    if game is not None:
        if game_of(case.book).sides != TEAMS:
            return None  # a hand of bridge has its place in a match
        deal = Decisions(after, words.remedy).award(deals[game - 1])
        if deal.award == deals[game - 1].award:
            old, new = _judged(case, game, before), _judged(case, game, after)
            if (old.outcome, old.award) != (deal.outcome, deal.award):
                return None
            deal = replace(deal, outcome=new.outcome, award=new.award)
        deals[game - 1] = deal
        # What is wrong in the entry of its score depends on what the deal scores now.
        entries = case.verdict.findings if deal.award == case.verdict.deals[game - 1].award else ()
        of_deal = shown.finding.deal
        every = [each for each in every if not _of_score(each, of_deal)]
        every += [each for each in entries if _of_score(each, of_deal)]
    findings = Decisions(after, words.remedy).applied(every)
    return replace(base, deals=tuple(deals), findings=tuple(findings))


def _of_score(finding: Finding, deal: str | None) -> bool:
    """Whether a finding is of what is written as the score of a deal."""
    return finding.code in SCORES and finding.deal == deal


def _judged(case: Case, game: int, decided: Sequence[Decided]) -> DealVerdict:
    """One deal alone, with what was decided on it."""
    record = replace(case.record, deals=(case.record.deals[game - 1],), sheets=())
    own = [
        replace(each, game=1, named=(*each.named[:3], 1, *each.named[4:]))
        for each in decided
        if each.game == game and each.named[3] is not None
    ]
    return check(record, case.book, (), own).deals[0]
