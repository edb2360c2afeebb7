"""From the fields of a hand log, or of a dispute slip, to the deal or the part of a deal that it records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice
from typing import ClassVar, Final

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.transcripts import entries
from fairdeal.grammar.transcripts.entries import FLOOR, MOST_LEFT_OVER, PageFields
from fairdeal.records import (
    NUMBERED,
    Call,
    ContractEntry,
    Deal,
    Entry,
    Event,
    EventKind,
    Field,
    Hand,
    Otherwise,
    Place,
    Play,
    Problem,
    Result,
    Seat,
    Team,
    Transcript,
    Trick,
    absent,
    clear,
    next_seat,
)

FIGURES: Final = {
    "1": EventKind.OBJECTION,
    "2": EventKind.WARNING,
    "3": EventKind.EXPOSED,
    "4": EventKind.RETRACTED,
    "5": EventKind.DISCLOSED,
    "6": EventKind.REDEAL,
    "7": EventKind.SILENCE,
    "8": EventKind.REVIEW,
    "9": EventKind.SCORE_QUERY,
    "0": EventKind.CONDUCT,
}
"""What happened, by the figures printed on the first edition; later ones have a box to tick for each."""

NOT_QUITE: Final = 0.001
"""From here on it counts that a leader may be somebody else: no finding could be established by it (decision
0012). The cards stand in columns of their own, and stay with their seats whoever led."""

MOST_OTHERWISE: Final = 8
"""Other readings of what happened that are kept for a deal: each is judged."""

_ABOUT: Final = re.compile(r"event \d+ / (kind|call|trick|seat|remark)")
"""Entries that say what happened, where, or to whom."""

NEARLY: Final = 0.75
"""How like the word for something that happens (by their common letters) other letters read by hand are, to
be perhaps that word: ``SEAJS``. No two such words are as like."""

LETTERS: Final = str.maketrans("0123456789+", "oizeasgtbgt")
"""What figures read among letters are, perhaps: ``5EAT5``. No such word has a figure."""

AS_LIKELY_AS_NOT: Final = 0.5
"""How likely such letters are that word: letters by hand are read without any probability of their own."""

_BEFORE_THE_AUCTION: Final = (EventKind.EXPOSED, EventKind.DISCLOSED, EventKind.REDEAL)
_OF_A_TEAM: Final = (
    EventKind.OBJECTION,
    EventKind.WARNING,
    EventKind.CHALLENGE,
    EventKind.CONCEDE,
)
_OF_A_SEAT: Final = (
    EventKind.EXPOSED,
    EventKind.RETRACTED,
    EventKind.DISCLOSED,
    EventKind.CLAIM,
    EventKind.SILENCE,
    EventKind.SCORE_QUERY,
    EventKind.CONDUCT,
)


class HandLog(PageFields):
    """One hand log being turned into a deal."""

    assumes: ClassVar[bool] = True
    """Whether a leader who is not written follows from the trick before, and cards after the last one of a
    trick were not played."""

    def deal(self) -> Deal:
        """The deal, and as it is where what happened is read differently; blocks of which nothing is on the
        paper are None."""
        return replace(self._deal(), otherwise=tuple(islice(self._otherwise(), MOST_OTHERWISE)))

    def _otherwise(self) -> Iterator[Otherwise]:
        """The deal with another reading of each entry about what happened that a person is asked about."""
        for field in self.transcript.fields:
            for text, probability in _other_readings(field):
                read_so = replace(field, text=text, flagged=False, probability=1.0, rivals=())
                others = (read_so if each is field else each for each in self.transcript.fields)
                log = type(self)(replace(self.transcript, fields=tuple(others)))
                likely = min(probability, MOST_LEFT_OVER)
                yield Otherwise(Place.parse(field.name), likely, log._deal())

    def _deal(self) -> Deal:
        self.auction: list[Call | Event] = list(self._calls())
        self.tricks: list[Trick] = self._tricks()
        self.before: list[Event] = []
        self.after: list[Event] = []
        result = self._result()
        self._happened()
        if self.after and result is None:
            result = Result()
        hands = tuple(self._hands())
        return Deal(
            number=self._entry("deal", entries.label),
            dealer=self._entry("dealer", doubt.read_seat),
            hands=hands or None,
            auction=tuple(self.auction) or None,
            play=tuple(self.tricks) or None,
            result=result,
            events=tuple(self.before),
            closing=tuple(self.after),
        )

    def _hands(self) -> list[Hand]:
        """The hands written. A row in which no card can be read may be specks: how many it has is open."""
        hands = []
        for seat in NUMBERED:
            boxes = [f"hand {seat} / {k}" for k in range(1, 17)]
            cards = self._row(boxes)
            if cards and not any(card.readings for card in cards):
                cards += (absent(),) * (sum(box in self.fields for box in boxes) - len(cards))
            if cards:
                hands.append(Hand(seat, cards))
        return hands

    def _calls(self) -> list[Call]:
        return [
            Call(
                self._seen(f"call {number}", entries.said) or absent(),
                self._entry(f"call {number} / seat", doubt.read_seat),
            )
            for number in range(1, self._count("call") + 1)
        ]

    # Play

    def _tricks(self) -> list[Trick]:
        tricks: list[Trick] = []
        for number in range(1, self._count("trick") + 1):
            items = self._plays(number)
            due = tricks[-1].number + 1 if tricks else 1
            if items:
                first = items[0].label.value if items[0].label is not None else "1"
                turns = (
                    self._turns(first) if first is not None and len(items) == self.players else []
                )
                tricks.append(
                    Trick(
                        number,
                        tuple(items),
                        number != due,
                        by_seat=first is None,
                        columns=tuple(turns),
                    )
                )
        return tricks

    def _turns(self, leader: Seat) -> list[Seat]:
        """The seats in the order in which they play after a leader."""
        order = [leader]
        while len(order) < self.players:
            order.append(next_seat(order[-1], self.players))
        return order

    def _plays(self, number: int) -> list[Play]:
        """The cards of a trick in the order played: from the leader round the table."""
        names = {seat: f"trick {number} / seat {seat}" for seat in self.seats}
        cards = {seat: self._entry(name, doubt.parse_card) for seat, name in names.items()}
        if not any(cards.values()):
            return []
        leader = self._leader(number)
        first = leader.value if leader is not None else None
        played = [(seat, cards.get(seat)) for seat in self._turns(first or "1")]
        while self.assumes and played[-1][1] is None:
            played.pop()
        sure = leader is not None and leader.clear and leader.left_over <= NOT_QUITE
        plays = []
        for index, (seat, card) in enumerate(played):
            label = None if sure else clear(seat)
            if index == 0:
                label = leader if leader is not None else absent()
            plays.append(Play(self._gap(names[seat]) if card is None else card, label))
        return plays

    def _leader(self, number: int) -> Entry[Seat] | None:
        """Who led a trick: as written, else as the winner of the trick before was written."""
        name = f"trick {number} / leader"
        leader = self._entry(name, doubt.read_seat)
        if leader is not None and leader.value in self.seats:
            return leader
        if self.assumes:
            before = self._entry(f"trick {number - 1} / winner", doubt.read_seat)
            message = "it is not written who led; the winner of the trick before is assumed"
            if number == 1:
                dealer = self._entry("dealer", doubt.read_seat)
                before = dealer.map(lambda seat: next_seat(seat, self.players)) if dealer else None
                message = "it is not written who led; the seat after the dealer's is assumed"
            if leader is None and before is not None and before.value in self.seats:
                self.problems.append(Problem("note", message, place=name))
                return before
        message = "it is not known who led, so the order in which the cards were played is not known either"
        self.problems.append(Problem("warning", message, place=name))
        return None

    # Result

    def _result(self) -> Result | None:
        said = self._seen("contract", entries.said)
        by = self._seen("contract / by", doubt.read_seat)
        doubling = self._seen("contract / x", doubt.read_doubling)
        contract = ContractEntry(said or absent(), by, doubling) if said or by or doubling else None
        winners = [
            self._entry(f"trick {number} / winner", doubt.read_seat)
            for number in range(1, self._count("trick") + 1)
        ]
        while winners and winners[-1] is None:
            winners.pop()
        tricks = tuple(absent() if entry is None else entry for entry in winners)
        figures = {what: self._figures(what) for what in ("points", "score", "penalty")}
        if contract is None and not tricks and not any(figures.values()):
            return None
        return Result(contract, tricks, figures["points"], figures["score"], figures["penalty"])

    def _figures(self, what: str) -> dict[Team, Entry[int]]:
        entries = {t: self._seen(f"{what} {t}", doubt.read_number) for t in ("A", "B")}
        return {team: entry for team, entry in entries.items() if entry is not None}

    # What happened

    def _happened(self) -> None:
        for line in range(1, self._count("event") + 1):
            self._event(line)
        self._claim()

    def _event(self, line: int) -> None:
        name = f"event {line}"
        parts = self._written(f"{name} / ")
        if not parts:
            return
        where = [self._number(f"{name} / call"), self._number(f"{name} / trick")]
        at = self._text(f"{name} / at")
        seat = self._entry(f"{name} / seat", doubt.read_seat)
        ticked = [kind for kind in FIGURES.values() if self._ticked(f"{name} / {kind.value}")]
        # One event for each word that is ticked, else by its figure or its words.
        for what in [self._of_kind(name, kind) for kind in ticked] or [self._what(name)]:
            left_over = self._left_over(parts)
            if what.team is not None and not what.team.readings:
                left_over += ((Place.parse(f"{name} / team"), MOST_LEFT_OVER),)
            event = replace(what, left_over=left_over)
            if at is not None:
                event = _moved(event, Place.parse(at))
            self._put(event, where[0], where[1], seat.value if seat is not None else None)

    def _what(self, name: str) -> Event:
        """The event of a line, from its figure or, where it has none, from its words."""
        field = self.fields.get(f"{name} / kind")
        written = self._text(f"{name} / kind")
        remark = self._text(f"{name} / remark")
        kind = FIGURES.get(written or "")
        if kind is None and written is not None:
            kind = next((k for k in EventKind if k.value == written.lower()), None)
        if kind is None:
            if written is not None:
                message = "the code does not show what happened; it is kept as a note"
                self.problems.append(Problem("warning", message, place=f"{name} / kind"))
            return self._in_words(name, written, remark)
        if field is not None and field.flagged:
            message = f"the code is unclear; it is read as {kind.value}"
            self.problems.append(Problem("warning", message, place=f"{name} / kind"))
        return self._of_kind(name, kind)

    def _of_kind(self, name: str, kind: EventKind) -> Event:
        """The event of a line with what its kind has of seat, team, cards and words."""
        cards = self._row([f"{name} / card"])
        return Event(
            kind,
            team=self._entry(f"{name} / team", doubt.read_team) if kind in _OF_A_TEAM else None,
            seat=self._entry(f"{name} / seat", doubt.read_seat) if kind in _OF_A_SEAT else None,
            cards=cards if kind in (EventKind.EXPOSED, EventKind.RETRACTED) else (),
            replaced_by=self._entry(f"{name} / new card", doubt.parse_card)
            if kind is EventKind.RETRACTED and cards
            else None,
            text=self._about(name, kind) if kind in (EventKind.CONDUCT, EventKind.REVIEW) else None,
        )

    def _about(self, name: str, kind: EventKind) -> str | None:
        """What an event is about: its words, and of a review without any, what its place is a part of."""
        remark = self._text(f"{name} / remark")
        if remark is not None or kind is not EventKind.REVIEW:
            return remark
        parts = (part for part in ("trick", "call") if self._text(f"{name} / {part}") is not None)
        return {"trick": "trick", "call": "auction"}.get(next(parts, ""))

    def _in_words(self, name: str, written: str | None, remark: str | None) -> Event:
        if remark is not None and written is None:
            # Words such as ``concede B`` name an event.
            result = read(f"! {' '.join(remark.split())}")
            if not result.problems and len(result.record.events) == 1:
                return result.record.events[0]
        words = [written, remark] if written else [remark]
        for part in ("team", "card", "new card"):
            text = self._text(f"{name} / {part}")
            words.append(f"{part} {text}" if text else None)
        return Event(EventKind.NOTE, text=" ".join(word for word in words if word))

    def _put(self, event: Event, call: int | None, trick: int | None, seat: Seat | None) -> None:
        """Put an event where it happened, or name the place where that is not recorded."""
        if call is not None:
            for index, item in enumerate(self.auction):
                call -= isinstance(item, Call)
                if call == 0:
                    # After what already happened at this call.
                    index += 1
                    while index < len(self.auction) and isinstance(self.auction[index], Event):
                        index += 1
                    self.auction.insert(index, event)
                    return
            asked = call + sum(isinstance(item, Call) for item in self.auction)
            self.before.append(_moved(event, Place.of(f"call {asked}")))
        elif trick is not None:
            for index, held in enumerate(self.tricks):
                if held.number == trick:
                    self.tricks[index] = _with_event(held, event, seat, self.players)
                    return
            self.before.append(_moved(event, Place.of(f"trick {trick}")))
        elif event.kind in _BEFORE_THE_AUCTION:
            self.before.append(event)
        else:
            self.after.append(event)

    def _claim(self) -> None:
        cards = self._row([f"claim / card {k}" for k in range(1, 9)])
        seat = self._entry("claim / seat", doubt.read_seat)
        told: list[Event] = []
        if cards or seat is not None:
            told.append(Event(EventKind.CLAIM, seat=seat, cards=cards))
        tricks = self._text("claim / tricks")
        if tricks is not None:
            told.append(Event(EventKind.NOTE, text=f"tricks of the claim: {tricks}"))
        challenge = self._entry("claim / challenge", doubt.read_team)
        if challenge is not None:
            told.append(Event(EventKind.CHALLENGE, team=challenge))
        if told and self.tricks:
            last = self.tricks[-1]
            self.tricks[-1] = replace(last, items=(*last.items, *told))
        elif told:
            self.after += told


def _other_readings(field: Field) -> Iterator[tuple[str, float]]:
    """What an entry about what happened may say beside what was read, each with its probability.

    Letters by hand have no rivals; those that are nearly a word for something that happens may be it.
    """
    about = _ABOUT.fullmatch(field.name)
    if about is None or field.blank or not field.flagged:
        return
    if about[1] != "remark":
        yield from (each for each in field.rivals if each[0] != field.text and each[1] >= FLOOR)
        return
    word, _, rest = (field.text or "").lower().partition(" ")
    letters = word.translate(LETTERS)
    for near in get_close_matches(letters, [kind.value for kind in EventKind], 1, NEARLY):
        if near != word:
            yield f"{near} {rest}".strip(), AS_LIKELY_AS_NOT


def _with_event(trick: Trick, event: Event, seat: Seat | None, players: int) -> Trick:
    """The trick with an event after the card of `seat`, or after its last card."""
    position = len(trick.items)
    holder: Seat | None = None
    for index, item in enumerate(trick.items):
        if not isinstance(item, Play):
            continue
        if item.label is not None:
            holder = item.label.value
        elif holder is not None:
            holder = next_seat(holder, players)
        if holder is not None and holder == seat:
            position = index + 1
            while position < len(trick.items) and isinstance(trick.items[position], Event):
                position += 1
            break
    return replace(trick, items=(*trick.items[:position], event, *trick.items[position:]))


def _moved(event: Event, at: Place) -> Event:
    return replace(event, at=at, span=None, replaced_seat=None)


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
    """One dispute slip being turned into a deal. Nothing is assumed: no leader follows from another trick."""

    assumes = False

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._numbered()

    def _numbered(self) -> None:
        """File each disputed trick under the number written beside it."""
        filed: set[int] = set()
        for line in LINES:
            number = self._number(f"{line} / number")
            if number is None or not 1 <= number <= DEALT or number in filed:
                continue
            filed.add(number)
            for name in [name for name in self.fields if name.startswith(f"{line} / ")]:
                if name != f"{line} / number":
                    part = name.partition(" / ")[2]
                    self.fields[f"trick {number} / {part}"] = self.fields.pop(name)

    def _hands(self) -> list[Hand]:
        """What each seat still holds. How many cards it was dealt beside them is open, not written short."""
        return [
            replace(hand, cards=hand.cards + (absent(),) * (DEALT - len(hand.cards)))
            for hand in super()._hands()
        ]

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
        event = Event(EventKind.OBJECTION, team=self._entry("dispute / team", doubt.read_team))
        parts = [name for name in self._written("dispute / ") if name in _OF_THE_OBJECTION]
        seat = self._entry("dispute / seat", doubt.read_seat)
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

    def _without_number(self) -> Iterator[str]:
        """The disputed tricks that could not be filed: what stands there, in words."""
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
            yield f"disputed trick, number not known: {', '.join(parts)}"


_OF_THE_OBJECTION: Final = {f"dispute / {part}" for part in ("team", "seat", "trick", "call")}
