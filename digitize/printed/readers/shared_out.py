"""The signs that a reader sees in a line, shared out among the words that stand there.

A reader's columns are its own guess, a letter or two beside the ink; so are its blanks. Each sign goes to the
word near which it stands, the signs in their order, and a blank that it sees counts for the end of a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from fairdeal.digitize.printed.lines.gaps import Span
from fairdeal.digitize.printed.readers.signs import Sign

NO_BLANK: Final = 0.5
"""What it costs that a word begins without a blank before it, or goes on after one, beside the distance of
signs from their word in heights of a capital."""
PLACED: Final = 5.0
"""How much more the distance of a suit symbol counts, which was found by its ink."""
EMPTY: Final = 1.5
"""What it costs that a word has no sign."""


def shared_out(
    signs: Sequence[Sign], spans: Sequence[Span], capital: float
) -> list[tuple[Sign, ...]]:
    """The signs of each word, in the words' order."""
    far = np.array([[_beside(sign, span, capital) for sign in signs] for span in spans])
    inside = np.array([NO_BLANK if sign.after_blank else 0.0 for sign in signs])
    n, m = len(signs), len(spans)
    cost = np.full((m + 1, n + 1), np.inf)
    begun = np.zeros((m + 1, n + 1), int)
    cost[0, 0] = 0.0
    for word in range(1, m + 1):
        sums = np.concatenate([[0.0], np.cumsum(far[word - 1] + inside)]) if n else np.zeros(1)
        for end in range(n + 1):
            starts = np.arange(end + 1)
            first = np.zeros(end + 1)
            if end:
                begins = starts[:-1]
                missing = np.array(
                    [NO_BLANK if word > 1 and not s.after_blank else 0.0 for s in signs]
                )
                first[:-1] = missing[begins] - inside[begins]
            first[-1] = EMPTY
            totals = cost[word - 1, : end + 1] + sums[end] - sums[starts] + first
            begun[word, end] = int(totals.argmin())
            cost[word, end] = float(totals.min())
    shares: list[tuple[Sign, ...]] = []
    end = n
    for word in range(m, 0, -1):
        start = int(begun[word, end])
        shares.append(tuple(signs[start:end]))
        end = start
    return shares[::-1]


def _beside(sign: Sign, span: Span, capital: float) -> float:
    """How far a sign stands outside a word, in heights of a capital; further where its place is known."""
    far = max(span.left - sign.x, sign.x - span.right, 0.0) / capital
    return PLACED * far if sign.placed else far
