"""The logs and the sheets of a match put together: who is a witness of what, and where papers differ.

Logs of one number are one deal, unless the record orders that it be dealt again. Within a deal, papers that
contradict each other are different *versions* of it; those that agree fill what the others leave out. Copies
and photos of one sheet are one, parts of it fill it, and two teams' own copies stay two, side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, TypeVar

from fairdeal.desk.intake.two_papers import (
    EVENTS,
    Difference,
    Table,
    differences,
    entries_at,
    first_difference,
    merged,
    weighed,
)
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import ReadDeal, ReadSheet, Source
from fairdeal.records import (
    COLUMNS,
    Cell,
    Deal,
    Entry,
    EventKind,
    MatchPoints,
    Place,
    Record,
    Said,
    Sheet,
    SheetRow,
    Standing,
    absent,
    as_number,
    clear,
    figure,
    in_groups,
    of_entries,
    plain_number,
    shown,
)

Role = Literal["witness", "copy", "part", "empty", "not judged", "differs"]
"""What a log is of its deal, or a sheet beside the others."""

_DEALT_AGAIN: Final = re.compile(
    r"re-?deal|deal(?:t|ed)?\s+(?:it\s+)?again|mis-?deal", re.IGNORECASE
)
"""How recorders write in a remark that a deal is dealt again."""

_NOTHING: Final[Entry[Any]] = absent()

EndsInRedeal = Callable[[Deal], bool]
"""Whether the rulebook has a deal dealt again, as far as its record goes."""


P = TypeVar("P", ReadDeal, ReadSheet)


@dataclass(frozen=True, slots=True)
class Part(Generic[P]):
    """One log of a deal, or one sheet: where it stands, what it is, and of which other it is a copy or where
    it contradicts one."""

    read: P
    role: Role
    beside: P | None = None
    difference: Difference | None = None


@dataclass(slots=True)
class Version:
    """A deal as papers have it that contradict each other in nothing."""

    deal: Deal
    logs: list[ReadDeal]

    def as_read(self) -> ReadDeal:
        """All its papers as one log: every entry with the place where it was read best."""
        first = self.logs[0]
        sources = {
            place: source for log in reversed(self.logs) for place, source in log.sources.items()
        }
        said = {problem.message: problem for log in self.logs for problem in log.problems}
        return replace(first, deal=self.deal, problems=list(said.values()), sources=sources)

    def known(self, table: Table) -> Iterator[Source]:
        """Where entries stand that its papers together make plain, or that another of them shows; none where
        it has one paper alone."""
        together = dict(entries_at(self.deal, table))
        rows = (hand for hand in self.deal.hands or () if all(card.clear for card in hand.cards))
        whole = tuple(f"hand {hand.seat} /" for hand in rows if len(hand.cards) >= table.hand)
        for log in self.logs if len(self.logs) > 1 else ():
            own = dict(entries_at(log.deal, table))
            for place, source in log.sources.items():
                entry = together.get(place, _NOTHING)
                elsewhere = entry.readings and place in own and not own[place].readings
                if entry.clear or elsewhere or place.startswith(whole):
                    yield source


@dataclass(slots=True)
class Slot:
    """One deal of the match, as dealt once. More than one version: the papers differ, and it is open."""

    versions: list[Version]
    parts: list[Part[ReadDeal]] = field(default_factory=list)

    @property
    def open(self) -> bool:
        return len(self.versions) > 1

    def difference(self, table: Table) -> Difference | None:
        """The first entry in which the first two versions contradict each other."""
        if not self.open:
            return None
        return first_difference(self.versions[0].deal, self.versions[1].deal, table)


def number_of(label: str | None) -> str | None:
    """A deal's number as a number, whatever digits it is written in; None where there is none."""
    return None if label is None else plain_number(as_number(label).strip()).casefold()


def canonical(deal: Deal) -> str:
    """A deal as text that is the same however it was typed: no remarks, one order of rows, small letters."""
    hands = None if deal.hands is None else tuple(sorted(deal.hands, key=lambda hand: hand.seat))
    number = number_of(deal.label)
    plain = replace(
        deal,
        number=None if number is None else clear(number),
        hands=hands,
        comments=(),
        tags=tuple(sorted(deal.tags, key=lambda tag: (tag.name, tag.value))),
    )
    return write(Record(deals=(plain,))).casefold()


def is_empty(deal: Deal) -> bool:
    """Whether nothing is recorded of a deal but its number, dealer or tags."""
    blocks = any(hand.cards for hand in deal.hands or ()) or deal.auction or deal.play
    result = deal.result
    entered = result is not None and any(
        (result.contract, result.tricks, result.points, result.score, result.penalty)
    )
    return not (blocks or entered or deal.unread or any(True for _ in deal.all_events()))


def says_redeal(deal: Deal) -> bool:
    """Whether the record itself says that the deal is dealt again: by an event or in a remark."""
    if any(event.kind is EventKind.REDEAL for event in deal.all_events()):
        return True
    notes = (event.text or "" for event in deal.all_events() if event.kind is EventKind.NOTE)
    return any(_DEALT_AGAIN.search(text) for text in notes)


def slots_of(logs: Sequence[ReadDeal], table: Table, redealt: EndsInRedeal) -> list[Slot]:
    """The deals of a match in their order, each with its logs. Nothing depends on the order of `logs`."""
    by_number = in_groups((number_of(log.deal.label), log) for log in logs)
    groups = (
        group
        for number, same in by_number.items()
        for group in (_alike(same) if number is None else [same])
    )
    found = (slot for group in groups for slot in _slots(group, table, redealt))
    return sorted(found, key=_order)


def _order(slot: Slot) -> int:
    return (slot.versions[0].logs[0] if slot.versions else slot.parts[0].read).order


def _alike(logs: Sequence[ReadDeal]) -> Iterable[list[ReadDeal]]:
    """Logs without a number: only those that say the same are of one deal."""
    return in_groups((canonical(log.deal), log) for log in logs).values()


def _slots(logs: Sequence[ReadDeal], table: Table, redealt: EndsInRedeal) -> list[Slot]:
    """The logs of one number, in the times that it was dealt."""
    readable = [log for log in logs if not log.deal.unread and not is_empty(log.deal)]
    aside = [
        Part(log, "not judged" if log.deal.unread else "empty")
        for log in logs
        if log not in readable
    ]
    if not readable:
        unread = [log for log in logs if log.deal.unread]
        return [Slot([Version(each.deal, [each]) for each in unread[:1]], aside)]
    slots = [_slot(each, table) for each in _times(readable, table, redealt)]
    slots[-1].parts += aside
    return slots


def _times(logs: Sequence[ReadDeal], table: Table, redealt: EndsInRedeal) -> list[list[ReadDeal]]:
    """The logs of one number, apart where the record orders that the deal be dealt again: what was dealt
    first comes first, what counts comes last."""
    ended = [] if len(logs) == 1 else [log for log in logs if _ended(log, logs, table, redealt)]
    if not ended:
        return [list(logs)]
    by_paper = in_groups((log.digest, log) for log in ended)
    papers = sorted(by_paper.values(), key=lambda each: (-len(each), canonical(each[0].deal)))
    times: list[list[ReadDeal]] = [[log] for log in papers[0]]
    for paper in papers[1:]:
        for number, log in enumerate(paper):
            fits = (time for time in times if _fits(log, time, table))
            next(fits, times[min(number, len(times) - 1)]).append(log)
    final: list[ReadDeal] = []
    for log in logs:
        if log not in ended:
            same = (
                time
                for time in times
                if _overlaps(log, time) and _alike_but_events(log, time, table)
            )
            next(same, final).append(log)
    return [*times, final] if final else times


def _ended(log: ReadDeal, logs: Sequence[ReadDeal], table: Table, redealt: EndsInRedeal) -> bool:
    """Whether a log is of a deal that was dealt again: it says so, or the rulebook does and another log of
    the number has other cards. (Part of a log may look like a misdeal that the whole is not.)"""
    if says_redeal(log.deal):
        return True
    return not _fits(log, [each for each in logs if each is not log], table) and redealt(log.deal)


def _overlaps(log: ReadDeal, others: Sequence[ReadDeal]) -> bool:
    """Whether another log has hands, calls or cards of the same kind, by which the two can be compared."""
    return any(
        (log.deal.hands and other.deal.hands)
        or (log.deal.calls and other.deal.calls)
        or (log.deal.play and other.deal.play)
        for other in others
    )


def _alike_but_events(log: ReadDeal, others: Sequence[ReadDeal], table: Table) -> bool:
    """Whether a log has the cards and calls of others: one deal, though only one of them says that it was
    dealt again."""
    found = (each for other in others for each in differences(log.deal, other.deal, table))
    return all(each.place == EVENTS for each in found)


def _fits(log: ReadDeal, others: Sequence[ReadDeal], table: Table) -> bool:
    return all(first_difference(log.deal, other.deal, table) is None for other in others)


def _slot(logs: Sequence[ReadDeal], table: Table) -> Slot:
    """The versions of one deal. Fuller logs come first, so that a part of several is seen to be one."""
    texts = {id(log): canonical(log.deal) for log in logs}
    ordered = sorted(logs, key=lambda log: (-_entries(log.deal), texts[id(log)], log.photo))
    versions: list[Version] = []
    parts: list[Part[ReadDeal]] = []
    first: dict[str, ReadDeal] = {}
    for log in ordered:
        twin = first.setdefault(texts[id(log)], log)
        if twin is not log:
            parts.append(Part(log, "copy", twin))
            # It vouches for what its twin says, and for nothing more; a photo of it shows the same entries.
            for version in (each for each in versions if twin in each.logs):
                version.logs.append(log)
        else:
            parts.append(_placed(log, versions, table))
    if len(versions) > 1:
        parts = [_differing(part, versions, table) for part in parts]
    return Slot(versions, parts)


def _placed(log: ReadDeal, versions: list[Version], table: Table) -> Part[ReadDeal]:
    """Put a log to every version that it does not contradict, or make it one of its own."""
    fitting = [each for each in versions if first_difference(each.deal, log.deal, table) is None]
    if not fitting:
        versions.append(Version(log.deal, [log]))
        return Part(log, "witness")
    adds = False
    for version in fitting:
        whole = merged(version.deal, log.deal, table)
        adds = adds or whole != version.deal
        version.deal = whole
        version.logs.append(log)
    return Part(log, "witness" if adds else "part", fitting[0].logs[0])


def _differing(part: Part[ReadDeal], versions: Sequence[Version], table: Table) -> Part[ReadDeal]:
    """A log of an open deal: it differs, unless it agrees with every version."""
    own = [version for version in versions if part.read in version.logs]
    others = [version for version in versions if part.read not in version.logs]
    if not own or not others or part.role == "copy":
        return part
    difference = first_difference(own[0].deal, others[0].deal, table)
    return Part(part.read, "differs", others[0].logs[0], difference)


def _entries(deal: Deal) -> int:
    """How much a log says."""
    return len(canonical(deal).split())


@dataclass(slots=True)
class _Whole:
    """A sheet of the record with the papers that it was put together from."""

    read: ReadSheet
    papers: list[ReadSheet]


def joined_sheets(sheets: Sequence[ReadSheet]) -> tuple[list[ReadSheet], list[Part[ReadSheet]]]:
    """The sheets that count, and what became of each that was added. Nothing depends on their order."""
    wholes: list[_Whole] = []
    parts: list[Part[ReadSheet]] = []
    for read in sorted(sheets, key=_fuller_first):
        whole = _home(read, wholes)
        if whole is None:
            wholes.append(_Whole(read, [read]))
            parts.append(Part(read, "witness"))
            continue
        text = canonical_sheet(read.sheet)
        twin = next((each for each in whole.papers if canonical_sheet(each.sheet) == text), None)
        before = whole.read.sheet
        whole.read = _merged_sheet(whole.read, read)
        adds: Role = "witness" if whole.read.sheet != before else "part"
        role: Role = adds if twin is None else "copy"
        parts.append(Part(read, role, twin or whole.papers[0]))
        whole.papers.append(read)
    parts = [_differing_sheet(part, wholes) for part in parts]
    return sorted((each.read for each in wholes), key=_copies_in_order), parts


def canonical_sheet(sheet: Sheet) -> str:
    """A sheet as text that is the same however it was typed."""
    return write(Record(sheets=(sheet,))).casefold()


def _fuller_first(read: ReadSheet) -> tuple[int, int, str, str]:
    """Fuller sheets first; a sheet that says whose copy it is before one that does not."""
    return (-_filled(read.sheet), read.sheet.copy is None, canonical_sheet(read.sheet), read.photo)


def _copies_in_order(read: ReadSheet) -> tuple[bool, str, int, str]:
    """Team A's copy first, then team B's, then those that do not say whose they are."""
    sheet = read.sheet
    return (sheet.copy is None, sheet.copy or "", -_filled(sheet), canonical_sheet(sheet))


def _filled(sheet: Sheet) -> int:
    return sum(bool(cell.readings) for row in sheet.rows for cell in row.cells)


def _home(read: ReadSheet, wholes: Sequence[_Whole]) -> _Whole | None:
    """The sheet that another photo, copy or part belongs to; None where it stands alone."""
    if of_entries(read.sheet):
        return None  # lines under WE and THEY have no number by which they could be put together
    fitting = [
        whole
        for whole in wholes
        if not of_entries(whole.read.sheet)
        and len({read.sheet.copy, whole.read.sheet.copy} - {None}) < 2
        and not _other_print(read, whole)
        and next(sheet_differences(whole.read.sheet, read.sheet), None) is None
        and (_within(read.sheet, whole.read.sheet) or _goes_on(read.sheet, whole.read.sheet))
    ]
    return fitting[0] if fitting else None


def _other_print(read: ReadSheet, whole: _Whole) -> bool:
    """Whether it was written on another print of the form: then it is somebody's own copy."""
    return bool(read.form_id) and any(
        each.form_id not in ("", read.form_id) for each in whole.papers
    )


def labels_of(sheet: Sheet) -> list[str]:
    """The deals of a sheet's rows by number; the row's own where it has none."""
    cells = (sheet.cell(index, "deal") for index in range(len(sheet.rows)))
    values = (None if cell is None or cell.value is None else str(cell.value) for cell in cells)
    return [number_of(value) or f"row {row}" for row, value in enumerate(values, 1)]


def _within(part: Sheet, whole: Sheet) -> bool:
    """Whether every row of one is a row of the other, and so tells something of the same deals."""
    rows = zip(labels_of(part), part.rows, strict=True)
    labels = [label for label, row in rows if any(cell.filled for cell in row.cells)]
    return bool(labels) and set(labels) <= set(labels_of(whole))


def _goes_on(one: Sheet, two: Sheet) -> bool:
    """Whether one begins where the other ends: pages of one sheet."""
    numbers = [[figure(label) for label in labels_of(sheet)] for sheet in (one, two)]
    if any(None in each or not each for each in numbers):
        return False
    low, high = sorted(numbers, key=lambda each: each[0] or 0)
    return (low[-1] or 0) + 1 == high[0] and one.copy == two.copy


def sheet_differences(one: Sheet, two: Sheet) -> Iterator[Difference]:
    """Every cell, sure in both, in which two sheets contradict each other, row by row."""
    for here, there in _pairs(one, two):
        for column in one.columns:
            ours, theirs = one.cell(here, column), two.cell(there, column)
            if ours is None or theirs is None or column == "deal":
                continue
            if column == "x" and _stands(one, here) and _stands(two, there):
                ours, theirs = _or_none(ours), _or_none(theirs)
            if ours.clear and theirs.clear and _plain(ours.value) != _plain(theirs.value):
                place = str(one.place(here, column))
                yield Difference(place, shown(ours.value), shown(theirs.value))


def _stands(sheet: Sheet, row: int) -> bool:
    contract = sheet.cell(row, "contract")
    return contract is not None and contract.clear


def _or_none(cell: Cell) -> Cell:
    """A blank beside a contract says that nobody doubled it."""
    return clear("not doubled") if cell.standing is Standing.BLANK else cell


def _plain(value: object) -> object:
    if isinstance(value, Said):
        return tuple(sorted(term.text for term in value.terms))
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def _pairs(one: Sheet, two: Sheet) -> list[tuple[int, int]]:
    """The rows of the same deals, each once and in their order."""
    left = in_groups((label, index) for index, label in enumerate(labels_of(two)))
    return [
        (index, left[label].pop(0)) for index, label in enumerate(labels_of(one)) if left[label]
    ]


def _merged_sheet(one: ReadSheet, two: ReadSheet) -> ReadSheet:
    """Two papers of one sheet as one: cell by cell what both say together."""
    ours, theirs = one.sheet, two.sheet
    columns = tuple(
        sorted(
            {*ours.columns, *theirs.columns},
            key=lambda name: (
                _place_in(COLUMNS, name),
                _place_in(ours.columns, name),
                _place_in(theirs.columns, name),
            ),
        )
    )
    pairs = dict(_pairs(ours, theirs))
    rows: list[tuple[int | None, int | None]] = [(n, pairs.get(n)) for n in range(len(ours.rows))]
    rows += [(None, n) for n in range(len(theirs.rows)) if n not in pairs.values()]
    if rows and _goes_on(ours, theirs):
        rows.sort(key=lambda each: _number(ours, theirs, each))
    sheet = replace(
        ours,
        columns=columns,
        rows=tuple(_row(ours, theirs, here, there, columns) for here, there in rows),
        copy=ours.copy or theirs.copy,
        match_points=_points(ours.match_points, theirs.match_points),
    )
    moved = [
        _moved(read.sources, index + 1, number)
        for number, (here, there) in enumerate(rows, 1)
        for read, index in ((two, there), (one, here))
        if index is not None
    ]
    sources = {place: source for each in moved for place, source in each.items()}
    sources |= {
        place: source
        for read in (two, one)
        for place, source in read.sources.items()
        if not place.startswith("row ")
    }
    return replace(one, sheet=sheet, sources=sources)


def _number(one: Sheet, two: Sheet, row: tuple[int | None, int | None]) -> int:
    here, there = row
    label = labels_of(one)[here] if here is not None else labels_of(two)[there or 0]
    return figure(label) or 0


def _place_in(columns: Sequence[str], name: str) -> int:
    return columns.index(name) if name in columns else len(columns)


def _row(
    one: Sheet, two: Sheet, here: int | None, there: int | None, columns: Sequence[str]
) -> SheetRow:
    cells = [
        _cell(
            None if here is None else one.cell(here, column),
            None if there is None else two.cell(there, column),
        )
        for column in columns
    ]
    base = one.rows[here] if here is not None else two.rows[there or 0]
    return replace(base, cells=tuple(cells))


def _cell(one: Cell | None, two: Cell | None) -> Cell:
    found = weighed(one, two)  # type: ignore[misc]
    return found if found is not None else absent()


def _points(one: MatchPoints | None, two: MatchPoints | None) -> MatchPoints | None:
    if one is None or two is None:
        return one or two
    points = {**two.points, **one.points}
    return replace(one, points=points, tie_break=one.tie_break or two.tie_break)


def _moved(sources: dict[str, Source], old: int, new: int) -> dict[str, Source]:
    """The sources of a row under its place on the merged sheet."""
    start = f"row {old} / "
    return {
        str(Place.parse(f"row {new} / {place.removeprefix(start)}")): source
        for place, source in sources.items()
        if place.startswith(start)
    }


def _differing_sheet(part: Part[ReadSheet], wholes: Sequence[_Whole]) -> Part[ReadSheet]:
    """A sheet that contradicts another one of the match differs from it."""
    if part.role == "copy":
        return part
    own = next(whole for whole in wholes if any(each is part.read for each in whole.papers))
    for other in wholes:
        if other is own or of_entries(other.read.sheet) != of_entries(own.read.sheet):
            continue
        difference = next(sheet_differences(part.read.sheet, other.read.sheet), None)
        if difference is not None:
            return Part(part.read, "differs", other.papers[0], difference)
    return part
