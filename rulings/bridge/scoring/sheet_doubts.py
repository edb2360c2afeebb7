"""How sure the findings on sheets of bridge are: the worlds of doubtful cells and of doubtful logs.

A cell with rivals is weighed as an entry of a deal is: a sum that does not add up, or a figure that
the log does not confirm, is a slip of the pen and makes a reading less likely; an offence at the table
makes none likelier or less likely. Entries under WE and THEY all bear on their totals, so all sheets
are weighed together, doubts that do not bear on each other each on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any, Final

from fairdeal.records import Deal, Place, in_groups, times
from fairdeal.rulings.bridge.book import board_dealer, board_number
from fairdeal.rulings.bridge.replay.deal import marked_tag, written_worth
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, taken
from fairdeal.rulings.bridge.scoring.hand import UNKNOWN, MatchState, onward
from fairdeal.rulings.bridge.scoring.sheets import BridgeSession, RowSeen, SheetSeen
from fairdeal.rulings.doubt.certainty import (
    Key,
    PageJudged,
    Scales,
    Weighed,
    key_of,
    slips,
    taken as taken_at,
)
from fairdeal.rulings.doubt.dependence import LEAST, Needed, no_surer, odds_of, sure_enough
from fairdeal.rulings.doubt.slip_rates import Slips
from fairdeal.rulings.doubt.weighing import OnPages, bound_of, settled_cells, weigh
from fairdeal.rulings.doubt.work import MOST_ON_SHEET, TOO_UNCLEAR, Work
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.frame.set_aside import MOST_READINGS
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen
from fairdeal.rulings.replay.sheets import doubtful_cells


def own_slips(ruled: Any, whole: bool) -> list[str]:
    """The places of entries that the auction and the play do not confirm.

    `whole` False leaves out what depends on every card of the play. Breaking the rules of the game is not
    a slip of the pen, and nothing here asks about it.
    """
    deal: BridgeRuled = ruled
    replay = deal.replay
    slips = _contract(deal) + _dealer(deal) + _marks(deal)
    slips += [f"trick {fact.number} / winner" for fact, *_ in replay.wrong_winners()]
    return slips + (_figures(deal) if whole else [])


def _dealer(deal: BridgeRuled) -> list[str]:
    """The dealer of a board that is not the one printed on it."""
    replay, board = deal.replay, board_number(deal.replay.seen.head.number)
    if board is None or replay.table.book.next_dealer != "board":
        return []
    return ["dealer"] if replay.dealer not in (None, board_dealer(board)) else []


_MARKED: Final = (
    "call-out-of-turn", "insufficient-bid", "lead-out-of-turn", "play-out-of-turn", "revoke",
)  # fmt: skip


def _marks(deal: BridgeRuled) -> list[str]:
    """The marks of an offence where the record shows that there was none."""
    return [
        f"{each.place} / mark"
        for each in deal.findings
        if each.code in _MARKED and each.severity == "entry" and each.remedy.kind == "correct-entry"
    ]


def _contract(deal: BridgeRuled) -> list[str]:
    replay = deal.replay
    head, made = replay.seen.head, replay.contract
    if made is None or replay.source == "record" or head.contract is None:
        return []
    amiss = {
        "contract": written_worth(head.contract, replay.table) != (made.value, made.trump),
        "contract / x": times(head.doubling) != made.doubled,
        "contract / by": head.by not in (None, made.by),
    }
    return [place for place, wrong in amiss.items() if wrong]


def _figures(deal: BridgeRuled) -> list[str]:
    """The tricks written that are not those of the play.

    The score is not evidence: what it should be depends on the rulings, and so on what was allowed.
    """
    written, won = deal.replay.seen.points, deal.verdict.points
    if marked_tag(deal.replay.deal, "Result") is not None:
        return []
    if won is not None:
        return [f"points {team}" for team in won if written.get(team) not in (None, won[team])]
    both = [points for points in written.values() if points is not None]
    amiss = len(both) == len(written) == 2 and sum(both) != deal.replay.table.hand
    return ["points NS"] if amiss else []


MOST_OF_A_LOG: Final = 256
"""Worlds of one log distinguished for the sheets; with more, its entries are tried one by one."""

MOST_STATES: Final = 4
"""Ways the match may stand that are carried on; the rest are taken together as not known."""

SO_FAR: Final = Place.of("match so far")
"""The address, within a deal, of how the match stood before it; never shown to anybody."""

States = tuple[tuple[MatchState | None, float], ...]


@dataclass(frozen=True, slots=True)
class LogWays:
    """The ways a log may look, the heaviest first, with their shares; and the entries it depends on."""

    game: int
    ways: tuple[tuple[BridgeRuled, float], ...]
    places: tuple[Place, ...]
    bounded: str | None = None


@dataclass(frozen=True, slots=True)
class SoFar:
    """How the match may stand: each way with its share, and the entries on which that hangs."""

    states: States
    places: tuple[Place, ...] = ()

    @property
    def likeliest(self) -> MatchState | None:
        return self.states[0][0]

    def onto(self, last: Deal, deal: Deal) -> SoFar:
        """The same before a deal that is not, or may not be, the next of the match."""
        return self._merged([(onward(state, last, deal), share) for state, share in self.states])

    def doubts(self) -> tuple[Doubt, ...]:
        """How the match stood, as a doubt of the next deal; none where there is only one way."""
        return (Doubt(SO_FAR, self.states),) if len(self.states) > 1 else ()

    def state(self, chosen: Chosen) -> MatchState | None:
        """How the match stood, read in one way."""
        found = (value for doubt, value in chosen.items() if doubt.place == SO_FAR)
        return next(found, self.likeliest)

    def after(self, ruled: BridgeRuled, ways: LogWays | None) -> SoFar:
        """How the match may stand after a deal."""
        if ways is None:
            return SoFar(((ruled.after, 1.0),))
        merged = self._merged([(way.after, share) for way, share in ways.ways])
        return replace(merged, places=ways.places if len(merged.states) > 1 else ())

    def _merged(self, found: Sequence[tuple[MatchState | None, float]]) -> SoFar:
        shares: dict[str, tuple[MatchState | None, float]] = {}
        for state, share in found:
            key = repr(state)
            shares[key] = (state, share + (shares[key][1] if key in shares else 0.0))
        ordered = sorted(shares.values(), key=lambda each: -each[1])
        beyond = ordered[MOST_STATES:]
        if any(state != UNKNOWN for state, _ in beyond):  # once it is the lightest, that is all
            rest = sum(share for _, share in beyond)
            return self._merged([*ordered[:MOST_STATES], (UNKNOWN, rest)])
        return SoFar(tuple(ordered), self.places if len(ordered) > 1 else ())

    def named(self, finding: Finding) -> Finding:
        """A finding with the entries of earlier deals on which it hangs."""
        if SO_FAR not in finding.depends_on:
            return finding
        kept = [place for place in finding.depends_on if place != SO_FAR]
        return replace(finding, depends_on=tuple(dict.fromkeys([*kept, *self.places])))


def ways_of(
    seen: Seen,
    doubts: Sequence[Doubt],
    judge: Callable[[Chosen], BridgeRuled],
    so_far: SoFar,
    work: Work,
) -> LogWays:
    """The ways a deal with doubtful entries may look."""
    label = seen.deal.label
    found: dict[str, tuple[BridgeRuled, float]] = {}
    keys: dict[tuple[int, ...], str] = {}
    most = work.most(MOST_OF_A_LOG)
    first: Slips | None = None
    for digits in _worlds(doubts, most):
        ink = prod([doubt.options[n][1] for doubt, n in zip(doubts, digits, strict=True)])
        ruled = judge(taken_at(doubts, digits, {}))
        needed = slips(ruled, own_slips)
        first = first or needed
        weight = ink * needed.rate(first)
        key = keys[digits] = _look(ruled)
        before = found.get(key)
        found[key] = (ruled, weight) if before is None else (before[0], before[1] + weight)
    total = sum(weight for _, weight in found.values()) or 1.0
    ways = sorted(found.values(), key=lambda each: -each[1])
    one_by_one = (
        f"the unclear entries of deal {label} were tried one at a time when the sheets were judged"
    )
    bounded = one_by_one if prod(len(doubt.options) for doubt in doubts) > most else None
    places = _turning(doubts, keys, label, so_far) if len(ways) > 1 else ()
    return LogWays(
        seen.game, tuple((ruled, weight / total) for ruled, weight in ways), places, bounded
    )


def _worlds(doubts: Sequence[Doubt], most: int) -> Iterator[tuple[int, ...]]:
    sizes = [len(doubt.options) for doubt in doubts]
    if prod(sizes) <= most:
        yield from product(*(range(size) for size in sizes))
        return
    first = (0,) * len(sizes)
    yield first
    for place, size in enumerate(sizes):
        for digit in range(1, size):
            yield (*first[:place], digit, *first[place + 1 :])


def _turning(
    doubts: Sequence[Doubt], keys: dict[tuple[int, ...], str], label: str | None, so_far: SoFar
) -> tuple[Place, ...]:
    """The entries of which another reading alone makes the log look another way."""
    found: list[Place] = []
    for n, doubt in enumerate(doubts):
        looks = in_groups(((*at[:n], *at[n + 1 :]), key) for at, key in keys.items())
        if any(len(set(each)) > 1 for each in looks.values()):
            found += so_far.places if doubt.place == SO_FAR else [doubt.place.in_deal(label)]
    return tuple(dict.fromkeys(found))


def _look(ruled: BridgeRuled) -> str:
    """Everything that sheets, and the hands after it, see of a log."""
    verdict, replay = ruled.verdict, ruled.replay
    offences = [(each.code, each.place.parts, each.remedy) for each in ruled.findings]
    return repr(
        (
            verdict.contract, replay.source, verdict.outcome, verdict.points, verdict.award,
            ruled.lines, ruled.plain_lines, ruled.closing, ruled.after, replay.state,
            replay.dealer, taken(replay), replay.tricks_so_far(), offences,
        )
    )  # fmt: skip


SLIPS: Final = frozenset({"contract-entry", "points-entry", "total-entry", "copies-disagree"})
"""Findings that are slips of the pen whatever happened at the table."""

BY_RULINGS: Final = "award-entry"
"""A slip too, where nothing was found that may change the award."""


LOG: Final = "log"
CELL: Final = "cell"
"""Slots: ``("log", game)`` is how a log looks, ``("cell", sheet from 0, row from 0, column)`` a cell."""


def weigh_sheets(
    session: BridgeSession,
    logs: Sequence[LogWays],
    look: Callable[[BridgeSession], list[Finding]],
) -> OnPages:
    """The findings of `look` over all worlds of doubtful cells and logs."""
    doubts = [doubt for n, view in enumerate(session.sheets) for doubt in _doubtful(view, n)]
    doubts += [
        Doubt(Place.of(f"log {each.game}"), each.ways, (LOG, each.game))
        for each in logs
        if len(each.ways) > 1
    ]
    base, own = look(session), _slips_but(_open_awards(session, logs))

    def judged(chosen: Chosen) -> PageJudged:
        return PageJudged(tuple(look(_reading(session, chosen))))

    if not doubts:
        return OnPages(_as_sure_as_read(base, session, judged, own))
    if sum(len(doubt.options) for doubt in doubts) > MOST_READINGS:
        return OnPages((), (), TOO_UNCLEAR)
    work = Work(MOST_ON_SHEET)
    size = len(session.ruled) + sum(len(view.rows) for view in session.sheets)
    weighed = weigh(
        doubts,
        judged,
        own,
        work=work,
        size=size,
    )
    hangs = {f"log {each.game}": each.places for each in logs}
    bounded = next((each.bounded for each in logs if each.bounded), bound_of(weighed))
    found = _as_sure_as_read(_sure_as(weighed, base, hangs), session, judged, own)
    found = found if bounded else tuple(map(sure_enough, found))
    return OnPages(found, settled_cells(weighed), bounded)


def _as_sure_as_read(
    found: Sequence[Finding],
    session: BridgeSession,
    judged: Callable[[Chosen], PageJudged],
    own: Callable[[Any, bool], list[str]],
) -> tuple[Finding, ...]:
    """The findings of sheets, none of them surer than the cells that it needs: a cell that is read with a
    probability just short of 1 is something else now and then."""
    needs: dict[Key, list[Needed]] = {}
    wanted = {key_of(each) for each in found}
    for doubt in _nearly(session) if found else ():
        lost = wanted - {key_of(each) for each in judged({doubt: None}).findings}
        if lost:
            odds = odds_of(doubt, Scales(judged, own))
            for key in lost:
                needs.setdefault(key, []).append(Needed(doubt.place, odds))
    return tuple(no_surer(each, needs.get(key_of(each), ())) for each in found)


def _nearly(session: BridgeSession) -> Iterator[Doubt]:
    """The cells that are nearly sure, with what is left over of each."""
    for number, view in enumerate(session.sheets):
        for row in view.rows:
            for column in view.sheet.columns:
                cell = view.sheet.cell(row.index, column)
                if cell is not None and cell.left_over > LEAST:
                    slot = (CELL, number, row.index, column)
                    yield Doubt(view.place(row, column), cell.nearly(), slot)


def _doubtful(view: SheetSeen, number: int) -> Iterator[Doubt]:
    """Every cell with more than one reading."""
    for index, column, options in doubtful_cells(view.sheet):
        yield Doubt(view.place(view.rows[index], column), options, (CELL, number, index, column))


def _reading(session: BridgeSession, chosen: Chosen) -> BridgeSession:
    """The record with other readings of cells and logs; what no reading changes is shared."""
    logs = {doubt.slot[1]: way for doubt, way in chosen.items() if doubt.slot[0] == LOG}
    cells: dict[tuple[int, int], dict[str, Any]] = {}
    for doubt, value in chosen.items():
        if doubt.slot[0] == CELL:
            cells.setdefault(doubt.slot[1:3], {})[doubt.slot[3]] = value
    ruled = tuple(logs.get(each.verdict.game, each) for each in session.ruled)
    sheets = tuple(
        replace(view, rows=[_row(row, cells.get((n, row.index))) for row in view.rows])
        for n, view in enumerate(session.sheets)
    )
    return session.reading(ruled, sheets)


def _row(row: RowSeen, values: dict[str, Any] | None) -> RowSeen:
    """A row with other readings of some cells; something else than was read is not known."""
    if not values:
        return row
    unknown = {column for column, value in values.items() if value is None}
    unread = row.unread - values.keys() | unknown
    return RowSeen(row.index, {**row.values, **values}, frozenset(unread))


def _open_awards(session: BridgeSession, logs: Sequence[LogWays]) -> frozenset[int]:
    """The deals in which, in some reading, something is found that bears on the award: more than a slip."""
    ways = [way for each in logs for way, _ in each.ways]
    return frozenset(
        ruled.verdict.game
        for ruled in (*session.ruled, *ways)
        if any(
            each.severity != "advice" and each.remedy.kind != "correct-entry"
            for each in ruled.findings
        )
    )


def _slips_but(open_awards: Collection[int]) -> Callable[[Any, bool], list[str]]:
    """The places of slips. An award that a ruling may change says nothing about ink, nor does a contract that
    no log contradicts: it is one that may not be bid."""

    def own(world: Any, whole: bool) -> list[str]:
        found: tuple[Finding, ...] = world.findings
        return [
            str(each.place)
            for each in found
            if (each.code in SLIPS and not (each.code == "contract-entry" and each.game is None))
            or (
                each.code == BY_RULINGS
                and (not open_awards if each.game is None else each.game not in open_awards)
            )
        ]

    return own


def _sure_as(
    weighed: Weighed[PageJudged], base: Sequence[Finding], hangs: dict[str, tuple[Place, ...]]
) -> tuple[Finding, ...]:
    """The findings as they are shown: several of one place and code too, where all of them are sure."""
    found: list[Finding] = []
    for each in weighed.findings:
        if each.certainty is Certainty.ESTABLISHED:
            alike = [one for one in base if key_of(one) == key_of(each)]
            found += alike or [each]
            continue
        places = [one for place in each.depends_on for one in hangs.get(str(place), (place,))]
        found.append(replace(each, depends_on=tuple(dict.fromkeys(places))))
    return tuple(found)
