"""The tables of the supplemental sections (chapter 5): columns, elements, and their order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from fairdeal.grammar.pbn.complaints import At, Complaints
from fairdeal.grammar.pbn.model import Block, Item
from fairdeal.grammar.pbn.strict.standard import SINCE, TABLES

_COLUMN = re.compile(r"([+-]?)([^\\;]*)(?:\\(\d+)([LR]?))?")
_NUMBER = re.compile(r"\^?([+-]?\d+(?:\.\d*)?)")
_TIMES: Final = {"AuctionTimeTable": "Auction", "PlayTimeTable": "Play"}


def check_rows(block: Block, header: str | None, complaints: Complaints) -> None:
    """The rows after a tag that is neither Auction nor Play. `header` is its value, inherited or not."""
    elements = [item for item in block.items if item.kind in ("word", "string")]
    plain = block.name in SINCE and block.name not in TABLES
    if plain or block.name == "Note" or block.value is None:
        _outside(elements, complaints)
        _junk(block, complaints)
        return
    _junk(block, complaints)
    seen = False
    for item in block.items:
        if item.kind in ("comment", "rest") and seen:
            complaints.standard("no comment may stand among the elements of a section", item)
        seen |= item.kind in ("word", "string")
    if block.name in TABLES:
        _table(block, header, elements, complaints)


def _outside(elements: list[Item], complaints: Complaints) -> None:
    line = 0
    for item in elements:
        if item.line != line:
            complaints.error(f"“{item.text[:40]}” does not belong to a section", item)
            line = item.line


def _junk(block: Block, complaints: Complaints) -> None:
    line = 0
    for item in block.items:
        if item.kind == "junk" and item.line != line:
            what = (
                "a comment without a closing brace"
                if item.text.startswith("{")
                else "not allowed here"
            )
            complaints.error(f"“{item.text[:20]}”: {what}", item)
            line = item.line


def _table(block: Block, header: str | None, elements: list[Item], complaints: Complaints) -> None:
    at = At(block.value_line, block.value_column)
    if not header:
        if elements:
            complaints.standard(f"{block.name}: its columns are not named", at)
        return
    columns = []
    for text in header.split(";"):
        found = _COLUMN.fullmatch(text)
        if found is None or not found[2].strip():
            complaints.standard(f"{block.name}: “{text}” is not a column", at)
            return
        columns.append((found[1], found[2]))
    lacking = len(elements) % len(columns)
    if lacking:
        message = f"{block.name}: the last row has {lacking} elements for {len(columns)} columns"
        complaints.standard(message, elements[-1])
    for index, (order, name) in enumerate(columns):
        if order:
            _ordered(elements[index :: len(columns)], order, name, complaints)


def _ordered(column: list[Item], order: str, name: str, complaints: Complaints) -> None:
    """Whether figures fall (``+``) or rise (``-``) as the column's name says."""
    figures = []
    for item in column:
        found = _NUMBER.fullmatch(item.text)
        if found is not None:
            figures.append((float(found[1]), item))
    for (before, _), (after, item) in pairwise(figures):
        if (after > before) if order == "+" else (after < before):
            way = "fall" if order == "+" else "rise"
            complaints.standard(f"column {name} should {way}, but does not here", item)
            return


def check_times(block: Block, firsts: Mapping[str, Block], complaints: Complaints) -> None:
    """A table of times stands after the section whose times it gives (chapters 5.4 and 5.6)."""
    wanted = _TIMES.get(block.name)
    if wanted is not None and wanted not in firsts:
        complaints.standard(f"{block.name} without {wanted}", block)
