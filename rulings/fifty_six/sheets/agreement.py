"""How well a deal's log and a sheet's row of the same deal agree, as a rate of slips.

The same contract, declarer, doubling and points are written in both. Where the ink of one leaves rivals
open the other speaks for those it agrees with: each cell contradictory is a slip of the pen, and no more. A
bid being against the rules is not one, so nothing here asks whether a reading is legal.

What a slip of the pen in the log would correct in the row, or in the dealers of the deals around it, speaks
for the slip (`Contradicted`), and what it would break against it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Final, TypeVar

from fairdeal.records import (
    Contract,
    Deal,
    EventKind,
    Place,
    Record,
    Seat,
    Sheet,
    Team,
    figure,
    in_groups,
)
from fairdeal.rulings.doubt.certainty import Evidence
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.fifty_six.book import Table
from fairdeal.rulings.fifty_six.deal import (
    NOTHING_ENTERED,
    Entered,
    Ruled,
    agrees,
    contract_amiss,
    written_worth,
)
from fairdeal.rulings.fifty_six.scoring import certain_early, due, plain_award, small_penalties
from fairdeal.rulings.fifty_six.sheets.view import Row, labels, view_row
from fairdeal.rulings.replay.calls import Kind

T = TypeVar("T")

COPIED: Final = ("contract", "bidder", "x", "points A", "points B")
"""The columns of a row that say what the log of its deal says too."""

MOST_ROW_WORLDS: Final = 2048
"""Readings of one row looked at; of a row with more nothing is taken as evidence for its log."""


LEAST_EVIDENCE: Final = 1e-50
"""However many copies of a sheet are against every reading of a log, one reading stays likelier than
another: the product of their rates would be too small for a number to hold."""


def view_key(ruled: Ruled) -> Hashable:
    """What the rules about sheets look at in a log: logs alike in this are one log to them."""
    verdict = ruled.verdict
    offences = tuple((each.code, each.place.parts, each.remedy) for each in due(ruled))
    figures = (verdict.points, verdict.award, plain_award(ruled))
    pairs = tuple(tuple(sorted(each.items())) if each else None for each in figures)
    return (verdict.contract, ruled.replay.source == "record", verdict.outcome, pairs, offences)


def row_rate(row: Row, log: Ruled | None, table: Table, whole: bool = True) -> float:
    """The rate of the slips that a row and its log need together; 1 where they agree."""
    return SUM_SLIP ** len(row_slips(row, log, table, whole))


def row_slips(
    row: Row, log: Ruled | None, table: Table, whole: bool = True
) -> list[tuple[str, ...]]:
    """The cells of a row that do not agree with its log, or with each other, a slip each.

    Points are compared with those of the play, or where these are not known (or `whole` is False)
    against each other.
    """
    slips: list[tuple[str, ...]] = []
    contract = log.replay.contract if log is not None else None
    if contract is not None and row.said is not None:
        if not agrees(row.said, row.worth, contract):
            slips.append(("contract",))
        if row.doubled is not None and row.doubled != contract.doubled:
            slips.append(("x",))
    elif contract is None and log is not None and _never_bid(log, row.worth):
        slips.append(("contract",))
    if contract is not None and row.bidder is not None and row.bidder != contract.by:
        slips.append(("bidder",))
    played = log.verdict.points if log is not None and whole else None
    a, b = row.points("A"), row.points("B")
    if played is not None:
        if a is not None and a != played["A"]:
            slips.append(("points A",))
        if b is not None and b != played["B"]:
            slips.append(("points B",))
    elif whole and log is not None and (short := _too_few(log, {"A": a, "B": b})):
        slips += [(f"points {team}",) for team in short]
    elif not _add_up(table, contract or row.contract(), a, b):
        slips.append(("points A", "points B"))
    return slips


def _too_few(log: Ruled, written: Mapping[Team, int | None]) -> list[Team]:
    """The sides whose points are fewer than the tricks recorded give already."""
    return [
        team
        for team, least in log.replay.points_so_far().items()
        if (figure := written.get(team)) is not None and figure < least
    ]


def _never_bid(log: Ruled, worth: tuple[int, str] | None) -> bool:
    """Whether a contract is written that is neither the faulty bid which was the last word nor the bid that
    stood before it."""
    auction = log.replay.auction
    if worth is None or not auction.faulty_end or auction.unknown_end:
        return False
    bids = [call for call in auction.calls if call.kind is Kind.BID]
    last, standing = bids[-1] if bids else None, auction.standing
    stood = (standing.value, standing.trump) if standing is not None else None
    known = last is not None and last.value is not None and last.trump is not None
    return last is not None and known and worth not in ((last.value, last.trump), stood)


def _add_up(table: Table, contract: Contract | None, a: int | None, b: int | None) -> bool:
    """Whether two sides' points may be those of one deal: all there are, or enough to end the play early."""
    if a is None or b is None or a + b == table.total_points:
        return True
    return certain_early(table, contract, {"A": a, "B": b})


def own_slips(ruled: Ruled, whole: bool) -> list[str]:
    """The places in the result written under a deal that its auction and play do not confirm.

    `whole` False leaves out what depends on every card of the play.
    """
    replay, head = ruled.replay, ruled.replay.seen.head
    amiss = contract_amiss(replay)
    slips = [part if part == "contract" else f"contract / {part}" for part in amiss]
    unmade = replay.contract is None and head.contract_written and head.contract is not None
    if unmade and _never_bid(ruled, written_worth(head.contract, replay.book)):
        slips.append("contract")
    slips += [f"trick {fact.number} / winner" for fact, *_ in replay.wrong_winners()]
    if whole:
        slips += _figures(ruled)
    return slips


def _figures(ruled: Ruled) -> list[str]:
    """The points and the score under a deal that are not what play and contract come to."""
    seen, played = ruled.replay.seen, ruled.verdict.points
    slips: list[str] = []
    a, b = seen.points.get("A"), seen.points.get("B")
    if played is not None:
        slips += [f"points {t}" for t, n in (("A", a), ("B", b)) if n not in (None, played[t])]
    elif short := _too_few(ruled, seen.points):
        slips += [f"points {team}" for team in short]
    elif not _add_up(ruled.replay.table, ruled.replay.contract, a, b):
        slips.append("points A")
    return slips + _scores(ruled)


def _scores(ruled: Ruled) -> list[str]:
    """The score under a deal, where it is neither that of the play nor that after the rulings.

    Both will do under every reading of the log, and any of the small penalties may lack: were a score
    compared with the one or the other for what was found, a card would be read by whether it was allowed.
    """
    seen, award, plain = ruled.replay.seen, ruled.verdict.award, plain_award(ruled)
    if not seen.score or award is None or plain is None:
        return []
    small, _ = small_penalties(ruled.findings)
    # A side that the table does not have (EW in a record of 56, say) has no score that is due.
    written = {
        team: score for team, score in seen.score.items() if score is not None and team in small
    }
    misses = []
    for base in (plain, {team: award[team] - small[team] for team in small}):
        due = {team: range(base[team], base[team] + small[team] + 1) for team in small}
        misses.append(
            [
                team
                for team, score in written.items()
                if score not in due[team] and score + (seen.penalty.get(team) or 0) not in due[team]
            ]
        )
    return [f"score {misses[0][0]}"] if all(misses) else []


def firm_rows(sheet: Sheet, record: Record) -> dict[int, int]:
    """Rows that surely are about one log of the record: the row (from 0) with the game.

    Both numbers are clear, and no other row or log has, or may have, the same. The row of a deal whose redeal
    is recorded is the redeal's.
    """
    games = in_groups(
        (label, game) for game, deal in enumerate(record.deals, 1) for label in labels(deal.number)
    )
    rows = in_groups(
        (label, index)
        for index in range(len(sheet.rows))
        for label in labels(sheet.cell(index, "deal"))
    )
    firm = {}
    for label, indexes in rows.items():
        logs = games.get(label, [])
        if len(indexes) != 1 or len(logs) != 1:
            continue
        deal = record.deals[logs[0] - 1]
        cell, number = sheet.cell(indexes[0], "deal"), deal.number
        if any(event.kind is EventKind.REDEAL for event in deal.all_events()):
            continue
        if cell is not None and cell.clear and number is not None and number.clear:
            firm[indexes[0]] = logs[0]
    return firm


@dataclass(slots=True)
class RowEvidence:
    """A row of a sheet, with all that it may say, as evidence about the log of its deal."""

    rows: list[tuple[Row, float]]
    """The row's readings with the weight of their ink; none where there are too many."""
    likeliest: Row
    table: Table
    address: Callable[[str], Place]
    known: dict[Hashable, float] = field(default_factory=dict)

    def __call__(self, ruled: Ruled, whole: bool) -> float:
        points = ruled.verdict.points if whole else None
        key = (ruled.replay.contract, tuple(sorted(points.items())) if points else None)
        if key not in self.known:
            rates = [ink * row_rate(row, ruled, self.table, whole) for row, ink in self.rows]
            self.known[key] = sum(rates) if rates else 1.0
        return self.known[key]

    def unmet(self, ruled: Ruled, whole: bool) -> list[Place]:
        """The cells of the row's likeliest reading that a log does not agree with."""
        if not self.rows:
            return []
        slips = row_slips(self.likeliest, ruled, self.table, whole)
        return [self.address(column) for columns in slips for column in columns]

    def view(self, ruled: Ruled) -> Hashable:
        return view_key(ruled)


@dataclass(slots=True)
class Together:
    """What several rows say of a log."""

    parts: Sequence[Evidence[Ruled]]

    def __call__(self, ruled: Ruled, whole: bool) -> float:
        return max(LEAST_EVIDENCE, prod(part(ruled, whole) for part in self.parts))

    def unmet(self, ruled: Ruled, whole: bool) -> list[Place]:
        return [place for part in self.parts for place in part.unmet(ruled, whole)]

    def view(self, ruled: Ruled) -> Hashable:
        return view_key(ruled)


def evidence_of(
    sheet: Sheet, index: int, table: Table, names: dict[str, str], number: int = 1
) -> Evidence[Ruled]:
    """How well the readings of a log agree with a row (from 0) of the record's sheet of a number."""
    cells = {column: sheet.cell(index, column) for column in COPIED}
    choices = {
        column: [pair for pair in cell.weighted() if pair[1] > 0.0]
        for column, cell in cells.items()
        if cell is not None and cell.readings and not cell.clear
    }
    rows: list[tuple[Row, float]] = []
    if prod(map(len, choices.values())) <= MOST_ROW_WORLDS:
        for readings in product(*choices.values()):
            chosen = {column: value for column, (value, _) in zip(choices, readings, strict=True)}
            ink = prod(weight for _, weight in readings)
            rows.append((view_row(sheet, index, table, names, chosen), ink))
    likeliest = view_row(sheet, index, table, names, {})
    return RowEvidence(
        rows, likeliest, table, lambda column: sheet.place(index, column).in_sheet(number)
    )


_CONTRACT: Final = ("contract", "bidder", "x")


def _surely(sheet: Sheet, index: int, columns: Sequence[str]) -> bool:
    """Whether a row's cells in some columns are in no doubt: clear, blank or not there."""
    cells = [sheet.cell(index, column) for column in columns]
    return all(cell is None or cell.clear or not cell.filled for cell in cells)


def _filled(sheet: Sheet, index: int, column: str) -> bool:
    cell = sheet.cell(index, column)
    return cell is not None and cell.filled


def _only(values: set[T | None]) -> T | None:
    """The one value that there is; None where there is none, or more than one."""
    known = [value for value in values if value is not None]
    return known[0] if len(known) == 1 else None


class Pages:
    """What the sheets of a record say about its deals, to be compared with the logs."""

    def __init__(self, record: Record, table: Table, names: dict[str, Seat]) -> None:
        self.record, self.table, self.names = record, table, names
        self._firm: list[dict[int, int]] | None = None
        self._evidence: dict[tuple[int, int], Evidence[Ruled]] = {}

    def firm(self, number: int) -> dict[int, int]:
        """The rows of a sheet that surely are about one log, with the game."""
        if self._firm is None:
            self._firm = [firm_rows(sheet, self.record) for sheet in self.record.sheets]
        return self._firm[number - 1]

    def row(self, number: int, index: int) -> Evidence[Ruled]:
        """A row as evidence, made once: it is compared with its log for every other sheet of the record."""
        if (number, index) not in self._evidence:
            sheet = self.record.sheets[number - 1]
            found = evidence_of(sheet, index, self.table, self.names, number)
            self._evidence[number, index] = found
        return self._evidence[number, index]

    def of(self, game: int) -> Evidence[Ruled] | None:
        """How well readings of a log agree with the sheets; None where there is no sheet."""
        if not self.record.sheets:
            return None
        return Together([self.row(number, index) for number, _, index in self._of(game)])

    def entered(self, game: int) -> Entered:
        """What the sheets say of a deal in clear ink; nothing of what two of them have differently."""
        if not self.record.sheets:
            return NOTHING_ENTERED
        rows = [
            (sheet, view_row(sheet, index, self.table, self.names, {}))
            for _, sheet, index in self._of(game)
        ]
        told = [row for sheet, row in rows if _surely(sheet, row.index, _CONTRACT)]
        points = {
            team: _only(
                {row.points(team) for sheet, row in rows if _surely(sheet, row.index, (column,))}
            )
            for team, column in (("A", "points A"), ("B", "points B"))
        }
        return Entered(
            _only({row.contract() for row in told}),
            all(row.doubled is not None for row in told),
            points,
            self._scored(game),
            tuple(self._remarks(game)),
        )

    def rows_of(self, game: int) -> list[Row]:
        """The rows that surely are about a game, each as it is read first."""
        return [
            view_row(sheet, index, self.table, self.names, {}) for _, sheet, index in self._of(game)
        ]

    def _remarks(self, game: int) -> Iterator[str]:
        """What stands beside the deal's rows, whatever became of the deal."""
        for _, sheet, index in self._of(game):
            cell = sheet.cell(index, "remarks")
            if cell is not None and cell.value is not None and cell.clear:
                yield str(cell.value)

    def _scored(self, game: int) -> bool:
        """Whether a row of the deal's number has a score, be it that of a redeal."""
        known = labels(self.record.deals[game - 1].number)
        return any(
            _filled(sheet, index, column)
            for sheet in self.record.sheets
            for index in range(len(sheet.rows))
            if set(labels(sheet.cell(index, "deal"))) & set(known)
            for column in ("score A", "score B")
        )

    def _of(self, game: int) -> list[tuple[int, Sheet, int]]:
        """The rows that surely are about a game: the sheet's number, the sheet, the row from 0."""
        return [
            (number, sheet, index)
            for number, sheet in enumerate(self.record.sheets, 1)
            for index, other in self.firm(number).items()
            if other == game
        ]


# --- how many entries do not agree ------------------------------------------------------------------


class Contradicted:
    """The entries of a record's other pages that a log does not agree with, counted."""

    def __init__(self, record: Record, table: Table, pages: Pages) -> None:
        self._record, self._table, self._pages = record, table, pages
        self._rows: dict[int, list[Row]] = {}

    def __call__(self, ruled: Ruled) -> int:
        game, dealer = ruled.verdict.game, ruled.replay.dealer
        rows = self._rows_of(game)
        count = sum(len(row_slips(row, ruled, self._table)) for row in rows)
        if dealer is None:
            return count
        count += any(row.dealer not in (None, dealer) for row in rows)
        return count + (self.dealer_due(game) not in (None, dealer))

    def _rows_of(self, game: int) -> list[Row]:
        if game not in self._rows:
            self._rows[game] = self._pages.rows_of(game)
        return self._rows[game]

    def dealer_due(self, game: int) -> Seat | None:
        """Who dealt a deal by those before and after it; None where they do not tell, or not the same."""
        deals = self._record.deals
        here = _number(deals[game - 1])
        found = set()
        for other, steps in ((game - 2, 1), (game, -1)):
            if here is None or not 0 <= other < len(deals) or _number(deals[other]) != here - steps:
                continue
            entry = deals[other].dealer
            if entry is not None and entry.clear and entry.value in self._table.next_dealer:
                found.add(self._moved(entry.value, steps))
        return found.pop() if len(found) == 1 else None

    def _moved(self, dealer: Seat, steps: int) -> Seat:
        """The dealer of the next deal, or of the one before."""
        if steps == 1:
            return self._table.next_dealer[dealer]
        return next(seat for seat, after in self._table.next_dealer.items() if after == dealer)


def _number(deal: Deal) -> int | None:
    return figure(deal.label or "")
