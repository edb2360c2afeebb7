"""Every deal of a case laid out, each game in its own way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.desk.intake.case import Case
from fairdeal.desk.report import bridge, fifty_six
from fairdeal.desk.report.chart import Running, running
from fairdeal.desk.report.marks import Marks
from fairdeal.desk.report.shown import DealView
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.scoring.award import ruled_deals
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.fifty_six.replay.table import table_of
from fairdeal.rulings.frame.finding import Finding


@dataclass(frozen=True, slots=True)
class ShownDeals:
    """The deals by their position in the record, and the match hand by hand where it is shown so."""

    views: dict[int, DealView]
    running: Running | None = None


def shown_deals(case: Case, marks: Marks, games: Collection[int] | None = None) -> ShownDeals:
    """The deals of a case; `games` names the ones wanted."""
    return _SHOWN[case.book.game](case, case.book, marks, games)


def _fifty_six(
    case: Case, book: FiftySixBook, marks: Marks, games: Collection[int] | None
) -> ShownDeals:
    table = table_of(book, players(case.record, book))
    return ShownDeals(
        {
            verdict.game: fifty_six.lay_out(case.named, deal, verdict, marks, table)
            for deal, verdict in zip(case.record.deals, case.verdict.deals, strict=False)
            if not deal.unread and (games is None or verdict.game in games)
        }
    )


def _bridge(
    case: Case, book: BridgeBook, marks: Marks, games: Collection[int] | None
) -> ShownDeals:
    """A match's hands are all worked out, of single boards the ones wanted."""
    record, verdict = case.record, case.verdict
    ruled = ruled_deals(record, verdict, book, games if book.single_boards else None)
    views = {
        game: bridge.lay_out(
            case.named, record.deals[game - 1], each, marks, verdict.deals[game - 1]
        )
        for game, each in ruled.items()
        if games is None or game in games
    }
    return ShownDeals(views, None if book.single_boards else running(ruled))


_SHOWN: Final[Mapping[str, Callable[[Case, Any, Marks, Collection[int] | None], ShownDeals]]] = {
    "fifty-six": _fifty_six,
    "bridge": _bridge,
}


def excerpt(view: DealView, finding: Finding) -> DealView:
    """The part of a deal that one finding needs, where the whole of it stands elsewhere."""
    if view.board is not None:
        return bridge.excerpt(view, finding)
    return fifty_six.excerpt(view, finding)
