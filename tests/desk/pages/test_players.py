"""Names of players entered at the desk: shown everywhere, beside what the record says, never over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.search import Question, search
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from tests.desk.pages.conftest import Desk

BOARD = """[Event "Winter Cup"]
[Board "1"]
[North "Anna"]
[East "Bela"]
[South "Cora"]
[West "Dora"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:KQJT9.AKQ.AK.AKQ 8765.JT9.QJT.JT9 A432.8765.98.876 .432.765432.5432"]
[Auction "N"]
1S Pass Pass Pass
"""


def named(desk: Desk, case: str, **names: str) -> int:
    form = {f"player_{seat[1:]}": name for seat, name in names.items()}
    answer = desk.post(f"/cases/{case}/players", {**form, "seen": desk.last(case)})
    return answer.status_code


def test_a_name_is_shown_on_every_page_and_the_record_keeps_its_own(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    checked = _checked(desk, case)
    assert named(desk, case, _2="Leela Nair", _6=" Biju Das ") == 303
    overview = desk.get(f"/cases/{case}").text
    assert "The names of the players are saved." in overview
    assert "Leela Nair" in overview and "the record says: <bdi>Anjali Menon</bdi>" in overview
    for page in ("", "/findings", "/deal/1", "/report"):
        assert "Biju Das" in desk.get(f"/cases/{case}{page}").text, page
    front = desk.get(f"/cases/{case}/report").text.partition('id="signatures"')[0]
    assert "Seat 6: <bdi>Biju Das</bdi>" in front and "Anjali Menon" not in front
    assert "named the players: seat 2 Leela Nair, seat 6 Biju Das" in _history(desk, case)
    assert _checked(desk, case) == checked, "what was found does not depend on names"
    assert '[Seat2 "Anjali Menon"]' in checked["record"]


def test_the_record_speaks_again_where_a_name_is_emptied(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    named(desk, case, _2="Leela Nair")
    named(desk, case)
    overview = desk.get(f"/cases/{case}").text
    assert "Seat 2: <bdi>Anjali Menon</bdi>" in overview and "Leela Nair" not in overview
    assert "Leela Nair" in _history(desk, case)


def test_names_that_are_there_already_are_no_act(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    named(desk, case, _2="Leela Nair")
    last = desk.last(case)
    named(desk, case, _2="Leela Nair")
    assert desk.last(case) == last


def test_two_people_do_not_overwrite_each_others_names(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    seen = desk.last(case)
    named(desk, case, _2="Leela Nair")
    late = desk.post(f"/cases/{case}/players", {"player_2": "Biju Das", "seen": seen})
    assert late.status_code == 409
    assert "Player, seat 2" in late.text and "Biju Das" in late.text, "what was typed is shown"


def test_names_stand_still_once_the_case_is_signed(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    named(desk, case, _2="Leela Nair")
    desk.decide_all(case)
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert named(desk, case, _2="Biju Das") == 400
    assert "Leela Nair" in desk.get(f"/cases/{case}/report").text
    assert "Save the names" not in desk.get(f"/cases/{case}").text


@pytest.mark.parametrize("player", ["leela", "anjali"])
def test_a_case_is_found_by_either_name(desk: Desk, player: str) -> None:
    desk.introduce()
    case = desk.new_case()
    named(desk, case, _2="Leela Nair")
    with Archive(desk.path) as archive:
        assert [hit.case.case_id for hit in search(archive, Question(player=player))] == [case]


def test_a_name_can_be_taken_out_again(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    named(desk, case, _2="Leela Nair")
    with Archive(desk.path) as archive:
        redact(archive, ["Leela Nair"], "Bina")
    assert "Leela" not in desk.get(f"/cases/{case}").text + _history(desk, case)


def test_names_go_along_with_a_case_that_is_sent(desk: Desk, tmp_path: Path) -> None:
    desk.introduce()
    case = desk.new_case()
    named(desk, case, _2="Leela Nair")
    with Archive(desk.path) as archive, Archive(tmp_path / "other.fairdeal") as other:
        sent = exchange.open_case(exchange.export(archive, case))
        came = exchange.take_in(other, sent, "Cyril").case
        assert casework.case_file(other, came).players == {"2": "Leela Nair"}


def test_bridge_has_its_own_seats(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(BOARD.encode(), "board.pbn")
    named(desk, case, _N="Leela Nair")
    overview = desk.get(f"/cases/{case}").text
    assert "North: <bdi>Leela Nair</bdi>" in overview and "East: <bdi>Bela</bdi>" in overview
    assert 'name="player_1"' not in overview
    assert "Leela Nair" in desk.get(f"/cases/{case}/deal/1").text


def _history(desk: Desk, case: str) -> str:
    return desk.get(f"/cases/{case}/history").text


def _checked(desk: Desk, case: str) -> dict[str, object]:
    with Archive(desk.path) as archive:
        return [act.body for act in archive.acts(case) if act.kind is Kind.CHECKED][-1]
