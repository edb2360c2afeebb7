"""An audit takes over what was judged before, and leaves the folder that an audit of the same files into an
empty one leaves."""

from __future__ import annotations

import functools
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.desk.confined import Workers
from fairdeal.desk.intake.reading import Crew, Here, Photo, Reading
from fairdeal.desk.tournament import kept as kept_module
from fairdeal.desk.tournament.audit import KEPT, READINGS, audit_into
from fairdeal.desk.tournament.folder import MADE_HERE
from fairdeal.desk.trouble import DeskError
from tests.desk.tournament.test_resuming import PICTURE, _sheet

pytestmark = pytest.mark.usefixtures("no_workbook")

T = TypeVar("T")
Item = TypeVar("Item")


@functools.cache
def started() -> Here:
    """One for all of these tests: its workers have started."""
    return Here()


def sheet(table: int, teams: tuple[str, str] = ("Reef", "Harbour"), points: str = "1 | 0") -> bytes:
    heading = "".join(
        f'[{tag} "{value}"]\n'
        for tag, value in zip(
            ("Event", "Round", "Table", "TeamA", "TeamB"), ("Cup", 1, table, *teams), strict=True
        )
    )
    columns = "deal | bidder | contract | score A | score B | total A | total B"
    return f"{heading}\nSheet A:\n{columns}\n1 | 1 | 28 S | {points} | {points}\n".encode()


CONTENTS = {
    "one": sheet(1),
    "one, otherwise": sheet(1, points="2 | 0"),
    "two": sheet(2, ("Dunes", "Palms")),
    "of another event": sheet(3, ("Hill", "Vale")).replace(b"Cup", b"Harvest Trophy"),
    "nothing": b"",
    "no record": b"[]",
    "photo": PICTURE + b"1" * 40,
    "another photo": PICTURE + b"2" * 40,
    "schedule": b"event,date,round,table,team A,team B\nCup,2026-09-05,1,1,Reef,Harbour\n",
}
NAMES = ("a.hrn", "b.hrn", "c.json", "1.png", "2.png", "in/a.hrn", "schedule.csv")
CHANGES = st.lists(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from([None, *sorted(CONTENTS)]), min_size=1),
    min_size=1,
    max_size=4,
)


def in_it(out: Path) -> dict[str, bytes]:
    """All that an audit wrote, but a workbook, which says when it was made, and the list with its digest."""
    return {
        path.name: path.read_bytes()
        for path in out.iterdir()
        if path.is_file() and path.name not in ("tournament.xlsx", MADE_HERE)
    }


def read(photos: Iterable[Photo], _: object = None) -> Iterator[tuple[Photo, Reading]]:
    """As photos are read: by what is in them, whatever they are called."""
    for photo in photos:
        yield photo, [replace(_sheet(photo.digest, photo.digest), photo=photo.name)]


def audited(folder: Path, out: Path) -> object:
    try:
        return audit_into(folder, out, reads=read, crew=started())
    except DeskError as error:
        return str(error)


@settings(max_examples=8, deadline=None)
@given(CHANGES)
def test_whatever_changed_an_audit_is_as_one_into_an_empty_folder(
    changes: list[dict[str, str | None]],
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name) / "cup", Path(name) / "out"
        (folder / "in").mkdir(parents=True)
        (folder / "z.hrn").write_bytes(sheet(9, ("Crag", "Fen")))
        for step, files in enumerate(changes):
            for file, what in files.items():
                (folder / file).unlink(missing_ok=True)
                if what is not None:
                    (folder / file).write_bytes(CONTENTS[what])
            fresh = Path(name) / f"fresh-{step}"
            assert audited(folder, out) == audited(folder, fresh)
            assert in_it(out) == in_it(fresh)
            for store in (KEPT, READINGS):
                one, two = (len(list((each / store).glob("*"))) for each in (out, fresh))
                assert one == two, "no more is kept than belongs to the files"


class Counting:
    """A crew that counts what it is given, by the kind of work, and may stop."""

    def __init__(self, most: int = 1000, crew: Crew | None = None) -> None:
        self.judged: list[str] = []
        self.looked_at: list[str] = []
        self._most, self._crew = most, crew or started()

    def each(
        self, items: Iterable[Item], work: Callable[[Workers, Item], T]
    ) -> Iterator[tuple[Item, T | DeskError]]:
        for item, done in self._crew.each(items, work):
            what, _ = item  # type: ignore[misc]
            if isinstance(what, tuple):
                if len(self.judged) == self._most:
                    raise KeyboardInterrupt
                self.judged.append(what[0].name)
            else:
                self.looked_at.append(what.name)
            yield item, done

    def close(self) -> None: ...


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "cup"
    made.mkdir()
    for table, teams in enumerate((("Reef", "Harbour"), ("Dunes", "Palms"), ("Hill", "Vale")), 1):
        (made / f"{table}.hrn").write_bytes(sheet(table, teams))
    return made


def counted(folder: Path) -> tuple[list[str], list[str]]:
    crew = Counting()
    audit_into(folder, folder.with_name("out"), crew=crew)
    return sorted(crew.looked_at), sorted(crew.judged)


def test_a_new_paper_judges_its_own_match_alone(folder: Path) -> None:
    every = ["1.hrn", "2.hrn", "3.hrn"]
    assert counted(folder) == (every, every)
    assert counted(folder) == ([], [])
    (folder / "2-b.hrn").write_bytes(sheet(2, ("Dunes", "Palms"), "0 | 1"))
    assert counted(folder) == (["2-b.hrn"], ["2-b.hrn"])
    (folder / "2-b.hrn").unlink()
    assert counted(folder) == ([], ["2.hrn"])
    (folder / "4.hrn").write_bytes(sheet(4, ("Hill", "Vale")))
    assert counted(folder) == (["4.hrn"], ["4.hrn"])


def test_another_program_rulebook_or_schedule_judges_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = ["1.hrn", "2.hrn", "3.hrn"]
    out = folder.with_name("out")
    counted(folder)
    for rules in ("community", "international"):
        crew = Counting()
        audit_into(folder, out, rules, crew=crew)
        assert (crew.looked_at, sorted(crew.judged)) == ([], every)
    book = folder.with_name("own.toml")
    for reward in ("true", "false"):
        book.write_text(f'base = "international"\nid = "own"\ntitle = "Ours, {reward}"\n')
        crew = Counting()
        audit_into(folder, out, str(book), crew=crew)
        assert sorted(crew.judged) == every
    counted(folder)
    (folder / "schedule.csv").write_bytes(CONTENTS["schedule"])
    assert counted(folder) == ([], every)
    monkeypatch.setattr(kept_module, "program", lambda: "another")
    assert counted(folder) == (every, every)


def test_what_was_judged_before_a_stop_is_not_judged_again(folder: Path) -> None:
    with closing(Here()) as here, pytest.raises(KeyboardInterrupt):
        audit_into(folder, folder.with_name("out"), crew=Counting(2, here))
    assert not (folder.with_name("out") / "index.html").exists()
    looked_at, judged = counted(folder)
    assert looked_at == [] and len(judged) == 1
    fresh = folder.with_name("fresh")
    audit_into(folder, fresh, crew=started())
    assert in_it(folder.with_name("out")) == in_it(fresh)


@pytest.mark.parametrize("ending", [".json", ".html", ".hrn"])
@pytest.mark.parametrize("junk", [b"", bytes(4096), b"[" * 100_000, None])
def test_what_is_damaged_is_made_again(ending: str, junk: bytes | None, folder: Path) -> None:
    counted(folder)
    out = folder.with_name("out")
    whole = in_it(out)
    report = {".html": "cup-", ".hrn": "cup-", ".json": ""}[ending]
    for path in (out / KEPT).iterdir():
        if path.suffix == ending:
            if junk is None:
                path.unlink()
            else:
                path.write_bytes(junk)
    assert report == "" or junk is None or in_it(out) != whole
    looked_at, judged = counted(folder)
    assert len(judged) == 3 and len(looked_at) == (3 if ending == ".json" else 0)
    assert in_it(out) == whole


def test_a_report_that_somebody_changed_is_made_again(folder: Path) -> None:
    counted(folder)
    out = folder.with_name("out")
    whole = in_it(out)
    changed = next(path for path in sorted(out.glob("*.html")) if path.name != "index.html")
    changed.write_bytes(changed.read_bytes() + b"<!-- by hand -->")
    counted(folder)
    assert in_it(out) == whole


def test_a_disk_without_second_names_gets_copies(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    counted(folder)
    fresh = folder.with_name("fresh")
    monkeypatch.setattr("os.link", refused)
    audit_into(folder, fresh, crew=started())
    assert in_it(fresh) == in_it(folder.with_name("out"))
    shutil.rmtree(fresh / KEPT)
    assert counted(folder) == ([], [])
