"""The command line: ``fairdeal COMMAND``."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any, Final, cast

import click

from fairdeal import __version__
from fairdeal.desk.console import QUIET, trouble
from fairdeal.desk.trouble import INTERRUPTED, NOTHING, DeskError, in_one_line, show_origin
from fairdeal.desk.usage import LONGEST_HELP, in_words

COMMANDS: Final = (
    "archive",
    "audit",
    "check",
    "compare",
    "desk",
    "doctor",
    "form",
    "layout",
    "read",
    "report",
    "rulebook",
    "rulebooks",
    "ruling",
    "statistics",
)
"""Every command is `command` in the module of its name in `desk.commands`, loaded when called for;
the list of rulebooks is beside the page of one."""

REPORT: Final = "report"
"""The command for files without any."""
ALIKE: Final = 0.6
"""How alike a misspelt word is to the command that it may be, from 0 to 1."""
SAFE_PATH: Final = "PYTHONSAFEPATH"
"""Environment variable: set, Python looks for no module in the folder that one stands in."""


def load(name: str) -> click.Command:
    """A command by its name, with the options that all commands have."""
    module, attribute = ("rulebook", name) if name == "rulebooks" else (name, "command")
    loaded = cast(
        click.Command, getattr(import_module(f"fairdeal.desk.commands.{module}"), attribute)
    )
    for each in _leaves(loaded):
        if not any("--quiet" in parameter.opts for parameter in each.params):
            each.params.append(_quiet_option())
        # Whole where a group lists it: else it breaks off in the middle of a sentence.
        each.short_help = each.get_short_help_str(LONGEST_HELP)
    return loaded


def _leaves(command: click.Command) -> Iterator[click.Command]:
    if isinstance(command, click.Group):
        for part in command.commands.values():
            yield from _leaves(part)
    else:
        yield command


def _quiet_option() -> click.Option:
    def keep(context: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted:
            context.meta[QUIET] = True

    return click.Option(
        ["-q", "--quiet"],
        is_flag=True,
        expose_value=False,
        callback=keep,
        help="Do not show progress or success messages. Answers and problems are still shown.",
    )


class _Commands(click.Group):
    """The commands, each imported only when it is needed: checking a text needs no vision."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named; of files alone a report. Fails with the nearest name for any other word."""
        ctx.default_map = _from_settings()
        word = args[0]
        if word in COMMANDS or word.startswith("-"):
            return super().resolve_command(ctx, args)
        kind = kind_of(word)
        if kind == "file":
            return REPORT, load(REPORT), args
        if word == "help":
            return _help_on(ctx, args[1:])
        near = get_close_matches(word.casefold(), COMMANDS, 1, ALIKE)
        if kind == "folder":
            raise click.UsageError(
                f"“{word}” is a folder. To read all of it: fairdeal audit {word}", ctx
            )
        if PurePath(word).suffix or PurePath(word).name != word:
            raise click.UsageError(f"There is no file “{word}”.", ctx)
        meant = f" Did you mean “{near[0]}”?" if near else ""
        raise click.UsageError(f"There is no command “{word}”.{meant}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every command with its first sentence, whole."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, load(name).get_short_help_str(LONGEST_HELP)) for name in COMMANDS]
            )


def _help_on(ctx: click.Context, words: Sequence[str]) -> tuple[str, click.Command, list[str]]:
    """``fairdeal help check`` for ``fairdeal check --help``."""
    if words[:1] and words[0] in COMMANDS:
        return words[0], load(words[0]), [*words[1:], "--help"]
    click.echo(ctx.get_help())
    raise click.exceptions.Exit(0)


def kind_of(word: str) -> str:
    """What is there under this name: a file, a folder, or nothing."""
    try:
        return "file" if Path(word).is_file() else "folder" if Path(word).is_dir() else ""
    except (OSError, ValueError):
        return ""


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="Fairdeal %(version)s")
def fairdeal() -> None:
    """Reads score sheets and hand logs of the card game 56 and of contract bridge, replays every deal under
    its rulebook, and reports what a Rules Committee must know.

    A file may be a photo (JPEG, PNG, WebP, HEIC), a PDF or TIFF, a typed record (.hrn), or boards of bridge
    as PBN or LIN. The file type is detected from its content, not from its name. Files without a command
    are reported on: fairdeal sheet.jpg log.jpg.
    """


def program() -> int:
    """What the installed ``fairdeal`` and ``python -m fairdeal`` run: `main` as a program of its own."""
    # The processes that read photos look for modules before they are shown where: not in the folder that one
    # stands in, which may hold evidence from a disputing party.
    os.environ[SAFE_PATH] = "1"
    status = main()
    gc.freeze()  # What is in memory goes with the process, and is not looked through first.
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status: 0, 1 (something found) or 2. Never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A name that the terminal cannot show must not stop the answer.
            reconfigure(errors="backslashreplace")
    given = None if arguments is None else list(arguments)
    try:
        status = fairdeal.main(given, prog_name="fairdeal", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        return _bad_usage(error, sys.argv[1:] if given is None else given)
    except (click.Abort, KeyboardInterrupt):
        trouble("Stopped. Files that were already written are whole.")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left (``| head``): not a fault, and nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except Exception as error:
        show_origin(error)
        trouble(in_one_line(error))
        return NOTHING


def _from_settings() -> dict[str, dict[str, Any]]:
    """What the settings file of this computer says of options; the archive and the rulebook are said to the
    processes that read and judge, too. Where it cannot be used that is said, and no more."""
    from fairdeal.desk.usual import ARCHIVE, RULEBOOK, defaults, usual

    try:
        settings = usual()
    except DeskError as error:
        trouble(in_one_line(error))
        return {}
    for variable, value in ((ARCHIVE, settings.archive), (RULEBOOK, settings.rulebook)):
        if value:
            os.environ.setdefault(variable, value)
    return defaults(settings)


def _bad_usage(error: click.ClickException, given: Sequence[str]) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        print(error.format_message(), file=sys.stderr)
        return NOTHING
    if isinstance(error, click.UsageError) and error.ctx is None:
        error.ctx = _context(given)
    message = in_words(error)
    context = getattr(error, "ctx", None)
    help_for = context.command_path if context is not None else "fairdeal"
    end = "" if message.endswith("?") else "."
    trouble(f"{message}{end} See: {help_for} --help")
    return NOTHING


def _context(given: Sequence[str]) -> click.Context:
    """That of the command that was called, for errors that do not say theirs."""
    context = click.Context(fairdeal, info_name="fairdeal")
    for word in given:
        group = context.command
        if not isinstance(group, click.Group):
            break
        found = group.get_command(context, word)
        if found is not None:
            context = click.Context(found, context, info_name=word)
    return context
