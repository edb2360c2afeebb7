"""Random records with every construct of the notation, for round trips and for breaking.

Nothing in them makes sense as a game: the notation holds whatever a paper may say. They are in the
normal form that reading gives, as `Records.record` explains.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from fairdeal.grammar.calls import parse_call, said_text
from fairdeal.grammar.notation.scoresheet import with_its_doubling
from fairdeal.records import (
    CARDS,
    COLUMNS,
    COMPASS,
    NUMBER_COLUMNS,
    NUMBERED,
    Call,
    Card,
    Cell,
    Comment,
    ContractEntry,
    Deal,
    Entry,
    Event,
    EventKind,
    Hand,
    MatchPoints,
    Place,
    Play,
    Reading,
    Record,
    Result,
    Said,
    Seat,
    Sheet,
    SheetRow,
    Standing,
    Tag,
    Team,
    Trick,
)

T = TypeVar("T")

_CALLS = (
    "28 S", "S 28", "30 NT", "29 NS", "28 Pass", "+D", "H +", "+2 D", "C + 1", "+1 NS", "Pass", "X",
    "XX", "AP", "NT 30", "Pass 28", "1 + D", "40 + H", "+NT", "+1 Pass", "+NS", "minus 1 S",
    "adhikam onnu", "30", "Spades", "Diamonds", "+", "D", "28 H Pass", "28 S Pass Pass", "28 ??",
    "- S", "29 S D", "more", "56 H X", "27 C", "28 Diamonds", "1 C", "7 NT", "മൂന്ന് 30",
)  # fmt: skip
_TEXTS = (
    "a", "Onam Cup", "Team \"North\"", "a | bar", "a; b", "ഓണം കപ്പ്", "back\\slash", "two\nlines",
    "tab\there", "{brace}", "really?", "-", "??", "0.5", "x 0.7", "match points", "Hands:", "! note",
    "[Deal \"3\"]", "  spaced  ", "é ü", "3", "39", "@ trick 2", "trick 2:", "sheet", "Sheet A:",
    "result", "e\u0301", "♠ 9", "#", "/", "a,b", "..", "1:", "'", '"', "\\", "\\n", "{", "}", "|", ";",
)  # fmt: skip
_NAMES = ("Biju", "Anil K", "മീര", "O'Neill", "a=b", 'x"y', "p@q", "r,s", "-", "3")
_COMMENTS = ("", "a comment", '[Deal "9"]', "; again", "28 S, P", "നന്ദി", "! objection A", "?")


class Records:
    """Makes parts of records from a source of chance."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def many(self, make: Callable[[], T], most: int, least: int = 0) -> tuple[T, ...]:
        return tuple(make() for _ in range(self.random.randint(least, most)))

    def maybe(self, make: Callable[[], T], share: float = 0.5) -> T | None:
        return make() if self.chance(share) else None

    def text(self) -> str:
        words = [self.random.choice(_TEXTS) for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        return self.random.choice((" ", "", " ")).join(words)

    def probability(self) -> float:
        return self.random.choice(
            (0.7, 0.25, 1.0, 0.001, 1e-07, round(self.random.random(), 3), self.random.random())
        )

    def entry(self, value: Callable[[], T], *, doubt: float = 0.2) -> Entry[T]:
        """An entry, mostly clear: a share `doubt` of them not."""
        if not self.chance(doubt):
            return Entry(Standing.CLEAR, (Reading(value()),))
        standing = self.random.choice(
            (Standing.DOUBTED, Standing.RIVALS, Standing.ABSENT, Standing.ILLEGIBLE)
        )
        if standing is Standing.DOUBTED:
            return Entry(standing, (Reading(value(), self.maybe(self.probability, 0.3)),))
        if standing is Standing.RIVALS:
            told = self.chance(0.5)
            readings = self.many(
                lambda: Reading(value(), self.maybe(self.probability, 0.9 if told else 0.0)), 4, 2
            )
            if all(reading.probability is not None for reading in readings):
                readings = tuple(sorted(readings, key=lambda r: -(r.probability or 0.0)))
            return Entry(standing, readings)
        return Entry(standing)

    def seat(self) -> Seat:
        return self.random.choice(NUMBERED if self.chance(0.9) else COMPASS)

    def team(self) -> Team:
        return self.random.choice(("A", "B") if self.chance(0.9) else ("NS", "EW"))

    def card(self) -> Card:
        return self.random.choice(list(CARDS.values()))

    def said(self) -> Said:
        """Words of a call, as reading gives them: their canonical text is read as the same."""
        text = self.random.choice(_CALLS)
        if self.chance(0.2):
            text = f"{text} {self.random.choice(_CALLS)}"
        return parse_call(said_text(parse_call(text)))

    def doubted_said(self) -> Said:
        said = self.said()
        words = said.text.split()
        if said.unclear or "??" in words or "-" in words or "Diamonds" in said_text(said):
            return parse_call("28? S")
        words[-1] += "?"
        return parse_call(" ".join(words))

    def said_entry(self) -> Entry[Said]:
        if self.chance(0.1):
            return Entry(Standing.DOUBTED, (Reading(self.doubted_said()),))
        return self.entry(self.said)

    def call(self) -> Call:
        return Call(self.said_entry(), self.maybe(lambda: self.entry(self.seat), 0.3), self.mark())

    def play(self) -> Play:
        return Play(
            self.entry(self.card), self.maybe(lambda: self.entry(self.seat), 0.2), self.mark()
        )

    def mark(self) -> str | None:
        """The mark of an irregularity, as bridge records have it."""
        return self.random.choice(("I", "S", "L", "R", "SI")) if self.chance(0.03) else None

    def sides(self) -> str:
        return self.random.choice(("None", "NS", "EW", "All"))

    def place(self) -> Place:
        return Place.parse(
            self.random.choice(
                ("trick 2 / seat 4", "deal 3 / call 4", "row 5 / total A", "heading")
            )
        )

    def event(self) -> Event:
        kind = self.random.choice(list(EventKind))
        at = self.maybe(self.place, 0.2)
        seat = self.maybe(lambda: self.entry(self.seat), 0.9)
        if kind in (EventKind.OBJECTION, EventKind.WARNING, EventKind.CHALLENGE, EventKind.CONCEDE):
            return Event(kind, team=self.maybe(lambda: self.entry(self.team), 0.9), at=at)
        if kind in (EventKind.DISCLOSED, EventKind.SILENCE, EventKind.SCORE_QUERY):
            return Event(kind, seat=seat, at=at)
        if kind in (EventKind.EXPOSED, EventKind.CLAIM):
            cards = self.many(lambda: self.entry(self.card), 5)
            if not any(card.readings for card in cards):
                cards = ()
            return Event(kind, seat=seat, cards=cards, at=at)
        if kind is EventKind.RETRACTED:
            cards = self.many(lambda: self.entry(self.card), 2, 1)
            replaced = self.maybe(lambda: self.entry(self.card), 0.8)
            return Event(kind, seat=seat, cards=cards, replaced_by=replaced, at=at)
        if kind is EventKind.CONDUCT:
            return Event(kind, seat=seat, text=self.maybe(self.text), at=at)
        if kind is EventKind.REVIEW:
            text = self.random.choice(("auction", "trick", None, "the last trick"))
            return Event(kind, text=text, at=at)
        if kind is EventKind.SEATS:
            names = self.many(lambda: (self.seat(), self.random.choice(_NAMES)), 3)
            return Event(kind, names=names, at=at)
        if kind is EventKind.NOTE:
            return Event(kind, text=self.maybe(self.text, 0.9), at=at)
        if kind is EventKind.OTHER:
            text = self.random.choice(("tea", "spilled the tea", 'said "hm" | x', "time: 10"))
            return Event(kind, text=text, at=at)
        return Event(kind, at=at)

    def comment(self) -> Comment:
        return Comment(self.random.choice(_COMMENTS).strip(), self.chance(0.5))

    def hand(self, seat: Seat) -> Hand:
        cards = self.many(lambda: self.entry(self.card, doubt=0.1), 9)
        label = None
        if self.chance(0.05):
            other = self.random.choice(NUMBERED)
            label = Entry(Standing.RIVALS, (Reading(seat, 0.6), Reading(other, 0.4)))
        return Hand(seat, cards, label=label)

    def auction(self) -> tuple[Call | Event, ...]:
        return self.many(lambda: self.event() if self.chance(0.1) else self.call(), 20)

    def tricks(self) -> tuple[Trick, ...]:
        """Tricks in the normal form: numbers are told only where they are not the next."""
        tricks: list[Trick] = []
        due = 1
        for position in range(self.random.randint(0, 8)):
            items: list[Play | Event] = []
            if position == 0 and self.chance(0.2):
                items += self.many(self.event, 2)
            first = self.many(self.play, 6)
            items += first
            while self.chance(0.2):
                items += [*self.many(self.event, 2, 1), *self.many(self.play, 3)]
            number = due if self.chance(0.9) else self.random.randint(0, 12)
            labelled = number != due or not first
            tricks.append(Trick(number, tuple(items), labelled))
            due = number + 1
        if len(tricks) == 1 and not tricks[0].items:
            return ()
        return tuple(tricks)

    def figures(self) -> dict[Team, Entry[int]]:
        teams = ("A", "B") if self.chance(0.9) else ("NS", "EW")
        return {
            team: self.entry(lambda: self.random.randint(-3, 60))
            for team in teams
            if self.chance(0.7)
        }

    def contract(self) -> ContractEntry:
        said = self.entry(lambda: parse_call(self.random.choice(_CALLS[:5])))
        doubling = self.maybe(
            lambda: self.entry(lambda: self.random.choice(("X", "XX")), doubt=0.3), 0.3
        )
        return ContractEntry(said, self.maybe(lambda: self.entry(self.seat), 0.9), doubling)

    def result(self) -> Result:
        return Result(
            contract=self.maybe(self.contract, 0.8),
            tricks=self.many(lambda: self.entry(self.seat), 8),
            points=self.figures(),
            score=self.figures(),
            penalty=self.figures() if self.chance(0.2) else {},
        )

    def number(self) -> Entry[str]:
        return self.entry(lambda: self.random.choice(("1", "2", "3", "17", "3b", "A 4")), doubt=0.1)

    def tag(self, names: tuple[str, ...]) -> Tag:
        return Tag(self.random.choice(names), self.text())

    def deal(self) -> Deal:
        seats = self.random.sample(NUMBERED[:6] if self.chance(0.9) else COMPASS, 4)
        result = self.maybe(self.result, 0.7)
        return Deal(
            number=self.maybe(self.number, 0.9),
            dealer=self.maybe(lambda: self.entry(self.seat), 0.8),
            vulnerable=self.maybe(lambda: self.entry(self.sides), 0.2),
            tags=self.many(lambda: self.tag(("Board", "Scoring", "Umpire")), 2)
            if self.chance(0.2)
            else (),
            hands=self.maybe(lambda: tuple(self.hand(seat) for seat in seats), 0.7),
            auction=self.maybe(self.auction, 0.8),
            play=self.maybe(self.tricks, 0.7),
            result=result,
            events=self.many(self.event, 2) if self.chance(0.3) else (),
            closing=self.many(self.event, 2) if result is not None and self.chance(0.3) else (),
            comments=self.many(self.comment, 3) if self.chance(0.3) else (),
        )

    def cell(self, column: str) -> Cell:
        if self.chance(0.15):
            empty: Entry[str] = Entry(Standing.BLANK)
            return empty
        if column == "contract":
            return self.said_entry().map(with_its_doubling)
        if column in NUMBER_COLUMNS and self.chance(0.9):
            return self.entry(lambda: self.random.randint(-3, 99))
        texts: Entry[str] = self.entry(self.text)
        if column in NUMBER_COLUMNS and texts.clear:
            return Entry(Standing.CLEAR, (Reading("words"),))
        return texts

    def sheet(self) -> Sheet:
        columns = tuple(self.random.sample(COLUMNS, self.random.randint(1, len(COLUMNS))))
        if self.chance(0.2):
            columns = (*columns, self.random.choice(("umpire's own", "", "a | b", "result")))
        rows = self.many(
            lambda: SheetRow(
                tuple(
                    self.cell(column)
                    for column in columns[: None if self.chance(0.9) else -1] or columns
                )
            ),
            6,
        )
        points = self.maybe(
            lambda: MatchPoints(self.figures(), self.maybe(lambda: self.entry(self.team), 0.3)), 0.3
        )
        return Sheet(columns, rows, self.maybe(self.team, 0.3), points)

    def record(self) -> Record:
        """A record in normal form: what `read` gives, and so what must come back unchanged.

        A deal closes with events only where it has a result; the events of a trick that is not the
        first follow a card or a label; a doubt is a doubted word or a brace group; no text of a
        number's column is itself a number.
        """
        return Record(
            tags=self.many(lambda: self.tag(("Event", "Rules", "TeamA", "Seat3", "Weather")), 5),
            deals=self.many(self.deal, 3),
            sheets=self.many(self.sheet, 2),
            events=self.many(self.event, 1) if self.chance(0.2) else (),
            comments=self.many(self.comment, 3) if self.chance(0.3) else (),
        )
