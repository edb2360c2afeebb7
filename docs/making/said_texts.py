"""What pages say in the sources themselves, sentence by sentence: refusals, and what a form has done."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from fairdeal.templates import HERE

FROM: Final = ("desk/pages", "desk/review", "desk/report/signing.py", "desk/once.py")
"""Where refusals that pages show are written."""
_SAYING: Final = {
    "DeskError": (0, 2),
    "UnfinishedError": (0, 2),
    "ArchiveError": (0, 2),
    "announce": (0,),
    "back": (1,),
    "files_given": (2, 3),
}
"""What says something to a person, and which of what it is given are words."""
_BETWEEN: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def refusals() -> Iterator[tuple[str, str]]:
    """What pages say of what they do not do, and of what was done: each sentence alone."""
    root = HERE.parent
    for place in FROM:
        path = root / place
        for source in [path] if path.is_file() else sorted(path.glob("*.py")):
            for said in _said_in(source.read_text("utf-8")):
                for sentence in _BETWEEN.split(said):
                    if sentence and _TELLING.search(re.sub(r"%\(\w+\)s", "", sentence)):
                        yield sentence, source.relative_to(root).as_posix()


_TELLING: Final = re.compile(r"[a-z]{2,} [a-z]{2,}", re.IGNORECASE)
"""A sentence with words of its own: what is put together from figures alone needs no translation."""


def _said_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for number in _SAYING.get(getattr(node.func, "id", ""), ()):
                for given in node.args[number : number + 1]:
                    yield from _text_of(given)


def _text_of(given: ast.expr) -> Iterator[str]:
    """A text, with a name wherever the program puts something in."""
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value
    elif isinstance(given, ast.IfExp):
        yield from (*_text_of(given.body), *_text_of(given.orelse))
    elif isinstance(given, ast.JoinedStr):
        made, names = "", 0
        for part in given.values:
            if isinstance(part, ast.Constant):
                made += str(part.value)
            else:
                names += 1
                made += f"%(name{names if names > 1 else ''})s"
        yield made
