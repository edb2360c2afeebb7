"""Names made to deceive: formulas for spreadsheets, and letters that nobody sees."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.overview import harmless
from tests.desk.tournament.test_audit import log

TURNED = "Asha\u202egpj"
LIKE = "As\u200bha"


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        " =1+1",
        "\u00a0=1+1",
        "\u3000=1",
        "\t=1",
        "\r=1",
        "\n=1",
        "\t1",
        "\u200b=1+1",
        "\ufeff=1",
        "\u202e=1",
        "\x0b=1",
        "＝1",
        "＋1",
        "a;=1+1",
        "a\n=1+1",
        "a\t @x",
    ],
)
def test_no_text_begins_a_formula(cell: str) -> None:
    """Spreadsheets take blanks off a cell's beginning, and some begin a new one at a semicolon."""
    shown = harmless(cell)
    assert shown != cell
    for part in re.split("[;\t\r\n]", shown):
        assert part.strip()[:1] not in tuple("=+@＝＋－＠") and not part.strip().startswith("-")


@pytest.mark.parametrize("cell", [-3, -2.5, None, True, "Asha – Bina", "a-b = c", "മേനോൻ", ""])
def test_numbers_stay_numbers_and_honest_texts_as_they_are(cell: Any) -> None:
    assert harmless(cell) is cell or harmless(cell) == cell
    assert type(harmless(cell)) is type(cell)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hostile")
    folder = made / "cup"
    folder.mkdir()
    (folder / "a.hrn").write_text(log("1", "1", (TURNED, "\u00a0=1+1")), "utf-8")
    (folder / "b.hrn").write_text(log("2", "1", ("Asha", LIKE)), "utf-8")
    result = audit_into(folder, made / "out")
    assert result is not None and len(result.results) == 2
    return made / "out"


def test_no_report_or_table_turns_its_text_round(out: Path) -> None:
    shown = [*out.glob("*.html"), *out.glob("*.csv")]
    assert len(shown) > 5
    for path in shown:
        text = path.read_text("utf-8").removeprefix("\ufeff")
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", text), path.name
    assert "Asha[U+202E]gpj" in (out / "index.html").read_text("utf-8")


def test_two_names_that_only_look_alike_are_told_apart(out: Path) -> None:
    for name, ends in (("index.html", "<"), ("standings.csv", ",")):
        text = (out / name).read_text("utf-8")
        assert "As[U+200B]ha" in text and f"Asha{ends}" in text, name


def test_the_tables_agree_and_run_nothing(out: Path) -> None:
    from openpyxl import load_workbook
    from pandas import read_parquet

    assert ",'=1+1," in (out / "standings.csv").read_text("utf-8")
    book = load_workbook(out / "tournament.xlsx")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not any(cell.data_type == "f" for cell in cells)
    assert any(cell.data_type == "n" and cell.value is not None for cell in cells)
    assert "As[U+200B]ha" in set(read_parquet(out / "standings.parquet")["team"])


def test_the_record_itself_is_not_changed(out: Path) -> None:
    texts = [path.read_text("utf-8") for path in out.glob("*.hrn")]
    assert any(TURNED in text for text in texts)
    assert any(LIKE in text for text in texts)


def test_a_name_that_is_only_half_a_letter_stops_no_audit(tmp_path: Path) -> None:
    """File names of other systems hold bytes that are no letters."""
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / "a\udc80.hrn").write_text(log("1", "1"), "utf-8")
    result = audit_into(folder, tmp_path / "out")
    assert result is not None and len(result.results) == 1
    assert "a[U+DC80].hrn" in (tmp_path / "out" / "matches.csv").read_text("utf-8")
    assert "a[U+DC80].hrn" in (tmp_path / "out" / "index.html").read_text("utf-8")
