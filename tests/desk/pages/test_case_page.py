"""The case at a glance, and what is changed about a case itself."""

from __future__ import annotations

import re

import pytest

from fairdeal.desk.archive.casefile import CaseFile, fold
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import numbered
from fairdeal.desk.once import UnfinishedError
from fairdeal.desk.pages import answers, cases
from fairdeal.desk.pages.answers import judged_or_why
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.review import casework
from fairdeal.desk.score.figures import score_table
from fairdeal.desk.score.match import score_of
from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk
from tests.support.disputed import MATCH
from tests.support.whole import verify

SHEET = """Sheet:
deal | dealer | bidder | contract | points A | points B | score A | score B | total A | total B
1 | 2 | 3 | 28 S | 40 | 16 | 1 | 0 | 1 | 0
"""


def test_the_verdict_comes_before_the_documents_and_fingerprints_are_details(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    page = desk.get(f"/cases/{case}").text
    order = ["data-line=", 'class="panel next"', 'id="found"', 'id="documents"', "fingerprint"]
    places = [page.index(each) for each in order]
    assert places == sorted(places)
    assert "<summary>Details" in page[places[3] : places[4]]
    assert f'/cases/{case}/findings#finding-1"' in page


def test_the_overview_has_a_row_a_deal_and_a_mark_for_each_finding_in_table_and_chart(
    desk: Desk,
) -> None:
    """Each mark opens its finding, each deal that has a log its card table."""
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    with Archive(desk.path) as archive:
        ruled = casework.recheck(archive, case)
    page = desk.get(f"/cases/{case}").text
    table = page[page.index('<table class="fold deals">') :]
    table = table[: table.index("</table>")]
    drawn = page[page.index('<svg class="chart"') : page.index("</figure>")]
    links = rf"/cases/{case}/findings#finding-(\d+)"
    numbers = [str(each.number) for each in numbered(ruled.verdict.findings)]
    in_a_deal = sorted(re.findall(links, table))
    elsewhere = re.findall(links, page[page.index('id="found"') : page.index('<dl class="facts">')])
    assert in_a_deal == sorted(re.findall(links, drawn))
    assert sorted([*in_a_deal, *elsewhere]) == sorted(numbers) and in_a_deal and elsewhere
    logs = [str(deal.game) for deal in ruled.verdict.deals]
    assert re.findall(rf"/cases/{case}/deal/(\d+)", table) == logs
    [score] = re.findall(r'data-glance="by-the-rulebook">([^<]+)<', page)
    assert score == score_table(score_of(ruled), ("A", "B")).in_force.pair


def test_nobody_is_ahead_while_papers_wait_and_a_typed_one_does_not_wait(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.introduce()
    case = desk.new_case(SHEET.encode())
    assert "is ahead" in desk.get(f"/cases/{case}").text
    monkeypatch.setattr(Readings, "left", lambda *_: 6)
    page = desk.get(f"/cases/{case}").text
    assert "who is ahead is not known yet" in page and "6 still to read" in page
    assert "waiting to be read" not in page and "Typed record, line by line" in page


def test_a_page_asked_for_while_the_last_photo_is_read_waits_for_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is judged without that photo: with nothing said to be left it would never load itself again."""
    desk.introduce()
    case = desk.new_case(SHEET.encode())
    left = [1]

    def judged(file: CaseFile) -> tuple[Case | None, str]:
        left[0] = 0
        return judged_or_why(file)

    monkeypatch.setattr(Readings, "left", lambda *_: left[0])
    monkeypatch.setattr(cases, "judged_or_why", judged)
    assert "1 still to read" in desk.get(f"/cases/{case}").text
    assert "still to read" not in desk.get(f"/cases/{case}").text


@pytest.mark.parametrize("page", ["", "/findings"])
def test_a_browser_asks_again_for_a_page_that_is_still_worked_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    desk.introduce()
    case = desk.new_case(SHEET.encode())

    def judged(_: CaseFile) -> Case:
        raise UnfinishedError("This is still being worked out.")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(answers, "judged", judged)
        shown = desk.get(f"/cases/{case}{page}")
    assert "still being worked out" in shown.text and int(shown.headers["Refresh"]) > 0
    assert "Refresh" not in desk.get(f"/cases/{case}{page}").headers


def test_an_address_that_ends_in_a_slash_is_the_same_page(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    pages = [desk.get(f"/cases/{case}{end}").text for end in ("", "/")]
    assert pages[0] == pages[1].replace(f'/cases/{case}/"', f'/cases/{case}"')


def test_a_case_is_renamed_and_the_old_name_stays_on_the_record(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(title="Tabel 3")
    desk.post(f"/cases/{case}/name", {"title": "Table 3", "seen": desk.last(case)})
    assert "<h1><bdi>Table 3</bdi></h1>" in desk.get(f"/cases/{case}").text
    history = desk.get(f"/cases/{case}/history").text
    assert "called the case Table 3" in history and "Tabel 3" in history
    empty = desk.post(f"/cases/{case}/name", {"title": " ", "seen": desk.last(case)})
    assert empty.status_code == 400


def test_a_document_of_another_match_is_withdrawn_and_put_back(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(LOG.encode())
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    form = {"document": digest, "reason": "It is of table 4.", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/withdraw", {**form, "reason": ""}).status_code == 400
    assert desk.post(f"/cases/{case}/withdraw", form).status_code == 303
    page = desk.get(f"/cases/{case}").text
    assert "Withdrawn documents: 1" in page and "It is of table 4." in page
    assert desk.get(f"/cases/{case}/findings").status_code == 404, "nothing is left to judge"
    with Archive(desk.path) as archive:
        (act,) = fold(case, archive.acts(case)).withdrawn.values()
    desk.post(f"/cases/{case}/put-back", {"act": act.number, "seen": desk.last(case)})
    assert "Call out of turn" in desk.get(f"/cases/{case}/findings").text
    assert "withdrew log.hrn" in desk.get(f"/cases/{case}/history").text
    with Archive(desk.path) as archive:
        assert verify(archive) == []


def test_a_mistaken_case_is_removed_and_brought_back(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(title="A mistake")
    form = {"reason": "Opened twice.", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/remove", form).headers["Location"] == "/"
    listed = desk.get("/").text
    assert "Removed cases: 1" in listed
    assert "Opened twice." in desk.get(f"/cases/{case}").text
    ruling = {"text": "A warning.", "seen": desk.last(case)}
    assert "was removed" in desk.post(f"/cases/{case}/ruling", ruling).text
    desk.post(f"/cases/{case}/bring-back", {"seen": desk.last(case)})
    assert "Removed cases" not in desk.get("/").text
    assert (
        desk.post(f"/cases/{case}/ruling", {**ruling, "seen": desk.last(case)}).status_code == 303
    )


def test_the_name_that_a_person_gave_stands_beside_the_match_s_own(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode(), title="Harvest/Cup 4/5")
    for page in ("", "/findings", "/ruling", "/report"):
        shown = desk.get(f"/cases/{case}{page}").text
        assert "Harvest/Cup 4/5" in shown and "Synthetic Cup, table 1, round 1" in shown
    desk.post(f"/cases/{case}/name", {"title": "Synthetic Cup, table 1, round 1"})
    kicker = '<p class="kicker"><bdi>Synthetic Cup, table 1, round 1</bdi></p>'
    assert kicker in desk.get(f"/cases/{case}/findings").text
    assert kicker not in desk.get(f"/cases/{case}").text, "its heading says so"
