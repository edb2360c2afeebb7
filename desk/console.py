"""Where words for people go. Progress and troubles go to standard error, answers to standard output."""

from __future__ import annotations

import re
import sys
from typing import Any, Final

import click
from rich.console import Console
from rich.text import Text

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Letters that a terminal obeys: what others wrote may not move the cursor or change the title."""
_NOT_PLAIN: Final = re.compile(r"[^\x09\x0a\x20-\x7e]")
PLAIN_WIDTH = 100
"""Columns to wrap at where there is no terminal to ask."""


def out() -> Console:
    """Standard output, coloured on a terminal only."""
    return _console(stderr=False)


def err() -> Console:
    """Standard error, coloured on a terminal only."""
    return _console(stderr=True)


class _Terminal(Console):
    """A console that prints the texts of others as texts, whatever is in them."""

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*map(_harmless, objects), **options)


def _harmless(given: Any) -> Any:
    if isinstance(given, str):
        return for_terminal(given)
    if isinstance(given, Text):
        text = for_terminal(given.plain)
        if text != given.plain:
            given.plain = text
    return given


def for_terminal(text: str) -> str:
    """The text as a terminal may print it."""
    if _NOT_PLAIN.search(text) is None:
        return text
    from templates.visible import visible

    return visible(_CONTROL.sub("\ufffd", text))


def evidence(text: str) -> None:
    """A record to standard output: as it is where it goes to a file, harmless on a terminal."""
    click.echo(for_terminal(text) if sys.stdout.isatty() else text, nl=False)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PLAIN_WIDTH
    return _Terminal(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)


def trouble(text: str) -> None:
    """One line to standard error, never wrapped, so that it can be searched and copied."""
    print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)


def _printable(text: str, encoding: str | None) -> str:
    known = encoding or "utf-8"
    return for_terminal(text).encode(known, "backslashreplace").decode(known)
