"""The page of the columns of the library's tables."""

from __future__ import annotations

from fairdeal.desk.tables import COLUMNS, Column


def pages() -> dict[str, str]:
    """The one page, by its path."""
    lines = ["# Columns of the library's tables", ""]
    for table, columns in COLUMNS.items():
        lines += [f"## {table}", "", "| column | dtype | meaning |", "|---|---|---|"]
        lines += [*map(_row, columns), ""]
    return {"columns.md": "\n".join(lines)}


def _row(column: Column) -> str:
    words = f": {', '.join(f'`{each}`' for each in column.values)}" if column.values else ""
    return f"| `{column.name}` | {column.dtype} | {column.meaning}{words} |"
