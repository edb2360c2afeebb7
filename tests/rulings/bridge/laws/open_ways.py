"""Short ways to ask what the Laws leave open in one board, for the tests of the Laws."""

from __future__ import annotations

from fairdeal.rulings import Verdict
from fairdeal.rulings.frame.finding import Branch
from tests.support.bridge_build import ruled

HANDS = """Hands:
N: AS KS QS 2S AH KH 2H AD KD 2D AC 3C 2C
E: JS 5S 4S 3S 5H 4H 3H 5D 4D 3D 6C 5C 4C
S: 10S 9S 8S 7S QH JH 10H QD JD 10D KC QC JC
W: 6S 9H 8H 7H 6H 9D 8D 7D 6D 10C 9C 8C 7C
"""


def board(
    calls: str,
    tricks: str = "",
    play: str = "",
    hands: str = "",
    more: str = "",
    rules: str = "duplicate",
) -> Verdict:
    """One board, nobody vulnerable, dealt by north."""
    text = f'[Deal "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n{more}{hands}Auction:\n{calls}\n'
    text += f"Play:\n{play}\n" if play else ""
    return ruled(f"{text}Result:\n{f'points {tricks}' if tricks else ''}\n", rules)


def ways(verdict: Verdict, code: str, which: int = 0) -> dict[str, Branch]:
    """The ways that are open for a finding, by their keys."""
    found = [each for each in verdict.findings if each.code == code]
    return {each.key: each for each in found[which].branches}


def taken(verdict: Verdict, code: str, which: int = 0) -> dict[str, bool | None]:
    """Of every way, whether the record shows that the table went it."""
    return {key: each.taken for key, each in ways(verdict, code, which).items()}


def award(branch: Branch) -> tuple[int, int] | None:
    return None if branch.award is None else (branch.award["NS"], branch.award["EW"])
