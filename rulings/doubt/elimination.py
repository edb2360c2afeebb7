"""A card that is not recorded and follows from the others: known as an inference, never as a record.

Where it bears on what is found it is weighed like a reading: this card, or one that nobody knows, because an
entry that it follows from may be a slip of the pen. What rests on it is never established. The deal itself
is shown, counted and scored as it is recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from fairdeal.records import COMPASS_NAMES, Card, Entry, Place, Seat, Standing
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import J, Judge, Key, Weighed, key_of, place_of
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.replay.deal import AnyReplay
from fairdeal.rulings.replay.reading import Doubt, Seen, Slot
from fairdeal.rulings.replay.table import Dealt

# --- what follows -----------------------------------------------------------------------------------


Open = tuple[Place, Slot, Entry[Card]]
"""A place in which nothing can be read, its slot, and what stands in it."""


def unread_of(replay: AnyReplay, seat: Seat) -> list[Place]:
    """The places of a seat's cards in which something stands that nobody can read."""
    in_hand = [(place, entry) for place, _, entry in _in_the_row(replay, seat)]
    played = [
        (Place.of(place.parts[0], f"seat {seat}"), entry)
        for place, _, entry in _in_the_play(replay, seat)
    ]
    return [place for place, entry in in_hand + played if entry.standing is Standing.ILLEGIBLE]


@dataclass(frozen=True, slots=True)
class Follows:
    """A card that is not recorded, by elimination.

    `others` are the entries that it follows from, `by` says in words which these are; `written`: something
    is in its place that nobody can read.
    """

    place: Place
    slot: Slot
    card: Card
    seat: Seat
    others: tuple[Entry[Card], ...]
    by: str
    written: bool

    @property
    def sentence(self) -> str:
        """What the card is, and from what that follows."""
        row, at = self.place.parts
        who = COMPASS_NAMES.get(self.seat, f"Seat {self.seat}")
        what = f"card {at} of the hand as dealt" if row.startswith("hand ") else f"card in {row}"
        how = "cannot be read" if self.written else "is not recorded"
        return f"{who}'s {what} {how}: by {self.by} it is the {self.card.name}."


def _lacks_card(seen: Seen) -> bool:
    """Whether a card stands in a row of the record with nothing that could be read."""
    rows = [*seen.hands.values(), *[trick.cards for trick in seen.tricks]]
    return any(None in row for row in rows)


def following(replay: AnyReplay) -> tuple[Follows, ...]:
    """The cards that follow from the others, in the order of the record."""
    if not _lacks_card(replay.seen):
        return ()
    return tuple(_of_seats(replay)) or tuple(_of_the_play(replay))


def _of_seats(replay: AnyReplay) -> Iterator[Follows]:
    """The cards that follow by what each seat was dealt and played."""
    by_pack = _left_of_the_pack(replay)
    recorded = sum(card is not None for fact in replay.play.tricks for card in fact.cards)
    whole = recorded == replay.table.pack_size - 1
    for seat, hand in replay.dealt.items():
        for at, found in (
            (_in_the_row(replay, seat), replay.seen.hands.get(seat, ())),
            (_in_the_play(replay, seat), replay.play.played[seat]),
        ):
            left = _left_of_the_hand(hand, found, replay.table.hand)
            card = left if left is not None else by_pack if hand.unknown else None
            if card is None:
                continue
            own = left is not None
            others = tuple(_own(replay, seat) if own else _all(replay))
            by = f"{COMPASS_NAMES.get(seat, f'seat {seat}')}'s other cards"
            if not own or whole:
                by = f"the other {recorded if own else len(others)}"
            for place, slot, entry in at:
                written = entry.standing is Standing.ILLEGIBLE
                yield Follows(place, slot, card, seat, others, by, written)


def _of_the_play(replay: AnyReplay) -> Iterator[Follows]:
    """The one card that the play lacks, though nobody can show who played the others: a trick without a card
    may have no winner, and then nobody knows who led the next."""
    table, tricks = replay.table, replay.play.tricks
    left = Counter(dict.fromkeys(table.pack, table.copies))
    left.subtract(card for fact in tricks for card in fact.cards if card is not None)
    cards = [card for card, count in left.items() if count]
    if len(cards) != 1 or left[cards[0]] != 1:
        return
    others = tuple(
        play.card for each in replay.seen.tricks for play in each.trick.plays if play.card.readings
    )
    for seat in table.seats:
        hand = replay.dealt[seat]
        for place, slot, entry in _in_the_play(replay, seat):
            if hand.unknown or cards[0] in hand.cards:
                by = f"the other {len(others)}"
                written = entry.standing is Standing.ILLEGIBLE
                yield Follows(place, slot, cards[0], seat, others, by, written)


def _left_of_the_hand(hand: Dealt, found: Sequence[Card | None], size: int) -> Card | None:
    """The one card of a hand, known in full, that is not among those found in a row or in the play."""
    if hand.unknown or hand.beyond or len(hand.cards) != size:
        return None
    left = Counter(hand.cards)
    left.subtract(card for card in found if card is not None)
    cards = [card for card, count in left.items() if count]
    # Below none: a card played more often than it was dealt. Hand and play contradict each other.
    return cards[0] if len(cards) == 1 and left[cards[0]] > 0 else None


def _left_of_the_pack(replay: AnyReplay) -> Card | None:
    """The one card that all others leave, whoever holds it."""
    table = replay.table
    left = Counter(dict.fromkeys(table.pack, table.copies))
    for hand in replay.dealt.values():
        if hand.beyond:
            return None
        left.subtract(hand.cards)
    cards = [card for card, count in left.items() if count]
    unknown = sum(hand.unknown for hand in replay.dealt.values())
    return cards[0] if len(cards) == 1 and 0 < left[cards[0]] == unknown else None


def _in_the_row(replay: AnyReplay, seat: Seat) -> Iterator[Open]:
    """The places of a seat's hand row in which nothing can be read."""
    row = replay.deal.hand(seat)
    for index, card in enumerate(replay.seen.hands.get(seat, ())):
        if card is None and row is not None:
            yield Place.of(f"hand {seat}", str(index + 1)), ("hands", seat, index), row.cards[index]


def _in_the_play(replay: AnyReplay, seat: Seat) -> Iterator[Open]:
    """The places of a seat's cards in the play in which nothing can be read."""
    for row, fact in enumerate(replay.play.tricks):
        plays = replay.seen.tricks[row].trick.plays
        for index, (player, card) in enumerate(zip(fact.seats, fact.cards, strict=True)):
            if player == seat and card is None and index < len(plays):
                place = Place.of(f"trick {fact.number}", f"card {index + 1}")
                yield place, ("tricks", row, "cards", index), plays[index].card


def _own(replay: AnyReplay, seat: Seat) -> Iterator[Entry[Card]]:
    """The entries that say what a seat was dealt and played; the rest, for a hand that follows from it."""
    row = replay.deal.hand(seat)
    for hand in replay.deal.hands or () if row is None else (row,):
        yield from (card for card in hand.cards if card.readings)
    yield from _played(replay, {seat})


def _all(replay: AnyReplay) -> Iterator[Entry[Card]]:
    """The entries that say where the cards are: each hand as it is written, or else as it was played."""
    for hand in replay.deal.hands or ():
        yield from (card for card in hand.cards if card.readings)
    yield from _played(replay, replay.play.played.keys() - replay.seen.hands.keys())


def _played(replay: AnyReplay, seats: Set[Seat]) -> Iterator[Entry[Card]]:
    for row, fact in enumerate(replay.play.tricks):
        for player, play in zip(fact.seats, replay.seen.tricks[row].trick.plays, strict=False):
            if player in seats and play.card.readings:
                yield play.card


# --- how it is weighed ------------------------------------------------------------------------------


SUREST: Final = 0.99
"""What rests on a card that is not recorded is no surer, whatever else agrees: nobody wrote it down."""

MOST_READINGS: Final = 40
"""Readings of unclear entries beside each of which a card has to follow; where there are more it does not."""


def with_eliminated(seen: Seen, judge: Callable[[Seen], J]) -> Seen:
    """The deal with the cards that follow from the others as doubts of it, where findings depend on them."""
    if not _lacks_card(seen):
        return seen
    recorded = judge(seen)
    doubted = {doubt.slot for doubt in seen.doubts}
    found = [each for each in following(recorded.replay) if each.slot not in doubted]
    bearing = _bearing(seen, found, {*map(key_of, recorded.findings)}, judge)
    bearing = _whatever_is_read(seen, bearing, judge)
    if not bearing:
        return seen
    filled = seen.with_values([(each.slot, each.card) for each in bearing])
    return replace(filled, doubts=[*seen.doubts, *map(_doubt, bearing)])


def _bearing(
    seen: Seen, found: Sequence[Follows], keys: set[Key], judge: Callable[[Seen], J]
) -> list[Follows]:
    """The cards with which something else is found; all of them, where that takes several together."""

    def changes(cards: Sequence[Follows]) -> bool:
        other = judge(seen.with_values([(each.slot, each.card) for each in cards]))
        return {*map(key_of, other.findings)} != keys

    if not found or not changes(found):
        return []
    return [each for each in found if changes([each])] or list(found)


def _whatever_is_read(
    seen: Seen, found: list[Follows], judge: Callable[[Seen], J]
) -> list[Follows]:
    """The cards that follow however the unclear entries of the deal are read."""
    others = [(each.slot, value) for each in seen.doubts for value, _ in each.options[1:]]
    if len(others) > MOST_READINGS:
        return []
    for slot, value in others if found else ():
        there = following(judge(seen.with_values([(slot, value)])).replay)
        follows = {(each.slot, each.card) for each in there}
        found = [each for each in found if (each.slot, each.card) in follows]
    return found


def _doubt(each: Follows) -> Doubt:
    sure = prod((1.0 - slip_rates.CARD) * (1.0 - entry.left_over) for entry in each.others)
    return Doubt(each.place, ((each.card, sure), (None, 1.0 - sure)), each.slot, each.sentence)


def as_recorded(weighed: Weighed[J], judge: Judge[J]) -> tuple[J, Weighed[J]]:
    """The deal as it is to be shown, with nothing in the places of cards that are not recorded; and how it
    was weighed, those findings named that rest on such a card."""
    doubts = [doubt for doubt in weighed.chosen if doubt.follows]
    if not doubts:
        return weighed.ruled, weighed
    recorded = judge({**weighed.chosen, **dict.fromkeys(doubts)})
    places = {place_of(doubt, recorded.replay): doubt for doubt in doubts}
    there = {key_of(each): each for each in recorded.findings}
    found = tuple(_resting(each, places, there) for each in weighed.findings)
    return recorded, replace(weighed, findings=found)


def _resting(finding: Finding, places: dict[Place, Doubt], there: dict[Key, Finding]) -> Finding:
    on = tuple(place for place in finding.depends_on if place in places)
    if not on:
        # It stands as the record has it, and says what the record shows.
        stands = there.get(key_of(finding), finding)
        return replace(finding, message=stands.message, related=stands.related)
    words = " ".join(places[place].follows for place in on)
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=min(SUREST, finding.probability or SUREST),
        message=f"{finding.message} {words}",
        not_recorded=on,
    )
