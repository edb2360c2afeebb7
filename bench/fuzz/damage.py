"""Damage to texts and bytes: of single bytes, of words, of lines, of the whole structure."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

MOST: Final = 8
"""Places at which one input is damaged, at most."""
MOST_TIMES: Final = 200
"""How often a word or a line is repeated, at most."""

_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]")
_QUOTED: Final = re.compile(r'"[^"\n]*"')

STRANGE: Final = (
    "{", "}", "[", "]", "|", ";", '"', "\\", "??", "-", "^", "@", "!", "=", "..", "\n", "\n\n", "\r", "\t",
    "\0", "\u200b", "\u202e", "\ufeff", "\ud800", "é", "അ", "\u0662", "\u00b2", "\u2460", "½", "♠", "−", "0",
    "-1", "00", "1e999", "0.5", "9" * 30, "9" * 5_000, "x" * 300, "{28|29}", "{9H 0.7|QH 0.3}", "{a|{b|c}}",
)  # fmt: skip
"""Words that stand for much or for nothing, and signs that look like others."""
OF_56: Final = (
    "[Deal ", "[Dealer ", '[Deal "1"]', "[Rules ", "[Players ", "Hands:", "Auction:", "Play:", "Result:",
    "Sheet:", "Sheet A:", "trick 2:", "contract", "tricks", "points A", "score B", "match points", "by", "P",
    "28 S", "+1 D", "NT 30", "X", "XX", "AP", "JH", "9D", "10C", "1:", "6:", "8:", "N:", "! redeal",
    "! claim 3:", "! swap-teams", "! retracted 4:KS -> 4:QD", "! exposed", "! seats 1=A", "! objection B",
    "deal | points A | total B", "deal | line | we | they",
)  # fmt: skip
OF_PBN: Final = (
    '[Board "1"]', '[Deal "N:', "[Auction ", "[Play ", "[Declarer ", "[Contract ", "[Result ", "[Score ",
    '[Event "#"]', '[Site "##"]', "[Note ", "=1=", "$5", "!", "?", "*", "+", "AP", "Pass", "7NT", "XX", "SA",
    "^I", "^R", "% PBN 2.1", "% EXPORT", "[ActionTable ", "\\20R", "N:AKQ...", "...", "1C",
)  # fmt: skip
OF_LIN: Final = (
    "qx|o1|", "md|", "mb|", "pc|", "an|", "sv|", "ah|", "mc|", "pn|", "pg||", "nt|", "rs|", "vg|", "st||",
    "rh||", "|", "||", "1N", "p", "d", "r", "SA", "3S", "o1", "c1",
)  # fmt: skip


def damaged(random: Random, text: str, words: tuple[str, ...], other: str) -> str:
    """A text damaged at some places. `words` are those of its notation, `other` another text of it."""
    ways: tuple[Callable[[], str], ...] = (
        lambda: _character(random, text),
        lambda: _word(random, text, words),
        lambda: _word(random, text, words),
        lambda: _line(random, text),
        lambda: _value(random, text, words),
        lambda: _structure(random, text, other),
    )
    for _ in range(random.randint(1, MOST)):
        text = random.choice(ways)()
    return text


def _character(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    put = random.choice(("", random.choice(STRANGE), chr(random.randrange(0x20, 0x250))))
    return text[:at] + put + text[at + random.randint(0, 1) :]


def _word(random: Random, text: str, words: tuple[str, ...]) -> str:
    parts = _WORD.findall(text)
    if not parts:
        return random.choice(words)
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    way = random.randrange(6)
    if way == 0:
        del parts[at]
    elif way == 1:
        parts[at], parts[other] = parts[other], parts[at]
    elif way == 2:
        parts[at] = random.choice(words)
    elif way == 3:
        parts.insert(at, random.choice((*words, *STRANGE)))
    elif way == 4:
        parts[at] = "{" + parts[at] + "|" + parts[other] + "}"
    else:
        parts[at] = (parts[at] + random.choice(("", " ", ", "))) * random.randint(2, MOST_TIMES)
    return "".join(parts)


def _line(random: Random, text: str) -> str:
    lines = text.split("\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    way = random.randrange(5)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(to, lines.pop(at))
    elif way == 2:
        lines[at:at] = [lines[at]] * random.randint(1, MOST_TIMES if random.random() < 0.2 else 3)
    elif way == 3:
        lines[at] = lines[at] + lines[to]
    else:
        lines.insert(at, "")
    return "\n".join(lines)


def _value(random: Random, text: str, words: tuple[str, ...]) -> str:
    """Another text within quotation marks."""
    found = list(_QUOTED.finditer(text))
    if not found:
        return text
    where = random.choice(found)
    put = random.choice((*STRANGE, *words, random.choice(found)[0].strip('"')))
    return f'{text[: where.start()]}"{put}"{text[where.end() :]}'


def _structure(random: Random, text: str, other: str) -> str:
    """A part doubled, left out, put elsewhere, or taken from another text."""
    start = random.randint(0, len(text))
    end = random.randint(start, min(len(text), start + random.choice((20, 200, 2_000))))
    part = text[start:end]
    way = random.randrange(5)
    if way == 0:
        return text[:start] + text[end:]
    if way == 1:
        return text[:end] + part * random.randint(1, 3) + text[end:]
    if way == 2:
        at = random.randint(0, len(text))
        return text[:at] + part + text[at:]
    if way == 3:
        at = random.randint(0, len(other))
        return text[:start] + other[at : at + len(part) + 200] + text[end:]
    return (
        text[:start]
        if random.random() < 0.3
        else text[:start] + other[random.randint(0, len(other)) :]
    )


def encoded(random: Random, text: str) -> bytes:
    """A text as bytes, mostly UTF-8, at times broken off or with other bytes in it."""
    chance = random.random()
    if chance < 0.05:
        return text.encode("utf-16", "replace")
    if chance < 0.15:
        return text.encode("latin-1", "replace")
    data = text.encode("utf-8", "surrogatepass")
    if chance < 0.2:
        text = text.replace("\n", random.choice(("\r\n", "\r")))
        data = text.encode("utf-8", "surrogatepass")
    return bytes_damaged(random, data) if chance > 0.9 else data


def bytes_damaged(random: Random, data: bytes, most: int = MOST) -> bytes:
    """Bytes changed, left out, doubled, put in; at times broken off."""
    out = bytearray(data)
    for _ in range(random.randint(1, most)):
        at = random.randint(0, len(out))
        way = random.randrange(6)
        if way == 0 and at < len(out):
            out[at] ^= 1 << random.randrange(8)
        elif way == 1 and at < len(out):
            out[at] = random.choice((0, 1, 0x7F, 0x80, 0xFF))
        elif way == 2:
            del out[at : at + random.choice((1, 2, 4, 64, 1024))]
        elif way == 3:
            out[at:at] = random.randbytes(random.choice((1, 2, 4, 16)))
        elif way == 4:
            out[at:at] = out[at : at + random.choice((4, 64, 1024))]
        else:
            out[at : at + 4] = random.choice(
                (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff")
            )
    if random.random() < 0.1:
        del out[random.randint(0, len(out)) :]
    return bytes(out)
