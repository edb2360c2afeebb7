"""Double dummy: what a deal comes to when everybody plays best and sees all four hands.

It is material for people and never a finding: nobody at the table sees four hands. The solver is DDS, of
``fairdeal[double-dummy]``; without it `available` is False and every answer is None.
"""

from fairdeal.rulings.bridge.double_dummy.board import (
    Par,
    ParContract,
    Table,
    best_result,
    par,
    table_of,
)
from fairdeal.rulings.bridge.double_dummy.library import available
from fairdeal.rulings.bridge.double_dummy.played import (
    AtCard,
    after_card,
    before_card,
    best_line,
    led_by,
    position_at,
)
from fairdeal.rulings.bridge.double_dummy.position import (
    Hands,
    Position,
    PositionError,
    as_dealt,
)

__all__ = [
    "AtCard",
    "Hands",
    "Par",
    "ParContract",
    "Position",
    "PositionError",
    "Table",
    "after_card",
    "as_dealt",
    "available",
    "before_card",
    "best_line",
    "best_result",
    "led_by",
    "par",
    "position_at",
    "table_of",
]
