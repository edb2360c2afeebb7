"""What the rules are made with: the kind of rule, drafts about calls, cards and cells, words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypedDict, Unpack

from fairdeal.rulings.bridge.book import BridgeCall
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame import rule
from fairdeal.rulings.frame.finding import Remedy, Severity
from fairdeal.rulings.frame.rule import Details, Draft
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.signs import Sign

_ONLY: Final = "The record marks"
MARKED_TOO: Final = " The record itself marks it."
ONLY_MARKED: Final = "; nothing else in the record shows it."
MARKED_WRONGLY: Final = "the mark or another entry is written wrongly."


class Wrong(TypedDict, total=False):
    """How a finding about a mark that the record contradicts differs: nobody is blamed."""

    severity: Severity
    remedy: Remedy


def only_marked(what: str, as_what: str, but: str | None) -> tuple[str, Wrong]:
    """What is said of a mark that nothing else shows. `but`: what in the record contradicts it."""
    said = f"{_ONLY} {what} as {as_what}"
    if but is None:
        return f"{said}{ONLY_MARKED}", {}
    message = f"{said}, but {but}: {MARKED_WRONGLY}"
    return message, {"severity": "entry", "remedy": Remedy("correct-entry")}


def marked_call(replay: BridgeReplay, number: int) -> str:
    """The marks that the record sets beside a call, '' for none."""
    call = replay.seen.where.call(number)
    return (call.marked or "") if call is not None else ""


def marked_card(replay: BridgeReplay, fact: TrickFact, index: int) -> str:
    """The marks that the record sets beside a card played, '' for none."""
    for _, plays in replay.seen.where.rows.get(fact.number, ())[:1]:
        return (plays[index].marked or "") if index < len(plays) else ""
    return ""


def calls_with(
    replay: BridgeReplay, sign: Sign, mark: str = ""
) -> Iterator[tuple[BridgeCall, bool]]:
    """The calls with a fault, or marked with a letter in the record; and whether the fault shows."""
    for made in replay.auction.calls:
        shows = bool(made.faults & sign)
        if shows or (mark and mark in marked_call(replay, made.number)):
            yield made, shows


def cards_with(
    replay: BridgeReplay, sign: Sign, mark: str = ""
) -> Iterator[tuple[TrickFact, int, bool]]:
    """The cards played with a fault, or marked with a letter; and whether the fault shows."""
    for fact in replay.play.tricks:
        for index in range(len(fact.cards)):
            shows = bool(fact.faults.get(index, 0) & sign)
            if shows or (mark and mark in marked_card(replay, fact, index)):
                yield fact, index, shows


def about_call(
    replay: BridgeReplay, made: BridgeCall, message: str, *, mark: str = "", **more: Unpack[Details]
) -> Draft:
    """A draft about one call; one that the record marks with `mark` is said to be marked."""
    said = _with_mark(message, mark, marked_call(replay, made.number) if mark else "")
    return rule.about_call(replay, made, said, **more)


def about_card(
    replay: BridgeReplay,
    fact: TrickFact,
    index: int,
    message: str,
    *,
    mark: str = "",
    **more: Unpack[Details],
) -> Draft:
    """A draft about one card played (`index` counts from 0), likewise."""
    said = _with_mark(message, mark, marked_card(replay, fact, index) if mark else "")
    return rule.about_card(replay, fact, index, said, **more)


def _with_mark(message: str, mark: str, marks: str) -> str:
    """The message, with a word about the record's own mark unless it has one already."""
    marked = mark and mark in marks and not message.startswith(_ONLY)
    return message + MARKED_TOO if marked else message
