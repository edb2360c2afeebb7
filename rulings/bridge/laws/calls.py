"""Calls: insufficient (Law 27), out of turn (Laws 28 to 32), not admissible at all (Laws 36 to 39)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records import Seat, team_of
from fairdeal.rulings.bridge.book import BridgeCall, partner
from fairdeal.rulings.bridge.laws.provision import (
    ASSIGNED,
    DAMAGE,
    FORCED_PASS,
    PASSES_ON,
    PASSES_ONCE,
    Open,
    Provision,
    by_key,
    standing,
)
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign


class AroundCall:
    """An irregular call and the calls after it. `seat` is the offender."""

    def __init__(self, replay: BridgeReplay, made: BridgeCall, seat: Seat) -> None:
        self.replay, self.made, self.seat = replay, made, seat
        self.later = replay.auction.calls[made.number :]
        self.lho = replay.table.after[seat]
        self.partner = partner(seat)
        self.rho = partner(self.lho)

    @property
    def next(self) -> BridgeCall | None:
        return self.later[0] if self.later else None

    @property
    def passed_on(self) -> bool:
        """The next player called, which accepts what can be accepted."""
        return self.next is not None and self.next.seat == self.lho

    @property
    def replaced(self) -> BridgeCall | None:
        """The call with which the offender replaced it at once, None where the record shows none."""
        return self.next if self.next is not None and self.next.seat == self.seat else None

    def of(self, seat: Seat, after: int = 0) -> list[BridgeCall]:
        """What a seat called later, from a number of later calls on."""
        return [each for each in self.later[after:] if each.seat == seat]

    def partner_spoke(self) -> bool | None:
        """Whether offender's partner made any call but pass afterwards that stands; None without a call."""
        calls = self.of(self.partner)
        spoke = [each for each in calls if each.kind is not Kind.PASS and each.stands is not False]
        return bool(spoke) if calls else None

    def partner_silenced(self) -> bool:
        """Whether offender's partner had to pass, as the table took it: a call of theirs was cancelled
        (Law 37), or the player after them called at their turn (Law 28A)."""
        return any(
            (each.seat == self.partner and each.stands is False)
            or (
                each.seat == self.rho
                and each.due == self.partner
                and not each.faults & Sign.CALL_TURN
            )
            for each in self.later
        )


def around(replay: BridgeReplay, finding: Finding) -> AroundCall | None:
    """The call that a finding is about; None where its seat is not known, or it is about no call."""
    number, calls = finding.at.call, replay.auction.calls
    if number is None or not 0 < number <= len(calls):
        return None
    made = calls[number - 1]
    return None if made.seat is None else AroundCall(replay, made, made.seat)


INADMISSIBLE: Final = (
    Provision(
        "36A",
        "the next player calls before the director has ruled",
        "The double or redouble and all calls after it are cancelled. The turn goes back to the player who "
        "had it, the auction goes on as though nothing had happened, and nobody is bound to a lead.",
    ),
    Provision(
        "36B",
        "the next player has not called",
        f"The double or redouble is cancelled, and the offender replaces it by a legal call. {PASSES_ON}",
        FORCED_PASS,
    ),
    Provision(
        "36C",
        "attention is drawn to it only after the opening lead was faced",
        "The play goes on.",
        "The contract is scored as if the double or redouble had not been made.",
    ),
    Provision(
        "37A",
        "a player who had to pass bids or doubles, and the next player calls over it",
        "That call and those after it stand. Who has to pass for the rest of the auction still must; nobody "
        "is bound to a lead.",
    ),
    Provision(
        "37B",
        "a player who had to pass bids or doubles, and the next player has not called",
        "The call is cancelled, and a pass takes its place. The other player of the side must pass from then "
        "on as well, and Law 26B may bind a lead.",
        FORCED_PASS,
    ),
    Provision(
        "38C",
        "the next player has not called over the bid",
        "The bid is cancelled, and a pass takes its place. The offender must pass from then on as well. "
        f"{PASSES_ON}",
        "No contract of more than seven is played.",
    ),
    Provision(
        "38D",
        "the next player has called over the bid",
        "The bid and all calls after it are cancelled, and a pass takes its place. Both players of the "
        "offending side must pass from then on, but nobody is bound to a lead.",
        "No contract of more than seven is played.",
    ),
    Provision(
        "39B",
        "the next player called too, or it was a pass by a defender or any call by declarer's side",
        "All calls after the end of the auction are cancelled, and nothing further follows.",
    ),
    Provision(
        "39C",
        "it was a bid or double by a defender, and the next player has not called",
        "The call is cancelled. Declarer may forbid offender's partner, on first having the lead, one suit "
        "that offender did not name in the legal auction (Law 26B).",
    ),
)


def look_at_double(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    """A double or redouble. One that was called over without the turn going back, with the hand then played,
    was not seen in time."""
    call = around(replay, finding)
    if call is None:
        return
    number, over = call.made.number, call.passed_on
    back = over and call.next is not None and call.next.stands is False
    late = over and not back and replay.played_on
    put_right = back or call.replaced is not None
    yield LAW["36A"].calls(True if back else False if late or put_right else None, void=number)
    yield LAW["36B"].calls(_replaced(call), void=number)
    yield LAW["36C"].calls(True if late else False if put_right else None, void=number)


def _replaced(call: AroundCall) -> bool | None:
    """Whether the next player had not called when it was put right; None where nobody called after it."""
    if call.next is None:
        return None
    return True if call.replaced else False if call.passed_on else None


def look_at_obligation(call: AroundCall) -> Iterator[Open]:
    """Offender's partner, who may have had to pass, called all the same."""
    spoke = next((each for each in call.of(call.partner) if each.kind is not Kind.PASS), None)
    if spoke is None:
        return
    after = next((each for each in call.later if each.number > spoke.number), None)
    over, replaced = after is not None and after.seat == call.rho, spoke.stands is False
    cancelled = True if replaced else False if over else None
    yield from standing(LAW, {"37A": None if over else False, "37B": cancelled})


def look_at_range(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    """A bid of more than seven; of one below one the Laws say only that it is not one."""
    call = around(replay, finding)
    if call is None or (call.made.words.value or 0) <= replay.table.book.highest:
        return
    over = None if call.next is None else call.passed_on
    yield LAW["38C"].calls(None if over is None else not over, void=call.made.number)
    yield LAW["38D"].calls(over, void=call.made.number)


def look_at_late_call(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    call, contract = around(replay, finding), replay.contract
    if call is None or contract is None:
        return
    declares = team_of(contract.by) == team_of(call.seat)
    free = declares or call.made.kind is Kind.PASS or call.passed_on
    over = True if free else False if call.replaced else None
    yield from standing(LAW, {"39B": over, "39C": False if free else None})


INSUFFICIENT: Final = (
    Provision(
        "27A1",
        "the next player accepts the bid, in words or by calling over it",
        "The bid counts as a legal one, and the auction goes on from it.",
    ),
    Provision(
        "27A2",
        "the bid was also out of turn",
        "It is ruled on as a bid out of turn (Law 31).",
        "As Law 31 gives it.",
    ),
    Provision(
        "27B1(a)",
        "it is replaced by the lowest sufficient bid in the same denomination",
        "The auction goes on, and nobody is bound to anything.",
        DAMAGE,
    ),
    Provision(
        "27B1(b)",
        "it is replaced by a comparable call (Law 23A)",
        "The auction goes on, and nobody is bound to pass or to a lead.",
        DAMAGE,
    ),
    Provision(
        "27B2", "it is replaced by another sufficient bid or by a pass", PASSES_ON, FORCED_PASS
    ),
    Provision(
        "27B3",
        "it is replaced by a double or redouble that is not comparable",
        f"That call is cancelled, and the offender replaces the bid in another way. {PASSES_ON}",
        FORCED_PASS,
    ),
    Provision(
        "27B4",
        "it is replaced by another insufficient bid",
        f"If the next player does not accept that one either, it is cancelled too. {PASSES_ON}",
        FORCED_PASS,
    ),
    Provision(
        "27D",
        "the offending side would hardly have had its result without the insufficient bid",
        "This is judged at the end of the play, where the bid was made good or replaced by a comparable "
        "call.",
        ASSIGNED,
    ),
)


def look_at_insufficient(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    call = around(replay, finding)
    if call is None:
        return
    number, replaced, accepted = call.made.number, call.replaced, call.made.stands
    yield LAW["27A1"].calls(accepted, stand=number)
    if call.made.faults & Sign.CALL_TURN:
        yield LAW["27A2"].assigned(True)
        return
    shown = False if accepted else None
    found = _replacement(call, replaced) if replaced is not None and not accepted else {}
    for each in INSUFFICIENT[2:-1]:
        taken = found.get(each.key, False) if found else shown
        known = found and each.key != "27B4"
        yield each.calls(taken, void=number) if known else each.assigned(taken)
    silent = found.get("27B2") and call.partner_spoke()
    if found.get("27B1(b)") or silent or (found and call.partner_silenced()):
        yield from look_at_obligation(call)
    made_good = {key: found.get(key) for key in ("27B1(a)", "27B1(b)")}
    if not accepted and (not found or made_good != dict.fromkeys(made_good)):
        yield LAW["27D"].assigned(None)


def _replacement(call: AroundCall, replaced: BridgeCall) -> dict[str, bool | None]:
    """Which ways the replacement leaves open; a way that is not named was not taken.

    Whether a call is comparable no record shows, but a pass is not. A partner who goes on to bid was not
    silenced by it; one who passes throughout is taken to have been.
    """
    kind = replaced.kind
    if kind is Kind.BID and replaced.makes_good(call.made):
        return {"27B1(a)": True}
    if kind is Kind.BID and replaced.faults & Sign.INSUFFICIENT:
        return {"27B4": True}
    if kind in (Kind.DOUBLE, Kind.REDOUBLE):
        key = "27B3" if replaced.stands is False else "27B1(b)"
        return {key: None if replaced.stands is None else True}
    other, spoke = "27B2", call.partner_spoke()
    if kind is Kind.PASS or call.partner_silenced():
        return {other: True}
    if spoke is None:
        return {"27B1(b)": None, other: None}
    return {"27B1(b)": True} if spoke else {"27B1(b)": None, other: True}


_ANY_CALL: Final = "The offender may make any legal call, and nobody is bound to anything further."
_NOT_TO_USE: Final = (
    "Offender's partner may make any legal call, but may not use what the cancelled one showed "
    "(Law 16C2)."
)
_THEIR_TURN: Final = (
    "it was partner's turn, or the next player's, the call is cancelled, and the offender "
    "later makes"
)
_COMPARABLE: Final = f"{_THEIR_TURN} a comparable call (Law 23A)"
_NOT_COMPARABLE: Final = f"{_THEIR_TURN} a call that is not comparable"

_CHANGED: Final = (
    "it was the turn of the next player, and the offender had called before",
    "The call is judged as a change of the offender's last call (Law 25): it counts if that call was not "
    "intended, or if the next player accepts the change; else it is cancelled.",
)

OUT_OF_TURN: Final = (
    Provision("25", *_CHANGED),
    Provision(
        "28B",
        "an opponent whose turn it was calls before the director has ruled",
        "The auction goes on as though the call out of turn had not been made, and its side is not bound to "
        "anything. What it showed is not for offender's partner to use (Law 16C2).",
    ),
    Provision(
        "29A",
        "the next player calls over it",
        "The call counts as though it had been in turn, and nothing further follows.",
    ),
    Provision(
        "30A",
        "the pass is cancelled, and it was the turn of the player on the offender's right",
        "The offender must pass at the next turn.",
    ),
    Provision("30B1(b)(i)", _COMPARABLE, f"{_ANY_CALL} {_NOT_TO_USE}", DAMAGE),
    Provision("30B1(b)(ii)", _NOT_COMPARABLE, f"{_NOT_TO_USE} {PASSES_ONCE}", FORCED_PASS),
    Provision("30B2", *_CHANGED),
    Provision(
        "30C",
        "the pass was artificial, or partner's call before it was",
        "It is ruled on as a bid out of turn (Law 31).",
        "As Law 31 gives it.",
    ),
    Provision(
        "31A1",
        "the bid is cancelled, and the player on the offender's right passes",
        "The offender must repeat the bid, and nothing further follows.",
    ),
    Provision(
        "31A2(a)",
        "the bid is cancelled, the player on the offender's right bids or doubles, and the offender makes a "
        "comparable call (Law 23A)",
        _ANY_CALL,
        DAMAGE,
    ),
    Provision(
        "31A2(b)",
        "the bid is cancelled, the player on the offender's right bids or doubles, and the offender makes a "
        "call that is not comparable",
        PASSES_ONCE,
        FORCED_PASS,
    ),
    Provision("31B2, comparable", _COMPARABLE, f"{_ANY_CALL} {_NOT_TO_USE}", DAMAGE),
    Provision("31B2, not comparable", _NOT_COMPARABLE, f"{_NOT_TO_USE} {PASSES_ONCE}", FORCED_PASS),
    Provision("31C", *_CHANGED),
    Provision(
        "32A1",
        "the double or redouble is cancelled, and the player on the offender's right passes",
        "The offender must repeat it, and nothing further follows. If it is not allowed then, Law 36 "
        "applies.",
    ),
    Provision(
        "32A2(a)",
        "the double or redouble is cancelled, the player on the offender's right bids or doubles, and the "
        "offender makes a comparable call (Law 23A)",
        _ANY_CALL,
        DAMAGE,
    ),
    Provision(
        "32A2(b)",
        "the double or redouble is cancelled, the player on the offender's right bids or doubles, and the "
        "offender makes a call that is not comparable",
        PASSES_ONCE,
        FORCED_PASS,
    ),
    Provision("32B, comparable", _COMPARABLE, f"{_ANY_CALL} {_NOT_TO_USE}", DAMAGE),
    Provision("32B, not comparable", _NOT_COMPARABLE, f"{_NOT_TO_USE} {PASSES_ONCE}", FORCED_PASS),
)

_CHANGES: Final = {Kind.PASS: "30B2", Kind.BID: "31C", Kind.DOUBLE: "25"}
_BEFORE_RHO: Final = {
    Kind.BID: ("31A1", "31A2(a)", "31A2(b)"),
    Kind.DOUBLE: ("32A1", "32A2(a)", "32A2(b)"),
}
_ELSE: Final = {
    Kind.PASS: ("30B1(b)(i)", "30B1(b)(ii)"),
    Kind.BID: ("31B2, comparable", "31B2, not comparable"),
    Kind.DOUBLE: ("32B, comparable", "32B, not comparable"),
}


def look_at_turn(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    call = around(replay, finding)
    if call is None or call.made.due is None:
        return
    kind = Kind.DOUBLE if call.made.kind is Kind.REDOUBLE else call.made.kind
    if kind not in _ELSE:
        return
    due = call.made.due
    number, stands = call.made.number, call.made.stands
    back = None if stands is None else not stands
    before = replay.auction.calls[: number - 1]
    if due == call.lho and any(each.seat == call.seat for each in before):
        yield LAW[_CHANGES[kind]].stands(None)
        return
    yield LAW["29A"].stands(None if back is None else not back)
    cancelled = dict(_cancelled(call, kind))
    if due != call.partner:
        sure = back and all(taken is False for taken in cancelled.values())
        cancelled = {
            "28B": True if sure else False if back is False else None,
            **cancelled,
        }
    right_player = call.next is not None and call.next.seat == due
    for key, taken in cancelled.items():
        taken, way = False if back is False else taken, LAW[key]
        yield way.calls(taken, void=number) if right_player else way.assigned(taken)
    if kind is Kind.PASS:
        settled = back is False or cancelled.get("28B")
        yield LAW["30C"].assigned(False if settled else None)


def _cancelled(call: AroundCall, kind: Kind) -> Iterator[tuple[str, bool | None]]:
    """The ways after the call was cancelled, each with whether the record shows it taken."""
    again = next(iter(call.of(call.seat)), None)
    if call.made.due != call.rho:
        comparable, other = _ELSE[kind]
        spoke = _partner_after(call, again)
        yield comparable, True if spoke else None
        yield other, False if spoke else None
    elif kind is Kind.PASS:
        yield "30A", None if again is None else again.kind is Kind.PASS
    else:
        passed, comparable, other = _BEFORE_RHO[kind]
        acted = None if call.next is None else call.next.kind is not Kind.PASS
        repeated = None if again is None else again.words == call.made.words
        spoke = _partner_after(call, again)
        yield passed, repeated if acted is False else None if acted is None else False
        yield comparable, False if acted is False else True if acted and spoke else None
        yield other, False if acted is False or spoke else None


def _partner_after(call: AroundCall, again: BridgeCall | None) -> bool | None:
    """Whether offender's partner called anything but pass at the turn after the offender's next call."""
    if again is None:
        return None
    answer = next((each for each in call.of(call.partner) if each.number > again.number), None)
    return None if answer is None else answer.kind is not Kind.PASS


LAW: Final = by_key(INADMISSIBLE, INSUFFICIENT, OUT_OF_TURN)
