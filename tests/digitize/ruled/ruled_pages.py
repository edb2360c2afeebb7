"""Random pages with ruled tables on them, photographed: all of it synthetic, with the whole truth.

Tables of any number of rows and columns, in any pen or print, closed or open at the sides, with
divided headings, rules left out or broken, drawn by hand or with a ruler; beside them words, boxes
and lines that are no table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.ruled.tables import RuledTable
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Hand, Paper, Pen, Rng
from samples.making.photos.taken import Conditions, Photo, photograph

Floats = NDArray[np.float64]
PX_MM: Final = 200 / 25.4
PAGE_MM: Final = (210.0, 297.0)
PAPER: Final = (250, 249, 245)
IN_PLACE: Final = 0.25
"""Nodes count as found within this share of the smallest cell side."""
Drawn = Literal["print", "ruler", "hand"]


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table to be drawn. Places in mm, ascending. `missing` rows' and columns' rules are not drawn,
    `broken` ones with gaps; `open_sides` leaves out the outer uprights. `heading_groups` are columns
    (first, last) joined under one heading in the first row."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    drawn: Drawn = "print"
    width: float = 0.3
    grey: int = 60
    thick_frame: bool = False
    missing_rows: tuple[int, ...] = ()
    missing_columns: tuple[int, ...] = ()
    broken_rows: tuple[int, ...] = ()
    open_sides: bool = False
    heading_groups: tuple[tuple[int, int], ...] = ()
    filled: float = 0.5

    @property
    def nodes(self) -> Floats:
        """(rows + 1, columns + 1, 2) mm."""
        x, y = np.meshgrid(np.array(self.xs), np.array(self.ys))
        return np.stack([x, y], -1)


@dataclass(frozen=True, slots=True, eq=False)
class RuledPage:
    """A drawn page: `texts` by table, row and column; a cell without one is blank."""

    picture: NDArray[np.uint8]
    tables: tuple[TableSpec, ...]
    nodes: tuple[Floats, ...]
    texts: dict[tuple[int, int, int], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class RuledPhoto:
    """A photo (blue, green, red) with the nodes of every table in pixels."""

    picture: NDArray[np.uint8]
    page: RuledPage
    nodes: tuple[Floats, ...]


def even_table(
    rows: int, columns: int, box: tuple[float, float, float, float] = (20, 40, 190, 240)
) -> TableSpec:
    """A table of even rows and columns in a box given as left, top, right, bottom mm."""
    return TableSpec(
        tuple(np.linspace(box[0], box[2], columns + 1).tolist()),
        tuple(np.linspace(box[1], box[3], rows + 1).tolist()),
    )


def random_table(
    rng: Rng, box: tuple[float, float, float, float] = (15, 35, 195, 270)
) -> TableSpec:
    """Any table: columns of any width, rows mostly even, a higher heading."""
    columns = int(rng.integers(2, 13))
    left, top = box[0] + float(rng.uniform(0, 20)), box[1] + float(rng.uniform(0, 40))
    right = box[2] - float(rng.uniform(0, 20))
    height = float(rng.uniform(6.5, 14))
    rows = int(rng.integers(3, max(4, min(31, int((box[3] - top - 15) / height)))))
    shares = rng.dirichlet(np.full(columns, 12.0)) if rng.random() < 0.7 else None
    widths = np.full(columns, 1 / columns) if shares is None else np.asarray(shares)
    while widths.min() * (right - left) < 6.5:
        widths = (widths + 1 / columns) / 2
        if (right - left) / columns < 6.6:
            break
    xs = left + (right - left) * np.r_[0, np.cumsum(widths)]
    heights = np.full(rows, height)
    if rng.random() < 0.5:
        heights[0] *= float(rng.uniform(1.2, 2.2))
    ys = top + np.r_[0, np.cumsum(heights)]
    drawn: Drawn = ("print", "print", "ruler", "hand")[int(rng.integers(4))]
    groups: tuple[tuple[int, int], ...] = ()
    if columns >= 5 and rng.random() < 0.3:
        first = int(rng.integers(1, columns - 2))
        groups = ((first, first + 1),)
    return TableSpec(
        tuple(xs.tolist()),
        tuple(ys.tolist()),
        drawn,
        width=float(rng.uniform(0.18, 0.6)),
        grey=int(rng.integers(20, 160)),
        thick_frame=bool(rng.random() < 0.3),
        open_sides=bool(rng.random() < 0.1),
        heading_groups=groups,
        filled=float(rng.uniform(0.1, 0.8)),
    )


def draw_page(
    tables: tuple[TableSpec, ...], rng: Rng, decoys: bool = True, hand: Hand | None = None
) -> RuledPage:
    """Draw a page with these tables, numbers of one or two figures written into their cells."""
    size = (round(PAGE_MM[0] * PX_MM), round(PAGE_MM[1] * PX_MM))
    picture = np.full((size[1], size[0], 3), PAPER, np.uint8)
    paper = Paper(picture, PX_MM)
    if decoys:
        _decoys(picture, tables, rng)
    writer = hand if hand is not None else handwriting.skeleton_hand(rng)
    texts: dict[tuple[int, int, int], str] = {}
    nodes = []
    for number, table in enumerate(tables):
        moved = _rules(paper, table, rng)
        nodes.append(moved)
        for i in range(len(table.ys) - 1):
            for j in range(len(table.xs) - 1):
                if rng.random() >= table.filled:
                    continue
                text = str(int(rng.integers(0, 10 if rng.random() < 0.5 else 57)))
                x, y = moved[i, j]
                wide, high = moved[i + 1, j + 1] - moved[i, j]
                if wide < 5 or high < 5:
                    continue
                texts[number, i, j] = text
                handwriting.write_whole(
                    paper, Box(float(x), float(y), float(wide), float(high)), text, writer, rng
                )
    return RuledPage(picture, tables, tuple(nodes), texts)


def photo_of(page: RuledPage, conditions: Conditions, rng: Rng) -> RuledPhoto:
    """Photograph a page."""
    photo: Photo = photograph(page.picture, PAGE_MM, conditions, rng)
    seen = tuple(
        np.asarray(photo.to_photo(nodes.reshape(-1, 2)), np.float64).reshape(nodes.shape)
        for nodes in page.nodes
    )
    picture = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return RuledPhoto(np.asarray(picture, np.uint8), page, seen)


def flat_photo(page: RuledPage) -> RuledPhoto:
    """The page as a scanner sees it."""
    picture = np.ascontiguousarray(page.picture[:, :, ::-1])
    return RuledPhoto(picture, page, tuple(nodes * PX_MM - 0.5 for nodes in page.nodes))


def _rules(paper: Paper, table: TableSpec, rng: Rng) -> Floats:
    """Draw a table's rules; returns its crossings as they came out, mm."""
    nodes = table.nodes.copy()
    if table.drawn == "hand":
        # Rows and columns wander with what is drawn before them.
        wander = rng.normal(0, 0.35, nodes.shape)
        lean = (
            rng.normal(0, 0.5, (len(table.ys), 1, 1))
            * np.linspace(-1, 1, len(table.xs))[None, :, None]
        )
        nodes += wander
        nodes[..., 1:] += lean
    rows, columns = len(table.ys) - 1, len(table.xs) - 1
    for i in range(rows + 1):
        if i in table.missing_rows:
            continue
        line = nodes[i]
        if i == 1 and table.heading_groups:
            line = nodes[i]
        thick = table.width * (3 if table.thick_frame and i in (0, rows) else 1)
        _line(paper, table, line, thick, rng, broken=i in table.broken_rows)
    for j in range(columns + 1):
        if j in table.missing_columns or (table.open_sides and j in (0, columns)):
            continue
        first = 1 if any(a < j <= b for a, b in table.heading_groups) else 0
        thick = table.width * (3 if table.thick_frame and j in (0, columns) else 1)
        _line(paper, table, nodes[first:, j], thick, rng)
    return nodes


def _line(
    paper: Paper, table: TableSpec, points: Floats, width: float, rng: Rng, broken: bool = False
) -> None:
    parts = [points]
    if broken:
        parts = _gaps(points, rng)
    for part in parts:
        if table.drawn == "print":
            scaled = np.round(part * PX_MM * 16).astype(np.int32)
            thick = max(1, round(width * PX_MM))
            cv2.polylines(paper.picture, [scaled], False, (table.grey,) * 3, thick, cv2.LINE_AA, 4)
            continue
        dense = _dense(part)
        if table.drawn == "hand":
            shake = rng.normal(0, 0.12, dense.shape)
            kernel = np.ones(7) / 7
            for axis in (0, 1):
                dense[:, axis] += np.convolve(
                    np.pad(shake[:, axis], 3, mode="edge"), kernel, "valid"
                )
        over = float(rng.uniform(-0.3, 1.5 if table.drawn == "hand" else 0.8))
        step = dense[-1] - dense[-2]
        dense[-1] += step / max(float(np.hypot(*step)), 1e-6) * over
        paper.draw([dense], Pen(max(0.35, width), (40, 45, 80), 0.85, 0.15), rng)


def _gaps(points: Floats, rng: Rng) -> list[Floats]:
    dense = _dense(points)
    cuts = np.sort(rng.uniform(0.05, 0.85, 2))
    n = len(dense)
    a, b = int(cuts[0] * n), int((cuts[0] + 0.1) * n)
    c, d = max(int(cuts[1] * n), b + 2), int((cuts[1] + 0.12) * n)
    return [p for p in (dense[:a], dense[b:c], dense[d:]) if len(p) > 3]


def _dense(points: Floats) -> Floats:
    steps = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    where = np.arange(0, steps[-1], 1.5)
    where = np.r_[where, steps[-1]]
    return np.stack([np.interp(where, steps, points[:, k]) for k in (0, 1)], -1)


_WORDS: Final = ("Score sheet", "Table 4", "Date", "Name", "North Hall", "Round", "please print")


def _decoys(picture: NDArray[np.uint8], tables: tuple[TableSpec, ...], rng: Rng) -> None:
    """Words, an underline, a box and a dashed line where no table is."""

    def place(x: float, y: float) -> tuple[int, int]:
        return round(x * PX_MM), round(y * PX_MM)

    top = min((t.ys[0] for t in tables), default=200.0)
    low = max((t.ys[-1] for t in tables), default=60.0)
    for _ in range(4):
        y = float(rng.uniform(8, max(9.0, top - 6)))
        word = _WORDS[int(rng.integers(len(_WORDS)))]
        cv2.putText(
            picture,
            word,
            place(float(rng.uniform(10, 140)), y),
            cv2.FONT_HERSHEY_SIMPLEX,
            float(rng.uniform(0.6, 1.2)),
            (40, 40, 40),
            2,
            cv2.LINE_AA,
        )
    if top > 22:
        cv2.line(picture, place(60, top - 9), place(130, top - 9), (60, 60, 60), 2, cv2.LINE_AA)
        cv2.rectangle(picture, place(140, 6), place(200, 16), (50, 50, 50), 2, cv2.LINE_AA)
    for y in np.arange(low + 6, 285, 7.0):
        if rng.random() < 0.6:
            cv2.putText(
                picture,
                ["the", "side", "that", "bids", "higher", "plays"][int(rng.integers(6))] * 3,
                place(20, float(y)),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.6,
                (60, 60, 60),
                1,
                cv2.LINE_AA,
            )


def two_tables(rng: Rng) -> tuple[TableSpec, TableSpec]:
    """Two tables on one page, one above the other or side by side."""
    if rng.random() < 0.5:
        return even_table(6, 5, (20, 40, 190, 120)), even_table(8, 7, (20, 150, 190, 260))
    return even_table(12, 4, (12, 40, 98, 240)), even_table(12, 3, (112, 40, 198, 240))


def draw_we_they(rng: Rng, games: int = 1, hand: Hand | None = None) -> RuledPage:
    """A bridge sheet of two lines drawn by hand, numbers beside them, and a line across for every
    game. Its nodes are (3, 3, 2): ends and crossing of the two lines."""
    size = (round(PAGE_MM[0] * PX_MM), round(PAGE_MM[1] * PX_MM))
    picture = np.full((size[1], size[0], 3), PAPER, np.uint8)
    paper = Paper(picture, PX_MM)
    writer = hand if hand is not None else handwriting.skeleton_hand(rng)
    middle, line = float(rng.uniform(85, 125)), float(rng.uniform(110, 160))
    left, right = float(rng.uniform(25, 40)), float(rng.uniform(170, 188))
    top, foot = float(rng.uniform(25, 40)), float(rng.uniform(250, 275))
    spec = TableSpec((left, middle, right), (top, line, foot), "hand")
    _line(paper, spec, np.array([(left, line), (right, line + float(rng.normal(0, 2)))]), 0.5, rng)
    _line(
        paper, spec, np.array([(middle, top), (middle + float(rng.normal(0, 2)), foot)]), 0.5, rng
    )
    texts: dict[tuple[int, int, int], str] = {}
    for side, x in enumerate((left, middle)):
        for step in range(int(rng.integers(2, 8))):
            for row, y in ((0, line - 9 * (step + 1)), (1, line + 2 + 9 * step)):
                text = str(int(rng.choice((20, 30, 50, 60, 90, 100, 120, 300, 500, 700))))
                box = Box(x + 8, y, 40.0, 8.5)
                texts[row, step, side] = text
                handwriting.write_whole(paper, box, text, writer, rng)
    for game in range(games):
        y = line + 2 + 9.0 * (2 + 3 * game)
        _line(paper, spec, np.array([(left + 8, y), (right - 15, y)]), 0.45, rng)
    return RuledPage(picture, (spec,), (spec.nodes,), texts)


__all__ = [
    "RuledPage",
    "RuledPhoto",
    "TableSpec",
    "draw_page",
    "draw_we_they",
    "even_table",
    "flat_photo",
    "photo_of",
    "random_table",
    "replace",
    "two_tables",
]


def in_place(photo: RuledPhoto, table: RuledTable) -> bool:
    """Has the table the first true one's rows, columns and nodes, whichever way the photo is turned?

    Where a side has no line, that side's nodes are anybody's guess.
    """
    nodes, spec = photo.nodes[0], photo.page.tables[0]
    sides = np.r_[
        np.linalg.norm(np.diff(nodes, axis=0), axis=2).ravel(),
        np.linalg.norm(np.diff(nodes, axis=1), axis=2).ravel(),
    ]
    inner = slice(1, -1) if spec.open_sides else slice(None)
    for quarters in range(4):
        turned = table.turned(quarters).nodes
        if turned.shape != nodes.shape:
            continue
        off = np.linalg.norm(turned - nodes, axis=2)[:, inner]
        if float(off.max()) <= IN_PLACE * float(sides.min()):
            return True
    return False
