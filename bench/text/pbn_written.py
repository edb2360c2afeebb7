"""Games written back with what was found in them, read by other readers of PBN: ours, endplay, bridgebots.

Files as other programs write them are judged and written, bare and with marks (``check --format pbn``).
Reported is how many games each reader finds with the calls and cards that were written, and in how many files
it stops. A game counts for a reader if its hands, contract and declarer are those of the game that was read.
"""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.text.real_files import real_files
from fairdeal.desk.check.as_pbn import PbnAnswer
from fairdeal.desk.check.game_files import streamed
from fairdeal.grammar import pbn
from fairdeal.records.calls import TermKind

FILES: Final = 60
Told = tuple[str, int, int]
"""What a reader made of a game: its contract and declarer, calls and cards."""


def written(source: bytes, bare: bool) -> str:
    """A file judged and written back."""
    book = streamed(None)
    assert book is not None
    return "".join(PbnAnswer("file", pbn.read(source), book, bare).text())


def ours(text: str) -> list[Told]:
    """The games of a text as our grammar has them; only those that were bid and played."""
    told = []
    for game in pbn.read(text):
        deal = game.deal
        entry = None if deal.result is None else deal.result.contract
        if entry is None or entry.by is None or entry.by.value is None:
            continue
        words = [call.said.value for call in deal.calls if call.said.clear]
        # Others count the three passes that AP stands for.
        calls = sum(3 if said and said.has(TermKind.ALL_PASS) else 1 for said in words)
        cards = [play for trick in deal.play or () for play in trick.plays if play.card.clear]
        said = entry.said.value
        told.append((f"{said and said.text.replace(' ', '')} {entry.by.value}", calls, len(cards)))
    return told


def endplay(text: str) -> list[Told]:
    """The same of endplay."""
    boards: list[Any] = import_module("endplay.parsers.pbn").load(io.StringIO(text))
    return [
        (
            f"{_bid(board.contract)} {board.contract.declarer.abbr}",
            len(board.auction),
            _played(board),
        )
        for board in boards
        if board.contract is not None and not board.contract.is_passout()
    ]


def _bid(contract: Any) -> str:
    name = contract.denom.name
    return f"{contract.level}{'NT' if name == 'nt' else name[0].upper()}"


def _played(board: Any) -> int:
    """endplay has a card without a suit for each that was not played."""
    return sum(card.suit.name != "nt" for card in board.play)


def bridgebots(text: str) -> list[Told]:
    """The same of bridgebots, which reads files alone and drops what it has no result of."""
    logging.disable(logging.WARNING)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.pbn"
        path.write_text(text, encoding="utf-8")
        deals: list[Any] = import_module("bridgebots").parse_pbn(path)
    logging.disable(logging.NOTSET)
    records = [record for deal in deals for record in deal.board_records]
    return [
        (
            f"{record.contract.level}{record.contract.suit.abbreviation()} {record.declarer.abbreviation()}",
            len(record.bidding_record),
            len(record.play_record),
        )
        for record in records
        if record.declarer is not None
    ]


READERS: Final[dict[str, Callable[[str], list[Told]]]] = {
    "endplay": endplay,
    "bridgebots": bridgebots,
}


def counted(reader: Callable[[str], list[Told]], texts: Sequence[str]) -> tuple[int, int, int]:
    """Games read as they were written, of how many, and files at which the reader stopped."""
    right = whole = stopped = 0
    for text in texts:
        due = ours(text)
        whole += len(due)
        try:
            told = reader(text)
        except Exception:
            stopped += 1
            continue
        for each in due:
            if each in told:
                told.remove(each)
                right += 1
    return right, whole, stopped


def lines(seed: int = 0) -> list[str]:
    files = list(real_files(seed, FILES))
    told = []
    for bare in (True, False):
        texts = [written(file, bare) for file in files]
        how = "bare" if bare else "with marks and notes"
        for name, reader in READERS.items():
            if find_spec(name) is None:
                told.append(f"{name} is not installed: it was not tried on what was written")
                continue
            right, whole, stopped = counted(reader, texts)
            told.append(
                f"PBN written back {how}: {name} reads {right} of {whole} games with their contract,"
                f" calls and cards, and stops at {stopped} of {len(texts)} files"
            )
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    del arguments
    for line in lines():
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
