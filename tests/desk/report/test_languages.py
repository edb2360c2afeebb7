"""A report in other languages: each is a catalogue, and none is code."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from docs.making.texts import done, texts, update
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.commands.report import command
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report.page import render
from fairdeal.desk.report.paper import Paper, choices, chosen, names
from fairdeal.desk.trouble import DeskError
from fairdeal.templates.language import CATALOGUES, ENGLISH, language, languages
from tests.desk.archive.conftest import archive
from tests.desk.report.test_front import decided, front_of, signed
from tests.desk.report.test_report import outline

__all__ = ["archive"]

pytestmark = pytest.mark.usefixtures("in_this_process")

MADE_UP = """
msgctxt "catalogue"
msgid "name"
msgstr "Backwards"

msgctxt "catalogue"
msgid "checked"
msgstr "A. Reader"

msgid "Signatures"
msgstr "<serutangiS & co>"

msgid "Dispute report"
msgstr "troper etupsiD"

msgid "Dismissed, in the appendix: %(n)s."
msgstr "%(n)s :xidneppa eht ni"

msgid "Teams"
msgstr ""
"""


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    path = tmp_path / "xx.po"
    path.write_text(MADE_UP, encoding="utf-8")
    return path


def test_a_third_language_is_a_catalogue_and_no_code(made_up: Path, archive: Archive) -> None:
    page = signed(decided(archive), Paper(chosen(str(made_up))))
    front = front_of(page)
    assert '<html lang="xx">' in page
    assert "&lt;serutangiS &amp; co&gt;" in front and "Signatures" not in front
    assert "4 :xidneppa eht ni" in front or re.search(r"\d :xidneppa eht ni", front)
    assert '<span lang="en">Teams</span>' in page, "what is missing stays in English and says so"
    assert "troper etupsiD: " in page, "in the window's title too"


def test_a_catalogue_in_the_folder_can_be_chosen(made_up: Path) -> None:
    assert languages(made_up.parent) == ("en", "xx")
    assert language("xx", folder=made_up.parent).name == "Backwards"


def test_a_language_is_sent_to_a_worker_as_it_is_and_stays_there() -> None:
    """Else every page of a report is compiled again for each report."""
    sent = pickle.loads(pickle.dumps(language("ml")))
    assert sent.words("Signatures") == language("ml").words("Signatures") != "Signatures"
    assert sent.words("Deal 3, trick 2") == language("ml").words("Deal 3, trick 2")
    assert pickle.loads(pickle.dumps(sent)) is sent
    assert pickle.loads(pickle.dumps(ENGLISH)) is ENGLISH


def test_both_languages_stand_side_by_side(archive: Archive) -> None:
    page = signed(decided(archive), Paper(chosen("both")))
    assert '<html lang="en">' in page
    assert 'Signatures<span class="second" lang="ml">ഒപ്പുകൾ</span>' in page
    assert "<title>Dispute report: " in page, "no markup in the title"


@pytest.mark.parametrize("asked", ["en", "ml", "both"])
def test_the_figures_and_cards_are_the_same_in_every_language(
    archive: Archive, asked: str, disputed: Path
) -> None:
    case = case_of([load(disputed)])

    def figures(page: str) -> list[str]:
        return re.findall(r'data-(?:score|points|deal-score)="[^"]+"[^>]*>([-\d –]+)<', page)

    def cards(page: str) -> list[str]:
        return re.findall(r'<span aria-hidden="true">((?:10|[29JQKA])[♠♥♦♣])', page)

    page, english = render(case, paper=Paper(chosen(asked))), render(case)
    assert figures(page) == figures(english) != []
    assert cards(page) == cards(english) != []


@pytest.mark.parametrize("asked", ["ml", "both"])
def test_a_translated_page_is_in_order(disputed: Path, asked: str) -> None:
    page = render(case_of([load(disputed)]), paper=Paper(chosen(asked)))
    found = outline(page)
    assert found.fetched == []
    assert len(found.ids) == len(set(found.ids))
    assert not re.search(r'="[^"]*<span', page), "no markup within an attribute"


def test_what_no_speaker_has_checked_says_so(disputed: Path, made_up: Path) -> None:
    case = case_of([load(disputed)])
    said = "No speaker has checked this translation yet."
    assert said in render(case, paper=Paper(chosen("both")))
    assert language("ml").texts[f"{said} Where it differs, the English counts."] in render(
        case, paper=Paper(chosen("ml"))
    )
    assert said not in render(case)
    assert said not in render(case, paper=Paper(chosen(f"en+{made_up}")))


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(DeskError, match="en, ml, both"):
        chosen("tlh")
    assert [code for code, _ in names()] == list(choices()) == ["en", "ml", "both"]


def test_what_is_not_a_catalogue_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.po"
    wrong.write_bytes(b"msgid \xff\xfe nothing")
    with pytest.raises(DeskError, match="could not be read"):
        chosen(str(wrong))
    wrong.write_text('msgid "Deal"\nmsgstr "one"\n\nmsgid "Deal"\nmsgstr "two"\n', "utf-8")
    with pytest.raises(DeskError, match="could not be read"):
        chosen(str(wrong))
    with pytest.raises(DeskError, match="could not be read"):
        chosen(str(tmp_path / "none.po"))


def test_the_command_writes_the_language_asked_for(
    disputed: Path, tmp_path: Path, made_up: Path
) -> None:
    out = tmp_path / "report.html"
    arguments = [str(disputed), "-o", str(out), "--language", str(made_up)]
    assert command.main(arguments, standalone_mode=False) == 0
    assert "troper etupsiD" in out.read_text("utf-8")


@pytest.mark.parametrize("path", sorted(CATALOGUES.glob("*.po")), ids=lambda path: path.stem)
def test_catalogues_are_up_to_date(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    update(copy)
    assert copy.read_text("utf-8") == path.read_text("utf-8"), (
        "bring it up to date with: python -m docs.making.texts"
    )


def test_the_page_about_languages_counts_what_is_translated() -> None:
    page = (Path(__file__).parents[3] / "docs" / "languages.md").read_text("utf-8")
    for path in CATALOGUES.glob("*.po"):
        assert f"| `{path.name}` | {done(path)} of {len(texts())} |" in page


def test_every_text_of_page_1_is_in_malayalam() -> None:
    known = language("ml").texts
    front = [text for text, source in texts().items() if source.endswith("front.html")]
    assert front
    assert [text for text in front if text not in known] == []


def test_english_needs_no_catalogue() -> None:
    assert language("en") is ENGLISH
    assert str(ENGLISH.text("A & B")) == "A &amp; B"
