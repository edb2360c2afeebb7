"""The slips of the pen that a deal may hold, those that would mend most of what is wrong with it first.

Only slips that could mend something are named: what is found in the deal says where to look for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from fairdeal.records.cards import Card, Seat
from fairdeal.records.place import Place
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.frame.finding import Finding, Misread
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.reading import Seen, Slot
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

MOST_OTHERS: Final = 12
"""Cards for which one card may have been written that are looked at, those most like it first."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of the pen: the entries that it put wrong, and how often a pen slips so."""

    entries: tuple[Misread, ...]
    values: tuple[tuple[Slot, Any], ...]
    rate: float
    trump: str | None = None
    """What the contract would be played at, where the slip is in the bid that made it."""

    def mended(self, seen: Seen) -> Seen:
        """The deal as it would have been written without it."""
        return seen.with_values(self.values)

    def with_another(self, other: Slip) -> Slip:
        """Both slips as one change of the record."""
        return Slip(
            (*self.entries, *other.entries),
            (*self.values, *other.values),
            self.rate * other.rate,
            other.trump or self.trump,
        )


class Clues:
    """What a deal shows of where a slip may be."""

    def __init__(self, replay: Replayed[Any, Any], findings: Collection[Finding]) -> None:
        self.replay, self.findings = replay, findings
        self.seen, self.table = replay.seen, replay.table

    @cached_property
    def played(self) -> dict[Seat, Counter[Card]]:
        """The cards that each seat played."""
        found = {seat: Counter[Card]() for seat in self.table.seats}
        for fact in self.replay.play.tricks:
            for seat, card in zip(fact.seats, fact.cards, strict=False):
                if seat is not None and card is not None:
                    found[seat][card] += 1
        return found

    @cached_property
    def hands(self) -> dict[Seat, Counter[Card]]:
        """The cards of each hand that is written."""
        return {
            seat: Counter(card for card in hand if card is not None)
            for seat, hand in self.seen.hands.items()
            if seat in self.played
        }

    def lacked(self, seat: Seat) -> Counter[Card]:
        """The cards that a seat played oftener than its hand as written has them."""
        return self.played[seat] - self.hands[seat] if seat in self.hands else Counter()

    def unplayed(self, seat: Seat) -> Counter[Card]:
        """The cards of a seat's hand as written that it did not play."""
        return self.hands[seat] - self.played[seat] if seat in self.hands else Counter()

    @cached_property
    def out_of_step(self) -> bool:
        """Whether whole tricks are not those of the seats that they seem to be of."""
        return sum(self.lacked(seat).total() for seat in self.hands) > 2

    @cached_property
    def dealt(self) -> Counter[Card]:
        """The cards of all hands, of those not written as far as they were played."""
        return Counter(card for hand in self.replay.dealt.values() for card in hand.cards)

    @cached_property
    def too_many(self) -> set[Card]:
        """Cards dealt oftener than the pack has them."""
        pack, copies = self.table.pack, self.table.copies
        return {card for card, n in self.dealt.items() if n > copies or card not in pack}

    @cached_property
    def too_few(self) -> list[Card]:
        """Cards of the pack that are dealt too seldom, as far as is written."""
        return [card for card in self.table.pack if self.dealt[card] < self.table.copies]

    @cached_property
    def shown_by(self) -> set[tuple[str, ...]]:
        """The places of the findings, and those of the evidence beside them."""
        return {
            place.parts
            for each in self.findings
            for place in (each.place, *(related.place for related in each.related))
        }

    @cached_property
    def rows(self) -> set[int]:
        """The tricks (from 0) that a finding or its evidence names, or the next of which another leads."""
        number = {fact.number: row for row, fact in enumerate(self.replay.play.tricks)}
        found: set[int] = set()
        for parts in self.shown_by:
            head, _, name = parts[0].partition(" ")
            row = number.get(int(name)) if head == "trick" and name.isdigit() else None
            if row is not None:
                found.add(row)
        for row, fact in enumerate(self.replay.play.tricks):
            if fact.faults.get(0, NO_SIGN) & Sign.LEAD_TURN:
                found.add(row)
                # Whoever won a trick before led those after it that have no leader written.
                before = row - 1
                while before > 0 and not any(self.seen.tricks[before].labels):
                    found.add(before)
                    before -= 1
                found.add(max(before, 0))
        return found


def alike(card: Card, other: Card) -> bool:
    return card.suit == other.suit or card.rank == other.rank


def likeliest(card: Card, others: Iterable[Card]) -> list[Card]:
    """The cards that one may have been written for, those most like it first, as many as are looked at."""
    found = {other for other in others if other != card}
    return sorted(found, key=lambda other: (not alike(card, other), other.text))[:MOST_OTHERS]


def for_another(slot: Slot, place: Place, card: Card, other: Card) -> Slip:
    """A card written for another."""
    rate = slip_rates.CARD / 30 * (slip_rates.ALIKE if alike(card, other) else 1.0)
    return Slip((Misread(place, card.text, other.text),), ((slot, other),), rate)
