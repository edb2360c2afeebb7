"""A hand with its suits a line each, as people type who play bridge."""

from __future__ import annotations

from random import Random
from typing import Final

from fairdeal.grammar.notation.writer import write
from fairdeal.records.cards import RANKS, SUIT_SYMBOLS
from fairdeal.records.deal import Hand
from fairdeal.records.seats import COMPASS_NAMES
from samples.making.printed.drawn import Flow, Page
from samples.making.printed.faces import Face
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording, as_typed

_HEADINGS: Final = ("{}:", "Player {}", "Player {}:", "Seat {}")
_SUITS: Final = "SHDC"
_NAMES: Final = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, leading=1.2)
    wording = Wording(ten=rng.choice(("10", "T")), short_pass=rng.random() < 0.4)
    heading, void = rng.choice(_HEADINGS), rng.choice(("-", "--", ""))
    sign = rng.choice(("{}:", "{}:", "symbol", "name"))
    hands = [hand for deal in log.record.deals for hand in deal.hands or ()]
    texts = as_typed(write(log.record), wording)
    inside = False
    for text in texts:
        if text == "Hands:":
            inside = True
            for hand in hands:
                flow.line(_heading(hand, heading))
                flow.lines(_rows(hand, sign, wording.ten, void))
                flow.gap(0.3)
        elif (
            inside and not text.endswith("ion:") and text[:2] in {f"{hand.seat}:" for hand in hands}
        ):
            continue
        else:
            inside = False
            flow.lines([text])
    return flow.pages


def _heading(hand: Hand, heading: str) -> str:
    return COMPASS_NAMES.get(hand.seat) or heading.format(hand.seat)


def _rows(hand: Hand, sign: str, ten: str, void: str) -> list[str]:
    """The four lines of a hand, the highest card first."""
    rows = []
    for suit in _SUITS:
        held = [
            entry.value.rank for entry in hand.cards if entry.value and entry.value.suit == suit
        ]
        held.sort(key=RANKS.index)
        names = {"symbol": SUIT_SYMBOLS[suit], "name": f"{_NAMES[suit]}:"}
        label = names.get(sign) or sign.format(suit)
        ranks = " ".join(ten if rank == "10" else rank for rank in held)
        rows.append(f"{label} {ranks or void}".rstrip())
    return rows
