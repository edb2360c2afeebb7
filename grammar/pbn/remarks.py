"""Writes a game with what was found in it: irregular calls and cards marked, with notes, the rest as comment.

Marks are those of the standard (PBN 2.1, chapters 3.5 and 3.6): ``^I`` before an insufficient bid, ``^R``
before a revoke, ``^L`` before a lead out of turn. The notes of a section are numbered to 32; what has no
number left, or no call or card of its own, stands in a comment before the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fairdeal.grammar.pbn.acts import HIGHEST_NOTE, Act, Acts, note_number
from fairdeal.grammar.pbn.game import Game
from fairdeal.grammar.pbn.model import Block, Item
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.writer import game_text
from fairdeal.records.cards import COMPASS, Seat


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
        text = "\n".join(rest).replace("{", "(").replace("}", ")")
        before.insert(0, Item("comment", text))
    return game_text(game, before)


def _bared(game: Game) -> list[Item]:
    """Leave nothing among calls and cards; the comments that stood there."""
    comments: list[Item] = []
    for section in (game.auction, game.play):
        if section is None:
            continue
        for act in section.acts:
            act.marks, act.glyphs, act.note, act.suffix = [], [], None, None
        block = game.firsts[section.name]
        comments += [item for item in block.items if item.kind in ("comment", "rest")]
        kept = tuple(
            item for item in block.items if item.kind in ("word", "mark") or item.text == "*"
        )
        game.firsts[section.name] = bared = replace(block, items=kept)
        game.blocks = tuple(bared if each is block else each for each in game.blocks)
    return comments


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
