"""What was read once is not read again: also after a stop, or under another name."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.desk.intake.reading import (
    Here,
    Photo,
    Reading,
    digest_of,
    edition,
    reader_version,
    reads_by,
)
from fairdeal.desk.tournament import folder as kept_module
from fairdeal.desk.tournament.audit import READINGS, audit_into
from fairdeal.desk.tournament.folder import ReadingStore
from fairdeal.desk.trouble import DeskError
from fairdeal.records import Field, ReadProblem, Transcript

pytestmark = pytest.mark.usefixtures("no_workbook")

PICTURE = b"\x89PNG\r\n\x1a\n"


class Reader:
    """Stands in for the pool: gives every photo a score sheet of one row, and counts."""

    def __init__(self, stop_after: int = 10**9) -> None:
        self.read: list[str] = []
        self.stop_after = stop_after

    def __call__(
        self, photos: Iterable[Photo], sheets: object = None
    ) -> Iterator[tuple[Photo, Reading]]:
        for photo in photos:
            if len(self.read) == self.stop_after:
                raise KeyboardInterrupt
            self.read.append(photo.name)
            yield photo, [_sheet(photo.name, photo.digest)]


def _sheet(name: str, digest: str) -> Transcript:
    fields = tuple(
        Field(place, kind, text)  # type: ignore[arg-type]
        for place, kind, text in (
            ("heading / event", "text", "Cup"),
            ("heading / table", "number", name[0]),
            ("row 1 / contract", "contract", "28 S"),
            ("row 1 / score A", "number", "1"),
        )
    )
    return Transcript(name, "score-sheet/1", name.upper(), fields=fields, digest=digest)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "cup"
    made.mkdir()
    for number in range(1, 5):
        (made / f"{number}.png").write_bytes(PICTURE + bytes([number]) * 40)
    return made


def test_an_audit_that_was_stopped_goes_on_where_it_was(folder: Path) -> None:
    out = folder.with_name("out")
    first = Reader(stop_after=2)
    with pytest.raises(KeyboardInterrupt):
        audit_into(folder, out, reads=first)
    assert not (out / "index.html").exists()
    second = Reader()
    done = audit_into(folder, out, reads=second)
    assert done is not None
    assert sorted(first.read + second.read) == ["1.png", "2.png", "3.png", "4.png"]
    third = Reader()
    again = audit_into(folder, out, reads=third)
    assert third.read == []
    assert again is not None and again.results == done.results


def test_only_what_is_new_is_read_and_a_new_name_is_nothing_new(folder: Path) -> None:
    out = folder.with_name("out")
    audit_into(folder, out, reads=Reader())
    (folder / "4.png").rename(folder / "5.png")
    (folder / "6.png").write_bytes(PICTURE + b"new" * 20)
    reader = Reader()
    done = audit_into(folder, out, reads=reader)
    assert reader.read == ["6.png"]
    assert done is not None
    assert "5.png" in {name for result in done.results for name in result.documents}


def test_the_same_photo_twice_is_read_once(folder: Path) -> None:
    shutil.copy(folder / "1.png", folder / "1-again.png")
    reader = Reader()
    done = audit_into(folder, folder.with_name("out"), reads=reader)
    assert len(reader.read) == 4
    assert done is not None
    named = [name for result in done.results for name in result.documents]
    assert sorted(named) == ["1-again.png", "1.png", "2.png", "3.png", "4.png"]


def test_a_damaged_reading_is_read_anew(folder: Path) -> None:
    out = folder.with_name("out")
    audit_into(folder, out, reads=Reader())
    for path in sorted((out / READINGS).iterdir())[:2]:
        path.write_bytes(path.read_bytes()[:50])
    reader = Reader()
    audit_into(folder, out, reads=reader)
    assert len(reader.read) == 2


def test_another_version_of_the_reader_reads_anew(tmp_path: Path) -> None:
    photo = Transcript("a.png", problems=(ReadProblem("x", "note", "y"),))
    ReadingStore(tmp_path, "one").put("ab", "a.png", [photo])
    assert ReadingStore(tmp_path, "one").get("ab", "a.png") == [photo]
    assert ReadingStore(tmp_path, "two").get("ab", "a.png") is None


def test_why_a_photo_could_not_be_read_is_kept_too(tmp_path: Path) -> None:
    refused = Transcript(
        "a.png", problems=(ReadProblem("page-not-found", "error", "a.png: none."),)
    )
    ReadingStore(tmp_path, "one").put("ab", "a.png", [refused])
    assert ReadingStore(tmp_path, "one").get("ab", "b.png") == [replace(refused, photo="b.png")]


@pytest.mark.parametrize(
    "failure",
    [
        "a.png: reading it failed on the cluster (KilledWorker). Read it on this machine.",
        [
            Transcript(
                "a.png#page=1", "score-sheet/1", fields=(Field("row 1 / score A", "number", "1"),)
            ),
            Transcript("a.png#page=2", problems=(ReadProblem("tesseract-missing", "error", "x"),)),
        ],
    ],
)
def test_what_the_machine_lacked_is_tried_again_by_the_next_audit(
    tmp_path: Path, failure: Reading
) -> None:
    kept = ReadingStore(tmp_path, "one")
    kept.put("ab", "a.png", failure)
    assert kept.get("ab", "a.png") == failure
    assert ReadingStore(tmp_path, "one").get("ab", "a.png") is None


def test_what_an_audit_did_not_ask_for_is_deleted_at_its_end(tmp_path: Path) -> None:
    photo = Transcript("a.png")
    ReadingStore(tmp_path, "old").put("ab", "a.png", [photo])
    new = ReadingStore(tmp_path, "new")
    new.put("ab", "a.png", [photo])
    new.put("cd", "b.png", [photo])
    again = ReadingStore(tmp_path, "new")
    assert again.get("ab", "a.png") is not None
    again.tidy()
    assert ReadingStore(tmp_path, "old").get("ab", "a.png") is None
    assert ReadingStore(tmp_path, "new").get("cd", "b.png") is None
    assert len(list(tmp_path.iterdir())) == 1


def test_readings_are_made_anew_when_the_reader_is_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = folder.with_name("out")
    audit_into(folder, out, reads=Reader())
    monkeypatch.setattr(kept_module, "edition", lambda: "another")
    reader = Reader()
    audit_into(folder, out, reads=reader)
    assert len(reader.read) == 4


def test_every_part_of_the_reader_makes_its_edition(tmp_path: Path) -> None:
    room = tmp_path / "digitize"
    for name in ("page/find.py", "forms/layouts/form.toml", "reader/weights/net.onnx"):
        (room / name).parent.mkdir(parents=True)
        (room / name).write_bytes(b"one")
    digests = [digest_of([room])]
    for path in sorted(room.rglob("*.*")):
        path.write_bytes(b"two")
        digests.append(digest_of([room]))
    (room / "page" / "find.py").rename(room / "page" / "found.py")
    digests.append(digest_of([room]))
    assert len(set(digests)) == 5
    (room / "training").mkdir()
    (room / "training" / "train.py").write_bytes(b"of no weight for a reading")
    assert digest_of([room]) == digests[-1]


def test_another_opencv_is_another_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    before = edition()
    monkeypatch.setattr("cv2.__version__", "0.0.1")
    try:
        edition.cache_clear()
        assert edition() != before
    finally:
        edition.cache_clear()


def test_the_edition_is_of_the_rooms_that_read() -> None:
    root = Path(__file__).parents[3]
    assert digest_of([root / "digitize", root / "records"]) in edition()
    assert reader_version() in edition()


def test_photos_that_are_none_are_answered_by_the_pool(tmp_path: Path) -> None:
    photos = []
    for number in range(5):
        path = tmp_path / f"{number}.png"
        path.write_bytes(PICTURE + bytes([number]) * 30)
        photos.append(Photo(path, path.name, str(number)))
    photos.append(Photo(tmp_path / "gone.png", "gone.png", "x"))
    with closing(Here()) as crew:
        answers = {photo.name: reading for photo, reading in reads_by(crew)(photos, None)}
    assert len(answers) == 6
    assert isinstance(answers["gone.png"], str) and "gone.png" in answers["gone.png"]
    told = [each for each in answers.values() if not isinstance(each, str)]
    assert len(told) == 5
    assert all(page.problems and not page.fields for each in told for page in each)


def test_a_scheduler_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    from fairdeal.desk.intake import reading as cluster

    cluster_patience = cluster.PATIENCE
    photo = Photo(tmp_path / "a.png", "a.png", "x")
    try:
        cluster.PATIENCE = 0.2  # type: ignore[misc]
        with pytest.raises(DeskError, match="did not answer"):
            list(reads_by(cluster.Cluster("tcp://127.0.0.1:9"))([photo], None))
    finally:
        cluster.PATIENCE = cluster_patience  # type: ignore[misc]


JUNK = {
    "zeros": bytes(4096),
    "nothing": b"",
    "half": b'{"format": 2, "name": "1.png", "transc',
    "another kind": b"\x89PNG\r\n\x1a\n",
    "another shape": b'{"format": 2, "transcripts": [{}]}',
    "far too deep": b"[" * 100_000,
}
"""What a power cut, or anything else, may leave in the place of a kept reading."""


@pytest.mark.parametrize("junk", JUNK)
def test_a_kept_reading_that_holds_junk_is_made_again(junk: str, folder: Path) -> None:
    out, reader = folder.with_name("out"), Reader()
    assert audit_into(folder, out, reads=reader) is not None
    kept = sorted((out / READINGS).glob("*.json"))
    assert len(kept) == 4
    whole = kept[0].read_bytes()
    kept[0].write_bytes(JUNK[junk])
    again = Reader()
    done = audit_into(folder, out, reads=again)
    assert done is not None and not done.unread and len(done.results) == 4
    assert len(again.read) == 1, "that one alone is read again"
    assert kept[0].read_bytes() == whole
