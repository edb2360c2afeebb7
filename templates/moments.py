"""Times as people read them: in a zone, and named by it. What is stored stays in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z")
_ABBREVIATION: Final = re.compile(r"[A-Z]{2,5}")
_PLACE: Final = re.compile(r"(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.+")
GREENWICH: Final = "UTC"


def moment(at: str, zone: str = GREENWICH) -> str:
    """``2026-08-26T17:05:09Z`` in a zone, such as ``2026-08-26 22:35 IST``. Anything else as it is.

    `zone` is a name such as ``Asia/Kolkata``; empty, or one that is not known, it is this machine's.
    """
    found = _MOMENT.fullmatch(at)
    if found is None:
        return at
    try:
        local = datetime.fromisoformat(found[1]).replace(tzinfo=UTC).astimezone(zone_of(zone))
    except (ValueError, OverflowError):  # No such day, or none in this zone.
        return at
    return f"{local:%Y-%m-%d %H:%M} {_named(local)}"


def day(at: str, zone: str = GREENWICH) -> str:
    """The day of the same, ``2026-08-26``."""
    return moment(at, zone)[:10]


def zone_of(name: str) -> tzinfo | None:
    """A zone by its name; None, for this machine's, where it is empty or not known."""
    if name == GREENWICH:
        return UTC
    return ZoneInfo(name) if name in zones() else None


def _named(local: datetime) -> str:
    """``IST``; ``UTC+04:00`` where the zone has no such name."""
    name = local.tzname() or ""
    hours = f"{local:%z}"
    return name if _ABBREVIATION.fullmatch(name) else f"UTC{hours[:3]}:{hours[3:5]}"


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The zones to choose from, by the places for which they are named."""
    return (GREENWICH, *sorted(filter(_PLACE.fullmatch, available_timezones())))
