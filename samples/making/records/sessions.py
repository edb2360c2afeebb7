"""Synthetic sessions of 56: deals in order, the dealer moving on, and the score sheet that goes with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from fairdeal.records.cards import Said, Seat, Team
from fairdeal.records.doubt import Entry, blank, clear
from fairdeal.records.record import COLUMNS, Cell, MatchPoints, Record, Sheet, SheetRow, Tag
from samples.making.records.deals import Draft, Style, deal_of, random_draft
from samples.making.records.table import INTERNATIONAL, Agreed, Variant

SHEET_COLUMNS: Final = tuple(name for name in COLUMNS if not name.startswith("penalty"))
DOUBLING: Final = {1: "", 2: "X", 4: "XX"}


@dataclass
class Row:
    """One row of a score sheet as it was filled in."""

    deal: str
    dealer: Seat
    contract: Agreed | None
    points: dict[str, int] | None
    score: dict[str, int]
    total: dict[str, int]


@dataclass
class Session:
    """A session as it was played and written down. `match_points` None: not entered."""

    variant: Variant
    drafts: list[Draft]
    rows: list[Row]
    match_points: dict[str, int] | None = None
    tie_break: str | None = None

    def decide(self, tie_break: str | None = None) -> None:
        """Enter the match points that the last totals give, and who breaks a tie."""
        self.tie_break = tie_break
        self.match_points = match_points_of(self.rows[-1].total, tie_break)


def rows_of(drafts: Sequence[Draft]) -> list[Row]:
    """The rows for some deals, rightly filled in and added up."""
    rows, total = [], {"A": 0, "B": 0}
    for draft in drafts:
        score = dict(draft.award or {"A": 0, "B": 0})
        total = {team: total[team] + points for team, points in score.items()}
        points = None if draft.points is None else dict(draft.points)
        rows.append(Row(str(draft.number), draft.dealer, draft.contract, points, score, total))
    return rows


def match_points_of(total: dict[str, int], tie_break: str | None = None) -> dict[str, int]:
    """Three to the winner; a tie gives one each, and one more to whoever breaks it (5.4)."""
    if total["A"] == total["B"]:
        return {team: 2 if team == tie_break else 1 for team in ("A", "B")}
    winner = "A" if total["A"] > total["B"] else "B"
    return {team: 3 if team == winner else 0 for team in ("A", "B")}


def random_session(
    rng: Random, variant: Variant = INTERNATIONAL, deals: int | None = None
) -> Session:
    """A session within the rules, every figure right."""
    dealer = rng.choice(variant.seats)
    drafts = [
        random_draft(rng, variant, turn + 1, variant.after(dealer, turn))
        for turn in range(deals or variant.deals)
    ]
    session = Session(variant, drafts, rows_of(drafts))
    if deals is None and variant.match_points:
        final = session.rows[-1].total
        session.decide(rng.choice(("A", "B", None)) if final["A"] == final["B"] else None)
    return session


# --- as records --------------------------------------------------------------------------------------


def sheet_of(
    session: Session, columns: Sequence[str] = SHEET_COLUMNS, copy: Team | None = None
) -> Sheet:
    """The session's score sheet with the given columns."""
    rows = tuple(SheetRow(tuple(_cell(row, name) for name in columns)) for row in session.rows)
    points = None
    if session.match_points is not None:
        figures = {team: clear(n) for team, n in session.match_points.items()}
        points = MatchPoints(figures, clear(session.tie_break) if session.tie_break else None)
    return Sheet(tuple(columns), rows, copy, points)


def _cell(row: Row, name: str) -> Cell:
    word, _, team = name.partition(" ")
    if word in ("points", "score", "total"):
        return entered((getattr(row, word) or {}).get(team))
    contract = row.contract
    texts = {
        "deal": row.deal,
        "dealer": row.dealer,
        "bidder": contract.by if contract else "",
        "contract": contract.said if contract else "",
        "x": DOUBLING[contract.doubled] if contract else "",
    }
    return entered(texts.get(name))


def entered(value: Said | str | int | None) -> Entry[Any]:
    """A cell with this in it; blank where it is nothing."""
    return blank() if value is None or value == "" else clear(value)


def session_record(
    session: Session,
    rng: Random,
    *,
    logs: Sequence[int] = (),
    style: Style | None = None,
    columns: Sequence[str] | None = SHEET_COLUMNS,
    over: bool = False,
    **tags: str,
) -> Record:
    """The session's record: logs of the deals at these positions (from 0), and the sheet.

    `columns` None leaves the sheet out; `over` says in the heading how many deals there are.
    """
    named = {"Event": "Synthetic session", "Rules": session.variant.rules}
    named |= ({"Deals": str(session.variant.deals)} if over else {}) | tags
    drafts = (session.drafts[at] for at in sorted(logs))
    deals = tuple(deal_of(draft, rng, style or Style.random(rng)) for draft in drafts)
    sheets = () if columns is None else (sheet_of(session, columns),)
    return Record(tuple(Tag(*each) for each in named.items()), deals, sheets)


def clean_session(seed: int, variant: Variant = INTERNATIONAL) -> Record:
    """A session's record in which nothing is wrong: sheet, logs, or both, some or all."""
    rng = Random(seed)
    session = random_session(rng, variant)
    everything = range(len(session.drafts))
    logs = rng.choice(([], everything, rng.sample(everything, rng.randint(1, 6))))
    columns: Sequence[str] | None = SHEET_COLUMNS
    if rng.random() < 0.3:
        spare = ("dealer", "bidder", "x", "points A", "points B", "remarks")
        left_out = set(rng.sample(spare, rng.randint(1, 3)))
        columns = [name for name in SHEET_COLUMNS if name not in left_out]
        if rng.random() < 0.3:
            rng.shuffle(columns)
    elif len(logs) == len(everything) and rng.random() < 0.3:
        columns = None
    return session_record(session, rng, logs=logs, columns=columns, over=rng.random() < 0.5)
