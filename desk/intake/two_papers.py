"""Two papers of one deal: where they contradict each other, and both put together.

A contradiction is an entry, sure in both, that is another. What one of them leaves out contradicts nothing,
and no more does an entry that is in doubt. Papers that agree fill what the others leave out: nothing is taken
away, and no entry stands in the merged deal that stands in none of the papers. Entries that are in doubt in
several papers are weighed together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, zip_longest
from math import prod
from typing import Any, Final, TypeVar

from fairdeal.grammar.notation.writer import call_text, event_text
from fairdeal.records import (
    Call,
    Card,
    ContractEntry,
    Deal,
    Entry,
    Event,
    EventKind,
    Hand,
    Play,
    Reading,
    Result,
    Said,
    Seat,
    Standing,
    Tag,
    Team,
    TermKind,
    Trick,
    firsts,
)

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

    def caller(last: Seat | None, call: Call) -> Seat | None:
        return _sure(call.label) if call.label is not None else after.get(last or "")

    return list(accumulate(deal.calls, caller, initial=None))[1:]


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
    led = known and whole and not (one.by_seat or two.by_seat)
    if led and by_here != by_there and set(by_here) == set(by_there):
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
    where nothing says who led, unless the cards stand by seats."""
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
    if trick.by_seat and found.count(None) == 1 and len(found) == len(after):
        return [seat or next(each for each in after if each not in found) for seat in found]
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


def entries_at(deal: Deal, table: Table) -> Iterator[tuple[str, Entry[Any]]]:
    """The entries of a deal by the places that they have on every paper of it; not the cards of a hand, which
    stand in any order."""
    result = deal.result or Result()
    found: dict[str, Entry[Any] | None] = {"dealer": deal.dealer}
    found |= {f"call {number}": call.said for number, call in enumerate(deal.calls, 1)}
    for trick in deal.play or ():
        seats = zip(players_of(trick, table.after), trick.plays, strict=True)
        found |= {f"trick {trick.number} / seat {seat}": play.card for seat, play in seats}
    found |= {f"trick {n} / winner": entry for n, entry in enumerate(result.tricks, 1)}
    if result.contract is not None:
        found |= {"contract": result.contract.said, "contract / by": result.contract.by}
    found |= {f"points {team}": entry for team, entry in result.points.items()}
    found |= {f"score {team}": entry for team, entry in result.score.items()}
    return ((place, entry) for place, entry in found.items() if entry is not None)


SOMETHING_ELSE: Final = 0.001
"""What a paper that reads otherwise still leaves for a reading that it does not name: a person or a machine
is wrong beyond all its rivals once in a thousand entries."""
SURE: Final = 0.995
"""From here on a reading that several papers confirm is clear: as sure as one paper read well."""


def merged(one: Deal, two: Deal, table: Table) -> Deal:
    """One deal of two papers that contradict each other in nothing."""
    return replace(
        one,
        dealer=weighed(one.dealer, two.dealer),
        vulnerable=weighed(one.vulnerable, two.vulnerable),
        tags=_tags(one.tags, two.tags),
        hands=_together(partial(_merged_hands, size=table.hand), one.hands, two.hands),
        auction=_together(_auction, one.auction, two.auction),
        call_rows=one.call_rows if one.auction is not None else two.call_rows,
        play=_together(partial(_merged_plays, table=table), one.play, two.play),
        result=_together(_result, one.result, two.result),
        events=_united(one.events, two.events),
        closing=_united(one.closing, two.closing),
        comments=(*one.comments, *(each for each in two.comments if each not in one.comments)),
        unread=one.unread and two.unread,
    )


def _together(merge: Callable[[T, T], T], one: T | None, two: T | None) -> T | None:
    """What both papers have put together, else what one of them has."""
    if one is None or two is None:
        return one if two is None else two
    return merge(one, two)


def weighed(one: Entry[T] | None, two: Entry[T] | None) -> Entry[T] | None:
    """What two papers say of one entry together: the readings that both allow, weighed by both."""
    if one is None or not one.readings:
        return two if two is not None and (two.readings or one is None) else one
    if two is None or not two.readings:
        return one
    if one.clear and two.clear and one.value == two.value:
        return one if one.left_over <= two.left_over else two
    shares = [dict(one.weighted()), dict(two.weighted())]
    values = {value: None for each in shares for value in each if value is not None}
    together = {
        value: prod(max(each.get(value, 0.0), SOMETHING_ELSE) for each in shares)
        for value in values
    }
    rest = prod(max(each.get(None, 0.0), SOMETHING_ELSE) for each in shares)
    total = sum(together.values()) + rest
    found = sorted(
        (Reading(value, share / total) for value, share in together.items()),
        key=lambda each: (-(each.probability or 0.0), str(each.value)),
    )
    span = one.span or two.span
    if (found[0].probability or 0.0) >= SURE:
        return Entry(Standing.CLEAR, (found[0],), span)
    left = tuple(each for each in found if (each.probability or 0.0) > SOMETHING_ELSE) or (
        found[0],
    )
    return Entry(Standing.RIVALS if len(left) > 1 else Standing.DOUBTED, left, span)


def _tags(one: tuple[Tag, ...], two: tuple[Tag, ...]) -> tuple[Tag, ...]:
    known = {tag.name for tag in one}
    return (*one, *(tag for tag in two if tag.name not in known))


def _united(one: tuple[Event, ...], two: tuple[Event, ...]) -> tuple[Event, ...]:
    """All events of both, each as often as the paper has it that names it most."""
    return (*one, *_missing(one, two))


def _missing(one: Sequence[Any], two: Sequence[Any]) -> list[Any]:
    """What the second has and the first has not, or not as often."""
    left, found = list(one), []
    for each in two:
        if each in left:
            left.remove(each)
        else:
            found.append(each)
    return found


# --- hands -------------------------------------------------------------------------------------------


def _merged_hands(one: tuple[Hand, ...], two: tuple[Hand, ...], size: int) -> tuple[Hand, ...]:
    others = firsts((hand.seat, hand) for hand in two)
    found = [
        hand if (other := others.get(hand.seat)) is None else _hand(hand, other, size)
        for hand in one
    ]
    seats = {hand.seat for hand in found}
    found += [hand for hand in two if hand.seat not in seats]
    return tuple(sorted(found, key=lambda hand: hand.seat))


def _hand(one: Hand, two: Hand, size: int) -> Hand:
    """A hand's row: card by card where both have as many, else the fuller row with what it lacks."""
    if len(one.cards) == len(two.cards) and all(map(_alike, one.cards, two.cards)):
        pairs = zip(one.cards, two.cards, strict=True)
        cards = tuple(weighed(ours, theirs) or ours for ours, theirs in pairs)
        return one if cards == one.cards else replace(one, cards=cards)
    fuller, other = (one, two) if _clear(one) >= _clear(two) else (two, one)
    have = Counter(entry.value for entry in fuller.cards if entry.clear)
    more = Counter(entry.value for entry in other.cards if entry.clear) - have
    if not more:
        return fuller
    added = [entry for entry in other.cards if entry.clear and more[entry.value] > 0]
    kept = [entry for entry in fuller.cards if entry.clear]
    unclear = [entry for entry in fuller.cards if not entry.clear and entry.readings]
    added = added[: more.total()]
    room = max(0, max(size, len(fuller.cards)) - len(kept) - len(added))
    return Hand(fuller.seat, (*kept, *added, *unclear[:room]), label=fuller.label)


def _clear(hand: Hand) -> int:
    return sum(entry.clear for entry in hand.cards)


def _alike(one: Entry[Any], two: Entry[Any]) -> bool:
    """Whether two entries may say the same."""
    if not one.readings or not two.readings:
        return True
    return bool({each.value for each in one.readings} & {each.value for each in two.readings})


# --- auction and play --------------------------------------------------------------------------------


def _auction(
    one: tuple[Call | Event, ...], two: tuple[Call | Event, ...]
) -> tuple[Call | Event, ...]:
    if _ends_short(two) or (not _ends_short(one) and _calls(two) > _calls(one)):
        one, two = two, one
    others = (item for item in two if isinstance(item, Call))
    found = [
        item
        if not isinstance(item, Call) or (other := next(others, None)) is None
        else _call(item, other)
        for item in one
    ]
    return _with_events(found, two, Call)


def _ends_short(items: tuple[Call | Event, ...]) -> bool:
    """Whether an auction ends with "everyone else passes", so that fewer calls stand for as many."""
    last = next((item for item in reversed(items) if isinstance(item, Call)), None)
    value: Said | None = None if last is None else last.said.value
    return value is not None and value.has(TermKind.ALL_PASS)


def _calls(items: tuple[Call | Event, ...]) -> int:
    return sum(isinstance(item, Call) for item in items)


def _call(one: Call, two: Call) -> Call:
    said = weighed(one.said, two.said) or one.said
    label = weighed(one.label, two.label)
    return replace(one, said=said, label=label, marked=one.marked or two.marked)


def _with_events(items: list[Any], other: Sequence[Any], act: type) -> tuple[Any, ...]:
    """The acts of one paper with the events that only the other has, each behind as many acts as there."""
    missing = _missing(
        [item for item in items if isinstance(item, Event)],
        [item for item in other if isinstance(item, Event)],
    )
    behind = 0
    for item in other:
        if isinstance(item, act):
            behind += 1
        elif item in missing:
            missing.remove(item)
            items.insert(_behind(items, act, behind), item)
    return tuple(items)


def _behind(items: Sequence[Any], act: type, count: int) -> int:
    """Where to put an event that stands behind so many acts, after the events that stand there."""
    acts = [index for index, item in enumerate(items) if isinstance(item, act)]
    return acts[count] if count < len(acts) else len(items)


def _merged_plays(
    one: tuple[Trick, ...], two: tuple[Trick, ...], table: Table
) -> tuple[Trick, ...]:
    ours, theirs = ({trick.number: trick for trick in tricks} for tricks in (one, two))
    both = {number: _trick(ours[number], theirs[number], table) for number in ours.keys() & theirs}
    found = ours | theirs | both
    return tuple(found[number] for number in sorted(found))


def _trick(one: Trick, two: Trick, table: Table) -> Trick:
    if (len(two.plays), one.by_seat) > (len(one.plays), two.by_seat):
        one, two = two, one
    ours, theirs = players_of(one, table.after), players_of(two, table.after)
    by_seat = None not in ours and None not in theirs
    found: list[Play | Event] = []
    number = 0
    for item in one.items:
        if isinstance(item, Play):
            seat = ours[number]
            at = theirs.index(seat) if by_seat and seat in theirs else number
            if (not by_seat or seat in theirs) and at < len(two.plays):
                item = _play(item, two.plays[at])
            number += 1
        found.append(item)
    return replace(one, items=_with_events(found, two.items, Play))


def _play(one: Play, two: Play) -> Play:
    card = weighed(one.card, two.card) or one.card
    label = weighed(one.label, two.label)
    return replace(one, card=card, label=label, marked=one.marked or two.marked)


# --- result ------------------------------------------------------------------------------------------


def _result(one: Result, two: Result) -> Result:
    longer, shorter = (one, two) if len(one.tricks) >= len(two.tricks) else (two, one)
    tricks = tuple(
        (weighed(entry, shorter.tricks[n]) or entry) if n < len(shorter.tricks) else entry
        for n, entry in enumerate(longer.tricks)
    )
    return replace(
        longer,
        contract=_together(_contract, one.contract, two.contract),
        tricks=tricks,
        points=_figures(one.points, two.points),
        score=_figures(one.score, two.score),
        penalty=_figures(one.penalty, two.penalty),
    )


def _contract(one: ContractEntry, two: ContractEntry) -> ContractEntry:
    return ContractEntry(
        weighed(one.said, two.said) or one.said,
        weighed(one.by, two.by),
        weighed(one.doubling, two.doubling),
    )


def _figures(
    one: Mapping[Team, Entry[int]], two: Mapping[Team, Entry[int]]
) -> dict[Team, Entry[int]]:
    both = {team: weighed(one.get(team), two.get(team)) for team in {**one, **two}}
    return {team: entry for team, entry in both.items() if entry is not None}
