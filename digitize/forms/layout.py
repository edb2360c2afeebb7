"""The layout of a form: every field and printed word by its place in mm, read from the form's layout file;
and the words in its QR code: form, edition and the sheet's own id."""

from __future__ import annotations

import copy
import functools
import re
import secrets
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final, Literal

from fairdeal.records import LONGEST_ID, FieldKind, MatchId

PARTS: Final = ("label", "field", "table", "area")


def edition(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The parsed layout file `base` with what a file that names it as its base says instead.

    ``[[change]]`` is ``of`` an entry's id, name or text: it sets values of all entries so called, or drops
    them; ``column`` in it does the same for columns by their names. All other entries are added, and markers
    are counted from ``markers_from``.
    """
    found = copy.deepcopy(dict(base))
    for change in changes.get("change", ()):
        for part in PARTS:
            found[part] = [
                _changed(entry, change) if _called(entry) == change["of"] else entry
                for entry in found.get(part, ())
                if not (change.get("drop") is True and _called(entry) == change["of"])
            ]
    for part in PARTS:
        found[part] = [*found.get(part, ()), *changes.get(part, ())]
    for number, marker in enumerate(found["marker"], int(changes["markers_from"])):
        marker["id"] = number
        marker.update(changes.get("marker_at", {}).get(str(number), {}))
    return found | {name: changes[name] for name in ("form", "title")}


def _called(entry: Mapping[str, Any]) -> Any:
    return entry.get("id", entry.get("name", entry.get("text")))


def _changed(entry: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in change.items() if name not in ("of", "column")}
    columns = [
        {**column, **change.get("column", {}).get(column["name"], {})}
        for column in entry.get("column", ())
    ]
    return {**entry, **values} | ({"column": columns} if columns else {})


KINDS: Final = ("score-sheet", "hand-log", "we-they", "dispute-slip")
"""The forms that there are."""

FORMS: Final = (
    "score-sheet/1",
    "score-sheet/2",
    "score-sheet-4/1",
    "score-sheet-8/1",
    "hand-log/1",
    "hand-log/2",
    "hand-log-4/1",
    "hand-log-8/1",
    "we-they/1",
    "dispute-slip/1",
)
"""Every edition that is read, of each form the newest last."""

USUAL_PLAYERS: Final = 6
"""Of 56; the forms for four and eight are editions of their own."""

MARKER_DICTIONARY: Final = "DICT_4X4_100"
"""The ArUco dictionary of all markers: the largest modules for the size of a marker. Its first fifty are
those of the smaller dictionary that the first forms were printed with."""

LINE_RGB: Final = (255, 190, 150)
"""The colour of box lines. Almost white in a photo's red channel, in which blue and black ink are
dark; a light grey when photographed or printed without colour."""

LINE_MM: Final = 0.28
"""The width of box lines: thick enough to survive a 1,200-pixel picture as a faint tint."""

EVENT_CODES: Final[Mapping[str, str]] = {
    "1": "objection",
    "2": "warning",
    "3": "exposed",
    "4": "retracted",
    "5": "disclosed",
    "6": "redeal",
    "7": "silence",
    "8": "review",
    "9": "score-query",
    "0": "conduct",
}
"""What the figure in ``event n / kind`` means: the words of the hand record notation."""

Point = tuple[float, float]
Align = Literal["L", "C", "R"]


class UnknownFormError(Exception):
    """A form that does not exist."""

    exit_code = 2

    def __init__(self, kind: str, players: int | None = None) -> None:
        of = "" if players is None else f" for {players} players"
        super().__init__(f'There is no form "{kind}"{of}')
        self.place = kind
        self.remedy = f"Choose {', '.join(KINDS[:-1])} or {KINDS[-1]}"
        if players is not None:
            self.remedy = "Leave --players out, or choose score-sheet or hand-log"


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the page, in mm: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        right, below = self.x + self.width, self.y + self.height
        return ((self.x, self.y), (right, self.y), (right, below), (self.x, below))


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form.

    `name` is its place. With one box the whole text goes into it; with several, one character each
    from the first on, spaces left out. `choices` lists the texts that belong in the field where these
    are few (a team's letter); empty where the kind alone tells.
    """

    name: str
    kind: FieldKind
    boxes: tuple[Box, ...]
    examples: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def outline(self) -> Box:
        """The smallest rectangle around all boxes."""
        right = max(box.x + box.width for box in self.boxes)
        below = max(box.y + box.height for box in self.boxes)
        x, y = min(box.x for box in self.boxes), min(box.y for box in self.boxes)
        return Box(x, y, right - x, below - y)


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker: its number in `MARKER_DICTIONARY` and the square of its black border, in mm."""

    id: int
    box: Box

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """In the order in which OpenCV finds them: clockwise from the top left."""
        return self.box.corners


@dataclass(frozen=True, slots=True)
class Label:
    """Printed words. `y` is the base line in mm, `size` in points; `width` 0 means unbounded."""

    text: str
    x: float
    y: float
    size: float
    align: Align = "L"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A form: what is printed and where, and which fields it has."""

    form: str
    """Kind and version: ``score-sheet/1``."""
    title: str
    page: tuple[float, float]
    """Width and height of the page in mm."""
    markers: tuple[Marker, ...]
    qr: Box
    fields: tuple[FormField, ...]
    labels: tuple[Label, ...] = ()
    areas: tuple[Box, ...] = ()
    """Boxes to sign in, that are not read."""
    printed: tuple[tuple[str, str], ...] = ()
    """What the print itself says of a row, by field name: on which side of the line it stands."""
    _named: dict[str, FormField] = field(default_factory=dict, compare=False, repr=False)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Every printed outline."""
        return (*(box for field in self.fields for box in field.boxes), *self.areas)

    @property
    def kind(self) -> str:
        """``score-sheet``, ``hand-log``: the form without its edition."""
        return self.form.partition("/")[0]

    def field(self, name: str) -> FormField | None:
        """The field of a name, None where the form has no such field."""
        return self._named.get(name)


def load(kind: str) -> Layout:
    """The layout of a form by its code (``score-sheet/2``); a kind alone is its first edition.

    Raises UnknownFormError where there is none.
    """
    found = [form for form in FORMS if kind in (form, form.partition("/")[0])]
    if not found:
        raise UnknownFormError(kind)
    return _load(found[0])


def of_marker(marker: int) -> Layout | None:
    """The layout that has a marker of this number, None where no form has."""
    for form in FORMS:
        if any(known.id == marker for known in _markers(_table(form))):
            return _load(form)
    return None


def for_players(kind: str, players: int) -> Layout:
    """The newest edition of a form for that many players; of a code with its edition, that one.

    Raises UnknownFormError where there is none.
    """
    asked = load(kind)
    wanted = kind if players == USUAL_PLAYERS else f"{kind}-{players}"
    found = [form for form in FORMS if form.partition("/")[0] == wanted]
    if not found and players != USUAL_PLAYERS:
        raise UnknownFormError(kind, players)
    return _load(found[-1]) if found else asked


@functools.cache
def _load(form: str) -> Layout:
    return from_table(_table(form))


@functools.cache
def _table(form: str) -> Mapping[str, Any]:
    """The parsed layout file of a form, the changes of an edition made to its base."""
    name = f"{form.replace('/', '.')}.toml"
    source = resources.files("fairdeal.digitize.forms") / "layouts" / name
    table = tomllib.loads(source.read_text(encoding="utf-8"))
    return edition(_table(table["base"]), table) if "base" in table else table


def from_table(table: Mapping[str, Any]) -> Layout:
    """The layout of a parsed layout file; its parts are explained in ``layouts/score-sheet.1.toml``."""
    fields = [_single(entry) for entry in table.get("field", ())]
    labels = [_label(entry) for entry in table.get("label", ())]
    for entry in table.get("field", ()):
        labels.extend(_field_title(entry))
    for entry in table.get("table", ()):
        fields.extend(_table_fields(entry))
        labels.extend(_table_labels(entry))
    return Layout(
        form=table["form"],
        title=table["title"],
        page=(float(table["page_mm"][0]), float(table["page_mm"][1])),
        markers=_markers(table),
        qr=_square(table["qr"]),
        fields=tuple(fields),
        labels=tuple(labels),
        areas=tuple(Box(*map(float, entry["box"])) for entry in table.get("area", ())),
        printed=tuple(_printed(table.get("table", ()))),
        _named={entry.name: entry for entry in fields},
    )


def _markers(table: Mapping[str, Any]) -> tuple[Marker, ...]:
    return tuple(Marker(int(entry["id"]), _square(entry)) for entry in table["marker"])


def _printed(tables: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for entry in tables:
        for name, text in entry.get("printed", {}).items():
            for index in range(int(entry["count"])):
                yield f"{_entry_name(entry, index)} / {name}", text


def _square(entry: Mapping[str, Any]) -> Box:
    size = float(entry["size"])
    return Box(float(entry["x"]), float(entry["y"]), size, size)


def _label(entry: Mapping[str, Any]) -> Label:
    return Label(
        entry["text"],
        float(entry["x"]),
        float(entry["y"]),
        float(entry["size"]),
        entry.get("align", "L"),
        entry.get("bold", False),
    )


def _boxes(x: float, y: float, entry: Mapping[str, Any], height: float) -> tuple[Box, ...]:
    width = float(entry["width"])
    return tuple(
        Box(round(x + index * width, 3), round(y, 3), width, height)
        for index in range(int(entry.get("boxes", 1)))
    )


def _field(name: str, entry: Mapping[str, Any], boxes: tuple[Box, ...]) -> FormField:
    examples, choices = tuple(entry.get("examples", ())), tuple(entry.get("choices", ()))
    return FormField(name, entry["kind"], boxes, examples or choices, choices)


def _single(entry: Mapping[str, Any]) -> FormField:
    boxes = _boxes(float(entry["x"]), float(entry["y"]), entry, float(entry["height"]))
    return _field(entry["name"], entry, boxes)


TITLE_SIZE: Final = 6.5
"""Points of a box's title: the smallest that people read without glasses at arm's length."""
WORD_SIZE: Final = 8.0
"""Points of the word beside a box to tick."""
TITLE_PITCH: Final = 0.4
"""Between the lines of a title, in mm a point of its size."""
_TITLE_GAP: Final = 0.9
"""Between a title's base line and its box, in mm."""


def _field_title(entry: Mapping[str, Any]) -> Iterator[Label]:
    """The title above a box of its own."""
    if "title" in entry:
        size = float(entry.get("title_size", TITLE_SIZE))
        yield Label(entry["title"], float(entry["x"]), entry["y"] - _TITLE_GAP, size)


def _entry_origin(entry: Mapping[str, Any], index: int) -> Point:
    """The top left corner of a table's entry (from 0): `across` entries stand side by side."""
    line, place = divmod(index, int(entry.get("across", 1)))
    y = entry["y"] + line * entry["pitch"]
    if line >= entry.get("break_after", line + 1):
        y += entry["break"]
    return entry["x"] + place * entry.get("step", 0.0), y


def _entry_name(entry: Mapping[str, Any], index: int) -> str:
    """``row 7``: the name of a table's entry (from 0)."""
    number = int(entry.get("first", 1)) + index * int(entry.get("every", 1))
    return str(entry["name"]).replace("{n}", str(number))


def _columns(entry: Mapping[str, Any]) -> Iterator[tuple[str, str, float, Mapping[str, Any]]]:
    """Name, title, x and description of every column, repeated columns one by one."""
    for column in entry["column"]:
        for index in range(int(column.get("count", 1))):
            number = index + 1
            x = float(column["x"]) + index * float(column.get("step", 0.0))
            name, title = (
                column.get(part, "").replace("{k}", str(number)).replace("{team}", "AB"[index % 2])
                for part in ("name", "title")
            )
            yield name, title, x, column


def _column_title(
    entry: Mapping[str, Any], column: Mapping[str, Any], title: str, middle: float
) -> Iterator[Label]:
    """A title over the middle of its column; of several lines the last stands next to the box."""
    size = float(column.get("title_size", TITLE_SIZE))
    for line, text in enumerate(reversed(title.split("\n"))):
        y = entry["y"] - _TITLE_GAP - line * TITLE_PITCH * size
        yield Label(text, middle, round(y, 3), size, "C")


def _table_fields(entry: Mapping[str, Any]) -> Iterator[FormField]:
    for index in range(int(entry["count"])):
        base = _entry_name(entry, index)
        x, y = _entry_origin(entry, index)
        for name, _, offset, column in _columns(entry):
            height = float(column.get("height", entry["height"]))
            boxes = _boxes(x + offset, y + float(column.get("drop", 0.0)), column, height)
            yield _field(f"{base} / {name}" if name else base, column, boxes)


def _table_labels(entry: Mapping[str, Any]) -> Iterator[Label]:
    """Column titles above the first entry, words beside its boxes, and the number of every entry."""
    for _, title, offset, column in _columns(entry):
        x, width = entry["x"] + offset, float(column["width"]) * int(column.get("boxes", 1))
        if title:
            yield from _column_title(entry, column, title, x + width / 2)
        if "word" in column:
            y = entry["y"] + float(column.get("drop", 0.0)) + 0.65 * float(entry["height"])
            yield Label(column["word"], x + width + 1.6, y, WORD_SIZE)
    number = entry.get("number")
    if number is None:
        return
    for index in range(int(entry["count"])):
        x, y = _entry_origin(entry, index)
        text = str(index + 1)
        size, align = float(number["size"]), number.get("align", "R")
        yield Label(
            text, x + number["x"], y + number["drop"], size, align, number.get("bold", False)
        )


PREFIX: Final = "FD"
LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Figures and capitals that are not mistaken for each other; they also make the smallest QR code."""
ID_LENGTH: Final = 8


def new_sheet_id() -> str:
    """An id that no other sheet has: eight characters, 40 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def sheet_id_of(match: MatchId) -> str:
    """An id that names the match (``R2-T4-A-7KQ2``), its end random so that no two prints are alike."""
    room = min(ID_LENGTH, LONGEST_ID - len(match.written("2222")) + 4)
    return match.written("".join(secrets.choice(LETTERS) for _ in range(room)))


def written_code(form: str, sheet_id: str) -> str:
    """The text of the QR code: ``FD:SCORE-SHEET/1:7K2M9QXA``."""
    return f"{PREFIX}:{form.upper()}:{sheet_id}"


def read_code(text: str) -> tuple[str, str] | None:
    """Form and sheet id of a QR code's text, None where it is not one of ours."""
    parts = text.split(":", 2)
    if len(parts) != 3 or parts[0] != PREFIX or not parts[2]:
        return None
    return parts[1].lower(), parts[2]


@functools.cache
def malayalam() -> Mapping[str, str]:
    """Headings in Malayalam, by the English."""
    source = resources.files("fairdeal.digitize.forms") / "malayalam.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def said(heading: str, words: Mapping[str, str]) -> str | None:
    """A heading in the second language, with its figures and the letters of the teams, which no other words
    say; None where there are no words for it."""
    numbered = _NUMBERED.fullmatch(heading)
    if numbered and numbered[1] in words:
        return f"{words[numbered[1]]} {numbered[2] or ''}".strip()
    if heading not in words:
        return None
    seats = _SEATS.search(heading)
    text = " ".join([words[heading], *_TEAM.findall(heading)])
    return f"{text}  ({seats[1]})" if seats else text


_NUMBERED: Final = re.compile(r"(\w+) (?:(\d)|\(seat\))")
_TEAM: Final = re.compile(r"\b[AB]\b")
_SEATS: Final = re.compile(r"\(seats ([\d, ]+)\)")
