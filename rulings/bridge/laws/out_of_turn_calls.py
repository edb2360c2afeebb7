"""A call out of turn: Laws 28 to 32."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.rulings.bridge.laws.around_call import AroundCall, around
from fairdeal.rulings.bridge.laws.provision import (
    DAMAGE,
    FORCED_PASS,
    PASSES_ONCE,
    Open,
    Provision,
)
from fairdeal.rulings.bridge.replay.auction import CallMade
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.calls import Kind

_FREE: Final = "The offender may make any legal call, and nobody is bound to anything further."
_SEEN: Final = (
    "Offender's partner may make any legal call, but may not use what the cancelled one showed "
    "(Law 16C2)."
)
_THEIR_TURN: Final = (
    "it was partner's turn, or the next player's, the call is cancelled, and the offender "
    "later makes"
)
_COMPARABLE: Final = f"{_THEIR_TURN} a comparable call (Law 23A)"
_NOT_COMPARABLE: Final = f"{_THEIR_TURN} a call that is not comparable"

BY_THE_RIGHT_PLAYER: Final = Provision(
    "28B",
    "an opponent whose turn it was calls before the director has ruled",
    "The auction goes on as though the call out of turn had not been made, and its side is not bound to "
    "anything. What it showed is not for offender's partner to use (Law 16C2).",
)
ACCEPTED: Final = Provision(
    "29A",
    "the next player calls over it",
    "The call counts as though it had been in turn, and nothing further follows.",
)
PASS_BEFORE_RHO: Final = Provision(
    "30A",
    "the pass is cancelled, and it was the turn of the player on the offender's right",
    "The offender must pass at the next turn.",
)
PASS_COMPARABLE: Final = Provision("30B1(b)(i)", _COMPARABLE, f"{_FREE} {_SEEN}", DAMAGE)
PASS_NOT_COMPARABLE: Final = Provision(
    "30B1(b)(ii)", _NOT_COMPARABLE, f"{_SEEN} {PASSES_ONCE}", FORCED_PASS
)
PASS_ARTIFICIAL: Final = Provision(
    "30C",
    "the pass was artificial, or partner's call before it was",
    "It is ruled on as a bid out of turn (Law 31).",
    "As Law 31 gives it.",
)
BID_RHO_PASSED: Final = Provision(
    "31A1",
    "the bid is cancelled, and the player on the offender's right passes",
    "The offender must repeat the bid, and nothing further follows.",
)
BID_RHO_ACTED: Final = Provision(
    "31A2(a)",
    "the bid is cancelled, the player on the offender's right bids or doubles, and the offender makes a "
    "comparable call (Law 23A)",
    _FREE,
    DAMAGE,
)
BID_RHO_ACTED_OTHER: Final = Provision(
    "31A2(b)",
    "the bid is cancelled, the player on the offender's right bids or doubles, and the offender makes a call "
    "that is not comparable",
    PASSES_ONCE,
    FORCED_PASS,
)
BID_COMPARABLE: Final = Provision("31B2, comparable", _COMPARABLE, f"{_FREE} {_SEEN}", DAMAGE)
BID_NOT_COMPARABLE: Final = Provision(
    "31B2, not comparable", _NOT_COMPARABLE, f"{_SEEN} {PASSES_ONCE}", FORCED_PASS
)
DOUBLE_RHO_PASSED: Final = Provision(
    "32A1",
    "the double or redouble is cancelled, and the player on the offender's right passes",
    "The offender must repeat it, and nothing further follows. If it is not allowed then, Law 36 applies.",
)
DOUBLE_RHO_ACTED: Final = Provision(
    "32A2(a)",
    "the double or redouble is cancelled, the player on the offender's right bids or doubles, and the "
    "offender makes a comparable call (Law 23A)",
    _FREE,
    DAMAGE,
)
DOUBLE_RHO_ACTED_OTHER: Final = Provision(
    "32A2(b)",
    "the double or redouble is cancelled, the player on the offender's right bids or doubles, and the "
    "offender makes a call that is not comparable",
    PASSES_ONCE,
    FORCED_PASS,
)
DOUBLE_COMPARABLE: Final = Provision("32B, comparable", _COMPARABLE, f"{_FREE} {_SEEN}", DAMAGE)
DOUBLE_NOT_COMPARABLE: Final = Provision(
    "32B, not comparable", _NOT_COMPARABLE, f"{_SEEN} {PASSES_ONCE}", FORCED_PASS
)
_CHANGED: Final = (
    "it was the turn of the next player, and the offender had called before",
    "The call is judged as a change of the offender's last call (Law 25): it counts if that call was not "
    "intended, or if the next player accepts the change; else it is cancelled.",
)

_CHANGES: Final = {
    Kind.PASS: Provision("30B2", *_CHANGED),
    Kind.BID: Provision("31C", *_CHANGED),
    Kind.DOUBLE: Provision("25", *_CHANGED),
}
_BEFORE_RHO: Final = {
    Kind.BID: (BID_RHO_PASSED, BID_RHO_ACTED, BID_RHO_ACTED_OTHER),
    Kind.DOUBLE: (DOUBLE_RHO_PASSED, DOUBLE_RHO_ACTED, DOUBLE_RHO_ACTED_OTHER),
}
_ELSE: Final = {
    Kind.PASS: (PASS_COMPARABLE, PASS_NOT_COMPARABLE),
    Kind.BID: (BID_COMPARABLE, BID_NOT_COMPARABLE),
    Kind.DOUBLE: (DOUBLE_COMPARABLE, DOUBLE_NOT_COMPARABLE),
}
PROVISIONS: Final = (
    _CHANGES[Kind.DOUBLE],
    BY_THE_RIGHT_PLAYER,
    ACCEPTED,
    PASS_BEFORE_RHO,
    PASS_COMPARABLE,
    PASS_NOT_COMPARABLE,
    _CHANGES[Kind.PASS],
    PASS_ARTIFICIAL,
    *_BEFORE_RHO[Kind.BID],
    BID_COMPARABLE,
    BID_NOT_COMPARABLE,
    _CHANGES[Kind.BID],
    *_BEFORE_RHO[Kind.DOUBLE],
    DOUBLE_COMPARABLE,
    DOUBLE_NOT_COMPARABLE,
)


def look(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    call = around(replay, finding)
    if call is None or call.made.due is None:
        return
    kind = Kind.DOUBLE if call.made.words.kind is Kind.REDOUBLE else call.made.words.kind
    if kind not in _ELSE:
        return
    due = call.made.due
    number, stands = call.made.number, call.made.stands
    back = None if stands is None else not stands
    if due == call.lho and call.called_before:
        yield _CHANGES[kind].stands(None)
        return
    yield ACCEPTED.stands(None if back is None else not back)
    cancelled = dict(_cancelled(call, kind))
    if due != call.partner:
        sure = back and all(taken is False for taken in cancelled.values())
        cancelled = {
            BY_THE_RIGHT_PLAYER: True if sure else False if back is False else None,
            **cancelled,
        }
    right_player = call.next is not None and call.next.seat == due
    for provision, taken in cancelled.items():
        taken = False if back is False else taken
        yield provision.calls(taken, void=number) if right_player else provision.assigned(taken)
    if kind is Kind.PASS:
        settled = back is False or cancelled.get(BY_THE_RIGHT_PLAYER)
        yield PASS_ARTIFICIAL.assigned(False if settled else None)


def _cancelled(call: AroundCall, kind: Kind) -> Iterator[tuple[Provision, bool | None]]:
    """The ways after the call was cancelled, each with whether the record shows it taken."""
    again = next(iter(call.of(call.seat)), None)
    if call.made.due != call.rho:
        comparable, other = _ELSE[kind]
        spoke = _partner_after(call, again)
        yield comparable, True if spoke else None
        yield other, False if spoke else None
    elif kind is Kind.PASS:
        yield PASS_BEFORE_RHO, None if again is None else again.words.kind is Kind.PASS
    else:
        passed, comparable, other = _BEFORE_RHO[kind]
        acted = None if call.next is None else call.next.words.kind is not Kind.PASS
        repeated = None if again is None else again.words == call.made.words
        spoke = _partner_after(call, again)
        yield passed, repeated if acted is False else None if acted is None else False
        yield comparable, False if acted is False else True if acted and spoke else None
        yield other, False if acted is False or spoke else None


def _partner_after(call: AroundCall, again: CallMade | None) -> bool | None:
    """Whether offender's partner called anything but pass at the turn after the offender's next call."""
    if again is None:
        return None
    answer = next((each for each in call.of(call.partner) if each.number > again.number), None)
    return None if answer is None else answer.words.kind is not Kind.PASS
