"""How far a command is, as a bar on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from fairdeal.desk.console import err, for_terminal, quiet


def on_terminal() -> bool:
    """Whether there is anybody to show a bar to."""
    return err().is_terminal and not quiet()


@contextmanager
def bar(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar to be called with the name of what is done, how many are done, and how many there are.

    Nothing is shown with ``--quiet``, or where standard error is no terminal.
    """
    shown = Bars(
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
