"""A match of bridge as it went on: every hand's entries above and below the line, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairdeal.desk import words
from fairdeal.rulings.bridge.replay.table import TEAMS, WORDS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.hand import Entered
from fairdeal.rulings.bridge.scoring.match import MatchState
from fairdeal.rulings.bridge.scoring.we_they import due_of


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry that is due: for which side, on which side of the line, and what for."""

    team: str
    below: bool
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of a match."""

    label: str
    contract: str
    vulnerable: str
    entries: tuple[EntryView, ...]
    open: str
    """Why its score not known; empty where it can."""
    standing: str
    """Part-games and games after it."""
    totals: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Running:
    """The running picture of a match: hands in order."""

    hands: tuple[HandRow, ...]


def running(ruled: Mapping[int, BridgeRuled]) -> Running | None:
    """The picture of the hands that were ruled on; None where there are none."""
    rows: list[HandRow] = []
    totals: list[int | None] = [0, 0]
    for _, each in sorted(ruled.items()):
        award = each.verdict.award
        for place, team in enumerate(TEAMS):
            so_far = totals[place]
            totals[place] = None if so_far is None or award is None else so_far + award[team]
        rows.append(_row(each, (totals[0], totals[1])))
    return Running(tuple(rows)) if rows else None


def _row(each: BridgeRuled, totals: tuple[int | None, int | None]) -> HandRow:
    verdict = each.verdict
    sides = each.replay.vulnerable
    due = due_of(each)
    reason = ""
    if due is None:
        reason = verdict.arithmetic[-1] if verdict.arithmetic else "not known"
    elif not due:
        reason = words.outcome(verdict)
    return HandRow(
        label=each.label or str(verdict.game),
        contract=words.contract(verdict.contract),
        vulnerable=WORDS[sides] if sides is not None else "not known",
        entries=tuple(_entries(due or ())),
        open=reason,
        standing=_standing(each.after),
        totals=totals,
    )


def _entries(lines: Iterable[Entered]) -> Iterable[EntryView]:
    for line in lines:
        yield EntryView(line.team, line.line == "below", line.points, line.why)


def _standing(state: MatchState) -> str:
    """``NS has a game; part-game of EW 60``."""
    parts = []
    if state.vulnerable:
        won = [team for team in TEAMS if team in state.vulnerable]
        parts.append(f"{' and '.join(won)} won a game")
    legs = {team: points for team, points in (state.legs or {}).items() if points}
    if legs:
        parts.append(f"part-game {words.figures(legs)}")
    return "; ".join(parts)
