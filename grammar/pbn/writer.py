"""Writes PBN in export format: what was read from a file, or a deal of the records.

Export format (chapters 2.1 and 3): the fifteen tags in their order, the others by name, then auction,
play and tables; calls and cards in fours, notes and glyphs in their order, suffixes as glyphs. Values
that a game inherits are written out, so that every game stands alone. What was read and written is
written the same again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from fairdeal.grammar.pbn import standard, values
from fairdeal.grammar.pbn.game import (
    HIGHEST_NOTE,
    Act,
    Acts,
    Game,
    note_number,
)
from fairdeal.grammar.pbn.reader import PbnGame, read
from fairdeal.grammar.pbn.syntax import Block, Item
from fairdeal.grammar.pbn.values import NOTHING_SAID
from fairdeal.records import COMPASS, Call, Card, Deal, Seat, TermKind, next_seat

HEAD: Final = "% PBN 2.1\r\n% EXPORT\r\n"
UTF_8: Final = "%Content-type: text/x-pbn; charset=UTF-8\r\n"
LINE: Final = 120
"""Characters after which a row of calls or cards with much beside it goes on in the next line."""
_END: Final = "\r\n"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def game_text(game: Game, before: Iterable[Item]) -> str:
    """A game that was understood in export format, with what stands before its first tag."""
    lines = _comments(before)
    for name in standard.MANDATORY:
        lines += _tag(game, name, _mandatory(game, name))
    sections = [name for name in ("Auction", "Play") if game.block(name) is not None]
    tables = sorted(
        name for name, block in game.firsts.items() if name not in sections and _has_rows(block)
    )
    apart = {*standard.MANDATORY, *sections, *tables}
    for name in sorted(name for name in game.effective if name not in apart):
        lines += _tag(game, name, game.effective[name])
    lines += _lost(game)
    for name in sections:
        lines += _section(game, name)
    for name in tables:
        lines += _table(game, name)
    return "".join(line.replace("\n", _END) + _END for line in lines)


def quoted(value: str) -> str:
    plain = _CONTROL.sub("?", value.replace("\t", " ").replace("\n", " "))
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _comments(items: Iterable[Item]) -> list[str]:
    return [_comment(item) for item in items if item.text.strip()]


def _comment(item: Item) -> str:
    """A comment in braces, or after a semicolon where it has a brace of its own; lost words too."""
    lost = item.kind not in ("comment", "rest")
    text = "not read: " + item.text.replace("{", "(") if lost else item.text
    text = _CONTROL.sub("?", text.replace("\t", " "))
    return ";" + text.replace("\n", " ") if "}" in text else "{" + text + "}"


def _has_rows(block: Block) -> bool:
    known = block.name in standard.SINCE and block.name not in standard.TABLES
    rows = any(item.kind in ("word", "string") for item in block.items)
    return block.name in standard.TABLES or (rows and not known and block.name not in ("Note", ""))


def _tag(game: Game, name: str, value: str) -> list[str]:
    """A tag's line, and the comments that stood after it."""
    lines = [f"[{name} {quoted(value)}]"]
    block = game.block(name)
    return lines if block is None else lines + _comments(block.items)


def _lost(game: Game) -> Iterator[str]:
    """What stood with tags that are not written: doubled ones, and ones that could not be made out."""
    section = ""
    for block in game.blocks:
        if block.name == "Note" and block.value is not None:
            if not section:
                yield f"[Note {quoted(block.value)}]"
                yield from _comments(block.items)
            continue
        section = block.name if block.name in ("Auction", "Play") else ""
        if block.value is None or game.firsts.get(block.name) is not block:
            said = f"{block.name} {quoted(block.value or '')}".strip()
            yield _comment(Item("word", said.replace("}", ")")))
            yield from _comments(block.items)


def _mandatory(game: Game, name: str) -> str:
    """The value of one of the fifteen tags, in its canonical form where it could be read."""
    value = game.effective.get(name, "?")
    if value in NOTHING_SAID:
        return value
    if name == "Result":
        return value if game.result is None else _result(game.result, game.declarer)
    if name == "Deal":
        return _deal(game, value)
    known = {
        "Dealer": game.dealer,
        "Vulnerable": game.vulnerable,
        "Declarer": game.declarer and "^" * game.swapped + game.declarer,
        "Contract": None if game.contract is None else game.contract.text,
    }
    return known.get(name) or value


def _result(result: values.WrittenFigures, declarer: Seat | None) -> str:
    """Tricks of the declarer where that says all that the value does."""
    mark = "^" * result.marked
    if result.declarer is not None:
        return f"{mark}{result.declarer}"
    counts = [count for _, count in result.teams]
    whole = len(counts) == 1 or sum(counts) == 13
    if declarer is not None and whole and max(counts) <= 13:
        return f"{mark}{result.of_declarer(declarer)}"
    return mark + " ".join(f"{team} {count}" for team, count in result.teams)


def _deal(game: Game, value: str) -> str:
    hands = {hand.seat: hand for hand in game.hands}
    if len(hands) != 4 or any(hand.wrong for hand in game.hands):
        return value
    first = game.dealer or game.hands[0].seat
    order = [COMPASS[(COMPASS.index(first) + turn) % 4] for turn in range(4)]
    texts = (
        "-"
        if hands[seat].cards is None
        else hand_of(card for card, _, _ in hands[seat].cards or ())
        for seat in order
    )
    return f"{first}:{' '.join(texts)}"


def hand_of(cards: Iterable[Card]) -> str:
    """The cards of a hand as PBN has them: suit by suit, the highest first."""
    held = [values.pbn_card(card) for card in cards]
    return ".".join(
        "".join(sorted((card[1] for card in held if card[0] == suit), key=values.RANKS.index))
        for suit in values.SUITS_IN_ORDER
    )


def _section(game: Game, name: str) -> Iterator[str]:
    """The tag of auction or play, its rows, and its notes."""
    acts = game.auction if name == "Auction" else game.play
    block = game.block(name)
    assert acts is not None and block is not None
    value = block.value or ""
    own = 0
    if name == "Auction" and acts.first is not None and game.calls:
        # The dealer's call is the first of a line: columns before it fall away.
        first = game.calls[0][0]
        own = first.column - first.skipped
        if acts.seat(first) == game.dealer or first.skipped:
            value = COMPASS[(COMPASS.index(acts.first) + own) % 4]
        else:
            own = 0
    if acts.first is not None and not own:
        value = acts.first
    yield f"[{name} {quoted(value)}]"
    yield from _rows(acts, block, own)
    for note in _notes(game, acts):
        if note.value is not None:
            yield f"[Note {quoted(note.value)}]"
            yield from _comments(note.items)


def _rows(acts: Acts, block: Block, own: int) -> list[str]:
    """The rows of auction or play, each act with what stands beside it."""
    waiting = iter(acts.acts)
    due = next(waiting, None)
    lines: list[str] = []
    row: list[str] = []
    behind: list[str] = []
    column = 0
    columns = 0
    short: int | None = None

    def end_line() -> None:
        if row or behind:
            lines.append(" ".join([*row, *behind]))
            row.clear()
            behind.clear()

    for item in block.items:
        act = due if due is not None and due.item is item else None
        if act is not None:
            due = next(waiting, None)
        if act is not None or (item.kind == "end" and item.text == "+") or _skips(acts, item):
            if columns < own and act is not None and item.text == "-":
                columns += 1
                continue
            if short is not None and item.line != short:
                # A row with a card missing stays a row of its own.
                column += -column % 4
            short = item.line if act is not None and act.short else None
            if column and column % 4 == 0:
                end_line()
            text = item.text if act is None else _text(acts, act)
            row.append("^S" if _skips(acts, item) else text)
            column += 1
            columns += 1
        elif item.kind == "end":
            if column % 4 == 0:
                end_line()
            row.append(item.text)
        elif item.kind in ("comment", "rest", "junk", "string") and item.text.strip():
            text = _comment(item)
            if text.startswith(";") and short is not None:
                behind.append(text)  # a row with a card missing is shown by its line
                continue
            row.append(text)
            if text.startswith(";") or len(" ".join(row)) > LINE:
                end_line()
        if len(" ".join(row)) > LINE:
            end_line()
    end_line()
    return lines


def _skips(acts: Acts, item: Item) -> bool:
    return acts.name == "Auction" and item.kind == "mark" and item.text[1:].upper() == "S"


def _text(acts: Acts, act: Act) -> str:
    """A call or a card with its marks before it, its note and glyphs after it."""
    words = ["^" + mark.text[1:].upper() for mark in act.marks]
    words.append(_word(acts, act))
    if act.note is not None:
        words.append(f"={note_number(act.note)}=")
    words += [f"${number}" for number in sorted(act.glyphs)]
    return " ".join(words)


def _word(acts: Acts, act: Act) -> str:
    word = act.item.text
    if acts.name == "Auction":
        call = values.call(word)
        text = _CONTROL.sub("_", word) if call is None else call.text
        return "Pass" if call is not None and text == "PASS" else text
    if word.strip("-") == "":
        return "-"
    card, _ = values.card(word)
    return _CONTROL.sub("_", word) if card is None else values.pbn_card(card)


def _table(game: Game, name: str) -> Iterator[str]:
    block = game.block(name)
    assert block is not None
    header = game.effective.get(name, block.value or "")
    yield f"[{name} {quoted(header)}]"
    yield from _comments(item for item in block.items if item.kind not in ("word", "string"))
    elements = [item for item in block.items if item.kind in ("word", "string")]
    if name in standard.TABLES and header:
        widths = [_width(column) for column in header.split(";")]
        for index in range(0, len(elements), len(widths)):
            row = elements[index : index + len(widths)]
            cells = (
                _cell(item).rjust(width) if right else _cell(item).ljust(width)
                for item, (width, right) in zip(row, widths, strict=False)
            )
            yield " ".join(cells).rstrip()
    else:
        for _, group in groupby(elements, key=lambda item: item.line):
            yield " ".join(_cell(item) for item in group)


_WIDTH = re.compile(r".*\\(\d{1,3})([LR]?)")


def _width(column: str) -> tuple[int, bool]:
    """The least width of a column's elements, and whether they stand at its right."""
    found = _WIDTH.fullmatch(column)
    return (0, False) if found is None else (int(found[1]), found[2] == "R")


def _cell(item: Item) -> str:
    return _CONTROL.sub("_", item.text) if item.kind == "word" else quoted(item.text)


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of a call (from 1), of the card of a seat in a trick (from 1), or of the game.

    `mark`: the letter that marks the call or card as irregular.
    """

    text: str
    call: int | None = None
    trick: int | None = None
    seat: Seat | None = None
    mark: str = ""


def write_remarked(read_game: PbnGame, remarks: Sequence[Remark], bare: bool = False) -> str:
    """A game in export format with remarks, without the empty line after it.

    `bare`: among calls and cards stands nothing else, for programs that stop at marks, glyphs or comments.
    Marks and glyphs are left out then, and ``+``; comments and remarks stand before the game.
    """
    game = read_game.understood()
    before = list(read_game.written.before)
    if bare:
        before += _bared(game)
    rest = [each.text for each in remarks if bare or not _beside(game, each)]
    if rest:
        before.insert(0, Item("comment", "\n".join(rest).replace("{", "(").replace("}", ")")))
    return game_text(game, before)


def _bared(game: Game) -> Iterator[Item]:
    """Leave nothing among calls and cards; the comments that stood there."""
    for section in (game.auction, game.play):
        if section is None:
            continue
        for act in section.acts:
            act.marks, act.glyphs, act.note = [], [], None
        block = game.firsts[section.name]
        yield from (item for item in block.items if item.kind in ("comment", "rest"))
        kept = tuple(
            item for item in block.items if item.kind in ("word", "mark") or item.text == "*"
        )
        game.firsts[section.name] = bared = replace(block, items=kept)
        game.blocks = tuple(bared if each is block else each for each in game.blocks)


def _beside(game: Game, remark: Remark) -> bool:
    """Mark and note a remark's call or card; whether there is one, and a note left for it."""
    section, act = _act_of(game, remark)
    if section is None or act is None:
        return False
    if remark.mark and not act.marks:
        act.marks.append(Item("mark", f"^{remark.mark}"))
    number = _free_number(game, section)
    if act.note is not None or number is None:
        return False
    act.note = Item("note", f"={number}=")
    _add_note(game, section, f"{number}:{remark.text}")
    return True


def _act_of(game: Game, remark: Remark) -> tuple[Acts | None, Act | None]:
    if remark.call is not None:
        calls = [act for act, _ in game.calls]
        return game.auction, calls[remark.call - 1] if remark.call <= len(calls) else None
    play = game.play
    if play is None or play.first is None or remark.trick is None or remark.seat not in COMPASS:
        return None, None
    column = (COMPASS.index(remark.seat) - COMPASS.index(play.first)) % 4
    row = game.rows[remark.trick - 1] if remark.trick <= len(game.rows) else [None] * 4
    return play, row[column]


def _free_number(game: Game, section: Acts) -> int | None:
    used = {note_number(act.note) for act in section.acts if act.note is not None}
    used |= {_number(block) for block in _notes(game, section)}
    return next((number for number in range(1, HIGHEST_NOTE + 1) if number not in used), None)


def _number(block: Block) -> int | None:
    head = (block.value or "").partition(":")[0]
    return int(head) if head.isascii() and head.isdecimal() and len(head) < 3 else None


def _notes(game: Game, section: Acts) -> Iterable[Block]:
    """The notes that stand after a section."""
    inside = False
    for block in game.blocks:
        inside = block is game.block(section.name) or (inside and block.name == "Note")
        if inside and block.name == "Note":
            yield block


def _add_note(game: Game, section: Acts, value: str) -> None:
    """Put a note after the section and the notes that it has."""
    last = [game.block(section.name), *_notes(game, section)][-1]
    at = next(index for index, block in enumerate(game.blocks) if block is last) + 1
    game.blocks = (*game.blocks[:at], Block("Note", value), *game.blocks[at:])


def game_of(deal: Deal) -> PbnGame:
    """A deal as a game of PBN."""
    return next(iter(read(deal_lines(deal))))


def deal_lines(deal: Deal) -> str:
    """A deal as PBN, one tag a line: what the record says, and nothing that it does not."""
    named = {tag.name for tag in deal.tags}
    lines = [f"[{tag.name} {quoted(tag.value)}]" for tag in deal.tags if tag.name not in ("Note",)]
    lines += [
        f"[{name} {quoted(value)}]"
        for name, value in _entries(deal)
        if name not in named and value is not None
    ]
    if deal.auction is not None and "Auction" not in named:
        lines += _auction_lines(deal)
    if deal.play is not None and "Play" not in named:
        lines += _play_lines(deal)
    return "\n".join(lines) + "\n"


def _entries(deal: Deal) -> Iterator[tuple[str, str | None]]:
    yield "Board", deal.label
    yield "Dealer", None if deal.dealer is None else deal.dealer.value
    yield "Vulnerable", None if deal.vulnerable is None else deal.vulnerable.value
    yield "Deal", _hands_value(deal)
    result = deal.result
    contract = None if result is None else result.contract
    yield "Declarer", None if contract is None or contract.by is None else contract.by.value
    said = None if contract is None else contract.said.value
    if said is not None and contract is not None:
        doubling = "" if contract.doubling is None else contract.doubling.value or ""
        word = "Pass" if said.has(TermKind.PASS) else said.text.replace(" ", "") + doubling
        yield "Contract", word
    for name, figures in (
        () if result is None else (("Result", result.points), ("Score", result.score))
    ):
        told = [
            f"{team} {entry.value}" for team, entry in figures.items() if entry.value is not None
        ]
        yield name, " ".join(told) or None


def _hands_value(deal: Deal) -> str | None:
    if not deal.hands:
        return None
    first = (
        deal.dealer.value if deal.dealer is not None and deal.dealer.value else deal.hands[0].seat
    )
    hands = [deal.hand(COMPASS[(COMPASS.index(first) + turn) % 4]) for turn in range(4)]
    texts = [
        "-"
        if hand is None
        else hand_of(card.value for card in hand.cards if card.value is not None)
        for hand in hands
    ]
    return f"{first}:{' '.join(texts)}"


def _auction_lines(deal: Deal) -> Iterator[str]:
    seat = deal.dealer.value if deal.dealer is not None else None
    first = deal.calls[0].label.value if deal.calls and deal.calls[0].label is not None else None
    start = seat or first
    yield f"[Auction {quoted(start or '?')}]"
    words: list[str] = []
    due = start
    for call in deal.calls:
        at = due if call.label is None else call.label.value
        while due is not None and at is not None and due != at:
            words.append("^S")
            due = next_seat(due, 4)
        words.append(("^I " if call.marked and "I" in call.marked else "") + _call_word(call))
        due = None if at is None else next_seat(at, 4)
    yield from (" ".join(words[index : index + 4]) for index in range(0, len(words), 4))


def _call_word(call: Call) -> str:
    said = call.said.value
    return "?" if said is None else said.text.replace(" ", "")


def _play_lines(deal: Deal) -> Iterator[str]:
    tricks = deal.play or ()
    first: Seat | None = None
    if tricks and tricks[0].plays and tricks[0].plays[0].label is not None:
        first = tricks[0].plays[0].label.value
    elif deal.result is not None and deal.result.contract is not None and deal.result.contract.by:
        by = deal.result.contract.by.value
        first = None if by is None else next_seat(by, 4)
    yield f"[Play {quoted(first or '?')}]"
    if first is None:
        return
    for trick in tricks:
        row = ["-"] * 4
        due: Seat | None = first
        for play in trick.plays:
            at = due if play.label is None else play.label.value
            if at is None:
                break
            card = play.card.value
            marks = "".join(f"^{letter} " for letter in play.marked or "")
            row[(COMPASS.index(at) - COMPASS.index(first)) % 4] = marks + (
                "-" if card is None else values.pbn_card(card)
            )
            due = next_seat(at, 4)
        yield " ".join(row)
    if len(tricks) < 13:
        yield "*"
