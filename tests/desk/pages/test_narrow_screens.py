"""Every page fits a phone, whatever font the phone has: the desk's own, the reports, the audit's."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from waitress import create_server

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine
from fairdeal.desk.pages.taps import PARTS
from samples.making.records.tournament import tournament, write_schedule, write_tournament
from tests.desk.archive.test_slips import log as slip_of_a_dealer
from tests.desk.pages.conftest import HOST, Desk
from tests.desk.pages.test_shapes_pages import asked as asked_of_a_shape
from tests.desk.pages.test_slips_pages import asked
from tests.support.browser import SAMPLE, enter_at_once
from tests.support.chromium import needs_chromium
from tests.support.fonts import WIDTHS

pytestmark = needs_chromium

SCREENS = (320, 390)
"""CSS pixels across: the narrowest phones that are about, and the commonest. From 384 on the style sheets say
something else."""
NO_PAGES = {
    "statistics.as_table",
    "statistics.for_programs",
    "static_file",
    "cases.progress",
    "phone.state",
    "reading.parse",
    "reading.image",
    "reading.crop",
    "cases.export",
    "audits.audit_progress",
    "ruling.their_report",
    "ruling.pdf",
    "ruling.picture",
    "settings.blank",
    "events.board_state",
    "events.results_file",
    "events.results_to_send",
    "events.papers_to_keep",
    "events.round_forms",
}
"""Addresses of the desk that give no page of ours."""
EVENT = (
    "",
    "/board",
    "/rounds?system=swiss",
    "/round/1",
    "/missing",
    "/results",
    "/phones",
    "/match/1/1",
)
"""The pages of an event."""
LONG_NAME = "photo-of-the-score-sheet-of-table-3-" + "x" * 60 + ".jpg"
BOARDS = Path(__file__).parents[3] / "samples" / "bridge-tournament" / "boards.pbn"
MEASURE = """() => {
  document.querySelectorAll("details").forEach(each => { each.open = true; });
  const fixed = [...document.querySelectorAll("table")].filter(each => !each.closest(".scroll"));
  const over = [...document.querySelectorAll(".hand")].filter(each => {
    const next = each.nextElementSibling;
    if (!next) return false;
    const [one, other] = [each.getBoundingClientRect(), next.getBoundingClientRect()];
    return one.left < other.right && other.left < one.right
      && one.top < other.bottom && other.top < one.bottom;
  });
  return [document.documentElement.scrollWidth, fixed.length, over.length];
}"""


@dataclass
class Filled:
    """A desk with something on each of its pages."""

    app: Flask
    address: str
    paths: list[str] = field(default_factory=list)

    def endpoints(self) -> set[str]:
        """The kinds of pages that its paths lead to."""
        return {self._endpoint(path) for path in self.paths}

    def one_of_each(self) -> list[str]:
        """The first page of each kind."""
        return list({self._endpoint(path): path for path in reversed(self.paths)}.values())

    def _endpoint(self, path: str) -> str:
        known = self.app.url_map.bind("")
        return str(known.match(path.partition("?")[0])[0])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, disputed: Path) -> Iterator[Filled]:
    folder = tmp_path_factory.mktemp("filled")
    path = folder / "archive.fairdeal"
    Archive(path).close()
    readings, audits = Readings(path), AuditJobs(path)
    hosts = {HOST}
    phones = PhoneLine(path, readings, "127.0.0.1", 0)
    app = create_app(path, Access(hosts), readings, audits, phones)
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    hosts.add(f"127.0.0.1:{server.effective_port}")
    readings.start()
    threading.Thread(target=server.run, daemon=True).start()
    made = Filled(app, f"http://127.0.0.1:{server.effective_port}")
    with app.test_client() as client:
        desk = Desk(client, path)
        desk.introduce()
        fill(made, desk, readings, audits, folder, disputed)
    yield made
    readings.stop()
    phones.close()
    server.close()


def fill(
    made: Filled, desk: Desk, readings: Readings, audits: AuditJobs, folder: Path, disputed: Path
) -> None:
    """Hands in a record, a photo, a bridge tournament and an audit, and signs one case off."""
    typed = desk.new_case(disputed.read_bytes(), LONG_NAME.replace(".jpg", ".hrn"), title="W" * 120)
    photo = desk.new_case((SAMPLE / "hand-log-deal-04.jpg").read_bytes(), LONG_NAME)
    tapped = tapped_parts(desk, typed)
    slip = desk.new_case(slip_of_a_dealer("4").encode(), "slip.hrn")
    boards = desk.new_case(few_boards(), "boards.pbn")
    audit = audit_of(desk, audits, folder)
    while readings.left(photo):
        time.sleep(0.1)
    rule(desk, typed)
    made.paths = [
        "/",
        "/login",
        "/help",
        "/settings",
        "/health",
        "/forms",
        "/search",
        "/search?text=cup",
        "/audits",
        "/statistics",
        "/statistics?by=team",
        *(f"/audits/{audit}{page}" for page in EVENT),
        f"/table?event={audit}",
        "/table/international",
        "/table/international/call-out-of-turn",
        "/table/international/revoke/no/bidders",
        "/table/duplicate/lead-out-of-turn/yes/defenders",
        re.findall(r"/screen/[^\"]+", desk.get(f"/audits/{audit}/results").text)[0],
    ]
    assert desk.post(f"/audits/{audit}/phones", {}).status_code == 303
    made.paths += [
        f"/cases/{typed}/{page}" for page in ("history", "ruling", "share", "deal/1?step=30")
    ]
    assert desk.post(f"/cases/{photo}/phone", {}).status_code == 303
    made.paths += [f"/cases/{case}/phone" for case in (photo, boards)]
    made.paths += [f"/cases/{slip}/findings", asked(desk, slip), *tapped]
    made.paths.append(asked_of_a_shape(desk)[2])
    made.paths += [f"/cases/{boards}/{page}" for page in ("findings", "report", "deal/1?step=30")]
    for case in (typed, photo):
        made.paths += [f"/cases/{case}{page}" for page in ("", "/findings", "/read", "/report")]
        overview = desk.get(f"/cases/{case}").text
        made.paths += re.findall(r'href="([^"]*/(?:photo|text|report)/[^"]*)"', overview)
    made.paths += [f"/cases/{theirs(desk, typed)}{page}" for page in ("", "/report", "/history")]
    index = desk.get(f"/audits/{audit}/reports/index.html").text
    match = re.findall(r'href="([^"/#]+\.html)"', index)[0]
    made.paths += [f"/audits/{audit}/reports/{name}" for name in ("index.html", match)]


def few_boards() -> bytes:
    """Three of a tournament: a clean one, one with a wrong entry, and one with an offence and a wrong entry.
    To solve more takes seconds."""
    head, *games = re.split(rb"(?=\[Event )", BOARDS.read_bytes())
    return b"".join([head, games[0], games[3], games[4]])


def tapped_parts(desk: Desk, case: str) -> list[str]:
    """Deals under way at a table of eight, which has the most keys, one for each part of the page."""
    found = []
    for part in PARTS:
        page = str(desk.post("/tap", {"case": case}).headers["Location"])
        for fields in (
            {"do": "heading", "number": "1", "Players": "8", "TeamA": "W" * 80},
            {"do": "part play"},
            *({"do": f"card {card}"} for card in ("10H", "??", "QS")),
            {"do": f"part {part}"},
        ):
            assert desk.post(page, fields).status_code == 303
        found.append(page)
    return found


def audit_of(desk: Desk, audits: AuditJobs, folder: Path) -> str:
    """An audit of a small tournament that has slips in it and a file that cannot be read."""
    cup = tournament(seed=5, teams=3, rounds=2, slips=0.7)
    write_tournament(folder / "cup", cup)
    write_schedule(folder / "cup", cup)
    files = {path.name: path.read_bytes() for path in sorted((folder / "cup").iterdir())}
    files["notes.txt"] = b"nothing"
    sent = [(BytesIO(data), name) for name, data in files.items()]
    answer = desk.post("/audits", {"files": sent, "title": "Cup " + "X" * 100})
    audit = str(answer.headers["Location"].rpartition("/")[2])
    audits.run(audit)
    return audit


def theirs(desk: Desk, case: str) -> str:
    """The same case as others would send it, taken in beside it."""
    sent = BytesIO(desk.get(f"/cases/{case}/export").data)
    answer = desk.post("/import", {"file": (sent, "theirs.case"), "sender": "Y" * 80})
    return str(answer.headers["Location"].rpartition("/")[2])


def rule(desk: Desk, case: str) -> None:
    """A ruling, signed off; and the case opened again, so that it has all its forms."""
    desk.decide_all(case)
    for form, fields in (
        ("ruling", {"statement_A": "We waited. " * 30}),
        ("ruling", {"text": "The deal goes to team B.", "facts": "x" * 200}),
        ("sign", {}),
        ("reopen", {"reason": "A second log turned up."}),
    ):
        answer = desk.post(f"/cases/{case}/{form}", {"seen": desk.last(case), **fields})
        assert answer.status_code == 303, answer.text


def test_every_kind_of_page_is_among_those_looked_at(filled: Filled) -> None:
    pages = {
        rule.endpoint for rule in filled.app.url_map.iter_rules() if "GET" in (rule.methods or ())
    }
    assert pages - NO_PAGES == filled.endpoints()


def test_every_page_fits_a_phone_with_a_wide_font_and_with_a_narrow_one(
    browser_of_either_font: Any, filled: Filled, request: pytest.FixtureRequest
) -> None:
    """With the narrow font, in which less can be too wide, of each kind of page one."""
    narrow = request.node.callspec.params["browser_of_either_font"] == "narrow"
    page = browser_of_either_font.new_page()
    too_wide = measured(page, filled.address, ["/", "/audits"])  # which ask for a name
    enter_at_once(page, filled.address)
    paths = filled.one_of_each() if narrow else filled.paths
    too_wide += measured(page, filled.address, [*paths, "/no-such-page"])
    page.close()
    assert too_wide == []


def measured(page: Any, address: str, paths: list[str]) -> list[str]:
    """The pages that are wider than a phone, everything on them opened and every file field filled."""
    found = []
    for number, path in enumerate(paths):
        page.goto(address + path)
        for each in page.locator("input[type=file]:not([webkitdirectory])").all():
            each.set_input_files({"name": LONG_NAME, "mimeType": "image/jpeg", "buffer": b"x"})
        for screen in SCREENS if number % 2 else SCREENS[::-1]:  # as the last page was left
            page.set_viewport_size({"width": screen, "height": 800})
            width, fixed, over = page.evaluate(MEASURE)
            if width > screen:
                found.append(f"{path}: {width} px on a screen of {screen}")
            if over:
                found.append(f"{path}: {over} hands of cards that cover one another")
        if fixed:
            found.append(f"{path}: {fixed} tables that cannot be moved within the page")
    return found


def test_the_browser_has_no_other_fonts_than_these(browser_of_either_font: Any) -> None:
    """Else the pages would be measured in whatever the machine has."""
    page = browser_of_either_font.new_page()
    page.set_content('<span style="font: 100px system-ui; white-space: nowrap">0000000000</span>')
    width = page.locator("span").evaluate("each => each.getBoundingClientRect().width")
    page.close()
    zero = 572
    """Of a thousand, what a nought of Noto Sans takes."""
    assert width in [pytest.approx(zero * times, abs=10) for times in WIDTHS.values()]
