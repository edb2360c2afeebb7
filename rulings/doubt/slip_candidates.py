"""The slips of the pen that a deal may hold, those that would correct most of what is wrong with it first.

Only slips that could correct something are named: what is found in the deal says where to look for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from fairdeal.records import Card, Place, Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.frame.finding import Finding, Misread
from fairdeal.rulings.replay.deal import AnyReplay
from fairdeal.rulings.replay.reading import Seen, SeenTrick, Slot
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

    def __init__(self, replay: AnyReplay, findings: Collection[Finding]) -> None:
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
        """The cards that a seat played more often than its hand as written has them."""
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
        """Cards dealt more often than the pack has them."""
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


Hands = Mapping[Seat, Sequence[Card | None]]


Seated = tuple[tuple[Seat | None, ...], Sequence[Card | None]]
"""A trick: who played each card, and the cards."""


_WORST = 40
"""Things wrong beyond which one more makes no difference: the product would be too small for a number."""


class Sketch:
    """How well hands and play of a deal would agree with one entry or another changed: a quick look.

    It follows leads, winners and hands as the replay does, and leaves out what needs more: auctions, events,
    cards that nobody wrote. It only orders the slips by how much they seem to correct and passes over
    those that correct nothing; whatever is reported was ruled on in full.
    """

    def __init__(self, replay: AnyReplay) -> None:
        self.table, self.seen = replay.table, replay.seen
        self.trump = replay.contract.trump if replay.contract is not None else None
        tricks = replay.play.tricks
        self.lead = tricks[0].leader if tricks and tricks[0].number == 1 else None
        self.as_written = self.rate(self.seen)

    def rate(self, seen: Seen, trump: str | None = None) -> float:
        """How likely the hands and the play of a deal are to be so, its offences and wrong entries told."""
        seated, wrong_leads, wrong_winners = self._seated(seen, trump or self.trump)
        cards, revokes = self._cards(seen.hands, seated)
        return float(
            slip_rates.CARD_SLIP ** min(cards, _WORST)
            * slip_rates.SUM_SLIP ** min(wrong_winners, _WORST)
            * slip_rates.offence("lead-out-of-turn") ** min(wrong_leads, _WORST)
            * slip_rates.offence("revoke") ** min(revokes, _WORST)
        )

    def _first_lead(self, seen: Seen) -> Seat | None:
        """Who leads first, as many seats from who led as another dealer is from the dealer written."""
        dealer, written = seen.head.dealer, self.seen.head.dealer
        if self.lead is None or dealer is None or written is None or dealer == written:
            return self.lead
        rotation: Mapping[Seat, Sequence[Seat]] = self.table.rotation
        return rotation[self.lead][rotation[written].index(dealer)]

    def _seated(self, seen: Seen, trump: str | None) -> tuple[list[Seated], int, int]:
        """Who played what, and how many leads and winners are not those of the trick before."""
        rotation, size, winners = self.table.rotation, self.table.players, seen.winners
        leader, wrong_leads, wrong_winners = self._first_lead(seen), 0, 0
        before, seated = 0, list[Seated]()
        for trick in seen.tricks:
            if trick.number + trick.missing != before + 1:
                leader = trick.led
            before = trick.number
            label = trick.labels[0] if trick.labels else None
            first = label or leader
            if label is not None and leader is not None and label != leader:
                wrong_leads += 1
            if len(trick.cards) > size:
                wrong_leads += 1
            seats = self._seats(trick, rotation[first] if first is not None else ())
            seated.append((seats, trick.cards))
            place = self._winning(trick, trump)
            leader = seats[place] if place is not None and place < len(seats) else None
            if leader is not None and 0 < trick.number <= len(winners):
                wrong_winners += winners[trick.number - 1] not in (None, leader)
        return seated, wrong_leads, wrong_winners

    def _seats(self, trick: SeenTrick, turns: tuple[Seat, ...]) -> tuple[Seat | None, ...]:
        if trick.plain or not turns:
            return turns[: len(trick.cards)]
        seats: list[Seat | None] = []
        due: Seat | None = turns[0]
        for label in trick.labels:
            seat = label or due
            seats.append(seat)
            due = self.table.after[seat] if seat is not None else None
        return tuple(seats)

    def _winning(self, trick: SeenTrick, trump: str | None) -> int | None:
        """Which card of a full trick won it."""
        cards = trick.cards
        lead = cards[0] if cards else None
        if lead is None or len(cards) != self.table.players or None in cards:
            return None
        if trump is None:
            if any(card.suit != lead.suit for card in cards if card is not None):
                return None
            trump = lead.suit
        strength = self.table.strength[trump][lead.suit]
        heights = [strength[card] for card in cards if card is not None]
        return heights.index(max(heights))

    def _cards(self, hands: Hands, seated: Sequence[Seated]) -> tuple[int, int]:
        """Cards in excess or played and not held, and suits not followed though held."""
        plays: dict[Seat, list[tuple[Card, str | None]]] = {seat: [] for seat in self.table.seats}
        blind = False
        for seats, cards in seated:
            lead = cards[0] if cards else None
            blind = blind or None in cards or len(set(seats)) < self.table.players
            for place, (seat, card) in enumerate(zip(seats, cards, strict=False)):
                if seat is not None and card is not None:
                    # Whoever may have played a suit unseen does not surely hold it.
                    led = lead.suit if place and lead is not None and not blind else None
                    plays[seat].append((card, led))
        wrong = revokes = 0
        dealt: list[Card] = []
        size, follow = self.table.hand, self.table.must_follow
        for seat, cards_played in plays.items():
            hand = hands.get(seat)
            held = [card for card in hand if card is not None] if hand is not None else None
            spare = 0
            if held is None:
                held = [card for card, _ in cards_played]
            elif len(held) < size:
                spare = size - len(held)
            elif len(held) > size:
                wrong += 1
            dealt += held
            left = held[:]
            for card, led in cards_played:
                if card in left:
                    left.remove(card)
                elif spare:
                    spare -= 1
                else:
                    wrong += 1
                if follow and led is not None and card.suit != led:
                    revokes += any(other.suit == led for other in left)
        return wrong + self._excess(dealt), revokes

    def _excess(self, dealt: Sequence[Card]) -> int:
        copies, pack = self.table.copies, self.table.pack
        return sum(
            count - copies if card in pack else count
            for card, count in Counter(dealt).items()
            if count > copies or card not in pack
        )
