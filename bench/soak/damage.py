"""Damage done to the text of a game: characters changed, lines lost or doubled, brackets dropped."""

from __future__ import annotations

from random import Random
from typing import Final

MOST_DAMAGE: Final = 5
"""Places at which one game is damaged, at most."""

_STRANGE: Final = '[]{}";%^=$!?*+-#:.\n\t 0189AKQTSHDCXx\\é\x81\x00ÿ'


def damage(random: Random, text: str) -> str:
    """A game with characters changed, lines lost or doubled, brackets dropped."""
    for _ in range(random.randint(1, MOST_DAMAGE)):
        text = random.choice((flip, flip, _drop, _lose_line, _double_line))(random, text)
    return text


def flip(random: Random, text: str) -> str:
    at = random.randrange(len(text)) if text else 0
    return text[:at] + random.choice(_STRANGE) + text[at + 1 :]


def _drop(random: Random, text: str) -> str:
    """A bracket, a brace or a quotation mark less."""
    marks = [index for index, sign in enumerate(text) if sign in '[]{}"']
    if not marks:
        return text
    at = random.choice(marks)
    return text[:at] + text[at + 1 :]


def _lose_line(random: Random, text: str) -> str:
    lines = text.split("\n")
    if len(lines) > 3:
        del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def _double_line(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at], *lines[at:]])
