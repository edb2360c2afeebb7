"""A score sheet of a club's own design, filled in by machine."""

from __future__ import annotations

from random import Random
from typing import Final

from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.ruled.headings.meanings import for_team
from fairdeal.records.sheet import Sheet
from samples.making.printed.drawn import Page, Rule, Unsuited, Words
from samples.making.printed.faces import POINT_MM, Face
from samples.making.printed.logs import Log
from samples.making.sheets.club_designs import Design
from samples.making.sheets.club_sheets import headings

_SMALLEST: Final = 5.0
"""Points: a heading that is too wide for its column is made smaller, down to this."""


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    design = log.design
    if design is None or design.font == "hand" or "upright headings" in design.traits:
        raise Unsuited("it is no design that is printed")
    page = blank(design, face)
    means = [column.means for column in design.columns]
    for row in range(len(log.record.sheets[0].rows)):
        for at, meaning in enumerate(means):
            text = _text(log.record.sheets[0], row, meaning, design)
            box = design.cell(row, at)
            if design.numbered and meaning == "deal":
                if text != str(row + 1):
                    raise Unsuited("the deals are not those that are printed")
                continue
            if face.width(text, points) > box.width - 1 or points * POINT_MM > box.height:
                raise Unsuited("an entry is larger than its cell")
            page.words += _centred(face, text, box, points)
    return [page]


def blank(design: Design, face: Face) -> Page:
    """The sheet as the club prints it, nothing filled in."""
    page = Page(face, size=design.page)
    page.words += _centred(face, design.title, Box(10, 8, design.page[0] - 20, 10), 16)
    page.words += _centred(
        face,
        "Club:              Date:              Table:",
        Box(10, 19, design.page[0] - 20, 6),
        10,
    )
    for words, box in headings(design):
        page.words += _centred(face, words, box, design.size)
    if design.numbered:
        at = [column.means for column in design.columns].index("deal")
        for row in range(design.rows):
            page.words += _centred(face, str(row + 1), design.cell(row, at), 10)
    page.rules += _rules(design)
    return page


def _rules(design: Design) -> list[Rule]:
    """All rules, those at the sides left out where the design has none there."""
    edges, lines = design.edges, design.lines
    grey = sum(design.rgb) // 3
    found = [Rule((edges[0], y), (edges[-1], y), design.line_mm, grey) for y in lines]
    if design.grouped:
        found[1:2] = [
            Rule((left, lines[1]), (right, lines[1]), design.line_mm, grey)
            for column, left, right in zip(design.columns, edges, edges[1:], strict=False)
            if column.group
        ]
    inner = edges[1:-1] if design.ruling == "open" else edges
    for x in inner:
        at = edges.index(x)
        inside = 0 < at < len(edges) - 1 and design.columns[at].group
        same = inside and design.columns[at - 1].group == design.columns[at].group
        found.append(
            Rule((x, lines[1] if same else lines[0]), (x, lines[-1]), design.line_mm, grey)
        )
    return found


def _text(sheet: Sheet, row: int, means: str, design: Design) -> str:
    """What is typed into a cell of a column of this meaning."""
    name = "contract" if means in ("bid", "trump") else for_team(means, design.us)
    cell = sheet.cell(row, name)
    text = (
        "" if cell is None or cell.value is None else getattr(cell.value, "text", str(cell.value))
    )
    words = text.split()
    if means == "bid":
        return " ".join(word for word in words if word.isdecimal())
    return " ".join(word for word in words if not word.isdecimal()) if means == "trump" else text


def _centred(face: Face, text: str, box: Box, points: float) -> list[Words]:
    """Words in the middle of a box, in two lines where one is too long, smaller where both are."""
    room = box.width - 1.0
    lines = text.split("\n")
    if len(lines) == 1 and face.width(text, points) > room and " " in text.strip():
        lines = text.rsplit(" ", 1)
    widest = max(face.width(line, points) for line in lines)
    if widest > room:
        points = max(_SMALLEST, points * room / widest)
    step = points * POINT_MM * 1.15
    first = box.y + box.height / 2 + 0.34 * points * POINT_MM - step * (len(lines) - 1) / 2
    return [
        Words(box.x + (box.width - face.width(line, points)) / 2, first + step * at, line, points)
        for at, line in enumerate(lines)
        if line.strip()
    ]
