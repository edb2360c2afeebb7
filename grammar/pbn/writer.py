"""Writes PBN in export format: what was read from a file, or a deal of the records.

Export format (chapters 2.1 and 3): the fifteen tags in their order, the others by name, then auction,
play and tables; calls and cards in fours, notes and glyphs in their order, suffixes as glyphs. Values
that a game inherits are written out, so that every game stands by itself. What was read and written is
written the same again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.acts import SUFFIXES, Act, Acts, glyph_number, note_number
from fairdeal.grammar.pbn.game import Game
from fairdeal.grammar.pbn.model import Block, Item
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.strict import standard
from fairdeal.grammar.pbn.values import NOTHING_SAID
from fairdeal.records.cards import COMPASS, Card

HEAD: Final = "% PBN 2.1\r\n% EXPORT\r\n"
UTF_8: Final = "%Content-type: text/x-pbn; charset=UTF-8\r\n"
LINE: Final = 120
"""Characters after which a row of calls or cards with much beside it goes on in the next line."""
_END: Final = "\r\n"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_RANKS: Final = "AKQJT98765432"
_ROTATED: Final = ("S", "H", "D", "C")


def write(games: Iterable[PbnGame]) -> str:
    """The text of a file with these games."""
    return "".join(pieces(games))


def pieces(games: Iterable[PbnGame]) -> Iterator[str]:
    """The same, a game at a time."""
    yield HEAD
    for index, game in enumerate(games):
        yield (_END if index else "") + write_game(game)


def encoded(text: str) -> bytes:
    """A file's text as its bytes: ISO 8859-1, or UTF-8, said in its head, where that cannot hold it."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        if text.startswith(HEAD):
            text = HEAD + UTF_8 + text.removeprefix(HEAD)
        return text.encode("utf-8", "replace")


def write_game(read_game: PbnGame) -> str:
    """One game in export format, without the empty line after it."""
    return game_text(read_game.understood(), read_game.written.before)


def game_text(game: Game, before: Iterable[Item]) -> str:
    """The same of a game that was understood, with what stands before its first tag."""
    lines: list[str] = [_comment(item) for item in before if item.text.strip()]
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


def _comment(item: Item) -> str:
    """A comment in braces, or after a semicolon where it has a brace of its own; lost words too."""
    lost = item.kind not in ("comment", "rest")
    text = "not read: " + item.text.replace("{", "(") if lost else item.text
    text = _CONTROL.sub("?", text.replace("\t", " "))
    if "}" in text:
        return ";" + text.replace("\n", " ")
    return "{" + text + "}"


def _has_rows(block: Block) -> bool:
    known = block.name in standard.SINCE and block.name not in standard.TABLES
    rows = any(item.kind in ("word", "string") for item in block.items)
    return block.name in standard.TABLES or (rows and not known and block.name not in ("Note", ""))


def _tag(game: Game, name: str, value: str) -> list[str]:
    """A tag's line, and the comments that stood after it."""
    lines = [f"[{name} {quoted(value)}]"]
    block = game.block(name)
    if block is not None:
        lines += [_comment(item) for item in block.items if item.text.strip()]
    return lines


def _lost(game: Game) -> list[str]:
    """What stood with tags that are not written: doubled ones, and ones that could not be made out."""
    lines: list[str] = []
    section = ""
    for block in game.blocks:
        section = block.name if block.name in ("Auction", "Play") else section
        if block.name == "Note" and block.value is not None:
            if section not in ("Auction", "Play"):
                lines.append(f"[Note {quoted(block.value)}]")
                lines += [_comment(item) for item in block.items if item.text.strip()]
            continue
        section = block.name if block.name in ("Auction", "Play") else ""
        if block.value is None or game.firsts.get(block.name) is not block:
            said = f"{block.name} {quoted(block.value or '')}".strip()
            lines.append(_comment(Item("word", said.replace("}", ")"))))
            lines += [_comment(item) for item in block.items if item.text.strip()]
    return lines


def _mandatory(game: Game, name: str) -> str:
    """The value of one of the fifteen tags, in its canonical form where it could be read."""
    value = game.effective.get(name, "?")
    if value in NOTHING_SAID:
        return value
    if name == "Dealer" and game.dealer is not None:
        return game.dealer
    if name == "Vulnerable" and game.vulnerable is not None:
        return game.vulnerable
    if name == "Declarer" and game.declarer is not None:
        return ("^" if game.swapped else "") + game.declarer
    if name == "Contract" and game.contract is not None:
        contract = game.contract
        level = "" if contract.level is None else str(contract.level)
        return "Pass" if contract.level == 0 else level + contract.denomination + contract.doubling
    if name == "Result" and game.result is not None:
        return _result(game)
    if name == "Deal":
        return _deal(game, value)
    return value


def _result(game: Game) -> str:
    """Tricks of the declarer where that says all that the value does."""
    result = game.result
    assert result is not None
    mark = "^" if result.marked else ""
    if result.declarer is not None:
        return f"{mark}{result.declarer}"
    whole = len(result.teams) == 1 or sum(count for _, count in result.teams) == 13
    if game.declarer is not None and whole and all(count <= 13 for _, count in result.teams):
        return f"{mark}{result.of_declarer(game.declarer)}"
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
        "".join(sorted((card[1] for card in held if card[0] == suit), key=_RANKS.index))
        for suit in _ROTATED
    )


def _section(game: Game, name: str) -> list[str]:
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
    lines = [f"[{name} {quoted(value)}]"]
    lines += _rows(acts, block, own)
    inside = False
    for each in game.blocks:
        inside = each is block or (inside and each.name == "Note")
        if inside and each.name == "Note" and each.value is not None:
            lines.append(f"[Note {quoted(each.value)}]")
            lines += [_comment(item) for item in each.items if item.text.strip()]
    return lines


def _rows(acts: Acts, block: Block, own: int) -> list[str]:
    """The rows of auction or play, each act with what stands beside it."""
    waiting = iter(acts.acts)
    due = next(waiting, None)
    lines: list[str] = []
    row: list[str] = []
    column = 0
    columns = 0
    short: int | None = None

    def end_line() -> None:
        nonlocal row
        if row:
            lines.append(" ".join(row))
            row = []

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
    glyphs = {number for glyph in act.glyphs if (number := glyph_number(glyph)) is not None}
    if act.suffix is not None:
        glyphs.add(SUFFIXES[act.suffix.text] + (0 if acts.name == "Auction" else 6))
    words += [f"${number}" for number in sorted(glyphs)]
    return " ".join(words)


def _word(acts: Acts, act: Act) -> str:
    word = act.item.text
    if acts.name == "Auction":
        call = values.call(word)
        return (
            _CONTROL.sub("_", word)
            if call is None
            else "Pass"
            if call.text == "PASS"
            else call.text
        )
    if word.strip("-") == "":
        return "-"
    card, _ = values.card(word)
    return _CONTROL.sub("_", word) if card is None else values.pbn_card(card)


def _table(game: Game, name: str) -> list[str]:
    block = game.block(name)
    assert block is not None
    header = game.effective.get(name, block.value or "")
    lines = [f"[{name} {quoted(header)}]"]
    lines += [
        _comment(item)
        for item in block.items
        if item.kind not in ("word", "string") and item.text.strip()
    ]
    elements = [item for item in block.items if item.kind in ("word", "string")]
    if name in standard.TABLES and header:
        widths = [_width(column) for column in header.split(";")]
        for index in range(0, len(elements), len(widths)):
            row = elements[index : index + len(widths)]
            cells = (
                _cell(item).rjust(width) if right else _cell(item).ljust(width)
                for item, (width, right) in zip(row, widths, strict=False)
            )
            lines.append(" ".join(cells).rstrip())
    else:
        for _, group in groupby(elements, key=lambda item: item.line):
            lines.append(" ".join(_cell(item) for item in group))
    return lines


_WIDTH = re.compile(r".*\\(\d{1,3})([LR]?)")


def _width(column: str) -> tuple[int, bool]:
    """The least width of a column's elements, and whether they stand at its right."""
    found = _WIDTH.fullmatch(column)
    return (0, False) if found is None else (int(found[1]), found[2] == "R")


def _cell(item: Item) -> str:
    if item.kind == "word":
        return _CONTROL.sub("_", item.text)
    return quoted(item.text)
