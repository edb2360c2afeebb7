"""The languages that a report is printed in. Each is a catalogue of texts by their English; none is code.

English needs no catalogue: what a catalogue lacks stays in English. Two entries of a catalogue have the
context ``catalogue`` and describe it: its `name`, and who `checked` it, empty as long as no speaker has.

The program says its sentences in English, with the figures in them. A catalogue has the same sentence with
a name wherever one stands, and its translation with the same names: ``%(who)s bid %(call)s.`` A name says
what stands there (`KINDS`): ``%(n)s`` a number, ``%(seat)s`` a seat, ``%(card)s`` a card; figures behind it
tell two of a kind apart (``%(n2)s``). A name in capitals is filled in by a page. Under any other name
stands a text of the program's own, which is translated too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from fairdeal.templates.visible import visible

LONGEST: Final = 600
"""Letters of a text: a longer one is not looked for, and stays in English."""

KEPT: Final = 4096
"""Sentences whose translation is kept: the pages of some cases say the same ones again and again."""

_RANKS: Final = {
    **{"jack": "J", "nine": "9", "ace": "A", "ten": "10", "king": "K", "queen": "Q", "eight": "8"},
    **{"seven": "7", "six": "6", "five": "5", "four": "4", "three": "3", "two": "2"},
}
_SUITS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_DENOMINATIONS: Final = {**_SUITS, "no-trumps": "NT"}

KINDS: Final = {
    "n": r"[-−]?\d+",
    "seat": r"\d|[NESW]",
    "team": r"[AB]",
    "card": rf"(?:{'|'.join(_RANKS)}) of (?:{'|'.join(_SUITS)})",
    "suit": "|".join(_SUITS),
    "contract": rf"\d+ (?:{'|'.join(_DENOMINATIONS)})(?: (?:re)?doubled)?",
    "call": r'"[^"]*"',
    "trump": r"NT|[CDHS]",
    "code": r"(?:10|[2-9JQKA])[CDHS]",
    "form": r"[a-z, -]+",
    "article": r"\d[\d.]*",
    "name": r".+?",
}
"""What stands for a name in a sentence. A `code` is a card as the record has it, a `form` one of bids in the
words of the rulebook, a `name` what people wrote."""

_OWN: Final = r"(?:(?! if )[^;])+?"
"""A text of the program's own."""
_LISTED: Final = {"way": "[^;]+?", "ways": ".+"}
"""What a deal gives on a condition, and the rest of such a list: ``2 to B if it stands; nothing if not``."""
_SHARE: Final = (
    r"(?:almost )?certain|(?:very )?likely|as likely as not|1 chance in \d+|hardly possible"
)
"""How likely something is."""

_STAND_FOR: Final = {**KINDS, **_LISTED, "share": _SHARE}
_PLACE: Final = re.compile(r"%\((\w+)\)s")
_BETWEEN: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


WITH_TEAM: Final = "%(name)s (team %(team)s)"
"""What a team is called on paper."""
_WITH_TEAM: Final = re.compile(r"(?P<name>.+) \(team (?P<team>[AB])\)")


class _Sentence(NamedTuple):
    pattern: re.Pattern[str]
    own: str


class Sentences:
    """The texts of a catalogue, by which whole texts and single sentences of them are translated."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._found = lru_cache(maxsize=KEPT)(self._look_up)
        self._sentences = [
            _Sentence(_pattern(english), own)
            # The sentence with most words of its own first: ``%(one)s and %(two)s`` fits too much; of two
            # alike the one that begins with its own, not with somebody's.
            for english, own in sorted(
                texts.items(),
                key=lambda each: (-len(_PLACE.sub("", each[0])), each[0].startswith("%(")),
            )
            if _names(own) and _names(own) <= _names(english) and not _given(english)
        ]

    def of(self, english: str) -> str | None:
        """A text in the language of the catalogue; None where a part of it is missing there."""
        found = [own for _, own in self.parts(english)]
        return None if None in found else " ".join(own for own in found if own is not None)

    def whole(self, english: str) -> str | None:
        """A text in one piece: no sentence of the words in it is looked up alone."""
        return None if len(english) > LONGEST else self._found(english)

    def parts(self, english: str) -> list[tuple[str, str | None]]:
        """A text sentence by sentence, each with its translation, or None; in one piece if that is known."""
        whole = self._texts.get(english)
        if whole is not None or len(english) > LONGEST:
            return [(english, whole)]
        return [(part, self._found(part)) for part in _BETWEEN.split(english)]

    def _look_up(self, english: str) -> str | None:
        if english in self._texts:
            return self._texts[english]
        for pattern, own in self._sentences:
            match = pattern.fullmatch(english)
            values = None if match is None else self._values(match.groupdict())
            if values is not None:
                return own % values
        return None

    def _values(self, found: Mapping[str, str]) -> dict[str, str] | None:
        values = {name: self._value(_kind(name), text) for name, text in found.items()}
        return (
            None if None in values.values() else {k: v for k, v in values.items() if v is not None}
        )

    def _value(self, kind: str, text: str) -> str | None:
        match kind:
            case "card":
                rank, _, suit = text.partition(" of ")
                return _RANKS[rank] + _SUITS[suit]
            case "suit":
                return _SUITS[text]
            case "contract":
                figure, denomination, *doubled = text.split()
                marks = {"doubled": " X", "redoubled": " XX"}
                return (
                    f"{figure} {_DENOMINATIONS[denomination]}{marks[doubled[0]] if doubled else ''}"
                )
            case "name":
                return self._called(text)
            case _:
                return text if kind in KINDS else self._found(text)

    def _called(self, name: str) -> str:
        """A name as people wrote it, with the team that we write beside it."""
        match = _WITH_TEAM.fullmatch(name)
        own = self._texts.get(WITH_TEAM)
        return name if match is None or own is None else own % match.groupdict()


def _given(text: str) -> bool:
    """Whether a page gives what stands in a text: its names are in capitals. It is only looked up whole."""
    return any(name.isupper() for name in _names(text))


def _names(text: str) -> frozenset[str]:
    return frozenset(_PLACE.findall(text))


def _kind(name: str) -> str:
    return name.rstrip("0123456789")


def _pattern(english: str) -> re.Pattern[str]:
    """What finds a sentence. A name that stands twice must stand for the same both times."""
    parts, seen = [], set[str]()
    for index, part in enumerate(_PLACE.split(english)):
        if index % 2 == 0:
            parts.append(re.escape(part.replace("%%", "%")))
        elif part in seen:
            parts.append(f"(?P={part})")
        else:
            seen.add(part)
            parts.append(f"(?P<{part}>{_STAND_FOR.get(_kind(part), _OWN)})")
    return re.compile("".join(parts), re.DOTALL)


CATALOGUES: Final = Path(__file__).parent / "catalogues"
ABOUT: Final = "catalogue"
"""The context of the entries by which a catalogue speaks of itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language with its texts. `beside`: they stand beside the English, not in its place."""

    code: str = "en"
    name: str = "English"
    checked: str = "yes"
    texts: Mapping[str, str] = field(default_factory=dict)
    beside: bool = False
    sentences: Sentences = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentences", Sentences(self.texts))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Sent to a worker as its texts alone. There it is the one that came before, with its pages."""
        return _once, (self.code, self.name, self.checked, tuple(self.texts.items()), self.beside)

    @property
    def main(self) -> str:
        """The language of the page as a whole, for its ``lang``."""
        return "en" if self.beside else self.code

    @property
    def other(self) -> bool:
        """Whether anything but English is printed."""
        return self.code != "en"

    def words(self, english: str) -> str:
        """A text for where no markup may stand: in an attribute, in the title of a window."""
        return english if self.beside else self.sentences.of(english) or english

    def whole(self, english: str) -> str:
        """A text that names what people wrote: it stays as written, also where it reads like one of ours."""
        return self.sentences.whole(visible(english)) or english

    def ruled(self, text: str) -> Markup:
        """A text of the committee's, line by line: what was drafted for it is translated; its own words stay
        as written."""
        if not self.other:
            return Markup("<bdi>{}</bdi>").format(visible(text))
        return Markup("\n").join(map(self._ruled, text.splitlines()))

    def _ruled(self, line: str) -> Markup:
        written = Markup("<bdi>{}</bdi>")
        parts = self.sentences.parts(visible(line))
        own = Markup(" ").join(
            written.format(part) if said is None else escape(said) for part, said in parts
        )
        if not self.beside:
            return own
        second = Markup('<span class="second" lang="{}">{}</span>').format(self.code, own)
        return written.format(visible(line)) + (second if any(said for _, said in parts) else "")

    def text(self, english: str) -> Markup:
        """A text for a page, sentence by sentence. Within a page in another language it says where it is in
        English; figures and cards are in none. It may hold names: as markup nobody looks at them again."""
        english = visible(english)
        if not self.other or not any(map(str.isalpha, english)):
            return escape(english)
        if self.beside:
            own = self.sentences.of(english)
            second = Markup('<span class="second" lang="{}">{}</span>').format(self.code, own)
            return escape(english) + second if own else escape(english)
        english_here = Markup('<span lang="en">{}</span>')
        return Markup(" ").join(
            escape(own) if own else english_here.format(part)
            for part, own in self.sentences.parts(english)
        )


@lru_cache(maxsize=8)
def _once(
    code: str, name: str, checked: str, texts: tuple[tuple[str, str], ...], beside: bool
) -> Language:
    """The same language for the same texts."""
    return Language(code, name, checked, dict(texts), beside)


ENGLISH: Final = _once("en", "English", "yes", (), False)


def languages(folder: Path = CATALOGUES) -> tuple[str, ...]:
    """The languages that there are: English, and one for each catalogue."""
    return ("en", *sorted(path.stem for path in folder.glob("*.po")))


@cache
def language(code: str, *, beside: bool = False, folder: Path = CATALOGUES) -> Language:
    """A language by its code. Raises KeyError where there is no catalogue for it."""
    if code == "en":
        return ENGLISH
    if code not in languages(folder):
        raise KeyError(code)
    return from_catalogue(folder / f"{code}.po", beside=beside)


def from_catalogue(path: Path, *, beside: bool = False) -> Language:
    """A language by its catalogue. Raises OSError, or ValueError where it is not a catalogue."""
    about: dict[str, str] = {}
    texts: dict[str, str] = {}
    for context, english, own in entries(path):
        (about if context == ABOUT else texts)[english] = own
    return Language(
        path.stem,
        about.get("name") or path.stem,
        about.get("checked", ""),
        {english: own for english, own in texts.items() if own},
        beside,
    )


def entries(path: Path) -> Iterator[tuple[str | None, str, str]]:
    """The entries of a catalogue: context, English, translation (empty where there is none yet)."""
    import polib

    try:
        catalogue = polib.pofile(path.read_text("utf-8"))
    except (OSError, ValueError) as error:  # polib tells a wrong line by an OSError
        if not path.is_file():
            raise
        raise ValueError(f"{path.name} is not a catalogue: {error}") from error
    # polib's own look for entries that stand twice takes seven times as long as its reading.
    known: set[tuple[str | None, str]] = set()
    for message in catalogue:
        if message.obsolete:
            continue
        if (message.msgctxt, message.msgid) in known:
            raise ValueError(f"{path.name} is not a catalogue: it has “{message.msgid}” twice")
        known.add((message.msgctxt, message.msgid))
        if message.msgid and not message.msgid_plural:
            yield message.msgctxt, message.msgid, "" if message.fuzzy else message.msgstr
