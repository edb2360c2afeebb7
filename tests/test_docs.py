"""Documents name what there is, and the pages that are made hold what matters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.making import commands, pages, rules
from docs.making.__main__ import write
from fairdeal import __version__
from fairdeal.desk.cli import COMMANDS
from fairdeal.rulings import load

ROOT = Path(__file__).parents[1]
MADE = {f"docs/made/{name}": text for name, text in pages().items()}
WRITTEN = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for pattern in ("*.md", "docs/**/*.md", "samples/*/README.md")
    for path in ROOT.glob(pattern)
    if ROOT / "docs" / "made" not in path.parents
}
REPORTS = "-report"
"""How the folders of reports end that the commands of the README write beside the samples."""
SOURCES = "\n".join(
    path.read_text("utf-8")
    for room in ("desk", "digitize", "grammar", "rulings")
    for path in sorted((ROOT / room).rglob("*.py"))
) + (ROOT / "run").read_text("utf-8")
PLAIN = re.sub(r'"\s*\n\s*f?"', "", SOURCES)
"""The sources with texts that are broken over lines put together."""


def quoted() -> list[str]:
    """What ``docs/errors.md`` says that messages have."""
    text = WRITTEN["docs/errors.md"]
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    found = [words for cell in cells for words in re.findall(r"`([^`]+)`", cell)]
    return [words for words in found if not words.isdigit()]


@pytest.mark.parametrize("words", quoted())
def test_every_message_that_is_explained_is_one_that_is_given(words: str) -> None:
    parts = [part.strip() for part in re.split(r"…|\$|[{}]", words) if part.strip()]
    for part in parts:
        assert part in PLAIN, f"no message has: {part}"


def anchors(text: str) -> set[str]:
    """The headings of a page as links name them."""
    heads = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(page: str, known: dict[str, str]) -> list[str]:
    """The links of a page that lead to no file, or to no heading of a page."""
    found = []
    for link in re.findall(r"\]\(([^)\s:]+)\)", re.sub(r"`[^`\n]+`", "", known[page])):
        target, _, anchor = link.partition("#")
        place = (ROOT / page).parent / target if target else ROOT / page
        name = place.resolve().relative_to(ROOT).as_posix()
        there = name in known or place.exists()
        if not there or (anchor and anchor not in anchors(known.get(name, ""))):
            found.append(link)
    return found


@pytest.mark.parametrize("page", WRITTEN)
def test_links_and_files_named_are_there(page: str) -> None:
    assert dead_links(page, WRITTEN) == []
    named = r"`((?:desk|digitize|grammar|records|rulings|templates|docs|samples)/[\w/.-]+)`"
    for path in re.findall(named, WRITTEN[page] if page != "CHANGELOG.md" else ""):
        made = any(name.startswith(path) for name in MADE) or path.endswith(REPORTS)
        assert made or (ROOT / path).exists(), path


def test_made_pages_have_no_dead_links() -> None:
    known = WRITTEN | MADE
    assert {page: dead for page in MADE if (dead := dead_links(page, known))} == {}


@pytest.mark.parametrize("link", ["gone.md", "errors.md#gone", "#gone", "made/laws.md#gone"])
def test_a_dead_link_is_found(link: str) -> None:
    known = WRITTEN | MADE | {"docs/new.md": f"# New\n[here](#new), [there]({link})"}
    assert dead_links("docs/new.md", known) == [link]


def test_made_pages_replace_those_of_an_earlier_version(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "gone.md").touch()
    write(tmp_path)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    assert there == set(pages())


@pytest.mark.parametrize(
    ("family", "rule"),
    [(family, rule) for family in rules.FAMILIES for rule in family.rules],
    ids=lambda each: getattr(each, "code", ""),
)
def test_page_of_a_rule_has_its_articles_and_the_records_of_its_tests(
    family: rules.Family, rule: rules.Rule[object, object, object, object]
) -> None:
    text = MADE[f"docs/made/{family.folder}{rule.code}.md"]
    book = load(family.book)
    for number in book.findings[rule.code].articles:
        assert f"- **{number}** {book.article(number, rule.code)}" in text
    for name in ("fires", "clean"):
        assert (family.logs / rule.code / f"{name}.hrn").read_text("utf-8").strip() in text
    assert f"[`{rule.code}`]({rule.code}.md)" in MADE[f"docs/made/{family.folder}index.md"]


def test_every_module_of_a_command_is_listed() -> None:
    modules = {path.stem for path in (ROOT / "desk" / "commands").glob("*.py")}
    beside = {"__init__", "options"}
    assert modules - beside == set(COMMANDS) - {"rulebooks"}  # which is beside the page of one


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_documented_with_examples(name: str) -> None:
    text = MADE[f"docs/made/commands/{name}.md"]
    examples = commands.EXAMPLES[name]
    assert examples and all(f"./run {name}" in each and each in text for each in examples)
    assert not [line for line in text.splitlines() if line.endswith("|  |")], (
        "an option without help"
    )


def test_version_is_the_one_of_the_package() -> None:
    assert f"## {__version__}" in WRITTEN["CHANGELOG.md"]
