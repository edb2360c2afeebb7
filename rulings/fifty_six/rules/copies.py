"""The rule about copies that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairdeal.records import Place
from fairdeal.rulings.fifty_six.session import Copies, Differing, Session, Twins, difference
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import At, Certainty, Related
from fairdeal.rulings.frame.rule import Draft, row_words

# --- copies-disagree ---------------------------------------------------------------------------------


def copies_disagree(session: Session) -> Iterator[Draft]:
    """The copies of the score sheet differ.

    What: a cell of a deal's row is written in both copies and is not the same, or one copy leaves out or
    shifts a row. Rows are matched by deal, so a row left out shifts nothing. Where a cell is in doubt the
    finding depends on it. What follows from a difference (the other side's points, the score, all totals
    below) is decided on with it.

    Why: both teams keep the score so that they can check each other. Where the copies differ one of them is
    wrong, and so may be the totals below it.

    Article: 5.3 of the international rules (seed document 000).
    """
    # The copies' own doubts are weighed here: trying other readings of other entries changes nothing.
    if session.at_odds is None:
        session.at_odds = [found for copies in session.copies for found in _compare(copies)]
    yield from session.at_odds


def _compare(copies: Copies) -> Iterator[Draft]:
    for twins in copies.cells:
        found = difference(twins.first, twins.second) if twins.column != "deal" else None
        if found is not None:
            yield _at_odds(copies, twins, found)
    yield from _rows(copies)


def _at_odds(copies: Copies, twins: Twins, found: Differing) -> Draft:
    first, second = copies.first, copies.second
    row = first.rows[twins.rows[0]] if twins.rows[0] is not None else None
    where = f"{_called(row)}, {twins.column}" if row is not None else twins.column.capitalize()
    here, there = found.here, found.there
    each = Draft(
        twins.places[0].within_sheet(),
        f"{where}: {first.name} has {here}, {second.name} has {there}.",
        at=At(row=row.index + 1 if row else None, column=twins.column, sheet=first.later),
        span=first.span(row, twins.column) if row else None,
        deal=row.deal if row else None,
        related=(Related(twins.places[1], f"{there} in {second.name}"),),
    )
    if found.sure:
        return each
    ways = zip(twins.places, (twins.first, twins.second), strict=True)
    hangs = tuple(place for place, readings in ways if len(readings) > 1)
    return replace(each, certainty=Certainty.DEPENDS, probability=found.share, depends_on=hangs)


def _rows(copies: Copies) -> Iterator[Draft]:
    """Rows left out between others, and numbers of deals that go apart, each told where it begins."""
    before = (-1, -1)
    apart = 0
    for n, (one, two) in enumerate(copies.pairs):
        missing = [row for row in copies.lone_first if before[0] < row < one] if n else []
        extra = [row for row in copies.lone_second if before[1] < row < two] if n else []
        yield from _left_out(copies.first, copies.second, missing, extra)
        yield from _left_out(copies.second, copies.first, extra, missing)
        offset = _offset(copies, one, two)
        if offset is None:
            yield from _numbers(copies, one, two)
        else:
            if offset not in (apart, 0) and offset - apart != len(extra) - len(missing):
                yield _shifted(copies, one, two)
            apart = offset
        before = (one, two)


def _left_out(
    view: SheetView, other: SheetView, lone: Sequence[int], there: Sequence[int]
) -> Iterator[Draft]:
    """The rows between two pairs that one copy has alone; `there` are those of the other. Any of them may be
    one there of which the deal cannot be read."""
    unread = [row for row in there if "deal" in other.rows[row].unread]
    known = [row for row in lone if "deal" not in view.rows[row].unread]
    for row in known if there else lone:
        found = _lone(view, other, row)
        if not unread:
            yield found
        elif len(known) > len(unread):
            share = 1 - len(unread) / len(known)
            places = tuple(other.address(each, "deal") for each in unread)
            yield replace(found, certainty=Certainty.DEPENDS, probability=share, depends_on=places)


def _offset(copies: Copies, one: int, two: int) -> int | None:
    """How far apart the numbers of a pair of rows are; None where they are not both clear figures."""
    numbers = []
    for view, row in ((copies.first, one), (copies.second, two)):
        cell = view.sheet.cell(row, "deal")
        text = str(cell.value).strip() if cell is not None and cell.clear else ""
        if not (text.isascii() and text.isdecimal() and len(text) < 9):
            return None
        numbers.append(int(text))
    return numbers[1] - numbers[0]


def _numbers(copies: Copies, one: int, two: int) -> Iterator[Draft]:
    """The numbers of a pair of rows where they are doubtful or no figures."""
    for twins in copies.cells:
        if twins.column == "deal" and twins.rows == (one, two):
            found = difference(twins.first, twins.second)
            if found is not None:
                yield _at_odds(copies, twins, found)


def _lone(view: SheetView, other: SheetView, index: int) -> Draft:
    row = view.rows[index]
    blank = [each for each in other.rows if each.deal == row.deal and each.blank]
    related: tuple[Related, ...] = ()
    what = "leaves it out"
    if blank and row.deal is not None:
        what = "has nothing in its row"
        place = other.address(blank[0].index, "contract" if other.has("contract") else "deal")
        related = (Related(place, f"nothing in {other.name}"),)
    return _about_row(
        view, index, f"{_called(row)}: {view.name} has it, {other.name} {what}.", related
    )


def _called(row: Row) -> str:
    """A row by its deal or, where that is not known, by where it stands."""
    return f"Deal {row.deal}" if row.deal is not None else row_words(row.index, None)


def _shifted(copies: Copies, one: int, two: int) -> Draft:
    first, second = copies.first, copies.second
    here, there = first.rows[one].deal, second.rows[two].deal
    return _about_row(
        first,
        one,
        f"From here on the copies number the deals differently: deal {here} in {first.name} "
        f"is deal {there} in {second.name}.",
        (Related(second.address(two, "deal"), f"deal {there} in {second.name}"),),
    )


def _about_row(view: SheetView, index: int, message: str, related: tuple[Related, ...]) -> Draft:
    row = view.rows[index]
    return Draft(
        Place.of(f"row {index + 1}", "deal"),
        message,
        at=At(row=index + 1, column="deal", sheet=view.later),
        span=view.span(row, "deal"),
        deal=row.deal,
        related=related,
    )
