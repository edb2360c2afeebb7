"""The cards played beside the hands: cards not held, suits not followed, and what proves a revoke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from fairdeal.records.cards import Card, Seat
from fairdeal.records.place import Place
from fairdeal.rulings.frame.finding import MOST_RELATED, Related, few
from fairdeal.rulings.replay.holdings import Dealt, Holdings
from fairdeal.rulings.replay.play import Held, Judged, PlayReplay, TrickFact
from fairdeal.rulings.replay.seating import Seating
from fairdeal.rulings.replay.signs import NO_SIGN, Sign


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
    account. It hangs on the play and on this seat's hand alone.
    """
    left, held, spare, gone = dict(hand.counts), list(hand.cards), hand.unknown, 0
    beyond = list(hand.beyond)
    found: list[tuple[int, int, Sign]] = []
    before = 0
    for number, fact in enumerate(play.tricks):
        gone += max(
            0, fact.number + fact.missing - before - 1
        )  # tricks that are not recorded at all
        before = max(before, fact.number)
        for who, other in fact.left:  # a card that went to a line left out shows no revoke
            if who == seat and other in held:
                held.remove(other)
                left[other.suit] -= 1
        if seat not in fact.seats:
            # A card was played to every trick; this one is not recorded, or may be another's here.
            gone += 1
            continue
        lead = fact.cards[0] if fact.cards and not fact.unordered else None
        led = lead.suit if lead is not None else None
        for index in (fact.seats.index(seat),) if fact.full else _played_at(fact, seat):
            card = fact.cards[index]
            if card is None:
                gone += 1
                continue
            bits = NO_SIGN
            if card in held:
                held.remove(card)
                left[card.suit] -= 1
            elif card in beyond:
                beyond.remove(card)
                spare = max(0, spare - 1)
                bits = Sign.NOT_HELD
            elif spare:
                spare -= 1
            else:
                bits = Sign.NOT_HELD
            if led is not None and index and card.suit != led and must_follow:
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


def _played_at(fact: TrickFact, seat: Seat) -> list[int]:
    """Which cards of a trick a seat played: more than one where it played twice."""
    return [index for index, who in enumerate(fact.seats) if who == seat]


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
    never = list(dealt)
    for card in play.played[seat]:
        if card in never:
            never.remove(card)
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
    where = f"played in trick {first.trick}" if first.trick else "never played"
    if first.after:
        where = f"still held after trick {first.after}"
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
