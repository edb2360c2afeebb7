"""Where words for people go. Progress and troubles go to standard error, answers to standard output."""

from __future__ import annotations

import sys

from rich.console import Console

PLAIN_WIDTH = 100
"""Columns to wrap at where there is no terminal to ask."""


def out() -> Console:
    """Standard output, coloured on a terminal only."""
    return _console(stderr=False)


def err() -> Console:
    """Standard error, coloured on a terminal only."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PLAIN_WIDTH
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)


def trouble(text: str) -> None:
    """One line to standard error, never wrapped, so that it can be searched and copied."""
    print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)


def _printable(text: str, encoding: str | None) -> str:
    known = encoding or "utf-8"
    return text.encode(known, "backslashreplace").decode(known)
