"""The dispute report: everything a captain and the committee need, in one HTML file, what was found and what
it does to the score on its first screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from fairdeal import __version__, rulings, templates
from fairdeal.desk import words
from fairdeal.desk.check.json_answer import settled
from fairdeal.desk.check.questions import missing, missing_in_words, questions
from fairdeal.desk.check.sentences import by_a_slip, likeliest
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.fates import fate
from fairdeal.desk.intake.games import hold_to_one_game, rules_line
from fairdeal.desk.intake.ledger import Unread
from fairdeal.desk.judging import Read, judged
from fairdeal.desk.numbered import Numbered, numbered, unlikely
from fairdeal.desk.report.deals import shown_deals
from fairdeal.desk.report.double_dummy import solved
from fairdeal.desk.report.doubts import (
    Doubt,
    ExplanationView,
    Open,
    doubts,
    explanation_view,
    left_out,
    open_view,
)
from fairdeal.desk.report.findings import FindingView, Front, finding_views, front
from fairdeal.desk.report.ink import (
    Crops,
    SettledInk,
    pictured,
    settled_inks,
    shown_scans,
)
from fairdeal.desk.report.names import HEADING, Addresses, players_of, team_called, title_of
from fairdeal.desk.report.paper import PLAIN, Paper, chosen, with_fonts
from fairdeal.desk.report.reconciliation import reconciliation_view
from fairdeal.desk.report.scores import (
    Chart,
    HandRow,
    SheetView,
    WeTheyView,
    chart,
    found_in,
    sheets_of,
    we_they,
)
from fairdeal.desk.report.shown import DealView, Marks, Room
from fairdeal.desk.review.committee import Committee
from fairdeal.desk.review.decided import still_holds
from fairdeal.desk.score.figures import ScoreRow, ScoreTable, score_table
from fairdeal.desk.score.match import as_ruled, by_the_rulebook, score_of
from fairdeal.records import Record, in_groups, of_entries
from fairdeal.rulings import game_of
from fairdeal.rulings.frame.finding import Certainty, Finding, Severity, Verdict
from fairdeal.rulings.frame.follows import causes

IN_FULL: Final = 150
"""Findings told in full. Of a file of thousands of games a report must still open on a phone: the
deals of that many are about 5 MB."""
LISTED: Final = 2000
"""Further findings, and deals that are not laid out, that are listed in a line each."""
FEW_DEALS: Final = 40
"""A record of that many deals is one match: all of them are laid out."""


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding that is not told in full: one of very many."""

    number: int
    title: str
    where: str
    team: str
    message: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal that is not laid out: one of very many."""

    where: str
    contract: str
    outcome: str
    award: str


@dataclass(frozen=True, slots=True)
class Rest:
    """What a report of very many games does not lay out, and what it leaves out altogether."""

    findings: tuple[FindingLine, ...] = ()
    findings_left_out: tuple[str, ...] = ()
    deals: tuple[DealLine, ...] = ()
    deals_left_out: int = 0
    parts_left_out: int = 0
    """Findings whose part of a deal is not laid out again."""


NOTHING_MORE: Final = Rest()


def rest_of(
    case: Case, more: Sequence[Numbered], laid_out: Collection[int] | None, names: Addresses
) -> Rest:
    """Findings beyond those told in full, and the deals that are not laid out (None: all are)."""
    lines = tuple(
        FindingLine(
            each.number,
            words.title(each.finding.code, each.finding),
            names.where(each.finding),
            (each.finding.team or "") if each.finding.severity == "offence" else "",
            each.finding.message,
        )
        for each in more[:LISTED]
    )
    beyond = Counter(words.title(each.finding.code, each.finding) for each in more[LISTED:])
    counted = tuple(f"{title}: {number}" for title, number in beyond.most_common())
    if laid_out is None:
        return Rest(lines, counted)
    others = [each for each in case.verdict.deals if each.game not in laid_out]
    deals = tuple(
        DealLine(
            names.deal(each.deal, each.game),
            words.contract(each.contract),
            words.outcome(each),
            words.figures(each.award) if each.award else "",
        )
        for each in others[:LISTED]
    )
    return Rest(lines, counted, deals, max(0, len(others) - LISTED))


NOTHING_READ: Final = "Nothing could be read, so nothing was checked."


@dataclass(frozen=True, slots=True)
class Summary:
    """The first screen."""

    lead: str
    counts: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    """Empty where the deals stand alone, so that there is no score of a match."""
    standing: str


def summary(
    findings: Sequence[Finding],
    doubtful: int,
    table: ScoreTable,
    single: bool = False,
    by_slips: int = 0,
    read: bool = True,
    set_aside: int = 0,
) -> Summary:
    """Sum up the findings told in full, and the number of those that are less likely than not.

    `single`: the deals stand on their own, so there is no score of a match. `by_slips`: how many of the
    wrong entries a slip of the pen elsewhere would explain. `read`: whether anything could be read at all.
    `set_aside`: findings that were dismissed, or that hold no more because another was.
    """
    sure = [each for each in findings if each.certainty is Certainty.ESTABLISHED]
    kinds = Counter(each.severity for each in sure)
    by_paper = sum(each.by == "read" for each in findings)
    likely = len(findings) - len(sure) - by_paper
    offences = Counter(each.team for each in sure if each.severity == "offence")
    wrong = max(0, kinds["entry"] - by_slips)
    slips = words.count(by_slips, "entry", "entries")
    possible = words.count(doubtful, "possible problem")
    told = (
        *((n := offences[it.side], f"{it.team}: {words.count(n, 'offence')}") for it in table.rows),
        (kinds["ruling"], f"{words.count(kinds['ruling'], 'ruling')}, no offence"),
        (wrong, words.count(wrong, "wrong entry", "wrong entries")),
        (by_slips, f"{slips} in conflict with the rest, which a slip of the pen would explain"),
        (likely, f"{words.count(likely, 'finding')} likely, but dependent on how an entry is read"),
        (by_paper, f"{words.count(by_paper, 'finding')} that only the committee can settle"),
        (set_aside, f"{words.count(set_aside, 'finding')} dismissed, or dropped with one that was"),
        (doubtful, f"{possible}, not established: please check the entries first"),
    )
    return Summary(
        lead=_lead(
            kinds, likely + doubtful, by_slips, read=read, set_aside=set_aside, by_paper=by_paper
        ),
        counts=tuple(said for number, said in told if number),
        scores=() if single else table.rows,
        standing="" if single else table.standing,
    )


def _lead(
    kinds: Mapping[Severity, int],
    unsure: int,
    by_slips: int,
    *,
    read: bool,
    set_aside: int,
    by_paper: int,
) -> str:
    if not read:
        return NOTHING_READ
    if not unsure and not any(n for kind, n in kinds.items() if kind != "advice"):
        if by_paper:
            return "Nobody is accused. Something on paper is wrong; the committee decides what."
        if set_aside and not kinds["advice"]:
            return "All findings were dismissed."
    offences = words.count(kinds["offence"], "offence")
    entries = words.count(kinds["entry"], "wrong entry", "wrong entries")
    if kinds["offence"]:
        return f"{offences}{f' and {entries}' if kinds['entry'] else ''} established."
    if kinds["entry"] and kinds["entry"] == by_slips:
        return "Nobody is accused. The record contradicts itself, and a slip of the pen would explain it."
    if kinds["entry"]:
        return f"{entries} established. Nobody is blamed for {'it' if kinds['entry'] == 1 else 'them'}."
    if kinds["ruling"]:
        return f"{words.count(kinds['ruling'], 'ruling')} established, no offence."
    if unsure:
        return "Nobody is accused. What was found depends on entries that should be checked first."
    if kinds["advice"]:
        return "No offence was found. What is listed below is for the committee to know."
    return "Nothing irregular was found in what is recorded."


PROBLEMS: Final = 200
"""Remarks of reading that are listed."""
LABELS: Final = 40
"""Deals that are named one by one in a list of what was not checked."""

MOST_RULEBOOKS: Final = 4
"""Rulebooks that papers name whose score page 1 gives."""


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    digest: str
    kind: str
    fate: str = ""
    """What became of it, in a sentence."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """What was not checked, and for which deals, under one reason."""

    why: str
    rules: str
    deals: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything the template shows."""

    title: str
    heading: tuple[tuple[str, str], ...]
    pictured: tuple[tuple[str, str], ...]
    """Entries of the heading that are shown as they were photographed: name and picture."""
    team_a: str
    team_b: str
    players: tuple[tuple[str, str], ...]
    """Who sat where, as far as it is known."""
    rulebook: str
    edition: str
    documents: tuple[Document, ...]
    summary: Summary
    front: Front
    open: Open
    findings: tuple[FindingView, ...]
    doubts: tuple[Doubt, ...]
    explained: tuple[ExplanationView, ...]
    """Slips of the pen that would explain what was found, the likeliest of each deal."""
    faint: int
    """Doubts that are hardly likely at all: counted, not listed."""
    settled: tuple[SettledInk, ...]
    """Doubtful entries that other entries settled."""
    deals: tuple[DealView, ...]
    """The deals, each whole."""
    sheets: tuple[SheetView, ...]
    ruled: bool
    """Whether there is a score as ruled beside them."""
    unreadable: tuple[tuple[str, str], ...]
    """What could not be read: where, and why. It stands above the findings."""
    score: ScoreTable
    """The score three ways, as every page shows it."""
    chart: Chart | None
    unchecked: tuple[Unchecked, ...]
    problems: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str, str], ...]
    version: str
    readers: str
    """What read the photos, each with its version; empty where none is known."""
    committee: Committee | None = None
    pair: str = "team A – team B"
    """How two figures side by side are to be read."""
    sides: tuple[str, str] = ("team A", "team B")
    running: tuple[HandRow, ...] = ()
    we_they: tuple[WeTheyView, ...] = ()
    rest: Rest = NOTHING_MORE
    best_play_note: str = ""
    """What is to be said of boards without double dummy."""
    single_boards: bool = False
    """Whether the deals stand on their own, so that sums over them mean nothing."""

    @property
    def standing(self) -> tuple[FindingView, ...]:
        """The findings that count."""
        return tuple(each for each in self.findings if not each.dismissed)

    @property
    def dismissed(self) -> tuple[FindingView, ...]:
        """The findings that the committee dismissed, or that fell with one."""
        return tuple(each for each in self.findings if each.dismissed)


def _put_by(finding: Finding, verdict: Verdict) -> bool:
    """Whether an established entry contradicts the rest by a slip of the pen, more likely than not."""
    sure = finding.severity == "entry" and finding.certainty is Certainty.ESTABLISHED
    return sure and by_a_slip(finding, verdict.explanations)


def render(case: Case, committee: Committee | None = None, paper: Paper = PLAIN) -> str:
    """The report as one HTML text that needs nothing from outside, with what the committee made of it."""
    return printed(case, view_of(case, committee, paper), paper)


def printed(case: Case, view: View, paper: Paper) -> str:
    """The report of a view that was worked out for the same paper."""
    scans = tuple(shown_scans(case))
    return with_fonts(
        templates.render("report.html", paper.language, view=view, scans=scans, zone=paper.zone)
    )


def view_of(case: Case, committee: Committee | None = None, paper: Paper = PLAIN) -> View:
    """Work out what the report shows."""
    record, verdict = case.record, case.verdict
    open_ = questions(case)
    doubtful = [each for each in causes(verdict.findings) if unlikely(each)]
    unread = [each for each in doubtful if not open_.explains(each)]
    shown = numbered(verdict.findings)
    left = [each.finding for each in shown if still_holds(case, each.finding)]
    marks = Marks(shown)
    sides = game_of(case.book).sides
    session, ruled = by_the_rulebook(case), as_ruled(case)
    names = (team_called(case, sides[0]), team_called(case, sides[1]))
    table = score_table(
        score_of(case),
        names,
        signed=committee is not None and committee.signed is not None,
        whole=not case.ledger.not_judged,
    )
    crops, at = Crops(), Addresses(case)
    full = shown[:IN_FULL]
    wanted = {each.finding.game for each in full if each.finding.game is not None}
    few = len(record.deals) <= FEW_DEALS
    deals_shown = shown_deals(case, marks, None if few else wanted)
    every = deals_shown.views
    room = Room()
    deals = room.laid_out({game: every[game] for game in every if game in wanted})
    best_play = solved(case, deals | {game: every[game] for game in every if game not in wanted})
    findings = tuple(
        replace(
            view,
            key=of.key,
            decision=committee.decisions.get(of.key) if committee else None,
            best_play=best_play.beside(of.finding),
        )
        for view, of in zip(
            finding_views(case, full, deals, session, ruled, crops, at, room), full, strict=True
        )
    )
    deals |= room.laid_out({game: every[game] for game in every if game not in wanted})
    deals = {game: best_play.deals[game] for game in deals}
    listed = tuple(doubts(case, unread, open_, crops))
    likely = likeliest(case.verdict.explanations)
    explained = tuple(explanation_view(case, each, crops) for each in likely)
    single = case.book.single_boards
    return View(
        title=title_of(case),
        heading=tuple((name, tag) for name in HEADING if (tag := case.tag(name))),
        pictured=tuple(pictured(case, crops)),
        team_a=names[0],
        team_b=names[1],
        players=tuple((each.called, each.name) for each in players_of(case) if each.name),
        rulebook=case.book.title,
        edition=case.book.edition,
        documents=tuple(_documents(case)),
        summary=summary(
            left,
            len(doubtful),
            table,
            single,
            sum(_put_by(each, verdict) for each in left),
            anything_read(record),
            len(shown) - len(left),
        ),
        front=front(
            findings,
            committee,
            paper,
            case.ledger,
            len(shown) - len(full),
            missing_in_words(missing(case), case),
            tuple(_rules(case)),
            reconciliation_view(case, shown, committee),
        ),
        open=open_view(open_, explained, listed, full),
        findings=findings,
        doubts=listed,
        explained=explained,
        faint=left_out(unread),
        settled=tuple(settled_inks(case, crops)),
        deals=tuple(deals[game] for game in sorted(deals)),
        sheets=sheets_of(record, session, ruled, marks),
        ruled=ruled is not None,
        score=table,
        unreadable=tuple(_unreadable(case)),
        chart=None if single else chart(session, ruled, names, found_in(record, shown)),
        unchecked=tuple(_unchecked(case)),
        problems=tuple(_problems(case)),
        settings=tuple(
            (each.name, each.shown or each.value, each.reason)
            for each in case.book.settings.values()
        ),
        version=__version__,
        readers=", ".join(
            sorted(
                {
                    name
                    for document in case.documents
                    for page in document.transcripts
                    for name in page.readers
                }
            )
        ),
        committee=committee,
        pair=" – ".join(map(words.side, sides)),
        sides=(words.side(sides[0]), words.side(sides[1])),
        running=deals_shown.running,
        we_they=tuple(
            we_they(sheet, marks, number if len(record.sheets) > 1 else None)
            for number, sheet in enumerate(record.sheets, 1)
            if of_entries(sheet)
        ),
        rest=replace(
            rest_of(case, shown[IN_FULL:], None if few and len(deals) == len(every) else deals, at),
            parts_left_out=room.refused,
        ),
        best_play_note=best_play.note,
        single_boards=single,
    )


def _documents(case: Case) -> Iterable[Document]:
    """Every paper that was added, with what became of it."""
    for paper in case.ledger.papers:
        kind = "photo" if paper.photographed else "typed"
        yield Document(
            paper.name, paper.digest, kind if paper.status != "not read" else "", fate(paper)
        )


def _rules(case: Case) -> Iterable[str]:
    """Where papers name different rulebooks: which was used, and what the others would give."""
    if not case.ledger.rules:
        return
    parts = [rules_line(case.ledger)]
    for rules, _ in case.ledger.rules[:MOST_RULEBOOKS]:
        if rules != case.book.id and rules in rulings.known():
            other = case_of(case.documents, rules)
            parts.append(f"By {rules}: {score_of(other).by_the_rulebook.text}.")
    yield " ".join(parts)


def _unchecked(case: Case) -> Iterable[Unchecked]:
    """What could not be checked: the reason once, with everything it kept from being checked."""
    by_rule = in_groups(
        (
            (entry.why or "not recorded", entry.rule),
            f"deal {entry.deal}" if entry.deal is not None else "the session",
        )
        for entry in case.verdict.coverage
        if not entry.checked
    )
    grouped = in_groups(
        ((why, tuple(dict.fromkeys(labels))), words.title(rule, game=case.book.game).lower())
        for (why, rule), labels in by_rule.items()
    )
    for (why, deals), rules in grouped.items():
        yield Unchecked(words.capital(why), ", ".join(dict.fromkeys(rules)), _joined(deals))


def _joined(labels: Sequence[str]) -> str:
    numbers = [label.removeprefix("deal ") for label in labels if label.startswith("deal ")]
    if len(numbers) > LABELS:
        numbers[LABELS:] = [f"and {len(numbers) - LABELS} more"]
    others = [label for label in labels if not label.startswith("deal ")]
    if numbers:
        others.insert(0, ("deal " if len(numbers) == 1 else "deals ") + ", ".join(numbers))
    return " and ".join(others)


def anything_read(record: Record) -> bool:
    """Whether any deal or any cell of a sheet could be read."""
    cells = (cell for sheet in record.sheets for row in sheet.rows for cell in row.cells)
    deals = any(not deal.unread for deal in record.deals)
    return deals or any(cell.value is not None for cell in cells)


TO_COMPARE: Final = frozenset({"print-in-doubt", "print-part-in-doubt", "print-poor"})
"""What asks a person to compare a page, or a part of it, with its photo."""


def _unreadable(case: Case) -> Iterable[tuple[str, str]]:
    """Deals, pages and lines of which nothing or not everything could be read."""
    pages = [page for document in case.documents for page in document.transcripts]
    told = [
        (Path(page.photo).name, each.message)
        for page in pages
        for each in page.problems
        if each.code in TO_COMPARE
    ]
    for problem in case.problems:
        if problem.severity == "error":
            where = problem.place or (f"line {problem.line}" if problem.line is not None else "")
            told.append((words.capital(where), problem.message))
    yield from told[:LABELS]
    if len(told) > LABELS:
        yield "", f"{len(told) - LABELS} more places could not be read."
    for game, deal in enumerate(case.record.deals, 1):
        if deal.unread:
            yield f"Deal {_number(case, game)}", "its log could not be read."


def _problems(case: Case) -> Iterable[tuple[str, str]]:
    """What was unclear in reading, with where, and what other entries decided; so many at most."""
    told = list(_all_problems(case))
    yield from told[:PROBLEMS]
    if len(told) > PROBLEMS:
        yield "", f"{len(told) - PROBLEMS} more remarks like these are left out here."


def _all_problems(case: Case) -> Iterable[tuple[str, str]]:
    for problem in (*case.problems, *settled(case.verdict)):
        where = problem.place or (f"line {problem.line}" if problem.line is not None else "")
        if problem.game is not None and 1 <= problem.game <= len(case.record.deals):
            deal = f"deal {_number(case, problem.game)}"
            where = f"{deal}, {where}" if where else deal
        yield words.capital(where), problem.message
    for note in case.verdict.notes:
        where = f"Deal {_number(case, note.game)}" if note.game is not None else ""
        yield where, note.message


def _number(case: Case, game: int) -> str:
    """A deal's number on paper, or its position in the record where it has none."""
    return case.record.deals[game - 1].label or str(game)


def report(
    reads: Sequence[Read],
    rules: str | None,
    language: str = "en",
    unread: Sequence[Unread] = (),
) -> tuple[str, bool, list[str]]:
    """In a worker: the report of a match, in a language of `desk.report.paper`; whether every paper in it
    was judged; and, of papers that were read and left out, why. `unread` are papers from which nothing was
    read. Raises DeskError where the papers are of two games."""
    hold_to_one_game([each.document() for each in reads], rules)
    case = judged(reads, rules, unread=unread)
    aside = [each for each in case.ledger.papers if each.status in ("not placed", "not judged")]
    known = {base_name(each.name) for each in unread}
    unjudged = aside or case.ledger.not_judged
    whole = not unjudged and all(each.outcome != "unread" for each in case.verdict.deals)
    left_out = [f"{each.name}: {fate(each)}" for each in aside if each.name not in known]
    return render(case, paper=Paper(chosen(language))), whole, left_out
