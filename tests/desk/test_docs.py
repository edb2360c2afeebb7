"""The documents that people are sent to: they name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal import __version__

ROOT = Path(__file__).parents[2]
SOURCES = "\n".join(
    path.read_text("utf-8")
    for room in ("desk", "digitize", "grammar", "rulings")
    for path in sorted((ROOT / room).rglob("*.py"))
) + (ROOT / "run").read_text("utf-8")
PLAIN = re.sub(r'"\s*\n\s*f?"', "", SOURCES)
"""The sources with texts that are broken over lines put together."""


def quoted() -> list[str]:
    """What ``docs/errors.md`` says that messages have."""
    text = (ROOT / "docs" / "errors.md").read_text("utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    found = [words for cell in cells for words in re.findall(r"`([^`]+)`", cell)]
    return [words for words in found if not words.isdigit()]


@pytest.mark.parametrize("words", quoted())
def test_every_message_that_is_explained_is_one_that_is_given(words: str) -> None:
    parts = [part.strip() for part in re.split(r"…|\$|[{}]", words) if part.strip()]
    for part in parts:
        assert part in PLAIN, f"no message has: {part}"


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/architecture.md",
        "docs/errors.md",
        "docs/security.md",
        "docs/archive.md",
        "docs/library.md",
    ],
)
def test_links_and_files_named_are_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / link).exists(), link
    for path in re.findall(
        r"`((?:desk|digitize|grammar|records|rulings|templates|docs)/[\w/.-]+)`", text
    ):
        assert (ROOT / path).exists(), path


def test_version_is_the_one_of_the_package() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
