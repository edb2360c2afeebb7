"""Entries of a deal that cannot all be true: rows too short, cards not in a row, two of a seat in a trick,
cards written more often than the pack has them.

A contradiction belongs to the record: what is said of it blames nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.records import Card, EventKind, Place, Seat, Span
from fairdeal.rulings.frame.finding import MOST_RELATED, At, Related, few
from fairdeal.rulings.replay.deal import AnyReplay
from fairdeal.rulings.replay.play import Act, TrickFact, act_place, card_place, card_span, hand_span
from fairdeal.rulings.replay.signs import Has
from fairdeal.rulings.replay.table import MOST_LEFT_OFF, whole_pack_written

_FOUND_SHORT: Final = re.compile(
    r"(?<!no )re-?deal|mis-?deal|dealt again|short|too few|not enough"
    r"|cards? (?:missing|lacking|lost)|missing card|only \w+ cards|\w+ cards instead"
    r"|wrong (?:number|count)",
    re.IGNORECASE,
)
"""Words of a note that says that too few cards were dealt."""

_OTHER_CAUSES: Final = (EventKind.EXPOSED, EventKind.DISCLOSED)
"""Events before the play for which a deal is dealt again whatever its hands count."""

_CALLED_OR_PLAYED: Final = (
    Has.AUCTION | Has.PLAY | Has.WINNERS | Has.WRITTEN_CONTRACT | Has.WRITTEN_POINTS
)


def why_short(replay: AnyReplay) -> str | None:
    """What shows that a row of fewer cards is a hand dealt short, in words.

    None where nothing does: then the pen left cards off, or the rest of the hand was not noted.
    """
    hands, table = replay.seen.hands, replay.table
    if whole_pack_written(hands, table):
        return "every card of the pack stands in the hands"
    for event in replay.event(EventKind.NOTE):
        if event.text and _FOUND_SHORT.search(event.text):
            return f'a note says "{event.text}"'
    for remark in replay.remarks:
        if _FOUND_SHORT.search(remark):
            return f'the sheet remarks "{remark}"'
    early = [*replay.deal.events, *(event for _, event in replay.seen.call_events)]
    if not any(event.kind in _OTHER_CAUSES for event in early):
        if replay.event(EventKind.REDEAL):
            return "the record says that the deal was dealt again"
        if not replay.has & _CALLED_OR_PLAYED:
            return "nothing was called or played"
    return "the whole play has the same cards" if _play_agrees(replay) else None


def _play_agrees(replay: AnyReplay) -> bool:
    """Whether all hands are written, and the seats played these cards and no others."""
    hands, played = replay.seen.hands, replay.play.played
    return (
        len(hands) == replay.table.players
        and len(replay.play.tricks) == replay.table.hand
        and all(
            None not in hand and Counter(hand) == Counter(played[s]) for s, hand in hands.items()
        )
    )


def all_but_whole(replay: AnyReplay, seat: Seat) -> bool:
    """Whether a row lacks so few cards that somebody may have meant to write all of it."""
    lacking: int = replay.table.hand - len(replay.seen.hands[seat])
    return 0 < lacking <= MOST_LEFT_OFF


def count_words(cards: int) -> str:
    return f"{cards} card" + ("s" if cards != 1 else "")


@dataclass(frozen=True, slots=True)
class NotInRow:
    """A card played that the seat's hand does not have, or not so often.

    `row`: how many cards the hand's row has, None where the hand follows from the others; `times`: how
    often the card is among them. `earlier`: where the seat played it before, the first of `count` places.
    """

    act: Act
    card: Card
    row: int | None
    times: int
    short: bool
    earlier: tuple[Act, ...]
    count: int

    def message(self, whose: str) -> str:
        """What is said of it. `whose`: the seat in words. The hand or the play is written wrongly."""
        hand = "hand, which follows from the others" if self.row is None else "hand as written"
        said = f"is not in its {hand}"
        if self.earlier:
            said = f"appears more often in its play than in its {hand}"
        elif self.short:
            said += f", a row of {count_words(self.row or 0)}"
        return f"The {self.card.name} played by {whose} in trick {self.act[0]} {said}."

    @property
    def related(self) -> tuple[Related, ...]:
        """The hand, and where the card was played before."""
        often = {0: "not", 1: "once"}.get(self.times, f"{self.times} times")
        words = f"{self.card.text} {often} in this hand"
        found = [Related(Place.of(f"hand {self.act[2]}"), words)]
        found += [
            Related(act_place(each), f"{self.card.text} played here") for each in self.earlier
        ]
        return few(act_place(self.act), found[:MOST_RELATED], self.count + 1)


def not_in_row(replay: AnyReplay, act: Act, card: Card) -> NotInRow:
    """What there is to say of such a card."""
    row = replay.seen.hands.get(act[2] or "")
    before = _played_before(replay, act, card)
    return NotInRow(
        act,
        card,
        len(row) if row is not None else None,
        row.count(card) if row is not None else 0,
        row is not None and len(row) < replay.table.hand,
        before[:MOST_RELATED],
        len(before),
    )


def _played_before(replay: AnyReplay, act: Act, card: Card) -> tuple[Act, ...]:
    """Where the seat played the card before, if it did."""
    trick, index, seat = act
    if seat is None or replay.play.played[seat].count(card) < 2:
        return ()
    return tuple(
        [
            (other.number, place, seat)
            for other in replay.play.tricks
            if card in other.cards
            for place, what in enumerate(other.cards)
            if what is card
            and other.seats[place] == seat
            and (other.number, place) < (trick, index)
        ]
    )


def twice_in_trick(replay: AnyReplay, fact: TrickFact, index: int) -> bool:
    """Whether a card is its seat's second in the trick and nobody objected to it, as to an act."""
    seat = fact.seats[index]
    if seat is None or seat not in fact.seats[:index]:
        return False
    return not replay.objected(card_place(fact, index), replay.table.team[seat])


def two_cards(fact: TrickFact, index: int, whose: str) -> tuple[str, tuple[Related, ...]] | None:
    """What is said of such a card, and where the first stands. `whose`: the seat in words. None where one of
    the two could not be read: it may be no card at all."""
    first = fact.seats.index(fact.seats[index])
    one, other = fact.cards[first], fact.cards[index]
    if one is None or other is None:
        return None
    message = f"Trick {fact.number} has two cards of {whose}: the {one.name} and the {other.name}."
    return message, (Related(card_place(fact, first), f"the {one.name} here"),)


# --- more of a card than the pack has ---------------------------------------------------------------


EACH: Final = 3
"""Cards too many of one kind that are found one by one: with more, the page repeats a card and one
finding counts them."""

Spot = tuple[Place, Seat | None, At, Span | None]
Where = tuple[Seat, int, int | None]
"""A seat's card: its index in a trick of this number or (None) in the seat's hand as written."""


@dataclass(frozen=True, slots=True)
class Excess:
    """A card written more often than the pack has it.

    `count`: how many times it stands there, up to this one or, where `found` is above 1, in all; `found`:
    how many of these are too many. `others`: where else it stands.
    """

    card: Card
    where: Where
    others: tuple[Where, ...]
    count: int
    found: int = 1


def excess(replay: AnyReplay) -> Iterator[Excess]:
    """Every card written more often than the pack has it, one too many or `EACH` told one by one."""
    met: dict[Card, list[Where]] = {}
    pack, copies = replay.table.pack, replay.table.copies
    cards = list(_cards(replay))
    times = Counter(card for card, _ in cards)
    for card, where in cards:
        others = met.setdefault(card, [])
        allowed = copies if card in pack else 0
        extra = times[card] - allowed
        if len(others) == allowed and extra > EACH:
            rest = [place for other, place in cards if other == card and place != where]
            yield Excess(card, where, tuple(rest[:MOST_RELATED]), times[card], extra)
        elif len(others) >= allowed and extra <= EACH:
            yield Excess(card, where, tuple(others), len(others) + 1)
        others.append(where)


def spot(replay: AnyReplay, where: Where) -> Spot:
    """The address of a card in excess, in full."""
    seat, index, trick = where
    if trick is None:
        return _place(where), seat, At(seat=seat), hand_span(replay.deal, seat, index)
    at = At(trick=trick, seat=seat, position=index + 1)
    return _place(where), seat, at, card_span(replay.seen, trick, index)


def here_too(place: Place, each: Excess) -> tuple[Related, ...]:
    """Where else the card stands, as far as that is listed."""
    told = [Related(_place(other), f"{each.card.text} here too") for other in each.others]
    return few(place, told, each.count - 1)


def _place(where: Where) -> Place:
    seat, index, trick = where
    if trick is None:
        return Place.of(f"hand {seat}", str(index + 1))
    return Place.of(f"trick {trick}", f"seat {seat}")


def _cards(replay: AnyReplay) -> Iterator[tuple[Card, Where]]:
    """Every card dealt, where it is written: in a hand or, for hands not written, in the play."""
    hands = replay.seen.hands
    for seat in replay.table.seats:
        for index, card in enumerate(hands.get(seat) or ()):
            if card is not None:
                yield card, (seat, index, None)
    for fact in replay.play.tricks if len(hands) < replay.table.players else ():
        for index, (player, card) in enumerate(zip(fact.seats, fact.cards, strict=True)):
            if card is not None and player is not None and player not in hands:
                yield card, (player, index, fact.number)
