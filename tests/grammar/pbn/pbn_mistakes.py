"""The table of mistakes in ``tests/grammar/pbn``: what PBN forbids, each beside its correct twin.

A file begins with a line on what is in it. Then come mistakes::

    %mistake a revoke that is not marked
    %version 2.0
    %says is a revoke
    D3 D4 H2 DA
    %right
    D3 D4 ^R H2 DA

``%says`` stands before the line that is wrong, once for each problem that it has, with words of the
problem's message. ``%version`` says which PBN the text is read as; without it, the text itself does.
``<e9>`` stands for the byte of this number. These lines themselves are left out of the text that is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
_BYTE: Final = re.compile(rb"<([0-9a-f]{2})>")


@dataclass
class Text:
    """A text to read, the version to read it as, and the problems that it has: line and words."""

    version: str | None = None
    lines: list[str] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)

    @property
    def source(self) -> bytes:
        text = "\n".join(self.lines).strip("\n") + "\n"
        return _BYTE.sub(lambda found: bytes.fromhex(found[1].decode()), text.encode("ascii"))


@dataclass
class Mistake:
    name: str
    wrong: Text = field(default_factory=Text)
    right: Text = field(default_factory=Text)


def mistakes() -> Iterator[Mistake]:
    """Every mistake of the table."""
    for path in sorted(FOLDER.glob("*.pbn")):
        for part in path.read_text("utf-8").split("%mistake ")[1:]:
            wrong, _, right = part.partition("%right\n")
            name, _, wrong = wrong.partition("\n")
            yield Mistake(f"{path.stem}: {name}", _text(wrong), _text(right))


def _text(source: str) -> Text:
    found = Text()
    for line in source.splitlines():
        directive, _, words = line.partition(" ")
        if directive == "%says":
            found.problems.append((len(found.lines) + 1, words))
        elif directive == "%version":
            found.version = words
        else:
            found.lines.append(line)
    return found
