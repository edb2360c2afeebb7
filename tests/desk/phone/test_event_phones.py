"""Phones of those who collect papers at an event: they add photos, and see how the match stands."""

from __future__ import annotations

from io import BytesIO

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages import phone_line
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.phone_passes import CLAIM_WITHIN, LASTS, LASTS_AT_EVENT, MOST
from fairdeal.desk.tournament.board import EventNow, event_now
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.trouble import DeskError
from tests.desk.phone.conftest import Line, photo


def audits(line: Line) -> AuditJobs:
    found = line.app.config["AUDITS"]
    assert isinstance(found, AuditJobs)
    return found


@pytest.fixture
def event(line: Line) -> str:
    papers = audits(line).files
    made = papers.new()
    filed = papers.take(
        made, "schedule.csv", BytesIO(b"round,table,team A,team B\n1,1,Kochi,Calicut\n")
    )
    assert filed is not None
    papers.begin(made, "Harvest Cup", "", "Bina", [filed])
    return made


def test_a_photo_goes_to_the_event_and_says_what_becomes_of_it(
    line: Line, event: str, sharp: bytes
) -> None:
    phone = line.phone()
    phone.begin(line.passes.open(event, "Bina", event=True))
    phone.send(sharp)
    assert "Add it" in phone.get("/photo").text and len(audits(line).files.get(event).files) == 1
    assert phone.keep().headers["Location"] == "/photos"
    page = phone.get("/photos").text
    assert "1 photo was added" in page and "It is still being read" in page
    with Archive(line.path) as archive:
        act = archive.acts(event)[-1]
        assert (act.kind, act.who) == (Kind.FILES, "Bina, by phone")
    assert audits(line).working(event)
    audits(line)._waiting.clear()
    audits(line).run(event)
    assert "It is not clear which match it is of" in phone.get("/photos").text  # an empty form
    assert line.names() == []


def test_a_photo_that_is_read_while_its_page_is_made_is_not_to_be_taken_again(
    line: Line, event: str, sharp: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = line.phone()
    phone.begin(line.passes.open(event, "Bina", event=True))
    phone.send(sharp)
    phone.keep()

    def before_it_was_read(files: EventPapers, archive: Archive, case: str) -> EventNow:
        now = event_now(files, archive, case)
        audits(line)._waiting.clear()
        audits(line).run(event)
        return now

    monkeypatch.setattr(phone_line, "event_now", before_it_was_read)
    assert "It is still being read" in phone.get("/photos").text
    assert "Take it again" not in phone.get("/photos").text


def test_who_took_a_photo_says_of_which_match_it_is(line: Line, event: str, sharp: bytes) -> None:
    phone, other = line.phone(), line.phone()
    phone.begin(line.passes.open(event, "Bina", event=True))
    phone.send(sharp)
    phone.keep()
    audits(line).run(event)
    (digest,) = (
        each.digest for each in audits(line).files.get(event).files if "phone" in each.name
    )
    asked = {"digest": digest, "round": "1", "table": "1"}
    assert f'value="{digest}"' in phone.get("/photos").text
    assert phone.post("/place", {**asked, "table": "one"}).status_code == 400
    other.begin(line.passes.open(event, "Bina", event=True))
    assert other.post("/place", asked).status_code == 404  # not a photo of this phone
    audits(line)._waiting.clear()
    assert phone.post("/place", asked).headers["Location"] == "/photos"
    with Archive(line.path) as archive:
        act = archive.acts(event)[-1]
    assert (act.kind, act.body, act.who) == (Kind.SEATED, asked, "Bina, by phone")
    assert audits(line).working(event)
    audits(line).run(event)
    page = phone.get("/photos").text
    assert "Table 1, round 1" in page and "not clear" not in page


def test_each_collector_has_a_phone_of_their_own_all_day(line: Line, event: str) -> None:
    one, two = line.phone(), line.phone()
    first = line.passes.open(event, "Bina", event=True)
    one.begin(first)
    two.begin(line.passes.open(event, "Bina", event=True))
    assert len(line.passes.all_of(event)) == 2
    line.clock.now += LASTS + 1
    assert one.get("/photos").status_code == two.get("/photos").status_code == 200
    assert one.post("/done").status_code == 303
    assert one.get("/photos").status_code == 401 and two.get("/photos").status_code == 200
    line.clock.now += LASTS_AT_EVENT
    assert two.get("/photos").status_code == 401


def test_a_new_code_ends_the_one_that_nobody_scanned(line: Line, event: str) -> None:
    first = line.passes.open(event, "Bina", event=True)
    second = line.passes.open(event, "Bina", event=True)
    assert (
        line.passes.unclaimed(first.code) is None and line.passes.unclaimed(second.code) is second
    )
    line.clock.now += CLAIM_WITHIN
    assert line.passes.unclaimed(second.code) is None
    for number in range(MOST):
        line.passes.open(f"case {number}", "Bina")
    with pytest.raises(DeskError, match="let in already"):
        line.passes.open(event, "Bina", event=True)


def test_a_removed_event_takes_no_photo(line: Line, event: str) -> None:
    phone = line.phone()
    phone.begin(line.passes.open(event, "Bina", event=True))
    phone.send(photo())
    audits(line).files.remove(event, "Bina")
    answer = phone.keep()
    assert answer.status_code == 400 and "no such event" in answer.text
