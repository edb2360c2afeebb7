"""Drafts of findings about acts of a deal: a call, a card played."""

from __future__ import annotations

from typing import Unpack

from fairdeal.records.cards import Seat
from fairdeal.records.place import Place
from fairdeal.rulings.frame.draft import Details, Draft
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.replay.places import Act, act_of, act_place, call_span, card_span
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.refused import Refused
from fairdeal.rulings.replay.seen import Seen


def about_call(
    seen: Seen, number: int, seat: Seat | None, message: str, **more: Unpack[Details]
) -> Draft:
    """A draft about a call; `more` as in `Details`."""
    return Draft(
        Place.of(f"call {number}"),
        message,
        seat,
        at=At(call=number, seat=seat),
        span=call_span(seen, number),
        **more,
    )


def about_card(
    seen: Seen, fact: TrickFact, index: int, message: str, **more: Unpack[Details]
) -> Draft:
    """A draft about one card of a trick (`index` counts from 0); `more` as in `Details`."""
    return about_act(seen, act_of(fact, index), message, **more)


def about_act(seen: Seen, act: Act, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about one card played; `more` as in `Details`."""
    trick, index, seat = act
    return Draft(
        act_place(act),
        message,
        seat,
        at=At(trick=trick, seat=seat, position=index + 1),
        span=card_span(seen, trick, index),
        **more,
    )


def about_refused(refused: Refused, message: str, **more: Unpack[Details]) -> Draft:
    """A draft about a card out of turn that was taken back, at the place where it would have stood."""
    number, seat = refused.fact.number, refused.seat
    return Draft(
        Place.of(f"trick {number}", f"seat {seat}"),
        f"{message} It was taken back.",
        seat,
        at=At(trick=number, seat=seat),
        span=refused.event.span,
        **more,
    )
