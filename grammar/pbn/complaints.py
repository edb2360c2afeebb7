"""What is said about a game while it is read, by how strictly it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from fairdeal.records.record import Problem


class Placed(Protocol):
    """Anything that stands at a line and a column."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


@dataclass(frozen=True, slots=True)
class At:
    """A place in the file, where no token stands for it."""

    line: int
    column: int = 1


@dataclass(slots=True)
class Complaints:
    """Gathers the problems of one game. `strict`: the file is held to every word of the standard."""

    strict: bool
    game: int
    problems: list[Problem] = field(default_factory=list)

    def error(self, message: str, at: Placed) -> None:
        """Something could not be read."""
        self._add("error", message, at)

    def warning(self, message: str, at: Placed) -> None:
        """Read, but not clear."""
        self._add("warning", message, at)

    def liberty(self, message: str, at: Placed) -> None:
        """Not as PBN has it, and read all the same: said in a lenient reading, wrong in a strict one."""
        self._add("error" if self.strict else "note", message, at)

    def standard(self, message: str, at: Placed) -> None:
        """Not as PBN has it, of no account for what is read."""
        if self.strict:
            self._add("error", message, at)

    def contradiction(self, message: str, at: Placed) -> None:
        """What the game says of itself in two places does not agree, or is no game of bridge.

        What it is for the players is judged by the rulings; a file held to the standard must mark it.
        """
        if self.strict:
            self._add("warning", message, at)

    def _add(self, severity: Literal["error", "warning", "note"], message: str, at: Placed) -> None:
        self.problems.append(Problem(severity, message, at.line, at.column, self.game))
