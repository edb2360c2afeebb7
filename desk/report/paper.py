"""How a report is put on paper: its language, and what the page to be signed says of an appeal."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from fairdeal.desk.blank_forms import OTHER_NAMES
from fairdeal.desk.trouble import DeskError
from fairdeal.templates.language import ENGLISH, Language, from_catalogue, language, languages
from fairdeal.templates.moments import GREENWICH

SCRIPTS: Final = {
    "Devanagari": ("0900", "097F"),
    "Tamil": ("0B80", "0BFF"),
    "Kannada": ("0C80", "0CFF"),
    "Malayalam": ("0D00", "0D7F"),
}
"""Scripts by the name of their font, each with its first and last letter."""
_ANY: Final = re.compile("[\u0900-\u0dff]")
"""A letter of any of them, or of a script between."""
FAMILY: Final = "Letters"
MARK: Final = "/* fonts */"
"""Where the fonts go in the styles of a page."""


def with_fonts(page: str) -> str:
    """A page with the fonts of the scripts that it has letters of. Each is some 100 kB."""
    return page.replace(MARK, "\n".join(_face(name) for name in scripts_of(page)), 1)


def scripts_of(text: str) -> list[str]:
    """The scripts of which a text has letters, and which need a font of ours. Most pages have none, and a
    megabyte of pictures: they are looked through once."""
    if not _ANY.search(text):
        return []
    return [
        name
        for name, (first, last) in SCRIPTS.items()
        if re.search(f"[\\u{first}-\\u{last}]", text)
    ]


@cache
def _face(script: str) -> str:
    font = resources.files("fairdeal.digitize.forms") / "fonts" / f"NotoSans{script}-Regular.ttf"
    data = base64.b64encode(font.read_bytes()).decode("ascii")
    first, last = SCRIPTS[script]
    return (
        f'@font-face {{ font-family: "{FAMILY}"; unicode-range: U+{first}-{last}, U+200C-200D; '
        f'src: url("data:font/ttf;base64,{data}"); }}'
    )


BOTH: Final = "both"
"""English with Malayalam beside it."""
SECOND: Final = "ml"


@dataclass(frozen=True, slots=True)
class Appeal:
    """To whom an appeal goes, until when, and for what fee; what is empty is a line to fill in by hand."""

    to: str = ""
    until: str = ""
    fee: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """What a report is printed with, beside what it says."""

    language: Language = ENGLISH
    appeal: Appeal = Appeal()
    zone: str = GREENWICH
    """In which times are shown; empty for this machine's."""


PLAIN: Final = Paper()


def choices() -> tuple[str, ...]:
    """The languages that may be asked for: each alone, and English with another beside it."""
    others = [code for code in languages() if code != "en"]
    return ("en", *others, BOTH, *(f"en+{code}" for code in others if code != SECOND))


def names() -> tuple[tuple[str, str], ...]:
    """The same with what each is called, for a person to choose from."""
    called = {code: language(code).name for code in languages()}
    both = {code: f"English and {called[code]}" for code in called if code != "en"}
    called |= {f"en+{code}": name for code, name in both.items()}
    return tuple((code, called.get(code) or both[SECOND]) for code in choices())


def unknown_language(asked: str) -> DeskError:
    known = ", ".join(choices())
    return DeskError(
        f"Reports cannot be written in “{asked}”.", "--language", f"Choose one of: {known}."
    )


def chosen(asked: str) -> Language:
    """The language asked for: ``ml``, ``both``, ``en+ta``, or a catalogue of one's own (``ta.po``,
    ``en+ta.po``). Raises DeskError where there is none."""
    asked = OTHER_NAMES.get(asked, asked)
    code = f"en+{SECOND}" if asked == BOTH else asked or "en"
    beside = code.startswith("en+")
    code = code.removeprefix("en+")
    try:
        if code.endswith(".po"):
            return from_catalogue(Path(code), beside=beside)
        return language(code, beside=beside)
    except KeyError:
        raise unknown_language(asked) from None
    except (OSError, ValueError) as error:
        raise DeskError(
            f"The catalogue {code} could not be read: {error}.", "", "See docs/languages.md."
        ) from error
