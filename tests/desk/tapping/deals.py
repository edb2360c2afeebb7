"""A disputed deal, typed and tapped: a call out of turn with an objection, a revoke, a card nobody knows."""

from __future__ import annotations

import json

from fairdeal.desk.pages.drafts import Step

TYPED = """[Event "Example"]
[Rules "international"]

[Deal "1"]
[Dealer "2"]
Hands:
1: AC 10H KS 10D 10S QC QS QC
2: 10S AH QD AD KD AC AD 9S
3: 10H AH JH KS 9H AS QH QD
4: 10D KD 10C JS AS 9C QS QH
5: JS JC 10C KH 9C 9S JD 9H
6: JC JD KC 9D 9D KH KC JH
Auction:
3: 28 S, 6: Pass
! objection A
4: Plus 1 S, Pass, Pass, Pass, Pass, Pass
Play:
3:AS JS 9S JD KS 9S
4:10C 10C KC AC AC 10H
1:10S AD KS AS JS KC
5:KH KH 10H AH QH QH
2:KD QD KD JD 9D 10D
5:9H JH QS 10S JH 9C
2:QD 9H 10D 9C 9D QC
6:JC QC AD AH - JC
Result:
contract 29 S by 4
points A 17 B 39
"""
UNKNOWN = (8, 4)
"""The trick and the card in it that nobody knows."""


NO_HANDS = TYPED[: TYPED.index("Hands:")] + TYPED[TYPED.index("Auction:") :]
"""The same from the table alone, which is what most committees have."""


def rows(block: str) -> list[tuple[str, list[str]]]:
    """The rows of a block of the typed record: the seat at its head, and its cards."""
    lines = TYPED.partition(f"{block}:\n")[2].splitlines()
    found = []
    for line in lines:
        seat, mark, cards = line.partition(":")
        if not mark or not seat.isdigit():
            break
        found.append((seat, cards.split()))
    return found


def steps(hands: bool = True) -> list[Step]:
    """The taps of it, with its hands or without: the seat is the one that the page shows."""
    heading = {"number": "1", "Event": "Example", "Rules": "international"}
    found = [Step("heading", json.dumps(heading)), Step("dealer", "2")]
    if hands:
        found.append(Step("part", "hands"))
        found += [Step("card", card) for _, cards in rows("Hands") for card in cards]
    found += [
        Step("part", "auction"),
        Step("word", "28", "3"),
        Step("word", "S", "3"),
        Step("say", "", "3"),
    ]
    found += [Step("who", "6"), Step("call", "P"), Step("event", "objection A"), Step("who", "4")]
    found += [Step("word", "Plus"), Step("word", "1"), Step("word", "S"), Step("say")]
    found += [Step("call", "P")] * 5 + [Step("part", "play")]
    found += [Step("card", card, seat) for seat, cards in rows("Play") for card in cards]
    result = {"number": "29", "trump": "S", "by": "4", "points A": "17", "points B": "39"}
    return [*found, Step("part", "result"), Step("result", json.dumps(result))]
