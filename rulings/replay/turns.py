"""Whose turn it is to call, whatever the game: acts out of turn, and what may follow them."""

from __future__ import annotations

from typing import Protocol

from fairdeal.records.calls import Said
from fairdeal.records.events import Event, EventKind
from fairdeal.records.seats import Seat

Silences = tuple[tuple[int, Event], ...]
"""Turns passed over in silence: how many calls were made before, and the event."""


class Walk(Protocol):
    """The state of an auction between two calls."""

    def silent(self, index: int, silences: Silences) -> None: ...
    def call(self, label: Seat | None, said: Said | None) -> None: ...


def follow(
    walk: Walk, labels: list[Seat | None], said: list[Said | None], events: list[tuple[int, Event]]
) -> Silences:
    """Have a walk take every call in the order recorded, and every silence where it stands."""
    silences = tuple((at, event) for at, event in events if event.kind is EventKind.SILENCE)
    for index, words in enumerate(said):
        if silences:
            walk.silent(index, silences)
        walk.call(labels[index], words)
    if silences:
        walk.silent(len(said), silences)
    return silences


class Turns:
    """The turn of an auction between two calls.

    After an act out of turn the seat passed over may act, or the turn may go on from the one who acted:
    neither is a further fault.
    """

    def __init__(self, after: dict[Seat, Seat], lead: Seat | None) -> None:
        self.after = after
        self.next = lead
        """Who acts where no label says so."""
        self.due = lead
        self.allowed: set[Seat] | None = None if lead is None else {lead}
        self.early: set[Seat] = set()

    def pass_over(self, seat: Seat) -> None:
        """A turn passed over in silence goes on to the next seat without a fault of that seat."""
        after = self.after[seat]
        if self.allowed is not None:
            self.allowed.add(after)
        if self.next == seat:
            self.next = after

    def act(self, seat: Seat | None, closed: bool) -> bool:
        """A seat acts: whether it is out of turn, and who may act next. After the close nobody is."""
        self.next = self.after[seat] if seat is not None else None
        if seat is None:
            self.due, self.allowed = None, None
            return False
        if closed:
            return False
        after = self.after[seat]
        if self.allowed is not None and seat not in self.allowed:
            self.early.add(seat)
            due = self.due
            self.allowed = {after} if due is None else {due, after}
            return True
        due = self.due
        while due is not None and due != seat and due in self.early:
            self.early.discard(due)
            due = self.after[due]
        if due is not None and due != seat:
            self.early.clear()  # the turn went on from the one who acted early
        self.early.discard(seat)
        self.due = after
        self.allowed = {after}
        while after in self.early and len(self.allowed) < len(self.after):
            after = self.after[after]
            self.allowed.add(after)
        return False
