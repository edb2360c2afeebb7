"""What two readers say of a heading, put together: agreement counts, contradiction is asked about."""

from __future__ import annotations

import pytest

from digitize.ruled.heading_hand import HandRead
from digitize.ruled.heading_print import _Said, _settled
from digitize.ruled.headings import UNREAD

FIRM = 1000.0


def hand(text: str, letter: float = 0.95, odds: float = FIRM) -> HandRead:
    return HandRead(text, letter ** len(text), letter, odds)


@pytest.mark.parametrize(
    ("printed", "sure", "by_hand", "text"),
    [
        ("Total", 0.95, None, "Total"),
        ("Total", 0.95, hand("total"), "Total"),
        ("Total", 0.5, None, UNREAD),
        ("Total", 0.5, hand("total", 0.4, 2.0), "Total"),
        ("Total", 0.95, hand("trump"), UNREAD),
        ("Total", 0.95, hand("trump", 0.3), "Total"),
        ("Total", 0.5, hand("trump"), UNREAD),
        ("B&D", 0.46, hand("bid"), "bid"),
        ("6", 0.93, hand("b"), "b"),
        ("", 0.0, hand("points"), "points"),
        ("", 0.0, hand("points", 0.3), UNREAD),
        ("", 0.0, None, UNREAD),
        ("Weather", 0.95, hand("we their"), "Weather"),
        ("Wea", 0.1, None, UNREAD),
        ("Weather", 0.6, None, "Weather"),
    ],
)
def test_two_readers_of_one_line(
    printed: str, sure: float, by_hand: HandRead | None, text: str
) -> None:
    assert _settled(_Said(printed, sure), by_hand) == text
