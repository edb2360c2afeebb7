"""Papers of one deal that agree, put together: each fills what the others leave out.

Nothing is taken away, and no entry stands in the merged deal that stands in none of the papers. Entries that
are in doubt in several papers are weighed together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Final, TypeVar

from fairdeal.desk.ledger.differences import Table, players_of
from fairdeal.records.cards import Said, Team, TermKind
from fairdeal.records.doubt import Entry, Reading, Standing
from fairdeal.records.record import Call, ContractEntry, Deal, Event, Hand, Play, Result, Tag, Trick

T = TypeVar("T")

SOMETHING_ELSE: Final = 0.001
"""What a paper that reads otherwise still leaves for a reading that it does not name: a person or a machine
is wrong beyond all its rivals once in a thousand entries."""
SURE: Final = 0.995
"""From here on a reading that several papers bear out is clear: as sure as one paper read well."""


def merged(one: Deal, two: Deal, table: Table, *, one_page: bool = False) -> Deal:
    """One deal of two papers that contradict each other in nothing. Of two photos of `one_page` each entry
    has one place: where they differ, one was misread, and the entry is in doubt."""
    return replace(
        one,
        dealer=weighed(one.dealer, two.dealer),
        vulnerable=weighed(one.vulnerable, two.vulnerable),
        tags=_tags(one.tags, two.tags),
        hands=_hands(one, two, table, one_page),
        auction=_auction(one.auction, two.auction),
        play=_plays(one.play, two.play, table),
        result=_result(one.result, two.result),
        events=_united(one.events, two.events),
        closing=_united(one.closing, two.closing),
        comments=(*one.comments, *(each for each in two.comments if each not in one.comments)),
        unread=one.unread and two.unread,
    )


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
    left = tuple(each for each in found if (each.probability or 0.0) > SOMETHING_ELSE)
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


def _hands(one: Deal, two: Deal, table: Table, one_page: bool) -> tuple[Hand, ...] | None:
    if one.hands is None or two.hands is None:
        return one.hands if two.hands is None else two.hands
    found = [
        hand if (other := two.hand(hand.seat)) is None else _hand(hand, other, table.hand, one_page)
        for hand in one.hands
    ]
    seats = {hand.seat for hand in found}
    found += [hand for hand in two.hands if hand.seat not in seats]
    return tuple(sorted(found, key=lambda hand: hand.seat))


def _hand(one: Hand, two: Hand, size: int, one_page: bool) -> Hand:
    """A hand's row: card by card where both have as many, else the fuller row with what it lacks."""
    in_order = one_page or all(map(_alike, one.cards, two.cards))
    if len(one.cards) == len(two.cards) and in_order:
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
    one: tuple[Call | Event, ...] | None, two: tuple[Call | Event, ...] | None
) -> tuple[Call | Event, ...] | None:
    if one is None or two is None:
        return one if two is None else two
    if _ends_short(two) or (not _ends_short(one) and _calls(two) > _calls(one)):
        one, two = two, one
    others = [item for item in two if isinstance(item, Call)]
    found: list[Call | Event] = []
    number = 0
    for item in one:
        if isinstance(item, Call):
            if number < len(others):
                item = _call(item, others[number])
            number += 1
        found.append(item)
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
    done = 0
    for index, item in enumerate(items):
        if isinstance(item, act):
            if done == count:
                return index
            done += 1
    return len(items)


def _plays(
    one: tuple[Trick, ...] | None, two: tuple[Trick, ...] | None, table: Table
) -> tuple[Trick, ...] | None:
    if one is None or two is None:
        return one if two is None else two
    others = {trick.number: trick for trick in two}
    found = {trick.number: trick for trick in one}
    for number, other in others.items():
        found[number] = _trick(found[number], other, table) if number in found else other
    return tuple(found[number] for number in sorted(found))


def _trick(one: Trick, two: Trick, table: Table) -> Trick:
    if len(two.plays) > len(one.plays):
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


def _result(one: Result | None, two: Result | None) -> Result | None:
    if one is None or two is None:
        return one if two is None else two
    longer, shorter = (one, two) if len(one.tricks) >= len(two.tricks) else (two, one)
    tricks = tuple(
        (weighed(entry, shorter.tricks[n]) or entry) if n < len(shorter.tricks) else entry
        for n, entry in enumerate(longer.tricks)
    )
    return replace(
        longer,
        contract=_contract(one.contract, two.contract),
        tricks=tricks,
        points=_figures(one.points, two.points),
        score=_figures(one.score, two.score),
        penalty=_figures(one.penalty, two.penalty),
    )


def _contract(one: ContractEntry | None, two: ContractEntry | None) -> ContractEntry | None:
    if one is None or two is None:
        return one if two is None else two
    return ContractEntry(
        weighed(one.said, two.said) or one.said,
        weighed(one.by, two.by),
        weighed(one.doubling, two.doubling),
    )


def _figures(
    one: Mapping[Team, Entry[int]], two: Mapping[Team, Entry[int]]
) -> dict[Team, Entry[int]]:
    found = dict(one)
    for team, entry in two.items():
        together = weighed(found.get(team), entry)
        if together is not None:
            found[team] = together
    return found
