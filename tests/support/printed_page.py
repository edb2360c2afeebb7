"""A printed page as it is read: drawn by Pillow, its transcript as a reader of print gives it. Synthetic."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from fairdeal.desk.judging import Read
from fairdeal.records import Field, FieldKind, Point, Transcript

FONT: Final = Path(__file__).parents[2] / "samples" / "making" / "fonts" / "Cousine-Bold.ttf"
SIZE: Final = 26
"""Pixels of a letter's height ..."""
WIDE: Final = 16
"""... and of its width, in a typewriter's letters."""
LEADING: Final = 40
MARGIN: Final = 70

Rivals = tuple[tuple[str, float], ...]

_TAGS: Final[dict[str, FieldKind]] = {"Deal": "number", "Dealer": "seat", "Players": "number"}
_FIGURE: Final = re.compile(r"(?<=[AB] )-?\d+")


def printed_page(
    text: str, doubts: Mapping[str, Rivals] | None = None, name: str = "page.png"
) -> tuple[bytes, Transcript]:
    """A page with a log on it, and its transcript: each entry surely read but those that `doubts` names."""
    picture = Image.new("L", (1100, 2 * MARGIN + LEADING * len(text.splitlines())), 255)
    draw, font = ImageDraw.Draw(picture), ImageFont.truetype(str(FONT), SIZE)
    lines, fields, spans = [], [], []
    for number, line in enumerate(text.splitlines(), 1):
        _draw(draw, font, number, line)
        read, end = "", 0
        for count, (start, after, kind) in enumerate(_entries(text, number, line), 1):
            read += line[end:start]
            end, entry = after, f"line {number} / entry {count}"
            field = _field(entry, kind, line[start:after], (doubts or {}).get(entry))
            token = _token(field)
            fields.append(_placed(field, number, start, after))
            spans.append((number, len(read) + 1, len(read) + 1 + len(token)))
            read += token
        lines.append(read + line[end:])
    data = io.BytesIO()
    picture.save(data, "PNG")
    page = Transcript(name, fields=tuple(fields), typed="\n".join(lines) + "\n", spans=tuple(spans))
    return data.getvalue(), page


def read_page(text: str, doubts: Mapping[str, Rivals] | None = None) -> Read:
    """The same as a document that was handed in."""
    data, page = printed_page(text, doubts)
    return Read(page.photo, hashlib.sha256(data).hexdigest(), data, (page,))


def _draw(draw: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, number: int, line: str) -> None:
    for column, letter in enumerate(line):
        draw.text((MARGIN + WIDE * column, MARGIN + LEADING * (number - 1)), letter, 0, font)


def _entries(text: str, number: int, line: str) -> Iterator[tuple[int, int, FieldKind]]:
    """Start, end and kind of the entries of a line."""
    tag = re.fullmatch(r'\[(\w+) "(.*)"\]', line)
    if tag is not None:
        if tag[1] in _TAGS:
            yield tag.start(2), tag.end(2), _TAGS[tag[1]]
        return
    if line.endswith(":"):
        return
    within = [each for each in text.splitlines()[:number] if each.endswith(":")][-1:]
    if within == ["Result:"]:
        yield from _of_result(line)
        return
    label = re.match(r"\d(?=:)", line)
    if label is not None:
        yield *label.span(), "seat"
    kind: FieldKind = "call" if within == ["Auction:"] else "card"
    pattern = r"[^,:]*[^,: ]" if kind == "call" else r"\S+"
    for found in re.compile(pattern).finditer(line, 2 if label else 0):
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        yield start, found.end(), kind


def _of_result(line: str) -> Iterator[tuple[int, int, FieldKind]]:
    contract = re.fullmatch(r"contract (.+) by (\d)", line)
    if contract is not None:
        yield *contract.span(1), "call"
        yield *contract.span(2), "seat"
    elif line.startswith("tricks"):
        for found in re.finditer(r"\d", line):
            yield *found.span(), "seat"
    else:
        for found in _FIGURE.finditer(line):
            yield *found.span(), "number"


def _field(name: str, kind: FieldKind, text: str, rivals: Rivals | None) -> Field:
    if rivals is None:
        return Field(name, kind, text, probability=0.9999, rivals=((text, 0.9999),))
    return Field(name, kind, rivals[0][0], False, False, True, rivals[0][1], rivals)


def _token(field: Field) -> str:
    if not field.flagged:
        return field.text or ""
    return "{" + "|".join(f"{text} {share:.4f}" for text, share in field.rivals) + "}"


def _placed(field: Field, number: int, start: int, after: int) -> Field:
    left, right = MARGIN + WIDE * start, MARGIN + WIDE * after
    top = MARGIN + LEADING * (number - 1)
    region: tuple[Point, ...] = (
        (left, top), (right, top), (right, top + SIZE + 4), (left, top + SIZE + 4),
    )  # fmt: skip
    return Field(
        field.name,
        field.kind,
        field.text,
        flagged=field.flagged,
        probability=field.probability,
        rivals=field.rivals,
        region=region,
    )
