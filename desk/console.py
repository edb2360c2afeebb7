"""Where words for people go: answers to standard output, progress and troubles to standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, Final, cast

import click
from rich.console import Console
from rich.text import Text

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Letters that a terminal obeys: what others wrote may not move the cursor or change the title."""
_NOT_PLAIN: Final = re.compile(r"[^\x09\x0a\x20-\x7e]")
_BLANKS: Final = re.compile(r" +(?=\n)")
"""Blanks at the end of a line: tables are padded with them to their full width."""
PLAIN_WIDTH = 100
"""Columns to wrap at where there is no terminal to ask."""
QUIET: Final = f"{__name__}.quiet"
"""Where a running command keeps whether remarks and progress are wanted."""


def out() -> Console:
    """Standard output, coloured on a terminal only."""
    return _console(stderr=False)


def err() -> Console:
    """Standard error, coloured on a terminal only."""
    return _console(stderr=True)


class _Trimmed:
    """A stream that takes the blanks off the ends of lines. Whole lines are written to it."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(_BLANKS.sub("", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


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
    from fairdeal.templates.visible import visible

    return visible(_CONTROL.sub("\ufffd", text))


def evidence(text: str) -> None:
    """A record to standard output: as it is where it goes to a file, harmless on a terminal."""
    click.echo(for_terminal(text) if sys.stdout.isatty() else text, nl=False)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PLAIN_WIDTH
    file = stream if stderr else cast(IO[str], _Trimmed(stream))
    return _Terminal(file=file, highlight=False, markup=False, emoji=False, width=width)


def quiet() -> bool:
    """Whether the command that runs was called with ``--quiet``."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


def remark(text: str) -> None:
    """What is good to know and no more (a file was written, say): as `trouble`, but not with ``--quiet``."""
    if not quiet():
        trouble(text)


def trouble(*lines: str) -> None:
    """Lines to standard error, never wrapped, so that they can be searched and copied."""
    known = sys.stderr.encoding or "utf-8"
    for text in lines:
        line = for_terminal(text).encode(known, "backslashreplace").decode(known)
        print(line, file=sys.stderr, flush=True)


def on_terminal() -> bool:
    """Whether there is anybody to show a bar to."""
    return err().is_terminal and not quiet()


@contextmanager
def bar(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar to be called with the name of what is done, how many are done, and how many there are.

    Nothing is shown with ``--quiet``, or where standard error is not a terminal.
    """
    # Most commands show no bar, and need not wait for it.
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    shown = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[name]}", markup=False),
        console=err(),
        transient=True,
        disable=not on_terminal(),
    )
    with shown:
        task = shown.add_task(what, total=None, name="")

        def done(name: str, count: int, of: int) -> None:
            shown.update(task, completed=count, total=of, name=for_terminal(name))

        yield done
