"""How cards and doubt are written: ``JH``, ``-``, ``??``, ``9H?``, ``{9H|QH}``, ``{9H 0.7|QH 0.3}``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice, product
from math import prod
from typing import Final, TypeVar

from fairdeal.grammar.calls import parse_call, said_text
from fairdeal.records import (
    CARDS,
    COMPASS,
    NUMBERED,
    Card,
    Entry,
    Reading,
    Said,
    Seat,
    Span,
    Standing,
    Team,
)

T = TypeVar("T")

SEATS: Final = {seat: seat for seat in (*NUMBERED, *COMPASS)} | {s.lower(): s for s in COMPASS}
_TEAMS: Final = {name: team for team in ("A", "B", "NS", "EW") for name in (team, team.lower())}

_SUIT_MARKS: Final = {
    "C": "Cc♣♧",
    "D": "Dd♦♢",
    "H": "Hh♥♡",
    "S": "Ss♠♤",
}
_VARIATIONS: Final = ("", "\ufe0e", "\ufe0f")
"""What may follow a suit's symbol: nothing, or the mark for its text or its picture form."""


def _ways_to_write(card: Card) -> Iterator[str]:
    ranks = {card.rank, card.rank.lower()} | ({"T", "t"} if card.rank == "10" else set())
    for rank, mark in product(ranks, _SUIT_MARKS[card.suit]):
        for variation in _VARIATIONS if not mark.isascii() else ("",):
            yield from (rank + mark + variation, mark + variation + rank)


WRITTEN_CARDS: Final = {text: card for card in CARDS.values() for text in _ways_to_write(card)}
"""Every way to write a card, with the card."""


def parse_card(text: str) -> Card | None:
    """The card that a text names, None where it names none.

    >>> parse_card("10S"), parse_card("j♥"), parse_card("DT"), parse_card("1S")
    (Card(10S), Card(JH), Card(10D), None)
    """
    return WRITTEN_CARDS.get(text) or WRITTEN_CARDS.get(text.strip())


QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
GROUP: Final = rf'\{{(?:[^{{}}"]|{QUOTED})*\}}'

_GROUP = re.compile(GROUP)
_PIECE = re.compile(rf'(?:[^|"]|{QUOTED})*')
_PROBABILITY = re.compile(r"(?:^|\s)([01]?\.\d+)$")
_NUMBER = re.compile(r"[-−+]?\d{1,7}")

MOST_READINGS: Final = 64
"""Readings kept of a call of several doubtful parts, the likeliest: more than a form's readers give."""

_ESCAPES: Final = {"\\": "\\", '"': '"', "n": "\n", "r": "\r", "t": "\t"}


def read_seat(text: str) -> Seat | None:
    return SEATS.get(text)


def read_team(text: str) -> Team | None:
    return _TEAMS.get(text)


_VULNERABLE: Final = {
    "none": "None",
    "love": "None",
    "ns": "NS",
    "ew": "EW",
    "all": "All",
    "both": "All",
}


def read_vulnerable(text: str) -> str | None:
    """The sides vulnerable, as records have them: ``None``, ``NS``, ``EW`` or ``All``."""
    return _VULNERABLE.get(text.strip().lower())


def read_number(text: str) -> int | None:
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else None


def read_doubling(text: str) -> str | None:
    """``X`` or ``XX`` as the contract's doubling is written, however it is written."""
    said = parse_call(text).text if text else ""
    return said if said in ("X", "XX") else None


def unquoted(text: str) -> str:
    """The text between quotation marks, its backslash escapes resolved; others stay as they are."""
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), text[1:-1])


def quoted(text: str) -> str:
    """A text between quotation marks, on one line, that `unquoted` reads back."""
    for mark, letter in (("\\", "\\"), ('"', '"'), ("\n", "n"), ("\r", "r"), ("\t", "t")):
        text = text.replace(mark, "\\" + letter)
    return f'"{text}"'


def read_text(text: str) -> str | None:
    """A cell's text, quoted or bare; None for a stray quotation mark or brace."""
    if re.fullmatch(QUOTED, text, re.DOTALL):
        return unquoted(text)
    return None if any(mark in text for mark in '"{}') else text


def has_stray_brace(text: str) -> bool:
    """Whether a brace stands in a text that belongs to no group."""
    rest = _GROUP.sub("", text)
    return "{" in rest or "}" in rest


def alternatives(group: str) -> list[tuple[str, float | None]]:
    """The texts of a brace group with their probabilities: ``{9H 0.7|QH 0.3}``."""
    found: list[tuple[str, float | None]] = []
    position, inner = 0, group[1:-1]
    while True:
        match = _PIECE.match(inner, position)
        piece, position = (match[0], match.end()) if match else (inner[position:], len(inner))
        piece = piece.strip()
        figure = _PROBABILITY.search(piece)
        probability = float(figure[1]) if figure else None
        if figure and probability is not None and probability <= 1.0:
            found.append((piece[: figure.start()].rstrip(), probability))
        else:
            found.append((piece, None))
        if position >= len(inner):
            return found
        position += 1


def entry_of(readings: list[tuple[T, float | None]], others: int, span: Span | None) -> Entry[T]:
    """The entry of a group of readings, `others` of whose members stand for something else.

    Where every reading has its figure they are put in order, the likeliest first.
    """
    if not readings:
        return Entry(Standing.ILLEGIBLE, (), span)
    if others and all(probability is None for _, probability in readings):
        share = 1.0 / (len(readings) + others)
        readings = [(value, share) for value, _ in readings]
    if all(probability is not None for _, probability in readings):
        readings = sorted(readings, key=lambda pair: -(pair[1] or 0.0))
    standing = Standing.DOUBTED if len(readings) == 1 else Standing.RIVALS
    return Entry(standing, tuple(Reading(value, p) for value, p in readings), span)


def read_entry(
    text: str, value: Callable[[str], T | None], span: Span | None = None
) -> Entry[T] | None:
    """The entry that a token stands for; None where it cannot be read as one.

    `value` reads one reading of it and gives None for what it does not take.
    """
    if text in ("??", "?"):
        return Entry(Standing.ILLEGIBLE, (), span)
    if text == "-":
        return Entry(Standing.ABSENT, (), span)
    bare = text[:-1].rstrip() if text.endswith("?") else text
    if bare.startswith("{"):
        return _read_group(bare, value, span) if _GROUP.fullmatch(bare) else None
    found = value(bare)
    if found is None:
        return None
    standing = Standing.CLEAR if bare is text else Standing.DOUBTED
    return Entry(standing, (Reading(found),), span)


def _read_group(group: str, value: Callable[[str], T | None], span: Span | None) -> Entry[T] | None:
    readings: list[tuple[T, float | None]] = []
    others = 0
    for text, probability in alternatives(group):
        if text in ("", "-", "??", "?"):
            others += 1
            continue
        found = value(text.removesuffix("?"))
        if found is None:
            return None
        readings.append((found, probability))
    return entry_of(readings, others, span)


def read_call(text: str, span: Span | None = None) -> Entry[Said]:
    """The entry of a call, of which any part or the whole may be doubtful."""
    text = text.strip()
    text, plain = _bare(text), re.fullmatch(QUOTED, text) is not None
    if text in ("??", "?"):
        return Entry(Standing.ILLEGIBLE, (), span)
    if text == "-":
        return Entry(Standing.ABSENT, (), span)
    if "{" in text and not plain and _GROUP.search(text):
        return _rival_calls(text, span)
    said = parse_call(text)
    if said.text in ("", "??"):
        return Entry(Standing.ILLEGIBLE, (), span)
    if said.text == "-":
        return Entry(Standing.ABSENT, (), span)
    doubted = any(term.doubted for term in said.terms)
    return Entry(Standing.DOUBTED if doubted else Standing.CLEAR, (Reading(said),), span)


def _rival_calls(text: str, span: Span | None) -> Entry[Said]:
    parts: list[list[tuple[str, float | None]]] = []
    position = 0
    for match in _GROUP.finditer(text):
        parts.append([(text[position : match.start()], None)])
        parts.append(alternatives(match[0]))
        position = match.end()
        if text.startswith("?", position):
            position += 1
    parts.append([(text[position:], None)])
    readings: list[tuple[Said, float | None]] = []
    others = 0
    for words, probability in _combined(parts):
        if any(doubtful and word in ("", "??", "?", "-") for word, doubtful in words):
            others += 1
        else:
            said = parse_call(" ".join(_bare(word) for word, _ in words))
            if said.text not in ("", "??", "-"):
                readings.append((said, probability))
            else:
                others += 1
    return entry_of(readings, others, span)


def _bare(word: str) -> str:
    return unquoted(word) if re.fullmatch(QUOTED, word) else word


def _combined(
    parts: list[list[tuple[str, float | None]]],
) -> Iterator[tuple[list[tuple[str, bool]], float | None]]:
    """Every choice of one text a part, likeliest first; the flag tells parts that are groups."""
    groups = [part for part in parts if len(part) > 1 or part[0][1] is not None]
    told = any(p is not None for part in groups for _, p in part)
    if told and len(groups) > 1:
        parts = [_weighed(part) if part in groups else part for part in parts]
    choices: list[tuple[list[tuple[str, bool]], float | None]] = []
    for choice in islice(product(*parts), 8 * MOST_READINGS + 1):
        words = [(text.strip(), index % 2 == 1) for index, (text, _) in enumerate(choice)]
        figures = [p for _, p in choice if p is not None]
        choices.append((words, prod(figures) if figures else None))
    if told and len(choices) > MOST_READINGS:
        choices.sort(key=lambda pair: -(pair[1] or 0.0))
    yield from choices[:MOST_READINGS]


def _weighed(part: list[tuple[str, float | None]]) -> list[tuple[str, float | None]]:
    """Give the members of a group without a figure an even share of what the others leave."""
    known = sum(p for _, p in part if p is not None)
    unknown = sum(1 for _, p in part if p is None)
    share = max(0.0, 1.0 - known) / unknown if unknown else 0.0
    return [(text, share if p is None else p) for text, p in part]


def written(entry: Entry[T], text: Callable[[T], str]) -> str:
    """The canonical token of an entry; the empty text for a blank one."""
    if entry.standing is Standing.CLEAR:
        return text(entry.readings[0].value)
    if not entry.readings:
        return {Standing.ABSENT: "-", Standing.BLANK: ""}.get(entry.standing, "??")
    first = entry.readings[0]
    if entry.standing is Standing.DOUBTED and first.probability is None:
        return text(first.value) + "?"
    return _group(entry, text)


def written_call(entry: Entry[Said]) -> str:
    """The canonical text of a call's entry."""
    if entry.standing is Standing.DOUBTED and entry.readings[0].probability is None:
        said = entry.readings[0].value
        if any(term.doubted for term in said.terms):
            return said_text(said)
        return _group(entry, said_text)
    return written(entry, said_text)


def written_card(entry: Entry[Card]) -> str:
    if entry.standing is Standing.CLEAR:
        return entry.readings[0].value.text
    return written(entry, lambda card: card.text)


def member(text: str) -> str:
    """A text as it is within a brace group: quoted where it would be taken apart."""
    strange = any(mark in text for mark in '|"{}') or _PROBABILITY.search(text)
    return quoted(text) if strange or text in ("", "-", "?", "??") else text


def _group(entry: Entry[T], text: Callable[[T], str]) -> str:
    members = []
    for reading in entry.readings:
        words = text(reading.value)
        words = words if re.fullmatch(QUOTED, words) else member(words)
        figure = "" if reading.probability is None else " " + _figure(reading.probability)
        members.append(words + figure)
    return "{" + "|".join(members) + "}"


def _figure(probability: float) -> str:
    """A probability with a decimal point and no exponent, exact."""
    text = repr(probability)
    if "e" in text:
        text = format(Decimal(probability), "f")
    return text if "." in text else text + ".0"
