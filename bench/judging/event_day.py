"""A tournament from its draw to its last standings, in a browser and by phones: ``./run bench event``.

Round by round the pairs are drawn on the page, sheets come in typed and by a phone's camera, late, missing,
differing, of another event and with mistakes; disputes are opened, decided and signed; one match is never
played. Then every figure of the page for all is read back and compared with a count of its own. All teams,
sheets and handwriting are synthetic.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Error, sync_playwright

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.archive.verify import verify
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.guard import Access, Gate
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine
from fairdeal.desk.pages.serving import listen
from fairdeal.grammar.notation.writer import write
from fairdeal.records.transcript import MatchId
from samples.making.records.sessions import random_session
from samples.making.records.tournament import COPIES, Played, photo_of, record_of
from tests.support.chromium import CHROMIUM

TITLE: Final = "Synthetic Harvest Cup"
APPEALED: Final = 2
"""The round after which a team appeals from a ruling."""
PATIENCE: Final = 240_000
"""Milliseconds to wait for an audit that reads photos, on a busy machine."""


@dataclass
class Day:
    """What happened, for the count of its own; and what was seen wrong or late."""

    teams: list[str]
    finals: dict[tuple[int, int], tuple[tuple[str, str], tuple[int, int]]] = field(
        default_factory=dict
    )
    """By round and table: the teams, and the score that stands at the end."""
    wrong: list[str] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def table(self) -> dict[str, tuple[int, int]]:
        """Match points (3 a win, 1 for a tie, 5.4) and difference of points of each team."""
        found = dict.fromkeys(self.teams, (0, 0))
        for (one, two), (a, b) in self.finals.values():
            for team, own, other in ((one, a, b), (two, b, a)):
                points, difference = found[team]
                won = 3 if own > other else 1 if own == other else 0
                found[team] = points + won, difference + own - other
        return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench event", description=__doc__)
    parser.add_argument("--teams", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--photos", type=int, default=2, help="matches of a round that come as photos (2)"
    )
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name, _Served(Path(name)) as (address, path):
        day = _played(address, given)
        with Archive(path) as archive:
            day.wrong += verify(archive)
    for what, times in day.seconds.items():
        ordered = sorted(times)
        middle = ordered[len(ordered) // 2]
        print(f"{what}: median {middle:.2f} s, longest {ordered[-1]:.2f} s, {len(times)} times")
    print(f"{len(day.finals)} results, {len(day.teams)} teams; {len(day.wrong)} figures differ")
    for line in day.wrong[:20]:
        print(f"  {line}")
    return 1 if day.wrong else 0


class _Served:
    """A desk with phones on loopback, at work in this process."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "archive.fairdeal"

    def __enter__(self) -> tuple[str, Path]:
        Archive(self.path).close()
        hosts: set[str] = set()
        self.readings, self.audits = Readings(self.path), AuditJobs(self.path)
        self.phones = PhoneLine(self.path, self.readings, "127.0.0.1", 0, audits=self.audits)
        app = create_app(self.path, Access(hosts), self.readings, self.audits, self.phones)
        self.served = listen(app, Gate(app), "127.0.0.1", 0)
        hosts.add(f"127.0.0.1:{self.served.effective_listen[0][1]}")
        threading.Thread(target=self.served.run, daemon=True).start()
        self.readings.start()
        self.audits.start()
        return f"http://{next(iter(hosts))}", self.path

    def __exit__(self, *_: object) -> None:
        self.phones.close()
        self.readings.stop()
        self.audits.stop(10)
        self.served.close()


def _played(address: str, given: argparse.Namespace) -> Day:
    day = Day([f"Synthetic team {number:02d}" for number in range(1, given.teams + 1)])
    rng = Random(given.seed)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE)
        desk = _Desk(page, browser, address, day, rng)
        desk.begin()
        for number in range(1, given.rounds + 1):
            desk.round(number, given.photos)
        desk.read_back()
        browser.close()
    return day


@dataclass
class _Desk:
    """The director at the page, and a collector with a phone."""

    page: Any
    browser: Any
    address: str
    day: Day
    rng: Random
    event: str = ""
    phone: Any = None

    def begin(self) -> None:
        page = self.page
        _go(page, f"{self.address}/audits")
        page.fill("main input[name=who]", "Director")
        page.fill("main input[name=title]", TITLE)
        page.click("text=Audit it")
        page.wait_for_url("**/rounds")
        self.event = page.url.rpartition("/")[0]
        _go(page, f"{self.event}/phones")
        page.click("button:has-text('Connect a phone')")
        code = page.inner_text(".hash")
        self.phone = self.browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        self.phone.set_default_timeout(PATIENCE)
        _go(self.phone, code)
        self.phone.click("button.main")

    def round(self, number: int, photos: int) -> None:
        played = self._drawn(number)
        missing = played[-1] if number == 1 else None
        walkover = played[-1] if number == 2 else None
        differing = played[0] if number in (1, 3) else None
        wrong = played[1] if number in (1, 2) else None
        typed: list[tuple[str, str]] = []
        for place, match in enumerate(played):
            key = (match.round, match.table)
            final = match.session.rows[-1].total
            self.day.finals[key] = match.teams, (final["A"], final["B"])
            if match is walkover:
                self.day.finals[key] = match.teams, (56, 0)
                continue
            if match is differing:
                _slip(match, "B", self.rng)
            if match is wrong:
                for copy in COPIES:
                    _slip(match, copy, Random(number))
            if match is missing:
                continue
            if 2 <= place < 2 + photos:
                self._by_phone(match)
                continue
            typed += [
                (f"{match.name}-{copy}.hrn", write(record_of(match, copy))) for copy in COPIES
            ]
        if number == 2:
            typed.append(("foreign.hrn", _foreign(self.rng)))
        self._hand_in(typed)
        self._settled()
        if missing is not None:
            self._late(missing)
        if walkover is not None:
            self._forfeit(walkover)
        self._disputes()
        if number == APPEALED:
            self._appeal()

    def _drawn(self, number: int) -> list[Played]:
        """The round as the page draws it from what is final, planned as drawn."""
        page = self.page
        _go(page, f"{self.event}/rounds")
        page.fill("textarea[name=teams]", "\n".join(self.day.teams))
        page.click("button:has-text('Draw it')")
        page.click(f"button:has-text('Plan round {number}')")
        page.wait_for_selector(f"[data-planned='{number}']")
        lines = page.locator(f"[data-planned='{number}'] li").all_inner_texts()
        found = []
        for line in lines:
            table, teams = line.split(". ", 1)
            one, two = (each.strip() for each in teams.split("–"))
            session = random_session(self.rng)
            played = Played(number, int(table), (one, two), session, {})
            played.copies = {copy: deepcopy(session) for copy in COPIES}
            found.append(played)
        return found

    def _hand_in(self, files: Sequence[tuple[str, str]]) -> None:
        page = self.page
        _go(page, f"{self.event}/board")
        page.click("summary:has-text('Add photos')")
        page.set_input_files(
            "form[action$='/files'] input[type=file] >> nth=0",
            [
                {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
                for name, text in files
            ],
        )
        with page.expect_navigation():
            page.click("button:has-text('Add them')")

    def _by_phone(self, match: Played) -> None:
        """Both captains' sheets, written by hand, photographed and sent; then on the board."""
        for number, copy in enumerate(COPIES):
            identity = MatchId(str(match.round), str(match.table), copy)
            data = photo_of(record_of(match, copy), identity, (match.round, match.table, number))
            begun = time.perf_counter()
            _go(self.phone, self.phone.url.split("/p/")[0].rsplit("/", 1)[0] + "/photos")
            self.phone.set_input_files(
                "input[type=file]", {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": data}
            )
            self.phone.wait_for_url("**/photo")
            self.phone.click("form[action='/keep'] button")
            self.phone.wait_for_url("**/photos")
            self._settled(f"[data-seat='{match.round}-{match.table}']:not([data-state=missing])")
            self.day.seconds["a sheet from the phone's button to the board"].append(
                time.perf_counter() - begun
            )

    def _settled(self, selector: str = "[data-event]:not([data-working])") -> None:
        """Wait until the board shows it: the page renews itself."""
        if not self.page.url.endswith("/board"):
            _go(self.page, f"{self.event}/board")
        for _ in range(150):
            _go(self.page, f"{self.event}/board")
            if (
                self.page.locator(selector).count()
                and not self.page.locator("[data-working]").count()
            ):
                return
            time.sleep(0.4)
        said = " ".join(self.page.inner_text("main").split())
        self.day.wrong.append(f"the board never showed {selector}: {said}")

    def _late(self, match: Played) -> None:
        """The sheet that is missing is asked for, and comes at last."""
        seat = f"[data-seat='{match.round}-{match.table}']"
        if self.page.get_attribute(seat, "data-state") != "missing":
            self.day.wrong.append(f"{match.name} is not named as missing")
        self.page.click("section[aria-labelledby=missing] button:has-text('Asked')")
        self.page.wait_for_load_state()
        self._hand_in(
            [(f"{match.name}-{copy}.hrn", write(record_of(match, copy))) for copy in COPIES]
        )
        self._settled()

    def _forfeit(self, match: Played) -> None:
        """Entered by the director, confirmed by somebody else."""
        _go(self.page, f"{self.event}/match/{match.round}/{match.table}")
        self.page.fill("input[name=score_a]", "56")
        self.page.fill("input[name=score_b]", "0")
        self.page.check("input[value=forfeit]")
        self.page.fill("input[name=reason]", "The team did not come.")
        self.page.click("button:has-text('Enter it')")
        self.page.wait_for_url("**/board*")
        other = self.browser.new_context().new_page()
        _go(other, f"{self.event}/board")
        other.click(".person summary")
        other.fill(".person input[name=who]", "Second member")
        other.click(".person button")
        _go(other, f"{self.event}/board")
        other.click("button:has-text('Confirm it')")
        other.wait_for_load_state()
        other.context.close()

    def _disputes(self) -> None:
        """Every match that is not final: opened as a case, what the rulebook settles accepted, signed."""
        for _ in range(40):
            _go(self.page, f"{self.event}/board")
            cells = self.page.locator(
                "[data-state=found], [data-state=differ], [data-state=dispute], [data-state=ruled]"
            )
            if not cells.count():
                return
            cells.first.click()
            self.page.wait_for_load_state()
            self._decide()
        self.day.wrong.append("disputes are left that could not be settled")

    def _decide(self) -> None:
        page = self.page
        opens = page.locator("button:has-text('Open it as a case')")
        if opens.count():
            opens.first.click()
        else:
            page.click("text=Open its case")
        page.wait_for_url("**/cases/*")
        case = page.url
        for _ in range(30):
            _go(page, f"{case}/findings")
            every = page.locator("form[action$='/findings/rest'] button")
            if every.count():
                every.first.click()
                page.wait_for_load_state()
                continue
            one = page.locator("article.finding:not(.decided) .outcome >> visible=true")
            if not one.count():
                break
            one.first.click()
            page.wait_for_load_state()
        self._sign(case)

    def _sign(self, case: str) -> None:
        page = self.page
        _go(page, f"{case}/ruling")
        if not page.input_value("textarea[name=text]"):
            page.fill("textarea[name=text]", "As found.")
        page.click("button:has-text('Save the ruling')")
        page.wait_for_selector("form[action$='/sign'] button")
        page.click("form[action$='/sign'] button")
        page.wait_for_load_state()

    def _appeal(self) -> None:
        """A team appeals from a signed ruling: nobody sees a score of it until it is signed again."""
        page, board = self.page, f"{self.event}/board"
        _go(page, board)
        seat = page.locator("[data-state=signed]").first.get_attribute("data-seat")
        match = f"{self.event}/match/{seat.replace('-', '/')}"
        _go(page, match)
        page.click("summary:has-text('A team appeals')")
        page.select_option("select[name=team]", index=1)
        page.fill("input[name=reason]", "The total of row 3.")
        page.click("button:has-text('Note the appeal')")
        page.wait_for_url("**/board*")
        if page.get_attribute(f"[data-seat='{seat}']", "data-state") != "appeal":
            self.day.wrong.append(f"the appeal of {seat} is not on the board")
        number, table = map(int, seat.split("-"))
        _go(page, f"{self.event}/results")
        _go(page, self.address + str(page.get_attribute("a[href^='/screen/']", "href")))
        shown = {(at, of): score for at, of, score in _results(page)}[number, table]
        if any(map(str.isdigit, shown)):
            self.day.wrong.append(f"the screen shows {shown} of a match under appeal")
        _go(page, match)
        page.click("text=Open its case")
        page.wait_for_url("**/cases/*")
        case = page.url
        _go(page, case)
        page.click("summary:has-text('Reopen the case')")
        page.fill("form[action$='/reopen'] [name=reason]", "An appeal.")
        page.click("form[action$='/reopen'] button")
        page.wait_for_load_state()
        self._sign(case)
        _go(page, board)
        if page.get_attribute(f"[data-seat='{seat}']", "data-state") != "signed":
            self.day.wrong.append(f"{seat} was signed again, and the board does not say so")

    def read_back(self) -> None:
        """Every figure of the page for all against the count of its own."""
        page = self.page
        _go(page, f"{self.event}/results")
        _go(page, self.address + str(page.get_attribute("a[href^='/screen/']", "href")))
        for number, table, score in _results(page):
            teams, final = self.day.finals[number, table]
            if score != f"{final[0]} – {final[1]}".replace("-", "−"):
                self.day.wrong.append(
                    f"round {number}, table {table}: {score} for {teams}, not {final}"
                )
        shown = _standings(page)
        for team, (points, difference) in self.day.table().items():
            if shown.get(team) != (points, difference):
                self.day.wrong.append(f"{team}: {shown.get(team)}, not {points} and {difference}")
        order = [-points for points, _ in shown.values()]
        if order != sorted(order):
            self.day.wrong.append("the standings are not in the order of match points")


def _go(page: Any, address: str) -> None:
    """Open an address; the page that is open may be renewing itself at that moment."""
    for _ in range(5):
        try:
            page.goto(address)
            return
        except Error as error:
            if "ERR_ABORTED" not in str(error) and "interrupted" not in str(error):
                raise


def _results(page: Any) -> Iterator[tuple[int, int, str]]:
    for part in page.locator("[data-round]").all():
        number = int(part.get_attribute("data-round"))
        for line in part.locator("li[data-table]").all():
            words = line.locator(".mid").inner_text().split("\n")[0].strip()
            yield number, int(line.get_attribute("data-table")), words


def _standings(page: Any) -> dict[str, tuple[int, int]]:
    found = {}
    for row in page.locator(".ranking tbody tr").all():
        team = row.locator("th bdi").first.inner_text()
        *_, difference, points = row.locator("td").all_inner_texts()
        found[team] = int(points), int(difference.replace("−", "-").replace("+", ""))
    return found


def _slip(match: Played, copy: Any, rng: Random) -> None:
    """One running total of a copy written wrongly."""
    rows = match.copies[copy].rows
    row = rows[rng.randrange(len(rows) - 1)]
    row.total = {**row.total, "A": row.total["A"] + 10}


def _foreign(rng: Random) -> str:
    """A sheet of another event, at a table of this one."""
    session = random_session(rng)
    played = Played(2, 1, ("Strangers", "Others"), session, dict.fromkeys(COPIES, session))
    return write(record_of(played, "A")).replace(TITLE, "Another Cup")
