"""Findings about cells of a score sheet: how they are addressed and put together."""

from __future__ import annotations

from fairdeal.records.place import Place, Span
from fairdeal.records.seats import Seat, Team
from fairdeal.rulings.fifty_six.remedies import remedy_of, remedy_text
from fairdeal.rulings.fifty_six.session import Row, Ruled, Session, SheetView
from fairdeal.rulings.frame.finding import At, Finding, Related, Remedy, Severity


def row_words(index: int, deal: str | None) -> str:
    """What a row (from 0) is called in a message, with its deal where that is known."""
    return f"Row {index + 1}" + (f" (deal {deal})" if deal is not None else "")


def entry(
    session: Session,
    view: SheetView,
    row: Row,
    column: str,
    code: str,
    severity: Severity,
    message: str,
    *,
    seat: Seat | None = None,
    team: Team | None = None,
    related: tuple[Related, ...] = (),
    article: str | None = None,
) -> Finding:
    """A finding about one cell: the place is that of the sheet, ``row 5 / total A``."""
    log = session.ruled_row(view, row)
    return sheet_finding(
        session, code, severity, view.place(row, column), message,
        at=At(row=row.index + 1, column=column, seat=seat, sheet=view.later), span=view.span(row, column),
        deal=row.deal, game=log.verdict.game if log else None, seat=seat, team=team,
        related=related, article=article,
    )  # fmt: skip


def sheet_finding(
    session: Session,
    code: str,
    severity: Severity,
    place: Place,
    message: str,
    *,
    at: At,
    span: Span | None = None,
    deal: str | None = None,
    game: int | None = None,
    seat: Seat | None = None,
    team: Team | None = None,
    related: tuple[Related, ...] = (),
    article: str | None = None,
    setting: str | None = None,
) -> Finding:
    """A finding about a sheet or the session as a whole."""
    rule = session.book.findings[code]
    if team is None and seat is not None:
        team = session.table.team[seat]
    cited = article if article in rule.articles else rule.article
    remedy: Remedy = remedy_of(session.book, code, team)
    return Finding(
        code=code, severity=severity, article=cited, place=place, message=message,
        remedy=remedy, remedy_text=remedy_text(remedy), deal=deal, game=game, at=at, seat=seat,
        team=team, related=related, needs_objection=rule.objection,
        objected=False if rule.objection else None,
        setting=session.book.shown(setting) if setting else None, span=span,
    )  # fmt: skip


def log_points(log: Ruled | None) -> dict[Team, int] | None:
    """The card points that a deal's log gives, where it has them."""
    return log.verdict.points if log is not None else None
