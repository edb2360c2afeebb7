"""Several readers of the same lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event

from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.readers import by_each
from fairdeal.digitize.printed.words import PRINTED, Sign
from tests.support.waiting import PATIENCE


@dataclass
class Waits:
    """A reader that reads once another has begun."""

    text: str
    own: Event
    other: Event
    knows: frozenset[str] = PRINTED

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        self.own.set()
        assert self.other.wait(PATIENCE), "the other one was not asked"
        return [[Sign(self.text, 0.0, 1.0)]]


def test_readers_read_side_by_side_and_answer_in_their_order() -> None:
    one, other = Event(), Event()
    read = by_each([Waits("a", one, other), Waits("b", other, one)], [])
    assert [signs[0].text for (signs,) in read] == ["a", "b"]
