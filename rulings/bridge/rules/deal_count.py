"""Hands missing, repeated, out of order, or not as many as a match has.

What: the numbers of the hands, in the logs or down a sheet, do not go up one by one, a number comes
again although its hand was neither passed out nor dealt wrongly, or, where the record says that the
match is over, there are not four hands that count. A hand passed out or misdealt is not one of the four.

Why: a match is four hands for everyone, so that totals can be compared.

Article: 14 of the Alberta rules (seed document 003).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.table import board_number
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.rules.sheets import entry
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.sheets import standing_rows
from fairdeal.rulings.bridge.session import BridgeSession, SheetSeen, is_over
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft


def counts(each: BridgeRuled) -> bool:
    """Whether a hand is one of those that a match is made of."""
    return each.verdict.outcome not in ("passed-out", "redeal")


def check(session: BridgeSession) -> Iterator[Draft]:
    last: tuple[int, BridgeRuled] | None = None
    for each in session.ruled:
        number = board_number(each.label)
        if number is None:
            continue
        if last is not None:
            message = _jump(last[0], _stands(last[1]), number)
            if message:
                yield _found(each, message)
        last = (number, each)
    yield from _length(session)


def check_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    """The rows of a sheet that has a row a hand."""
    if view.we_they:
        return
    stands = standing_rows(session, view)
    last: tuple[int, int] | None = None
    for row in view.rows:
        number = board_number(row.deal)
        if "deal" in row.unread:
            last = None
        if number is None:
            continue
        if last is not None:
            message = _jump(last[0], last[1] in stands, number)
            if message:
                message = f"Row {row.index + 1}: {message[0].lower()}{message[1:]}"
                yield entry(session, view, row, "deal", message)
        last = (number, row.index)


def _stands(each: BridgeRuled) -> bool:
    return each.verdict.outcome in ("made", "defeated")


def _jump(last: int, stands: bool, number: int) -> str:
    """What is wrong with a number after the one before; '' where nothing is.

    A first hand after others begins another match. `stands`: the hand before was played and counts.
    """
    if number == last:
        return f"Deal {number} is recorded again; the earlier one counts." if stands else ""
    if number == 1 and last > 1:
        return ""
    if number < last:
        return f"Deal {number} is recorded after deal {last}."
    if number > last + 1:
        gone = [str(missing) for missing in range(last + 1, number)][:8]
        return f"Deal {number} follows deal {last}; not recorded: {', '.join(gone)}."
    return ""


def _length(session: BridgeSession) -> Iterator[Draft]:
    due = session.book.scoring.match_hands
    if due is None or not is_over(session) or not session.ruled:
        return
    played = sum(counts(each) for each in session.ruled)
    if played and played % due:
        yield _found(
            session.ruled[-1],
            f"{played} hands that count are recorded; a match has {due}.",
        )


def _found(each: BridgeRuled, message: str) -> Draft:
    number = each.replay.deal.number
    span = number.span if number is not None else None
    return Draft(Place.of("deal"), message, at=At(), span=span, of=each.replay)


RULE = Rule("deal-count", "entry", session=check, sheet=check_sheet, sheet_needs=(("deal",),))
