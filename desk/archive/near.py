"""Words that were meant, where one was typed wrongly: what of the archive's words comes near to it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from fairdeal.desk.archive.store import Archive

ALIKE: Final = 0.75
"""How alike two words must be: one letter in four may be another."""
MOST: Final = 5


def near_value(archive: Archive, name: str, wanted: str) -> set[str]:
    """The cases with a fact of this name in which every word that was asked for stands nearly."""
    rows = archive.connection.execute("SELECT case_id, folded FROM facts WHERE name = ?", (name,))
    return {
        case
        for case, value in rows
        if all(get_close_matches(word, value.split(), 1, ALIKE) for word in wanted.split())
    }


def near_words(archive: Archive, word: str) -> list[str]:
    """Words of the index for free text that come near to one."""
    run = archive.connection.execute
    run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, row)")
    close = len(word) // 2
    rows = run(
        "SELECT term FROM vocabulary WHERE length(term) BETWEEN ? AND ?",
        (len(word) - close, len(word) + close),
    )
    return get_close_matches(word.casefold(), [row[0] for row in rows], MOST, ALIKE)
