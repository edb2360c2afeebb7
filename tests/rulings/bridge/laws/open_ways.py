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

FIRST = "E:5H JH 6H AH"
WHOLE = """E:5H JH 6H 2H
S:KC 7C 2C 4C
S:QC 8C 3C 5C
S:JC 9C AC 6C
N:AS 3S 7S 6S
N:KS 4S 8S 7H
N:QS 5S 9S 8H
N:AH 3H 10H 9H
N:KH 4H QH 10C
N:AD 3D 10D 6D
N:KD 4D JD 7D
N:2D 5D QD 8D
S:10S 9D 2S JS"""
"""A play in order: of its thirteen tricks East-West take the last."""


def six_no_trumps(play: str, more: str = "") -> Verdict:
    """These hands in six no-trumps by north."""
    return board("N: 6 NT, P, P, P", play=play, hands=HANDS, more=more)


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
