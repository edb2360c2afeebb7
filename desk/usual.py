"""The settings file of this computer: what commands use where nobody names another.

It is TOML, written by the desk's settings or by hand::

    archive = "/home/club/cases.fairdeal"
    language = "both"
    layout = ["/home/club/our-sheet.toml"]
    rulebook = "online"
    us = "A"
"""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path

from fairdeal.desk.trouble import DeskError

ARCHIVE: Final = "FAIRDEAL_ARCHIVE"
"""Environment variable: the archive's file."""
SETTINGS: Final = "FAIRDEAL_SETTINGS"
"""Environment variable: the settings file."""
RULEBOOK: Final = "FAIRDEAL_RULEBOOK"
"""Environment variable: the rulebook of records that name none."""
READING: Final = ("audit", "check", "desk", "read", "report")
"""Commands that read photos."""
REPORTING: Final = ("report",)
"""Commands that write reports in a language."""


@dataclass(frozen=True, slots=True)
class Usual:
    """Each is empty where the file says nothing. `rulebook` is that of records that name none."""

    archive: str = ""
    language: str = ""
    layout: tuple[str, ...] = ()
    rulebook: str = ""
    us: str = ""


def settings_file() -> Path:
    """The file that `FAIRDEAL_SETTINGS` names, else one among this person's settings of programs."""
    named = os.environ.get(SETTINGS)
    return Path(named) if named else user_config_path("fairdeal", appauthor=False) / "settings.toml"


def usual() -> Usual:
    """What the file says; nothing where there is none. Raises DeskError where it cannot be used."""
    file = settings_file()
    try:
        given: dict[str, Any] = tomllib.loads(file.read_text("utf-8-sig"))
    except FileNotFoundError:
        return Usual()
    except (OSError, ValueError) as error:
        raise _unusable(file, f"it cannot be read ({error})") from error
    known = {each.name for each in fields(Usual)}
    other = next((name for name in given if name not in known), None)
    if other is not None:
        raise _unusable(file, f"it has “{other}”, and may have {', '.join(sorted(known))}")
    layout = given.get("layout", [])
    given["layout"] = tuple([layout] if isinstance(layout, str) else layout)
    texts = [*given["layout"], *(value for name, value in given.items() if name != "layout")]
    if not all(isinstance(each, str) for each in texts):
        raise _unusable(file, "what follows each sign = must stand in quotation marks")
    chosen = given.get("rulebook")
    if chosen and chosen not in (books := _rulebooks()):
        raise _unusable(file, f"there is no rulebook “{chosen}”. There are {', '.join(books)}")
    return Usual(**given)


def usual_rulebook() -> str:
    """The id of the rulebook of records that name none, as the settings have it; empty without one."""
    chosen = os.environ.get(RULEBOOK, "")
    return chosen if chosen in _rulebooks() else ""


def _rulebooks() -> tuple[str, ...]:
    """Their ids. What they need is imported for those only who have one in their settings."""
    from fairdeal.rulings.rulebooks.files import known

    return known()


def _unusable(file: Path, why: str) -> DeskError:
    return DeskError(
        f"The settings file {file} is not used: {why}.", str(file), "Correct it, or remove it."
    )


def keep_usual(settings: Usual) -> None:
    """Write the file: aside, then renamed. Raises DeskError where it cannot be written."""
    file = settings_file()
    aside = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text_of(settings), "utf-8")
        aside.replace(file)
    except OSError as error:
        raise DeskError(
            f"The settings of this computer cannot be written ({error.strerror}).",
            str(file),
            "Make room on the disk, or see who may write there.",
        ) from error


def text_of(settings: Usual) -> str:
    """The file as it is written: what is empty left out."""
    lines = []
    for each in fields(Usual):
        value = getattr(settings, each.name)
        if value:
            written = list(value) if isinstance(value, tuple) else value
            lines.append(f"{each.name} = {json.dumps(written, ensure_ascii=False)}\n")
    return "".join(lines)


def defaults(settings: Usual) -> dict[str, dict[str, Any]]:
    """What the options of each command are without being given."""
    found: dict[str, dict[str, Any]] = {name: {} for name in READING}
    for name in READING:
        found[name] |= {"layouts": list(settings.layout)} if settings.layout else {}
        found[name] |= {"us": settings.us} if settings.us else {}
    for name in REPORTING:
        found[name] |= {"language": settings.language} if settings.language else {}
    return found
