"""Where two papers of one deal contradict each other: the first entry, sure in both, that is another.

What one of them leaves out contradicts nothing, and no more does an entry that is in doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final, TypeVar

from fairdeal.grammar.notation.writer import call_text, event_text
from fairdeal.records.cards import Card, Said, Seat, TermKind
from fairdeal.records.doubt import Entry
from fairdeal.records.record import Call, ContractEntry, Deal, EventKind, Hand, Play, Result, Trick

T = TypeVar("T")

After = Mapping[Seat, Seat]
"""The seat whose turn is next after each."""

NOTHING: Final = "nothing"
EVENTS: Final = "deal"
"""The place of a difference in events: the deal as a whole."""

WEIGHTY: Final = frozenset(
    {
        EventKind.RETRACTED,
        EventKind.REDEAL,
        EventKind.CLAIM,
        EventKind.CONCEDE,
        EventKind.DISCLOSED,
        EventKind.EXPOSED,
        EventKind.HELD,
    }
)
"""Events by which what else is recorded counts otherwise, or not at all."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry, sure in both papers, that is another: its place within the deal, and what each says."""

    place: str
    here: str
    there: str

    def turned(self) -> Difference:
        """The same seen from the other paper."""
        return Difference(self.place, self.there, self.here)


@dataclass(frozen=True, slots=True)
class Table:
    """What is known of the table: who acts after whom, and how many cards a hand has."""

    after: After
    hand: int


def differences(one: Deal, two: Deal, table: Table) -> Iterator[Difference]:
    """Every entry in which two papers of a deal contradict each other, in the order of the deal."""
    yield from _entries("dealer", one.dealer, two.dealer)
    yield from _entries("vulnerable", one.vulnerable, two.vulnerable)
    yield from _hands(one, two, table)
    yield from _auctions(one, two, table)
    yield from _plays(one.play or (), two.play or (), table)
    if one.result is not None and two.result is not None:
        yield from _results(one.result, two.result)
    yield from _events(one, two)
    yield from (found.turned() for found in _events(two, one))


def _events(one: Deal, two: Deal) -> Iterator[Difference]:
    """Events that change what a deal comes to, and that a paper with as much of the play does not have: no
    paper alone takes back a card, ends a play or has a deal dealt again."""
    if not two.play or len(two.play) < len(one.play or ()):
        return
    there = [replace(event, at=None) for event in two.all_events()]
    for event in one.all_events():
        if event.kind in WEIGHTY and replace(event, at=None) not in there:
            yield Difference(EVENTS, event_text(event), NOTHING)


def first_difference(one: Deal, two: Deal, table: Table) -> Difference | None:
    return next(differences(one, two, table), None)


def _sure(entry: Entry[T] | None) -> T | None:
    """What an entry says for sure; None where it says nothing, or is in doubt."""
    return entry.value if entry is not None and entry.clear else None


def _entries(place: str, one: Entry[Any] | None, two: Entry[Any] | None) -> Iterator[Difference]:
    here, there = _sure(one), _sure(two)
    if here is not None and there is not None and here != there:
        yield Difference(place, str(here), str(there))


# --- hands -------------------------------------------------------------------------------------------


def _hands(one: Deal, two: Deal, table: Table) -> Iterator[Difference]:
    if _held(one) != _held(two):
        return  # cards still held are compared with no cards dealt
    for hand in one.hands or ():
        other = two.hand(hand.seat)
        if other is not None and hand.label is None and other.label is None:
            yield from _cards(hand, other, table.hand)


def _held(deal: Deal) -> bool:
    return any(event.kind is EventKind.HELD for event in deal.events)


def _cards(one: Hand, two: Hand, size: int) -> Iterator[Difference]:
    """Where two rows of a hand cannot be one. The order of the cards does not count; a row may be short."""
    here, there = _counted(one), _counted(two)
    only_here, only_there = here - there, there - here
    room_here = max(0, max(size, len(two.cards)) - here.total())
    room_there = max(0, max(size, len(one.cards)) - there.total())
    if only_here.total() <= room_there and only_there.total() <= room_here:
        return
    yield Difference(
        _place_of(one, only_here) or _place_of(two, only_there) or f"hand {one.seat}",
        _names(only_here),
        _names(only_there),
    )


def _counted(hand: Hand) -> Counter[Card]:
    return Counter(card for entry in hand.cards if (card := _sure(entry)) is not None)


def _place_of(hand: Hand, cards: Counter[Card]) -> str | None:
    numbers = (n for n, entry in enumerate(hand.cards, 1) if entry.clear and entry.value in cards)
    number = next(numbers, None)
    return None if number is None else f"hand {hand.seat} / {number}"


def _names(cards: Counter[Card]) -> str:
    return " ".join(sorted(card.text for card in cards.elements())) or NOTHING


# --- auction -----------------------------------------------------------------------------------------


def _auctions(one: Deal, two: Deal, table: Table) -> Iterator[Difference]:
    seats = zip(_callers(one, table.after), _callers(two, table.after), strict=False)
    pairs = zip(one.calls, two.calls, seats, strict=False)
    for number, (here, there, (by, other)) in enumerate(pairs, 1):
        said, heard = _sure(here.said), _sure(there.said)
        if said is None or heard is None:
            continue
        if _all_pass(said) or _all_pass(heard):
            yield from _passed_out(number, one.calls, two.calls)
            return
        if said.text != heard.text or (by and other and by != other):
            shown = (_said(here, by, by != other), _said(there, other, by != other))
            yield Difference(f"call {number}", *shown)


def _callers(deal: Deal, after: After) -> list[Seat | None]:
    """Who made each call: the seat written, else the one after the call before."""
    found: list[Seat | None] = []
    last: Seat | None = None
    for call in deal.calls:
        last = _sure(call.label) if call.label is not None else after.get(last or "")
        found.append(last)
    return found


def _all_pass(said: Said) -> bool:
    return said.has(TermKind.ALL_PASS)


def _passed_out(number: int, one: Sequence[Call], two: Sequence[Call]) -> Iterator[Difference]:
    """After ``AP`` in one paper the other may have passes alone."""
    for at, (here, there) in enumerate(zip_longest(one[number - 1 :], two[number - 1 :]), number):
        for call in (here, there):
            said = None if call is None else _sure(call.said)
            if said is not None and not (_all_pass(said) or said.form == TermKind.PASS.value):
                yield Difference(f"call {at}", _said(here), _said(there))
                return


def _said(call: Call | None, seat: Seat | None = None, named: bool = False) -> str:
    if call is None:
        return NOTHING
    text = call_text(Call(call.said))
    return f"{seat}: {text}" if named and seat else text


# --- play --------------------------------------------------------------------------------------------


def _plays(one: Sequence[Trick], two: Sequence[Trick], table: Table) -> Iterator[Difference]:
    others = {trick.number: trick for trick in two}
    for trick in one:
        other = others.get(trick.number)
        if other is not None:
            yield from _tricks(trick, other, table)


def _tricks(one: Trick, two: Trick, table: Table) -> Iterator[Difference]:
    by_here, by_there = players_of(one, table.after), players_of(two, table.after)
    known = all(by_here) and all(by_there)
    whole = len(by_here) == len(by_there)
    if known and whole and by_here != by_there and set(by_here) == set(by_there):
        yield Difference(f"trick {one.number} / leader", str(by_here[0]), str(by_there[0]))
        return
    places = zip(by_here, one.plays, strict=True)
    for position, (seat, play) in enumerate(places):
        match = _beside(two.plays, by_there, seat if known else None, position)
        here, there = _sure(play.card), None if match is None else _sure(match.card)
        if here is not None and there is not None and here is not there:
            where = f"seat {seat}" if seat else f"card {position + 1}"
            yield Difference(f"trick {one.number} / {where}", here.text, there.text)


def players_of(trick: Trick, after: After) -> list[Seat | None]:
    """Who played each card of a trick: the seat written, else the next one that has not yet played; None
    where nothing says who led."""
    found: list[Seat | None] = []
    last: Seat | None = None
    for play in trick.plays:
        if play.label is not None:
            last = _sure(play.label)
        elif last is not None:
            last = after.get(last)
            while last in found and len(found) < len(after):
                last = after.get(last or "")
        found.append(last)
    return found


def _beside(
    plays: Sequence[Play], seats: Sequence[Seat | None], seat: Seat | None, position: int
) -> Play | None:
    """The card of another paper for the same seat, or in the same place where seats are not known."""
    if seat is not None:
        return plays[seats.index(seat)] if seat in seats else None
    return plays[position] if position < len(plays) else None


# --- result ------------------------------------------------------------------------------------------


def _results(one: Result, two: Result) -> Iterator[Difference]:
    if one.contract is not None and two.contract is not None:
        yield from _contracts(one.contract, two.contract)
    for number, (here, there) in enumerate(zip(one.tricks, two.tricks, strict=False), 1):
        yield from _entries(f"trick {number} / winner", here, there)
    for name, ours, theirs in (
        ("points", one.points, two.points),
        ("score", one.score, two.score),
        ("penalty", one.penalty, two.penalty),
    ):
        for team in sorted(set(ours) & set(theirs)):
            yield from _entries(f"{name} {team}", ours[team], theirs[team])


def _contracts(one: ContractEntry, two: ContractEntry) -> Iterator[Difference]:
    here, there = _sure(one.said), _sure(two.said)
    if here is not None and there is not None and _terms(here) != _terms(there):
        yield Difference("contract", here.text, there.text)
    if here is not None and there is not None and (one.doubling, two.doubling).count(None) == 1:
        marks = [
            NOTHING if each is None else str(_sure(each)) for each in (one.doubling, two.doubling)
        ]
        yield Difference("contract / x", *marks)
    yield from _entries("contract / x", one.doubling, two.doubling)
    yield from _entries("contract / by", one.by, two.by)


def _terms(said: Said) -> list[str]:
    """A contract's words in no order: ``32 C`` and ``C 32`` are one contract."""
    return sorted(term.text for term in said.terms)
