"""A synthetic tournament audited: every seeded slip found, none besides, and the table right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.results import Audited
from samples.making.records.tournament import Tournament, tournament, write_tournament


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(seed=5, teams=8, rounds=3, slips=0.5)


@pytest.fixture(scope="module")
def audited(played: Tournament, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Audited]:
    folder = tmp_path_factory.mktemp("cup") / "cup"
    write_tournament(folder, played)
    done = audit_into(folder, folder.with_name("out"))
    assert done is not None
    return folder.with_name("out"), done


def test_every_slip_is_found_and_nothing_besides(
    played: Tournament, audited: tuple[Path, Audited]
) -> None:
    out, _ = audited
    found: dict[str, list[tuple[str, str]]] = {}
    for line in (out / "findings.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        named = re.search(r"table (\d+), round (\d+)", told["source"])
        assert named is not None
        name = f"round-{named[2]}-table-{int(named[1]):02d}"
        found[name] = sorted(
            (each["code"], each["place"].removeprefix("sheet 2 / ")) for each in told["findings"]
        )
        assert told["doubts"] == []
    assert found == {match.name: match.expected() for match in played.matches}
    assert sum(bool(match.slips) for match in played.matches) >= 3


def test_the_table_is_that_of_what_was_played(
    played: Tournament, audited: tuple[Path, Audited]
) -> None:
    """But for a score that another bidder would make right: nobody knows which of the two is wrong."""
    frame = pd.read_csv(audited[0] / "standings.csv")
    got = {
        row["team"]: (row["match points"], row["points for"] - row["points against"])
        for _, row in frame.iterrows()
    }
    findings = pd.read_csv(audited[0] / "findings.csv")
    (open_match,) = findings[~findings["established"]]["match"]
    number, table = 3, 1
    assert open_match.endswith(f"table {table}, round {number}")
    (unsure,) = (each for each in played.matches if (each.round, each.table) == (number, table))
    expected = {name: (points, apart) for name, points, apart in played.standings()}
    a, b = unsure.teams
    assert (got[a][0], got[b][0]) == (expected[a][0], expected[b][0])
    assert abs(got[a][1] - expected[a][1]) == abs(got[b][1] - expected[b][1]) == 1
    for name in unsure.teams:
        del got[name], expected[name]
    assert got == expected


def test_a_finding_names_its_match_teams_and_file(audited: tuple[Path, Audited]) -> None:
    def read(name: str) -> pd.DataFrame:
        return pd.read_csv(audited[0] / f"{name}.csv", keep_default_na=False, dtype=str)

    findings, matches = read("findings"), read("matches").set_index("report")
    assert len(findings) > 3
    for _, found in findings.iterrows():
        match = matches.loc[found["report"]]
        for name in ("match", "round", "table", "team A", "team B"):
            assert found[name] == match[name] != "", name
        files = found["file"].split(", ")
        assert set(files) <= set(match["documents"].split(", "))


def test_csv_excel_and_parquet_say_the_same(audited: tuple[Path, Audited]) -> None:
    out, done = audited
    for name in ("standings", "matches", "findings", "tables", "recorders"):
        csv = pd.read_csv(out / f"{name}.csv", keep_default_na=False, dtype=str)
        excel = pd.read_excel(
            out / "tournament.xlsx", sheet_name=name, keep_default_na=False, dtype=str
        )
        parquet = pd.read_parquet(out / f"{name}.parquet")
        assert csv.equals(excel)
        assert list(csv.columns) == list(parquet.columns)
        assert len(csv) == len(parquet)
    assert len(pd.read_parquet(out / "matches.parquet")) == len(done.results) == 12


def test_the_first_page_names_standings_and_links_every_report(
    audited: tuple[Path, Audited],
) -> None:
    out, done = audited
    page = (out / "index.html").read_text("utf-8")
    assert "Standings" in page
    for result in done.results:
        assert f'href="{result.file}"' in page
        assert (out / result.file).exists()


def test_a_name_that_is_a_formula_or_markup_stays_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_tournament(folder, tournament(seed=1, teams=2, rounds=1, slips=0))
    for path in folder.iterdir():
        text = path.read_text("utf-8").replace("Synthetic team 01", "=2+5<script>alert(1)</script>")
        path.write_text(text, "utf-8")
    assert audit_into(folder, tmp_path / "out") is not None
    assert "<script>alert" not in (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "'=2+5<script>" in (tmp_path / "out" / "standings.csv").read_text("utf-8")
    workbook = pd.read_excel(tmp_path / "out" / "tournament.xlsx", sheet_name="standings")
    assert any(str(name).startswith("'=2+5") for name in workbook["team"])
