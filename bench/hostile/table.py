"""The table of attacks: a line for each on the terminal, and a Markdown table of before and after."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.hostile.attack import Tried
from bench.hostile.catalogue import ATTACKS
from fairdeal.desk.files import write_text

BEGIN: Final = "<!-- attacks: written by ./run soak hostile --write -->"
END: Final = "<!-- end of attacks -->"
_HEAD: Final = (
    "| attack | what it tries | before | after |",
    "|---|---|---|---|",
)
_ROW: Final = re.compile(r"\| `([\w-]+)` \|[^|]*\| ([^|]*) \| ([^|]*) \|")


def line_of(tried: Tried) -> str:
    """One line for the terminal; why an attack was not held stands under it."""
    held = "held" if not tried.wrong else "NOT HELD"
    line = (
        f"{tried.attack.name:34} {held:8} {tried.seconds:6.1f} s {tried.memory / 1e6:7,.0f} MB "
        f"{tried.output / 1e6:9,.2f} MB written"
    )
    return line if not tried.wrong else f"{line}\n    {tried.wrong}"


def cell_of(tried: Tried) -> str:
    """What came of an attack, for the table: seconds, memory, what was written, and whether it held."""
    written = f", {tried.output / 1e6:,.0f} MB written" if tried.output >= 5e5 else ""
    told = f"{tried.seconds:.0f} s, {tried.memory / 1e6:,.0f} MB{written}"
    return told if not tried.wrong else f"**not held**: {told}"


def write_table(path: Path, tried: Sequence[Tried]) -> None:
    """Write these figures as *after* into the table of a Markdown file, between its two marks.

    An attack without a *before* in the file gets these figures as *before*: the first run of a new
    attack. Attacks that were not tried keep their row; the rows stand in the order of the catalogue.
    Raises ValueError where the marks are missing.
    """
    text = path.read_text("utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{path} has no place for the table: {BEGIN} ... {END}")
    first, rest = text.split(BEGIN, 1)
    old, last = rest.split(END, 1)
    rows = dict(_rows(old))
    for each in tried:
        before = rows.get(each.attack.name)
        told = cell_of(each)
        shown = told if before is None else _before(before)
        after = "" if before is None else told
        rows[each.attack.name] = (
            f"| `{each.attack.name}` | {each.attack.tries.replace('|', '/')} | {shown} | {after} |"
        )
    places = {attack.name: place for place, attack in enumerate(ATTACKS)}
    names = sorted(rows, key=lambda name: places.get(name, len(places)))
    body = "\n".join((BEGIN, *_HEAD, *(rows[name] for name in names), END))
    write_text(path, first + body + last)


def _rows(table: str) -> list[tuple[str, str]]:
    return [(found[1], line) for line in table.splitlines() if (found := _ROW.match(line))]


def _before(row: str) -> str:
    found = _ROW.match(row)
    return found[2].strip() if found else ""
