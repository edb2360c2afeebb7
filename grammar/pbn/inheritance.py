"""What the games of a file hand on to those after them: ``#`` and ``##`` (PBN 2.1, chapter 4.8).

The standard does not let deal, dealer and vulnerability be inherited; files of matches do so all the same,
where the other room plays the same board. There ``#`` is understood, from the game just before and for the
same board only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.pbn.strict.standard import NOT_INHERITED, OF_THE_BOARD

Pair = tuple[str, str]
"""The name and the value of a tag."""

NEVER: Final = NOT_INHERITED - OF_THE_BOARD
"""Tags in which ``#`` is not understood."""


@dataclass(slots=True)
class Inheritance:
    """How it stands before a game."""

    last: dict[str, str] = field(default_factory=dict)
    """The value of each tag in the nearest game before that has it."""
    lasting: dict[str, str] = field(default_factory=dict)
    """Values that hold for all games that follow (``##``)."""

    noted: bool = False
    """Whether it was reported that the file inherits what the standard does not let it inherit."""

    def plainly(self, name: str, value: str) -> bool:
        """Whether a tag inherits, and nothing is left to say about that."""
        if name in OF_THE_BOARD:
            return value == "#" and self.noted
        return name not in NEVER and (value == "#" or value.startswith("##"))

    def lacks(self, name: str, value: str, board: str | None) -> bool:
        """Whether a tag of a game inherits where no game before has a value for it; `board` is its board."""
        if value != "#" or name in NEVER:
            return False
        return name not in self.last or (name in OF_THE_BOARD and not self._again(board))

    def _again(self, board: str | None) -> bool:
        """Whether a game may be of the same board as the one before."""
        return board in (None, "#", self.last.get("Board"))

    def of(self, tags: Collection[Pair]) -> dict[str, str]:
        """The values that games before hand on to a game with these tags."""
        found = dict(self.lasting)
        board = next((value for name, value in tags if name == "Board"), None)
        for name, value in tags:
            if value == "#" and name not in NEVER:
                found[name] = "" if self.lacks(name, value, board) else self.last[name]
            elif value.startswith("##") and name not in NOT_INHERITED:
                found[name] = value[2:]
        return found

    def hand_on(self, tags: Iterable[Pair], effective: Mapping[str, str]) -> None:
        """Go on to the next game. `effective`: the values that this one has, those inherited too."""
        for name, value in tags:
            if value[:2] == "##" and name not in NOT_INHERITED:
                self.lasting[name] = value[2:]
            elif name in self.lasting:
                if value == "#":
                    del self.lasting[name]
                else:
                    self.lasting[name] = value
        for name in OF_THE_BOARD - effective.keys():
            self.last.pop(name, None)
        self.last.update(effective)
