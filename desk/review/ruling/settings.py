"""What a committee sets once for all its cases: a small file beside the archive.

It is no evidence and no act: what a ruling says is written into the ruling itself.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from fairdeal.desk.files import write_text


@dataclass(frozen=True, slots=True)
class Settings:
    """Each is empty where nobody has set it. `rulebook` is an id of `fairdeal rulebooks`; `language` is that
    of reports; times are shown in `zone` (``Asia/Kolkata``), else in this machine's; an appeal goes to
    `appeal_to`, until `appeal_until`, for `appeal_fee`."""

    rulebook: str = ""
    members: str = ""
    language: str = ""
    zone: str = ""
    appeal_to: str = ""
    appeal_until: str = ""
    appeal_fee: str = ""


def settings_of(archive: Path) -> Settings:
    """The settings of an archive; the usual ones where there are none, or their file is damaged."""
    try:
        found = json.loads(_file(archive).read_text("utf-8"))
        return Settings(**{each.name: str(found.get(each.name, "")) for each in fields(Settings)})
    except (OSError, ValueError, AttributeError):
        return Settings()


def keep_settings(archive: Path, settings: Settings) -> None:
    """Keep them. Raises DeskError where the folder cannot be written to."""
    text = json.dumps(asdict(settings), ensure_ascii=False, indent=1)
    write_text(_file(archive), text, ours=True)


def _file(archive: Path) -> Path:
    return archive.with_name(f"{archive.name}.settings.json")
