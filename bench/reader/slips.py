"""Slips and offences that are put into a page in clear ink: they must be read as they stand.

Each maker changes one entry of a page's values and says which; None where the page has no such entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from fairdeal.records import RANKS, SUITS

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


def other_figure(text: str, rng: Random) -> str:
    """The same number with one figure wrong."""
    at = rng.randrange(len(text))
    first = at == 0 and len(text) > 1
    digits = "0123456789"[first:].replace(text[at], "")
    return text[:at] + rng.choice(digits) + text[at + 1 :]


def _maker(
    kind: str, pattern: str, wrong: Callable[[str, Random], str], text: str = r".+"
) -> Maker:
    """Writes something else than what stands in a field whose name and text are like this."""

    def make(values: Values, rng: Random) -> Slip | None:
        like = [n for n, t in values.items() if re.fullmatch(pattern, n) and re.fullmatch(text, t)]
        if not like:
            return None
        name = rng.choice(sorted(like))
        right, values[name] = values[name], wrong(values[name], rng)
        return Slip(kind, name, right) if values[name] != right else None

    return make


CARDS: Final = r"hand \d / \d|trick \d / seat \d"
_seat = _maker(
    "a seat that is not at the table",
    r"row \d+ / (dealer|bidder)|trick \d / (leader|winner)",
    lambda _, rng: rng.choice(NOT_AT_THE_TABLE),
)
_bid = _maker(
    "a figure that is no bid",
    r"(row \d+ / )?contract|call \d+",
    lambda right, rng: re.sub(r"\d+", str(rng.choice(OUT_OF_RANGE)), right, count=1),
    r".*\d\d.*",
)
_bare = _maker(
    "a contract without its suit",
    r"(row \d+ / )?contract",
    lambda right, _: right.split()[0],
    r"\d+ \w+",
)
_total = _maker("a wrong total", r"row \d+ / total [AB]|row 32 / (we|they)", other_figure, r"\d+")
_points = _maker(
    "wrong points",
    r"(row \d+ / )?points [AB]",
    lambda _, rng: str(rng.randrange(57, 100)),
    r"\d+",
)
_card = _maker(
    "a wrong card",
    CARDS,
    lambda _, rng: rng.choice(sorted(r for r in RANKS if r in "J9A10KQ")) + rng.choice(SUITS),
)
_no_card = _maker(
    "a card that is not in the pack",
    CARDS,
    lambda _, rng: rng.choice(NOT_IN_THE_PACK) + rng.choice(SUITS),
)
_hand = _maker("a hand that was not played", r"row \d+ / deal", lambda _, rng: rng.choice("56789"))
_entry = _maker("a wrong entry", r"row ([1-9]|[12]\d|30) / (we|they)", other_figure)

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
