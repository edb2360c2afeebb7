"""What is kept of a match once its report is written: small enough for a thousand of them; of duplicate
bridge the boards, as an event compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from fairdeal.desk.intake.schedule import Adjustment
from fairdeal.desk.score.figures import TEAMS, Disputed, MatchScore, Pair, Score, ToReplay
from fairdeal.records import Team

UNKNOWN_NAMES: Final = frozenset({"", "?", "-", "#", "##"})


@dataclass(frozen=True, slots=True)
class Laid:
    """`hands` are those of North, East, South and West, each its suits from spades down; empty where they are
    not all known. `makes` are the tricks of North, South, East and West in no-trumps and in each suit from
    spades down, if everybody plays best; empty where that was not worked out."""

    dealer: str = ""
    vulnerable: str = ""
    hands: tuple[tuple[str, ...], ...] = ()
    short: str = ""
    """``4♠ W −2``: the contract, its declarer, and what came of it."""
    lead: str = ""
    makes: tuple[tuple[int, ...], ...] = ()


NOT_LAID: Final = Laid()
"""Of a result by hand, or of an audit by an earlier version."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board as it was played at one table. Points are those of NS, below 0 where EW scored.

    `cards` stands for the four hands, the same for the same deal; empty where they are not all known.
    """

    game: int
    board: str
    cards: str
    session: str
    round: str
    room: str
    table: str
    pairs: tuple[str, str]
    """North-South and East-West; empty where nobody is named."""
    teams: tuple[str, str]
    """The home team, which sits North-South in the open room, and its visitors."""
    contract: str
    by: Team | None
    tricks: int | None
    """Of the declaring side."""
    best: int | None
    """Of the declaring side with best play by all, every hand seen; None where it was not solved."""
    written: int | None
    ruled: int | None
    decided: bool = False
    """Whether a committee decided that it scores something else: `as_ruled`."""
    as_ruled: int | None = None
    adjusted: str = ""
    """The adjusted score as it is written, instead of a result or over it; empty where there is none."""
    remark: str = ""
    """What stands beside it."""
    called: tuple[str, str] = ("", "")
    """Contract and declarer as PBN has them."""
    scoring: str = ""
    """How the event is scored, as ``Scoring`` has it."""
    laid: Laid = NOT_LAID
    """What a traveller shows of it beside its score."""

    @property
    def in_force(self) -> int | None:
        """What counts: as ruled, or by the rulebook where nothing is ruled."""
        return self.as_ruled if self.decided else self.ruled

    @property
    def off(self) -> int:
        """By how many tricks the result differs from best play; below 0 where fewer were taken."""
        return 0 if self.tricks is None or self.best is None else self.tricks - self.best


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A finding as a tournament sees it: what it moves, and whether it turns a match.

    `points` is by how much a score of the match differs where it stands, `moves` by how many match
    points the match's result differs between the paper and the rulebook.
    """

    match: str
    file: str
    code: str
    title: str
    severity: str
    established: bool
    where: str
    message: str
    team: str
    seat: str
    points: int
    moves: int
    flips: bool
    follows: str = ""
    """What follows from it, in a line."""
    round: str = ""
    table: str = ""
    teams: tuple[str, str] = ("", "")
    documents: tuple[str, ...] = ()
    """The photo or typed log that it stands on; all copies that may be it."""
    article: str = ""
    deal: str | None = None
    game: int | None = None
    """The number of its deal, and the position of its log in the record."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match of the tournament."""

    title: str
    file: str
    record: str
    event: str
    round: str
    table: str
    date: str
    recorder: str
    rulebook: str
    teams: tuple[str, str]
    written: Pair
    ruled: Pair
    written_points: Pair
    ruled_points: Pair
    deals: int
    findings: tuple[Discrepancy, ...]
    doubts: int
    documents: tuple[str, ...]
    digests: tuple[str, ...]
    copies: int
    unplaced: str = ""
    """Why it is in doubt which match this is; empty where it is not."""
    not_judged: tuple[tuple[str, str], ...] = ()
    """Papers of the match of which nothing, or not all, was judged, each with the reason."""
    stranger: bool = False
    """Whether it is of another event: it has a report, and no place in the standings."""
    over: bool = True
    """Whether the record shows the match to its end: some deals of it say nothing of who won."""
    to_replay: tuple[ToReplay, ...] = ()
    """Deals that the rulebook has replayed, and that nothing recorded shows to have been."""
    disputed: tuple[Disputed, ...] = ()
    """Deals of which papers say different things that give different scores."""
    as_ruled: Score | None = None
    """The score that a committee has ruled; None as long as it decided nothing. `written` is the score as
    written, `ruled` the one by the rulebook."""
    boards: tuple[BoardResult, ...] = ()
    """The boards of duplicate bridge, to be compared with the same boards elsewhere."""
    sheets: int = 0
    """Score sheets that were added: both captains' copies, also where they say the same."""
    asked: int = 0
    """Entries that are hard to read and on which the score depends."""
    logged: int | None = None
    """Deals with a log; of a match that an earlier version audited it is not known."""

    @property
    def score(self) -> MatchScore:
        """The score three ways."""
        return MatchScore(
            sides=TEAMS,
            as_written=Score(self.written, self.written_points),
            by_the_rulebook=Score(self.ruled, self.ruled_points, self.to_replay, self.disputed),
            as_ruled=self.as_ruled,
            over=self.over,
        )

    @property
    def flips(self) -> bool:
        """Whether another side wins than on paper."""
        return self.score.turned

    @property
    def established(self) -> int:
        """Findings that are established, and not mere advice."""
        return sum(each.established and each.severity != "advice" for each in self.findings)

    @property
    def likely(self) -> int:
        return sum(not each.established for each in self.findings)


def by_weight(results: list[MatchResult]) -> list[Discrepancy]:
    """Every discrepancy, those that change the most first: a turned match, match points, points."""
    found = [each for result in results for each in result.findings]
    order = {"offence": 0, "ruling": 1, "entry": 2, "advice": 3}
    found.sort(
        key=lambda each: (
            not each.flips,
            -each.moves,
            -each.points,
            not each.established,
            order[each.severity],
            each.match,
            each.where,
        )
    )
    return found


T = TypeVar("T")

RESULTS: Final = ".results.json"
"""What came of each match, for the pages."""

NO_RECORD: Final = "a text, but not a record of a match"
"""Why a text is left out that nobody would take for one."""

LeftOut = tuple[str, str]
"""The name of a file or folder (a folder with a stroke and how much it holds), and why it is left out."""


@dataclass(frozen=True, slots=True)
class OverMatches(Generic[T]):
    """What came of every match of a folder, and what else lies in it. `unread` are pairs of a file and why;
    `aside` were not records at all; `skipped` are pairs of what was never opened (what is hidden, say) and
    why."""

    results: tuple[T, ...]
    unread: tuple[tuple[str, str], ...]
    aside: tuple[str, ...]
    skipped: tuple[LeftOut, ...] = ()

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What is in no match, with the reason; not what could not be read."""
        return (*self.skipped, *((name, NO_RECORD) for name in self.aside))


@dataclass(frozen=True, slots=True)
class Audited(OverMatches[MatchResult]):
    """A folder whose reports are written: the results of its matches, without their records. `adjustments`
    are the director's."""

    adjustments: tuple[Adjustment, ...] = ()

    @property
    def found(self) -> int:
        """Findings that count, over all matches: established or likely, and not mere advice."""
        return sum(each.severity != "advice" for result in self.results for each in result.findings)

    @property
    def not_judged(self) -> tuple[tuple[str, str], ...]:
        """Papers of which nothing, or not all, was judged, each with the reason."""
        return tuple(each for result in self.results for each in result.not_judged)

    @property
    def unplaced(self) -> list[tuple[str, str]]:
        """Matches of which it is in doubt which they are, with the reason."""
        return [(each.title, each.unplaced) for each in self.results if each.unplaced]
