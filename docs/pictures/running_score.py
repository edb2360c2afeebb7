"""Draws ``running-score.svg``, the picture of ``docs/library.md``, from the table that the page makes.

``python docs/pictures/running_score.py`` in the folder of the project. It wants no package for plots.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pandas import DataFrame

LINES: Final = (
    ("total_written_a", "A as written", "#1b5e8a", "4 4"),
    ("total_ruled_a", "A by the rulebook", "#1b5e8a", ""),
    ("total_written_b", "B as written", "#b0501a", "4 4"),
    ("total_ruled_b", "B by the rulebook", "#b0501a", ""),
)
LEFT, TOP, WIDTH, HEIGHT, LABELS = 34, 14, 500, 220, 140
FONT: Final = 'font-family="sans-serif" font-size="12"'


def svg(deals: DataFrame) -> str:
    """The running totals of both teams, as written (dashed) and by the rulebook, deal by deal."""
    most = int(deals[[name for name, *_ in LINES]].max().max())
    across, up = WIDTH / (len(deals) - 1), HEIGHT / most
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + LABELS} {TOP + HEIGHT + 40}">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for value in range(0, most + 1, 5):
        y = TOP + HEIGHT - up * value
        parts.append(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" {FONT}>{value}</text>'
        )
    for at, deal in enumerate(deals.deal):
        x = LEFT + across * at
        parts.append(
            f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle" {FONT}>{deal}</text>'
        )
    lowest = 0.0
    for name, label, colour, dashes in sorted(LINES, key=lambda each: -deals[each[0]].iloc[-1]):
        spots = [
            f"{LEFT + across * at:.1f},{TOP + HEIGHT - up * value:.1f}"
            for at, value in enumerate(deals[name])
        ]
        lowest = max(TOP + HEIGHT - up * deals[name].iloc[-1] + 4, lowest + 15)
        parts.append(
            f'<polyline points="{" ".join(spots)}" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{dashes}"/>'
        )
        parts.append(
            f'<text x="{LEFT + WIDTH + 8}" y="{lowest:.1f}" fill="{colour}" {FONT}>{label}</text>'
        )
    parts.append(f'<text x="{LEFT}" y="{TOP + HEIGHT + 36}" {FONT}>deal</text></svg>\n')
    return "\n".join(parts)


if __name__ == "__main__":
    import fairdeal

    table = fairdeal.audit("samples/onam-cup").to_frame("deals")
    Path(__file__).with_name("running-score.svg").write_text(svg(table), "utf-8")
