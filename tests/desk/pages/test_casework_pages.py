"""Work on a case through the pages' forms, without scripts."""

from __future__ import annotations

import re
from io import BytesIO

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from fairdeal.desk.review.decided import keyed
from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk
from tests.desk.score.test_score import LEAD
from tests.support.disputed import MATCH


def test_nobody_acts_without_a_name(desk: Desk) -> None:
    answer = desk.post("/cases", {"files": (BytesIO(LOG.encode()), "log.hrn")})
    assert answer.status_code == 400
    assert "Please type your name first" in answer.text


def test_a_typed_log_is_judged_at_once_and_a_finding_is_decided(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    page = desk.get(f"/cases/{case}/findings").text
    assert "Call out of turn" in page
    key = page.partition('name="finding" value="')[2].partition('"')[0].replace("&#34;", '"')
    form = {
        "finding": key,
        "number": "1",
        "decision": "dismiss",
        "reason": "",
        "seen": desk.last(case),
    }
    refused = desk.post(f"/cases/{case}/findings", form)
    assert refused.status_code == 400 and "A reason is needed" in refused.text
    done = desk.post(f"/cases/{case}/findings", {**form, "reason": "He was asked to."})
    assert done.headers["Location"] == f"/cases/{case}/ruling"
    page = desk.get(f"/cases/{case}/findings").text
    assert "Dismissed" in page and "He was asked to." in page
    assert "He was asked to." in desk.get(f"/cases/{case}/report").text


def test_a_line_has_the_number_that_its_finding_has_whatever_ends_lines(desk: Desk) -> None:
    desk.introduce()
    text = "; a\u2028b\x85c\r; \x0c\r\n" + LOG.replace("\n", "\r")
    case = desk.new_case(text.encode())
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    line = LOG.split("\n").index("3: 28 S, 6: Pass") + 3
    shown = desk.get(f"/cases/{case}/text/{digest}").text
    assert "3: 28 S, 6: Pass" in shown.partition(f'id="line-{line}"')[2].partition("</code>")[0]
    form = {
        "field": f"{digest}:0:line {line}",
        "kind": "text",
        "how": "read",
        "text": "3: 28 S",
        "seen": desk.last(case),
    }
    assert desk.post(f"/cases/{case}/read", form).status_code == 303
    assert "Call out of turn" not in desk.get(f"/cases/{case}/findings").text


def test_a_line_read_otherwise_makes_the_finding_go_and_taken_back_it_comes(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    line = LOG.splitlines().index("3: 28 S, 6: Pass") + 1
    form = {
        "field": f"{digest}:0:line {line}",
        "kind": "text",
        "how": "read",
        "text": "3: 28 S",
        "seen": desk.last(case),
    }
    assert desk.post(f"/cases/{case}/read", form).status_code == 303
    assert "Call out of turn" not in desk.get(f"/cases/{case}/findings").text
    with Archive(desk.path) as archive:
        act = next(a for a in archive.acts(case) if a.kind is Kind.CORRECTED)
    desk.post(f"/cases/{case}/undo", {"act": act.number, "seen": desk.last(case)})
    assert "Call out of turn" in desk.get(f"/cases/{case}/findings").text


def test_the_second_of_two_people_sees_what_the_first_did(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    seen = desk.last(case)
    first = {"statement_A": "He waited.", "seen": seen}
    assert desk.post(f"/cases/{case}/ruling", first).status_code == 303
    second = desk.post(f"/cases/{case}/ruling", {**first, "statement_A": "He did not."})
    assert second.status_code == 409
    assert "Bina worked on this case meanwhile" in second.text
    assert "He waited." in desk.get(f"/cases/{case}/ruling").text


def test_from_ruling_to_a_signed_report_that_stays(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    empty = desk.post(f"/cases/{case}/ruling", {"text": "", "seen": desk.last(case)})
    assert "The ruling itself is empty" in empty.text
    desk.decide_all(case)
    ruling = {
        "facts": "Seat 6 passed early.",
        "conclusion": "3.2",
        "text": "A warning.",
        "score_a": "31",
        "score_b": "30",
        "deadline": "within an hour",
        "seen": desk.last(case),
    }
    assert desk.post(f"/cases/{case}/ruling", ruling).status_code == 303
    assert desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)}).status_code == 303
    report = desk.get(f"/cases/{case}/report").text
    for words in ("Signed off by", "Seat 6 passed early.", "within an hour", "31 – 30"):
        assert words in report
    late = desk.post(f"/cases/{case}/ruling", {**ruling, "text": "Other.", "seen": desk.last(case)})
    assert late.status_code in (400, 409) and "signed off" in late.text
    desk.post(f"/cases/{case}/reopen", {"reason": "A new log."})
    desk.post(f"/cases/{case}/ruling", {**ruling, "text": "Two warnings.", "seen": desk.last(case)})
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert "Two warnings." in desk.get(f"/cases/{case}/report").text
    with Archive(desk.path) as archive:
        first = next(a.number for a in archive.acts(case) if a.kind is Kind.SIGNED)
    assert desk.get(f"/cases/{case}/report/{first}").text == report
    assert "A new log." in desk.get(f"/cases/{case}/history").text


def test_a_deal_is_stepped_through(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    page = desk.get(f"/cases/{case}/deal/1?step=2").text
    assert "Seat 6" in page and "finding 1" in page
    assert desk.get(f"/cases/{case}/deal/1?step=99999").status_code == 200
    assert desk.get(f"/cases/{case}/deal/7").status_code == 404


def test_a_file_that_is_nothing_says_so_and_stops_nothing(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(b"dear committee, here is our complaint\n", "letter.txt")
    page = desk.get(f"/cases/{case}")
    assert page.status_code == 200
    assert desk.get(f"/cases/{case}/findings").status_code in (200, 404)


def test_what_is_typed_is_parsed_and_legality_plays_no_part(desk: Desk) -> None:
    def parsed(kind: str, text: str) -> object:
        return desk.get("/parse.json", query_string={"kind": kind, "text": text}).json["text"]  # type: ignore[index]

    assert parsed("card", "j♥") == "JH"
    assert parsed("call", "pass 28") == "Pass 28"
    assert parsed("call", "27 s") == "27 S"
    assert parsed("contract", "rubbish here") is None
    assert parsed("seat", "4") == "4"
    assert desk.get("/parse.json?kind=nonsense&text=x").status_code == 400


def test_a_case_goes_out_and_comes_in_again(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    sent = desk.get(f"/cases/{case}/export")
    assert sent.headers["Content-Disposition"] == f'attachment; filename="{case}.case"'
    back = desk.post("/import", {"file": (BytesIO(sent.data), "x.case")})
    assert back.headers["Location"] == f"/cases/{case}~1"
    broken = desk.post("/import", {"file": (BytesIO(sent.data[:-40]), "x.case")})
    assert broken.status_code == 400


def test_cards_that_were_played_are_crossed_out_in_the_hands(desk: Desk) -> None:
    desk.introduce()
    log = (
        '[Deal "1"]\n[Dealer "2"]\nHands:\n1: QD 9S QH AC KC JC QS 9H\n3: KH AD 10S AD 9H 10H 10H QD\n'
        "Auction:\n3: 28 S, P, P, P, P, P\nPlay:\n3:KH KS JH JH 9H AH\n"
    )
    case = desk.new_case(log.encode())
    before = desk.get(f"/cases/{case}/deal/1?step=6").text
    after = desk.get(f"/cases/{case}/deal/1?step=7").text
    assert before.count('class="gone"') == 0
    assert after.count('class="gone"') == 1


def test_the_overview_counts_no_finding_that_the_findings_page_does_not_tell(desk: Desk) -> None:
    desk.introduce()
    clean = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'
    case = desk.new_case(clean.encode())
    overview = " ".join(desk.get(f"/cases/{case}").text.split())
    assert f'<dt>Findings</dt><dd><a href="/cases/{case}/findings">0</a></dd>' in overview
    assert "Deals: " not in desk.get(f"/cases/{case}/deal/1").text, "no way to the only deal"


def test_a_deal_to_be_replayed_can_be_signed_and_the_page_says_how_it_goes_on(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    with Archive(desk.path) as archive:
        file = casework.case_file(archive, case)
        lead = next(key for key, _ in keyed(casework.judged(archive, file)) if key.startswith(LEAD))
        replay = ("amend", "So agreed.", "Bina", file.last, "Play it again.", {"kind": "replay"})
        casework.decide(archive, case, lead, *replay)
    desk.decide_all(case)
    desk.post(f"/cases/{case}/ruling", {"text": "So ruled.", "seen": desk.last(case)})
    page = re.sub(r"<[^>]+>", "", desk.get(f"/cases/{case}/ruling").text)
    for deal, then in (("1", "add its log"), ("7", "decide the score that it brought")):
        said = f"Deal {deal} is still to be replayed: page 1 will say so. When it was played"
        assert f"{said}, reopen the case and {then}." in page
    assert desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)}).status_code == 303
    assert "The match is open: deal 1 to be replayed" in desk.get(f"/cases/{case}/report").text
