"""The measurements of ``./run bench``: how fast records are ruled on, and the other parts by name.

Every figure is measured here and now, beside a peer in the same run; none is kept from another day.
Warm: a first round is run and thrown away. Reported is the median of `ROUNDS`. ``./run bench NAME
[OPTION ...]`` runs one part alone, in full or with that part's own options.
"""

from __future__ import annotations

import argparse
import io
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings import check, load
from samples.making.records.deals import clean_record

ROUNDS: Final = 7
DEALS: Final = 400
"""Deals in a round: about a fifth of a second, long beside the clock and short beside a coffee."""
GAMES: Final = 40
"""Chess games in a round of the peer."""
PLIES: Final = 120
SEED: Final = 56
PARTS: Final = {
    "records": ("bench.run_bench", ("records",)),
    "pbn": ("bench.text.pbn", ()),
    "reading": ("bench.reader.reading", ("--small",)),
    "claims": ("bench.judging.claims", ("--count", "50", "--sample", "3")),
    "audits": ("bench.judging.audits", ("--files", "100")),
    "archives": ("bench.judging.archives", ("--cases", "300")),
    "pages": ("bench.judging.desk_pages", ()),
    "boards": ("bench.judging.boards", ("--events", "25")),
}
"""The parts, each with `main(arguments)`, and what they are run with where all are."""


def median_seconds(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of processor time that a run takes: the median, after one that does not count."""
    run()
    times = []
    for _ in range(rounds):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return statistics.median(times)


def records_a_second() -> str:
    """Record text to findings on one core."""
    texts = [write(clean_record(SEED + number)) for number in range(DEALS)]
    book = load("international")
    found = sum(len(check(read(text).record, book).findings) for text in texts)
    both = median_seconds(lambda: [check(read(text).record, book) for text in texts])
    alone = median_seconds(lambda: [read(text) for text in texts])
    return (
        f"56 record text to findings: {DEALS / both:,.0f} deals a second a core, reading the text alone"
        f" {DEALS / alone:,.0f}; {found} findings in {DEALS} legal deals"
    )


def chess_peer() -> str:
    """The peer: python-chess reading games and checking every move, in the same run."""
    if find_spec("chess") is None:
        return "peer python-chess: not installed; ./run bench installs it"
    chess, pgn = import_module("chess"), import_module("chess.pgn")
    texts, plies = [], 0
    for number in range(GAMES):
        chance = random.Random(SEED + number)
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < PLIES:
            board.push(chance.choice(list(board.legal_moves)))
        plies += len(board.move_stack)
        texts.append(str(pgn.Game.from_board(board)))
    seconds = median_seconds(lambda: [pgn.read_game(io.StringIO(text)) for text in texts])
    return (
        f"peer python-chess {chess.__version__}: {GAMES / seconds:,.0f} games,"
        f" {plies / seconds:,.0f} moves read and checked a second a core"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every part, or the one that is named."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="this part alone")
    given, options = parser.parse_known_args(arguments)
    if given.part == "records":
        print(f"Python {platform.python_version()}, {platform.machine()}")
        print(records_a_second(), chess_peer(), sep="\n", flush=True)
        return 0
    if given.part is not None:
        return int(import_module(PARTS[given.part][0]).main(options))
    return max(int(import_module(name).main(list(few))) for name, few in PARTS.values())


if __name__ == "__main__":
    sys.exit(main())
