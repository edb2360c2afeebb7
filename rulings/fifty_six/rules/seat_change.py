"""Seats changed at the wrong time, or once too often.

What: a team changes its seats (`! seats 1=Biju`) in the middle of a deal; or all three seats are
swapped with the other team (`! swap-teams`) in the middle of a deal, before half of the session is
played, or for a second time.

Why: seats may be changed before the cards are dealt, and the whole team once after half-way, so that
nobody changes places with the cards in hand or chases a lucky seat.

Article: 4.7 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.events import Event, EventKind
from fairdeal.records.figures import figure
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.rules.rule import Rule, act_of, make
from fairdeal.rulings.fifty_six.rules.sheets import sheet_finding
from fairdeal.rulings.fifty_six.session import Ruled, Session
from fairdeal.rulings.frame.finding import At, Finding

_KINDS = (EventKind.SEATS, EventKind.SWAP_TEAMS)


def check(session: Session) -> Iterator[Finding]:
    swaps = 0
    for event in session.record.events:
        if event.kind is EventKind.SWAP_TEAMS:
            swaps += 1
            yield from _swap(session, None, event, swaps, 0)
    for each in session.ruled:
        closing = set(map(id, each.replay.deal.closing))
        before = set(map(id, each.replay.deal.events))
        for event in each.replay.events:
            if event.kind not in _KINDS:
                continue
            between = id(event) in closing or id(event) in before or _after(each, event)
            if not between:
                yield _found(each, event, "in the middle of a deal")
            if event.kind is EventKind.SWAP_TEAMS:
                swaps += 1
                done = _number(each) if id(event) in closing else _number(each) - 1
                yield from _swap(session, each, event, swaps, done)


def _after(ruled: Ruled, event: Event) -> bool:
    """Whether nothing of the deal is recorded after an event that follows a closed auction."""
    replay = ruled.replay
    if replay.played_on or replay.auction.open:
        return False
    place = act_of(replay, event)
    return place is not None and place.number("call") == len(replay.auction.calls)


def _number(ruled: Ruled) -> int:
    """How many deals of the session are played once this one is."""
    number = figure(ruled.label or "")
    return number if number is not None else ruled.verdict.game


def _swap(
    session: Session, ruled: Ruled | None, event: Event, count: int, done: int
) -> Iterator[Finding]:
    deals = session.book.scoring.session_deals
    reasons = []
    if count > 1:
        reasons.append("a second time")
    if deals is not None and done < deals // 2:
        reasons.append(f"before deal {deals // 2} was played")
    for reason in reasons[:1]:
        if ruled is not None:
            yield _found(ruled, event, reason)
        else:
            yield sheet_finding(
                session, RULE.code, RULE.severity, Place.of("heading", "seats"),
                f"The teams swapped all their seats {reason}.", at=At(), span=event.span,
            )  # fmt: skip


def _found(ruled: Ruled, event: Event, reason: str) -> Finding:
    replay = ruled.replay
    place = act_of(replay, event) or Place.of("dealer")
    what = "The teams swapped all their seats" if not event.names else "Seats were changed"
    seats = [seat for seat, _ in event.names]
    return make(
        replay, RULE.code, RULE.severity, place, f"{what} {reason}.",
        team=replay.table.team.get(seats[0]) if seats else None,
        at=At(call=place.number("call"), trick=place.number("trick")), span=event.span,
    )  # fmt: skip


RULE = Rule("seat-change", "offence", session=check)
