"""Which kind of page is believed, and which refusal is heard where none is."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize import reading
from fairdeal.digitize.page.sheet import Sheet
from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reading import Answer, PageKind, Refusal, Shown, Task, last_word
from fairdeal.digitize.ruled.tables import find_tables
from fairdeal.digitize.sheets.layout_file import NO_SHEETS
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import ReadProblem, Transcript

LOG = (Transcript("log.jpg", typed="Play:"),)


def no_reader() -> Recogniser:
    raise AssertionError("no handwriting is read here")


TASK = Task(Picture("log.jpg", np.zeros((8, 8, 3), np.uint8)), no_reader, NO_SHEETS)


def refusal(code: str, shown: Shown = Shown.NOTHING, final: bool = False) -> Refusal:
    return Refusal((ReadProblem(code, "error", code),), shown, final)


def heard(*refusals: Refusal) -> list[str]:
    return [problem.code for problem in last_word(refusals)]


def read(monkeypatch: pytest.MonkeyPatch, *kinds: tuple[Answer, bool | None]) -> list[str]:
    """What is said of a picture that these kinds of page answer for: problems, or the text of a log."""
    tried = tuple(PageKind(lambda _, answer=answer: answer, table) for answer, table in kinds)
    monkeypatch.setattr(reading, "PAGE_KINDS", tried)
    (told,) = reading.read_picture(TASK)
    return [told.typed] if told.typed else [problem.code for problem in told.problems]


def test_the_refusal_that_knows_most_is_heard() -> None:
    ours, table = refusal("page-not-found"), refusal("unknown-sheet", Shown.TABLE)
    assert heard(ours, table, refusal("not-a-log", Shown.PRINT)) == ["unknown-sheet"]
    assert heard(ours, table, refusal("form-without-marks", Shown.FORM)) == ["form-without-marks"]


def test_the_first_is_heard_where_none_knows_more() -> None:
    assert heard(refusal("page-not-found"), refusal("no-table"), refusal("no-text")) == [
        "page-not-found"
    ]


def test_what_was_not_finished_is_added_to_the_first() -> None:
    slow = refusal("tesseract-slow", Shown.UNFINISHED)
    assert heard(refusal("page-not-found"), refusal("no-table"), slow) == [
        "page-not-found",
        "tesseract-slow",
    ]
    assert heard(refusal("page-not-found"), refusal("unknown-sheet", Shown.TABLE), slow) == [
        "unknown-sheet"
    ]


def test_the_first_kind_that_reads_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    other = (Transcript("log.jpg", typed="Hands:"),)
    assert read(monkeypatch, (refusal("no"), None), (LOG, None), (other, None)) == ["Play:"]


def test_nothing_is_tried_after_a_final_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = refusal("page-cut", Shown.FORM, final=True)
    assert read(monkeypatch, (cut, None), (LOG, None)) == ["page-cut"]


@pytest.mark.parametrize("table", [True, False])
def test_some_kinds_are_tried_in_a_table_alone_or_outside_alone(
    table: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = refusal("unknown-sheet", Shown.TABLE) if table else refusal("no-table")
    assert read(monkeypatch, (seen, None), (LOG, True)) == (["Play:"] if table else ["no-table"])
    assert read(monkeypatch, (seen, None), (LOG, False)) == (
        ["unknown-sheet"] if table else ["Play:"]
    )


def test_a_dark_picture_is_looked_at_in_the_negative_and_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[tuple[str, int]] = []

    def kind(name: str) -> PageKind:
        def look(task: Task) -> Answer:
            shown.append((name, int(task.picture.image.mean())))
            return refusal("no-text")

        return PageKind(look)

    monkeypatch.setattr(reading, "PAGE_KINDS", (kind("ours"), kind("print")))
    reading.read_picture(TASK)
    assert shown == [("ours", 0), ("print", 255), ("print", 0)]
    shown.clear()
    light = np.full((8, 8, 3), 200, np.uint8)
    reading.read_picture(Task(Picture("log.jpg", light), no_reader, NO_SHEETS))
    assert shown == [("ours", 200), ("print", 200)]


def test_what_may_be_a_sheet_is_read_alone_where_the_picture_was_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Among newspapers of its own colour no edge of a plainly printed log was seen."""
    shown: list[bool] = []

    def look(task: Task) -> Answer:
        shown.append(task.corners is not None)
        return LOG if task.corners is not None else refusal("not-a-log", Shown.PRINT)

    def find(image: NDArray[np.uint8], *, edges: bool = True) -> Sheet | None:
        corners = np.array([(1, 1), (6, 1), (6, 6), (1, 6)], np.float64)
        return None if edges else Sheet(np.ones((160, 160), np.float32), corners, others=False)

    monkeypatch.setattr(reading, "find_sheet", find)
    monkeypatch.setattr(reading, "PAGE_KINDS", (PageKind(look), PageKind(look)))
    light = Task(Picture("log.jpg", np.full((8, 8, 3), 200, np.uint8)), no_reader, NO_SHEETS)
    assert [log.typed for log in reading.read_picture(light)] == ["Play:"]
    assert shown == [False, False, True]


def test_a_sheet_on_which_print_was_not_read_may_be_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The outline of a sheet went along what lay under it, and a plainly printed log was refused."""
    shown: list[tuple[bool, bool]] = []
    seen = Shown.PRINT

    def look(task: Task) -> Answer:
        shown.append((task.corners is not None, task.photo is not None))
        found = task.corners is not None and task.photo is not None
        return LOG if found else refusal("not-a-log", seen)

    def find(image: NDArray[np.uint8], *, edges: bool = True) -> Sheet:
        corners = np.array([(1, 1), (6, 1), (6, 6), (1, 6)], np.float64)
        return Sheet(np.ones((160, 160), np.float32), corners, others=False)

    monkeypatch.setattr(reading, "find_sheet", find)
    monkeypatch.setattr(reading, "PAGE_KINDS", (PageKind(look), PageKind(look)))
    light = Task(Picture("log.jpg", np.full((8, 8, 3), 200, np.uint8)), no_reader, NO_SHEETS)
    assert [log.typed for log in reading.read_picture(light)] == ["Play:"]
    assert shown == [(False, False), (True, False), (True, True)]
    shown, seen = [], Shown.TABLE  # filled in by hand, and not taught
    assert [log.typed for log in reading.read_picture(light)] == [None]
    assert len(shown) == 2


def test_a_sheet_that_may_be_another_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blurred page took twice the time of all its looks before it was refused."""
    looks: list[str] = []

    def read(_: object, name: str, __: str, photo: object, ___: float) -> Transcript:
        if photo is None:
            raise ReadError("not-a-log", "There is no log.", "")
        return LOG[0]

    corners = np.array([(1, 1), (6, 1), (6, 6), (1, 6)], np.float64)
    sheet = Sheet(np.ones((160, 160), np.float32), corners, others=False)
    monkeypatch.setattr(reading, "find_sheet", lambda image, *, edges: sheet)
    monkeypatch.setattr(reading, "look_of", lambda _, name, *__: looks.append(name))
    monkeypatch.setattr(reading, "read_printed", read)
    kinds = (PageKind(lambda _: refusal("x")), PageKind(reading._printed_log))
    monkeypatch.setattr(reading, "PAGE_KINDS", kinds)
    light = Task(Picture("log.jpg", np.full((8, 8, 3), 200, np.uint8)), no_reader, NO_SHEETS)
    assert [log.typed for log in reading.read_picture(light)] == ["Play:"]
    assert looks == ["log.jpg"]


def test_print_that_was_not_read_is_no_sheet_filled_in_by_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_hand = PageKind(lambda _: LOG, unprinted=True)
    for said, heard in ((Shown.PRINT, ""), (Shown.TABLE, "Play:")):
        first = PageKind(lambda _, said=said: refusal("not-a-log", said))
        monkeypatch.setattr(reading, "PAGE_KINDS", (first, by_hand))
        assert (reading.read_picture(TASK)[0].typed or "") == heard


def test_a_page_is_read_as_print_once_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []

    def no_sheet(*_: object) -> Transcript:
        raise ReadError("no-table", "There is no table.", "")

    def as_print(_: object, name: str, *__: object) -> Transcript:
        reads.append(name)
        return Transcript(name, typed="Sheet:")

    monkeypatch.setattr(reading, "may_be_print", lambda *_: (True, iter(())))
    monkeypatch.setattr(reading, "look_of", lambda *_: None)
    monkeypatch.setattr(reading, "read_printed", as_print)
    monkeypatch.setattr(reading, "unknown_sheet", lambda _: None)
    monkeypatch.setattr(reading, "read_we_they", no_sheet)
    light = np.full((8, 8, 3), 200, np.uint8)
    (found,) = reading.read_picture(
        Task(Picture("log.jpg", light), lambda: cast(Recogniser, None), NO_SHEETS)
    )
    assert found.typed == "Sheet:"
    assert reads == ["log.jpg"]


def test_no_table_is_looked_for_where_print_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_table(_: Picture) -> None:
        raise AssertionError("a table was looked for")

    monkeypatch.setattr(reading, "may_be_print", lambda *_: (True, iter(())))
    monkeypatch.setattr(reading, "look_of", lambda *_: None)
    monkeypatch.setattr(reading, "read_printed", lambda *_: LOG[0])
    monkeypatch.setattr(reading, "unknown_sheet", no_table)
    light = np.full((8, 8, 3), 200, np.uint8)
    (found,) = reading.read_picture(Task(Picture("log.jpg", light), no_reader, NO_SHEETS))
    assert found.typed == "Play:"


def test_what_was_seen_of_a_page_that_is_not_plainly_print_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = iter(())
    heard: list[object] = []

    monkeypatch.setattr(reading, "may_be_print", lambda *_: (False, seen))
    monkeypatch.setattr(reading, "look_of", lambda *given: heard.append(given[3]))
    monkeypatch.setattr(reading, "read_printed", lambda *_: LOG[0])
    plain, printed = PageKind(reading._plain_print), PageKind(reading._printed_log)
    monkeypatch.setattr(reading, "PAGE_KINDS", (PageKind(lambda _: refusal("x")), plain, printed))
    light = np.full((8, 8, 3), 200, np.uint8)
    reading.read_picture(Task(Picture("log.jpg", light), no_reader, NO_SHEETS))
    assert heard == [seen]


@pytest.mark.parametrize(("cell", "a_sheet"), [(120, True), (20, False)])
def test_lines_in_a_corner_are_no_ruled_sheet(cell: int, a_sheet: bool) -> None:
    """Bars between typed figures were rules 39 pixels across, and a plain page was refused."""
    image = np.full((1800, 1300, 3), 250, np.uint8)
    for at in range(8):
        cv2.line(image, (150, 200 + at * cell), (150 + 4 * cell, 200 + at * cell), (20,) * 3, 3)
    for at in range(5):
        cv2.line(image, (150 + at * cell, 200), (150 + at * cell, 200 + 7 * cell), (20,) * 3, 3)
    refused = reading.unknown_sheet(Picture("sheet.png", image))
    assert (refused is not None) is a_sheet
    assert len(find_tables(image)) == 1
