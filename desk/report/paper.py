"""How a report is put on paper: its language, and what the page to be signed says of an appeal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fairdeal.desk.trouble import DeskError
from fairdeal.templates.language import ENGLISH, Language, from_catalogue, language, languages
from fairdeal.templates.moments import GREENWICH

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


def chosen(asked: str) -> Language:
    """The language asked for: ``ml``, ``both``, ``en+ta``, or a catalogue of one's own (``ta.po``,
    ``en+ta.po``). Raises DeskError where there is none."""
    code = f"en+{SECOND}" if asked == BOTH else asked or "en"
    beside = code.startswith("en+")
    code = code.removeprefix("en+")
    try:
        if code.endswith(".po"):
            return from_catalogue(Path(code), beside=beside)
        return language(code, beside=beside)
    except KeyError:
        known = ", ".join(choices())
        raise DeskError(
            f"There is no catalogue for the language “{asked}”.", "", f"Choose one of: {known}."
        ) from None
    except (OSError, ValueError) as error:
        raise DeskError(
            f"The catalogue {code} could not be read: {error}.", "", "See docs/languages.md."
        ) from error
