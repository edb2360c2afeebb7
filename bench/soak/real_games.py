"""Trials of the quick way with real PBN and LIN: what it takes is what grammar and full judgement give.

Files as other programs write them, two thirds with one game damaged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from bench.soak.damage import damage
from bench.text.pbn_lin import real_board
from bench.text.real_files import dealt, real_file
from bench.text.real_styles import STYLES
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.intake.games import Game
from fairdeal.grammar import lin, pbn
from fairdeal.grammar.lin.boards import boards as boards_of
from fairdeal.grammar.lin.syntax import parse
from fairdeal.grammar.lin.syntax import parse_any as parse_lin
from fairdeal.grammar.pbn.quick.scanner import scan
from fairdeal.grammar.pbn.source import stretches
from fairdeal.grammar.pbn.syntax import parse_any
from fairdeal.rulings.bridge.hearing import BridgeHearing

GAMES: Final = 3
"""Games of a file."""


def real_lin(seed: int) -> str | None:
    """The same for LIN: boards of single tables or of both rooms of a broadcast."""
    random = Random(seed)
    live = random.random() < 0.4
    made = [dealt(random, number + 1) for number in range(GAMES)]
    boards = [
        real_board(random, each, f"{random.choice('oc')}{each.board}" * live) for each in made
    ]
    if random.random() < 2 / 3:
        at = random.randrange(len(boards))
        boards[at] = damage(random, boards[at])
    head = (
        "vg|Cup,Final,I,1,3,A,0,B,0|rs|3NN=,3NN+1,PASS,4SXE-1,2SW=,|pn|a,b,c,d,e,f,g,h|pg||\n"
        * live
    )
    source = (head + "\n".join(boards)).encode("utf-8", "replace")
    wrong = _lin_scanned(source) or _lin_read(source) or _judged(lin.read(source))
    return None if wrong is None else f"{wrong}\n{source.decode()}"


def _lin_scanned(source: bytes) -> str | None:
    for part in boards_of(source):
        if repr(parse(part.text, part.line)) != repr(parse_lin(part.text, part.line)):
            return f"scanned and parsed differ, line {part.line}"
    return None


def _lin_read(source: bytes) -> str | None:
    quick, full = (
        [repr((g.number, g.line, g.raw, g.problems, g.deal)) for g in lin.read(source, fast=fast)]
        for fast in (True, False)
    )
    return None if quick == full else "quick and full reading differ"


def source_of(seed: int) -> bytes:
    """A file of a few games in the style of some program, most with one game damaged."""
    random = Random(seed)
    games = real_file(random, random.choice(STYLES), GAMES).split("\n\n")
    if random.random() < 2 / 3:
        at = random.randrange(len(games))
        games[at] = damage(random, games[at])
    encoding = "utf-8" if random.random() < 0.2 else "latin-1"
    return "\n\n".join(games).encode(encoding, "replace")


def real(seed: int) -> str | None:
    """Where the quick way and the full one differ on a file; None where they do not."""
    source = source_of(seed)
    wrong = _scanned(source) or _read(source) or _judged(pbn.read(source))
    return None if wrong is None else f"{wrong}\n{source.decode('latin-1')}"


def _scanned(source: bytes) -> str | None:
    """Tags and items with their places, which are no part of what is equal."""
    for each in stretches(source):
        found = scan(each.text, each.line)
        if found is not None and repr(found) != repr(parse_any(each.text, each.line)):
            return f"scanned and parsed differ, line {each.line}"
    return None


def _read(source: bytes) -> str | None:
    quick, full = (
        [
            (g.number, g.line, g.raw, g.deal, g.problems, g.plain)
            for g in pbn.read(source, fast=fast)
        ]
        for fast in (True, False)
    )
    if len(quick) != len(full):
        return f"{len(quick)} games quickly, {len(full)} in full"
    return next(
        (f"game {a[0]} is read differently" for a, b in zip(quick, full, strict=True) if a != b),
        None,
    )


def _judged(games: Iterable[Game]) -> str | None:
    book = streamed(None)
    assert book is not None
    for each in judged(games, book, Asked()):
        if each.in_full:
            continue
        number = each.game.number
        full = BridgeHearing(each.game.record, book, quick=False).verdict()
        at_once = [each.deal, *each.findings, *each.coverage]
        lacking = (entry for entry in full.coverage if not entry.checked)
        in_full = [
            *(replace(deal, game=number) for deal in full.deals),
            *(replace(finding, game=number) for finding in full.findings),
            *(replace(entry, game=number) for entry in lacking),
        ]
        if full.notes or full.explanations:
            return f"game {number} is judged at once, and there is more to say of it"
        if repr(in_full) != repr(at_once):
            return f"game {number} is judged differently: {at_once}; in full {in_full}"
    return None
