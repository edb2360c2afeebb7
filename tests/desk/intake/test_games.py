"""Papers of two games, and rulebooks of the other game: said, and nobody judged by the wrong rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.desk.intake.documents import from_transcripts, of_bytes
from fairdeal.desk.intake.games import hold_to_one_game
from fairdeal.desk.intake.ledger import game_played
from fairdeal.desk.trouble import DeskError
from fairdeal.records import Field, Transcript
from tests.support.checkout import ROOT

LOG = str(ROOT / "samples" / "onam-cup" / "typed-log-deal-15.hrn")
BOARDS = str(ROOT / "samples" / "bridge-tournament" / "boards.pbn")


def test_a_report_of_two_games_is_none_and_says_which_file_is_of_which(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bids of bridge were judged as those of 56."""
    assert main(["report", LOG, BOARDS, "-o", str(tmp_path / "a.html")]) == 2
    told = capsys.readouterr().err
    assert "of two games (of 56: typed-log-deal-15.hrn; of bridge: boards.pbn)" in told
    assert not (tmp_path / "a.html").exists()


ROW = "deal,dealer,bidder,contract,points A,points B,score A,score B\n1,{},{},28 S,30,26,1,0\n"


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("56.csv", ROW.format("1", "1"), "fifty-six"),
        ("bridge.csv", ROW.format("N", "S"), "bridge"),
        ("56.hrn", "Sheet:\ndeal | dealer | contract\n1 | 2 | 28 S\n", "fifty-six"),
        ("none.hrn", "Sheet:\ndeal | contract\n1 | 28 S\n", None),
    ],
)
def test_a_typed_sheet_shows_its_game_by_its_seats(name: str, text: str, game: str | None) -> None:
    assert game_played(of_bytes(text.encode(), name)) == game


@pytest.mark.parametrize(
    ("form", "entry", "game"),
    [
        ("score-sheet/2", Field("row 1 / contract", "contract", "28 S"), "fifty-six"),
        ("hand-log/2", Field("call 1", "call", "28 S"), "fifty-six"),
        ("we-they/1", Field("row 1 / we", "number", "60"), "bridge"),
        (None, Field("row 1 / contract", "contract", "28 S"), None),
    ],
)
def test_a_photo_shows_its_game_by_its_form(
    form: str | None, entry: Field, game: str | None
) -> None:
    page = Transcript("photo.jpg", form, fields=(entry,))
    assert game_played(from_transcripts("photo.jpg", "0" * 64, [page])) == game


def test_photos_of_two_games_are_named_with_their_games() -> None:
    log = Transcript("log.jpg", "hand-log/2", fields=(Field("call 1", "call", "28 S"),))
    sheet = Transcript("sheet.jpg", "we-they/1", fields=(Field("row 1 / we", "number", "60"),))
    papers = [from_transcripts(each.photo, each.photo, [each]) for each in (log, sheet)]
    with pytest.raises(DeskError, match=r"\(of 56: log.jpg; of bridge: sheet.jpg\)"):
        hold_to_one_game(papers, None)


def test_where_a_rulebook_is_asked_for_the_other_game_is_left_out_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [LOG, BOARDS, "--rules", "international", "-o", str(tmp_path / "a.html")]
    assert main(["report", *given]) == 1
    assert "boards.pbn: Not judged: it is of bridge" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "file", "rules", "own"),
    [
        ("check", BOARDS, "international", "alberta, duplicate"),
        ("report", BOARDS, "online", "alberta, duplicate"),
        ("check", LOG, "duplicate", "community, international, online, wiki"),
        ("report", LOG, "alberta", "community, international, online, wiki"),
    ],
)
def test_a_rulebook_of_the_other_game_is_refused_with_those_of_its_own(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    file: str,
    rules: str,
    own: str,
) -> None:
    out = ["-o", str(tmp_path / "a.html")] if command == "report" else []
    assert main([command, file, "--rules", rules, *out]) == 2
    told = capsys.readouterr().err
    assert f"and the rulebook {rules} is for" in told
    assert f"choose one of these: {own}." in told


def test_a_paper_of_another_table_is_named_before_the_report_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.hrn"
    other.write_text(Path(LOG).read_text("utf-8").replace('[Table "3"]', '[Table "4"]'), "utf-8")
    assert main(["report", LOG, str(other), "-o", str(tmp_path / "a.html")]) == 1
    left_out, wrote = capsys.readouterr().err.splitlines()
    assert left_out.startswith("other.hrn: Not of this match: its table is 4")
    assert wrote.startswith("Wrote ")
