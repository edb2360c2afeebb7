"""What is kept of a match once its report is written: small enough for a thousand of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairdeal.desk import words
from fairdeal.desk.check.follows import in_a_line
from fairdeal.desk.check.json_answer import Json
from fairdeal.desk.intake.case import Case
from fairdeal.desk.ledger.ledger import Paper
from fairdeal.desk.ledger.said import fate
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.finding_views import Addresses
from fairdeal.desk.score.figures import PAIRS, TEAMS, Disputed, MatchScore, Pair, Score, ToReplay
from fairdeal.desk.score.match import by_the_rulebook, score_of
from fairdeal.desk.score.steps import Steps
from fairdeal.desk.tournament.boards import BoardResult, boards_of
from fairdeal.records.cards import Team
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.frame.follows import causes, consequences


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A finding as a tournament sees it: what it moves, and whether it turns a match.

    `points` is by how much a score of the match differs where it stands, `moves` by how many match
    points the match's result differs between the paper and the rulebook.
    """

    match: str
    file: str
    code: str
    title: str
    severity: str
    established: bool
    where: str
    message: str
    team: str
    seat: str
    points: int
    moves: int
    flips: bool
    follows: str = ""
    """What follows from it, in a line."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match of the tournament."""

    title: str
    file: str
    record: str
    event: str
    round: str
    table: str
    date: str
    recorder: str
    rulebook: str
    teams: tuple[str, str]
    written: Pair
    ruled: Pair
    written_points: Pair
    ruled_points: Pair
    deals: int
    findings: tuple[Discrepancy, ...]
    doubts: int
    documents: tuple[str, ...]
    digests: tuple[str, ...]
    copies: int
    unplaced: str = ""
    """Why it is in doubt which match this is; empty where it is not."""
    not_judged: tuple[tuple[str, str], ...] = ()
    """Papers of the match of which nothing, or not all, was judged, each with the reason."""
    stranger: bool = False
    """Whether it is of another event: it has a report, and no place in the standings."""
    over: bool = True
    """Whether the record shows the match to its end: some deals of it say nothing of who won."""
    to_replay: tuple[ToReplay, ...] = ()
    """Deals that the rulebook has replayed, and that nothing recorded shows to have been."""
    disputed: tuple[Disputed, ...] = ()
    """Deals of which papers say different things that give different scores."""
    as_ruled: Score | None = None
    """The score that a committee has ruled; None as long as it decided nothing. `written` is the score as
    written, `ruled` the one by the rulebook."""
    boards: tuple[BoardResult, ...] = ()
    """The boards of duplicate bridge, to be compared with the same boards elsewhere."""

    @property
    def score(self) -> MatchScore:
        """The score three ways."""
        return MatchScore(
            sides=TEAMS,
            as_written=Score(self.written, self.written_points),
            by_the_rulebook=Score(self.ruled, self.ruled_points, self.to_replay, self.disputed),
            as_ruled=self.as_ruled,
            over=self.over,
        )

    @property
    def flips(self) -> bool:
        """Whether another side wins than on paper."""
        return self.score.turned


def result_of(case: Case, title: str, file: str, record: str) -> MatchResult:
    """Sum up a match that was ruled on."""
    steps, score = by_the_rulebook(case), score_of(case)
    at = Addresses(case)
    written, ruled = score.as_written, score.by_the_rulebook
    told, below = causes(case.verdict.findings), consequences(case.verdict.findings)
    weighty = [each for each in told if not unlikely(each)]
    moves = _moves(written.match_points, ruled.match_points)
    return MatchResult(
        title=title,
        file=file,
        record=record,
        event=case.tag("Event") or "",
        round=case.tag("Round") or "",
        table=case.tag("Table") or "",
        date=case.tag("Date") or "",
        recorder=case.tag("Recorder") or "",
        rulebook=case.book.id,
        teams=(_name(case, score.sides[0]), _name(case, score.sides[1])),
        written=written.totals,
        ruled=ruled.totals,
        written_points=written.match_points,
        ruled_points=ruled.match_points,
        deals=len(case.record.deals) or len(steps.deals),
        findings=tuple(
            replace(
                _discrepancy(each, steps, title, file, moves, score.turned, at),
                follows=in_a_line(below.get(named(each), ())),
            )
            for each in weighty
        ),
        doubts=len(told) - len(weighty),
        documents=tuple(dict.fromkeys(each.name for each in _papers(case))),
        digests=tuple(dict.fromkeys(each.digest for each in _papers(case))),
        copies=len(case.record.sheets),
        not_judged=tuple((each.name, fate(each)) for each in _unjudged(case)),
        over=score.over,
        to_replay=ruled.to_replay,
        disputed=ruled.disputed,
        boards=boards_of(case),
    )


def _papers(case: Case) -> Sequence[Paper]:
    """Every paper of the match, copies among them."""
    return () if case.ledger is None else case.ledger.papers


def _unjudged(case: Case) -> Sequence[Paper]:
    return () if case.ledger is None else case.ledger.not_judged


def _name(case: Case, side: Team) -> str:
    """What a side is called: a pair at bridge by its players, where nothing else names it."""
    named = case.tag(f"Team{side}") or ""
    if named or side not in PAIRS:
        return named
    players = [(case.tag(f"Seat{seat}") or "").strip() for seat in side]
    return " and ".join(sorted(players)) if all(players) else ""


def _moves(written: Pair, ruled: Pair) -> int:
    """Match points by which the two results differ, over both teams."""
    pairs = zip(written, ruled, strict=True)
    return sum(abs(w - r) for w, r in pairs if w is not None and r is not None)


def _discrepancy(
    finding: Finding,
    session: Steps,
    title: str,
    file: str,
    moves: int,
    flips: bool,
    at: Addresses,
) -> Discrepancy:
    points = _difference(finding, session)
    touches = points > 0
    return Discrepancy(
        match=title,
        file=file,
        code=finding.code,
        title=words.title(finding.code, finding),
        severity=finding.severity,
        established=finding.certainty is Certainty.ESTABLISHED,
        where=at.where(finding),
        message=finding.message,
        team=finding.team or "",
        seat=finding.seat or "",
        points=points,
        moves=moves if touches else 0,
        flips=flips and touches,
    )


def _difference(finding: Finding, session: Steps) -> int:
    """By how much the score differs where a finding stands: the deal's, or the running total's."""
    if finding.severity == "advice":
        return 0
    if finding.code == "total-entry" and finding.at.row is not None:
        return _in_total(finding, session)
    step = session.step(finding.deal)
    if step is None:
        return 0
    return _apart(step.written, step.ruled)


def _in_total(finding: Finding, session: Steps) -> int:
    """A wrong total against the total above it and the score beside it, as it was written."""
    row, side = (
        (finding.at.row or 1) - 1,
        1 if (finding.at.column or "").endswith(session.sides[1]) else 0,
    )
    if finding.at.column in ("we", "they"):
        return 0  # rows of entries, not of deals
    if not 0 <= row < len(session.deals):
        return 0
    step = session.deals[row]
    above = session.deals[row - 1].written_total[side] if row else 0
    total, score = step.written_total[side], step.written[side]
    if total is None or above is None:
        return 0
    return abs(total - above - (score or 0))


def _apart(one: Pair, other: Pair) -> int:
    pairs = zip(one, other, strict=True)
    return sum(abs((a or 0) - (b or 0)) for a, b in pairs if b is not None)


def by_weight(results: list[MatchResult]) -> list[Discrepancy]:
    """Every discrepancy, those that change the most first: a turned match, match points, points."""
    found = [each for result in results for each in result.findings]
    order = {"offence": 0, "ruling": 1, "entry": 2, "advice": 3}
    found.sort(
        key=lambda each: (
            not each.flips,
            -each.moves,
            -each.points,
            not each.established,
            order[each.severity],
            each.match,
            each.where,
        )
    )
    return found


def as_json(result: MatchResult) -> Json:
    """For programs, and for taking an audit up again."""
    from cattrs import unstructure

    told: Json = unstructure(result)
    return told


def from_json(told: Json) -> MatchResult:
    from cattrs import structure

    return structure(told, MatchResult)
