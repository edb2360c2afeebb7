"""What else may make the score of a row right: a sheet without a log of the deal does not show it.

A score of 1, 2 or 3 more than the table gives may be a slip, or the points of 3.2, 4.3 or 5.5, or the three
of the cardinal rule, by which the deal may have gone to the other side as well (3.10). The double may have
been left out of the row or written wrongly, or a bidder of the other side written.

A remark beside a row may name the penalty: ``revoke by B, +3``, ``objected: 1 to B``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.records.cards import Team, other_team, team_of
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.scoring import Points, table_award
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import Contract


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would make a score right: the column to look at, how often that is so, and in words."""

    column: str
    rate: float
    words: str


DOUBLE_LEFT_OUT: Final = Explanation(
    "x", 0.03, "If the contract was doubled, the score is right: the x may have been left out."
)
"""The sign is written last, and only where somebody doubled: it is left out oftener than a penalty is due."""

DOUBLED_OTHERWISE: Final = {
    times: Explanation("x", SUM_SLIP / 2, f"If the contract was {how}, the score is right.")
    for times, how in ((1, "not doubled"), (2, "doubled once"), (4, "redoubled"))
}
"""By how it was doubled. A wrong sign is written more seldom than a double is forgotten in the score."""

PENALTY: Final = Explanation(
    "remarks", 0.02, "It may include penalty points, which nothing in the record shows."
)
"""One deal in fifty brings points of penalty. Acts out of turn cost nothing the first time, and a revoke is
seldom."""

OTHER_BIDDER: Final = Explanation(
    "bidder", SUM_SLIP, "If the bidder was of the other team, the score is right."
)
"""A seat is written wrong as often as a figure."""


def other_figure(low: int, high: int) -> Explanation:
    """Another figure of the contract, in a row of the award table: that cell may be the wrong one."""
    span = f"{low} to {high}" if low != high else str(low)
    words = f"If a contract of {span} was meant, the score is right."
    return Explanation("contract", SUM_SLIP / 4, words)


def stands(explained: Sequence[Explanation]) -> bool:
    """Whether a score is wrong all the same: what would explain it is less likely."""
    return sum(each.rate for each in explained) < SUM_SLIP


def slip_share(explained: Sequence[Explanation]) -> float:
    """How likely a score is a slip although these would explain it."""
    return SUM_SLIP / (SUM_SLIP + sum(each.rate for each in explained))


Held = tuple[tuple[Team, int], ...]
"""Points of penalty by the side that they go to."""


def penalties_within(
    book: FiftySixBook,
    view: SheetView,
    row: Row,
    contracts: Sequence[Contract],
    awards: Sequence[Points],
) -> Literal["told", "maybe"] | None:
    """Whether penalties explain a score that the table does not give, and the remark names them."""
    score = {team: row.score(team) for team in ("A", "B")}
    found = [*_beside(book, awards, score), *_cardinal(book, contracts, score)]
    text = remark(view, row)
    cardinal = book.penalties.cardinal
    if any(all(tells_penalty(text, *each, cardinal) for each in held) for held in found):
        return "told"
    # Where the sheet has columns for them, penalties stand there.
    columns = {team for team in score if view.has(f"penalty {team}")}
    return "maybe" if any(all(team not in columns for team, _ in held) for held in found) else None


def _beside(
    book: FiftySixBook, awards: Sequence[Points], score: Mapping[Team, int | None]
) -> Iterator[Held]:
    """Points beside the award of the table."""
    known = book.penalties
    most = known.score_query_most or 0
    amounts = {known.out_of_turn, known.lead_out_of_turn, known.cardinal, *range(1, most + 1)}
    for award in awards:
        more = tuple(
            (team, written - award[team])
            for team, written in score.items()
            if written is not None and written != award[team]
        )
        if more and all(points in amounts for _, points in more):
            yield more


def _cardinal(
    book: FiftySixBook, contracts: Sequence[Contract], score: Mapping[Team, int | None]
) -> Iterator[Held]:
    """The deal gone to the side that did not break the cardinal rule, with what that adds."""
    extra = book.penalties.cardinal
    for contract in contracts if extra is not None else ():
        for side in ("A", "B"):
            found = table_award(book, contract, made=side != team_of(contract.by))
            if found is None or extra is None:
                continue
            winner = other_team(side)
            award = {side: 0, winner: found[0][winner] + extra}
            if all(written in (None, award[team]) for team, written in score.items()):
                yield ((winner, extra),)


# --- remarks ----------------------------------------------------------------------------------------

_WORDS: Final = re.compile(r"penal|revoke|cardinal|turn|object|warn|expos|forfeit|point", re.I)
"""Words by which a figure in a remark is one of points."""
_CARDINAL: Final = re.compile(r"revoke|cardinal|3\.10\b", re.I)
_FIGURE: Final = re.compile(
    r"(?P<sign>\+ ?)?(?<![\w.])(?P<points>\d{1,2})(?!\w|\.\d)"
    r"(?: ?points?| ?pts?)?(?: (?:to|for) (?:team )?(?P<to>[AB])\b)?",
    re.I,
)
_BY: Final = re.compile(r"\bby (?:team )?([AB])\b", re.I)


def remark(view: SheetView, row: Row) -> str:
    """The remark beside a row as it was written; empty where there is none that can be read."""
    cell = view.sheet.cell(row.index, "remarks")
    return str(cell.value) if cell is not None and cell.value is not None else ""


def tells_penalty(text: str, to: Team, points: int, cardinal: int | None) -> bool:
    """Whether a remark tells that so many points of penalty went to a side.

    A figure counts where it has a sign, a side that it goes to, or a word of penalties beside it. What is
    said to go to the other side, or to be for this side's own offence, does not. `cardinal`: the points of
    a revoke, which need no figure.
    """
    offenders = {side.upper() for side in _BY.findall(text)}
    if points == cardinal and _CARDINAL.search(text) and offenders == {other_team(to)}:
        return True
    for found in _FIGURE.finditer(text):
        receiver = (found["to"] or "").upper()
        named = bool(receiver or found["sign"] or _WORDS.search(text))
        own = not receiver and offenders == {to}
        if int(found["points"]) == points and named and receiver in ("", to) and not own:
            return True
    return False
