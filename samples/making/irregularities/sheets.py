"""Irregularities of a session and its score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any, Final

from fairdeal.records import DENOMINATIONS, Record, Seat, other_team, team_of
from samples.making.chance import first_of, given, require
from samples.making.irregularities import calls, cards
from samples.making.irregularities.scene import (
    ANY,
    Case,
    Expected,
    Scene,
    compose,
)
from samples.making.records.deals import (
    FULL,
    SHEET_COLUMNS,
    Session,
    match_points_of,
    miswritten,
    random_draft,
    random_session,
    rows_of,
    session_record,
    sheet_of,
)
from samples.making.records.table import INTERNATIONAL, Variant

ATTEMPTS: Final = 500


@dataclass(kw_only=True)
class Sitting(Session):
    """A session being spoilt: what is recorded of it, and what is to be found."""

    rng: Random
    logs: Sequence[int] = ()
    columns: Sequence[str] | None = SHEET_COLUMNS
    over: bool = False
    expected: list[Expected] = field(default_factory=list)

    def expect_cell(self, code: str, at: int, column: str) -> None:
        """A finding about a cell of the row at a position (from 0)."""
        team = column[-1] if column[-1] in "AB" else ANY
        self.expected.append(
            Expected(code, f"row {at + 1} / {column}", self.rows[at].deal, ANY, team)
        )

    def any_row(self) -> int:
        return self.rng.randrange(len(self.rows))

    def finals_hold(self) -> None:
        """The slip must not change who won, or match points would be wrong as well."""
        if self.match_points is not None:
            require(self.match_points == match_points_of(self.rows[-1].total))


def total_entry(sitting: Sitting) -> None:
    """One total does not add up; the next go on from it, or are right again."""
    rng, at, team = sitting.rng, sitting.any_row(), sitting.rng.choice(("A", "B"))
    row = sitting.rows[at]
    slip = rng.choice((-10, -2, -1, 1, 2, 3, 10))
    require(row.total[team] + slip >= 0)
    row.total[team] += slip
    sitting.expect_cell("total-entry", at, f"total {team}")
    if rng.random() < 0.6 or at + 1 == len(sitting.rows):
        for later in sitting.rows[at + 1 :]:
            later.total[team] += slip
        require(all(later.total[team] >= 0 for later in sitting.rows))
    sitting.finals_hold()


def award_entry(sitting: Sitting) -> None:
    """One score is wrong; the totals follow it, or are those of the right score."""
    rng, at, team = sitting.rng, sitting.any_row(), sitting.rng.choice(("A", "B"))
    row = sitting.rows[at]
    # One, two or three points more may be a penalty, unless the log says otherwise.
    due = row.score[team]
    row.score[team] = rng.choice([n for n in range(9) if n not in range(due, due + 4)])
    sitting.expect_cell("award-entry", at, f"score {team}")
    if rng.random() < 0.6:
        for later in sitting.rows[at:]:
            later.total[team] += row.score[team] - due
    else:
        sitting.expect_cell("total-entry", at, f"total {team}")
    if rng.random() < 0.5:  # the deal's log stands beside the sheet
        sitting.logs = sorted({*sitting.logs, at})
    sitting.finals_hold()


def points_entry(sitting: Sitting) -> None:
    """Card points on the sheet are not what the play in the log gave."""
    rng, at, team = sitting.rng, sitting.any_row(), sitting.rng.choice(("A", "B"))
    sitting.logs = sorted({*sitting.logs, at})
    points = given(sitting.rows[at].points)
    slip = rng.choice((-5, -2, -1, 1, 2, 5))
    both = rng.random() < 0.4
    changed = {t: n + (slip if t == team else -slip if both else 0) for t, n in points.items()}
    require(all(0 <= n <= 56 for n in changed.values()))
    points.update(changed)
    for name in (team, other_team(team)) if both else (team,):
        sitting.expect_cell("points-entry", at, f"points {name}")


def contract_entry(sitting: Sitting) -> None:
    """Contract, bidder or doubling on the sheet is not what the auction in the log made."""
    rng, at = sitting.rng, sitting.any_row()
    sitting.logs = sorted({*sitting.logs, at})
    row = sitting.rows[at]
    way, row.contract = miswritten(given(row.contract), rng, sitting.variant.seats)
    column = {"by": "bidder", "doubled": "x"}.get(way, "contract")
    sitting.expect_cell("contract-entry", at, column)


def dealer_rotation(sitting: Sitting) -> None:
    """A wrong dealer; the turn goes on from there, or the old order comes back."""
    rng, variant = sitting.rng, sitting.variant
    at = rng.randrange(1, len(sitting.rows))
    shift = rng.randrange(1, variant.players)
    last = len(sitting.rows) if rng.random() < 0.5 else at + 1
    on_sheet = rng.random() < 0.5
    for place in range(at, last):
        sitting.rows[place].dealer = variant.after(sitting.rows[place].dealer, shift)
    if on_sheet:
        sitting.logs = ()  # every log would name another dealer than its row
        sitting.expect_cell("dealer-rotation", at, "dealer")
        return
    # Only logs are recorded, each deal dealt by the dealer that the sheet would name.
    sitting.logs, sitting.columns = range(len(sitting.rows)), None
    for place, row in enumerate(sitting.rows):
        if sitting.drafts[place].dealer != row.dealer:
            sitting.drafts[place] = random_draft(rng, variant, place + 1, row.dealer)
    # Where the old order comes back it is a wrong entry, for which no side is blamed.
    dealer = sitting.rows[at].dealer
    team = team_of(dealer) if last == len(sitting.rows) else ANY
    sitting.expected.append(Expected("dealer-rotation", "dealer", str(at + 1), dealer, team))


def match_points_entry(sitting: Sitting) -> None:
    """Match points that the totals do not give."""
    right = given(sitting.match_points)
    require(sitting.rows[-1].total["A"] != sitting.rows[-1].total["B"])
    wrong = sitting.rng.choice(
        ({"A": 0, "B": 3}, {"A": 3, "B": 0}, {"A": 1, "B": 1}, {"A": 2, "B": 1})
    )
    sitting.expected += [
        Expected("match-points-entry", f"match points {team}", None, ANY, team)
        for team in ("A", "B")
        if wrong[team] != right[team]
    ]
    sitting.match_points = dict(wrong)
    require(sitting.expected)


def deal_count(sitting: Sitting) -> None:
    """A session said to be over that has too few deals, or one that leaves out a number."""
    rows = sitting.rows
    if sitting.rng.choice(("short", "missing")) == "short":
        del rows[sitting.rng.randrange(12, len(rows)) :]
        sitting.decide()
        # Where a number of deals stands is not settled: heading, last row or match points.
        sitting.expected.append(Expected("deal-count", ANY, ANY, ANY, ANY))
    else:
        # Every later row keeps the dealer that its own number asks for.
        at = sitting.rng.randrange(1, len(rows) - 1)
        sitting.columns = [name for name in SHEET_COLUMNS if name != "dealer"]
        for row in rows[at:]:
            row.deal = str(int(row.deal) + 1)
        sitting.expect_cell("deal-count", at, "deal")
    sitting.logs = ()


def make_session(kind: str, seed: int, variant: Variant = INTERNATIONAL) -> Case:
    """A session with one irregularity of the kind; the same for the same seed."""

    def attempt(number: int) -> Case:
        rng = Random(f"{kind} {seed} {number}")
        session = random_session(rng, variant)
        sitting = Sitting(**vars(session), rng=rng, over=rng.random() < 0.5)
        if rng.random() < 0.3:
            sitting.logs = rng.sample(range(len(sitting.rows)), 2)
        SLIPS[kind](sitting)
        shown: dict[str, Any] = {"columns": sitting.columns, "over": sitting.over}
        record = session_record(sitting, rng, logs=sitting.logs, style=FULL, **shown)
        if kind == "copies-disagree":
            record = _two_copies(sitting, record)
        return Case(record, tuple(sorted(sitting.expected)))

    return first_of(range(ATTEMPTS), attempt)


def _two_copies(sitting: Sitting, record: Record) -> Record:
    """Both teams' copies of one sheet; they differ in a deal."""
    rng, mine = sitting.rng, sheet_of(sitting, SHEET_COLUMNS, "A")
    at = rng.randrange(len(sitting.rows) - 1)
    row, agreed = sitting.rows[at], given(sitting.rows[at].contract)
    points = given(row.points)
    way = rng.choice(("bidder", "contract", "points", "total"))
    columns, side = [way], team_of(agreed.by)
    if way == "bidder":
        partners = [s for s in sitting.variant.seats if team_of(s) == side and s != agreed.by]
        row.contract = replace(agreed, by=rng.choice(partners))
    elif way == "contract":
        others = [t for t in DENOMINATIONS if t != agreed.trump]
        row.contract = replace(agreed, trump=rng.choice(others))
    elif way == "points":
        slip = 1 if points[side] >= agreed.value else -1
        points[side] += slip
        points[other_team(side)] -= slip
        require(all(0 <= n <= 56 for n in points.values()))
        columns = ["points A", "points B"]
    else:
        team = rng.choice(("A", "B"))
        row.total[team] += rng.choice((1, 2, 10))
        columns = [f"total {team}"]
        # The copy with the slip does not add up there; the next row is right by the sum of all scores.
        sitting.expect_cell("total-entry", at, f"total {team}")
    sitting.expected += [
        Expected("copies-disagree", f"row {at + 1} / {column}", row.deal, ANY, ANY)
        for column in columns
    ]
    return replace(record, deals=(), sheets=(mine, sheet_of(sitting, SHEET_COLUMNS, "B")))


def warnings(sitting: Sitting) -> None:
    """Acts out of turn in deal after deal: one warning a team where objected to, then points."""
    variant, warned = sitting.variant, set[str]()
    for at in range(sitting.rng.randint(3, 6)):
        dealer = sitting.drafts[at].dealer
        sitting.drafts[at] = scene = _out_of_turn(sitting.rng, variant, at + 1, dealer, warned)
        warned |= scene.warned
        sitting.expected += scene.expected
    sitting.rows[:] = rows_of(sitting.drafts)
    sitting.decide()
    require(sitting.match_points != {"A": 1, "B": 1})
    sitting.logs = range(len(sitting.rows))


def _out_of_turn(
    rng: Random, variant: Variant, number: int, dealer: Seat, warned: set[str]
) -> Scene:
    """A deal with a call or a card out of turn, in a session in which some teams were warned."""
    told: dict[str, Any] = {"number": number, "dealer": dealer, "warned": warned}
    told |= (
        {"bid": calls.call_out_of_turn} if rng.random() < 0.5 else {"play": cards.play_out_of_turn}
    )
    return first_of(count(), lambda _: compose(rng, variant, **told)[0])


SLIPS: Final[Mapping[str, Callable[[Sitting], None]]] = {
    "total-entry": total_entry,
    "award-entry": award_entry,
    "points-entry": points_entry,
    "contract-entry": contract_entry,
    "dealer-rotation": dealer_rotation,
    "match-points-entry": match_points_entry,
    "deal-count": deal_count,
    "warnings": warnings,
    "copies-disagree": lambda sitting: None,
}
