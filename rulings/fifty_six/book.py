"""Rulebooks of 56: what can differ between editions, the table that one makes, its file read key by key."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Literal

from fairdeal.records import CARDS, NO_TRUMPS, RANKS, Said, Seat, TermKind
from fairdeal.rulings.replay.calls import SINGLE, Kind
from fairdeal.rulings.replay.table import Seating
from fairdeal.rulings.rulebooks.files import (
    LARGEST_NUMBER,
    Reader,
    findings_of,
    packs_of,
    printed,
    ranks_of,
    settings_of,
    shown,
)
from fairdeal.rulings.rulebooks.rulebook import Direction, Rulebook

Side = Literal["right-of-dealer", "left-of-dealer", "bidder"]
NextDealer = Literal["right-of-dealer", "left-of-dealer", "not-stated"]
OpeningPass = Literal["lowest-no-trumps", "not-allowed", "allowed"]
NoesMeaning = Literal["no-trumps", "trump-stays"]
PlayEnds = Literal["all-tricks", "when-certain"]
Doubling = Literal["add", "multiply"]
OtherForms = Literal["unapproved", "unlisted"]


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
class AuctionRules:
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
class FiftySixBook(Rulebook):
    """One edition of the rules of 56."""

    first_call: Side
    first_lead: Side
    next_dealer: NextDealer
    points: Mapping[str, int]
    bids: Bids
    auction: AuctionRules
    play_ends: PlayEnds
    scoring: Scoring
    redeal: Redeal
    penalties: Penalties

    @property
    def session_deals(self) -> int | None:
        return self.scoring.session_deals

    @property
    def claims(self) -> bool:
        """Whether cards tabled claim the tricks that remain."""
        return "claim-defeated" in self.findings or "claim-stands" in self.findings


class Table(Seating):
    """A table of 56."""

    __slots__ = ("book", "first_call", "first_lead", "next_dealer", "total_points")

    def __init__(self, book: FiftySixBook, players: int) -> None:
        super().__init__(book, players)
        self.book = book
        self.bids = range(book.bids.lowest, book.bids.highest + 1)
        right = self.after if book.direction == "counter-clockwise" else self.before
        left = self.before if book.direction == "counter-clockwise" else self.after
        sides: dict[str, dict[Seat, Seat]] = {"right-of-dealer": right, "left-of-dealer": left}
        self.first_call: dict[Seat, Seat] = sides.get(book.first_call, right)
        self.first_lead: dict[Seat, Seat] | None = sides.get(book.first_lead)
        self.next_dealer: dict[Seat, Seat] = sides.get(book.next_dealer, right)
        self.points = {card: book.points.get(card.rank, 0) for card in CARDS.values()}
        self.total_points = sum(self.points[card] for card in self.pack) * book.copies


@cache
def table_of(book: FiftySixBook, players: int) -> Table:
    return Table(book, players)


# --- the file, key by key ------------------------------------------------------------------------


def build(raw: Mapping[str, Any], file: str, codes: Collection[str]) -> FiftySixBook:
    """The rulebook of a file's tables. `codes`: the findings that there are.

    Raises RulebookError at the first mistake.
    """
    top = Reader(raw, file)
    table, pack = top.sub("table"), top.sub("pack")
    play = top.sub("play")
    players = table.numbers("players")
    if not players or any(count not in (4, 6, 8) for count in players):
        raise table.fail("players", f"{list(players)} is not allowed; some of 4, 6 and 8 are.")
    rank = ranks_of(pack, "rank", pack.texts("rank"))
    bids = _bids(top.sub("bids"))
    penalties = top.sub("penalties").filled(Penalties)
    book = FiftySixBook(
        id=top.text("id"),
        title=top.text("title"),
        edition=top.text("edition"),
        game=top.choice("game", Literal["fifty-six"]),
        players=players,
        direction=table.choice("direction", Direction),
        first_call=table.choice("first_call", Literal["right-of-dealer", "left-of-dealer"]),
        first_lead=table.choice("first_lead", Side),
        next_dealer=table.choice("next_dealer", NextDealer),
        hand=table.number("hand", 1),
        copies=pack.number("copies", 1),
        rank=rank,
        points=_points(pack.sub("points"), rank),
        packs=packs_of(pack, players, rank, table.number("hand", 1)),
        bids=bids,
        auction=top.sub("auction").filled(AuctionRules),
        must_follow=play.flag("must_follow"),
        play_ends=play.choice("ends", PlayEnds),
        scoring=_scoring(top.sub("scoring"), bids),
        redeal=top.sub("redeal").filled(Redeal),
        penalties=penalties,
        findings=findings_of(top.sub("findings"), codes, penalties.cardinal is not None),
        settings=settings_of(top),
        articles=printed(top)[0],
        file=file,
    )
    for reader in (table, pack, play, top):
        reader.done()
    return book


def _points(reader: Reader, rank: tuple[str, ...]) -> Mapping[str, int]:
    points = {name: reader.number(name) for name in rank}
    reader.taken.update(RANKS)  # a base may have more of them in its pack
    reader.done()
    return points


def _bids(reader: Reader) -> Bids:
    least = {
        name: reader.number(name, 1) for name in ("lowest", "highest", "plus_alone", "most_terms")
    }
    lists = {name: _forms(reader, name) for name in ("approved", "unlisted", "barred_first")}
    bids = reader.filled(Bids, **least, **lists)
    if bids.highest < bids.lowest:
        raise reader.fail("highest", f"{bids.highest} is below the lowest bid, {bids.lowest}.")
    return bids


_TERMS: Final = frozenset(
    ("number", "suit", "no-trump", "noes", "pass", "plus", "double", "redouble", "word")
)


def _forms(reader: Reader, name: str) -> frozenset[str]:
    forms = reader.texts(name)
    for form in forms:
        for term in form.split():
            if term not in _TERMS:
                allowed = ", ".join(sorted(_TERMS))
                raise reader.fail(
                    name, f"{shown(term)} in {shown(form)} is not allowed; {allowed} are."
                )
    return frozenset(forms)


def _scoring(reader: Reader, bids: Bids) -> Scoring:
    rows = []
    for row in reader.get("awards", list, "a list of [from, to, made, defeated]"):
        whole = isinstance(row, list) and len(row) == 4
        whole = whole and all(isinstance(n, int) and abs(n) <= LARGEST_NUMBER for n in row)
        if not whole:
            raise reader.fail(
                "awards", f"{shown(row)} is not allowed; [from, to, made, defeated] is."
            )
        rows.append(Award(*row))
    due = bids.lowest
    for award in sorted(rows, key=lambda each: each.low):
        if award.low != due or award.high < award.low:
            raise reader.fail(
                "awards",
                f"[{award.low}, {award.high}, ...] is not allowed; the rows cover every bid from "
                f"{bids.lowest} to {bids.highest} once, and the next begins at {due}.",
            )
        due = award.high + 1
    if due != bids.highest + 1:
        raise reader.fail("awards", f"no row for {due}; bids go up to {bids.highest}.")
    return reader.filled(Scoring, awards=tuple(rows))


# --- what the words of a call come to ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Meaning:
    """A call's words made out.

    `number` is a value said outright, `plus` what is added to the bid before; at most one of them is
    filled. `trump` is the denomination, None for noes (it depends on the rulebook and the bid
    before) and where none is clear. `suit` is the one suit named. `clear`: value and denomination
    can be known without guessing.
    """

    kind: Kind
    form: str
    approved: bool = True
    unlisted: bool = False
    barred_first: bool = False
    clear: bool = True
    number: int | None = None
    plus: int | None = None
    trump: str | None = None
    suit: str | None = None
    noes: bool = False


UNKNOWN = Meaning(Kind.UNKNOWN, "")

_DENOMINATIONS = (TermKind.SUIT, TermKind.NO_TRUMP, TermKind.NOES, TermKind.PASS)


def meaning_of(said: Said | None, book: FiftySixBook) -> Meaning:
    """The meaning of a call."""
    return _make_out(said, book) if said is not None else UNKNOWN


@lru_cache(maxsize=4096)
def _make_out(said: Said, book: FiftySixBook) -> Meaning:
    if said.unclear or not said.terms:
        return UNKNOWN
    form, bids = said.form, book.bids
    if len(said.terms) == 1 and said.terms[0].kind in SINGLE:
        kind = SINGLE[said.terms[0].kind]
        approved = kind is Kind.ALL_PASS or form in bids.approved
        return Meaning(kind, form, approved, clear=approved)
    approved = form in bids.approved and len(said.terms) <= bids.most_terms
    unlisted = not approved and (form in bids.unlisted or bids.other_forms == "unlisted")
    number, plus = _value(said, book)
    trump, noes = _denomination(said)
    clear = (number is not None or plus is not None) and (trump is not None or noes)
    return Meaning(
        kind=Kind.BID,
        form=form,
        approved=approved,
        unlisted=unlisted,
        barred_first=form in bids.barred_first,
        clear=clear,
        number=number if clear else None,
        plus=plus if clear else None,
        trump=trump,
        suit=said.suit,
        noes=noes,
    )


def _value(said: Said, book: FiftySixBook) -> tuple[int | None, int | None]:
    """The value said outright, or what is to be added; both None where neither is clear."""
    kinds = [term.kind for term in said.terms]
    pluses, numbers = kinds.count(TermKind.PLUS), kinds.count(TermKind.NUMBER)
    if pluses > 1 or numbers > 1:
        return None, None
    if not pluses:
        return said.number, None
    if not numbers:
        # A pass has a denomination only beside a number, so `plus pass` says nothing clear.
        return None, None if TermKind.PASS in kinds else book.bids.plus_alone
    number = said.number
    if number is None:
        return None, None
    before = kinds.index(TermKind.NUMBER) < kinds.index(TermKind.PLUS)
    # `one plus D` can only be meant as a raise; `40 plus H` could be a bid of forty.
    return None, (None if before and number >= book.bids.lowest else number)


def _denomination(said: Said) -> tuple[str | None, bool]:
    """The denomination named (None and True for noes); None and False where none is clear."""
    named = [term for term in said.terms if term.kind in _DENOMINATIONS]
    known = (*_DENOMINATIONS, TermKind.NUMBER, TermKind.PLUS)
    if len(named) != 1 or any(term.kind not in known for term in said.terms):
        return None, False
    term = named[0]
    if term.kind is TermKind.NOES:
        return None, True
    return (term.text if term.kind is TermKind.SUIT else NO_TRUMPS), False
