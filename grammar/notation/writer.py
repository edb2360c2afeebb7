"""Writes a record in the one canonical way, so that reading it gives the same record again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fairdeal.grammar import doubt
from fairdeal.records import (
    Call,
    Cell,
    Comment,
    Deal,
    Entry,
    Event,
    EventKind,
    Hand,
    MatchPoints,
    Play,
    Record,
    Result,
    Sheet,
    SheetRow,
    Standing,
    Team,
    Trick,
    is_number_column,
    lines_of,
)

ROW_WIDTH: Final = 100
"""Columns after which a row of calls is broken."""

_BARE_TEXT = re.compile(r"[^\W_][\w.'’/&()+#%:]*(?: [\w.'’/&()+#%:]+)*")
_KEYWORD = re.compile(r"(?i)hand|auction|bidding|play|result|sheet|score|match|tie")
_NO_CALL = re.compile(
    r"(?i)[!\[]|(?:contract|tricks?|points|score|penalty|match[\s-]*points|tie[\s-]*break|hands?"
    r"|auction|bidding|play|result|sheet)(?!\w)"
)
"""How lines begin that hold no calls."""
_BARE_NAME = re.compile(r"[^\s;\"@=,{}]+")


class Line(NamedTuple):
    """A line of the record and the name by which comments keep to it."""

    text: str
    anchor: str


def write(record: Record) -> str:
    """The canonical text of a record: heading, deals, sheets; reading it gives `record` again."""
    heading = list(_heading(record))
    sheets = [list(_sheet(sheet, n)) for n, sheet in enumerate(record.sheets, start=1)]
    remarks = _Comments(record.comments, [*heading, *(line for sheet in sheets for line in sheet)])
    blocks = [[*remarks.top(), *remarks.beside(heading)]]
    for position, deal in enumerate(record.deals):
        lines = list(_deal(deal, first=position == 0))
        blocks.append(_Comments(deal.comments, lines).beside(lines))
    blocks += [remarks.beside(sheet) for sheet in sheets]
    return "\n".join("\n".join(block) + "\n" for block in blocks if block)


class _Comments:
    """Lays comments beside the lines that they belong to, always in their order."""

    def __init__(self, comments: Sequence[Comment], lines: Sequence[Line]) -> None:
        self.waiting = list(comments)
        self.ahead = [line.anchor for line in lines]

    def top(self) -> Iterator[str]:
        """Comments that belong to no line and come before all."""
        while self.waiting and self.waiting[0].at not in self.ahead:
            yield _comment(self.waiting.pop(0))

    def beside(self, lines: Sequence[Line]) -> list[str]:
        """The texts of the lines with the comments that fall to them."""
        texts: list[str] = []
        for line in lines:
            texts.append(line.text)
            self.ahead.pop(0)
            shared = False
            while self.waiting:
                comment = self.waiting[0]
                if comment.at != line.anchor and comment.at in self.ahead:
                    break
                self.waiting.pop(0)
                if comment.at == line.anchor and comment.line_before and not shared:
                    texts[-1] = f"{texts[-1]}  {_comment(comment)}"
                else:
                    texts.append(_comment(comment))
                shared = True
        return texts


def _comment(comment: Comment) -> str:
    text = " ".join(filter(None, lines_of(comment.text))).strip()
    return f"; {text}" if text else ";"


def _heading(record: Record) -> Iterator[Line]:
    for number, tag in enumerate(record.tags, start=1):
        yield Line(f"[{tag.name} {doubt.quoted(tag.value)}]", f"heading {number}")
    for number, event in enumerate(record.events, start=1):
        yield Line(event_text(event), f"session event {number}")


def _deal(deal: Deal, *, first: bool) -> Iterator[Line]:
    writer = _DealWriter(deal)
    if not (first and _opens_itself(deal)):
        written = "" if deal.number is None else doubt.written(deal.number, str)
        yield Line(f"[Deal {doubt.quoted(written)}]", "deal")
    if deal.unread:
        yield Line('[Unread "yes"]', "unread")
    if deal.dealer is not None:
        yield Line(f"[Dealer {doubt.quoted(doubt.written(deal.dealer, str))}]", "dealer")
    if deal.vulnerable is not None:
        yield Line(
            f"[Vulnerable {doubt.quoted(doubt.written(deal.vulnerable, str))}]", "vulnerable"
        )
    for number, tag in enumerate(deal.tags, start=1):
        yield Line(f"[{tag.name} {doubt.quoted(tag.value)}]", f"tag {number}")
    yield from writer.events([event for event in deal.events if event.above_hands])
    yield from writer.hands()
    yield from writer.events([event for event in deal.events if not event.above_hands])
    yield from writer.auction()
    yield from writer.play()
    yield from writer.result()


def _opens_itself(deal: Deal) -> bool:
    """Whether the first deal of a record can do without its ``[Deal ""]``."""
    if deal.number is not None or deal.tags or deal.unread or deal.vulnerable is not None:
        return False
    if deal.dealer is not None or deal.hands is not None:
        return deal.dealer is not None or not any(event.above_hands for event in deal.events)
    return not deal.events and any(
        block is not None for block in (deal.auction, deal.play, deal.result)
    )


class _DealWriter:
    """Writes the blocks of one deal, counting its events as the reader does."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.event_count = 0
        self.breaks = {comment.at for comment in deal.comments}

    def events(self, events: Sequence[Event]) -> Iterator[Line]:
        for event in events:
            self.event_count += 1
            yield Line(event_text(event), f"event {self.event_count}")

    def hands(self) -> Iterator[Line]:
        if self.deal.hands is None:
            return
        yield Line("Hands:", "hands")
        yield from (Line(hand_text(hand), f"hand {hand.seat}") for hand in self.deal.hands)

    def auction(self) -> Iterator[Line]:
        if self.deal.auction is None:
            return
        yield Line("Auction:", "auction")
        row: list[str] = []
        count = 0
        for item in self.deal.auction:
            if isinstance(item, Event):
                yield from _calls_line(row, count)
                yield from self.events([item])
                row = []
                continue
            text = call_text(item)
            if row and sum(map(len, row)) + 2 * len(row) + len(text) > ROW_WIDTH:
                yield from _calls_line(row, count)
                row = []
            row.append(text)
            count += 1
            if f"call {count}" in self.breaks:
                yield from _calls_line(row, count)
                row = []
        yield from _calls_line(row, count)

    def play(self) -> Iterator[Line]:
        if self.deal.play is None:
            return
        yield Line("Play:", "play")
        due = 1
        for position, trick in enumerate(self.deal.play, start=1):
            label = f"trick {trick.number}:" if trick.labelled or trick.number != due else ""
            yield from self._trick(trick, position, label)
            due = trick.number + 1

    def _trick(self, trick: Trick, position: int, label: str) -> Iterator[Line]:
        """The rows of a trick: events stand between them, `..` opens each row after the first."""
        items = list(trick.items)
        rows = 0
        while position == 1 and items and isinstance(items[0], Event):
            if label and trick.number == 1:
                break
            yield from self.events([items[0]])
            items.pop(0)
        row: list[str] = [label] if label else []
        for item in [*items, None]:
            if isinstance(item, Play):
                row = row or [".."]
                row.append(play_text(item))
                if rows == 0 and not label and row[0] == "..":
                    row.pop(0)
                continue
            if row:
                rows += 1
                yield Line(" ".join(row), f"trick {position} row {rows}")
                row = []
            if item is not None:
                yield from self.events([item])

    def result(self) -> Iterator[Line]:
        result = self.deal.result
        if result is None and not self.deal.closing:
            return
        yield Line("Result:", "result")
        yield from _result_lines(result if result is not None else Result())
        yield from self.events(self.deal.closing)


def _calls_line(row: list[str], count: int) -> Iterator[Line]:
    if row:
        yield Line(", ".join(row), f"call {count}")


def _result_lines(result: Result) -> Iterator[Line]:
    if result.contract is not None:
        said = doubt.written_call(result.contract.said)
        if result.contract.doubling is None and said.endswith(" -"):
            said = f"{said[:-2]}-"  # a stroke on its own would be a doubling that is not recorded
        words = ["contract", said]
        if result.contract.doubling is not None:
            words.append(doubt.written(result.contract.doubling, str))
        if result.contract.by is not None:
            words += ["by", doubt.written(result.contract.by, str)]
        yield Line(" ".join(words), "contract")
    if result.tricks:
        seats = " ".join(doubt.written(entry, str) for entry in result.tricks)
        yield Line(f"tricks {seats}", "tricks")
    for name, figures in (
        ("points", result.points),
        ("score", result.score),
        ("penalty", result.penalty),
    ):
        if figures:
            yield Line(f"{name} {_figures(figures)}", name)


def _figures(figures: dict[Team, Entry[int]]) -> str:
    return " ".join(f"{team} {doubt.written(figures[team], str)}" for team in sorted(figures))


def hand_text(hand: Hand) -> str:
    label = hand.seat if hand.label is None else doubt.written(hand.label, str)
    return " ".join([f"{label}:", *map(doubt.written_card, hand.cards)])


def call_text(call: Call) -> str:
    said = doubt.written_call(call.said)
    said = doubt.quoted(said) if _NO_CALL.match(said) else said
    said += f" ^{call.marked}" if call.marked else ""
    return said if call.label is None else f"{doubt.written(call.label, str)}: {said}"


def play_text(play: Play) -> str:
    card = doubt.written_card(play.card) + (f"^{play.marked}" if play.marked else "")
    return card if play.label is None else f"{doubt.written(play.label, str)}:{card}"


def event_text(event: Event) -> str:
    """The line of an event: ``! retracted 4:KS -> 4:QD @ trick 2``."""
    words = ["!", event.kind.value]
    if event.kind is EventKind.OTHER:
        words = ["!", event.text or ""]
    elif event.kind in (EventKind.EXPOSED, EventKind.CLAIM):
        cards = [doubt.written_card(card) for card in event.cards]
        if event.seat is not None:
            first = cards[:1] if event.kind is EventKind.EXPOSED else []
            words.append(doubt.written(event.seat, str) + ":" + "".join(first))
            cards = cards[len(first) :]
        words += cards
    elif event.kind is EventKind.RETRACTED:
        label = "" if event.seat is None else doubt.written(event.seat, str) + ":"
        words += [label + doubt.written_card(card) for card in event.cards]
        if event.replaced_seat is not None:
            label = doubt.written(event.replaced_seat, str) + ":"
        if event.replaced_by is not None:
            words += ["->", label + doubt.written_card(event.replaced_by)]
    else:
        words += _event_words(event)
    if event.at is not None:
        words += ["@", str(event.at)]
    return " ".join(words)


def _event_words(event: Event) -> Iterator[str]:
    if event.team is not None:
        yield doubt.written(event.team, str)
    if event.seat is not None:
        yield doubt.written(event.seat, str)
    for seat, name in event.names:
        yield f"{seat}={name if _BARE_NAME.fullmatch(name) else doubt.quoted(name)}"
    if event.text is not None:
        plain = event.kind is EventKind.REVIEW and event.text in ("auction", "trick")
        yield event.text if plain else doubt.quoted(event.text)


def _sheet(sheet: Sheet, number: int) -> Iterator[Line]:
    yield Line("Sheet:" if sheet.copy is None else f"Sheet {sheet.copy}:", f"sheet {number}")
    if sheet.columns:
        names = [_name(name) for name in sheet.columns]
        names[0] = _first(names[0])
        yield Line(" | ".join(names), f"sheet {number} columns")
    for position, row in enumerate(sheet.rows, start=1):
        yield Line(_row(row, sheet.columns), f"sheet {number} row {position}")
    if sheet.match_points is not None:
        yield Line(_match_points(sheet.match_points), f"sheet {number} match points")


def _row(row: SheetRow, columns: tuple[str, ...]) -> str:
    names = (*columns, *[""] * len(row.cells))
    cells = [cell_text(cell, name) for cell, name in zip(row.cells, names, strict=False)]
    if cells:
        cells[0] = cell_text(row.cells[0], names[0], first=True)
    if tuple(cells) == columns or cells == [""]:
        cells[0] = doubt.quoted(cells[0])
    return " | ".join(cells).strip()


def _name(name: str) -> str:
    return name if _BARE_TEXT.fullmatch(name) else doubt.quoted(name)


def _first(text: str) -> str:
    """The first cell of a line: quoted where it would be read as another kind of line."""
    return doubt.quoted(text) if _KEYWORD.match(text) else text


def cell_text(cell: Cell, column: str, *, first: bool = False) -> str:
    """One cell as it is between the bars, or at the head of its line."""
    if column == "contract":
        text = doubt.written_call(cell)  # type: ignore[arg-type]
        grouped = text.startswith("{") and text.endswith("}") and not cell.clear
        if not grouped and re.search(r'[|;"{}]|^[!\[]', text):
            return doubt.quoted(text)
        return _first(text) if first else text
    if cell.readings and isinstance(cell.readings[0].value, int):
        return doubt.written(cell, str)

    def quoted(value: object) -> str:
        text = str(value)
        number = is_number_column(column) and doubt.read_number(text) is not None
        if number or not _BARE_TEXT.fullmatch(text) or (first and _KEYWORD.match(text)):
            return doubt.quoted(text)
        return text

    return "" if cell.standing is Standing.BLANK else doubt.written(cell.map(quoted), str)


def _match_points(points: MatchPoints) -> str:
    won = points.tie_break
    figures = ["match points"] if points.points or won is None else []
    figures += [_figures(points.points)] if points.points else []
    return " ".join(figures if won is None else [*figures, "tie-break", doubt.written(won, str)])
