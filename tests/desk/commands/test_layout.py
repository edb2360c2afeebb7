"""A club's own sheet at the command line: learned, asked about, kept, read by, and refused.

The sheets are drawn by the program itself and need no photos from elsewhere; the figures in them are
made-up strokes, so what is tested is where each cell went, not how well the reader reads.
"""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from fairdeal.desk.cli import main
from fairdeal.desk.commands import layout as layout_command
from fairdeal.digitize.sheets.layout_file import read_layout
from samples.making.hand import handwriting
from samples.making.records.deals import random_session
from samples.making.sheets.club_sheets import DESIGNS, Design
from tests.support.club_papers import draw, fill
from tests.support.needs import needs_tesseract

pytestmark = needs_tesseract

BY_NAME = {design.name: design for design in DESIGNS}
SIZE = (1240, 1754)
"""Of a photo: 150 dots an inch, enough for all of it."""
ANSWERS = ["--column", "3=score us", "--column", "4=Score Them", "--column", '5="ignore"']


def saved(path: Path, design: Design, deals: int = 0) -> Path:
    """A picture of a design, blank or filled."""
    from random import Random

    rng = np.random.default_rng(7)
    sheet = draw(design, rng)
    if deals:
        hand = handwriting.skeleton_hand(rng)
        sheet = fill(design, random_session(Random(3), deals=deals), hand, rng)
    small = Image.fromarray(sheet).resize(SIZE)
    small.save(path, quality=92)
    return path


@pytest.fixture(scope="module", autouse=True)
def learned_once() -> Iterator[None]:
    """The same photo is learned from once, whatever is then answered about its columns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout_command, "_learned", functools.cache(layout_command._learned))
        yield


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("club") / "few.jpg", BY_NAME["few"])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("filled") / "filled.jpg", BY_NAME["few"], 5)


@pytest.fixture(scope="module")
def layout(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("layout") / "Our Club.toml"
    assert main(["layout", "learn", str(blank), "-o", str(path), *ANSWERS]) == 0
    return path


def test_unclear_columns_are_listed_and_nothing_is_written(
    blank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layout", "learn", str(blank), "-o", str(tmp_path / "club.toml")]) == 2
    told = capsys.readouterr().err
    assert "Column 3, “Us”" in told and "score us" in told
    assert "Column 5, “Partner”" in told
    assert '--column 3="' in told
    assert "Traceback" not in told
    assert not list(tmp_path.iterdir())


def test_what_was_learned_is_kept(layout: Path) -> None:
    learned = read_layout(layout.read_text("utf-8"))
    assert learned.sheet == "our-club"
    assert learned.meanings == ("deal", "contract", "score us", "score them", "ignore")
    assert (learned.rows, learned.headings, learned.first, learned.numbers) == (14, 1, 1, "printed")
    assert [column.heading for column in learned.columns] == [
        "Deal",
        "Bid",
        "Us",
        "Them",
        "Partner",
    ]


def test_a_person_at_the_terminal_is_asked(
    blank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["score us", "score them", "ignore", "B"])
    asked = []

    def prompt(text: str, **options: Any) -> str:
        asked.append(text)
        taken = options.get("value_proc") or str
        return str(taken(next(answers)))

    monkeypatch.setattr(layout_command, "_someone_there", lambda: True)
    monkeypatch.setattr(layout_command.click, "prompt", prompt)
    out = tmp_path / "club.toml"
    assert main(["layout", "learn", str(blank), "-o", str(out)]) == 0
    learned = read_layout(out.read_text("utf-8"))
    assert learned.of_team() == ("deal", "contract", "score B", "score A", "ignore")
    assert len(asked) == 4


def test_filled_sheet_is_read_by_its_layout(
    layout: Path, filled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["read", "--layout", str(layout), "--us", "B", "--format", "json", str(filled)]) == 0
    )
    read = json.loads(capsys.readouterr().out)
    assert read["form"] == "score-sheet/our-club"
    fields = {field["name"]: field for field in read["fields"]}
    assert set(fields) == {
        f"row {row} / {column}"
        for row in range(1, 15)
        for column in ("contract", "score A", "score B")
    }
    assert fields["row 3 / contract"]["kind"] == "contract"
    blank = [not fields[f"row {row} / contract"]["blank"] for row in range(1, 15)]
    assert blank == [True] * 5 + [False] * 9
    assert not read["problems"]


def test_us_stays_us_where_nobody_says_who_that_is(
    layout: Path, filled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--layout", str(layout), str(filled)]) == 0
    told = capsys.readouterr()
    assert "score us" in told.out and "score A" not in told.out
    assert "--us A or --us B" in told.err


def test_sheet_that_nobody_taught_says_how_to(
    filled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(filled)]) == 2
    assert "fairdeal layout learn" in capsys.readouterr().err


def test_another_sheet_is_refused_with_the_reason(
    layout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = saved(tmp_path / "other.jpg", BY_NAME["bid-and-trump"])
    assert main(["read", "--layout", str(layout), str(other)]) == 2
    told = capsys.readouterr().err
    assert "is not the sheet “our-club”" in told and "10 columns" in told


def test_layout_lying_in_an_audited_folder_is_used(
    layout: Path, filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "round"
    folder.mkdir()
    shutil.copy(layout, folder / "club.toml")
    shutil.copy(filled, folder / "table-1.jpg")
    (folder / "bad.toml").write_text("sheet = 3\n[[column]]\n", "utf-8")
    main(["audit", str(folder), "--us", "A", "-o", str(tmp_path / "out")])
    told = capsys.readouterr()
    assert "bad.toml, line 1: " in told.err
    assert "club.toml" not in told.err
    assert "1 match" in told.out
    records = [path.read_text("utf-8") for path in (tmp_path / "out").glob("*.hrn")]
    assert len(records) == 1 and "score A" in records[0]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--column=3", "cannot be understood"),
        ("--column=0=deal", "cannot be understood"),
        ("--column=2=tricks", "A column may hold"),
        ("--column=9=deal", "has 5 columns"),
        ("--column=2=deal", "two columns mean “deal”"),
    ],
)
def test_bad_answers(
    option: str, words: str, blank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layout", "learn", str(blank), *ANSWERS, option]) == 2
    told = capsys.readouterr().err
    assert words in told and "Traceback" not in told


@pytest.mark.parametrize("text", ["", "[[column]]\nmeans = 3\n", "\x00\xff"])
def test_bad_layout_file(
    text: str, filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(text.encode("latin-1"))
    assert main(["read", "--layout", str(bad), str(filled)]) == 2
    told = capsys.readouterr().err
    assert "bad.toml" in told and "Traceback" not in told and "fault in Fairdeal" not in told


def test_no_table_in_the_photo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Image.new("RGB", (900, 700), (240, 238, 230)).save(tmp_path / "white.png")
    assert main(["layout", "learn", str(tmp_path / "white.png")]) == 2
    assert "No ruled table was found" in capsys.readouterr().err


def test_sheet_drawn_by_hand_is_learned_and_read_from_another_drawing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from random import Random

    design = BY_NAME["drawn"]
    told = [f"--column={at + 1}={means}" for at, means in design.told.items()]
    out = tmp_path / "drawn.toml"
    blank = saved(tmp_path / "blank.jpg", design)
    assert main(["layout", "learn", str(blank), "-o", str(out), *told]) == 0
    learned = read_layout(out.read_text("utf-8"))
    assert (learned.rows, learned.headings) == (design.rows, 2)
    # Ruled and lettered anew, by another hand, and filled in.
    rng = np.random.default_rng(11)
    hand = handwriting.skeleton_hand(rng)
    filled = fill(design, random_session(Random(4), deals=4), hand, rng)
    photo = tmp_path / "filled.png"
    Image.fromarray(filled).resize(SIZE).save(photo, compress_level=1)
    capsys.readouterr()
    assert main(["read", "--layout", str(out), "--format", "json", str(photo)]) == 0
    fields = {field["name"]: field for field in json.loads(capsys.readouterr().out)["fields"]}
    written = [not fields[f"row {row} / contract"]["blank"] for row in range(1, 13)]
    assert written == [True] * 4 + [False] * 8


@pytest.fixture(scope="module")
def form(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A form of ours, blank: to pack it as the command does takes a second."""
    path = tmp_path_factory.mktemp("form") / "form.png"
    assert main(["form", "score-sheet", "-o", str(path)]) == 0
    return path


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "without-its-marks"])
def test_our_own_form_needs_no_layout_and_says_so(
    whole: bool, form: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "form.png"
    if whole:
        shutil.copy(form, photo)
    else:
        with Image.open(form) as page:
            across, down = page.width // 11, page.height // 10
            part = page.crop((across, down, page.width - across, page.height - down))
            part.save(photo, compress_level=1)
    capsys.readouterr()
    assert main(["layout", "learn", str(photo), "-o", str(tmp_path / "club.toml")]) == 2
    told = capsys.readouterr().err
    assert f"{photo} shows Fairdeal's own form" in told and "which needs no layout" in told
    assert ("fairdeal read" in told) is whole
    assert ("take the photo again with the whole page in it" in told) is not whole
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "club.toml").exists()
