"""The Laws' branches as a page of the documentation.

``python -m fairdeal.rulings.printed.laws_page`` writes docs/laws.md.

Every way that a Law leaves open has its row, with the test that holds it. A row without a test stops the
making. With ``--check`` nothing is written; exit status 1 says that the page is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fairdeal.rulings.bridge.laws.families import FAMILIES, Family
from fairdeal.rulings.bridge.laws.provision import Provision
from fairdeal.rulings.bridge.rules import RULES
from fairdeal.rulings.printed.table_page import TableError, functions_there

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "laws.md"
TESTS: Final = ROOT / "tests" / "rulings" / "bridge" / "laws"

INTRODUCTION: Final = """# The Laws, as a director uses them

After an irregularity at bridge the Laws leave the table and the director several ways to go. Each finding
names them, with what follows in the auction, the play and the score; where the record shows which one the
table went, that one stands first. At the desk a way is chosen with one button, and the score of the deal is
worked out from it. Where only a director can say what the deal scores, the desk asks for it.

They are the Laws of Duplicate Bridge 2017, in our words; the Laws themselves decide. The rulebook `duplicate`
uses all of them. `alberta` uses them where its own rules leave an irregularity open (its article 12), not for
revokes, misdeals and remarks, about which it says itself what is to be done. Another rulebook has them with
the setting `laws`. This page is made by `python -m fairdeal.rulings.printed.laws_page`.
"""


def slug(key: str) -> str:
    """A key as the name of its test begins: ``27B1(a)`` is ``27b1a``."""
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"[()]", "", key.lower())).strip("_")


def page() -> str:
    """The whole page. Raises TableError where a way has no test."""
    there = functions_there(TESTS)
    lines = [INTRODUCTION]
    for family in FAMILIES:
        lines += [f"## {family.title}", "", _found_as(family), ""]
        lines += ["| Law | if | what follows | score | tested by |", "|---|---|---|---|---|"]
        lines += [_row(each, there) for each in family.provisions]
        lines.append("")
    return "\n".join(lines)


def _found_as(family: Family) -> str:
    there = {rule.code for rule in RULES}
    codes = (f"[`{c}`](rules/bridge/{c}.md)" if c in there else f"`{c}`" for c in family.looks)
    return f"Found as {', '.join(codes)}."


def _row(each: Provision, there: Mapping[str, str]) -> str:
    tests = ", ".join(
        f"[`{name}`](../tests/rulings/bridge/laws/{there[name]})" for name in _tests(each, there)
    )
    return f"| {each.key} | {each.condition} | {each.follows} | {each.score} | {tests} |"


def _tests(each: Provision, there: Mapping[str, str]) -> list[str]:
    begins = f"test_law_{slug(each.key)}_"
    found = [name for name in there if name.startswith(begins)]
    if not found:
        raise TableError(f"no test is named {begins}... for Law {each.key}.")
    return found


def main(arguments: list[str]) -> int:
    text = page()
    if "--check" in arguments:
        stale = not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text
        if stale:
            print("docs/laws.md is out of date; run python -m fairdeal.rulings.printed.laws_page")
        return int(stale)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
