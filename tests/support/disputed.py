"""A made-up match with a redeal, a revoke, a penalty and a wrong total: many scores may be ruled."""

from __future__ import annotations

from typing import Final

from tests.support.builders import AUCTION, HANDS

VOID_TRUMP: Final = """[Deal "1"]
[Dealer "2"]
Hands:
1: JC JC 9C 9C AC AC QH KH
2: 10H 10H KH QH AD AD 10D 10D
3: 10C 10C KC KC QC QC JH JH
4: KD QS QD QD JS JS 9S 9S
5: JD JD 9D 9D 9H 9H AH AH
6: AS AS 10S 10S KS KS QS KD
Auction:
3: 28 C, P, P, P, P, P
Play:
3:JH QS 9H AS KH 10H
"""
"""The defenders have no trump, and played on."""

REVOKE: Final = """[Deal "2"]
[Dealer "3"]
Hands:
2: AC 10H KS 10D 10S QC QS QC
3: 10S AH QD AD KD AC AD 9S
4: 10H AH JH KS 9H AS QH QD
5: 10D KD 10C JS AS 9C QS QH
6: JS JC 10C KH 9C 9S JD 9H
1: JC JD KC 9D 9D KH KC JH
Auction:
4: 28 S, Plus 1 S, P, P, P, P, P
Play:
4:AS JS 9S JD KS 9S
5:10C 10C KC AC AC 10H
2:10S AD KS AS JS KC
6:KH KH 10H AH QH QH
3:KD QD KD JD 9D 10D
6:9H JH QS 10S JH 9C
3:QD 9H 10D 9C 9D QC
1:JC QC AD AH QS JC
"""
"""Seat 3 throws a diamond on the spade led in trick 3 and plays a spade in trick 6."""

LEAD: Final = f"""[Deal "7"]
[Dealer "2"]
{HANDS}Auction:
{AUCTION}
Play:
4:KS
! objection A
.. JS AS QS QS 10S
Result:
contract 32 C X by 1
points A 39 B 17
"""
"""Seat 4 leads to trick 1; the lead was seat 3's."""

SHEET: Final = """Sheet:
deal | dealer | bidder | contract | x | points A | points B | score A | score B | total A | total B
1 | 2 | 3 | 28 C |  | 44 | 12 | 1 | 0 | 1 | 0
2 | 3 | 5 | 29 S |  | 39 | 17 | 1 | 0 | 2 | 0
3 | 4 | 6 | 34 H |  | 20 | 36 | 0 | 1 | 2 | 1
4 | 5 | 3 | 40 C |  | 44 | 12 | 2 | 0 | 4 | 1
5 | 6 | 2 | 41 D | X | 26 | 30 | 4 | 0 | 9 | 1
6 | 1 | 4 | 28 C |  | 22 | 34 | 0 | 1 | 9 | 2
7 | 2 | 1 | 32 C | X | 39 | 17 | 2 | 0 | 11 | 2
"""

HEADING: Final = """[Rules "international"]
[Event "Synthetic Cup"]
[Round "1"]
[Table "1"]
[TeamA "Backwater"]
[TeamB "Lighthouse"]
[Deals "18"]
"""

MATCH: Final = f"{HEADING}\n{VOID_TRUMP}\n{REVOKE}\n{LEAD}\n{SHEET}"
"""As written 11 to 2. By the rulebook the first deal is to be replayed."""
