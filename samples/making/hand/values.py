"""What a record's writers would have written into the fields of a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from fairdeal.digitize.forms.layout import EVENT_CODES, load
from fairdeal.records import (
    COLUMNS,
    Call,
    Deal,
    Entry,
    Event,
    EventKind,
    MatchPoints,
    Play,
    Record,
    Result,
    Said,
    Seat,
    Trick,
    next_seat,
    players_of,
)

_HEADINGS: Final = {
    "Event": "event",
    "Date": "date",
    "Table": "table",
    "Round": "round",
    "TeamA": "team A",
    "TeamB": "team B",
}
_SHEET_COLUMNS: Final = tuple(
    name for name in COLUMNS if name != "deal" and not name.startswith("penalty")
)
_CODES: Final = {word: code for code, word in EVENT_CODES.items()}
_ABOVE: Final = range(1, 12)
_BELOW: Final = range(12, 32, 2)
"""Rows above the line, and below it: the number between two of these is the line drawn under a game."""


class DoesNotFit(Exception):  # noqa: N818
    """A record that has more in it than a form has room for."""


def heading(record: Record) -> dict[str, str]:
    """The heading's fields, as they would be printed or written."""
    found = {f"heading / {field}": record.tag(name) for name, field in _HEADINGS.items()}
    return {name: value for name, value in found.items() if value}


def sheet_values(record: Record) -> dict[str, str]:
    """The values of a score sheet by field name, the heading among them. Row n of the form is deal n;
    raises DoesNotFit where the form has no such row."""
    sheet, values = record.sheets[0], heading(record)
    for index in range(len(sheet.rows)):
        number = _text(sheet.cell(index, "deal"))
        deal = int(number) if number.isdecimal() else index + 1
        for column in _SHEET_COLUMNS:
            values[f"row {deal} / {column}"] = _text(sheet.cell(index, column))
    decided = sheet.match_points or MatchPoints({})
    values |= {f"match points {team}": _text(n) for team, n in decided.points.items()}
    return _fitting(values | {"tie-break": _text(decided.tie_break)}, "score-sheet/1")


def _fitting(values: Mapping[str, str], form: str) -> dict[str, str]:
    """Those that are not blank. Raises DoesNotFit where the form has no field for one of them."""
    layout = load(form)
    written = {name: value for name, value in values.items() if value}
    for name in written:
        if layout.field(name) is None:
            raise DoesNotFit(f"no room for {name}")
    return written


def we_they_values(
    rows: Sequence[tuple[str, str, int | None, int | None]], copy: str
) -> dict[str, str]:
    """The values of a WE and THEY sheet by field name, kept by the side `copy`.

    `rows` are hand, line (``above``, ``below``, ``game``, ``total``), WE and THEY. Raises DoesNotFit where
    there are more entries than the form has rows.
    """
    values = {f"heading / we {copy}": "X"}
    free = {"above": iter(_ABOVE), "below": iter(_BELOW), "total": iter((32,))}
    last = 0
    for hand, line, we, they in rows:
        if line == "game":
            values[f"row {last + 1} / line"] = "X"
            continue
        row = next(free[line], None)
        if row is None:
            raise DoesNotFit(f"more entries {line} the line than the form has rows")
        last = row if line == "below" else last
        entries = {"deal": hand, "we": we, "they": they}
        values |= {f"row {row} / {name}": str(text) for name, text in entries.items() if text}
    return values


def log_values(record: Record, deal: Deal, form: str = "hand-log/1") -> dict[str, str]:
    """The values of one deal's hand log by field name, the heading among them.

    Raises DoesNotFit where the deal has more calls, cards or events than the form has room for, or a
    card played out of turn within a trick, whose place in the order the form cannot tell.
    """
    players = players_of(form) or 6
    values = heading(record) | {"deal": deal.label or "", "dealer": _text(deal.dealer)}
    for hand in deal.hands or ():
        cards = enumerate(hand.cards, 1)
        values |= {f"hand {hand.seat} / {number}": _text(card) for number, card in cards}
    values |= _calls(deal, players) | _tricks(deal, players) | _result(deal)
    return _fitting(values | _events(deal, form, players), form)


def _text(entry: Entry[Any] | None) -> str:
    """What stands on the paper for an entry; empty where nothing does."""
    value = None if entry is None else entry.value
    if value is None:
        return ""
    return value.text if isinstance(value, Said) else str(value)


def _after(seat: Seat | None, players: int) -> Seat | None:
    """The next in turn; None after somebody who is not known."""
    return None if seat is None else next_seat(seat, players)


def _calls(deal: Deal, players: int) -> dict[str, str]:
    """Calls in order; the seat is written where it is not the next in turn."""
    values: dict[str, str] = {}
    last = deal.dealer.value if deal.dealer is not None else None
    for number, call in enumerate(deal.calls, 1):
        due = _after(last, players)
        last = call.label.value if call.label is not None else due
        seat = "" if last == due else last or ""
        values |= {f"call {number}": _text(call.said), f"call {number} / seat": seat}
    return values


def _seats(deal: Deal, trick: Trick, players: int) -> list[Seat | None]:
    """Who played each card of a trick, None where the record does not tell."""
    winners = (deal.result or Result()).tricks
    known = 2 <= trick.number <= len(winners) + 1
    due = winners[trick.number - 2].value if known else None
    seats: list[Seat | None] = []
    for play in trick.plays:
        seats.append(play.label.value if play.label is not None else due)
        due = _after(seats[-1], players)
    return seats


def _tricks(deal: Deal, players: int) -> dict[str, str]:
    values: dict[str, str] = {}
    for trick in deal.play or ():
        seats, name = _seats(deal, trick, players), f"trick {trick.number}"
        in_turn = all(_after(one, players) == other for one, other in pairwise(seats))
        if None in seats or not in_turn or len(seats) > players:
            raise DoesNotFit(f"{name}: not in turn after the leader")
        for seat, play in zip(seats, trick.plays, strict=True):
            values.setdefault(f"{name} / leader", seat or "")
            values[f"{name} / seat {seat}"] = _text(play.card)
    winners = enumerate((deal.result or Result()).tricks, 1)
    return values | {f"trick {number} / winner": _text(winner) for number, winner in winners}


def _result(deal: Deal) -> dict[str, str]:
    result = deal.result or Result()
    entries: dict[str, Entry[Any] | None] = {}
    if (agreed := result.contract) is not None:
        entries = {
            "contract": agreed.said,
            "contract / by": agreed.by,
            "contract / x": agreed.doubling,
        }
    entries |= {f"points {team}": figure for team, figure in result.points.items()}
    entries |= {f"score {team}": figure for team, figure in result.score.items()}
    return {name: _text(entry) for name, entry in entries.items()}


def _where(deal: Deal, players: int) -> Iterator[tuple[Event, dict[str, str]]]:
    """Every event with the call, or the trick and seat, after which it stands."""
    yield from ((event, {}) for event in deal.events)
    count = 0
    for item in deal.auction or ():
        if isinstance(item, Call):
            count += 1
        else:
            yield item, {"call": str(count)} if count else {}
    for trick in deal.play or ():
        seats, seat = iter(_seats(deal, trick, players)), None
        for happened in trick.items:
            if isinstance(happened, Play):
                seat = next(seats)
            else:
                yield happened, {"trick": str(trick.number)} | ({"seat": seat} if seat else {})
    yield from ((event, {}) for event in deal.closing)


def _events(deal: Deal, form: str, players: int) -> dict[str, str]:
    """Events line by line: a figure for what happened, or a tick where the form has a box for it."""
    values: dict[str, str] = {}
    layout, line = load(form), 0
    for event, place in _where(deal, players):
        if event.kind in (EventKind.CLAIM, EventKind.CHALLENGE):
            values |= _claim(event)
            continue
        line += 1
        if event.at is not None:
            at = {word: event.at.number(word) for word in ("call", "trick", "seat")}
            place = {word: str(number) for word, number in at.items() if number is not None}
        parts = place | _event_parts(event)
        if layout.field(f"event {line} / {event.kind.value}") is not None:
            del parts["kind"]
            parts[event.kind.value] = "X"
        values |= {f"event {line} / {part}": text for part, text in parts.items()}
    return values


def _event_parts(event: Event) -> dict[str, str]:
    parts = {
        "kind": _CODES.get(event.kind.value, ""),
        "seat": _text(event.seat),
        "team": _text(event.team),
        "card": _text(event.cards[0]) if event.cards else "",
        "new card": _text(event.replaced_by),
        "remark": event.text or "",
    }
    if not parts["kind"] and event.kind is not EventKind.NOTE:
        # What has no figure is told in words: ``concede B``.
        parts["remark"] = f"{event.kind.value} {parts['team']} {parts['remark']}".strip()
    if event.kind is EventKind.REVIEW:
        parts["remark"] = ""
    return {part: text for part, text in parts.items() if text}


def _claim(event: Event) -> dict[str, str]:
    if event.kind is EventKind.CHALLENGE:
        return {"claim / challenge": _text(event.team)}
    cards = {f"claim / card {k + 1}": _text(card) for k, card in enumerate(event.cards)}
    return {"claim / seat": _text(event.seat), **cards}
