"""A record of 56 under one of its rulebooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records import Card, EventKind, Otherwise, Record, Said, Seat, Team
from fairdeal.rulings.doubt.certainty import Chances, Evidence, Key, Weighed, key_of
from fairdeal.rulings.doubt.dependence import (
    Needed,
    needed_by_view,
    no_surer,
    no_surer_than_events,
    sure_enough,
)
from fairdeal.rulings.doubt.elimination import as_recorded, with_eliminated
from fairdeal.rulings.doubt.hidden_offences import unless_hidden
from fairdeal.rulings.doubt.slip_worlds import Pen
from fairdeal.rulings.doubt.slips_of_lines import in_their_places
from fairdeal.rulings.doubt.weighing import OnPages, weigh
from fairdeal.rulings.doubt.work import UNLIMITED, Work, size_of
from fairdeal.rulings.fifty_six.book import FiftySixBook, Table, build, table_of
from fairdeal.rulings.fifty_six.claim import ClaimFact
from fairdeal.rulings.fifty_six.deal import DealReplay, Entered, Ruled, replay, written_value
from fairdeal.rulings.fifty_six.either_way import FiftySixEitherWay
from fairdeal.rulings.fifty_six.follows import links_of
from fairdeal.rulings.fifty_six.in_words import FIGURES, ROWS
from fairdeal.rulings.fifty_six.incidents import TABLE
from fairdeal.rulings.fifty_six.players import notes_on_players, other_table, players, refusal
from fairdeal.rulings.fifty_six.remedies import WARNED, Ladder, remedy_of, remedy_text
from fairdeal.rulings.fifty_six.rules import RULES
from fairdeal.rulings.fifty_six.rules.order import notes_on_dealers
from fairdeal.rulings.fifty_six.scoring import (
    match_points,
    most_points,
    rule_deal,
    session_totals,
    went_on_to_the_end,
)
from fairdeal.rulings.fifty_six.session import (
    Rule,
    Session,
    copies_of,
    decided,
    decided_by_logs,
    over,
    sheets_covered,
)
from fairdeal.rulings.fifty_six.sheets.agreement import (
    Contradicted,
    Pages,
    Together,
    own_slips,
    view_key,
)
from fairdeal.rulings.fifty_six.sheets.numbering import as_ruled, numbered
from fairdeal.rulings.fifty_six.sheets.session_worlds import weigh_session
from fairdeal.rulings.fifty_six.sheets.sheet_worlds import (
    Paper,
    as_sure_as_read,
    doubtful_cells,
    peers_of,
    weigh_sheet,
)
from fairdeal.rulings.fifty_six.sheets.view import (
    SheetView,
    view_sheet,
)
from fairdeal.rulings.frame.finding import (
    Certainty,
    Coverage,
    DealVerdict,
    Decided,
    Finding,
    Note,
    Refusal,
    Remedy,
    Verdict,
)
from fairdeal.rulings.frame.follows import Links
from fairdeal.rulings.frame.hearing import Game, Hearing
from fairdeal.rulings.frame.set_aside import Understood
from fairdeal.rulings.replay.deal import Happening
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen, see
from fairdeal.rulings.replay.sheets import plain_contract, seat_names, seat_of
from fairdeal.rulings.replay.signs import Sign

SCORES_WRONG: Final = frozenset({"award-entry", "total-entry"})
"""Findings by which the totals on a sheet are not those of the rulebook."""


class FiftySixHearing(Hearing[DealReplay, Ruled, Session, SheetView]):
    """A record of 56 being ruled on."""

    open_signs = Sign.MAYBE_REVOKE | Sign.EVENT

    def __init__(
        self,
        record: Record,
        book: FiftySixBook,
        refused: Sequence[Refusal] = (),
        decided: Sequence[Decided] = (),
    ) -> None:
        self.table: Table = table_of(book, players(record, book))
        super().__init__(record, book, RULES, self.table, own_slips, refused, decided)
        self.book = book
        self.shown_players = other_table(record, book)
        if not self.shown_players:
            self.notes += notes_on_players(record, self.table.players, book)
        self.names = seat_names(self.record, self.table.seats)
        self.record, self.settled = numbered(self.record, book, self.names)
        self.ladder = Ladder(book)
        self.pages = Pages(self.record, self.table, self.names)
        self.at_odds = Contradicted(self.record, self.table, self.pages)
        self.chances: dict[int, Chances[Ruled]] = {}
        self.of_logs: dict[int, list[Needed]] = {}
        """The entries by which a log says what the sheets take from it, once they were asked for."""
        self.entered: dict[int, Entered] = {}
        """What the sheets say of each deal, once it was asked for."""
        self.otherwise: list[tuple[Otherwise, Ruled, Ruled]] = []
        """Other readings of what happened in a deal, how it is judged as it was read, and how with each."""
        self.last_judged: tuple[Seen, Ruled] | None = None
        """The deal judged last as it is: it is asked for again once its lines are in their places."""

    def verdict(self) -> Verdict:
        """As for any record; one of another table than the rulebook has is not judged at all."""
        if not self.shown_players:
            return super().verdict()
        note = refusal(self.shown_players, self.book)
        return Verdict(
            rulebook=self.name,
            findings=(),
            deals=tuple(
                DealVerdict(
                    deal.label,
                    game,
                    contract=None,
                    points=None,
                    outcome="unread" if deal.unread else "undecided",
                    award=None,
                    arithmetic=("Not judged: these rules are for a different number of players.",),
                )
                for game, deal in enumerate(self.record.deals, 1)
            ),
            totals=None,
            match_points=None,
            coverage=(),
            notes=(*self.notes, note),
        )

    def remedy(self, code: str, team: Team | None) -> Remedy:
        return remedy_of(self.book, code, team)

    remedy_text = staticmethod(remedy_text)
    totals = staticmethod(session_totals)

    # --- deals -------------------------------------------------------------------------------------

    def rule_on(self, seen: Seen, work: Work) -> tuple[Ruled, Weighed[Ruled]]:
        pen = Pen(lambda other: self._judge(other, {}), own_slips, self.at_odds, work)
        lines = in_their_places(
            seen,
            pen,
            self.table,
            self.table.total_points,
            lambda ruled: went_on_to_the_end(ruled.replay),
            self.refused_in(seen),
        )
        self.notes += lines.notes
        as_seen, seen = seen, with_eliminated(lines.seen, lambda other: self._judge(other, {}))
        doubts = seen.doubts
        weighed = self._weigh(seen, doubts, work)
        if self.ladder.maybe and any(each.code in WARNED for each in weighed.findings):
            doubts = [*doubts, *self.ladder.doubts()]
            weighed = self._weigh(seen, doubts, work)
        ruled, weighed = as_recorded(
            weighed, lambda chosen: self._judge(seen.reading(chosen), chosen)
        )
        evidence = self.pages.of(seen.game) if doubts else None
        reported, _ = self.weigh_findings(
            seen,
            weighed,
            self._judge,
            doubts,
            work,
            lines,
            evidence=evidence,
            elsewhere=self.at_odds,
        )
        reported = no_surer_than_events(reported, ruled.replay.events, LED_TO)
        if as_seen.deal.otherwise:
            reported = tuple(self._read_otherwise(as_seen, reported))
        noted = ruled.replay.happenings
        reported = self.decisions.applied(reported)
        findings = self.decisions.applied(self.ladder.climb(reported, noted, seen.game))
        if doubts or reported != weighed.findings or self.decisions:
            ruled = Ruled(ruled.replay, findings, rule_deal(ruled.replay, findings))
        elif findings:
            ruled = Ruled(ruled.replay, findings, ruled.verdict)
        if lines.left_out or self.decisions:
            verdict = replace(ruled.verdict, left_out=lines.left_out)
            ruled = replace(ruled, verdict=self.decisions.award(verdict))
        if weighed.chances is not None:
            self.chances[seen.game] = weighed.chances
        return ruled, weighed

    def _read_otherwise(self, seen: Seen, found: Sequence[Finding]) -> list[Finding]:
        """The findings of a deal, as it was `seen` first, beside other readings of what happened in it.

        What another reading does away with is no surer than the first; what it alone shows is added.
        """
        known, added = {key_of(each) for each in found}, list[Finding]()
        first = self._judge(seen, {})
        here = {key_of(each) for each in first.findings}
        lost: dict[Key, list[Needed]] = {}
        for other in seen.deal.otherwise:
            ruled = self._judge(see(other.deal, seen.game, self.table.seats), {})
            self.otherwise.append((other, first, ruled))
            odds = other.probability / (1.0 - other.probability)
            for key in here - {key_of(each) for each in ruled.findings}:
                lost.setdefault(key, []).append(Needed(other.place, odds))
            added += as_likely(other, ruled.findings, here, known)
        return [*(no_surer(each, lost.get(key_of(each), ())) for each in found), *added]

    def _beyond_otherwise(self, session: Session, found: Iterable[Finding]) -> list[Finding]:
        """What other readings of what happened add to what is found beyond single deals."""
        known, added = {key_of(each) for each in found}, list[Finding]()
        for other, first, ruled in self.otherwise:
            here, there = (
                self.look_at_record(self._reading(session, log)) for log in (first, ruled)
            )
            added += as_likely(other, there, {key_of(each) for each in here}, known)
        return added

    def _reading(self, session: Session, log: Ruled) -> Session:
        """The session with this log of its deal."""
        game = log.verdict.game
        logs = (log if each.verdict.game == game else each for each in session.ruled)
        return session.reading(tuple(logs), session.sheets)

    def _weigh(self, seen: Seen, doubts: Sequence[Doubt], work: Work) -> Weighed[Ruled]:
        """A deal's findings over all its worlds, remedies and entries judged in each on its own."""

        def judge(chosen: Chosen) -> Ruled:
            return self._judge(seen.reading(chosen), chosen)

        evidence = self.pages.of(seen.game) if doubts else None
        return weigh(doubts, judge, own_slips, evidence, work, size_of(seen))

    def _judge(self, seen: Seen, chosen: Chosen) -> Ruled:
        """A deal as it is read, warnings that were given in some readings only as chosen."""
        if chosen:
            return self._ruled(seen, chosen)
        if self.last_judged is None or self.last_judged[0] is not seen:
            self.last_judged = seen, self._ruled(seen, chosen)
        return self.last_judged[1]

    def _ruled(self, seen: Seen, chosen: Chosen) -> Ruled:
        if seen.game not in self.entered:
            self.entered[seen.game] = self.pages.entered(seen.game)
        world = replay(seen, self.table, self.entered[seen.game])
        findings = self.look(world)
        if findings:
            climbed = self.ladder.trial(chosen).climb(findings, world.happenings, seen.game)
            findings = list(self.decisions.applied(climbed))
        ruled = Ruled(world, tuple(findings), self.decisions.award(rule_deal(world, findings)))
        if world.deal.result is not None or world.events:
            more = self.look_at_result(ruled, world)
            if more:
                return Ruled(world, (*findings, *more), ruled.verdict)
        return ruled

    def _with_offence(self, offence: Finding) -> list[Finding] | None:
        """What is found of a deal's score if there was this offence; None where it is for the committee."""
        ruled = next(each for each in self.ruled if each.verdict.game == offence.game)
        findings = (*ruled.findings, offence)
        verdict = rule_deal(ruled.replay, findings)
        if verdict.award is None:
            return None
        log = Ruled(ruled.replay, findings, verdict)
        session = self._reading(self.session, log)
        found = [*self.look_at_result(log, log.replay), *self.look_at_record(session)]
        for view in session.sheets:
            logs = {**view.logs, verdict.game: log}
            found += self.look_at_sheet(session, replace(view, logs=logs))
        return found

    def either_way(
        self, ruled: Ruled, findings: list[Finding]
    ) -> tuple[list[Finding], DealVerdict]:
        return FiftySixEitherWay(ruled).of(findings)

    def links(self, findings: Sequence[Finding]) -> Links:
        return links_of(self.session, findings)

    def why_not(self, rule: Rule, ruled: Ruled) -> str | None:
        claim = ruled.replay.claim
        return claim.why or None if claim is not None and rule.code in CLAIMS else None

    def notes_on(self, ruled: Ruled) -> list[Note]:
        world = ruled.replay
        page = "score sheet" if world.contract is world.entered.contract else "result"
        notes = self.notes_on_contract(ruled, page)
        notes += notes_on_claims(world) if world.events and self.book.claims else []
        notes += notes_on_events(world, self.cited)
        return notes

    def scored_on_sheet(self, ruled: Ruled) -> bool:
        return ruled.replay.entered.scored

    # --- sheets, and the record as a whole ---------------------------------------------------------

    def beyond_deals(self) -> tuple[list[Finding], Iterable[Coverage]]:
        session = self.session = self._session()
        by_game, rest = self.by_deal(), list[Finding]()
        weighed = weigh_session(session, self.look_at_record)
        for found in (*weighed, *self._beyond_otherwise(session, weighed)):
            by_game.get(found.game, rest).append(found)
        for view in session.sheets:
            on_sheet = self._on_sheet(session, view)
            rest += on_sheet.findings
            session.settled += on_sheet.settled
            session.bounded = session.bounded or on_sheet.bounded
        rest = list({(key_of(each), each.message): each for each in rest}.values())
        self.notes += session.notes
        if "dealer-rotation" in self.cited:
            self.notes += notes_on_dealers(session)
        self.settled += session.settled
        in_rows = sorted(rest, key=lambda each: (each.at.row is None, each.at.row or 0))
        findings = [*self.in_order(by_game), *in_rows]
        findings = unless_hidden(findings, self.maybe, self.ruled, self._with_offence)
        return findings, sheets_covered(session, self.rules)

    def _session(self) -> Session:
        session = Session(self.record, self.book, self.table, tuple(self.ruled))
        session.chances = self.chances
        session.sheets = tuple(
            view_sheet(sheet, self.table, self.names, number)
            for number, sheet in enumerate(self.record.sheets, 1)
        )
        session.copies = copies_of(session.sheets, self.book, self.names)
        return session

    def _on_sheet(self, session: Session, view: SheetView) -> OnPages:
        """The findings of one sheet, over the worlds of its doubtful cells and of the doubtful logs."""

        def judge(seen: SheetView) -> list[Finding]:
            return self.look_at_sheet(session, seen)

        peers = peers_of(view, session.copies)
        if not session.chances and not doubtful_cells(view.sheet, peers):
            found = judge(view)
            if not found:
                return OnPages(())
            paper = Paper(session, view, self.names, {}, self.pages.firm(view.number))
            return OnPages(as_sure_as_read(found, paper, judge, self._of_log))
        firm = self.pages.firm(view.number)
        others: dict[int, Evidence[Ruled]] = {}
        for other in session.sheets:
            if other is view or not session.chances:
                continue
            for index, game in self.pages.firm(other.number).items():
                more = self.pages.row(other.number, index)
                others[game] = Together([others[game], more]) if game in others else more
        paper = Paper(session, view, self.names, session.chances, firm, others, peers)
        on_sheet = weigh_sheet(paper, judge)
        as_read = as_sure_as_read(on_sheet.findings, paper, judge, self._of_log)
        if on_sheet.bounded is None:
            as_read = tuple(map(sure_enough, as_read))
        return replace(on_sheet, findings=as_read)

    def _of_log(self, game: int) -> list[Needed]:
        """The entries by which a log says what a sheet takes from it; none of a typed one."""
        if game not in self.of_logs:
            ruled = self.ruled[game - 1]
            self.of_logs[game] = needed_by_view(
                ruled,
                self.table.seats,
                lambda other: self._judge(other, {}),
                own_slips,
                Work(UNLIMITED),
                view_key,
            )
        return self.of_logs[game]

    def understood(self) -> Understood:
        def is_contract(said: Said) -> bool:
            return written_value(plain_contract(said) or said, self.book) is not None

        table, names = self.table, self.names
        return Understood(
            lambda value: seat_of(value, table.after, names),
            is_contract,
            table.players,
            table.hand,
            frozenset(table.team.values()),
        )

    def match_points(
        self, totals: dict[Team, int] | None, found: Sequence[Finding]
    ) -> dict[Team, int] | None:
        """Match points by the rulebook, only where the record says that the session is over.

        They follow from the totals written; where those are found wrong, from the logs if every row has
        one, else they are not known here.
        """
        session = self.session
        if not over(session):
            return None
        found_by = decided_by_logs(session)
        tie_break = None
        wrong = any(
            each.code in SCORES_WRONG and each.certainty is not Certainty.POSSIBLE for each in found
        )
        for view in session.sheets:
            if wrong:
                found_by = found_by if len(session.ruled) >= len(view.rows) else None
            else:
                found_by = decided(self.book, view) or found_by
            tie_break = view.tie_break or tie_break
        if found_by is None:
            return None
        finals, ahead = found_by
        return match_points(self.book, finals, tie_break or ahead)


# --- notes on what happened ------------------------------------------------------------------------


CLAIMS: Final = ("claim-defeated", "claim-stands")

RULED_BY: Final = {
    EventKind.EXPOSED: ("card-exposed",),
    EventKind.RETRACTED: ("card-retracted",),
    EventKind.DISCLOSED: ("constraining-hand",),
    EventKind.CLAIM: CLAIMS,
    EventKind.SILENCE: ("missing-call",),
    EventKind.REVIEW: ("auction-review", "trick-review"),
    EventKind.SCORE_QUERY: ("score-query",),
    EventKind.CONDUCT: ("conduct",),
    EventKind.SEATS: ("seat-change",),
    EventKind.SWAP_TEAMS: ("seat-change",),
    EventKind.REDEAL: ("play-abandoned", "card-exposed", "constraining-hand", "void-trump-redeal"),
}
"""The findings that events lead to. Where a rulebook has none of them, that is said."""


BORNE_ON: Final = {EventKind.SILENCE: ("call-out-of-turn",)}
"""Findings that an event may do away with: whoever called next was not out of turn."""

SCORED: Final = ("award-entry", "penalty-entry")
"""Findings about what a deal scores, on which whatever happened in it may bear."""

LED_TO: Final = {
    kind: (*RULED_BY.get(kind, ()), *BORNE_ON.get(kind, ()), *SCORED) for kind in EventKind
}


def as_likely(
    other: Otherwise, there: Iterable[Finding], here: Collection[Key], known: set[Key]
) -> Iterator[Finding]:
    """The findings that are `there`, with another reading, and not `here`, no likelier than that reading.

    Those that are `known` are left out; the others are known from here on.
    """
    for each in there:
        key = key_of(each)
        if key not in here and key not in known:
            known.add(key)
            yield replace(
                each,
                certainty=Certainty.DEPENDS,
                probability=min(other.probability, each.probability or 1.0),
                depends_on=(*each.depends_on, other.place),
            )


def notes_on_events(world: DealReplay, cited: Collection[str]) -> Iterator[Note]:
    """The events of a deal that nothing is made of; `cited` are the rules that the rulebook has."""
    game = world.seen.game
    for each in world.happenings:
        if each.among:
            yield Note(_which(each), game, span=each.event.span, severity="warning")
    for event in world.events:
        if event.kind is EventKind.CLAIM and world.contract is None:
            words = "A claim was made, but the contract is not known, so the claim is not judged."
            yield Note(words, game, span=event.span)
        codes = RULED_BY.get(event.kind)
        if codes and not any(code in cited for code in codes):
            words = f'"{event.kind.value}" is noted; this rulebook has no rule about it.'
            yield Note(words, game, span=event.span)


def _which(happening: Happening) -> str:
    """The question which act an objection or a warning is about."""
    event = happening.event
    team = event.team.value if event.team is not None else None
    did = "team {} objected to" if event.kind is EventKind.OBJECTION else "team {} was warned for"
    acts = [", ".join(place.parts) for place in happening.among]
    return (
        f"It is not clear which act {did.format(team)}: {', '.join(acts[:-1])} or {acts[-1]}. "
        f"Write it, for example: ! {event.kind.value} {team} @ {happening.among[0]}"
    )


# --- notes on claims -------------------------------------------------------------------------------


def notes_on_claims(world: DealReplay) -> list[Note]:
    """Cards of a claim that its seat had not left, and two cards exposed that may have been a claim."""
    claim = world.claim
    return list(_not_left(world, claim) if claim is not None else _exposed(world))


def _not_left(world: DealReplay, claim: ClaimFact) -> Iterator[Note]:
    hand = world.dealt.get(claim.seat)
    played = Counter(_played_before(world, claim))
    left = None if hand is None or hand.unknown else Counter(hand.cards) - played
    for entry in claim.event.cards:
        card = entry.value
        if card is None or left is None or left[card]:
            continue
        what = "had played already" if played[card] else "does not hold"
        words = (
            f"The claim of seat {claim.seat} names the {card.name}, which it {what}; the claim is "
            "judged by the cards that were left."
        )
        yield Note(words, world.seen.game, span=claim.event.span, severity="warning")


def _played_before(world: DealReplay, claim: ClaimFact) -> Iterator[Card]:
    for fact in world.play.tricks:
        count = claim.index if fact.number == claim.trick else len(fact.cards)
        if fact.number > claim.trick:
            return
        for seat, card in list(zip(fact.seats, fact.cards, strict=True))[:count]:
            if seat == claim.seat and card is not None:
                yield card


def _exposed(world: DealReplay) -> Iterator[Note]:
    """Two cards or more that a seat laid down during the play, with no claim recorded."""
    exposed: Counter[Seat] = Counter()
    for trick in world.seen.tricks:
        for _, event in trick.events:
            if event.kind is EventKind.EXPOSED and event.seat is not None and event.seat.value:
                exposed[event.seat.value] += len(event.cards)
    for seat, count in exposed.items():
        if count > 1:
            words = (
                f"Seat {seat} exposed {count} cards during the play. By 4.10 two cards laid down claim "
                "all tricks that remain; no claim is recorded, so none is judged."
            )
            yield Note(words, world.seen.game)


# --- the game --------------------------------------------------------------------------------------


FIFTY_SIX: Final = Game(
    name="fifty-six",
    title="56",
    sides=("A", "B"),
    ranked_by_match=True,
    rules=RULES,
    build=build,
    hearing=FiftySixHearing,
    rows=ROWS,
    figures=FIGURES,
    as_ruled=as_ruled,
    match_points=match_points,
    most_points=most_points,
    at_table=TABLE,
)
