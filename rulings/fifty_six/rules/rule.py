"""What the rules of 56 are made with: the kind of rule, drafts about calls and cards, words."""

from __future__ import annotations

from typing import Unpack

from fairdeal.records.cards import Seat
from fairdeal.rulings.fifty_six.replay.calls import CallFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import SheetView
from fairdeal.rulings.frame import rule
from fairdeal.rulings.frame.rule import Details, Draft
from fairdeal.rulings.replay.play import Act, TrickFact

Rule = rule.Rule[DealReplay, Ruled, Session, SheetView]


def about_call(replay: DealReplay, fact: CallFact, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about one call; `more` as in `Details`."""
    return rule.about_call(replay.seen, fact.number, fact.seat, message, **more)


def about_card(
    replay: DealReplay, fact: TrickFact, index: int, message: str, **more: Unpack[Details]
) -> Draft:
    """A draft about one card played (`index` counts from 0); `more` as in `Details`."""
    return rule.about_card(replay.seen, fact, index, message, **more)


def about_act(replay: DealReplay, act: Act, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about one card played; `more` as in `Details`."""
    return rule.about_act(replay.seen, act, message, **more)


def said_text(fact: CallFact) -> str:
    """The words of a call as they are quoted in a message."""
    return f'"{fact.said.text}"' if fact.said is not None else "a call"


def who(seat: Seat | None) -> str:
    return f"Seat {seat}" if seat is not None else "Somebody"


def by_seat(seat: Seat | None) -> str:
    """Whose a bid was, to stand after it: `` by seat 3``, nothing where that is not known."""
    return f" by seat {seat}" if seat is not None else ""
