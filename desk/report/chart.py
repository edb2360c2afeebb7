"""The running score as a small chart: lines of both teams, told apart without colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.report.scores import Scores
from fairdeal.desk.score.figures import Pair
from fairdeal.rulings.bridge.replay.table import TEAMS, WORDS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.hand import Entered, MatchState
from fairdeal.rulings.bridge.scoring.sheets import due_of


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


WIDTH: Final = 640
HEIGHT: Final = 260
LEFT: Final = 34
RIGHT: Final = 104
"""Room for the names at the ends of the lines."""
TOP: Final = 14
BOTTOM: Final = 34
_GAPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Between the level lines, in points."""
_LABEL_GAP: Final = 15.0
"""Between the names of two lines that end close together."""

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `kind` picks its look: ``a``, ``b`` ruled; ``a-written``, ``b-written`` as written."""

    kind: str
    name: str
    points: tuple[XY, ...]
    label: XY
    final: int

    @property
    def path(self) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything a template needs to draw it; `described` says the same in words."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    described: str


def chart(scores: Scores, names: tuple[str, str]) -> Chart | None:
    """The chart of a session, as ruled where the committee decided; None where fewer than two deals have a
    score."""
    steps = scores.steps if scores.ruled is None else scores.ruled
    one, two = scores.sides
    series = [
        ("a", words.side(one), [step.ruled_total[0] for step in steps]),
        ("b", words.side(two), [step.ruled_total[1] for step in steps]),
    ]
    written = [
        ("a-written", f"{one} as written", [step.written_total[0] for step in steps]),
        ("b-written", f"{two} as written", [step.written_total[1] for step in steps]),
    ]
    series += [
        each for each, ruled in zip(written, series, strict=True) if _differs(each[2], ruled[2])
    ]
    highest = max(
        (value for _, _, values in series for value in values if value is not None), default=0
    )
    if len(steps) < 2 or highest <= 0:
        return None
    step_x = (WIDTH - LEFT - RIGHT) / len(steps)
    scale = (HEIGHT - TOP - BOTTOM) / highest

    def spot(position: int, value: int) -> XY:
        return (LEFT + step_x * position, HEIGHT - BOTTOM - scale * value)

    lines = []
    for kind, name, values in series:
        points = [spot(0, 0)]
        points += [spot(n, value) for n, value in enumerate(values, 1) if value is not None]
        known = [value for value in values if value is not None]
        if known:
            lines.append(Line(kind, name, tuple(points), points[-1], known[-1]))
    every = 1 if len(steps) <= 20 else 5
    across = [Tick(spot(n, 0)[0], step.label) for n, step in enumerate(steps, 1) if n % every == 0]
    gap = next(gap for gap in _GAPS if highest / gap <= 6 or gap == _GAPS[-1])
    up = [Tick(spot(0, value)[1], str(value)) for value in range(0, highest + 1, gap)]
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        HEIGHT - BOTTOM,
        tuple(_apart(lines)),
        tuple(across),
        tuple(up),
        _described(scores, names),
    )


def _differs(written: Sequence[int | None], ruled: Sequence[int | None]) -> bool:
    pairs = zip(written, ruled, strict=True)
    return any(ours is not None and ours != theirs for ours, theirs in pairs)


def _apart(lines: list[Line]) -> list[Line]:
    """Move the names at the ends so that none covers another."""
    placed: list[Line] = []
    below = float("-inf")
    for line in sorted(lines, key=lambda each: each.label[1]):
        y = max(line.label[1], below + _LABEL_GAP)
        below = y
        placed.append(Line(line.kind, line.name, line.points, (line.label[0], y), line.final))
    return placed


def _described(scores: Scores, names: tuple[str, str]) -> str:
    def told(pair: Pair) -> str:
        known = [
            f"{name} {'not known' if value is None else value}"
            for name, value in zip(names, pair, strict=True)
        ]
        return ", ".join(known)

    text = f"Running score over {len(scores.steps)} deals. At the end by the rulebook: "
    text += f"{told(scores.ruled_final)}."
    if scores.ruled:
        text += f" As ruled: {told(scores.ruled[-1].ruled_total)}."
    if scores.differ and scores.written_final != (None, None):
        text += f" As written: {told(scores.written_final)}."
    return text
