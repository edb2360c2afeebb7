"""What the games of a file hand on to those after them: ``#`` and ``##`` (PBN 2.1, chapter 4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fairdeal.grammar.pbn.strict.standard import NOT_INHERITED

Pair = tuple[str, str]
"""The name and the value of a tag."""


@dataclass(slots=True)
class Inheritance:
    """How it stands before a game."""

    last: dict[str, str] = field(default_factory=dict)
    """The value of each tag in the nearest game before that has it."""
    lasting: dict[str, str] = field(default_factory=dict)
    """Values that hold for all games that follow (``##``)."""

    def lacks(self, name: str, value: str) -> bool:
        """Whether a tag inherits where no game before has a value for it."""
        return value == "#" and name not in NOT_INHERITED and name not in self.last

    def of(self, tags: Iterable[Pair]) -> dict[str, str]:
        """The values that games before hand on to a game with these tags."""
        found = dict(self.lasting)
        for name, value in tags:
            if not value.startswith("#") or name in NOT_INHERITED:
                continue
            if value == "#":
                found[name] = self.last.get(name, "")
            elif value.startswith("##"):
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
        self.last.update(effective)
