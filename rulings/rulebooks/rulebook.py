"""What every rulebook has, whatever its game: an edition of the rules as data.

What only one game has is with its own class: `rulings.fifty_six.book`, `rulings.bridge.book`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

RemedyKind = Literal[
    "redeal", "award-deal", "points", "warning", "tricks", "correct-entry", "committee", "none"
]
Direction = Literal["counter-clockwise", "clockwise"]

SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "warning-scope": ("team-session", "team-deal", "seat-session"),
    "penalty-points": ("other-side", "committee"),
    "void-trump-late": ("redeal", "committee"),
    "forfeit-points": ("once", "each"),
    "unlisted-forms": ("advice",),
    "plus-noes": ("bids-before-last",),
    "match-tie": ("recorded",),
    "laws": ("2017",),
    "revoke-available": ("whole-deal", "from-revoke"),
}
"""Open readings that the program knows, with the values it can follow. Others are only shown."""


class RulebookError(Exception):
    """A rulebook that cannot be used. Says in which file, line and key, what is wrong and what to do."""

    exit_code: Final = 2

    def __init__(
        self, message: str, file: str = "", key: str = "", remedy: str = "", line: int = 0
    ) -> None:
        super().__init__(message, file, key, remedy, line)
        self.message = message
        self.file = file
        self.key = key
        self.remedy = remedy
        self.line = line

    def __str__(self) -> str:
        file = f"{self.file}, line {self.line}" if self.line else self.file
        where = ": ".join(part for part in (file, self.key[:100]) if part)
        text = f"{where}: {self.message}" if where else self.message
        return f"{text} {self.remedy}".strip()


@dataclass(frozen=True, slots=True)
class Setting:
    """An open reading of the printed rules: the choice made, how it is shown, and why.

    `key` is the parameter of the rulebook that holds the choice (``table.direction``), '' where the
    setting itself does.
    """

    name: str
    value: str
    shown: str
    reason: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class FindingRule:
    """What the rulebook says about one kind of finding."""

    articles: tuple[str, ...]
    remedy: RemedyKind
    objection: bool = False

    @property
    def article(self) -> str:
        return self.articles[0]


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of an own rulebook that is not its base's, in words: what it is, its value, and the base's."""

    key: str
    value: str
    was: str
    words: str = ""

    @property
    def said(self) -> str:
        """The figure as a sentence, in place of an article's."""
        return f"{self.words[:1].upper()}{self.words[1:]}: {self.value}."


@dataclass(frozen=True, eq=False, kw_only=True)
class Rulebook:
    """One edition of the rules of a game. Compared by identity: load it once and pass it on.

    Here is what every family of games has; what only one has is with its own class.
    """

    id: str
    title: str
    edition: str
    game: str
    """The family: ``fifty-six`` or ``bridge``."""
    players: tuple[int, ...]
    direction: Direction
    hand: int
    copies: int
    rank: tuple[str, ...]
    packs: Mapping[int, tuple[str, ...]]
    must_follow: bool
    findings: Mapping[str, FindingRule]
    settings: Mapping[str, Setting]
    articles: Mapping[str, str]
    file: str = ""
    changes: tuple[Change, ...] = ()
    """Where it differs from the rulebook that it names as its base."""

    def article(self, code_or_number: str, code: str = "") -> str:
        """The paraphrase of an article, by its number or by the code of a finding; '' if unknown.

        `code`: the finding that cites it, where a sentence of the article is about that alone. Where the
        rulebook changes a figure that the article states, it is the figure instead.
        """
        rule = self.findings.get(code_or_number)
        number = rule.article if rule else code_or_number
        return self.articles.get(f"{number} {code}") or self.articles.get(number, "")

    def setting(self, name: str) -> str | None:
        """The value chosen for an open reading, None where the rulebook does not name it."""
        found = self.settings.get(name)
        return found.value if found else None

    def shown(self, name: str) -> str | None:
        """How an open reading is shown in a finding."""
        found = self.settings.get(name)
        return found.shown if found else None

    def default_players(self) -> int:
        return self.players[0]

    @property
    def single_boards(self) -> bool:
        """Whether deals stand on their own, so that nothing depends on the one before."""
        return False

    @property
    def session_deals(self) -> int | None:
        """The deals of a match, where its match points follow from their sum and the rulebook tells."""
        return None


B = TypeVar("B", bound=Rulebook)

InWords = tuple[str, str, str | None]
"""A row: its label, what the rulebook says, and the setting that decides it."""


@dataclass(frozen=True, slots=True)
class Topic(Generic[B]):
    """One thing in which rulebooks differ. `settings` are the open readings that decide it."""

    key: str
    label: str
    words: Callable[[B], str]
    settings: tuple[str, ...] = ()

    def said(self, book: B) -> InWords:
        """What a rulebook says of it."""
        return self.label, self.words(book), self.setting(book)

    def setting(self, book: Rulebook) -> str | None:
        """The name of the setting that this rulebook decides the row by, None where it is printed."""
        return next((name for name in self.settings if name in book.settings), None)
