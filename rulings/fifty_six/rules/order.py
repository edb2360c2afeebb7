"""Rules about the order of deals and dealers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Final

from fairdeal.records import EventKind, Place, Seat, figure
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.fifty_six.book import Table
from fairdeal.rulings.fifty_six.deal import Ruled
from fairdeal.rulings.fifty_six.session import Session, entry, over, played_off
from fairdeal.rulings.fifty_six.sheets.view import Row, RowsLeftOut, SheetView
from fairdeal.rulings.frame.finding import At, Certainty, Note, Related, Remedy
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.rules import about_number

# --- dealer-rotation ---------------------------------------------------------------------------------

Turn = tuple[str | None, Seat | None]
"""A deal's number and its dealer."""
_UNKNOWN: Turn = (None, None)


def due_dealer(table: Table, before: Turn, number: str | None) -> Seat | None:
    """Whose deal it is after a deal of a number and dealer; None where the program cannot find out."""
    label, dealer = before
    if dealer is None or label is None or number is None:
        return None
    if label == number:
        return dealer
    here, last = figure(number), figure(label)
    if here is None or last is None or here <= last:
        return None
    for _ in range((here - last) % table.players):
        dealer = table.next_dealer[dealer]
    return dealer


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as one page has it, and the dealer that another page names where that is another one."""

    label: str | None
    dealer: Seat | None
    other: Seat | None = None
    played: bool = True


@dataclass(frozen=True, slots=True)
class Wrong:
    """A dealer whose turn it was not: the position in the list, who was due, and the deal before.

    `resumed`: the next deal is that of the old order again. `dealt_again`: it is the same deal, dealt again
    by whoever was due before anything was played.
    """

    position: int
    due: Seat
    before: Turn
    resumed: bool = False
    dealt_again: bool = False


def wrong_dealers(table: Table, deals: Sequence[Dealt], all_there: bool = False) -> list[Wrong]:
    """The dealers that do not follow, each once: the next may follow from him or from the order before.

    Of two dealers that two pages name for one deal, either may be the one that the next follows.
    `all_there`: no deal is left out, so that a dealer in order beside a number out of order is right.
    """
    found: list[Wrong] = []
    before = order = _UNKNOWN
    just_wrong = False
    for position, each in enumerate(deals):
        if each.dealer is None:
            continue
        here = (each.label, each.dealer)
        due, old = (due_dealer(table, turn, each.label) for turn in (before, order))
        if all_there and before[1] is not None and each.dealer == table.next_dealer[before[1]]:
            due = each.dealer
        if each.other is None and due is not None and each.dealer not in (due, old):
            found.append(Wrong(position, due, before))
            before, order, just_wrong = here, (each.label, old or due), True
            continue
        if just_wrong and each.dealer == old != due:
            wrong = deals[position - 1]
            again = wrong.label == each.label and not wrong.played
            found[-1] = replace(found[-1], resumed=True, dealt_again=again)
        before, order, just_wrong = here, (each.label, each.other or each.dealer), False
    return found


def dealer_rotation(session: Session) -> Iterator[Draft]:
    """A deal dealt by somebody whose turn it was not.

    What: the dealer is not the one right of the dealer before, both being recorded, in the logs or down a
    sheet. A redeal is dealt by the same dealer. A wrong dealer noticed before the first card, the right one
    dealing again, is what 2.4 asks for: a note. After a wrong dealer the next may follow from him or go back
    to the old order. Where it goes back, or where the log of a deal and its row name two dealers, one entry
    is written wrong, and nobody is blamed. Where most deals go the other way round, or most rows of a sheet
    name a dealer as many seats off their logs, that is one finding. Where one entry (the first dealer of a
    sheet, the last, or the number of a log) puts all others in order, it depends on that entry.

    Why: the deal decides who calls and leads first. It can be put right only before play begins.

    Article: 2.1 with 2.4 and 4.5 of the international rules (seed document 000).
    """
    deals = _logs(session)
    wrongs, same = throughout(session.table, deals)
    if same:
        labels = [session.ruled[each].label for each in same]
        yield _once(Draft(Place.of("dealer"), _other_order(labels, len(deals)), at=At()), len(same))
    for wrong in wrongs:
        if wrong.dealt_again:
            continue
        each = session.ruled[wrong.position]
        replay = each.replay
        entry_of = replay.deal.dealer
        dealer = replay.dealer
        draft = Draft(
            Place.of("dealer"),
            _message(each.label, dealer, wrong),
            seat=dealer,
            of=replay,
            at=At(seat=dealer),
            span=entry_of.span if entry_of else None,
            article="4.5" if replay.played_on or replay.seen.points else None,
        )
        if wrong.resumed:
            yield _slip(draft)
        elif _number_due(session.table, deals, wrong):
            # A number that is out of line is as often written wrong as any figure.
            slip = slip_rates.SUM_SLIP * slip_rates.THIS_ONE
            others = len(session.table.seats) - 1
            yield _unless(draft, slip * others, [Place.of("deal")])
        else:
            yield draft


def _number_due(table: Table, deals: Sequence[Dealt], wrong: Wrong) -> bool:
    """Whether a dealer is the next after the one before him, so that it may be the number that is wrong."""
    dealer, before = deals[wrong.position].dealer, wrong.before[1]
    return (
        before is not None
        and wrong.before[0] != deals[wrong.position].label
        and (table.next_dealer[before] == dealer)
    )


def _unless(draft: Draft, slip: float, places: Sequence[Place]) -> Draft:
    """A wrong dealer that depends on entries, one of which is wrong as often as `slip` for a deal."""
    rate = slip_rates.offence("dealer-rotation")
    return replace(
        draft,
        certainty=Certainty.DEPENDS,
        probability=rate / (rate + slip),
        depends_on=tuple(places),
    )


def notes_on_dealers(session: Session) -> Iterator[Note]:
    """The deals that the right dealer dealt again, a wrong one having been noticed before the first card."""
    article = ", as article 2.4 asks" if "2.4" in session.book.articles else ""
    deals = _logs(session)
    for wrong in throughout(session.table, deals)[0]:
        if wrong.dealt_again:
            each = deals[wrong.position]
            words = (
                f"Deal {each.label} was first dealt by seat {each.dealer}, out of turn; before the first "
                f"card was played seat {wrong.due} dealt again{article}."
            )
            yield Note(words, wrong.position + 1, Place.of("dealer"))


def _logs(session: Session) -> list[Dealt]:
    """The deals as the logs have them."""
    entered = _entered(session)
    odd = odd_logs(session)
    return [
        Dealt(
            _label(each.label, odd.get(n - 1)),
            each.replay.dealer,
            _other(each.replay.dealer, entered.get(n)),
            each.replay.played_on or bool(each.replay.seen.points),
        )
        for n, each in enumerate(session.ruled, 1)
    ]


FEWEST: Final = 3
"""Deals that follow another order before it is one: two may both be slips."""


def throughout(
    table: Table, deals: Sequence[Dealt], all_there: bool = False
) -> tuple[list[Wrong], list[int]]:
    """The wrong dealers reported singly, and the deals of a page most of which go the other way round."""
    wrongs = wrong_dealers(table, deals, all_there)
    if len(wrongs) < 2:  # every second one may be right by the order before
        return wrongs, []
    steps = dict(_from_deal_to_deal(table, deals))
    first = table.seats[0]
    back = _steps(table, table.next_dealer[first], first)
    count = sum(step == back for step in steps.values())
    if count < FEWEST or 2 * count <= len(steps):
        return wrongs, []
    same = [position for position, each in steps.items() if each == back]
    return [each for each in wrongs if each.position not in same], same


def _from_deal_to_deal(table: Table, deals: Sequence[Dealt]) -> Iterator[tuple[int, int]]:
    """The seats that the deal went on, by the position of the later of two deals in sequence."""
    for position, (before, each) in enumerate(pairwise(deals), 1):
        one, two = figure(before.label or ""), figure(each.label or "")
        if one is not None and two == one + 1 and before.dealer and each.dealer:
            yield position, _steps(table, before.dealer, each.dealer)


def _steps(table: Table, one: Seat | None, two: Seat | None) -> int:
    """How many seats on the second of two is."""
    if one not in table.seats or two not in table.seats:
        return 0
    return (table.seats.index(two) - table.seats.index(one)) % table.players


def _shift(table: Table, odds: Sequence[tuple[Row, Ruled, Seat]], compared: int) -> int:
    """By how many seats most rows differ from their logs; 0 where they do not differ alike."""
    shifts = Counter(_steps(table, other, row.dealer) for row, _, other in odds)
    shift, count = shifts.most_common(1)[0] if shifts else (0, 0)
    return shift if count >= FEWEST and 2 * count > compared else 0


def _once(draft: Draft, count: int) -> Draft:
    """One finding for many deals: a wrong order of entries, for which nobody is blamed."""
    return replace(_slip(draft), deal=None, game=None, count=count)


def _listed(labels: Sequence[str | None]) -> str:
    shown = ", ".join(str(label) for label in labels[:MOST_NAMED])
    more = f" and {len(labels) - MOST_NAMED} more" if len(labels) > MOST_NAMED else ""
    return f"Deals {shown}{more}"


MOST_NAMED: Final = 12
"""Deals that are named."""


def _other_order(labels: Sequence[str | None], deals: int) -> str:
    return (
        f"In {len(labels)} of {deals} deals the deal passed in the opposite direction to the "
        f"rulebook: {_listed(labels)}."
    )


def _seats_off(labels: Sequence[str | None], compared: int, shift: int) -> str:
    seats = "one seat" if shift == 1 else f"{shift} seats"
    return (
        f"In {len(labels)} of {compared} deals the dealer on the sheet is {seats} on from the one in "
        f"the log: {_listed(labels)}."
    )


def _entered(session: Session) -> dict[int, Seat]:
    """The dealers that the sheets name in clear ink, by game."""
    found: dict[int, Seat] = {}
    for view in session.sheets:
        for row in view.rows:
            cell, log = view.sheet.cell(row.index, "dealer"), session.ruled_row(view, row)
            if row.dealer is not None and log is not None and cell is not None and cell.clear:
                found.setdefault(log.verdict.game, row.dealer)
    return found


def _other(dealer: Seat | None, there: Seat | None) -> Seat | None:
    return there if dealer != there else None


def _label(written: str | None, due: int | None) -> str | None:
    """A deal's number; the one due where the number written is out of line."""
    return written if due is None else str(due)


def dealer_rotation_on_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    deals: list[Dealt] = []
    odds: list[tuple[Row, Ruled, Seat]] = []
    compared = 0
    odd = odd_rows(session, view)
    for row in view.rows:
        log = session.ruled_row(view, row)
        other = _other(row.dealer, _logged(log)) if row.dealer is not None else None
        deals.append(Dealt(_label(row.deal, odd.get(len(deals))), row.dealer, other))
        compared += row.dealer is not None and _logged(log) is not None
        if log is not None and other is not None:
            odds.append((row, log, other))
    shift = _shift(session.table, odds, compared)
    one = [
        each for each in odds if shift and _steps(session.table, each[2], each[0].dealer) == shift
    ]
    for row, log, other in odds:
        if not shift or _steps(session.table, other, row.dealer) != shift:
            yield _at_odds(session, view, row, log, other)
    if one:
        words = _seats_off([each[0].deal for each in one], compared, shift)
        yield _once(entry(session, view, one[0][0], "dealer", words), len(one))
    wrongs, same = throughout(session.table, deals, all_there=True)
    if same:
        row = view.rows[same[0]]
        words = _other_order([view.rows[each].deal for each in same], len(deals))
        yield _once(entry(session, view, row, "dealer", words), len(same))
    for wrong in wrongs:
        row = view.rows[wrong.position]
        played = any(row.points(team) or row.score(team) for team in ("A", "B"))
        message = _message(row.deal, row.dealer, wrong)
        article = "4.5" if played else None
        draft = entry(session, view, row, "dealer", message, seat=row.dealer, article=article)
        alone = [view.address(each, "dealer") for each in _by_one_row(session, view, wrong, deals)]
        if wrong.resumed:
            yield _slip(draft)
        elif alone:
            yield _unless(draft, slip_rates.DEALER * len(alone), alone)
        else:
            yield draft


def _by_one_row(
    session: Session, view: SheetView, wrong: Wrong, deals: Sequence[Dealt]
) -> list[int]:
    """The rows (from 0) that put the dealers in order if their own is written wrong: the only one before, or
    the last. A row that its log confirms is right."""
    written = [n for n, each in enumerate(deals) if each.dealer is not None]
    at = written.index(wrong.position)
    found = [written[0]] if at == 1 else []
    found += [wrong.position] if wrong.position == written[-1] else []
    logs = {n: session.ruled_row(view, view.rows[n]) for n in found}
    return [view.rows[n].index for n, log in logs.items() if _logged(log) is None]


def _logged(log: Ruled | None) -> Seat | None:
    """The dealer that a log names in clear ink."""
    written = log.replay.deal.dealer if log is not None else None
    return written.value if written is not None and written.clear else None


def _at_odds(session: Session, view: SheetView, row: Row, log: Ruled, logged: Seat) -> Draft:
    """The log of a deal and its row name two dealers."""
    where = row_words(row.index, row.deal)
    words = f"{where}: seat {row.dealer} is entered as dealer; the log has seat {logged}."
    related = (Related(Place.of("dealer").in_deal(log.label), f"seat {logged} here"),)
    return _slip(entry(session, view, row, "dealer", words, seat=row.dealer, related=related))


def _slip(draft: Draft) -> Draft:
    """The same as a wrong entry, for which nobody is blamed."""
    return replace(draft, severity="entry", remedy=Remedy("correct-entry"), seat_only=True)


def _message(label: str | None, dealer: Seat | None, wrong: Wrong) -> str:
    if wrong.resumed:
        return (
            f"Deal {label} is entered as dealt by seat {dealer}; by the deals before and after it "
            f"it was the turn of seat {wrong.due}."
        )
    last, last_dealer = wrong.before
    return (
        f"Deal {label} was dealt by seat {dealer}; seat {last_dealer} dealt deal {last}, so it was "
        f"seat {wrong.due}'s turn to deal."
    )


# --- deal-count --------------------------------------------------------------------------------------


def deal_count(session: Session) -> Iterator[Draft]:
    """Deals missing, repeated, out of order, or not as many as a session has.

    What: the deals of the logs, or the rows of a sheet, are not in ascending order, or a number comes again
    although its deal was not to be dealt again; a sheet leaves out a number; or, where the record says that
    the session is over, there are not as many deals as the rulebook asks for.

    Why: all sessions have the same number of deals, so that they can be compared.

    Article: 5.4 for the number, 4.5 for the order, of the international rules (seed document 000).
    """
    last: tuple[int, Ruled] | None = None
    odd = odd_logs(session)
    for position, each in enumerate(session.ruled):
        number = figure(each.label or "")
        if number is None:
            continue
        if position in odd:
            yield about_number(
                each.replay,
                f"Deal {number} is recorded where deal {odd[position]} should be.",
                "4.5",
            )
            last = (odd[position], each)
            continue
        if last is not None and number < last[0]:
            yield about_number(
                each.replay,
                f"Deal {number} is recorded after deal {last[0]}.",
                "4.5",
            )
        elif last is not None and number == last[0] and not _to_redeal(last[1]):
            yield about_number(
                each.replay,
                f"Deal {number} is recorded again, but the earlier one was not to be dealt again.",
                "4.5",
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


def deal_count_on_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
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
            left_out = slips.left_out.get(position)
            some = f"deal {number} is recorded after deal {last[0]}; some are missing"
            wrong = some if left_out is None else _missing(left_out)
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
    unread = sum(row.deal is None and not row.blank for view in session.sheets for row in view.rows)
    beyond = played_off(session, numbers)
    if stated not in (None, wanted) and len(numbers) <= stated <= len(numbers) + unread:
        stated -= len(beyond)
    numbers -= beyond
    count = stated if stated is not None else len(numbers)
    due = wanted if stated is None else stated
    if len(numbers) < due and (due <= len(numbers) + unread or unread > len(numbers)):
        return  # rows that could not be read may be of the deals that are not found, or others be among them
    if not session.book.scoring.session_fixed:
        if stated is not None and len(numbers) != count:
            yield _short(f"The heading says {count} deals; {len(numbers)} are recorded.")
        return
    if len(numbers) == wanted == count:
        return
    shown = count if count != wanted else len(numbers)
    yield _short(f"The session has {shown} deals; the rulebook asks for {wanted}.")


def _short(message: str) -> Draft:
    return Draft(
        Place.of("heading", "deals"),
        message,
        at=At(),
        article="5.4",
        setting="session-length",
    )
