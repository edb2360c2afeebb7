"""A rulebook's file, laid over the rulebook that it names as its `base`, if it names one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from fairdeal.rulings.rulebooks.files import File, line_of, read, within
from fairdeal.rulings.rulebooks.keys import Reader, in_text, printed, shown
from fairdeal.rulings.rulebooks.rulebook import Change, Rulebook, RulebookError

NONE: Final = "none"
"""In place of a finding's table: the base looks for it, and this rulebook does not."""
_NAMES: Final = frozenset(("base", "id", "title", "edition", "game", "articles"))
"""What names a rulebook and its texts, and is not a figure."""

B = TypeVar("B", bound=Rulebook)
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
