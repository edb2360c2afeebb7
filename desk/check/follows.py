"""What follows from a finding, in a line: the places of its consequences, the same ones put together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from fairdeal.desk import words
from fairdeal.records.place import Place
from fairdeal.rulings.frame.finding import Finding

_BOTH: Final = {"score": "scores", "total": "totals", "penalty": "penalties"}
"""What two entries of a kind are called; points and match points stay as they are."""

Where = tuple[int, str]
"""A sheet by its number (0: no sheet), and the deal or the rest of the sheet."""


def in_a_line(consequences: Iterable[Finding]) -> str:
    """``Follows from this: points B in row 5, totals A and B in rows 5 to 18.``; empty where nothing does."""
    by_entry: dict[tuple[str, Where], list[int]] = defaultdict(list)
    for each in consequences:
        place = each.place.within_sheet()
        row, number = place.number("row"), each.place.sheet or each.at.sheet or 1
        if row is not None:
            by_entry[place.parts[-1], (number, "")].append(row)
        elif each.game is None:
            by_entry[words.inside(place), (number, "sheet")] = []
        else:
            by_entry[words.inside(place), (0, f"under deal {each.deal or each.game}")] = []
    told: dict[tuple[Where, tuple[int, ...]], list[str]] = defaultdict(list)
    for (entry, where), rows in by_entry.items():
        told[where, tuple(sorted(set(rows)))].append(entry)
    parts = [_part(entries, *key) for key, entries in told.items()]
    return f"Follows from this: {'; '.join(parts)}." if parts else ""


def _part(entries: Sequence[str], where: Where, rows: Sequence[int]) -> str:
    number, name = where
    parts = [_listed(_joined(entries)), _rows(rows) if rows else ""]
    parts.append("" if name == "sheet" else name)
    parts.append(f"of the {words.ordinal(number)} sheet" if number > 1 else "")
    return " ".join(filter(None, parts))


def _joined(entries: Sequence[str]) -> list[str]:
    """``totals A and B`` for the two of them; other entries as they are called."""
    sides: dict[str, list[str]] = defaultdict(list)
    for each in dict.fromkeys(entries):
        kind, _, side = each.rpartition(" ")
        sides[kind if side in ("A", "B", "NS", "EW") else ""].append(side if kind else each)
    found = [words.inside(Place.of(each)) for each in sides.pop("", [])]
    for kind, of in sides.items():
        if len(of) == 1:
            found.append(words.inside(Place.of(f"{kind} {of[0]}")))
        else:
            found.append(f"{_BOTH.get(kind, kind)} {' and '.join(of)}")
    return found


def _rows(rows: Sequence[int]) -> str:
    """``in row 5``, ``in rows 5, 7, 8 and 10 to 18``."""
    runs: list[list[int]] = [[rows[0]]]
    for before, row in pairwise(rows):
        if row == before + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"in {'row' if len(rows) == 1 else 'rows'} {_listed(told)}"


def _listed(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
