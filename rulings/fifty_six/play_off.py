"""A level match that was played off: what it is judged by, and which deals are beyond it (5.4)."""

from __future__ import annotations

from collections.abc import Iterable

from fairdeal.records.cards import Team
from fairdeal.records.place import figure
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.scoring import Points, session_totals
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import SheetView

Decided = tuple[Points, Team | None]
"""The totals that a match is judged by, and who won the tie-break where these are level."""


def decided(book: FiftySixBook, view: SheetView) -> Decided | None:
    """What a sheet says of the match; None where a side has no total."""
    finals = view.finals()
    if finals is None:
        return None
    regular = view.finals(_last(book))
    if regular is None or not _level(regular) or regular == finals:
        return finals, view.tie_break
    return regular, view.tie_break or _ahead(finals)


def decided_by_logs(session: Session) -> Decided | None:
    """The same by the awards of the logs; None where one is open."""
    verdicts = [each.verdict for each in session.ruled]
    finals, last = session_totals(verdicts), _last(session.book)
    if finals is None:
        return None
    regular = session_totals([each for each in verdicts if not _beyond(each.deal, last)])
    if regular is None or not _level(regular) or regular == finals:
        return finals, None
    return regular, _ahead(finals)


def played_off(session: Session, numbers: Iterable[str]) -> set[str]:
    """Which deals of these numbers were dealt to break a tie, the match being level without them."""
    beyond = {number for number in numbers if _beyond(number, _last(session.book))}
    if not beyond:
        return set()
    last = _last(session.book)
    verdicts = [each.verdict for each in session.ruled]
    totals = [view.finals(last) for view in session.sheets]
    totals.append(session_totals([each for each in verdicts if not _beyond(each.deal, last)]))
    return beyond if any(each is not None and _level(each) for each in totals) else set()


def _last(book: FiftySixBook) -> int | None:
    """The last deal of every session; None where the rulebook does not fix their number."""
    return book.scoring.session_deals if book.scoring.session_fixed else None


def _beyond(deal: str | None, last: int | None) -> bool:
    number = figure(deal or "")
    return last is not None and number is not None and number > last


def _level(totals: Points) -> bool:
    return totals["A"] == totals["B"]


def _ahead(totals: Points) -> Team | None:
    if _level(totals):
        return None
    return "A" if totals["A"] > totals["B"] else "B"
