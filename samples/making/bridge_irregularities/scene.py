"""What a board with an irregularity is made of, whatever the irregularity."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from fairdeal.records.record import Record
from samples.making.records.bridge_deals import Made, record_of, start_play


@dataclass(frozen=True, slots=True)
class Wanted:
    """A finding that must be there."""

    code: str
    place: str
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class BridgeCase:
    """A record with one irregularity, all its findings, and the award (None: not to be decided)."""

    kind: str
    record: Record
    wanted: tuple[Wanted, ...]
    award: dict[str, int] | None = field(default=None)
    judged: bool = True
    """Whether the award is stated at all."""


NOTHING: Final = {"NS": 0, "EW": 0}
"""The award of a deal in which nothing scores."""


class NoChanceError(Exception):
    """The deal at hand gives no chance for this irregularity; another deal must be tried."""


def finish(made: Made, rng: Random) -> Made:
    """Play a deal whose auction is over to the end, and write the result."""
    if made.bidding.contract() is None:
        raise NoChanceError
    start_play(made).to_the_end(rng)
    made.settle()
    return made


def case_of(kind: str, made: Made, *wanted: Wanted) -> BridgeCase:
    return BridgeCase(kind, record_of(made), wanted, made.score or None)
