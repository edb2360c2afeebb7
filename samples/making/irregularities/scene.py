"""A deal made step by step, so that something irregular can happen at one of the steps.

The steps are the hands, the auction, the play and what is written down. Each is within the rules
unless an irregularity takes its place; after one, the rest goes on legally from what came of it.
What is then to be found is stated from the printed rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from fairdeal.records import (
    NO_TRUMPS,
    Deal,
    Event,
    EventKind,
    Record,
    Said,
    Seat,
    clear,
    other_team,
    team_of,
)
from samples.making.chance import NoChanceError, given, require
from samples.making.records.auctions import Auction, words
from samples.making.records.deals import Draft, Style, deal_hands, deal_of, record_of
from samples.making.records.table import (
    ALL_POINTS,
    HAND,
    Playing,
    Round,
    Variant,
    award_of,
    void_trump,
)

ANY: Final = "*"
"""A seat or team that the printed rules do not settle for this kind of finding."""

FORFEIT: Final = 3
"""Points beside the deal for breaking the cardinal rule (3.10)."""


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """A finding that must be there. `deal` is the deal's number, None on a sheet that names none."""

    code: str
    place: str
    deal: str | None = "1"
    seat: str | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A record with its complete set of findings, and the deal that it was made of, where what must come of
    it follows from the record."""

    record: Record
    expected: tuple[Expected, ...]
    scene: Scene | None = None


Act = Callable[[Round, Seat, list[str]], None]


@dataclass(kw_only=True)
class Scene(Draft):
    """A deal in the making, and what is to be found in it so far. `contract` and `award` are None where
    nothing may be decided.

    `undecided`: the auction leaves the contract to the committee; `contract_settled` is False where the
    documents leave open whether the contract is shown. `redeal`: the defenders hold no trump, and the deal
    is dealt again. `cardinal` are the sides that broke the cardinal rule, `penalty` the points due by what
    the record shows, by the team that gets them, `claimed_by` the side that a claim gives the remaining
    tricks to. `whole_play`: all that was played must be recorded; else the style chooses. `result` is False
    where the deal ends before a card is played.
    """

    rng: Random = field(compare=False)
    auction: Auction = field(init=False)
    playing: Playing = field(init=False)
    expected: list[Expected] = field(default_factory=list)
    undecided: bool = False
    contract_settled: bool = True
    redeal: bool = False
    cardinal: set[str] = field(default_factory=set)
    warned: set[str] = field(default_factory=set)
    penalty: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    claimed_by: str | None = None
    keep_calls: bool = False
    needs_hands: bool = False
    whole_play: bool = False
    result: bool = True

    def expect(self, code: str, place: str, seat: Seat = ANY) -> None:
        """A finding; one about something written down, which nobody at the table did, has no seat."""
        team = ANY if seat == ANY else team_of(seat)
        self.expected.append(Expected(code, place, str(self.number), seat, team))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # --- objections and penalties --------------------------------------------------------------

    def objection(self, seat: Seat, items: MutableSequence[Any]) -> bool:
        """The other side objects to what the seat did, which is noted after these items; or does not."""
        if self.chance(0.5):
            return False
        items.append(Event(EventKind.OBJECTION, team=clear(other_team(team_of(seat)))))
        return True

    def fine(self, seat: Seat) -> None:
        """Article 3.2: one warning a team, then one point to the others, each time if objected."""
        team = team_of(seat)
        if team in self.warned:
            self.penalty[other_team(team)] += 1
        self.warned.add(team)

    # --- the auction ---------------------------------------------------------------------------

    def prelude(self, least: int = 0, most: int = 9) -> Seat:
        """Let some calls be made; the seat whose turn it is then."""
        self.auction.run(self.rng, self.rng.randint(least, most))
        require(not self.auction.closed and not self.auction.raised)
        require(not least or self.auction.standing)
        return self.auction.turn

    def fault(self, seat: Seat, said: Said, code: str, *, label: bool = False) -> str:
        """A call that changes nothing is made, and found; its place."""
        place = f"call {self.auction.speak(seat, said, label=label)}"
        self.expect(code, place, seat)
        return place

    def heal(self, *, above: int = 0, own_number: bool = False) -> None:
        """After a call that changed nothing, a good bid is made before the passes could close."""
        auction = self.auction
        spare = self.variant.others - 2 - auction.passes
        require(spare >= 0)
        while spare > 0 and self.chance(0.4):
            auction.say_pass(auction.turn)
            spare -= 1
        self.good_bid(above=above, own_number=own_number)

    def good_bid(self, *, above: int = 0, own_number: bool = False, label: bool = False) -> None:
        """The seat in turn makes a legal bid other than noes, over `above` as well; the auction goes on."""
        auction = self.auction
        for _ in range(20):
            bid = given(auction.random_bid(self.rng, auction.turn, own_number=own_number))
            if bid.value > above and "noes" not in bid.said.form:
                auction.bid(auction.turn, bid, label=label)
                auction.numbered = True
                self.finish()
                return
        raise NoChanceError

    def leave(self) -> None:
        """After a call that changed nothing, only passes follow, no more than five calls in all."""
        auction = self.auction
        require(not auction.closed)
        for _ in range(self.variant.others - 1 - auction.passes):
            auction.speak(auction.turn, words("pass"))
        auction.closed = True

    def finish(self) -> None:
        self.auction.finish(self.rng)

    # --- the play ------------------------------------------------------------------------------

    def start_play(self, most: int, least: int = 0) -> Playing:
        """Let some tricks be played legally first."""
        self.playing.run(self.rng, self.rng.randint(least, most))
        self.whole_play = True
        return self.playing

    def one_of_a_trick(
        self, share: float, options: Callable[[Round, Seat], list[str]], put: Act | None = None
    ) -> Seat:
        """A trick in which one seat that has options plays one of them, in this share of the chances; who.

        `put` plays them otherwise: after it the next are named.
        """
        playing, actor = self.playing, ""
        trick = playing.open()
        for seat in playing.order:
            if not actor and (cards := options(trick, seat)) and self.chance(share):
                actor = seat
                if put is None:
                    playing.put(trick, seat, self.rng.choice(cards))
                else:
                    put(trick, seat, cards)
            else:
                playing.put_random(self.rng, trick, seat, label=bool(actor and put))
        require(actor)
        playing.close(trick)
        return actor


Step = Callable[[Scene], None]


def compose(
    rng: Random,
    variant: Variant,
    *,
    deal: Step | None = None,
    bid: Step = Scene.finish,
    play: Step = lambda scene: scene.playing.run(scene.rng),
    write: Step | None = None,
    number: int = 1,
    dealer: Seat | None = None,
    warned: Iterable[str] = (),
) -> tuple[Scene, Deal]:
    """A deal in which the given steps are irregular. Raises NoChanceError where one found no room.

    `warned` are the teams that had their warning earlier in the session.
    """
    dealer = dealer or rng.choice(variant.seats)
    scene = Scene(variant, number, dealer, deal_hands(rng, variant), rng=rng, warned=set(warned))
    if deal is not None:
        deal(scene)
    scene.auction = Auction(variant, dealer, scene.hands, scene.calls)
    bid(scene)
    contract = scene.auction.standing
    if contract is not None and variant.redeals:
        require(void_trump(variant, scene.hands, contract) == scene.redeal)
    trump = contract.trump if contract is not None else NO_TRUMPS
    scene.playing = Playing.start(variant, variant.first(dealer), scene.hands, trump)
    if scene.result:
        play(scene)
        _settle(scene)
    if write is not None:
        write(scene)
    return scene, deal_of(scene, rng, _style(scene, write is not None))


def _settle(scene: Scene) -> None:
    """Rule on the deal: what the play gave, then what the offences make of it."""
    scene.tricks = scene.playing.tricks
    whole = len(scene.playing.winners) == HAND
    contract = scene.auction.standing
    if scene.undecided or contract is None:
        return
    scene.contract = contract
    if whole or scene.claimed_by is not None:
        scene.settle(scene.playing)
    if scene.claimed_by is not None:
        # All cards not played yet are won by one side (4.10).
        taken = given(scene.points)
        taken[scene.claimed_by] += ALL_POINTS - sum(taken.values())
        scene.rule(contract, taken)
    if scene.redeal and scene.variant.redeals:
        scene.outcome, scene.award = "redeal", {"A": 0, "B": 0}
    elif len(scene.cardinal) == 1 and scene.variant.penalties:
        offender = next(iter(scene.cardinal))
        scene.award = award_of(scene.variant, contract, team_of(contract.by) != offender)
        scene.award[other_team(offender)] += FORFEIT
        if not whole and scene.claimed_by is None:
            scene.outcome = "undecided"
    elif scene.cardinal and scene.variant.penalties:
        scene.award = None
    if scene.award is not None and scene.variant.penalties:
        for team, points in scene.penalty.items():
            scene.award[team] += points
    scene.write_result()
    if not whole:
        scene.written.winners = None


def _style(scene: Scene, entries: bool) -> Style:
    """A style in which everything that the findings rest on is written down."""
    any_style = Style.random(scene.rng)
    hands = scene.needs_hands or scene.chance(0.8)
    whole = scene.whole_play or entries or not hands
    return Style(
        hands=hands,
        tricks=HAND if whole else any_style.tricks,
        contract=any_style.contract or entries,
        winners=any_style.winners or entries,
        points=any_style.points or entries,
        score=any_style.score or entries,
        # Without a contract only labels tell who led.
        labels=1.0 if scene.undecided else any_style.labels,
        all_pass=any_style.all_pass and not scene.keep_calls,
        dropped=0 if scene.keep_calls else any_style.dropped,
        sorted_hands=any_style.sorted_hands and not scene.needs_hands,
    )


def case_of(scene: Scene, deal: Deal) -> Case:
    # Only where the record holds the whole play does the outcome follow from it.
    whole = len(deal.play or ()) == HAND or (deal.play and scene.claimed_by is not None)
    return Case(
        record_of([deal], scene.variant),
        tuple(sorted(scene.expected)),
        scene if whole and deal.hands is not None else None,
    )
