"""A photo to its transcripts: every picture in the file, read as the first kind of page that it fits."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.filled_forms import (
    cells_of,
    entries_of,
    field_of,
    ink_of,
    open_shape,
    print_of,
    problems_of,
    strokes_for_again,
    with_the_same_again,
)
from fairdeal.digitize.forms.layout import USUAL_PLAYERS
from fairdeal.digitize.page.cut_out import only_sheet
from fairdeal.digitize.page.find import Page, corners_of, find_pages
from fairdeal.digitize.page.four_sides import Corners
from fairdeal.digitize.page.sheet import find_sheet
from fairdeal.digitize.page.words import read_sheet_code
from fairdeal.digitize.pictures import Picture, pictures, sheet_name
from fairdeal.digitize.pictures.picture import as_sent
from fairdeal.digitize.printed.in_fields import printed_in
from fairdeal.digitize.printed.log import look_of, may_be_print, read_printed
from fairdeal.digitize.printed.looks import Look, without_marks
from fairdeal.digitize.printed.readers import print_readers
from fairdeal.digitize.printed.straighten import plainly_dark
from fairdeal.digitize.printed.text_layer import READ_AS_TEXT, not_used, read_text_layer
from fairdeal.digitize.reader.reading import (
    Recogniser,
    as_one_hand,
    is_unknown,
    strange_ones_asked,
)
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.ruled.tables import find_tables
from fairdeal.digitize.sheets.club_sheet import FILLED_BY_MACHINE, read_known
from fairdeal.digitize.sheets.layout_file import NO_SHEETS, KnownSheets
from fairdeal.digitize.sheets.we_they import read_we_they
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Field, ReadProblem, Transcript, players_of


def read_photo(
    data: bytes,
    name: str,
    recogniser: Recogniser | None = None,
    sheets: KnownSheets = NO_SHEETS,
    done: Callable[[], None] | None = None,
) -> list[Transcript]:
    """Read a photo or every page of a scan, one transcript a page, and one a sheet where a photo shows
    several.

    Never raises for what is in the file: a file or page that cannot be read has its problems, each
    with what to do about it, and no fields. `recogniser` reads the cells; without one the project's
    own is opened. `sheets` are layouts of clubs' own sheets, for photos that show none of our forms.
    `done` is called after every page.
    """
    digest = hashlib.sha256(data).hexdigest()
    transcripts: list[Transcript] = []
    try:
        for picture in pictures(data, name):
            task = Task(picture, lambda: recogniser or _own_reader(), sheets, _text(transcripts))
            transcripts += [
                replace(each, digest=digest, readers=_readers_of(each, recogniser))
                for each in read_picture(task)
            ]
            _give_memory_back()
            if done is not None:
                done()
    except ReadError as error:
        transcripts.append(Transcript(name, problems=(error.problem(),), digest=digest))
    return transcripts


def _give_memory_back() -> None:
    """Give the system all memory that is free again: the C library keeps it in pieces, among which the next
    page finds no room for its planes. Only the usual library of Linux can be asked to."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _readers_of(page: Transcript, recogniser: Recogniser | None) -> tuple[str, ...]:
    """What read a page, each with its version: handwriting by one, print by two."""
    if any(problem.code == READ_AS_TEXT for problem in page.problems):
        return ("the text of the PDF",)
    if page.typed is not None:
        return print_readers()
    if not page.fields:
        return ()
    own = str(getattr(recogniser or _own_reader(), "version", "another reader"))
    return (*print_readers(), own) if FILLED_BY_MACHINE in page.problems else (own,)


def _text(pages: list[Transcript]) -> str:
    """The printed text in which the last of some pages ends, with those that it goes on from."""
    text = ""
    for page in reversed(pages):
        text = (page.typed or "") + text
        if not page.goes_on:
            break
    return text


@functools.cache
def _own_reader() -> Recogniser:
    return open_reader()


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A picture to be read. `reader` opens the recogniser of handwriting, and may raise `ReadError`;
    `sheets` are layouts of clubs' own sheets."""

    picture: Picture
    reader: Callable[[], Recogniser]
    sheets: KnownSheets
    before: str = ""
    """The text of the page before it in the same file, if that was a printed log."""
    corners: Corners | None = None
    """Those of the sheet in the picture, or of the box around it, where one was seen."""
    photo: NDArray[np.uint8] | None = None
    """The picture with all that is around its sheet, where the corners of that were not seen."""
    other: bool = False
    """Whether the picture is the negative of what was sent, or what may be a sheet in it: another attempt."""
    printed: list[Answer] = field(default_factory=list)
    """What came of it as a printed log, once that was tried: several kinds ask."""
    ways: list[Iterator[Look]] = field(default_factory=list)
    """Its looks as a printed page, where the first was taken and it was not plainly one."""
    looked: list[Look] = field(default_factory=list)
    """The look in which it reads, once that was found."""
    said: list[ReadProblem] = field(default_factory=list)
    """What to say of its text, if it has some and is read from its picture."""


class Shown(IntEnum):
    """What a refusal knows of the picture, from the least to the most."""

    NOTHING = 0
    """Nothing of the kind is in it."""
    UNFINISHED = 1
    """Tesseract took too long to say whether there is print."""
    PRINT = 2
    """Print that is not a log, or that Tesseract could not read."""
    TABLE = 3
    """A ruled sheet that the program was not taught, or that could not be read."""
    FORM = 4
    """One of our own forms, in a photo that does not do."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a picture was not read as one kind of page."""

    problems: tuple[ReadProblem, ...]
    shown: Shown = Shown.NOTHING
    final: bool = False
    """No kind that comes after it could read the picture, or say more of it."""


Answer = tuple[Transcript, ...] | Refusal


@dataclass(frozen=True, slots=True)
class PageKind:
    """`in_table`: whether a ruled table must have been seen before (True) or must not (False); None where
    it makes no difference."""

    read: Callable[[Task], Answer]
    in_table: bool | None = None
    unprinted: bool = False
    """Whether it must not have been seen to be print: what was not read then is nothing else."""

    def fits(self, refusals: Sequence[Refusal]) -> bool:
        """Whether it is to be tried after these refusals."""
        if self.unprinted and any(refusal.shown is Shown.PRINT for refusal in refusals):
            return False
        table = any(refusal.shown is Shown.TABLE for refusal in refusals)
        return self.in_table is None or self.in_table is table


def read_picture(task: Task) -> list[Transcript]:
    """What the first of `PAGE_KINDS` that fits makes of a picture, else the last word of the refusals.

    At least one transcript. A dark picture is looked at in the negative too: it may be a screen with light
    letters.
    """
    refusals: list[Refusal] = []
    for attempt, kinds in _attempts(task, refusals):
        before = refusals[:1] if attempt.other else refusals
        for kind in kinds:
            if not kind.fits(before):
                continue
            answer = kind.read(attempt)
            if not isinstance(answer, Refusal):
                first, *rest = answer
                return [replace(first, problems=(*first.problems, *attempt.said)), *rest]
            before.append(answer)
            if answer.final:
                break
        if before[-1].final and not attempt.other:
            break
    warnings = [problem for problem in task.said if problem.severity != "note"]
    return [Transcript(task.picture.name, problems=(*last_word(refusals), *warnings))]


def _attempts(task: Task, refusals: Sequence[Refusal]) -> Iterator[tuple[Task, Sequence[PageKind]]]:
    """The picture, the negative of a dark one, and where print was seen and not read its sheet by what else
    shows it, with the kinds that each may be. One at a time: they are large."""
    first, *others = PAGE_KINDS
    yield task, (first,)
    whole, task = task, on_its_sheet(task)
    if plainly_dark(task.picture.image):
        negative = replace(task.picture, image=np.asarray(255 - task.picture.image, np.uint8))
        light = replace(task, picture=negative, photo=None, said=[*task.said], other=True)
        yield replace(light, printed=[], ways=[], looked=[]), others
    yield task, others
    if all(refusal.shown is not Shown.PRINT for refusal in refusals):
        return
    # Where its edges went along what lies under it, its print shows better ones.
    again = replace(task, photo=whole.picture.image)
    if task.corners is None:
        again = replace(on_its_sheet(whole, edges=False), looked=[])
    if again.corners is not None and (task.corners is None or task.photo is None):
        yield replace(again, printed=[], ways=[], said=[*task.said], other=True), others


def on_its_sheet(task: Task, *, edges: bool = True) -> Task:
    """The picture with nothing but its sheet, if one is seen in it: what stands around is never read.
    `edges`: most of its edge must be seen."""
    picture = task.picture
    # What a file says stands on a page is on paper all over.
    if picture.text is not None:
        return task
    sheet = find_sheet(picture.image, edges=edges)
    if sheet is None:
        return replace(task, photo=picture.image)
    if sheet.others:
        task.said.append(OTHERS_BESIDE)
    alone = replace(picture, image=only_sheet(picture.image, sheet))
    corners = sheet.around(picture.image.shape)
    photo = picture.image if sheet.corners is None else None
    return replace(task, picture=alone, corners=corners, photo=photo)


OTHERS_BESIDE: Final = ReadProblem(
    "page-beside",
    "warning",
    "The photo shows other sheets too. Only the one in the middle was read. If another matters, photograph it"
    " alone.",
)


def last_word(refusals: Sequence[Refusal]) -> tuple[ReadProblem, ...]:
    """The problems of the refusal that knows most of the picture, of the first of them where several know
    as much. What was not finished only adds to the first refusal of all: perhaps there was no print."""
    most = max(refusals, key=lambda refusal: refusal.shown)
    if most.shown is Shown.UNFINISHED:
        return (*refusals[0].problems, *most.problems)
    return most.problems


def _our_forms(task: Task) -> Answer:
    """Our own forms, found by their black marks. One that is seen and cannot be read is nothing else."""
    found, refused = find_pages(task.picture.image, task.picture.name)
    if found:
        return _with_others(tuple(read_forms(task.picture, found, task.reader)), refused)
    if all(error.code == "page-not-found" for error in refused):
        return Refusal((refused[0].problem(),))
    problems = tuple({str(error): error.problem() for error in refused}.values())
    return Refusal(problems, Shown.FORM, final=True)


def read_forms(
    picture: Picture, found: Sequence[Page], reader: Callable[[], Recogniser]
) -> Iterator[Transcript]:
    """One transcript for each page that was found in a picture, in their order."""
    for number, page in enumerate(found, 1):
        name = sheet_name(picture.name, number) if len(found) > 1 else picture.name
        corners = as_sent(corners_of(page), picture.scale)
        empty = Transcript(name, page.layout.form, corners=corners)
        try:
            yield _form_read(picture, page, reader(), empty)
        except ReadError as error:
            yield replace(empty, problems=(error.problem(),))


WITH_FIGURES: Final = ("hand-log", "score-sheet", "we-they")
"""How the names of forms begin whose entries bear each other out."""


def _form_read(
    picture: Picture, page: Page, recogniser: Recogniser, empty: Transcript
) -> Transcript:
    """A form, step by step: its code, its cells, their readings as the writing of one hand, and the fields
    that these are."""
    layout = page.layout
    code = read_sheet_code(page.image, layout)
    if code is not None and code[0] != layout.form:
        raise ReadError(
            "form-unknown",
            f"{picture.name} shows the form {code[0]}, which is not known here.",
            "Use the version of the program that printed the form, or a newer one.",
        )
    cells = cells_of(page)
    written = [cell for cell in cells if cell.written]
    marks = strokes_for_again(written)
    inks = [ink_of(cell, marks) for cell in written]
    players = players_of(layout.form) or USUAL_PLAYERS
    as_read = recogniser.read_page(inks, players)
    entries = entries_of(page, cells, as_read.readings, picture.scale)
    own = frozenset(cell.field.name for cell in written if not cell.from_elsewhere)
    fields = with_the_same_again([field_of(entry) for entry in entries], marks, own)
    unknown = is_unknown(fields)
    confirmed = {written[number].field.name for number in as_read.confirmed}
    one_hand = as_one_hand(fields, confirmed)
    if layout.form.startswith(WITH_FIGURES):
        one_hand = strange_ones_asked(one_hand, players)
    in_ink = [entry for entry in entries if entry.reading is not None]
    return replace(
        empty,
        sheet=code[1] if code is not None else None,
        fields=(*one_hand, *print_of(layout, one_hand)),
        problems=tuple(problems_of(cells, code is not None, unknown)),
        open_shapes=tuple(open_shape(each, in_ink, unknown) for each in as_read.open_shapes),
    )


def _with_others(
    read: tuple[Transcript, ...], refused: Sequence[ReadError]
) -> tuple[Transcript, ...]:
    """The first transcript also says what else is in the photo and was not read."""
    first, *rest = read
    more = tuple(
        ReadProblem(
            "page-beside",
            "warning",
            f"Another page in the same photo was not read. {error.message}"
            " If it matters, photograph it alone.",
        )
        for error in refused
    )
    return (replace(first, problems=first.problems + more), *rest)


def _taught_sheet(task: Task) -> Answer:
    """A ruled sheet that a club taught the program."""
    if not task.sheets.layouts:
        return Refusal(())
    try:
        return (
            read_known(task.picture, task.sheets, task.reader, functools.partial(_as_print, task)),
        )
    except ReadError as error:
        return _no_known_sheet(error)


def _other_table(task: Task) -> Answer:
    """Whether there is a ruled table, where no sheets are known. A page of print does not depend on it."""
    if task.sheets.layouts:
        return Refusal(())
    try:
        unknown = unknown_sheet(task.picture)
    except ReadError as error:
        unknown = error
    return Refusal(()) if unknown is None else _no_known_sheet(unknown)


LEAST_ROWS: Final = 4
LEAST_COLUMNS: Final = 3
"""A grid of fewer cells is an address field, a tiled floor's corner, no score sheet ..."""
LEAST_ACROSS: Final = 0.1
"""... nor is one so narrow beside the picture: bars between typed figures below each other."""


def unknown_sheet(picture: Picture) -> ReadError | None:
    """The refusal of a ruled sheet that nobody taught the program; None where there is no such table."""
    for table in find_tables(picture.image)[:1]:
        across = np.ptp(table.corners, axis=0).min() / min(picture.image.shape[:2])
        if table.rows >= LEAST_ROWS and table.columns >= LEAST_COLUMNS and across >= LEAST_ACROSS:
            return ReadError(
                "unknown-sheet",
                f"{picture.name} shows a ruled sheet without the black corner marks of our forms.",
                "If it is one of our forms, take the photo again with the whole page in it. If it is a sheet"
                " of your own, teach it once: fairdeal layout learn PHOTO -o club.toml. Then: fairdeal read"
                " --layout club.toml PHOTO",
            )
    return None


def _no_known_sheet(error: ReadError) -> Refusal:
    return Refusal((error.problem(),), Shown.NOTHING if error.code == "no-table" else Shown.TABLE)


def _as_print(task: Task, fields: Sequence[Field]) -> Sequence[Field] | None:
    """The fields of a sheet that was filled in by machine, as print; None of any other."""
    try:
        return printed_in(task.picture.image, fields, task.corners, task.picture.scale)
    except ReadError:
        return None


def _we_they_sheet(task: Task) -> Answer:
    """A bridge sheet with two lines: WE or THEY must stand on it, or it may be anything."""
    try:
        return (read_we_they(task.picture, task.reader()),)
    except ReadError as error:
        return Refusal((error.problem(),))


def _form_without_marks(task: Task) -> Answer:
    """One of our own forms of which the marks are not in the picture: never read, but named."""
    own = without_marks(task.picture.image, task.picture.name)
    return Refusal(()) if own is None else Refusal((own.problem(),), Shown.FORM, final=True)


_SAYS_PLAY: Final = re.compile(r"^(Hands|Auction|Play)\b", re.MULTILINE)
"""A score sheet has tags and heads of columns in print, and may be filled in by hand."""


def _typed_log(task: Task) -> Answer:
    """A log in a PDF that has it as text. In a table too it says that it is one, as `_log_in_table`."""
    try:
        read = read_text_layer(task.picture, task.before)
    except ReadError as error:
        return Refusal((error.problem(),), Shown.PRINT)
    if isinstance(read, Transcript) and (read.goes_on or _SAYS_LOG.search(read.typed or "")):
        return (read,)
    task.said.extend((not_used(task.picture) if isinstance(read, Transcript) else read).said)
    return Refusal(())


def _plain_print(task: Task) -> Answer:
    """A page that is mostly print, and says that it is a log: whatever its tables and its words are like."""
    plain, ways = may_be_print(task.picture.image, task.corners)
    task.ways.append(ways)
    return _log_in_table(task) if plain else Refusal(())


def _printed_log(task: Task) -> Answer:
    """A typed or printed log, read once."""
    if not task.printed:
        task.printed.append(_read_as_print(task, task.ways.pop() if task.ways else None))
    return task.printed[0]


def _read_as_print(task: Task, ways: Iterable[Look] | None) -> Answer:
    """What Tesseract lacks matters only where there is print to be read."""
    picture = task.picture
    try:
        if not task.looked:
            task.looked.append(
                look_of(picture.image, picture.name, task.before, ways, task.corners)
            )
        read = read_printed(task.looked[0], picture.name, task.before, task.photo, picture.scale)
    except ReadError as error:
        shown = {"no-text": Shown.NOTHING, "tesseract-slow": Shown.UNFINISHED}.get(
            error.code, Shown.PRINT
        )
        # The kind that comes next asks Tesseract too.
        return Refusal((error.problem(),), shown, final=error.code.startswith("tesseract-"))
    return (read,)


_SAYS_LOG: Final = re.compile(r"^(\[\w+ \"|(Hands|Auction|Play|Result|Sheet)\b)", re.MULTILINE)


def _log_in_table(task: Task) -> Answer:
    """A printed log in a ruled table, where it says so: figures written in cells look like calls."""
    answer = _printed_log(task)
    if isinstance(answer, Refusal) or any(
        log.goes_on or _SAYS_PLAY.search(log.typed or "") for log in answer
    ):
        return answer
    return Refusal(())


PAGE_KINDS: Final = (
    PageKind(_our_forms),
    PageKind(_taught_sheet),
    PageKind(_typed_log),
    PageKind(_plain_print),
    PageKind(_other_table),
    PageKind(_we_they_sheet, in_table=False, unprinted=True),
    # In a table our own form is looked for first: its print has the words that a log has.
    PageKind(_form_without_marks, in_table=True),
    PageKind(_log_in_table, in_table=True, unprinted=True),
    PageKind(_printed_log, in_table=False, unprinted=True),
    PageKind(_form_without_marks, in_table=False),
)
