"""Damage done to texts and bytes: signs changed, lines lost, doubled, moved or joined, brackets dropped."""

from __future__ import annotations

from random import Random
from typing import Final

MOST_DAMAGE: Final = 5
"""Places at which one text is damaged, at most."""

_STRANGE: Final = (
    *'[]{}|";%^=$!?@*+-#:.,\n\t\r\0 0189AKQTSHDCXx\\é\x81ÿ\u200b\u202e♠അ',
    "??",
    "{28|29}",
    "9" * 300,
    "1e999",
)
"""Signs that stand for much or for nothing, or look like others."""


def damage(random: Random, text: str, lines: bool = True) -> str:
    """The text damaged at a few places, in its `lines` too."""
    for _ in range(random.randint(1, MOST_DAMAGE)):
        text = random.choice((_sign, _sign, _drop, _line)[: 4 if lines else 3])(random, text)
    return text


def _sign(random: Random, text: str) -> str:
    """A sign changed, lost or put in."""
    at = random.randint(0, len(text))
    new = random.choice(("", random.choice(_STRANGE), random.choice(_STRANGE)))
    return text[:at] + new + text[at + random.randint(0, 1) :]


def _drop(random: Random, text: str) -> str:
    """A bracket, a brace or a quotation mark less."""
    marks = [index for index, sign in enumerate(text) if sign in '[]{}"|']
    at = random.choice(marks) if marks else len(text)
    return text[:at] + text[at + 1 :]


def _line(random: Random, text: str) -> str:
    """A line lost, doubled, moved, or joined with the next."""
    lines = text.split("\n")
    at, way = random.randrange(len(lines)), random.randrange(4)
    line = lines.pop(at)
    if way == 1:
        lines[at:at] = [line, line]
    elif way == 2:
        lines.insert(random.randint(0, len(lines)), line)
    elif way == 3 and at < len(lines):
        lines[at] = line + lines[at]
    return "\n".join(lines)


def damaged_bytes(random: Random, data: bytes) -> bytes:
    """Bytes changed, left out, put in; at times broken off."""
    out = bytearray(data)
    for _ in range(random.randint(1, MOST_DAMAGE)):
        at = random.randint(0, len(out))
        new = random.choice((b"", b"\xff\xff\xff\xff", random.randbytes(random.choice((1, 4, 16)))))
        out[at : at + random.choice((0, 1, 4, 64))] = new
    if random.random() < 0.15:
        del out[random.randint(0, len(out)) :]
    return bytes(out)
