"""PBN and LIN text to legality, play and score, games a second, beside endplay reading the same text.

The corpora are made here: files as other programs write them (`bench.text.real_files`), deals in our own
export format, and boards of LIN. Ours reads, replays every call and card, works out contract, tricks and
score, and says what is wrong; endplay reads. Both run in this process, in turn, by processor time, and the
median of the rounds is reported. Every clean deal is checked to come out with the contract that it was made
with.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from resource import getpagesize
from tempfile import TemporaryFile
from typing import Final

from bench.run_bench import median_seconds
from bench.text.pbn_games import HEAD, made_deal, plain_text
from bench.text.pbn_lin import real_board
from bench.text.real_files import dealt, real_files
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.intake.games import Reader
from fairdeal.grammar import lin, pbn

GAMES: Final = 1000
ROUNDS: Final = 5
MANY: Final = 100_000
"""Games over which memory must stay flat."""
NO_PEER: Final = "endplay is not installed: nothing measured beside it"


def corpus(seed: int, count: int = GAMES) -> tuple[str, list[str]]:
    """The text of a file of clean deals, and the contract of each game."""
    random = Random(seed)
    deals = [made_deal(random, board) for board in range(1, count + 1)]
    text = HEAD + "\n".join(plain_text(made, random) for made in deals)
    return text, [made.contract for made in deals]


def ours(source: str | bytes, read: Reader = pbn.read) -> list[str]:
    """Every game read and judged; the contracts, with whatever was found wrong."""
    book = streamed(None)
    assert book is not None
    told = []
    for each in judged(read(source), book, Asked()):
        contract = each.deal.contract
        name = "Pass" if contract is None else f"{contract.value}{contract.trump}"
        told.append(name + ("" if contract is None else "X" * (contract.doubled // 2)))
        if each.problems or each.findings:
            told[-1] = f"{told[-1]}: {[*each.problems, *each.findings]}"
    return told


def theirs(text: str) -> int:
    """Games that endplay reads; it raises errors of several kinds for what it does not read."""
    return len(import_module("endplay.parsers.pbn").load(io.StringIO(text)))


def read_by(reader: Callable[[str], int], texts: Sequence[str]) -> list[int | None]:
    """The games that a reader finds in each text, None where it stops."""
    return [_games(reader, text) for text in texts]


def _games(reader: Callable[[str], int], text: str) -> int | None:
    try:
        return reader(text)
    except Exception:
        return None


def real_lines(seed: int) -> Iterator[str]:
    files = list(real_files(seed))
    told = [each for file in files for each in ours(file)]
    odd = sum(":" in each for each in told)
    seconds = median_seconds(lambda: [ours(file) for file in files], ROUNDS)
    reading = median_seconds(lambda: [sum(1 for _ in pbn.read(file)) for file in files], ROUNDS)
    yield (
        f"PBN as other programs write it, {len(files)} files: read and judged"
        f" {len(told) / seconds:,.0f} games a second a core, read alone {len(told) / reading:,.0f}"
        f" ({len(told)} games, something to say of {odd})"
    )
    if find_spec("endplay") is None:
        yield NO_PEER
        return
    texts = [file.decode("latin-1") for file in files]
    counts = read_by(theirs, texts)
    able = [index for index, count in enumerate(counts) if count is not None]
    games = sum(count or 0 for count in counts)
    slow = median_seconds(lambda: [theirs(texts[index]) for index in able], ROUNDS)
    fast = median_seconds(lambda: [ours(files[index]) for index in able], ROUNDS)
    yield (
        f"endplay reads {len(able)} of the {len(files)} files, and checks nothing:"
        f" {games / slow:,.0f} games a second; ours reads and judges these in {fast / slow:.0%} of its time"
    )


def clean_lines(seed: int) -> Iterator[str]:
    text, contracts = corpus(seed)
    right = sum(a == b for a, b in zip(ours(text), contracts, strict=True))
    fast = median_seconds(lambda: ours(text), ROUNDS)
    reading = median_seconds(lambda: sum(1 for _ in pbn.read(text)), ROUNDS)
    whole = median_seconds(lambda: sum(1 for _ in pbn.read(text, fast=False)), 1)
    yield (
        f"PBN in export format, nothing wrong: read and judged {GAMES / fast:,.0f} games a second a core,"
        f" read alone {GAMES / reading:,.0f}, every entry in full {GAMES / whole:,.0f}"
        f" ({right} of {GAMES} with the contract they were made with, and nothing found)"
    )
    if find_spec("endplay") is None:
        return
    read = theirs(text)
    slow = median_seconds(lambda: theirs(text), ROUNDS)
    yield (
        f"endplay reading the same text: {GAMES / slow:,.0f} games a second"
        f" ({read} of {GAMES} read); ours takes {fast / slow:.0%} of its time"
    )


def lin_lines(seed: int) -> Iterator[str]:
    random = Random(seed)
    boards = [real_board(random, dealt(random, number)) for number in range(1, GAMES // 2 + 1)]
    text = "\n".join(boards) + "\n"
    odd = sum(":" in each for each in ours(text, lin.read))
    fast = median_seconds(lambda: ours(text, lin.read), ROUNDS)
    yield (
        f"LIN as it is saved after play: read and judged {len(boards) / fast:,.0f} boards a second a core"
        f" ({len(boards)} boards, something to say of {odd})"
    )
    if find_spec("endplay") is None:
        return
    load = import_module("endplay.parsers.lin").load
    (read,) = read_by(lambda each: len(load(io.StringIO(each))), [text])
    if read is None:
        yield "endplay stops at this LIN"
        return
    slow = median_seconds(lambda: load(io.StringIO(text)), ROUNDS)
    yield (
        f"endplay reading the same LIN: {read / slow:,.0f} boards a second ({read} of {len(boards)} read);"
        f" ours takes {fast / slow:.0%} of its time"
    )


def memory_lines(seed: int) -> Iterator[str]:
    book = streamed(None)
    assert book is not None
    one = b"\n".join(real_files(seed))
    held: list[int] = []
    with TemporaryFile() as file:
        for _ in range(MANY // 1800 + 1):
            file.write(one + b"\n")
        file.seek(0)
        for number, _ in enumerate(judged(pbn.read(file), book, Asked()), 1):
            if number % (MANY // 10) == 0:
                held.append(memory())
    yield (
        f"memory in use after {MANY // 10:,} real games {held[0] / 1e6:.0f} MB, after {MANY:,}"
        f" {held[9] / 1e6:.0f} MB"
    )


def memory() -> int:
    """Bytes of memory that this process has now (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


def main(arguments: Sequence[str] | None = None) -> int:
    del arguments
    for lines in (real_lines, clean_lines, lin_lines, memory_lines):
        for line in lines(0):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
