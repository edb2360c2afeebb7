"""The photos of a synthetic tournament."""

from __future__ import annotations

from pathlib import Path

from fairdeal.digitize import read_photo
from fairdeal.records.transcript import match_id
from samples.making.records.tournament import (
    EVENT,
    record_of,
    tournament,
    write_photos,
    write_schedule,
    write_tournament,
)


def test_photos_take_the_place_of_typed_sheets_and_name_their_match(tmp_path: Path) -> None:
    made = tournament(teams=2, rounds=1, slips=0)
    write_tournament(tmp_path / "cup", made)
    write_schedule(tmp_path / "cup", made)
    first, second = write_photos(tmp_path / "cup", made, 1)
    names = sorted(path.name for path in (tmp_path / "cup").iterdir())
    assert names == [first.name, second.name, "schedule.csv"]
    assert EVENT in (tmp_path / "cup" / "schedule.csv").read_text("utf-8")
    (read,) = read_photo(second.read_bytes(), second.name)
    told = match_id(read.sheet)
    assert told is not None and (told.round, told.table, told.copy) == ("1", "1", "B")
    rows = record_of(made.matches[0], "B").sheets[0].rows
    written = [field for field in read.fields if field.name.startswith("row ") and not field.blank]
    assert len(written) > 6 * len(rows)
