"""The records that are printed: deals of 56 and of bridge, sessions with their score sheets.

About half of them are in order, the others have one irregularity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from fairdeal.records import Record, Sheet, SheetRow
from samples.making import bridge_irregularities, irregularities
from samples.making.irregularities import sheets
from samples.making.records import bridge_deals
from samples.making.records.deals import (
    FULL,
    Style,
    clean_record,
    deal_of,
    random_draft,
    random_session,
    record_of,
    session_record,
)
from samples.making.records.table import INTERNATIONAL, VARIANTS, Variant
from samples.making.sheets.club_sheets import DESIGNS, Design, any_design, column_of

CLEAN_SHARE: Final = 0.5
SIX_AT_THE_TABLE: Final = tuple(variant for variant in VARIANTS if variant.players == 6)
ELSEWHERE: Final = (
    "revoke", "hand-size", "trick-winner", "points-entry", "award-entry", "insufficient-bid",
)  # fmt: skip
"""Irregularities that every rulebook of 56 knows."""


@dataclass(frozen=True, slots=True)
class Log:
    """What is printed: a record, what is irregular in it, and the rulebook that it is judged by; `design` is
    the club's own sheet that it is filled into, where it is one."""

    kind: str
    rules: str
    record: Record
    design: Design | None = None

    @property
    def bridge(self) -> bool:
        return self.rules in ("duplicate", "alberta")


def deal_of_56(rng: Random) -> Log:
    """One deal in order, or with one irregularity."""
    variant = INTERNATIONAL if rng.random() < 0.6 else rng.choice(SIX_AT_THE_TABLE)
    seed = rng.randrange(1 << 30)
    if rng.random() < CLEAN_SHARE:
        return Log("in order", variant.rules, clean_record(seed, variant))
    kind = rng.choice(tuple(irregularities.KINDS) if variant is INTERNATIONAL else ELSEWHERE)
    return Log(kind, variant.rules, irregularities.make(kind, seed, variant).record)


def deals_of_56(rng: Random) -> Log:
    """Two or three deals in a row, all in order."""
    variant: Variant = rng.choice(SIX_AT_THE_TABLE)
    first, dealer = rng.randint(1, 12), rng.choice(variant.seats)
    drafts = (
        random_draft(rng, variant, first + turn, variant.after(dealer, turn))
        for turn in range(rng.randint(2, 3))
    )
    deals = [deal_of(draft, rng, Style.random(rng)) for draft in drafts]
    return Log("several deals", variant.rules, record_of(deals, variant))


def board_of_bridge(rng: Random) -> Log:
    """A board in order, or with one irregularity."""
    if rng.random() < CLEAN_SHARE:
        return Log("in order", "duplicate", bridge_deals.record_of(bridge_deals.clean_deal(rng)))
    kind = rng.choice(tuple(bridge_irregularities.KINDS))
    return Log(kind, "duplicate", bridge_irregularities.make(kind, rng.randrange(1 << 30)).record)


def session(rng: Random) -> Log:
    """A session's score sheet, in some the log of a deal before it; in half of them a slip."""
    if rng.random() < CLEAN_SHARE:
        held = random_session(rng, deals=rng.randint(4, 18))
        logs = (rng.randrange(len(held.drafts)),) if rng.random() < 0.4 else ()
        return Log("in order", "international", session_record(held, rng, logs=logs, style=FULL))
    kind = rng.choice(tuple(sheets.SLIPS))
    return Log(kind, "international", sheets.make_session(kind, rng.randrange(1 << 30)).record)


def club_session(rng: Random) -> Log:
    """A session's score sheet as it stands in the columns of some club's own sheet."""
    design = rng.choice(DESIGNS) if rng.random() < 0.4 else any_design(rng)
    log = session(rng)
    while not log.record.sheets:
        log = session(rng)
    sheet = log.record.sheets[0]
    names = dict.fromkeys(column_of(column.means, design.us) for column in design.columns)
    columns = [name for name in names if name in sheet.columns]
    shown = tuple(
        SheetRow(tuple(row.cells[sheet.columns.index(name)] for name in columns))
        for row in sheet.rows[: design.rows]
    )
    return Log(log.kind, log.rules, Record(sheets=(Sheet(tuple(columns), shown),)), design)


SOURCES: Final[Mapping[str, Callable[[Random], Log]]] = {
    "deal": deal_of_56,
    "deals": deals_of_56,
    "board": board_of_bridge,
    "session": session,
    "club session": club_session,
}
