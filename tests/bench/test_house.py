"""How the house is counted, and the one figure of it that grows unseen."""

from __future__ import annotations

import ast
from pathlib import Path

from bench.house import longest_chain

ROOT = Path(__file__).parents[2]
ROOMS = ("records", "grammar", "digitize", "rulings", "templates", "desk")
MOST = 25
"""Modules in a chain: a change at its lower end reaches all of them."""


def test_a_chain_has_every_module_that_imports_the_next() -> None:
    sources = {
        "desk/a.py": "from fairdeal.desk import b",
        "desk/b.py": "def f():\n    import fairdeal.records.c",
        "records/c.py": "import os",
        "desk/d.py": "import fairdeal.records.c",
    }
    assert longest_chain({name: ast.parse(text) for name, text in sources.items()}) == 3


def test_no_chain_of_imports_is_longer_than_the_house_allows() -> None:
    trees = {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8"))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    assert longest_chain(trees) <= MOST
