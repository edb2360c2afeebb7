"""The dispute report: everything a captain and the committee need, in one HTML file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import templates
from desk import VERSION, words
from desk.addresses import Addresses
from desk.case import Case, base_name
from desk.chart import Chart, chart
from desk.check_json import settled
from desk.crops import Crops
from desk.deal_views import Ruled, deal_views, excerpt
from desk.documents import HEADING_FIELDS, heading_field
from desk.doubts import Doubt, doubts, left_out, unlikely
from desk.finding_key import keys_of
from desk.ink import Ink, SettledInk, inks, settled_inks
from desk.laid_out import DealView
from desk.laid_out_bridge import lines_of, name_of
from desk.marks import Marks, Numbered, numbered
from desk.rest import FEW_DEALS, IN_FULL, NOTHING_MORE, Rest, rest_of
from desk.review.committee import Committee, Decision
from desk.running import Running, running
from desk.scores import Pair, Scores, entered, pair_text, scores
from desk.sides import PAIRS, sides_of
from desk.summary import Summary, summary
from desk.we_they import WeTheyView, we_they
from records.seats import COMPASS, Team, team_of
from records.sheet import of_entries
from rulings.bridge.book import BridgeBook
from rulings.bridge.running import ruled_deals
from rulings.finding import Certainty, DealVerdict, Finding

HEADING: Final = (
    ("Event", "Event"), ("Site", "Site"), ("Date", "Date"), ("Table", "Table"), ("Round", "Round"),
    ("Session", "Session"), ("Recorder", "Recorder"),
)  # fmt: skip
"""Tags of the heading that are shown, and what they are called."""


_ABOUT_THE_SCORE: Final = ("award-entry", "penalty-entry", "contract-entry", "points-entry")
"""Wrong entries beside which the deal's score is shown."""

PROBLEMS: Final = 200
"""Remarks of reading that are listed."""
LABELS: Final = 40
"""Deals that are named one by one in a list of what was not checked."""


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding as it is shown."""

    number: int
    title: str
    where: str
    severity: str
    certainty: str
    established: bool
    advice: bool
    who: str
    team: str
    message: str
    proofs: tuple[tuple[str, str], ...]
    ink: tuple[Ink, ...]
    quoted: str
    article: str
    paraphrase: str
    remedy: str
    objection: str
    setting: str
    before: str
    after: str
    arithmetic: tuple[str, ...]
    game: int | None
    deal: DealView | None
    """The deal laid out: the whole of it at its first finding, what concerns the others at those."""
    first_number: int | None
    """The finding where the whole deal is laid out, None where it is here."""
    key: str = ""
    """What a decision of the committee calls it."""
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    digest: str
    kind: str


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
    rulebook: str
    edition: str
    documents: tuple[Document, ...]
    summary: Summary
    findings: tuple[FindingView, ...]
    doubts: tuple[Doubt, ...]
    faint: int
    """Doubts that are hardly likely at all: counted, not listed."""
    settled: tuple[SettledInk, ...]
    """Doubtful entries that other entries settled."""
    deals: tuple[DealView, ...]
    scores: Scores
    chart: Chart | None
    unchecked: tuple[Unchecked, ...]
    problems: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str, str], ...]
    version: str
    committee: Committee | None = None
    pair: str = "team A – team B"
    """How two figures side by side are to be read."""
    sides: tuple[str, str] = ("team A", "team B")
    running: Running | None = None
    we_they: tuple[WeTheyView, ...] = ()
    rest: Rest = NOTHING_MORE
    single_boards: bool = False
    """Whether the deals stand by themselves, so that sums over them mean nothing."""


def render(case: Case, committee: Committee | None = None) -> str:
    """The report as one HTML text that needs nothing from outside, with what the committee made of it."""
    return templates.render("report.html", view=view_of(case, committee))


def view_of(case: Case, committee: Committee | None = None) -> View:
    """Work out what the report shows."""
    record, verdict = case.record, case.verdict
    told = [each for each in verdict.findings if each.certainty is not Certainty.POSSIBLE]
    doubtful = [each for each in told if unlikely(each)]
    shown = numbered(each for each in told if not unlikely(each))
    keys = {id(each): key for each, key in zip(told, keys_of(told), strict=True)}
    marks = Marks(shown)
    sides = sides_of(case.book)
    session = scores(record, verdict, marks, sides)
    names = (_team(case, sides[0]), _team(case, sides[1]))
    crops, at = Crops(), Addresses(case)
    full = shown[:IN_FULL]
    wanted = {each.finding.game for each in full if each.finding.game is not None}
    few = len(record.deals) <= FEW_DEALS
    ruled = _ruled(case, None if few else wanted)
    deals = deal_views(case, marks, None if few else wanted, ruled)
    findings = tuple(
        replace(view, key=key, decision=committee.decisions.get(key) if committee else None)
        for view, key in zip(
            _findings(case, full, deals, session, crops, at),
            (keys[id(each.finding)] for each in full),
            strict=True,
        )
    )
    laid_out = {each.deal.game for each in findings if each.deal is not None}
    single = isinstance(case.book, BridgeBook) and not case.book.four_hand
    return View(
        title=title_of(case),
        heading=tuple((name, tag) for key, name in HEADING if (tag := case.tag(key))),
        pictured=tuple(_pictured(case, crops)),
        team_a=names[0],
        team_b=names[1],
        rulebook=case.book.title,
        edition=case.book.edition,
        documents=tuple(
            Document(base_name(each.name), each.digest, "photo" if each.photographed else "typed")
            for each in case.documents
        ),
        summary=summary([each.finding for each in shown], len(doubtful), session, names, single),
        findings=findings,
        doubts=tuple(doubts(case, doubtful, crops)),
        faint=left_out(doubtful),
        settled=tuple(settled_inks(case, crops)),
        deals=tuple(deal for game, deal in deals.items() if game not in laid_out),
        scores=session,
        chart=None if single else chart(session, names),
        unchecked=tuple(_unchecked(case)),
        problems=tuple(_problems(case)),
        settings=tuple(
            (each.name, each.shown or each.value, each.reason)
            for each in case.book.settings.values()
        ),
        version=VERSION,
        committee=committee,
        pair=" – ".join(map(words.side, sides)),
        sides=(words.side(sides[0]), words.side(sides[1])),
        running=running(ruled) if ruled is not None and not single else None,
        we_they=tuple(_we_they(case, marks)),
        rest=rest_of(case, shown[IN_FULL:], None if few else wanted, at),
        single_boards=single,
    )


def _ruled(case: Case, games: set[int] | None) -> Ruled | None:
    """The deals of bridge as ruled on; a match's all, of single boards the ones wanted."""
    book = case.book
    if not isinstance(book, BridgeBook):
        return None
    return ruled_deals(case.record, case.verdict, book, None if book.four_hand else games)


def _we_they(case: Case, marks: Marks) -> Iterable[WeTheyView]:
    sheets = case.record.sheets
    for number, sheet in enumerate(sheets, 1):
        if of_entries(sheet):
            yield we_they(sheet, marks, number if len(sheets) > 1 else None)


def _pictured(case: Case, crops: Crops) -> Iterable[tuple[str, str]]:
    """Names and the like that could not be read for certain, as they stand on the paper."""
    for tag, name in HEADING_FIELDS.items():
        if case.tag(tag):
            continue
        seen = heading_field(case.transcripts, tag)
        if seen is None:
            continue
        transcript, found = seen
        document = next(each for each in case.documents if transcript in each.transcripts)
        picture = crops.data_uri(document, transcript, found)
        if picture is not None:
            yield name[:1].upper() + name[1:], picture


def title_of(case: Case) -> str:
    """``Onam Cup, table 4, round 2``; the file's name where there is no heading."""
    parts = [case.tag("Event") or ""]
    parts += [f"{word} {tag}" for word in ("table", "round") if (tag := case.tag(word.title()))]
    named = ", ".join(part for part in parts if part)
    named = named[:1].upper() + named[1:]
    return named or " and ".join(base_name(each.name) for each in case.documents[:2])


def _team(case: Case, team: str) -> str:
    name = case.tag(f"Team{team}")
    if not name and team in PAIRS:
        name = _pair_named(case, team)
    of = words.side_name(team) if team in PAIRS else f"team {team}"
    return f"{name} ({of})" if name else words.side_name(team)


def _pair_named(case: Case, team: Team) -> str:
    """``Anna and Bela``: both players of a pair, where they sit there throughout."""
    found = [
        case.tag(f"Seat{seat}") or case.tag(words.seat(seat)) for seat in COMPASS if seat in team
    ]
    return " and ".join(name for name in found if name) if all(found) else ""


def _findings(
    case: Case,
    shown: Sequence[Numbered],
    deals: dict[int, DealView],
    session: Scores,
    crops: Crops,
    at: Addresses,
) -> Iterable[FindingView]:
    first: dict[int, int] = {}
    verdicts = {each.game: each for each in case.verdict.deals}
    for each in shown:
        finding, game = each.finding, each.finding.game
        new = game is not None and game not in first
        if game is not None and new:
            first[game] = each.number
        verdict = verdicts.get(game) if game is not None else None
        deal = deals.get(game) if game is not None else None
        before, after = _before_and_after(case, finding, verdict, session)
        yield FindingView(
            number=each.number,
            title=words.title(finding.code, finding),
            where=at.where(finding),
            severity=words.SEVERITIES[finding.severity],
            certainty=words.certainty(finding),
            established=finding.certainty is Certainty.ESTABLISHED,
            advice=finding.severity == "advice",
            who=_who(case, finding),
            team=finding.team or "",
            message=finding.message,
            proofs=tuple((words.place(r.place), r.message) for r in finding.related),
            ink=tuple(
                replace(ink, place=at.of_ink(finding, ink.place))
                for ink in inks(case, finding, crops)
            ),
            quoted=_quoted(case, finding),
            article=finding.article,
            paraphrase=case.book.article(finding.article),
            remedy=words.remedy_of(finding),
            objection=words.objection(finding) or "",
            setting=finding.setting or "",
            before=before,
            after=after,
            arithmetic=verdict.arithmetic if verdict is not None and after else (),
            game=game,
            deal=deal if deal is None or new else _part(deal, finding),
            first_number=first.get(game) if game is not None and not new else None,
        )


def _part(deal: DealView, finding: Finding) -> DealView | None:
    part = excerpt(deal, finding)
    return part if part.hands or part.rounds or part.tricks or part.written else None


def _who(case: Case, finding: Finding) -> str:
    """``Seat 2, Biju, of Harbour (team B)``."""
    parts = []
    if finding.seat is not None:
        name = _player(case, finding)
        parts.append(words.seat(finding.seat) + (f", {name}" if name else ""))
    team = finding.team or (team_of(finding.seat) if finding.seat is not None else None)
    if team is not None:
        parts.append(words.side_name(team) if team in PAIRS and parts else _team(case, team))
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _player(case: Case, finding: Finding) -> str:
    """Who sat there in the deal that a finding is about."""
    seat, game = finding.seat or "", finding.game
    if seat not in COMPASS:
        return case.record.tag(f"Seat{seat}") or ""
    return name_of(case.record, case.record.deals[game - 1] if game else None, seat)


def _before_and_after(
    case: Case, finding: Finding, verdict: DealVerdict | None, session: Scores
) -> tuple[str, str]:
    """The deal's score as written and as the rulebook gives it; empty where there is neither."""
    counts = finding.severity == "offence" or finding.code in _ABOUT_THE_SCORE
    if verdict is None or not counts or finding.remedy.kind in ("warning", "none"):
        return "", ""
    before = _score_written(case, verdict, session)
    if verdict.outcome == "redeal":
        return before, "dealt again; nothing in this deal scores"
    if verdict.award is None:
        return before, "for the committee"
    if session.sides == PAIRS:
        scored = {team: points for team, points in verdict.award.items() if points}
        return before, words.figures(scored) if scored else "0"
    one, two = session.sides
    award: Pair = (verdict.award.get(one), verdict.award.get(two))
    return before, pair_text(award)


def _score_written(case: Case, verdict: DealVerdict, session: Scores) -> str:
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
    step = None if session.sides == PAIRS and not _has_rows(case) else session.step(verdict.deal)
    if step is None or step.written == (None, None):
        return "no score written"
    return pair_text(step.written)


def _has_rows(case: Case) -> bool:
    """Whether a sheet has a row a deal."""
    return any(not of_entries(sheet) for sheet in case.record.sheets)


def _quoted(case: Case, finding: Finding) -> str:
    """The line of a typed record."""
    if finding.span is None or any(
        case.seen(game, words.address(finding)) for game in (finding.game, None)
    ):
        return ""
    lines = lines_of(case.record.source)
    line = finding.span.line
    return lines[line - 1].strip() if 1 <= line <= len(lines) else ""


def _unchecked(case: Case) -> Iterable[Unchecked]:
    """What could not be checked: the reason once, with everything it kept from being checked."""
    grouped: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    by_rule: dict[tuple[str, str], list[str]] = defaultdict(list)
    bridge = isinstance(case.book, BridgeBook)
    for entry in case.verdict.coverage:
        if not entry.checked:
            label = f"deal {entry.deal}" if entry.deal is not None else "the session"
            by_rule[entry.why or "not recorded", entry.rule].append(label)
    for (why, rule), labels in by_rule.items():
        grouped[why, tuple(dict.fromkeys(labels))].append(words.title(rule, bridge=bridge).lower())
    for (why, deals), rules in grouped.items():
        yield Unchecked(why[:1].upper() + why[1:], ", ".join(dict.fromkeys(rules)), _joined(deals))


def _joined(labels: Sequence[str]) -> str:
    numbers = [label.removeprefix("deal ") for label in labels if label.startswith("deal ")]
    if len(numbers) > LABELS:
        numbers[LABELS:] = [f"and {len(numbers) - LABELS} more"]
    others = [label for label in labels if not label.startswith("deal ")]
    if numbers:
        others.insert(0, ("deal " if len(numbers) == 1 else "deals ") + ", ".join(numbers))
    return " and ".join(others)


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
            label = case.record.deals[problem.game - 1].label or str(problem.game)
            where = f"deal {label}, {where}" if where else f"deal {label}"
        yield where[:1].upper() + where[1:], problem.message
    for note in case.verdict.notes:
        where = f"Deal {note.game}" if note.game is not None else ""
        yield where, note.message
