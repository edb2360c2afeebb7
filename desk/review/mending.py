"""A slip of the pen corrected: the readings by which a person puts right the entries that it put wrong.

What is written stays as it is. Each entry becomes a correction like any other (`review.corrections`): a
field of a photo, or a line of a typed record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.archive.acts import canonical, sha256
from fairdeal.desk.archive.casefile import FieldKey
from fairdeal.desk.check.sentences import AS_WELL, is_line
from fairdeal.desk.intake.case import Case, replays
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.review.corrections import LINE, understood
from fairdeal.grammar.encoding import decoded
from fairdeal.records import (
    Deal,
    Field,
    FieldKind,
    Hand,
    Place,
    Seat,
    Span,
    Trick,
    in_groups,
    lines_of,
)
from fairdeal.rulings.doubt.slips_of_lines import LEFT_OUT, NO_LINE
from fairdeal.rulings.frame.finding import Explanation, Misread

_LABELLED: Final = re.compile(r"(\s*[^\s:]+\s*:\s*)?(.*)", re.DOTALL)
"""A token of a typed record: the seat before it, where one is written, and what stands for the entry."""


Changes = Mapping[FieldKey, str | None]
"""Corrections that correct a slip together: what each field or line is to say, None for nothing."""


def key_of(of: Explanation) -> str:
    """What a form calls an explanation: the same as long as its entries are written that way."""
    entries = [[str(each.place), each.written, each.read] for each in of.entries]
    return sha256(canonical([of.deal, of.game, entries]))[:20]


def explanation(case: Case, key: str) -> Explanation | None:
    """The explanation that a form names; None where nothing is explained so any more."""
    return next((each for each in case.verdict.explanations if key_of(each) == key), None)


def changes(case: Case, of: Explanation) -> Changes:
    """The corrections that put right what an explanation says was a slip; none where they cannot be made
    for certain: then a person corrects the entries one by one."""
    try:
        return _on_photo(case, of) or _typed(case, of)
    except _UnsureError:
        return {}


class _UnsureError(Exception):
    """It not known for certain what to write."""


# --- photographed ------------------------------------------------------------------------------------


def _on_photo(case: Case, of: Explanation) -> Changes:
    fields = {name: source for (game, name), source in case.sources.items() if game == of.game}
    if not fields:
        return {}
    wanted = dict(_wanted(case, of, fields))
    if not wanted:
        raise _UnsureError
    return dict(_change(case, of.game, name, text) for name, text in wanted.items())


def _wanted(
    case: Case, of: Explanation, fields: Mapping[str, object]
) -> Iterable[tuple[str, str | None]]:
    """What each field ought to say, None for nothing."""
    swapped = _swapped_rows(of.entries)
    if swapped is not None:
        one, two = swapped
        printed = any(" / card " in name for name in fields)
        for name in fields:
            if printed and (" / seat " in name or name.endswith(" / leader")):
                continue  # It names a card of the row once more.
            for here, there in ((one, two), (two, one)):
                rest = name.removeprefix(f"{here} / ")
                if rest not in (name, "winner"):
                    yield name, _text(_field(case, of.game, f"{there} / {rest}"))
        return
    if all(map(is_line, of.entries)):
        yield from _rows_moved(case, of, fields)
        return
    for each in of.entries:
        if each.read.endswith(AS_WELL):
            hand = str(each.place)
            free = (
                name
                for name in (f"{hand} / {n}" for n in range(1, 17))
                if name in fields and _field(case, of.game, name).blank
            )
            for card in each.read.removesuffix(AS_WELL).split():
                box = next(free, None)
                if box is None:
                    raise _UnsureError
                yield box, card
        else:
            yield on_form(case, of.game, each.place), each.read


def _rows_moved(
    case: Case, of: Explanation, fields: Mapping[str, object]
) -> Iterable[tuple[str, str | None]]:
    """Each row of the play as that of the trick that it is of; nothing in the row of a line left out."""
    names = [(name, Place.parse(name).number("trick")) for name in fields]
    rows = {number for _, number in names if number is not None}
    stood = {_number_of(of, number): number for number in sorted(rows)}
    for name, number in names:
        rest = name.partition(" / ")[2]
        if number is None or rest == "winner" or stood.get(number) == number:
            continue
        before = f"trick {stood.get(number)} / {rest}"
        text = _text(_field(case, of.game, before)) if before in fields else None
        here = _text(_field(case, of.game, name))
        if here is not None and _number_of(of, number) not in rows:
            raise _UnsureError  # it would be of a row that is not there
        if text != here:
            yield name, text


def _number_of(of: Explanation, line: int) -> int:
    """The number of the trick that a line as written is of, by the lines left out and written twice above."""
    above = [each.read for each in of.entries if (each.place.number("trick") or 0) <= line]
    return line + sum(-1 if read == NO_LINE else LEFT_OUT.index(read) + 1 for read in above)


def on_form(case: Case, game: int, place: Place) -> str:
    """The field of the hand log for an entry of a deal; cards of the play stand in columns, seat by seat."""
    number, index = place.number("trick"), place.number("card")
    if number is None or index is None or len(place.parts) != 2:
        return str(place)
    seat = _player(case, game, number, index - 1)
    return f"{place.parts[0]} / seat {seat}" if seat is not None else str(place)


def _seen(case: Case, game: int, name: str) -> tuple[Document, Field]:
    seen = case.field_at(game, Place.parse(name))
    if seen is None:
        raise _UnsureError
    return seen


def _field(case: Case, game: int, name: str) -> Field:
    return _seen(case, game, name)[1]


def _text(field: Field) -> str | None:
    if field.blank:
        return None
    if field.text is None:
        raise _UnsureError
    return field.taken or field.text


def _change(case: Case, game: int, name: str, text: str | None) -> tuple[FieldKey, str | None]:
    document, field = _seen(case, game, name)
    pages = enumerate(document.transcripts)
    page = next((n for n, it in pages if any(each is field for each in it.fields)), None)
    if page is None:
        raise _UnsureError
    key = (document.digest, page, field.name)
    return key, text if text is None else understood(field.kind, text).text or text


# --- typed -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Edit:
    """A stretch of a line that is replaced; columns from 0."""

    line: int
    start: int
    end: int
    text: str


def _typed(case: Case, of: Explanation) -> Changes:
    found = _document(case, of)
    if found is None:
        return {}
    document, deal = found
    lines = lines_of(decoded(document.data)[0])
    by_line = in_groups((edit.line, edit) for edit in _edits(case, of, deal, lines))
    return {
        (document.digest, 0, f"{LINE}{number}"): _edited(lines[number - 1], edits)
        for number, edits in sorted(by_line.items())
    }


def _edited(line: str, edits: Iterable[_Edit]) -> str | None:
    """A line as it is to be read; nothing where it was written twice."""
    for edit in sorted(edits, key=lambda each: -each.start):
        line = line[: edit.start] + edit.text + line[edit.end :]
    return line if line.strip() else None


def _document(case: Case, of: Explanation) -> tuple[Document, Deal] | None:
    """The typed record that has the deal, and the deal in it: where only one can be meant."""
    from fairdeal.desk.intake.documents import reader_of

    typed = [
        each
        for each in case.documents
        if not each.photographed and reader_of(each.name, each.data[:4096]) is None
    ]
    if len(case.documents) == 1 and typed:
        return typed[0], typed[0].record.deals[of.game - 1]
    found = [
        (document, deal)
        for document in typed
        for deal in document.record.deals
        if of.deal is not None and deal.label == of.deal
    ]
    return found[0] if len(found) == 1 else None


def _edits(case: Case, of: Explanation, deal: Deal, lines: Sequence[str]) -> Iterable[_Edit]:
    swapped = _swapped_rows(of.entries)
    if swapped is not None:
        one, two = (_row(deal, name, lines) for name in swapped)
        yield _Edit(one.line, one.start, one.end, two.text)
        yield _Edit(two.line, two.start, two.end, one.text)
        return
    for each in of.entries:
        if is_line(each):
            row = _row(deal, str(each.place), lines)
            number = _number_of(of, each.place.number("trick") or 0)
            again = each.read == NO_LINE
            end, text = (row.end, "") if again else (row.start, f"trick {number}: ")
            yield _Edit(row.line, row.start, end, text)
        elif each.read.endswith(AS_WELL):
            row = _row(deal, str(each.place), lines)
            yield _Edit(row.line, row.end, row.end, f" {each.read.removesuffix(AS_WELL)}")
        else:
            yield _token(case, of.game, deal, each, lines)


def _row(deal: Deal, name: str, lines: Sequence[str]) -> _Edit:
    """A row of cards as it is written: all of a trick's line, of a hand's what is behind the seat."""
    kind, _, which = name.partition(" ")
    rows = [
        each
        for each in (deal.hands if kind == "hand" else deal.play) or ()
        if (each.seat if isinstance(each, Hand) else str(each.number)) == which
    ]
    if len(rows) != 1 or (isinstance(rows[0], Trick) and (rows[0].labelled or rows[0].events)):
        raise _UnsureError
    row = rows[0]
    spans = [span for n in range(_size(row)) if (span := row.span_of(n)) is not None]
    if not spans or len(spans) != _size(row) or len({span.line for span in spans}) != 1:
        raise _UnsureError
    start, end = spans[0].column - 1, spans[-1].end_column - 1
    return _Edit(spans[0].line, start, end, lines[spans[0].line - 1][start:end])


def stretches(case: Case, game: int, place: Place) -> list[tuple[int, int, int]]:
    """Where an entry stands in the text of the record, or a row of cards line by line: the line (from 1), and
    the columns (from 0) from its first letter to behind its last."""
    deal = case.record.deals[game - 1]
    rows: list[Hand | Trick] = []
    if len(place.parts) == 1:
        rows += [hand for hand in deal.hands or () if f"hand {hand.seat}" == str(place)]
        rows += [trick for trick in deal.play or () if f"trick {trick.number}" == str(place)]
    found: dict[int, tuple[int, int]] = {}
    for span in (
        _span(case, game, deal, place),
        *(row.span_of(n) for row in rows for n in range(_size(row))),
    ):
        if span is not None and span.line == span.end_line:
            start, end = found.get(span.line, (span.column - 1, 0))
            found[span.line] = (min(start, span.column - 1), max(end, span.end_column - 1))
    return [(number, start, end) for number, (start, end) in sorted(found.items())]


def _size(row: Hand | Trick) -> int:
    return len(row.cards) if isinstance(row, Hand) else len(row.plays)


def _token(case: Case, game: int, deal: Deal, entry: Misread, lines: Sequence[str]) -> _Edit:
    """One entry of the text replaced. The token must say what was read: of other notations, and of what is
    spread over several lines, nothing is replaced."""
    span = _span(case, game, deal, entry.place)
    if span is None or span.line != span.end_line or not 1 <= span.line <= len(lines):
        raise _UnsureError
    line = lines[span.line - 1]
    start, end = span.column - 1, span.end_column - 1
    before, said = _parted(line[start:end])
    if entry.place.parts[-1] in ("seat", "leader"):
        label = before.rstrip().removesuffix(":").strip()
        if label != entry.written:
            raise _UnsureError
        return _Edit(span.line, start, end, before.replace(label, entry.read, 1) + said)
    if entry.place.parts == ("dealer",):
        if said.strip('"') != entry.written:
            raise _UnsureError
        return _Edit(span.line, start, end, before + said.replace(entry.written, entry.read, 1))
    kind: FieldKind = "call" if entry.place.parts[0].startswith("call") else "card"
    if understood(kind, said).text != entry.written:
        raise _UnsureError
    return _Edit(span.line, start, end, before + entry.read)


def _parted(token: str) -> tuple[str, str]:
    found = _LABELLED.fullmatch(token)
    return (found[1] or "", found[2]) if found is not None else ("", token)


def _span(case: Case, game: int, deal: Deal, place: Place) -> Span | None:
    """Where an entry stands in the text, the seat before it included."""
    match place.parts:
        case ("dealer",):
            return deal.dealer.span if deal.dealer is not None else None
        case (call, *_) if call.startswith("call "):
            number, calls = place.number("call") or 0, deal.calls
            if not 0 < number <= len(calls):
                return None
            return deal.span_of_call(calls[number - 1], number)
        case (hand, card) if hand.startswith("hand ") and card.isdecimal():
            held = deal.hand(hand.removeprefix("hand "))
            return held.span_of(int(card) - 1) if held is not None else None
        case (trick, which, *_) if trick.startswith("trick "):
            return _span_in_trick(case, game, deal, place, which)
    return None


def _span_in_trick(case: Case, game: int, deal: Deal, place: Place, which: str) -> Span | None:
    rows = [row for row in deal.play or () if row.number == place.number("trick")]
    if len(rows) != 1:
        return None
    row, index = rows[0], 1 if which == "leader" else place.number("card")
    if index is not None:
        return row.span_of(index - 1) if 0 < index <= len(row.plays) else None
    players = (_player(case, game, row.number, n) for n in range(len(row.plays)))
    return next((row.span_of(n) for n, it in enumerate(players) if f"seat {it}" == which), None)


# --- both --------------------------------------------------------------------------------------------


def _player(case: Case, game: int, trick: int, index: int) -> Seat | None:
    """Who played a card of a trick (`index` from 0); where that is not known, whose turn it was."""
    replay = replays(case.record, case.verdict, case.book, {game})[game]
    seats = tuple(replay.dealt)
    for row in replay.play.tricks:
        if row.number == trick and index < min(len(row.seats), len(row.cards)):
            return row.seats[index] or seats[index % len(seats)]
    return None


def _swapped_rows(entries: Sequence[Misread]) -> tuple[str, str] | None:
    """Two hand rows, or two lines of the play, that stand swapped."""
    names = [str(each.place) for each in entries]
    if len(names) != 2 or any(is_line(each) or len(each.place.parts) != 1 for each in entries):
        return None
    kinds = {name.partition(" ")[0] for name in names}
    return (names[0], names[1]) if kinds in ({"hand"}, {"trick"}) else None
