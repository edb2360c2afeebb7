"""How logs are laid out on a page: a module a layout, each with one function that draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from samples.making.printed.drawn import Page
from samples.making.printed.faces import Face
from samples.making.printed.layouts import (
    bars,
    club_sheet,
    columns,
    mail,
    notation,
    spreadsheet,
    suits,
    tables,
    typed,
)
from samples.making.printed.logs import Log

Draw = Callable[[Log, Face, float, Random], list[Page]]
"""A log in a face of so many points. Raises `drawn.Unsuited` where this layout has no place for it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: how it is drawn, and which logs (`logs.SOURCES`) it is for."""

    draw: Draw
    sources: tuple[str, ...]


LAYOUTS: Final[Mapping[str, Layout]] = {
    "notation": Layout(notation.draw, ("deal", "deal", "deals", "board", "session")),
    "typed": Layout(typed.draw, ("deal", "deal", "deals", "board")),
    "tables": Layout(tables.draw, ("deal", "deal", "board")),
    "spreadsheet": Layout(spreadsheet.draw, ("deal", "board")),
    "suits": Layout(suits.draw, ("deal", "board")),
    "columns": Layout(columns.draw, ("deal", "board")),
    "mail": Layout(mail.draw, ("deal", "board", "session")),
    "bars": Layout(bars.draw, ("session",)),
    "club sheet": Layout(club_sheet.draw, ("club session",)),
}
