"""A rulebook's file read key by key: every value checked, every mistake named with what is allowed.

What the rulebooks of all families have is read here; the rest by the file of each family.
"""

from __future__ import annotations

import reprlib
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, cast, get_args

from fairdeal.records.cards import RANKS, SUITS
from fairdeal.rulings.frame.finding import RemedyKind
from fairdeal.rulings.rulebooks.rulebook import (
    SETTINGS,
    FindingRule,
    RulebookError,
    Setting,
)

ARTICLES: Final = Path(__file__).parent.parent / "articles"
LARGEST: Final = 1_000_000
"""A number that no rule of a game has: a larger one is a slip."""
FIGURES: Final = "figures"
"""The table of a file of articles that says which keys of the rulebook each sentence states."""


def shown(value: Any) -> str:
    """A value in a message, cut where it is long."""
    return reprlib.repr(value)


class Reader:
    """Takes typed values out of a TOML table, naming file and key where one is wrong."""

    def __init__(self, table: Mapping[str, Any], file: str, path: str = "") -> None:
        self.table = table
        self.file = file
        self.path = path
        self.taken: set[str] = set()

    def _key(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def fail(self, name: str, message: str, remedy: str = "") -> RulebookError:
        return RulebookError(message, self.file, self._key(name), remedy)

    def get(self, name: str, kind: type | tuple[type, ...], what: str) -> Any:
        self.taken.add(name)
        if name not in self.table:
            raise self.fail(name, f"missing; {what} is expected.")
        value = self.table[name]
        if isinstance(value, int) and abs(value) > LARGEST:
            raise self.fail(name, f"the number is too large; {LARGEST:,} is the largest.")
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is int)
        if wrong:
            raise self.fail(name, f"{shown(value)} is not allowed; {what} is expected.")
        return value

    def text(self, name: str) -> str:
        return cast(str, self.get(name, str, "a text"))

    def flag(self, name: str) -> bool:
        return cast(bool, self.get(name, bool, "true or false"))

    def number(self, name: str, least: int = 0) -> int:
        value = cast(int, self.get(name, int, "a whole number"))
        if value < least:
            raise self.fail(name, f"{value} is not allowed; a number from {least} up is expected.")
        return value

    def number_or_none(self, name: str) -> int | None:
        """A number, or ``"none"`` where the rulebook has no such thing."""
        if self.table.get(name) == "none":
            self.taken.add(name)
            return None
        value: int = self.get(name, int, 'a whole number or "none"')
        return value

    def choice(self, name: str, literal: Any) -> Any:
        allowed = get_args(literal)
        value = self.get(name, str, f"one of {', '.join(allowed)}")
        if value not in allowed:
            raise self.fail(name, f"{shown(value)} is not allowed; one of {', '.join(allowed)} is.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.get(name, list, "a list of texts")
        for value in values:
            if not isinstance(value, str):
                raise self.fail(
                    name, f"{shown(value)} is not allowed; a list of texts is expected."
                )
        return tuple(values)

    def numbers(self, name: str) -> tuple[int, ...]:
        values = self.get(name, list, "a list of whole numbers")
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST:
                raise self.fail(
                    name, f"{shown(value)} is not allowed; a list of numbers is expected."
                )
        return tuple(values)

    def sub(self, name: str) -> Reader:
        return Reader(self.get(name, dict, "a table"), self.file, self._key(name))

    def done(self) -> None:
        """Complain of keys that nothing has asked for: most are misspelt."""
        for name in self.table:
            if name not in self.taken:
                allowed = ", ".join(sorted(self.taken))
                raise self.fail(name, f"is not a key of a rulebook; allowed here: {allowed}.")


def ranks_of(reader: Reader, name: str, ranks: tuple[str, ...]) -> tuple[str, ...]:
    for rank in ranks:
        if rank not in RANKS:
            raise reader.fail(name, f"{shown(rank)} is not a rank; {', '.join(RANKS)} are.")
    return ranks


def packs_of(
    pack: Reader, players: tuple[int, ...], rank: tuple[str, ...], hand: int
) -> Mapping[int, tuple[str, ...]]:
    reader, copies = pack.sub("by_players"), pack.number("copies", 1)
    reader.taken.update(("4", "6", "8"))  # a base may have more tables
    packs = {}
    for count in players:
        ranks = reader.texts(str(count))
        for name in ranks:
            if name not in rank:
                raise reader.fail(str(count), f"{shown(name)} has no place in pack.rank.")
        cards = len(ranks) * len(SUITS) * copies
        if len(set(ranks)) < len(ranks) or cards != count * hand:
            raise reader.fail(
                str(count),
                f"{copies} packs of these ranks are {cards} cards; {count} players with {hand} each "
                f"need {count * hand}.",
            )
        packs[count] = ranks
    reader.done()
    return packs


def findings_of(
    reader: Reader, codes: Collection[str], award_deal: bool
) -> Mapping[str, FindingRule]:
    """What the rulebook says about each kind of finding, of those that its family has.

    `award_deal`: whether a deal can be awarded to the other side.
    """
    found = {}
    for code in reader.table:
        if code not in codes:
            raise reader.fail(code, f"is not a finding; allowed here: {', '.join(sorted(codes))}.")
        entry = reader.sub(code)
        articles = entry.texts("articles")
        if not articles:
            raise entry.fail("articles", "at least one article is expected.")
        objection = entry.flag("objection") if "objection" in entry.table else False
        remedy = entry.choice("remedy", RemedyKind)
        if remedy == "award-deal" and not award_deal:
            raise entry.fail(
                "remedy", '"award-deal" is not allowed while penalties.cardinal is "none".'
            )
        found[code] = FindingRule(articles, remedy, objection)
        entry.done()
    return found


def settings_of(top: Reader) -> Mapping[str, Setting]:
    if "settings" not in top.table:
        top.taken.add("settings")
        return {}
    reader = top.sub("settings")
    settings = {}
    for name in reader.table:
        entry = reader.sub(name)
        allowed = SETTINGS.get(name)
        meant = None if allowed else get_close_matches(name, SETTINGS, 1, 0.85)
        if meant:
            raise reader.fail(name, f"is not a setting; {meant[0]} is.")
        key = entry.text("of") if "of" in entry.table and not allowed else ""
        value = _value_at(top, entry, key) if key else entry.text("value")
        if allowed and value not in allowed:
            raise entry.fail(
                "value", f"{shown(value)} is not allowed; one of {', '.join(allowed)} is."
            )
        settings[name] = Setting(name, value, entry.text("shown"), entry.text("reason"), key)
        entry.done()
    return settings


def _value_at(top: Reader, entry: Reader, key: str) -> str:
    """The value that a parameter such as ``table.direction`` has in the rulebook, in words."""
    value: Any = top.table
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    if value is None or isinstance(value, dict):
        raise entry.fail(
            "of", f"{shown(key)} is not a key of this rulebook, such as table.direction."
        )
    return in_text(value)


def in_text(value: Any) -> str:
    """A value of a rulebook's file as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(row, list) and len(row) == 4 for row in value):
        return "; ".join(f"{low} to {high}: {made} or {lost}" for low, high, made, lost in value)
    if isinstance(value, list):
        return ", ".join(map(in_text, value))
    if isinstance(value, dict):
        return "; ".join(f"{name} {in_text(each)}" for name, each in value.items())
    return str(value)


def articles_of(top: Reader) -> Mapping[str, str]:
    """The paraphrases: a file's name beside the program's own, or a table in the rulebook itself."""
    return printed(top)[0]


def printed(top: Reader) -> tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """The paraphrases, and the keys of the rulebook whose figures each of them states."""
    value = top.get("articles", (str, dict), "the name of a file of articles, or a table of them")
    if isinstance(value, dict):
        return {number: str(text) for number, text in value.items()}, {}
    names = sorted(each.stem for each in ARTICLES.glob("*.toml"))
    if value not in names:
        raise top.fail("articles", f"{shown(value)} is not known; one of {', '.join(names)} is.")
    texts = tomllib.loads((ARTICLES / f"{value}.toml").read_text(encoding="utf-8"))
    return texts, {number: tuple(keys) for number, keys in texts.pop(FIGURES).items()}
