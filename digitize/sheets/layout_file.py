"""The layout of a club's own sheet: its file, and its lines laid onto those found in a photo.

Lines are distinguished by their places alone, as shares of the table's width and height. A rule that
the photo does not show is put where its neighbours say; one that the layout does not know is left out.

The file says which column is what, and how to know the sheet again.

It is TOML, made to be read and corrected by hand::

    sheet = "our-club"              # what the sheet is called
    us = "ask"                      # the team that is Us: "A", "B", or "ask"

    [rows]
    count = 18                      # rows to write in
    headings = 2                    # rows of headings above them
    foot = 1                        # rows of totals below them; 0 where it is not said
    first = 1                       # the deal of the first row
    numbers = "printed"             # deal numbers: "printed", "written" or "none"

    [shape]
    aspect = 1.38                   # the table's height beside its width
    columns = [0.0, 0.08, 1.0]      # where its upright lines are, in parts of its width
    rows = [0.0, 0.03, 1.0]         # where its level lines are, in parts of its height

    [[column]]
    heading = "Deal"                # what is printed above it
    means = "deal"

A file is not trusted: whatever is wrong in it is a `LayoutFileError` with its line.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, Final, NoReturn

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.sheets.heading_meaning import BID, IGNORE, MEANINGS, TRUMP, for_team
from fairdeal.records import lines_of

LARGEST: Final = 100_000
"""Bytes of a layout file: a hundred times what a sheet of many columns needs."""
MOST_COLUMNS: Final = 40
MOST_ROWS: Final = 80
MOST_HEADINGS: Final = 4
MOST_FOOT: Final = 2
LONGEST_NAME: Final = 40
LONGEST_HEADING: Final = 80
HIGHEST_DEAL: Final = 999
NUMBERS: Final = ("printed", "written", "none")
ASK: Final = "ask"
WHO_IS_US: Final = ("A", "B", ASK)

Floats = NDArray[np.float64]

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_AT_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


class LayoutFileError(Exception):
    """A layout file that cannot be used: what is wrong, in which line, and what to do."""

    exit_code: Final = 2

    def __init__(self, name: str, line: int | None, message: str, remedy: str = "") -> None:
        where = f"{name}, line {line}" if line is not None else name
        super().__init__(f"{where}: {message}")
        self.place = name
        self.line = line
        self.remedy = (
            remedy or "Correct the line, or learn the sheet again: fairdeal layout learn PHOTO"
        )


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: what is printed above it (the widest heading first), and what it means."""

    heading: str
    means: str


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A club's own sheet. `edges` and `lines` are shares of the table's width and height, 0 to 1.

    `lines` holds the lines of the headings too, then those of the `rows` to write in, then those of the
    `foot`: rows of totals, which are not deals.
    """

    sheet: str
    columns: tuple[SheetColumn, ...]
    rows: int
    headings: int
    aspect: float
    edges: tuple[float, ...]
    lines: tuple[float, ...]
    first: int = 1
    numbers: str = "none"
    us: str = ASK
    foot: int = 0

    @property
    def form(self) -> str:
        """What a transcript calls such a sheet."""
        return f"score-sheet/{self.sheet}"

    @property
    def meanings(self) -> tuple[str, ...]:
        return tuple(column.means for column in self.columns)

    def of_team(self, us: str | None = None) -> tuple[str, ...]:
        """What the columns mean where `us` (or the layout) says which team is Us."""
        team = us if us is not None else self.us
        return tuple(for_team(meaning, team) for meaning in self.meanings)


@dataclass(frozen=True, slots=True)
class KnownSheets:
    """Layouts of clubs' own sheets. `us` is the team that is Us on them, where a person said it."""

    layouts: tuple[SheetLayout, ...] = ()
    us: str | None = None


NO_SHEETS: Final = KnownSheets()


def read_layout(text: str, name: str = "the layout") -> SheetLayout:
    """The layout of a file's text. Raises LayoutFileError."""
    if len(text) > LARGEST:
        raise LayoutFileError(name, None, "this is far too long for a layout file")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _AT_LINE.search(str(error))
        line = int(place[1]) if place else len(lines_of(text))
        raise LayoutFileError(name, line, f"this is not TOML ({_plain(error)})") from error
    except RecursionError as error:
        raise LayoutFileError(name, None, "brackets within brackets without end") from error
    return _Reader(text, name, table).layout()


def looks_like_layout(text: str) -> bool:
    """Whether a text means to be a layout file, right or wrong."""
    return re.search(r"^\s*\[\[\s*column\s*\]\]", text[:LARGEST], re.MULTILINE) is not None


def write_layout(layout: SheetLayout) -> str:
    """The layout as the text of its file."""
    lines = [
        "# A score sheet of a club's own, as Fairdeal knows it. Made by: fairdeal layout learn PHOTO",
        "# Correct it by hand where it is wrong. A column means one of:",
        *_wrapped(MEANINGS),
        "",
        f"sheet = {_quoted(layout.sheet)}",
        f"us = {_quoted(layout.us)}  # the team that is Us on the sheet: A, B, or ask",
        "",
        "[rows]",
        f"count = {layout.rows}",
        f"headings = {layout.headings}",
        *([f"foot = {layout.foot}  # rows of totals below them, not read"] if layout.foot else []),
        f"first = {layout.first}",
        f"numbers = {_quoted(layout.numbers)}  # deal numbers: printed, written, or none",
        "",
        "[shape]",
        f"aspect = {layout.aspect:.4f}  # height by width",
        f"columns = [{', '.join(f'{edge:.4f}' for edge in layout.edges)}]",
        f"rows = [{', '.join(f'{line:.4f}' for line in layout.lines)}]",
    ]
    for column in layout.columns:
        lines += ["", "[[column]]", f"heading = {_quoted(column.heading)}"]
        lines.append(f"means = {_quoted(column.means)}")
    return "\n".join(lines) + "\n"


def check_meanings(meanings: Sequence[str]) -> str | None:
    """What is wrong with the meanings of a sheet's columns taken together; None where nothing is."""
    for us in (None, "A", "B"):
        named = [for_team(meaning, us) for meaning in meanings if meaning != IGNORE]
        twice = sorted({meaning for meaning in named if named.count(meaning) > 1})
        if twice:
            return f"two columns mean “{twice[0]}”" + (f" where team {us} is Us" if us else "")
    if TRUMP in meanings and BID not in meanings:
        return f"a column means “{TRUMP}”, so another must mean “{BID}”"
    if BID in meanings and "contract" in meanings:
        return f"one column means “{BID}” and another “contract”; a contract is written once"
    if all(meaning == IGNORE for meaning in meanings):
        return "every column is to be ignored, so there is nothing to read"
    return None


def _first_to_blame(meanings: Sequence[str], trouble: str) -> int:
    """The column (from 0) with which the trouble begins, or the first that it names."""
    for end in range(1, len(meanings)):
        if check_meanings(meanings[: end + 1]) == trouble:
            return end
    return next((at for at, means in enumerate(meanings) if f"“{means}”" in trouble), 0)


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    line = "#  "
    for word in words:
        if len(line) + len(word) > 90:
            yield line
            line = "#  "
        line += f' "{word}"'
    yield line


def _quoted(text: str) -> str:
    """A basic string of TOML; JSON's escapes are among TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _plain(error: Exception) -> str:
    return _AT_LINE.sub("", str(error)).strip().rstrip(":").lower()


class _Reader:
    """Takes a parsed file apart, and knows the line of whatever is wrong with it."""

    def __init__(self, text: str, name: str, table: Mapping[str, Any]) -> None:
        self._text = lines_of(text)
        self._name = name
        self._table = table

    def layout(self) -> SheetLayout:
        self._only(self._table, ("sheet", "us", "rows", "shape", "column"), "")
        sheet = self._string(self._table, "sheet", "", LONGEST_NAME)
        if not _NAME.fullmatch(sheet):
            self._wrong("", "sheet", "the name takes small letters, figures and hyphens only")
        us = self._one_of(self._table, "us", "", WHO_IS_US, ASK)
        columns = self._columns()
        rows, shape = self._section("rows"), self._section("shape")
        self._only(rows, ("count", "headings", "foot", "first", "numbers"), "rows")
        self._only(shape, ("aspect", "columns", "rows"), "shape")
        count = self._whole(rows, "count", 1, MOST_ROWS)
        headings = self._whole(rows, "headings", 0, MOST_HEADINGS, 1)
        foot = self._whole(rows, "foot", 0, MOST_FOOT, 0)
        first = self._whole(rows, "first", 1, HIGHEST_DEAL, 1)
        numbers = self._one_of(rows, "numbers", "rows", NUMBERS, "none")
        if numbers != "none" and not any(column.means == "deal" for column in columns):
            self._wrong(
                "rows", "numbers", f'no column means "deal", so there are no {numbers} numbers'
            )
        aspect = self._number(shape.get("aspect"), "aspect", 0.05, 20.0)
        edges = self._shares(shape, "columns", len(columns) + 1, f"{len(columns)} columns")
        high = count + headings + foot
        lines = self._shares(shape, "rows", high + 1, f"{high} rows")
        return SheetLayout(
            sheet, columns, count, headings, aspect, edges, lines, first, numbers, us, foot
        )

    def _columns(self) -> tuple[SheetColumn, ...]:
        entries = self._table.get("column")
        if not isinstance(entries, list) or not entries:
            raise LayoutFileError(self._name, None, "there is no [[column]] in it")
        if len(entries) > MOST_COLUMNS:
            self._wrong_at(self._line_of_column(MOST_COLUMNS), f"more than {MOST_COLUMNS} columns")
        columns = tuple(self._column(entry, at) for at, entry in enumerate(entries))
        trouble = check_meanings([column.means for column in columns])
        if trouble is not None:
            at = _first_to_blame([column.means for column in columns], trouble)
            self._wrong_at(self._line_of_column(at, "means"), trouble)
        return columns

    def _column(self, entry: object, at: int) -> SheetColumn:
        if not isinstance(entry, dict):
            self._wrong_at(self._line_of_column(at), "a column is a table: [[column]]")
        strange = next((key for key in entry if key not in ("heading", "means")), None)
        if strange is not None:
            self._wrong_at(self._line_of_column(at, strange), f"a column has no “{strange}”")
        heading, means = entry.get("heading", ""), entry.get("means")
        if not isinstance(heading, str) or len(heading) > LONGEST_HEADING:
            message = f"heading must be a text of at most {LONGEST_HEADING} letters"
            self._wrong_at(self._line_of_column(at, "heading"), message)
        if means not in MEANINGS:
            shown = (
                f"“{str(means)[:40]}” is not something that a column can mean"
                if means
                else ("the meaning of the column is missing")
            )
            message = f"{shown}; it may be {', '.join(MEANINGS)}"
            self._wrong_at(self._line_of_column(at, "means"), message)
        return SheetColumn(heading, means)

    def _section(self, name: str) -> Mapping[str, Any]:
        section = self._table.get(name)
        if not isinstance(section, dict):
            raise LayoutFileError(self._name, self._line_of("", name), f"[{name}] is missing")
        return section

    def _only(self, table: Mapping[str, Any], known: Sequence[str], section: str) -> None:
        for key in table:
            if key not in known:
                self._wrong(section, key, f"“{key}” is unknown here; known are {', '.join(known)}")

    def _string(self, table: Mapping[str, Any], key: str, section: str, longest: int) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not 0 < len(value) <= longest:
            self._wrong(section, key, f"{key} must be a text of 1 to {longest} letters")
        return value

    def _one_of(
        self, table: Mapping[str, Any], key: str, section: str, known: Sequence[str], usual: str
    ) -> str:
        value = table.get(key, usual)
        if value not in known:
            self._wrong(section, key, f"{key} must be {', '.join(known[:-1])} or {known[-1]}")
        return str(value)

    def _whole(
        self, table: Mapping[str, Any], key: str, least: int, most: int, usual: int | None = None
    ) -> int:
        value = table.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self._wrong("rows", key, f"{key} must be a whole number from {least} to {most}")
        return value

    def _number(self, value: object, key: str, least: float, most: float) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong("shape", key, f"{key} must hold numbers from {least:g} to {most:g}")
        if not least <= value <= most:
            self._wrong("shape", key, f"{key} must hold numbers from {least:g} to {most:g}")
        return float(value)

    def _shares(
        self, shape: Mapping[str, Any], key: str, count: int, wanted: str
    ) -> tuple[float, ...]:
        values = shape.get(key)
        if not isinstance(values, list) or len(values) != count:
            message = f"{key} must hold {count} numbers, the lines around and between {wanted}"
            self._wrong("shape", key, message)
        shares = tuple(self._number(value, key, 0.0, 1.0) for value in values)
        if shares[0] != 0.0 or shares[-1] != 1.0 or any(a >= b for a, b in pairwise(shares)):
            self._wrong("shape", key, f"{key} must rise from 0.0 to 1.0")
        return shares

    def _wrong(self, section: str, key: str, message: str) -> NoReturn:
        self._wrong_at(self._line_of(section, key), message)

    def _wrong_at(self, line: int | None, message: str) -> NoReturn:
        raise LayoutFileError(self._name, line, message)

    def _line_of(self, section: str, key: str) -> int | None:
        """The line of a key, or of its section where the key is missing."""
        found = None
        here = ""
        for number, line in enumerate(self._text, start=1):
            opening = re.match(r"\s*\[+\s*([\w-]+)", line)
            if opening:
                here = opening[1]
                if here == section or (not section and here == key):
                    found = number
            elif here == section and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line):
                return number
        return found

    def _line_of_column(self, at: int, key: str | None = None) -> int | None:
        """The line of a column (from 0), or of a key of it."""
        count, found = -1, None
        for number, line in enumerate(self._text, start=1):
            if re.match(r"\s*\[\[\s*column\s*\]\]", line):
                count += 1
                found = number if count == at else found
            elif count == at and key and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line):
                return number
        return found


OFF: Final = 0.012
"""A line lies within this share of the table's side of where the layout has it: curl and lens shift
lines of a flat sheet by less than half of it."""
OFF_AT_ENDS: Final = 2 * OFF
"""... an outermost one within this: paper bends most at its edges."""
OFF_DRAWN: Final = 0.06
"""... or this, where as many lines are found as there should be: tables ruled again by hand differ."""
LEAST_SHARE: Final = 0.7
"""Share of the layout's lines that must be found."""
LEAST_WHOLE: Final = 0.4
SIDE_BY_SIDE: Final = 3
"""... or this, where both its edges are, every line found is one of it, and so many are next to another, as
those of a sheet with rows twice as high are not: a fax loses rules."""
MOST_STRANGE: Final = 0.3
"""Share of the lines found that the layout may not know: pieces of edges, folds, underlinings."""
LEAST_SCALE: Final = 0.6
"""The table found may be so much smaller than the sheet's (outer lines missed) or larger."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Which line found is which line known, in pairs (known, seen), ascending.

    `exact`: within `OFF`. `only`: no other lines fit as well, as they do where all stand alike far apart
    and one of them at an end was not found.
    """

    pairs: tuple[tuple[int, int], ...]
    exact: bool = True
    only: bool = True


def align(known: Sequence[float], seen: Sequence[float]) -> Alignment | None:
    """Lay lines found onto lines known; None where they do not fit each other."""
    ours, theirs = np.array(known, np.float64), np.array(seen, np.float64)
    tries = _tries(ours, theirs)
    best = max(tries, key=_worth, default=())
    whole = len(best) == len(theirs) and {(0, 0), (len(ours) - 1, len(theirs) - 1)} <= {*best}
    whole &= sum(after - k == 1 for (k, _), (after, _) in pairwise(best)) >= SIDE_BY_SIDE
    enough = len(best) >= max(3, (LEAST_WHOLE if whole else LEAST_SHARE) * len(ours))
    if enough and len(theirs) - len(best) <= max(1, MOST_STRANGE * len(theirs)):
        at = dict(best)
        rivals = (dict(each) for each in tries if len(each) == len(best))
        only = all(any(at.get(k) == s for k, s in each.items()) for each in rivals)
        return Alignment(best, only=only)
    if len(ours) == len(theirs) and float(np.abs(ours - theirs).max()) <= OFF_DRAWN:
        return Alignment(tuple((at, at) for at in range(len(ours))), exact=False)
    return None


def _worth(pairs: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """More lines first; then the fewer lines are shifted against each other."""
    return len(pairs), -sum(abs(k - s) for k, s in pairs)


def _tries(known: Floats, seen: Floats) -> set[tuple[tuple[int, int], ...]]:
    """Ways to lay the lines on: two lines found as two lines known, and what then falls together."""
    found: set[tuple[tuple[int, int], ...]] = set()
    for first, last in combinations(range(len(seen)), 2):
        for low, high in combinations(range(len(known)), 2):
            scale = (known[high] - known[low]) / (seen[last] - seen[first])
            if not LEAST_SCALE <= scale <= 1 / LEAST_SCALE:
                continue
            if seen[last] - seen[first] < 0.5:
                continue
            moved = known[low] + (seen - seen[first]) * scale
            near = np.abs(known[:, None] - moved[None, :])
            best = near.argmin(axis=1)
            close = near[np.arange(len(known)), best] <= OFF
            pairs = tuple((k, int(best[k])) for k in np.flatnonzero(close).tolist())
            pairs = _with_bent_ends(pairs, near)
            if len({s for _, s in pairs}) == len(pairs):
                found.add(pairs)
    return found


def _with_bent_ends(
    pairs: tuple[tuple[int, int], ...], near: Floats
) -> tuple[tuple[int, int], ...]:
    """The outermost lines too where a bent sheet has them somewhat farther off than `OFF`: an edge of a
    table is seldom missed, and a stranger seldom stands beside where it should be."""
    if not pairs:
        return pairs
    last = (near.shape[0] - 1, near.shape[1] - 1)
    before = ((0, 0),) if pairs[0][0] and pairs[0][1] and near[0, 0] <= OFF_AT_ENDS else ()
    open_ = pairs[-1][0] < last[0] and pairs[-1][1] < last[1]
    return (*before, *pairs, *((last,) if open_ and near[last] <= OFF_AT_ENDS else ()))


def lay_on(
    nodes: Floats,
    across: Alignment,
    down: Alignment,
    edges: Sequence[float],
    lines: Sequence[float],
) -> Floats:
    """The crossings of all lines of the layout in the photo, (lines, edges, 2) pixels.

    Crossings that were found stay where they are; the others follow from the sheet's plane and from how
    far their neighbours lie off it.
    """
    columns, rows = np.array(across.pairs), np.array(down.pairs)
    known_x, known_y = np.array(edges)[columns[:, 0]], np.array(lines)[rows[:, 0]]
    there = nodes[rows[:, 1]][:, columns[:, 1]]
    plane = _plane(known_x, known_y, there)
    off = there - _placed(plane, known_x, known_y)
    off = _filled(off, known_x, np.array(edges), axis=1)
    off = _filled(off, known_y, np.array(lines), axis=0)
    return np.asarray(_placed(plane, np.array(edges), np.array(lines)) + off, np.float64)


def _plane(xs: Floats, ys: Floats, there: Floats) -> Floats:
    from_, to = _grid(xs, ys).reshape(-1, 2), there.reshape(-1, 2)
    view, _ = cv2.findHomography(from_, to, 0)
    return np.asarray(view, np.float64)


def _grid(xs: Floats, ys: Floats) -> Floats:
    across, down = np.meshgrid(xs, ys)
    return np.stack((across, down), axis=-1)


def _placed(plane: Floats, xs: Floats, ys: Floats) -> Floats:
    grid = _grid(xs, ys)
    moved = cv2.perspectiveTransform(grid.reshape(1, -1, 2), plane)
    return np.asarray(moved.reshape(grid.shape), np.float64)


def _filled(off: Floats, known: Floats, wanted: Floats, axis: int) -> Floats:
    """Values at known places carried over to all wanted ones, straight between neighbours."""
    moved = np.moveaxis(off, axis, 0)
    flat = moved.reshape(len(known), -1)
    filled = np.stack([np.interp(wanted, known, flat[:, k]) for k in range(flat.shape[1])], axis=1)
    return np.asarray(
        np.moveaxis(filled.reshape(len(wanted), *moved.shape[1:]), 0, axis), np.float64
    )
