"""Short ways to put a record together in a test, and to say what was found in it."""

from __future__ import annotations

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Verdict, check, load

HANDS = """Hands:
1: QD 9S QH AC KC JC QS 9H
2: 9C 10C QS QH AH QC AS 9D
3: KH AD 10S AD 9H 10H 10H QD
4: KS 9C 9D 10D KC 10S KS JD
5: AC JH JS KD KD 10C AH 9S
6: AS JC 10D KH JD JS QC JH
"""
"""A deal in which nothing is wrong: seat 4 has no heart, seat 3 no club."""

AUCTION = "3: Spades 28, P, +3 C, P, Clubs Plus 1, X, Pass, Pass, P, P, P"

PLAY = """3:KH KS JH JH QH AH
5:AC QC AC 9C 10H KC
2:AS 10S 10S JS JS 9S
5:AH KH 9H QH 9H JD
1:KC QC 10H 9C 10C JC
6:AS QS QS QD KS 9S
5:KD 10D QD 9D AD 10D
2:10C AD 9D KD JD JC
"""


def ruled(text: str) -> Verdict:
    """The verdict on a record as written."""
    return check(read(text).record, load("international"))


def auction(calls: str, dealer: str = "2", hands: str = "") -> Verdict:
    """The verdict on one deal of which only the auction (and perhaps the hands) was recorded."""
    return ruled(f'[Deal "1"]\n[Dealer "{dealer}"]\n{hands}Auction:\n{calls}\n')


def deal(
    calls: str = AUCTION, play: str = PLAY, hands: str = HANDS, result: str = "", after: str = ""
) -> Verdict:
    """The verdict on one deal dealt by seat 2, the blocks given as text."""
    text = f'[Deal "1"]\n[Dealer "2"]\n{hands}{after}'
    if calls:
        text += f"Auction:\n{calls}\n"
    if play:
        text += f"Play:\n{play}"
    if result:
        text += f"Result:\n{result}\n"
    return ruled(text)


def sheet(rows: str, columns: str = "", copy: str = "") -> Verdict:
    """The verdict on a record that is a score sheet alone."""
    columns = columns or (
        "deal | dealer | bidder | contract | x | points A | points B | score A | score B "
        "| total A | total B"
    )
    return ruled(f"Sheet{copy}:\n{columns}\n{rows}")


def found(verdict: Verdict) -> list[tuple[str, str]]:
    """Code and place of every finding, in order."""
    return [(each.code, str(each.place)) for each in verdict.findings]


def contract(verdict: Verdict, game: int = 1) -> str | None:
    """The contract in short: ``32 C x2 by 1``."""
    made = verdict.deals[game - 1].contract
    if made is None:
        return None
    doubled = f" x{made.doubled}" if made.doubled > 1 else ""
    return f"{made.value} {made.trump}{doubled} by {made.by}"
