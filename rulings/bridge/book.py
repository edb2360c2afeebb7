"""Rulebooks of bridge: what can differ between editions, their files read key by key, remedies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Literal

from fairdeal.records import COMPASS, DENOMINATIONS, NO_TRUMPS, Said, Seat, Team, figure, other_team
from fairdeal.rulings.frame.finding import OF_ENTRIES, Remedy
from fairdeal.rulings.replay.calls import SINGLE, Auction, CallMade, Kind
from fairdeal.rulings.replay.table import Seating
from fairdeal.rulings.rulebooks.files import (
    Reader,
    findings_of,
    packs_of,
    printed,
    ranks_of,
    settings_of,
)
from fairdeal.rulings.rulebooks.rulebook import Rulebook

NextDealer = Literal["left-of-dealer", "board"]
Match = Literal["four-hand", "board"]
RevokePenalty = Literal["two-tricks", "law-64"]

ByVulnerability = tuple[int, int]
"""A figure not vulnerable, and vulnerable."""


@dataclass(frozen=True, slots=True)
class Undertricks:
    """Points for one to thirteen down, in order, for one vulnerability and doubling."""

    plain: tuple[int, ...]
    doubled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BridgeScoring:
    """What a hand is worth. Pairs of figures are not vulnerable, vulnerable."""

    match: Match
    """``four-hand``: vulnerable by games won in the match, as at rubber; ``board``: by the board."""
    odd_trick: Mapping[str, int]
    first_trick: Mapping[str, int]
    """By denomination, where the first odd trick counts otherwise than the others."""
    game: int
    """Points below the line that make a game."""
    doubled_made: int
    redoubled_made: int
    overtrick_doubled: ByVulnerability
    little_slam: ByVulnerability
    grand_slam: ByVulnerability
    undertricks: tuple[Undertricks, Undertricks]
    game_bonus: ByVulnerability | None
    """For each board whose tricks make a game; None where games are won over several hands."""
    part_score: int | None
    fast_game: int | None
    slow_game: int | None
    leg_left: int | None
    """For the only side with points towards a game when the match ends."""
    leg_left_both: int | None
    """For each side, where both have some."""
    four_honours: int | None
    five_honours: int | None
    four_aces: int | None
    match_hands: int | None


@dataclass(frozen=True, slots=True)
class BridgePenalties:
    """What offences cost. None where the rulebook names nothing."""

    revoke: RevokePenalty
    revoke_tricks: int
    impropriety: int | None
    """Points off the pair for every impropriety after those warned for."""
    warnings: int


@dataclass(frozen=True, eq=False, kw_only=True)
class BridgeBook(Rulebook):
    """One edition of the rules of contract bridge."""

    next_dealer: NextDealer
    lowest: int
    highest: int
    scoring: BridgeScoring
    penalties: BridgePenalties

    @property
    def single_boards(self) -> bool:
        return not self.four_hand

    @property
    def four_hand(self) -> bool:
        return self.scoring.match == "four-hand"


TRICKS: Final = 13


def build(raw: Mapping[str, Any], file: str, codes: Collection[str]) -> BridgeBook:
    """The rulebook of a file's tables. `codes`: the findings that there are.

    Raises RulebookError at the first mistake.
    """
    top = Reader(raw, file)
    table, pack = top.sub("table"), top.sub("pack")
    bids, play = top.sub("bids"), top.sub("play")
    players = table.numbers("players")
    if players != (4,):
        raise table.fail("players", f"{list(players)} is not allowed; [4] is.")
    if table.number("hand", 1) != TRICKS:
        raise table.fail("hand", f"{table.number('hand')} is not allowed; {TRICKS} is.")
    rank = ranks_of(pack, "rank", pack.texts("rank"))
    book = BridgeBook(
        id=top.text("id"),
        title=top.text("title"),
        edition=top.text("edition"),
        game=top.choice("game", Literal["bridge"]),
        players=players,
        direction=table.choice("direction", Literal["clockwise"]),
        next_dealer=table.choice("next_dealer", NextDealer),
        hand=TRICKS,
        copies=pack.number("copies", 1),
        rank=rank,
        packs=packs_of(pack, players, rank, TRICKS),
        lowest=bids.number("lowest", 1),
        highest=bids.number("highest", 1),
        must_follow=play.flag("must_follow"),
        scoring=_scoring(top.sub("scoring")),
        penalties=top.sub("penalties").filled(BridgePenalties),
        findings=findings_of(top.sub("findings"), codes, False),
        settings=settings_of(top),
        articles=printed(top)[0],
        file=file,
    )
    if book.highest < book.lowest:
        raise bids.fail("highest", f"{book.highest} is below the lowest bid, {book.lowest}.")
    for reader in (table, pack, bids, play, top):
        reader.done()
    return book


def _scoring(reader: Reader) -> BridgeScoring:
    pairs = {
        name: _pair(reader, name) for name in ("overtrick_doubled", "little_slam", "grand_slam")
    }
    scoring = reader.filled(
        BridgeScoring,
        odd_trick=_by_denomination(reader.sub("odd_trick"), whole=True),
        first_trick=_by_denomination(reader.sub("first_trick"), whole=False),
        game=reader.number("game", 1),
        undertricks=_undertricks(reader.sub("undertricks")),
        game_bonus=None if reader.is_none("game_bonus") else _pair(reader, "game_bonus"),
        **pairs,
    )
    _needed(reader, scoring)
    return scoring


def _needed(reader: Reader, scoring: BridgeScoring) -> None:
    """Complain where a match has no hands, or its kind lacks the figures that it lives on."""
    if scoring.match_hands is not None and scoring.match_hands < 1:
        raise reader.fail("match_hands", f"{scoring.match_hands} is not allowed; 1 or more is.")
    names = {
        "four-hand": ("fast_game", "slow_game", "leg_left", "leg_left_both", "match_hands"),
        "board": ("game_bonus", "part_score"),
    }[scoring.match]
    for name in names:
        if getattr(scoring, name) is None:
            raise reader.fail(name, f'"none" is not allowed where match is "{scoring.match}".')


def _by_denomination(reader: Reader, whole: bool) -> Mapping[str, int]:
    found = {name: reader.number(name) for name in DENOMINATIONS if whole or name in reader.table}
    reader.done()
    return found


def _pair(reader: Reader, name: str) -> ByVulnerability:
    numbers = reader.numbers(name)
    if len(numbers) != 2:
        raise reader.fail(name, "two numbers are expected: not vulnerable, vulnerable.")
    return (numbers[0], numbers[1])


def _undertricks(reader: Reader) -> tuple[Undertricks, Undertricks]:
    sides = []
    for name in ("not_vulnerable", "vulnerable"):
        row = reader.sub(name)
        both = []
        for doubling in ("undoubled", "doubled"):
            figures = row.numbers(doubling)
            if len(figures) != TRICKS:
                raise row.fail(doubling, f"{TRICKS} numbers are expected, one to {TRICKS} down.")
            both.append(figures)
        row.done()
        sides.append(Undertricks(*both))
    reader.done()
    return (sides[0], sides[1])


def remedy_of(book: BridgeBook, code: str, team: Team | None) -> Remedy:
    """The remedy that the rulebook names for an offence by `team`; the committee where it names none.

    What a revoke costs, and an impropriety after the first, depends on the deal and the session.
    """
    rule = book.findings.get(code)
    if rule is None:
        return Remedy("committee")
    if rule.remedy == "tricks":
        to = other_team(team) if team is not None else None
        return Remedy("tricks", to, book.penalties.revoke_tricks)
    return Remedy("warning", team) if rule.remedy == "warning" else Remedy(rule.remedy)


REMEDIES: Final = OF_ENTRIES | {
    "redeal": "Nothing in this deal scores, and the next dealer deals.",
    "tricks": "{tricks} to {to}.",
    "points": "{off} points off {to}.",
    "warning": "A warning to {to}.",
}


def remedy_text(remedy: Remedy) -> str:
    """The remedy in plain words."""
    return remedy.in_words(REMEDIES, str(remedy.to))


TEAMS: Final[tuple[Team, Team]] = ("NS", "EW")

NOBODY: Final[frozenset[Team]] = frozenset()
VULNERABLE: Final[dict[str, frozenset[Team]]] = {
    "None": NOBODY,
    "NS": frozenset({"NS"}),
    "EW": frozenset({"EW"}),
    "All": frozenset(TEAMS),
}
"""The sides vulnerable, by the word for them."""

WORDS: Final = {
    NOBODY: "nobody",
    VULNERABLE["NS"]: "NS",
    VULNERABLE["EW"]: "EW",
    VULNERABLE["All"]: "both sides",
}

VULNERABILITIES: Final = ("None", "NS", "EW", "All")
"""In the order in which they come on boards, and by the numbers of `PlainDeal.vulnerable`."""
BOARDS: Final = 16
"""Dealer and vulnerability come round after so many boards."""


class BridgeTable(Seating):
    """A table of bridge. Seats are ``N E S W`` in turn."""

    __slots__ = ("book",)

    def __init__(self, book: BridgeBook) -> None:
        super().__init__(book, 4)
        self.book = book
        self.bids = range(book.lowest, book.highest + 1)


@cache
def bridge_table(book: BridgeBook) -> BridgeTable:
    return BridgeTable(book)


def partner(seat: Seat) -> Seat:
    return COMPASS[(COMPASS.index(seat) + 2) % 4]


def board_dealer(board: int) -> Seat:
    """Who deals a board: north the first, and on clockwise."""
    return COMPASS[(board - 1) % 4]


def board_vulnerable(board: int) -> str:
    """Who is vulnerable on a board, as the record says it: ``None``, ``NS``, ``EW``, ``All``."""
    place = (board - 1) % BOARDS
    return VULNERABILITIES[(place + place // 4) % 4]


def board_number(label: str | None) -> int | None:
    """The number of a board, None where the label is not one."""
    text = (label or "").strip()
    number = figure(text) if text.isascii() else None
    return number if number is not None and 0 < number < 10_000 else None


HEIGHT: Final = {name: place for place, name in enumerate(DENOMINATIONS)}
"""Denominations from clubs up to no-trumps."""


@dataclass(frozen=True, slots=True)
class Words:
    """A call's words made out. `value` and `trump` are None where they are not clear."""

    kind: Kind
    value: int | None = None
    trump: str | None = None
    approved: bool = True


_UNKNOWN: Final = Words(Kind.UNKNOWN)
_SINGLE: Final = {term: Words(kind) for term, kind in SINGLE.items()}
_FORMS: Final = ("number suit", "number no-trump")
_CLEAR: Final = (*_FORMS, "suit number", "no-trump number")


def words_of(said: Said | None) -> Words:
    """What the words of a call, if there are any, come to in bridge."""
    return make_out(said) if said is not None else _UNKNOWN


@lru_cache(maxsize=4096)
def make_out(said: Said) -> Words:
    """What the words of a call come to in bridge."""
    if said.unclear or not said.terms:
        return _UNKNOWN
    if len(said.terms) == 1:
        single = _SINGLE.get(said.terms[0].kind)
        if single is not None:
            return single
    form = said.form
    if form not in _CLEAR:
        return Words(Kind.BID, approved=False)
    return Words(Kind.BID, said.number, said.suit or NO_TRUMPS, form in _FORMS)


@dataclass(slots=True)
class BridgeCall(CallMade):
    """A call of bridge.

    `stands`: whether it counts by the Laws; None where the record
    shows neither that an irregular call was let stand nor that it was cancelled.
    """

    words: Words
    stands: bool | None = True

    def makes_good(self, insufficient: BridgeCall) -> bool:
        """Whether it puts an insufficient bid right in the same denomination, as low as can be (27B1(a))."""
        last, trump = insufficient.standing, insufficient.words.trump
        if last is None or trump is None or self.words.trump != trump:
            return False
        return self.words.value == last.value + (HEIGHT[trump] <= HEIGHT[last.trump])


@dataclass(frozen=True, slots=True, eq=False)
class BridgeAuction(Auction[BridgeCall]):
    """An auction of bridge. `either_declares`: the declarer's partner may declare as well, if the record
    says so."""

    either_declares: bool
