"""One record under one rulebook, from its deals to the verdict, in any game.

The loop is here: deals replayed in all their readings, every rule asked, notes collected, findings
completed with what the rulebook gives and put in order. What a game does its own way is abstract; a `Game`
says how its rulebooks are read, and how its records are ruled on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar, Final, Generic, TypeVar

from fairdeal.records import Place, Record, Team, in_groups
from fairdeal.rulings.doubt.certainty import (
    DealJudged,
    Evidence,
    Own,
    Scales,
    Weighed,
    key_of,
)
from fairdeal.rulings.doubt.dependence import as_sure_as_read, turning
from fairdeal.rulings.doubt.slip_worlds import MOST_TOLD, beside_slips, nothing_elsewhere
from fairdeal.rulings.doubt.slips_of_lines import Lines
from fairdeal.rulings.doubt.work import Budget, Work, size_of
from fairdeal.rulings.frame.finding import (
    At,
    Certainty,
    Coverage,
    DealVerdict,
    Decided,
    Decisions,
    Explanation,
    Finding,
    Note,
    Refusal,
    Remedy,
    Settled,
    Verdict,
)
from fairdeal.rulings.frame.follows import Links, folded, gathered
from fairdeal.rulings.frame.incident import AtTable
from fairdeal.rulings.frame.own import added, notes_on
from fairdeal.rulings.frame.rule import (
    Draft,
    Drafted,
    Rule,
    RuleSet,
    Shared,
    lacking,
    nothing_written,
    rules_under,
)
from fairdeal.rulings.frame.set_aside import (
    Understood,
    seen_within_bounds,
    set_aside,
    within_bounds,
)
from fairdeal.rulings.replay.deal import AnyReplay
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen, cached
from fairdeal.rulings.replay.signs import Has, Sign, both
from fairdeal.rulings.replay.table import Seating
from fairdeal.rulings.rulebooks.files import File, located, source
from fairdeal.rulings.rulebooks.rulebook import B, InWords, Rulebook, Topic

R = TypeVar("R", bound=AnyReplay)
J = TypeVar("J", bound=DealJudged)
S = TypeVar("S")
V = TypeVar("V")

LEAST_SHOWN: Final = 5e-7
"""A finding no likelier than this, 0 if it is printed, is not shown; what a slip of the pen explains has
more. Of 451 with less than 1 in 10,000, on 846 pages of hands never seen, none was true."""

_SCORED: Final = Has.WRITTEN_SCORE | Has.WRITTEN_PENALTY
_HEAD: Final = ("dealer", "hand", "deal", "vulnerable")


class Hearing(ABC, Generic[R, J, S, V]):
    """A record being ruled on. `verdict` may be asked for once."""

    open_signs: ClassVar[Sign] = Sign.MAYBE_REVOKE
    """Where every hand is known, only these leave something possible in a deal."""

    def __init__(
        self,
        record: Record,
        book: Rulebook,
        rules: tuple[Rule[R, J, S, V], ...],
        seating: Seating,
        own_slips: Own[J],
        refused: Sequence[Refusal] = (),
        decided: Sequence[Decided] = (),
    ) -> None:
        self.record, beyond = within_bounds(record)
        self.seating = seating
        self.own_slips = own_slips
        self.own = added(book.game, rules)
        self.rules: RuleSet[R, J, S, V] = rules_under(rules + self.own.rules, book)
        self.cited = book.findings
        self.shown = book.shown
        self.name = book.id
        self.ruled: list[J] = []
        self.notes: list[Note] = [*beyond]
        self.settled: list[Settled] = []
        self.explanations: list[Explanation] = []
        self.refused = refused
        self.decisions = Decisions(decided, self.remedy_text)
        self.turning: list[tuple[int, Place]] = []
        self.maybe: list[Finding] = []
        """What is possible in the deals: nothing recorded rules it out, or shows it."""

    # --- what a game does its own way --------------------------------------------------------------

    @abstractmethod
    def remedy(self, code: str, team: Team | None) -> Remedy:
        """What the rulebook names for an offence by `team`; the committee where it names nothing."""

    @staticmethod
    @abstractmethod
    def remedy_text(remedy: Remedy) -> str:
        """A remedy in plain words."""

    @abstractmethod
    def rule_on(self, seen: Seen, work: Work) -> tuple[J, Weighed[J]]:
        """A deal over all its worlds: as it is shown, and how it was weighed."""

    @abstractmethod
    def notes_on(self, ruled: J) -> list[Note]:
        """Liberties taken in replaying a deal."""

    @abstractmethod
    def beyond_deals(self) -> tuple[list[Finding], Iterable[Coverage]]:
        """All findings, sheets and the record as a whole looked at too, in order; and their coverage."""

    @staticmethod
    @abstractmethod
    def totals(deals: Sequence[DealVerdict]) -> dict[Team, int] | None: ...

    @abstractmethod
    def understood(self) -> Understood:
        """What the game makes of words that are entered."""

    def match_points(
        self, totals: dict[Team, int] | None, found: Sequence[Finding]
    ) -> dict[Team, int] | None:
        """Match points, where the record tells them."""
        return None

    @abstractmethod
    def either_way(self, ruled: J, findings: list[Finding]) -> tuple[list[Finding], DealVerdict]:
        """The findings of a deal with the scores that they lead to, and what came of it."""

    def reported_once(self, findings: list[Finding]) -> list[Finding]:
        """The findings, those that one pattern through the whole record explains told once."""
        return findings

    @abstractmethod
    def scored_on_sheet(self, ruled: J) -> bool: ...

    @abstractmethod
    def links(self, findings: Sequence[Finding]) -> Links:
        """The wrong entries that follow from others."""

    def why_not(self, rule: Rule[R, J, S, V], ruled: J) -> str | None:
        """What beside the record's gaps keeps a deal from being checked for a rule."""
        return None

    # --- the loop ----------------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        """Everything there is to say about the record. Never raises for what it says."""
        deals: list[DealVerdict] = []
        covered: list[Coverage] = []
        every, unclear = seen_within_bounds(self.record.deals, self.seating.seats)
        self.notes += unclear
        budget = Budget(every)
        for place, seen in enumerate(every):
            work = budget.of(place)
            ruled, weighed = self.rule_on(seen, work)
            budget.spend(work)
            self.ruled.append(ruled)
            deals.append(ruled.verdict)
            self.settled += [_settled(ruled, choice) for choice in weighed.settled]
            maybe = self.possible(ruled)
            self.maybe += maybe
            covered += self.covered(ruled, weighed.bounded, maybe)
            self.notes += self.notes_on(ruled)
        self.notes += set_aside(self.record, self.understood())
        found, covered_beyond = self.beyond_deals()
        found, deals = self._both_ways(gathered(self.decisions.applied(found)), deals)
        totals = self.totals(deals)
        told = self.decisions.left(self.reported_once([each for each in found if _can_be(each)]))
        self.notes += notes_on(self.own)
        return Verdict(
            rulebook=self.name,
            findings=tuple(folded(told, self.links(told)) if told else told),
            deals=tuple(deals),
            totals=totals,
            match_points=self.match_points(totals, found),
            coverage=(*covered, *covered_beyond),
            notes=tuple(self.notes),
            possible=tuple(gathered(self.maybe)),
            settled=tuple(self.settled),
            turning=tuple(dict.fromkeys(self.turning)),
            explanations=tuple(self.explanations),
        )

    def _both_ways(
        self, found: list[Finding], deals: list[DealVerdict]
    ) -> tuple[list[Finding], list[DealVerdict]]:
        """Findings and deals with the scores that they lead to, also where the committee has to choose."""
        by_game = in_groups((each.game, at) for at, each in enumerate(found))
        rulings = {
            ruled.verdict.game: ruled for ruled in self.ruled if ruled.verdict.game in by_game
        }
        for place, deal in enumerate(deals):
            if deal.game in rulings:
                own = by_game[deal.game]
                told, deals[place] = self.either_way(rulings[deal.game], [found[at] for at in own])
                for at, each in zip(own, told, strict=True):
                    found[at] = each
        return found, deals

    def weigh_findings(
        self,
        seen: Seen,
        weighed: Weighed[J],
        judge: Callable[[Seen, Chosen], J],
        doubts: Sequence[Doubt],
        work: Work,
        lines: Lines,
        others: Sequence[Explanation] = (),
        evidence: Evidence[J] | None = None,
        elsewhere: Callable[[J], int] = nothing_elsewhere,
    ) -> tuple[tuple[Finding, ...], tuple[Explanation, ...]]:
        """The findings of a deal as sure as slips of the pen, nearly sure entries and the places of its
        lines leave them, and the slips that explain some, `others` before them.

        The likeliest explanations, and the entries on which the outcome depends, are kept for the verdict.
        """
        findings, why, likeliest = beside_slips(
            weighed,
            judge,
            self.own_slips,
            work,
            seen,
            doubts,
            evidence,
            elsewhere,
            self.refused_in(seen),
        )
        explained = (*others, *why)
        likely = sorted((*lines.explanations, *explained), key=lambda each: -each.share)
        self.explanations += likely[:MOST_TOLD]
        findings = as_sure_as_read(
            findings,
            [weighed.ruled] if likeliest is weighed.ruled else [weighed.ruled, likeliest],
            self.seating.seats,
            lambda other: judge(other, weighed.chosen),
            self.own_slips,
            work,
            exact=weighed.bounded is None,
        )
        if seen.doubts:
            scales = Scales(
                lambda other: judge(seen.reading(other), other), self.own_slips, evidence
            )
            places = turning(seen.doubts, weighed.chosen, scales, work, size_of(seen))
            self.turning += [(seen.game, place) for place in places]
        return lines.found(findings), explained

    def notes_on_contract(self, ruled: J, page: str) -> list[Note]:
        """A note where the auction does not show the contract in full. `page`: what it is taken from then."""
        world, game = ruled.replay, ruled.verdict.game
        if world.source == "open auction" and world.contract is not None:
            words = "The record does not show how the auction ended; the last valid bid is used."
            return [Note(words, game, Place.of(f"call {len(world.auction.calls)}"))]
        if world.source == "record":
            words = f"The auction does not show the contract; it is taken from the {page}."
            return [Note(words, game, Place.of("contract"))]
        return []

    # --- asking the rules --------------------------------------------------------------------------

    def look(self, world: R) -> list[Finding]:
        """The findings of one world in its hands, auction and play."""
        found = [
            each
            for rule in self.rules.of_deal(world.has, world.signs)
            for each in self._in_deal(rule, world)
        ]
        return self.decisions.left(found) if found else found

    def _in_deal(self, rule: Rule[R, J, S, V], world: R) -> list[Finding]:
        """What a rule finds; of worlds that have the auction or the play in common, once.

        Events are looked at by every finding that somebody may have objected to.
        """
        if rule.within is None or world.events:
            return self._ask(rule, world)
        part = world.auction if rule.within == "auction" else world.play
        return cached(world.seen, lambda: (rule.code, part), partial(self._ask, rule, world))

    def _ask(self, rule: Rule[R, J, S, V], world: R) -> list[Finding]:
        drafts = rule.deal(world) if rule.deal is not None else ()
        return [self.finding(rule, draft, world) for draft in drafts]

    def look_at_result(self, ruled: J, world: R) -> list[Finding]:
        """The findings of one world in the result written under the deal."""
        found = [
            self.finding(rule, draft, world)
            for rule in self.rules.of_result(self.has(ruled))
            if rule.ruled is not None
            for draft in rule.ruled(ruled)
        ]
        return self.decisions.left(found)

    def look_at_record(self, session: S) -> list[Finding]:
        """The findings of the record as a whole."""
        found = [
            self.finding(rule, draft)
            for rule in self.rules
            if rule.session is not None
            for draft in rule.session(session)
        ]
        return self.decisions.left(found)

    def look_at_sheet(self, session: S, view: V) -> list[Finding]:
        """The findings of a score sheet."""
        found = [
            self.finding(rule, draft)
            for rule in self.rules
            if rule.sheet is not None
            for draft in rule.sheet(session, view)
        ]
        return self.decisions.left(found)

    def possible(self, ruled: J) -> list[Finding]:
        """What the likeliest world leaves possible: nothing recorded rules it out, or shows it."""
        world: R = ruled.replay
        if world.hands_known() and not (world.signs and world.signs & self.open_signs):
            return []
        surely = {key_of(each) for each in ruled.findings}
        found = [
            self.finding(rule, draft, world)
            for rule in self.rules
            if rule.maybe is not None and not rule.needs & ~world.has
            for draft in rule.maybe(world)
        ]
        return [
            replace(each, certainty=Certainty.POSSIBLE, probability=None)
            for each in found
            if key_of(each) not in surely
        ]

    def refused_in(self, seen: Seen) -> list[Refusal]:
        """The slips of the pen that a person refused in a deal."""
        if not self.refused:
            return []
        label = seen.deal.label
        alone = label is not None and sum(each.label == label for each in self.record.deals) == 1
        return [
            each
            for each in self.refused
            if each.deal == label and (alone or each.game == seen.game)
        ]

    # --- findings and coverage ---------------------------------------------------------------------

    def finding(self, rule: Rule[R, J, S, V], drafted: Drafted, world: R | None = None) -> Finding:
        """A finding with what the rulebook gives: article, remedy, whether it needs an objection."""
        if not isinstance(drafted, Shared):
            return self._completed(rule, drafted, drafted.of or world)
        if world is None or world.events:
            # Events show whether somebody objected, and so nothing is kept.
            return self._completed(rule, drafted.build(world, *drafted.facts), world)
        key = (drafted.build, *drafted.facts)
        found: Finding | None = world.seen.found.get(key)
        if found is None:
            draft = drafted.build(world, *drafted.facts)
            found = world.seen.found[key] = self._completed(rule, draft, world)
        return found

    def _completed(self, rule: Rule[R, J, S, V], draft: Draft, world: AnyReplay | None) -> Finding:
        given, seat, team = self.cited[rule.code], draft.seat, draft.team
        if team is None and seat is not None and not draft.seat_only:
            team = self.seating.team.get(seat)
        remedy = draft.remedy or self.remedy(rule.code, team)
        severity = draft.severity or rule.severity
        needs_objection = given.objection and severity == "offence"
        objected = None
        if needs_objection:
            objected = world is not None and world.objected(draft.place, team)
        article = draft.article if draft.article in given.articles else given.article
        return Finding(
            code=rule.code,
            severity=severity,
            article=self.cited[draft.article_of].article if draft.article_of else article,
            place=draft.place,
            message=draft.message,
            remedy=remedy,
            remedy_text=self.remedy_text(remedy),
            deal=world.deal.label if world is not None else draft.deal,
            game=world.seen.game if world is not None else draft.game,
            at=draft.at if draft.at is not None else At(seat=seat),
            seat=seat,
            team=team,
            certainty=draft.certainty,
            probability=draft.probability,
            depends_on=draft.depends_on,
            related=draft.related,
            needs_objection=needs_objection,
            objected=objected,
            setting=self.shown(draft.setting) if draft.setting else None,
            span=draft.span,
            due=draft.due,
            count=draft.count,
        )

    def has(self, ruled: J) -> Has:
        """What the record has of a deal, its award and its score on a sheet told as well."""
        found: Has = ruled.replay.has
        found = both(found, Has.AWARD) if ruled.verdict.award is not None else found
        return both(found, _SCORED) if self.scored_on_sheet(ruled) else found

    def covered(
        self, ruled: J, bounded: str | None, possible: Sequence[Finding]
    ) -> tuple[Coverage, ...]:
        """Rule by rule, whether a deal was checked for it, and why not."""
        label, game = ruled.verdict.deal, ruled.verdict.game
        if bounded is None and not possible and not ruled.replay.events:
            return self.rules.covered(label, game, self.has(ruled))
        found, has = [], self.has(ruled)
        for rule in self.rules:
            if not rule.of_deals:
                continue
            why = bounded or lacking(rule.needed, has) or self.why_not(rule, ruled)
            count = sum(each.code == rule.code for each in possible)
            if count:
                why = f"{why}: {count} possible" if why else f"{count} possible"
            note = why or nothing_written(rule.needed, has)
            found.append(Coverage(rule.code, label, why is None, note, game))
        return tuple(found)

    def by_deal(self) -> dict[int | None, list[Finding]]:
        """The findings of every deal by its number in the record, to be added to."""
        return {each.verdict.game: list(each.findings) for each in self.ruled}

    def in_order(self, by_deal: Mapping[int | None, Iterable[Finding]]) -> list[Finding]:
        """The findings of all deals, deal by deal in the order in which things happen."""
        games = sorted(game for game in by_deal if game is not None)
        return [each for game in games for each in sorted(by_deal[game], key=_order)]


def _can_be(finding: Finding) -> bool:
    share = 1.0 if finding.probability is None else finding.probability
    return finding.certainty is not Certainty.DEPENDS or share > LEAST_SHOWN


def _settled(ruled: DealJudged, choice: Settled) -> Settled:
    label, game = ruled.verdict.deal, ruled.verdict.game
    on_sheet = {place for place in choice.by if place.within_sheet().number("row") is not None}
    by = tuple(place if place in on_sheet else place.in_deal(label) for place in choice.by)
    return replace(choice, game=game, by=by)


def _order(finding: Finding) -> tuple[int, int, int]:
    """In the order things happen: head and hands, auction, play, result."""
    at = finding.at
    if at.call is not None:
        return (1, at.call, 0)
    if at.trick is not None:
        return (2, at.trick, at.position or 99)
    head = finding.place.parts[0].split()[0]
    return (0 if head in _HEAD else 3, 0, 0)


# --- the game --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[B]):
    """A game that a rulebook names (its key ``game``), with all that depends on which one it is.

    `build` makes a rulebook of a file's tables. `hearing` rules on a record, slips of the pen left out that
    a person refused, and as a committee decided on findings. `rows` are what a rulebook says, row by
    row; `figures` has words for each key of its file. `as_ruled` is a record with its logs numbered as the
    rulings take them. `match_points` are those that totals of a match give, None where the game or the
    rulebook has none. `most_points` are the most that one deal brings by the rulebook's table, None where
    it sets no limit. `at_table` are the incidents that a person may ask about without a record.
    """

    name: str
    title: str
    sides: tuple[Team, Team]
    """The two sides of a match, in the order in which reports name them."""
    ranked_by_match: bool
    """Whether matches bring match points; else the totals of all matches count."""
    rules: tuple[Rule[Any, Any, Any, Any], ...]
    build: Callable[[Mapping[str, Any], str, Collection[str]], B]
    hearing: Callable[
        [Record, B, Sequence[Refusal], Sequence[Decided]], Hearing[Any, Any, Any, Any]
    ]
    rows: Sequence[Topic[B]]
    figures: Mapping[str, str]
    at_table: AtTable
    as_ruled: Callable[[Record, B], Record] = lambda record, book: record
    match_points: Callable[[B, dict[Team, int], Team | None], dict[Team, int] | None] = (
        lambda book, totals, tie_break: None
    )
    most_points: Callable[[B], int | None] = lambda book: None

    def check(
        self,
        record: Record,
        book: B,
        refused: Sequence[Refusal] = (),
        decided: Sequence[Decided] = (),
    ) -> Verdict:
        """Everything there is to say about a record of this game."""
        return self.hearing(record, book, refused, decided).verdict()

    def in_words(self, book: B) -> list[InWords]:
        """What a rulebook says, row by row."""
        return [row.said(book) for row in self.rows]

    def load(self, id_or_path: str) -> B:
        """A rulebook of this game by its id, or by its file's path.

        Raises RulebookError where there is none, it has a mistake, or it is of another game.
        """
        return self.built(located(id_or_path))

    def built(self, files: tuple[File, ...]) -> B:
        """The rulebook of a file and those of its bases, the file itself first."""
        book: B = _built(self, files)
        return book


@lru_cache(maxsize=64)
def _built(game: Game[Any], files: tuple[File, ...]) -> Any:
    read = source(files)
    with read.placing():
        codes = frozenset(rule.code for rule in game.rules)
        book = read.finished(game.build(read.tables, read.file, codes), game.figures)
    own = added(game.name, game.rules)
    if not own.rules:
        return book
    findings, articles = {**book.findings, **own.findings}, {**book.articles, **own.articles}
    return replace(book, findings=findings, articles=articles)
