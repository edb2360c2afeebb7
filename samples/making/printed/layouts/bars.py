"""A score sheet as rows of text with bars, alone or after the log of a deal."""

from __future__ import annotations

from random import Random

from fairdeal.grammar.notation.writer import write
from samples.making.printed.drawn import Flow, Page, Unsuited
from samples.making.printed.faces import Face
from samples.making.printed.logs import Log


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    if not log.record.sheets:
        raise Unsuited("there is no score sheet")
    closed = rng.random() < 0.4
    lined_up = face.of_one_width and rng.random() < 0.6
    flow = Flow([Page(face)], points, left=15, right=200)
    rows = [_bars(line) for line in write(log.record).splitlines()]
    widths = [max(map(len, column)) for column in _columns(rows)]
    for row in rows:
        cells = [cell.ljust(widths[at]) for at, cell in enumerate(row)] if lined_up else row
        text = " | ".join(cells) if len(row) > 1 else row[0]
        text = f"| {text} |" if closed and len(row) > 1 else text
        if len(flow.broken(text, points)) > 1 and len(row) > 1:
            raise Unsuited("a row is too long")
        flow.lines([text])
    return flow.pages


def _bars(line: str) -> list[str]:
    quoted = line.startswith(("[", "!")) or '"' in line
    return [line] if quoted else [cell.strip() for cell in line.split("|")]


def _columns(rows: list[list[str]]) -> list[list[str]]:
    """The cells column by column, of the rows that have bars."""
    barred = [row for row in rows if len(row) > 1]
    most = max(map(len, barred), default=0)
    return [[row[at] for row in barred if at < len(row)] for at in range(most)]
