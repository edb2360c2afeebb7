"""What comes of one input: a fault, time, memory, and how many records came out of those that went in."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from bench.fuzz import count
from bench.fuzz.inputs import HRN, LIN, PBN, PICTURE, Input
from bench.text.lost_lines import lost_lines
from fairdeal.desk.check import game_files, json_answer
from fairdeal.desk.check.game_files import LENIENT, GamesAnswer, Strictness
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.intake.books import book_for
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import Document, load
from fairdeal.desk.report.page import render
from fairdeal.desk.trouble import DeskError, known
from fairdeal.grammar.notation import hand_record
from fairdeal.rulings import check

SECONDS: Final = 10.0
MEMORY: Final = 1_000_000_000
LARGEST_PAGE: Final = 20_000_000
"""Bytes of a report or an answer at most."""
FAULT: Final = "fault of Fairdeal's own"


@dataclass(frozen=True, slots=True)
class Came:
    """What came of an input. `wrong` is empty where all held; `went` and `out` count records."""

    seed: int
    kind: str
    wrong: str = ""
    refused: bool = False
    went: int = 0
    out: int = 0
    seconds: float = 0.0
    memory: int = 0


def tried(seed: int, given: Input, folder: Path) -> Came:
    """Try one input. What it raises is caught, unless it is a word to a person."""
    path = folder / given.name
    path.write_bytes(given.data)
    _forget_peak()
    begun, held = _worked(), _of_status("VmRSS:")
    wrong, refused, went, out = "", False, 0, 0
    try:
        if given.kind == PICTURE:
            wrong = _picture(path, given)
        else:
            went, out, wrong = _record(path, given.data, seed)
    except Exception as error:
        refused = known(error)
        wrong = (
            ""
            if refused and not _honest(given)
            else f"{type(error).__name__}: {error} {_where(error)}"
        )
    seconds, memory = _worked() - begun, _fresh() + _of_status("VmHWM:") - held
    if not wrong and out < went:
        wrong = f"records lost: {went} went in, {out} came out"
    if not wrong and seconds > SECONDS:
        wrong = f"{seconds:.0f} s"
    if not wrong and memory > MEMORY:
        wrong = f"{memory / 1e6:,.0f} MB"
    return Came(seed, given.kind, wrong, refused, went, out, seconds, memory)


def _honest(given: Input) -> bool:
    """Whether it may not be refused: a whole photo. A whole record may ask for a rulebook that is not
    known."""
    return given.whole and given.kind == PICTURE


def _where(error: BaseException) -> str:
    """The line in which it was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})" if trace else ""


# Records.


def _record(path: Path, data: bytes, seed: int) -> tuple[int, int, str]:
    """Records in, records out, and what is wrong with the answer."""
    how = LENIENT if seed % 4 else Strictness(True, None)
    games = game_files.reader_for(path, how)
    boards = None if games is None else game_files.streamed(None)
    if games is not None and boards is not None:
        _, answer = game_files.as_json(path.name, games(path), boards, Asked())
        told, wrong = _spilled(answer)
        wrong = wrong or (_reported(load(path)) if seed % 5 == 0 else "")
        return _went(_kind_of(path, data), data), told.count('"outcome"'), wrong
    document = load(path)
    if document.is_empty:
        return 0, 0, ""
    told = _judged(document)
    wrong = _lost(data) if games is None else ""
    wrong = wrong or (_reported(document) if seed % 5 == 0 else "")
    return _went(HRN if games is None else _kind_of(path, data), data), told, wrong


def _judged(document: Document) -> Any:
    try:
        book = book_for(document.record, None, document.default_rules)
    except DeskError:
        book = book_for(document.record, document.default_rules)
    verdict = check(document.record, book)
    answer = json_answer.as_json(document.name, verdict, document.problems)
    return len(answer["deals"])


def _reported(document: Document) -> str:
    """What is wrong with the report of a document."""
    if document.is_empty:
        return ""
    return _too_large("a report", len(render(case_of([document], None))))


def _spilled(answer: GamesAnswer) -> tuple[str, str]:
    text = "".join(answer.text(""))
    answer.close()
    if FAULT in text:
        at = text.index(FAULT)
        return text, text[at : at + 300]
    return text, _too_large("an answer", len(text))


def _too_large(what: str, size: int) -> str:
    return f"{what} of {size / 1e6:,.0f} MB" if size > LARGEST_PAGE else ""


def _kind_of(path: Path, data: bytes) -> str:
    """What the file was read as: by its ending, and a hand record by how it begins."""
    ending = path.suffix.removeprefix(".")
    return ending if ending in (PBN, LIN) else LIN if b"|" in data[:20] else PBN


def _went(kind: str, data: bytes) -> int:
    counted: dict[str, Callable[[str], int]] = {
        HRN: count.deals_of_hrn,
        PBN: count.games_of_pbn,
        LIN: count.boards_of_lin,
    }
    return counted[kind](count.text_of(data))


def _lost(data: bytes) -> str:
    lost = lost_lines(hand_record.read(data))
    return f"lines lost: {lost[:10]}" if lost else ""


# Pictures.


def _picture(path: Path, given: Input) -> str:
    from fairdeal.desk.check.settled import with_settled
    from fairdeal.digitize import read_photo
    from fairdeal.grammar.transcripts.record import to_record

    found = read_photo(given.data, path.name)
    if given.whole and not any(len(page.fields) > 50 for page in found):
        return "an honest form was not read"
    transcripts = [page for page in found if page.fields or page.typed is not None]
    if transcripts:
        merged = to_record(transcripts)
        verdict = check(merged.record, book_for(merged.record, None))
        with_settled(found, verdict, merged.sources)
    if any(FAULT in problem.message for page in found for problem in page.problems):
        return FAULT
    return "" if found else "neither a page nor a reason"


# Time and memory of this process.


def _worked() -> float:
    """Seconds that the processor worked for this process and for programs that it called."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


@lru_cache(maxsize=1)
def _fresh() -> int:
    """What this process held after its first input: what inputs before leave behind is not this one's."""
    return _of_status("VmRSS:")


def _of_status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))
