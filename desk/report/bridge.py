"""A deal of bridge laid out for reading: four hands round a table, the auction, tricks with dummy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from fairdeal.desk import words
from fairdeal.desk.report.fifty_six import (
    dealer_words,
    hand_view,
    hands_title,
    happened,
    places_of,
    rounds_of,
    seats_shown,
    trick_view,
    tricks_of,
    written_figures,
)
from fairdeal.desk.report.marks import Mark, Marks
from fairdeal.desk.report.scores import Cell, cell_view
from fairdeal.desk.report.shown import (
    BoardFacts,
    DealView,
    HandView,
    SeatHead,
    Token,
    TrickView,
)
from fairdeal.desk.score.figures import PAIRS
from fairdeal.records.cards import COMPASS_NAMES, Seat, team_of
from fairdeal.records.doubt import Standing
from fairdeal.records.place import lines_of
from fairdeal.records.record import WE_THEY, Call, Deal, Play, Record, Sheet
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.replay.table import TEAMS, WORDS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, as_claimed, taken
from fairdeal.rulings.bridge.scoring.sheets import line_of
from fairdeal.rulings.bridge.session import see_sheet
from fairdeal.rulings.frame.finding import DealVerdict, Finding
from fairdeal.rulings.replay.play import TrickFact

Part = Literal["above", "below", "game", "total"]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row: what stands under WE and under THEY, for which hand and what."""

    deal: str
    we: Cell
    they: Cell
    note: str
    marks: tuple[Mark, ...] = ()
    """Of the line drawn there."""


@dataclass(frozen=True, slots=True)
class WeTheyView:
    """A sheet by its parts. In `below`, ``game`` is a line drawn under a game."""

    title: str
    we: str
    they: str
    above: tuple[EntryRow, ...]
    below: tuple[tuple[Part, EntryRow], ...]
    totals: tuple[EntryRow, ...]


def we_they(sheet: Sheet, marks: Marks, number: int | None) -> WeTheyView:
    """A sheet as it is shown. `number`: which of several it is."""
    seen = see_sheet(sheet)
    parts: dict[str, list[EntryRow]] = {"above": [], "total": []}
    below: list[tuple[Part, EntryRow]] = []
    for row in seen.rows:
        view = _row(sheet, row.index, marks, number)
        line = line_of(row)
        if line in ("below", "game"):
            below.append(("game" if line == "game" else "below", view))
        elif line:
            parts[line].append(view)
        elif not (view.we.blank and view.they.blank) or view.marks:
            parts["above"].append(view)
    title = "WE and THEY" if number is None else f"WE and THEY, sheet {number}"
    they = PAIRS[1] if seen.we == PAIRS[0] else PAIRS[0]
    return WeTheyView(
        title, seen.we, they, tuple(reversed(parts["above"])), tuple(below), tuple(parts["total"])
    )


def entry_names(sheet: Sheet) -> dict[tuple[int, str], str]:
    """What each cell is called, by its row (from 1) and column: forms print no numbers before rows.

    ``above the line, entry 3, WE``, ``total, THEY``.
    """
    seen = see_sheet(sheet)
    counted: Counter[str] = Counter()
    found: dict[tuple[int, str], str] = {}
    for row in seen.rows:
        line = line_of(row)
        if line in ("above", "below"):
            counted[line] += 1
        named = {
            "above": f"above the line, entry {counted['above']}",
            "below": f"below the line, entry {counted['below']}",
            "game": f"line for a game, after entry {counted['below']} below the line",
            "total": "total",
        }.get(line)
        if named is not None:
            for column in (*WE_THEY, "line", "deal"):
                found[row.index + 1, column] = (
                    f"{named}, {column.upper()}" if column in WE_THEY else named
                )
    return found


def _row(sheet: Sheet, index: int, marks: Marks, number: int | None) -> EntryRow:
    def cell(column: str) -> Cell:
        place = sheet.place(index, column).in_sheet(number)
        return cell_view(sheet.cell(index, column), marks, place)

    def text(column: str) -> str:
        found = sheet.cell(index, column)
        if found is None or found.standing in (Standing.BLANK, Standing.ABSENT):
            return ""
        return "?" if found.value is None else str(found.value)

    line = marks.at(None, *sheet.place(index, "line").in_sheet(number).parts)
    return EntryRow(text("deal"), cell("we"), cell("they"), text("entry") or text("remarks"), line)


SEATS: Final[tuple[Seat, ...]] = ("W", "N", "E", "S")
"""Columns of auctions and tricks: west first, as bridge is printed, so that turns run to the right."""
_AROUND: Final[tuple[Seat, ...]] = ("N", "W", "E", "S")
"""Hands in the order in which they are read: north at the top, then west and east, south below."""
_TAGS: Final = (
    "Event",
    "Site",
    "Date",
    "Round",
    "Table",
    "Room",
    "North",
    "East",
    "South",
    "West",
)
"""Tags of a board that say where it was played, and by whom."""
_MARKED: Final = {
    "I": "marked insufficient",
    "S": "marked: a seat passed over",
    "R": "marked as a revoke",
    "L": "marked as a lead out of turn",
}
"""What the marks of PBN say, by their letter."""


def lay_out(
    record: Record, deal: Deal, ruled: BridgeRuled, marks: Marks, verdict: DealVerdict
) -> DealView:
    """A deal's view, told by the replay that the rulings made of it."""
    played = ruled.replay
    game = verdict.game
    heads = {seat: _head(record, deal, played, seat) for seat in SEATS}
    strength = played.table.strength["NT"]
    return DealView(
        game=game,
        label=deal.label or str(game),
        dealer=dealer_words(deal.dealer, played.dealer),
        dealer_marks=marks.at(game, "dealer"),
        contract=words.contract(verdict.contract),
        contract_spoken=words.contract_aloud(verdict.contract),
        contract_marks=marks.at(game, "contract"),
        outcome=words.outcome(verdict),
        hands=tuple(
            _hand(hand_view(deal, played.dealt[seat], strength, heads[seat], marks, game))
            for seat in sorted(seats_shown(deal, played.dealt), key=_AROUND.index)
        ),
        hands_title=hands_title(deal),
        callers=tuple(heads[seat] for seat in SEATS) if deal.auction else (),
        rounds=_told_calls(record, deal, rounds_of(deal, played.auction.calls, SEATS, marks, game)),
        players=tuple(heads[seat] for seat in SEATS) if deal.play else (),
        tricks=tuple(_trick(deal, fact, marks, game) for fact in played.play.tricks),
        happened=(*happened(deal), *_comments(deal)),
        written=tuple(
            (name.replace("points", "tricks"), text, at)
            for name, text, at in written_figures(deal, marks, game)
        ),
        board=BoardFacts(
            vulnerable=WORDS[played.vulnerable] if played.vulnerable is not None else "not known",
            vulnerable_marks=marks.at(game, "vulnerable"),
            taken=_taken(ruled, verdict),
            score=_score(verdict),
            lead=_lead(played),
            tags=tuple(_tags(deal)),
        ),
    )


def excerpt(view: DealView, finding: Finding) -> DealView:
    """The part of a deal that one finding needs: see `desk.report.fifty_six.excerpt`."""
    places = list(places_of(finding))
    numbers = tricks_of(finding)
    calls = {place.number("call") for place in places} - {None}
    hands = {part[5:] for place in places for part in place.parts if part.startswith("hand ")}
    if numbers and finding.seat is not None:
        hands.add(finding.seat)
    return replace(
        view,
        hands=tuple(hand for hand in view.hands if hand.head.seat in hands),
        rounds=view.rounds if calls else (),
        tricks=tuple(trick for trick in view.tricks if trick.number in numbers),
        happened=(),
        written=tuple(entry for entry in view.written if entry[2]),
        board=None if view.board is None else replace(view.board, best=None),
    )


def name_of(record: Record, deal: Deal | None, seat: Seat) -> str:
    """Who sits there: by the heading, or by the board's own tag (``[North "..."]`` of PBN)."""
    named = record.tag(f"Seat{seat}") or record.tag(COMPASS_NAMES[seat])
    if named or deal is None:
        return named or ""
    return next(
        (tag.value for tag in deal.tags if tag.name == COMPASS_NAMES[seat] and _says(tag.value)), ""
    )


def _hand(view: HandView) -> HandView:
    """A hand of which nothing is known needs no word on where its cards are known from."""
    return view if any(row.cards for row in view.suits) else replace(view, source="")


def _says(value: str) -> bool:
    """Whether a tag of PBN says anything: ``?`` and ``-`` are written where nothing is known."""
    return value.strip() not in ("", "?", "-", "#", "##")


def _head(record: Record, deal: Deal, played: BridgeReplay, seat: Seat) -> SeatHead:
    role = ""
    if played.contract is not None and seat == played.contract.by:
        role = "declarer"
    elif played.contract is not None and seat == played.dummy:
        role = "dummy"
    return SeatHead(seat, team_of(seat), name_of(record, deal, seat), role)


def _tags(deal: Deal) -> Iterable[tuple[str, str]]:
    for name in _TAGS:
        value = next((tag.value for tag in deal.tags if tag.name == name), "")
        if _says(value):
            yield name, value


def _comments(deal: Deal) -> Iterable[str]:
    """Notes and comments of a board, as they were written."""
    for number, text in _notes(deal).items():
        yield f"Note {number}: {text}"
    for comment in deal.comments:
        text = " ".join(comment.text.split())
        if text:
            yield text if len(text) <= LONGEST_COMMENT else text[:LONGEST_COMMENT] + "…"


SHORT: Final = 40
"""Letters of a remark that is shown at its call; longer ones stand below the play alone."""
LONGEST_COMMENT: Final = 400
"""Letters of a comment that are shown: some files carry whole newspaper columns in them."""


def _told_calls(
    record: Record, deal: Deal, rounds: Sequence[Sequence[Sequence[Token]]]
) -> tuple[tuple[tuple[Token, ...], ...], ...]:
    """The calls with what the record remarks on them."""
    notes = _notes(deal)
    lines = record_lines(record.source) if notes else ()
    said = {each.at: " ".join(each.text.split()) for each in deal.comments if each.at}
    remarks = {
        number: ", ".join(
            part
            for part in (_remark(call), _note(call, lines, notes), said.get(f"call {number}", ""))
            if part and len(part) <= SHORT
        )
        for number, call in enumerate(deal.calls, 1)
    }
    return tuple(
        tuple(
            tuple(replace(token, remark=remarks.get(int(token.note), "")) for token in cell)
            for cell in each
        )
        for each in rounds
    )


def _remark(of: Call | Play) -> str:
    return ", ".join(_MARKED[letter] for letter in of.marked or "" if letter in _MARKED)


record_lines = lru_cache(maxsize=2)(lines_of)
"""The lines of a record's text; kept, as each of many deals asks for them."""


def _notes(deal: Deal) -> dict[str, str]:
    """The notes of a board by their number: ``[Note "1:weak"]``."""
    found = {}
    for tag in deal.tags:
        number, _, text = tag.value.partition(":")
        if tag.name == "Note" and number.strip().isdecimal():
            found[number.strip()] = text.strip()
    return found


def _note(call: Call, lines: Sequence[str], notes: Mapping[str, str]) -> str:
    """The note that stands beside a call (``2NT =1=``): an alert and what it means."""
    span = call.span
    if span is None or not 0 < span.end_line <= len(lines):
        return ""
    found = _BESIDE.match(lines[span.end_line - 1][span.end_column - 1 :])
    return notes.get(found[1], "") if found else ""


_BESIDE: Final = re.compile(r"(?:\s*(?:\$\d+|[!?]{1,2}|\^\w))*\s*=(\d+)=")


def _trick(deal: Deal, fact: TrickFact, marks: Marks, game: int) -> TrickView:
    view = trick_view(deal, fact, SEATS, marks, game)
    trick = next(each for each in deal.play or () if each.number == fact.number)
    remarks = {str(number): _remark(play) for number, play in enumerate(trick.plays, 1)}
    cells = tuple(
        tuple(replace(token, remark=remarks.get(token.note, "")) for token in cell)
        for cell in view.cells
    )
    leader = None if fact.unordered else view.leader
    return replace(view, cells=cells, leader=leader, points=None)


def _lead(played: BridgeReplay) -> str:
    return words.seat(played.table.after[played.contract.by]) if played.contract else ""


def _taken(ruled: BridgeRuled, verdict: DealVerdict) -> str:
    """``NS 10, EW 3: made with 1 over``."""
    tricks = as_claimed(ruled.replay, ruled.findings, taken(ruled.replay)).tricks
    contract = verdict.contract
    if tricks is None or contract is None:
        return ""
    more = tricks[team_of(contract.by)] - contract.value - 6
    made = f"{-more} down" if more < 0 else "made" + (f" with {more} over" if more else " just")
    return f"{words.figures(tricks)}: {made}"


def _score(verdict: DealVerdict) -> str:
    """``NS 620``: the side that scores; both where both do."""
    if verdict.award is None:
        return ""
    scored = {team: verdict.award[team] for team in TEAMS if verdict.award[team]}
    return words.figures(scored) if scored else "0"
