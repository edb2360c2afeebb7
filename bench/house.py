"""How big the house is: ``./run bench house``.

Counted alike in any checkout (``--root``), so that two can be put beside each other: statements, lines and
files of each part, folders of the product, its longest chain of imports, and words of documentation.
Statements are those of the syntax tree: layout does not count.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

OTHER_PARTS: Final = ("tests", "bench", "samples", "docs", "training")
"""Folders at the top that are not the product."""
PACKAGE: Final = "src/fairdeal/__init__.py"
"""Imports of the package itself make no chain: every module has them."""


def part_of(name: str) -> str:
    first = name.split("/")[0]
    return first if first in OTHER_PARTS else "product"


def module_of(name: str) -> str:
    """``fairdeal.records.cards`` for ``records/cards.py``."""
    dotted = name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    dotted = dotted.replace("/", ".")
    return dotted if dotted.startswith("fairdeal") else f"fairdeal.{dotted}"


def imports_of(tree: ast.Module, modules: Mapping[str, str]) -> set[str]:
    """The modules of the product that one of them imports, at any time."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    found = set[str]()
    for name in names:
        while name and name not in modules:
            name = name.rpartition(".")[0]
        if name and modules[name] != PACKAGE:
            found.add(name)
    return found


def longest_chain(trees: Mapping[str, ast.Module]) -> int:
    """Modules in the longest chain in which each imports the next."""
    modules = {module_of(name): name for name in trees}
    imported = {module: imports_of(trees[name], modules) for module, name in modules.items()}
    busy = set[str]()

    @cache
    def depth(module: str) -> int:
        if module in busy:
            return 0
        busy.add(module)
        below = max((depth(other) for other in sorted(imported[module] - {module})), default=0)
        busy.discard(module)
        return 1 + below

    return max(map(depth, modules))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench house", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout (this one)")
    root = parser.parse_args(arguments).root
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split("\0") if (root / name).is_file()]
    texts = {
        name: (root / name).read_text("utf-8") for name in names if name.endswith((".py", ".md"))
    }
    trees = {name: ast.parse(text) for name, text in texts.items() if name.endswith(".py")}
    for part in ("product", *OTHER_PARTS):
        own = [name for name in trees if part_of(name) == part]
        statements = sum(
            isinstance(node, ast.stmt) for name in own for node in ast.walk(trees[name])
        )
        lines = sum(texts[name].count("\n") for name in own)
        print(f"{part:9} {statements:7,} statements {lines:7,} lines {len(own):4} files")
    product = {name: tree for name, tree in trees.items() if part_of(name) == "product"}
    folders = {PurePosixPath(name).parent for name in product}
    print(f"folders of the product: {len(folders)}")
    print(f"longest chain of imports: {longest_chain(product)}")
    words = sum(len(text.split()) for name, text in texts.items() if name.endswith(".md"))
    print(f"words of documentation: {words:,}")
    return 0
