"""The entries of a record one by one, and two records compared: what was printed beside what was read.

An entry that was read otherwise than it is printed is *flagged* where a person is asked to look: it is
doubtful or illegible, or a problem of the reading names its line or its place. What is missing is flagged
too where a person is asked to compare the whole page, line by line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any, Final

from fairdeal.grammar.notation.writer import event_text
from fairdeal.records import (
    COMPASS,
    NUMBERED,
    Deal,
    Entry,
    Problem,
    Record,
    Seat,
    Sheet,
    Span,
    Standing,
    Trick,
)

UNKNOWN: Final = "?"
NEW_TRICK: Final = "new trick"
"""Where a trick begins: compared like an entry, and not counted as one."""
_NOTICED: Final = ("error", "warning")
"""Problems that a person is shown as such; notes tell of liberties taken."""


_DOUBTED: Final = re.compile(r"\{(\S+) [^}]*\}")
"""An entry with its readings, of which the first is the likeliest."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry: its value as text, whether a person is asked to look, the line that it was read from."""

    value: str
    flagged: bool = False
    line: int | None = None


Sections = Mapping[str, Sequence[Item]]
"""Entries by the place of their hand, auction, trick, row or single entry, in the order of the record."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a reading is not what is printed; `printed` is None for what is not on the page, `read` for what
    was not found."""

    place: str
    printed: str | None
    read: str | None
    flagged: bool
    by_page: bool = False
    """Whether it is so only because the whole page is to be compared."""

    def __str__(self) -> str:
        note = " (flagged)" if self.flagged else ""
        return f"{self.place}: {self.printed or 'nothing'} read as {self.read or 'nothing'}{note}"


@dataclass(slots=True)
class Compared:
    """Two records compared: how many entries are printed, read and flagged, and what differs."""

    printed: int = 0
    read: int = 0
    flagged: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def asked(self) -> int:
        """Entries that a person is asked to look at: those read with doubt, and those not found."""
        return self.flagged + sum(each.flagged and each.read is None for each in self.differences)

    @property
    def unflagged(self) -> list[Difference]:
        return [each for each in self.differences if not each.flagged]

    @property
    def by_page(self) -> bool:
        """Whether something is flagged only because the whole page is to be compared."""
        return any(each.by_page for each in self.differences)


class Noticed:
    """What the problems of a reading point at: lines, and places."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        told = [problem for problem in problems if problem.severity in _NOTICED]
        self.lines = sorted(problem.line for problem in told if problem.line is not None)
        self.places = {problem.place for problem in told if problem.place}

    def at(self, line: int | None, place: str) -> bool:
        within = place.split(" / ", 1)[-1]
        return line in self.lines or bool(self.places & {place, within})

    def between(self, first: float, last: float) -> bool:
        return any(first <= line <= last for line in self.lines)


def compare(
    printed: Record,
    read: Record,
    problems: Iterable[Problem],
    *,
    whole: re.Pattern[str] | None = None,
) -> Compared:
    """Every entry of a page beside what was read of it. `whole`: places of which a person is
    asked to compare everything."""
    noticed = Noticed(problems)
    true = sections(printed, printed, Noticed(()))
    found = sections(read, printed, noticed)
    result = Compared(
        sum(item.value != NEW_TRICK for items in true.values() for item in items),
        sum(item.value != NEW_TRICK for items in found.values() for item in items),
        sum(item.flagged for items in found.values() for item in items if item.value != NEW_TRICK),
    )
    lines: list[tuple[str, Item, Item | None]] = []
    for place in (*true, *(place for place in found if place not in true)):
        if place.startswith("heading") and place not in true:
            continue
        for was, now in _paired(true.get(place, ()), found.get(place, ()), " / hand " in place):
            if was is not None:
                lines.append((place, was, now))
            if was is None and now is not None:
                result.differences.append(Difference(place, None, now.value, now.flagged))
    for each in _wrong(lines, noticed):
        lost = each.read is None and not each.flagged
        by_page = lost and whole is not None and whole.search(each.place) is not None
        result.differences.append(replace(each, flagged=True, by_page=True) if by_page else each)
    return result


def _wrong(
    entries: Sequence[tuple[str, Item, Item | None]], noticed: Noticed
) -> Iterator[Difference]:
    """Printed entries that were read otherwise, or not found."""
    for at, (place, was, now) in enumerate(entries):
        if now is not None:
            if now.value != was.value:
                yield Difference(place, was.value, now.value, now.flagged)
            continue
        first = max((_lines(entries[:at])), default=0)
        last = min((_lines(entries[at:])), default=float("inf"))
        flagged = noticed.between(first, max(first, last)) or noticed.at(None, place)
        yield Difference(place, was.value, None, flagged)


def _lines(entries: Sequence[tuple[str, Item, Item | None]]) -> list[int]:
    return [now.line for _, _, now in entries if now is not None and now.line is not None]


def _paired(
    true: Sequence[Item], found: Sequence[Item], unordered: bool
) -> Iterator[tuple[Item | None, Item | None]]:
    """Printed and read entries side by side. The cards of a hand may stand in any order."""
    if unordered:
        yield from _in_any_order(true, found)
        return
    if len(true) == len(found):
        yield from zip(true, found, strict=True)
        return
    matcher = SequenceMatcher(None, [it.value for it in true], [it.value for it in found], False)
    for _, first, last, start, end in matcher.get_opcodes():
        for step in range(max(last - first, end - start)):
            was = true[first + step] if first + step < last else None
            now = found[start + step] if start + step < end else None
            yield was, now


def _in_any_order(
    true: Sequence[Item], found: Sequence[Item]
) -> Iterator[tuple[Item | None, Item | None]]:
    # Of two that are read alike the one that a person is asked about is wrong.
    left = sorted(found, key=lambda it: it.flagged)
    wrong = []
    for was in true:
        now = next((it for it in left if it.value == was.value), None)
        if now is None:
            wrong.append(was)
        else:
            left.remove(now)
            yield was, now
    for at in range(max(len(wrong), len(left))):
        yield (wrong[at] if at < len(wrong) else None), (left[at] if at < len(left) else None)


def sections(record: Record, printed: Record, noticed: Noticed) -> Sections:
    """The entries of a record. Whose turn it is, and which leads are written, is as in the printed one."""
    found: dict[str, list[Item]] = defaultdict(list)
    for tag in record.tags:
        place, line = f"heading / {tag.name}", _line(tag.span)
        found[place] = [Item(tag.value, noticed.at(line, place), line)]
    for number, deal in enumerate(record.deals, 1):
        model = printed.deals[number - 1] if number <= len(printed.deals) else None
        for place, items in _of_deal(deal, model, printed.tag("Rules") or "", noticed):
            found[f"deal {number} / {place}"] += items
    for number, sheet in enumerate(record.sheets, 1):
        copies = printed.sheets[number - 1 : number]
        for place, items in _of_sheet(sheet, copies[0] if copies else sheet, noticed):
            found[f"sheet {number} / {place}"] += items
    return {place: items for place, items in found.items() if items}


Placed = Iterator[tuple[str, list[Item]]]


def _of_deal(deal: Deal, model: Deal | None, rules: str, noticed: Noticed) -> Placed:
    for name, entry in (
        ("number", deal.number),
        ("dealer", deal.dealer),
        ("vulnerable", deal.vulnerable),
    ):
        if entry is not None:
            yield name, [_item(entry, name, noticed)]
    for tag in deal.tags:
        yield f"tag {tag.name}", [Item(tag.value, line=_line(tag.span))]
    for at, hand in enumerate(deal.hands or ()):
        place = f"hand {_seat_of(deal, model, at)}"
        spans = [hand.span_of(at) for at in range(len(hand.cards))]
        yield (
            place,
            [
                _item(card, place, noticed, span=span, beside=(hand.label,))
                for card, span in zip(hand.cards, spans, strict=True)
            ],
        )
    seats = COMPASS if rules in ("duplicate", "alberta") else NUMBERED[:6]
    yield "auction", list(_calls(deal, _opener(model or deal, seats, rules), seats, noticed))
    yield "play", list(_play(deal, model, seats, noticed))
    yield from _of_result(deal, noticed)
    yield (
        "events",
        [
            Item(_DOUBTED.sub(r"\1", event_text(each)), bool(each.left_over), _line(each.span))
            for each in deal.all_events()
        ],
    )


def _seat_of(deal: Deal, model: Deal | None, at: int) -> Seat | None:
    """Whose hand one is: that of the printed hand in its place where a person is asked whose it is."""
    hands, printed = deal.hands or (), (model.hands if model is not None else None) or ()
    label = hands[at].label
    asked = label is not None and label.doubtful
    return printed[at].seat if asked and len(printed) == len(hands) else hands[at].seat


def _of_result(deal: Deal, noticed: Noticed) -> Placed:
    result = deal.result
    if result is None:
        return
    if result.contract is not None:
        for name, entry in (
            ("contract", result.contract.said.map(lambda said: said.text)),
            ("doubling", result.contract.doubling),
            ("declarer", result.contract.by),
        ):
            if entry is not None:
                yield name, [_item(entry, "contract", noticed)]
    spans = [result.trick_spans.of(at) for at in range(len(result.tricks))]
    yield (
        "tricks",
        [
            _item(entry, "tricks", noticed, span=span)
            for entry, span in zip(result.tricks, spans, strict=True)
        ],
    )
    for name, figures in (
        ("points", result.points),
        ("score", result.score),
        ("penalty", result.penalty),
    ):
        for team, figure in sorted(figures.items()):
            yield f"{name} {team}", [_item(figure, f"{name} {team}", noticed)]


AGAIN: Final = " again"
"""What stands behind the number of a row that the printed sheet does not have."""


def _of_sheet(sheet: Sheet, model: Sheet, noticed: Noticed) -> Placed:
    for number, row in zip(_numbers(sheet, model), sheet.rows, strict=True):
        written = [
            cell
            for column, cell in zip(sheet.columns, row.cells, strict=False)
            if column != "deal" and cell.standing is not Standing.BLANK
        ]
        if not written and number.endswith(AGAIN):
            continue  # the sheet has the numbers of its empty rows in print
        # Where all else in a row is asked about, so is whether there is such a row.
        open_row = bool(written) and all(cell.doubtful for cell in written)
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            if column == "deal" and "deal" not in model.columns:
                continue  # rows without numbers are numbered by the program
            if cell.standing is not Standing.BLANK:
                place = f"row {number} / {column}"
                shown: Entry[str] = cell.map(lambda value: getattr(value, "text", str(value)))
                item = _item(shown, place, noticed, span=row.span)
                yield place, [replace(item, flagged=item.flagged or open_row)]
    if sheet.match_points is not None:
        for team, figure in sorted(sheet.match_points.points.items()):
            yield f"match points {team}", [_item(figure, f"match points {team}", noticed)]


def _numbers(sheet: Sheet, model: Sheet) -> list[str]:
    """The number of each row: that of the printed row of the same deal, so that one that is left out shifts
    no other. A row of which a person is asked the deal stands where it stands."""
    printed = {_deal_of(model, at): str(at + 1) for at in range(len(model.rows))}
    free = set(printed.values())
    whole = len(sheet.rows) == len(model.rows)
    asked = [whole and _asked(sheet, at) for at in range(len(sheet.rows))]
    found = {}
    for at in sorted(range(len(asked)), key=asked.__getitem__):
        own = str(at + 1)
        number = printed.get(_deal_of(sheet, at), own)
        number = own if asked[at] and own in free else number
        found[at] = number if number in free else f"{own}{AGAIN}"
        free.discard(number)
    return [found[at] for at in range(len(asked))]


def _asked(sheet: Sheet, row: int) -> bool:
    cell = sheet.cell(row, "deal")
    return cell is not None and cell.doubtful


def _deal_of(sheet: Sheet, row: int) -> str:
    """The number of the deal that a row is of; the row's own where it has none."""
    cell = sheet.cell(row, "deal")
    return f"row {row}" if cell is None or cell.value is None else str(cell.value)


def _opener(deal: Deal, seats: Sequence[Seat], rules: str) -> Seat | None:
    """Who calls first, by the dealer."""
    dealer = deal.dealer.value if deal.dealer is not None else None
    if dealer not in seats:
        return None
    step = 0 if seats is COMPASS else -1 if rules == "community" else 1
    return seats[(seats.index(dealer) + step) % len(seats)]


def _calls(
    deal: Deal, opener: Seat | None, seats: Sequence[Seat], noticed: Noticed
) -> Iterator[Item]:
    due = opener
    for call in deal.calls:
        seat = _seat(call.label) or due
        text = "??" if call.said.value is None else call.said.value.text
        value = f"{seat or UNKNOWN}: {text} {call.marked or ''}".rstrip()
        yield _item(call.said, "auction", noticed, value=value, beside=(call.label,))
        due = _after(seat, seats)


def _play(
    deal: Deal, model: Deal | None, seats: Sequence[Seat], noticed: Noticed
) -> Iterator[Item]:
    """All tricks in one row, so that one that is left out shifts no other. Who led is part of an entry where
    the printed deal has it."""
    printed = model.play if model is not None and model.play is not None else ()
    for at, trick in enumerate(deal.play or ()):
        known = at >= len(printed) or any(play.label for play in printed[at].plays[:1])
        plays = list(_plays(trick, seats, known, noticed))
        if plays:
            yield Item(NEW_TRICK, plays[0].flagged, plays[0].line)
        yield from plays


def _plays(trick: Trick, seats: Sequence[Seat], known: bool, noticed: Noticed) -> Iterator[Item]:
    """The cards of a trick with their seats; that of the leader only where it is `known`."""
    due: Seat | None = None
    for at, play in enumerate(trick.plays):
        seat = _seat(play.label) or due
        if not at and not known:
            seat = None
        text = "??" if play.card.value is None else play.card.value.text
        value = f"{seat or UNKNOWN}:{text} {play.marked or ''}".rstrip()
        place, span = f"trick {trick.number}", trick.span_of(at)
        # Where the leader is asked about, so is whose the cards behind are.
        leader = trick.plays[0].label if seat is None and known else play.label
        yield _item(play.card, place, noticed, value=value, span=span, beside=(leader,))
        due = _after(seat, seats)


def _seat(label: Entry[Seat] | None) -> Seat | None:
    return None if label is None else label.value or UNKNOWN


def _after(seat: Seat | None, seats: Sequence[Seat]) -> Seat | None:
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else None


def _item(
    entry: Entry[Any],
    place: str,
    noticed: Noticed,
    *,
    value: str = "",
    span: Span | None = None,
    beside: Sequence[Entry[Any] | None] = (),
) -> Item:
    line = _line(entry.span or span)
    doubtful = any(each.doubtful for each in (entry, *beside) if each is not None)
    text = value or ("??" if entry.value is None else str(entry.value))
    return Item(text, doubtful or noticed.at(line, place), line)


def _line(span: Span | None) -> int | None:
    return None if span is None else span.line
