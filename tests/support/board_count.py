"""Boards compared once more, the long way: every two results of a board, score by score. Shares no line with
what it checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

STEPS: Final = (
    "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500"
    " 4000"
)
HALF: Final = Fraction(1, 2)

Given = Fraction | str | list[tuple[Fraction, int]]
"""What one side was given: a share of the top, ``+`` or ``-`` for an average plus or minus, or its scores
with their weights."""


@dataclass(frozen=True)
class Line:
    """A result of a board: the pairs, and what each of them was given."""

    board: str
    pairs: tuple[str, str]
    given: tuple[Given, Given]


def worth(difference: int) -> int:
    """IMPs of a difference in points."""
    count = 0
    for step in STEPS.split():
        if abs(difference) >= int(step):
            count += 1
    return count if difference > 0 else -count


def of_side(lines: Sequence[Line], at: int, side: int) -> tuple[Fraction, Fraction] | None:
    """Matchpoints before any factor, and mean IMPs, of one line of a board; None for what is no score."""
    own = lines[at].given[side]
    if not isinstance(own, list):
        return None
    points, against, others = Fraction(0), Fraction(0), 0
    for place, line in enumerate(lines):
        rival = line.given[side]
        if place == at or not isinstance(rival, list):
            continue
        others += 1
        for mine, score in own:
            for theirs, other in rival:
                points += mine * theirs * (2 if score > other else 1 if score == other else 0)
                against += mine * theirs * worth(score - other)
    return (points, against / others) if others else None


def count(
    lines: Sequence[Line], *, one_field: bool = False
) -> dict[tuple[str, int], tuple[Fraction, int, Fraction]]:
    """Matchpoints, what they are out of, and IMPs of each pair in each direction (0 and 1); in one field all
    together (0)."""
    boards: dict[str, list[Line]] = {}
    for line in lines:
        boards.setdefault(line.board, []).append(line)
    most = max(len(each) for each in boards.values())
    top = 2 * (most - 1)
    found: dict[tuple[str, int], list[tuple[Given, Fraction, Fraction]]] = {}
    for each in boards.values():
        for side in (0, 1):
            scores = sum(isinstance(line.given[side], list) for line in each)
            for at, line in enumerate(each):
                given = line.given[side]
                earned = of_side(each, at, side)
                row: tuple[Given, Fraction, Fraction]
                if isinstance(given, str):
                    share, imps = (
                        (HALF + Fraction(int(f"{given}1"), 10)),
                        Fraction(int(f"{given}3")),
                    )
                    row = (given, share * top, imps)
                elif isinstance(given, Fraction):
                    known = {Fraction(60, 100): 3, HALF: 0, Fraction(40, 100): -3}
                    row = (given, given * top, Fraction(known.get(given, 0)))
                elif earned is None:
                    continue
                else:
                    plus = Fraction(most - scores, scores)
                    row = (given, earned[0] * Fraction(most, scores) + plus, earned[1])
                found.setdefault((line.pairs[side], 0 if one_field else side), []).append(row)
    totals = {}
    for key, rows in found.items():
        plain = [points for given, points, _ in rows if not isinstance(given, str)]
        points = sum(plain, Fraction(0))
        elsewhere = points / (top * len(plain)) if plain else None
        for given, usual, _ in rows:
            if isinstance(given, str):
                better = usual if elsewhere is None else elsewhere * top
                points += max(usual, better) if given == "+" else min(usual, better)
        totals[key] = (points, top * len(rows), sum((imps for *_, imps in rows), Fraction(0)))
    return totals


def text_of(given: tuple[Given, Given]) -> str:
    """As a director writes it."""
    return " ".join(f"{side} {_one(each)}" for side, each in zip(("NS", "EW"), given, strict=True))


def _one(given: Given) -> str:
    if isinstance(given, str):
        return f"AVE{given}"
    if isinstance(given, Fraction):
        return f"A{float(100 * given):g}"
    if len(given) == 1:
        return f"{given[0][1]:+d}"
    return " + ".join(f"{float(100 * weight):g}% {score}" for weight, score in given)


SCORES: Final = (
    -1100,
    -620,
    -420,
    -140,
    -100,
    -50,
    0,
    50,
    90,
    110,
    170,
    420,
    430,
    620,
    650,
    980,
    1430,
)


def plain(score: int) -> tuple[Given, Given]:
    """A result as both sides have it."""
    return [(Fraction(1), score)], [(Fraction(1), -score)]


def as_played(given: tuple[Given, Given]) -> int | None:
    """The score of a plain result; None of an adjusted one."""
    ours = given[0]
    if isinstance(ours, list) and len(ours) == 1 and given == plain(ours[0][1]):
        return ours[0][1]
    return None


def adjusted(chance: Random) -> tuple[Given, Given]:
    """An adjusted score of any kind."""
    shares = tuple(Fraction(each, 100) for each in (60, 50, 40, 55))
    kind = chance.randrange(4)
    if kind == 0:
        return chance.choice(shares), chance.choice(shares)
    if kind == 1:
        return chance.choice("+-"), chance.choice("+-")
    # A 0 beside a figure says nothing.
    one, two = chance.sample([each for each in SCORES if each], 2)
    if kind == 2:
        return [(Fraction(1), one)], [(Fraction(1), two)]
    weight = Fraction(chance.choice((25, 40, 60, 80)), 100)
    return [(weight, one), (1 - weight, two)], [(weight, -one), (1 - weight, -two)]


def mitchell(tables: int, rounds: int, boards: int, chance: Random) -> Iterator[Line]:
    """An evening in which North-South stay: one result in nine is adjusted."""
    for turn in range(rounds):
        for table in range(tables):
            batch = (table + turn) % tables
            pairs = (f"N{table + 1}", f"E{(table - turn) % tables + 1}")
            for number in range(boards):
                yield Line(f"{batch * boards + number + 1}", pairs, _given(chance))


def howell(pairs: int, boards: int, chance: Random) -> Iterator[Line]:
    """Everybody meets everybody: by Berger's circle, home and visit turn about."""
    names = [f"P{number}" for number in range(1, pairs + 1)]
    for turn in range(pairs - 1):
        ring = [names[0], *(names[1 + (at + turn) % (pairs - 1)] for at in range(pairs - 1))]
        for table in range(pairs // 2):
            met = (ring[table], ring[-1 - table])
            met = met[::-1] if (turn + table) % 2 else met
            for number in range(boards):
                yield Line(f"{turn * boards + number + 1}", met, _given(chance))


def _given(chance: Random) -> tuple[Given, Given]:
    return adjusted(chance) if chance.random() < 1 / 9 else plain(chance.choice(SCORES))


def swing(one: Given, other: Given) -> Fraction:
    """IMPs of a team that was given one thing in each room."""
    for each in (one, other):
        if isinstance(each, str):
            return Fraction(int(f"{each}3"))
        if isinstance(each, Fraction):
            return Fraction({60: 3, 50: 0, 40: -3}[int(100 * each)])
    total = Fraction(0)
    assert isinstance(one, list) and isinstance(other, list)
    for mine, score in one:
        for theirs, rest in other:
            total += mine * theirs * worth(score + rest)
    return total
