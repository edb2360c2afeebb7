"""What is said of a command line that cannot be run: what is wrong, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import singledispatch
from typing import Final

import click

ALIKE: Final = 0.65
"""How alike a misspelt word is to the one that it may be, from 0 to 1: --json is not like --us."""
MOST_LISTED: Final = 8
"""Commands of a group that are listed where none of them is like what was written."""

LONGEST_HELP: Final = 300
"""Letters of a command's first sentence."""

_QUOTED: Final = re.compile(r"^'(.*?)' is not (?:one of|a valid)", re.DOTALL)
_OUT_OF_RANGE: Final = re.compile(r"^(\S+) is not in the range")
_TOO_MANY: Final = re.compile(r"^Got unexpected extra arguments? \((.*)\)$", re.DOTALL)
_OF_FILE: Final = re.compile(r"^(?:File|Directory|Path) '(.*)' (.*)$", re.DOTALL)
_OF_CLICK: Final = {"is a directory": "is a folder", "does not exist": "is not there"}
"""What the library for command lines says of files, and what we call it."""


@singledispatch
def in_words(error: click.ClickException) -> str:
    """One or two sentences, the last without its point; some kinds of error have their own."""
    return error.format_message().rstrip(".")


@in_words.register
def _no_option(error: click.NoSuchOption) -> str:
    written = error.option_name
    options = list(_options(error.ctx))
    said = f"There is no option “{written}” here"
    group = None if error.ctx is None else error.ctx.command
    if isinstance(group, click.Group) and error.ctx is not None:
        word = written.lstrip("-")
        if word in group.list_commands(error.ctx):
            return f"{said}. Write: {error.ctx.command_path} {word}"
    meant = _meant(written, [name for each in options for name in each.opts])
    if meant:
        return said + meant
    for each in options:
        choices = list(each.type.choices) if isinstance(each.type, click.Choice) else []
        near = get_close_matches(written.lstrip("-").casefold(), choices, 1, ALIKE)
        if near:
            return f"{said}. Write: {_longest(each)} {near[0]}"
    return said


@in_words.register
def _no_command(error: click.exceptions.NoSuchCommand) -> str:
    context = error.ctx
    group = context.command if context is not None else None
    if context is None or not isinstance(group, click.Group):
        return error.format_message().rstrip(".")
    names = group.list_commands(context)
    said = f"There is no command “{error.command_name}” after “{context.command_path}”"
    meant = _meant(error.command_name, names)
    if meant or len(names) > MOST_LISTED:
        return said + meant
    return f"{said}. There are {_listed(names, 'and')}"


@in_words.register
def _missing(error: click.MissingParameter) -> str:
    context, of = error.ctx, error.param
    if context is None or of is None:
        return error.format_message().rstrip(".")
    name = _longest(of) if isinstance(of, click.Option) else _name(of, context)
    first = context.command.get_short_help_str(LONGEST_HELP).rstrip(".")
    if re.search(rf"\b{name}\b", first):
        return f"{name} is missing. {first}"
    return f"{name} is missing. Write: {_usual(context)}"


@in_words.register
def _without_value(error: click.BadOptionUsage) -> str:
    named = [each for each in _options(error.ctx) if error.option_name in each.opts]
    if "requires an argument" not in error.message:
        return error.format_message().rstrip(".")
    shape = f", such as: {error.option_name} {_value(named[0])}" if named else ""
    return f"Something must follow after {error.option_name}{shape}"


@in_words.register
def _unfit(error: click.BadParameter) -> str:
    of, message = error.param, error.message.rstrip(".")
    if of is None:
        return error.format_message().rstrip(".")
    name = _longest(of) if isinstance(of, click.Option) else _name(of, error.ctx)
    found = _QUOTED.match(message) or _OUT_OF_RANGE.match(message)
    if found is not None and isinstance(of.type, click.Choice):
        choices = [str(each) for each in of.type.choices]
        meant = _meant(found[1], choices)
        return f"“{found[1]}” is not known after {name}. Choose {_listed(choices, 'or')}{meant}"
    if found is not None and isinstance(of.type, click.types.IntParamType):
        low, high = getattr(of.type, "min", None), getattr(of.type, "max", None)
        span = "" if low is None else f" from {low}" if high is None else f" from {low} to {high}"
        return f"“{found[1]}” is not possible after {name}. Write a whole number{span}"
    of_file = _OF_FILE.match(message)
    if of_file is not None:
        message = f"“{of_file[1]}” {_OF_CLICK.get(of_file[2], of_file[2])}"
    return f"{name}: {message}"


@in_words.register
def _too_many(error: click.UsageError) -> str:
    found, context = _TOO_MANY.match(error.message.rstrip(".")), error.ctx
    if found is None or context is None:
        return error.format_message().rstrip(".")
    many = "is one word" if " " not in found[1] else "are some words"
    return f"“{found[1]}” {many} too many. Write: {_usual(context)}"


def _options(context: click.Context | None) -> Iterator[click.Option]:
    """The options that may be written here; of the program's own none where it has none."""
    for each in [] if context is None else context.command.get_params(context):
        if isinstance(each, click.Option):
            yield each


def _longest(of: click.Parameter) -> str:
    return max(of.opts, key=len)


def _name(of: click.Parameter, context: click.Context | None) -> str:
    shown = of.make_metavar(context) if context is not None else of.human_readable_name.upper()
    return shown.strip("[].")


def _value(option: click.Option) -> str:
    """What may follow an option, as its help shows it."""
    if isinstance(option.type, click.Choice):
        return str(next(iter(option.type.choices)))
    return (option.metavar or option.type.name.upper()).partition("|")[0]


def _usual(context: click.Context) -> str:
    """How the command is written: ``fairdeal check FILE...``."""
    pieces = context.command.collect_usage_pieces(context)
    needed = [each.replace("...", "") for each in pieces if each != "[OPTIONS]"]
    return " ".join([context.command_path, *needed])


def _meant(written: str, names: Sequence[str]) -> str:
    near = get_close_matches(written.casefold(), names, 1, ALIKE)
    return f". Did you mean “{near[0]}”?" if near else ""


def _listed(names: Iterable[str], word: str) -> str:
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last
