"""The dispute report: what stands in it, and that nothing written in a record can break it."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report.page import _lead, render, view_of
from fairdeal.rulings.frame.finding import Severity
from fairdeal.rulings.frame.follows import causes


@pytest.fixture(scope="module")
def page(disputed: Path) -> str:
    return render(case_of([load(disputed)]))


class Outline(HTMLParser):
    """Headings, table headers, ids, links and whatever would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.scopeless = 0
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.pictures_without_words = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if re.fullmatch(r"h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "th" and given.get("scope") not in ("row", "col"):
            self.scopeless += 1
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag == "img":
            self.pictures_without_words += not given.get("alt")
        for name in ("src", "srcset", "data", "poster", "action"):
            if given.get(name) and not str(given[name]).startswith("data:"):
                self.fetched.append(str(given[name]))
        if tag in ("script", "link", "iframe", "object", "embed"):
            self.fetched.append(tag)


def outline(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    return found


def test_nothing_is_fetched_from_outside(page: str) -> None:
    assert outline(page).fetched == []
    assert not re.search(r'url\((?!"data:font/)|@import|https?://', page)


def test_headings_go_down_one_level_at_a_time(page: str) -> None:
    levels = outline(page).levels
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_and_pictures_can_be_heard(page: str) -> None:
    found = outline(page)
    assert found.scopeless == 0
    assert found.pictures_without_words == 0
    assert '<html lang="en">' in page
    assert page.count("<main>") == 1


def test_links_within_the_page_lead_somewhere_and_ids_are_unique(page: str) -> None:
    found = outline(page)
    assert len(found.ids) == len(set(found.ids))
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)


def test_names_in_malayalam_survive(page: str) -> None:
    for name in ("ഓണം കപ്പ്", "കായൽ", "അനിൽ", "ഫൗസിയ"):
        assert name in page


def test_markup_in_a_record_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    nasty = tmp_path / "<img src=x onerror=alert(1)>.hrn"
    nasty.write_text(
        '[Event "<script>alert(1)</script>"]\n[TeamA "A & <b>B</b>"]\n[Deal "1"]\n[Dealer "2"]\n'
        'Auction:\n3: <i>minus</i> 28 S, P\n! conduct 2 "</p><script>"\n',
        encoding="utf-8",
    )
    page = render(case_of([load(nasty)]))
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>B</b>" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_every_finding_has_its_article_remedy_and_score(disputed: Path) -> None:
    case = case_of([load(disputed)])
    view = view_of(case)
    hanging = sum(len(doubt.hanging) for doubt in view.doubts) + view.faint
    assert len(view.findings) + hanging == len(causes(case.verdict.findings))
    for finding in view.findings:
        assert finding.article
        assert finding.paraphrase
        assert finding.remedy
        assert finding.message
    revoke = next(each for each in view.findings if each.title.startswith("Did not follow"))
    assert (revoke.before, revoke.after) == ("0 – 1", "5 – 0")
    assert revoke.arithmetic


def test_sure_findings_come_before_those_that_depend(tmp_path: Path) -> None:
    text = (
        '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, {27 H 0.7|29 H 0.3}'
        ', P, P, P, P, P\n[Deal "2"]\n[Dealer "3"]\nAuction:\n4: 28 S, P, 27 H, P, P, P, P, P\n'
    )
    (tmp_path / "log.hrn").write_text(text, "utf-8")
    view = view_of(case_of([load(tmp_path / "log.hrn")]))
    assert [finding.established for finding in view.findings] == [True, True, False, False]


def test_the_offending_card_and_its_proof_are_marked_differently(disputed: Path) -> None:
    view = view_of(case_of([load(disputed)]))
    number = next(each.number for each in view.findings if each.title.startswith("Did not follow"))
    deal = next(each for each in view.deals if each.game == 3)
    marks = {
        (trick.number, mark.kind)
        for trick in deal.tricks
        for cell in trick.cells
        for token in cell
        for mark in token.marks
        if mark.number == number
    }
    assert marks == {(3, "fault"), (6, "proof")}


def test_the_summary_adds_up(disputed: Path) -> None:
    view = view_of(case_of([load(disputed)]))
    rows = view.summary.scores
    assert [(row.written, row.ruled, row.as_ruled) for row in rows] == [
        ("10", "14", "not ruled yet"),
        ("5", "4", "not ruled yet"),
    ]


def test_what_the_committee_may_want_to_know_is_not_nothing(tmp_path: Path) -> None:
    """Above one finding it said that nothing irregular was found."""
    record = tmp_path / "wording.hrn"
    record.write_text(
        '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, 6: +NT, P, P, P\n', "utf-8"
    )
    page = render(case_of([load(record)], "international"))
    assert "No offence was found. What is listed below is for the committee to know." in page
    assert "Nothing irregular" not in page and "Findings, one by one" in page


@pytest.mark.parametrize(
    ("kinds", "set_aside", "by_paper", "said"),
    [
        ({"advice": 1}, 1, 0, "No offence was found."),
        ({"advice": 1}, 0, 1, "Nobody is accused. Something on paper is wrong;"),
        ({}, 1, 0, "All findings were dismissed."),
        ({}, 0, 0, "Nothing irregular was found"),
        ({"advice": 1, "offence": 1}, 0, 0, "1 offence established."),
    ],
)
def test_the_first_sentence_says_the_gravest_of_what_is_listed(
    kinds: dict[Severity, int], set_aside: int, by_paper: int, said: str
) -> None:
    lead = _lead(Counter(kinds), 0, 0, read=True, set_aside=set_aside, by_paper=by_paper)
    assert lead.startswith(said)


def test_a_clean_record_says_that_nothing_was_found(tmp_path: Path) -> None:
    record = tmp_path / "clean.hrn"
    record.write_text('[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n', "utf-8")
    page = render(case_of([load(record)]))
    assert "Nothing irregular was found" in page
    assert "Findings, one by one" not in page


def test_report_is_written_whole_or_not_at_all(
    tmp_path: Path, disputed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    assert main(["report", str(disputed), "-o", str(out)]) == 0
    assert str(out) in capsys.readouterr().err
    assert out.read_text("utf-8").rstrip().endswith("</html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_cards_still_held_are_not_called_the_hands_dealt(tmp_path: Path) -> None:
    slip = tmp_path / "slip.hrn"
    slip.write_text(
        "Hands:\n6: JD 9C\nAuction: 3: 28NT P P P P P\n"
        "Play:\ntrick 4: 3:10D KD QD 9H - -\n! held\n",
        encoding="utf-8",
    )
    page = render(case_of([load(slip)]))
    assert "Cards still held</h" in page and "Hands dealt" not in page
    _, annex = page.split('id="deals"')
    held = annex[annex.index("Cards still held") : annex.index("Auction</h")]
    assert re.findall(r"Seat \d", held) == ["Seat 6"], (
        "what the others played is not in their hands"
    )
    assert "not known" not in held
    assert "Trick 4, after card 6: the cards still held were written down" in page
