"""The pages that are made from the program, and never committed: ``./run docs`` writes them."""

from __future__ import annotations

from docs.making import columns, commands, laws, rulebooks, rules


def pages() -> dict[str, str]:
    """Every page by its path under docs/made."""
    return columns.pages() | commands.pages() | laws.pages() | rulebooks.pages() | rules.pages()
