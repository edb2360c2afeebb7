"""`fairdeal.read`, `check`, `report` and `audit`: what they take, what they give, what they say."""

from __future__ import annotations

import doctest
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fairdeal
from fairdeal.desk import library
from fairdeal.desk.cli import main
from fairdeal.desk.tables import COLUMNS, Table
from tests.desk.tournament.test_audit import log

ROOT = Path(__file__).parents[3]
BOARDS = ROOT / "samples" / "bridge-tournament" / "boards.pbn"
TABLES: tuple[Table, ...] = ("findings", "deals", "calls", "plays")


@pytest.fixture
def folder(tmp_path: Path, disputed: Path) -> Path:
    made = tmp_path / "cup"
    made.mkdir()
    shutil.copy(disputed, made / "disputed.hrn")
    (made / "a1.hrn").write_text(log("1", "1"), "utf-8")
    (made / "a2.hrn").write_text(log("1", "2"), "utf-8")
    (made / "bad.jpg").write_bytes(b"\xff\xd8\xff\xe0 no photo at all")
    return made


@pytest.mark.parametrize("module", [fairdeal, library])
def test_examples_in_docstrings(module: object) -> None:
    ran = doctest.testmod(module)  # type: ignore[arg-type]
    assert ran.attempted and not ran.failed


def test_a_record_may_be_a_path_bytes_text_or_what_was_read(disputed: Path) -> None:
    data = disputed.read_bytes()
    read = fairdeal.read(disputed)
    given = [
        disputed,
        str(disputed),
        data,
        bytearray(data),
        memoryview(data),
        data.decode(),
        [disputed],
    ]
    findings = fairdeal.check(disputed).verdict.findings
    assert findings
    for each in (*given, read, fairdeal.check(disputed)):
        assert fairdeal.check(each).verdict.findings == findings
    again = fairdeal.check(read.record)
    assert [each.message for each in again.verdict.findings] == [each.message for each in findings]
    assert fairdeal.read(read.text).record == read.record
    assert len(repr(read)) < 200 and len(repr(fairdeal.check(read))) < 200


def test_the_command_line_says_the_same(disputed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(disputed), "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    found = fairdeal.check(disputed).to_frame()
    assert [each["code"] for each in told["findings"]] == list(found.code)
    assert [each["message"] for each in told["findings"]] == list(found.message)
    photo = ROOT / "samples" / "alberta-match" / "synthetic-we-they.jpg"
    assert main(["read", str(photo)]) == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) > 10 and printed.strip() == fairdeal.read(photo).text.strip()


def test_documents_of_one_match_are_judged_together() -> None:
    found = fairdeal.check([log("1", "1"), log("1", "2")])
    assert [deal.label for deal in found.record.deals] == ["1", "2"]
    assert list(found.to_frame("deals").file) == ["document 1", "document 2"]


def test_a_rulebook_may_be_named(disputed: Path) -> None:
    assert fairdeal.check(disputed, rules="wiki").verdict.rulebook == "wiki"
    assert set(fairdeal.check(disputed, "wiki").to_frame().rulebook) == {"wiki"}


def test_the_fields_of_a_photo_come_with_their_rivals() -> None:
    read = fairdeal.read(ROOT / "samples" / "alberta-match" / "synthetic-we-they.jpg")
    fields = read.to_frame()
    assert len(fields) == sum(len(page.fields) for page in read.transcripts) > 10
    assert fields.rivals.notna().any() and fields.probability.between(0, 1).all()
    assert set(fields.file) == {"synthetic-we-they.jpg"}
    assert read.to_frame("deals").equals(fairdeal.check(read).to_frame("deals"))


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_of_its_documented_type(table: Table, disputed: Path) -> None:
    empty = fairdeal.check('[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n')
    for match in (fairdeal.check(disputed), fairdeal.check(BOARDS), empty):
        found = match.to_frame(table)
        assert [(name, dtype.name) for name, dtype in found.dtypes.items()] == [
            (each.name, each.dtype) for each in COLUMNS[table]
        ]
        for each in COLUMNS[table]:
            if each.values:
                cells = {row[COLUMNS[table].index(each)] for row in match.tables[table]}
                assert cells <= {None, *each.values}, each.name


def test_what_is_not_known_is_missing_and_what_is_in_doubt_says_so() -> None:
    record = (
        '[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\nPlay:\n3: {9H 0.7|QH 0.3} ?? 9S KS? - JS\n'
    )
    plays = fairdeal.check(record).to_frame("plays")
    assert list(plays.standing) == ["rivals", "illegible", "clear", "doubted", "absent", "clear"]
    assert plays.card.isna().tolist() == [False, True, False, False, True, False]
    assert plays.probability.fillna(-1).tolist() == [0.7, -1, 1, 0.9, -1, 1]
    assert list(plays.seat) == ["3", "4", "5", "6", "1", "2"]
    calls = fairdeal.check(record).to_frame("calls")
    assert list(calls.seat) == ["3", "4", "5", "6", "1", "2"]
    assert calls.number.tolist()[0] == 28 and calls.number.isna().sum() == 5
    deal = fairdeal.check(record).to_frame("deals").iloc[0]
    assert deal.value == 28 and fairdeal.check(record).to_frame("deals").score_ruled_a.isna().all()


def test_bridge_counts_by_its_own_sides() -> None:
    deals = fairdeal.check(BOARDS).to_frame("deals")
    assert set(deals.by.dropna()) <= set("NESW")
    assert deals.points_a.add(deals.points_b).dropna().eq(13).all()


def test_an_audit_has_a_table_of_all_matches(folder: Path) -> None:
    cup = fairdeal.audit(folder)
    deals = cup.to_frame("deals")
    assert deals.groupby("match").size().sum() == len(deals)
    one = deals[deals.team_a == "Reef"]
    assert list(one.file) == ["a1.hrn", "a2.hrn"] and set(one.table) == {"1"}
    findings = cup.to_frame()
    assert set(findings[findings.code == "revoke"].file) == {"disputed.hrn"}
    assert list(findings.code) == [e.code for m in cup.matches for e in m.verdict.findings]
    assert cup.to_frame("plays").columns.tolist() == [each.name for each in COLUMNS["plays"]]


def test_a_bad_photo_stops_no_audit(folder: Path) -> None:
    cup = fairdeal.audit(folder)
    assert len(cup.matches) == 2
    assert [name for name, _ in cup.unread] == ["bad.jpg"]


def test_a_folder_read_twice_is_read_alike(folder: Path) -> None:
    shutil.copy(ROOT / "samples" / "onam-cup" / "score-sheet.jpg", folder)
    reports = folder.with_name("reports")
    audits = [
        fairdeal.audit(folder, reports),
        fairdeal.audit(folder, reports),
        fairdeal.audit(folder),
    ]
    assert (reports / "index.html").exists()
    assert "score-sheet.jpg" in set(audits[0].to_frame("deals").file)
    for each in audits[1:]:
        assert each.unread == audits[0].unread
        for table in TABLES:
            assert each.to_frame(table).equals(audits[0].to_frame(table))


def test_a_report_is_given_and_written(
    disputed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = fairdeal.report(disputed, tmp_path / "ours.html")
    assert (tmp_path / "ours.html").read_text("utf-8") == text
    assert main(["report", str(disputed), "-o", str(tmp_path / "theirs.html")]) == 0
    assert (tmp_path / "theirs.html").read_text("utf-8") == text
    assert fairdeal.report(fairdeal.check(disputed)) == text
    assert fairdeal.report(fairdeal.read(disputed)) == text


def test_photos_of_an_audit_are_not_held() -> None:
    folder = ROOT / "samples" / "alberta-match"
    (match,) = fairdeal.audit(folder).matches
    assert not any(each.data for each in match.case.documents if each.photographed)
    with pytest.raises(fairdeal.FairdealError, match=r"audit\(folder, reports=\.\.\.\)"):
        fairdeal.report(match)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda at: fairdeal.read(at / "gone.jpg"), "gone.jpg: there is no such file"),
        (fairdeal.read, "is a folder"),
        (lambda at: fairdeal.read(b""), "is empty: nothing is written in it"),
        (lambda at: fairdeal.read("\n"), "document 1 is empty"),
        (lambda at: fairdeal.read([]), "nothing to read"),
        (lambda at: fairdeal.check(log("1", "1"), "nobody's"), "nobody's"),
        (lambda at: fairdeal.check(log("1", "1"), layouts=[at / "gone.toml"]), "gone.toml"),
        (lambda at: fairdeal.check(log("1", "1")).to_frame("cards"), "no table 'cards'"),
        (lambda at: fairdeal.read(log("1", "1")).to_frame("cards"), "no table 'cards'"),
        (lambda at: fairdeal.AuditedFolder(at, ()).to_frame("cards"), "no table 'cards'"),
        (lambda at: fairdeal.report(log("1", "1"), at / "no" / "where.html"), "where.html"),
        (fairdeal.audit, "is empty"),
        (lambda at: fairdeal.audit(at / "gone"), "no such folder"),
    ],
)
def test_whatever_goes_wrong_is_one_error(call: object, words: str, tmp_path: Path) -> None:
    with pytest.raises(fairdeal.FairdealError) as error:
        call(tmp_path)  # type: ignore[operator]
    assert words in str(error.value) and "\n" not in str(error.value)


def test_every_page_of_a_scan_buys_time_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    from fairdeal.desk.confined import more_time
    from fairdeal.desk.intake.documents import of_bytes

    asked: list[object] = []
    monkeypatch.setattr(
        "fairdeal.digitize.read_photo", lambda *_, sheets, done: asked.append(done) or []
    )
    of_bytes(b"\xff\xd8\xff", "scan.jpg")
    assert asked == [more_time]


def test_importing_it_imports_nothing_else() -> None:
    program = (
        "import sys, fairdeal; fairdeal.__version__; dir(fairdeal);"
        "print([each for each in sys.modules if each.split('.')[0] in ('pandas', 'numpy', 'cv2')"
        " or each.startswith('fairdeal.')])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"
    with pytest.raises(AttributeError, match="nothing_such"):
        fairdeal.nothing_such  # type: ignore[attr-defined]  # noqa: B018
    assert set(fairdeal.__all__) <= set(dir(fairdeal))


SCRIPT = """
import sys, threading, time
{beside}
import fairdeal
print(list(fairdeal.check(sys.argv[1]).to_frame().code))
print(len(fairdeal.audit(sys.argv[2]).matches))
"""
NOTEBOOK = "import pandas; threading.Thread(target=time.sleep, args=(600,), daemon=True).start()"
"""A notebook has threads of its own, so a worker is a new Python, not a copy of this one."""


@pytest.mark.parametrize(
    ("how", "beside"),
    [
        ("file", ""),
        ("stdin", NOTEBOOK),
    ],
)
def test_a_script_needs_no_guard(beside: str, how: str, disputed: Path, folder: Path) -> None:
    (folder / "bad.jpg").unlink()  # To import what reads photos takes longest.
    text = SCRIPT.format(beside=beside)
    script = folder.with_name("script.py")
    script.write_text(text, "utf-8")
    program = {"file": str(script), "stdin": "-"}[how]
    told = subprocess.run(
        [sys.executable, program, str(disputed), str(folder)],
        input=text if how == "stdin" else None,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    codes = list(fairdeal.check(disputed).to_frame().code)
    assert (told.stdout, told.returncode) == (f"{codes}\n2\n", 0), told.stderr


def test_what_is_found_is_at_hand_and_as_the_command_prints_it(
    disputed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = fairdeal.check(disputed)
    assert match.findings == match.verdict.findings != ()
    main(["check", "--format", "json", str(disputed)])
    printed = json.loads(capsys.readouterr().out)
    own = json.loads(json.dumps(match.to_dict()))
    assert {**own, "source": ""} == {**printed, "source": ""}


def test_rulebooks_are_compared_as_the_command_does(
    disputed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = fairdeal.compare(disputed, ["international", "wiki"])
    main(
        [
            "compare",
            "--format",
            "json",
            "--rules",
            "international",
            "--rules",
            "wiki",
            str(disputed),
        ]
    )
    printed = json.loads(capsys.readouterr().out)
    own = json.loads(json.dumps(both.to_dict()))
    assert {**own, "source": ""} == {**printed, "source": ""}
    assert both.same == printed["same"]
    table = both.to_frame()
    assert list(table.columns)[-2:] == ["international", "wiki"]
    assert len(table) == len(printed["findings"])
    with pytest.raises(fairdeal.FairdealError, match="no-such"):
        fairdeal.compare(disputed, ["no-such"])


def test_the_rulebooks_are_named() -> None:
    known = {book.id: book for book in fairdeal.rulebooks()}
    assert known["international"].game == "fifty-six" and known["alberta"].game == "bridge"
    assert all(book.title and book.edition for book in known.values())


def test_a_notebook_shows_tables_in_which_no_markup_of_others_works(disputed: Path) -> None:
    text = disputed.read_text("utf-8").replace('[Table "', '[Table "<script>')
    for shown in (fairdeal.read(text), fairdeal.check(text), fairdeal.compare(text)):
        page = shown._repr_html_()
        assert page.startswith(("<pre>", "<h4>")) and "<script>" not in page
