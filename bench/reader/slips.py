"""Slips and offences that are put into a page in clear ink: they must be read as they stand.

Each maker changes one entry of a page's values and says which; None where the page has no such entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from fairdeal.records.cards import RANKS, SUITS

SLIPS_A_PAGE: Final = 3
NOT_AT_THE_TABLE: Final = "7890"
OUT_OF_RANGE: Final = (*range(1, 14), *range(20, 28), *range(57, 66))
"""Figures that are no bid."""
NOT_IN_THE_PACK: Final = "2345678"

FORBIDDEN: Final = frozenset(
    {
        "a seat that is not at the table",
        "a figure that is no bid",
        "a card that is not in the pack",
        "wrong points",
    }
)
"""Slips that no rulebook allows, whatever comes before and after them."""

Values = dict[str, str]


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip in a field of a page: its kind, and what would have been right."""

    kind: str
    name: str
    right: str


Maker = Callable[[Values, Random], Slip | None]


def _written(values: Values, pattern: str, rng: Random, text: str = r".+") -> str | None:
    """A field whose name and text are like this."""
    found = [n for n, t in values.items() if re.fullmatch(pattern, n) and re.fullmatch(text, t)]
    return rng.choice(sorted(found)) if found else None


def _changed(values: Values, kind: str, name: str | None, text: str) -> Slip | None:
    if name is None or values[name] == text:
        return None
    slip = Slip(kind, name, values[name])
    values[name] = text
    return slip


def other_figure(text: str, rng: Random) -> str:
    """The same number with one figure wrong."""
    at = rng.randrange(len(text))
    first = at == 0 and len(text) > 1
    digits = "0123456789"[first:].replace(text[at], "")
    return text[:at] + rng.choice(digits) + text[at + 1 :]


def _seat(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"row \d+ / (dealer|bidder)|trick \d / (leader|winner)", rng)
    return _changed(values, "a seat that is not at the table", name, rng.choice(NOT_AT_THE_TABLE))


def _bid(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"(row \d+ / )?contract|call \d+", rng, r".*\d\d.*")
    figure = str(rng.choice(OUT_OF_RANGE))
    text = re.sub(r"\d+", figure, values[name], count=1) if name else ""
    return _changed(values, "a figure that is no bid", name, text)


def _bare(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"(row \d+ / )?contract", rng, r"\d+ \w+")
    text = values[name].split()[0] if name else ""
    return _changed(values, "a contract without its suit", name, text)


def _total(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"row \d+ / total [AB]|row 32 / (we|they)", rng, r"\d+")
    return _changed(values, "a wrong total", name, other_figure(values[name], rng) if name else "")


def _points(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"(row \d+ / )?points [AB]", rng, r"\d+")
    return _changed(values, "wrong points", name, str(rng.randrange(57, 100)) if name else "")


def _card(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"hand \d / \d|trick \d / seat \d", rng)
    other = rng.choice(sorted(r for r in RANKS if r in "J9A10KQ")) + rng.choice(SUITS)
    return _changed(values, "a wrong card", name, other)


def _no_card(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"hand \d / \d|trick \d / seat \d", rng)
    text = rng.choice(NOT_IN_THE_PACK) + rng.choice(SUITS)
    return _changed(values, "a card that is not in the pack", name, text)


def _hand(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"row \d+ / deal", rng)
    return _changed(values, "a hand that was not played", name, rng.choice("56789"))


def _entry(values: Values, rng: Random) -> Slip | None:
    name = _written(values, r"row ([1-9]|[12]\d|30) / (we|they)", rng)
    text = other_figure(values[name], rng) if name else ""
    return _changed(values, "a wrong entry", name, text)


MAKERS: Final[Mapping[str, tuple[Maker, ...]]] = {
    "score-sheet": (_seat, _bid, _bare, _total, _points),
    "hand-log": (_seat, _bid, _card, _no_card, _points),
    "we-they": (_hand, _total, _entry),
}
"""By form, what can go wrong on it."""


def put_in(form: str, values: Values, rng: Random) -> list[Slip]:
    """Change some entries of a page, each in its own field, and say which."""
    makers = list(MAKERS[form])
    rng.shuffle(makers)
    slips: dict[str, Slip] = {}
    for make in makers:
        changed = dict(values)
        slip = make(changed, rng)
        if slip is not None and slip.name not in slips and len(slips) < SLIPS_A_PAGE:
            slips[slip.name] = slip
            values.update(changed)
    return list(slips.values())
