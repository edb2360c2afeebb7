"""Reads the hand record notation: any text or bytes in, a record and the problems of reading it out.

Reading never fails. A line that cannot be parsed is a problem with its line, column and what was
expected, and the rest is read all the same.
"""

from __future__ import annotations

import codecs
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fairdeal.grammar.notation import assembly
from fairdeal.grammar.notation.record_draft import RecordDraft
from fairdeal.records.place import lines_of, position_of
from fairdeal.records.record import Problem, Record

MOST_NUL_LINES = 20
"""Lines with NUL characters that are named one by one: a broken file has thousands of them."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A record, and what a person should know about how it was read."""

    record: Record
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether everything could be read."""
        return not any(problem.severity == "error" for problem in self.problems)


def read(source: bytes | str, *, fast: bool = True) -> ReadResult:
    """Read a hand record; never an error.

    With `fast` clean lines are recognised by look-up and only the others parsed; without it every
    line goes through the grammar. Both give the same record.
    """
    text, problems = decoded(source) if isinstance(source, bytes) else (source, [])
    text = text.removeprefix("\ufeff")
    lines = lines_of(text)
    if "\0" in text:
        problems += _nuls(lines)
        lines = [line.replace("\0", " ") for line in lines]
    draft = RecordDraft()
    with _collector_paused():
        for number, line in enumerate(lines, start=1):
            assembly.take(draft, line, number, fast=fast)
        record, found = draft.finish(text)
    problems += found
    if not any(line.strip() for line in lines):
        problems.append(Problem("error", "the record is empty: there is nothing in it to read"))
    return ReadResult(record, tuple(problems))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Let no garbage be looked for meanwhile.

    Everything that reading makes stays alive in the record, so that looking through it again and
    again finds nothing and takes half of the time of a large file.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def decoded(source: bytes) -> tuple[str, list[Problem]]:
    """The text of a file's bytes, with a note where it is not the UTF-8 that it should be."""
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        note = "the file is in UTF-16, not UTF-8; it was read as UTF-16"
        return source.decode("utf-16", errors="replace"), [Problem("note", note)]
    try:
        return source.decode("utf-8-sig"), []
    except UnicodeDecodeError as wrong:
        before = wrong.object[: wrong.start].decode("utf-8")
        line, column = position_of(before, len(before))
        note = "the file is not in UTF-8 from here on; all of it was read as Latin-1"
        text = source.removeprefix(codecs.BOM_UTF8).decode("latin-1")
        return text, [Problem("note", note, line, column)]


def _nuls(lines: list[str]) -> list[Problem]:
    """A warning for each line that holds NUL characters, which are read as blanks."""
    found = [
        (number, line.index("\0") + 1, line.count("\0"))
        for number, line in enumerate(lines, start=1)
        if "\0" in line
    ]
    problems = [
        Problem(
            "warning",
            f"{count} NUL character{'s' * (count > 1)} here, read as blanks:"
            " the file seems to be damaged",
            number,
            column,
        )
        for number, column, count in found[:MOST_NUL_LINES]
    ]
    if len(found) > MOST_NUL_LINES:
        more = len(found) - MOST_NUL_LINES
        problems.append(Problem("warning", f"NUL characters on {more} more lines"))
    return problems
