"""What stands in the cells where hands, auction and tricks are typed into a table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from fairdeal.grammar.notation.writer import write
from fairdeal.records.calls import Call
from fairdeal.records.deal import Deal, Trick
from fairdeal.records.record import Record
from fairdeal.records.seats import COMPASS, Seat
from samples.making.printed.drawn import Unsuited
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording

Rows = list[list[str]]

_RESULT: Final = ("contract", "tricks", "points", "score", "penalty")


class Grid:
    """The tables of a record's only deal. Raises Unsuited for what tables have no place for."""

    def __init__(self, log: Log, wording: Wording, rng: Random) -> None:
        self.log, self.wording, self.rng = log, wording, rng
        self.deal = _only_deal(log.record)
        self.seats = list(COMPASS) if log.bridge else list("123456")

    def head(self) -> Rows:
        """Name and value of what stands above a deal."""
        found = [[tag.name, tag.value] for tag in self.log.record.tags]
        for name, entry in (
            ("Deal", self.deal.number),
            ("Dealer", self.deal.dealer),
            ("Vulnerable", self.deal.vulnerable),
        ):
            if entry is not None:
                found.append([name, str(entry.value)])
        return found

    def hands(self) -> Rows:
        """A row a seat: the seat, and its cards a cell each; no row where no hands are recorded."""
        rows = []
        for hand in self.deal.hands or ():
            cards = [entry.value for entry in hand.cards if entry.value is not None]
            rows.append([hand.seat, *(self.wording.card(card.rank, card.suit) for card in cards)])
        return rows

    def auction(self) -> Rows:
        """A column a seat, the seats above; a row a round, which begins at any seat."""
        if not self.deal.auction:
            return []
        called = list(self._in_turn())
        first = self.rng.choice((self.seats[0], called[0][0]))
        at = self.seats.index(first)
        order = self.seats[at:] + self.seats[:at]
        cells = [""] * order.index(called[0][0]) + [text for _, text in called]
        cells += [""] * (-len(cells) % len(order))
        rows = [cells[at : at + len(order)] for at in range(0, len(cells), len(order))]
        return [order, *rows]

    def _in_turn(self) -> Iterator[tuple[Seat, str]]:
        """Every call with the seat that made it, as long as they come in turn."""
        due = self._opener()
        for item in self.deal.auction or ():
            if not isinstance(item, Call) or item.said.value is None or item.marked:
                raise Unsuited("something else than a call stands in the auction")
            said = item.label.value if item.label is not None else due
            if due not in (None, said) or said is None:
                raise Unsuited("a call is out of turn")
            yield said, self.wording.call(item.said.value.text)
            due = self.seats[(self.seats.index(said) + 1) % len(self.seats)]

    def _opener(self) -> Seat | None:
        if self.deal.dealer is None or self.deal.dealer.value is None:
            return None
        at = self.seats.index(self.deal.dealer.value)
        step = 0 if self.log.bridge else -1 if self.log.rules == "community" else 1
        return self.seats[(at + step) % len(self.seats)]

    def tricks(self, by_seat: bool = False) -> Rows:
        """A row a trick below a row of headings: its number, who led where that is written, its cards in the
        order played, or in columns by seat where all leads are written; who won, where that is written."""
        rows = []
        for number, trick in enumerate(self.deal.play or (), 1):
            if trick.number != number:
                raise Unsuited("tricks are missing")
            rows.append([str(number), *self._cards(trick)])
        if not rows:
            return []
        places = [str(at) for at in range(1, max(map(len, rows)) - 1)]
        if by_seat and all(row[1] for row in rows):
            rows, places = [self._by_seat(row) for row in rows], self.seats
        winners = self._winners(len(rows))
        head = ["Trick", "Leader", *places, *(["Won by"] if winners else [])]
        rows = [row + [""] * (len(places) + 2 - len(row)) for row in rows]
        return [head, *(row + winners[at : at + 1] for at, row in enumerate(rows))]

    def _by_seat(self, row: list[str]) -> list[str]:
        """The same row with its cards in columns by seat."""
        cells, first = [""] * len(self.seats), self.seats.index(row[1])
        for at, card in enumerate(row[2:]):
            cells[(first + at) % len(cells)] = card
        return [*row[:2], *cells]

    def _winners(self, tricks: int) -> list[str]:
        """Who won each of so many tricks, where all of them are written."""
        written = () if self.deal.result is None else self.deal.result.tricks
        return [str(entry.value) for entry in written] if len(written) == tricks else []

    def _cards(self, trick: Trick) -> Iterator[str]:
        first = trick.plays[0].label if trick.plays else None
        yield "" if first is None else str(first.value)
        for at, play in enumerate(trick.plays):
            card = play.card.value
            if card is None or play.marked or (at and play.label is not None):
                raise Unsuited("a card is out of turn")
            yield self.wording.card(card.rank, card.suit)

    def result(self) -> Rows:
        """Name and value of what stands below a deal."""
        lines = (line.split(" ", 1) for line in write(self.log.record).splitlines())
        told = "tricks" if self._winners(len(self.deal.play or ())) else ""
        return [parts for parts in lines if parts[0] in _RESULT and parts[0] != told]


def _only_deal(record: Record) -> Deal:
    if len(record.deals) != 1 or record.sheets:
        raise Unsuited("there is more than one deal")
    deal = record.deals[0]
    if any(deal.all_events()) or deal.tags:
        raise Unsuited("there are events")
    return deal
