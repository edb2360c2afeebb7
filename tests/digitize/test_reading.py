"""Photo to transcript with a reader of our own making: everything but the handwriting itself."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bench.memory import held_mb
from fairdeal.digitize import crop, open_photo, read_photo, reading
from fairdeal.digitize.filled_forms import to_look_at
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.reader.reading import CellInk, OpenShape, PageReading, Reading
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Transcript
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import skeleton_hand
from tests.support.camera import PRINT_PX_MM, View, photograph, printed
from tests.support.readers import ReadsEachCell

WRITTEN = ("row 1 / dealer", "row 3 / contract", "row 9 / total B", "tie-break")
VIEW = View(tilt=12, roll=4)


class Echo(ReadsEachCell):
    """Answers with the kind it was asked for and how many boxes it got."""

    def __init__(self) -> None:
        self.asked: list[CellInk] = []

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        self.asked.extend(cells)
        return [
            Reading(
                f"{cell.kind} {len(cell.boxes)}", 0.9, ((f"{cell.kind} {len(cell.boxes)}", 0.9),)
            )
            for cell in cells
        ]


class Broken(ReadsEachCell):
    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        raise ReadError("weights-corrupt", "The weights are damaged.", "Get them again.")


@pytest.fixture(scope="module")
def page() -> NDArray[np.uint8]:
    """A score sheet with a cross in a few fields."""
    sheet = printed("score-sheet/1").copy()
    layout = load("score-sheet/1")
    for name in WRITTEN:
        field = layout.field(name)
        assert field is not None
        box = field.boxes[0]
        left, top = round((box.x + 1.5) * PRINT_PX_MM), round((box.y + 1.5) * PRINT_PX_MM)
        cv2.line(sheet, (left, top), (left + 40, top + 50), (90, 40, 20), 5, cv2.LINE_AA)
        cv2.line(sheet, (left + 40, top), (left, top + 50), (90, 40, 20), 5, cv2.LINE_AA)
    return sheet


@pytest.fixture(scope="module")
def photo(page: NDArray[np.uint8]) -> bytes:
    return jpeg(photograph(page, VIEW))


def jpeg(image: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.fixture(scope="module")
def transcript(photo: bytes) -> Transcript:
    (only,) = read_photo(photo, "IMG_1.jpg", Echo())
    return only


def test_heading_of_the_transcript(transcript: Transcript, photo: bytes) -> None:
    assert transcript.photo == "IMG_1.jpg"
    assert transcript.form == "score-sheet/1"
    assert transcript.sheet == "7F3K9Q"
    assert transcript.digest == hashlib.sha256(photo).hexdigest()
    assert transcript.problems == ()
    corners = VIEW.project(np.array([(0, 0), (210, 0), (210, 297), (0, 297)], float))
    assert np.abs(np.array(transcript.corners) - corners).max() < 4


def test_every_field_of_the_form_is_there(transcript: Transcript) -> None:
    assert [field.name for field in transcript.fields] == [
        field.name for field in load("score-sheet/1").fields
    ]


def test_only_written_fields_are_asked_and_told(transcript: Transcript) -> None:
    assert {field.name for field in transcript.fields if not field.blank} == set(WRITTEN)
    blank = transcript.field("row 2 / contract")
    assert blank is not None and blank.text is None and not blank.flagged


def test_reader_is_told_kind_and_boxes(transcript: Transcript) -> None:
    texts = {field.name: field.text for field in transcript.fields if not field.blank}
    assert texts == {
        "row 1 / dealer": "seat 1",
        "row 3 / contract": "contract 1",
        "row 9 / total B": "number 3",
        "tie-break": "seat 1",  # one letter of two, read as a seat's is
    }


def test_regions_lie_over_the_ink(transcript: Transcript, photo: bytes) -> None:
    image = open_photo(photo, "IMG_1.jpg").image
    for name in WRITTEN:
        field = transcript.field(name)
        assert field is not None and len(field.region) == 4
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(field.region).astype(np.int32), 1)
        assert image[..., 2][mask > 0].min() < 110, name


def test_crop_is_upright(page: NDArray[np.uint8]) -> None:
    """From a photo taken upside down a crop comes the right way up."""
    data = jpeg(photograph(page, View(roll=180)))
    (found,) = read_photo(data, "turned.jpg", Echo())
    field = found.field("heading / event")
    assert field is not None
    piece = cv2.imdecode(
        np.frombuffer(crop(open_photo(data, "turned.jpg"), field.region), np.uint8),
        cv2.IMREAD_COLOR,
    )
    assert piece is not None and piece.shape[1] > 4 * piece.shape[0]
    assert piece.shape[0] <= 160


def test_crop_wants_four_corners(photo: bytes) -> None:
    with pytest.raises(ValueError, match="four corners"):
        crop(open_photo(photo, "x.jpg"), ((0.0, 0.0), (5.0, 5.0)))


def test_hidden_fields_are_flagged_and_named(page: NDArray[np.uint8]) -> None:
    covered = page.copy()
    covered[2300:2500, 200:900] = (120, 150, 190)
    (found,) = read_photo(jpeg(photograph(covered, VIEW)), "thumb.jpg", Echo())
    hidden = [field for field in found.fields if field.flagged and field.text is None]
    assert hidden and all(not field.blank and field.probability == 0.0 for field in hidden)
    assert [problem.code for problem in found.problems] == ["field-hidden"]
    assert "row 17" in found.problems[0].message or "row 16" in found.problems[0].message


def test_an_empty_form_is_called_so_and_a_filled_one_not(transcript: Transcript) -> None:
    (empty,) = read_photo(jpeg(photograph(printed("score-sheet/1"), View())), "sheet.jpg", Echo())
    assert all(field.blank for field in empty.fields)
    assert empty.problems[0].code == "nothing-written"
    assert "take the photo again in better light" in empty.problems[0].message
    assert "nothing-written" not in [each.code for each in transcript.problems]


def test_unread_ink_is_flagged(photo: bytes) -> None:
    class Lost(ReadsEachCell):
        def read(self, cells: Sequence[CellInk]) -> list[Reading]:
            return [Reading(None) for _ in cells]

    (found,) = read_photo(photo, "x.jpg", Lost())
    assert all(field.flagged for field in found.fields if not field.blank)


def test_damaged_reader_is_a_problem_not_an_exception(photo: bytes) -> None:
    (found,) = read_photo(photo, "x.jpg", Broken())
    assert found.fields == ()
    assert found.form == "score-sheet/1"
    assert [problem.code for problem in found.problems] == ["weights-corrupt"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"just words\n", "not-a-picture"),
        (b"\xff\xd8\xff\xe0" + bytes(300), "picture-broken"),
    ],
)
def test_bad_file_is_a_problem_with_a_remedy(data: bytes, code: str) -> None:
    (found,) = read_photo(data, "bad.jpg")
    assert [problem.code for problem in found.problems] == [code]
    assert found.problems[0].severity == "error" and "bad.jpg" in found.problems[0].message


def test_pages_of_a_scan_are_read_one_by_one(page: NDArray[np.uint8]) -> None:
    import io

    from PIL import Image

    sheet = Image.fromarray(cv2.cvtColor(page, cv2.COLOR_BGR2RGB))
    blank = Image.new("RGB", sheet.size, "white")
    buffer = io.BytesIO()
    sheet.save(buffer, "PDF", resolution=254.0, save_all=True, append_images=[blank])
    first, second = read_photo(buffer.getvalue(), "scan.pdf", Echo())
    assert (first.photo, first.form) == ("scan.pdf#page=1", "score-sheet/1")
    assert [problem.code for problem in second.problems] == ["page-not-found"]
    assert open_photo(buffer.getvalue(), first.photo).image.shape[0] > 2000


@pytest.mark.parametrize(("text", "flagged"), [("A", False), ("3", True)])
def test_what_the_form_does_not_offer_is_looked_at(text: str, flagged: bool) -> None:
    field = load("score-sheet/1").field("tie-break")
    assert field is not None and field.choices == ("A", "B")
    assert to_look_at(field, Reading(text, 0.999, ((text, 0.999),))) is flagged


class Counting(Echo):
    """Keeps for how many seats a page was read."""

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        self.seats = seats
        return super().read_page(cells, seats)


@pytest.mark.parametrize(("form", "seats"), [("hand-log/1", 6), ("hand-log-4/1", 4)])
def test_a_page_is_read_for_the_seats_of_its_table(form: str, seats: int) -> None:
    sheet = printed(form).copy()
    box = load(form).fields[-1].boxes[0]
    left, top = round((box.x + 1.5) * PRINT_PX_MM), round((box.y + 1.5) * PRINT_PX_MM)
    cv2.line(sheet, (left, top), (left + 40, top + 50), (90, 40, 20), 5, cv2.LINE_AA)
    reader = Counting()
    read_photo(jpeg(photograph(sheet, View())), "log.jpg", reader)
    assert reader.seats == seats
    assert all(cell.name for cell in reader.asked), "each entry by the name of its place"


class Torn(Echo):
    """Leaves open what sign stands in all fields that it is shown."""

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        readings = tuple(self.read(cells))
        ones = tuple(Reading("1", 0.99) for _ in cells)
        sevens = tuple(Reading("7", 0.99) for _ in cells)
        shape = OpenShape(("7", "1"), 0.6, tuple(range(len(cells))), (sevens, ones))
        return PageReading(readings, (shape,))


def test_an_open_shape_names_its_fields_and_how_they_would_read(photo: bytes) -> None:
    (found,) = read_photo(photo, "x.jpg", Torn())
    (shape,) = found.open_shapes
    assert sorted(shape.names) == sorted(WRITTEN)
    assert [field.text for field in shape.read_as[1]] == ["1"] * len(WRITTEN)
    assert all(len(field.region) == 4 for field in shape.read_as[0])


class Lost(ReadsEachCell):
    """In doubt about three of four entries; what shape the rest have it would ask."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        return [
            Reading("8", 0.5 if n % 4 else 1.0, flagged=bool(n % 4)) for n, _ in enumerate(cells)
        ]

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        either = tuple(tuple(Reading(sign, 0.999) for _ in cells) for sign in "73")
        shape = OpenShape(("7", "3"), 0.6, tuple(range(len(cells))), (either[0], either[1]))
        return PageReading(tuple(self.read(cells)), (shape,))


def test_a_page_by_a_hand_like_none_known_says_so() -> None:
    layout = load("score-sheet/1")
    numbers = [field.name for field in layout.fields if field.kind == "number"][:40]
    rng = np.random.default_rng(3)
    filled = fill(layout, dict.fromkeys(numbers, "8"), skeleton_hand(rng), rng).picture
    png = bytes(cv2.imencode(".png", filled[:, :, ::-1])[1])
    (found,) = read_photo(png, "x.png", Lost())
    assert "hand-unknown" in [each.code for each in found.problems]
    assert max(field.probability for field in found.fields if not field.blank) == 0.99
    (shape,) = found.open_shapes
    answered = [field for fields in shape.read_as for field in fields]
    assert {field.probability for field in answered} == {0.99}, "an answer makes no hand known"


def test_a_line_through_several_rows_is_asked_about_in_each(page: NDArray[np.uint8]) -> None:
    """Somebody struck rows 11 to 15 out: in none of them does anything stand for certain."""
    sheet, layout = page.copy(), load("score-sheet/1")
    ends = [layout.field(f"row {row} / dealer") for row in (11, 15)]
    top, foot = (end.boxes[0] for end in ends if end is not None)
    x = round((top.x + top.width / 2) * PRINT_PX_MM)
    low, high = round((top.y + 2) * PRINT_PX_MM), round((foot.y + 6) * PRINT_PX_MM)
    cv2.line(sheet, (x, low), (x + 20, high), (90, 40, 20), 5, cv2.LINE_AA)
    (found,) = read_photo(jpeg(photograph(sheet, View())), "x.jpg", Echo())
    through = [found.field(f"row {row} / dealer") for row in (12, 13, 14)]
    assert all(field is not None and field.flagged for field in through)
    own = found.field("row 1 / points A")
    assert own is not None and not own.flagged
    strange = found.field("row 1 / dealer")
    assert strange is not None and strange.flagged, "no table of 56 has such a seat"


def test_what_read_a_page_is_named_with_its_version() -> None:
    """Two installations that read otherwise can be told apart by their reports."""
    layout = load("score-sheet/1")
    rng = np.random.default_rng(4)
    number = next(field.name for field in layout.fields if field.kind == "number")
    filled = fill(layout, {number: "30"}, skeleton_hand(rng), rng).picture
    png = bytes(cv2.imencode(".png", filled[:, :, ::-1])[1])
    (read,) = read_photo(png, "x.png")
    assert len(read.readers) == 1 and read.readers[0].startswith("reader-")
    (nothing,) = read_photo(b"no picture", "x.png")
    assert nothing.readers == ()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems are not asked")
def test_what_a_page_took_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left of a page lies between all that is free, and the next page took more memory."""
    left: list[NDArray[np.float64]] = []

    def greedy(task: reading.Task) -> list[Transcript]:
        left.extend([np.ones(12_000) for _ in range(2_000)][::100])
        return [Transcript(task.picture.name)]

    monkeypatch.setattr(reading, "read_picture", greedy)
    data = cv2.imencode(".png", np.full((300, 300, 3), 255, np.uint8))[1].tobytes()
    before = held_mb()
    read_photo(data, "page.png")
    assert held_mb() - before < 60
    assert len(left) == 20
