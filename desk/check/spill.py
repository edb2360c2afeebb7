"""Parts of an answer put by until all is known: the lists of a file of ten thousand games.

What is printed first (the problems, the findings) comes to an end only with the last game, and memory
must not grow with the file. So each list is kept as JSON text in a temporary file.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Final

IN_MEMORY: Final = 1 << 18
"""Characters of a list that are kept in memory: a small file needs no disk."""


class Spill:
    """A JSON list that grows in a temporary file, an entry a line.

    An entry may have a label: whether those of a label are left out may be decided at the end (`left_out`).
    An entry may have the position of an earlier one under the key `position`, if nothing between the two is
    left out.
    """

    def __init__(self) -> None:
        self.count = 0
        self.position = ""
        self.left_out: Callable[[str], bool] = lambda label: False
        # Open until it was printed: see `close`.
        self._file: IO[str] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            max_size=IN_MEMORY,
            mode="w+",
            encoding="utf-8",
            errors="surrogatepass",
            newline="\n",
        )

    def add(self, entries: Iterable[dict[str, Any]], label: str = "") -> None:
        """Add entries. `label`: one line of text."""
        for entry in entries:
            text = json.dumps(entry, ensure_ascii=False)
            self._file.write(f"{label}\n{text}\n")
            self.count += 1

    def text(self) -> Iterator[str]:
        """The list as JSON text, in pieces."""
        self._file.seek(0)
        yield "["
        before, left_out = "", 0
        while label := self._file.readline():
            text = self._file.readline()
            if label != "\n" and self.left_out(label[:-1]):
                left_out += 1
                continue
            yield before + (self._moved_up(text, left_out) if left_out else text[:-1])
            before = ", "
        yield "]"

    def _moved_up(self, text: str, left_out: int) -> str:
        """An entry with the position in it as it is once so many above it are left out."""
        entry = json.loads(text)
        if entry.get(self.position) is not None:
            entry[self.position] -= left_out
        return json.dumps(entry, ensure_ascii=False)

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
