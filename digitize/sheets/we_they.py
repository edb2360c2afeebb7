"""A score sheet of bridge with two lines alone: one down the middle (we, they), one across it (above and
below the line)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.connected import connected
from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.pictures.picture import as_sent
from fairdeal.digitize.printed.tesseract import SCATTERED, read_words
from fairdeal.digitize.reader.reading import CellInk, Reading, Recogniser, field_read
from fairdeal.digitize.ruled.rules import Family, Rule, crossings, directions, family, find_ridges
from fairdeal.digitize.ruled.tables import LEAST_SIDE, Image, RuledTable
from fairdeal.digitize.sheets.flat import WHITE, Flat, Points, back, flatten
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Field, ReadProblem, Transcript

Floats = NDArray[np.float64]

LEAST_LONG: Final = 0.16
"""Each of the two lines is at least this share of the picture's diagonal long."""
INSIDE: Final = 0.12
"""They cross no nearer to an end than this share of their length."""
ACROSS: Final = 0.3
"""A further line across (the end of a game) is at least this share of the first one's length."""
CLEAR: Final = 0.7
"""Where another pair of lines comes this near to the best, it is not said which are meant."""


@dataclass(frozen=True, slots=True, eq=False)
class WeThey:
    """`table` has 2 x 2 cells: row 0 above the line, column 0 at the left (we, as a rule).

    `across`: further lines that cross the middle one (a game's end), each as points (n, 2) in pixels,
    from the top down. `unclear`: other lines cross too.
    """

    table: RuledTable
    across: tuple[Floats, ...]
    unclear: bool


def find_we_they(picture: Image) -> WeThey | None:
    """The two lines of a we/they sheet in a picture (blue, green, red); None where there are none."""
    if min(picture.shape[:2]) < LEAST_SIDE:
        return None
    ridges = find_ridges(picture)
    ways = directions(ridges)
    if ways is None:
        return None
    least = LEAST_LONG * ridges.diagonal
    level = _long(family(ridges, ways[0]), ACROSS * least)
    upright = _long(family(ridges, ways[1]), least)
    if not level.rules or not upright.rules:
        return None
    pairs = sorted(_pairs(level, upright, least), key=lambda pair: -pair[0])
    if not pairs:
        return None
    worth, i, j = pairs[0]
    # Further lines across cross the same upright; another upright is another sheet, or a table.
    rival = next((w for w, _, other in pairs[1:] if other != j), 0.0)
    row, column = level.rules[i], upright.rules[j]
    meet = _meeting(level, row, upright, column)
    meets = crossings(level, upright)[:, j]
    across = [
        level.points(rule.along.astype(np.float64), rule.across)
        for k, rule in enumerate(level.rules)
        if k != i and meets[k] and rule.length >= ACROSS * row.length
    ]
    across.sort(key=lambda points: float((points @ upright.axis).mean()))
    table = RuledTable(_nodes(level, row, upright, column, meet) / ridges.scale)
    return WeThey(table, tuple(points / ridges.scale for points in across), rival > CLEAR * worth)


def _long(lines: Family, least: float) -> Family:
    return Family(lines.direction, tuple(r for r in lines.rules if r.length >= least))


def _pairs(level: Family, upright: Family, least: float) -> list[tuple[float, int, int]]:
    """Pairs of lines that cross well inside of both: their worth and numbers."""
    found = []
    meets = crossings(level, upright)
    for i, j in zip(*np.nonzero(meets), strict=True):
        row, column = level.rules[int(i)], upright.rules[int(j)]
        if row.length < least:
            continue
        meet = _meeting(level, row, upright, column)
        shares = [
            (float(meet @ lines.axis) - rule.start) / rule.length
            for lines, rule in ((level, row), (upright, column))
        ]
        if all(INSIDE <= share <= 1 - INSIDE for share in shares):
            # The line across stands out by its length; of equal ones the upper is meant.
            found.append((row.length * column.length * (1.05 - 0.1 * shares[1]), int(i), int(j)))
    return found


def _meeting(level: Family, row: Rule, upright: Family, column: Rule) -> Floats:
    """Where two lines cross, in pixels."""
    half = np.array([(column.start + column.end) / 2])
    point = upright.points(half, column.at(half))
    for _ in range(6):
        along = point @ level.axis
        point = level.points(along, row.at(along))
        along = point @ upright.axis
        point = upright.points(along, column.at(along))
    return np.asarray(point[0], np.float64)


def _nodes(level: Family, row: Rule, upright: Family, column: Rule, meet: Floats) -> Floats:
    """(3, 3, 2): from the ends of the two lines."""
    ends = [
        [lines.points(np.array([at]), rule.at(np.array([at])))[0] for at in (rule.start, rule.end)]
        for lines, rule in ((level, row), (upright, column))
    ]
    sideways = [ends[0][0], meet, ends[0][1]]
    downwards = [ends[1][0], meet, ends[1][1]]
    return np.array([[y + x - meet for x in sideways] for y in downwards])


FORM: Final = "we-they/1"
INK: Final = 45
"""Grey levels below the paper from which a point is ink."""
LINE: Final = 0.010
"""Half the width of the band along the two lines that is not writing, as a share of the width."""
GAME_BAND: Final = 0.012
"""The width of the band along a line under a game that is not writing."""
GAME_SHOWN: Final = 0.02
"""Paper shown above and below such a line, as a share of its length."""
EDGE: Final = 0.2
"""An edge of the paper above the line across is further from it than this share of the width."""
TOPS: Final = 2
"""Pieces at the head of a column that may be its word: what is above it is an edge or a scrap."""
LOWEST: Final = 0.016
"""Writing is at least this high, as a share of the width: 2.5 mm of a pad; specks and dots are not."""
TOGETHER: Final = 0.4
"""Strokes are of one entry where they overlap in height by this share of the lower one."""
APART: Final = 0.12
"""... and stand no further apart sideways than this share of the width."""
SAME: Final = 0.6
"""How like a side's name a word above the columns must be, 0 to 1."""
PAD: Final = 6
SECONDS: Final = 20.0
NAMES: Final = {"we": "we", "us": "we", "they": "they", "them": "they"}


@dataclass(frozen=True, slots=True)
class _Piece:
    """One entry's ink: its box in the flat picture, its column (0 left) and whether it is above."""

    left: int
    top: int
    right: int
    below: int
    column: int
    above: bool

    @property
    def middle(self) -> float:
        return (self.top + self.below) / 2

    @property
    def height(self) -> int:
        return self.below - self.top

    @property
    def corners(self) -> Points:
        xs, ys = (
            (self.left, self.right, self.right, self.left),
            (self.top, self.top, self.below, self.below),
        )
        return np.array([xs, ys], np.float64).T


def read_we_they(picture: Picture, recogniser: Recogniser) -> Transcript:
    """Read a we/they sheet.

    Raises `ReadError`: ``no-table`` where there are no two such lines, ``sides-unread`` where the words
    WE and THEY were not found at the head of the columns: then it may be something else.
    """
    found = find_we_they(picture.image)
    if found is None:
        raise ReadError(
            "no-table",
            f"No line down the middle with one across was found in {picture.name}.",
            "Take the photo from straight above, near, with the whole sheet in it.",
        )
    nodes = found.table.nodes
    flat = flatten(picture.image, nodes)
    games, paper = _games(found, nodes, flat)
    pieces = _pieces(flat, games, paper)
    heads, sides = _heads(flat, pieces, recogniser)
    if sides is None:
        raise ReadError(
            "sides-unread",
            f"{picture.name} looks like a bridge sheet with two lines, but the words WE and THEY were"
            " not found above its columns.",
            "Write them there in capitals and photograph it again, or type the score.",
        )
    inks = [CellInk("number", (_crop(flat, piece),)) for piece in pieces]
    readings = recogniser.read_page(inks).readings
    kept = [
        (piece, reading)
        for piece, reading in zip(pieces, readings, strict=True)
        if piece not in heads and not reading.blank
    ]
    fields = _fields(kept, games, sides, flat, nodes, picture.scale)
    unclear = ReadProblem(
        "lines-unclear",
        "warning",
        f"{picture.name}: Other lines cross too: which are meant is not clear.",
    )
    return Transcript(
        picture.name,
        FORM,
        corners=as_sent(found.table.corners, picture.scale),
        fields=tuple(fields),
        problems=(unclear,) if found.unclear else (),
    )


# --- the ink, in pieces -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Game:
    """A line under a game: its ends in the photo, and its course (n, 2) in the flat picture."""

    ends: Points
    course: Points

    @property
    def height(self) -> float:
        return float(np.median(self.course[:, 1]))


def _games(found: WeThey, nodes: Points, flat: Flat) -> tuple[list[_Game], tuple[float, float]]:
    """Lines under games, from the top down, and from where to where in the flat picture the paper goes.

    A line that runs on beyond both ends of the one across is the paper's edge.
    """
    width = float(flat.xs[-1] - flat.xs[0])
    games, start, end = [], float(flat.ys[0]), float(flat.ys[-1])
    for points in found.across:
        course = _laid(points, nodes, flat)
        line = _Game(points[[0, -1]], course)
        above = line.height < flat.ys[1] + LINE * width
        through = course[:, 0].min() < flat.xs[0] + LINE * width and (
            course[:, 0].max() > flat.xs[-1] - LINE * width
        )
        if through and above and line.height < flat.ys[1] - EDGE * width:
            start = max(start, float(course[:, 1].max()) + LINE * width)
        elif through and not above:
            end = min(end, float(course[:, 1].min()) - LINE * width)
        elif not above:
            games.append(line)
    below = sorted((game for game in games if game.height < end), key=lambda game: game.height)
    return below, (start, end)


def _laid(points: Points, nodes: Points, flat: Flat) -> Points:
    """Points of the photo (n, 2) in the flat picture, by the two lines as axes."""
    rest = (points - nodes[1, 1]).T
    right, down = nodes[1, 2] - nodes[1, 1], nodes[2, 1] - nodes[1, 1]
    left, up = nodes[1, 1] - nodes[1, 0], nodes[1, 1] - nodes[0, 1]
    across = np.linalg.solve(np.array([right, down]).T, rest)
    other = np.linalg.solve(np.array([left, up]).T, rest)
    x = np.where(
        across[0] > 0, across[0] * (flat.xs[2] - flat.xs[1]), other[0] * (flat.xs[1] - flat.xs[0])
    )
    y = np.where(
        across[1] > 0, across[1] * (flat.ys[2] - flat.ys[1]), other[1] * (flat.ys[1] - flat.ys[0])
    )
    return np.stack((flat.xs[1] + x, flat.ys[1] + y), axis=1)


def _pieces(flat: Flat, games: Sequence[_Game], paper: tuple[float, float]) -> list[_Piece]:
    """The entries, each column's strokes put together."""
    width = float(flat.xs[-1] - flat.xs[0])
    mask = (cv2.GaussianBlur(WHITE - flat.image, (3, 3), 0) > INK).astype(np.uint8)
    band = round(LINE * width)
    mask[:, round(flat.xs[1]) - band : round(flat.xs[1]) + band + 1] = 0
    mask[round(flat.ys[1]) - band : round(flat.ys[1]) + band + 1] = 0
    mask[: round(paper[0])] = 0
    mask[round(paper[1]) :] = 0
    for game in games:
        course = np.round(game.course).astype(np.int32)[:, None]
        cv2.polylines(mask, [course], False, 0, max(3, round(GAME_BAND * width)))
    _, stats, _ = connected(mask)
    boxes = [tuple(int(v) for v in row[:4]) for row in stats[1:]]
    pieces: list[_Piece] = []
    for left, top, wide, high in sorted(boxes, key=lambda box: -box[3]):
        if max(high, wide) < LOWEST * width / 2 or high > 0.5 * (flat.ys[-1] - flat.ys[0]):
            continue
        column = int(left + wide / 2 > flat.xs[1])
        above = top + high / 2 < flat.ys[1]
        _join(pieces, _Piece(left, top, left + wide, top + high, column, above), APART * width)
    return sorted(
        (piece for piece in pieces if piece.height >= LOWEST * width),
        key=lambda piece: (not piece.above, -piece.middle if piece.above else piece.middle),
    )


def _join(pieces: list[_Piece], stroke: _Piece, apart: float) -> None:
    """Add a stroke to the entry that it belongs to, or as a new one."""
    for at, piece in enumerate(pieces):
        overlap = min(piece.below, stroke.below) - max(piece.top, stroke.top)
        lower = min(piece.height, stroke.below - stroke.top)
        gap = max(piece.left, stroke.left) - min(piece.right, stroke.right)
        same = piece.column == stroke.column and piece.above == stroke.above
        if same and overlap >= TOGETHER * lower and gap <= apart:
            pieces[at] = _Piece(
                min(piece.left, stroke.left),
                min(piece.top, stroke.top),
                max(piece.right, stroke.right),
                max(piece.below, stroke.below),
                piece.column,
                piece.above,
            )
            return
    pieces.append(stroke)


def _crop(flat: Flat, piece: _Piece) -> NDArray[np.uint8]:
    """An entry with some paper around."""
    high = piece.height
    pad = max(PAD, round(0.25 * high))
    part = flat.image[
        max(0, piece.top - PAD) : piece.below + PAD, max(0, piece.left - PAD) : piece.right + PAD
    ]
    return np.asarray(
        cv2.copyMakeBorder(part, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(WHITE,)), np.uint8
    )


# --- whose column is whose ----------------------------------------------------------------------


def _heads(
    flat: Flat, pieces: Sequence[_Piece], recogniser: Recogniser
) -> tuple[list[_Piece], tuple[str, str] | None]:
    """The words above the columns among the pieces, and the sides of the left and the right column.

    Print is read by Tesseract, handwriting by the recogniser; one of the two words is enough.
    """
    told: dict[int, str] = {}
    heads: list[_Piece] = []
    tops: list[_Piece] = []
    for column in (0, 1):
        own = sorted(
            (piece for piece in pieces if piece.column == column and piece.above),
            key=lambda piece: piece.top,
        )
        tops += own[:1]
        for at, piece in enumerate(own[:TOPS]):
            side = _side(flat, piece, recogniser)
            if side is not None:
                told[column] = side
                heads += own[: at + 1]
                break
    if not told or (len(told) == 2 and told[0] == told[1]):
        return [], None
    left = told.get(0) or ("they" if told[1] == "we" else "we")
    sides = (left, "they" if left == "we" else "we")
    if len(told) == 1:
        # The other word stands beside it, unreadable or not.
        near = [
            p for p in tops if p not in heads and abs(p.middle - heads[0].middle) < heads[0].height
        ]
        heads += near
    return heads, sides


def _side(flat: Flat, piece: _Piece, recogniser: Recogniser) -> str | None:
    """``we`` or ``they`` where a piece of writing says so."""
    crop = _crop(flat, piece)
    texts = [word.text for word in read_words(crop, SECONDS, SCATTERED)]
    (reading,) = recogniser.read([CellInk("text", (crop,))])
    texts.append(reading.text or "")
    for text in texts:
        plain = "".join(letter for letter in text.casefold() if letter.isalpha())
        if plain in NAMES:
            return NAMES[plain]
        best = max(NAMES, key=lambda name: SequenceMatcher(None, plain, name).ratio())
        if len(plain) >= 3 and SequenceMatcher(None, plain, best).ratio() >= SAME:
            return NAMES[best]
    return None


# --- fields -------------------------------------------------------------------------------------


def _fields(
    kept: Sequence[tuple[_Piece, Reading]],
    games: Sequence[_Game],
    sides: tuple[str, str],
    flat: Flat,
    nodes: Points,
    scale: float,
) -> list[Field]:
    fields: list[Field] = []
    row = 0
    waiting = list(games)
    for piece, reading in kept:
        while waiting and not piece.above and waiting[0].height < piece.middle:
            row += 1
            fields.append(_end_of_game(row, waiting.pop(0), scale))
        row += 1
        region = as_sent(back(nodes, flat, piece.corners), scale)
        line = "above" if piece.above else "below"
        fields.append(Field(f"row {row} / line", "text", line, region=region))
        name = f"row {row} / {sides[piece.column]}"
        fields.append(field_read(name, "number", reading, region))
    for game in waiting:
        row += 1
        fields.append(_end_of_game(row, game, scale))
    return fields


def _end_of_game(row: int, game: _Game, scale: float) -> Field:
    """A line drawn under a game."""
    thick = np.array([0.0, GAME_SHOWN * float(np.linalg.norm(game.ends[1] - game.ends[0]))])
    quad = np.concatenate((game.ends - thick, (game.ends + thick)[::-1]))
    return Field(f"row {row} / line", "text", "game", region=as_sent(quad, scale))
