"""The deals of a judged record replayed as the verdict has them: who said and who played what."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from fairdeal.grammar.transcripts.record import Source
from fairdeal.records.record import Record
from fairdeal.rulings import Rulebook, Verdict
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.scoring.award import ruled_deals
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.fifty_six.replay.deal import Entered, replay
from fairdeal.rulings.fifty_six.replay.table import table_of
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.reading import see

Replay = Replayed[Any, Any]
"""A deal's replay, of any game."""


def replays(
    record: Record, verdict: Verdict, book: Rulebook, games: Collection[int] | None = None
) -> dict[int, Replay]:
    """The replays of the deals that could be read, by their position in the record; `games` names the ones
    wanted."""
    if isinstance(book, BridgeBook):
        wanted = games if book.single_boards else None
        return {
            game: each.replay for game, each in ruled_deals(record, verdict, book, wanted).items()
        }
    table = table_of(book, players(record, book))
    return {
        game: replay(see(deal, game, table.seats), table, Entered(verdict.deals[game - 1].contract))
        for game, deal in enumerate(record.deals, 1)
        if not deal.unread and (games is None or game in games)
    }


def with_seats(
    sources: Mapping[tuple[int | None, str], Source],
    record: Record,
    verdict: Verdict,
    book: Rulebook,
) -> dict[tuple[int | None, str], Source]:
    """The sources with printed cards by seat too: print has them in their order, findings name seats."""
    found = dict(sources)
    games = {game for game, place in sources if game is not None and " / card " in place}
    for game, each in replays(record, verdict, book, games).items() if games else ():
        for trick in each.play.tricks:
            for index, seat in enumerate(trick.seats):
                source = sources.get((game, f"trick {trick.number} / card {index + 1}"))
                if source is not None and seat is not None:
                    found.setdefault((game, f"trick {trick.number} / seat {seat}"), source)
    return found
