"""The slips of the pen that are put into a log, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final, TypeVar

from bench.reader.slips import other_figure
from fairdeal.records.cards import CARDS, Card, Said, Term, TermKind
from fairdeal.records.doubt import Entry, clear
from fairdeal.records.record import Call, Deal, Hand, Play, Trick
from samples.making.chance import given, require

T = TypeVar("T")

WHOLE: Final = (8, 13)
"""Tricks of a deal of 56, and of bridge."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table, and with which cards."""

    seats: tuple[str, ...]
    ranks: tuple[str, ...]

    @property
    def pack(self) -> list[Card]:
        return [CARDS[rank + suit] for rank in self.ranks for suit in "CDHS"]


@dataclass(frozen=True, slots=True)
class Slipped:
    """A deal with one slip. `entries`: the places of the entries put wrong, and what truly stood there.

    A truth of None is not compared: there the place alone names the slip.
    """

    deal: Deal
    entries: tuple[tuple[str, str | None], ...]


Slip = Callable[[Deal, Random, Seating], Slipped]


def chosen(rng: Random, options: Iterable[T]) -> T:
    """Any one of some; `NoChanceError` where there are none."""
    found = list(options)
    require(found)
    return rng.choice(found)


# --- hands -----------------------------------------------------------------------------------------


def _a_hand(deal: Deal, rng: Random) -> tuple[int, Hand]:
    return chosen(rng, enumerate(deal.hands or ()))


def _hand_of(deal: Deal, index: int, cards: Sequence[Entry[Card]]) -> Deal:
    hands = list(deal.hands or ())
    hands[index] = Hand(hands[index].seat, tuple(cards))
    return replace(deal, hands=tuple(hands))


Change = Callable[[list[Entry[Card]], Random, Seating], None]
"""How the cards of a hand are written wrongly, so that their number is another."""


def in_a_hand(change: Change, deal: Deal, rng: Random, seating: Seating) -> Slipped:
    at, hand = _a_hand(deal, rng)
    cards = list(hand.cards)
    change(cards, rng, seating)
    return Slipped(_hand_of(deal, at, cards), ((f"hand {hand.seat}", None),))


def card_left_off(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    cards.pop(rng.randrange(len(cards)))


def hand_in_part(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    cards[:] = rng.sample(cards, rng.randint(2, len(cards) - 2))


def card_too_many(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    cards.insert(rng.randrange(len(cards) + 1), clear(rng.choice(seating.pack)))


def card_twice_in_a_hand(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    n = rng.randrange(len(cards))
    cards.insert(n, cards[n])


def card_in_a_hand(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """A card of a hand written for another."""
    at, hand = _a_hand(deal, rng)
    cards = list(hand.cards)
    n = rng.randrange(len(cards))
    value = given(cards[n].value)
    cards[n] = clear(chosen(rng, [card for card in seating.pack if card != value]))
    return Slipped(_hand_of(deal, at, cards), ((f"hand {hand.seat} / {n + 1}", value.text),))


def neighbours_in_a_hand(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """Two neighbouring cards of a hand row in each other's place: nothing is wrong by it."""
    at, hand = _a_hand(deal, rng)
    cards = list(hand.cards)
    n = rng.randrange(len(cards) - 1)
    cards[n], cards[n + 1] = cards[n + 1], cards[n]
    return Slipped(_hand_of(deal, at, cards), ())


def hand_rows_swapped(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    hands = list(deal.hands or ())
    require(len(hands) > 1)
    one, two = rng.sample(range(len(hands)), 2)
    a, b = hands[one], hands[two]
    hands[one], hands[two] = Hand(a.seat, b.cards), Hand(b.seat, a.cards)
    entries = (f"hand {a.seat}", None), (f"hand {b.seat}", None)
    return Slipped(replace(deal, hands=tuple(hands)), entries)


# --- play ------------------------------------------------------------------------------------------


def _a_trick(
    deal: Deal, rng: Random, fits: Callable[[list[Play]], Any] = lambda plays: len(plays) > 2
) -> tuple[int, list[Play]]:
    """A trick that fits, by its row, and the cards of it."""
    rows = [(row, list(trick.plays)) for row, trick in enumerate(deal.play or ())]
    return chosen(rng, [each for each in rows if fits(each[1])])


def _trick_of(deal: Deal, row: int, plays: Sequence[Play]) -> Deal:
    tricks = list(deal.play or ())
    tricks[row] = Trick(tricks[row].number, tuple(plays))
    return replace(deal, play=tuple(tricks))


def _name(deal: Deal, row: int) -> str:
    return f"trick {(deal.play or ())[row].number}"


def card_in_the_play(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """A card of the play written for another."""
    row, plays = _a_trick(deal, rng)
    n = rng.randrange(len(plays))
    value = given(plays[n].card.value)
    other = chosen(rng, [card for card in seating.pack if card != value])
    plays[n] = replace(plays[n], card=clear(other))
    return Slipped(_trick_of(deal, row, plays), ((_name(deal, row), value.text),))


def neighbours_swapped(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """Two neighbours' cards of a trick in each other's place."""
    row, plays = _a_trick(deal, rng)
    n = rng.randrange(len(plays) - 1)
    one, two = plays[n].card, plays[n + 1].card
    require(one.value != two.value)
    plays[n], plays[n + 1] = replace(plays[n], card=two), replace(plays[n + 1], card=one)
    name = _name(deal, row)
    return Slipped(
        _trick_of(deal, row, plays), ((name, given(one.value).text), (name, given(two.value).text))
    )


def card_twice_in_a_trick(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """A card of a trick written twice, the next ones after it."""
    row, plays = _a_trick(deal, rng)
    n = rng.randrange(len(plays))
    plays.insert(n + 1, Play(plays[n].card))
    return Slipped(_trick_of(deal, row, plays), ((_name(deal, row), None),))


def lines_swapped(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """Two neighbouring lines of the play in each other's place."""
    tricks = list(deal.play or ())
    one = chosen(rng, range(len(tricks) - 1))
    a, b = tricks[one], tricks[one + 1]
    tricks[one], tricks[one + 1] = Trick(a.number, b.items), Trick(b.number, a.items)
    entries = (f"trick {a.number}", None), (f"trick {b.number}", None)
    return Slipped(replace(deal, play=tuple(tricks)), entries)


def _numbered(deal: Deal, lines: Sequence[Trick]) -> Deal:
    """A deal with these lines of the play, by their order as they stand."""
    return replace(deal, play=tuple(Trick(n, line.items) for n, line in enumerate(lines, 1)))


def _whole(deal: Deal) -> list[Trick]:
    """The lines of a play written to its end, by the number of them or of the winners."""
    lines = list(deal.play or ())
    winners = deal.result.tricks if deal.result is not None else ()
    require(lines and len(lines) in (*WHOLE, len(winners)))
    return lines


def lines_left_out(count: int, deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """Lines of the play left out, but the last one: that the end is not written is nothing wrong."""
    lines = _whole(deal)
    require(len(lines) >= count + 2)
    gone = sorted(rng.sample(range(len(lines) - 1), count))
    kept = [line for n, line in enumerate(lines) if n not in gone]
    entries = dict.fromkeys((f"trick {at - before + 1}", None) for before, at in enumerate(gone))
    return Slipped(_numbered(deal, kept), tuple(entries))


def line_twice(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    lines = _whole(deal)
    at = rng.randrange(len(lines))
    again = [*lines[: at + 1], *lines[at:]]
    return Slipped(_numbered(deal, again), ((f"trick {at + 2}", None),))


def without_hands(slip: Slip, deal: Deal, rng: Random, seating: Seating) -> Slipped:
    return slip(replace(deal, hands=None), rng, seating)


# --- seats and numbers -----------------------------------------------------------------------------


def _seat_but(seat: str, rng: Random, seating: Seating) -> Entry[str]:
    return clear(chosen(rng, [each for each in seating.seats if each != seat]))


def leader(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """The seat before the first card of a trick."""
    row, plays = _a_trick(deal, rng, lambda plays: plays and plays[0].label is not None)
    seat = given(given(plays[0].label).value)
    plays[0] = replace(plays[0], label=_seat_but(seat, rng, seating))
    return Slipped(_trick_of(deal, row, plays), ((f"{_name(deal, row)} / card 1 / seat", seat),))


def _a_call(deal: Deal, rng: Random, fits: Callable[[Call], Any]) -> tuple[int, int, Call]:
    """A call that fits: where it stands among the items, its number, and itself."""
    calls, number = [], 0
    for at, item in enumerate(deal.auction or ()):
        if isinstance(item, Call):
            number += 1
            if fits(item):
                calls.append((at, number, item))
    return chosen(rng, calls)


def _call_of(deal: Deal, at: int, call: Call) -> Deal:
    items = list(deal.auction or ())
    items[at] = call
    return replace(deal, auction=tuple(items))


def caller(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """The seat before a call."""
    at, number, call = _a_call(deal, rng, lambda each: each.label is not None)
    seat = given(given(call.label).value)
    wrong = replace(call, label=_seat_but(seat, rng, seating))
    return Slipped(_call_of(deal, at, wrong), ((f"call {number} / seat", seat),))


def other_digit(number: int, rng: Random) -> int:
    """A figure one digit of which is another."""
    return int(other_figure(str(number), rng))


def otherwise(said: Said, kind: TermKind, rng: Random) -> Said:
    """The same words with another figure, or another suit."""
    if kind is TermKind.NUMBER:
        text = str(other_digit(said.number or 0, rng))
    else:
        text = chosen(rng, [suit for suit in "CDHS" if suit != said.suit])
    return Said(tuple(Term(kind, text) if term.kind is kind else term for term in said.terms))


def word_of_a_call(kind: TermKind, deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """The figure or the suit of a call."""
    at, number, call = _a_call(
        deal, rng, lambda each: kind in (t.kind for t in given(each.said.value).terms)
    )
    said = given(call.said.value)
    wrong = replace(call, said=clear(otherwise(said, kind, rng)))
    return Slipped(_call_of(deal, at, wrong), ((f"call {number}", said.text),))


def dealer(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    seat = given(given(deal.dealer).value)
    return Slipped(replace(deal, dealer=_seat_but(seat, rng, seating)), (("dealer", seat),))


def number_of_the_deal(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    number = given(given(deal.number).value)
    wrong = chosen(rng, [n for n in range(1, 19) if str(n) != number])
    return Slipped(replace(deal, number=clear(str(wrong))), (("deal", number),))


# --- the result under a log ------------------------------------------------------------------------


def figure_under_a_log(column: str, deal: Deal, rng: Random, seating: Seating) -> Slipped:
    result = given(deal.result)
    figures = dict(getattr(result, column))
    team = chosen(rng, figures)
    value = given(figures[team].value)
    figures[team] = clear(other_digit(value, rng))
    changed: dict[str, Any] = {column: figures}
    result = replace(result, **changed)
    return Slipped(replace(deal, result=result), ((f"{column} {team}", str(value)),))


def winner_of_a_trick(deal: Deal, rng: Random, seating: Seating) -> Slipped:
    """A seat of the line of tricks under a log."""
    result = given(deal.result)
    winners = list(result.tricks)
    at = chosen(rng, range(len(winners)))
    seat = given(winners[at].value)
    winners[at] = _seat_but(seat, rng, seating)
    result = replace(result, tricks=tuple(winners))
    return Slipped(replace(deal, result=result), ((f"trick {at + 1} / winner", seat),))


_LINES: Final[dict[str, Slip]] = {
    "a line of the play left out": partial(lines_left_out, 1),
    "two lines of the play left out": partial(lines_left_out, 2),
    "a line of the play written twice": line_twice,
}

LINE_SLIPS: Final[dict[str, Slip]] = _LINES | {
    f"{kind}, no hands": partial(without_hands, slip) for kind, slip in _LINES.items()
}
"""Of these the number of the lines says that something is missing, whatever else is found."""

LOG_SLIPS: Final[dict[str, Slip]] = {
    **LINE_SLIPS,
    "a card left off a hand row": partial(in_a_hand, card_left_off),
    "a hand written in part": partial(in_a_hand, hand_in_part),
    "a card written for another in a hand": card_in_a_hand,
    "a card too many in a hand": partial(in_a_hand, card_too_many),
    "a card twice in a hand": partial(in_a_hand, card_twice_in_a_hand),
    "two neighbouring cards of a hand swapped": neighbours_in_a_hand,
    "two hand rows swapped": hand_rows_swapped,
    "a card written for another in the play": card_in_the_play,
    "two neighbours' cards swapped": neighbours_swapped,
    "a card twice in a trick": card_twice_in_a_trick,
    "two lines of the play swapped": lines_swapped,
    "a leader's seat": leader,
    "a caller's seat": caller,
    "the figure of a call": partial(word_of_a_call, TermKind.NUMBER),
    "the suit of a call": partial(word_of_a_call, TermKind.SUIT),
    "the dealer": dealer,
    "the deal's number": number_of_the_deal,
    "points under a log": partial(figure_under_a_log, "points"),
    "a score under a log": partial(figure_under_a_log, "score"),
    "a trick's winner": winner_of_a_trick,
}
