"""Calls that are not admissible at all: Laws 36, 38 and 39."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.rulings.bridge.laws.around_call import AroundCall, around
from fairdeal.rulings.bridge.laws.provision import FORCED_PASS, PASSES_ON, Open, Provision
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.calls import Kind

DOUBLE_CALLED_OVER: Final = Provision(
    "36A",
    "the next player calls before the director has ruled",
    "The double or redouble and all calls after it are cancelled. The turn goes back to the player who had "
    "it, the auction goes on as though nothing had happened, and nobody is bound to a lead.",
)
DOUBLE_REPLACED: Final = Provision(
    "36B",
    "the next player has not called",
    f"The double or redouble is cancelled, and the offender replaces it by a legal call. {PASSES_ON}",
    FORCED_PASS,
)
DOUBLE_FOUND_LATE: Final = Provision(
    "36C",
    "attention is drawn to it only after the opening lead was faced",
    "The play goes on.",
    "The contract is scored as if the double or redouble had not been made.",
)
OBLIGED_CALLED_OVER: Final = Provision(
    "37A",
    "a player who had to pass bids or doubles, and the next player calls over it",
    "That call and those after it stand. Who has to pass for the rest of the auction still must; nobody is "
    "bound to a lead.",
)
OBLIGED: Final = Provision(
    "37B",
    "a player who had to pass bids or doubles, and the next player has not called",
    "The call is cancelled, and a pass takes its place. The other player of the side must pass from then on "
    "as well, and Law 26B may bind a lead.",
    FORCED_PASS,
)
OVER_SEVEN: Final = Provision(
    "38C",
    "the next player has not called over the bid",
    "The bid is cancelled, and a pass takes its place. The offender must pass from then on as well. "
    f"{PASSES_ON}",
    "No contract of more than seven is played.",
)
OVER_SEVEN_CALLED_OVER: Final = Provision(
    "38D",
    "the next player has called over the bid",
    "The bid and all calls after it are cancelled, and a pass takes its place. Both players of the offending "
    "side must pass from then on, but nobody is bound to a lead.",
    "No contract of more than seven is played.",
)
NOTHING_FOLLOWS: Final = Provision(
    "39B",
    "the next player called too, or it was a pass by a defender or any call by declarer's side",
    "All calls after the end of the auction are cancelled, and nothing further follows.",
)
DEFENDER_BID: Final = Provision(
    "39C",
    "it was a bid or double by a defender, and the next player has not called",
    "The call is cancelled. Declarer may forbid offender's partner, on first having the lead, one suit that "
    "offender did not name in the legal auction (Law 26B).",
)
PROVISIONS: Final = (
    DOUBLE_CALLED_OVER,
    DOUBLE_REPLACED,
    DOUBLE_FOUND_LATE,
    OBLIGED_CALLED_OVER,
    OBLIGED,
    OVER_SEVEN,
    OVER_SEVEN_CALLED_OVER,
    NOTHING_FOLLOWS,
    DEFENDER_BID,
)


def look_at_double(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    """A double or redouble. One that was called over without the turn going back, with the hand then played,
    was not seen in time."""
    call = around(replay, finding)
    if call is None:
        return
    number, over = call.made.number, call.passed_on
    back = over and call.next is not None and call.next.stands is False
    late = over and not back and call.played
    put_right = back or call.replaced is not None
    yield DOUBLE_CALLED_OVER.calls(
        True if back else False if late or put_right else None, void=number
    )
    yield DOUBLE_REPLACED.calls(_replaced(call), void=number)
    yield DOUBLE_FOUND_LATE.calls(True if late else False if put_right else None, void=number)


def _replaced(call: AroundCall) -> bool | None:
    """Whether the next player had not called when it was put right; None where nobody called after it."""
    if call.next is None:
        return None
    return True if call.replaced else False if call.passed_on else None


def look_at_obligation(call: AroundCall) -> Iterator[Open]:
    """Offender's partner, who may have had to pass, called all the same."""
    spoke = next((each for each in call.of(call.partner) if each.words.kind is not Kind.PASS), None)
    if spoke is None:
        return
    after = next((each for each in call.later if each.number > spoke.number), None)
    over, replaced = after is not None and after.seat == call.rho, spoke.stands is False
    yield OBLIGED_CALLED_OVER.stands(None if over else False)
    yield OBLIGED.stands(True if replaced else False if over else None)


def look_at_range(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    """A bid of more than seven; of one below one the Laws say only that it is none."""
    call = around(replay, finding)
    if call is None or (call.made.words.value or 0) <= replay.table.book.highest:
        return
    over = None if call.next is None else call.passed_on
    yield OVER_SEVEN.calls(None if over is None else not over, void=call.made.number)
    yield OVER_SEVEN_CALLED_OVER.calls(over, void=call.made.number)


def look_at_late_call(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    call = around(replay, finding)
    defends = call.is_defender() if call is not None else None
    if call is None or defends is None:
        return
    free = not defends or call.made.words.kind is Kind.PASS or call.passed_on
    yield NOTHING_FOLLOWS.stands(True if free else False if call.replaced else None)
    yield DEFENDER_BID.stands(False if free else None)
