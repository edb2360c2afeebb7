"""A PBN file taken apart into the texts of its games, a few at a time however large it is.

A game ends at a line that is empty but for blanks, outside a brace comment (PBN 2.1, chapter 3). The
characters are those of ISO 8859-1 (chapter 2.2) unless a directive or a byte-order mark says so.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fairdeal.grammar.encoding import DAMAGED, LOOKED_AT, WIDE, utf_16
from fairdeal.records import position_of

BLOCK: Final = 1 << 17
"""Characters read at a time."""
LONGEST_GAME: Final = 1 << 19
"""Characters of a text without an empty line, above which it is cut where a game seems to begin: a
game with the results of a whole congress has about a tenth of that."""
MOST_BRACES: Final = 1000
"""Opening braces in one game, above which it has no comments but damage."""
COMMENT_REACH: Final = 40
"""Stretches between empty lines in which the closing brace of a comment is looked for."""

Source = Path | bytes | str
"""A file's path, its bytes, or its text."""

_BETWEEN = re.compile(r"\n(?:[ \t\v\f]*\n)+")
_ESCAPE = re.compile(r"^%[^\n]*", re.M)
_CLOSED = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|;[^\n]*|\{[^}]*\}')
_TAG_LINE = re.compile(r'\n*\[[A-Z]\w* *"[^"\n]*"\] *(?:\n|$)')
_VERSION = re.compile(r"% ?PBN (\d)\.(\d)\b", re.I)
_EXPORT = re.compile(r"% ?EXPORT\s*$", re.I)
_CHARSET = re.compile(r"%.*\bcharset\s*=\s*\"?([\w.:-]+)", re.I)
_WINDOWS = re.compile("[\x80-\x9f]")
_ANY_CONTENT = re.compile(r"\S")

_LATIN = {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1", "us-ascii", "ascii"}


@dataclass(slots=True)
class Manner:
    """What the lines after ``%`` have said so far of how the file is written."""

    version: str = "2.1"
    export: bool = False
    charset: str | None = None
    version_given: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """The text between two empty lines, decoded, with the lines after ``%`` made empty.

    `raw` has those lines too. `line` is the first line's number in the file. `liberties` are what was
    done to read the characters, each with its line and column.
    """

    text: str
    raw: str
    line: int
    version: str
    export: bool
    liberties: tuple[tuple[str, str, int, int], ...] = ()
    """(what, message, line, column): `what` is ``utf-8``, ``utf-16``, ``windows``, ``nul``
    or ``cut``."""


@dataclass(slots=True)
class _Piece:
    text: str
    line: int
    cut: bool = False


def stretches(source: Source, version: str | None = None) -> Iterator[Stretch]:
    """The stretches of text of a file that may hold a game, in order. Never fails on what it reads.

    Raises OSError where the file itself cannot be read.
    """
    manner = Manner(version or "2.1", version_given=version is not None)
    with Opened(source) as opened:
        for piece in _whole(_pieces(opened.read)):
            if _ANY_CONTENT.search(piece.text) is not None:
                yield _stretch(piece, manner, opened.decoded)


class Opened:
    """A source opened to be read as ISO 8859-1 (or as what its byte-order mark says).

    Whatever ends a line (`records.lines`) is "\\n" in what is read.
    """

    def __init__(self, source: Source) -> None:
        self.decoded: str | None = None
        """The name of what the text was decoded from, None where it still stands for bytes."""
        self._stream: io.TextIOBase
        if isinstance(source, str):
            self.decoded = "text"
            self._stream = io.StringIO(source.removeprefix("\ufeff"), newline=None)
        else:
            stream = source.open("rb") if isinstance(source, Path) else io.BytesIO(source)
            head = stream.read(LOOKED_AT)
            stream.seek(0)
            utf_8 = "utf-8-sig" if head.startswith(codecs.BOM_UTF8) else None
            self.decoded = utf_16(head) or utf_8
            errors = "surrogateescape" if self.decoded == "utf-8-sig" else "replace"
            self._stream = io.TextIOWrapper(stream, self.decoded or "latin-1", errors)

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def read(self, size: int) -> str:
        return self._stream.read(size)


def _pieces(read: Callable[[int], str]) -> Iterator[_Piece]:
    """What stands between empty lines, however many of them there are."""
    held, line, looked = "\n", 0, 0
    while True:
        data = read(BLOCK)
        held += data
        start = 0
        for gap in _BETWEEN.finditer(held, max(0, looked)):
            if gap.end() == len(held) and data:
                break
            text = held[start : gap.start() + 1]
            yield _Piece(text, line)
            line += text.count("\n") + gap.group().count("\n") - 1
            start = gap.end()
        held = held[start:]
        if not data:
            yield _Piece(held, line)
            return
        while len(held) > LONGEST_GAME:
            cut = _cut(held)
            yield _Piece(held[:cut], line, True)
            line += held.count("\n", 0, cut)
            held = held[cut:]
        looked = len(held.rstrip(" \t\v\f\n"))  # where the gap begins


def _cut(text: str) -> int:
    """Where to cut a text that never ends: before a first tag of a game, else after some line."""
    for mark in ("\n[Event ", "\n[Board ", "\n["):
        found = text.rfind(mark, 1, LONGEST_GAME)
        if found > 0:
            return found + 1
    return text.rfind("\n", 0, LONGEST_GAME) + 1 or LONGEST_GAME


def _whole(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """The same with those put together between which only a comment's own empty line stands."""
    waiting: list[_Piece] = []
    while True:
        piece = waiting.pop(0) if waiting else next(pieces, None)
        if piece is None:
            return
        if "{" in piece.text and _open(piece.text):
            while len(waiting) < COMMENT_REACH and (more := next(pieces, None)) is not None:
                waiting.append(more)
                if "}" in more.text or "[" in more.text:
                    break
            longer = _joined(piece, waiting)
            if longer is not piece:
                waiting.insert(0, longer)
                continue
        yield piece


def _open(text: str) -> bool:
    """Whether a brace comment is open where the text ends."""
    if text.count("{") > MOST_BRACES:
        # No comments but a damaged file: to look for the end of each would take the square of the time.
        return "{" in text[text.rfind("}") + 1 :]
    return "{" in _CLOSED.sub("", _ESCAPE.sub("", text) if "%" in text else text)


def _joined(piece: _Piece, waiting: list[_Piece]) -> _Piece:
    """The piece with those that its open comment reaches into; these are taken out of `waiting`.

    A comment whose brace was forgotten would swallow game after game: it is assumed to end where it
    stands if a game begins, with a whole tag after an empty line, before any brace closes it.
    """
    for index, more in enumerate(waiting):
        if _TAG_LINE.match(_ESCAPE.sub("", more.text)) is not None:
            return piece
        if "}" not in more.text:
            continue
        taken = [piece, *waiting[: index + 1]]
        del waiting[: index + 1]
        text = taken[0].text
        for each in taken[1:]:
            text += "\n" * (each.line - taken[0].line - text.count("\n")) + each.text
        return _Piece(text, piece.line, any(each.cut for each in taken))
    return piece


def _stretch(piece: _Piece, manner: Manner, decoded: str | None) -> Stretch:
    liberties: list[tuple[str, str, int, int]] = []
    text, line = piece.text, piece.line
    bare = len(text) - len(text.lstrip("\n"))
    text, line = text[bare:], line + bare
    if not text.endswith("\n"):
        text += "\n"
    raw = text
    escaped = "%" in text
    for escape in _ESCAPE.findall(text) if escaped else ():
        _heed(escape, manner)
    if decoded is not None and decoded.startswith("utf-16"):
        liberties.append(("utf-16", DAMAGED if "\ufffd" in text else WIDE, line, 1))
    if not text.isascii():
        text = raw = _characters(text, line, manner, decoded, liberties)
    if "\0" in text:
        liberties.append(("nul", "NUL characters here, read as blanks", *_place(text, "\0", line)))
        text = text.replace("\0", " ")
    if piece.cut:
        message = "no empty line for half a million characters: cut here, where a game seems to end"
        liberties.append(("cut", message, line + text.count("\n"), 1))
    if escaped:
        text = _ESCAPE.sub("", text)
    return Stretch(text, raw, line, manner.version, manner.export, tuple(liberties))


def _heed(escape: str, manner: Manner) -> None:
    """What a line after ``%`` says of the file: its version, its format, its characters."""
    version = _VERSION.match(escape)
    if version is not None and not manner.version_given:
        manner.version = f"{version[1]}.{version[2]}"
    if _EXPORT.match(escape) is not None:
        manner.export = True
    charset = _CHARSET.match(escape)
    if charset is not None:
        try:
            manner.charset = codecs.lookup(charset[1]).name
        except LookupError:
            manner.charset = None


def _characters(
    text: str,
    line: int,
    manner: Manner,
    decoded: str | None,
    liberties: list[tuple[str, str, int, int]],
) -> str:
    """The text in the characters that its bytes stand for."""
    if decoded is not None:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    source = text.encode("latin-1")
    if manner.charset is not None and manner.charset not in _LATIN:
        if manner.charset.replace("-", "") in ("utf16", "utf32", "utf7"):
            return text
        try:
            return source.decode(manner.charset)
        except UnicodeDecodeError as wrong:
            message = f"not in {manner.charset} as the file says: read as ISO 8859-1"
            liberties.append(("charset", message, *_place(text, text[wrong.start], line)))
            return text
        except Exception:
            return text
    if manner.charset is None:
        try:
            read = source.decode("utf-8")
        except UnicodeDecodeError:
            pass
        else:
            first = next(index for index, sign in enumerate(text) if not sign.isascii())
            message = "in UTF-8 where PBN is in ISO 8859-1: read as UTF-8"
            liberties.append(("utf-8", message, *_place(text, text[first], line)))
            return read
    strange = _WINDOWS.search(text)
    if strange is not None:
        message = "a character that ISO 8859-1 does not print: read as Windows-1252 has it"
        liberties.append(("windows", message, *_place(text, strange.group(), line)))
        return _WINDOWS.sub(
            lambda found: found[0].encode("latin-1").decode("cp1252", "replace"), text
        )
    return text


def _place(text: str, sign: str, line: int) -> tuple[int, int]:
    """The line and column of the first such character."""
    return position_of(text, text.index(sign), line)
