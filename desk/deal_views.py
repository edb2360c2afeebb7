"""Every deal of a case laid out, each game in its own way."""

from __future__ import annotations

from collections.abc import Collection

from desk import laid_out, laid_out_bridge
from desk.case import Case
from desk.marks import Marks
from desk.shown import DealView
from rulings.bridge.award import BridgeRuled
from rulings.bridge.book import BridgeBook
from rulings.bridge.running import ruled_deals
from rulings.finding import Finding
from rulings.players import players
from rulings.replay.table import table_of

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
            game: laid_out_bridge.lay_out(
                case.record, case.record.deals[game - 1], each, marks, case.verdict.deals[game - 1]
            )
            for game, each in known.items()
            if games is None or game in games
        }
    table = table_of(case.book, players(case.record, case.book))
    return {
        verdict.game: laid_out.lay_out(case.record, deal, verdict, marks, table)
        for deal, verdict in zip(case.record.deals, case.verdict.deals, strict=False)
        if not deal.unread and (games is None or verdict.game in games)
    }


def excerpt(view: DealView, finding: Finding) -> DealView:
    """The part of a deal that one finding needs, where the whole of it stands elsewhere."""
    if view.board is not None:
        return laid_out_bridge.excerpt(view, finding)
    return laid_out.excerpt(view, finding)
