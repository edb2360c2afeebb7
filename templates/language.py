"""The languages that a report is printed in. Each is a catalogue of texts by their English; none is code.

English needs no catalogue: what a catalogue lacks stays in English. Two entries of a catalogue have the
context ``catalogue`` and describe it: its `name`, and who `checked` it, empty as long as no speaker has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

from fairdeal.templates.sentences import Sentences
from fairdeal.templates.visible import visible

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


ENGLISH: Final = Language()


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
    from babel.messages.pofile import PoFileError, read_po

    with path.open("rb") as opened:
        try:
            catalogue = read_po(opened, locale=None, abort_invalid=True)
        except (PoFileError, UnicodeDecodeError) as error:
            raise ValueError(f"{path.name} is not a catalogue: {error}") from error
    for message in catalogue:
        if isinstance(message.id, str) and message.id and isinstance(message.string, str):
            yield message.context, message.id, "" if message.fuzzy else message.string
