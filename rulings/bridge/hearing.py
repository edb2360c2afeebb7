"""A record of bridge under one of its rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.records import EventKind, Place, Record, Said, Team, of_entries
from fairdeal.rulings.bridge.board_order import reported_once
from fairdeal.rulings.bridge.book import (
    BridgeBook,
    BridgeTable,
    bridge_table,
    build,
    make_out,
    remedy_of,
    remedy_text,
)
from fairdeal.rulings.bridge.claims import note_on
from fairdeal.rulings.bridge.contradicted import in_doubt, turned
from fairdeal.rulings.bridge.either_way import BridgeEitherWay
from fairdeal.rulings.bridge.follows import links_of
from fairdeal.rulings.bridge.in_words import FIGURES, ROWS
from fairdeal.rulings.bridge.incidents import TABLE
from fairdeal.rulings.bridge.laws.branches import Branches
from fairdeal.rulings.bridge.replay.courses import work_of
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, marked_tag, replay
from fairdeal.rulings.bridge.rules import RULE_OF, RULES
from fairdeal.rulings.bridge.rules.entries import left_open
from fairdeal.rulings.bridge.scoring.award import CLAIMS, BridgeRuled, rule_deal
from fairdeal.rulings.bridge.scoring.hand import first_state
from fairdeal.rulings.bridge.scoring.sheet_doubts import (
    SO_FAR,
    LogWays,
    SoFar,
    own_slips,
    ways_of,
    weigh_sheets,
)
from fairdeal.rulings.bridge.scoring.sheets import (
    BridgeSession,
    Rule,
    SheetSeen,
    has_score,
    is_line,
    see_sheet,
)
from fairdeal.rulings.doubt.certainty import Weighed
from fairdeal.rulings.doubt.dependence import no_surer_than_events
from fairdeal.rulings.doubt.elimination import as_recorded, with_eliminated
from fairdeal.rulings.doubt.hidden_offences import unless_hidden
from fairdeal.rulings.doubt.slip_worlds import Pen, nothing_elsewhere
from fairdeal.rulings.doubt.slips_of_lines import in_their_places
from fairdeal.rulings.doubt.weighing import OnPages, weigh
from fairdeal.rulings.doubt.work import Work, size_of
from fairdeal.rulings.frame.finding import (
    Certainty,
    Coverage,
    DealVerdict,
    Decided,
    Finding,
    Note,
    Refusal,
    Remedy,
    sum_of_awards,
)
from fairdeal.rulings.frame.follows import Links
from fairdeal.rulings.frame.hearing import Game, Hearing
from fairdeal.rulings.frame.rule import covered, who
from fairdeal.rulings.frame.set_aside import Understood
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.reading import Chosen, Seen
from fairdeal.rulings.replay.sheets import seat_names, seat_of


@dataclass(slots=True)
class Proprieties:
    """Which pairs have been warned so far."""

    book: BridgeBook
    used: dict[Team, int] = field(default_factory=dict)

    def copy(self) -> Proprieties:
        return Proprieties(self.book, dict(self.used))

    def climb(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings with the remedy of each impropriety by how many came before it."""
        points = self.book.penalties.impropriety
        if points is None or not any(each.code == "conduct" for each in findings):
            return list(findings)
        return [self._step(each, points) if each.code == "conduct" else each for each in findings]

    def _step(self, each: Finding, points: int) -> Finding:
        if each.remedy.kind != "warning":
            return each  # nobody was warned for it: whether it is an infraction is left open
        if each.team is None or each.certainty is not Certainty.ESTABLISHED:
            return each
        used = self.used.get(each.team, 0)
        self.used[each.team] = used + 1
        warned = used >= self.book.penalties.warnings
        remedy = Remedy("points", each.team, -points) if warned else Remedy("warning", each.team)
        return replace(each, remedy=remedy, remedy_text=remedy_text(remedy))


MATCH_POINTS: Final = "match-points-entry"


def sheets_covered(session: BridgeSession, rules: Iterable[Rule]) -> Iterator[Coverage]:
    """Rule by rule, whether the sheets were checked for it."""
    for rule in rules:
        if rule.sheet is None or not session.sheets or rule.code == MATCH_POINTS:
            continue
        columns = {column for view in session.sheets for column in view.sheet.columns}
        by_hand = any(not of_entries(view.sheet) for view in session.sheets)
        if not by_hand and not any({"we", "they"} & set(group) for group in rule.sheet_needs):
            continue  # of rows of a hand each, which these sheets do not have
        lacks = [group[0] for group in rule.sheet_needs if not columns & set(group)]
        why = f"the sheet has no column {lacks[0]}" if lacks else session.bounded
        yield covered(rule.code, None, None, why, why is None)
    if session.sheets:
        why = _no_match_points(session)
        yield Coverage(MATCH_POINTS, None, why is None, why, None)


def _no_match_points(session: BridgeSession) -> str | None:
    """Why match points and rankings are not judged on a sheet of bridge; None where they are."""
    if MATCH_POINTS not in session.book.findings:
        return "match points need the whole field: one record does not show them"
    written = [view for view in session.sheets if view.sheet.match_points is not None]
    if not written:
        return (
            "this rulebook gives no match points: pairs are ranked by their points in all matches, "
            "in the standings of an audit"
        )
    if any(left_open(view) for view in written):
        return "the match points or the totals of the match are not known for certain"
    return None


RULED_BY: Final = {
    EventKind.EXPOSED: ("card-exposed", "penalty-card"),
    EventKind.SILENCE: ("missing-call",),
    EventKind.CONDUCT: ("conduct",),
    EventKind.CLAIM: ("claim-defeated", "claim-stands"),
    EventKind.RETRACTED: ("penalty-card",),
    EventKind.DISCLOSED: (),
    EventKind.SCORE_QUERY: (),
    EventKind.SEATS: (),
    EventKind.SWAP_TEAMS: (),
}
"""The findings that events lead to. Where a rulebook has none of them, that is said."""


LED_TO: Final = {kind: (*RULED_BY.get(kind, ()), "award-entry") for kind in EventKind} | {
    EventKind.REVIEW: ("auction-review", "trick-review")
}
"""The same with those of a review, and what a hand scores, on which whatever happened may bear."""


class BridgeHearing(Hearing[BridgeReplay, BridgeRuled, BridgeSession, SheetSeen]):
    """A record of bridge being ruled on."""

    def __init__(
        self,
        record: Record,
        book: BridgeBook,
        refused: Sequence[Refusal] = (),
        decided: Sequence[Decided] = (),
    ) -> None:
        self.table: BridgeTable = bridge_table(book)
        super().__init__(record, book, RULES, self.table, own_slips, refused, decided)
        self.book = book
        self.proprieties = Proprieties(book)
        self.follow = book.four_hand or bool(self.record.sheets)
        self.so_far = SoFar(((first_state(record.deals, book), 1.0),))
        self.ways: list[LogWays] = []

    def remedy(self, code: str, team: Team | None) -> Remedy:
        return remedy_of(self.book, code, team)

    remedy_text = staticmethod(remedy_text)
    totals = staticmethod(sum_of_awards)

    # --- deals -------------------------------------------------------------------------------------

    def rule_on(self, seen: Seen, work: Work) -> tuple[BridgeRuled, Weighed[BridgeRuled]]:
        if self.book.four_hand and seen.game > 1:
            self.so_far = self.so_far.onto(self.record.deals[seen.game - 2], seen.deal)
        pen = Pen(
            lambda other: self._judged(other, self.so_far, {}), own_slips, nothing_elsewhere, work
        )
        refused = self.refused_in(seen)
        cited = "card-not-held" in self.cited
        other = turned(seen, self.table, pen.judge, refused) if cited else None
        seen = other.seen if other is not None else seen
        lines = in_their_places(seen, pen, self.table, self.table.hand, lambda _: True, refused)
        self.notes += lines.notes
        seen = with_eliminated(lines.seen, lambda other: self._judged(other, self.so_far, {}))
        judge, doubts = self._judge(seen), [*seen.doubts, *self.so_far.doubts()]
        work.each = work_of(judge({}).replay.auction) if doubts else 0
        weighed = weigh(doubts, judge, own_slips, work=work, size=size_of(seen))
        ruled, weighed = as_recorded(weighed, judge)
        reported, why = self.weigh_findings(
            seen,
            weighed,
            lambda other, chosen: self._judged(other, self.so_far, chosen),
            doubts,
            work,
            lines,
            others=(other.why,) if other is not None else (),
        )
        reported = in_doubt(weighed.ruled.replay, reported, why)
        reported = no_surer_than_events(reported, ruled.replay.events, LED_TO)
        if other is not None:
            reported = (
                *reported,
                self.finding(RULE_OF["card-not-held"], other.wrong, weighed.ruled.replay),
            )
        reported = self.decisions.applied(reported)
        ways: LogWays | None = None
        if doubts or reported != weighed.findings or self.decisions:
            found = [self.so_far.named(each) for each in reported]
            if self.follow and doubts:
                ways = ways_of(seen, doubts, judge, self.so_far, work)
                self.ways.append(ways)
            findings = self.decisions.applied(self.proprieties.climb(found))
            ruled = replace(rule_deal(ruled.replay, findings), findings=findings)
        elif weighed.findings:
            self.proprieties.climb(weighed.findings)
        verdict = replace(ruled.verdict, left_out=lines.left_out)
        ruled = replace(ruled, verdict=self.decisions.award(verdict))
        self.so_far = self.so_far.after(ruled, ways)
        settled = tuple(each for each in weighed.settled if each.place != SO_FAR)
        return ruled, replace(weighed, settled=settled)

    def _judge(self, seen: Seen) -> Callable[[Chosen], BridgeRuled]:
        """How to judge a deal read in one way; how the match stood before it is one of its doubts."""
        so_far = self.so_far
        return lambda chosen: self._judged(seen.reading(chosen), so_far, chosen)

    def _judged(self, seen: Seen, so_far: SoFar, chosen: Chosen) -> BridgeRuled:
        """A deal as it is read, the match before it as chosen."""
        ruled_on = self.decisions.calls(seen.game)
        world = replay(seen, self.table, so_far.state(chosen), calls_ruled=ruled_on)
        findings = self.look(world)
        if findings:
            climbed = self.proprieties.copy().climb(findings)
            findings = list(self.decisions.applied(climbed))
        ruled = rule_deal(world, findings)
        ruled = replace(ruled, verdict=self.decisions.award(ruled.verdict))
        if world.deal.result is not None or world.events:
            more = self.look_at_result(ruled, world)
            if more:
                return replace(ruled, findings=(*findings, *more))
        return ruled

    def either_way(
        self, ruled: BridgeRuled, findings: list[Finding]
    ) -> tuple[list[Finding], DealVerdict]:
        reported, verdict = BridgeEitherWay(ruled).of(findings)
        return Branches(ruled).of(reported), verdict

    def links(self, findings: Sequence[Finding]) -> Links:
        return links_of(self.session, findings)

    def reported_once(self, findings: list[Finding]) -> list[Finding]:
        return reported_once(findings, self.record.deals)

    def notes_on(self, ruled: BridgeRuled) -> list[Note]:
        world, game = ruled.replay, ruled.verdict.game
        shown = world.auction.calls or world.source != "record"
        notes = self.notes_on_contract(ruled, "result") if shown else []
        if world.swapped and world.contract is not None:
            by = who(world.contract.by)
            words = f"As the record marks, dummy and declarer changed places: {by} played the hand."
            notes.append(Note(words, game, Place.of("contract")))
        if marked_tag(world.deal, "Result") is not None:
            words = (
                "The record marks the result as another than the play gave, as for an adjusted score: "
                "neither the tricks nor the score of this board are checked."
            )
            notes.append(Note(words, game, Place.of("points")))
        for event in world.events:
            if event.kind is EventKind.CLAIM and self.cited.keys() >= CLAIMS:
                words = note_on(world, event)
                if words:
                    notes.append(Note(words, game, span=event.span))
                continue
            codes, what = RULED_BY.get(event.kind), event.kind.value
            if event.kind is EventKind.REVIEW:
                codes = (f"{event.text}-review",)
                what = f"{what} {event.text}" if event.text else what
            if codes is None or any(code in self.cited for code in codes):
                continue
            words = f'"{what}" is noted; this rulebook has no rule about it.'
            notes.append(Note(words, game, span=event.span))
        return notes

    def scored_on_sheet(self, ruled: BridgeRuled) -> bool:
        return bool(self.record.sheets) and has_score(self.record, ruled.verdict.deal)

    # --- sheets, and the record as a whole ---------------------------------------------------------

    def beyond_deals(self) -> tuple[list[Finding], Iterable[Coverage]]:
        session = BridgeSession(self.record, self.book, self.table, tuple(self.ruled))
        self.session = session
        session.sheets = tuple(see_sheet(sheet, n) for n, sheet in enumerate(self.record.sheets, 1))
        found, on_sheets = self._findings(session)
        session.bounded = on_sheets.bounded
        self.settled += on_sheets.settled
        found = unless_hidden(found, self.maybe, self.ruled, self._with_revoke)
        return found, sheets_covered(session, self.rules)

    def _findings(self, session: BridgeSession) -> tuple[list[Finding], OnPages]:
        """All findings: deal by deal in the order of the record, then sheets, then the session."""
        by_game, rest = self.by_deal(), list[Finding]()
        on_sheets = weigh_sheets(session, self.ways, self._beyond)
        for found in on_sheets.findings:
            in_log = found.at.row is None or found.code == "copies-disagree"
            (by_game.get(found.game, rest) if in_log else rest).append(found)
        rest.sort(key=lambda each: (each.at.row is None, each.at.sheet or 1, each.at.row or 0))
        return self.in_order(by_game) + rest, on_sheets

    def _with_revoke(self, revoke: Finding) -> list[Finding]:
        """What is found of scores if there was this revoke, whatever tricks went over for it."""
        deal = next(each for each in self.ruled if each.verdict.game == revoke.game)
        to, tricks = revoke.remedy.to, revoke.remedy.points
        deal = replace(deal, may_go_over={to: tricks} if to is not None else None)
        ruled = tuple(deal if each.replay is deal.replay else each for each in self.ruled)
        session = self.session.reading(ruled, self.session.sheets)
        return [*self.look_at_result(deal, deal.replay), *self._beyond(session)]

    def _beyond(self, session: BridgeSession) -> list[Finding]:
        """The findings of the record as a whole, then those of each sheet."""
        found = self.look_at_record(session)
        for view in session.sheets:
            found += self.look_at_sheet(session, view)
        return found

    def understood(self) -> Understood:
        def is_contract(said: Said) -> bool:
            words = make_out(said)
            return words.kind is Kind.BID and words.value is not None

        table = self.table
        names = seat_names(self.record, table.seats)
        return Understood(
            lambda value: seat_of(value, table.after, names),
            is_contract,
            table.players,
            table.hand,
            frozenset(table.team.values()),
            is_line,
        )


BRIDGE: Final = Game(
    name="bridge",
    title="bridge",
    sides=("NS", "EW"),
    ranked_by_match=False,
    rules=RULES,
    build=build,
    hearing=BridgeHearing,
    rows=ROWS,
    figures=FIGURES,
    at_table=TABLE,
)
