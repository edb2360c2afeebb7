"""What a maker needs at random is not always there: then another deal is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class NoChanceError(Exception):
    """The deal at hand gives no chance for this irregularity; another deal must be tried."""


def require(condition: object) -> None:
    if not condition:
        raise NoChanceError


def given(value: T | None) -> T:
    """What the deal at hand must have."""
    if value is None:
        raise NoChanceError
    return value


def first_of(seeds: Iterable[int], make: Callable[[int], T]) -> T:
    """What is made of the first seed that gives a chance for it."""
    for seed in seeds:
        with suppress(NoChanceError):
            return make(seed)
    raise NoChanceError("no deal has room for it")
