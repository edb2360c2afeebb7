"""A page for every command, from its own help and two examples."""

from __future__ import annotations

import inspect
from typing import Final

import click

from fairdeal.desk.cli import COMMANDS, load

EXAMPLES: Final = {
    "archive": (
        "./run archive add sheet.jpg log-3.jpg",
        "./run archive search --article 2.4.5 --ruled",
        "./run archive export 0a1b2c3d4e5f -o match.case --key committee.pem",
        "./run archive export --parquet tables",
    ),
    "audit": ("./run audit samples/onam-cup", "./run audit round-2 -o round-2-reports"),
    "check": ("./run check log.hrn", "./run check sheet.jpg logs/*.hrn --format jsonl"),
    "compare": (
        "./run compare log.hrn",
        "./run compare log.hrn --rules international --rules my-rules.toml",
    ),
    "desk": ("./run desk", "./run desk --archive cup.fairdeal --no-browser"),
    "form": (
        './run form score-sheet -o sheet.pdf --event "Onam Cup" --table 4 --round 2',
        "./run form hand-log -o log.png --fields log.json",
        "./run form hand-log --players 8 -o log.pdf",
        "./run form dispute-slip -o slip.pdf --language both --table 4 --round 2",
        "./run form score-sheet --schedule schedule.csv -o forms.pdf",
    ),
    "layout": (
        "./run layout learn blank-sheet.jpg -o club.toml",
        './run layout learn sheet.jpg -o club.toml --column 3="total A" --column 7=ignore --us A',
    ),
    "read": ("./run read sheet.jpg -o sheet.hrn", "./run read sheet.jpg --format json"),
    "report": (
        "./run report sheet.jpg log-3.jpg log-7.hrn -o report.html",
        "./run report sheet.jpg log-3.jpg --language both -o report.pdf",
    ),
    "rulebook": ("./run rulebook wiki", "./run rulebook international --toml > my-rules.toml"),
    "rulebooks": ("./run rulebooks",),
    "ruling": (
        "./run ruling list 0a1b2c3d4e5f",
        './run ruling decide 0a1b2c3d4e5f 3 2 --why "The table agreed"',
        "./run ruling sign 0a1b2c3d4e5f -o signed.pdf",
    ),
    "doctor": ("./run doctor",),
    "statistics": (
        "./run statistics --by year",
        './run statistics --by table --event "Onam Cup" --format csv > onam-cup.csv',
    ),
}


def pages() -> dict[str, str]:
    """Every page by its path."""
    commands = {name: load(name) for name in COMMANDS}
    lines = [
        "# Commands",
        "",
        "Run `./run COMMAND`, or `fairdeal COMMAND` where it is installed.",
        "",
    ]
    for name, command in commands.items():
        lines.append(f"- [{name}]({name}.md): {_first_sentence(command)}")
    lines += [
        "",
        "Also: `./run test`, `./run lint`, `./run bench`, `./run soak`, `./run docs`, `./run train`, and",
        "`./run python ...` for Python as the program has it. A link to `run` works from anywhere, such as",
        "`ln -s $PWD/run ~/bin/fairdeal`.",
        "",
        "## Complete with Tab",
        "",
        "The shell completes commands and options of `fairdeal`: installed, or such a link in a folder of"
        " `PATH`. Put the",
        "line of your shell into the file beside it, and open a new shell.",
        "",
        "| shell | file | line |",
        "|---|---|---|",
        '| bash | `~/.bashrc` | `eval "$(_FAIRDEAL_COMPLETE=bash_source fairdeal)"` |',
        '| zsh | `~/.zshrc`, after `compinit` | `eval "$(_FAIRDEAL_COMPLETE=zsh_source fairdeal)"` |',
        "| fish | `~/.config/fish/completions/fairdeal.fish` |"
        " `_FAIRDEAL_COMPLETE=fish_source fairdeal \\| source` |",
        "",
        "In bash it works for `./run` as well, without a link: `cd` to the project, and there",
        '`eval "$(_FAIRDEAL_COMPLETE=bash_source ./run)"; complete -F _fairdeal_completion run`.',
        "",
    ]
    texts = {"README.md": "\n".join(lines)}
    texts |= {f"{name}.md": page(name, command) for name, command in commands.items()}
    return {f"commands/{name}": text for name, text in texts.items()}


def page(name: str, command: click.Command) -> str:
    """One command's page."""
    usage = " ".join(["fairdeal", name, *command.collect_usage_pieces(click.Context(command))])
    lines = [f"# {name}", "", "```", usage, "```", ""]
    lines += _help(command).split("\n")
    lines += ["", "| option | meaning |", "|---|---|"]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            lines.append(f"| {_option(parameter)} | {_meaning(parameter)} |")
    lines.append("| `-h`, `--help` | Show what the command does and its options. |")
    if isinstance(command, click.Group):
        for part in sorted(command.commands):
            lines += _part(name, command.commands[part])
    lines += ["", "Examples:", "", "```", *EXAMPLES[name], "```", ""]
    return "\n".join(lines)


def _part(group: str, command: click.Command) -> list[str]:
    """A command within a group, as a section of the group's page."""
    usage = " ".join(
        [group, str(command.name), *command.collect_usage_pieces(click.Context(command))]
    )
    lines = ["", f"## {group} {command.name}", "", "```", f"fairdeal {usage}", "```", ""]
    lines += _help(command).split("\n")
    options = [each for each in command.params if isinstance(each, click.Option)]
    if options:
        lines += ["", "| option | meaning |", "|---|---|"]
        lines += [f"| {_option(each)} | {_meaning(each)} |" for each in options]
    return lines


def _help(command: click.Command) -> str:
    return inspect.cleandoc(command.help or "")


def _first_sentence(command: click.Command) -> str:
    return " ".join(_help(command).split("\n\n")[0].split())


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    if option.is_flag:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} `{' / '.join(option.type.choices)}`"
    return f"{names} `{option.metavar or 'TEXT'}`".replace("|", "\\|")


def _meaning(option: click.Option) -> str:
    words = option.help or ""
    if isinstance(option.type, click.Choice) and isinstance(option.default, str):
        words += f" Without it: `{option.default}`."
    return words
