"""One board of LIN to a deal of the records: hands, auction, play, claim, result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from fairdeal.grammar.lin.head import PLAYERS_ORDER, ROOMS, Head, TableResult
from fairdeal.grammar.lin.syntax import Pair
from fairdeal.grammar.pbn import values
from fairdeal.records.cards import CARDS, Card, Said, Seat, Team, Term, TermKind, next_seat, team_of
from fairdeal.records.doubt import Entry, Reading, Standing, clear
from fairdeal.records.place import Span, figure, position_of
from fairdeal.records.record import (
    Call,
    Comment,
    ContractEntry,
    Deal,
    Hand,
    Play,
    Problem,
    Result,
    Tag,
    Trick,
)

LAYOUT: Final = frozenset({
    "3b", "4b", "7b", "at", "b0", "b1", "bg", "bm", "bt", "c0", "ck", "cp", "cq", "cr", "cs",
    "d0", "e0", "e1", "eb", "ef", "em", "fb", "fh", "fi", "fp", "gc", "h0", "h1", "h2", "h3",
    "h4", "hb", "hc", "hf", "hs", "ht", "ia", "ih", "in", "ip", "is", "jp", "lb", "lc", "lf",
    "lg", "ls", "mn", "n0", "nb", "np", "ob", "ov", "p0", "pg", "pl", "pt", "rc", "rh", "rl",
    "rq", "s0", "sa", "se", "sk", "st", "t0", "t1", "tb", "tc", "th", "ts", "tu", "u0", "up",
    "ut", "va", "wt",
})  # fmt: skip
"""Commands that say how something looks on the screen."""
QUIET: Final = frozenset({"vg", "rs", "pn", "pw", "mp", "bn"})
"""Commands that are kept as tags, and are known."""
DEALERS: Final = {"1": "S", "2": "W", "3": "N", "4": "E"}
ORDER: Final = ("S", "W", "N", "E")
SIDES: Final = {
    "o": "None",
    "0": "None",
    "-": "None",
    "n": "NS",
    "s": "NS",
    "ns": "NS",
    "e": "EW",
    "w": "EW",
    "ew": "EW",
    "b": "All",
}
_LOOSE_HAND = re.compile(r"(?:([SHDC])((?:10|[2-9TJQKA])*))+", re.I)
_SUIT = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)", re.I)
BOARD_HEADING = re.compile(r"(?:.*?)(\d{1,4})\s*\}?", re.S)
ROOM_LABEL = re.compile(r"([oc])(\d{1,4})(?:,.*)?", re.I | re.S)
_CALL = re.compile(r"([1-7](?:NT?|[CDHS])|p(?:ass)?|d(?:bl)?|rd?|xx?)(!?)", re.I)
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])", re.I)
_TIDY: Final = {
    "p": "PASS",
    "pass": "PASS",
    "d": "X",
    "dbl": "X",
    "x": "X",
    "r": "XX",
    "rd": "XX",
    "xx": "XX",
}


@dataclass(slots=True)
class LinBoard:
    """A board read: its deal, and what was wrong or not clear."""

    deal: Deal
    problems: list[Problem]


@dataclass(slots=True)
class _Draft:
    game: int
    told: set[str]
    problems: list[Problem] = field(default_factory=list)
    number: Entry[str] | None = None
    dealer: Seat | None = None
    dealer_span: Span | None = None
    vulnerable: Entry[str] | None = None
    hands: tuple[Hand, ...] | None = None
    calls: list[Call] | None = None
    texts: list[str | None] = field(default_factory=list)
    plays: list[Play] | None = None
    claimed: tuple[int, Span] | None = None
    room: str | None = None
    place: int | None = None
    tags: list[Tag] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    def say(self, severity: Literal["error", "warning", "note"], message: str, pair: Pair) -> None:
        self.problems.append(Problem(severity, message, pair.line, pair.column, self.game))


def read_board(
    pairs: Sequence[Pair], line: int, text: str, head: Head, game: int, told: set[str]
) -> LinBoard:
    """The deal of a board's commands. `told` are the unknown commands that were named already."""
    draft = _Draft(game, told)
    for pair in pairs:
        _take(draft, pair)
    _from_head(draft, head)
    result = _result(draft, head)
    read = (draft.hands, draft.calls, draft.plays, draft.number, result)
    deal = Deal(
        number=draft.number,
        dealer=None if draft.dealer is None else clear(draft.dealer, draft.dealer_span),
        tags=tuple(draft.tags),
        hands=draft.hands,
        auction=None if draft.calls is None else tuple(draft.calls),
        play=None if draft.plays is None else _tricks(draft.plays),
        result=result,
        comments=tuple(draft.comments),
        span=Span(line, 1, line + text.count("\n") + 1, 1),
        unread=not any(read),
        vulnerable=draft.vulnerable,
    )
    return LinBoard(deal, draft.problems)


def _span(pair: Pair, start: int = 0, width: int | None = None) -> Span:
    """A part of a value, from `start`; values with line ends in them have their first line's."""
    line, column = position_of(pair.value, start, pair.line, pair.column)
    return Span(line, column, line, column + (len(pair.value) - start if width is None else width))


def _take(draft: _Draft, pair: Pair) -> None:
    name, value = pair.name, pair.value.strip()
    if not name:
        draft.say("error", f"“{value[:40]}” is not a command", pair)
    elif name == "md":
        _hands(draft, pair)
    elif name == "mb":
        _calls(draft, pair)
    elif name == "an":
        _explanation(draft, pair)
    elif name == "pc":
        _card(draft, pair)
    elif name == "mc":
        _claim(draft, pair)
    elif name == "sv":
        _vulnerable(draft, pair)
    elif name in ("ah", "qx"):
        _number(draft, pair)
    elif name == "pn" and draft.calls is None and draft.plays is None:
        draft.tags += [
            Tag(seat, player.strip(), pair_span)
            for seat, player, pair_span in zip(
                PLAYERS_ORDER, value.split(","), (_span(pair),) * 4, strict=False
            )
            if player.strip()
        ]
    elif name == "nt":
        if value:
            draft.comments.append(Comment(value, span=_span(pair)))
    elif name not in LAYOUT:
        # Players named after the calls and cards of a board did not sit at it.
        draft.tags.append(Tag(name, value, _span(pair)))
        if name not in draft.told and name not in QUIET:
            draft.told.add(name)
            draft.say("note", f"“{name}” is an unknown command; its value is kept", pair)


def _number(draft: _Draft, pair: Pair) -> None:
    """The board's number, from the heading over it or the label of a broadcast."""
    if pair.name == "qx":
        room = ROOM_LABEL.fullmatch(pair.value.strip())
        if room is None:
            return
        draft.room, draft.place = room[1].lower(), int(room[2])
        draft.tags.append(Tag("Room", ROOMS[draft.room], _span(pair)))
        if draft.number is None:
            draft.number = clear(room[2], _span(pair))
        return
    found = BOARD_HEADING.fullmatch(pair.value.strip())
    if found is not None:
        draft.number = clear(found[1], _span(pair))
    elif pair.value.strip():
        draft.tags.append(Tag("ah", pair.value.strip(), _span(pair)))


def _vulnerable(draft: _Draft, pair: Pair) -> None:
    side = SIDES.get(pair.value.strip().casefold())
    if side is not None:
        draft.vulnerable = clear(side, _span(pair))
    elif pair.value.strip():
        draft.say("error", f"sv: “{pair.value.strip()[:10]}” is not a vulnerability", pair)


def _hands(draft: _Draft, pair: Pair) -> None:
    """Dealer and hands: South, West, North, East, the last left out where the pack gives it."""
    if draft.hands is not None:
        draft.say("warning", "a second deal in one board: left out", pair)
        return
    value = pair.value
    digit = value.lstrip()[:1]
    start = value.find(digit) if digit else 0
    draft.dealer = DEALERS.get(digit)
    if draft.dealer is not None:
        draft.dealer_span = _span(pair, start, 1)
    elif digit and digit != "0":
        draft.say("error", f"md: “{digit}” is not a dealer: 1 South, 2 West, 3 North, 4 East", pair)
    at = start + (digit.isdecimal() if digit else 0)
    hands: dict[Seat, Hand] = {}
    for seat, text in zip(ORDER, value[at:].split(","), strict=False):
        hand = _hand(draft, seat, text, at, pair)
        if hand is not None:
            hands[seat] = hand
        at += len(text) + 1
    cards = {entry.value for hand in hands.values() for entry in hand.cards}
    whole = all(len(hand.cards) == 13 for hand in hands.values())
    if "E" not in hands and len(hands) == 3 and len(cards) == 39 and whole:
        rest = tuple(clear(card) for card in CARDS.values() if card not in cards)
        hands["E"] = Hand("E", rest)
    draft.hands = tuple(hands.values()) or None


def _hand(draft: _Draft, seat: Seat, text: str, at: int, pair: Pair) -> Hand | None:
    """The cards of a hand. One that is not given, or cannot be read, is None."""
    bare = text.strip()
    if not bare:
        return None
    if _LOOSE_HAND.fullmatch(bare) is None:
        span = _span(pair, at)
        message = f"md: the hand of {seat} “{bare[:20]}” cannot be read"
        draft.problems.append(Problem("error", message, span.line, span.column, draft.game))
        return None
    shift = at + text.find(bare)
    cards: list[Entry[Card]] = []
    for suit in _SUIT.finditer(bare):
        for rank in re.finditer(r"10|[2-9TJQKA]", suit[2], re.I):
            name = "10" if rank.group().upper() == "T" else rank.group().upper()
            where = _span(pair, shift + suit.start(2) + rank.start(), len(rank.group()))
            cards.append(clear(CARDS[name + suit[1].upper()], where))
    return Hand(seat, tuple(cards))


def _calls(draft: _Draft, pair: Pair) -> None:
    """The calls of a command: one, or several written together (``1Sp2Sp``)."""
    draft.calls = draft.calls if draft.calls is not None else []
    value = pair.value
    at = len(value) - len(value.lstrip())
    end = len(value.rstrip())
    while at < end:
        found = _CALL.match(value, at, end)
        if found is None:
            word = value[at:end]
            span = _span(pair, at)
            if set(word) <= {"-", "?", "!", " "}:
                draft.calls.append(Call(Entry(Standing.ABSENT, (), span)))
                draft.texts.append(None)
                return
            message = f"mb: “{word[:20]}” is not a call"
            draft.problems.append(Problem("error", message, span.line, span.column, draft.game))
            unclear = Said((Term(TermKind.WORD, word),), unclear=True)
            draft.calls.append(Call(Entry(Standing.CLEAR, (Reading(unclear),), span)))
            draft.texts.append(None)
            return
        word = found[1].upper()
        text = _TIDY.get(found[1].lower()) or (word + "T" if word[-1] == "N" else word)
        span = _span(pair, at, len(found[1]))
        draft.calls.append(Call(Entry(Standing.CLEAR, values.CALLS_SAID[text], span)))
        draft.texts.append(text)
        at = found.end()


def _explanation(draft: _Draft, pair: Pair) -> None:
    """What a call was explained to mean."""
    text = pair.value.strip()
    if text:
        number = len(draft.calls or ())
        draft.comments.append(
            Comment(text, at=f"call {number}" if number else None, span=_span(pair))
        )


def _card(draft: _Draft, pair: Pair) -> None:
    draft.plays = draft.plays if draft.plays is not None else []
    value = pair.value.strip()
    if not value or set(value) <= {"-", "?"}:
        draft.plays.append(Play(Entry(Standing.ABSENT, (), _span(pair))))
        return
    found = _CARD.fullmatch(value)
    if found is None:
        draft.say("error", f"pc: “{value[:20]}” is not a card", pair)
        draft.plays.append(Play(Entry(Standing.ILLEGIBLE, (), _span(pair))))
        return
    rank = "10" if found[2].upper() == "T" else found[2].upper()
    draft.plays.append(Play(clear(CARDS[rank + found[1].upper()], _span(pair, 0, len(value)))))


def _claim(draft: _Draft, pair: Pair) -> None:
    value = pair.value.strip()
    if value.isdecimal() and len(value) <= 2 and int(value) <= 13:
        draft.claimed = int(value), _span(pair)
    elif value:
        draft.say("error", f"mc: “{value[:20]}” is not a number of tricks", pair)


def _tricks(plays: list[Play]) -> tuple[Trick, ...]:
    """The cards in the order played, four a trick: whose each is, its turn says."""
    return tuple(
        Trick(index // 4 + 1, tuple(plays[index : index + 4])) for index in range(0, len(plays), 4)
    )


def _from_head(draft: _Draft, head: Head) -> None:
    """What the head of a broadcast says of every board."""
    named = {tag.name for tag in draft.tags}
    if head.event and "Event" not in named:
        draft.tags.append(Tag("Event", head.event))
    if head.segment and "Stage" not in named:
        draft.tags.append(Tag("Stage", head.segment))
    half = 4 if draft.room == "c" and len(head.players) > 4 else 0
    for seat, player in zip(PLAYERS_ORDER, head.players[half : half + 4], strict=False):
        if player and seat not in named:
            draft.tags.append(Tag(seat, player))


def _result(draft: _Draft, head: Head) -> Result | None:
    """The result of the head's list, else the claim, where the auction says whose it was."""
    placed = draft.room is not None and draft.place is not None
    listed = listed_result(head, draft.room or "", draft.place or 0) if placed else None
    contract: ContractEntry | None = None
    points: dict[Team, Entry[int]] = {}
    if listed is not None:
        contract = _contract(listed)
        if listed.declarer is not None and listed.tricks is not None:
            points = {team_of(listed.declarer): clear(listed.tricks)}
    if draft.claimed is not None:
        tricks, span = draft.claimed
        declarer = _declarer(draft)
        if declarer is None or (points and points != {team_of(declarer): clear(tricks)}):
            draft.tags.append(Tag("mc", str(tricks), span))
        elif not points:
            points = {team_of(declarer): clear(tricks, span)}
    if contract is None and not points:
        return None
    return Result(contract, points=points)


def listed_result(head: Head, room: str, place: int) -> TableResult | None:
    """The result of a board in the head's list: of a room (``o``, ``c``), by the board's number."""
    if not head.results:
        return None
    first = head.first_board
    if first is None and head.boards:
        first = figure(head.boards[0])
    return None if first is None else head.results.get((room, place - first))


def _contract(listed: TableResult) -> ContractEntry:
    if listed.level == 0:
        return ContractEntry(Entry(Standing.CLEAR, values.PASS_SAID))
    said = values.BIDS_SAID[f"{listed.level}{listed.denomination}"]
    by = None if listed.declarer is None else clear(listed.declarer)
    return ContractEntry(
        Entry(Standing.CLEAR, said), by, clear(listed.doubling) if listed.doubling else None
    )


def _declarer(draft: _Draft) -> Seat | None:
    """Whose tricks a claim counts: who first named the denomination of the last bid, for its side."""
    if draft.dealer is None or None in draft.texts or not draft.texts:
        return None
    seat: Seat = draft.dealer
    first: dict[tuple[Team, str], Seat] = {}
    last: tuple[Team, str] | None = None
    for text in draft.texts:
        if text is not None and text in values.BIDS_SAID:
            last = team_of(seat), text[1:]
            first.setdefault(last, seat)
        seat = next_seat(seat, 4)
    return None if last is None else first[last]
