"""The three scores of a match as values: in words, as programs read them, and laid out for a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from cattrs import structure

from fairdeal.desk import words
from fairdeal.records import Team

Sides = tuple[Team, Team]

TEAMS: Final[Sides] = ("A", "B")
PAIRS: Final[Sides] = ("NS", "EW")


Pair = tuple[int | None, int | None]
"""A figure for each side, None where it is not known."""

UNKNOWN: Final[Pair] = (None, None)

Name = Literal["as-written", "by-the-rulebook", "as-ruled"]
NAMES: Final[dict[Name, str]] = {
    "as-written": "As written",
    "by-the-rulebook": "By the rulebook",
    "as-ruled": "As ruled",
}
"""What the three scores are called, everywhere."""


@dataclass(frozen=True, slots=True)
class ToReplay:
    """A deal that is still to be replayed, and the most points that it may bring; None where no limit is
    known."""

    deal: str
    most: int | None

    @property
    def text(self) -> str:
        """``deal 12 to be replayed: up to 7 points``."""
        said = f"deal {self.deal} to be replayed"
        return said if self.most is None else f"{said}: up to {words.count(self.most, 'point')}"


@dataclass(frozen=True, slots=True)
class Disputed:
    """A deal of which papers say different things: what it scores by each, with the papers' names."""

    deal: str
    ways: tuple[tuple[Pair, str], ...]

    @property
    def text(self) -> str:
        """``deal 15: 0 to 7 by log-15.hrn, 3 to 0 by log-15-b.hrn``."""
        given = ", ".join(f"{to_text(pair)} by {papers}" for pair, papers in self.ways)
        return f"deal {self.deal}: {given}"

    def extreme(self, of: Callable[[list[int]], int], side: int) -> int | None:
        """The least (`of` is `min`) or the most that it may bring a side; None where it is not known."""
        known = [figure for pair, _ in self.ways if (figure := pair[side]) is not None]
        return of(known) if len(known) == len(self.ways) else None


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a match. `totals` leave out deals that are to be replayed or that papers dispute; the
    match is open as long as there is one, and brings no match points."""

    totals: Pair = UNKNOWN
    match_points: Pair = UNKNOWN
    to_replay: tuple[ToReplay, ...] = ()
    disputed: tuple[Disputed, ...] = ()
    copies: tuple[tuple[str, Pair], ...] = ()
    """As written, where two copies of the sheet end differently: whose each is, and what it says."""

    @property
    def known(self) -> bool:
        return None not in self.totals

    @property
    def open(self) -> bool:
        return bool(self.to_replay or self.disputed)

    @property
    def open_deals(self) -> tuple[str, ...]:
        """What is open, deal by deal, in words."""
        return (*(each.text for each in self.disputed), *(each.text for each in self.to_replay))

    def figure(self, side: int) -> str:
        """A side's total: ``27``, ``20–27`` where papers differ, ``not known``."""
        total = self.totals[side]
        low, high = (
            _added(total, [each.extreme(of, side) for each in self.disputed]) for of in (min, max)
        )
        if total is None:
            return "not known"
        if low is None or high is None:
            return f"{_signed(total)} or more"
        return _signed(low) if low == high else f"{_signed(low)}–{_signed(high)}"

    @property
    def leader(self) -> int | None:
        """0 for the first side, 1 for the second; None where the score is level, open or not known."""
        one, two = self.totals
        if one is None or two is None or one == two or self.open:
            return None
        return 0 if one > two else 1

    @property
    def text(self) -> str:
        """``27 to 20, deal 12 to be replayed: up to 7 points``; ``not known``."""
        if self.copies:
            return ", ".join(f"{to_text(pair)} in {name}" for name, pair in self.copies)
        if self.totals == UNKNOWN and not self.open:
            return "not known"
        both = " to ".join(self.figure(side) for side in (0, 1))
        figures = both if self.disputed else to_text(self.totals)
        return ", ".join([figures, *self.open_deals])


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match three ways. There is no fourth.

    `as_ruled` is None as long as the committee has decided nothing. `worked_out` is what follows from its
    decisions: the same, unless the committee wrote other figures into its ruling and let them stand.
    """

    sides: Sides
    as_written: Score
    by_the_rulebook: Score
    as_ruled: Score | None = None
    worked_out: Score | None = None
    undecided: int = 0
    """Findings that are not decided yet: they count as the rulebook has them."""
    over: bool = True
    """Whether the record shows the match to its end."""
    boards: tuple[tuple[int, int | None], ...] = ()
    """Of boards that stand alone, those for which decisions give another score than the rulebook: their
    position in the record and points of the first side, below 0 where the other scored; None where they
    leave it open."""

    @property
    def in_force(self) -> Score:
        """The score that counts now: as ruled, or by the rulebook where nothing is decided."""
        return self.by_the_rulebook if self.as_ruled is None else self.as_ruled

    @property
    def named(self) -> tuple[tuple[Name, Score | None], ...]:
        """The three in the order in which they are shown."""
        return (
            ("as-written", self.as_written),
            ("by-the-rulebook", self.by_the_rulebook),
            ("as-ruled", self.as_ruled),
        )

    @property
    def turned(self) -> bool:
        """Whether another side wins than on paper. Nobody does as long as the match is open."""
        return self.over and turned(self.as_written, self.in_force)


def turned(before: Score, after: Score) -> bool:
    """Whether another side wins, or none any more; not where either score is open or unknown."""
    known = before.known and after.known and not (before.open or after.open)
    return known and before.leader != after.leader


def _added(total: int | None, more: Sequence[int | None]) -> int | None:
    known = [each for each in more if each is not None]
    return None if total is None or len(known) < len(more) else total + sum(known)


def pair_text(pair: Pair) -> str:
    """``2 – 0``; a question mark for a side that is not known."""
    return " – ".join("?" if figure is None else str(figure) for figure in pair)


def to_text(pair: Pair) -> str:
    """``27 to 20``; a question mark for a side that is not known."""
    return " to ".join("?" if figure is None else _signed(figure) for figure in pair)


def _signed(figure: int) -> str:
    return str(figure).replace("-", "−")


Json = dict[str, Any]


KEYS: Final[dict[Name, str]] = {
    "as-written": "as_written",
    "by-the-rulebook": "by_the_rulebook",
    "as-ruled": "as_ruled",
}


def score_json(score: MatchScore) -> Json:
    """``as_written``, ``by_the_rulebook`` and ``as_ruled``, None where nothing is ruled; ``boards`` where
    decisions change what single boards score."""
    named = {KEYS[name]: None if each is None else _score(each) for name, each in score.named}
    boards = {"boards": [list(each) for each in score.boards]} if score.boards else {}
    return {**named, "undecided": score.undecided, **boards}


def _score(score: Score) -> Json:
    return {
        "totals": list(score.totals),
        "match_points": list(score.match_points),
        "to_replay": [{"deal": each.deal, "most": each.most} for each in score.to_replay],
        "disputed": [
            {"deal": each.deal, "ways": [[list(pair), papers] for pair, papers in each.ways]}
            for each in score.disputed
        ],
        "copies": [{"copy": name, "totals": list(pair)} for name, pair in score.copies],
        "text": score.text,
    }


def in_force(told: Json | None) -> str:
    """The score that counts, of those that `score_json` wrote, under its name; empty where none is known."""
    names = {"as ruled": "as_ruled", "by the rulebook": "by_the_rulebook"}
    found = ((score_from((told or {}).get(key)), name) for name, key in names.items())
    return next((f"{it.text} {name}" for it, name in found if it and it.totals != UNKNOWN), "")


def score_from(told: Json | None) -> Score | None:
    """One score of those that `score_json` wrote."""
    if not told:
        return None
    copies = [(each["copy"], each["totals"]) for each in told.get("copies") or ()]
    return structure({**told, "copies": copies}, Score)


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
    def known(self) -> bool:
        """Whether there is a figure of either side."""
        return any(map(str.isdigit, self.pair))

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
    def in_force(self) -> ScoreLine:
        """The score that counts today: as ruled, where anything was decided."""
        return self.lines[2] if self.lines[2].ruled else self.lines[1]

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


def score_table(
    score: MatchScore, names: tuple[str, str], *, signed: bool = False, whole: bool = True
) -> ScoreTable:
    """The scores of a match with the names of its sides. `whole`: every paper was read and judged."""
    rows = tuple(_row(score, name, place) for place, name in enumerate(names))
    written, rulebook, ruled = (_line(name, each) for name, each in score.named)
    left = score.undecided if score.as_ruled is not None else 0
    undecided = (
        f"{words.count(left, 'finding')} not decided yet: counted as the rulebook has "
        f"{'it' if left == 1 else 'them'}."
        if left
        else ""
    )
    copies = tuple(
        ScoreLine("as-written", f"As written, {name}", pair_text(pair), "", "")
        for name, pair in score.as_written.copies
    )
    said = standing(score, names, signed=signed, whole=whole)
    return ScoreTable(rows, (written, rulebook, ruled), said, undecided, copies)


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
    if score.copies:
        return ScoreLine(name, title, score.text, "", "")
    points = "" if score.match_points == UNKNOWN else pair_text(score.match_points)
    both = " – ".join(score.figure(side).replace("–", " to ") for side in (0, 1))
    pair = both if score.disputed else pair_text(score.totals)
    pair = "not known" if score.totals == UNKNOWN else pair
    return ScoreLine(name, title, pair, points, ", ".join(score.open_deals))


def _row(score: MatchScore, team: str, place: int) -> ScoreRow:
    written, rulebook, ruled = (
        NOT_RULED if each is None else each.figure(place) for _, each in score.named
    )
    copies = tuple(
        "not known" if pair[place] is None else str(pair[place])
        for _, pair in score.as_written.copies
    )
    return ScoreRow(score.sides[place], team, written, rulebook, ruled, copies)


NOT_WHOLE: Final = "Not every paper is read and judged: who is ahead is not known yet."


def standing(
    score: MatchScore, names: tuple[str, str], *, signed: bool = False, whole: bool = True
) -> str:
    """Who leads, and whether that changes; who won, once the ruling is `signed`. Empty where a score is not
    known; of a signed one also where nothing or two things were written."""
    before, after = score.as_written, score.in_force
    if not after.known or not (before.known or (signed and score.over)):
        return ""
    if after.open:
        return f"The match is open: {', '.join(after.open_deals)}."
    if not (whole or signed):
        return NOT_WHOLE
    won = "won" if signed and score.over else f"{_verb(score, names, after, 'is', 'are')} ahead"
    from_the_leader = after.totals if after.leader == 0 else after.totals[::-1]
    figures = f" {to_text(from_the_leader)}" if won == "won" else ""
    if not before.known:
        return "" if after.leader is None else f"{names[after.leader]} {won}{figures}."
    if before.leader == after.leader:
        if after.leader is None:
            return "The score is level either way."
        return f"{names[after.leader]} {won}{figures}{' either way' if not figures else ''}."
    now = "The score is level" if after.leader is None else f"{names[after.leader]} {won}{figures}"
    if before.leader is None:
        return f"{now}; as written it was level."
    verb = _verb(score, names, before, "was", "were")
    return f"{now}; as written {names[before.leader]} {verb} ahead."


def _verb(score: MatchScore, names: tuple[str, str], of: Score, one: str, many: str) -> str:
    """The verb of the side that leads: two players of a pair are several."""
    pair = score.sides == PAIRS and " and " in names[of.leader or 0]
    return many if pair else one
