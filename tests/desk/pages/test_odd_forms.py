"""Forms that come incomplete, odd, too long or too late: told in words, and nothing typed is lost."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.guard import hosts_of, is_everywhere, is_loopback
from fairdeal.desk.pages.jobs import Readings, Task
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import LOG
from tests.desk.archive.test_redaction import SHEET, _sheet
from tests.desk.pages.conftest import HOST, Desk
from tests.support.whole import verify

BRIDGE = """[Event "Club"]
[Rules "duplicate"]
[Deal "1"]
[Dealer "N"]
[Vulnerable "None"]
Auction:
N: 1 S, P, P, P
"""


ODD: tuple[dict[str, str], ...] = (
    {},
    {"seen": "x"},
    {"seen": "٣"},
    {"seen": "99999999999999999999"},
    {"seen": "9", "field": "x", "act": "²", "how": "read", "text": "\x00"},
    {"seen": "9", "field": "0" * 64 + ":²:row 1", "how": "burnt", "text": "x"},
    {"seen": "9", "field": "0" * 64 + ":0:line ²", "how": "read", "text": "x", "act": "9"},
    {
        "seen": "9",
        "field": "0" * 64 + ":0:row 1 / bid",
        "how": "blank",
        "finding": "no such one",
    },
    {"seen": "9", "side": "Z", "text": "x", "score_a": "--5", "rules": "/etc/hostname.toml"},
    {"seen": "9", "side": "A", "text": "x" * 5000, "reason": "x" * 5000, "score_b": "٣"},
    {"seen": "9", "finding": "x", "decision": "forget", "reason": "", "number": "²"},
)
"""What a form may come with, one after the other."""


@pytest.mark.parametrize(
    "form",
    [
        "read",
        "undo",
        "findings",
        "statement",
        "warning",
        "ruling",
        "sign",
        "reopen",
        "rules",
        "documents",
    ],
)
def test_no_odd_form_breaks_a_page(desk: Desk, form: str) -> None:
    """Where a form has left nothing in the archive, the pages are what they were."""
    desk.introduce()
    case = desk.new_case()
    before = desk.last(case)
    for fields in ODD:
        answer = desk.post(f"/cases/{case}/{form}", dict(fields))
        assert answer.status_code in (303, 400, 404, 409), (fields, answer.text)
        assert "fault in Fairdeal" not in answer.text, fields
    left = form == "read" or desk.last(case) != before
    for page in ("", "/findings", "/ruling", "/report", "/history") if left else ("/history",):
        assert desk.get(f"/cases/{case}{page}").status_code == 200
    with Archive(desk.path) as archive:
        assert verify(archive) == []


def test_a_score_that_is_none_is_refused_and_the_rest_shown_again(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    form = {
        "seen": desk.last(case),
        "text": "Two <b>warnings</b>.",
        "facts": "He waited.",
        "score_a": "--5",
    }
    answer = desk.post(f"/cases/{case}/ruling", form)
    assert answer.status_code == 400 and "is not a score" in answer.text
    assert "Two &lt;b&gt;warnings&lt;/b&gt;." in answer.text and "He waited." in answer.text
    assert desk.get(f"/cases/{case}/ruling").status_code == 200


def test_what_the_second_person_typed_is_shown_beside_what_the_first_did(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    first = {"statement_A": "He waited.", "seen": desk.last(case)}
    desk.post(f"/cases/{case}/ruling", first)
    second = desk.post(
        f"/cases/{case}/ruling",
        {**first, "statement_A": "A long statement that nobody wants to type again."},
        headers={"Referer": f"http://{HOST}/cases/{case}/ruling"},
    )
    assert second.status_code == 409
    assert "A long statement that nobody wants to type again." in second.text
    assert "statement of A: He waited." in second.text
    assert f'href="/cases/{case}/ruling">Back' in second.text


def test_the_way_back_leads_to_no_other_site(desk: Desk) -> None:
    for referrer in ("http://evil.example/x", "http://[", f"http://{HOST}//evil.example"):
        answer = desk.post("/cases", {}, headers={"Referer": referrer})
        assert answer.status_code == 400
        assert 'href="/">Back' in answer.text


def test_after_a_new_start_the_old_form_is_refused_but_shown(desk: Desk) -> None:
    desk.introduce()
    answer = desk.post("/cases/x/ruling", {"token": "é" * 8, "text": "What I ruled."})
    assert answer.status_code == 403
    assert "What I ruled." in answer.text
    assert desk.post("/who", {"who": "B"}, headers={"Origin": "http://["}).status_code == 403


def test_a_long_line_is_kept_whole_or_refused(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    line = LOG.splitlines().index("! objection A") + 1
    words = '! note "' + "he said that he had waited for his turn and nobody minded " * 9 + '"'
    form = {"field": f"{digest}:0:line {line}", "how": "read", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/read", {**form, "text": words}).status_code == 303
    with Archive(desk.path) as archive:
        assert archive.acts(case)[-2].body["text"] == words
    answer = desk.post(f"/cases/{case}/read", {**form, "text": "x" * 4001})
    assert answer.status_code == 400 and "4001 letters" in answer.text


def test_a_decision_on_a_finding_that_changed_meanwhile_is_not_taken(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    seen = desk.last(case)
    page = desk.get(f"/cases/{case}/findings").text
    key = page.partition('name="finding" value="')[2].partition('"')[0]
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    line = LOG.splitlines().index("3: 28 S, 6: Pass") + 1
    desk.post(
        f"/cases/{case}/read",
        {"field": f"{digest}:0:line {line}", "how": "read", "text": "3: 28 S", "seen": seen},
    )
    form = {"finding": key, "decision": "accept", "seen": seen}
    answer = desk.post(f"/cases/{case}/findings", form)
    assert answer.status_code == 409 and "3: 28 S" in answer.text
    answer = desk.post(f"/cases/{case}/ruling", {"text": "As found.", "seen": seen})
    assert answer.status_code == 409 and "As found." in answer.text
    answer = desk.post(f"/cases/{case}/findings", {**form, "seen": desk.last(case)})
    assert answer.status_code == 400 and "no such finding" in answer.text


def test_bridge_has_its_own_sides(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(BRIDGE.encode(), "board.hrn")
    page = desk.get(f"/cases/{case}/ruling").text
    assert "Statement of NS" in page and "Statement of team" not in page
    said = {"statement_EW": "We were not told.", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/ruling", said).status_code == 303
    assert (
        desk.post(
            f"/cases/{case}/ruling", {"statement_A": "We.", "seen": desk.last(case)}
        ).status_code
        == 400
    )
    ruling = {"text": "As played.", "score_a": "80", "score_b": "-80", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/ruling", ruling).status_code == 303
    report = desk.get(f"/cases/{case}/report").text
    assert "Statement: <bdi>EW</bdi>" in report and "80 – −80" in report.replace("-80", "−80")


def test_names_under_which_browsers_reach_the_desk() -> None:
    assert "[::1]:8456" in hosts_of("::1", 8456, ())
    assert "[fe80::1]:9" in hosts_of("fe80::1", 9, ())
    assert hosts_of("0.0.0.0", 80, ("Desk",)) >= {"desk", "desk:80"}
    assert "localhost" in hosts_of("127.0.0.1", 80, ()) and "localhost" not in hosts_of(
        "127.0.0.1", 8, ()
    )
    assert is_loopback("127.8.8.8") and not is_loopback("127.evil.example")
    assert is_everywhere("0.0.0.0") and is_everywhere("::") and not is_everywhere("10.0.0.1")


def test_a_case_is_judged_when_its_last_photo_was_read_and_a_failure_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.fairdeal"
    with Archive(path) as archive:
        case = archive.open_case("x", "Bina")
        casework.keep_document(archive, case, LOG.encode(), "log.hrn", "Bina")
    readings = Readings(path)
    readings._judge(case)
    with Archive(path) as archive:
        assert casework.case_file(archive, case).checked is not None
    readings._judge("nowhere")
    readings._do(Task("nowhere", "0" * 64, "x.jpg"))


@pytest.mark.skipif(not SHEET.exists(), reason="the sample is not there")
def test_a_photo_is_shown_as_it_is_now(desk: Desk) -> None:
    """What was kept in memory before a name was covered must not be shown after."""
    with Archive(desk.path) as archive:
        case, digest = _sheet(archive)
        before = desk.get(f"/cases/{case}/image/{digest}/0.jpg")
        crop = desk.get(f"/cases/{case}/crop/{digest}/0/0.jpg")
        redact(archive, ["Anjali Menon"], "Bina")
        covered = desk.get(f"/cases/{case}/image/{digest}/0.jpg")
        assert covered.status_code == 200 and covered.data != before.data
        assert desk.get(f"/cases/{case}/crop/{digest}/0/0.jpg").data != crop.data
        redact(archive, ["Bina"], "Cyril", "withhold", also=[case])
    assert desk.get(f"/cases/{case}/image/{digest}/0.jpg").status_code == 404
    page = desk.get(f"/cases/{case}/photo/{digest}/0")
    assert page.status_code == 400 and "taken out" in page.text
    for page_ in ("", "/findings", "/report", "/ruling", "/history", "/read"):
        assert desk.get(f"/cases/{case}{page_}").status_code == 200, page_


def test_every_page_of_a_made_up_case_is_shown(desk: Desk) -> None:
    """What passes the gate makes no page fail."""
    from tests.desk.archive.test_hostile_case import CHECKED, OPENED, READING, sent

    desk.introduce()
    data = b"\x89PNG no picture"
    import hashlib

    digest = hashlib.sha256(data).hexdigest()
    field = {
        "name": "☃ / / deal",
        "kind": "number",
        "text": "3",
        "blank": False,
        "altered": False,
        "flagged": True,
        "probability": 1e6,
        "rivals": [["3", -5.0], ["", 2.0]],
        "settled": ["x"],
        "taken": None,
        "region": [[-1e6, 1e6], [0.0, 0.0], [0.0, 0.0], [1e6, 1e6]],
    }
    page = {
        "photo": "x#page=999",
        "form": "score-sheet/1",
        "sheet": "]]",
        "corners": [[0.0, 0.0]],
        "fields": [field, field],
        "problems": [],
        "typed": None,
        "digest": "",
    }
    finding = {
        "code": "☃",
        "article": "",
        "place": "/",
        "message": "<b>",
        "severity": "x",
        "certainty": "x",
        "probability": None,
    }
    checked = {
        **CHECKED,
        "check": {
            "findings": [finding, finding | {"game": "☃", "follows_from": "x"}],
            "deals": [],
            "rulebook": "x",
        },
    }
    bodies = [
        OPENED,
        ("document", {"digest": digest, "name": "x.png", "size": 5}),
        ("reading", {**READING, "digest": digest, "transcripts": [page]}),
        ("checked", checked),
        ("corrected", {"digest": digest, "page": 7, "field": "/", "how": "read", "text": "9"}),
        ("statement", {"side": "☃", "text": "x"}),
        ("warning", {"team": "☃", "text": "x"}),
        ("ruled", {"text": "x", "score_a": "--5", "score_b": "1"}),
    ]
    answer = desk.post("/import", {"file": (BytesIO(sent(bodies, blobs=(data,))), "x.case")})
    assert answer.status_code == 303, answer.text
    case = answer.headers["Location"]
    for each in (
        "",
        "/read",
        "/findings",
        "/ruling",
        "/report",
        "/history",
        f"/photo/{digest}/0",
        f"/image/{digest}/0.jpg",
        f"/crop/{digest}/0/0.jpg",
        f"/text/{digest}",
        "/deal/1",
        "/export",
        "/progress.json",
    ):
        shown = desk.get(f"{case}{each}")
        assert shown.status_code in (200, 400, 404), (each, shown.data)
        assert b"fault in Fairdeal" not in shown.data, each
    assert desk.get("/").status_code == 200
    assert desk.get("/search?text=x").status_code == 200


def test_the_report_says_what_was_not_decided_and_what_changed_since(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    desk.post(
        f"/cases/{case}/ruling",
        {
            "text": "A warning.",
            "members": "B, C",
            "score_a": "30",
            "score_b": "31",
            "seen": desk.last(case),
        },
    )
    report = desk.get(f"/cases/{case}/report").text.partition('id="ruling"')[2]
    assert "did not decide on" in report
    order = [report.index(words) for words in (">Ruling<", ">As ruled<", ">Committee<")]
    assert order == sorted(order)
    page = desk.get(f"/cases/{case}/findings").text
    key = page.partition('name="finding" value="')[2].partition('"')[0]
    desk.post(
        f"/cases/{case}/findings", {"finding": key, "decision": "accept", "seen": desk.last(case)}
    )
    assert "read differently after this" not in desk.get(f"/cases/{case}/findings").text
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    line = LOG.splitlines().index("3: 28 S, 6: Pass") + 1
    form = {"field": f"{digest}:0:line {line}", "how": "read", "text": "3: 28 S, 6: 29 H"}
    desk.post(f"/cases/{case}/read", {**form, "seen": desk.last(case)})
    assert "read differently after this" in desk.get(f"/cases/{case}/findings").text


def test_a_case_that_was_taken_in_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.introduce("Anjali Menon")
    with Archive(tmp_path / "other.fairdeal") as other:
        case = other.open_case("Theirs", "Cyril")
        data = exchange.export(other, case)
    desk.post("/import", {"file": (BytesIO(data), "x.case")})
    assert "Nobody signed it" in desk.get(f"/cases/{case}~1/history").text
    with Archive(desk.path) as archive:
        redact(archive, ["Anjali Menon"], "B")
    assert "by <bdi>[name withheld]</bdi>" in desk.get(f"/cases/{case}~1/history").text


def test_a_finding_is_called_the_same_by_the_page_and_by_what_is_kept() -> None:
    """Also where one that is only possible stands at the same place, and is not told."""
    from fairdeal.desk.check.json_answer import as_json
    from fairdeal.desk.intake.case import case_of
    from fairdeal.desk.numbered import keys_of_json
    from fairdeal.desk.report.page import view_of
    from fairdeal.rulings.frame.finding import Certainty
    from tests.desk.archive.conftest import document

    ruled = case_of([document(LOG.encode())])
    first = ruled.verdict.findings[0]
    possible = replace(first, certainty=Certainty.POSSIBLE)
    verdict = replace(ruled.verdict, findings=(possible, *ruled.verdict.findings))
    shown = view_of(replace(ruled, verdict=verdict)).findings
    kept = keys_of_json(as_json("case", verdict, ())["findings"])
    assert [each.key for each in shown] == kept
