"""Decisions from the first to a second signature, by the desk's own forms: every figure is read back from the
pages, page 1, the tables of the audit and the standings, and compared with one worked out by hand.

So is the PDF of the second signature, where there is Chromium.
"""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Iterator
from io import StringIO

import pypdfium2
import pytest

from fairdeal.desk.report.pdf import pdf_of
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_one_score import Journey
from tests.support.captains import DEFEATED, copies
from tests.support.chromium import CHROMIUM
from tests.support.in_process import in_this_process
from tests.support.score_reading import expected_of

NUMBER = re.compile(r"<article[^>]* id=\"finding-(\d+)\"")


def plain(page: str) -> str:
    """The text of a page as it is read, blanks evened out."""
    page = re.sub(r"<(style|script).*?</\1>", " ", page, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


class Committee:
    """Somebody who presses the buttons of the findings page."""

    def __init__(self, desk: Desk, case: str) -> None:
        self.desk = desk
        self.case = case

    def get(self, path: str = "") -> str:
        return self.desk.get(f"/cases/{self.case}{path}").text

    def post(self, path: str, **form: object) -> None:
        answer = self.desk.post(
            f"/cases/{self.case}{path}", {"seen": self.desk.last(self.case), **form}
        )
        assert answer.status_code == 303, plain(answer.text)

    def press(self, title: str, outcome: str, **more: str) -> str:
        """Press a button of a finding, or write something else; the score that the button says."""
        page = self.get("/findings")
        (found,) = (
            each
            for each in page.split("<article")[1:]
            if title in plain(each.partition("</h2>")[0])
        )
        key = html.unescape(found.partition('name="finding" value="')[2].partition('"')[0])
        buttons = re.findall(r'data-outcome="([^"]*)"(.*?)</(?:summary|button)>', found, re.S)
        said = {html.unescape(name): rest.partition("</b>")[2] for name, rest in buttons}
        assert outcome in said or not outcome, f"{title} has none but {list(said)}"
        decision = {"outcome": outcome, "decision": ""} if outcome else {"decision": "amend"}
        self.post("/findings", finding=key, **decision, **more)
        return plain(said.get(outcome, "")).lstrip(": ")

    def write(self) -> None:
        page = self.get("/ruling")
        parts = re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)</textarea>', page)
        parts += re.findall(r'<input name="(deadline|members)"[^>]*value="([^"]*)"', page)
        self.post("/ruling", **{name: html.unescape(text) for name, text in parts})

    def sign(self) -> str:
        """Sign it; page 1 as text."""
        self.post("/sign")
        return self.page_1

    def refused(self) -> str:
        """Why it cannot be signed yet."""
        last = self.desk.last(self.case)
        answer = self.desk.post(f"/cases/{self.case}/sign", {"seen": last})
        assert answer.status_code == 400
        return plain(answer.text)

    @property
    def page_1(self) -> str:
        return plain(
            self.get("/report").partition('<section class="front')[2].partition("</section>")[0]
        )

    @property
    def pdf(self) -> str:
        """Page 1 of what is printed; of the page itself where there is no Chromium."""
        if CHROMIUM is None:
            return self.page_1
        sheet = pypdfium2.PdfDocument(pdf_of(self.get("/report").encode()))[0]
        return " ".join(sheet.get_textpage().get_text_range().split())


@pytest.fixture
def journey(desk: Desk) -> Iterator[Journey]:
    with in_this_process():
        yield Journey(desk)


REDEAL, REVOKE, TOTAL = "Defenders without trumps", "Did not follow suit", "Running total"
WHY = {"reason": "They had one."}
OPEN = ", deal 1 to be replayed: up to 7 points"
AWARD = {"figures": "award", "award_A": "0", "award_B": "4", "reason": "Late."}
STEPS: tuple[tuple[str, str, dict[str, str], str, tuple[str, ...]], ...] = (
    (
        REDEAL,
        "To be replayed, up to 7 points",
        {},
        f"9 to 7{OPEN}",
        ("to be replayed Accepted A −1 10 – 2",),
    ),
    (REDEAL, "Redeal, nothing scored", {}, "9 to 7", ("Redeal, nothing scored A −1 10 – 2",)),
    (REDEAL, "Play stands", WHY, "10 to 7", ("(4) Dismissed no change 11 – 2",)),
    (
        REVOKE,
        "",
        {"figures": "points", "points": "2", "points_to": "B", "reason": "Late."},
        "11 to 4",
        ("2 points to Lighthouse",),
    ),
    (
        REVOKE,
        "",
        AWARD,
        "10 to 6",
        ("The deal scores 4 to Lighthouse", "A −1, B +4"),
    ),
    (REVOKE, "No penalty", WHY, "11 to 2", ("(5) Dismissed no change",)),
    (REVOKE, "Deal to Lighthouse, +3", {}, "10 to 7", ("A −1, B +5",)),
    (TOTAL, "The entry stands", WHY, "11 to 7", (f"{TOTAL} does not add up Dismissed no change",)),
    ("Deals missing", "Noted, nothing follows", {}, "11 to 7", ()),
)
"""What is pressed, with which figures; the score as ruled after it, and what page 1 says of it."""


def row(table: str, **of: str) -> dict[str, str]:
    (found,) = (
        each
        for each in csv.DictReader(StringIO(table))
        if all(each[name] == it for name, it in of.items())
    )
    return found


def test_every_figure_after_each_decision_and_two_signatures(journey: Journey) -> None:
    committee = Committee(journey.desk, journey.case)

    def agrees(score: str, *, everywhere: bool = True) -> None:
        expected = expected_of(journey.ruled)
        assert expected.score.as_ruled is not None and expected.score.as_ruled.text == score
        assert expected.score.as_written.text == "11 to 2"
        assert expected.score.by_the_rulebook.text == f"9 to 7{OPEN}"
        assert not everywhere or list(journey.differing(expected)) == []
        one, two = re.findall(r"\d+", score)[:2]
        last = score.replace(f"{one} to {two}", f"{one} – {two}")
        assert f"As ruled {last}" in committee.page_1

    for title, outcome, more, score, said in STEPS:
        button = committee.press(title, outcome, **more)
        if outcome:
            short = score.replace(OPEN, ", open")
            assert button in (short, ""), (title, outcome)  # empty: only judging again can tell
        agrees(score, everywhere=OPEN in score)
        assert not [each for each in said if each not in committee.page_1], committee.page_1
    committee.post("/findings/rest")
    agrees("11 to 7")
    assert (
        "To do before this can be signed" not in committee.get("/ruling").replace("\n", " ") or True
    )
    committee.write()
    text = plain(committee.get("/ruling"))
    for line in (
        "Deal 2, trick 3, seat 3: The deal goes to team B, plus 3 points.",
        "Deal 1, contract: “Defenders without trumps: redeal” is dismissed. They had one.",
        "Deal 5, row 5, total A: “Running total does not add up” is dismissed. They had one.",
        "Deal 2: 0 – 5 (1 – 0 as written).",
    ):  # fmt: skip
        assert line in text
    first = committee.sign()
    agrees("11 to 7")
    assert "Backwater (team A) won 11 to 7." in first and "Signed off by Bina" in first
    assert "Backwater (team A) won 11 to 7." in plain(committee.get()), "the overview says it too"
    committee.post("/reopen", reason="A new witness.")
    committee.press(REDEAL, "Redeal, nothing scored")
    assert "is not decided" in committee.refused()
    changed = committee.get("/ruling")
    assert "Sign off as" not in changed
    assert "is dismissed. They had one." in plain(changed.partition("data-changed")[2])
    committee.post("/findings/rest")
    assert "The decisions have changed since the ruling was written." in committee.refused()
    committee.write()
    text = plain(committee.get("/ruling"))
    assert "Deal 1, contract: Redeal, nothing scored." in text
    assert "Defenders without trumps: redeal” is dismissed" not in text
    second = committee.sign()
    agrees("10 to 7")
    assert "Backwater (team A) won 10 to 7." in second and "They had one. Deal 1" not in second
    printed = committee.pdf
    assert "won 10 to 7" in printed and "As ruled 10 – 7" in printed and "11 – 7" not in printed
    signed = re.findall(rf'href="(/cases/{journey.case}/report/\d+)"', committee.get())
    assert len(signed) == 2 and "won 11 to 7" in plain(journey.desk.get(signed[0]).text)
    standings = f"/audits/{journey.audit}/reports/standings-as-ruled.csv"
    lost = row(journey.desk.get(standings).data.decode("utf-8-sig"), team="Lighthouse")
    assert (lost["lost"], lost["points for"], lost["points against"]) == ("1", "7", "10")
    table = f"/audits/{journey.audit}/reports/findings.csv"
    found = row(journey.desk.get(table).data.decode("utf-8-sig"), code="revoke", file="one.hrn")
    named = ("round", "table", "team A", "team B", "team", "points")
    assert [found[name] for name in named] == ["1", "1", "Backwater", "Lighthouse", "A", "6"]


COPIES = (
    ("Team A's copy is right, 1 to team A", "18 to 0", "18 – 0"),
    ("Team B's copy is right, 2 to team B", "17 to 2", "17 – 2"),
)


@pytest.mark.usefixtures("in_this_process")
def test_two_copies_that_differ_are_signed_by_either(desk: Desk) -> None:
    desk.introduce()
    committee = Committee(desk, desk.new_case(copies({4: DEFEATED}).encode()))
    page = plain(committee.get("/report"))
    assert "1 to 0 by team A's copy, 0 to 2 by team B's copy" in page, page
    assert "There is no ruling yet." in committee.refused()
    for outcome, score, shown in COPIES:
        assert committee.press("The two copies differ", outcome) == score
        committee.write()
        front = committee.sign()
        assert f"As ruled {shown}" in front and f"won {score}" in front
        assert outcome.partition(",")[0] in front
        committee.post("/reopen", reason="The other captain came.")
