"""The probabilities of clear readings, put back into a record that was read from its own text.

Text says ``9H`` of a card read with 0.9995, and a row of cards is in the order played. The record of a
photo is read back from its text, so that its places are those of the text; how surely each entry was read,
and whether the order is known, is taken over from the record that was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from fairdeal.records.cards import NUMBERED
from fairdeal.records.doubt import Entry, clear
from fairdeal.records.record import Event, Trick

T = TypeVar("T")


def sure_as_read(back: T, built: T) -> T:
    """`back` with the probabilities of `built`, wherever both have the same clear entry."""
    found: T = _same(back, built)
    return found


def _same(back: Any, built: Any) -> Any:
    if type(back) is not type(built) or back is built:
        return back
    if isinstance(back, Entry):
        return _entry(back, built)
    if isinstance(back, tuple):
        if len(back) != len(built):
            return back
        found = tuple(_same(a, b) for a, b in zip(back, built, strict=True))
        return back if all(a is b for a, b in zip(found, back, strict=True)) else found
    if isinstance(back, Mapping):
        return {key: _same(value, built.get(key)) for key, value in back.items()}
    if isinstance(back, Trick) and built.by_seat:
        return _by_seat(_parts(back, built))
    if isinstance(back, Event):
        return replace(_parts(back, built), left_over=built.left_over)
    if is_dataclass(back) and not isinstance(back, type):
        return _parts(back, built)
    return back


def _by_seat(trick: Trick) -> Trick:
    """A trick of which the page tells who played what, and not who led: text has no words for that."""
    plays = trick.plays
    seated = {play.label.value for play in plays if play.label is not None}
    free = [seat for seat in NUMBERED[: len(plays)] if seat not in seated]
    if len(free) != 1 or len(plays) != len(trick.items):
        return replace(trick, by_seat=True)
    first = replace(plays[0], label=clear(free[0]))
    return replace(trick, items=(first, *plays[1:]), by_seat=True)


def _entry(back: Entry[Any], built: Entry[Any]) -> Entry[Any]:
    alike = back.clear and built.clear and back.value == built.value
    return replace(back, readings=built.readings) if alike and built.left_over else back


def _parts(back: Any, built: Any) -> Any:
    changed = {}
    for part in fields(back):
        old = getattr(back, part.name)
        if (part.init and isinstance(old, (tuple, Mapping, Entry))) or is_dataclass(old):
            new = _same(old, getattr(built, part.name))
            if new is not old:
                changed[part.name] = new
    return replace(back, **changed) if changed else back
