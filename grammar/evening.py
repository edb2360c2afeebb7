"""An event of pairs as scoring programs exchange it: who played, and every result of every board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair with its place. `direction` is empty where all are in one field."""

    number: str
    direction: str
    players: tuple[str, ...]
    place: int
    percentage: float


@dataclass(frozen=True, slots=True)
class Line:
    """A result: the numbers of the pairs, contract and tricks as PBN has them; score and matchpoints of
    both sides. Of a plain result the second score is empty."""

    pairs: tuple[str, str]
    contract: str
    declarer: str
    tricks: str
    scores: tuple[str, str]
    matchpoints: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole event. `scoring` is as PBN has it."""

    title: str
    date: str
    scoring: str
    pairs: tuple[Pair, ...]
    boards: tuple[tuple[str, tuple[Line, ...]], ...]
