"""``fairdeal rulebooks``, ``rulebook`` and ``compare``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.rulings import game_of, load
from fairdeal.rulings.rulebooks.files import BOOKS, known

NOES = """\
[Deal "1"]
[Dealer "2"]
Auction:
28 H, 36 NS, P, P, P, P, P
Result:
points A 40 B 16
"""
REVOKE = """\
[Deal "1"]
[Dealer "6"]
Hands:
1: JS 9S AS 10S KS QS JH 9H
2: JS 9S AS 10S KS QS JC AH
Play:
1:QS AH
Result:
contract 48 H X by 1
points A 40 B 16
"""


def written(folder: Path, text: str, name: str = "deal.hrn") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_rulebooks_lists_all_that_come_with_the_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rulebooks"]) == 0
    printed = capsys.readouterr().out
    for name in ("international", "online", "wiki", "community"):
        assert f"{name}: {load(name).title}" in printed
        assert f"See: fairdeal rulebook {name}" in printed


@pytest.mark.parametrize("name", known())
def test_rulebook_prints_every_row_finding_and_reading(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rulebook", name]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    book = load(name)
    for label, _, _ in game_of(book).in_words(book):
        assert label in printed
    for code in book.findings:
        assert f"({code})" in printed
    for setting in book.settings.values():
        assert f"{setting.name}: {setting.shown}" in printed
        assert setting.reason in printed


def test_rulebook_of_ones_own_by_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (BOOKS / "wiki.toml").read_text("utf-8")
    mine = text.replace('id = "wiki"', 'id = "club"').replace("redoubled = 3", "redoubled = 5")
    assert main(["rulebook", written(tmp_path, mine, "club.toml")]) == 0
    printed = capsys.readouterr().out
    assert "club: " in printed
    assert "redoubled x5" in printed


def test_mistake_in_a_rulebook_of_ones_own_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (BOOKS / "wiki.toml").read_text("utf-8")
    path = written(tmp_path, text.replace("doubled = 2", 'doubled = "two"', 1), "club.toml")
    for arguments in (["rulebook", path], ["check", "--rules", path, path]):
        assert main(arguments) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        (line,) = printed.err.splitlines()
        assert (
            f"{path}, line 59: scoring.doubled: 'two' is not allowed; a whole number is expected."
            in line
        )


def test_check_says_which_open_reading_a_finding_rests_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", written(tmp_path, REVOKE), "--rules", "online"]) == 1
    assert (
        f"we read it as: {load('online').settings['follow-suit'].shown}" in capsys.readouterr().out
    )


def test_compare_shows_where_the_rulebooks_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", written(tmp_path, NOES)]) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "contract: 36 no-trumps by seat 4 (international, online, wiki)" in lines
    assert "contract: 36 ♥ by seat 2 (community)" in lines


def test_compare_a_revoke_has_its_remedy_under_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, REVOKE)
    assert main(["compare", name, "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["schema"] == "fairdeal.compare/1"
    assert answer["rulebooks"] == ["international", "community", "online", "wiki"]
    under = next(each for each in answer["findings"] if each["code"] == "revoke")["under"]
    assert under["international"]["remedy"] == {"kind": "award-deal", "to": "A", "points": 3}
    for name in ("online", "wiki"):
        assert under[name]["remedy"] == {"kind": "committee", "to": None, "points": 0}
    awards = {name: each["award"] for name, each in answer["deals"][0]["under"].items()}
    assert awards["wiki"] == {"A": 0, "B": 8}
    assert awards["international"] == {"A": 7, "B": 0}  # 48 made, doubled, and three
    assert main(["compare", written(tmp_path, REVOKE)]) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    goes = "The deal goes to team A, plus 3 points. That makes 4 + 3 = 7 to A."
    assert f"international: {goes}" in lines


def test_compare_where_all_agree_exits_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '[Deal "1"]\nResult:\ncontract 28 S by 1\npoints A 30 B 26\n'
    assert main(["compare", written(tmp_path, text)]) == 0
    assert "All give the same result." in capsys.readouterr().out


def test_compare_leaves_out_rulebooks_without_such_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '[Players "4"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n28 S, P, P, P\n'
    assert main(["compare", written(tmp_path, text), "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rulebooks"] == ["online", "wiki"]
    assert answer["left_out"] == dict.fromkeys(
        ("international", "community"), "it has no table of 4 players"
    )


def test_compare_with_a_rulebook_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (BOOKS / "wiki.toml").read_text("utf-8")
    mine = text.replace('id = "wiki"', 'id = "club"').replace("doubled = 2", "doubled = 4")
    rules = ["--rules", "wiki", "--rules", written(tmp_path, mine, "club.toml")]
    assert main(["compare", written(tmp_path, REVOKE), *rules]) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "award: A 0, B 8 (wiki)" in lines
    assert "award: A 0, B 16 (club)" in lines


def test_compare_two_rulebooks_of_one_name_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = written(tmp_path, (BOOKS / "wiki.toml").read_text("utf-8"), "copy.toml")
    record = written(tmp_path, REVOKE)
    assert main(["compare", record, "--rules", "wiki", "--rules", copy]) == 2
    assert "two rulebooks are called 'wiki'" in capsys.readouterr().err


def test_compare_of_a_file_that_gives_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", written(tmp_path, "hello\n")]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", known())
def test_rulebook_toml_loads_as_it_is_and_with_every_figure_uncommented(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rulebook", name, "--toml"]) == 0
    printed = capsys.readouterr().out
    every = re.sub(r"(?m)^# (?=[\w.-]+ = )", "", printed)
    for text in (printed, every):
        book = load(written(tmp_path, text, "mine.toml"))
        assert (book.changes, book.findings, book.articles) == (
            (),
            load(name).findings,
            load(name).articles,
        )
    assert every.count("\n") == printed.count("\n") < 110


def test_international_4_3_check_by_an_own_rulebook_shows_its_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rulebook", "international", "--toml"]) == 0
    printed = capsys.readouterr().out.replace("# lead_out_of_turn = 1", "lead_out_of_turn = 2")
    mine = written(tmp_path, printed, "mine.toml")
    log = written(
        tmp_path,
        '[Deal "1"]\n[Dealer "6"]\nAuction:\n1: 28 NT, P, P, P, P, P\nPlay:\n2:KS 1:QS\n! objection A\n',
    )
    assert main(["check", log, "--rules", mine]) == 1
    said = capsys.readouterr().out
    assert "Article 4.3: Changed in this rulebook. Points for a lead out of turn: 2." in said
    assert "Remedy: 2 points to team A." in said
    assert "one point" not in said
    assert main(["rulebook", mine]) == 0
    assert (
        "Changed: Points for a lead out of turn: 2. Before the change: 1."
        in capsys.readouterr().out
    )


CLOCKWISE = """[Deal "1"]
[Dealer "2"]
Auction:
3: 28 H, 4: P, 5: P, 6: P, 1: P, 2: P
Play:
3:QS 4:AH 5:QH 6:QC 1:10D 2:QD
Result:
points A 30 B 26
[Deal "2"]
[Dealer "3"]
Auction:
4: 28 H, 5: P, 6: P, 1: P, {early} 3: P
Result:
points A 30 B 26
"""


def test_compare_says_once_that_a_rulebook_turns_the_table_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, CLOCKWISE.format(early="2: P,"))
    assert main(["compare", path]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("Under community the table plays clockwise, the other way round.") == 1
    assert "That alone puts 3 calls, leads or dealers out of turn; they are not listed." in said
    assert "Findings that differ" not in said
    mine = written(tmp_path, 'base = "international"\ntable.direction = "clockwise"\n', "mine.toml")
    assert main(["compare", path, "--rules", "wiki", "--rules", mine, "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["findings"] == []
    assert "4 calls, leads or dealers" in answer["directions"][0]


def test_compare_keeps_what_is_out_of_turn_in_either_direction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, CLOCKWISE.format(early="3: P, 2: P,"))
    main(["compare", path, "--format", "json"])
    (only,) = json.loads(capsys.readouterr().out)["findings"]
    assert (only["code"], only["place"]) == ("call-out-of-turn", "call 5")
    assert only["under"]["community"] is not None
    main(
        [
            "compare",
            written(tmp_path, CLOCKWISE.format(early="2: P,").replace("4: 28 H", "2: 28 H")),
        ]
    )
    said = capsys.readouterr().out
    assert "Deal 2, call 1: Call out of turn" in said
