"""Cases from others on the pages: marked, closed, and nothing of theirs shown as ours."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.ruling import THEIR_POLICY
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import LOG, tamper
from tests.desk.archive.test_hostile_case import CASE, CHECKED, OPENED, RULED, sent
from tests.desk.pages.conftest import Desk
from tests.support.whole import verify

THEIRS = f"{CASE}~1"
TRAP = b"<script>alert(1)</script><form action=/cases method=post><button>Go on</button></form>"
LOGGED = {"digest": hashlib.sha256(LOG.encode()).hexdigest(), "name": "log.hrn", "size": len(LOG)}


def import_signed(desk: Desk, **more: object) -> None:
    """A case that others signed off, with a report that does what it should not."""
    signing = {"report": hashlib.sha256(TRAP).hexdigest(), "check": 3}
    bodies = [
        OPENED,
        ("document", LOGGED),
        ("checked", CHECKED),
        ("ruled", RULED),
        ("signed", signing),
    ]
    file = BytesIO(sent(bodies, blobs=(TRAP, LOG.encode())))
    answer = desk.post("/import", {"file": (file, "x.case"), **more})
    assert answer.headers["Location"] == f"/cases/{THEIRS}", answer.text


def test_every_page_of_a_case_from_others_says_so(desk: Desk) -> None:
    desk.introduce()
    import_signed(desk, sender="The club of Quilon")
    said = (
        "Imported; sent by The club of Quilon (as stated by Bina). Nobody signed it, so anybody may"
    )
    for page in (
        "/",
        "/search?text=match",
        *(
            f"/cases/{THEIRS}{each}"
            for each in (
                "",
                "/read",
                "/findings",
                "/ruling",
                "/report",
                "/report/5",
                "/history",
            )
        ),
    ):
        assert said in desk.get(page).text, page
    assert "received" in desk.get("/").text


def test_their_report_is_shown_in_a_frame_that_can_do_nothing(desk: Desk) -> None:
    desk.introduce()
    import_signed(desk)
    for page in (f"/cases/{THEIRS}/report", f"/cases/{THEIRS}/report/5"):
        ours = desk.get(page)
        assert TRAP not in ours.data and "Signed off there by <bdi>Eve</bdi>" in ours.text
        frame = re.search(r'<iframe class="theirs" sandbox="" [^>]*src="([^"]+)"', ours.text)
        assert frame is not None
    framed = desk.get(frame[1], headers={"Sec-Fetch-Dest": "iframe"})
    assert framed.data == TRAP and "Content-Disposition" not in framed.headers
    policy = framed.headers["Content-Security-Policy"]
    for part in ("sandbox;", "default-src 'none'", "form-action 'none'", "base-uri 'none'"):
        assert part in policy
    assert "allow" not in policy and "script-src" not in policy


@pytest.mark.parametrize("wanted", ["document", "", "empty"])
def test_their_report_opened_alone_is_a_file_to_save(desk: Desk, wanted: str) -> None:
    desk.introduce()
    import_signed(desk)
    headers = {"Sec-Fetch-Dest": wanted} if wanted else {}
    saved = desk.get(f"/cases/{THEIRS}/their-report/5", headers=headers)
    assert saved.headers["Content-Disposition"].startswith("attachment;")
    assert saved.headers["Content-Security-Policy"] == THEIR_POLICY
    assert desk.get(f"/cases/{THEIRS}/their-report/4").status_code == 404


def test_our_own_report_runs_and_sends_nothing_either(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    report = desk.get(f"/cases/{case}/report")
    policy = report.headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "form-action 'none'", "base-uri 'none'"):
        assert part in policy
    assert desk.get(f"/cases/{case}/their-report/1").status_code == 404


def test_no_form_changes_a_case_from_others(desk: Desk) -> None:
    desk.introduce()
    import_signed(desk)
    with Archive(desk.path) as archive:
        before = archive.acts(THEIRS)
        (key,) = casework.case_file(archive, THEIRS).documents
    for page, form in (
        ("documents", {"files": (BytesIO(b"more"), "more.hrn")}),
        ("rules", {"rules": "international"}),
        ("read", {"field": f"{key}:0:line 1", "how": "read", "text": "x"}),
        ("findings", {"finding": "x", "decision": "accept"}),
        ("ruling", {"statement_A": "x"}),
        ("ruling", {"warning": "x", "warning_to": "A"}),
        ("ruling", {"text": "x"}),
        ("sign", {}),
        ("reopen", {"reason": "x"}),
        ("undo", {"act": "2"}),
    ):
        refused = desk.post(f"/cases/{THEIRS}/{page}", {"seen": len(before), **form})
        assert refused.status_code in (400, 404), page
    assert "<textarea" not in desk.get(f"/cases/{THEIRS}/ruling").text
    with Archive(desk.path) as archive:
        assert archive.acts(THEIRS) == before and verify(archive) == []


def test_our_own_case_is_opened_with_the_documents_of_theirs(desk: Desk) -> None:
    desk.introduce()
    import_signed(desk)
    answer = desk.post(f"/cases/{THEIRS}/copy", {})
    own = answer.headers["Location"].rpartition("/")[2]
    assert "~" not in own
    with Archive(desk.path) as archive:
        file = casework.case_file(archive, own)
        assert file.open and file.ruling is None and list(file.documents) == [LOGGED["digest"]]
        assert file.checked is not None and verify(archive) == []


def test_a_wrong_key_at_the_import_form_takes_nothing_in(desk: Desk, tmp_path: Path) -> None:
    desk.introduce()
    public = exchange.new_key(tmp_path / "key.pem")
    with Archive(tmp_path / "other.fairdeal") as other:
        case = other.open_case("Theirs", "Cyril")
        data = exchange.export(other, case, exchange.load_key(tmp_path / "key.pem"))
    wrong = desk.post("/import", {"file": (BytesIO(data), "x.case"), "key": "0" * 64})
    assert wrong.status_code == 400 and "signed with another key" in wrong.text
    assert "There are no cases yet" in desk.get("/").text
    right = desk.post("/import", {"file": (BytesIO(data), "x.case"), "key": public})
    assert right.headers["Location"] == f"/cases/{case}~1"
    assert f"Signed with the key {public}, the one that Bina asked for" in desk.get("/").text


def test_a_report_that_was_altered_in_the_file_is_not_served(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    desk.decide_all(case)
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert desk.get(f"/cases/{case}/report").status_code == 200
    with Archive(desk.path) as archive:
        tamper(archive, "UPDATE case_blobs SET data = ? WHERE length(data) > 2000", TRAP)
    refused = desk.get(f"/cases/{case}/report")
    assert refused.status_code == 400 and TRAP not in refused.data
    assert "altered in the archive" in refused.text


def test_a_form_of_a_state_that_never_was_is_refused(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    last = desk.last(case)
    statement = {"statement_A": "He waited.", "seen": last + 1}
    refused = desk.post(f"/cases/{case}/ruling", statement)
    assert refused.status_code == 400 and f"this was begun after act {last + 1}" in refused.text


def test_the_signed_report_shows_the_archive_s_code_on_its_first_page(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    desk.decide_all(case)
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    assert "verify --page" not in desk.get(f"/cases/{case}/report").text
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    report = desk.get(f"/cases/{case}/report").text
    head = report[: report.index("</header>")]
    assert "verify --page CODE" in head and 'src="data:image/png;base64,' in head
