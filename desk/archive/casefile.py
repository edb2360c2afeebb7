"""What a case looks like: its acts folded into one view, now or as it was after any act; and its readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn, override

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json, Kind, is_received
from fairdeal.desk.archive.page_code import PageCode
from fairdeal.records import Field, Place, Seat, Transcript
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
    players: dict[Seat, str] = field(default_factory=dict)
    """Who sat where, as a person entered it."""
    documents: dict[str, Act] = field(default_factory=dict)
    readings: dict[str, Act] = field(default_factory=dict)
    """The last reading of each document, by its digest."""
    withdrawn: dict[str, Act] = field(default_factory=dict)
    """Documents that count no more, by their digests."""
    placed: dict[str, Act] = field(default_factory=dict)
    """Documents that a person said are of this match, whatever their headings say."""
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
    removed: Act | None = None
    """The act by which the case was removed as a mistake; None while it stands."""
    received: Act | None = None
    """The act by which the case came in from others; None in a case of our own."""
    page: PageCode | None = None
    """The archive's head that the report is to show: set while the case is signed off."""

    @property
    def called(self) -> str:
        """What the case is called: as somebody named it, else by its papers' heading, else by their files."""
        tags = {} if self.checked is None else self.checked.body["tags"]
        files = " and ".join(str(act.body["name"]) for act in list(self.documents.values())[:2])
        return self.title or words.match_called(tags.get) or files or "New case"

    @property
    def usual(self) -> str | None:
        """The rulebook of records that name none, as the settings had it when the case was opened, empty
        without one; in an archive that did not keep it, that of the last check. None: as they have it now."""
        kept = self.acts[0].body.get("usual") if self.acts else None
        if kept is None and self.checked is not None:
            kept = self.checked.body["rulebook"]
        return None if kept is None else str(kept)

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
        return self.signed is None and self.ours and self.removed is None

    @property
    def state(self) -> str:
        """``open``, ``signed off``, ``removed``, or ``received`` where others sent it."""
        if not self.ours:
            return "received"
        if self.removed is not None:
            return "removed"
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

    @property
    def last_decision(self) -> int | None:
        """The last decision on a finding that still stands."""
        return max((act.number for act in self.decisions.values()), default=None)

    @property
    def _single(self) -> set[int]:
        """Decisions, and documents withdrawn or placed: each is taken back alone."""
        acts = (*self.decisions.values(), *self.withdrawn.values(), *self.placed.values())
        return {act.number for act in acts}

    def given_with(self, act: int) -> list[int]:
        """The acts that are taken back with one that can be, the last first: those that correct the same
        slip of the pen too. None where it does not stand (any more)."""
        if act in self.refused or act in self.shapes or act in self._single:
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
    sent = f"Imported; sent by {name} (as stated by {received.who})." if name else "Imported."
    if not signer:
        return f"{sent} Nobody signed it, so anybody may have made it."
    if body.get("asked"):
        return f"{sent} Signed with the key {signer}, the one that {received.who} asked for."
    return (
        f"{sent} Signed with the key {signer}; ask the sender by another way whether it is theirs."
    )


def fold(case: str, acts: Iterable[Act]) -> CaseFile:
    """The case after these acts. What was taken back never was; what it had replaced stands again."""
    file = CaseFile(case, tuple(acts))
    for act in standing(file.acts):
        _take(file, act)
    return file


_CAN_BE_TAKEN_BACK: Final = (
    Kind.CORRECTED,
    Kind.REFUSED,
    Kind.SHAPE,
    Kind.DECIDED,
    Kind.WITHDRAWN,
    Kind.PLACED,
    Kind.REMOVED,
    # of an event
    Kind.PLANNED,
    Kind.RESULT,
    Kind.CONFIRMED,
    Kind.GIVEN,
    Kind.ASKED,
    Kind.TAKEN,
    Kind.SEATED,
    Kind.APPEALED,
    Kind.FREE,
    Kind.INCIDENT,
    Kind.SETTLED,
)


def standing(acts: Sequence[Act]) -> list[Act]:
    """The acts of a case, or an event, that no later one took back."""
    can_be = {act.number for act in acts if act.kind in _CAN_BE_TAKEN_BACK}
    taken = ((int(act.body["act"]), act.number) for act in acts if act.kind is Kind.UNCORRECTED)
    gone = {number for number, by in taken if number < by and number in can_be}
    return [act for act in acts if act.number not in gone]


def _take(file: CaseFile, act: Act) -> None:
    body = act.body
    match act.kind:
        case Kind.OPENED:
            file.title, file.tags = str(body.get("title", "")), dict(body.get("tags", {}))
        case Kind.RENAMED:
            file.title = str(body["title"])
        case Kind.PLAYERS:
            file.players = dict(body["names"])
        case Kind.DOCUMENT:
            file.withdrawn.pop(str(body["digest"]), None)
            file.documents.setdefault(str(body["digest"]), act)
        case Kind.WITHDRAWN:
            file.documents.pop(str(body["digest"]), None)
            file.withdrawn[str(body["digest"])] = act
        case Kind.PLACED:
            file.placed[str(body["digest"])] = act
        case Kind.REMOVED:
            file.removed = act
        case Kind.READING:
            file.readings[str(body["digest"])] = act
        case Kind.CORRECTED:
            page = int(body.get("page", 0))
            file.corrections[str(body["digest"]), page, str(body["field"])] = act
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


@cache
def _converter() -> Converter:
    """Cases written before there were guesses, marks, open shapes and names of readers lack them, and are
    read and sent as ever."""
    converter = Converter()
    newer = override(omit_if_default=True)
    of_field = make_dict_unstructure_fn(
        Field, converter, suggestions=newer, mark=newer, same_as=newer
    )
    converter.register_unstructure_hook(Field, of_field)
    of_page = make_dict_unstructure_fn(
        Transcript, converter, goes_on=newer, open_shapes=newer, readers=newer, spans=newer
    )
    converter.register_unstructure_hook(Transcript, of_page)
    return converter


def readings_json(transcripts: Sequence[Transcript]) -> list[dict[str, Any]]:
    """Transcripts as JSON, figures rounded to what they are worth so that equal readings are equal."""
    return [_rounded(_converter().unstructure(each)) for each in transcripts]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value


def readings_from(value: Sequence[dict[str, Any]]) -> tuple[Transcript, ...]:
    """The transcripts again. Raises cattrs errors for what was never written by `readings_json`."""
    return tuple(_converter().structure(each, Transcript) for each in value)


def refusals(file: CaseFile) -> tuple[Refusal, ...]:
    """What people said of entries that stand as they are written, for the judgement."""
    return tuple(refusal_of(act.body) for act in file.refused.values())
