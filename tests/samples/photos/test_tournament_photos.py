"""The photos of a synthetic tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.digitize import open_photo
from fairdeal.digitize.cells import cut_cells
from fairdeal.digitize.page.words import read_sheet_code
from fairdeal.records import match_id
from samples.making.hand import handwriting
from samples.making.records.tournament import (
    EVENT,
    record_of,
    tournament,
    write_schedule,
    write_tournament,
)
from tests.support.camera import find_page


def test_photos_take_the_place_of_typed_sheets_and_name_their_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever hand: to look through the collection of real ones takes longer than all else."""
    monkeypatch.setattr(handwriting, "strokes_file", lambda: None)
    made = tournament(teams=2, rounds=1, slips=0)
    write_tournament(tmp_path / "cup", made, photos=1)
    write_schedule(tmp_path / "cup", made)
    names = sorted(path.name for path in (tmp_path / "cup").iterdir())
    assert names == ["IMG_0001.jpg", "IMG_0002.jpg", "schedule.csv"]
    second = tmp_path / "cup" / "IMG_0002.jpg"
    assert EVENT in (tmp_path / "cup" / "schedule.csv").read_text("utf-8")
    page = find_page(open_photo(second.read_bytes(), second.name).image, second.name)
    code = read_sheet_code(page.image, page.layout)
    told = match_id(None if code is None else code[1])
    assert told is not None and (told.round, told.table, told.copy) == ("1", "1", "B")
    rows = record_of(made.matches[0], "B").sheets[0].rows
    written = [
        cell
        for cell in cut_cells(page.image, page.layout)
        if cell.field.name.startswith("row ") and not cell.blank
    ]
    assert len(written) > 6 * len(rows)
