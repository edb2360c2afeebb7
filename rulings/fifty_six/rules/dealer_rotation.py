"""A deal dealt by somebody whose turn it was not.

What: the dealer is not the one right of the dealer before, both being recorded, in the logs or down a
sheet. A redeal is dealt by the same dealer. After a wrong dealer the next is judged from him, so going
back to the old order shows as well.

Why: the deal decides who calls and leads first. It can be put right only before play begins.

Article: 2.1 with 2.4 and 4.5 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.figures import figure
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat
from fairdeal.rulings.fifty_six.replay.table import Table
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import SheetView
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.frame.finding import At


def due_dealer(
    table: Table, before: tuple[str | None, Seat | None], number: str | None
) -> Seat | None:
    """Whose deal it is after a deal of a number and dealer; None where that cannot be told."""
    label, dealer = before
    if dealer is None or label is None or number is None:
        return None
    if label == number:
        return dealer
    here, last = figure(number), figure(label)
    if here is None or last is None:
        return None
    steps = here - last
    if steps < 1:
        return None
    for _ in range(steps % table.players):
        dealer = table.next_dealer[dealer]
    return dealer


def check_logs(session: Session) -> Iterator[Draft]:
    before: tuple[str | None, Seat | None] = (None, None)
    for each in session.ruled:
        replay = each.replay
        dealer, label = replay.dealer, each.label
        due = due_dealer(session.table, before, label)
        if due is not None and dealer is not None and dealer != due:
            entry_of = replay.deal.dealer
            yield Draft(
                Place.of("dealer"),
                _message(f"Deal {label}", dealer, due, str(before[0]), str(before[1])),
                seat=dealer,
                of=replay,
                at=At(seat=dealer),
                span=entry_of.span if entry_of else None,
            )
        if dealer is not None:
            before = (label, dealer)


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    before: tuple[str | None, Seat | None] = (None, None)
    for row in view.rows:
        due = due_dealer(session.table, before, row.deal)
        if due is not None and row.dealer is not None and row.dealer != due:
            message = _message(f"Deal {row.deal}", row.dealer, due, str(before[0]), str(before[1]))
            yield entry(session, view, row, "dealer", message, seat=row.dealer)
        if row.dealer is not None:
            before = (row.deal, row.dealer)


def _message(deal: str, dealer: Seat, due: Seat, last: str, last_dealer: str) -> str:
    return (
        f"{deal} was dealt by seat {dealer}; seat {last_dealer} dealt deal {last}, so it was "
        f"seat {due}'s turn to deal."
    )


RULE = Rule(
    "dealer-rotation",
    "offence",
    session=check_logs,
    sheet=check_sheet,
    needs=Has.DEALER,
    sheet_needs=(("dealer",), ("deal",)),
)
