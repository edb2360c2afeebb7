"""The texts of a report that catalogues translate.

``python -m fairdeal.desk.report.texts`` collects them, brings every catalogue of `templates/catalogues` up to
date, and says how many each has. Texts that are gone stay at its end, commented out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import click

from fairdeal.desk import words
from fairdeal.desk.report.heading import HEADING
from fairdeal.desk.report.sentences import SENTENCES
from fairdeal.desk.review.ruling.committee import DECISION_WORDS, RULING_PARTS
from fairdeal.desk.score.figures import NAMES
from fairdeal.desk.score.shown import NOT_RULED
from fairdeal.desk.score.sides import TEAMS
from fairdeal.rulings.frame.finding import Remedy, RemedyKind
from fairdeal.templates import HERE
from fairdeal.templates.language import ABOUT, CATALOGUES, entries

PAGES: Final = ("report.html", "parts.html", "report/*.html")
"""Templates with texts to translate, under `templates/pages`."""
_TEXT: Final = re.compile(r"""(?:\b_|\bin_words)\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
_PHRASES: Final = (
    "Hands dealt",
    "Cards still held",
    "The other side objected.",
    "A slip of the pen would explain this: look at that first.",
    "The same dealer deals again; nothing in this deal scores.",
    "Nothing irregular was found in what is recorded.",
    "Nothing could be read, so nothing was checked.",
)
"""Headings and whole sentences that the program puts into a report."""
_CERTAIN: Final = ("Established", "Established by a person's word")


def texts() -> dict[str, str]:
    """Every text that may be translated, with where it comes from."""
    found: dict[str, str] = {}
    for text, source in (*_of_pages(), *_of_words()):
        found.setdefault(text, source)
    return found


def _of_pages() -> Iterator[tuple[str, str]]:
    for pattern in PAGES:
        for page in sorted((HERE / "pages").glob(pattern)):
            for quoted in _TEXT.findall(page.read_text(encoding="utf-8")):
                yield quoted[1:-1], f"templates/pages/{page.relative_to(HERE / 'pages')}"


def _of_words() -> Iterator[tuple[str, str]]:
    """Texts that are chosen by what was found, and sentences with figures in them."""
    tables = {
        "desk/words.py": (
            *_titles(),
            *words.SEVERITIES.values(),
            *_CERTAIN,
            *_remedies(),
            *_PHRASES,
        ),
        "desk/report/heading.py": HEADING,
        "desk/report/sentences.py": SENTENCES,
        "desk/review/ruling/committee.py": (
            *DECISION_WORDS.values(),
            *(title for _, title in RULING_PARTS),
        ),
        "desk/score/figures.py": (*NAMES.values(), NOT_RULED),
    }
    for source, found in tables.items():
        yield from ((text, source) for text in found)


def _titles() -> Iterator[str]:
    for game in ("", "bridge"):
        yield from (words.title(code, game=game) for code in words.TITLES)


def _remedies() -> Iterator[str]:
    """The remedies that have no figures in them but one point."""
    for kind in get_args(RemedyKind):
        for team in TEAMS:
            yield words.remedy(Remedy(kind, team, 1 if kind == "points" else 0))


def update(path: Path) -> tuple[int, int]:
    """Bring a catalogue up to date; how many texts there are, and how many of them it has."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    with path.open("rb") as opened:
        catalogue = read_po(opened)
    wanted = Catalog(charset="utf-8", creation_date=catalogue.creation_date)
    for about in ("name", "checked"):
        wanted.add(about, context=ABOUT)
    for text, source in texts().items():
        flags = ("python-format",) if "%(" in text else ()
        wanted.add(text, locations=[(source, 0)], flags=flags)
    for text in texts().keys() & catalogue.obsolete.keys():
        catalogue[text] = catalogue.obsolete.pop(text)
    catalogue.update(wanted, no_fuzzy_matching=True, update_header_comment=False)
    with path.open("wb") as written:
        write_po(written, catalogue, width=110, include_lineno=False, omit_header=False)
    return len(texts()), done(path)


def done(path: Path) -> int:
    """How many of the texts a catalogue translates."""
    own = {english for context, english, text in entries(path) if context is None and text}
    return len(own & texts().keys())


def main() -> None:
    for path in sorted(CATALOGUES.glob("*.po")):
        every, translated = update(path)
        click.echo(f"{path.name}: {translated} of {every} texts")


if __name__ == "__main__":
    main()
