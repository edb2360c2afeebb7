"""Every deal of a case laid out, each game in its own way."""

from __future__ import annotations

from collections.abc import Collection

from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.deals import bridge, fifty_six
from fairdeal.desk.report.deals.shown import DealView
from fairdeal.desk.report.findings.marks import Marks
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.running import ruled_deals
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.fifty_six.replay.table import table_of
from fairdeal.rulings.frame.finding import Finding

Ruled = dict[int, BridgeRuled]
"""Deals of bridge as they were ruled on, by their position in the record."""


def deal_views(
    case: Case, marks: Marks, games: Collection[int] | None = None, ruled: Ruled | None = None
) -> dict[int, DealView]:
    """The deals by their position in the record; `games` names the ones wanted.

    `ruled` are deals of bridge worked out before, so that it is not done again.
    """
    if isinstance(case.book, BridgeBook):
        known = ruled_deals(case.record, case.verdict, case.book, games) if ruled is None else ruled
        return {
            game: bridge.lay_out(
                case.record, case.record.deals[game - 1], each, marks, case.verdict.deals[game - 1]
            )
            for game, each in known.items()
            if games is None or game in games
        }
    table = table_of(case.book, players(case.record, case.book))
    return {
        verdict.game: fifty_six.lay_out(case.record, deal, verdict, marks, table)
        for deal, verdict in zip(case.record.deals, case.verdict.deals, strict=False)
        if not deal.unread and (games is None or verdict.game in games)
    }


def excerpt(view: DealView, finding: Finding) -> DealView:
    """The part of a deal that one finding needs, where the whole of it stands elsewhere."""
    if view.board is not None:
        return bridge.excerpt(view, finding)
    return fifty_six.excerpt(view, finding)
