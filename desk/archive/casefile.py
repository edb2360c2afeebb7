"""What a case looks like: its acts folded into one view, now or as it was after any act."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from desk.archive.acts import Act, Json, Kind

FieldKey = tuple[str, int, str]
"""A field of a page: the document's digest, the page from 0, the field's place."""


@dataclass(slots=True)
class CaseFile:
    """The state of a case. What was replaced is still in `acts`; nothing here is ever written back."""

    id: str
    acts: tuple[Act, ...]
    title: str = ""
    tags: Json = field(default_factory=dict)
    documents: dict[str, Act] = field(default_factory=dict)
    readings: dict[str, Act] = field(default_factory=dict)
    """The last reading of each document, by its digest."""
    corrections: dict[FieldKey, Act] = field(default_factory=dict)
    rulebook: str | None = None
    checked: Act | None = None
    decisions: dict[str, Act] = field(default_factory=dict)
    statements: dict[str, Act] = field(default_factory=dict)
    warnings: list[Act] = field(default_factory=list)
    notes: list[Act] = field(default_factory=list)
    ruling: Act | None = None
    signed: Act | None = None
    """The last signing off, None while the case is open (again)."""
    reports: list[Act] = field(default_factory=list)
    """Every signing off there ever was, each with its report."""

    @property
    def last(self) -> int:
        """The number of the last act: what a person who looks at the case has seen."""
        return self.acts[-1].number if self.acts else 0

    @property
    def open(self) -> bool:
        return self.signed is None


def fold(case: str, acts: Iterable[Act]) -> CaseFile:
    """The case after these acts."""
    done = tuple(acts)
    file = CaseFile(case, done)
    by_number = {act.number: act for act in done}
    for act in done:
        _take(file, act, by_number)
    return file


def _take(file: CaseFile, act: Act, by_number: dict[int, Act]) -> None:
    body = act.body
    match act.kind:
        case Kind.OPENED:
            file.title, file.tags = str(body.get("title", "")), dict(body.get("tags", {}))
        case Kind.DOCUMENT:
            file.documents.setdefault(str(body["digest"]), act)
        case Kind.READING:
            file.readings[str(body["digest"])] = act
        case Kind.CORRECTED:
            file.corrections[field_key(body)] = act
        case Kind.UNCORRECTED:
            _take_back(file, by_number.get(int(body["act"])))
        case Kind.RULES:
            file.rulebook = body.get("rulebook")
        case Kind.CHECKED:
            file.checked = act
        case Kind.DECIDED:
            file.decisions[str(body["finding"])] = act
        case Kind.STATEMENT:
            file.statements[str(body["side"])] = act
        case Kind.WARNING:
            file.warnings.append(act)
        case Kind.NOTE:
            file.notes.append(act)
        case Kind.RULED:
            file.ruling = act
        case Kind.SIGNED:
            file.signed = act
            file.reports.append(act)
        case Kind.REOPENED:
            file.signed = None
        case Kind.REDACTED:
            pass


def field_key(body: Json) -> FieldKey:
    """The field that a correction is about."""
    return str(body["digest"]), int(body.get("page", 0)), str(body["field"])


def _take_back(file: CaseFile, taken: Act | None) -> None:
    """Undo one correction: the one before it on the same field, if any, stands again."""
    if taken is None or taken.kind is not Kind.CORRECTED:
        return
    key = field_key(taken.body)
    gone = {int(act.body["act"]) for act in file.acts if act.kind is Kind.UNCORRECTED}
    before = [
        act
        for act in file.acts
        if act.kind is Kind.CORRECTED
        and act.number < taken.number
        and act.number not in gone
        and field_key(act.body) == key
    ]
    current = file.corrections.get(key)
    if current is not None and current.number == taken.number:
        if before:
            file.corrections[key] = before[-1]
        else:
            del file.corrections[key]
