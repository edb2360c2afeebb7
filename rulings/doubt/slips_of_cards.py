"""Slips of the pen in the play and the hand rows: cards, leaders, and lines, rows or neighbours swapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from fairdeal.records import Card, EventKind, Place, Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.slip_candidates import Clues, Slip, for_another, likeliest
from fairdeal.rulings.frame.finding import Misread
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.reading import SeenTrick
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

APART: Final = 2
"""Lines of the play that change places are neighbours, or have one line between them."""

NOTHING: Final = "nothing"
NO_CARD: Final = "no card"

_SHOWN: Final = (
    Sign.NOT_HELD | Sign.LEAD_TURN | Sign.PLAY_TURN | Sign.WINNER | Sign.REVOKE | Sign.PACK
)


def in_the_play(clues: Clues) -> Iterator[Slip]:
    """The slips that the play may hold; single cards last, of which there may be more than are looked at."""
    if not clues.replay.signs & _SHOWN:
        return
    yield from _leaders(clues)
    yield from _winners(clues)
    yield from _too_many(clues)
    yield from _left_out(clues)
    yield from _neighbours(clues)
    yield from _lines(clues)
    yield from _cards(clues)


def _rows(clues: Clues) -> Iterator[tuple[int, SeenTrick, TrickFact]]:
    for row in sorted(clues.rows):
        yield row, clues.seen.tricks[row], clues.replay.play.tricks[row]


# --- seats -----------------------------------------------------------------------------------------


def _leaders(clues: Clues) -> Iterator[Slip]:
    """The seat before a card of a trick: as the trick before has it, as the next one has it, or any."""
    rate = slip_rates.LABEL / (len(clues.table.seats) - 1)
    for row, trick, fact in _rows(clues):
        for n, label in enumerate(trick.labels):
            if label is None:
                continue
            for seat in _meant(clues, row, fact, n):
                if seat != label:
                    who = (f"card {n + 1}", "seat") if n else ("leader",)
                    entry = Misread(Place.of(f"trick {trick.number}", *who), label, seat)
                    yield Slip((entry,), ((("tricks", row, "labels", n), seat),), rate)
                    if trick.columns:  # the whole row may have been begun in the wrong column
                        turns = clues.table.rotation[seat]
                        begun = replace(trick, labels=[seat, *trick.labels[1:]], columns=turns)
                        yield Slip((entry,), ((("tricks", row), begun),), rate)


def _meant(clues: Clues, row: int, fact: TrickFact, n: int) -> tuple[Seat, ...]:
    """Which seats a label may be written for."""
    amiss = sum(bool(bits & (Sign.NOT_HELD | Sign.PLAY_TURN)) for bits in fact.faults.values())
    if amiss > 1 or n:
        return tuple(clues.table.seats)
    found: list[Seat] = [fact.leader] if fact.leader is not None else []
    tricks = clues.replay.play.tricks
    after = tricks[row + 1] if row + 1 < len(tricks) else None
    if after is not None and after.faults.get(0, NO_SIGN) & Sign.LEAD_TURN:
        found += _leading_to(clues, fact, after)
    return tuple(dict.fromkeys(found))


def _leading_to(clues: Clues, fact: TrickFact, after: TrickFact) -> list[Seat]:
    """Who must have led for the trick to be won by who is written as leader of the next."""
    winner, wanted = fact.winner, after.seats[0] if after.seats else None
    if winner is None or wanted is None or not fact.seats or fact.seats[0] is None:
        return []
    steps = clues.table.rotation[winner].index(wanted)
    return [clues.table.rotation[fact.seats[0]][steps]]


def _winners(clues: Clues) -> Iterator[Slip]:
    """The winner written of a trick whose next line has no leader: whoever it is leads there."""
    winners, rate = clues.seen.winners, slip_rates.LABEL / (len(clues.table.seats) - 1)
    for row, trick, fact in _rows(clues):
        n, after = fact.number - 1, clues.seen.tricks[row + 1 : row + 2]
        written = winners[n] if 0 <= n < len(winners) else None
        if written is None or not after or any(after[0].labels):
            continue
        for seat in clues.table.seats:
            if seat != written:
                entry = Misread(Place.of(f"trick {trick.number}", "winner"), written, seat)
                others = [*winners[:n], seat, *winners[n + 1 :]]
                yield Slip((entry,), ((("winners",), others),), rate)


# --- cards -----------------------------------------------------------------------------------------


def _cards(clues: Clues) -> Iterator[Slip]:
    """A card written for another: one that its seat did not have, or that the pack has no more of."""
    for row, (trick, fact) in enumerate(
        zip(clues.seen.tricks, clues.replay.play.tricks, strict=True)
    ):
        for n, card in enumerate(trick.cards):
            seat = fact.seats[n] if n < len(fact.seats) else None
            if card is None:
                continue
            others = _written_for(clues, row, fact, n, seat, card)
            if others:
                who = f"seat {seat}" if seat is not None else f"card {n + 1}"
                place = Place.of(f"trick {trick.number}", who)
                for other in likeliest(card, others):
                    yield for_another(("tricks", row, "cards", n), place, card, other)


def _written_for(
    clues: Clues, row: int, fact: TrickFact, n: int, seat: Seat | None, card: Card
) -> set[Card]:
    """The cards for which one of the play may be written."""
    known = seat if seat in clues.hands else None
    lacked = known is not None and clues.lacked(known)[card] > 0
    followed = _followed_instead(fact) if n == 0 and not lacked else set()
    unplayed = set(clues.unplayed(known) if known is not None else clues.too_few)
    if known is not None and clues.out_of_step:
        unplayed |= set(clues.hands[known])
    if followed:
        return {other for other in unplayed if other.suit in followed}
    if known is not None:
        amiss = fact.faults.get(n, NO_SIGN) & Sign.REVOKE or (
            not clues.out_of_step and seat in _won_otherwise(clues, row, fact)
        )
        if lacked or (unplayed and amiss):
            if unplayed or len(clues.seen.hands[known]) >= clues.table.hand:
                return unplayed
            return set(clues.too_few)
        return set()
    named = Place.of(f"trick {fact.number}", f"seat {seat}").parts in clues.shown_by
    if card in clues.too_many or named or (row in clues.rows and seat is None):
        return set(clues.too_few)
    return set(clues.too_few) if seat in _won_otherwise(clues, row, fact) else set()


def _followed_instead(fact: TrickFact) -> set[str]:
    """The suits that were played to a lead to which several did not follow: that may be the card amiss."""
    refusals = [n for n, bits in fact.faults.items() if bits & Sign.REVOKE]
    played = [fact.cards[n] for n in refusals] if len(refusals) > 1 else []
    return {card.suit for card in played if card is not None}


def _won_otherwise(clues: Clues, row: int, fact: TrickFact) -> set[Seat | None]:
    """Who is written as winner of a trick, or before the next lead, where the cards give another; and that
    other."""
    if fact.winner is None:
        return set()
    winners, tricks = clues.seen.winners, clues.replay.play.tricks
    found = set[Seat | None]()
    if 0 < fact.number <= len(winners):
        found.add(winners[fact.number - 1])
    if row + 1 < len(tricks) and tricks[row + 1].faults.get(0, NO_SIGN) & Sign.LEAD_TURN:
        found.add(tricks[row + 1].seats[0])
    found -= {None, fact.winner}
    return found | {fact.winner} if found else found


def _too_many(clues: Clues) -> Iterator[Slip]:
    """A card too many in a line of the play, or one written twice."""
    for row, trick in enumerate(clues.seen.tricks):
        if len(trick.cards) != clues.table.players + 1:
            continue
        for n, card in enumerate(trick.cards):
            if card is None or (n and trick.cards[n - 1] == card):
                continue  # of two alike the first stands for both
            labels = [*trick.labels[:n], *trick.labels[n + 1 :]]
            if not n and labels:
                labels[0] = labels[0] or trick.labels[0]
            cards = [*trick.cards[:n], *trick.cards[n + 1 :]]
            events = [(before - (before > n), event) for before, event in trick.events]
            less = replace(trick, labels=labels, cards=cards, events=events)
            twice = n + 1 < len(trick.cards) and trick.cards[n + 1] == card
            rate = slip_rates.ADDED * (slip_rates.TWICE if twice else 1.0)
            place = Place.of(f"trick {trick.number}", f"card {n + 1}")
            yield Slip((Misread(place, card.text, NO_CARD),), ((("tricks", row), less),), rate)


def _left_out(clues: Clues) -> Iterator[Slip]:
    """A card left out of a line of the play: those after it are then the next seats'."""
    for row, trick, fact in _rows(clues):
        if len(trick.cards) != clues.table.players - 1 or not fact.faults or not trick.plain:
            continue
        for n in range(1, len(trick.cards)):
            more = replace(
                trick,
                labels=[*trick.labels[:n], None, *trick.labels[n:]],
                cards=[*trick.cards[:n], None, *trick.cards[n:]],
            )
            place = Place.of(f"trick {trick.number}", f"card {n + 1}")
            entry = Misread(place, NOTHING, "a card left out")
            yield Slip((entry,), ((("tricks", row), more),), slip_rates.LEFT_OFF)


# --- swapped -------------------------------------------------------------------------


def _neighbours(clues: Clues) -> Iterator[Slip]:
    """Two neighbouring cards of a trick, where both seats may have the other's."""
    for row, trick, fact in _rows(clues):
        for n in range(len(trick.cards) - 1):
            one, two = trick.cards[n], trick.cards[n + 1]
            if one is None or two is None or one == two:
                continue
            seats = fact.seats[n : n + 2]
            if len(seats) == 2 and not (
                _may_have(clues, seats[0], one, two) and _may_have(clues, seats[1], two, one)
            ):
                continue
            places = [Place.of(f"trick {trick.number}", f"card {each + 1}") for each in (n, n + 1)]
            entries = (
                Misread(places[0], one.text, two.text),
                Misread(places[1], two.text, one.text),
            )
            slots = (("tricks", row, "cards", n), two), (("tricks", row, "cards", n + 1), one)
            yield Slip(entries, slots, slip_rates.NEIGHBOURS)


def _may_have(clues: Clues, seat: Seat | None, written: Card, other: Card) -> bool:
    """Whether a seat may have played another card than is written, by its hand."""
    if seat is None or seat not in clues.hands or len(clues.seen.hands[seat]) < clues.table.hand:
        return True
    return clues.unplayed(seat)[other] > 0 or clues.lacked(seat)[written] > 0


def _lines(clues: Clues) -> Iterator[Slip]:
    tricks = clues.seen.tricks
    for one, two in combinations(range(len(tricks)), 2):
        if two - one > APART:
            continue
        first, second = tricks[one], tricks[two]
        entries = (
            Misread(Place.of(f"trick {first.number}"), "this line", f"line {second.number}"),
            Misread(Place.of(f"trick {second.number}"), "this line", f"line {first.number}"),
        )
        values = (
            (("tricks", one), replace(second, number=first.number)),
            (("tricks", two), replace(first, number=second.number)),
        )
        yield Slip(entries, values, slip_rates.LINES / (two - one))


# --- hand rows --------------------------------------------------------------------------------------


def in_hands(clues: Clues) -> Iterator[Slip]:
    """The slips that the hand rows may hold."""
    yield from _left_off(clues)
    yield from _too_many_in_hand(clues)
    yield from _for_others(clues)
    yield from _swapped(clues)


def _left_off(clues: Clues) -> Iterator[Slip]:
    """Cards left off a hand row: those that its seat played and that are not in it."""
    for seat, hand in clues.seen.hands.items():
        missing = sorted(clues.lacked(seat), key=lambda card: card.text)
        if missing and len(hand) + len(missing) <= clues.table.hand:
            names = " ".join(card.text for card in missing)
            entry = Misread(Place.of(f"hand {seat}"), f"{len(hand)} cards", f"{names} as well")
            rate = slip_rates.LEFT_OFF ** min(2, len(missing))
            yield Slip((entry,), ((("hands", seat), [*hand, *missing]),), rate)


def _too_many_in_hand(clues: Clues) -> Iterator[Slip]:
    """A card too many in a hand row: one that its seat did not play, or that the pack has no more of."""
    if clues.replay.event(EventKind.REDEAL):
        return  # found too many at the table
    whole = sum(clues.dealt.values()) <= clues.table.pack_size
    for seat, hand in clues.seen.hands.items():
        if len(hand) <= clues.table.hand:
            continue
        suspects = clues.too_many if whole else clues.unplayed(seat)
        done: set[Card] = set()
        for n, card in enumerate(hand):
            if card is None or card in done or not (card in suspects or card in clues.too_many):
                continue
            done.add(card)
            twice = hand.count(card) > 1
            entry = Misread(Place.of(f"hand {seat}", str(n + 1)), card.text, "no card")
            rate = slip_rates.ADDED * (slip_rates.TWICE if twice else 1.0)
            yield Slip((entry,), ((("hands", seat), [*hand[:n], *hand[n + 1 :]]),), rate)


def _for_others(clues: Clues) -> Iterator[Slip]:
    """A card written for another: one that its seat did not play, or that the pack has no more of."""
    for seat, hand in clues.seen.hands.items():
        lacked, unplayed = clues.lacked(seat), clues.unplayed(seat)
        for n, card in enumerate(hand):
            if card is None:
                continue
            place = Place.of(f"hand {seat}", str(n + 1))
            others: set[Card] = set(lacked) if card in unplayed else set()
            if card in clues.too_many or (not lacked and place.parts in clues.shown_by):
                others = others or set(clues.too_few)
            for other in likeliest(card, others):
                yield for_another(("hands", seat, n), place, card, other)


def _swapped(clues: Clues) -> Iterator[Slip]:
    """Two hand rows swapped, one of which has not what its seat played or bid."""
    hands = clues.seen.hands
    amiss: set[Seat] = {seat for seat in hands if clues.lacked(seat)}
    amiss |= {
        call.seat
        for call in clues.replay.auction.calls
        if call.faults & (Sign.SUIT_NOT_HELD | Sign.NOES) and call.seat in hands
    }
    for one, two in combinations(hands, 2):
        if one not in amiss and two not in amiss:
            continue
        entries = (
            Misread(Place.of(f"hand {one}"), f"hand {one}", f"hand {two}"),
            Misread(Place.of(f"hand {two}"), f"hand {two}", f"hand {one}"),
        )
        values = (("hands", one), hands[two]), (("hands", two), hands[one])
        yield Slip(entries, values, slip_rates.HANDS)
