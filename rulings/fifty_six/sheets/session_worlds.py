"""How sure findings are that several deals or pages bear on together: dealers and deal numbers.

Such a finding depends on few entries: two dealers and their deals' numbers, or whether a deal was to be
dealt again. For each finding these are found by changing readings alone and two at a time, and all
their combinations are then weighed; other doubtful entries do not touch it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod
from typing import Any, Final

from fairdeal.records import Place
from fairdeal.rulings.doubt.certainty import Key, key_of
from fairdeal.rulings.fifty_six.deal import Ruled
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row
from fairdeal.rulings.frame.finding import Certainty, Finding, Note

MOST_PAIRS: Final = 1000
"""Pairs of entries tried together; the nearest to each other come first."""

MOST_WORLDS: Final = 2048
"""Readings weighed for one finding; with more the surest entries are held, and the finding depends."""

MOST_WORK: Final = 600_000
"""Deals and rows judged for these findings, over all readings: some seconds' work. A match of 18 deals with
its sheet, a dealer in doubt in each, takes a tenth of it."""

LEAST_WORLDS: Final = 4
"""Readings weighed for one finding even where there is no work left for more."""

TOO_UNCLEAR: Final = (
    "Too many unclear dealers and deal numbers: whether they follow from each other was not judged. "
    "Read them first."
)
_BY_THEMSELVES: Final = frozenset({"copies-disagree"})
"""Findings on which dealers, numbers and what came of a deal do not bear."""

Judge = Callable[[Session], Sequence[Finding]]
Found = dict[Key, Finding]


@dataclass(frozen=True, slots=True, eq=False)
class _Entry:
    """A doubtful entry: its readings with their weights, as it is read first, and what it is of.

    `slot`: ``("dealer", 3)``, ``("number", 3)`` and ``("outcome", 3)`` of a log (from 0), ``("row", 0, 3)``
    the number of a deal in a row of a sheet (both from 0).
    """

    places: tuple[Place, ...]
    options: tuple[tuple[Any, float], ...]
    slot: tuple[Any, ...]


_Chosen = Mapping[_Entry, Any]


def _reading(session: Session, chosen: _Chosen) -> Session:
    """The record with some entries read differently; the rest is shared."""
    ruled = list(session.ruled)
    rows: dict[tuple[int, int], Any] = {}
    for entry, value in chosen.items():
        kind, *where = entry.slot
        if kind == "row":
            rows[where[0], where[1]] = value
        else:
            ruled[where[0]] = _log(ruled[where[0]], kind, value)
    sheets = list(session.sheets)
    for n in {n for n, _ in rows}:
        sheets[n] = replace(
            sheets[n], rows=[_row(row, rows, n) for row in sheets[n].rows], same=None
        )
    return session.reading(tuple(ruled), tuple(sheets))


def _log(ruled: Ruled, kind: str, value: Any) -> Ruled:
    if kind == "number":
        return replace(ruled, verdict=replace(ruled.verdict, deal=value))
    if kind == "outcome":
        return replace(ruled, verdict=replace(ruled.verdict, outcome=value))
    seen = ruled.replay.seen
    dealt = replace(seen, head=replace(seen.head, dealer=value))
    return replace(ruled, replay=replace(ruled.replay, seen=dealt))


def _row(row: Row, read: Mapping[tuple[int, int], Any], sheet: int) -> Row:
    place = (sheet, row.index)
    return replace(row, deal=read[place]) if place in read else row


def weigh_session(session: Session, judge: Judge) -> list[Finding]:
    """The findings of the rules about the session as a whole, over the readings they depend on."""
    entries = _entries(session)
    base = _keyed(judge(session))
    if not entries:
        return list(base.values())
    each_costs = len(session.ruled) + sum(len(view.rows) for view in session.sheets)
    left = MOST_WORK // max(1, each_costs)
    if sum(len(entry.options) for entry in entries) > left // 2:
        session.notes.append(Note(TOO_UNCLEAR, severity="warning"))
        return [each for each in base.values() if each.code in _BY_THEMSELVES]
    hangs, known = _bears_on_it(session, entries, base, judge, left // 4)
    most = max(LEAST_WORLDS, min(MOST_WORLDS, left // 4 // max(1, len(hangs))))
    found = []
    for key, each in known.items():
        if key not in hangs:
            found.append(each)
            continue
        held, share = _share(session, [entries[n] for n in sorted(hangs[key])], key, judge, most)
        if held is None or share > 0.0:
            found.append(each if held is None else held)
    return found


def _keyed(findings: Sequence[Finding]) -> Found:
    return {(*key_of(each)[:2], f"{each.game} {each.seat}"): each for each in findings}


def _bears_on_it(
    session: Session, entries: Sequence[_Entry], base: Found, judge: Judge, most: int
) -> tuple[dict[Key, set[int]], Found]:
    """The entries that each finding depends on, and every finding that any reading tried has.

    `most`: readings of two entries together that are tried at most.
    """
    hangs: dict[Key, set[int]] = {}
    known = dict(base)
    alone: dict[tuple[int, int], Found] = {}
    for n, entry in enumerate(entries):
        for digit in range(1, len(entry.options)):
            chosen = {entry: entry.options[digit][0]}
            alone[n, digit] = _keyed(judge(_reading(session, chosen)))
            known = {**alone[n, digit], **known}
            for key in base.keys() ^ alone[n, digit].keys():
                hangs.setdefault(key, set()).add(n)
    for first, second in islice(_nearest(len(entries)), MOST_PAIRS):
        one, two = entries[first], entries[second]
        most -= (len(one.options) - 1) * (len(two.options) - 1)
        if most < 0:
            break
        for i, j in product(range(1, len(one.options)), range(1, len(two.options))):
            pair = {one: one.options[i][0], two: two.options[j][0]}
            both = _keyed(judge(_reading(session, pair)))
            known = {**both, **known}
            for key in both.keys() ^ alone[first, i].keys():
                hangs.setdefault(key, set()).add(second)
            for key in both.keys() ^ alone[second, j].keys():
                hangs.setdefault(key, set()).add(first)
    return hangs, known


def _nearest(count: int) -> Iterator[tuple[int, int]]:
    """All pairs of that many entries, those nearest to each other first."""
    for apart in range(1, count):
        for first in range(count - apart):
            yield first, first + apart


def _share(
    session: Session, entries: list[_Entry], key: Key, judge: Judge, most: int
) -> tuple[Finding | None, float]:
    """A finding with the weight of the readings that have it; None where all of them do."""
    places = tuple(dict.fromkeys(place for entry in entries for place in entry.places))
    near = list(entries)
    worlds = prod(len(entry.options) for entry in near)
    while worlds > most:
        surest = max(near, key=lambda entry: entry.options[0][1])
        near.remove(surest)
        worlds //= len(surest.options)
    share, least = 0.0, None
    for readings in product(*(entry.options for entry in near)):
        chosen = {entry: value for entry, (value, _) in zip(near, readings, strict=True)}
        each = _keyed(judge(_reading(session, chosen))).get(key)
        if each is not None:
            share += prod(weight for _, weight in readings)
            least = least or each
    if least is None:
        return None, 0.0
    depends = replace(
        least, certainty=Certainty.DEPENDS, probability=min(1.0, share), depends_on=places
    )
    return depends, share


def _entries(session: Session) -> list[_Entry]:
    """The doubtful entries that rules about the session look at, deal by deal, then the sheets'."""
    entries: list[_Entry] = []
    for index, each in enumerate(session.ruled):
        label = each.label
        for doubt in each.replay.seen.doubts:
            if doubt.place.parts == ("dealer",):
                now = each.replay.seen.head.dealer
                options = sorted(doubt.options, key=lambda pair, now=now: pair[0] != now)  # type: ignore[misc]
                entries.append(
                    _Entry((doubt.place.in_deal(label),), tuple(options), ("dealer", index))
                )
        number = each.replay.deal.number
        if number is not None and number.readings and not number.clear:
            options = [pair for pair in number.weighted() if pair[1] > 0.0]
            place = Place.of("deal").in_deal(label)
            entries.append(_Entry((place,), tuple(options), ("number", index)))
        entries += _outcome(session, index)
    for sheet, view in enumerate(session.sheets):
        for row in view.rows:
            cell = view.sheet.cell(row.index, "deal")
            if cell is None or cell.clear or not cell.readings:
                continue
            options = [
                (None if value is None else str(value), weight)
                for value, weight in cell.weighted()
                if weight > 0.0
            ]
            place = view.address(row.index, "deal")
            entries.append(_Entry((place,), tuple(options), ("row", sheet, row.index)))
    return [entry for entry in entries if len(entry.options) > 1]


def _outcome(session: Session, index: int) -> list[_Entry]:
    """What came of a doubtful log, as one entry: only a deal that stood may not come again."""
    each = session.ruled[index]
    chances = session.chances.get(each.verdict.game)
    if chances is None:
        return []
    weights: dict[Any, float] = {each.verdict.outcome: 0.0}
    for way, weight in zip(chances.ways, chances.weights, strict=True):
        outcome = way.verdict.outcome
        weights[outcome] = weights.get(outcome, 0.0) + weight
    if chances.unknown > 0.0:
        weights["undecided"] = weights.get("undecided", 0.0) + chances.unknown

    places = tuple(place.in_deal(each.label) for place in chances.places)
    return [_Entry(places, tuple(weights.items()), ("outcome", index))]
