"""The measurements of ``./run bench``: how fast records are ruled on, and what other benches there are.

Every figure is measured here and now, beside a peer in the same run; none is kept from another day.
Warm: a first round is run and thrown away. Reported is the median of `ROUNDS`.
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

from bench.text.poker_peer import poker_peer
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records.record import Record
from fairdeal.rulings import check, load
from samples.making.records.deals import clean_record

ROUNDS: Final = 7
DEALS: Final = 400
"""Deals in a round: about a fifth of a second, long beside the clock and short beside a coffee."""
GAMES: Final = 40
"""Chess games in a round of the peer."""
PLIES: Final = 120
OTHERS: Final = {
    "bench.text.pbn": (),
    "bench.text.pbn_written": (),
    "bench.reader.reading": ("--small",),
    "bench.hands.by_hand": ("--small",),
    "bench.pages.ruled_grids": (),
    "bench.pages.club_sheets": (),
    "bench.judging.audits": (),
}
"""Benches of other rooms, each with `main(arguments)`, and what they are run with here."""


def median_seconds(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of processor time that a run takes: the median, after one that does not count."""
    run()
    times = []
    for _ in range(rounds):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return statistics.median(times)


def deal_texts(seed: int, count: int = DEALS) -> list[str]:
    """Records of one legal deal each, as text."""
    return [write(clean_record(seed + number)) for number in range(count)]


def acts(record: Record) -> int:
    """Calls and cards of a record."""
    return sum(
        len(deal.calls) + sum(len(trick.plays) for trick in deal.play or ())
        for deal in record.deals
    )


def records_a_second(seed: int) -> list[str]:
    """Record text to findings on one core."""
    texts = deal_texts(seed)
    book = load("international")
    done = sum(acts(read(text).record) for text in texts)
    found = sum(len(check(read(text).record, book).findings) for text in texts)

    def whole() -> None:
        for text in texts:
            check(read(text).record, book)

    def reading() -> None:
        for text in texts:
            read(text)

    both, alone = median_seconds(whole), median_seconds(reading)
    return [
        f"56 record text to findings: {len(texts) / both:,.0f} deals a second a core"
        f" ({done / both:,.0f} calls and cards a second); {found} findings in {len(texts)} legal deals",
        f"  of that, reading the text alone: {len(texts) / alone:,.0f} deals a second a core",
    ]


def chess_peer(seed: int) -> list[str]:
    """The peer: python-chess reading games and checking every move, in the same run."""
    if find_spec("chess") is None:
        return ["peer python-chess: not installed; ./run bench installs it"]
    chess, pgn = import_module("chess"), import_module("chess.pgn")
    texts, plies = [], 0
    for number in range(GAMES):
        chance = random.Random(seed + number)
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < PLIES:
            board.push(chance.choice(list(board.legal_moves)))
        plies += len(board.move_stack)
        texts.append(str(pgn.Game.from_board(board)))

    def whole() -> None:
        for text in texts:
            pgn.read_game(io.StringIO(text))

    seconds = median_seconds(whole)
    rate = f"{plies / seconds:,.0f} moves read and checked a second a core"
    return [f"peer python-chess {chess.__version__}: {rate}"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every bench there is and print its lines."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--seed", type=int, default=56)
    given = parser.parse_args(arguments)
    print(
        f"Python {platform.python_version()}, {platform.machine()}; seed {given.seed}", flush=True
    )
    for measure in (records_a_second, chess_peer):
        for line in measure(given.seed):
            print(line, flush=True)
    for line in poker_peer(given.seed, median_seconds):
        print(line, flush=True)
    status = 0
    for name, options in OTHERS.items():
        if find_spec(name) is None:
            print(f"{name}: not in this copy", flush=True)
            continue
        status |= int(import_module(name).main(list(options)) or 0)
    return status


if __name__ == "__main__":
    sys.exit(main())
