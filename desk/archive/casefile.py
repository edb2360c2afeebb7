"""What a case looks like: its acts folded into one view, now or as it was after any act."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

from fairdeal.desk.archive.acts import Act, Json, Kind, is_received
from fairdeal.desk.archive.page_code import PageCode
from fairdeal.records.place import Place
from fairdeal.rulings.frame.finding import Misread, Refusal

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
    refused: dict[int, Act] = field(default_factory=dict)
    """Explanations by a slip of the pen that somebody refused, by the number of the act."""
    shapes: dict[int, Act] = field(default_factory=dict)
    """What somebody said of a shape of a hand, by the number of the act."""
    rulebook: str | None = None
    checked: Act | None = None
    decisions: dict[str, Act] = field(default_factory=dict)
    statements: dict[str, Act] = field(default_factory=dict)
    warnings: list[Act] = field(default_factory=list)
    notes: list[Act] = field(default_factory=list)
    ruling: Act | None = None
    score_kept: Act | None = None
    """The last word on a ruling's score that differs from what its decisions come to."""
    signed: Act | None = None
    """The last signing off, None while the case is open (again)."""
    reports: list[Act] = field(default_factory=list)
    """Every signing off there ever was, each with its report."""
    received: Act | None = None
    """The act by which the case came in from others; None in a case of our own."""
    page: PageCode | None = None
    """The archive's head that the report is to show: set while the case is signed off."""

    @property
    def last(self) -> int:
        """The number of the last act: what a person who looks at the case has seen."""
        return self.acts[-1].number if self.acts else 0

    @property
    def ours(self) -> bool:
        """Whether the case was made in this archive. A case from others stays as it came."""
        return not is_received(self.id)

    @property
    def open(self) -> bool:
        """Whether it can be worked on."""
        return self.signed is None and self.ours

    @property
    def state(self) -> str:
        """``open``, ``signed off``, or ``received`` where others sent it."""
        if not self.ours:
            return "received"
        return "open" if self.open else "signed off"

    @property
    def sender(self) -> str:
        """Who sent the case, in a sentence; empty in a case of our own."""
        return "" if self.ours else sender_of(self.received)

    @property
    def undoable(self) -> int | None:
        """The last correction, refusal or word on a shape that still stands."""
        standing = [act.number for act in self.corrections.values()]
        return max([*standing, *self.refused, *self.shapes], default=None)

    def given_with(self, act: int) -> list[int]:
        """The acts that are taken back with a correction or refusal, the last first: those that mend the same
        slip of the pen too. None where it does not stand (any more)."""
        if act in self.refused or act in self.shapes:
            return [act]
        standing = {each.number: each.body.get("slip") for each in self.corrections.values()}
        slip = standing.get(act)
        return [
            number
            for number, other in sorted(standing.items(), reverse=True)
            if number == act or (slip is not None and other == slip)
        ]


def refusal_of(body: Json) -> Refusal:
    """A person's word that entries stand as they are written, for the judgement."""
    return Refusal(
        body["deal"],
        int(body["game"]),
        tuple(
            Misread(Place.parse(each["place"]), each["written"], each["read"])
            for each in body["entries"]
        ),
    )


def sender_of(received: Act | None) -> str:
    """Who sent a case and what vouches for it, in a sentence."""
    if received is None:
        return "From others; the note of who sent it is gone."
    body = received.body
    name, signer = str(body.get("sender") or ""), str(body.get("signer") or "")
    sent = f"From others, as {received.who} says: {name}." if name else "From others."
    if not signer:
        return f"{sent} Nobody signed it, so anybody may have made it."
    if body.get("asked"):
        return f"{sent} Signed with the key {signer}, the one that {received.who} asked for."
    return (
        f"{sent} Signed with the key {signer}; ask the sender by another way whether it is theirs."
    )


def fold(case: str, acts: Iterable[Act]) -> CaseFile:
    """The case after these acts."""
    done = tuple(acts)
    file = CaseFile(case, done)
    by_number = {act.number: act for act in done}
    standing = _standing(done)
    for act in done:
        if act.kind is Kind.UNCORRECTED:
            _take_back(file, by_number.get(int(act.body["act"])), standing)
        else:
            _take(file, act)
    return file


def _take(file: CaseFile, act: Act) -> None:
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
        case Kind.REFUSED:
            file.refused[act.number] = act
        case Kind.SHAPE:
            file.shapes[act.number] = act
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
        case Kind.SCORE_KEPT:
            file.score_kept = act
        case Kind.SIGNED:
            file.signed = act
            file.reports.append(act)
        case Kind.REOPENED:
            file.signed = None
        case Kind.RECEIVED:
            file.received = act
        case Kind.UNCORRECTED | Kind.REDACTED:
            pass


def field_key(body: Json) -> FieldKey:
    """The field that a correction is about."""
    return str(body["digest"]), int(body.get("page", 0)), str(body["field"])


def _standing(acts: Iterable[Act]) -> dict[FieldKey, list[Act]]:
    """The corrections of each field that nobody ever took back, in order."""
    done = tuple(acts)
    gone = {int(act.body["act"]) for act in done if act.kind is Kind.UNCORRECTED}
    found: dict[FieldKey, list[Act]] = {}
    for act in done:
        if act.kind is Kind.CORRECTED and act.number not in gone:
            found.setdefault(field_key(act.body), []).append(act)
    return found


def _take_back(file: CaseFile, taken: Act | None, standing: dict[FieldKey, list[Act]]) -> None:
    """Undo one correction: the one before it on the same field, if any, stands again. Or a refusal, or
    what was said of a shape."""
    if taken is not None:
        file.refused.pop(taken.number, None)
        file.shapes.pop(taken.number, None)
    if taken is None or taken.kind is not Kind.CORRECTED:
        return
    key = field_key(taken.body)
    current = file.corrections.get(key)
    if current is None or current.number != taken.number:
        return
    others = standing.get(key, [])
    before = bisect_left(others, taken.number, key=lambda act: act.number)
    if before:
        file.corrections[key] = others[before - 1]
    else:
        del file.corrections[key]
