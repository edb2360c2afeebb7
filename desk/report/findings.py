"""Findings as a report tells them: who, what, the ink, the article, the remedy, before and after; and the
page that is signed, which is one sheet of paper: what was decided, and room for everybody's name. Two papers
that differ stand side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.check import sentences as choices
from fairdeal.desk.check.sentences import by_a_slip, in_a_line
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.fates import papers_line
from fairdeal.desk.intake.ledger import Ledger, table_at
from fairdeal.desk.intake.two_papers import differences
from fairdeal.desk.intake.versions import DIFFER
from fairdeal.desk.numbered import Numbered
from fairdeal.desk.report.deals import excerpt, name_of
from fairdeal.desk.report.ink import Crops, Ink, Scan, inks, scan_of
from fairdeal.desk.report.names import Addresses, team_called
from fairdeal.desk.report.paper import Appeal, Paper
from fairdeal.desk.report.shown import DealView, ReconciliationView, Room, doubt_of, record_lines
from fairdeal.desk.review.committee import Committee, Decision
from fairdeal.desk.review.decided import as_ruled, still_holds
from fairdeal.desk.score.figures import PAIRS, Pair, Sides, pair_text
from fairdeal.desk.score.steps import Steps, entered
from fairdeal.records import COMPASS, SUIT_SYMBOLS, Cell, Place, Sheet, of_entries, shown, team_of
from fairdeal.rulings import game_of
from fairdeal.rulings.frame.finding import Branch, Certainty, DealVerdict, Finding, Severity
from fairdeal.templates import shortened

_ABOUT_THE_SCORE: Final = ("award-entry", "penalty-entry", "contract-entry", "points-entry")
"""Wrong entries beside which the deal's score is shown."""


LONGEST_QUOTED: Final = 400
"""Letters of a line of a typed record that are quoted; of a longer line, those around the finding."""


Choice = tuple[Branch, str]
"""One way that the law leaves open, and what becomes of the score."""


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding as it is shown."""

    number: int
    title: str
    where: str
    kind: Severity
    severity: str
    """The kind in words."""
    certainty: str
    established: bool
    who: str
    """Whose act it is; where nobody offended, whose hand or column."""
    team: str
    """The side that offended, if one did."""
    message: str
    proofs: tuple[tuple[str, str], ...]
    ink: tuple[Ink, ...]
    quoted: str
    article: str
    """As people call it: ``Article 3.10`` or ``Law 27``."""
    cited: str
    """The article's name within its rulebook: ``3.10``."""
    paraphrase: str
    remedy: str
    objection: str
    setting: str
    before: str
    after: str
    ruled: str
    """The deal's score as ruled; empty where the committee decided nothing."""
    arithmetic: tuple[str, ...]
    game: int | None
    label: str
    """The deal's number; empty where it has none."""
    deal: DealView | None
    """What concerns the finding of its deal; None where that is nothing."""
    whole: bool
    """Whether the whole deal is laid out elsewhere in the report."""
    quoted_in: Scan | None
    """The photo of the printed log that is quoted."""
    key: str = ""
    """What a decision of the committee calls it."""
    decision: Decision | None = None
    gone: bool = False
    """Whether it no longer holds after what was decided on other findings."""
    scored: bool = False
    """Whether a decision on it can say what a deal scores."""
    choices: tuple[Choice, ...] = ()
    """The ways that the law leaves open, the one that the record shows first."""
    closed: tuple[Choice, ...] = ()
    """The ways that the record shows not to have been gone."""
    same_score: str = ""
    """What the deal gives in all of them, where that is one score."""
    not_shown: str = ""
    """That the record does not show which of them the table took; empty where it does."""
    now: str = ""
    """What it says after what was decided, where that is something else."""
    follows: str = ""
    """What follows from it, in a line."""
    below: tuple[tuple[str, str], ...] = ()
    """The same one by one: where, if that has to be said, and what the record shows there."""
    side_by_side: SideBySide | None = None
    """The two papers, where the finding is that they differ."""
    best_play: tuple[str, ...] = ()
    """What best play, every hand seen, says of its trick: material, no part of the finding."""

    @property
    def dismissed(self) -> bool:
        """Whether it does not count: the committee dismissed it, or what it follows from."""
        return self.gone or (self.decision is not None and self.decision.kind == "dismiss")


def finding_views(
    case: Case,
    shown: Sequence[Numbered],
    deals: dict[int, DealView],
    session: Steps,
    ruled: Steps | None,
    crops: Crops,
    at: Addresses,
    room: Room,
) -> Iterable[FindingView]:
    """The findings in their order, each with its ink and what concerns it of its deal; `deals` are whole."""
    verdicts = {each.game: each for each in case.verdict.deals}
    for each in shown:
        finding, game = each.finding, each.finding.game
        verdict = verdicts.get(game) if game is not None else None
        deal = deals.get(game) if game is not None else None
        before, after = _before_and_after(case, finding, verdict, session)
        quoted = _quoted(case, finding)
        yield FindingView(
            number=each.number,
            title=words.title(finding.code, finding),
            where=at.where(finding),
            kind=finding.severity,
            severity=words.SEVERITIES[finding.severity],
            certainty=words.certainty(finding),
            established=finding.certainty is Certainty.ESTABLISHED,
            who=_who(case, finding),
            team=(finding.team or "") if finding.severity == "offence" else "",
            message=finding.message,
            proofs=tuple((words.place(r.place), r.message) for r in finding.related),
            ink=tuple(
                replace(ink, place=at.of_ink(finding, ink.place))
                for ink in inks(case, finding, crops)
            ),
            quoted=quoted,
            article=words.article(finding.article),
            cited=finding.article,
            paraphrase=case.book.article(finding.article, finding.code),
            remedy=_remedy(case, finding),
            objection=words.objection(finding) or "",
            setting=finding.setting or "",
            before=before,
            after=after,
            ruled=_ruled(case, finding, ruled) if after else "",
            arithmetic=verdict.arithmetic if verdict is not None and after else (),
            game=game,
            label=finding.deal or "",
            gone=not still_holds(case, finding),
            now=_now(case, finding),
            follows=in_a_line(each.below),
            below=tuple(_in_words(other, at) for other in each.below),
            scored=finding.deal is not None or finding.at.row is not None,
            choices=tuple(choices.ways_in_words(finding.branches)),
            closed=tuple(
                (each, choices.way_outcome(each))
                for each in finding.branches
                if each.taken is False
            ),
            same_score=choices.same_score(finding.branches) or "",
            not_shown=choices.no_way_shown(finding.branches) or "",
            deal=None if deal is None else _part(deal, finding, room),
            whole=deal is not None,
            quoted_in=_printed(case, finding, quoted),
            side_by_side=side_by_side(case, finding),
        )


def _in_words(finding: Finding, at: Addresses) -> tuple[str, str]:
    """Where a consequence is, unless its sentence begins with that, and the sentence."""
    told = finding.message.startswith(("Row ", "Deal "))
    return "" if told else at.where(finding), finding.message


def _now(case: Case, finding: Finding) -> str:
    left = as_ruled(case, finding)
    return left.message if left is not None and left.message != finding.message else ""


def _remedy(case: Case, finding: Finding) -> str:
    """What follows; of an entry that a likely slip of the pen explains, to look at that first."""
    if finding.severity == "entry" and by_a_slip(finding, case.verdict.explanations):
        return "A slip of the pen would explain this: look at that first."
    return words.remedy_of(finding)


def _part(deal: DealView, finding: Finding, room: Room) -> DealView | None:
    part = excerpt(deal, finding)
    empty = not (part.hands or part.rounds or part.tricks or part.written)
    return None if empty or not room.take(part) else part


def _who(case: Case, finding: Finding) -> str:
    """``Seat 2, Biju, of Harbour (team B)``."""
    parts = []
    if finding.seat is not None:
        name = _player(case, finding)
        parts.append(words.seat(finding.seat) + (f", {name}" if name else ""))
    team = finding.team or (team_of(finding.seat) if finding.seat is not None else None)
    if team is not None:
        parts.append(words.side_name(team) if team in PAIRS and parts else team_called(case, team))
    return words.capital(", ".join(parts))


def _player(case: Case, finding: Finding) -> str:
    """Who sat there in the deal that a finding is about."""
    seat, game = finding.seat or "", finding.game
    if seat not in COMPASS:
        return case.named.tag(f"Seat{seat}") or ""
    return name_of(case.named, case.record.deals[game - 1] if game else None, seat)


def _before_and_after(
    case: Case, finding: Finding, verdict: DealVerdict | None, session: Steps
) -> tuple[str, str]:
    """The deal's score as written and as the rulebook gives it; empty where there is neither."""
    moves = finding.severity in ("offence", "ruling")
    counts = moves or finding.code in _ABOUT_THE_SCORE
    if verdict is None or not counts or finding.remedy.kind in ("warning", "none"):
        return "", ""
    before = _score_written(case, verdict, session)
    return before, _given(verdict, session.sides)


def _given(verdict: DealVerdict, sides: Sides) -> str:
    if verdict.outcome == "redeal":
        return "dealt again; nothing in this deal scores"
    if verdict.award is None:
        return "for the committee"
    if sides == PAIRS:
        scored = {team: points for team, points in verdict.award.items() if points}
        return words.figures(scored) if scored else "0"
    one, two = sides
    award: Pair = (verdict.award.get(one), verdict.award.get(two))
    return pair_text(award)


def _ruled(case: Case, finding: Finding, ruled: Steps | None) -> str:
    deals = () if case.as_ruled is None else case.as_ruled.deals
    verdict = next((each for each in deals if each.game == finding.game), None)
    step = None if ruled is None else ruled.step(finding.deal)
    if verdict is None:
        return ""
    sides = game_of(case.book).sides
    if step is None or verdict.outcome == "redeal" or sides == PAIRS:
        return _given(verdict, sides)
    return pair_text(step.ruled)


def _score_written(case: Case, verdict: DealVerdict, session: Steps) -> str:
    """The score of a deal as it was written; in bridge that of the side it is written for."""
    if session.sides == PAIRS:
        result = case.record.deals[verdict.game - 1].result
        score = {} if result is None else result.score
        told = [
            f"{team} {'?' if entry.value is None else entry.value}"
            for team, entry in score.items()
            if entry.value != 0 or len(score) == 1
        ]
        if told:
            return ", ".join(told).replace("-", "−")
        for sheet in filter(of_entries, case.record.sheets):
            sums = entered(sheet, verdict.deal)
            if sums is not None:
                return words.figures({team: points for team, points in sums.items() if points})
    by_entries = session.sides == PAIRS and all(map(of_entries, case.record.sheets))
    step = None if by_entries else session.step(verdict.deal)
    if step is None or step.written == (None, None):
        return "no score written"
    return pair_text(step.written)


def _printed(case: Case, finding: Finding, quoted: str) -> Scan | None:
    """The photo of a printed log that a quoted line was read from."""
    for document in case.documents if quoted else ():
        for transcript in document.transcripts:
            if transcript.typed and quoted in map(str.strip, transcript.typed.splitlines()):
                return scan_of(case, transcript)
    return None


def _quoted(case: Case, finding: Finding) -> str:
    """The line of a typed record."""
    if finding.span is None or any(
        case.field_at(game, words.address(finding)) for game in (finding.game, None)
    ):
        return ""
    lines = record_lines(case.record.source)
    number, start = finding.span.line, finding.span.column - 1
    if not 1 <= number <= len(lines):
        return ""
    line = lines[number - 1]
    if (cell := case.record.cell_at(words.address(finding))) is not None:
        return f"{cell}: {line[start : finding.span.end_column - 1]}"
    if len(line) <= LONGEST_QUOTED:
        return line.strip()
    start = max(0, min(start - LONGEST_QUOTED // 2, len(line) - LONGEST_QUOTED))
    return f"… {line[start : start + LONGEST_QUOTED].strip()} …"


MOST_ROWS: Final = 6
"""Findings that are listed on page 1; the others are counted there."""
MOST_ROWS_BESIDE: Final = 3
"""The same where each stands there in two languages."""
LONGEST_TEXT: Final = 420
"""Letters of the ruling on page 1, where there is room for six lines. All of it stands on page 2."""
LONGEST_LINES: Final = 5
"""Lines of the ruling on page 1."""
LONGEST_NAME: Final = 80
"""Letters of a name or a cell on page 1."""
LEAST_MEMBERS: Final = 2
MOST_MEMBERS: Final = 6
"""Members of a committee with a line each to sign on."""

_SENTENCE: Final = re.compile(r"[.!?](?=\s)|(?=\n)")
_BETWEEN: Final = re.compile(r"\s*(?:[,;\n]|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class FrontRow:
    """A finding on page 1. `outcome` is what the committee decided, empty where it did not."""

    number: int
    title: str
    where: str
    team: str
    follows: str
    outcome: str
    likely: bool


@dataclass(frozen=True, slots=True)
class Front:
    """What page 1 shows beside the score and the heading."""

    rows: tuple[FrontRow, ...]
    more: int
    dismissed: int
    ruling: str
    cut: bool
    """Whether the ruling goes on on another page."""
    members: tuple[str, ...]
    """Names of the committee's members, each with a line to sign on; an empty name is filled in by hand."""
    appeal: Appeal
    papers: tuple[str, ...] = ()
    """What became of the papers that were added: how many of each kind, and which."""
    notes: tuple[str, ...] = ()
    """What else page 1 says of them: rulebooks that they name."""
    missing: tuple[str, ...] = ()
    """What is not there: papers, tricks, cards."""
    reconciliation: ReconciliationView | None = None
    """The way from the written to the ruled score."""

    @property
    def two(self) -> bool:
        """Whether page 1 has not all that is decided, so that page 2 is signed too."""
        return self.cut or (self.reconciliation is not None and not self.reconciliation.fits)


def front(
    findings: Sequence[FindingView],
    committee: Committee | None,
    paper: Paper,
    ledger: Ledger,
    more: int = 0,
    missing: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    reconciliation: ReconciliationView | None = None,
) -> Front:
    """Page 1; `more` are findings that the report itself only lists, `missing` what is not there."""
    appeal = paper.appeal
    most = MOST_ROWS_BESIDE if paper.language.beside else MOST_ROWS
    if reconciliation is not None and reconciliation.fits:
        most = max(1, most - len(reconciliation.rows))
    stand = [each for each in findings if not each.dismissed]
    rows = sorted(sorted(stand, key=_weight)[:most], key=lambda each: each.number)
    parts = {} if committee is None else dict((*committee.ruling, *committee.closing))
    ruling = parts.get("Ruling", "")
    shown = _short_text(ruling)
    until = parts.get("Appeal until", "") or appeal.until
    return Front(
        rows=tuple(map(_front_row, rows)),
        more=max(0, len(stand) - most) + more,
        dismissed=len(findings) - len(stand),
        ruling=shown,
        cut=shown != ruling,
        members=tuple(_members(parts.get("Committee", ""))),
        appeal=Appeal(
            shortened(appeal.to, LONGEST_NAME),
            shortened(until, LONGEST_NAME),
            shortened(appeal.fee, LONGEST_NAME),
        ),
        papers=papers_line(ledger),
        notes=notes,
        missing=missing,
        reconciliation=reconciliation,
    )


def _weight(finding: FindingView) -> tuple[bool, bool, int]:
    """Acts that change the score of their deal come first, then other acts, then wrong entries."""
    same = (finding.ruled or finding.after) == finding.before
    return finding.kind == "entry", same, finding.number


def _front_row(finding: FindingView) -> FrontRow:
    decision = finding.decision
    changed = "" if decision is None else decision.remedy
    return FrontRow(
        finding.number,
        shortened(finding.title, LONGEST_NAME),
        shortened(finding.where, LONGEST_NAME),
        finding.team,
        shortened(changed or finding.remedy, 2 * LONGEST_NAME),
        "" if decision is None else decision.words,
        not finding.established,
    )


def _short_text(text: str) -> str:
    """The whole sentences for which page 1 has room; of a longer one its beginning."""
    kept = "\n".join(text.strip().splitlines()[:LONGEST_LINES])
    if len(kept) <= LONGEST_TEXT:
        return kept
    ends = [each.end() for each in _SENTENCE.finditer(kept, 0, LONGEST_TEXT)]
    return kept[: ends[-1]] if ends else shortened(kept, LONGEST_TEXT)


def _members(text: str) -> Iterable[str]:
    """``Asha, Bina and Cyril`` as three names; at least two, with empty ones."""
    names = [name for name in _BETWEEN.split(text) if name][:MOST_MEMBERS]
    yield from (shortened(name, 40) for name in names)
    yield from [""] * (LEAST_MEMBERS - len(names))


MOST_COMPARED: Final = 12
"""Entries of two logs that are shown; the finding itself is about the first."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One entry in both papers, as it is written in each; empty where a paper has nothing there."""

    place: str
    first: str
    second: str

    @property
    def differs(self) -> bool:
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class SideBySide:
    """`first` and `second` are what the papers are called; `more`, whether further entries differ."""

    first: str
    second: str
    entries: tuple[Compared, ...]
    more: bool = False


def side_by_side(case: Case, finding: Finding) -> SideBySide | None:
    """The two papers of a finding that papers differ: of two sheets the whole row, of two logs every entry
    that differs. None for any other finding."""
    if finding.code != DIFFER:
        return None
    return _logs(case, finding) if finding.at.row is None else _sheets(case, finding)


def _sheets(case: Case, finding: Finding) -> SideBySide | None:
    here = finding.place.in_sheet(finding.at.sheet)
    places = (here, *(each.place for each in finding.related[:1]))
    both = [_row(case.record.sheets, place) for place in places]
    if len(both) != 2 or both[0] is None or both[1] is None:
        return None
    (one, row), (two, other) = both[0], both[1]
    columns = [column for column in one.columns if column in two.columns]
    return SideBySide(
        _copy(one, places[0]),
        _copy(two, places[1]),
        tuple(
            Compared(column, _written(one.cell(row, column)), _written(two.cell(other, column)))
            for column in columns
        ),
    )


def _row(sheets: Sequence[Sheet], place: Place) -> tuple[Sheet, int] | None:
    """The sheet that a place is on, and its row, from 0."""
    number, row = (place.sheet or 1) - 1, place.number("row")
    return (sheets[number], row - 1) if row is not None and number < len(sheets) else None


def _copy(sheet: Sheet, place: Place) -> str:
    if sheet.copy is None:
        return f"{words.ordinal(place.sheet or 1)} sheet"
    return f"copy of {words.side(sheet.copy)}"


def _written(cell: Cell | None) -> str:
    """What stands in a cell, and what else it may be."""
    said = "" if cell is None or cell.value is None else shown(cell.value)
    parts = [SUIT_SYMBOLS.get(each, each) for each in said.split()]
    return " ".join([*parts, *filter(None, [doubt_of(cell)])])


def _logs(case: Case, finding: Finding) -> SideBySide | None:
    deal = next((each for each in case.ledger.open if each.game == finding.game), None)
    if deal is None:
        return None
    one, two = deal.versions[:2]
    table = table_at(case.ledger.record, case.book)
    found = list(islice(differences(one.deal, two.deal, table), MOST_COMPARED + 1))
    return SideBySide(
        " and ".join(one.papers),
        " and ".join(two.papers),
        tuple(
            Compared(words.place(Place.parse(each.place)), each.here, each.there)
            for each in found[:MOST_COMPARED]
        ),
        len(found) > MOST_COMPARED,
    )
