"""Tables of a word processor: hands, the auction with a column a seat, and tricks, each ruled."""

from __future__ import annotations

from random import Random

from samples.making.printed.drawn import Flow, Page, Rule, Tint, Unsuited, Words
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.grids import Grid, Rows
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording

_PAD = 1.6
"""Between a rule and the words beside it, mm."""


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    wording = Wording(
        symbols=rng.random() < 0.4, ten=rng.choice(("10", "T")), short_pass=rng.random() < 0.3
    )
    grid = Grid(log, wording, rng)
    flow = Flow([Page(face)], points, top=16, left=16, right=196)
    for name, value in grid.head():
        flow.line(f"{name}: {value}")
    hands, calls, tricks = grid.hands(), grid.auction(), grid.tricks(by_seat=rng.random() < 0.5)
    together = rng.random() < 0.5
    if hands:
        head: Rows = [["Player", "Cards"]] if together else []
        rows = [[row[0], " ".join(row[1:])] for row in hands] if together else hands
        _table(flow, "Hands", head + rows, rng, bool(head))
    if calls:
        _table(flow, rng.choice(("Auction", "Bidding")), calls, rng, True)
    if tricks:
        _table(flow, rng.choice(("Play", "Tricks")), tricks, rng, True)
    if grid.result():
        _table(flow, "Result", grid.result(), rng, False)
    return flow.pages


def _table(flow: Flow, title: str, rows: Rows, rng: Random, headed: bool) -> None:
    """A title, and a table as wide as its words need or as the page."""
    face, points = flow.page.face, flow.points
    flow.gap(0.4)
    most = max(map(len, rows))
    rows = [row + [""] * (most - len(row)) for row in rows]
    widths = [
        max(face.width(row[at], points, headed and not n) for n, row in enumerate(rows)) + 2 * _PAD
        for at in range(most)
    ]
    wide = flow.right - flow.left
    if sum(widths) > wide:
        raise Unsuited("a table is wider than the page")
    if rng.random() < 0.4:
        widths = [width * wide / sum(widths) for width in widths]
    high = flow.step * rng.choice((1.05, 1.2, 1.4))
    if flow.y + flow.step + len(rows) * high > flow.foot:
        raise Unsuited("the tables are longer than the page")
    flow.line(f"{title}:", bold=True)
    flow.y += 0.8
    _ruled(flow, rows, widths, high, headed, rng)
    flow.y += len(rows) * high


def _ruled(
    flow: Flow, rows: Rows, widths: list[float], high: float, headed: bool, rng: Random
) -> None:
    edges = [flow.left + sum(widths[:at]) for at in range(len(widths) + 1)]
    top, foot = flow.y, flow.y + len(rows) * high
    width, centred = rng.choice((0.18, 0.25, 0.4)), rng.random() < 0.5
    page = flow.page
    if headed and rng.random() < 0.4:
        page.tints.append(Tint(edges[0], top, edges[-1] - edges[0], high, 225))
    page.rules += [Rule((x, top), (x, foot), width) for x in edges]
    levels = [top + high * at for at in range(len(rows) + 1)]
    page.rules += [Rule((edges[0], y), (edges[-1], y), width) for y in levels]
    for row, y in zip(rows, levels, strict=False):
        bold = headed and row is rows[0]
        baseline = y + high / 2 + 0.34 * flow.points * POINT_MM
        for text, x, end in zip(row, edges, edges[1:], strict=False):
            spare = end - x - page.face.width(text, flow.points, bold)
            if text:
                start = x + (spare / 2 if centred else _PAD)
                page.words.append(Words(start, baseline, text, flow.points, bold))
