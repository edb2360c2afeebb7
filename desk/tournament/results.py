"""What is kept of a match once its report is written: small enough for a thousand of them."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.desk import words
from fairdeal.desk.check.json_answer import Json
from fairdeal.desk.intake.case import Case, base_name
from fairdeal.desk.report.addresses import Addresses
from fairdeal.desk.report.findings.doubts import unlikely
from fairdeal.desk.report.findings.marks import Marks
from fairdeal.desk.report.scores import Pair, Scores, scores
from fairdeal.desk.report.sides import PAIRS, TEAMS, sides_of
from fairdeal.records.record import Record
from fairdeal.records.seats import Team
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.games import game_of


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
    over: bool = True
    """Whether the record shows the match to its end: some deals of it say nothing of who won."""

    @property
    def flips(self) -> bool:
        """Whether another side wins by the rulebook than on paper."""
        return self.over and _turned(self.written, self.ruled)


def result_of(case: Case, title: str, file: str, record: str) -> MatchResult:
    """Sum up a match that was ruled on."""
    session = scores(case.record, case.verdict, Marks(()), sides_of(case.book))
    at = Addresses(case)
    written, ruled = session.written_final, session.ruled_final
    over = _over(case, len(session.steps))
    ruled_points = _ruled_points(case) or _points(case, ruled, over)
    same = ruled_points if written == ruled else _points(case, written, over)
    written_points = _entered_points(case.record) or same
    weighty = [each for each in case.verdict.findings if not unlikely(each)]
    moves = _moves(written_points, ruled_points)
    flips = over and _turned(written, ruled)
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
        teams=(_name(case, session.sides[0]), _name(case, session.sides[1])),
        written=written,
        ruled=ruled,
        written_points=written_points,
        ruled_points=ruled_points,
        deals=len(case.record.deals) or len(session.steps),
        findings=tuple(
            _discrepancy(each, session, title, file, moves, flips, at) for each in weighty
        ),
        doubts=len(case.verdict.findings) - len(weighty),
        documents=tuple(dict.fromkeys(base_name(each.name) for each in case.documents)),
        digests=tuple(dict.fromkeys(each.digest for each in case.documents)),
        copies=len(case.record.sheets),
        over=over,
    )


def _name(case: Case, side: Team) -> str:
    """What a side is called: a pair at bridge by its players, where nothing else names it."""
    named = case.tag(f"Team{side}") or ""
    if named or side not in PAIRS:
        return named
    players = [(case.tag(f"Seat{seat}") or "").strip() for seat in side]
    return " and ".join(sorted(players)) if all(players) else ""


def _over(case: Case, deals: int) -> bool:
    """Whether the match was played to its end: the record says so, or has all of a session's deals.

    Matches of bridge are counted by their own rules (`desk.tournament.round_robin`).
    """
    if not game_of(case.book).ranked_by_match or case.verdict.match_points is not None:
        return True
    if case.record.tag("Deals") or any(sheet.match_points for sheet in case.record.sheets):
        return True
    length = case.book.session_deals
    return length is not None and deals >= length


def _turned(written: Pair, ruled: Pair) -> bool:
    return _leader(written) != _leader(ruled) and None not in (*written, *ruled)


def _leader(pair: Pair) -> int:
    a, b = pair
    return 0 if a is None or b is None or a == b else 1 if a > b else -1


def _entered_points(record: Record) -> Pair | None:
    """Match points as they were entered on the first sheet that has any."""
    for sheet in record.sheets:
        if sheet.match_points is not None and sheet.match_points.points:
            found = [sheet.match_points.points.get(team) for team in TEAMS]
            pair = tuple(None if each is None else each.value for each in found)
            return (pair[0], pair[1])
    return None


def _ruled_points(case: Case) -> Pair | None:
    """Match points as the rulings give them: those of a match that was played off are of its last deal."""
    points = case.verdict.match_points
    return None if points is None else (points.get("A"), points.get("B"))


def _points(case: Case, pair: Pair, over: bool) -> Pair:
    """Match points for a final score under the case's rulebook (5.4); of a level one, who broke the
    tie is as it was entered."""
    one, two = pair
    if one is None or two is None or not over:
        return (None, None)
    found = game_of(case.book).match_points(
        case.book, {"A": one, "B": two}, _tie_break(case.record)
    )
    return (None, None) if found is None else (found.get("A"), found.get("B"))


def _tie_break(record: Record) -> Team | None:
    for sheet in record.sheets:
        if sheet.match_points is not None and sheet.match_points.tie_break is not None:
            return sheet.match_points.tie_break.value
    return None


def _moves(written: Pair, ruled: Pair) -> int:
    """Match points by which the two results differ, over both teams."""
    pairs = zip(written, ruled, strict=True)
    return sum(abs(w - r) for w, r in pairs if w is not None and r is not None)


def _discrepancy(
    finding: Finding,
    session: Scores,
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


def _difference(finding: Finding, session: Scores) -> int:
    """By how much the score differs where a finding stands: the deal's, or the running total's."""
    if finding.severity == "advice":
        return 0
    if finding.code == "total-entry" and finding.at.row is not None:
        return _in_total(finding, session)
    step = session.step(finding.deal)
    if step is None:
        return 0
    return _apart(step.written, step.ruled)


def _in_total(finding: Finding, session: Scores) -> int:
    """A wrong total against the total above it and the score beside it, as it was written."""
    row, side = (
        (finding.at.row or 1) - 1,
        1 if (finding.at.column or "").endswith(session.sides[1]) else 0,
    )
    if finding.at.column in ("we", "they"):
        return 0  # rows of entries, not of deals
    if not 0 <= row < len(session.steps):
        return 0
    step = session.steps[row]
    above = session.steps[row - 1].written_total[side] if row else 0
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
