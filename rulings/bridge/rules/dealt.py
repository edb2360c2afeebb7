"""Rules about what was dealt, and by whom at bridge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records import Place, Seat, Span, Team
from fairdeal.rulings.bridge.book import (
    VULNERABLE,
    WORDS,
    board_dealer,
    board_number,
    board_vulnerable,
)
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, written_sides
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.sheets import (
    BridgeSession,
    SheetSeen,
    entry,
    is_over,
    standing_rows,
)
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft, who
from fairdeal.rulings.replay.sheets import seat_of
from fairdeal.rulings.rules import about_number

# --- dealer-rotation ---------------------------------------------------------------------------------

BOARD: Final = "entry"
"""A board's markings are printed on it: other ones in a record are wrongly written first of all."""


def dealer_rotation(replay: BridgeReplay) -> Iterator[Draft]:
    """A deal by somebody whose turn it was not, or a board with other markings than its number has.

    What: in a match, in its logs or down a sheet, the dealer is not the one left of the dealer before, both
    being recorded; a hand passed out or misdealt passes the deal on too. At duplicate the dealer or the
    vulnerability recorded is not that of the board's number.

    Why: the deal decides who calls first, and vulnerability what a hand is worth.

    Article: 5 with 6 and note 2 of the Alberta rules (seed document 003); Law 2 of duplicate bridge.
    """
    """A board against its number."""
    deal, board = replay.deal, board_number(replay.seen.head.number)
    if replay.table.book.next_dealer == "board" and board is not None:
        spans = [entry.span if entry else None for entry in (deal.dealer, deal.vulnerable)]
        yield from of_board(board, replay.dealer, written_sides(replay.seen), *spans)


def of_board(
    board: int,
    dealer: Seat | None,
    sides: frozenset[Team] | None,
    dealer_span: Span | None,
    sides_span: Span | None,
) -> Iterator[Draft]:
    """Markings of a board that are not those of its number; where they are written."""
    due = board_dealer(board)
    if dealer is not None and dealer != due:
        yield Draft(
            Place.of("dealer"),
            f"{who(dealer)} is recorded as the dealer of board {board}; its dealer is {who(due)}.",
            seat=dealer,
            at=At(seat=dealer),
            severity=BOARD,
            span=dealer_span,
        )
    proper = VULNERABLE[board_vulnerable(board)]
    if sides is not None and sides != proper:
        yield Draft(
            Place.of("vulnerable"),
            f"Board {board} is recorded with {WORDS[sides]} vulnerable; by its number "
            f"{WORDS[proper]} should be.",
            at=At(),
            severity=BOARD,
            span=sides_span,
        )


def dealer_rotation_by_session(session: BridgeSession) -> Iterator[Draft]:
    """A match deal by deal."""
    if session.book.next_dealer != "left-of-dealer":
        return
    last: Seat | None = None
    label: str | None = None
    for each in session.ruled:
        replay = each.replay
        dealer = replay.dealer
        due = _due(session, last, label, each.label)
        if due is not None and dealer is not None and dealer != due:
            written = replay.deal.dealer
            yield Draft(
                Place.of("dealer"),
                f"{who(dealer)} dealt deal {each.label}; {who(last)} had dealt the one before, so "
                f"it was {who(due)}'s turn to deal.",
                seat=dealer,
                of=replay,
                at=At(seat=dealer),
                span=written.span if written else None,
            )
        last, label = (dealer if dealer is not None else due), each.label


def dealer_rotation_on_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    """The rows of a sheet that names dealers, one after the other, or each against its board."""
    if view.we_they or not view.has("dealer"):
        return
    boards = session.book.next_dealer == "board"
    last: Seat | None = None
    label: str | None = None
    for row in view.rows:
        if row.deal is None and not row.values.get("dealer"):
            continue
        board = board_number(row.deal)
        dealer = seat_of(row.values.get("dealer"), session.table.after, session.names)
        if boards:
            due = board_dealer(board) if board is not None else None
            why = f"by the number of the board it is {who(due)}."
        else:
            due = _due(session, last, label, row.deal)
            why = f"{who(last)} had dealt the one before, so it was {who(due)}'s turn to deal."
        if due is not None and dealer is not None and dealer != due:
            yield entry(
                session,
                view,
                row,
                "dealer",
                f"Row {row.index + 1}: {who(dealer)} is entered as the dealer of deal {row.deal}; "
                f"{why}",
                seat=dealer,
                severity=BOARD if boards else None,
            )
        # Who dealt is not taken for granted where the cell says something that is not known.
        last = dealer if dealer is not None or "dealer" in row.unread else due
        label = row.deal


def _due(
    session: BridgeSession, last: Seat | None, label: str | None, now: str | None
) -> Seat | None:
    """Whose turn it is to deal: the next after the deal before, where none between is missing."""
    if last is None:
        return None
    before, number = board_number(label), board_number(now)
    if before is None or number is None or number not in (before, before + 1):
        return None
    return session.table.after[last]


# --- deal-count --------------------------------------------------------------------------------------


def counts(each: BridgeRuled) -> bool:
    """Whether a hand is one of those that a match is made of."""
    return each.verdict.outcome not in ("passed-out", "redeal")


def deal_count(session: BridgeSession) -> Iterator[Draft]:
    """Hands missing, repeated, out of order, or not as many as a match has.

    What: the numbers of the hands, in the logs or down a sheet, do not go up one by one, a number comes again
    although its hand was neither passed out nor dealt wrongly, or, where the record says that the match is
    over, there are not four hands that count. A hand passed out or misdealt is not one of the four.

    Why: a match is four hands for everyone, so that totals can be compared.

    Article: 14 of the Alberta rules (seed document 003).
    """
    last: tuple[int, BridgeRuled] | None = None
    for each in session.ruled:
        number = board_number(each.label)
        if number is None:
            continue
        if last is not None:
            message = _jump(last[0], last[1].verdict.outcome in ("made", "defeated"), number)
            if message:
                yield about_number(each.replay, message)
        last = (number, each)
    yield from _length(session)


def deal_count_on_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
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
        yield about_number(
            session.ruled[-1].replay,
            f"{played} hands that count are recorded; a match has {due}.",
        )
