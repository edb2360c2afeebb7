"""A score sheet of the synthetic tournament filled in by hand and photographed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from fairdeal.digitize.forms import code
from fairdeal.digitize.forms.layout import load
from fairdeal.records.record import Record
from fairdeal.records.sheet_id import MatchId
from samples.making.hand import handwriting, values
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import PENS, Hand, Rng
from samples.making.photos.conditions import Conditions
from samples.making.photos.taken import photograph

WRITERS: Final = ("apb-03", "art-03", "uqb-01", "aga-06", "apa-09")
"""Writers that the reader was not trained on, and who left every character needed."""
VIEWS: Final = (
    Conditions(tilt=10, tilt_towards=80, turn=2, light=0.2, shadow=0.2, curl=2),
    Conditions(tilt=8, tilt_towards=200, turn=-3, light=0.2, cast=(1.0, 0.94, 0.82)),
    Conditions(tilt=14, tilt_towards=300, turn=3, light=0.25),
)
"""How each is taken: what phones at a table do."""
SIZE: Final = (2250, 3000)


def photo_of(record: Record, match: MatchId, seed: Sequence[int]) -> bytes:
    """The record's only sheet as JPEG. Its form was printed with names, round, table and QR code."""
    rng = np.random.default_rng(list(seed))
    layout = load("score-sheet/1")
    entries = values.sheet_values(record)
    printed = {name: text for name, text in entries.items() if name.startswith("heading / ")}
    by_hand = {name: text for name, text in entries.items() if name not in printed}
    filled = fill(layout, by_hand, _hand(rng), rng, sheet_id=_sheet_id(match, rng), printed=printed)
    view = replace(VIEWS[int(rng.integers(len(VIEWS)))], size=SIZE)
    return photograph(filled.picture, layout.page, view, rng).jpeg


def _hand(rng: Rng) -> Hand:
    if handwriting.strokes_file() is None:
        hand = handwriting.skeleton_hand(rng)
    else:
        hand = handwriting.real_hand(str(rng.choice(WRITERS)), rng, legible=True)
    return replace(hand, pen=PENS[int(rng.integers(2))], height=0.66, slant=0.03, unevenness=0.04)


def _sheet_id(match: MatchId, rng: Rng) -> str:
    """As `code.sheet_id_of`, but the same for the same seed."""
    letters = "".join(str(rng.choice(list(code.LETTERS))) for _ in range(4))
    return match.written(letters)
