"""The three scores of a match laid out for a page: a row a side, a column a score."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.desk import words
from fairdeal.desk.score.as_json import KEYS, Json, score_from
from fairdeal.desk.score.figures import NAMES, UNKNOWN, MatchScore, Name, Score, pair_text

NOT_RULED = "not ruled yet"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A side's score: as written, by the rulebook, as ruled."""

    side: str
    team: str
    written: str
    ruled: str
    as_ruled: str

    @property
    def cells(self) -> tuple[tuple[Name, str], ...]:
        return (
            ("as-written", self.written),
            ("by-the-rulebook", self.ruled),
            ("as-ruled", self.as_ruled),
        )


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One of the three scores in a line. `pair` is the bare score, `points` are the match points, and `open`
    says what is still to be replayed; each empty where there is none."""

    name: Name
    title: str
    pair: str
    points: str
    open: str

    @property
    def ruled(self) -> bool:
        """Whether there is such a score: nothing is said of the one as ruled before anything is decided."""
        return self.pair != NOT_RULED

    @property
    def text(self) -> str:
        """``27 – 20; deal 12 to be replayed: up to 7 points``."""
        return "; ".join(part for part in (self.pair, self.open) if part)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of a match as every page shows them."""

    rows: tuple[ScoreRow, ...]
    lines: tuple[ScoreLine, ScoreLine, ScoreLine]
    standing: str
    """Who leads, and whether that changes."""
    undecided: str
    """How much of the score as ruled still rests on the rulebook alone; empty where all is decided."""

    @property
    def points(self) -> bool:
        return any(line.points for line in self.lines)

    @property
    def open(self) -> bool:
        return any(line.open for line in self.lines)


def score_table(score: MatchScore, names: tuple[str, str]) -> ScoreTable:
    """The scores of a match with the names of its sides."""
    rows = tuple(
        ScoreRow(side, name, *(_figure(each, place) for _, each in score.named))
        for place, (side, name) in enumerate(zip(score.sides, names, strict=True))
    )
    written, rulebook, ruled = (_line(name, each) for name, each in score.named)
    left = score.undecided if score.as_ruled is not None else 0
    undecided = (
        f"{words.count(left, 'finding')} not decided yet: counted as the rulebook has "
        f"{'it' if left == 1 else 'them'}."
        if left
        else ""
    )
    return ScoreTable(rows, (written, rulebook, ruled), standing(score, names), undecided)


def lines_of(told: Json | None) -> tuple[ScoreLine, ...]:
    """The three scores of those that were kept of a case; none where no score is known."""
    found = tuple((name, score_from((told or {}).get(key))) for name, key in KEYS.items())
    known = any(score is not None and score.totals != UNKNOWN for _, score in found)
    return tuple(_line(name, score) for name, score in found) if known else ()


def _line(name: Name, score: Score | None) -> ScoreLine:
    title = NAMES[name]
    if score is None:
        return ScoreLine(name, title, NOT_RULED, "", "")
    points = "" if score.match_points == (None, None) else pair_text(score.match_points)
    open_ = ", ".join(each.text for each in score.to_replay)
    known = score.totals != (None, None)
    return ScoreLine(name, title, pair_text(score.totals) if known else "not known", points, open_)


def _figure(score: Score | None, side: int) -> str:
    if score is None:
        return NOT_RULED
    figure = score.totals[side]
    return "not known" if figure is None else str(figure)


def standing(score: MatchScore, names: tuple[str, str]) -> str:
    """Who leads, and whether that changes; empty where a score is not known."""
    before, after = score.as_written, score.in_force
    if not (before.known and after.known):
        return ""
    if after.open:
        return f"The match is open: {', '.join(each.text for each in after.to_replay)}."
    if before.leader == after.leader:
        if after.leader is None:
            return "The score is level in both cases."
        return f"{names[after.leader]} is ahead in both cases."
    now = "The score is level" if after.leader is None else f"{names[after.leader]} is ahead"
    was = "it was level" if before.leader is None else f"{names[before.leader]} was ahead"
    return f"{now}; as written {was}."
