"""The tests that there are, by name."""

from __future__ import annotations

import ast
from pathlib import Path


def functions_under(folder: Path) -> dict[str, str]:
    """Every test function under a folder, with the name of its file."""
    return {
        node.name: path.name
        for path in sorted(folder.rglob("test_*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
