"""Everything in the archive as Parquet, against what its acts say."""

from __future__ import annotations

import errno
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bench.judging.archives import fill
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.extras import how_to_get
from fairdeal.desk.review.casework import hand_in as hand_in_paper, recheck
from fairdeal.desk.tournament import parquet
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.parquet import COLUMNS, write_everything
from fairdeal.desk.tournament.ruled import RESULTS
from tests.desk.archive.conftest import LOG, document
from tests.desk.pages.conftest import Desk, desk_at
from tests.desk.pages.test_audits import sheets
from tests.desk.tournament.test_years import CLUB

pytest.importorskip("pyarrow", reason="the extra tables is not installed: nothing is exported")

Tables = dict[str, list[dict[str, Any]]]


def exported(path: Path) -> Tables:
    """The tables of an archive, as pyarrow reads them."""
    from pyarrow.parquet import read_table

    folder = path.with_name("tables")
    assert main(["archive", "--archive", str(path), "export", "--parquet", str(folder)]) == 0
    assert {each.name for each in folder.iterdir()} == {f"{name}.parquet" for name in COLUMNS}
    assert [each.name for each in path.parent.iterdir() if each.name.endswith(".new")] == []
    return {name: read_table(folder / f"{name}.parquet").to_pylist() for name in COLUMNS}


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tables]:
    path = tmp_path_factory.mktemp("many") / "archive.fairdeal"
    with Archive(path) as archive:
        fill(archive, 12)
    return path, exported(path)


def test_every_act_is_there_letter_by_letter(many: tuple[Path, Tables]) -> None:
    path, tables = many
    with Archive(path) as archive:
        acts = [act for case in archive.every() for act in archive.acts(case)]
    assert len(tables["acts"]) == len(acts)
    kept = {(each["case_id"], each["act"]): each for each in tables["acts"]}
    for act in acts:
        row = kept[act.case, act.number]
        assert (row["kind"], row["who"], row["body"]) == (act.kind.value, act.who, act.text)
        assert row["moment"].strftime("%Y-%m-%dT%H:%M:%SZ") == act.at
        assert (row["chain"], row["ledger"], row["redacted"]) == (act.chain, act.ledger, False)


def test_cases_deals_findings_and_decisions_are_those_of_the_acts(
    many: tuple[Path, Tables],
) -> None:
    path, tables = many
    with Archive(path) as archive:
        for case in archive.cases():
            acts = archive.acts(case)
            body = next(act.body for act in acts if act.kind is Kind.CHECKED)
            said = {
                act.body["finding"]: act.body["decision"]
                for act in acts
                if act.kind is Kind.DECIDED
            }
            rows = {
                name: [row for row in tables[name] if row["case_id"] == case]
                for name in ("cases", "deals", "findings", "decisions", "papers")
            }
            for row, each in zip(rows["findings"], body["check"]["findings"], strict=True):
                same = ("code", "article", "deal", "game", "seat", "team", "certainty", "message")
                assert [row[name] for name in same] == [each[name] for name in same]
                assert (row["rulebook"], row["decision"]) == (
                    "international",
                    said.get(row["finding"]),
                )
            assert {row["finding"]: row["decision"] for row in rows["decisions"]} == said
            assert all(row["stands"] for row in rows["decisions"])
            deals = body["check"]["deals"]
            assert [row["value"] for row in rows["deals"]] == [
                each["contract"]["value"] for each in deals
            ]
            assert {(row["points_a"], row["award_b"]) for row in rows["deals"]} == {(30, 0)}
            (one,) = rows["cases"]
            assert (one["team_a"], one["event"]) == (
                body["tags"]["TeamA"],
                body["tags"]["Event"],
            )
            scores = ("score_written_a", "score_rulebook_b", "score_ruled_a", "deals", "logged")
            assert [one[name] for name in scores] == [9, 4, None, 15, 15]
            assert [row["name"] for row in rows["papers"]] == ["log.jpg"]


def test_an_event_has_its_results_papers_and_findings_until_a_case_has_them(
    event: tuple[Desk, str],
) -> None:
    desk, made = event
    reports = EventPapers(desk.path).reports(made)
    kept = json.loads((reports / RESULTS).read_text())["results"]
    tables = exported(desk.path)
    (row,) = tables["events"]
    assert (row["event_id"], row["title"], row["files"], row["removed"]) == (
        made,
        "Harvest Cup",
        5,
        False,
    )
    assert sorted(each["name"] for each in tables["papers"]) == sorted([*sheets(), "notes.txt"])
    results = {each["match"]: each for each in tables["results"]}
    for each in kept:
        row = results[each["title"]]
        assert [row["score_written_a"], row["score_written_b"]] == list(each["written"])
        assert (row["team_a"], row["team_b"], row["how"]) == (*each["teams"], "papers")
    assert len(tables["findings"]) == sum(len(each["findings"]) for each in kept) > 0
    desk.post(f"/audits/{made}/case", {"report": kept[0]["file"]})
    tables = exported(desk.path)
    (case,) = {each["case_id"] for each in tables["results"]} - {None}
    (one,) = tables["cases"]
    assert (one["case_id"], one["event_id"], one["match"]) == (case, made, kept[0]["title"])
    assert {each["match"] for each in tables["findings"]} == {None, kept[1]["title"]}


def test_a_removed_event_keeps_its_row_and_no_results(event: tuple[Desk, str]) -> None:
    desk, made = event
    desk.post(f"/audits/{made}/remove", {})
    tables = exported(desk.path)
    (row,) = tables["events"]
    assert row["removed"] and all(each["withdrawn"] for each in tables["papers"])
    assert tables["results"] == tables["findings"] == []


def test_a_decision_that_another_took_over_stands_no_more_and_sides_of_bridge_are_a_and_b(
    tmp_path: Path,
) -> None:
    path = tmp_path / "archive.fairdeal"
    with Archive(path) as archive:
        case = archive.open_case("A match", "Bina")
        hand_in_paper(archive, case, document(CLUB.encode(), "club.pbn"), "Bina")
        recheck(archive, case)
        for decision in ("dismiss", "accept"):
            body = {"finding": "1", "decision": decision, "reason": "", "remedy": ""}
            archive.add(case, Kind.DECIDED, body, "Bina")
    tables = exported(path)
    assert [(row["decision"], row["stands"]) for row in tables["decisions"]] == [
        ("dismiss", False),
        ("accept", True),
    ]
    assert [(row["award_a"], row["award_b"]) for row in tables["deals"]] == [(90, 0)]


def test_a_result_that_was_entered_stands_with_who_confirmed_it(event: tuple[Desk, str]) -> None:
    desk, made = event
    body = {
        "round": "7",
        "table": "2",
        "teams": ["Kochi", "Kollam"],
        "score": [30, 26],
        "how": "entered",
        "reason": "",
    }
    with Archive(desk.path) as archive:
        act = archive.add(made, Kind.RESULT, body, "Bina")
        archive.add(made, Kind.CONFIRMED, {"act": act.number}, "Joy")
    rows = [each for each in exported(desk.path)["results"] if each["how"] == "entered"]
    assert [(each["team_a"], each["score_written_b"], each["confirmed"]) for each in rows] == [
        ("Kochi", 26, "Joy")
    ]


def test_a_name_that_was_taken_out_is_in_no_table(tmp_path: Path) -> None:
    with desk_at(tmp_path) as desk:
        desk.introduce()
        case = desk.new_case(LOG.encode())
        with Archive(desk.path) as archive:
            archive.add(case, Kind.NOTE, {"text": "Anjali Menon was asked."}, "Bina")
        assert "Anjali" in str(exported(desk.path))
        with Archive(desk.path) as archive:
            redact(archive, ["Anjali Menon"], "Bina", "keep")
        assert "Anjali" not in str(exported(desk.path))


def test_other_files_are_kept_and_an_earlier_export_stays_if_a_new_one_fails(
    many: tuple[Path, Tables],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, _ = many
    command = ["archive", "--archive", str(path), "export", "--parquet"]
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "sheet.jpg").write_bytes(b"evidence")
    assert main([*command, str(photos)]) == 2
    assert main([*command, str(photos / "sheet.jpg")]) == 2
    assert (photos / "sheet.jpg").read_bytes() == b"evidence"
    assert main([*command, str(tmp_path / "tables")]) == 0
    before = {each.name: each.read_bytes() for each in (tmp_path / "tables").iterdir()}

    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parquet, "sync_folder", full)
    assert main([*command, str(tmp_path / "tables")]) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert {each.name: each.read_bytes() for each in (tmp_path / "tables").iterdir()} == before
    assert {each.name for each in tmp_path.iterdir()} == {"photos", "tables"}


def test_what_is_missing_or_too_much_on_the_command_line_is_said(
    many: tuple[Path, Tables],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["archive", "--archive", str(many[0]), "export"]
    assert main(command) == 2
    assert "Name a case and a file (-o), or a folder (--parquet)." in capsys.readouterr().err
    assert main([*command, "0123456789ab", "--parquet", str(tmp_path / "tables")]) == 2
    assert "--parquet is for the whole archive. Name only the folder." in capsys.readouterr().err
    monkeypatch.setattr(parquet, "installed", lambda extra: False)
    assert main([*command, "--parquet", str(tmp_path / "tables")]) == 2
    assert how_to_get("tables") in capsys.readouterr().err
    assert not (tmp_path / "tables").exists()


def test_many_rows_are_written_in_several_pieces(
    many: tuple[Path, Tables], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow.parquet import ParquetFile

    monkeypatch.setattr(parquet, "AT_ONCE", 10)
    with Archive(many[0]) as archive:
        written = write_everything(archive, EventPapers(many[0]), tmp_path / "tables")
    file = ParquetFile(tmp_path / "tables" / "deals.parquet")
    assert file.num_row_groups == 18 and file.metadata.num_rows == written["deals"] == 180


def test_a_column_needs_no_quotes_in_sql() -> None:
    names = {name for columns in COLUMNS.values() for name in columns}
    assert not names & {"at", "end", "user"}  # words of DuckDB and others, not of SQLite
    row = ", ".join(f'1 AS "{name}"' for name in names)
    with sqlite3.connect(":memory:") as connection:
        for name in names:
            connection.execute(f"SELECT min({name}) FROM (SELECT {row}) GROUP BY {name}")


def test_the_documented_tables_are_those_that_are_written() -> None:
    page = (Path(__file__).parents[3] / "docs" / "archive.md").read_text("utf-8")
    part = page.partition("## Everything as tables")[2].partition("\n## ")[0]
    documented = {
        name: tuple(re.findall(r"`(\w+)`", columns))
        for name, columns in re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", part, re.M)
    }
    assert documented == {name: tuple(columns) for name, columns in COLUMNS.items()}
