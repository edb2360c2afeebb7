"""A form that is another one but for some changes: the same form for four players, or for eight."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

PARTS: Final = ("label", "field", "table", "area")


def edition(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The parsed layout file `base` with what a file that names it as its base says instead.

    ``[[change]]`` is ``of`` an entry's id, name or text: it sets values of all entries so called, or drops
    them; ``column`` in it does the same for columns by their names. All other entries are added, and markers
    are counted from ``markers_from``.
    """
    found = copy.deepcopy(dict(base))
    for change in changes.get("change", ()):
        for part in PARTS:
            found[part] = [
                _changed(entry, change) if _called(entry) == change["of"] else entry
                for entry in found.get(part, ())
                if not (change.get("drop") is True and _called(entry) == change["of"])
            ]
    for part in PARTS:
        found[part] = [*found.get(part, ()), *changes.get(part, ())]
    for number, marker in enumerate(found["marker"], int(changes["markers_from"])):
        marker["id"] = number
        marker.update(changes.get("marker_at", {}).get(str(number), {}))
    return found | {name: changes[name] for name in ("form", "title")}


def _called(entry: Mapping[str, Any]) -> Any:
    return entry.get("id", entry.get("name", entry.get("text")))


def _changed(entry: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in change.items() if name not in ("of", "column")}
    columns = [
        {**column, **change.get("column", {}).get(column["name"], {})}
        for column in entry.get("column", ())
    ]
    return {**entry, **values} | ({"column": columns} if columns else {})
