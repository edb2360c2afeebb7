"""The score deal by deal: what is written, what a verdict gives, and what a committee decided on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.desk.score.figures import TEAMS, UNKNOWN, Disputed, Pair, Sides
from fairdeal.records import (
    WE_THEY,
    Place,
    Record,
    Said,
    Sheet,
    Team,
    figure,
    in_groups,
    of_entries,
    shown,
)
from fairdeal.rulings.bridge.scoring.sheets import line_of, see_sheet
from fairdeal.rulings.fifty_six.sheets.view import RowsLeftOut, misplaced_rows
from fairdeal.rulings.frame.finding import DealVerdict, Decided, Verdict

SCORES: Final = ("award-entry", "penalty-entry")
"""Wrong entries of a deal's score: where one is dismissed, the score stands as written."""
TOTALS: Final = "total-entry"
POINTS: Final = "match-points-entry"


@dataclass(frozen=True, slots=True)
class CommitteeDecisions:
    """Everything of a case on which its score as ruled rests.

    `figures` are those of the ruling, as far as somebody wrote some. They count where they `stand`: the
    committee was asked about the difference and kept them, or nothing could be worked out beside them.
    """

    decided: tuple[Decided, ...] = ()
    undecided: int = 0
    figures: Pair = UNKNOWN
    stand: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on paper or is given by decision, by the number of the deal.

    `kept` are deals whose score stands as it is written, but for sides whose entry is `wrong` all the same;
    `totals` are running totals that stand. `awards` is what a deal scores that no log tells. `points`: the
    match points stand as they are entered.
    """

    kept: frozenset[str] = frozenset()
    wrong: frozenset[tuple[str, Team | None]] = frozenset()
    totals: frozenset[tuple[str, Team]] = frozenset()
    awards: dict[str, dict[Team, int] | None] = field(default_factory=dict)
    points: bool = False

    def of(self, label: str, given: Pair, written: Pair, sides: Sides) -> Pair:
        """What a deal scores, where a verdict gives so much and so much is written."""
        if label in self.awards:
            return award_pair(self.awards[label], sides)
        one, two = (
            on_paper if on_paper is not None and self._stands(label, side) else worked_out
            for side, on_paper, worked_out in zip(sides, written, given, strict=True)
        )
        return one, two

    def _stands(self, label: str, side: Team) -> bool:
        return label in self.kept and (label, side) not in self.wrong


def standing_of(decided: Sequence[Decided], record: Record, ruled: Verdict) -> Standing:
    """What follows from decisions for entries of the sheets; `ruled` is the verdict with them."""
    times = Counter(deal.label for deal in record.deals)
    kept, totals = set(), set()
    wrong = {(each.deal or "", each.team) for each in ruled.findings if each.code in SCORES}
    awards: dict[str, dict[Team, int] | None] = {}
    points = False
    for each in decided:
        code, parts = each.named[0], each.named[1]
        place = Place(parts)
        row = place.within_sheet().number("row")
        label = each.deal or (str(row) if row is not None else None)
        team = parts[-1].rpartition(" ")[2] if parts else ""
        points = points or (code == POINTS and not each.holds)
        if label is None:
            continue
        if not each.holds and code in SCORES:
            kept.add(label)
        if not each.holds and code == TOTALS:
            totals.add((label, team))
        alone = row is not None or times[label] < 2
        if each.holds and alone and (each.award is not None or each.open_award):
            awards[label] = each.award
    return Standing(frozenset(kept), frozenset(wrong), frozenset(totals), awards, points)


@dataclass(frozen=True, slots=True)
class Stray:
    """A log (`game` in the record) that most likely is of a row (from 0) of the first sheet."""

    game: int
    label: str
    sheet: Sheet
    row: int
    row_label: str


def strays(record: Record, verdict: Verdict) -> Iterator[Stray]:
    """The logs of which the sheet has no row, each with the only row that it can be of."""
    sheet = next((each for each in record.sheets if not of_entries(each)), None)
    if sheet is None:
        return
    labels = [_label(sheet, row) for row in range(len(sheet.rows))]
    logged = {deal.label for deal in record.deals}
    free = [row for row, label in enumerate(labels) if label and label not in logged]
    for game, (deal, ruled) in enumerate(zip(record.deals, verdict.deals, strict=False), 1):
        label = deal.label
        if label is None or label in labels or deal.unread:
            continue
        dealer = deal.dealer.value if deal.dealer is not None and deal.dealer.clear else None
        near = [
            row
            for row in free
            if _one_slip(label, labels[row]) and _agree(sheet, row, ruled, dealer)
        ]
        if len(near) == 1:
            yield Stray(game, label, sheet, near[0], labels[near[0]])


def _label(sheet: Sheet, row: int) -> str:
    cell = sheet.cell(row, "deal")
    return str(cell.value) if cell is not None and cell.clear else ""


def _one_slip(one: str, two: str) -> bool:
    """Whether two numbers are a slip apart: figures in each other's place, or one figure other or missing."""
    if sorted(one) == sorted(two):
        return True
    if len(one) == len(two):
        return sum(a != b for a, b in zip(one, two, strict=True)) == 1
    short, long = sorted((one, two), key=len)
    return any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def _agree(sheet: Sheet, row: int, ruled: DealVerdict, dealer: str | None) -> bool:
    """Whether a log and a row say the same of contract and dealer, as far as both have them; the contract has
    to be there."""
    contract = sheet.cell(row, "contract")
    if contract is None or ruled.contract is None or not isinstance(contract.value, Said):
        return False
    said = contract.value
    if (said.number, said.suit or "NT") != (ruled.contract.value, ruled.contract.trump):
        return False
    pairs = ((sheet.cell(row, "dealer"), dealer), (sheet.cell(row, "bidder"), ruled.contract.by))
    return all(
        cell is None or not cell.clear or value is None or str(cell.value) == value
        for cell, value in pairs
    )


SURE_ENOUGH: Final = 0.95
"""A score this surely wrong is put right in the score by the rulebook; the entry is asked about beside it."""


Ways = tuple[tuple[Pair, str], ...]
"""What a deal scores by each of several papers, with their names."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deal: the score written, the score that the verdict gives, and both running totals."""

    label: str
    written: Pair
    ruled: Pair
    by_log: bool
    """Whether the score of the verdict comes from a log of the deal; else the sheet is believed."""
    written_total: Pair = UNKNOWN
    ruled_total: Pair = UNKNOWN
    to_replay: bool = False
    """Whether the deal is to be dealt again, and nothing recorded shows that it was."""
    ways: Ways = ()
    """Where papers differ on it: what it scores by each. It is open, and counts for nothing."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The deals of a match. `written` are the last totals on paper, `total` those of the verdict."""

    deals: tuple[Step, ...]
    written: Pair
    total: Pair
    sides: Sides

    def step(self, label: str | None) -> Step | None:
        return next((each for each in self.deals if each.label == label), None)

    @property
    def disputed(self) -> tuple[Disputed, ...]:
        """The deals of which papers say different things."""
        return tuple(Disputed(each.label, each.ways) for each in self.deals if each.ways)

    @property
    def to_replay(self) -> tuple[str, ...]:
        return tuple(each.label for each in self.deals if each.to_replay)


def deals_on_paper(record: Record, steps: Steps) -> int:
    """Deals of which any paper says something: a log, a row of a score sheet, or both."""
    logged = {deal.label for deal in record.deals}
    return len(record.deals) + sum(each.label not in logged for each in steps.deals)


@dataclass(slots=True)
class _Given:
    """What a verdict gives by deal. `again` are the deals whose last log was to be dealt again."""

    awards: dict[str, Pair]
    again: set[str]
    due: dict[tuple[int, Team], int]
    ways: dict[str, Ways] = field(default_factory=dict)
    """Deals of which papers say different things, with what each gives."""
    standing: Standing = field(default_factory=Standing)


def steps_of(
    record: Record, verdict: Verdict, sides: Sides, standing: Standing | None = None
) -> Steps:
    """The score deal by deal. A deal without a log counts as the sheet has it, wrong scores put right.

    `standing` is what a committee lets stand on paper or gives for a deal, where the verdict is the one as
    ruled.
    """
    standing = standing or Standing()
    last = {deal.deal: deal.outcome for deal in verdict.deals if deal.deal is not None}
    again = {deal for deal, outcome in last.items() if outcome == "redeal"}
    sheet = next((each for each in record.sheets if not of_entries(each)), None)
    due = {} if sheet is None else _put_right(record, sheet, verdict)
    awards = {label: _together(each, sides) for label, each in _by_label(verdict.deals).items()}
    ways = ways_of_rows(record, verdict, sides) | _ways_of_logs(verdict.deals, sides)
    ways |= ways_of_strays(record, verdict, sides)
    ways = {label: each for label, each in ways.items() if label not in standing.awards}
    given = _Given(awards, again, due, ways, standing)
    steps = (
        _from_sheets(record, sheet, given, sides)
        if sheet is not None
        else _from_deals(record, verdict, given, sides)
    )
    steps = _with_totals(steps, standing, sides)
    written = _written_final(steps)
    entries = next((each for each in record.sheets if of_entries(each)), None)
    if entries is not None:
        written = _totals_of_entries(entries, sides)
        steps = _with_entries(steps, entries, sides) if sheet is None else steps
    return Steps(tuple(steps), written, steps[-1].ruled_total if steps else UNKNOWN, sides)


def entered(sheet: Sheet, deal: str | None) -> dict[Team, int] | None:
    """What is written for a hand in all, by side; None where nothing is written under its number."""
    seen = see_sheet(sheet)
    rows = [row for row in seen.rows if row.deal == deal and line_of(row) in ("above", "below")]
    if deal is None or not rows:
        return None
    return {seen.team(column): sum(row.number(column) or 0 for row in rows) for column in WE_THEY}


def _with_entries(steps: list[Step], sheet: Sheet, sides: Sides) -> list[Step]:
    """The hands with what is entered for each by number; those that are not numbered as they were."""
    return [
        step
        if (sums := entered(sheet, step.label)) is None
        else replace(step, written=(sums[sides[0]], sums[sides[1]]))
        for step in steps
    ]


def _totals_of_entries(sheet: Sheet, sides: Sides) -> Pair:
    """The last totals written under WE and THEY, in the order of the sides."""
    found: dict[str, int | None] = {"we": None, "they": None}
    for index in range(len(sheet.rows)):
        if cell_text(sheet, index, "line").casefold() in ("total", "totals", "sum"):
            for column in found:
                number = sheet.number(index, column)
                found[column] = number if number is not None else found[column]
    pair = (found["we"], found["they"])
    return pair if sheet.copy != sides[1] else (pair[1], pair[0])


def written_on_copies(record: Record, sides: Sides) -> tuple[tuple[str, Pair], ...]:
    """The final score on each copy of the sheet, with whose it is; empty where all copies end alike."""
    sheets = [each for each in record.sheets if not of_entries(each)]
    found = tuple(
        (copy_name(sheet, number), _written_final(_from_sheet(sheet, _Given({}, set(), {}), sides)))
        for number, sheet in enumerate(sheets, 1)
    )
    return found if len({pair for _, pair in found if pair != UNKNOWN}) > 1 else ()


def _by_label(deals: Iterable[DealVerdict]) -> dict[str, list[DealVerdict]]:
    return in_groups((deal.deal, deal) for deal in deals if deal.deal is not None)


def _finals(deals: Iterable[DealVerdict]) -> list[DealVerdict]:
    """The logs of a deal after which it was not dealt again: several where a file has the deal twice."""
    return [deal for deal in deals if deal.outcome != "redeal"]


def _together(deals: list[DealVerdict], sides: Sides) -> Pair:
    """What the verdict gives for a deal and its redeal together."""
    finals = _finals(deals)
    if len(finals) > 1 and sides == TEAMS:
        if any(each.award != finals[0].award for each in finals):
            return UNKNOWN
        deals = [each for each in deals if each not in finals[1:]]
    if any(deal.award is None for deal in deals):
        return UNKNOWN
    return (
        sum((deal.award or {}).get(sides[0], 0) for deal in deals),
        sum((deal.award or {}).get(sides[1], 0) for deal in deals),
    )


def _ways_of_logs(deals: Iterable[DealVerdict], sides: Sides) -> dict[str, Ways]:
    """What deals score by each of the papers that differ on them."""
    found = {
        deal.deal: tuple(
            (award_pair(way.award, sides), " and ".join(way.papers)) for way in deal.awards_if
        )
        for deal in deals
        if deal.papers_differ and deal.deal is not None
    }
    for label, twice in _by_label(_finals(deals) if sides == TEAMS else ()).items():
        if len({award_pair(deal.award, sides) for deal in twice}) > 1:
            found[label] = tuple(
                (award_pair(deal.award, sides), f"log {number} of it")
                for number, deal in enumerate(twice, 1)
            )
    return found


def award_pair(award: dict[Team, int] | None, sides: Sides) -> Pair:
    return UNKNOWN if award is None else (award.get(sides[0], 0), award.get(sides[1], 0))


def ways_of_rows(record: Record, verdict: Verdict, sides: Sides) -> dict[str, Ways]:
    """Deals that copies of the sheet score otherwise, in clear ink, wrong scores put right on each: what
    each gives, and whose it is."""
    found: dict[str, dict[str, tuple[Pair, Pair]]] = defaultdict(dict)
    one, two = sides
    sheets = [each for each in record.sheets if not of_entries(each)]
    for number, sheet in enumerate(sheets, 1) if len(sheets) > 1 else ():
        due = _put_right(record, sheet, verdict, of_this_alone=True)
        for row in range(len(sheet.rows)):
            label = label_of(sheet, row)
            cells = [sheet.cell(row, f"score {side}") for side in sides]
            if all(cell is not None and cell.clear for cell in cells):
                written = sheet.number(row, f"score {one}"), sheet.number(row, f"score {two}")
                right = due.get((row, one), written[0]), due.get((row, two), written[1])
                found[label].setdefault(copy_name(sheet, number), (written, right))
    by_logs = {deal.deal for deal in verdict.deals if deal.award is not None or deal.papers_differ}
    return {
        label: tuple((right, name) for name, (_, right) in by_sheet.items())
        for label, by_sheet in found.items()
        if label not in by_logs
        and all(len({pairs[n] for pairs in by_sheet.values()}) > 1 for n in (0, 1))
    }


def ways_of_strays(record: Record, verdict: Verdict, sides: Sides) -> dict[str, Ways]:
    """Rows without a log, with what the sheet gives and what a log gives that most likely is theirs."""
    found: dict[str, Ways] = {}
    one, two = sides
    for stray in strays(record, verdict):
        written = tuple(stray.sheet.number(stray.row, f"score {side}") for side in (one, two))
        given = award_pair(verdict.deals[stray.game - 1].award, sides)
        if None not in written and given not in (UNKNOWN, written):
            by_log = (given, f"the log of deal {stray.label}")
            found[stray.row_label] = (((written[0], written[1]), "the sheet"), by_log)
    return found


def copy_name(sheet: Sheet, number: int) -> str:
    """Whose copy a sheet is: ``team A's copy``; ``sheet 2`` where it does not say."""
    return f"sheet {number}" if sheet.copy is None else f"team {sheet.copy}'s copy"


def _put_right(
    record: Record, first: Sheet, verdict: Verdict, *, of_this_alone: bool = False
) -> dict[tuple[int, Team], int]:
    """Scores of a sheet that are surely wrong, by row from 0, with what is due.

    What is wrong on another copy is put right here only where the same figure stands in the same deal.
    """
    found: dict[tuple[int, Team], int] = {}
    for finding in verdict.findings:
        row, team, due = finding.at.row, finding.team, finding.due
        if (finding.probability or 0.0) < SURE_ENOUGH or None in (row, team, due):
            continue
        assert row is not None and team is not None and due is not None
        number = finding.place.sheet or finding.at.sheet or 1
        sheet = record.sheets[number - 1] if number <= len(record.sheets) else first
        own = row - 1 if sheet is first else None
        if own is None and not of_this_alone:
            own = _same_slip(first, sheet, row - 1, f"score {team}")
        if own is not None:
            found[own, team] = due
    return found


def _same_slip(first: Sheet, other: Sheet, row: int, column: str) -> int | None:
    """The row of the first sheet in which the figure of another copy's cell stands for the same deal."""
    label = label_of(other, row)
    rows = [at for at in range(len(first.rows)) if label_of(first, at) == label]
    same = bool(rows) and first.number(rows[0], column) == other.number(row, column)
    return rows[0] if same else None


def _from_sheets(record: Record, first: Sheet, given: _Given, sides: Sides) -> list[Step]:
    """The rows of the first sheet, and those of deals that only another sheet has: what one captain left out,
    or another page. Every deal once."""
    steps = _from_sheet(first, given, sides)
    known = {label_of(first, row) for row in range(len(first.rows))}
    others = replace(given, due={})
    more: list[Step] = []
    for sheet in record.sheets:
        if sheet is not first and not of_entries(sheet):
            more += [each for each in _from_sheet(sheet, others, sides) if each.label not in known]
            known |= {each.label for each in more}
    if not more:
        return steps
    return sorted(
        [*steps, *more], key=lambda each: (figure(each.label) is None, figure(each.label) or 0)
    )


def _from_sheet(sheet: Sheet, given: _Given, sides: Sides) -> list[Step]:
    steps = []
    one, two = sides
    times = [label_of(sheet, index) for index in range(len(sheet.rows))]
    slips = misplaced_rows(sheet)
    for index in slips.order:
        label = times[index]
        if index in slips.left_out:
            steps += _left_out(slips.left_out[index], given, sides)
        written = (sheet.number(index, f"score {one}"), sheet.number(index, f"score {two}"))
        total = (sheet.number(index, f"total {one}"), sheet.number(index, f"total {two}"))
        by_log = label in given.awards and given.awards[label] != UNKNOWN
        right = (given.due.get((index, one), written[0]), given.due.get((index, two), written[1]))
        again = label in given.again
        if again and written != UNKNOWN:
            by_log = False  # the row of a deal dealt again may be the redeal's
        ways = given.ways.get(label, ())
        if written == UNKNOWN and total == UNKNOWN and not by_log and not ways:
            continue
        ruled = given.standing.of(label, given.awards[label] if by_log else right, written, sides)
        replayed = any(right) or times.count(label) > 1 or label in given.standing.awards
        ruled = (0, 0) if ways else ruled
        replay = again and not replayed
        steps.append(Step(label, written, ruled, by_log, total, to_replay=replay, ways=ways))
    return steps


def _left_out(rows: RowsLeftOut, given: _Given, sides: Sides) -> list[Step]:
    """Deals without a row: those with a log as it has them, the last of the others what the totals leave."""
    left = [rows.scores[side] for side in sides]
    logs = [given.awards.get(str(deal), UNKNOWN) for deal in rows.deals]
    for award in logs:
        left = [total - (more or 0) for total, more in zip(left, award, strict=True)]
    steps = []
    for deal, award in zip(rows.deals, logs, strict=True):
        by_log = award != UNKNOWN
        pair = award if by_log else (left[0], left[1])
        left = left if by_log else [0, 0]
        ruled = given.standing.of(str(deal), pair, UNKNOWN, sides)
        steps.append(Step(str(deal), UNKNOWN, ruled, by_log))
    return steps


def _from_deals(record: Record, verdict: Verdict, given: _Given, sides: Sides) -> list[Step]:
    steps = []
    counted: set[str] = set()
    last = {ruled.deal: ruled.game for ruled in verdict.deals}
    for deal, ruled in zip(record.deals, verdict.deals, strict=False):
        score = deal.result.score if deal.result is not None else {}
        found = tuple(score[team].value if team in score else None for team in sides)
        written = (found[0], found[1])
        pair = award_pair(ruled.award, sides)
        label = deal.label or str(ruled.game)
        if ruled.outcome != "redeal" and sides == TEAMS:
            if deal.label in counted:
                continue  # the same deal twice in one file counts once
            counted.add(deal.label or label)
        pair = given.standing.of(label, pair, written, sides)
        again = ruled.outcome == "redeal" and last.get(ruled.deal) == ruled.game
        replay = again and label not in given.standing.awards
        ways = given.ways.get(label, ())
        pair = (0, 0) if ways else pair
        steps.append(
            Step(label, written, pair, ruled.award is not None, to_replay=replay, ways=ways)
        )
    return steps


def _with_totals(steps: Sequence[Step], standing: Standing, sides: Sides) -> list[Step]:
    """Add the running totals of the verdict; they stop where a deal's score is not known."""
    totals: list[int | None] = [0, 0]
    done: list[Step] = []
    for step in steps:
        for team in (0, 1):
            ruled, so_far = step.ruled[team], totals[team]
            other = step.ruled[1 - team]
            if ruled is None and other is not None and not step.by_log:
                ruled = 0  # one side's cell left empty: that side scored nothing
            totals[team] = None if so_far is None or ruled is None else so_far + ruled
            stands = (step.label, sides[team]) in standing.totals
            totals[team] = _carried(totals[team], step, done, team, stands)
        done.append(replace(step, ruled_total=(totals[0], totals[1])))
    return done


def _carried(
    total: int | None, step: Step, before: Sequence[Step], side: int, stands: bool
) -> int | None:
    """A running total, with what the written one has more than its sum where that `stands`."""
    if total is None or not stands:
        return total
    written = step.written_total[side]
    if written is None:
        return total
    above = 0
    for each in reversed(before):
        if (last := each.written_total[side]) is not None:
            above += last
            break
        above += each.written[side] or 0
    return total + written - above - (step.written[side] or 0)


def _written_final(steps: Sequence[Step]) -> Pair:
    for step in reversed(steps):
        if step.written_total != UNKNOWN:
            return step.written_total
    written = [step.written for step in steps]
    if not written or any(None in pair for pair in written):
        return UNKNOWN
    return (sum(pair[0] or 0 for pair in written), sum(pair[1] or 0 for pair in written))


def label_of(sheet: Sheet, row: int) -> str:
    """The number of a row's deal as it is written, or the row's own."""
    return cell_text(sheet, row, "deal") or str(row + 1)


def cell_text(sheet: Sheet, row: int, column: str) -> str:
    cell = sheet.cell(row, column)
    return "" if cell is None or cell.value is None else shown(cell.value)
