"""Deals missing, repeated, out of order, or not as many as a session has.

What: the deals of the logs, or the rows of a sheet, are not in ascending order, or a number comes
again although its deal was not to be dealt again; a sheet leaves out a number; or, where the record
says that the session is over, there are not as many deals as the rulebook asks for.

Why: all sessions have the same number of deals, so that they can be compared.

Article: 5.4 for the number, 4.5 for the order, of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

from fairdeal.records.place import Place, figure
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.play_off import played_off
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.session import Session, over
from fairdeal.rulings.fifty_six.sheets.view import Row, RowsLeftOut, SheetView
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft


def check_logs(session: Session) -> Iterator[Draft]:
    last: tuple[int, Ruled] | None = None
    odd = odd_logs(session)
    for position, each in enumerate(session.ruled):
        number = figure(each.label or "")
        if number is None:
            continue
        if position in odd:
            yield _log(each, f"Deal {number} is recorded where deal {odd[position]} should be.")
            last = (odd[position], each)
            continue
        if last is not None and number < last[0]:
            yield _log(each, f"Deal {number} is recorded after deal {last[0]}.")
        elif last is not None and number == last[0] and not _to_redeal(last[1]):
            yield _log(
                each,
                f"Deal {number} is recorded again, but the earlier one was not to be dealt again.",
            )
        last = (number, each)
    yield from _length(session)


def odd_logs(session: Session) -> dict[int, int]:
    """The logs (by position) of which the number alone is out of line, with the number due."""
    ruled = session.ruled
    return odd_numbers([each.label for each in ruled], lambda n: _to_redeal(ruled[n]))


def odd_rows(session: Session, view: SheetView) -> dict[int, int]:
    """The rows (by position) of which the number alone is out of line, with the number due."""
    rows = view.rows
    return odd_numbers([row.deal for row in rows], lambda n: not _stands(session, view, rows[n]))


def odd_numbers(labels: Sequence[str | None], dealt_again: Callable[[int], bool]) -> dict[int, int]:
    """Deals of which the number alone is out of line, by position, with the number that would stand there.

    Those around it follow each other as if it were another: 1, 18, 3, or 18, 2, 3. `dealt_again` tells of
    a position whether the deal there may come again.
    """
    numbers = [figure(label or "") for label in labels]
    found: dict[int, int] = {}
    for n, number in enumerate(numbers):
        after = numbers[n + 1] if n + 1 < len(numbers) else None
        if number is None or after is None or n - 1 in found:
            continue
        before = numbers[n - 1] if n else None
        if n == 0:
            # The first deals may be recorded elsewhere: only one too high, or as high, is out of line.
            high = number > after or (number == after > 1 and not dealt_again(n))
            if high and numbers[2:3] == [after + 1]:
                found[n] = after - 1
        elif before is not None and after == before + 2 and number != before + 1:
            again = n - 1 if number == before else n
            if number not in (before, after) or not dealt_again(again):
                found[n] = before + 1
    return found


def _to_redeal(ruled: Ruled) -> bool:
    """Whether a deal was dealt again, or cannot be said to stand."""
    if ruled.verdict.outcome not in ("made", "defeated"):
        return True
    return bool(ruled.replay.event(EventKind.REDEAL))


def _log(ruled: Ruled, message: str) -> Draft:
    number = ruled.replay.deal.number
    span = number.span if number is not None else None
    return Draft(Place.of("deal"), message, article="4.5", at=At(), span=span, of=ruled.replay)


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    last: tuple[int, Row] | None = None
    unread = 0  # rows since the last one, each of which may be of a deal in between
    odd, slips = odd_rows(session, view), view.row_slips
    yield from _row_slips(session, view)
    for position in slips.order:
        row = view.rows[position]
        number = figure(row.deal or "")
        if number is None:
            unread += not row.blank
            continue
        if position in odd:
            message = f"Row {row.index + 1}: deal {number} is recorded where deal {odd[position]} should be."
            yield entry(session, view, row, "deal", message, article="4.5")
            last, unread = (odd[position], row), 0
            continue
        wrong = ""
        if last is not None and number < last[0]:
            wrong = f"deal {number} is recorded after deal {last[0]}"
        elif last is not None and number > last[0] + 1 + unread:
            wrong = f"deal {number} is recorded after deal {last[0]}; some are missing"
            if position in slips.left_out:
                wrong = _missing(slips.left_out[position])
        elif last is not None and number == last[0] and _stands(session, view, last[1]):
            wrong = (
                f"deal {number} is recorded again, but the earlier one was not to be dealt again"
            )
        if wrong:
            message = f"Row {row.index + 1}: {wrong}."
            by = "total-entry" if position in slips.left_out else None
            yield entry(session, view, row, "deal", message, article="4.5", article_of=by)
        last, unread = (number, row), 0


def _missing(rows: RowsLeftOut) -> str:
    """Which deals have no row, and what the totals say of them."""
    one = len(rows.deals) == 1
    what = f"deal {rows.deals[0]} is" if one else f"deals {rows.deals[0]} and {rows.deals[-1]} are"
    gave = " and ".join(f"{n} to team {team}" for team, n in rows.scores.items() if n)
    return f"{what} missing before it; by the running totals {'it' if one else 'they'} gave {gave}"


def _row_slips(session: Session, view: SheetView) -> Iterator[Draft]:
    """Rows written twice, or in each other's place."""
    slips = view.row_slips
    for index in sorted(slips.twice):
        message = f"Row {index + 1} is row {index} written a second time; it counts once."
        yield entry(session, view, view.rows[index], "deal", message, article_of="total-entry")
    for first, second in slips.exchanged.items():
        row, other = view.rows[first], view.rows[second]
        message = (
            f"Rows {first + 1} and {second + 1} are in each other's place: deal {row.deal} is written "
            f"before deal {other.deal}."
        )
        yield entry(session, view, row, "deal", message, article_of="total-entry")


def _stands(session: Session, view: SheetView, row: Row) -> bool:
    """Whether a row is, by its log or else in clear ink, of a deal played out and scored."""
    log = session.ruled_row(view, row)
    if log is not None:
        return not _to_redeal(log)
    cells = [view.sheet.cell(row.index, f"{kind} {team}") for kind, team in _FIGURES]
    if any(cell is not None and cell.readings and not cell.clear for cell in cells):
        return False
    scored = any(row.score(team) for team in ("A", "B"))
    return scored and any(row.points(team) is not None for team in ("A", "B"))


_FIGURES: Final = tuple(product(("points", "score"), ("A", "B")))


def _length(session: Session) -> Iterator[Draft]:
    """Whether a session that is over has as many deals as the rulebook asks for."""
    wanted = session.book.scoring.session_deals
    if wanted is None or not over(session):
        return
    numbers = {each.label for each in session.ruled if each.label is not None}
    for view in session.sheets:
        numbers |= {row.deal for row in view.rows if row.deal is not None and not row.blank}
    said = session.record.tag("Deals")
    stated = figure(said.strip()) if said is not None else None
    beyond = played_off(session, numbers)
    if stated == len(numbers):
        stated -= len(beyond)
    numbers -= beyond
    count = stated if stated is not None else len(numbers)
    unread = sum(row.deal is None and not row.blank for view in session.sheets for row in view.rows)
    if len(numbers) < (wanted if stated is None else stated) <= len(numbers) + unread:
        return  # rows whose number could not be read may be of the deals that are not found
    if not session.book.scoring.session_fixed:
        if stated is not None and len(numbers) != count:
            yield _short(session, f"The heading says {count} deals; {len(numbers)} are recorded.")
        return
    if len(numbers) == wanted == count:
        return
    shown = count if count != wanted else len(numbers)
    yield _short(session, f"The session has {shown} deals; the rulebook asks for {wanted}.")


def _short(session: Session, message: str) -> Draft:
    return Draft(
        Place.of("heading", "deals"),
        message,
        at=At(),
        article="5.4",
        setting="session-length",
    )


RULE = Rule("deal-count", "entry", session=check_logs, sheet=check_sheet, sheet_needs=(("deal",),))
