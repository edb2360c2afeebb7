"""Rulebooks by name: TOML files that come with the program, or a user's own, named by its path.

Parameters are data; the logic of the rules is in `rules/` of each game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fairdeal.records.place import lines_of
from fairdeal.rulings.rulebooks.rulebook import RulebookError

File = tuple[str, int]
"""A rulebook's file, and when it was last changed (0: it came with the program)."""
BOOKS: Final = Path(__file__).parent
LARGEST: Final = 1_000_000
"""Bytes of a rulebook file: a hundred times what the longest needs."""
MOST_BASES: Final = 10
"""Rulebooks that one takes over from, each from the next: a club's from its association's, and so on."""
_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")


def known() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the program."""
    return tuple(sorted(path.stem for path in BOOKS.glob("*.toml")))


def located(id_or_path: str) -> tuple[File, ...]:
    """The file of a rulebook's id or path, and after it those of its base, and of the base of that.

    Raises RulebookError, with what is allowed, where there is none.
    """
    files = [_located(id_or_path)]
    while True:
        file, stamp = files[-1]
        text, tables = read(file, stamp)
        if "base" not in tables:
            return tuple(files)
        line = line_of(text, "base")
        base = tables["base"]
        if not isinstance(base, str):
            raise RulebookError(
                'a text is expected, such as "international".', file, "base", line=line
            )
        try:
            found = _located(base, Path(file).parent)
        except RulebookError as error:
            raise RulebookError(str(error), file, "base", line=line) from error
        if Path(found[0]) in [Path(name).resolve() for name, _ in files]:
            names = ", ".join(Path(name).name for name, _ in files)
            raise RulebookError(
                f"the bases lead back to where they began: {names}.",
                file, "base", f"Name one of {', '.join(known())} instead.", line,
            )  # fmt: skip
        if len(files) > MOST_BASES:
            raise RulebookError(
                f"more than {MOST_BASES} bases.", file, "base", "Put some together.", line
            )
        files.append(found)


def _located(id_or_path: str, folder: Path | None = None) -> File:
    if id_or_path in known():
        return str(BOOKS / f"{id_or_path}.toml"), 0
    path = Path(id_or_path)
    if path.suffix == ".toml" or "/" in id_or_path or "\\" in id_or_path:
        try:
            path = path if folder is None else (folder / path).resolve()
            stat = path.stat()
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "cannot be read"
            raise RulebookError(
                f"The rulebook file cannot be opened ({reason}).",
                id_or_path,
                remedy="Check its name. A base is looked for beside the file that names it.",
            ) from error
        if not path.is_file() or stat.st_size > LARGEST:
            raise RulebookError(
                "this is not a rulebook file.",
                id_or_path,
                remedy=f"A rulebook is a text of at most {LARGEST // 1000} kB.",
            )
        return str(path), stat.st_mtime_ns
    raise RulebookError(
        f"There is no rulebook called “{id_or_path[:60]}”.",
        remedy=f"Choose one of: {', '.join(known())}; or give the path of a .toml file.",
    )


@lru_cache(maxsize=64)
def read(file: str, _stamp: int) -> tuple[str, Mapping[str, Any]]:
    """The text of a rulebook's file, and its tables. Raises RulebookError where it cannot be read."""
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RulebookError("not a text in UTF-8.", file) from error
    except (ValueError, RecursionError) as error:
        said = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "far too large"
        line = _LINE.search(said)
        raise RulebookError(
            f"not a valid TOML file: {_LINE.sub('', said)}.",
            file,
            remedy="Write each figure as `name = value`, and a text between quotation marks.",
            line=int(line[1]) if line else 0,
        ) from error
    except OSError as error:
        raise RulebookError(f"cannot be read ({error.strerror}).", file) from error


def line_of(text: str, key: str) -> int:
    """The line of a rulebook's file where a key stands, or else its table; 0 where neither is there."""
    table, nearest, depth = "", 0, 0
    for number, line in enumerate(lines_of(text), 1):
        name, equals, _ = line.partition("=")
        if line.lstrip().startswith("["):
            table = path = _dotted(line.split("]")[0])
        elif equals and "#" not in name:
            path = ".".join(part for part in (table, _dotted(name)) if part)
        else:
            continue
        if within(key, path) and len(path) > depth:
            nearest, depth = number, len(path)
    return nearest


def within(key: str, table: str) -> bool:
    """Whether a key, as ``bids.lowest``, is one of a table, as ``bids``, or is it."""
    return f"{key}.".startswith(f"{table}.")


def _dotted(name: str) -> str:
    return ".".join(part.strip(" \t\"'[") for part in name.split("."))
