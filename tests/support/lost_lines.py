"""Which lines of a text a record holds nothing of, and no problem speaks of: there must be none.

Independent of how reading works: a line is accounted for by an entry, event, tag, row or comment of
the record that stands on it, by a problem on it, or by being the bare name of a block that the record
has. Anything else was dropped in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fairdeal.grammar.notation.hand_record import ReadResult
from fairdeal.records import Deal, Entry, Record, Span, lines_of

_NOTHING = re.compile(r"[\s\0\u200b\u200e\u200f\ufeff]*(?:;.*)?")
_NAMES = {
    "hands": re.compile(r"\bhands?\b", re.IGNORECASE),
    "auction": re.compile(r"\b(auction|bidding)\b", re.IGNORECASE),
    "play": re.compile(r"\bplay\b", re.IGNORECASE),
    "result": re.compile(r"\bresult\b", re.IGNORECASE),
}
_BARE = re.compile(r"(?:\s*(?:hands?|auction|bidding|play|result)\s*:?)+\s*(;.*)?", re.IGNORECASE)
_EMPTY_ROWS = re.compile(
    r"(?:[^\w]*(?:hands?|play|result)\s*:)?\s*"
    r"(?:(?:seat\s+)?(?:[1-8NESW]\??|\{[^{}]*\}\??)\s*:|trick\s*\d+\s*:?[\s.…]*|\.\.+|…"
    r"|tricks\s*[:=]?|contract\s*:?)\s*(?:;.*)?",
    re.IGNORECASE,
)
"""Rows that hold no entry and still say something: a hand of no cards, a trick of none."""


def lost_lines(result: ReadResult) -> list[int]:
    """The numbers of the lines that were lost."""
    record = result.record
    lines = lines_of(record.source)
    told = {span.line for span in _spans(record)}
    told |= {problem.line for problem in result.problems if problem.line is not None}
    return [
        number
        for number, line in enumerate(lines, start=1)
        if number not in told and not _NOTHING.fullmatch(line) and not _bare(line, record)
    ]


def _bare(line: str, record: Record) -> bool:
    line = re.sub(r"[\0\u200b\u200e\u200f\ufeff]", " ", line)
    if _BARE.fullmatch(line):
        named = [block for block, name in _NAMES.items() if name.search(line.split(";")[0])]
        return all(
            any(getattr(deal, block) is not None for deal in record.deals) for block in named
        )
    return _EMPTY_ROWS.fullmatch(line.strip()) is not None


def _spans(record: Record) -> Iterator[Span]:
    found: list[Span | None] = [tag.span for tag in record.tags]
    found += [event.span for event in record.events]
    for sheet in record.sheets:
        if sheet.match_points is not None:
            points = sheet.match_points
            found += [points.span, *(entry.span for entry in points.points.values())]
            found += [points.tie_break.span] if points.tie_break is not None else []
        if sheet.span is not None:
            # The name of the sheet, and the row of its columns.
            found.append(sheet.span)
        found += [row.span for row in sheet.rows]
        found += _header(record, sheet.columns)
    for deal in record.deals:
        found += _deal_spans(deal)
    yield from (span for span in found if span is not None)


def _header(record: Record, columns: tuple[str, ...]) -> list[Span | None]:
    """The lines with as many cells as a sheet has columns and the name of one of them."""
    return [
        Span(number, 1, number, 1)
        for number, line in enumerate(lines_of(record.source), start=1)
        if columns
        and any(name and name.split()[0] in line.lower() for name in columns)
        and line.count("|") >= len(columns) - 1
    ]


def _deal_spans(deal: Deal) -> list[Span | None]:
    found: list[Span | None] = [tag.span for tag in deal.tags]
    if deal.span is not None:
        found.append(Span(deal.span.line, 1, deal.span.line, 1))
    entries: list[Entry[Any] | None] = [deal.number, deal.dealer, deal.vulnerable]
    for hand in deal.hands or ():
        found += [hand.span_of(index) for index in range(len(hand.cards))]
    found += [deal.span_of_call(call, number) for number, call in enumerate(deal.calls, 1)]
    for trick in deal.play or ():
        found += [trick.span_of(index) for index in range(len(trick.plays))]
    found += [event.span for event in deal.all_events()]
    if deal.result is not None:
        result = deal.result
        entries += [*result.points.values(), *result.score.values(), *result.penalty.values()]
        if result.contract is not None:
            entries += [result.contract.said, result.contract.by, result.contract.doubling]
        found += [
            entry.span or result.trick_spans.of(index) for index, entry in enumerate(result.tricks)
        ]
    return found + [entry.span for entry in entries if entry is not None]
