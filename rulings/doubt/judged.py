"""What is weighed: a deal or a paper ruled on, how, and what other pages say of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from fairdeal.records.place import Place
from fairdeal.rulings.frame.finding import DealVerdict, Finding
from fairdeal.rulings.replay.seen import Chosen

Key = tuple[str, tuple[str, ...], str | None]


class Judged(Protocol):
    """A deal, or a paper, ruled on: the replay, and what is found in it."""

    @property
    def replay(self) -> Any: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...


class DealJudged(Judged, Protocol):
    """A deal with what came of it."""

    @property
    def verdict(self) -> DealVerdict: ...


J = TypeVar("J", bound=Judged)
C = TypeVar("C", bound=Judged, contravariant=True)

Judge = Callable[[Chosen], J]
"""Rules on the deal, or the paper, read in one way."""

Own = Callable[[J, bool], list[str]]
"""The places in a deal's result that the rest of it does not bear out; False as in `Scales.whole`."""


class Evidence(Protocol[C]):
    """What other pages say about a log.

    Called with a reading of the log it gives how well the two agree; False leaves out what hangs on
    every card. `unmet` are the entries of the other pages that do not agree, `view` is all that they
    see of the log.
    """

    def __call__(self, ruled: C, whole: bool) -> float: ...

    def unmet(self, ruled: C, whole: bool) -> list[Place]: ...

    def view(self, ruled: C) -> Hashable: ...


def key_of(finding: Finding) -> Key:
    """What makes two findings of different worlds the same."""
    return (finding.code, finding.place.parts, finding.seat)
