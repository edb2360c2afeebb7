"""Synthetic deals of 56, and sessions of them: dealt, bid, played and written down, all within the rules.

`random_draft` makes what happened and what the recorder wrote; `deal_of` turns it into the record of
a deal in one of many styles of writing; `record_of` and `random_session` make whole records.
Everything follows from the `Random` given, so a seed names a deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any, Final

from fairdeal.records import (
    COLUMNS,
    DENOMINATIONS,
    Call,
    Card,
    Cell,
    ContractEntry,
    Deal,
    Entry,
    Event,
    Hand,
    MatchPoints,
    Record,
    Result,
    Said,
    Seat,
    Sheet,
    SheetRow,
    Tag,
    Team,
    Trick,
    blank,
    clear,
    other_team,
    team_of,
)
from samples.making.chance import given
from samples.making.records.auctions import Auction, Spoken, words
from samples.making.records.table import (
    ALL_POINTS,
    HAND,
    INTERNATIONAL,
    Agreed,
    Hands,
    Playing,
    Put,
    Round,
    Variant,
    award_of,
    constraining,
    void_trump,
)


@dataclass
class Written:
    """What stands in the result block; a part that is None was not written."""

    contract: Agreed | None = None
    winners: list[Seat] | None = None
    points: dict[str, int] | None = None
    score: dict[str, int] | None = None


@dataclass
class Draft:
    """A deal as it happened and as it was written down.

    `outcome` and `award` are this maker's own ruling on it, `points` the card points the play gave
    (None where the play does not tell).
    """

    variant: Variant
    number: int
    dealer: Seat
    hands: Hands
    calls: list[Spoken | Event] = field(default_factory=list)
    contract: Agreed | None = None
    tricks: list[Round] = field(default_factory=list)
    outcome: str = "undecided"
    points: dict[str, int] | None = None
    award: dict[str, int] | None = None
    written: Written = field(default_factory=Written)
    events: list[Event] = field(default_factory=list)

    def settle(self, playing: Playing) -> None:
        """Take over a finished play and rule on it."""
        self.tricks = playing.tricks
        self.points = playing.points()
        self.rule(given(self.contract), self.points)

    def rule(self, contract: Agreed, points: Mapping[str, int]) -> None:
        made = points[team_of(contract.by)] >= contract.value
        self.outcome = "made" if made else "defeated"
        self.award = award_of(self.variant, contract, made)

    def write_result(self) -> None:
        """Write down everything as it truly was."""
        self.written = Written(
            contract=self.contract,
            winners=[trick.winner for trick in self.tricks if trick.winner is not None],
            points=None if self.points is None else dict(self.points),
            score=None if self.award is None else dict(self.award),
        )


def miswritten(
    agreed: Agreed, rng: Random, seats: Sequence[Seat], values: range = range(28, 57)
) -> tuple[str, Agreed]:
    """The contract with one part of it put wrong, and which: value, trump, bidder or doubling."""
    way = rng.choice(("value", "trump", "by", "doubled"))
    parts = {"value": values, "trump": DENOMINATIONS, "by": seats, "doubled": (1, 2, 4)}
    wrong: Any = rng.choice([each for each in parts[way] if each != getattr(agreed, way)])
    return way, replace(agreed, **{way: wrong})


@dataclass(frozen=True, slots=True)
class Style:
    """How a deal is written down: which blocks, which parts of the result, how many labels.

    `tricks` is how many tricks were recorded, None where the play is left out. `labels` is the share
    of calls whose seat is written although nothing requires it. `all_pass`
    writes the last passes as one ``AP``, `dropped` leaves that many of them unwritten.
    """

    hands: bool = True
    auction: bool = True
    tricks: int | None = HAND
    contract: bool = True
    winners: bool = True
    points: bool = True
    score: bool = True
    labels: float = 0.1
    all_pass: bool = False
    dropped: int = 0
    sorted_hands: bool = False

    @classmethod
    def random(cls, rng: Random) -> Style:
        """Any style in which a clean deal still shows nothing irregular."""
        part = rng.random() < 0.2
        tricks = rng.choice((None, rng.randint(1, HAND - 1))) if part else HAND
        whole = tricks == HAND
        return cls(
            hands=rng.random() < 0.8,
            auction=rng.random() < 0.95,
            tricks=tricks,
            contract=rng.random() < 0.8,
            winners=whole and rng.random() < 0.8,
            points=rng.random() < 0.8,
            score=rng.random() < 0.8,
            labels=rng.choice((0.0, 0.05, 0.3, 1.0)),
            all_pass=rng.random() < 0.2,
            dropped=rng.randint(1, 5) if whole and rng.random() < 0.1 else 0,
            sorted_hands=rng.random() < 0.3,
        )


FULL: Final = Style()


# --- making deals ----------------------------------------------------------------------------------


def dealt(rng: Random, pack: list[str], seats: Sequence[Seat]) -> dict[Seat, list[str]]:
    """A pack shuffled and dealt, as many cards to each seat."""
    rng.shuffle(pack)
    each = len(pack) // len(seats)
    return {seat: pack[at * each : (at + 1) * each] for at, seat in enumerate(seats)}


def deal_hands(rng: Random, variant: Variant = INTERNATIONAL) -> dict[Seat, list[str]]:
    """A hand for each seat, none that must be dealt again."""
    while True:
        hands = dealt(rng, variant.pack, variant.seats)
        if not variant.redeals or not any(constraining(hand) for hand in hands.values()):
            return hands


def random_draft(
    rng: Random, variant: Variant = INTERNATIONAL, number: int = 1, dealer: Seat | None = None
) -> Draft:
    """A complete deal within the rules, with everything written down as it was."""
    dealer = dealer or rng.choice(variant.seats)
    while True:
        auction = Auction(variant, dealer, deal_hands(rng, variant))
        contract = auction.finish(rng)
        if not (variant.redeals and void_trump(variant, auction.hands, contract)):
            return _played(rng, auction, contract, number)


def _played(rng: Random, auction: Auction, contract: Agreed, number: int) -> Draft:
    """The draft of a finished auction, played out legally and written down."""
    variant, dealer, hands = auction.variant, auction.dealer, auction.hands
    draft = Draft(variant, number, dealer, hands, auction.items, contract)
    playing = Playing.start(variant, variant.first(dealer), hands, contract.trump)
    if variant.early_end and rng.random() < 0.5:
        _play_until_certain(rng, playing, contract)
    else:
        playing.run(rng)
    draft.settle(playing)
    draft.write_result()
    return draft


def _play_until_certain(rng: Random, playing: Playing, contract: Agreed) -> None:
    """Play stops when the contract is made, or can no longer be."""
    declaring = team_of(contract.by)
    while len(playing.tricks) < HAND:
        playing.play_trick(rng)
        points = playing.points()
        lost = points[other_team(declaring)] > ALL_POINTS - contract.value
        if points[declaring] >= contract.value or lost:
            return


# --- writing them down -----------------------------------------------------------------------------


def deal_of(draft: Draft, rng: Random, style: Style = FULL) -> Deal:
    """The record of a deal in the given style."""
    # In the order in which they take their chances.
    auction = _auction_items(draft, rng, style) if style.auction else None
    play = _tricks(draft, rng, style) if style.tricks is not None else None
    return Deal(
        number=clear(str(draft.number)),
        dealer=clear(draft.dealer),
        hands=hands_of(draft.hands, style) if style.hands else None,
        auction=auction,
        play=play,
        result=result_of(draft.written, style),
        events=tuple(draft.events),
    )


def hands_of(hands: Hands, style: Style = FULL) -> tuple[Hand, ...]:
    shown = {seat: [Card.of(card) for card in held] for seat, held in hands.items()}
    return tuple(
        Hand(seat, tuple(map(clear, sorted(cards) if style.sorted_hands else cards)))
        for seat, cards in shown.items()
    )


def _auction_items(draft: Draft, rng: Random, style: Style) -> tuple[Call | Event, ...]:
    made: list[Call | Event] = []
    due: Seat | None = draft.variant.first(draft.dealer)
    for item in _shortened(draft.calls, rng, style):
        if isinstance(item, Event):
            made.append(item)
            continue
        labelled = item.label or item.seat != due or rng.random() < style.labels
        made.append(item.written(labelled))
        # After a call out of turn two seats may go on, so the next label is always written.
        due = None if item.label else draft.variant.after(item.seat)
    return tuple(made)


def _shortened(
    calls: Sequence[Spoken | Event], rng: Random, style: Style
) -> Sequence[Spoken | Event]:
    """The calls with the passes at the end left out or written as one ``AP``."""
    passes: list[Spoken] = []
    for before, item in pairwise(calls):
        if isinstance(before, Event) or isinstance(item, Event) or item.label:
            passes.clear()
        else:
            passes = [*passes, item] if item.said.form == "pass" else []
    if not 0 < len(passes) <= 5:
        return calls
    last = len(calls) - len(passes)
    if style.dropped:
        return calls[: max(last, len(calls) - style.dropped)]
    if style.all_pass:
        kept = rng.randint(0, len(passes) - 1)
        return [*calls[: last + kept], replace(passes[kept], said=words("all-pass"))]
    return calls


def _tricks(draft: Draft, rng: Random, style: Style) -> tuple[Trick, ...]:
    made = []
    due: Seat | None = draft.variant.first(draft.dealer)
    for number, trick in enumerate(draft.tricks[: style.tricks], 1):
        first = trick.puts[0]
        named = first.label or first.seat != due or rng.random() < max(style.labels, 0.5)
        items = (
            item.written(item.label or (item is first and named)) if isinstance(item, Put) else item
            for item in trick.items
        )
        made.append(Trick(number, tuple(items)))
        due = trick.winner
    return tuple(made)


def result_of(written: Written, style: Style = FULL) -> Result | None:
    """What is written below a deal, None where nothing is."""
    contract = None
    if style.contract and (agreed := written.contract) is not None:
        doubling = {1: None, 2: clear("X"), 4: clear("XX")}[agreed.doubled]
        contract = ContractEntry(clear(agreed.said), clear(agreed.by), doubling)
    result = Result(
        contract=contract,
        tricks=tuple(map(clear, written.winners or ())) if style.winners else (),
        points=_by_team(written.points if style.points else None),
        score=_by_team(written.score if style.score else None),
    )
    return None if result == Result() else result


def _by_team(figures: dict[str, int] | None) -> dict[str, Entry[int]]:
    return {team: clear(figure) for team, figure in (figures or {}).items()}


def record_of(deals: Sequence[Deal], variant: Variant = INTERNATIONAL) -> Record:
    """A record of some deals under a heading that names the rulebook."""
    heading = [Tag("Event", "Synthetic deals"), Tag("Rules", variant.rules)]
    if variant.players != 6:
        heading.append(Tag("Players", str(variant.players)))
    return Record(tags=tuple(heading), deals=tuple(deals))


def clean_record(seed: int, variant: Variant = INTERNATIONAL) -> Record:
    """One clean deal in a random style, named by its seed."""
    rng = Random(seed)
    return record_of([deal_of(random_draft(rng, variant), rng, Style.random(rng))], variant)


# --- sessions and their score sheets ---------------------------------------------------------------

SHEET_COLUMNS: Final = tuple(name for name in COLUMNS if not name.startswith("penalty"))
DOUBLING: Final = {1: "", 2: "X", 4: "XX"}


@dataclass
class Row:
    """One row of a score sheet as it was filled in."""

    deal: str
    dealer: Seat
    contract: Agreed | None
    points: dict[str, int] | None
    score: dict[str, int]
    total: dict[str, int]


@dataclass
class Session:
    """A session as it was played and written down. `match_points` None: not entered."""

    variant: Variant
    drafts: list[Draft]
    rows: list[Row]
    match_points: dict[str, int] | None = None
    tie_break: str | None = None

    def decide(self, tie_break: str | None = None) -> None:
        """Enter the match points that the last totals give, and who breaks a tie."""
        self.tie_break = tie_break
        self.match_points = match_points_of(self.rows[-1].total, tie_break)


def rows_of(drafts: Sequence[Draft]) -> list[Row]:
    """The rows for some deals, rightly filled in and added up."""
    rows, total = [], {"A": 0, "B": 0}
    for draft in drafts:
        score = dict(draft.award or {"A": 0, "B": 0})
        total = {team: total[team] + points for team, points in score.items()}
        points = None if draft.points is None else dict(draft.points)
        rows.append(Row(str(draft.number), draft.dealer, draft.contract, points, score, total))
    return rows


def match_points_of(total: dict[str, int], tie_break: str | None = None) -> dict[str, int]:
    """Three to the winner; a tie gives one each, and one more to whoever breaks it (5.4)."""
    if total["A"] == total["B"]:
        return {team: 2 if team == tie_break else 1 for team in ("A", "B")}
    return {team: 3 if total[team] == max(total.values()) else 0 for team in ("A", "B")}


def random_session(
    rng: Random, variant: Variant = INTERNATIONAL, deals: int | None = None
) -> Session:
    """A session within the rules, every figure right."""
    dealer = rng.choice(variant.seats)
    drafts = [
        random_draft(rng, variant, turn + 1, variant.after(dealer, turn))
        for turn in range(deals or variant.deals)
    ]
    session = Session(variant, drafts, rows_of(drafts))
    if deals is None and variant.match_points:
        final = session.rows[-1].total
        session.decide(rng.choice(("A", "B", None)) if final["A"] == final["B"] else None)
    return session


# --- as records --------------------------------------------------------------------------------------


def sheet_of(
    session: Session, columns: Sequence[str] = SHEET_COLUMNS, copy: Team | None = None
) -> Sheet:
    """The session's score sheet with the given columns."""
    rows = tuple(SheetRow(tuple(_cell(row, name) for name in columns)) for row in session.rows)
    points = None
    if session.match_points is not None:
        figures = {team: clear(n) for team, n in session.match_points.items()}
        points = MatchPoints(figures, clear(session.tie_break) if session.tie_break else None)
    return Sheet(tuple(columns), rows, copy, points)


def _cell(row: Row, name: str) -> Cell:
    word, _, team = name.partition(" ")
    if word in ("points", "score", "total"):
        return entered((getattr(row, word) or {}).get(team))
    contract = row.contract
    texts = {
        "deal": row.deal,
        "dealer": row.dealer,
        "bidder": contract.by if contract else "",
        "contract": contract.said if contract else "",
        "x": DOUBLING[contract.doubled] if contract else "",
    }
    return entered(texts.get(name))


def entered(value: Said | str | int | None) -> Entry[Any]:
    """A cell with this in it; blank where it is nothing."""
    return blank() if value is None or value == "" else clear(value)


def session_record(
    session: Session,
    rng: Random,
    *,
    logs: Sequence[int] = (),
    style: Style | None = None,
    columns: Sequence[str] | None = SHEET_COLUMNS,
    over: bool = False,
    **tags: str,
) -> Record:
    """The session's record: logs of the deals at these positions (from 0), and the sheet.

    `columns` None leaves the sheet out; `over` says in the heading how many deals there are.
    """
    named = {"Event": "Synthetic session", "Rules": session.variant.rules}
    named |= ({"Deals": str(session.variant.deals)} if over else {}) | tags
    drafts = (session.drafts[at] for at in sorted(logs))
    deals = tuple(deal_of(draft, rng, style or Style.random(rng)) for draft in drafts)
    sheets = () if columns is None else (sheet_of(session, columns),)
    return Record(tuple(Tag(*each) for each in named.items()), deals, sheets)


def clean_session(seed: int, variant: Variant = INTERNATIONAL) -> Record:
    """A session's record in which nothing is wrong: sheet, logs, or both, some or all."""
    rng = Random(seed)
    session = random_session(rng, variant)
    everything = range(len(session.drafts))
    logs = rng.choice(([], everything, rng.sample(everything, rng.randint(1, 6))))
    columns: Sequence[str] | None = SHEET_COLUMNS
    if rng.random() < 0.3:
        spare = ("dealer", "bidder", "x", "points A", "points B", "remarks")
        left_out = set(rng.sample(spare, rng.randint(1, 3)))
        columns = [name for name in SHEET_COLUMNS if name not in left_out]
        if rng.random() < 0.3:
            rng.shuffle(columns)
    elif len(logs) == len(everything) and rng.random() < 0.3:
        columns = None
    return session_record(session, rng, logs=logs, columns=columns, over=rng.random() < 0.5)
