"""Photos of both teams' sheets of one match: merged, their differences shown with both inks."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from fairdeal.desk import words
from fairdeal.desk.commands import read as read_command
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import from_transcripts, photographed
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.report.page import render, view_of
from fairdeal.digitize.forms.layout import load
from fairdeal.records import Field, Place, Transcript
from fairdeal.rulings.frame.finding import Certainty, named
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import skeleton_hand
from samples.making.hand.values import sheet_values
from samples.making.photos.taken import Conditions, photograph
from samples.making.records.deals import random_session, session_record

SEED = 8
SIZE = (1500, 2000)
SLIP = ("row 3 / total A", "99")


@pytest.fixture(scope="module")
def photos() -> list[tuple[bytes, dict[str, str]]]:
    """Two copies of one sheet, filled by two hands; the second has another total in row 3."""
    rng = Random(SEED)
    session = random_session(rng, deals=4)
    values = sheet_values(session_record(session, rng, TeamA="North", TeamB="South", Table="4"))
    layout, found = load("score-sheet/1"), []
    for number in (0, 1):
        written = dict(values)
        if number:
            written[SLIP[0]] = SLIP[1]
        chance = np.random.default_rng(SEED + number)
        printed = {n: t for n, t in written.items() if n.startswith("heading")}
        by_hand = {n: t for n, t in written.items() if n not in printed}
        filled = fill(
            layout,
            by_hand,
            skeleton_hand(chance),
            chance,
            sheet_id=f"COPY{number}AAA",
            printed=printed,
        )
        conditions = Conditions(size=SIZE, tilt=6.0)
        shot = photograph(filled.picture, layout.page, conditions, chance)
        found.append((shot.jpeg, written))
    return found


@pytest.fixture(scope="module")
def documents(photos: list[tuple[bytes, dict[str, str]]]) -> list[Document]:
    return [
        photographed(data, f"copy-{number}.jpg", f"{number}" * 64)
        for number, (data, _) in enumerate(photos, 1)
    ]


def _as_written(document: Document, written: dict[str, str]) -> Document:
    """The photo's transcript with what was written in place of what was read: no doubt in it."""
    (transcript,) = document.transcripts
    fields = tuple(
        replace(
            field,
            text=written.get(field.name),
            blank=field.name not in written,
            flagged=False,
            probability=1.0,
            rivals=(),
        )
        for field in transcript.fields
    )
    return from_transcripts(
        document.name, document.digest, [replace(transcript, fields=fields)], document.data
    )


@pytest.fixture(scope="module")
def clear_copies(
    documents: list[Document], photos: list[tuple[bytes, dict[str, str]]]
) -> list[Document]:
    return [_as_written(d, written) for d, (_, written) in zip(documents, photos, strict=True)]


def test_photographed_copies_are_read_as_copies(documents: list[Document]) -> None:
    found = case_of(documents).verdict.findings
    surely = [
        each for each in found if each.code == "copies-disagree" and _likely(each.probability)
    ]
    assert SLIP[0] in [str(each.place) for each in surely]


def _likely(share: float | None) -> bool:
    return share is not None and share >= 0.5


def test_one_difference_is_one_finding_with_both_crops(clear_copies: list[Document]) -> None:
    case = case_of(clear_copies)
    found = [each for each in case.verdict.findings if each.code == "copies-disagree"]
    assert [str(each.place) for each in found] == [SLIP[0]]
    assert found[0].certainty is Certainty.ESTABLISHED
    (cause,) = [each for each in case.verdict.findings if named(each) == found[0].follows_from]
    assert (cause.code, str(cause.place)) == ("total-entry", SLIP[0])
    (shown,) = [each for each in view_of(case).findings if each.title == words.title(cause.code)]
    assert {ink.photo for ink in shown.ink} == {"copy-1.jpg", "copy-2.jpg"}
    assert all(ink.crop and ink.crop.startswith("data:image/jpeg") for ink in shown.ink)
    assert len({ink.crop for ink in shown.ink}) == len(shown.ink)
    assert SLIP[1] in shown.message


def _doubted(document: Document, name: str, rivals: tuple[tuple[str, float], ...]) -> Document:
    (transcript,) = document.transcripts
    fields = tuple(
        replace(field, text=rivals[0][0], flagged=True, probability=rivals[0][1], rivals=rivals)
        if field.name == name
        else field
        for field in transcript.fields
    )
    return from_transcripts(
        document.name, document.digest, [replace(transcript, fields=fields)], document.data
    )


def _with_doubt(copies: list[Document], written: dict[str, str]) -> tuple[Case, str, str]:
    name = "row 2 / contract"
    right = written[name]
    wrong = "55 C" if right != "55 C" else "55 D"
    doubted = _doubted(copies[0], name, ((wrong, 0.6), (right, 0.38)))
    return case_of([doubted, copies[1]]), name, right


def test_cell_doubtful_on_one_copy_says_that_the_other_settled_it(
    clear_copies: list[Document], photos: list[tuple[bytes, dict[str, str]]]
) -> None:
    case, name, right = _with_doubt(clear_copies, photos[0][1])
    (doubted,) = [each for each in case.documents if each.name == "copy-1.jpg"]
    seen = doubted.transcripts[0].field(name)
    assert seen is not None and seen.taken == right
    assert [Place.parse(each).within_sheet() for each in seen.settled] == [Place.parse(name)]
    assert seen.text != right, "what the ink says is kept"
    (settled,) = view_of(case).settled
    assert (settled.taken, settled.changed) == (right, True)
    assert settled.ink.crop and [bool(ink.crop) for ink in settled.by] == [True]
    assert "Entries that other entries settled" in render(case)


@pytest.mark.usefixtures("in_this_process")
def test_read_tells_what_was_settled_and_by_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two typed-in readings of two sheets: the contract of one is settled by the other."""

    def read_photo(_data: bytes, name: str, **_options: object) -> list[Transcript]:
        first = name.endswith("a.jpg")
        rivals = (("34 S", 0.5), ("31 S", 0.45))
        contract = Field("row 1 / contract", "contract", "34 S", flagged=True, rivals=rivals)
        cells = [
            Field("row 1 / bidder", "seat", "3"),
            contract if first else Field("row 1 / contract", "contract", "31 S"),
            Field("row 1 / score A", "number", "1"),
            Field("row 1 / score B", "number", "0"),
        ]
        print_of_its_own = "AAA" if first else "BBB"
        return [Transcript(name, "score-sheet/1", sheet=print_of_its_own, fields=tuple(cells))]

    monkeypatch.setattr("fairdeal.digitize.read_photo", read_photo)
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).write_bytes(b"x")
    result = CliRunner().invoke(
        read_command.command,
        [str(tmp_path / "a.jpg"), str(tmp_path / "b.jpg"), "--format", "json"],
        standalone_mode=False,
    )
    told = json.loads(result.stdout)
    (field,) = [each for each in told[0]["fields"] if each["name"] == "row 1 / contract"]
    assert field["text"] == "34 S"
    (chose,) = field["settled"]
    assert str(Place.parse(chose).within_sheet()) == "row 1 / contract"
    assert field["taken"] == "31 S"
