"""A strict reading: a game held to every word of the standard, in its version.

What bridge itself forbids is in the standard too (chapter 3.9): a game that has it must mark it, and a
mark must be borne out. These are warnings here; what comes of them for the players is for the rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from fairdeal.grammar.pbn.acts import references
from fairdeal.grammar.pbn.complaints import At, Complaints
from fairdeal.grammar.pbn.game import Game
from fairdeal.grammar.pbn.model import Block
from fairdeal.grammar.pbn.source import Stretch
from fairdeal.grammar.pbn.strict import standard, tables
from fairdeal.grammar.pbn.strict.bidding import check_auction
from fairdeal.grammar.pbn.strict.cardplay import check_play
from fairdeal.grammar.pbn.values import NOTHING_SAID

_CONTROL = re.compile("[\x00-\x08\x0c\x0e-\x1f\x7f-\x9f]")
_NOTE_VALUE = re.compile(r"\s*(\d+)\s*:.*", re.S)
_CONTRACT_WORD = re.compile(r"(?i:[1-7](?:C|D|H|S|NT)X{0,2}|Pass)")
_WHOLE_CONTRACT = re.compile(r"(?i:C|D|H|S|NT)")


def check_text(stretch: Stretch, complaints: Complaints) -> None:
    """Characters and lengths of lines (chapters 2.2 and 2.3)."""
    strange = {(line, column) for what, _, line, column in stretch.liberties if what == "windows"}
    for number, line in enumerate(stretch.raw.split("\n"), start=stretch.line):
        if len(line) > standard.LONGEST_LINE:
            message = (
                f"{len(line)} characters in one line: at most {standard.LONGEST_LINE} are allowed"
            )
            complaints.standard(message, At(number, standard.LONGEST_LINE + 1))
        if line.startswith("%"):
            continue
        found = _CONTROL.search(line)
        if found is not None and (number, found.start() + 1) not in strange:
            message = f"a character that may not stand in a PBN file ({ord(found.group()):#04x})"
            complaints.standard(message, At(number, found.start() + 1))


def check_game(game: Game, version: str, headers: dict[str, str], complaints: Complaints) -> None:
    """Everything about one game but its characters. `headers` are the columns of tables before."""
    _tags(game, version, complaints)
    _notes(game, complaints)
    _order(game, complaints)
    for block in game.blocks:
        if block.name in standard.TABLES:
            tables.check_times(block, game.firsts, complaints)
    _rubber(game, complaints)
    check_auction(game, complaints)
    check_play(game, version, complaints)


def _value_at(block: Block) -> At:
    return At(block.value_line, block.value_column)


def _tags(game: Game, version: str, complaints: Complaints) -> None:
    seen: set[str] = set()
    for block in game.blocks:
        if not block.name or block.value is None:
            continue
        problem = standard.name_problem(block.name, version)
        if problem is not None:
            complaints.standard(problem, block)
        if block.name in seen and block.name != "Note":
            complaints.standard(f"{block.name} is already given: this one is left out", block)
            continue
        seen.add(block.name)
        _value(game, block, version, complaints)


def _value(game: Game, block: Block, version: str, complaints: Complaints) -> None:
    value = block.value or ""
    if value.startswith("#") and (value == "#" or (value.startswith("##") and version != "1.0")):
        if block.name in standard.NOT_INHERITED:
            complaints.standard(f"{block.name} may not be inherited", _value_at(block))
        return
    if block.name == "Contract" and game.contract is not None:
        right = _WHOLE_CONTRACT if game.end_position and version != "1.0" else _CONTRACT_WORD
        if value not in NOTHING_SAID and right.fullmatch(value) is None:
            complaints.standard(
                f"Contract “{value}” is not written as the standard asks", _value_at(block)
            )
    problem = standard.value_problem(block.name, value)
    if problem is not None:
        complaints.standard(f"{block.name} “{value[:40]}”: {problem}", _value_at(block))


def _notes(game: Game, complaints: Complaints) -> None:
    """Notes and the references to them, section by section (chapters 3.5.5 and 3.6.5)."""
    section: str | None = None
    given: set[tuple[str, int]] = set()
    sections = [acts for acts in (game.auction, game.play) if acts is not None]
    wanted = references(sections)
    for block in game.blocks:
        if block.name != "Note":
            section = block.name if block.name in ("Auction", "Play") else None
            continue
        if block.value is None or block.salvaged is not None:
            continue
        if section is None:
            complaints.standard("a note outside auction and play", block)
        found = _NOTE_VALUE.fullmatch(block.value)
        number = 0 if found is None else int(found[1][:6])
        if found is None:
            complaints.standard("a note is written “number:text”", _value_at(block))
        elif not 1 <= number <= 32:
            complaints.standard(f"a note has a number from 1 to 32, not {number}", _value_at(block))
        elif section is not None:
            if (section, number) in given:
                complaints.standard(f"note {number} is already given", block)
            given.add((section, number))
            if (section, number) not in wanted:
                complaints.standard(f"nothing refers to note {number}", block)
    for (name, number), item in wanted.items():
        if (name, number) not in given:
            complaints.standard(f"there is no note {number} in this section", item)


def _order(game: Game, complaints: Complaints) -> None:
    """What must stand before an auction and before a play (chapter 3.1)."""
    before: set[str] = set()
    for block in game.blocks:
        if block.name == "Auction":
            _lacking(("Dealer",), before, block, complaints)
        if block.name == "Play":
            names: Iterable[str] = ("Deal", "Contract")
            if not game.end_position:
                names = ("Deal", "Declarer", "Contract")
            _lacking(names, before, block, complaints)
        before.add(block.name)
    result = game.block("Result")
    of_declarer = game.result is not None and game.result.declarer is not None
    if result is not None and of_declarer and game.declarer is None:
        message = "tricks of the declarer, and no declarer is named"
        complaints.standard(f"Result: {message}", _value_at(result))


def _lacking(names: Iterable[str], before: set[str], block: Block, complaints: Complaints) -> None:
    for name in names:
        if name not in before:
            complaints.standard(f"{block.name} without {name} before it", block)


def _rubber(game: Game, complaints: Complaints) -> None:
    """The history of a rubber says who is vulnerable (chapter 4.2.6)."""
    history, vulnerable = game.block("ScoreRubberHistory"), game.block("Vulnerable")
    if history is None or vulnerable is None or game.vulnerable is None:
        return
    told = standard.history_vulnerable(history.value or "")
    if told is not None and told != game.vulnerable:
        later = max(history, vulnerable, key=lambda block: (block.line, block.column))
        message = f"the rubber's history makes {told} vulnerable, not {game.vulnerable}"
        complaints.contradiction(message, _value_at(later))
