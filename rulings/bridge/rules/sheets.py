"""Drafts about cells of a bridge score sheet: how they are addressed and put together."""

from __future__ import annotations

from typing import Unpack

from fairdeal.records.cards import Seat
from fairdeal.rulings.bridge.session import BridgeSession, RowSeen, SheetSeen
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Details, Draft


def entry(
    session: BridgeSession,
    view: SheetSeen,
    row: RowSeen,
    column: str,
    message: str,
    *,
    seat: Seat | None = None,
    **more: Unpack[Details],
) -> Draft:
    """A draft about one cell, ``row 5 / we`` of its sheet; `more` as in `Details`."""
    log = session.log(row.deal)
    number = view.number if view.number > 1 else None
    return Draft(
        view.place(row, column),
        message,
        seat,
        at=At(row=row.index + 1, column=column, sheet=number),
        span=view.span(row, column),
        deal=row.deal,
        game=log.verdict.game if log else None,
        seat_only=True,
        **more,
    )
