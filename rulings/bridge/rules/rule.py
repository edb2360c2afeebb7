"""What a rule of bridge is, and how its findings are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Unpack

from fairdeal.records.place import Place
from fairdeal.records.seats import COMPASS_NAMES, Seat, Team, other_team
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.auction import CallMade
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.sheet import SheetSeen
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.fifty_six.replay.play import TrickFact
from fairdeal.rulings.fifty_six.rules.rule import (
    Details,
    call_span,
    card_place,
    card_span,
    finding_in,
)
from fairdeal.rulings.frame.finding import At, Finding, Related, Remedy, Severity

DealCheck = Callable[[BridgeReplay], Iterable[Finding]]
RuledCheck = Callable[[BridgeRuled], Iterable[Finding]]
SheetCheck = Callable[[BridgeSession, SheetSeen], Iterable[Finding]]
SessionCheck = Callable[[BridgeSession], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class BridgeRule:
    """One kind of irregularity and how it is found.

    `deal` looks at a deal replayed, `maybe` for what the record leaves possible in it, `ruled` at the
    result written under it once its award is known, `sheet` at a score sheet, `session` at the record
    as a whole. `signs`: the deal is looked at only where one of these bits is raised (0: always).
    `needs`: what the record must have to be checked at all; `wants`: what it must have to be checked
    in full (bits of `rulings.frame.coverage`). `sheet_needs`: columns without which a sheet cannot be
    checked, any one of each group.
    """

    code: str
    severity: Severity
    deal: DealCheck | None = None
    maybe: DealCheck | None = None
    ruled: RuledCheck | None = None
    sheet: SheetCheck | None = None
    session: SessionCheck | None = None
    signs: int = 0
    needs: int = 0
    wants: int = 0
    ruled_needs: int = 0
    sheet_needs: tuple[tuple[str, ...], ...] = ()


def remedy_of(book: BridgeBook, code: str, team: Team | None) -> Remedy:
    """The remedy that the rulebook names for an offence by `team`; the committee where it names none.

    What a revoke costs, and an impropriety after the first, hangs on the deal and the session.
    """
    rule = book.findings.get(code)
    if rule is None:
        return Remedy("committee")
    if rule.remedy == "tricks":
        to = other_team(team) if team is not None else None
        return Remedy("tricks", to, book.penalties.revoke_tricks)
    if rule.remedy == "warning":
        return Remedy("warning", team)
    return Remedy(rule.remedy)


def remedy_text(remedy: Remedy) -> str:
    """The remedy in plain words."""
    match remedy.kind:
        case "redeal":
            return "Nothing in this deal scores, and the next dealer deals."
        case "tricks":
            count = "One trick goes" if remedy.points == 1 else f"{remedy.points} tricks go"
            return f"{count} to {remedy.to}."
        case "points":
            return f"{-remedy.points} points off {remedy.to}."
        case "warning":
            return f"A warning to {remedy.to}."
        case "correct-entry":
            return "Correct the entry."
        case "committee":
            return "For the committee to decide."
    return "None."


def make(
    replay: BridgeReplay, code: str, severity: Severity, place: Place, message: str,
    *, seat: Seat | None = None, team: Team | None = None, remedy: Remedy | None = None,
    **more: Unpack[Details],
) -> Finding:  # fmt: skip
    """A finding in a deal, with the article and the remedy that the rulebook gives."""
    if team is None and seat is not None:
        team = replay.table.team[seat]
    remedy = remedy or remedy_of(replay.table.book, code, team)
    return finding_in(
        replay, replay.table.book, code, severity, place, message, seat, team, remedy,
        remedy_text(remedy), **more,
    )  # fmt: skip


def marked_call(replay: BridgeReplay, number: int) -> str:
    """The marks that the record sets beside a call, '' for none."""
    call = replay.seen.where.call(number)
    return (call.marked or "") if call is not None else ""


def marked_card(replay: BridgeReplay, fact: TrickFact, index: int) -> str:
    """The marks that the record sets beside a card played, '' for none."""
    for _, plays in replay.seen.where.rows.get(fact.number, ())[:1]:
        return (plays[index].marked or "") if index < len(plays) else ""
    return ""


def calls_with(replay: BridgeReplay, bit: int, mark: str = "") -> Iterator[tuple[CallMade, bool]]:
    """The calls with a fault, or marked with a letter in the record; and whether the fault shows."""
    for made in replay.auction.calls:
        shows = bool(made.faults & bit)
        if shows or (mark and mark in marked_call(replay, made.number)):
            yield made, shows


def cards_with(
    replay: BridgeReplay, bit: int, mark: str = ""
) -> Iterator[tuple[TrickFact, int, bool]]:
    """The cards played with a fault, or marked with a letter; and whether the fault shows."""
    for fact in replay.play.tricks:
        for index in range(len(fact.cards)):
            shows = bool(fact.faults.get(index, 0) & bit)
            if shows or (mark and mark in marked_card(replay, fact, index)):
                yield fact, index, shows


MARKED_TOO: Final = " The record itself marks it."
ONLY_MARKED: Final = "; what is recorded beside the mark does not show it."


def call_finding(
    replay: BridgeReplay, code: str, severity: Severity, made: CallMade, message: str,
    *, mark: str = "", article: str | None = None, related: tuple[Related, ...] = (),
    setting: str | None = None,
) -> Finding:  # fmt: skip
    """A finding about one call; one that the record marks with `mark` is said to be marked."""
    if mark and mark in marked_call(replay, made.number) and ONLY_MARKED not in message:
        message += MARKED_TOO
    return make(
        replay, code, severity, Place.of(f"call {made.number}"), message, seat=made.seat,
        at=At(call=made.number, seat=made.seat), span=call_span(replay.seen, made.number),
        article=article, related=related, setting=setting,
    )  # fmt: skip


def card_finding(
    replay: BridgeReplay, code: str, severity: Severity, fact: TrickFact, index: int, message: str,
    *, mark: str = "", related: tuple[Related, ...] = (), setting: str | None = None,
    article: str | None = None, remedy: Remedy | None = None,
) -> Finding:  # fmt: skip
    """A finding about one card played (`index` counts from 0)."""
    seat = fact.seats[index]
    if mark and mark in marked_card(replay, fact, index) and ONLY_MARKED not in message:
        message += MARKED_TOO
    return make(
        replay, code, severity, card_place(fact, index), message, seat=seat,
        at=At(trick=fact.number, seat=seat, position=index + 1),
        span=card_span(replay.seen, fact.number, index), related=related, setting=setting,
        article=article, remedy=remedy,
    )  # fmt: skip


def said_text(made: CallMade) -> str:
    """The words of a call as they are quoted in a message."""
    return f'"{made.said.text}"' if made.said is not None else "a call"


def who(seat: Seat | None) -> str:
    return COMPASS_NAMES.get(seat or "", "Somebody")
