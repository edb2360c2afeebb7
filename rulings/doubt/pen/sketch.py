"""How well hands and play would agree with a slip of the pen undone: a quick look before a deal is ruled on.

The sketch follows leads, winners and hands as the replay does, and leaves out what needs more: auctions,
events, cards that nobody wrote. It only orders the slips by how much they seem to mend and passes over
those that mend nothing; whatever is reported was ruled on in full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.records.cards import Card
from fairdeal.records.seats import Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.slips import CARD_SLIP, SUM_SLIP
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.seen import Seen, SeenTrick

Hands = Mapping[Seat, Sequence[Card | None]]
Seated = tuple[tuple[Seat | None, ...], Sequence[Card | None]]
"""A trick: who played each card, and the cards."""

_WORST = 40
"""Things wrong beyond which one more makes no difference: the product would be too small for a number."""


class Sketch:
    """One deal, to be looked at with one entry or another changed."""

    def __init__(self, replay: Replayed[Any, Any]) -> None:
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
            CARD_SLIP ** min(cards, _WORST)
            * SUM_SLIP ** min(wrong_winners, _WORST)
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
