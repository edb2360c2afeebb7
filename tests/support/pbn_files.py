"""Whole files of PBN, written game by game as the desk streams them."""

from __future__ import annotations

from collections.abc import Iterable

from fairdeal.grammar.pbn.reader import PbnGame, read
from fairdeal.grammar.pbn.writer import HEAD, UTF_8, deal_lines, write_remarked
from fairdeal.records import Deal


def write(games: Iterable[PbnGame]) -> str:
    """The text of a file with these games."""
    return HEAD + "\r\n".join(write_remarked(game, ()) for game in games)


def encoded(text: str) -> bytes:
    """A file's text as its bytes: ISO 8859-1, or UTF-8, said in its head, where that cannot hold it."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return (HEAD + UTF_8 + text.removeprefix(HEAD)).encode("utf-8", "replace")


def write_deals(deals: Iterable[Deal]) -> str:
    """The text of a file with these deals: their seats must be those of the compass."""
    return write(read("\n".join(deal_lines(deal) for deal in deals)))
