"""What a committee sets once, and the example for who is new."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from fairdeal.desk.archive import acts, exchange, store
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.eventfile import fold_event
from fairdeal.desk.archive.settings import Settings, settings_of
from fairdeal.desk.pages import settings
from fairdeal.desk.review import casework
from fairdeal.desk.usual import Usual, settings_file, usual
from tests.desk.pages.conftest import LOG, Desk
from tests.desk.pages.test_findings_one_by_one import decided
from tests.digitize.sheets.test_layout_file import GOOD


def test_a_new_ruling_begins_with_what_was_set_and_a_saved_one_stays(desk: Desk) -> None:
    desk.introduce()
    old = desk.new_case()
    saved = {"text": "A warning.", "members": "Only Bina", "seen": desk.last(old)}
    desk.post(f"/cases/{old}/ruling", saved)
    form = {"members": "Bina, Cyril", "appeal_until": "an hour later", "rulebook": "kerala"}
    assert desk.post("/settings", {**form, "rulebook": "nonsense"}).status_code == 400
    form.pop("rulebook")
    assert desk.post("/settings", form).status_code == 303
    assert 'value="Bina, Cyril"' in desk.get("/settings").text
    page = desk.get(f"/cases/{desk.new_case()}/ruling").text
    assert "Bina, Cyril" in page and "an hour later" in page
    assert "Bina, Cyril" not in desk.get(f"/cases/{old}/ruling").text


def test_a_damaged_file_of_settings_stops_nothing(desk: Desk) -> None:
    desk.path.with_name(f"{desk.path.name}.settings.json").write_text("[", "utf-8")
    assert settings_of(desk.path) == Settings()
    assert desk.get("/settings").status_code == 200


def test_the_example_is_opened_as_a_case(desk: Desk) -> None:
    desk.introduce()
    answer = desk.post("/example", {})
    assert answer.status_code == 303
    page = desk.get(answer.headers["Location"]).text
    assert "a match that never happened" in page and "score-sheet.jpg" in page


def test_help_is_there_without_the_samples(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert '/help#example"' in desk.get("/").text and 'id="example"' in desk.get("/help").text
    monkeypatch.setattr(settings, "EXAMPLE", desk.path / "nowhere")
    assert '/help"' in desk.get("/").text and "the example" not in desk.get("/").text
    assert "Open the example" not in desk.get("/help").text
    desk.introduce()
    assert desk.post("/example", {}).status_code == 404


def test_the_report_says_to_whom_an_appeal_goes(desk: Desk) -> None:
    desk.introduce()
    form = {"appeal_to": "the chief referee", "appeal_fee": "500 rupees"}
    assert desk.post("/settings", form).status_code == 303
    report = desk.get(f"/cases/{desk.new_case()}/report").text
    assert "the chief referee" in report and "500 rupees" in report


def test_pages_and_reports_show_times_in_the_zone_that_is_set(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "now", lambda: "2026-08-26T20:05:09Z")
    monkeypatch.setattr(store, "now", acts.now)
    monkeypatch.setattr(casework, "now", acts.now)
    desk.introduce()
    assert desk.post("/settings", {"zone": "Middle/Earth"}).status_code == 400
    assert desk.post("/settings", {"zone": "Asia/Kolkata"}).status_code == 303
    case = desk.new_case()
    decided(desk, case, 1, "accept")
    desk.decide_all(case)
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    for page in ("", "/history", "/report"):
        text = desk.get(f"/cases/{case}{page}").text
        assert "2026-08-27 01:35 IST" in text and "UTC" not in text, page
    assert ">2026-08-27</td>" in desk.get("/").text, "the day too"
    with store.Archive(desk.path) as archive:
        assert {act.at for act in archive.acts(case)} == {"2026-08-26T20:05:09Z"}, "stored in UTC"


def test_settings_are_kept_for_commands_too(desk: Desk) -> None:
    desk.introduce()
    form = {"language": "both", "rulebook": "online", "us": "A"}
    assert desk.post("/settings", form).status_code == 303
    assert usual() == Usual(language="both", rulebook="online", us="A")
    assert desk.post("/settings", {"us": "C"}).status_code == 400


def test_a_layout_file_is_taken_in_and_a_path_is_not(desk: Desk) -> None:
    """A path would show what is in any file of this computer."""
    desk.introduce()
    assert desk.post("/settings", {"layout": "/etc/passwd"}).status_code == 303
    assert usual().layout == ()
    wrong = (BytesIO(b"nonsense"), "club.toml")
    assert desk.post("/settings", {"layout": wrong}).status_code == 400
    layout = GOOD.encode()
    assert desk.post("/settings", {"layout": (BytesIO(layout), "../club.toml")}).status_code == 303
    [kept] = map(Path, usual().layout)
    assert kept.read_bytes() == layout
    assert kept.name == "club.toml" and kept.parent.parent == settings_file().parent
    assert "club.toml" in desk.get("/settings").text
    assert desk.post("/settings", {"forget": "yes"}).status_code == 303
    assert usual().layout == ()


def test_a_page_says_what_this_computer_has(desk: Desk) -> None:
    page = desk.get("/health").text
    assert "This computer" in page and "Handwriting reader" in page and "works" in page


UNNAMED = re.sub(r"\[Rules .*\n", "", LOG).encode()


def judged_by(desk: Desk, case: str) -> str:
    with store.Archive(desk.path) as archive:
        checked = casework.case_file(archive, case).checked
        assert checked is not None
        return str(checked.body["rulebook"])


def test_the_rulebook_of_the_settings_is_that_of_new_cases_that_name_none(desk: Desk) -> None:
    """At once, and never that of a record which names its own. Later settings change no case."""
    desk.introduce()
    first = desk.new_case(UNNAMED)
    assert desk.post("/settings", {"rulebook": "online"}).status_code == 303
    second, named = desk.new_case(UNNAMED), desk.new_case()
    assert desk.post("/settings", {"rulebook": "wiki"}).status_code == 303
    more = UNNAMED.replace(b"Deal", b"; a remark\nDeal", 1)
    found = {}
    for case in (first, second, named):
        desk.post(f"/cases/{case}/documents", {"files": (BytesIO(more), "more.hrn")})
        found[case] = judged_by(desk, case)
    assert [found[first], found[second]] == ["international", "online"]
    assert found[named] == "international", "its record says so"
    assert judged_by(desk, desk.new_case(UNNAMED)) == "wiki"


def test_a_case_that_is_sent_keeps_the_rulebook_of_its_senders_settings(
    desk: Desk, tmp_path: Path
) -> None:
    desk.introduce()
    assert desk.post("/settings", {"rulebook": "online"}).status_code == 303
    case = desk.new_case(UNNAMED)
    with store.Archive(desk.path) as archive:
        data = exchange.export(archive, case)
    assert desk.post("/settings", {}).status_code == 303
    answer = desk.post("/import", {"file": (BytesIO(data), "case.fairdeal-case")})
    with store.Archive(desk.path) as archive:
        came = casework.case_file(archive, f"{case}~1")
        assert casework.judged(archive, came).book.id == "online", answer.text
        own = casework.open_own(archive, came, "Bina")
        assert casework.case_file(archive, own).usual == "online", "and a copy, too"


def test_an_archive_that_kept_no_rulebook_of_the_settings_is_judged_as_before(desk: Desk) -> None:
    """By that of the last check; what was never checked, and events, by that of the settings."""
    desk.introduce()
    with store.Archive(desk.path) as archive:
        done = archive.acts(desk.new_case(UNNAMED))
    old = [replace(done[0], body={"title": "", "tags": {}}), *done[1:]]
    assert [fold("old", old[:2]).usual, fold("old", old).usual] == [None, "international"]
    assert fold("new", done).usual == ""
    begun = replace(done[0], kind=acts.Kind.EVENT, body={"title": "Cup", "rules": ""})
    assert fold_event("event", [begun]).usual is None
