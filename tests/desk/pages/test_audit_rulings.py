"""What is ruled in a case reaches the audit from which it was opened."""

from __future__ import annotations

import csv
import re
from io import StringIO

import pytest

from samples.making.records import pairs_movement
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_audits import hand_in, jobs
from tests.support.disputed import MATCH

OTHER = (
    MATCH.replace('[Table "1"]', '[Table "2"]')
    .replace("Backwater", "Harbour")
    .replace("Lighthouse", "Mangrove")
)


@pytest.fixture
def audit(desk: Desk) -> str:
    desk.introduce()
    made = hand_in(desk, {"one.hrn": MATCH.encode(), "two.hrn": OTHER.encode()})
    jobs(desk)._waiting.clear()
    jobs(desk).run(made)
    return made


def opened(desk: Desk, audit: str) -> str:
    page = desk.get(f"/audits/{audit}").text
    named = re.findall(r'name="report" value="([^"]+)"', page)
    report = next(each for each in named if "table-1" in each)
    answer = desk.post(f"/audits/{audit}/case", {"report": report})
    return str(answer.headers["Location"].rpartition("/")[2])


def decide(desk: Desk, case: str, title: str, decision: str, **more: str) -> None:
    page = desk.get(f"/cases/{case}/findings").text
    article = next(each for each in page.split("<article")[1:] if title in each)
    key = article.partition('name="finding" value="')[2].partition('"')[0]
    form = {"finding": key, "decision": decision, "seen": desk.last(case), **more}
    assert desk.post(f"/cases/{case}/findings", form).status_code == 303


def places(table: str) -> dict[str, str]:
    return {row["team"]: row["match points"] for row in csv.DictReader(StringIO(table))}


def test_a_case_is_opened_once_and_its_state_is_shown(desk: Desk, audit: str) -> None:
    case = opened(desk, audit)
    page = desk.get(f"/audits/{audit}").text
    assert f'href="/cases/{case}" data-state="open"' in page
    again = desk.post(
        f"/audits/{audit}/case",
        {"report": re.findall(r'data-match="([^"]*table-1[^"]*)"', page)[0]},
    )
    assert again.headers["Location"].endswith(f"/cases/{case}")
    desk.decide_all(case)
    ruling = {"text": "As found.", "seen": desk.last(case)}
    desk.post(f"/cases/{case}/ruling", ruling)
    assert 'data-state="ruled"' in desk.get(f"/audits/{audit}").text
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert 'data-state="signed"' in desk.get(f"/audits/{audit}").text


def test_standings_before_and_after_rulings(desk: Desk, audit: str) -> None:
    case = opened(desk, audit)
    before = desk.get(f"/audits/{audit}").text
    assert 'data-standings="as-ruled"' not in before
    assert "not ruled yet" in before and "different winner" not in before
    decide(desk, case, "Defenders without trumps", "dismiss", reason="They had one.")
    page = desk.get(f"/audits/{audit}").text
    after = page.partition('data-standings="as-ruled"')[2].partition("</table>")[0]
    assert re.search(r"Backwater.*?>3</td></tr>", after), "10 to 7 wins the match"
    index = desk.get(f"/audits/{audit}/reports/index.html").text
    assert 'data-standings="as-ruled"' in index and "10 – 7" in index
    ruled = desk.get(f"/audits/{audit}/reports/standings-as-ruled.csv").data.decode("utf-8-sig")
    plain = desk.get(f"/audits/{audit}/reports/standings.csv").data.decode("utf-8-sig")
    assert places(ruled)["Backwater"] == "3" and places(plain)["Backwater"] == "0"
    matches = desk.get(f"/audits/{audit}/reports/matches.csv").data.decode("utf-8-sig")
    row = next(each for each in csv.DictReader(StringIO(matches)) if each["table"] == "1")
    scores = [row[f"{name} {side}"] for name in NAMED for side in "AB"]
    assert scores == ["11", "2", "9", "7", "10", "7"]


NAMED = ("as written", "by the rulebook", "as ruled")


def test_a_ruling_on_a_board_moves_the_pairs_of_an_evening(desk: Desk) -> None:
    """A revoke that is dismissed costs no trick: the board scores more, and its pairs other IMPs."""
    desk.introduce()
    evening = pairs_movement.evening(tables=4, rounds=2, boards=2, kinds=("revoke",), seed=8)
    files = {name: text.encode() for name, text in pairs_movement.files_of(evening).items()}
    audit = hand_in(desk, files)
    jobs(desk)._waiting.clear()
    jobs(desk).run(audit)
    page = desk.get(f"/audits/{audit}").text
    assert 'data-standings="by-the-rulebook"' in page and "As ruled</h3>" not in page
    table = next(each.table for each in evening.expected)
    named = re.findall(r'name="report" value="([^"]+)"', page)
    report = next(each for each in named if f"table-{table}" in each)
    answer = desk.post(f"/audits/{audit}/case", {"report": report})
    case = str(answer.headers["Location"].rpartition("/")[2])
    decide(desk, case, "Did not follow suit", "dismiss", reason="It was a mistake in the log.")
    page = desk.get(f"/audits/{audit}").text
    assert "Before rulings</h3>" in page and 'data-standings="as-ruled"' in page
    before, after = (
        {
            row["pair"]: (row["matchpoints"], row["cross-IMPs"])
            for row in csv.DictReader(StringIO(table.lstrip("\ufeff")))
        }
        for table in (
            desk.get(f"/audits/{audit}/reports/{name}.csv").text
            for name in ("pairs", "pairs-as-ruled")
        )
    )
    assert before.keys() == after.keys() and before != after
    first = desk.get(f"/audits/{audit}/reports/index.html").text
    assert "Before rulings</h3>" in first
