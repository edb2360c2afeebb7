"""A record read through the grammar alone: clean lines are not looked up first."""

from __future__ import annotations

from unittest.mock import patch

from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.hand_record import ReadResult


def read_by_grammar(source: bytes | str) -> ReadResult:
    never = dict.fromkeys(hand_record._CLEAN, lambda draft, text: False)
    with patch.dict(hand_record._CLEAN, never):
        return hand_record.read(source)
