"""An event on the pages: planned, handed in, asked for, settled, entered by hand, shown to all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from fairdeal.desk.archive import store
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.search import Question, search
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.pages import audit_jobs as work, events
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.review import casework
from fairdeal.desk.tournament import ruled
from fairdeal.grammar.notation.writer import write
from samples.making.records.tournament import record_of, tournament
from tests.desk.pages.conftest import HOST, Desk, desk_at
from tests.desk.pages.test_audits import copied, hand_in, jobs
from tests.support.chromium import needs_chromium
from tests.support.waiting import until
from tests.support.whole import verify

MADE = tournament(seed=5, teams=4, rounds=2, slips=0.0)
SCHEDULE = "round,table,team A,team B\n" + "".join(
    f"{each.round},{each.table},{each.teams[0]},{each.teams[1]}\n" for each in MADE.matches
)


def papers(*copies: tuple[int, str]) -> dict[str, bytes]:
    return {
        f"{MADE.matches[number].name}-{copy}.hrn": write(
            record_of(MADE.matches[number], copy)
        ).encode()
        for number, copy in copies
    }


def run(desk: Desk, event: str) -> None:
    jobs(desk)._waiting.clear()
    jobs(desk).run(event)


def strip(desk: Desk, page: str) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", "", desk.get(page).text).split())


def seats(desk: Desk, event: str) -> dict[str, str]:
    page = desk.get(f"/audits/{event}/board").text
    return dict(re.findall(r'data-seat="([^"]+)" data-state="([^"]+)"', page))


def act(desk: Desk, event: str, page: str, **body: object) -> int:
    with Archive(desk.path) as archive:
        seen = archive.acts(event)[-1].number
    return desk.post(f"/audits/{event}/{page}", {"seen": seen, **body}).status_code


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Four teams, two rounds: of the first all copies but one are in, of the second nothing."""
    with desk_at(tmp_path_factory.mktemp("begun")) as desk:
        desk.introduce("Bina")
        files = papers((0, "A"), (0, "B"), (1, "A"))
        made = hand_in(desk, {**files, "schedule.csv": SCHEDULE.encode()}, title="Harvest Cup")
        run(desk, made)
        return desk.path, made


@pytest.fixture
def event(desk: Desk, begun: tuple[Path, str]) -> str:
    desk.introduce("Bina")
    return copied(desk, *begun)


def test_the_board_shows_the_schedule_and_what_came_in(desk: Desk, event: str) -> None:
    assert seats(desk, event) == {
        "1-1": "agreed",
        "2-1": "later",
        "1-2": "one copy",
        "2-2": "later",
    }
    before = desk.get(f"/audits/{event}/board.json").get_json()
    hand_in(desk, papers((1, "B"), (2, "A")), f"/audits/{event}/files")
    run(desk, event)
    assert seats(desk, event) == {
        "1-1": "agreed",
        "2-1": "one copy",
        "1-2": "agreed",
        "2-2": "missing",
    }
    assert desk.get(f"/audits/{event}/board.json").get_json()["mark"] != before["mark"]
    listed = desk.get(f"/audits/{event}/missing").text
    assert "score sheet" in listed and "second copy" in listed and listed.count("tick-box") == 2


def test_a_paper_is_asked_for_and_a_dispute_taken(desk: Desk, event: str) -> None:
    hand_in(desk, papers((2, "A")), f"/audits/{event}/files")
    run(desk, event)
    assert act(desk, event, "ask", round="2", table="2", what="sheet", whom="Kochi") == 303
    assert "asked <bdi>Kochi</bdi>" in desk.get(f"/audits/{event}/board").text
    assert act(desk, event, "take", round="2", table="1", by="me") == 303
    assert "taken by <bdi>Bina</bdi>" in desk.get(f"/audits/{event}/board").text
    assert act(desk, event, "ask", round="2", table="9", what="sheet") == 400
    assert act(desk, event, "ask", round="2", table="2", what="cake") == 400


def test_a_result_without_a_sheet_needs_two_people(desk: Desk, event: str) -> None:
    score = {"round": "2", "table": "2", "score_a": "30", "score_b": "26", "how": "entered"}
    assert act(desk, event, "result", **{**score, "score_a": "many"}) == 400
    assert act(desk, event, "result", **{**score, "how": "forfeit"}) == 400
    assert act(desk, event, "result", **score) == 303
    assert seats(desk, event)["2-2"] == "to confirm"
    number = desk.last(event)
    assert act(desk, event, "confirm", act=number) == 400
    desk.introduce("Joy")
    assert act(desk, event, "confirm", act=number) == 303
    assert seats(desk, event)["2-2"] == "entered"
    assert "30 – 26" in desk.get(f"/audits/{event}/results").text
    assert act(desk, event, "undo", act=number) == 303
    assert seats(desk, event)["2-2"] == "later"


def test_who_did_not_see_what_another_entered_is_told(desk: Desk, event: str) -> None:
    score = {"round": "2", "table": "2", "score_a": "30", "score_b": "26", "how": "entered"}
    seen = desk.last(event)
    assert desk.post(f"/audits/{event}/result", {**score, "seen": seen}).status_code == 303
    answer = desk.post(f"/audits/{event}/result", {**score, "score_a": "3", "seen": seen})
    assert answer.status_code == 409 and "entered 30 to 26" in answer.text


def test_a_round_is_planned_by_hand_and_a_slip_in_it_is_named(desk: Desk, event: str) -> None:
    lines = "Kochi – Kollam\nIdukki - Kannur\nWayanad"
    assert act(desk, event, "plan", round="3", pairs=lines) == 303
    assert seats(desk, event)["3-3"] == "bye" and seats(desk, event)["3-1"] == "later"
    for wrong, said in (
        ("Kochi – Kollam\nKochi – Idukki", "stands in line 1 and in line 2"),
        ("Kochi – Kollam – Idukki", "does not name two teams"),
        ("", "No match is written"),
    ):
        answer = desk.post(
            f"/audits/{event}/plan", {"seen": desk.last(event), "round": "3", "pairs": wrong}
        )
        assert answer.status_code == 400 and said in answer.text
    assert not jobs(desk).finished(jobs(desk).files.get(event))


def test_the_next_round_is_drawn_from_what_is_final_and_may_be_changed(
    desk: Desk, event: str
) -> None:
    hand_in(desk, papers((1, "B"), (2, "A")), f"/audits/{event}/files")
    run(desk, event)
    page = desk.get(f"/audits/{event}/rounds?system=swiss").text
    drawn = re.search(r'<textarea name="pairs"[^>]*>([^<]+)</textarea>', page)
    assert drawn is not None and "Table 2, round 2: sheet missing." in page
    pairs = [set(line.split(" – ")) for line in drawn[1].splitlines()]
    met = [set(each.teams) for each in MADE.matches]
    teams = set().union(*met)
    assert set().union(*pairs) == teams and not any(pair in met for pair in pairs)
    first, second = (sorted(pair) for pair in pairs)
    changed = f"{first[0]} – {second[0]}\n{first[1]} – {second[1]}"
    assert act(desk, event, "plan", round="3", pairs=changed, how="Swiss, changed") == 303
    assert 'data-planned="3"' in desk.get(f"/audits/{event}/rounds").text
    assert second[0] in desk.get(f"/audits/{event}/round/3").text
    assert desk.get(f"/audits/{event}/round/9").status_code == 404


@pytest.mark.parametrize("system", ["berger", "knockout"])
def test_other_systems_draw_what_can_be_drawn(desk: Desk, system: str) -> None:
    desk.introduce()
    made = hand_in(desk, {"note.hrn": b'[Event "Cup"]\n[Deal "1"]\n'}, title="Cup")
    page = desk.get(f"/audits/{made}/rounds?system={system}&teams=K%0AC%0AT%0AL").text
    drawn = re.findall(r'<textarea name="pairs"[^>]*>([^<]+)</textarea>', page)
    assert drawn[0].count(" – ") == 2
    assert len(drawn) == (3 if system == "berger" else 1)
    answer = desk.get(f"/audits/{made}/rounds?system={system}&teams=K")
    assert answer.status_code == 400 and "fewer than two teams" in answer.text


def test_an_event_is_begun_by_its_name_before_any_paper(desk: Desk) -> None:
    desk.introduce()
    answer = desk.post("/audits", {"title": "Harvest Cup"})
    event = answer.headers["Location"].split("/")[2]
    assert answer.headers["Location"] == f"/audits/{event}/rounds"
    assert act(desk, event, "plan", round="1", pairs="K – C\nT – L") == 303
    assert seats(desk, event) == {"1-1": "later", "1-2": "later"}
    assert not jobs(desk).working(event) and "no papers yet" in desk.get("/audits").text
    assert desk.get(f"/audits/{event}").status_code == 200
    assert desk.post("/audits", {"title": ""}).status_code == 400


def test_forms_of_a_round_name_its_matches(desk: Desk, event: str) -> None:
    answer = desk.get(f"/audits/{event}/round/2/forms.pdf")
    assert answer.status_code == 200 and answer.data.startswith(b"%PDF-")
    document = pypdfium2.PdfDocument(answer.data)
    assert len(document) == 4


def test_everybody_sees_what_is_final_and_nothing_else(desk: Desk, event: str) -> None:
    page = desk.get(f"/audits/{event}/results").text
    address = re.search(r"/screen/[0-9a-f]+/[0-9a-f]+", page)
    assert address is not None
    guarded = create_app(
        desk.path, Access({HOST}, "secret"), None, AuditJobs(desk.path)
    ).test_client()
    base = f"http://{HOST}"
    shown = guarded.get(address[0], base_url=base)
    assert shown.status_code == 200 and MADE.matches[0].teams[0] in shown.text
    assert "default-src 'none'" in shown.headers["Content-Security-Policy"]
    assert guarded.get(f"{address[0]}0", base_url=base).status_code == 404
    assert guarded.get(f"/audits/{event}/board", base_url=base).status_code == 302
    saved = desk.get(f"/audits/{event}/results.html")
    assert "screen.js" in shown.text and "http-equiv" in shown.text
    assert "<script" not in saved.text and "http-equiv" not in saved.text


def test_an_event_stands_in_the_archive_as_acts(desk: Desk, event: str) -> None:
    with Archive(desk.path) as archive:
        kinds = [each.kind for each in archive.acts(event)]
        assert kinds == [Kind.EVENT, Kind.FILES, Kind.PLANNED, Kind.PLANNED]
        assert archive.cases() == [] and archive.events() == [event] and verify(archive) == []
        assert search(archive, Question()) == []
        team = MADE.matches[0].teams[0]
        redact(archive, [team], "Bina")
        assert verify(archive) == [] and team not in str(archive.acts(event)[2].body)


def test_a_removed_event_is_gone_from_the_pages_and_its_acts_stay(desk: Desk, event: str) -> None:
    assert desk.post(f"/audits/{event}/remove", {}).status_code == 303
    for page in ("", "/board", "/results", "/missing", "/board.json"):
        assert desk.get(f"/audits/{event}{page}").status_code in (400, 404)
    with Archive(desk.path) as archive:
        assert archive.acts(event)[-1].kind is Kind.REMOVED and verify(archive) == []


def test_a_schedule_with_a_mistake_is_named_and_the_papers_are_kept(
    desk: Desk, tmp_path: Path
) -> None:
    desk.introduce()
    files = {**papers((0, "A")), "schedule.csv": b"round,table\n1,1\n"}
    made = hand_in(desk, files)
    run(desk, made)
    assert "there is no column" in desk.get(f"/audits/{made}").text
    assert seats(desk, made) == {"1-1": "one copy"}


def test_a_person_says_of_which_match_a_paper_is(desk: Desk, event: str) -> None:
    text = papers((2, "A")).popitem()[1].decode()
    bare = re.sub(r'\[(Round|Table|TeamA|TeamB|Event|Date) "[^"]*"\]\n', "", text)
    hand_in(desk, {"page.hrn": bare.encode()}, f"/audits/{event}/files")
    run(desk, event)
    board = desk.get(f"/audits/{event}/board").text
    digest = re.search(r'/place".*?name="digest" value="([0-9a-f]{64})"', board)
    assert seats(desk, event)["2-1"] == "later" and digest is not None
    seat = {"digest": digest[1], "round": "2", "table": "1"}
    assert act(desk, event, "place", **{**seat, "digest": "0" * 64}) == 400
    assert act(desk, event, "place", **{**seat, "round": ""}) == 400
    assert act(desk, event, "place", **seat) == 303
    run(desk, event)
    assert seats(desk, event)["2-1"] == "one copy"
    with Archive(desk.path) as archive:
        assert archive.acts(event)[-1].kind is Kind.SEATED
        assert verify(archive) == []
        number = archive.acts(event)[-1].number
    assert "Bina said that a paper is of this match" in strip(desk, f"/audits/{event}/match/2/1")
    jobs(desk)._waiting.clear()
    assert act(desk, event, "undo", act=number) == 303
    assert jobs(desk).working(event)  # it is judged again
    run(desk, event)
    assert seats(desk, event)["2-1"] == "later"
    assert digest[1] in desk.get(f"/audits/{event}/board").text


def test_an_appeal_keeps_a_signed_result_open_until_it_is_signed_again(
    desk: Desk, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = {"round": "1", "table": "1"}
    team = MADE.matches[0].teams[0]
    assert act(desk, event, "appeal", **seat, team=team) == 400  # nothing is ruled yet
    page = desk.get(f"/audits/{event}/match/1/1").text
    report = re.findall(r'name="report" value="([^"]+)"', page)[0]
    address = desk.post(f"/audits/{event}/case", {"report": report}).headers["Location"]
    case = address.rpartition("/")[2]
    desk.decide_all(case)
    ruling = {"text": "As found.", "deadline": "30 minutes after the ruling"}
    desk.post(f"/cases/{case}/ruling", {**ruling, "seen": desk.last(case)})
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert seats(desk, event)["1-1"] == "signed"
    assert "An appeal is possible until" in desk.get(f"/audits/{event}/board").text
    with monkeypatch.context() as later:
        later.setattr(ruled, "now", lambda: "2999-01-01T00:00:00Z")
        assert "An appeal is possible" not in desk.get(f"/audits/{event}/board").text
    assert act(desk, event, "appeal", **seat, team="Nobody") == 400
    assert act(desk, event, "appeal", **seat, team=team, reason="the count of deal 2") == 303
    assert seats(desk, event)["1-1"] == "appeal"
    page = desk.get(f"/audits/{event}/match/1/1").text
    assert "the count of deal 2" in page and "The appeal was withdrawn" in page
    # Acts are dated to the second: what follows is later than the appeal.
    for room in (store, casework):
        monkeypatch.setattr(room, "now", lambda: "2999-01-01T00:00:00Z")
    desk.post(f"/cases/{case}/reopen", {"reason": "appeal", "seen": desk.last(case)})
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert seats(desk, event)["1-1"] == "signed"


@needs_chromium
def test_results_and_papers_are_sent_as_pdf(desk: Desk, event: str) -> None:
    results = pypdfium2.PdfDocument(desk.get(f"/audits/{event}/results.pdf").data)
    said = results[0].get_textpage().get_text_range()
    assert "Harvest Cup" in said and MADE.matches[0].teams[0] in said
    assert desk.get(f"/audits/{event}/results.jpg").data.startswith(b"\xff\xd8")
    hand_in(
        desk,
        {"note.hrn": b'[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S\n'},
        f"/audits/{event}/files",
    )
    everything = desk.get(f"/audits/{event}/papers.pdf").data
    pages = pypdfium2.PdfDocument(everything)
    heads = [page.get_textpage().get_text_range().split("\n")[0].strip() for page in pages]
    placed = ["Table 1, round 1", "Table 1, round 1", "Table 2, round 1"]
    assert heads == [*placed, "Of no match", "Of no match"]  # the schedule, and what no match has


def test_a_free_round_is_worth_what_the_director_says(
    desk: Desk, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = "Reef – Dune\nMangrove"
    assert act(desk, event, "plan", round="3", pairs=odd) == 303
    assert act(desk, event, "free", points="x") == 400
    assert act(desk, event, "free", points="2") == 303
    assert 'value="2"' in desk.get(f"/audits/{event}/rounds").text
    assert (
        act(desk, event, "result", round="3", table="1", score_a="30", score_b="26", how="entered")
        == 303
    )
    page = desk.get(f"/audits/{event}/results").text
    row = page.partition("<bdi>Mangrove</bdi>")[2].partition("</tr>")[0]
    assert "sat out in 1 round" in row and "<b>2</b>" in row
    given: list[object] = []
    monkeypatch.setattr(
        events,
        "swiss",
        lambda *_, bye_points: given.append(bye_points) or events.Round(4, ()),
    )
    desk.get(f"/audits/{event}/rounds?system=swiss")
    assert given == [2]  # the draw counts it too


def test_another_laptop_opens_the_copied_archive_and_goes_on(
    desk: Desk, event: str, tmp_path: Path
) -> None:
    before = seats(desk, event)
    other = tmp_path / "other laptop"
    other.mkdir()
    with Archive(desk.path) as archive:
        archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(desk.path, other / desk.path.name)
    shutil.copytree(jobs(desk).files.folder, other / jobs(desk).files.folder.name)
    with desk_at(other) as there:
        assert there.path.parent == other
        there.introduce("Cyril")
        assert seats(there, event) == before
        hand_in(there, papers((2, "A"), (2, "B")), f"/audits/{event}/files")
        run(there, event)
        assert seats(there, event)["2-1"] == "agreed"
        with Archive(there.path) as archive:
            assert verify(archive) == []


def test_a_backup_has_the_papers_of_events_and_brings_them_back(
    desk: Desk, event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = seats(desk, event)
    backup, other = tmp_path / "safe" / "backup", tmp_path / "other" / "archive.fairdeal"
    backup.parent.mkdir()
    other.parent.mkdir()
    assert main(["archive", "--archive", str(desk.path), "backup", str(backup)]) == 0
    assert "(4 files) are in backup.audits" in capsys.readouterr().err
    assert main(["archive", "--archive", str(other), "restore", str(backup)]) == 0
    with desk_at(other.parent) as there:
        run(there, event)
        assert seats(there, event) == before
    lost = next((backup.parent / "backup.audits" / event / "files").iterdir())
    written = lost.stat().st_ino
    assert main(["archive", "--archive", str(desk.path), "backup", str(backup)]) == 0
    assert lost.stat().st_ino == written  # not copied again
    lost.write_bytes(b"damaged")
    shutil.rmtree(other.parent)
    other.parent.mkdir()
    assert main(["archive", "--archive", str(other), "restore", str(backup)]) == 0
    assert "it was not copied" in capsys.readouterr().err


def test_what_a_director_gives_counts_once_somebody_else_confirms_it(
    desk: Desk, event: str
) -> None:
    folder = {
        f"table-{table}.pbn": board_file(table, points).encode()
        for table, points in ((1, 120), (2, 90), (3, 50))
    }
    hand_in(desk, folder, f"/audits/{event}/files")
    run(desk, event)
    page = f"/audits/{event}"
    assert act(desk, event, "give", who="Pair 1", award="much") == 400
    assert act(desk, event, "give", who="", award="-1 VP") == 400
    assert act(desk, event, "give", who="", board="1", award="A60") == 400
    assert act(desk, event, "give", who="Pair 1", award="-10% of a top", reason="late") == 303
    shown = desk.get(page).text
    assert "late" in shown and 'data-given="1"' not in shown and ">4 of 4<" in shown
    number = desk.last(event)
    assert act(desk, event, "confirm", act=number) == 400
    desk.introduce("Joy")
    assert act(desk, event, "confirm", act=number) == 303
    shown = desk.get(page).text
    assert 'data-given="1"' in shown and ">3.6 of 4<" in shown and "confirmed by" in shown
    report = desk.get(f"{page}/reports/index.html").text
    assert 'data-given="1"' in report and "3.6 of 4" in report
    assert "3.6" in desk.get(f"{page}/reports/pairs.csv").text
    assert act(desk, event, "give", board="1", table="2", award="NS A60 EW A40") == 303
    desk.introduce("Bina")
    assert act(desk, event, "confirm", act=desk.last(event)) == 303
    assert 'data-adjusted="1"' in desk.get(page).text
    assert act(desk, event, "undo", act=number) == 303
    assert 'data-given="1"' not in desk.get(page).text


def board_file(table: int, points: int) -> str:
    """The result of one board at a table."""
    return (
        f'[Event "Evening"]\n[Board "1"]\n[TeamNS "Pair {table}"]\n[TeamEW "Pair {table + 3}"]\n'
        f'[Dealer "N"]\n[Vulnerable "None"]\n[Score "NS {points}"]\n[Table "{table}"]\n'
    )


def test_an_archive_that_was_copied_without_its_papers_says_what_is_missing(
    desk: Desk, event: str
) -> None:
    shutil.rmtree(jobs(desk).files.folder)
    jobs(desk).start()
    assert until(lambda: jobs(desk).files.outcome(event))
    outcome = jobs(desk).files.outcome(event)
    assert outcome is not None and "there is no such file" in str(outcome.unread)
    assert desk.get(f"/audits/{event}/results").status_code == 200
    more = hand_in(desk, papers((0, "A")), f"/audits/{event}/files")
    assert until(lambda: not jobs(desk).working(more))
    jobs(desk).stop(5)
    assert seats(desk, event)["1-1"] == "one copy"  # the thread went on


def test_workers_are_kept_from_one_paper_to_the_next_and_let_go_when_none_comes(
    desk: Desk, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = jobs(desk)
    run(desk, event)
    crew = at._crew
    run(desk, event)
    assert crew is not None and at._crew is crew
    monkeypatch.setattr(work, "IDLE", 0.01)
    at.start()
    assert until(lambda: at._crew is None)
    at.stop(5)
