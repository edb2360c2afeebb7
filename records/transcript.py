"""What a reader of photos saw: fields with their readings, before any grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
"""x to the right, y down, in pixels of the photo as it is shown (after its EXIF turn)."""

TypedSpan = tuple[int, int, int]
"""Line, column and the first column after, all from 1, in the text of a typed or printed log."""

FieldKind = Literal["seat", "card", "call", "contract", "doubling", "number", "tick", "text"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form as read.

    `name` is its place (``row 3 / contract``, ``trick 2 / seat 4``). `text` is the likeliest reading
    of the ink in canonical form, None where something is written that cannot be read. `rivals` are
    readings with their probability, likeliest first, the text among them; `probability` is how sure
    the ink alone makes the reading. `settled` names other entries that chose between rivals, `taken` is
    what they chose, None where they did not.
    `mark` is what the ink is where it looks like a mark for "the same again" (ditto marks, a dash, a tick),
    and `same_as` names the entry that it would repeat: that entry's text is the first rival, and `text` the
    mark itself, None where it is none of the field's texts. Without `same_as` a mark may be a pass.
    `suggestions` are guesses at words written freely, the likelier first: shown to a person, never read.
    `flagged`: a person should look. `altered`: struck out or overwritten. `region` is the field's
    outline in the photo, clockwise from its top left corner.
    """

    name: str
    kind: FieldKind
    text: str | None
    blank: bool = False
    altered: bool = False
    flagged: bool = False
    probability: float = 1.0
    rivals: tuple[tuple[str, float], ...] = ()
    settled: tuple[str, ...] = ()
    taken: str | None = None
    mark: str = ""
    same_as: str = ""
    suggestions: tuple[str, ...] = ()
    region: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadProblem:
    """Something that stood in the way of reading a photo, with what to do about it."""

    code: str
    severity: Literal["error", "warning", "note"]
    message: str


@dataclass(frozen=True, slots=True)
class OpenShape:
    """A shape that may be one of two signs in this hand: one answer settles all entries in which it stands.

    `signs` are the two (letters for suits), the likelier one first; `probability` is that of the first.
    `read_as` are the entries as they read with the first sign, and with the second.
    """

    signs: tuple[str, str]
    probability: float
    read_as: tuple[tuple[Field, ...], tuple[Field, ...]]

    @property
    def names(self) -> tuple[str, ...]:
        """The entries in which the shape stands."""
        return tuple(field.name for field in self.read_as[0])


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything read from one photo (or one page of a scan).

    `form` is the kind and version of the form (``score-sheet/1``), None where none was recognised;
    `sheet` the sheet's own id from its QR code. `typed` is the text of a typed or printed log; of a
    printed one `fields` are its entries, and `spans` where each of them stands in the text, in the same
    order. `goes_on`: it begins in the middle of a deal or a sheet, where the page before it in the same file
    ended.
    """

    photo: str
    form: str | None = None
    sheet: str | None = None
    corners: tuple[Point, ...] = ()
    fields: tuple[Field, ...] = ()
    problems: tuple[ReadProblem, ...] = ()
    typed: str | None = None
    spans: tuple[TypedSpan, ...] = ()
    open_shapes: tuple[OpenShape, ...] = ()
    goes_on: bool = False
    digest: str = ""
    """SHA-256 of the photo's bytes, in hexadecimal."""

    def field(self, name: str) -> Field | None:
        for entry in self.fields:
            if entry.name == name:
                return entry
        return None
