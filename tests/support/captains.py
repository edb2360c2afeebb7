"""Two captains' copies of one score sheet, with every figure that a slip was carried into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

COLUMNS: Final = (
    "deal | bidder | contract | x | points A | points B | score A | score B | total A | total B"
)
PLAIN: Final = {
    "bidder": 1, "contract": "28 S", "x": "", "points A": 30, "points B": 26, "score A": 1, "score B": 0,
}  # fmt: skip
"""A deal that is made: every row of a sheet that says nothing else."""
DEFEATED: Final = {"points A": 27, "points B": 29, "score A": 0, "score B": 2}

Rows = Mapping[int, Mapping[str, Any] | None]


def copy(team: str, slips: Rows | None = None, deals: int = 18, points: str = "3 0") -> str:
    """A sheet of so many deals. `slips`: what its rows say otherwise, by the deal's number; None leaves one
    out. Totals are added up from the scores as they are written, unless a slip names one; the next are then
    carried on from it. `points` are the match points."""
    totals = {"A": 0, "B": 0}
    lines = [f"Sheet {team}:".replace(" :", ":"), COLUMNS]
    for number in range(1, deals + 1):
        slip = (slips or {}).get(number, {})
        if slip is None:
            continue
        row = {**PLAIN, **slip}
        for side in totals:
            totals[side] = row.setdefault(f"total {side}", totals[side] + row[f"score {side}"])
        lines.append(" | ".join(str(row.get(name, number)) for name in COLUMNS.split(" | ")))
    one, two = points.split()
    return "\n".join([*lines, f"match points A {one} B {two}\n"])


def copies(second: Rows, first: Rows | None = None) -> str:
    """A record of both: team A's, which by default has no slip, and team B's."""
    return f'[Rules "international"]\n{copy("A", first)}{copy("B", second)}'
