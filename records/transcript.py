"""What a reader of photos saw: fields with their readings, before any grammar; what a form says of itself.

The printed forms have codes: ``hand-log/2`` is the second edition of the hand log, ``hand-log-4/1`` the first
for four players. In its QR code a form may carry an id that says which match it was printed for.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.records.cards import Team

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
    mark itself, None where it is not one of the field's texts. Without `same_as` a mark may be a pass.
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

    @property
    def answered(self) -> bool:
        """Whether a person said what stands here: no reader is as sure, or names what is not there."""
        return self.text is not None and (self.blank or self.rivals == ((self.text, 1.0),))


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
    readers: tuple[str, ...] = ()
    """What read it, each with its version; empty where that was not kept."""

    def field(self, name: str) -> Field | None:
        return next((entry for entry in self.fields if entry.name == name), None)

    @property
    def quarters(self) -> int:
        """By how many quarters the photo is turned clockwise to stand upright: most entries decide, and
        without any the corners of the page."""
        of_entries = [each.region for each in self.fields]
        outlines = [each for each in of_entries or [self.corners] if len(each) == 4]
        return Counter(map(_quarters, outlines)).most_common(1)[0][0] if outlines else 0


def _quarters(outline: tuple[Point, ...]) -> int:
    """The same for one outline, whose upper edge runs from left to right on paper."""
    (left, upper), (right, lower) = outline[:2]
    return round(-math.atan2(lower - upper, right - left) / (math.pi / 2)) % 4


FORM_NAMES: Final = {
    "score-sheet": "Score sheet",
    "hand-log": "Hand log",
    "we-they": "WE and THEY sheet",
    "dispute-slip": "Dispute slip",
}
"""What each kind of form is called, by the first word of its code."""

_CODE: Final = re.compile(r"([a-z]+-[a-z]+)(?:-([48]))?/")


def kind_of(form: str | None) -> str | None:
    """``hand-log`` of ``hand-log-4/1``; None where it is the code of none of these forms."""
    found = _CODE.match(form or "")
    return found[1] if found is not None and found[1] in FORM_NAMES else None


def players_of(form: str | None) -> int | None:
    """The players that a form says it is for, None where it is the usual one."""
    found = _CODE.match(form or "")
    return int(found[2]) if found is not None and found[2] else None


LONGEST_ID: Final = 16
"""Characters of an id: what a QR code of the form's size holds in its densest alphabet."""

_NUMBER: Final = "[0-9]{1,3}"
_NAMED: Final = re.compile(rf"R({_NUMBER})-T({_NUMBER})(?:-([AB]))?-([0-9A-Z]{{4,}})\Z")


@dataclass(frozen=True, slots=True)
class MatchId:
    """What ``R2-T4-A-7KQ2`` says: round 2, table 4, team A's copy. `copy` is None on a hand log."""

    round: str
    table: str
    copy: Team | None = None

    def written(self, ending: str) -> str:
        """The id, with an `ending` that no other print has. Raises ValueError where a number is not
        one, or the whole is too long for the QR code."""
        parts = (f"R{self.round}", f"T{self.table}", *((self.copy,) if self.copy else ()), ending)
        whole = "-".join(parts)
        if len(whole) > LONGEST_ID or match_id(whole) is None:
            raise ValueError(whole)
        return whole


def match_id(sheet: str | None) -> MatchId | None:
    """Round, table and copy that a sheet's id names; None where it names none."""
    found = _NAMED.match(sheet or "")
    if found is None:
        return None
    number, table, copy, _ = found.groups()
    return MatchId(str(int(number)), str(int(table)), copy)
