"""The page of the Laws' branches: what a director may do after an irregularity at bridge."""

from __future__ import annotations

from typing import Final

from fairdeal.rulings.bridge.laws.branches import FAMILIES, Family
from fairdeal.rulings.bridge.rules import RULES

INTRODUCTION: Final = """# The Laws, as a director uses them

After an irregularity at bridge the Laws leave the table and the director several ways to go. Each finding
names them, with what follows in the auction, the play and the score; where the record shows which one the
table went, that one stands first. At the desk a way is chosen with one button, and the score of the deal is
worked out from it. Where only a director can say what the deal scores, the desk asks for it.

They are the Laws of Duplicate Bridge 2017, in our words; the Laws themselves decide. The rulebook `duplicate`
uses all of them. `alberta` uses them where its own rules leave an irregularity open (its article 12), not for
revokes, misdeals and remarks, about which it says itself what is to be done. Another rulebook has them with
the setting `laws`.
"""


def pages() -> dict[str, str]:
    """The one page, by its path."""
    lines = [INTRODUCTION]
    for family in FAMILIES:
        lines += [f"## {family.title}", "", _found_as(family), ""]
        lines += ["| Law | if | what follows | score |", "|---|---|---|---|"]
        lines += [
            f"| {each.key} | {each.condition} | {each.follows} | {each.score} |"
            for each in family.provisions
        ]
        lines.append("")
    return {"laws.md": "\n".join(lines)}


def _found_as(family: Family) -> str:
    there = {rule.code for rule in RULES}
    codes = (f"[`{c}`](rules/bridge/{c}.md)" if c in there else f"`{c}`" for c in family.looks)
    return f"Found as {', '.join(codes)}."
