"""The export format (chapters 2.1 and 3): how a game must be laid out in a file that claims it."""

from __future__ import annotations

from itertools import groupby

from fairdeal.grammar.pbn.complaints import Complaints
from fairdeal.grammar.pbn.game import Game
from fairdeal.grammar.pbn.model import Block
from fairdeal.grammar.pbn.strict.standard import MANDATORY


def check_export(game: Game, complaints: Complaints) -> None:
    """What export format asks beyond import format: a tag a line, four acts a line, all fifteen tags."""
    for block in game.blocks:
        if block.column != 1:
            complaints.standard("export format: a tag stands at the beginning of a line", block)
    lacking = [name for name in MANDATORY if name not in game.effective]
    if lacking:
        complaints.standard(f"export format: without {', '.join(lacking)}", game.blocks[0])
    for name in ("Auction", "Play"):
        section = game.block(name)
        if section is not None:
            _fours(section, complaints)


def _fours(section: Block, complaints: Complaints) -> None:
    words = [item for item in section.items if item.kind == "word"]
    for _, line in groupby(words, key=lambda item: item.line):
        items = list(line)
        if len(items) > 4:
            complaints.standard(f"export format: four to a line, not {len(items)}", items[4])
