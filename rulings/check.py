"""A record under a rulebook: every deal replayed, every rule looked at, every award worked out."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.records.record import Record
from fairdeal.rulings.frame.decided import Decided
from fairdeal.rulings.frame.finding import Refusal, Verdict
from fairdeal.rulings.games import game_of
from fairdeal.rulings.rulebooks.rulebook import Rulebook


def check(
    record: Record,
    book: Rulebook,
    refused: Sequence[Refusal] = (),
    decided: Sequence[Decided] = (),
) -> Verdict:
    """Everything there is to say about a record, by the rules of the rulebook's game.

    `refused` are the slips of the pen that a person says were none, `decided` what a committee made of
    findings: with them the verdict is the one as ruled, without them the one by the rulebook. Never raises
    for what the record says.
    """
    return game_of(book).check(record, book, refused, decided)
