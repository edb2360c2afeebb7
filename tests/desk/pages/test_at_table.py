"""At the table, without a record: what happened, the questions, the answer, and the slip to sign."""

from __future__ import annotations

import re
from html import unescape

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.review.committee import describe
from fairdeal.rulings import known
from tests.desk.pages.conftest import HOST, Desk
from tests.desk.pages.test_events import act, begun, event as event, seats
from tests.support.whole import verify

__all__ = ["begun", "event"]

CALL = "/table/international/call-out-of-turn"


def links(page: str, within: str) -> list[str]:
    return [each for each in re.findall(r'href="([^"]+)"', page) if each.startswith(within)]


@pytest.mark.parametrize("rules", known())
def test_every_button_leads_on_until_there_is_an_answer(desk: Desk, rules: str) -> None:
    at = f"/table/{rules}"
    todo = links(desk.get(at).text, f"{at}/")
    assert len(todo) >= 20
    seen, answers = set(todo), 0
    while todo:
        address = todo.pop()
        page = desk.get(address)
        assert page.status_code == 200, address
        on = [each for each in links(page.text, f"{address}/") if each not in seen]
        answers += not on
        assert bool(on) != ("A slip to print and sign" in page.text), address
        if not on:
            named = re.search(r'class="rule"><p><b>(Article|Law|Section|note)', page.text)
            assert named or "This rulebook does not name it." in page.text, address
        seen |= set(on)
        todo += on
    assert answers > 50


def test_the_rulebook_is_that_of_the_committee_until_another_is_chosen(desk: Desk) -> None:
    assert "56 for the International Tournament</p>" in desk.get("/table").text
    desk.introduce()
    assert desk.post("/settings", {"rulebook": "duplicate"}).status_code == 303
    page = desk.get("/table").text
    assert "Duplicate bridge</p>" in page and 'href="/table/community"' in page


def test_two_questions_and_the_article(desk: Desk) -> None:
    page = unescape(desk.get(CALL).text)
    assert "Did the other side object?" in page
    page = unescape(desk.get(f"{CALL}/yes/no").text)
    assert "A warning to this side." in page and "<b>Article 3.2.</b>" in page
    assert "The call stands." in page and "warning per team per session" in page
    objected = "Whether the other side objected, and when."
    assert objected in page
    assert objected not in unescape(desk.get("/table/international/hand-size").text)
    assert "1 point to the other side." in desk.get(f"{CALL}/yes/yes").text
    page = desk.get("/table/international/revoke/no/defenders").text
    assert re.findall(r'class="n">(\d+)<', page)[:3] == ["4", "5", "6"]


def test_what_the_rulebook_does_not_name_is_said_and_who_decides(desk: Desk) -> None:
    page = desk.get("/table/community/void-trump-redeal").text
    assert "This rulebook does not name it." in page and "The committee decides." in page
    assert "The director decides." in desk.get("/table/duplicate/board/other").text


@pytest.mark.parametrize(
    "address",
    [
        "/table/nobody",
        "/table/international/nothing",
        f"{CALL}/maybe",
        f"{CALL}/no/no",
        "/table/international/revoke/no/bidders/yes",
    ],
)
def test_an_address_that_leads_nowhere_is_no_page(desk: Desk, address: str) -> None:
    assert desk.get(address).status_code == 404


def test_a_slip_has_names_answers_and_lines_to_sign(desk: Desk) -> None:
    fields = {"rules": "international", "incident": "call-out-of-turn", "answers": "yes/yes"}
    page = unescape(
        desk.post(
            "/table/slip",
            {**fields, "side_a": "Kochi <b>", "round": "2", "table": "4", "text": "He said Pass."},
        ).text
    )
    assert "Ruling slip" in page and "<bdi>Kochi <b></bdi>" in page and "He said Pass." in page
    assert "<bdi>2</bdi>" in page and "1 point to the other side." in page
    assert page.count('<span class="blank">') == 2 and 'class="signs' in page
    assert re.search(r"<dt>Time</dt><dd>.*\d\d:\d\d", page)
    unnamed = desk.post("/table/slip", {**fields, "answers": "yes"})
    assert unnamed.status_code == 404
    too_long = desk.post("/table/slip", {**fields, "text": "x" * 2000})
    assert too_long.status_code == 400 and "x" * 2000 in too_long.text


def test_an_event_brings_its_rulebook_and_its_round(desk: Desk, event: str) -> None:
    assert f'href="/table?event={event}"' in desk.get(f"/audits/{event}/board").text
    page = desk.get(f"/table?event={event}").text
    assert "<bdi>Harvest Cup</bdi>" in page
    assert f"/table/international/revoke?event={event}" in page
    page = desk.get(f"{CALL}/no?event={event}").text
    assert 'name="round" inputmode="numeric" maxlength="20" value="1"' in page
    assert desk.get("/table?event=000000000000").status_code in (400, 404)


def test_who_is_not_in_sees_none_of_it(desk: Desk) -> None:
    guarded = create_app(desk.path, Access({HOST}, "secret"), None).test_client()
    for address in ("/table", CALL, f"{CALL}/no"):
        assert guarded.get(address, base_url=f"http://{HOST}").status_code == 302


FIELDS = {"rules": "international", "incident": "revoke", "answers": "no/bidders"}


def kept(desk: Desk, event: str, table: str = "1", **more: object) -> int:
    return desk.post(
        f"/audits/{event}/incident", {**FIELDS, "round": "1", "table": table, **more}
    ).status_code


def test_what_is_kept_waits_among_the_disputes_until_it_is_settled(desk: Desk, event: str) -> None:
    results = f"/audits/{event}/results"
    assert "Being checked" not in desk.get(results).text
    assert kept(desk, event, "01", deal="7", side_a="Kochi", text="A spade <kept>.") == 303
    page = unescape(desk.get(f"/audits/{event}/board").text)
    assert "It is among the event's disputes." in page
    assert "<b>Did not follow suit (revoke)</b> (Article 3.10)" in page
    assert "noted by <bdi>Bina</bdi>" in page
    assert "Table 1, round 1, did not follow suit (revoke)" in page
    assert seats(desk, event)["1-1"] == "agreed"
    assert "Being checked" in desk.get(results).text
    match = unescape(desk.get(f"/audits/{event}/match/1/1").text)
    assert "A spade <kept>." in match and "<bdi>Kochi</bdi>" in match
    assert f"/table/international/revoke/no/bidders?event={event}&round=1&table=1" in match
    with Archive(desk.path) as archive:
        done = archive.acts(event)[-1]
        assert (done.kind, verify(archive)) == (Kind.INCIDENT, [])
        assert "noted Did not follow suit" in describe(done)
    assert act(desk, event, "settle", act=done.number, text="Both agree: 5 points.") == 303
    assert "Being checked" not in desk.get(results).text
    assert "Did not follow suit" not in desk.get(f"/audits/{event}/board").text
    match = desk.get(f"/audits/{event}/match/1/1").text
    assert "Both agree: 5 points." in match and "settled by <bdi>Bina</bdi>" in match
    assert act(desk, event, "settle", act=done.number) == 400
    with Archive(desk.path) as archive:
        assert "settled act" in describe(archive.acts(event)[-1])


def test_an_incident_noted_by_mistake_is_taken_back(desk: Desk, event: str) -> None:
    assert kept(desk, event) == 303
    with Archive(desk.path) as archive:
        number = archive.acts(event)[-1].number
    assert act(desk, event, "undo", act=number) == 303
    assert "At the table</span>" not in desk.get(f"/audits/{event}/board").text
    assert "Noted by mistake" not in desk.get(f"/audits/{event}/match/1/1").text


def test_a_sheet_that_is_missing_is_still_asked_for(desk: Desk, event: str) -> None:
    missing = desk.get(f"/audits/{event}/missing").text
    assert kept(desk, event, "2") == 303
    assert seats(desk, event)["1-2"] == "one copy"
    rows = missing.count("<tr>")
    assert desk.get(f"/audits/{event}/missing").text.count("<tr>") == rows


def test_a_table_that_is_not_played_is_refused_and_one_unplanned_is_taken(
    desk: Desk, event: str
) -> None:
    assert kept(desk, event, "99") == 400
    assert kept(desk, event, answers="no") == 404
    made = desk.post("/audits", {"title": "No plan"}).headers["Location"].split("/")[2]
    assert kept(desk, made, "") == 400
    assert kept(desk, made, "3", side_a="Kochi", side_b="Calicut") == 303
    page = desk.get(f"/audits/{made}/board").text
    assert "Kochi – Calicut" in page and seats(desk, made) == {"1-3": "later"}


def test_the_form_of_an_event_keeps_and_prints(desk: Desk, event: str) -> None:
    page = desk.get(f"{CALL}/no?event={event}&round=1&table=2").text
    assert f'action="/audits/{event}/incident"' in page and 'value="2"' in page
    assert 'formaction="/table/slip"' in page
    assert "incident" not in re.sub(r'name="incident"', "", desk.get(f"{CALL}/no").text)
