"""Rulebooks by name: TOML files that come with the program, or a user's own, named by its path.

Parameters are data; the logic of the rules is in `rules/` of each game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fairdeal.rulings.rulebooks.rulebook import RulebookError

BOOKS: Final = Path(__file__).parent
LARGEST: Final = 1_000_000
"""Bytes of a rulebook file: a hundred times what the longest needs."""


def known() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the program."""
    return tuple(sorted(path.stem for path in BOOKS.glob("*.toml")))


def located(id_or_path: str) -> tuple[str, int]:
    """The file of a rulebook's id or path, and when it was last changed (0: it came with the program).

    Raises RulebookError, with what is allowed, where there is none.
    """
    if id_or_path in known():
        return str(BOOKS / f"{id_or_path}.toml"), 0
    path = Path(id_or_path)
    if path.suffix == ".toml" or "/" in id_or_path or "\\" in id_or_path:
        try:
            stat = path.stat()
        except OSError as error:
            reason = error.strerror or "cannot be read"
            raise RulebookError(
                f"The rulebook file cannot be opened ({reason}).", id_or_path
            ) from error
        if not path.is_file() or stat.st_size > LARGEST:
            raise RulebookError(
                "this is not a rulebook file.",
                id_or_path,
                remedy=f"A rulebook is a text of at most {LARGEST // 1000} kB.",
            )
        return str(path), stat.st_mtime_ns
    raise RulebookError(
        f"There is no rulebook called “{id_or_path}”.",
        remedy=f"Choose one of: {', '.join(known())}; or give the path of a .toml file.",
    )


@lru_cache(maxsize=64)
def tables(file: str, _stamp: int) -> Mapping[str, Any]:
    """The tables of a rulebook's file. Raises RulebookError where it cannot be read."""
    try:
        return tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulebookError(f"not a valid TOML file: {error}.", file) from error
    except UnicodeDecodeError as error:
        raise RulebookError("not a text in UTF-8.", file) from error
    except OSError as error:
        raise RulebookError(f"cannot be read ({error.strerror}).", file) from error
