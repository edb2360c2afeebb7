"""Records written, printed and read surely are the same records: deals in, deals out."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeVar

from hypothesis import given, settings

from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import (
    NUMBERED,
    Call,
    Cell,
    Deal,
    Entry,
    Hand,
    Reading,
    Record,
    Result,
    Said,
    Seat,
    Sheet,
    SheetRow,
    Standing,
    Team,
    Trick,
)
from tests.support.notation_records import Records
from tests.support.printed_words import log_of
from tests.support.strategies import randoms

T = TypeVar("T")

CALLS = (
    "28 S", "30 NT", "29 NS", "+2 D", "+1 H", "Pass", "X", "XX", "40 H", "56 H X", "27 C", "1 C",
    "28 Hearts", "Spades 31", "Plus 2 Hearts",
)  # fmt: skip
COLUMNS = ("deal", "dealer", "bidder", "contract", "points A", "points B", "total A", "remarks")


class Plain(Records):
    """Records as most are: clear entries, legal or not, without events and remarks."""

    def entry(self, value: Callable[[], T], *, doubt: float = 0.0) -> Entry[T]:
        return Entry(Standing.CLEAR, (Reading(value()),))

    def said_entry(self) -> Entry[Said]:
        # What may be two calls is in doubt: a reader may have overlooked a comma.
        one = [call for call in CALLS if not re.search(r" [CDHS] X|NT X", call)]
        return self.entry(lambda: parse_call(self.random.choice(one)))

    def text(self) -> str:
        return self.random.choice(("Kites", "Onam Cup", "Team North", "Pai"))

    def call(self) -> Call:
        return Call(self.said_entry(), self.maybe(lambda: self.entry(self.seat), 0.1), None)

    def mark(self) -> str | None:
        return None

    def seat(self) -> Seat:
        return self.random.choice(NUMBERED)

    def team(self) -> Team:
        return self.random.choice(("A", "B"))

    def hand(self, seat: Seat) -> Hand:
        return Hand(seat, self.many(lambda: self.entry(self.card), 9, 1))

    def tricks(self) -> tuple[Trick, ...]:
        # Of a short line nobody can say whether it is a trick or the rest of the one above.
        found = [tuple(self.play() for _ in range(6)) for _ in range(self.random.randint(1, 8))]
        found[3:] = [each[: self.random.randint(1, 6)] for each in found[3:4]]
        return tuple(Trick(number, items, False) for number, items in enumerate(found, 1))

    def figures(self) -> dict[Team, Entry[int]]:
        return {side: self.entry(lambda: self.random.randint(-3, 60)) for side in ("A", "B")}

    def result(self) -> Result:
        said = self.entry(lambda: parse_call(self.random.choice(CALLS[:2])))
        made = self.contract()
        return Result(
            contract=type(made)(said, self.entry(self.seat), made.doubling),
            tricks=self.many(lambda: self.entry(self.seat), 8, 1),
            points=self.figures(),
            score=self.figures(),
        )

    def deal(self) -> Deal:
        return Deal(
            number=self.entry(lambda: str(self.random.randint(1, 30))),
            dealer=self.maybe(lambda: self.entry(self.seat)),
            hands=self.maybe(lambda: tuple(self.hand(seat) for seat in NUMBERED[:6])),
            auction=self.many(self.call, 20, 1),
            play=self.maybe(self.tricks),
            result=self.maybe(self.result),
        )

    def cell(self, column: str) -> Cell:
        if column == "contract":
            return self.entry(lambda: parse_call(self.random.choice(("28 S", "31 NT", "1 C"))))
        if column == "remarks":
            return self.entry(self.text)
        least = 1 if column in ("dealer", "bidder") else -3
        most = 6 if column in ("dealer", "bidder") else 60
        return self.entry(lambda: self.random.randint(least, most))

    def sheet(self) -> Sheet:
        columns = COLUMNS[: self.random.randint(3, len(COLUMNS))]
        rows = self.many(lambda: SheetRow(tuple(map(self.cell, columns))), 6, 1)
        return Sheet(columns, rows, self.maybe(self.team))

    def record(self) -> Record:
        return Record(deals=self.many(self.deal, 3, 1), sheets=self.many(self.sheet, 1))


@settings(max_examples=40, deadline=None)
@given(randoms)
def test_a_printed_record_is_the_record(random: Random) -> None:
    text = write(Plain(random).record())
    assert write(read(log_of(text)).record) == write(read(text).record)


SPECKS = (
    ",", ":", ".", "|", "~", "??", "!", "[", '"', "5", "NT", "♠", "9C", "2:", "Hands:", "Auction:",
)  # fmt: skip


def damaged(random: Random, text: str) -> str:
    """A text with words lost and specks read between them and between its lines."""
    lines = []
    for line in text.splitlines():
        found = line.split(" ")
        for _ in range(random.choice((0, 0, 1, 2))):
            at = random.randrange(len(found) + 1)
            found[at : at + random.randrange(2)] = [random.choice(SPECKS)] * random.randrange(2)
        lines += [" ".join(found), *([random.choice(SPECKS)] if random.random() < 0.1 else [])]
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(randoms)
def test_no_damage_to_a_printed_record_stops_the_program(random: Random) -> None:
    """A comma alone in a line of an auction did."""
    read(log_of(damaged(random, write(Plain(random).record()))))
