"""What commands have in common: options of the command line, and the files that they are given."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Final, TypeVar, cast

import click

from fairdeal.desk.archive.settings import default_archive, keep_private, somebody
from fairdeal.desk.trouble import DeskError, in_one_line, of_one
from fairdeal.desk.usual import ARCHIVE

if TYPE_CHECKING:
    from fairdeal.desk.archive.store import Archive

T = TypeVar("T")

layout_option = click.option(
    "--layout",
    "layouts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Read photos of a club's own sheet by this layout file (see: fairdeal layout learn)."
    " May be given several times.",
)


us_option = click.option(
    "--us",
    type=click.Choice(["A", "B"]),
    help="The team that is Us on such a sheet, whatever its layout says.",
)


File: Final = click.Path(path_type=Path, dir_okay=False)


def opened(context: click.Context, *, create: bool = False) -> Archive:
    """The archive that the command is about."""
    # Most commands open none, and need not wait for it.
    from fairdeal.desk.archive.store import Archive

    path = cast(Path, context.obj[0])
    keep_private(path, create=create)
    return Archive(path, create=create)


def who(context: click.Context) -> str:
    """The person who acts."""
    return cast(str, context.obj[1])


def _number_of(context: click.Context, _: click.Parameter, asked: str) -> str:
    """The number of a case that is given by its number or its name. Raises DeskError where several have the
    name."""
    from fairdeal.desk.archive.search import listed

    with opened(context) as archive:
        named = (each for each in listed(archive) if each.called.casefold() == asked.casefold())
        found = [asked] if archive.acts(asked) else [each.case_id for each in named]
    if len(found) > 1:
        numbers = ", ".join(sorted(found))
        raise DeskError(f"{len(found)} cases are called {asked}.", asked, f"Choose one: {numbers}.")
    return "".join(found) or asked


case_argument = click.argument("case", callback=_number_of)
"""A case of the archive, by its number or its name."""

archive_option = click.option(
    "--archive",
    "path",
    type=File,
    metavar="FILE",
    envvar=ARCHIVE,
    default=default_archive,
    help=f"The archive's file. Without it: what {ARCHIVE} names, else one in your own folder.",
)


def of_an_archive(command: Callable[[], None]) -> Callable[..., None]:
    """A group of commands about one archive: what `opened` and `who` tell them."""

    @archive_option
    @click.option(
        "--who", "name", metavar="NAME", help="Who acts. Without it: your name on this machine."
    )
    @click.pass_context
    @wraps(command)
    def group(context: click.Context, path: Path, name: str | None) -> None:
        context.obj = (path, name or somebody())

    return group


PIPE: Final = Path("-")
"""What is written in the place of a file's name for standard input."""


PIPED: Final = "standard input"
"""What standard input is called in answers."""


LARGEST_PIPED: Final = 1_000_000_000
"""Bytes from a pipe: a million games of PBN. They are put on the disk, which nothing endless may fill."""


_AT_ONCE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Given:
    """A file to read: where it lies, and what it is called in answers."""

    path: Path
    name: str

    def said(self, line: str) -> str:
        """A line about the file, with the name that people know it by."""
        return line.replace(str(self.path), self.name).replace(f"check {PIPED}", f"check {PIPE}")

    def trouble(self, error: BaseException) -> str:
        """What to print where it fails and other files are still done: one line that names it once."""
        place = str(self.path)
        return self.said(of_one(self.name if self.name in in_one_line(error) else place, error))


def given(paths: Iterable[Path]) -> Iterator[Given]:
    """The files of a command line, one after the other. What comes through a pipe lies in a file of its
    own until the command ends, so that it can be read more than once, and by another process.

    Raises DeskError where the pipe brings too much.
    """
    piped: Given | None = None
    for path in paths:
        if path != PIPE:
            yield Given(path, str(path))
            continue
        if piped is None:
            folder = TemporaryDirectory(prefix="fairdeal-")
            place = Path(click.get_current_context().with_resource(folder)) / "piped"
            piped = Given(place, PIPED)
            with place.open("wb") as file:
                _copy(getattr(sys.stdin, "buffer", None), file)
        yield piped


def _copy(stream: IO[bytes] | None, file: IO[bytes]) -> None:
    """All of a stream; none where standard input is closed."""
    left = LARGEST_PIPED
    while stream is not None and (piece := stream.read(_AT_ONCE)):
        left -= len(piece)
        if left < 0:
            raise DeskError(
                f"{PIPED} has more than {LARGEST_PIPED // 1_000_000} MB.",
                PIPED,
                "Write it to several files.",
            )
        file.write(piece)
