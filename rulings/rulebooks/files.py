"""Rulebooks by name: TOML files that come with the program, or a user's own, named by its path.

Every value is checked, every mistake named with what is allowed; a file is laid over the rulebook that it
names as its `base`. What only one family of games has is read by the file of that family.
"""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from fairdeal.records import RANKS, SUITS, lines_of
from fairdeal.rulings.rulebooks.rulebook import (
    SETTINGS,
    B,
    Change,
    FindingRule,
    RemedyKind,
    RulebookError,
    Setting,
)

File = tuple[str, int]
"""A rulebook's file, and when it was last changed (0: it came with the program)."""
BOOKS: Final = Path(__file__).parent
LARGEST: Final = 1_000_000
"""Bytes of a rulebook file: a hundred times what the longest needs."""
MOST_BASES: Final = 10
"""Rulebooks that one takes over from, each from the next: a club's from its association's, and so on."""
_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")


@cache
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


# --- key by key -------------------------------------------------------------------------------------


ARTICLES: Final = Path(__file__).parent.parent / "articles"
LARGEST_NUMBER: Final = 1_000_000
"""A number that no rule of a game has: a larger one is a slip."""
FIGURES: Final = "figures"
"""The table of a file of articles that says which keys of the rulebook each sentence states."""


def shown(value: Any) -> str:
    """A value in a message, cut where it is long."""
    return reprlib.repr(value)


T = TypeVar("T")


_fields: Final[Callable[[Any], dict[str, Any]]] = cache(get_type_hints)
"""The fields of a dataclass with their types, whose names Python looks up each time that it is asked."""


@dataclass(slots=True)
class Reader:
    """Takes typed values out of a TOML table, naming file and key where one is wrong."""

    table: Mapping[str, Any]
    file: str
    path: str = ""
    taken: set[str] = field(default_factory=set)

    def _key(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def fail(self, name: str, message: str, remedy: str = "") -> RulebookError:
        return RulebookError(message, self.file, self._key(name), remedy)

    def get(self, name: str, kind: type | tuple[type, ...], what: str) -> Any:
        self.taken.add(name)
        if name not in self.table:
            raise self.fail(name, f"missing; {what} is expected.")
        value = self.table[name]
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            raise self.fail(name, f"the number is too large; {LARGEST_NUMBER:,} is the largest.")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
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

    def is_none(self, name: str) -> bool:
        """Whether the rulebook has no such thing."""
        self.taken.add(name)
        return bool(self.table.get(name) == "none")

    def number_or_none(self, name: str) -> int | None:
        number = 'a whole number or "none"'
        return None if self.is_none(name) else cast(int, self.get(name, int, number))

    def choice(self, name: str, literal: Any) -> Any:
        allowed = get_args(literal)
        value = self.get(name, str, f"one of {', '.join(allowed)}")
        if value not in allowed:
            raise self.fail(name, f"{shown(value)} is not allowed; one of {', '.join(allowed)} is.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        return self.each(
            name,
            self.get(name, list, "a list of texts"),
            lambda value: isinstance(value, str),
            "is not allowed; a list of texts is expected.",
        )

    def numbers(self, name: str) -> tuple[int, ...]:
        return self.each(
            name,
            self.get(name, list, "a list of whole numbers"),
            lambda value: type(value) is int and abs(value) <= LARGEST_NUMBER,
            "is not allowed; a list of numbers is expected.",
        )

    def each(
        self, name: str, values: Iterable[T], allowed: Callable[[T], bool], words: str
    ) -> tuple[T, ...]:
        """The values of a key; `words` complain of the first that is not allowed."""
        checked = tuple(values)
        for value in checked:
            if not allowed(value):
                raise self.fail(name, f"{shown(value)} {words}")
        return checked

    def filled(self, kind: type[T], **read: Any) -> T:
        """A dataclass whose fields are the keys, by their types. `read`: those that are read differently."""
        by_type: dict[Any, Callable[[str], Any]] = {
            bool: self.flag,
            int: self.number,
            int | None: self.number_or_none,
            tuple[int, ...]: self.numbers,
        }
        for name, what in _fields(kind).items():
            if name not in read:
                literal = get_origin(what) is Literal
                read[name] = self.choice(name, what) if literal else by_type[what](name)
        self.done()
        return kind(**read)

    def sub(self, name: str) -> Reader:
        return Reader(self.get(name, dict, "a table"), self.file, self._key(name))

    def done(self) -> None:
        """Complain of keys that nothing has asked for: most are misspelt."""
        for name in self.table:
            if name not in self.taken:
                allowed = ", ".join(sorted(self.taken))
                raise self.fail(name, f"is not a key of a rulebook; allowed here: {allowed}.")


def ranks_of(reader: Reader, name: str, ranks: tuple[str, ...]) -> tuple[str, ...]:
    words = f"is not a rank; {', '.join(RANKS)} are."
    return reader.each(name, ranks, lambda rank: rank in RANKS, words)


def packs_of(
    pack: Reader, players: tuple[int, ...], rank: tuple[str, ...], hand: int
) -> Mapping[int, tuple[str, ...]]:
    reader, copies = pack.sub("by_players"), pack.number("copies", 1)
    reader.taken.update(("4", "6", "8"))  # a base may have more tables
    packs = {}
    for count in players:
        ranks = reader.each(
            str(count),
            reader.texts(str(count)),
            lambda name: name in rank,
            "has no place in pack.rank.",
        )
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


def printed(top: Reader) -> tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """The paraphrases, by a file's name beside the program's own or in a table of the rulebook itself; and
    the keys of the rulebook whose figures each of them states."""
    value = top.get("articles", (str, dict), "the name of a file of articles, or a table of them")
    if isinstance(value, dict):
        return {number: str(text) for number, text in value.items()}, {}
    names = sorted(each.stem for each in ARTICLES.glob("*.toml"))
    if value not in names:
        raise top.fail("articles", f"{shown(value)} is not known; one of {', '.join(names)} is.")
    texts = tomllib.loads((ARTICLES / f"{value}.toml").read_text(encoding="utf-8"))
    return texts, {number: tuple(keys) for number, keys in texts.pop(FIGURES).items()}


# --- over a base ------------------------------------------------------------------------------------


NONE: Final = "none"
"""In place of a finding's table: the base looks for it, and this rulebook does not."""
_NAMES: Final = frozenset(("base", "id", "title", "edition", "game", "articles"))
"""What names a rulebook and its texts, and is not a figure."""

Tables = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """The tables of a rulebook, those of its base among them.

    `changes` are the figures in which it differs from the rulebook that comes with the program. `stated`
    has the keys, or tables of keys, whose figures an article's sentence states, by the article.
    """

    tables: Tables
    file: str
    text: str
    base: str = ""
    changes: tuple[Change, ...] = ()
    stated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Name the line of a mistake that is found in these tables, or the base that it is from."""
        try:
            yield
        except RulebookError as error:
            error.line = line_of(self.text, error.key)
            if self.base and not error.line:
                error.remedy = (
                    f"It is set in {self.base}: set it in this file too, so that they fit."
                )
            raise

    def finished(self, book: B, figures: Mapping[str, str]) -> B:
        """The rulebook with its changes, in place of the sentences that state the figures changed.

        `figures` has the words for the keys of its game.
        """
        changes = tuple(replace(each, words=_words(each.key, figures)) for each in self.changes)
        articles = dict(book.articles)
        for number, keys in self.stated.items():
            here = [each.said for each in changes if any(within(each.key, key) for key in keys)]
            if here and number in articles:
                articles[number] = " ".join(("Changed in this rulebook.", *here))
        return replace(book, changes=changes, articles=articles)


def _words(key: str, figures: Mapping[str, str]) -> str:
    """What a key is, in its own words or in those of the table that it stands in."""
    table, *parts = key.split(".")
    if table in _OTHERS:
        return f"{_OTHERS[table]} {parts[0]}"
    known = next((each for each in figures if within(key, each)), "")
    return " ".join((figures.get(known, ""), *key[len(known) :].split("."))).strip()


_OTHERS: Final = {"findings": "what follows from the finding", "settings": "the open reading"}


@lru_cache(maxsize=64)
def source(files: tuple[File, ...]) -> Source:
    """The tables of a rulebook's file, the first, laid over those of its bases. Raises RulebookError."""
    own, *bases = [
        Source(tables, file[0], text) for file in files for text, tables in [read(*file)]
    ]
    if not bases:
        return own
    root = bases[-1]
    tables, (texts, stated) = root.tables, printed(Reader(root.tables, root.file))
    stated = _with_findings(stated, root.tables)
    for layer in (*bases[-2::-1], own):
        with layer.placing():
            reader = Reader(layer.tables, layer.file)
            _check_names(reader, tables)
            if "articles" in layer.tables:
                new, by_new = printed(reader)
                texts, stated = {**texts, **new}, {**stated, **dict.fromkeys(new, ()), **by_new}
        tables = _laid_over(tables, layer.tables)
    names = {
        "id": Path(own.file).stem,
        "title": f"{root.tables.get('title')}, as changed in {Path(own.file).name}",
        **{key: own.tables[key] for key in ("id", "title", "edition") if key in own.tables},
        "articles": texts,
    }
    changes = tuple(
        Change(key, _in_text(key, new), _in_text(key, old))
        for key, new, old in _different(tables, root.tables)
    )
    base = own.tables["base"]
    return replace(own, tables={**tables, **names}, base=base, changes=changes, stated=stated)


def _check_names(own: Reader, base: Tables) -> None:
    """Complain of a rulebook of another game than its base, or with the id of its base."""
    game = base.get("game")
    if own.table.get("game", game) != game:
        raise own.fail("game", f"the base is of the game {shown(game)}.", "Leave this line out.")
    if "id" in own.table and own.table["id"] == base.get("id"):
        raise own.fail(
            "id", "this is the id of the base.", "Choose another, or leave this line out."
        )


def _with_findings(
    stated: Mapping[str, tuple[str, ...]], base: Tables
) -> dict[str, tuple[str, ...]]:
    """What articles state, and the remedies of the findings that cite them."""
    found = dict(stated)
    for code in _table(base, "findings"):
        for number in _table(base["findings"], code).get("articles", ()):
            keys = (f"findings.{code}.remedy", f"findings.{code}.objection")
            found[number] = (*found.get(number, ()), *keys)
    return found


def _table(tables: Tables, name: str) -> dict[str, Any]:
    found = tables.get(name)
    return found if isinstance(found, dict) else {}


def _laid_over(base: Tables, own: Tables) -> Tables:
    """The base's tables with the own ones over them. A list is replaced as a whole.

    An open reading that says how a key is read goes where that key is changed; one that is chosen
    otherwise is put in words of its own.
    """
    tables = _merged(base, {key: value for key, value in own.items() if key not in _NAMES})
    for code, rule in _table(own, "findings").items():
        if rule == NONE and code in _table(base, "findings"):
            del tables["findings"][code]
    changed = {key for key, _, _ in _different(tables, base)}
    mine, settings = _table(own, "settings"), {}
    for name, setting in _table(tables, "settings").items():
        if name in mine and f"settings.{name}.value" in changed:
            words = f"{name.replace('-', ' ')}: {setting['value']}"
            setting = {**setting, "shown": words, "reason": "Chosen here.", **mine[name]}
        if name in mine or not isinstance(setting, dict) or setting.get("of") not in changed:
            settings[name] = setting
    return {**tables, "settings": settings} if _table(tables, "settings") else tables


def _merged(base: Tables, own: Tables) -> dict[str, Any]:
    tables = dict(base)
    for key, value in own.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        tables[key] = _merged(base[key], value) if both else value
    return tables


def _different(new: Tables, old: Tables, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The figures that are not the same in two rulebooks' tables."""
    for key in dict.fromkeys((*old, *new)):
        here, one, other = f"{path}{key}", new.get(key, NONE), old.get(key, NONE)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _different(one, other, f"{here}.")
        elif one != other and here not in _NAMES and not _in_words(here):
            yield here, one, other


def _in_text(key: str, value: Any) -> str:
    if key.startswith("findings.") and key.count(".") == 1:
        return "it is not looked for" if value == NONE else "it is looked for"
    return in_text(value)


def _in_words(key: str) -> bool:
    """Whether a key is how an open reading is put, and not what it is."""
    return key.startswith("settings.") and not key.endswith(".value")
