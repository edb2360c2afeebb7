"""A record under a rulebook of bridge: every deal replayed, every rule looked at, every award told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from fairdeal.records.calls import Said
from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.records.record import Record
from fairdeal.rulings.bridge import covered
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.proprieties import Proprieties
from fairdeal.rulings.bridge.quick import judge_deal
from fairdeal.rulings.bridge.replay.auction import Kind, make_out
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.bridge.replay.log_ways import SO_FAR, LogWays, SoFar, ways_of
from fairdeal.rulings.bridge.replay.slips import own_slips
from fairdeal.rulings.bridge.replay.table import BridgeTable, bridge_table
from fairdeal.rulings.bridge.rules.rule import BridgeRule
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, rule_deal, session_totals
from fairdeal.rulings.bridge.scoring.match import first_state
from fairdeal.rulings.bridge.scoring.sheet import seat_of, see_sheet
from fairdeal.rulings.bridge.scoring.sheet_doubts import OnSheets, weigh_sheets
from fairdeal.rulings.bridge.scoring.we_they import is_line
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.doubt.certainty import Judge, key_of
from fairdeal.rulings.doubt.weighing import weigh
from fairdeal.rulings.doubt.work import Budget
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.replay.seen import Seen
from fairdeal.rulings.frame.bounds import seen_within_bounds, within_bounds
from fairdeal.rulings.frame.finding import (
    Certainty,
    Coverage,
    DealVerdict,
    Finding,
    Note,
    Settled,
    Verdict,
)
from fairdeal.rulings.frame.gathered import gathered
from fairdeal.rulings.frame.set_aside import Understood, set_aside

RULED_BY: Final = {
    EventKind.EXPOSED: ("card-exposed",),
    EventKind.SILENCE: ("missing-call",),
    EventKind.CONDUCT: ("conduct",),
    EventKind.CLAIM: (),
    EventKind.RETRACTED: (),
    EventKind.DISCLOSED: (),
    EventKind.SCORE_QUERY: (),
    EventKind.SEATS: (),
    EventKind.SWAP_TEAMS: (),
}
"""The findings that events lead to. Where a rulebook has none of them, that is said."""


def check_bridge(record: Record, book: BridgeBook, quick: bool = True) -> Verdict:
    """Everything there is to say about a record of bridge. Never raises for what the record says.

    `quick` False replays in full what could be told at once to be clean: for trials, to the same end.
    """
    table = bridge_table(book)
    rules = covered.rules_of(book)
    proprieties = Proprieties(book)
    ruled: list[BridgeRuled] = []
    covers: list[Coverage] = []
    notes: list[Note] = []
    possible: list[Finding] = []
    settled: list[Settled] = []
    so_far = SoFar(((first_state(record.deals, book), 1.0),))
    ways: list[LogWays] = []
    record, beyond = within_bounds(record)
    notes += beyond
    follow = book.four_hand or bool(record.sheets)
    plain = quick and not book.four_hand and not record.sheets
    quickly: dict[int, DealVerdict] = {}
    told_at_once = [judge_deal(deal, book) if plain else None for deal in record.deals]
    every, unclear = seen_within_bounds(
        [
            None if known is not None else deal
            for deal, known in zip(record.deals, told_at_once, strict=True)
        ],
        table.seats,
    )
    notes += unclear
    budget = Budget(every)
    for game, (deal, known, seen) in enumerate(
        zip(record.deals, told_at_once, every, strict=True), 1
    ):
        if known is not None:
            quickly[game] = replace(known[0], game=game)
            covers += covered.plain(rules, known[0].deal, game, known[1])
            continue
        if book.four_hand and game > 1:
            so_far = so_far.onto(record.deals[game - 2], deal)
        assert seen is not None
        work = budget.of(game - 1)
        judge = judge_of(seen, table, rules, proprieties, so_far)
        # The worlds are weighed alike whatever the game: only findings, replay and slips are looked at.
        weighed = weigh(seen, cast("Judge", judge), None, own_slips, work)
        budget.spend(work)
        each = cast("BridgeRuled", weighed.ruled)
        told: LogWays | None = None
        if seen.doubts:
            hangs = [so_far.named(each) for each in weighed.findings]
            told = ways_of(seen, judge, deal.label, so_far, work) if follow else None
            findings = tuple(proprieties.climb(hangs))
            each = replace(rule_deal(each.replay, findings), findings=findings)
        elif weighed.findings:
            proprieties.climb(weighed.findings)
        so_far = so_far.after(each, told)
        ways += [told] if told is not None else []
        ruled.append(each)
        for one in weighed.settled:
            if one.place == SO_FAR:
                continue
            by = tuple(place.in_deal(each.label) for place in one.by)
            settled.append(Settled(game, one.place, one.text, by, one.changed, one.share))
        maybe = _possible(each, rules)
        possible += maybe
        covers += covered.of_deal(each, rules, weighed.bounded, maybe)
        notes += _notes(each.replay)
    verdicts = _in_order(ruled, quickly)
    session = BridgeSession(record, book, table, tuple(ruled))
    session.sheets = tuple(see_sheet(sheet, n) for n, sheet in enumerate(record.sheets, 1))
    notes += set_aside(record, _understood(session))
    found, on_sheets = _findings(session, ways, rules)
    session.bounded = on_sheets.bounded
    return Verdict(
        rulebook=book.id,
        findings=tuple(gathered(found)),
        deals=tuple(verdicts),
        totals=session_totals(verdicts),
        match_points=None,
        coverage=(*covers, *covered.of_sheets(session, rules)),
        notes=tuple(notes),
        possible=tuple(gathered(possible)),
        settled=(*settled, *on_sheets.settled),
    )


def _in_order(
    ruled: Sequence[BridgeRuled], quickly: Mapping[int, DealVerdict]
) -> list[DealVerdict]:
    """What came of every deal, in the order of the record."""
    found = {each.verdict.game: each.verdict for each in ruled} | dict(quickly)
    return [found[game] for game in sorted(found)]


def judge_of(
    seen: Seen,
    table: BridgeTable,
    rules: Sequence[BridgeRule],
    proprieties: Proprieties,
    so_far: SoFar,
) -> Callable[[], BridgeRuled]:
    """How to judge a deal as it stands; how the match stood before it is one of its doubts."""
    hold: dict[str, Any] = {}
    so_far.doubt_in(seen, hold)

    def judge() -> BridgeRuled:
        world = replay(seen, table, hold["state"])
        findings = look(world, rules)
        if findings:
            findings = proprieties.copy().climb(findings)
        ruled = rule_deal(world, findings)
        if world.deal.result is not None or world.events:
            more = look_at_result(ruled, rules)
            if more:
                return replace(ruled, findings=(*findings, *more))
        return ruled

    return judge


def look(world: BridgeReplay, rules: Iterable[BridgeRule]) -> list[Finding]:
    """The findings of one world in its hands, auction and play."""
    bits = covered.has(world)
    found: list[Finding] = []
    for rule in rules:
        if rule.deal is None or rule.needs & ~bits:
            continue
        if rule.signs and not rule.signs & world.signs:
            continue
        found += rule.deal(world)
    return found


def look_at_result(ruled: BridgeRuled, rules: Iterable[BridgeRule]) -> list[Finding]:
    """The findings of one world in the result written under the deal."""
    bits = covered.bits_of(ruled)
    found: list[Finding] = []
    for rule in rules:
        if rule.ruled is not None and not rule.ruled_needs & ~bits:
            found += rule.ruled(ruled)
    return found


def _possible(ruled: BridgeRuled, rules: Iterable[BridgeRule]) -> list[Finding]:
    """What the likeliest world leaves possible: nothing recorded rules it out, or shows it."""
    if ruled.replay.hands_known() and not ruled.replay.signs & signs.MAYBE_REVOKE:
        return []
    bits = covered.has(ruled.replay)
    surely = {key_of(each) for each in ruled.findings}
    return [
        replace(each, certainty=Certainty.POSSIBLE, probability=None)
        for rule in rules
        if rule.maybe is not None and not rule.needs & ~bits
        for each in rule.maybe(ruled.replay)
        if key_of(each) not in surely
    ]


def _findings(
    session: BridgeSession, ways: Sequence[LogWays], rules: Sequence[BridgeRule]
) -> tuple[list[Finding], OnSheets]:
    """All findings: deal by deal in the order of the record, then sheets, then the session."""
    by_game: dict[int | None, list[Finding]] = {
        each.verdict.game: list(each.findings) for each in session.ruled
    }
    rest: list[Finding] = []
    on_sheets = weigh_sheets(session, ways, lambda: _beyond_deals(session, rules))
    for found in on_sheets.findings:
        in_log = found.at.row is None or found.code == "copies-disagree"
        (by_game.get(found.game, rest) if in_log else rest).append(found)
    findings: list[Finding] = []
    for game in sorted(key for key in by_game if key is not None):
        findings += sorted(by_game[game], key=_order)
    rest.sort(key=lambda each: (each.at.row is None, each.at.sheet or 1, each.at.row or 0))
    return findings + rest, on_sheets


def _beyond_deals(session: BridgeSession, rules: Sequence[BridgeRule]) -> list[Finding]:
    """The findings of the record as a whole, then those of each sheet."""
    found = [each for rule in rules if rule.session for each in rule.session(session)]
    for view in session.sheets:
        found += [each for rule in rules if rule.sheet for each in rule.sheet(session, view)]
    return found


def _order(finding: Finding) -> tuple[int, int, int]:
    """In the order things happen: head and hands, auction, play, result."""
    at = finding.at
    if at.call is not None:
        return (1, at.call, 0)
    if at.trick is not None:
        return (2, at.trick, at.position or 99)
    head = finding.place.parts[0].split()[0]
    return (0 if head in ("dealer", "hand", "deal", "vulnerable") else 3, 0, 0)


def _understood(session: BridgeSession) -> Understood:
    def is_contract(said: Said) -> bool:
        words = make_out(said)
        return words.kind is Kind.BID and words.value is not None

    table = session.table
    return Understood(
        lambda value: seat_of(value, table, session.names),
        is_contract,
        table.players,
        table.hand,
        frozenset(table.team.values()),
        is_line,
    )


def _notes(replayed: BridgeReplay) -> list[Note]:
    """Liberties taken in replaying a deal."""
    notes = []
    game = replayed.seen.game
    if replayed.source == "open auction" and replayed.contract is not None:
        words = (
            "The auction is not closed in the record; the bid standing is taken as the contract."
        )
        notes.append(Note(words, game, Place.of(f"call {len(replayed.auction.calls)}")))
    if replayed.source == "record" and replayed.auction.calls:
        words = "The auction does not tell the contract; it is taken from the result."
        notes.append(Note(words, game, Place.of("contract")))
    for event in replayed.events:
        codes, what = RULED_BY.get(event.kind), event.kind.value
        if event.kind is EventKind.REVIEW:
            codes = (f"{event.text}-review",)
            what = f"{what} {event.text}" if event.text else what
        if codes is None or any(code in replayed.table.book.findings for code in codes):
            continue
        words = f'"{what}" is noted; this rulebook has no rule about it.'
        notes.append(Note(words, game, span=event.span))
    return notes
