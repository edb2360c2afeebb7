"""A record under a rulebook: every deal replayed, every rule looked at, every award worked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.calls import Said
from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.records.record import Record
from fairdeal.records.seats import Seat, Team
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.check import check_bridge
from fairdeal.rulings.doubt.agreement import Evidence, Pages, evidence_of, firm_rows, together
from fairdeal.rulings.doubt.certainty import Chances, Weighed, key_of
from fairdeal.rulings.doubt.choice import Choice
from fairdeal.rulings.doubt.copies import copies_of
from fairdeal.rulings.doubt.numbering import numbered
from fairdeal.rulings.doubt.paper import Paper, doubtful_cells, peers_of
from fairdeal.rulings.doubt.session_worlds import weigh_session
from fairdeal.rulings.doubt.sheet_worlds import OnSheet, weigh_sheet
from fairdeal.rulings.doubt.weighing import weigh
from fairdeal.rulings.doubt.work import Budget, Work
from fairdeal.rulings.fifty_six.players import notes_on_players, players
from fairdeal.rulings.fifty_six.remedies import WARNED, Ladder
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.replay.deal import DealReplay, replay, written_value
from fairdeal.rulings.fifty_six.replay.seen import Seen, see
from fairdeal.rulings.fifty_six.replay.table import Table, table_of
from fairdeal.rulings.fifty_six.rules import RULES
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.scoring import match_points, rule_deal, session_totals
from fairdeal.rulings.fifty_six.session import (
    Ruled,
    Session,
    SheetView,
    over,
    plain_contract,
    seat_names,
    seat_of,
    side_of,
    view_sheet,
)
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.bounds import seen_within_bounds, within_bounds
from fairdeal.rulings.frame.finding import (
    Certainty,
    Coverage,
    Finding,
    Note,
    Settled,
    Verdict,
)
from fairdeal.rulings.frame.gathered import gathered
from fairdeal.rulings.frame.set_aside import Understood, set_aside
from fairdeal.rulings.rulebooks.rulebook import FiftySixBook, Rulebook

SCORES_WRONG: Final = frozenset({"award-entry", "total-entry"})
"""Findings by which the totals on a sheet are not those of the rulebook."""

RULED_BY: Final = {
    EventKind.EXPOSED: ("card-exposed",),
    EventKind.RETRACTED: ("card-retracted",),
    EventKind.DISCLOSED: ("constraining-hand",),
    EventKind.CLAIM: ("claim-defeated", "claim-stands"),
    EventKind.SILENCE: ("missing-call",),
    EventKind.REVIEW: ("auction-review", "trick-review"),
    EventKind.SCORE_QUERY: ("score-query",),
    EventKind.CONDUCT: ("conduct",),
    EventKind.SEATS: ("seat-change",),
    EventKind.SWAP_TEAMS: ("seat-change",),
    EventKind.REDEAL: ("play-abandoned", "card-exposed", "constraining-hand", "void-trump-redeal"),
}
"""The findings that events lead to. Where a rulebook has none of them, that is said."""


def check(record: Record, book: Rulebook) -> Verdict:
    """Everything there is to say about a record, by the rules of the rulebook's family.

    Never raises for what the record says.
    """
    if isinstance(book, BridgeBook):
        return check_bridge(record, book)
    assert isinstance(book, FiftySixBook)
    return check_fifty_six(record, book)


def check_fifty_six(record: Record, book: FiftySixBook) -> Verdict:
    """Everything there is to say about a record of 56."""
    record, beyond = within_bounds(record)
    table = table_of(book, players(record, book))
    rules = tuple(rule for rule in RULES if rule.code in book.findings)
    ladder = Ladder(book)
    ruled: list[Ruled] = []
    covered: list[Coverage] = []
    notes: list[Note] = [*beyond, *notes_on_players(record, table.players)]
    possible: list[Finding] = []
    names = seat_names(record, table)
    record, settled = numbered(record, book, names)
    evidence = Pages(record, table, names)
    chances: dict[int, Chances] = {}
    every, unclear = seen_within_bounds(record.deals, table.seats)
    notes += unclear
    budget = Budget(every)
    for game, seen in enumerate(every, 1):
        assert seen is not None
        work = budget.of(game - 1)
        weighed = rule_on(
            seen, table, rules, ladder, evidence.of(game) if seen.doubts else None, work
        )
        if ladder.maybe and any(each.code in WARNED for each in weighed.findings):
            seen = see(seen.deal, game, table.seats)
            seen.doubts += ladder.doubts()
            weighed = rule_on(seen, table, rules, ladder, evidence.of(game), work)
            ladder.trial.clear()
        budget.spend(work)
        findings = tuple(ladder.climb(weighed.findings))
        each = weighed.ruled
        if seen.doubts:
            each = Ruled(weighed.replay, findings, rule_deal(weighed.replay, findings))
        elif findings:
            each = Ruled(weighed.replay, findings, weighed.ruled.verdict)
        ruled.append(each)
        if weighed.chances is not None:
            chances[game] = weighed.chances
        settled += [_settled(game, each.label, choice) for choice in weighed.settled]
        maybe = _possible(each, rules)
        possible += maybe
        covered += _coverage(each, weighed, rules, maybe)
        notes += _notes(each.replay)
    session = Session(record, book, table, tuple(ruled))
    session.chances = chances
    session.sheets = tuple(
        view_sheet(sheet, table, names, number) for number, sheet in enumerate(record.sheets, 1)
    )
    notes += set_aside(record, _understood(table, names, book))
    found = _findings(session, rules)
    notes += session.notes
    covered += _sheet_coverage(session, rules)
    totals = session_totals([each.verdict for each in ruled])
    return Verdict(
        rulebook=book.id,
        findings=tuple(gathered(found)),
        deals=tuple(each.verdict for each in ruled),
        totals=totals,
        match_points=_match_points(session, totals, found),
        coverage=tuple(covered),
        notes=tuple(notes),
        possible=tuple(gathered(possible)),
        settled=(*settled, *session.settled),
    )


def _settled(game: int, label: str | None, choice: Choice) -> Settled:
    by = tuple(place if _on_a_sheet(place) else place.in_deal(label) for place in choice.by)
    return Settled(game, choice.place, choice.text, by, choice.changed, choice.share)


def _on_a_sheet(place: Place) -> bool:
    return place.within_sheet().number("row") is not None


def rule_on(
    seen: Seen,
    table: Table,
    rules: Sequence[Rule],
    ladder: Ladder,
    evidence: Evidence | None = None,
    work: Work | None = None,
) -> Weighed:
    """A deal's findings over all its worlds, remedies and entries judged in each by itself."""

    def judge() -> Ruled:
        world = replay(seen, table)
        findings = look(world, rules)
        if findings:
            findings = ladder.copy().climb(findings)
        ruled = Ruled(world, tuple(findings), rule_deal(world, findings))
        if world.deal.result is not None or world.events:
            more = look_at_result(ruled, rules)
            if more:
                return Ruled(world, (*findings, *more), ruled.verdict)
        return ruled

    return weigh(seen, judge, evidence, work=work)


def look(world: DealReplay, rules: Sequence[Rule]) -> list[Finding]:
    """The findings of one world in its hands, auction and play."""
    bits = coverage.has(world)
    found: list[Finding] = []
    for rule in rules:
        if rule.deal is None or rule.needs & ~bits:
            continue
        if rule.signs and not rule.signs & world.signs:
            continue
        found += rule.found_in(world)
    return found


def look_at_result(ruled: Ruled, rules: Sequence[Rule]) -> list[Finding]:
    """The findings of one world in the result written under the deal."""
    bits = _bits(ruled)
    found: list[Finding] = []
    for rule in rules:
        if rule.ruled is not None and not rule.ruled_needs & ~bits:
            found += rule.ruled(ruled)
    return found


def _bits(ruled: Ruled) -> int:
    bits = coverage.has(ruled.replay)
    return bits | coverage.AWARD if ruled.verdict.award is not None else bits


def _possible(ruled: Ruled, rules: Iterable[Rule]) -> list[Finding]:
    """What the likeliest world leaves possible: nothing recorded rules it out, or shows it."""
    open_signs = signs.MAYBE_REVOKE | signs.EVENT
    if ruled.replay.hands_known() and not ruled.replay.signs & open_signs:
        return []
    bits = coverage.has(ruled.replay)
    surely = {key_of(each) for each in ruled.findings}
    found = []
    for rule in rules:
        if rule.maybe is None or rule.needs & ~bits:
            continue
        for each in rule.maybe(ruled.replay):
            if key_of(each) not in surely:
                found.append(replace(each, certainty=Certainty.POSSIBLE, probability=None))
    return found


def _coverage(
    ruled: Ruled, weighed: Weighed, rules: Iterable[Rule], possible: Sequence[Finding]
) -> list[Coverage]:
    bits = _bits(ruled)
    label, game = ruled.verdict.deal, ruled.verdict.game
    found = []
    for rule in rules:
        if rule.deal is None and rule.ruled is None and not rule.needs:
            continue
        needs = coverage.READABLE | rule.needs | rule.ruled_needs | rule.wants
        why = weighed.bounded or coverage.lacking(needs, bits)
        claim = ruled.replay.claim
        if claim is not None and claim.why and rule.code in ("claim-defeated", "claim-stands"):
            why = why or claim.why
        count = sum(each.code == rule.code for each in possible) if possible else 0
        if count:
            why = f"{why}: {count} possible" if why else f"{count} possible"
        note = why or coverage.nothing_written(needs, bits)
        found.append(coverage.covered(rule.code, label, game, note, why is None))
    return found


def _sheet_coverage(session: Session, rules: Iterable[Rule]) -> list[Coverage]:
    found = []
    for rule in rules:
        if rule.sheet is None or not session.sheets:
            continue
        columns = {column for view in session.sheets for column in view.sheet.columns}
        lacks = [group[0] for group in rule.sheet_needs if not columns & set(group)]
        why = f"the sheet has no column {lacks[0]}" if lacks else session.bounded
        found.append(coverage.covered(rule.code, None, None, why, why is None))
    return found


def _findings(session: Session, rules: Sequence[Rule]) -> list[Finding]:
    """All findings: deal by deal in the order of the record, then sheets, then the session."""
    by_game: dict[int | None, list[Finding]] = {
        each.verdict.game: list(each.findings) for each in session.ruled
    }
    rest: list[Finding] = []
    whole = [rule.session for rule in rules if rule.session is not None]

    def judge(seen: Session) -> list[Finding]:
        return [found for check_session in whole for found in check_session(seen)]

    for found in weigh_session(session, judge):
        by_game.get(found.game, rest).append(found)
    for view in session.sheets:
        on_sheet = _sheet_findings(session, view, rules)
        rest += on_sheet.findings
        session.settled += on_sheet.settled
        session.bounded = session.bounded or on_sheet.bounded
    rest = list({(key_of(each), each.message): each for each in rest}.values())
    findings: list[Finding] = []
    for game in sorted(key for key in by_game if key is not None):
        findings += sorted(by_game[game], key=_order)
    return findings + sorted(rest, key=_sheet_order)


def _sheet_findings(session: Session, view: SheetView, rules: Sequence[Rule]) -> OnSheet:
    """The findings of one sheet, over the worlds of its doubtful cells and of the doubtful logs."""
    checks = [rule.sheet for rule in rules if rule.sheet is not None]
    table, names = session.table, seat_names(session.record, session.table)

    def judge(seen: SheetView) -> list[Finding]:
        return [found for check_sheet in checks for found in check_sheet(session, seen)]

    copies = copies_of(session, names) if len(session.sheets) > 1 else []
    peers = peers_of(view, copies)
    if not session.chances and not doubtful_cells(view.sheet, peers):
        return OnSheet(judge(view), [])
    firm = firm_rows(view.sheet, session.record)
    others: dict[int, Evidence] = {}
    for other in session.sheets:
        if other is view or not session.chances:
            continue
        for index, game in firm_rows(other.sheet, session.record).items():
            more = evidence_of(other.sheet, index, table, names, other.number)
            others[game] = together([others[game], more]) if game in others else more
    return weigh_sheet(Paper(session, view, names, session.chances, firm, others, peers), judge)


def _order(finding: Finding) -> tuple[int, int, int]:
    """In the order things happen: head and hands, auction, play, result."""
    at = finding.at
    if at.call is not None:
        return (1, at.call, 0)
    if at.trick is not None:
        return (2, at.trick, at.position or 99)
    head = finding.place.parts[0].split()[0]
    return (0 if head in ("dealer", "hand", "deal") else 3, 0, 0)


def _sheet_order(finding: Finding) -> tuple[int, int]:
    return (0, finding.at.row) if finding.at.row is not None else (1, 0)


def _understood(table: Table, names: dict[str, Seat], book: FiftySixBook) -> Understood:
    def is_contract(said: Said) -> bool:
        return written_value(plain_contract(said) or said, book) is not None

    return Understood(
        lambda value: seat_of(value, table, names),
        is_contract,
        table.players,
        table.hand,
        frozenset(table.team.values()),
    )


def _notes(replay: DealReplay) -> list[Note]:
    """Liberties taken in replaying a deal."""
    notes = []
    game = replay.seen.game
    if replay.source == "open auction" and replay.contract is not None:
        number = len(replay.auction.calls)
        words = (
            "The auction is not closed in the record; the bid standing is taken as the contract."
        )
        notes.append(Note(words, game, Place.of(f"call {number}")))
    if replay.source == "record":
        words = "The auction does not tell the contract; it is taken from the result."
        notes.append(Note(words, game, Place.of("contract")))
    for event in replay.events:
        if event.kind is EventKind.CLAIM and replay.contract is None:
            words = "A claim was made, but no contract can be told, so it is not judged."
            notes.append(Note(words, game, span=event.span))
        codes = RULED_BY.get(event.kind)
        if codes and not any(code in replay.book.findings for code in codes):
            words = f'"{event.kind.value}" is noted; this rulebook has no rule about it.'
            notes.append(Note(words, game, span=event.span))
    return notes


def _match_points(
    session: Session, totals: dict[Team, int] | None, found: Sequence[Finding]
) -> dict[Team, int] | None:
    """Match points by the rulebook, only where the record says that the session is over.

    They follow from the totals written; where those are found wrong, from the logs if every row has one,
    else they are not known here.
    """
    if not over(session):
        return None
    finals = totals
    tie_break = None
    wrong = any(
        each.code in SCORES_WRONG and each.certainty is not Certainty.POSSIBLE for each in found
    )
    for view in session.sheets:
        if wrong:
            finals = finals if len(session.ruled) >= len(view.rows) else None
        else:
            finals = view.finals() or finals
        written = view.sheet.match_points
        if written is not None and written.tie_break is not None:
            tie_break = side_of(written.tie_break.value)
    return match_points(session.book, finals, tie_break) if finals is not None else None
