"""One board of LIN: its commands, what they say, and the deal of it.

A board is commands of two letters, each with a value, between bars: one pattern finds them, so there is no
grammar. Each command is looked up first, and taken apart only where no table has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.pbn.plain import (
    CALL_NUMBERS,
    CARD_NUMBERS,
    SEAT_NUMBERS,
    SIDES,
    WHOLE_PACK,
    hand_bits,
)
from fairdeal.grammar.pbn.values import BIDS_SAID, CALLS_SAID, WrittenContract
from fairdeal.records import (
    CARDS,
    DOUBLED,
    Call,
    Card,
    Comment,
    Deal,
    Entry,
    Hand,
    PlainDeal,
    Play,
    Problem,
    Result,
    Said,
    Seat,
    Severity,
    Span,
    Standing,
    Tag,
    Team,
    Term,
    TermKind,
    Trick,
    clear,
    figure,
    next_seat,
    position_of,
    team_of,
)

_LAYOUT: Final = frozenset({
    "3b", "4b", "7b", "at", "b0", "b1", "bg", "bm", "bt", "c0", "ck", "cp", "cq", "cr", "cs",
    "d0", "e0", "e1", "eb", "ef", "em", "fb", "fh", "fi", "fp", "gc", "h0", "h1", "h2", "h3",
    "h4", "hb", "hc", "hf", "hs", "ht", "ia", "ih", "in", "ip", "is", "jp", "lb", "lc", "lf",
    "lg", "ls", "mn", "n0", "nb", "np", "ob", "ov", "p0", "pg", "pl", "pt", "rc", "rh", "rl",
    "rq", "s0", "sa", "se", "sk", "st", "t0", "t1", "tb", "tc", "th", "ts", "tu", "u0", "up",
    "ut", "va", "wt",
})  # fmt: skip
"""Commands that say how something looks on the screen."""
_QUIET: Final = frozenset({"vg", "rs", "pn", "pw", "mp", "bn"})
"""Commands that are kept as tags, and are known."""
_DEALERS: Final = {"1": "S", "2": "W", "3": "N", "4": "E"}
_ORDER: Final = ("S", "W", "N", "E")
_PLAYERS: Final = ("South", "West", "North", "East")
"""The order of the names of one table."""
_ROOMS: Final = {"o": "Open", "c": "Closed"}
_SIDES: Final = {
    **dict.fromkeys(("o", "0", "-"), "None"),
    **dict.fromkeys(("n", "s", "ns"), "NS"),
    **dict.fromkeys(("e", "w", "ew"), "EW"),
    "b": "All",
}
_LOOSE_HAND = re.compile(r"(?:([SHDC])((?:10|[2-9TJQKA])*))+", re.I)
_SUIT = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)", re.I)
_RANK = re.compile(r"10|[2-9TJQKA]", re.I)
_HAND = re.compile(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)")
_HEADING = re.compile(r"(?:.*?)(\d{1,4})\s*\}?", re.S)
_ROOM_LABEL = re.compile(r"([oc])(\d{1,4})(?:,.*)?", re.I | re.S)
_CALL = re.compile(r"([1-7](?:NT?|[CDHS])|p(?:ass)?|d(?:bl)?|rd?|xx?)(!?)", re.I)
_CALLS: Final = {
    **dict.fromkeys(("p", "pass"), "PASS"),
    **dict.fromkeys(("d", "dbl", "x"), "X"),
    **dict.fromkeys(("r", "rd", "xx"), "XX"),
    **{bid.lower(): bid for bid in BIDS_SAID},
    **{bid.lower().removesuffix("t"): bid for bid in BIDS_SAID},
}
"""Calls by how they are written, in small letters."""
_CARDS: Final = {
    suit + ("T" if card.rank == "10" else card.rank): card
    for card in CARDS.values()
    for suit in (card.suit, card.suit.lower())
}
_RESULT = re.compile(r"([1-7])(NT?|[CDHS])(X{0,2})([NESW])(=|[+-]\d{1,2})", re.I)
_PASSED = re.compile(r"P(?:ASS)?", re.I)


# The commands of a board.

_PAIR = re.compile(r"([A-Za-z0-9][A-Za-z])\|([^|]*)(\|?)|[^|\s][^|]*\|?|\|[|\s]*")
"""A command with its value, else what is not a command, up to the next: bars in a row are one piece of it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A command and its value. `name` is empty for what is not a command: `value` is then all of it.

    `line` and `column` are those of the value's first character.
    """

    name: str
    value: str
    line: int
    column: int

    def span(self, start: int = 0, width: int | None = None) -> Span:
        """A part of the value, from `start`; values with line ends in them have their first line's."""
        line, column = position_of(self.value, start, self.line, self.column)
        end = column + (len(self.value) - start if width is None else width)
        return Span(line, column, line, end)


def parse(text: str, line: int) -> list[Pair]:
    """The commands of a board in order. Every text has them; what fits nowhere has no name."""
    pairs: list[Pair] = []
    begins = looked = 0
    for found in _PAIR.finditer(text.replace("\x03", " ")):
        name, value, bar = found.groups()
        at = found.start(2) if name else found.start()
        if breaks := text.count("\n", looked, at):
            line += breaks
            begins = text.rindex("\n", looked, at) + 1
        looked = at
        # A command without a value stands where its second bar ends.
        column = at - begins + (2 if bar and not value else 1)
        pairs.append(Pair((name or "").lower(), value if name else found[0], line, column))
    return pairs


# The head of a broadcast: the match, its players, and all results.


@dataclass(frozen=True, slots=True)
class _TableResult:
    """A result of the head's list: ``4HXN+1``."""

    contract: WrittenContract
    declarer: Seat | None = None
    tricks: int | None = None
    """Tricks that the declarer's side won."""


@dataclass(slots=True)
class Head:
    """The head of a file; all of it empty where a file has none."""

    event: str = ""
    segment: str = ""
    first_board: int | None = None
    players: tuple[str, ...] = ()
    """South, West, North, East of the open room, then of the closed one."""
    results: dict[tuple[str, int], _TableResult] = field(default_factory=dict)
    """By room (``o``, ``c``) and the board's place in the list, from 0."""
    boards: tuple[str, ...] = ()

    def result(self, room: str, place: int) -> _TableResult | None:
        """The result of a board in the list: of a room (``o``, ``c``), by the board's number."""
        first = self.first_board
        if first is None and self.boards:
            first = figure(self.boards[0])
        return None if first is None else self.results.get((room, place - first))


def read_head(pairs: Iterable[Pair], problems: list[Problem], game: int) -> Head:
    """The head that these commands make."""
    head = Head()

    def report(severity: Severity, message: str, pair: Pair) -> None:
        problems.append(Problem(severity, message, pair.line, pair.column, game))

    for pair in pairs:
        parts = [part.strip() for part in pair.value.replace("\n", " ").split(",")]
        if pair.name == "vg":
            parts += [""] * 4
            head.event, head.segment = parts[0], parts[1]
            head.first_board = int(parts[3]) if parts[3].isdecimal() and len(parts[3]) < 5 else None
        elif pair.name == "pn":
            head.players = tuple(parts)
        elif pair.name == "bn":
            head.boards = tuple(parts)
        elif pair.name == "rs":
            for index, text in enumerate(parts):
                result = _table_result(text)
                if result is not None:
                    head.results["oc"[index % 2], index // 2] = result
                elif text:
                    report("warning", f"“{text[:20]}” in the list of results cannot be read", pair)
        elif not pair.name:
            report("error", f"“{pair.value.strip()[:40]}” is not a command", pair)
    return head


def _table_result(text: str) -> _TableResult | None:
    """A result as the list has it, None for what is not one."""
    if _PASSED.fullmatch(text):
        return _TableResult(WrittenContract(0, ""))
    found = _RESULT.fullmatch(text)
    if found is None:
        return None
    level = int(found[1])
    made = 6 + level + (0 if found[5] == "=" else int(found[5]))
    denomination = "NT" if found[2].upper().startswith("N") else found[2].upper()
    tricks = made if 0 <= made <= 13 else None
    contract = WrittenContract(level, denomination, found[3].upper())
    return _TableResult(contract, found[4].upper(), tricks)


# One board.


@dataclass(slots=True)
class Board:
    """What a board's commands say, and what was wrong or not clear in them.

    `reported` are the unknown commands of the file that were named already.
    """

    game: int
    reported: set[str]
    problems: list[Problem] = field(default_factory=list)
    odd: bool = False
    """Whether some entry is written in a way that no table has."""
    number: tuple[str, Pair] | None = None
    dealer: Seat | None = None
    dealer_at: int = 0
    vulnerable: tuple[str, Pair] | None = None
    hands: dict[Seat, tuple[str, int, int | None]] | None = None
    """The cards of each seat as written, where they begin in the value of `dealt`, and as bits where every
    suit is written once and in its turn."""
    dealt: Pair | None = None
    calls: list[tuple[str | None, Pair, int, int]] | None = None
    """Text, None for what is not a call; command, start and width."""
    plays: list[tuple[Card | None, Pair]] | None = None
    claimed: tuple[int, Pair] | None = None
    room: str | None = None
    listed: _TableResult | None = None
    tags: list[tuple[str, str, Pair]] = field(default_factory=list)
    comments: list[tuple[str, str | None, Pair]] = field(default_factory=list)

    def report(self, severity: Severity, message: str, pair: Pair, start: int = 0) -> None:
        line, column = position_of(pair.value, start, pair.line, pair.column)
        self.problems.append(Problem(severity, message, line, column, self.game))

    def take(self, pair: Pair, head: Head) -> None:
        name, value = pair.name, pair.value.strip()
        if name == "pc":
            self._card(pair, value)
        elif name == "mb":
            self._calls(pair, value)
        elif name in _LAYOUT:
            return
        elif name == "md":
            self._deal(pair)
        elif name == "an" and value:
            number = len(self.calls or ())
            at = f"call {number}" if number else None
            self.comments.append((value, at, pair))
        elif name == "nt" and value:
            self.comments.append((value, None, pair))
        elif name == "mc":
            self._claim(pair, value)
        elif name == "sv" and value:
            side = _SIDES.get(value.casefold())
            if side is not None:
                self.vulnerable = side, pair
            else:
                self.report("error", f"sv: “{value[:10]}” is not a vulnerability", pair)
        elif name == "ah":
            found = _HEADING.fullmatch(value)
            if found is not None:
                self.number = found[1], pair
            elif value:
                self.tags.append(("ah", value, pair))
        elif name == "qx":
            self._label(pair, value, head)
        elif name == "pn" and self.calls is None and self.plays is None:
            for seat, player in zip(_PLAYERS, value.split(","), strict=False):
                if player.strip():
                    self.tags.append((seat, player.strip(), pair))
        elif not name:
            self.report("error", f"“{value[:40]}” is not a command", pair)
        elif name not in ("an", "nt", "sv"):
            # Players named after the calls and cards of a board did not sit at it.
            self.tags.append((name, value, pair))
            if name not in self.reported and name not in _QUIET:
                self.reported.add(name)
                self.report("note", f"“{name}” is an unknown command; its value is kept", pair)

    def _label(self, pair: Pair, value: str, head: Head) -> None:
        """The room and the board of a broadcast, with the result that its head has of it."""
        found = _ROOM_LABEL.fullmatch(value)
        if found is not None:
            self.room = found[1].lower()
            self.listed = head.result(self.room, int(found[2]))
            self.tags.append(("Room", _ROOMS[self.room], pair))
            if self.number is None:
                self.number = found[2], pair

    def _deal(self, pair: Pair) -> None:
        """Dealer and hands: South, West, North, East, the last left out where the pack gives it."""
        if self.hands is not None:
            self.report("warning", "a second deal in one board: left out", pair)
            return
        value = pair.value
        digit = value.lstrip()[:1]
        start = value.find(digit) if digit else 0
        self.dealer = _DEALERS.get(digit)
        self.dealer_at = start
        if self.dealer is None and digit not in ("", "0"):
            message = f"md: “{digit}” is not a dealer: 1 South, 2 West, 3 North, 4 East"
            self.report("error", message, pair)
        at = start + (digit.isdecimal() if digit else 0)
        hands: dict[Seat, tuple[str, int, int | None]] = {}
        for seat, text in zip(_ORDER, value[at:].split(","), strict=False):
            bare = text.strip()
            bits = _bits(bare)
            if bits is not None or _LOOSE_HAND.fullmatch(bare) is not None:
                hands[seat] = bare, at + text.find(bare), bits
            elif bare:
                message = f"md: the hand of {seat} “{bare[:20]}” cannot be read"
                self.report("error", message, pair, at)
            at += len(text) + 1
        self.dealt = pair
        self.hands = hands or None

    def _calls(self, pair: Pair, value: str) -> None:
        """The calls of a command: one, or several written together (``1Sp2Sp``)."""
        calls = self.calls = self.calls if self.calls is not None else []
        at = pair.value.find(value)
        end = at + len(value)
        word = value.removesuffix("!")
        text = _CALLS.get(word.lower())
        if text is not None:
            calls.append((text, pair, at, len(word)))
            return
        self.odd = True
        while at < end:
            found = _CALL.match(pair.value, at, end)
            if found is None:
                word = pair.value[at:end]
                if not set(word) <= set("-?! "):
                    self.report("error", f"mb: “{word[:20]}” is not a call", pair, at)
                calls.append((None, pair, at, len(pair.value) - at))
                return
            calls.append((_CALLS[found[1].upper().lower()], pair, at, len(found[1])))
            at = found.end()

    def _card(self, pair: Pair, value: str) -> None:
        plays = self.plays = self.plays if self.plays is not None else []
        card = _CARDS.get(value) or _CARDS.get(value.upper().replace("10", "T"))
        if card is None and not set(value) <= {"-", "?"}:
            self.report("error", f"pc: “{value[:20]}” is not a card", pair)
        self.odd |= card is None or len(value) != 2
        plays.append((card, pair))

    def _claim(self, pair: Pair, value: str) -> None:
        if value.isdecimal() and len(value) <= 2 and int(value) <= 13:
            self.claimed = int(value), pair
        elif value:
            self.report("error", f"mc: “{value[:20]}” is not a number of tricks", pair)

    def declarer(self) -> Seat | None:
        """Whose tricks a claim counts: who first named the denomination of the last bid, for its side."""
        if self.dealer is None or not self.calls:
            return None
        seat: Seat = self.dealer
        first: dict[tuple[Team, str], Seat] = {}
        last: tuple[Team, str] | None = None
        for text, *_ in self.calls:
            if text is None:
                return None
            if text in BIDS_SAID:
                last = team_of(seat), text[1:]
                first.setdefault(last, seat)
            seat = next_seat(seat, 4)
        return None if last is None else first[last]

    # The board in whole numbers, and as a deal.

    def plain(self) -> PlainDeal | None:
        """The deal in numbers; None where not every entry is plain."""
        masks = self._masks()
        if self.problems or self.odd or masks is None or not self.dealer or not self.vulnerable:
            return None
        declarer = tricks = contract = None
        doubled, listed = 1, self.listed
        if listed is not None:
            declarer, tricks, written = listed.declarer, listed.tricks, listed.contract
            contract = CALL_NUMBERS.get(f"{written.level}{written.denomination}", -1)
            doubled = DOUBLED[written.doubling]
        if self.claimed is not None:
            own = self.declarer()
            if own is None or (
                tricks is not None
                and declarer is not None
                and (team_of(own), self.claimed[0]) != (team_of(declarer), tricks)
            ):
                return None
            tricks = self.claimed[0]
        return PlainDeal(
            None if self.number is None else self.number[0],
            SEAT_NUMBERS[self.dealer],
            SIDES[self.vulnerable[0]],
            masks,
            tuple([CALL_NUMBERS[text or ""] for text, *_ in self.calls or ()]) or None,
            None if declarer is None else SEAT_NUMBERS[declarer],
            contract,
            doubled,
            tricks,
            None,
            None,
            tuple([CARD_NUMBERS[card] for card, _ in self.plays or () if card is not None]) or None,
        )

    def _masks(self) -> tuple[int, int, int, int] | None:
        """The four hands as bits, East's as what the others leave of the pack where it is left out."""
        bits = {seat: bits for seat, (_, _, bits) in (self.hands or {}).items()}
        north, south, west = bits.get("N"), bits.get("S"), bits.get("W")
        if north is None or south is None or west is None:
            return None
        east = WHOLE_PACK & ~(north | south | west)
        masks = north, east, south, west
        whole = all(mask.bit_count() == 13 for mask in masks)
        return masks if whole and bits.get("E", east) == east else None

    def deal(self, line: int, text: str, head: Head) -> Deal:
        """The deal of a board whose text begins at a line."""
        tags = [Tag(name, value, pair.span()) for name, value, pair in self.tags]
        tags += self._head_tags(head)
        result = self._result(tags)
        hands = None if self.hands is None else tuple(self._hands(self.hands))
        plays = None if self.plays is None else [_play(card, pair) for card, pair in self.plays]
        return Deal(
            number=_entry(self.number),
            dealer=None
            if self.dealer is None or self.dealt is None
            else clear(self.dealer, self.dealt.span(self.dealer_at, 1)),
            tags=tuple(tags),
            hands=hands,
            auction=None if self.calls is None else tuple(_call(*call) for call in self.calls),
            # The cards in the order played, four a trick: whose each is, its turn says.
            play=None
            if plays is None
            else tuple(
                Trick(start // 4 + 1, tuple(plays[start : start + 4]))
                for start in range(0, len(plays), 4)
            ),
            result=result,
            comments=tuple(
                Comment(text, at=at, span=pair.span()) for text, at, pair in self.comments
            ),
            span=Span(line, 1, line + text.count("\n") + 1, 1),
            unread=not any((hands, self.calls, plays, self.number, result)),
            vulnerable=_entry(self.vulnerable),
        )

    def _hands(self, written: dict[Seat, tuple[str, int, int | None]]) -> Iterator[Hand]:
        assert self.dealt is not None
        hands = []
        for seat, (text, at, _) in written.items():
            cards: list[Entry[Card]] = []
            for suit in _SUIT.finditer(text):
                for rank in _RANK.finditer(suit[2]):
                    name = "10" if rank[0].upper() == "T" else rank[0].upper()
                    span = self.dealt.span(at + suit.start(2) + rank.start(), len(rank[0]))
                    cards.append(clear(CARDS[name + suit[1].upper()], span))
            hands.append(Hand(seat, tuple(cards)))
        yield from hands
        cards_held = {entry.value for hand in hands for entry in hand.cards}
        whole = [len(hand.cards) for hand in hands] == [13] * 3 and len(cards_held) == 39
        if "E" not in written and whole:
            left = (card for card in CARDS.values() if card not in cards_held)
            yield Hand("E", tuple(clear(card) for card in left))

    def _head_tags(self, head: Head) -> Iterator[Tag]:
        """What the head of a broadcast says of every board."""
        named = {name for name, *_ in self.tags}
        half = 4 if self.room == "c" and len(head.players) > 4 else 0
        players = zip(_PLAYERS, head.players[half : half + 4], strict=False)
        for name, value in (("Event", head.event), ("Stage", head.segment), *players):
            if value and name not in named:
                yield Tag(name, value)

    def _result(self, tags: list[Tag]) -> Result | None:
        """The result of the head's list, else the claim, where the auction says whose it was.

        A claim that is not used is put with the `tags`.
        """
        contract = None
        points: dict[Team, Entry[int]] = {}
        if self.listed is not None:
            by, tricks = self.listed.declarer, self.listed.tricks
            contract = self.listed.contract.entry(None if by is None else clear(by))
            points = {} if by is None or tricks is None else {team_of(by): clear(tricks)}
        if self.claimed is not None:
            tricks, pair = self.claimed
            declarer = self.declarer()
            own = {} if declarer is None else {team_of(declarer): clear(tricks, pair.span())}
            if not own or (points and points != own):
                tags.append(Tag("mc", str(tricks), pair.span()))
            points = points or own
        return None if contract is None and not points else Result(contract, points=points)


def _entry(written: tuple[str, Pair] | None) -> Entry[str] | None:
    return None if written is None else clear(written[0], written[1].span())


def _bits(hand: str) -> int | None:
    """The cards of ``SAK2HQ5D…C…`` as bits; None where it is written in another way."""
    suits = _HAND.fullmatch(hand)
    try:
        return None if suits is None else hand_bits(*suits.groups())
    except KeyError:
        return None


def _call(text: str | None, pair: Pair, start: int, width: int) -> Call:
    span = pair.span(start, width)
    if text is not None:
        return Call(Entry(Standing.CLEAR, CALLS_SAID[text], span))
    word = pair.value[start:].rstrip()
    if set(word) <= set("-?! "):
        return Call(Entry(Standing.ABSENT, (), span))
    return Call(clear(Said((Term(TermKind.WORD, word),), unclear=True), span))


def _play(card: Card | None, pair: Pair) -> Play:
    value = pair.value.strip()
    if card is not None:
        return Play(clear(card, pair.span(0, len(value))))
    unwritten = set(value) <= {"-", "?"}
    return Play(Entry(Standing.ABSENT if unwritten else Standing.ILLEGIBLE, (), pair.span()))
