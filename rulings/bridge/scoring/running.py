"""How a record of bridge went, hand by hand: the entries of each hand, and how the match then stood."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fairdeal.records.record import Record
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.deal import replay
from fairdeal.rulings.bridge.replay.table import bridge_table
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, rule_deal
from fairdeal.rulings.bridge.scoring.match import first_state, onward
from fairdeal.rulings.frame.finding import Finding, Verdict
from fairdeal.rulings.replay.reading import see


def ruled_deals(
    record: Record, verdict: Verdict, book: BridgeBook, games: Collection[int] | None = None
) -> dict[int, BridgeRuled]:
    """The deals of a record as the verdict has them, by their position in the record.

    `games` names the ones wanted. In a match every hand before a wanted one is worked out too: it
    tells who is vulnerable. Deals that could not be read are left out.
    """
    return dict(_each(record, verdict, book, games))


def _each(
    record: Record, verdict: Verdict, book: BridgeBook, games: Collection[int] | None
) -> Iterator[tuple[int, BridgeRuled]]:
    table = bridge_table(book)
    found: dict[int, list[Finding]] = {}
    for each in verdict.findings:
        if each.game is not None:
            found.setdefault(each.game, []).append(each)
    state = first_state(record.deals, book)
    for game, deal in enumerate(record.deals, 1):
        wanted = games is None or game in games
        if not wanted and not book.four_hand:
            continue
        if book.four_hand and game > 1:
            state = onward(state, record.deals[game - 2], deal)
        seen = see(deal, game, table.seats)
        each_ruled = rule_deal(replay(seen, table, state), found.get(game, []))
        state = each_ruled.after
        if wanted and not deal.unread:
            yield game, each_ruled
