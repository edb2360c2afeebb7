"""An insufficient bid: Law 27."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.rulings.bridge.laws.around_call import AroundCall, around
from fairdeal.rulings.bridge.laws.inadmissible import look_at_obligation
from fairdeal.rulings.bridge.laws.provision import (
    ASSIGNED,
    DAMAGE,
    FORCED_PASS,
    PASSES_ON,
    Open,
    Provision,
)
from fairdeal.rulings.bridge.replay.auction import CallMade
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign

ACCEPTED: Final = Provision(
    "27A1",
    "the next player accepts the bid, in words or by calling over it",
    "The bid counts as a legal one, and the auction goes on from it.",
)
OUT_OF_TURN: Final = Provision(
    "27A2",
    "the bid was also out of turn",
    "It is ruled on as a bid out of turn (Law 31).",
    "As Law 31 gives it.",
)
SAME_DENOMINATION: Final = Provision(
    "27B1(a)",
    "it is replaced by the lowest sufficient bid in the same denomination",
    "The auction goes on, and nobody is bound to anything.",
    DAMAGE,
)
COMPARABLE: Final = Provision(
    "27B1(b)",
    "it is replaced by a comparable call (Law 23A)",
    "The auction goes on, and nobody is bound to pass or to a lead.",
    DAMAGE,
)
OTHER_BID_OR_PASS: Final = Provision(
    "27B2", "it is replaced by another sufficient bid or by a pass", PASSES_ON, FORCED_PASS
)
DOUBLED: Final = Provision(
    "27B3",
    "it is replaced by a double or redouble that is not comparable",
    f"That call is cancelled, and the offender replaces the bid in another way. {PASSES_ON}",
    FORCED_PASS,
)
INSUFFICIENT_AGAIN: Final = Provision(
    "27B4",
    "it is replaced by another insufficient bid",
    f"If the next player does not accept that one either, it is cancelled too. {PASSES_ON}",
    FORCED_PASS,
)
GAINED: Final = Provision(
    "27D",
    "the offending side would hardly have had its result without the insufficient bid",
    "This is judged at the end of the play, where the bid was made good or replaced by a comparable call.",
    ASSIGNED,
)
PROVISIONS: Final = (
    ACCEPTED,
    OUT_OF_TURN,
    SAME_DENOMINATION,
    COMPARABLE,
    OTHER_BID_OR_PASS,
    DOUBLED,
    INSUFFICIENT_AGAIN,
    GAINED,
)


def look(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    call = around(replay, finding)
    if call is None:
        return
    number, replaced, accepted = call.made.number, call.replaced, call.made.stands
    yield ACCEPTED.calls(accepted, stand=number)
    if call.made.faults & Sign.CALL_TURN:
        yield OUT_OF_TURN.assigned(True)
        return
    shown = False if accepted else None
    found = _replacement(call, replaced) if replaced is not None and not accepted else {}
    for each in PROVISIONS[2:-1]:
        taken = found.get(each.key, False) if found else shown
        known = found and each is not INSUFFICIENT_AGAIN
        yield each.calls(taken, void=number) if known else each.assigned(taken)
    silent = found.get(OTHER_BID_OR_PASS.key) and call.partner_spoke()
    if found.get(COMPARABLE.key) or silent or (found and call.partner_silenced()):
        yield from look_at_obligation(call)
    made_good = {each.key: found.get(each.key) for each in (SAME_DENOMINATION, COMPARABLE)}
    if not accepted and (not found or made_good != dict.fromkeys(made_good)):
        yield GAINED.assigned(None)


def _replacement(call: AroundCall, replaced: CallMade) -> dict[str, bool | None]:
    """Which ways the replacement leaves open; a way that is not named was not taken.

    Whether a call is comparable no record shows, but a pass is not. A partner who goes on to bid was not
    silenced by it; one who passes throughout is taken to have been.
    """
    kind = replaced.words.kind
    if kind is Kind.BID and replaced.makes_good(call.made):
        return {SAME_DENOMINATION.key: True}
    if kind is Kind.BID and replaced.faults & Sign.INSUFFICIENT:
        return {INSUFFICIENT_AGAIN.key: True}
    if kind in (Kind.DOUBLE, Kind.REDOUBLE):
        key = DOUBLED.key if replaced.stands is False else COMPARABLE.key
        return {key: None if replaced.stands is None else True}
    other, spoke = OTHER_BID_OR_PASS, call.partner_spoke()
    if kind is Kind.PASS or call.partner_silenced():
        return {other.key: True}
    if spoke is None:
        return {COMPARABLE.key: None, other.key: None}
    return {COMPARABLE.key: True} if spoke else {COMPARABLE.key: None, other.key: True}
