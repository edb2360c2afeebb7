"""What a person types for an entry, parsed as they type. Whether it was allowed plays no part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fairdeal.grammar import doubt
from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.cards import parse_card
from fairdeal.records.transcript import FieldKind

EXAMPLES: Final[dict[FieldKind, str]] = {
    "seat": "a seat, such as 4",
    "card": "a card, such as JH or 10S",
    "call": "a call, such as 28 S, Pass or Plus 1 H",
    "contract": "a contract, such as 34 S or 28 NT",
    "doubling": "X or XX, or nothing",
    "number": "a number, such as 39",
    "tick": "x where it is ticked",
    "text": "what is written",
}

LONGEST: Final = 80
_STROKE: Final = re.compile(r"(pass)\s*[-–—]+|[-–—]+\s*(pass)", re.IGNORECASE)
"""A pass with a stroke before or after it, as some players write every pass."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A typed entry: `text` is its canonical form, None where it is none of its kind; `words` say so."""

    text: str | None
    words: str


def understood(kind: FieldKind, typed: str) -> Understood:
    """What the grammar makes of a typed entry of a field of this kind.

    A text that is no such entry can still stand on the paper: the person may keep it as it is.
    """
    text = " ".join(typed.split())[:LONGEST]
    if not text:
        return Understood(None, f"Type {EXAMPLES[kind]}.")
    found = _canonical(kind, text)
    if found is None:
        return Understood(
            None, f"“{text}” is not {EXAMPLES[kind]}. Keep it only if it is written that way."
        )
    return Understood(found, f"Understood as {found}." if found != text else "Understood.")


def with_a_stroke(kind: FieldKind, text: str) -> bool:
    """Whether an entry is a pass with a stroke beside it."""
    return kind == "call" and _STROKE.fullmatch(text.strip()) is not None


def _canonical(kind: FieldKind, text: str) -> str | None:
    match kind:
        case "card":
            card = parse_card(text)
            return card.text if card is not None else None
        case "call" | "contract":
            said = parse_call("Pass" if with_a_stroke(kind, text) else text)
            return (
                None
                if said.unclear or any(t.kind.value == "word" for t in said.terms)
                else said.text
            )
        case "seat":
            return doubt.read_seat(text)
        case "number":
            number = doubt.read_number(text)
            return None if number is None else str(number)
        case "doubling":
            return doubt.read_doubling(text)
        case _:
            return text
