"""Drafts about cells of a score sheet: how they are addressed and put together."""

from __future__ import annotations

from typing import Unpack

from fairdeal.records.cards import Seat, Team
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Details, Draft


def entry(
    session: Session,
    view: SheetView,
    row: Row,
    column: str,
    message: str,
    *,
    seat: Seat | None = None,
    **more: Unpack[Details],
) -> Draft:
    """A draft about one cell, ``row 5 / total A`` of its sheet; `more` as in `Details`."""
    log = session.ruled_row(view, row)
    return Draft(
        view.place(row, column),
        message,
        seat,
        at=At(row=row.index + 1, column=column, seat=seat, sheet=view.later),
        span=view.span(row, column),
        deal=row.deal,
        game=log.verdict.game if log else None,
        **more,
    )


def log_points(log: Ruled | None) -> dict[Team, int] | None:
    """The card points that a deal's log gives, where it has them."""
    return log.verdict.points if log is not None else None
