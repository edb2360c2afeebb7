"""Seats changed at the wrong time, or once too often.

What: a team changes its seats (`! seats 1=Biju`) after the cards were dealt; or all three seats are
swapped with the other team (`! swap-teams`) after the cards were dealt, before half of the session is
played, or for a second time. A change noted above the hands was made before they were dealt.

Why: seats may be changed before the cards are dealt, and the whole team once after half-way, so that
nobody changes places with the cards in hand or chases a lucky seat.

Article: 4.7 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place, figure
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.deal import Happening

_KINDS = (EventKind.SEATS, EventKind.SWAP_TEAMS)


def check(session: Session) -> Iterator[Draft]:
    swaps = 0
    for event in session.record.events:
        if event.kind is EventKind.SWAP_TEAMS:
            swaps += 1
            for reason in _too_early(session, swaps, 0):
                message = f"The teams swapped all their seats {reason}."
                yield Draft(Place.of("heading", "seats"), message, at=At(), span=event.span)
    for each in session.ruled:
        redealt = False
        for happening in each.replay.happenings:
            redealt = redealt or happening.event.kind is EventKind.REDEAL
            if happening.event.kind not in _KINDS:
                continue
            if not (redealt or _between(each, happening)):
                yield _found(each, happening, "after the cards were dealt")
            if happening.event.kind is EventKind.SWAP_TEAMS:
                swaps += 1
                done = _number(each) - (happening.when != "closing")
                for reason in _too_early(session, swaps, done):
                    yield _found(each, happening, reason)


def _between(ruled: Ruled, happening: Happening) -> bool:
    """Whether seats were changed before the cards were dealt, or after all."""
    if happening.when == "before":
        return happening.event.above_hands or not ruled.replay.deal.hands
    return happening.when == "closing" or _after(ruled, happening)


def _after(ruled: Ruled, happening: Happening) -> bool:
    """Whether nothing of the deal is recorded after an event that follows a closed auction."""
    replay = ruled.replay
    if replay.played_on or replay.auction.open:
        return False
    place = happening.place
    return place is not None and place.number("call") == len(replay.auction.calls)


def _number(ruled: Ruled) -> int:
    """How many deals of the session are played once this one is."""
    number = figure(ruled.label or "")
    return number if number is not None else ruled.verdict.game


def _too_early(session: Session, count: int, done: int) -> list[str]:
    """Why a swap of all seats was not allowed after so many deals: one reason, or none."""
    deals = session.book.scoring.session_deals
    if count > 1:
        return ["a second time"]
    if deals is not None and done < deals // 2:
        return [f"before deal {deals // 2} was played"]
    return []


def _found(ruled: Ruled, happening: Happening, reason: str) -> Draft:
    replay, event = ruled.replay, happening.event
    place = happening.place or Place.of("dealer")
    what = "The teams swapped all their seats" if not event.names else "Seats were changed"
    teams = {replay.table.team.get(seat) for seat, _ in event.names}
    return Draft(
        place,
        f"{what} {reason}.",
        team=teams.pop() if len(teams) == 1 else None,
        at=At(call=place.number("call"), trick=place.number("trick")),
        span=event.span,
        of=replay,
    )


RULE = Rule("seat-change", "offence", session=check)
