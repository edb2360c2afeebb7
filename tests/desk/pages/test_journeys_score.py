"""The journey of a score in the browser: audit, case, decisions, ruling, signature; each figure read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from fairdeal.desk.score.figures import Score
from tests.desk.pages.test_audit_rulings import OTHER
from tests.support.browser import asked, page, plain_page, seen, server
from tests.support.chromium import needs_chromium
from tests.support.disputed import MATCH
from tests.support.score_places import Places
from tests.support.score_reading import Expected, expected_of, scores_in_words

__all__ = ["page", "plain_page", "server"]
pytestmark = needs_chromium

HIDDEN = """[...document.querySelectorAll(
    '[data-score],[data-line],[data-points],[data-open],[data-total],[data-in-force]')]
    .filter(each => !each.closest('details:not([open])') && !each.getClientRects().length)
    .map(each => each.outerHTML)"""


def log(text: str, name: str) -> dict[str, Any]:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def opened_from_an_audit(page: Any) -> tuple[str, str]:
    page.click("nav >> text=Events")
    page.set_input_files("#files", [log(MATCH, "one.hrn"), log(OTHER, "two.hrn")])
    page.click("text=Audit it")
    page.wait_for_selector("text=Standings and everything found", timeout=180_000)
    audit = page.url.rpartition("/")[2]
    page.click("tr[data-match*=table-1] button:has-text('Open as a case')")
    page.wait_for_url("**/cases/*")
    return audit, page.url.rpartition("/")[2]


def article(title: str) -> str:
    return f"article.finding:has(h2:has-text('{title}'))"


def decide(page: Any, title: str, how: str, button: str, **fields: str) -> None:
    one = article(title)
    page.goto(f"{page.url.partition('#')[0]}#{page.get_attribute(one, 'id')}")
    page.click(f"{one} >> summary:has-text('{how}')")
    form = f"{one} >> form:has(button:has-text('{button}'))"
    choice = fields.pop("figures", "")
    if choice:
        page.check(f"{form} >> input[value={choice}]")
    for name, text in fields.items():
        page.fill(f"{form} >> [name={name}]", text)
    with page.expect_navigation():
        page.click(f"{form} >> button:has-text('{button}')")


def differing(page: Any, base: str, audit: str, case: str, expected: Expected) -> list[str]:
    def get(path: str) -> str:
        if path.endswith(".csv"):
            return str(page.request.get(base + path).text()).removeprefix("\ufeff")
        page.goto(base + path)
        assert asked(page, HIDDEN) == [], path
        return str(page.content())

    return list(Places(get, audit, case).differing(expected))


def expected_now(path: Path, case: str) -> Expected:
    with Archive(path) as archive:
        return expected_of(casework.recheck(archive, case))


def in_pdf(page: Any, address: str) -> str:
    """The text of a report as it is printed."""
    page.goto(address)
    document = pypdfium2.PdfDocument(page.pdf())
    return "\n".join(sheet.get_textpage().get_text_range() for sheet in document)


def test_one_score_from_the_audit_to_the_signed_report(page: Any, server: tuple[str, Path]) -> None:
    base, path = server
    audit, case = opened_from_an_audit(page)
    seen(page, "score-case")
    page.goto(f"{base}/cases/{case}/findings")
    decide(page, "Defenders without trumps", "Play stands", "Play stands", reason="They had one.")
    award = {"figures": "award", "award_A": "0", "award_B": "4"}
    decide(
        page,
        "Did not follow",
        "Something else",
        "Decide it so",
        remedy="4 points.",
        reason="A.",
        **award,
    )
    again = {"figures": "replay", "remedy": "Deal it again.", "reason": "Both asked."}
    decide(page, "Lead out of turn", "Something else", "Decide it so", **again)
    nothing = {"remedy": "Nothing follows.", "reason": "A short match."}
    decide(page, "Deals missing", "Something else", "Decide it so", **nothing)
    seen(page, "score-findings")
    page.goto(f"{base}/cases/{case}/findings")
    page.click("button:has-text('as the rulebook says')")
    page.wait_for_selector("h1:has-text('Statements and ruling')")
    page.goto(f"{base}/cases/{case}/ruling")
    assert "This draft is written from what you decided" in page.inner_text("main")
    page.fill("input[name=score_a]", "9")
    page.fill("input[name=score_b]", "9")
    page.click("text=Save the ruling")
    page.wait_for_selector("text=Which score counts?")
    assert page.locator("button:has-text('Sign off as')").count() == 0
    seen(page, "score-asked")
    page.click("button:has-text('put it into the ruling')")
    page.wait_for_selector("button:has-text('Sign off as')")
    expected = expected_now(path, case)
    assert expected.score.as_ruled is not None
    assert expected.score.as_ruled.text == "7 to 6, deal 7 to be replayed: up to 7 points"
    assert differing(page, base, audit, case, expected) == []
    page.goto(f"{base}/cases/{case}/ruling")
    page.click("text=Sign off as")
    page.wait_for_selector("text=The case is signed off. Print its report")
    assert differing(page, base, audit, case, expected) == []
    seen(page, "score-signed")
    printed = in_pdf(page, f"{base}/cases/{case}/report")
    assert scores_in_words(printed) >= {("as ruled", (7, 6))}
    assert "deal 7 to be replayed: up to 7 points" in " ".join(printed.split())
    page.goto(f"{base}/audits/{audit}")
    assert page.inner_text(f"a[href='/cases/{case}']").startswith("Case: signed")
    seen(page, "score-audit")


def test_the_committee_keeps_another_score_with_a_reason(
    plain_page: Any, server: tuple[str, Path]
) -> None:
    """Without scripts, on a case of its own."""
    page, (base, path) = plain_page, server
    page.goto(base)
    page.set_input_files("#files", [log(MATCH, "log.hrn")])
    page.click("text=Open the case")
    page.wait_for_url("**/cases/*")
    case = page.url.rpartition("/")[2]
    page.goto(f"{base}/cases/{case}/findings")
    decide(page, "Defenders without trumps", "Play stands", "Play stands", reason="They had one.")
    page.goto(f"{base}/cases/{case}/ruling")
    page.fill("input[name=score_a]", "9")
    page.fill("input[name=score_b]", "9")
    page.click("text=Save the ruling")
    page.wait_for_selector("text=Which score counts?")
    page.fill("form[action$=score] input[name=reason]", "Agreed by both captains.")
    page.click("button:has-text('the committee rules so')")
    page.wait_for_selector("text=To do before this can be signed")
    assert expected_now(path, case).score.as_ruled == Score((9, 9), (1, 1))
    page.goto(f"{base}/cases/{case}/report")
    assert "Agreed by both captains." in page.inner_text("main")
    assert "The decisions on the findings come to 10 to 7" in page.inner_text("main")
    page.goto(f"{base}/cases/{case}/history")
    assert "kept the score 9 to 9; the decisions come to 10 to 7" in page.inner_text("main")
