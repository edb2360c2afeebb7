"""Looks for words that may not stand in texts that a person reads (``docs/plain-english.toml``).

    python -m tests.support.plain_english

It reads README, ``docs/`` (outside of code, without decisions), the pages that ``./run docs`` makes,
templates (text and what is shown of attributes), rulebooks, and in the program's code its messages,
docstrings and comments.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docs.making import pages

ROOT = Path(__file__).resolve().parents[2]
WORDS = ROOT / "docs" / "plain-english.toml"
ROOMS = ("records", "grammar", "digitize", "rulings", "desk")
LEFT_OUT = ("docs/internals/decisions/", "docs/made/", "desk/archive/tables.py")
"""Decisions are history. Pages are made again. The archive's tables stand in its file as they are written."""

_FENCE = re.compile(r"^( *)```.*?^ *```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`|\]\([^)\n]*\)")
_JINJA = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_EXPRESSION = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_SCRIPT = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
_SHOWN = re.compile(r"\b(?:title|alt|placeholder|aria-label|value)=\"([^\"]*)\"")
_TAG = re.compile(r"<[^>]*>", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)

Text = tuple[int, str]
"""A text and the line on which it begins."""


@dataclass(frozen=True, slots=True)
class Word:
    """What may not be written (`pattern`), what to write instead, and a text in which it is found."""

    pattern: re.Pattern[str]
    instead: str
    example: str


def words(path: Path = WORDS) -> list[Word]:
    """The list of words."""
    return [
        Word(re.compile(each["not"].replace(" ", r"\s+"), re.IGNORECASE), each["but"], each["like"])
        for each in tomllib.loads(path.read_text(encoding="utf-8"))["word"]
    ]


def texts(name: str, source: str) -> list[Text]:
    """What a person reads of a file."""
    if name.endswith(".py"):
        return [*_messages(source), *_comments(source)]
    if name.endswith(".html"):
        return [(1, _template(source))]
    if name.endswith(".toml"):
        return [(1, _blank(_COMMENT, source))]
    return [(1, _blank(_CODE, _blank(_FENCE, source)))]


def complaints(name: str, source: str, listed: list[Word]) -> list[str]:
    """``file:line: “words”: write ...`` for every word of the list that a text has."""
    return [
        f"{name}:{first + text.count(chr(10), 0, match.start())}: “{' '.join(match[0].split())}”: "
        f"write instead: {word.instead}"
        for first, text in texts(name, source)
        for word in listed
        for match in word.pattern.finditer(text)
    ]


def files(root: Path = ROOT) -> Iterator[Path]:
    """The files with texts for people."""
    yield root / "README.md"
    folders = [("docs", "*.md"), ("templates/pages", "*.html"), ("rulings", "*.toml")]
    for folder, pattern in [*folders, *((room, "*.py") for room in ROOMS)]:
        yield from sorted((root / folder).rglob(pattern))


def main() -> int:
    """Report every word that may not stand; 1 if there are any."""
    listed = words()
    read = {f"./run docs: {name}": text for name, text in pages().items()}
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(LEFT_OUT):
            read[name] = path.read_text(encoding="utf-8")
    found = [each for name, text in read.items() for each in complaints(name, text, listed)]
    print("\n".join(found) or "Plain English: no word of docs/plain-english.toml was found.")
    return bool(found)


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """The text without what the pattern finds; its lines keep their numbers."""
    return pattern.sub(lambda match: "¤" + "\n" * match[0].count("\n"), text)


def _template(source: str) -> str:
    """The words of a template: its text, attributes that are shown, and texts within expressions."""
    text = _blank(_SCRIPT, _blank(_JINJA, source))
    text = _EXPRESSION.sub(lambda match: "¤ ".join(["", *_QUOTED.findall(match[1]), ""]), text)
    return _TAG.sub(
        lambda tag: " ¤ ".join(["", *_SHOWN.findall(tag[0]), ""]) + "\n" * tag[0].count("\n"), text
    )


def _messages(source: str) -> Iterator[Text]:
    """Texts of several words in code, docstrings too; what is filled in shows as a sign of its own."""
    skip = set[int]()
    for node in ast.walk(ast.parse(source)):
        if id(node) in skip:
            continue
        if isinstance(node, ast.JoinedStr):
            skip.update(id(part) for part in node.values)
            yield node.lineno, "".join(map(_part, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, _blank(_CODE, node.value)


def _comments(source: str) -> Iterator[Text]:
    """Comments, those of lines below each other together."""
    last, text = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = _blank(_CODE, token.string.removeprefix("#"))
            if token.start[0] == last + 1:
                text += "\n" + line
            else:
                yield last - text.count("\n"), text
                text = line
            last = token.start[0]
    yield last - text.count("\n"), text


def _part(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else "¤"


if __name__ == "__main__":
    sys.exit(main())
