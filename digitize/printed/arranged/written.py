"""Rows of pieces as the text of a record, and where in it and on the paper each entry stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import Piece, Row
from fairdeal.digitize.printed.arranged.slots import NOTHING_SAID, Slot, fits
from fairdeal.digitize.printed.words import Box
from fairdeal.records.transcript import Field, Point, TypedSpan

SURE: Final = 0.999
"""From here on a word is written as it was read; below, with its rivals."""
SUREST: Final = 0.9999
"""No word is said to be surer."""
ALL_TOLD: Final = 0.998
"""How likely a word in doubt is at most any of its readings."""
UNREADABLE: Final = "??"
_STRANGE: Final = re.compile(r'[|{}"]')
_SEVERAL: Final = re.compile(r"[,;:\s]\S")
_FIGURE: Final = re.compile(r"(?:^|\s)[01]?\.\d+$")

Outline = Callable[[Box], tuple[Point, ...]]


def written(
    rows: Sequence[Row], outline: Outline, surest: float = SUREST
) -> tuple[str, list[Field], list[TypedSpan]]:
    """The text; its entries as fields, each named for its line and its place there; where each stands in
    it. No entry is said to be surer than `surest`."""
    lines: list[str] = []
    fields: list[Field] = []
    spans: list[TypedSpan] = []
    for number, row in enumerate(rows, 1):
        text, count = "", 0
        for piece in row:
            token = _token(piece, surest)
            text += (" " if text else "") + piece.before
            if piece.slot is not Slot.FREE and piece.box is not None:
                count += 1
                fields.append(_field(piece, f"line {number} / entry {count}", outline, surest))
                spans.append((number, len(text) + 1, len(text) + 1 + len(token)))
            text += token + piece.after
        lines.append(text)
    return "\n".join(lines) + "\n", fields, spans


def unsure(rows: Iterable[Row], least: float) -> list[str]:
    """Words that are no entries, less likely than this."""
    return [
        piece.text
        for row in rows
        for piece in row
        if piece.slot is Slot.FREE and piece.box is not None and piece.readings[0][1] < least
    ]


def _token(piece: Piece, surest: float) -> str:
    text, probability = piece.readings[0]
    if piece.slot is Slot.FREE or (text in NOTHING_SAID and probability >= SURE):
        return text
    if not text:
        return UNREADABLE
    if not fits(piece.slot, text):
        # As it was seen: a problem at its place. A call is whatever anybody says, so it is doubted, too. What
        # has other entries' signs in it would be read as several that are clear.
        if piece.slot is Slot.CALL:
            return f"{text}?"
        # A cell of a sheet may hold anything, and a tag as well.
        free = piece.slot in (Slot.NUMBER, Slot.DOUBLING) and not _SEVERAL.search(text)
        if piece.before.startswith("[") or free:
            return f"{{{_member(text)} {probability:.4f}}}"
        return UNREADABLE if _SEVERAL.search(text) else text
    if probability >= SURE:
        # A seat may stand in the head of its column alone: it is no surer than what is on the page.
        held = surest < SURE and (piece.box is not None or piece.slot is Slot.SEAT)
        return f"{{{_member(text)} {surest:.4f}}}" if held else text
    # The notation reads no group with a member that can be nothing there: that is "something else".
    told = [
        (each, p)
        for each, p in piece.readings
        if each and fits(piece.slot, each) and (each == text or each not in NOTHING_SAID)
    ]
    # However alike the readings are in what follows from them, it may be none of them.
    scale = min(1.0, ALL_TOLD / sum(p for _, p in told)) if len(told) > 1 else 1.0
    return "{" + "|".join(f"{_member(each)} {scale * p:.4f}" for each, p in told) + "}"


def _member(text: str) -> str:
    """A reading among its rivals, between quotation marks where it would be taken apart."""
    if _STRANGE.search(text) or _FIGURE.search(text) or text in NOTHING_SAID:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def _field(piece: Piece, name: str, outline: Outline, surest: float) -> Field:
    text, probability = piece.readings[0]
    assert piece.box is not None
    return Field(
        name,
        piece.slot.kind,
        text or None,
        # Nobody can tell how likely a tag is anything else: of a page in doubt a person is asked about it.
        flagged=probability < SURE or (surest < SURE and piece.before.startswith("[")),
        probability=min(probability, surest),
        rivals=tuple((each, min(p, surest)) for each, p in piece.readings if each),
        region=outline(piece.box),
    )
