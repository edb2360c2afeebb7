"""A spreadsheet's sheet: a thin grey grid, letters above the columns, numbers before the rows."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase
from typing import Final

from samples.making.printed.drawn import Page, Rule, Tint, Unsuited, Words
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.grids import Grid, Rows
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording

_LEFT: Final = 12.0
_TOP: Final = 14.0
_RIGHT: Final = 200.0
_FOOT: Final = 286.0
_GREY: Final = 165
_EMPTY: Final[list[str]] = []


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    wording = Wording(symbols=rng.random() < 0.3, ten=rng.choice(("10", "T")))
    grid = Grid(log, wording, rng)
    rows = [*grid.head(), _EMPTY]
    if grid.hands():
        rows += [["Seat", "Cards"], *grid.hands(), _EMPTY]
    if grid.auction():
        rows += [["Auction"], *grid.auction(), _EMPTY]
    if grid.tricks():
        rows += [*grid.tricks(), _EMPTY]
    rows += [[name, *value.split()] for name, value in grid.result()]
    headers = rng.random() < 0.8
    return [_sheet(face, points, rows, headers, rng)]


def _sheet(face: Face, points: float, rows: Rows, headers: bool, rng: Random) -> Page:
    widths = _widths(face, points, rows)
    first = 9.0 if headers else 0.0
    spare = _RIGHT - _LEFT - first - sum(widths)
    high = max(points * POINT_MM * 1.35, 4.6)
    if spare < 0 or (len(rows) + headers) * high > _FOOT - _TOP:
        raise Unsuited("the sheet is larger than the page")
    widths = [width + spare / len(widths) for width in widths]
    page = Page(face)
    edges = [_LEFT + first + sum(widths[:at]) for at in range(len(widths) + 1)]
    cells = [list(row) for row in rows]
    if headers:
        cells = [list(ascii_uppercase[: len(widths)]), *cells]
        cells = [[str(at or ""), *row] for at, row in enumerate(cells)]
        edges = [_LEFT, *edges]
    levels = [_TOP + high * at for at in range(len(cells) + 1)]
    _grid(page, edges, levels, headers)
    centred = rng.random() < 0.7
    for row, y in zip(cells, levels, strict=False):
        for at, text in enumerate(row):
            middle = centred or (headers and not at)
            _cell(page, text, (edges[at], edges[at + 1]), y + high / 2, points, middle)
    return page


def _widths(face: Face, points: float, rows: Rows) -> list[float]:
    """The width that each column needs. Words run over the edge where the cell beside them is empty."""
    widths = [8.0] * max(7, *map(len, rows))
    for row in rows:
        for at, text in enumerate(row):
            if len(row) > 1 and text:
                widths[at] = max(widths[at], face.width(text, points) + 2.0)
    return widths


def _grid(page: Page, edges: list[float], levels: list[float], headers: bool) -> None:
    """Grey lines, and the tinted headers of columns and rows."""
    top, foot, left, right = levels[0], levels[-1], edges[0], edges[-1]
    page.rules += [Rule((x, top), (x, foot), 0.12, _GREY) for x in edges]
    page.rules += [Rule((left, y), (right, y), 0.12, _GREY) for y in levels]
    if headers:
        page.tints.append(Tint(left, top, right - left, levels[1] - top, 232))
        page.tints.append(Tint(left, top, edges[1] - left, foot - top, 232))


def _cell(
    page: Page, text: str, edges: tuple[float, float], middle: float, points: float, centred: bool
) -> None:
    """A cell's words, running over its right edge where they are longer, as spreadsheets show them."""
    if not text:
        return
    spare = edges[1] - edges[0] - page.face.width(text, points)
    x = edges[0] + (spare / 2 if centred and spare > 0 else 0.8)
    page.words.append(Words(x, middle + 0.34 * points * POINT_MM, text, points))
