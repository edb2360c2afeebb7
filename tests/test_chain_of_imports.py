"""The one figure of the house that grows unseen: how many modules import each other in a chain."""

from __future__ import annotations

from functools import cache
from typing import Final

import grimp

MOST: Final = 25
"""Modules in a chain: a change at its lower end reaches all of them."""
PACKAGE: Final = "fairdeal"
"""Imports of the package itself make no chain: every module has them."""


def test_no_chain_of_imports_is_longer_than_the_house_allows() -> None:
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    busy = {PACKAGE}

    @cache
    def length(module: str) -> int:
        """Modules in the longest chain that begins here; imports within functions count too."""
        if module in busy:
            return 0
        busy.add(module)
        below = max(map(length, sorted(graph.find_modules_directly_imported_by(module))), default=0)
        busy.discard(module)
        return 1 + below

    assert length("fairdeal.records.entry") < length("fairdeal.records.record")
    assert max(map(length, sorted(graph.modules - {PACKAGE}))) <= MOST
