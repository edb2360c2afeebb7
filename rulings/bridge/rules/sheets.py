"""Findings about cells of a bridge score sheet: how they are addressed and put together."""

from __future__ import annotations

from fairdeal.records.seats import Seat, Team
from fairdeal.rulings.bridge.rules.rule import remedy_of, remedy_text
from fairdeal.rulings.bridge.scoring.sheet import RowSeen, SheetSeen
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.frame.finding import At, Finding, Related, Severity


def entry(
    session: BridgeSession,
    view: SheetSeen,
    row: RowSeen,
    column: str,
    code: str,
    severity: Severity,
    message: str,
    *,
    team: Team | None = None,
    related: tuple[Related, ...] = (),
    seat: Seat | None = None,
) -> Finding:
    """A finding about one cell: the place is that of the sheet, ``row 5 / we``."""
    rule = session.book.findings[code]
    log = session.log(row.deal)
    number = view.number if view.number > 1 else None
    remedy = remedy_of(session.book, code, team)
    return Finding(
        code=code, severity=severity, article=rule.article, place=view.place(row, column),
        message=message, remedy=remedy, remedy_text=remedy_text(remedy), deal=row.deal,
        game=log.verdict.game if log else None, at=At(row=row.index + 1, column=column, sheet=number),
        seat=seat, team=team, related=related, span=view.span(row, column),
    )  # fmt: skip
