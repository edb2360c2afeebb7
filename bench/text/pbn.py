"""PBN text to legality, play and score, games a second, beside endplay reading the same text.

The corpus is made here: deals bid and played at random within the rules, in export format, which both
accept. Ours reads, replays every call and card, and works out contract, tricks and score; endplay reads.
Both run in this process, in turn, and the median of the rounds is told. Every deal is checked to come
out the same in both: as many games, and the contracts that the corpus was made with.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Final

from bench.run_bench import median_seconds
from bench.text.pbn_games import HEAD, made_deal, plain_text
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.grammar import pbn

GAMES: Final = 1000
ROUNDS: Final = 5


def corpus(seed: int, count: int = GAMES) -> tuple[str, list[str]]:
    """The text of a file, and the contract of each game."""
    random = Random(seed)
    deals = [made_deal(random, board) for board in range(1, count + 1)]
    text = HEAD + "\n".join(plain_text(made, random) for made in deals)
    return text, [made.contract for made in deals]


def ours(text: str) -> list[str]:
    """Every game read and judged; the contracts, with whatever was found wrong."""
    book = streamed(None)
    assert book is not None
    told = []
    for each in judged(pbn.read(text), book, Asked()):
        contract = each.deal.contract
        name = "Pass" if contract is None else f"{contract.value}{contract.trump}"
        told.append(name + ("" if contract is None else "X" * (contract.doubled // 2)))
        if each.problems or each.findings:
            told[-1] = f"{told[-1]}: {[*each.problems, *each.findings]}"
    return told


def theirs(text: str) -> int:
    """Games that endplay reads."""
    return len(import_module("endplay.parsers.pbn").load(io.StringIO(text)))


def lines(seed: int = 0) -> list[str]:
    text, contracts = corpus(seed)
    judged_right = sum(a == b for a, b in zip(ours(text), contracts, strict=True))
    fast = median_seconds(lambda: ours(text), ROUNDS)
    reading = median_seconds(lambda: sum(1 for _ in pbn.read(text)), ROUNDS)
    whole = median_seconds(lambda: sum(1 for _ in pbn.read(text, fast=False)), 1)
    told = [
        f"PBN text to legality, play and score: {GAMES / fast:,.0f} games a second a core"
        f" ({judged_right} of {GAMES} with the contract they were made with, and nothing found)",
        f"PBN text to records of plain games: {GAMES / reading:,.0f} games a second;"
        f" every token through the grammar: {GAMES / whole:,.0f}",
    ]
    if find_spec("endplay") is None:
        return [*told, "endplay is not installed: nothing measured beside it"]
    read = theirs(text)
    slow = median_seconds(lambda: theirs(text), ROUNDS)
    return [
        *told,
        f"endplay reading the same text, checking nothing: {GAMES / slow:,.0f} games a second"
        f" ({read} of {GAMES} read); ours takes {fast / slow:.0%} of its time",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    del arguments
    for line in lines():
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
