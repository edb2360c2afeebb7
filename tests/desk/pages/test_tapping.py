"""The page on which a deal is tapped, without scripts: every tap a form, and the record that comes of it."""

from __future__ import annotations

import json
import re

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.grammar.notation import hand_record
from tests.desk.pages.conftest import Desk
from tests.desk.tapping.deals import TYPED, steps


def begin(desk: Desk, case: str = "") -> str:
    desk.introduce()
    answer = desk.post("/tap", {"case": case})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def tap(desk: Desk, page: str, do: str, **fields: str) -> str:
    """One tap, with the seat that the page shows."""
    found = re.search(r'name="seat" value="(.?)"', desk.get(page).text)
    assert found is not None
    answer = desk.post(page, {"do": do, "seat": found[1], **fields})
    assert answer.status_code == 303, answer.text
    return desk.get(page).text


def tap_all(desk: Desk, page: str) -> None:
    for step in steps():
        if step.do in ("heading", "result"):
            tap(desk, page, step.do, **json.loads(step.value))
        elif step.do == "event":
            tap(desk, page, "happened", what=step.value)
        else:
            tap(desk, page, f"{step.do} {step.value}".strip())


def test_a_whole_deal_by_forms_is_the_deal_typed(desk: Desk) -> None:
    page = begin(desk)
    tap_all(desk, page)
    answer = desk.post(f"{page}/hand-in", {})
    case = answer.headers["Location"].rpartition("/")[2]
    typed = desk.new_case(TYPED.encode(), "typed.hrn")
    with Archive(desk.path) as archive:
        acts = archive.acts(case)
        document = next(act for act in acts if act.kind is Kind.DOCUMENT)
        data = archive.blob(case, str(document.body["digest"]))
        found = [
            next(act for act in archive.acts(each) if act.kind is Kind.CHECKED).body["check"][
                "findings"
            ]
            for each in (case, typed)
        ]
    assert data is not None and hand_record.read(data).record == hand_record.read(TYPED).record
    assert document.body["name"] == "deal 1, tapped.hrn" and document.who == "Bina"
    for each in found[0] + found[1]:
        each.pop("span")
    assert found[0] == found[1]
    assert {"call-out-of-turn", "revoke"} <= {each["code"] for each in found[0]}
    assert desk.get(page).status_code == 400  # It is handed in, and no deal under way any more.


def test_a_deal_goes_into_the_case_for_which_it_was_begun(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    page = begin(desk, case)
    tap(desk, page, "heading", number="9")
    assert "Deal 9" in desk.get(f"/cases/{case}").text
    assert "Deal 9" not in desk.get("/").text
    assert desk.post(f"{page}/hand-in", {}).headers["Location"] == f"/cases/{case}"
    assert "deal 9, tapped.hrn" in desk.get(f"/cases/{case}").text


def test_a_signed_case_takes_no_deal_and_the_deal_stays(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    page = begin(desk, case)
    desk.decide_all(case)
    for form, fields in (("ruling", {"text": "So be it."}), ("sign", {})):
        assert (
            desk.post(f"/cases/{case}/{form}", {"seen": desk.last(case), **fields}).status_code
            == 303
        )
    assert desk.post(f"{page}/hand-in", {}).status_code == 400
    assert desk.post("/tap", {"case": case}).status_code == 400
    assert desk.get(page).status_code == 200


def test_undo_and_again(desk: Desk) -> None:
    page = begin(desk)
    tap(desk, page, "part play")
    assert "Undo: J♥" in tap(desk, page, "card JH")
    undone = tap(desk, page, "undo")
    assert "Again: J♥" in undone and "Undo: J♥" not in undone
    assert "Undo: J♥" in tap(desk, page, "redo")


def test_what_is_no_entry_is_said_and_nothing_is_kept(desk: Desk) -> None:
    page = begin(desk)
    tap(desk, page, "part auction")
    for fields in (
        {"do": "card ZZ"},
        {"do": ""},
        {"do": "typed", "text": "28 S; x"},
        {"do": "happened", "what": "fire"},
        {"do": "happened", "what": "note"},
        {"do": "call P", "seat": "Z"},
    ):
        answer = desk.post(page, {"seat": "", **fields})
        assert answer.status_code == 400, fields
        assert "Traceback" not in answer.text
    assert "Undo:" not in desk.get(page).text, "nothing was entered"


def test_an_event_in_words(desk: Desk) -> None:
    page = begin(desk)
    tap(desk, page, "part play")
    assert "Which card did seat 2 show?" in tap(desk, page, "happened", what="exposed", who="2")
    tap(desk, page, "card JS")
    shown = tap(desk, page, "happened", what="conduct", who="-", words='said "no"')
    assert "! exposed 2:JS" in shown
    assert "! conduct - &#34;said \\&#34;no\\&#34;&#34;" in shown


def test_a_deal_for_a_case_that_there_is_not(desk: Desk) -> None:
    desk.introduce()
    assert desk.post("/tap", {"case": "000000000000"}).status_code == 404


def test_a_deal_can_be_thrown_away(desk: Desk) -> None:
    page = begin(desk)
    assert desk.post(f"{page}/drop", {}).headers["Location"] == "/"
    assert page not in desk.get("/").text


def test_the_card_taken_back_is_that_of_the_seat_before(desk: Desk) -> None:
    page = begin(desk)
    tap(desk, page, "part play")
    for card in ("who 3", "card AS", "card JS"):
        shown = tap(desk, page, card)
    assert 'name="before" value="4"' in shown
    assert desk.post(page, {"do": "back", "seat": "5", "before": "4"}).status_code == 303
    assert "J♠ is taken back" in desk.get(page).text
    assert "! retracted 4:JS -&gt; 4:9S" in tap(desk, page, "card 9S")
