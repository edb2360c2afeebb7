"""The page of all rulebooks side by side: what each says, and which of it is an open reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.rulings import game_of, load, of_game
from fairdeal.rulings.rulebooks.rulebook import Rulebook

GAMES: Final = {"56": "fifty-six", "Bridge": "bridge"}
"""The games as the page names them."""

INTRODUCTION: Final = """# Rulebooks

What each rulebook says. *Open reading* means that the source is silent, or says two things: the choice is a
setting of that name, with its reason further down.

| rulebook | source | title |
|---|---|---|
{books}

For one of your own, `fairdeal rulebook ID --toml > mine.toml` prints a file to begin with: its `base`, and
every figure as a comment. Change what differs and give the file to `--rules`; the rest, articles too, is the
base's (an ID, or another file). Where a figure differs, a finding shows the figure and not the article's
sentence, unless your file has its own under `[articles]`. `fairdeal rulebook FILE` prints it, and names a
mistake with its line and what is allowed. Where a rulebook names no penalty, an infraction is found and left
to the committee. What a source has no rule about is not looked for under its rulebook.
"""


def pages() -> dict[str, str]:
    """The one page, by its path."""
    games = {title: [load(name) for name in of_game(game)] for title, game in GAMES.items()}
    books = [book for each in games.values() for book in each]
    rows = "\n".join(f"| `{book.id}` | {book.edition} | {book.title} |" for book in books)
    lines = [INTRODUCTION.format(books=rows)]
    for title, each in games.items():
        lines += [f"# {title}", "", *_rows(each)]
    lines += ["# Open readings", ""]
    for book in books:
        lines += [f"## {book.id}", "", "| setting | reading | why |", "|---|---|---|"]
        lines += [f"| `{s.name}` | {s.shown} | {s.reason} |" for s in book.settings.values()]
        lines.append("")
    return {"rulebooks.md": "\n".join(lines)}


def _rows(books: list[Rulebook]) -> Iterator[str]:
    """A section for every row, with what each of the books says."""
    for row in zip(*(game_of(book).in_words(book) for book in books), strict=True):
        yield from (f"## {row[0][0]}", "", "| rulebook | what |", "|---|---|")
        for book, (_, words, setting) in zip(books, row, strict=True):
            decided = f" (*open reading* `{setting}`)" if setting else ""
            yield f"| `{book.id}` | {words}{decided} |"
        yield ""
