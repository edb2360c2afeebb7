"""`pip install -e .`: the rooms at the top linked into `src/fairdeal`, as `./run` links them.

Why there are links at all: docs/internals/decisions/0010-one-package.md.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def link(room: Path, place: Path) -> None:
    """A link to a room. Windows lets nobody but an administrator make one: there it is a junction."""
    if place.exists():
        return
    place.unlink(missing_ok=True)  # It led to where the checkout lay before.
    if os.name == "nt":
        import _winapi

        _winapi.CreateJunction(str(room), str(place))
    else:
        place.symlink_to(Path(os.path.relpath(room, place.parent)))


class LinkRooms(BuildHookInterface):
    """Called by the build tool before it builds; a wheel has the rooms themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del build_data
        if version == "editable":
            root = Path(self.root)
            for room, place in self.build_config.target_config["sources"].items():
                link(root / room, root / "src" / place)
