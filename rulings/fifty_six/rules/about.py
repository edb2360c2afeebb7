"""What the rules are made with: drafts about calls, cards and cells, words."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Unpack

from fairdeal.records.cards import Seat
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.fifty_six.auction import CallFact
from fairdeal.rulings.fifty_six.deal import DealReplay
from fairdeal.rulings.frame import rule
from fairdeal.rulings.frame.rule import Details, Draft
from fairdeal.rulings.replay.play import Act, TrickFact


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


def by_seat(seat: Seat | None) -> str:
    """Whose a bid was, to stand after it: `` by seat 3``, nothing where that is not known."""
    return f" by seat {seat}" if seat is not None else ""


EXCUSES: Final = ("feeble", "quiet", "hear", "heard", "distract", "disturb", "noise", "interrupt")
"""Words of a note that excuse the review beside it."""


def excused(replay: DealReplay, review: Event) -> bool:
    """Whether the note right after a review gives one of the reasons that excuse it."""
    events = replay.events
    for event, after in pairwise(events):
        if event is review and after.kind is EventKind.NOTE:
            words = (after.text or "").casefold()
            return any(excuse in words for excuse in EXCUSES)
    return False
