"""A record read through the grammar alone: clean lines are not looked up first."""

from __future__ import annotations

from unittest.mock import patch

from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.hand_record import ReadResult


def read_by_grammar(source: bytes | str) -> ReadResult:
    with patch.object(hand_record, "_read_clean", lambda draft, text: False):
        return hand_record.read(source)
