"""Recognises a game in which everything is plain at once, where parsing every token is too slow."""

from __future__ import annotations

from records.plain import PlainDeal


def quick_plain(text: str) -> tuple[dict[str, str], PlainDeal] | None:
    return None
