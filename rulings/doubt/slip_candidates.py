"""The records that are one slip of the pen away from a deal as it is written.

Only slips that could mend something are named: seats and dealers everywhere, as all turns hang on them, and
cards about those that cannot be where they are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from fairdeal.records.calls import Said, Term, TermKind
from fairdeal.records.cards import Card
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.frame.finding import Misread
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.seen import Seen, Slot
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

APART: Final = 2
"""Lines of the play that change places are neighbours, or have one line between them."""

MOST_OTHERS: Final = 12
"""Cards for which one card may have been written that are looked at, those most like it first."""

MOST_BY_A_CARD: Final = 3
"""Cards not held, or tricks with a fault, that one card written for another puts wrong."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of the pen: the entries that it put wrong, and how often a pen slips so."""

    entries: tuple[Misread, ...]
    values: tuple[tuple[Slot, Any], ...]
    rate: float

    def mended(self, seen: Seen) -> Seen:
        """The deal as it would have been written without it."""
        return seen.with_values(self.values)


def slips_near(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    """The slips that one deal may hold."""
    # Cards come last: there are most of them, and only so many slips are looked at.
    yield from _dealer(replay)
    yield from _short_hands(replay)
    yield from _swapped_hands(replay)
    yield from _swapped_lines(replay)
    yield from _swapped_neighbours(replay)
    yield from _figures(replay)
    yield from _labels(replay)
    yield from _cards(replay)


def _dealer(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    seats, dealer = replay.table.seats, replay.seen.head.dealer
    if dealer is None:
        return
    rate = slip_rates.DEALER / (len(seats) - 1)
    for seat in seats:
        if seat != dealer:
            entry = Misread(Place.of("dealer"), str(dealer), str(seat))
            yield Slip((entry,), ((("head", "dealer"), seat),), rate)


_OF_TURNS: Final = Sign.CALL_TURN | Sign.LEAD_TURN | Sign.PLAY_TURN | Sign.NOT_HELD | Sign.WINNER


def _labels(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    """Every seat that is written before a call or a card."""
    if not replay.signs & (_OF_TURNS | Sign.REVOKE):
        return
    seen, seats = replay.seen, replay.table.seats
    rate = slip_rates.LABEL / (len(seats) - 1)
    written: list[tuple[Slot, Place, Seat]] = [
        (("labels", n), Place.of(f"call {n + 1}", "seat"), label)
        for n, label in enumerate(seen.labels)
        if label is not None
    ]
    for row, trick in enumerate(seen.tricks):
        for n, label in enumerate(trick.labels):
            if label is not None:
                place = Place.of(f"trick {trick.number}", f"card {n + 1}", "seat")
                written.append((("tricks", row, "labels", n), place, label))
    for slot, place, label in written:
        for seat in seats:
            if seat != label:
                yield Slip((Misread(place, label, seat),), ((slot, seat),), rate)


def _cards(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    """A card written for another: one that cannot be where it is, and those of tricks with a fault."""
    pack, copies_over, lacking = replay.table.pack, _too_many(replay), _too_few(replay)
    wrong, faulty = _not_held(replay), _faulty_rows(replay)
    if sum(map(len, wrong.values())) > MOST_BY_A_CARD:
        return
    if len(faulty) > MOST_BY_A_CARD:
        # What one card puts wrong begins with it, or with the trick before.
        faulty = {min(faulty), min(faulty) + 1}
    for slot, place, card, seat in _written_cards(replay):
        others: Iterable[Card] = ()
        if slot[0] == "hands":
            if card in copies_over or card not in pack:
                others = lacking or pack
            elif seat in wrong:
                others = wrong[seat]
        elif slot[1] in faulty or card in copies_over or card not in pack:
            others = _unplayed(replay, seat) or lacking or pack
        likeliest = sorted(others, key=lambda other: (not _alike(card, other), other.text))
        for other in likeliest[:MOST_OTHERS]:
            if other != card:
                yield _for_another(slot, place, card, other)


def _alike(card: Card, other: Card) -> bool:
    return card.suit == other.suit or card.rank == other.rank


def _short_hands(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    """Cards left off a hand row: those that its seat played and that are not in it."""
    wrong = _not_held(replay)
    for seat, hand in replay.seen.hands.items():
        missing = sorted(wrong.get(seat, ()), key=lambda card: card.text)
        if missing and len(hand) + len(missing) <= replay.table.hand:
            names = " ".join(card.text for card in missing)
            entry = Misread(Place.of(f"hand {seat}"), f"{len(hand)} cards", f"{names} as well")
            rate = slip_rates.LEFT_OFF ** min(2, len(missing))
            yield Slip((entry,), ((("hands", seat), [*hand, *missing]),), rate)


def _for_another(slot: Slot, place: Place, card: Card, other: Card) -> Slip:
    rate = slip_rates.CARD / 30 * (slip_rates.ALIKE if _alike(card, other) else 1.0)
    return Slip((Misread(place, card.text, other.text),), ((slot, other),), rate)


def _written_cards(replay: Replayed[Any, Any]) -> Iterator[tuple[Slot, Place, Card, Seat | None]]:
    """Every card where it is written, with the seat whose it is."""
    for seat, hand in replay.seen.hands.items():
        for n, card in enumerate(hand):
            if card is not None:
                yield ("hands", seat, n), Place.of(f"hand {seat}", str(n + 1)), card, seat
    tricks = zip(replay.seen.tricks, replay.play.tricks, strict=True)
    for row, (trick, fact) in enumerate(tricks):
        for n, card in enumerate(trick.cards):
            if card is not None:
                player = fact.seats[n] if n < len(fact.seats) else None
                who = f"seat {player}" if player is not None else f"card {n + 1}"
                yield (
                    ("tricks", row, "cards", n),
                    Place.of(f"trick {trick.number}", who),
                    card,
                    player,
                )


def _too_many(replay: Replayed[Any, Any]) -> set[Card]:
    counts = Counter(card for hand in replay.dealt.values() for card in hand.cards)
    return {card for card, count in counts.items() if count > replay.table.copies}


def _too_few(replay: Replayed[Any, Any]) -> set[Card]:
    """Cards of the pack that the written hands have too seldom."""
    counts = Counter(card for hand in replay.dealt.values() for card in hand.cards)
    return {card for card in replay.table.pack if counts[card] < replay.table.copies}


def _not_held(replay: Replayed[Any, Any]) -> dict[Seat, set[Card]]:
    """By seat the cards that it played and did not have."""
    found: dict[Seat, set[Card]] = {}
    for fact in replay.play.tricks:
        for n, signs in fact.faults.items():
            seat, card = fact.seats[n], fact.cards[n]
            if signs & Sign.NOT_HELD and seat is not None and card is not None:
                found.setdefault(seat, set()).add(card)
    return found


def _faulty_rows(replay: Replayed[Any, Any]) -> set[int]:
    """The tricks (from 0) in which something is wrong, or the next of which is led by another."""
    rows: set[int] = set()
    for row, fact in enumerate(replay.play.tricks):
        if fact.faults:
            rows |= {row, row - 1} if fact.faults.get(0, NO_SIGN) & Sign.LEAD_TURN else {row}
    return rows


def _unplayed(replay: Replayed[Any, Any], seat: Seat | None) -> set[Card]:
    """The cards of a seat's hand as written that it never played."""
    hand = replay.dealt.get(seat) if seat is not None else None
    if hand is None:
        return set()
    left = Counter(hand.cards)
    left.subtract(card for card in replay.play.played.get(seat or "", ()) if card is not None)
    return {card for card, count in left.items() if count > 0}


def _swapped_hands(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    hands = replay.seen.hands
    if not replay.signs & Sign.NOT_HELD:
        return
    for one, two in combinations(hands, 2):
        entries = (
            Misread(Place.of(f"hand {one}"), f"hand {one}", f"hand {two}"),
            Misread(Place.of(f"hand {two}"), f"hand {two}", f"hand {one}"),
        )
        yield Slip(
            entries, ((("hands", one), hands[two]), (("hands", two), hands[one])), slip_rates.HANDS
        )


def _swapped_lines(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    tricks = replay.seen.tricks
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


def _swapped_neighbours(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    tricks = zip(replay.seen.tricks, replay.play.tricks, strict=True)
    for row, (trick, fact) in enumerate(tricks):
        if not fact.faults:
            continue
        for n in range(len(trick.cards) - 1):
            one, two = trick.cards[n], trick.cards[n + 1]
            if one is None or two is None or one == two:
                continue
            places = [Place.of(f"trick {trick.number}", f"card {each + 1}") for each in (n, n + 1)]
            entries = (
                Misread(places[0], one.text, two.text),
                Misread(places[1], two.text, one.text),
            )
            slots = (("tricks", row, "cards", n), two), (("tricks", row, "cards", n + 1), one)
            yield Slip(entries, slots, slip_rates.NEIGHBOURS)


def _figures(replay: Replayed[Any, Any]) -> Iterator[Slip]:
    """The figure of a call with a fault, or of the bid before it, written as another."""
    said = replay.seen.said
    faulty = {made.number - 1 for made in replay.auction.calls if made.faults}
    for n in sorted(faulty | {_bid_before(said, each) for each in faulty}):
        words = said[n] if 0 <= n < len(said) else None
        number = words.number if words is not None else None
        if words is None or number is None:
            continue
        others = [other for other in _near(number) if other != number]
        for other in others:
            read = _with_number(words, other)
            entry = Misread(Place.of(f"call {n + 1}"), words.text, read.text)
            yield Slip((entry,), ((("said", n), read),), slip_rates.FIGURE / len(others))


def _bid_before(said: Sequence[Said | None], place: int) -> int:
    for n in range(place - 1, -1, -1):
        words = said[n]
        if words is not None and words.number is not None:
            return n
    return -1


def _near(number: int) -> list[int]:
    """Figures that differ in one of their digits."""
    text = str(number)
    return [
        int(text[:n] + digit + text[n + 1 :])
        for n in range(len(text))
        for digit in "0123456789"
        if digit != text[n] and not (n == 0 and digit == "0")
    ]


def _with_number(words: Said, number: int) -> Said:
    terms = tuple(
        Term(TermKind.NUMBER, str(number)) if term.kind is TermKind.NUMBER else term
        for term in words.terms
    )
    return Said(terms, words.unclear)
