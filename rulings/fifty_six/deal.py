"""One reading of one deal replayed as a whole, for the rules to look at."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Final, Literal

from fairdeal.records import Card, Contract, EventKind, Said, Seat, Team, TermKind, times
from fairdeal.rulings.fifty_six.auction import (
    FiftySixAuction,
    beside_hands,
    replay_auction,
)
from fairdeal.rulings.fifty_six.book import FiftySixBook, Table, meaning_of
from fairdeal.rulings.fifty_six.claim import ClaimFact, replay_claim
from fairdeal.rulings.frame.finding import DealVerdict, Finding
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.deal import ContractSource, Replayed, signs_of_hands
from fairdeal.rulings.replay.play import PlayReplay, judged, seat_tricks
from fairdeal.rulings.replay.reading import Seen, cached
from fairdeal.rulings.replay.signs import Sign, both
from fairdeal.rulings.replay.table import Dealt, Holdings, holdings


@dataclass(frozen=True, slots=True)
class Played:
    """What the play gave: `points` where every trick can be counted, `made` where it is certain."""

    points: dict[Team, int] | None
    made: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class Entered:
    """What the sheets say of a deal in clear ink, for what its log does not tell."""

    contract: Contract | None = None
    doubling_known: bool = True
    """Whether they tell if it was doubled."""
    points: Mapping[Team, int | None] = field(default_factory=dict)
    scored: bool = False
    """Whether a score is entered, however it can be read."""
    remarks: tuple[str, ...] = ()
    """The remarks beside its rows."""


NOTHING_ENTERED: Final = Entered()


@dataclass(slots=True, eq=False)
class DealReplay(Replayed[Table, FiftySixAuction]):
    """A deal of 56 replayed. The contract's trump is the denomination of the play."""

    claim: ClaimFact | None = None
    tally: Played | None = None
    """What the play gave (`rulings.fifty_six.scoring.played`); None until it is first asked for."""
    entered: Entered = NOTHING_ENTERED

    @property
    def doubling_known(self) -> bool:
        """Whether the record tells if the contract was doubled: not every sheet has a place for it."""
        return self.contract is not self.entered.contract or self.entered.doubling_known

    @property
    def points_written(self) -> Mapping[Team, int | None]:
        """The points of both sides under the deal, else on the sheets."""
        seen = self.seen.points
        return seen if any(figure is not None for figure in seen.values()) else self.entered.points

    @property
    def remarks(self) -> tuple[str, ...]:
        return self.entered.remarks

    @property
    def book(self) -> FiftySixBook:
        return self.table.book

    def points_so_far(self) -> dict[Team, int]:
        """Card points of the tricks whose winner and cards are known."""
        taken = {"A": 0, "B": 0}
        claimed = self.claim.trick if self.claim is not None else None
        for fact in self.play.tricks:
            if claimed is not None and fact.number >= claimed:
                break
            if fact.winner is not None and fact.points is not None:
                taken[self.table.team[fact.winner]] += fact.points
        return taken


def replay(
    seen: Seen,
    table: Table,
    entered: Entered = NOTHING_ENTERED,
    ruled: Contract | None = None,
) -> DealReplay:
    """Replay one reading of a deal; what it lacks is taken from what is `entered` for it on a sheet.

    `ruled` is the contract that a committee lets stand, whatever the auction made.

    The parts that readings have in common (the auction, what was dealt, how the tricks went, a seat's
    cards compared with its hand) are worked out once for all of them (`kept`).
    """
    deal = seen.deal
    auction = _auction(seen, table)
    contract, source = _contract(seen, auction, table, entered, ruled)
    if seen.whole(table.players, table.hand):
        dealt = _dealt(seen, {}, table)
        play = _play(seen, contract, table, dealt)
    else:
        # Seats of the play do not depend on the hands, so what was played can stand in for them.
        play = _play(seen, contract, table)
        dealt = _dealt(seen, play.played, table)
    auction = cached(
        seen, lambda: ("auction", auction, dealt), lambda: beside_hands(auction, dealt, table)
    )
    play = _judged(seen, play, dealt, table)
    eventful = deal.events or deal.closing or seen.call_events or seen.play_events
    events = tuple(deal.all_events()) if eventful else ()
    done = DealReplay(
        table,
        seen,
        dealt,
        auction,
        play,
        contract,
        source,
        both(auction.faults, play.faults),
        events,
        entered=entered,
    )
    done.signs = both(
        done.signs, cached(seen, lambda: ("hands", dealt), lambda: _signs_of_hands(done))
    )
    if table.book.redeal.void_trump and void_side(done) is not None:
        done.signs |= Sign.VOID_TRUMP
    if seen.winners and any(done.wrong_winners()):
        done.signs |= Sign.WINNER
    if events:
        done.signs |= Sign.EVENT
        if contract is not None and table.book.claims:
            done.claim = replay_claim(seen, play, dealt, contract.trump, table)
    return done


def _dealt(seen: Seen, played: dict[Seat, list[Card | None]], table: Table) -> Holdings:
    """What each seat was dealt, for those whose hand is not known in full by what they played."""
    hands = seen.hands

    def key() -> Hashable:
        found: list[Hashable] = ["dealt"]
        for seat in table.seats:
            hand = hands.get(seat)
            found.append(tuple(hand) if hand is not None else None)
            if hand is None or None in hand or len(hand) < table.hand:
                found.append(tuple(played.get(seat) or ()))
        return tuple(found)

    return cached(seen, key, lambda: holdings(hands, played, table))


def _auction(seen: Seen, table: Table) -> FiftySixAuction:
    """The auction, not yet compared with the hands."""
    labels, said, dealer = seen.labels, seen.said, seen.head.dealer
    return cached(
        seen,
        lambda: ("calls", dealer, tuple(labels), tuple(said)),
        lambda: replay_auction(labels, said, seen.call_events, dealer, table),
    )


def _play(
    seen: Seen, contract: Contract | None, table: Table, dealt: Holdings | None = None
) -> PlayReplay:
    """The tricks, not yet compared with the hands."""
    dealer, trump = seen.head.dealer, contract.trump if contract is not None else None
    lead = table.first_lead[dealer] if dealer is not None and table.first_lead else None

    def key() -> Hashable:
        written = [
            (trick.missing, trick.led, trick.left, trick.columns, *trick.labels, *trick.cards)
            for trick in seen.tricks
        ]
        # Hands tell something of a trick only where it lacks a card.
        cards = [trick.cards for trick in seen.tricks]
        known = dealt if any(None in row or len(row) < table.players for row in cards) else None
        return ("play", tuple(written), tuple(seen.winners), lead, trump, known)

    return cached(
        seen, key, lambda: seat_tricks(seen.tricks, lead, trump, table, seen.winners, dealt)
    )


def _judged(seen: Seen, play: PlayReplay, dealt: Holdings, table: Table) -> PlayReplay:
    """The play compared with the hands."""
    return cached(
        seen,
        lambda: ("judged", play, dealt),
        lambda: play.faulted(_faults(seen, play, dealt, table)),
    )


def _faults(
    seen: Seen, play: PlayReplay, dealt: Holdings, table: Table
) -> list[tuple[int, int, Sign]]:
    """Seat by seat, as a doubtful card bears on its own seat's only."""
    follow = table.must_follow
    by_seat = (
        cached(seen, partial(_cards, play, seat, hand), partial(judged, play, seat, hand, follow))
        for seat, hand in dealt.items()
    )
    return [*chain.from_iterable(by_seat)]


def _cards(play: PlayReplay, seat: Seat, hand: Dealt) -> Hashable:
    """What a seat played and was dealt."""
    over = None if hand.left_over is None else tuple(hand.left_over.values())
    return ("cards", play, seat, tuple(hand.cards), hand.unknown, hand.left_off, hand.beyond, over)


def _contract(
    seen: Seen, auction: FiftySixAuction, table: Table, entered: Entered, ruled: Contract | None
) -> tuple[Contract | None, ContractSource]:
    if ruled is not None:
        return ruled, "ruled"
    made = auction.contract
    if made is not None:
        return made, "auction"
    if auction.faulty_end:
        return None, "none"
    if auction.open and not auction.unknown_end and auction.standing_contract is not None:
        if seen.tricks or seen.deal.result is not None:
            return auction.standing_contract, "open auction"
        return None, "none"
    if auction.calls and not auction.unknown_end:
        return None, "none"
    written = written_contract(seen.head.contract, seen.head.by, seen.head.doubling, table)
    if written is not None:
        return written, "record"
    # A sheet's contract shows who won the tricks. Of a deal that was not played the row may be the redeal's.
    if entered.contract is not None and seen.tricks:
        return entered.contract, "record"
    return None, "none"


def written_contract(
    said: Said | None, by: Seat | None, doubling: str | None, table: Table
) -> Contract | None:
    """A contract written on a sheet or under a deal; None where a part is missing or unclear."""
    if said is None or by is None or by not in table.after:
        return None
    worth = written_worth(said, table.book)
    return None if worth is None else Contract(worth[0], worth[1], by, times(doubling))


def written_worth(said: Said | None, book: FiftySixBook) -> tuple[int, str] | None:
    """Value and denomination of a contract as written, None where they are not both there."""
    meaning = meaning_of(said, book)
    if meaning.kind is not Kind.BID or meaning.number is None:
        return None
    no_trumps = meaning.noes and book.bids.noes == "no-trumps"
    trump = "NT" if no_trumps else meaning.trump  # noes: that of a bid that is not written here
    return (meaning.number, trump) if trump is not None else None


def agrees(said: Said, worth: tuple[int, str] | None, made: Contract) -> bool:
    """Whether a contract as written is the one made.

    Noes that keep the trump in force name none: then its value is all that is written.
    """
    if worth is None and said.has(TermKind.NOES):
        return said.number == made.value
    return worth == (made.value, made.trump)


def contract_amiss(replay: DealReplay) -> list[str]:
    """What of the contract written under a deal is not as the auction made it: `contract`, `by`, `x`."""
    made, head, result = replay.contract, replay.seen.head, replay.deal.result
    written = result.contract if result is not None else None
    if made is None or replay.source == "record" or written is None:
        return []
    said = head.contract
    unread = written.doubling is not None and head.doubling is None
    amiss = {
        "contract": said and not agrees(said, written_worth(said, replay.book), made),
        "by": head.by not in (None, made.by),
        "x": said and not unread and times(head.doubling) != made.doubled,
    }
    return [part for part, wrong in amiss.items() if wrong]


def written_value(said: Said, book: FiftySixBook) -> int | None:
    """The value alone of a contract as written, None where it does not tell one.

    A number on its own is not a bid whose meaning is clear, but it tells the value.
    """
    return said.number if said.form == "number" else meaning_of(said, book).number


def _signs_of_hands(done: DealReplay) -> Sign:
    """The signs of wrong counts, constraining hands and excess cards."""
    table, signs = done.table, signs_of_hands(done)
    for hand in done.dealt.values():
        if not hand.unknown and len(hand.cards) == table.hand and constrains(hand, table):
            signs |= Sign.CONSTRAINING
    return signs


def constrains(hand: Dealt, table: Table) -> Literal["suit", "jacks"] | None:
    """Whether a full hand is one of those that may not be played."""
    redeal = table.book.redeal
    if redeal.one_suit and table.hand in hand.counts.values():
        return "suit"
    if (
        redeal.all_jacks
        and hand.cards[0].rank == "J"
        and {each.rank for each in hand.cards} == {"J"}
    ):
        return "jacks"
    return None


def void_side(done: DealReplay) -> Team | None:
    """The defenders, where it is known that they were dealt no trump between them.

    Known by their hands, or because every trump of the pack was dealt to the declaring side.
    """
    contract = done.contract
    if contract is None or contract.trump == "NT":
        return None
    team = done.table.team
    declaring, trump = team[contract.by], contract.trump
    theirs = sum(hand.counts[trump] for seat, hand in done.dealt.items() if team[seat] == declaring)
    whole = theirs == done.table.suit_size
    for seat, hand in done.dealt.items():
        if team[seat] != declaring and (hand.counts[trump] or (not whole and not hand.void(trump))):
            return None
    return "B" if declaring == "A" else "A"


@dataclass(frozen=True, slots=True)
class Ruled:
    """A deal replayed, with what was found in it and what came of it."""

    replay: DealReplay
    findings: tuple[Finding, ...]
    verdict: DealVerdict

    @property
    def label(self) -> str | None:
        return self.verdict.deal

    @property
    def dealt_again(self) -> bool:
        """Whether the deal was dealt again: that is recorded, or it was to be and nothing was played."""
        replay = self.replay
        if replay.events and replay.event(EventKind.REDEAL):
            return True
        return self.verdict.outcome == "redeal" and not replay.played_on
