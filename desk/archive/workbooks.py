"""A person's name taken out of a workbook (.xlsx): out of cells, comments, text boxes, names of worksheets,
and what the spreadsheet noted of who wrote it. Figures, formulas and all else stay as they are."""

from __future__ import annotations

import html
import io
import re
import zipfile
from typing import Final

MOST: Final = 60_000_000
"""Bytes of all parts unpacked: three times what is read of any (`desk.intake.spreadsheet`)."""
_WORDS: Final = (".xml", ".rels", ".vml")
_OF_PRINTERS: Final = "printerSettings"
_WHOLE: Final = re.compile(r"<((?:\w+:)?(?:si|is|text|p))\b[^>]*>.*?</\1>", re.DOTALL)
"""A text that may be in pieces, each with letters of its own look."""
_PIECE: Final = re.compile(r"(<(?:\w+:)?t(?:\s[^>]*)?>)([^<]*)(?=<)")
_BETWEEN: Final = re.compile(r"(?<=>)[^<]+(?=<)")
_NAMED: Final = re.compile(r'(?<=\s)(name|displayName|userId|title|descr|author)="([^"]*)"')
"""What a person named: worksheets, pictures."""


def without(data: bytes, pattern: re.Pattern[str], withheld: str) -> tuple[bytes, bool]:
    """The workbook with `withheld` where a name is, the same bytes where there is none; and whether all that
    is in it is words: a picture may show the name. Raises what `zipfile` does where it cannot be opened."""
    changed, words, made = False, True, io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as packed,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        if sum(part.file_size for part in packed.infolist()) > MOST:
            raise ValueError("it is too large when it is unpacked")
        for part in packed.infolist():
            content = packed.read(part)
            if part.filename.endswith(_WORDS):
                text = content.decode()
                blank = _without(text, pattern, withheld)
                if blank != text:
                    content, changed = blank.encode(), True
            elif not part.is_dir() and _OF_PRINTERS not in part.filename:
                words = False
            new.writestr(part.filename, content)
    return (made.getvalue() if changed else data), words


def _without(xml: str, pattern: re.Pattern[str], withheld: str) -> str:
    def blank(text: str, by: str) -> str:
        plain = html.unescape(text)
        new = pattern.sub(by, plain)
        return text if new == plain else html.escape(new, quote=True)

    def whole(found: re.Match[str]) -> str:
        """The letters of all pieces in the first of them, where a name is in more than one."""
        pieces = [piece for _, piece in _PIECE.findall(found[0])]
        if blank("".join(pieces), withheld) == "".join(blank(piece, withheld) for piece in pieces):
            return found[0]
        rest = iter([blank("".join(pieces), withheld)])
        return _PIECE.sub(lambda piece: piece[1] + next(rest, ""), found[0])

    xml = _WHOLE.sub(whole, xml)
    xml = _BETWEEN.sub(lambda found: blank(found[0], withheld), xml)
    # A worksheet's name must not have brackets.
    return _NAMED.sub(lambda found: f'{found[1]}="{blank(found[2], withheld.strip("[]"))}"', xml)
