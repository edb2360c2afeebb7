"""Printed logs: straightened, read, written with doubt; and a Tesseract that misbehaves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize import read_photo
from fairdeal.digitize.printed import log, read_printed, tesseract, ways_up, without_marks
from fairdeal.digitize.printed.letters import count_letters
from fairdeal.digitize.printed.own_form import form_of
from fairdeal.digitize.printed.straighten import find_sheet, straighten
from fairdeal.digitize.printed.tesseract import Word, read_words
from fairdeal.digitize.printed.ways_up import words_of
from fairdeal.digitize.trouble import ReadError
from samples.making.sheets.printed import printed_log
from tests.support.camera import View, photograph, printed
from tests.support.needs import needs_tesseract

LOG = """[Deal "1"]
[Dealer "2"]
Auction:
3: 28 S, Pass, Pass, 29 H
Play:
3:AS JS 9S JD KS 9S
4:10C 10C KC AC AC 10H
1:10S AD KS AS JS KC"""


def typed(text: str) -> NDArray[np.uint8]:
    """A page with a text in a typewriter's letters, 10 pixels a millimetre."""
    page = cv2.cvtColor(printed_log(text), cv2.COLOR_RGB2BGR)
    return np.asarray(cv2.resize(page, (2100, 2970), interpolation=cv2.INTER_AREA), np.uint8)


def words(text: str, unsure: tuple[str, ...] = ()) -> list[Word]:
    """What Tesseract would answer for a text."""
    return [
        Word(word, 0.3 if word in unsure else 0.95, (1, 1, row), 50 * column, 40 * row, 45, 30)
        for row, line in enumerate(text.splitlines())
        for column, word in enumerate(line.split())
    ]


def written(text: str, unsure: tuple[str, ...] = ()) -> str:
    return log._written(list(log._lines(words(text, unsure))))


@needs_tesseract
def test_photographed_print_is_read() -> None:
    photo = photograph(typed(LOG), View(tilt=12, roll=-5, pan=6))
    text, problems = read_printed(photo, "log.jpg")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    assert '[Deal "1"]' in lines
    assert "Play:" in lines
    right = set(lines) & set(LOG.splitlines())
    assert len(right) >= 6, lines
    assert problems[0].code == "read-as-print"


@needs_tesseract
def test_print_upside_down_is_turned() -> None:
    text, _ = read_printed(photograph(typed(LOG), View(roll=180)), "log.jpg")
    assert "Auction:" in text


@needs_tesseract
def test_prose_is_no_log() -> None:
    prose = (
        "Once upon a time there was\na cat who sat upon the mat\nand looked at all the rain\n" * 3
    )
    with pytest.raises(ReadError) as caught:
        read_printed(typed(prose), "story.jpg")
    assert caught.value.code == "not-a-log"


@needs_tesseract
def test_cat_is_told_as_no_form() -> None:
    chance = np.random.default_rng(3)
    cat = cv2.GaussianBlur(chance.integers(0, 255, (1200, 900, 3), dtype=np.uint8), (0, 0), 9)
    data = cv2.imencode(".jpg", cat)[1].tobytes()
    (found,) = read_photo(data, "cat.jpg")
    assert [problem.code for problem in found.problems] == ["page-not-found"]
    assert found.typed is None


def test_quotes_and_dashes_are_made_plain() -> None:
    assert written("[Event “Onam – Cup”]") == '[Event "Onam - Cup"]\n'


def test_edge_of_the_sheet_is_no_text() -> None:
    assert written('| [Deal "1" ]\n|\nPlay:\n3:KH') == '[Deal "1"]\nPlay:\n3:KH\n'


def test_cards_are_never_mended() -> None:
    assert written("Play:\n3:KH 9C QS") == "Play:\n3:KH 9C QS\n"


def test_unsure_card_is_doubted() -> None:
    assert written("Play:\n3:KH 9C QS", ("9C",)) == "Play:\n3:KH 9C? QS\n"


def test_what_is_no_card_among_cards_is_illegible() -> None:
    assert written("Hands:\n1: KH B3 9C") == "Hands:\n1: KH ?? 9C\n"


def test_what_only_a_ten_can_be_is_a_doubted_ten() -> None:
    assert written("Play:\n3:lOS JS 1OC,") == "Play:\n3:10S? JS 10C?,\n"


def test_unsure_call_is_doubted_before_its_comma() -> None:
    assert written("Auction:\n3: 28 S, 29 H", ("S,",)) == "Auction:\n3: 28 S?, 29 H\n"


def test_tags_and_events_take_no_doubt() -> None:
    text = '[Event "Onam Cup"]\nPlay:\n! objection A'
    assert written(text, ('Cup"]', "objection")) == text + "\n"


def test_empty_lines_of_the_print_stay() -> None:
    rows = [*words("Auction:\nP, P\nP, P\nP, P"), Word("Play:", 0.9, (1, 1, 9), 0, 300, 45, 30)]
    assert log._written(list(log._lines(rows))).splitlines()[-2:] == ["", "Play:"]


def test_sheet_is_found_on_the_table() -> None:
    view = View(tilt=20, roll=10, fill=0.65)
    sheet = find_sheet(cv2.cvtColor(photograph(typed(LOG), view), cv2.COLOR_BGR2GRAY))
    corners = view.project(np.array([(0, 0), (210, 0), (210, 297), (0, 297)], float))
    assert sheet is not None and np.abs(sheet - corners).max() < 25


def test_lines_are_made_level() -> None:
    """Rows of a page that was turned differ as much as those of one that was not."""

    def stripes(page: NDArray[np.uint8]) -> float:
        return float(np.square(np.diff((255.0 - page).mean(1))).sum())

    turned = photograph(typed(LOG), View(roll=7, fill=0.75))
    assert stripes(straighten(turned)) > 0.4 * stripes(straighten(photograph(typed(LOG), View())))


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A program called tesseract that does what `body` says, alone on the path."""
    program = folder / "tesseract"
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo tesseract 5.3.0; exit 0; fi\n{body}\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def trouble(seconds: float = 20.0) -> ReadError:
    with pytest.raises(ReadError) as caught:
        read_words(np.full((300, 400), 255, np.uint8), seconds)
    assert caught.value.remedy
    return caught.value


def test_tesseract_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract.pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "none"))
    error = trouble()
    assert error.code == "tesseract-missing"
    assert "apt-get install tesseract-ocr" in error.remedy


def test_tesseract_crashing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "kill -SEGV $$")
    assert trouble().code == "tesseract-failed"


def test_tesseract_hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "exec sleep 60")
    assert trouble(1.0).code == "tesseract-slow"


def carpet() -> NDArray[np.uint8]:
    """Blots of every size, letters' among them, and no page."""
    chance = np.random.default_rng(3)
    blots = np.zeros((1200, 900, 3), np.float32)
    for power in range(7):
        size = (12 * 2**power, 9 * 2**power, 3)
        coarse = chance.normal(0, 2 ** (-power / 2), size).astype(np.float32)
        blots += cv2.resize(coarse, (900, 1200), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(128 + 40 * blots, 0, 255), np.uint8)


def noise() -> NDArray[np.uint8]:
    return np.random.default_rng(3).integers(0, 255, (1600, 1200, 3), dtype=np.uint8)


@pytest.mark.parametrize("blur", [3, 9])
def test_picture_without_letters_is_not_given_to_tesseract(
    monkeypatch: pytest.MonkeyPatch, blur: int
) -> None:
    def asked(*_: object) -> list[Word]:
        raise AssertionError("Tesseract was asked")

    monkeypatch.setattr(ways_up, "read_words", asked)
    cat = cv2.GaussianBlur(noise(), (0, 0), blur)
    with pytest.raises(ReadError) as caught:
        read_printed(np.asarray(cat, np.uint8), "cat.jpg")
    assert caught.value.code == "no-text"


@pytest.mark.parametrize("view", [View(tilt=12), View(noise=8, blur=1.2, shadow=0.5, jpeg=60)])
def test_print_has_letters(view: View) -> None:
    assert count_letters(straighten(photograph(typed(LOG), view))) >= 4 * log.LEAST_LETTERS


def test_tesseract_gets_one_time_for_all_ways_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A carpet that Tesseract never has done with: both troubles are told, after one try."""
    fake(tmp_path, monkeypatch, f"echo x >> {tmp_path}/tries; exec sleep 60")
    monkeypatch.setattr(log, "SECONDS_IN_ALL", 2.0)
    data = cv2.imencode(".png", carpet())[1].tobytes()
    (found,) = read_photo(data, "carpet.png")
    assert [problem.code for problem in found.problems] == ["page-not-found", "tesseract-slow"]
    assert (tmp_path / "tries").read_text().count("x") == 1


def test_words_seen_before_the_time_is_over_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([words("Play:\n3:KH", ("3:KH",))])

    def slow(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[Word]:
        for answer in answers:
            return answer
        raise ReadError("tesseract-slow", "Too slow.", "Wait.")

    monkeypatch.setattr(ways_up, "read_words", slow)
    assert [word.text for word in words_of(carpet()[..., 0], 20.0, "")] == ["Play:", "3:KH"]


def test_what_makes_no_sense_on_any_side_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read whole on all four sides, a torn form took half a minute."""
    read: list[int] = []

    def senseless(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[Word]:
        read.append(page.size)
        seen = words("qqq www eee rrr ttt yyy uuu iii")
        return [replace(word, confidence=0.7 if word.left == 0 else 0.2) for word in seen]

    monkeypatch.setattr(ways_up, "read_words", senseless)
    page = straighten(photograph(typed(LOG), View()))
    assert len(words_of(page, 20.0, "")) == 8
    assert len(read) == 4 and sum(read) < 0.7 * page.size


def test_piece_by_which_a_side_is_chosen_is_where_the_print_is() -> None:
    page = np.full((900, 600), 255, np.uint8)
    for y in range(600, 840, 40):
        for x in range(60, 240, 20):
            page[y : y + 24, x : x + 12] = 0
    top, left, height, width = ways_up.piece_of(page)
    assert (height, width) == (360, 240)
    assert top <= 600 and top + height >= 840 and left <= 60 and left + width >= 240


def test_a_page_with_little_print_is_looked_at_whole() -> None:
    page = typed("\n\n\n\nPass, Pass, 35 NT")[..., 0]
    assert ways_up.piece_of(page) == (0, 0, *page.shape)


def test_a_page_that_was_looked_at_whole_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def seen(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[Word]:
        read.append(page.size)
        return words("Pass, Pass, 35 NT, Pass, X, XX")

    monkeypatch.setattr(ways_up, "read_words", seen)
    assert len(words_of(typed("\n\nPass, Pass, 35 NT")[..., 0], 20.0, "")) == 7
    assert len(read) == 1


def beside_a_dark_patch(grain: int) -> NDArray[np.uint8]:
    """A printed log above something dark and speckled, its specks `grain` pixels wide."""
    chance = np.random.default_rng(7)
    specks = chance.integers(0, 128, (1200 // grain, 1800 // grain), dtype=np.uint8)
    patch = cv2.resize(specks, (1800, 1200), interpolation=cv2.INTER_NEAREST)
    page = typed(LOG)
    page[1650:2850, 150:1950] = patch[..., None]
    return page


@pytest.mark.parametrize("grain", [1, 5])
def test_a_dark_patch_is_not_the_piece_by_which_a_side_is_chosen(grain: int) -> None:
    page = straighten(photograph(beside_a_dark_patch(grain), View(tilt=6)))
    top, _, height, _ = ways_up.piece_of(page)
    assert top + height < 0.55 * page.shape[0]


@needs_tesseract
def test_print_beside_a_dark_patch_is_read() -> None:
    text, _ = read_printed(photograph(beside_a_dark_patch(5), View(roll=180)), "log.jpg")
    assert "Auction:" in text


@pytest.mark.parametrize(
    "body",
    [
        "echo '\x01\x02 rubbish' > \"$2.tsv\"",
        ': > "$2.tsv"',
        "printf 'level\\tpage_num\\tconf\\ttext\\n5\\tx\\ty\\tz\\n' > \"$2.tsv\"",
        'head -c 3000 /dev/urandom > "$2.tsv"',
        "exit 0",
    ],
)
def test_tesseract_garbling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    fake(tmp_path, monkeypatch, body)
    assert trouble().code in ("tesseract-garbled", "tesseract-failed")


def test_trouble_with_tesseract_reaches_the_transcript(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, monkeypatch, "exit 3")
    data = cv2.imencode(".png", typed(LOG)[::2, ::2])[1].tobytes()
    (found,) = read_photo(data, "log.png")
    assert [problem.code for problem in found.problems] == ["tesseract-failed"]


def part_of(kind: str, top: float, bottom: float, roll: float = 1.0) -> NDArray[np.uint8]:
    """A form photographed without its marks: what lies between its edges, from `top` to `bottom`."""
    page = printed(kind)
    height, width = page.shape[:2]
    part = page[round(top * height) : round(bottom * height), width // 12 : -width // 12]
    turn = cv2.getRotationMatrix2D((part.shape[1] / 2, part.shape[0] / 2), roll, 1.0)
    turned = cv2.warpAffine(part, turn, part.shape[1::-1], borderValue=(225, 225, 225))
    return np.asarray(turned * 0.85, np.uint8)


@needs_tesseract
@pytest.mark.parametrize(
    ("kind", "top", "bottom", "title"),
    [
        ("score-sheet", 0.25, 0.75, "Score sheet"),
        ("hand-log", 0.5, 0.95, "Hand log"),
        ("we-they", 0.05, 0.6, "WE and THEY"),
    ],
)
def test_our_own_form_without_its_marks_is_to_be_photographed_again_and_not_taught(
    kind: str, top: float, bottom: float, title: str
) -> None:
    error = without_marks(part_of(kind, top, bottom), "sheet.jpg")
    assert error is not None and error.code == "form-without-marks"
    assert f"our form “{title}”" in error.message and "all four corners" in error.remedy


@needs_tesseract
def test_a_form_without_marks_is_told_as_one_when_it_is_read() -> None:
    data = cv2.imencode(".png", part_of("score-sheet", 0.05, 0.6))[1].tobytes()
    (found,) = read_photo(data, "sheet.png")
    assert [problem.code for problem in found.problems] == ["form-without-marks"]
    assert "layout learn" not in found.problems[0].message


def test_words_that_stand_on_many_sheets_are_no_form_of_ours() -> None:
    club = "Team A Team B Deal Dealer\nCard points Running total\nSigned for team A\nMatch points"
    assert form_of(words(club)) is None
    ours = form_of(words("compare the running totals with the other team's sheet"))
    assert ours is not None and ours.kind == "score-sheet"


def test_print_of_another_kind_is_told_what_was_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    bill = words("Rice 5 kg 310.00\nTea 250 g 120.00\nSoap 96.00\nTotal 526.00 thank you")
    monkeypatch.setattr(ways_up, "read_words", lambda *_: bill)
    with pytest.raises(ReadError) as caught:
        read_printed(typed("Rice and tea and soap\n" * 3), "bill.jpg")
    assert "neither a score sheet or hand log nor a typed record" in caught.value.message
    assert "If it is the wrong photo, send the right one." in caught.value.remedy
