"""The logs of a match put together deal by deal: who is a witness of what, and where papers differ.

Logs of one number are one deal, unless the record orders that it be dealt again. Within a deal, papers that
contradict each other are different *versions* of it; those that agree fill what the others leave out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from fairdeal.desk.ledger.differences import (
    EVENTS,
    Difference,
    Table,
    differences,
    first_difference,
)
from fairdeal.desk.ledger.merging import merged
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import ReadDeal
from fairdeal.records.doubt import clear
from fairdeal.records.place import as_number, figure
from fairdeal.records.record import Deal, EventKind, Record

Role = Literal["witness", "copy", "second look", "part", "empty", "not judged", "differs"]
"""What a log is of its deal."""

_DEALT_AGAIN: Final = re.compile(
    r"re-?deal|deal(?:t|ed)?\s+(?:it\s+)?again|mis-?deal", re.IGNORECASE
)
"""How recorders write in a remark that a deal is dealt again."""

EndsInRedeal = Callable[[Deal], bool]
"""Whether the rulebook has a deal dealt again, as far as its record goes."""


@dataclass(frozen=True, slots=True)
class Part:
    """One log of a deal: where it stands, what it is, and of which other log it is a copy or where it
    contradicts one."""

    read: ReadDeal
    role: Role
    beside: ReadDeal | None = None
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


@dataclass(slots=True)
class Slot:
    """One deal of the match, as dealt once. More than one version: the papers differ, and it is open."""

    versions: list[Version]
    parts: list[Part] = field(default_factory=list)

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
    if label is None:
        return None
    plain = as_number(label)
    value = figure(plain)
    return str(value) if value is not None else plain.strip().casefold()


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
    by_number: dict[str | None, list[ReadDeal]] = defaultdict(list)
    for log in logs:
        by_number[number_of(log.deal.label)].append(log)
    found: list[Slot] = []
    for number, same in by_number.items():
        if number is None:
            for unnumbered in _alike(same):
                found += _slots(unnumbered, table, redealt)
        else:
            found += _slots(same, table, redealt)
    return sorted(found, key=_order)


def _order(slot: Slot) -> int:
    return (slot.versions[0].logs[0] if slot.versions else slot.parts[0].read).order


def _alike(logs: Sequence[ReadDeal]) -> Iterable[list[ReadDeal]]:
    """Logs without a number: only those that say the same are of one deal."""
    found: dict[str, list[ReadDeal]] = defaultdict(list)
    for log in logs:
        found[canonical(log.deal)].append(log)
    return found.values()


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
        versions = [Version(unread[0].deal, unread[:1])] if unread else []
        return [Slot(versions, aside)]
    times = _times(readable, table, redealt)
    slots = [_slot(each, table) for each in times]
    slots[-1].parts += aside
    return slots


def _times(logs: Sequence[ReadDeal], table: Table, redealt: EndsInRedeal) -> list[list[ReadDeal]]:
    """The logs of one number, apart where the record orders that the deal be dealt again: what was dealt
    first comes first, what counts comes last."""
    ended = [] if len(logs) == 1 else [log for log in logs if _ended(log, logs, table, redealt)]
    if not ended:
        return [list(logs)]
    by_paper: dict[str, list[ReadDeal]] = defaultdict(list)
    for log in ended:
        by_paper[log.digest].append(log)
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
    parts: list[Part] = []
    first: dict[str, ReadDeal] = {}
    pages: dict[str, Version] = {}
    for log in ordered:
        twin = first.setdefault(texts[id(log)], log)
        if log.form_id and log.form_id in pages:
            version = pages[log.form_id]
            version.deal = merged(version.deal, log.deal, table, one_page=True)
            parts.append(Part(log, "second look", version.logs[0]))
            version.logs.append(log)
        elif twin is not log:
            parts.append(Part(log, "copy", twin))
            _note_copy(versions, twin, log)
        else:
            parts.append(_placed(log, versions, table))
            if log.form_id:
                pages.setdefault(log.form_id, next(v for v in versions if log in v.logs))
    if len(versions) > 1:
        parts = [_differing(part, versions, table) for part in parts]
    return Slot(versions, parts)


def _note_copy(versions: Sequence[Version], twin: ReadDeal, log: ReadDeal) -> None:
    """A copy vouches for what its twin says, and for nothing more; a photo of it shows the same entries."""
    for version in versions:
        if twin in version.logs:
            version.logs.append(log)


def _placed(log: ReadDeal, versions: list[Version], table: Table) -> Part:
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


def _differing(part: Part, versions: Sequence[Version], table: Table) -> Part:
    """A log of an open deal: it differs, unless it agrees with every version."""
    own = [version for version in versions if part.read in version.logs]
    others = [version for version in versions if part.read not in version.logs]
    if not own or not others or part.role in ("copy", "second look"):
        return part
    difference = first_difference(own[0].deal, others[0].deal, table)
    return Part(part.read, "differs", others[0].logs[0], difference)


def _entries(deal: Deal) -> int:
    """How much a log says."""
    return len(canonical(deal).split())
