"""From the fields of a dispute slip to the part of a deal that a table remembers.

Nothing is assumed: a card that is not written in a trick is not recorded, no leader follows from another
trick, and a trick without its number is told in words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fairdeal.grammar.transcripts import readings
from fairdeal.grammar.transcripts.handlog import HandLog
from fairdeal.records.cards import Card, Seat
from fairdeal.records.doubt import Entry, absent
from fairdeal.records.record import Event, EventKind, Hand, Problem
from fairdeal.records.transcript import Transcript

DEALT: Final = 8
"""Cards of a hand: as many boxes as a row of the slip has."""

LINES: Final = ("disputed 1", "disputed 2")

CLAIMED: Final = {
    "revoke": "did not follow suit",
    "play out of turn": "led or played out of turn",
    "call out of turn": "called out of turn",
    "bid": "a bid that is not allowed or too low",
    "card": "a card shown or taken back",
    "sign": "a sign, remark or talk",
    "rest": "a claim of the rest is denied",
    "score": "contract, points or score",
    "other": "something else",
}
"""The boxes to tick, with what they say."""


class DisputeSlip(HandLog):
    """One dispute slip being turned into a deal."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._numbered()

    def _numbered(self) -> None:
        """File each disputed trick under the number written beside it."""
        filed: set[int] = set()
        for line in LINES:
            number = self._trick_number(line)
            if number is None or number in filed:
                continue
            filed.add(number)
            for name in [name for name in self.fields if name.startswith(f"{line} / ")]:
                if name != f"{line} / number":
                    part = name.partition(" / ")[2]
                    self.fields[f"trick {number} / {part}"] = self.fields.pop(name)

    def _trick_number(self, line: str) -> int | None:
        number = self._number(f"{line} / number")
        return number if number is not None and 1 <= number <= DEALT else None

    def _hands(self) -> list[Hand]:
        """What each seat still holds. How many cards it was dealt beside them is open, not written short."""
        return [
            replace(hand, cards=hand.cards + (absent(),) * (DEALT - len(hand.cards)))
            for hand in super()._hands()
        ]

    def _remembered(
        self, played: list[tuple[Seat, Entry[Card] | None]]
    ) -> list[tuple[Seat, Entry[Card] | None]]:
        return played

    def _leader(self, number: int) -> Entry[Seat] | None:
        name = f"trick {number} / leader"
        leader = self._entry(name, readings.seat)
        if leader is not None and leader.value in self.seats:
            return leader
        self._nobody_led(name)
        return None

    # The claim

    def _happened(self) -> None:
        if self.tricks and any(self._written(f"hand {seat} / ") for seat in self.seats):
            last = self.tricks[-1]
            self.tricks[-1] = replace(last, items=(*last.items, Event(EventKind.HELD)))
        self._objection()
        self.after += [
            Event(EventKind.NOTE, text=text)
            for text in (*self._without_number(), self._claim_in_words(), self._seen_by())
            if text
        ]

    def _objection(self) -> None:
        """An objection made at once, after the act that it is about where that is written."""
        if not self._ticked("dispute / at once"):
            return
        event = Event(EventKind.OBJECTION, team=self._entry("dispute / team", readings.team))
        parts = [name for name in self._written("dispute / ") if name in _OF_THE_OBJECTION]
        seat = self._entry("dispute / seat", readings.seat)
        self._put(
            replace(event, left_over=self._left_over(parts)),
            self._number("dispute / call"),
            self._number("dispute / trick"),
            seat.value if seat is not None else None,
        )

    def _claim_in_words(self) -> str:
        said = {part: self._text(f"dispute / {part}") for part in ("team", "seat", "trick", "call")}
        who = f"team {said['team']}" if said["team"] else ""
        whom = f"against seat {said['seat']}" if said["seat"] else ""
        where = [f"{part} {said[part]}" for part in ("trick", "call") if said[part]]
        claimed = [words for part, words in CLAIMED.items() if self._ticked(f"dispute / {part}")]
        words = [self._text(f"dispute / words {line}") for line in (1, 2)]
        told = [" ".join(part for part in (who, whom) if part), *where, *claimed, *words]
        found = "; ".join(part for part in told if part)
        return f"dispute: {found}" if found else ""

    def _seen_by(self) -> str:
        seats = [seat for seat in self.seats if self._ticked(f"seen by / seat {seat}")]
        return f"seen by seat {', '.join(seats)}" if seats else ""

    def _without_number(self) -> list[str]:
        """The disputed tricks that could not be filed: what stands there, in words."""
        found = []
        for line in LINES:
            written = [name for name in self._written(f"{line} / ") if name != f"{line} / number"]
            if not written:
                continue
            message = (
                "the number of this trick is missing, not a trick number, or written twice: the trick is "
                "kept as a note. Write its number, 1 to 8, to have it judged"
            )
            self.problems.append(Problem("warning", message, place=f"{line} / number"))
            parts = [f"{name.partition(' / ')[2]} {self._text(name)}" for name in written]
            found.append(f"disputed trick, number not known: {', '.join(parts)}")
        return found


_OF_THE_OBJECTION: Final = {f"dispute / {part}" for part in ("team", "seat", "trick", "call")}
