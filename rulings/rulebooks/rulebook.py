"""Rulebooks as data: what can differ from one edition of the rules to the next.

A rulebook is a TOML file: one that comes with the program, named by its id, or a file of the user's
own, named by its path. Parameters are data, the logic of the rules is in `rulings.fifty_six.rules`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

from fairdeal.rulings.frame.finding import RemedyKind

Side = Literal["right-of-dealer", "left-of-dealer", "bidder"]
NextDealer = Literal["right-of-dealer", "left-of-dealer", "not-stated"]
Direction = Literal["counter-clockwise", "clockwise"]
OpeningPass = Literal["lowest-no-trumps", "not-allowed", "allowed"]
NoesMeaning = Literal["no-trumps", "trump-stays"]
PlayEnds = Literal["all-tricks", "when-certain"]
Doubling = Literal["add", "multiply"]
OtherForms = Literal["unapproved", "unlisted"]

HERE: Final = Path(__file__).parent
BOOKS: Final = HERE
ARTICLES: Final = HERE.parent / "articles"
LARGEST: Final = 1_000_000
"""Bytes of a rulebook file: a hundred times what the longest needs."""

SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "warning-scope": ("team-session", "team-deal", "seat-session"),
    "penalty-points": ("other-side", "committee"),
    "void-trump-late": ("redeal", "committee"),
    "forfeit-points": ("once", "each"),
    "unlisted-forms": ("advice",),
    "match-tie": ("recorded",),
    "revoke-available": ("whole-deal", "from-revoke"),
}
"""Open readings that the program knows, with the values it can follow. Others are only shown."""


class RulebookError(Exception):
    """A rulebook that cannot be used. Says in which file and under which key, and what is allowed."""

    exit_code: Final = 2

    def __init__(self, message: str, file: str = "", key: str = "", remedy: str = "") -> None:
        where = ": ".join(part for part in (file, key) if part)
        text = f"{where}: {message}" if where else message
        super().__init__(f"{text} {remedy}".strip())
        self.file = file
        self.key = key
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Setting:
    """An open reading of the printed rules: the choice made, how it is shown, and why.

    `key` is the parameter of the rulebook that holds the choice (``table.direction``), '' where the
    setting itself does.
    """

    name: str
    value: str
    shown: str
    reason: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class FindingRule:
    """What the rulebook says about one kind of finding."""

    articles: tuple[str, ...]
    remedy: RemedyKind
    objection: bool = False

    @property
    def article(self) -> str:
        return self.articles[0]


@dataclass(frozen=True, slots=True)
class Award:
    """A row of the award table: contracts `low` to `high`."""

    low: int
    high: int
    made: int
    defeated: int


@dataclass(frozen=True, slots=True)
class Bids:
    """What may be said. Forms are strings of `Said.form`."""

    lowest: int
    highest: int
    plus_alone: int
    most_terms: int
    opening_pass: OpeningPass
    noes: NoesMeaning
    must_hold_suit: bool
    approved: frozenset[str]
    unlisted: frozenset[str]
    barred_first: frozenset[str]
    other_forms: OtherForms
    """What a form on none of the lists is."""


@dataclass(frozen=True, slots=True)
class Auction:
    close_at_highest: bool
    self_raise: tuple[int, ...]
    self_raise_after_double: bool
    double_own_side: bool
    double_at_highest: bool


@dataclass(frozen=True, slots=True)
class Scoring:
    awards: tuple[Award, ...]
    doubling: Doubling
    doubled: int
    redoubled: int
    match_win: int | None
    match_tie: int | None
    match_tie_break: int | None
    session_deals: int | None
    session_fixed: bool
    """Whether every session has so many deals; else that is only usual."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Which faults of the deal make it be dealt again."""

    exposed_card: bool
    hand_size: bool
    one_suit: bool
    all_jacks: bool
    void_trump: bool


@dataclass(frozen=True, slots=True)
class Penalties:
    """Points for the other side; None where the rulebook names none."""

    cardinal: int | None
    out_of_turn: int | None
    warnings: int
    lead_out_of_turn: int | None
    score_query_most: int | None


@dataclass(frozen=True, eq=False, kw_only=True)
class Rulebook:
    """One edition of the rules of a game. Compared by identity: load it once and pass it on.

    Here is what every family of games has; what only one has is with its own class.
    """

    id: str
    title: str
    edition: str
    game: str
    """The family: ``fifty-six`` or ``bridge``."""
    players: tuple[int, ...]
    direction: Direction
    hand: int
    copies: int
    rank: tuple[str, ...]
    packs: Mapping[int, tuple[str, ...]]
    must_follow: bool
    findings: Mapping[str, FindingRule]
    settings: Mapping[str, Setting]
    articles: Mapping[str, str]
    file: str = ""

    def article(self, code_or_number: str) -> str:
        """The paraphrase of an article, by its number or by the code of a finding; '' if unknown."""
        rule = self.findings.get(code_or_number)
        return self.articles.get(rule.article if rule else code_or_number, "")

    def setting(self, name: str) -> str | None:
        """The value chosen for an open reading, None where the rulebook does not name it."""
        found = self.settings.get(name)
        return found.value if found else None

    def shown(self, name: str) -> str | None:
        """How an open reading is shown in a finding."""
        found = self.settings.get(name)
        return found.shown if found else None

    def default_players(self) -> int:
        return self.players[0]


@dataclass(frozen=True, eq=False, kw_only=True)
class FiftySixBook(Rulebook):
    """One edition of the rules of 56."""

    first_call: Side
    first_lead: Side
    next_dealer: NextDealer
    points: Mapping[str, int]
    bids: Bids
    auction: Auction
    play_ends: PlayEnds
    scoring: Scoring
    redeal: Redeal
    penalties: Penalties

    @property
    def claims(self) -> bool:
        """Whether cards tabled claim the tricks that remain."""
        return "claim-defeated" in self.findings or "claim-stands" in self.findings


def known() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the program."""
    return tuple(sorted(path.stem for path in BOOKS.glob("*.toml")))


def of_game(game: str) -> tuple[str, ...]:
    """The ids of the rulebooks of one family that come with the program."""
    return tuple(name for name in known() if load(name).game == game)


def fifty_six(id_or_path: str) -> FiftySixBook:
    """A rulebook of 56. Raises RulebookError as `load` does, and where it is of another game."""
    book = load(id_or_path)
    if not isinstance(book, FiftySixBook):
        raise RulebookError("this is no rulebook of 56.", id_or_path)
    return book


def load(id_or_path: str) -> Rulebook:
    """The rulebook of an id, or of a file's path.

    Raises RulebookError, with what is allowed, where there is none or it has a mistake.
    """
    if id_or_path in known():
        return _load(str(BOOKS / f"{id_or_path}.toml"), 0)
    path = Path(id_or_path)
    if path.suffix == ".toml" or "/" in id_or_path or "\\" in id_or_path:
        try:
            stat = path.stat()
        except OSError as error:
            reason = error.strerror or "cannot be read"
            raise RulebookError(
                f"the rulebook file cannot be opened ({reason}).", id_or_path
            ) from error
        if not path.is_file() or stat.st_size > LARGEST:
            raise RulebookError(
                "this is no rulebook file.", id_or_path,
                remedy=f"A rulebook is a text of at most {LARGEST // 1000} kB.",
            )  # fmt: skip
        return _load(str(path), stat.st_mtime_ns)
    raise RulebookError(
        f"there is no rulebook called {id_or_path!r}.",
        remedy=f"Known ones: {', '.join(known())}; or give the path of a .toml file.",
    )


@cache
def _load(file: str, _stamp: int) -> Rulebook:
    try:
        raw = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulebookError(f"not a valid TOML file: {error}.", file) from error
    except UnicodeDecodeError as error:
        raise RulebookError("not a text in UTF-8.", file) from error
    except OSError as error:
        raise RulebookError(f"cannot be read ({error.strerror}).", file) from error
    # These make the types of this module.
    from fairdeal.rulings.bridge.book_file import build as bridge
    from fairdeal.rulings.fifty_six.book_file import build as fifty_six

    families: dict[object, Callable[[Mapping[str, object], str], Rulebook]] = {
        "fifty-six": fifty_six, "bridge": bridge
    }  # fmt: skip
    game = raw.get("game")
    return families[game if isinstance(game, str) and game in families else "fifty-six"](raw, file)
