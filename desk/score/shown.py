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
    copies: tuple[str, ...] = ()
    """The score as written on each copy of the sheet, where they end differently."""

    @property
    def cells(self) -> tuple[tuple[Name, str], ...]:
        written = self.copies or (self.written,)
        as_written: Name = "as-written"
        return (
            *((as_written, each) for each in written),
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

    copies: tuple[ScoreLine, ...] = ()
    """The score as written, copy by copy, where two copies of the sheet end differently."""

    @property
    def columns(self) -> tuple[ScoreLine, ...]:
        """The scores as the columns of a table."""
        return self.lines if not self.copies else (*self.copies, *self.lines[1:])

    @property
    def points(self) -> bool:
        return any(line.points for line in self.lines)

    @property
    def open(self) -> bool:
        return any(line.open for line in self.lines)


def _by_copy(score: Score) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine("as-written", f"As written, {name}", pair_text(pair), "", "")
        for name, pair in score.copies
    )


def score_table(score: MatchScore, names: tuple[str, str]) -> ScoreTable:
    """The scores of a match with the names of its sides."""
    rows = tuple(_row(score, name, place) for place, name in enumerate(names))
    written, rulebook, ruled = (_line(name, each) for name, each in score.named)
    left = score.undecided if score.as_ruled is not None else 0
    undecided = (
        f"{words.count(left, 'finding')} not decided yet: counted as the rulebook has "
        f"{'it' if left == 1 else 'them'}."
        if left
        else ""
    )
    copies = _by_copy(score.as_written)
    return ScoreTable(rows, (written, rulebook, ruled), standing(score, names), undecided, copies)


def lines_of(told: Json | None) -> tuple[ScoreLine, ...]:
    """The three scores of those that were kept of a case; none where no score is known."""
    found = tuple((name, score_from((told or {}).get(key))) for name, key in KEYS.items())
    known = any(
        score is not None and (score.totals != UNKNOWN or score.copies) for _, score in found
    )
    return tuple(_line(name, score) for name, score in found) if known else ()


def _line(name: Name, score: Score | None) -> ScoreLine:
    title = NAMES[name]
    if score is None:
        return ScoreLine(name, title, NOT_RULED, "", "")
    points = "" if score.match_points == (None, None) else pair_text(score.match_points)
    if score.copies:
        return ScoreLine(name, title, score.text, "", "")
    open_ = ", ".join(score.open_deals)
    known = score.totals != (None, None)
    pair = pair_text(score.totals)
    if score.disputed:
        pair = " – ".join(score.figure(side).replace("–", " to ") for side in (0, 1))
    return ScoreLine(name, title, pair if known else "not known", points, open_)


def _row(score: MatchScore, team: str, place: int) -> ScoreRow:
    written, rulebook, ruled = (_figure(each, place) for _, each in score.named)
    copies = tuple(_shown(pair[place]) for _, pair in score.as_written.copies)
    return ScoreRow(score.sides[place], team, written, rulebook, ruled, copies)


def _shown(figure: int | None) -> str:
    return "not known" if figure is None else str(figure)


def _figure(score: Score | None, side: int) -> str:
    if score is None:
        return NOT_RULED
    return score.figure(side)


def standing(score: MatchScore, names: tuple[str, str]) -> str:
    """Who leads, and whether that changes; empty where a score is not known."""
    before, after = score.as_written, score.in_force
    if not (before.known and after.known):
        return ""
    if after.open:
        return f"The match is open: {', '.join(after.open_deals)}."
    if before.leader == after.leader:
        if after.leader is None:
            return "The score is level in both cases."
        return f"{names[after.leader]} is ahead in both cases."
    now = "The score is level" if after.leader is None else f"{names[after.leader]} is ahead"
    was = "it was level" if before.leader is None else f"{names[before.leader]} was ahead"
    return f"{now}; as written {was}."
