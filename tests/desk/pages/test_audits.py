"""An audit on the pages: handed in, done in the background, shown, a match opened as a case."""

from __future__ import annotations

import re
import shutil
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from fairdeal.desk.archive.backup import back_up
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages import audits
from fairdeal.desk.pages.audit_jobs import AuditJobs, Progress, in_words
from fairdeal.desk.review.casework import case_file
from fairdeal.desk.tournament.audit import READINGS, stored_readings
from fairdeal.desk.tournament.event import MOST_FILES, EventPapers
from fairdeal.desk.tournament.folder import MADE_HERE
from fairdeal.desk.tournament.results import Audited
from fairdeal.desk.tournament.ruled import results_of
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Field, Transcript
from samples.making.records.tournament import record_of, tournament
from tests.desk.pages.conftest import Desk, desk_at

BAD = "<script>alert(1)</script>"


@cache
def sheets() -> dict[str, bytes]:
    made = tournament(seed=5, teams=4, rounds=1, slips=1.0)
    return {
        f"{match.name}-{copy.lower()}.hrn": write(record_of(match, copy)).encode()
        for match in made.matches
        for copy in ("A", "B")
    }


def jobs(desk: Desk) -> AuditJobs:
    found = desk.client.application.config["AUDITS"]
    assert isinstance(found, AuditJobs)
    return found


def hand_in(desk: Desk, files: dict[str, bytes], path: str = "/audits", **more: str) -> str:
    sent = [(BytesIO(data), name) for name, data in files.items()]
    answer = desk.post(path, {"files": sent, **more})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].split("/")[2]


@pytest.fixture(scope="session")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The archive of a desk that did one audit, and its number: done once, and copied for every test."""
    with desk_at(tmp_path_factory.mktemp("audited")) as desk:
        desk.introduce()
        made = hand_in(desk, sheets() | {"notes.txt": b"nothing"}, title="Harvest Cup")
        assert "Waiting for its turn" in desk.get(f"/audits/{made}").text
        jobs(desk)._waiting.clear()
        jobs(desk).run(made)
        return desk.path, made


@pytest.fixture
def audit(desk: Desk, audited: tuple[Path, str]) -> str:
    desk.introduce()
    return copied(desk, *audited)


def copied(desk: Desk, path: Path, made: str) -> str:
    """The event of another archive, with all that came of it, at this desk."""
    with Archive(path) as archive:
        back_up(archive, desk.path)
    shutil.copytree(EventPapers(path).folder, jobs(desk).files.folder, dirs_exist_ok=True)
    return made


def test_an_audit_shows_its_matches_reports_and_tables(desk: Desk, audit: str) -> None:
    page = desk.get(f"/audits/{audit}").text
    assert "2 matches" in page and "notes.txt" in page
    index = desk.get(f"/audits/{audit}/reports/index.html")
    assert "Standings, by the rulebook" in index.text
    assert index.headers["Content-Security-Policy"].startswith("default-src 'none'")
    for name in re.findall(r'href="([^"/#]+)"', index.text):
        assert desk.get(f"/audits/{audit}/reports/{name}").status_code == 200, name
    table = desk.get(f"/audits/{audit}/reports/standings.csv")
    assert "attachment" in table.headers["Content-Disposition"]
    assert "Harvest Cup" in desk.get("/audits").text


def test_a_match_is_opened_as_a_case_with_both_copies(desk: Desk, audit: str) -> None:
    page = desk.get(f"/audits/{audit}").text
    report = re.findall(r'name="report" value="([^"]+)"', page)[0]
    answer = desk.post(f"/audits/{audit}/case", {"report": report})
    case = answer.headers["Location"]
    assert case.startswith("/cases/")
    overview = desk.get(case).text
    assert "-a.hrn" in overview and "-b.hrn" in overview
    assert desk.post(f"/audits/{audit}/case", {"report": "../done.json"}).status_code == 400


def test_of_a_scan_only_the_pages_of_the_match_go_into_its_case(desk: Desk, audit: str) -> None:
    """One file with sheets of two tables, as a scanner makes it."""
    made = hand_in(desk, {"scan.pdf": b"%PDF-1.4 two pages"})
    jobs(desk)._waiting.clear()
    asked = jobs(desk).files.get(made)
    entry = Field("row 1 / score A", "number", "1")
    pages = [
        Transcript(
            f"scan.pdf#page={table}", "score-sheet/1", f"R1-T{table}-A-7KQ2", fields=(entry,)
        )
        for table in (1, 2)
    ]
    kept = stored_readings(list(jobs(desk).files.handed(asked)), jobs(desk).files.reports(made))
    kept.put(asked.files[0].digest, "scan.pdf", pages)
    (jobs(desk).files.reports(made) / MADE_HERE).touch()
    jobs(desk).run(made)
    page = desk.get(f"/audits/{made}").text
    assert "2 matches" in page
    report = re.findall(r'name="report" value="([^"]+)"', page)[1]
    case = desk.post(f"/audits/{made}/case", {"report": report}).headers["Location"].split("/")[2]
    with Archive(desk.path) as archive:
        (reading,) = case_file(archive, case).readings.values()
    assert [each["sheet"] for each in reading.body["transcripts"]] == ["R1-T2-A-7KQ2"]


def test_a_photo_whose_reading_is_gone_is_read_again_for_its_case(desk: Desk) -> None:
    desk.introduce()
    made = hand_in(desk, {"sheet.png": b"\x89PNG\r\n\x1a\n not really"})
    jobs(desk)._waiting.clear()
    asked = jobs(desk).files.get(made)
    entry = Field("row 1 / score A", "number", "1")
    pages = [Transcript("sheet.png", "score-sheet/1", "R1-T1-A-7KQ2", fields=(entry,))]
    kept = stored_readings(list(jobs(desk).files.handed(asked)), jobs(desk).files.reports(made))
    kept.put(asked.files[0].digest, "sheet.png", pages)
    (jobs(desk).files.reports(made) / MADE_HERE).touch()
    jobs(desk).run(made)
    report = re.findall(r'name="report" value="([^"]+)"', desk.get(f"/audits/{made}").text)[0]
    for path in (jobs(desk).files.reports(made) / READINGS).iterdir():
        path.unlink()
    case = desk.post(f"/audits/{made}/case", {"report": report}).headers["Location"].split("/")[2]
    assert "1 still to read" in desk.get(f"/cases/{case}").text


def test_more_files_are_added_and_it_is_audited_again(desk: Desk, audit: str) -> None:
    log = b'[Event "Cup"]\n[Round "9"]\n[Table "9"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S\n'
    hand_in(desk, {"late.hrn": log}, f"/audits/{audit}/files")
    asked = jobs(desk).files.get(audit)
    assert not jobs(desk).finished(asked)
    jobs(desk).run(audit)
    assert jobs(desk).finished(asked)
    assert "3 matches" in desk.get(f"/audits/{audit}").text


def test_a_page_asked_for_while_its_audit_ends_waits_for_it(
    desk: Desk, audit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ended after it was looked up is not on the page: it loads itself again."""
    jobs(desk).add(audit)

    def ended(reports: Path) -> Audited | None:
        found = results_of(reports)
        jobs(desk)._waiting.clear()
        return found

    monkeypatch.setattr(audits, "results_of", ended)
    assert "data-audit=" in desk.get(f"/audits/{audit}").text
    assert "data-audit=" not in desk.get(f"/audits/{audit}").text


def test_what_was_stopped_is_taken_up_again_when_the_program_starts(desk: Desk) -> None:
    desk.introduce()
    made = hand_in(desk, sheets())
    after = AuditJobs(desk.path)
    after.start()
    try:
        for _ in range(600):
            if after.finished(after.files.get(made)):
                break
            assert after._thread is not None
            after._thread.join(0.1)
    finally:
        after.stop(10)
    assert after.finished(after.files.get(made))


def test_an_audit_of_nothing_says_why(desk: Desk) -> None:
    desk.introduce()
    made = hand_in(desk, {"a.jpg": b"\xff\xd8\xffbroken"})
    jobs(desk)._waiting.clear()
    jobs(desk).run(made)
    page = desk.get(f"/audits/{made}").text
    assert "could be read as a match" in page and "a.jpg" in page


@pytest.mark.parametrize(
    "name",
    ["../../../evil.hrn", "C:\\evil\\x.hrn", "/etc/passwd", "..", f"{BAD}.hrn", "a/../../b.toml"],
)
def test_names_never_reach_the_disk(desk: Desk, tmp_path: Path, name: str) -> None:
    desk.introduce()
    made = hand_in(desk, {name: next(iter(sheets().values()))}, title=BAD)
    folder = tmp_path / "archive.fairdeal.audits"
    stored = sorted(path.name for path in (folder / made / "files").iterdir())
    assert all(re.fullmatch(r"[0-9a-f]{64}(\.toml)?", each) for each in stored)
    assert {path.name for path in folder.iterdir()} == {made}
    (filed,) = jobs(desk).files.get(made).files
    assert ".." not in filed.name.split("/") and not filed.name.startswith("/")
    jobs(desk)._waiting.clear()
    jobs(desk).run(made)
    for path in ("/audits", f"/audits/{made}", f"/audits/{made}/reports/index.html"):
        assert "<script>alert" not in desk.get(path).text


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "000000000000",
        "..%2f..%2fetc",
        "ZZ",
        "{}/reports/..%2fdone.json",
        "{}/reports/.results.json",
        "{}/reports/.readings",
        "{}/reports/%2e%2e%2fschedule.csv",
    ],
)
def test_no_address_leads_out_of_the_reports(desk: Desk, audit: str, path: str) -> None:
    answer = desk.get(f"/audits/{path.format(audit)}")
    assert answer.status_code in (308, 400, 404) and "digest" not in answer.text


def test_too_many_files_are_refused_and_nothing_stays(desk: Desk, tmp_path: Path) -> None:
    desk.introduce()
    for number in (MOST_FILES + 1, 10_000):
        files = [(BytesIO(b"x"), f"{each}.jpg") for each in range(number)]
        assert desk.post("/audits", {"files": files}).status_code in (400, 413)
    folder = tmp_path / "archive.fairdeal.audits"
    assert not folder.exists() or not any(folder.iterdir())


def test_hundreds_of_files_are_taken(desk: Desk) -> None:
    desk.introduce()
    made = hand_in(desk, {f"{number}.jpg": b"x%d" % number for number in range(600)})
    assert len(jobs(desk).files.get(made).files) == 600


def test_an_audit_is_removed_with_its_files(desk: Desk, audit: str, tmp_path: Path) -> None:
    assert desk.post(f"/audits/{audit}/remove", {}).status_code == 303
    assert not (tmp_path / "archive.fairdeal.audits" / audit).exists()
    with Archive(desk.path) as archive:
        assert archive.cases() == []


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"results": [1], "unread": [], "aside": []}',
        '{"results": [{"title": "a match"}], "unread": [], "aside": []}',
    ],
)
def test_results_that_are_damaged_can_be_worked_out_anew(desk: Desk, audit: str, text: str) -> None:
    path = jobs(desk).files.reports(audit) / ".results.json"
    path.write_text(text)
    page = desk.get(f"/audits/{audit}").text
    assert "is damaged" in page and "Go on" in page
    jobs(desk).run(audit)
    assert "2 matches" in desk.get(f"/audits/{audit}").text


def test_the_time_left_is_told_by_the_last_files() -> None:
    progress = Progress()
    for done in range(1, 6):
        progress.step(False, "x", done, 65, at=10.0 * done)
    assert progress.left(50.0) == "about 8 minutes"
    progress.step(True, "m", 1, 3, at=60.0)
    assert progress.left(60.0) == ""
    assert in_words(3) == "less than a minute" and in_words(2 * 3600) == "about 2 hours"
