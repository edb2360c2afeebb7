"""Pages of our forms written by hand and photographed, without any collection of handwriting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from fairdeal.digitize.forms.layout import load
from samples.making.hand.fill import Altered, fill
from samples.making.hand.handwriting import Hand
from samples.making.photos.taken import Conditions, photograph

CAREFUL: Final = Conditions(size=(1800, 2400), tilt=6, turn=1, noise=1, quality=90)
"""A careful photo, small so that it is read quickly."""


def photo_of(
    form: str,
    values: Mapping[str, str],
    hand: Hand,
    rng: np.random.Generator,
    altered: Mapping[str, Altered] | None = None,
) -> bytes:
    """A form with `values` written into it by a hand, as a JPEG."""
    layout = load(form)
    page = fill(layout, values, hand, rng, altered=altered).picture
    return photograph(page, layout.page, CAREFUL, rng).jpeg
