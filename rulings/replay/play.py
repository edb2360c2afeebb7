"""The play replayed: who played what in which turn, who won each trick, and the hands beside it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from fairdeal.records import Card, Deal, EventKind, Place, Seat, Span, Standing
from fairdeal.rulings.frame.finding import MOST_RELATED, Related, few
from fairdeal.rulings.replay.reading import Seen, SeenTrick
from fairdeal.rulings.replay.signs import NO_SIGN, Sign
from fairdeal.rulings.replay.table import Dealt, Holdings, Seating


@dataclass(slots=True)
class TrickFact:
    """One trick as it was played.

    `seats` and `cards` stand in the order played; None is not known. `leader` is who should have
    led, None where that is not known. `winner` and `points` are None where they are not known.
    `full`: every seat's card stands in it, once. `faults` has the bits of each card.
    """

    number: int
    leader: Seat | None
    seats: tuple[Seat | None, ...]
    cards: list[Card | None]
    winner: Seat | None = None
    points: int | None = None
    full: bool = False
    unordered: bool = False
    """Each card's seat is known, and not who led: nobody can be said to have failed to follow."""
    missing: int = 0
    """Lines of the play left out just before it (`SeenTrick.missing`)."""
    left: tuple[tuple[Seat, Card], ...] = ()
    faults: dict[int, Sign] = field(default_factory=dict)

    def copy(self) -> TrickFact:
        """The same trick, with faults of its own (`dataclasses.replace` takes four times as long)."""
        return TrickFact(
            self.number,
            self.leader,
            self.seats,
            self.cards,
            self.winner,
            self.points,
            self.full,
            self.unordered,
            self.missing,
            self.left,
            dict(self.faults),
        )


Judged = Sequence[tuple[int, int, Sign]]
"""Faults of cards: which of the tricks from 0, which of its cards, and the bits."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card that a seat still held: where it was played later (trick and index), or where it lay.

    `after` is the trick after which it was seen in the hand (`! held`), None where nobody wrote that down;
    `index` is then its place in the row of the hand."""

    card: Card
    trick: int | None = None
    index: int | None = None
    after: int | None = None


MOST_LATER: Final = 64
"""Cards of a suit that a seat played later that are looked at: five hands of bridge have no more."""


_Line = tuple[int, TrickFact, str | None]


def _stands(held: Held) -> tuple[int, int]:
    return (held.trick or 0, held.index or 0)


def _by_suit(tricks: Sequence[TrickFact]) -> dict[tuple[Seat | None, str], list[Held]]:
    """The cards that each seat played of each suit, by trick and place."""
    found: dict[tuple[Seat | None, str], list[Held]] = {}
    for fact in tricks:
        for place, (seat, card) in enumerate(zip(fact.seats, fact.cards, strict=True)):
            if card is not None:
                found.setdefault((seat, card.suit), []).append(Held(card, fact.number, place))
    for cards in found.values():
        cards.sort(key=_stands)
    return found


@dataclass(slots=True, eq=False)
class PlayReplay:
    """The whole play. `complete`: all tricks are there and full."""

    tricks: list[TrickFact]
    complete: bool
    faults: Sign
    played: dict[Seat, list[Card | None]]
    held_after: int = 0
    """The last trick after which the hands written were still held (`! held`); 0 where none was."""
    by_suit: dict[tuple[Seat | None, str], list[Held]] | None = None
    """The cards that each seat played of each suit, once that was asked for."""
    lines: list[_Line] | None = None
    """What every seat's cards are judged by, likewise."""

    def faulted(self, faults: Judged) -> PlayReplay:
        """The same play with more signs raised, as a new object though there be none.

        What is kept of a play compared with some hands goes by which object it is.
        """
        done = PlayReplay(
            list(self.tricks), self.complete, self.faults, self.played, self.held_after
        )
        for number, index, bits in faults:
            fact = done.tricks[number]
            if fact is self.tricks[number]:
                fact = done.tricks[number] = fact.copy()
            fact.faults[index] = fact.faults.get(index, NO_SIGN) | bits
            done.faults |= bits
        return done

    def with_fault(self, fault: Sign) -> Iterator[tuple[TrickFact, int]]:
        """The cards played with such a fault, in the order played."""
        for fact in self.tricks:
            for index, bits in sorted(fact.faults.items()):
                if bits & fault:
                    yield fact, index

    def judged_by(self) -> list[_Line]:
        """Trick by trick: how many are not recorded at all before it, the fact, and the suit led."""
        if self.lines is None:
            self.lines, before = [], 0
            for fact in self.tricks:
                lead = fact.cards[0] if fact.cards and not fact.unordered else None
                gone = max(0, fact.number + fact.missing - before - 1)
                self.lines.append((gone, fact, None if lead is None else lead.suit))
                before = max(before, fact.number)
        return self.lines

    def later(self, seat: Seat, suit: str, trick: int, index: int) -> list[Held]:
        """The cards of a suit that a seat played after a card, with where; `MOST_LATER` of them."""
        if self.by_suit is None:
            self.by_suit = _by_suit(self.tricks)
        cards = self.by_suit.get((seat, suit), [])
        first = bisect_right(cards, (trick, index), key=_stands)
        return cards[first : first + MOST_LATER]


def seat_tricks(
    tricks: list[SeenTrick],
    lead: Seat | None,
    trump: str | None,
    table: Seating,
    winners: list[Seat | None],
    dealt: Holdings | None = None,
) -> PlayReplay:
    """Follow who played each card and who won each trick, without looking at the hands.

    `trump` is None where the contract is not known: a trick's winner can then be known only where
    everyone followed suit. `winners` are those written down: they show who led where nothing else
    does, and are not judged here. `dealt`, where it is known beforehand, narrows down what the cards
    missing from a trick can have been.
    """
    facts: list[TrickFact] = []
    faults = NO_SIGN
    leader, previous, whole = lead, 0, True
    played: dict[Seat, list[Card | None]] = {seat: [] for seat in table.seats}
    rotation, size = table.rotation, table.players
    for seen in tricks:
        if seen.number + seen.missing != previous + 1:
            leader, whole = lead if seen.number == 1 and not seen.missing else None, False
        previous = seen.number
        label = seen.labels[0] if seen.labels else None
        first = label or leader or seen.led
        if first is None and not seen.missing and 1 < seen.number <= len(winners) + 1:
            first = winners[seen.number - 2]
        fact = TrickFact(seen.number, leader, (), seen.cards, missing=seen.missing, left=seen.left)
        if seen.trick.by_seat or (label is None and (seen.columns or _led_by_nobody(seen, table))):
            _unordered(fact, seen, trump, table)
        else:
            plain = seen.plain or not any(seen.labels[1:])
            if plain and first is not None and len(seen.cards) <= size:
                fact.seats = rotation[first][: len(seen.cards)]
                fact.full = len(seen.cards) == size and None not in seen.cards
            # Where there is one card too many, perhaps one that cannot be read is not a card.
            elif (
                plain
                and len(seen.cards) > size
                and any(play.card.standing is Standing.ILLEGIBLE for play in seen.trick.plays)
            ):
                fact.seats = (first, *[None] * (len(seen.cards) - 1))
            else:
                _labelled(fact, seen, first, table)
            if leader is not None and first is not None and first != leader:
                fact.faults[0] = fact.faults.get(0, NO_SIGN) | Sign.LEAD_TURN
            if fact.faults:
                for bits in fact.faults.values():
                    faults |= bits
            if fact.full:
                _win(fact, trump, table)
            elif trump is not None:
                _win_anyway(fact, trump, table, dealt, played)
        for seat, card in zip(fact.seats, fact.cards, strict=True):
            if seat is not None:
                played[seat].append(card)
        facts.append(fact)
        leader = fact.winner
    complete = whole and len(facts) == table.hand and all(fact.full for fact in facts)
    return PlayReplay(facts, complete, faults, played, _held_after(tricks))


def _held_after(tricks: Sequence[SeenTrick]) -> int:
    """The last trick at whose end the hands written were still held."""
    found = (
        seen.number - (position < len(seen.cards))
        for seen in tricks
        for position, event in seen.events
        if event.kind is EventKind.HELD
    )
    return max(found, default=0)


def _led_by_nobody(seen: SeenTrick, table: Seating) -> bool:
    """Whether nobody can read who led, while every other card has its seat: no order is known."""
    others = len(set(seen.labels[1:]) - {None})
    written = [play.label for play in seen.trick.plays[:1]] not in ([], [None])
    return written and len(seen.labels) == table.players == others + 1


def _unordered(fact: TrickFact, seen: SeenTrick, trump: str | None, table: Seating) -> None:
    """A trick of which it is not known who led: it has a winner where any lead gives the same."""
    fact.unordered, fact.leader = True, None
    seats, after = [], None
    labels = seen.columns or seen.labels
    free = [seat for seat in table.seats if seat not in labels]
    for label in labels:
        seat = label if label is not None else free[0] if len(free) == 1 else after
        seats.append(seat)
        after = table.after[seat] if seat is not None else None
    fact.seats = tuple(seats)
    cards = [card for card in fact.cards if card is not None]
    if len(cards) < table.players or set(seats) != set(table.seats):
        return
    fact.full = True
    suits = {card.suit for card in cards}
    if trump in suits or len(suits) == 1:
        over = trump if trump in suits and trump is not None else cards[0].suit
        strength = table.strength[over][over]
        heights = [strength[card] for card in cards]
        if heights.count(max(heights)) == 1:  # else whichever of the two was played first
            fact.winner = fact.seats[heights.index(max(heights))]
        fact.points = sum(table.points[card] for card in cards)


def _labelled(fact: TrickFact, seen: SeenTrick, first: Seat | None, table: Seating) -> None:
    """Seats of a trick in which someone other than the first has a label.

    After a card out of turn, a lead too, the turn may go on from it, and the seats jumped over may
    play late at any time in the trick. A card without a label is that of the next seat after the last
    to play that has not yet played.
    """
    seats: list[Seat | None] = []
    acted: set[Seat] = set()
    jumped = _led_over(fact.leader, first, table)
    allowed: set[Seat] = set()
    last: Seat | None = None
    twice = False
    for index, label in enumerate(seen.labels):
        due = first if last is None else _next_unplayed(last, acted, table)
        seat = label if label is not None else due
        seats.append(seat)
        if seat is None:
            continue
        if seat in acted:
            fact.faults[index] = Sign.PLAY_TURN
            twice, last = True, seat
            continue
        late = seat in jumped
        if last is not None and not late and seat not in allowed:
            fact.faults[index] = Sign.PLAY_TURN
            while due is not None and due != seat:
                jumped.add(due)
                due = _next_unplayed(due, acted, table)
        acted.add(seat)
        jumped.discard(seat)
        last = seat
        onward = _next_unplayed(seat, acted, table)
        allowed = (allowed - {seat} if late else set()) | ({onward} if onward else set())
    fact.seats = tuple(seats)
    fact.full = (
        len(seats) == table.players
        and len(acted) == table.players
        and not twice
        and None not in seen.cards
    )


def _led_over(leader: Seat | None, first: Seat | None, table: Seating) -> set[Seat]:
    """The seats that a wrong lead jumped over: from the one who should have led on."""
    if leader is None or first is None:
        return set()
    turns = table.rotation[leader]
    return set(turns[: turns.index(first)])


def _next_unplayed(seat: Seat, acted: set[Seat], table: Seating) -> Seat | None:
    return next((other for other in table.rotation[seat][1:] if other not in acted), None)


def _win(fact: TrickFact, trump: str | None, table: Seating) -> None:
    """Winner and points of a full trick; of equal cards the one played first wins."""
    cards: list[Card] = fact.cards  # type: ignore[assignment]  # full: none is missing
    led = cards[0].suit
    points = table.points
    if trump is None:
        if any(card.suit != led for card in cards):
            fact.points = sum(points[card] for card in cards)
            return
        trump = led
    heights = list(map(table.strength[trump][led].__getitem__, cards))
    fact.winner = fact.seats[heights.index(max(heights))]
    fact.points = sum(map(points.__getitem__, cards))


def _win_anyway(
    fact: TrickFact,
    trump: str,
    table: Seating,
    dealt: Holdings | None,
    played: dict[Seat, list[Card | None]],
) -> None:
    """The winner of a trick with cards missing, where every missing card leaves it the same."""
    lead = fact.cards[0] if fact.cards else None
    seats = list(fact.seats)
    known = [seat for seat in seats if seat is not None]
    if lead is None or len(known) < len(seats) or len(set(known)) < len(known):
        return
    strength = table.strength[trump][lead.suit]
    best, holder = -1, 0
    for index, card in enumerate(fact.cards):
        if card is not None and strength[card] > best:
            best, holder = strength[card], index
    for seat in table.rotation[known[0]]:
        index = seats.index(seat) if seat in known else len(seats)
        if index < len(seats) and fact.cards[index] is not None:
            continue
        hand = dealt.get(seat) if dealt is not None else None
        choice = table.pack if hand is None or hand.unknown else _left(hand, played[seat])
        most = max((strength[card] for card in choice), default=0)
        if most > best or (most == best and index < holder):
            return
    fact.winner = seats[holder]


def _left(hand: Dealt, played: list[Card | None]) -> list[Card]:
    """The cards of a hand that are not known to have been played."""
    cards = list(hand.cards)
    for card in played:
        if card in cards:
            cards.remove(card)
    return cards


# --- the cards played beside the hands --------------------------------------------------------------


def judge_cards(play: PlayReplay, dealt: Holdings, table: Seating) -> PlayReplay:
    """The play with the signs of cards that were not held and of suits not followed."""
    follow = table.must_follow
    return play.faulted(
        [each for seat in dealt for each in judged(play, seat, dealt[seat], follow)]
    )


def judged(play: PlayReplay, seat: Seat, hand: Dealt, must_follow: bool) -> Judged:
    """What is wrong with the cards that a seat played: cards it did not hold, suits not followed.

    A seat is known to hold a suit by the cards it was dealt and has not yet played. Cards played
    that could not be read or were not recorded may have been any of these, so as many are left out of
    account. It depends on the play and on this seat's hand alone.
    """
    left, held, spare, gone = dict(hand.counts), list(hand.cards), hand.unknown, 0
    beyond = list(hand.beyond)
    found: list[tuple[int, int, Sign]] = []
    for number, (not_there, fact, led) in enumerate(play.judged_by()):
        seats, cards, full = fact.seats, fact.cards, fact.full
        gone += not_there
        for who, other in fact.left:  # a card that went to a line left out shows no revoke
            if who == seat and other in held:
                held.remove(other)
                left[other.suit] -= 1
        if not full and seat not in seats:
            # A card was played to every trick; this one is not recorded, or may be another's here.
            gone += 1
            continue
        for index in (
            (seats.index(seat),) if full else [n for n, s in enumerate(seats) if s == seat]
        ):
            card = cards[index]
            if card is None:
                gone += 1
                continue
            if not full and _went_back(play, seat, fact, index, held):
                continue
            bits = NO_SIGN
            suit = card.suit
            if card in held:
                held.remove(card)
                left[suit] -= 1
            elif card in beyond:
                beyond.remove(card)
                spare = max(0, spare - 1)
                bits = Sign.NOT_HELD
            elif spare:
                spare -= 1
            else:
                bits = Sign.NOT_HELD
            if suit != led and index and led is not None and must_follow:
                if left[led] > 0:
                    kept = fact.number <= play.held_after
                    if not gone or kept or _surely(play, seat, led, fact, index, held, gone):
                        bits |= Sign.REVOKE
                    else:
                        bits |= Sign.MAYBE_REVOKE
                elif spare:
                    bits |= _unseen(hand, led, gone, None in play.played[seat])
            if bits:
                found.append((number, index, bits))
    return found


def _went_back(play: PlayReplay, seat: Seat, fact: TrickFact, index: int, held: list[Card]) -> bool:
    """Whether a seat's second card in a trick is one that it played later, having it only once."""
    card = fact.cards[index]
    if card is None or seat not in fact.seats[:index] or held.count(card) != 1:
        return False
    return any(each.card == card for each in play.later(seat, card.suit, fact.number, index))


def _unseen(hand: Dealt, suit: str, gone: int, blank: bool) -> Sign:
    """What a discard is when none of the seat's known cards is of the suit led.

    `gone` of the unknown cards may have been played by then, unread. The one card left of the pack, where the
    seat has a `blank` place in the play, is weighed as what stands there (`elimination`): no surer than that.
    """
    if hand.left_over is None or hand.none_left(suit):
        return NO_SIGN
    others = sum(hand.left_over.values()) - hand.left_over[suit]
    surely = others < hand.unknown - hand.left_off - gone
    if blank and sum(hand.left_over.values()) == 1:
        surely = False
    return Sign.REVOKE if surely else Sign.MAYBE_REVOKE


def _surely(
    play: PlayReplay,
    seat: Seat,
    suit: str,
    fact: TrickFact,
    index: int,
    held: list[Card],
    blind: int,
) -> bool:
    """Whether a seat surely holds a suit although `blind` of its plays could not be read."""
    if play.later(seat, suit, fact.number, index):
        return True
    return sum(1 for card in held if card.suit == suit) > blind


def still_held(
    play: PlayReplay,
    hands: Mapping[Seat, Dealt],
    fact: TrickFact,
    index: int,
    suit: str,
    rows: Mapping[Seat, Sequence[Card | None]] = MappingProxyType({}),
) -> list[Held]:
    """The cards of the suit that the seat still held: those played later, then those never played.

    `rows` are the hands as they are written."""
    seat = fact.seats[index]
    if seat is None:
        return []
    dealt = [card for card in hands[seat].cards if card.suit == suit]
    later = [each for each in play.later(seat, suit, fact.number, index) if each.card in dealt]
    never = [card for card in _left(hands[seat], play.played[seat]) if card.suit == suit]
    if play.held_after < fact.number:
        return later + [Held(card) for card in never]
    at = _places(never, rows.get(seat, ()))
    return later + [Held(card, index=next(at), after=play.held_after) for card in never]


def _places(cards: Iterable[Card], row: Sequence[Card | None]) -> Iterator[int | None]:
    """Where in the row each card stands, the second of two equal ones behind the first."""
    left = dict(enumerate(row))
    for card in cards:
        index = next((at for at, each in left.items() if each == card), None)
        if index is not None:
            del left[index]
        yield index


def proof_words(held: Sequence[Held]) -> str:
    """What of the suit led was in the hand, as the end of a sentence; '' where no card is known."""
    if not held:
        return ""
    first = held[0]
    played = f"played in trick {first.trick}" if first.trick else "never played"
    where = f"still held after trick {first.after}" if first.after else played
    return f" while holding the {first.card.name}, {where}"


def proofs(seat: Seat | None, held: Sequence[Held]) -> tuple[Related, ...]:
    """Where each card that was still held stands in the record."""
    found = [
        Related(_place(seat, each), f"{each.card.text} still held") for each in held[:MOST_RELATED]
    ]
    return few(Place.of(f"hand {seat}"), found, len(held))


def _place(seat: Seat | None, of: Held) -> Place:
    if of.trick:
        return Place.of(f"trick {of.trick}", f"seat {seat}")
    if of.after and of.index is not None:
        return Place.of(f"hand {seat}", str(of.index + 1))
    return Place.of(f"hand {seat}")


# --- where acts stand -------------------------------------------------------------------------------


Act = tuple[int, int, Seat | None]
"""A card played: the trick, which of its cards from 0, and who played it."""


def act_of(fact: TrickFact, index: int) -> Act:
    return (fact.number, index, fact.seats[index])


def card_place(fact: TrickFact, index: int) -> Place:
    return act_place(act_of(fact, index))


def act_place(act: Act) -> Place:
    trick, index, seat = act
    return Place.of(f"trick {trick}", f"seat {seat}" if seat is not None else f"card {index + 1}")


def join(first: Span | None, last: Span | None) -> Span | None:
    """The stretch from one span to the end of another."""
    if first is None or last is None:
        return last or first
    return Span(first.line, first.column, last.end_line, last.end_column)


def call_span(seen: Seen, number: int) -> Span | None:
    """Where a call stands in the text, with the seat written before it."""
    call = seen.where.call(number)
    if call is None:
        return None
    return join(call.label.span if call.label else None, seen.deal.span_of_call(call, number))


def card_span(seen: Seen, trick: int, index: int) -> Span | None:
    """Where a card of a trick stands in the text."""
    for line in seen.tricks:
        if line.turned and line.number == trick:
            index = (index + line.turned) % len(line.cards)
    row, play = seen.where.card(trick, index) or (None, None)
    return None if row is None or play is None else play.card.span or row.spans.of(index)


def hand_span(deal: Deal, seat: Seat, index: int | None = None) -> Span | None:
    """Where a hand, or one of its cards (from 0), stands in the text."""
    hand = deal.hand(seat)
    if hand is None or not hand.cards:
        return None
    if index is not None:
        return hand.span_of(index) if index < len(hand.cards) else None
    return join(hand.span_of(0), hand.span_of(len(hand.cards) - 1))


def contract_span(deal: Deal) -> Span | None:
    """Where the contract is written under a deal, with who plays it."""
    written = deal.result.contract if deal.result else None
    return join(written.said.span, written.by.span if written.by else None) if written else None
