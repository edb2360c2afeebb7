"""A file that was added, read by what is in it: photo, typed record, spreadsheet, games of PBN and LIN."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from fairdeal.desk.files import HEAD, is_typed, read_bytes
from fairdeal.desk.intake.papers import BOARDS, Document
from fairdeal.desk.intake.reading import read_pages
from fairdeal.desk.intake.score_table import score_tables
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import bridgemate, lin, usebio
from fairdeal.grammar.encoding import decoded, utf_16
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.pbn.game import FileGame
from fairdeal.grammar.pbn.reader import PbnGame, read as read_pbn
from fairdeal.grammar.pbn.results import ROWS, with_rows
from fairdeal.grammar.pbn.source import Source
from fairdeal.records import Deal, Problem, Record, Transcript
from fairdeal.rulings.frame.finding import Note
from fairdeal.rulings.frame.set_aside import within_bounds

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets


_PBN = re.compile(rb'(?:\xef\xbb\xbf)?(?:%[^\n]*\n|;[^\n]*\n|\s)*\[\s*\w+\s*"', re.M)
_PBN_ONLY = re.compile(
    rb'^% ?PBN \d|\[Deal "[NESWnesw]:|\[(?:Auction|Play) "[NESWnesw]"\]|\[Board "', re.M
)
_LIN = re.compile(rb"\s*(?:vg|qx|pn|st|md|rs|rh|ah|bt|lf)\|", re.I)


Reader = Callable[[Source], Iterator[FileGame]]


def reader_of(
    name: str, head: bytes, strict: bool = False, version: str | None = None
) -> Reader | None:
    """The reader for a file, by its name's ending, else by how it begins; None for any other file.

    `strict` and `version` are for PBN: held to every word of the standard, of that version.
    """
    ending = PurePath(name).suffix.casefold()
    if utf_16(head):
        head = decoded(head)[0].encode(errors="replace")
    as_pbn = partial(read_pbn, strict=strict, version=version)
    if ending == ".pbn":
        return as_pbn
    if ending == ".lin":
        return lin.read
    if ending in (".hrn", ".txt", ""):
        if _PBN.match(head) is not None:
            return as_pbn if ending != ".hrn" and _PBN_ONLY.search(head) is not None else None
        if _LIN.match(head) is not None:
            return lin.read
    return None


LARGEST_TEXT: Final = 20_000_000
"""Bytes of a typed record: about 20,000 deals, more than any archive of one event."""


def load(path: Path, name: str | None = None, sheets: KnownSheets | None = None) -> Document:
    """Read a file of any kind. `sheets` are layouts of clubs' own sheets that it may be a photo of.

    Raises DeskError (or the reader's own error, which has an exit code and a remedy too) where the
    file gives nothing that could be looked at.
    """
    return of_bytes(read_bytes(path), str(path) if name is None else name, sheets)


def of_bytes(data: bytes, name: str, sheets: KnownSheets | None = None) -> Document:
    """What a file of any kind holds. Raises as `load` does."""
    digest = hashlib.sha256(data).hexdigest()
    return typed(data, name, digest) if is_typed(data) else photographed(data, name, digest, sheets)


def problem_of(note: Note) -> Problem:
    """A note of the rulings among the problems of reading."""
    span, place = note.span, note.place
    return Problem(
        note.severity,
        note.message,
        line=span.line if span else None,
        column=span.column if span else None,
        game=note.game,
        place=str(place) if place else None,
    )


def typed(data: bytes, name: str, digest: str) -> Document:
    """A typed record."""
    reader = reader_of(name, data[:HEAD])
    if len(data) > LARGEST_TEXT:
        raise too_long(name, len(data), games=reader is not None)
    if reader is not None:
        deals, found = _deals(reader(data))
        games = Record(deals=tuple(deals), source=decoded(data)[0])
        record, notes = within_bounds(games)
        found += map(problem_of, notes)
        return Document(name, digest, record, tuple(found), (), data, BOARDS)
    listed = _of_a_list(data)
    if listed is not None:
        return _listed(name, digest, data, *listed)
    whole, told = score_tables(data, name) or _notation(data)
    record, notes = within_bounds(whole)
    problems = (*told, *map(problem_of, notes))
    return Document(name, digest, record, problems, (), data)


def _notation(data: bytes) -> tuple[Record, tuple[Problem, ...]]:
    result = hand_record.read(data)
    return result.record, result.problems


def _of_a_list(data: bytes) -> tuple[list[Deal], list[Problem]] | None:
    """The results of a file of a scoring program, which has no record of any play; None for any other."""
    if usebio.is_usebio(data[:HEAD]):
        return usebio.read(data)
    if bridgemate.is_received(decoded(data[:HEAD])[0]):
        return bridgemate.read(decoded(data)[0])
    return None


def _listed(
    name: str, digest: str, data: bytes, deals: Sequence[Deal], told: Sequence[Problem]
) -> Document:
    if not deals:
        why = next((each.message for each in told), "there are no results of boards in it")
        raise DeskError(f"{name}: {why}.", name, "Export it again from the scoring program.")
    record, notes = within_bounds(Record(deals=tuple(deals), source=decoded(data)[0]))
    problems = (*told, *map(problem_of, notes))
    return Document(name, digest, record, problems, (), data, BOARDS)


def _deals(games: Iterator[FileGame]) -> tuple[list[Deal], list[Problem]]:
    """The deals of a file of games, with those of its tables of results, and what was wrong."""
    found: list[PbnGame] = []
    deals: list[Deal] = []
    told: list[Problem] = []
    for game in games:
        deals.append(game.deal)
        told += game.problems
        if isinstance(game, PbnGame):
            found.append(game)
    if len(found) < len(deals) or not any(ROWS in each.text for each in found):
        return deals, told
    deals, more = with_rows(found)
    return deals, [*told, *more]


def too_long(name: str, size: int, *, games: bool) -> DeskError:
    """What to say of typed text that is too much to be held at once; `games` can be checked one by one."""
    limit = LARGEST_TEXT // 1_000_000
    remedy = f", or for the findings alone: fairdeal check {name}" if games else ""
    return DeskError(
        f"{name} has {size / 1e6:.0f} MB of text; {limit} MB is the limit.",
        name,
        f"Split it into several files{remedy}",
    )


def photographed(
    data: bytes, name: str, digest: str, sheets: KnownSheets | None = None
) -> Document:
    """A photo or a scan: read, and put together as far as what is on it belongs together."""
    return from_transcripts(name, digest, read_pages(data, name, sheets), data)


def from_transcripts(
    name: str, digest: str, transcripts: Sequence[Transcript], data: bytes = b""
) -> Document:
    """The document of what was read from a photo's pages."""
    from fairdeal.grammar.transcripts.record import to_record

    merged = to_record(transcripts)
    return Document(name, digest, merged.record, merged.problems, tuple(transcripts), data)
