"""PBN text to legality, play and score, games a second, beside endplay reading the same text.

The corpus is made here: files as other programs write them (`bench.text.real_files`). Ours reads, replays
every call and card, works out contract, tricks and score, and says what is wrong; endplay reads. Both run in
this process, in turn, by processor time, and the median of the rounds is reported.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.memory import held_mb
from bench.run_bench import median_seconds
from bench.text.real_files import GAMES_OF_A_FILE, real_files
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.grammar.pbn.reader import read as read_pbn

ROUNDS: Final = 5
FILES: Final = 60
MANY: Final = 100_000
"""Games over which memory must stay flat."""


def ours(source: bytes) -> tuple[int, int]:
    """The games of a file, read and judged, and of how many something was found."""
    book = streamed(None)
    assert book is not None
    odd = [bool(each.problems or each.findings) for each in judged(read_pbn(source), book, Asked())]
    return len(odd), sum(odd)


def theirs(text: str) -> int:
    """Games that endplay reads; it raises errors of several kinds for what it does not read."""
    return len(import_module("endplay.parsers.pbn").load(io.StringIO(text)))


def _games(reader: Callable[[str], int], text: str) -> int | None:
    """The games that a reader finds in a text, None where it stops."""
    try:
        return reader(text)
    except Exception:
        return None


def lines(seed: int) -> Iterator[str]:
    files = list(real_files(seed, FILES))
    found = [ours(file) for file in files]
    games, odd = (sum(each) for each in zip(*found, strict=True))
    seconds = median_seconds(lambda: [ours(file) for file in files], ROUNDS)
    yield (
        f"PBN as other programs write it: {games} of {GAMES_OF_A_FILE * FILES} games, something to say of"
        f" {odd}; read and judged {games / seconds:,.0f} games a second a core"
    )
    if find_spec("endplay") is None:
        yield "endplay is not installed: nothing measured beside it"
        return
    texts = [file.decode("latin-1") for file in files]
    counts = [_games(theirs, text) for text in texts]
    able = [index for index, count in enumerate(counts) if count is not None]
    read = sum(count or 0 for count in counts)
    slow = median_seconds(lambda: [theirs(texts[index]) for index in able], ROUNDS)
    fast = median_seconds(lambda: [ours(files[index]) for index in able], ROUNDS)
    yield (
        f"endplay reads {len(able)} of the {len(files)} files, and checks nothing: {read / slow:,.0f} games a"
        f" second; ours reads and judges these in {fast / slow:.0%} of its time"
    )


def memory_lines(seed: int, many: int = MANY) -> Iterator[str]:
    """Memory after a tenth of a very long file, and at its end."""
    book = streamed(None)
    assert book is not None
    one, held = b"\n".join(real_files(seed, FILES)), list[float]()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.pbn"
        with path.open("wb") as file:
            for _ in range(many // (FILES * GAMES_OF_A_FILE) + 1):
                file.write(one + b"\n")
        for number, _ in enumerate(judged(read_pbn(path), book, Asked()), 1):
            if number % (many // 10) == 0:
                held.append(held_mb())
    yield f"memory after {many // 10:,} games {held[0]:.0f} MB, after {many:,} {held[9]:.0f} MB"


def main(arguments: Sequence[str] | None = None) -> int:
    del arguments
    for part in (lines, memory_lines):
        for line in part(0):
            print(line, flush=True)
    return 0
