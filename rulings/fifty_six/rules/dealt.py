"""Rules about what was dealt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records import SUIT_NAMES, EventKind, Place, Seat, figure
from fairdeal.rulings.fifty_six.deal import DealReplay, Ruled, constrains
from fairdeal.rulings.fifty_six.scoring import forfeited
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.frame.finding import At, Certainty
from fairdeal.rulings.frame.rule import Draft, who
from fairdeal.rulings.replay.deal import Happening
from fairdeal.rulings.replay.play import hand_span

# --- constraining-hand -------------------------------------------------------------------------------


def constrained(replay: DealReplay) -> Iterator[tuple[Seat, str]]:
    """The seats that hold a constraining hand, with what it is."""
    for seat, hand in replay.dealt.items():
        if hand.unknown or len(hand.cards) != replay.table.hand:
            continue
        kind = constrains(hand, replay.table)
        if kind == "suit":
            yield seat, f"eight {SUIT_NAMES[hand.cards[0].suit]}"
        elif kind == "jacks":
            yield seat, "all eight jacks"


def disclosed(replay: DealReplay, seat: Seat) -> bool:
    """Whether the seat disclosed its hand before the first card was led."""
    early = [*replay.deal.events, *(event for _, event in replay.seen.call_events)]
    for trick in replay.seen.tricks[:1]:
        early += [event for before, event in trick.events if not before]
    return any(
        event.kind is EventKind.DISCLOSED and event.seat is not None and event.seat.value == seat
        for event in early
    )


PLAYED_ON: Final = 0.75
"""How likely a deal with such a hand was played on, where what it came to is recorded and nothing else is:
else somebody wrote the result of the redeal under it."""


def results_written(replay: DealReplay) -> tuple[Place, ...]:
    """The points and scores under a deal without a play; none where a redeal of it is recorded."""
    if replay.played_on or replay.event(EventKind.REDEAL):
        return ()
    figures = {"points": replay.seen.points, "score": replay.seen.score}
    return tuple(
        Place.of(f"{kind} {team}")
        for kind, written in figures.items()
        for team, figure in written.items()
        if figure
    )


def constraining_hand(replay: DealReplay) -> Iterator[Draft]:
    """A hand that may not be played was dealt, and was not played.

    What: eight cards of one suit, or all eight jacks, in one hand: disclosed before the first lead, or with
    no play recorded. Played on without a word it is `constraining-hand-undisclosed` instead. Where points or
    a score are recorded and no play, both are reported, each with its share.

    Why: such a hand alone decides the deal. Whoever holds it must say so, and the same dealer deals again.

    Article: 2.4.3 (one suit) and 2.4.4 (jacks) with 4.8 of the international rules (seed document 000).
    """
    for seat, what in constrained(replay):
        told = disclosed(replay, seat)
        if replay.played_on and not told:
            continue
        said = "and said so before the first lead" if told else "which may not be played"
        found = _dealt(replay, seat, what, said)
        results = () if told else results_written(replay)
        if results and "constraining-hand-undisclosed" in replay.book.findings:
            found.message += " If it was dealt again, nothing in this deal scores."
            found.certainty, found.probability = Certainty.DEPENDS, 1.0 - PLAYED_ON
            found.depends_on = results
        yield found


def _dealt(replay: DealReplay, seat: Seat, what: str, said: str) -> Draft:
    return Draft(
        Place.of(f"hand {seat}"),
        f"Seat {seat} was dealt {what}, {said}.",
        seat=seat,
        at=At(seat=seat),
        span=hand_span(replay.deal, seat),
        article="2.4.4" if "jacks" in what else "2.4.3",
    )


# --- constraining-hand-undisclosed -------------------------------------------------------------------


def constraining_hand_undisclosed(replay: DealReplay) -> Iterator[Draft]:
    """A hand that may not be played was dealt and played without being declared.

    What: eight cards of one suit, or all eight jacks, in one hand, and play began before it was disclosed, if
    it was at all. Points or a score without a play show that it was probably played.

    Why: whoever holds such a hand must ask for a redeal. A player who does not loses the deal, and three more
    points go to the other side; there is no redeal then.

    Article: 3.9 with 3.10 and 4.8 of the international rules (seed document 000). The three points of 4.8 and
    of 3.10 are the same three: setting `forfeit-points`.
    """
    results = results_written(replay)
    if not replay.played_on and not results:
        return
    for seat, what in constrained(replay):
        if disclosed(replay, seat):
            continue
        found = Draft(
            Place.of(f"hand {seat}"),
            f"Seat {seat} was dealt {what} and did not say so before the first lead.",
            seat=seat,
            at=At(seat=seat),
            span=hand_span(replay.deal, seat),
            setting="forfeit-points",
        )
        if results:
            found.message += f" If the deal was played on, {_award(replay, seat)}"
            found.certainty, found.probability = Certainty.DEPENDS, PLAYED_ON
            found.depends_on = results
        yield found


def _award(replay: DealReplay, seat: Seat) -> str:
    award = forfeited(replay, replay.table.team[seat])
    if award is None:
        return "the other side gets it, and three more points."
    return f"the award is A {award['A']}, B {award['B']}."


# --- seat-change -------------------------------------------------------------------------------------

_KINDS = (EventKind.SEATS, EventKind.SWAP_TEAMS)


def seat_change(session: Session) -> Iterator[Draft]:
    """Seats changed at the wrong time, or once too often.

    What: a team changes its seats (`! seats 1=Biju`) after the cards were dealt; or all three seats are
    swapped with the other team (`! swap-teams`) after the cards were dealt, before half of the session is
    played, or for a second time. A change noted above the hands was made before they were dealt.

    Why: seats may be changed before the cards are dealt, and the whole team once after half-way, so that
    nobody changes places with the cards in hand or chases a lucky seat.

    Article: 4.7 of the international rules (seed document 000).
    """
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
                yield _seat_change_found(each, happening, "after the cards were dealt")
            if happening.event.kind is EventKind.SWAP_TEAMS:
                swaps += 1
                done = _number(each) - (happening.when != "closing")
                for reason in _too_early(session, swaps, done):
                    yield _seat_change_found(each, happening, reason)


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


def _seat_change_found(ruled: Ruled, happening: Happening, reason: str) -> Draft:
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


# --- score-query -------------------------------------------------------------------------------------


def score_query(replay: DealReplay) -> Iterator[Draft]:
    """A question about the score once the bidding has begun.

    What: the recorder noted that a seat asked or remarked about the score (`! score-query 4`) after the first
    call of a deal and before its end.

    Why: who knows the score bids to it; it may be checked between deals. Up to two points, for the committee
    to set, if the other side asks for it.

    Article: 5.5 of the international rules (seed document 000).
    """
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        if event.kind is not EventKind.SCORE_QUERY or event.seat is None:
            continue
        if place is None or happening.when == "closing":
            continue
        seat = event.seat.value if event.seat.value in replay.table.after else None
        yield Draft(
            place,
            f"{who(seat)} asked about the score when the bidding had begun.",
            seat=seat,
            span=event.span,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )
