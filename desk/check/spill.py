"""Parts of an answer put by until all is known: the lists of a file of ten thousand games.

What is printed first (the problems, the findings) comes to an end only with the last game, and memory
must not grow with the file. So each list is kept as JSON text in a temporary file.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final

IN_MEMORY: Final = 1 << 18
"""Characters of a list that are kept in memory: a small file needs no disk."""
_READ: Final = 1 << 16


class Spill:
    """A JSON list that grows in a temporary file."""

    def __init__(self) -> None:
        self.count = 0
        # Open until it was printed: see `close`.
        self._file: IO[str] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            max_size=IN_MEMORY, mode="w+", encoding="utf-8", errors="surrogatepass"
        )

    def add(self, entries: Iterable[dict[str, Any]]) -> None:
        for entry in entries:
            self._file.write(", " if self.count else "")
            self._file.write(json.dumps(entry, ensure_ascii=False))
            self.count += 1

    def text(self) -> Iterator[str]:
        """The list as JSON text, in pieces."""
        self._file.seek(0)
        yield "["
        while piece := self._file.read(_READ):
            yield piece
        yield "]"

    def close(self) -> None:
        self._file.close()


class SpilledAnswer:
    """The object that ``check`` prints for a file, of which some values are lists that were put by."""

    def __init__(self, **lists: Spill) -> None:
        self.lists = lists

    def close(self) -> None:
        for each in self.lists.values():
            each.close()

    def text(self, answer: dict[str, Any], line: str = "\n ") -> Iterator[str]:
        """The object as JSON text; a value that is the name of a list is that list."""
        yield "{"
        for index, (key, value) in enumerate(answer.items()):
            yield ("," if index else "") + line + json.dumps(key) + ": "
            if key in self.lists:
                yield from self.lists[key].text()
            else:
                yield json.dumps(value, ensure_ascii=False)
        yield line[:-1] + "}"
