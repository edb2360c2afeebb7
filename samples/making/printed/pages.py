"""The page of a seed: its record, layout, face, look and surroundings, and the file that comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np

from fairdeal.grammar.notation.writer import write
from samples.making.photos.surroundings import KINDS
from samples.making.printed.faces import FACES, HELD_BACK, Face
from samples.making.printed.layouts import LAYOUTS
from samples.making.printed.logs import SOURCES, Log
from samples.making.printed.looks import LOOKS, Look, Page, Sent, Unsuited

FINAL: Final = range(900_000, 1_000_000)
"""Seeds of the final measurement: only their pages are printed in the faces held back."""
LARGEST: Final = 16.0
"""Points; the smallest are 9."""
TRIES: Final = 400
MOST_PAGES: Final = 3


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A synthetic page: its file, and what is printed on it."""

    seed: int
    layout: str
    look: str
    face: str
    points: float
    log: Log
    drawn: tuple[Page, ...] = field(repr=False)
    sent: Sent = field(repr=False)

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"synthetic-{self.seed}-{self.layout}.{LOOKS[self.look].ending}"

    @property
    def text(self) -> str:
        """What is printed, in the notation."""
        return write(self.log.record)


def printed_page(seed: int, layout: str = "", look: str = "", around: str = "") -> PrintedPage:
    """The page of a seed, always the same; in a layout, with a look and on a table of one's own choice if
    they are named.

    Raises FileNotFoundError where no face is installed that it could be printed in.
    """
    turn, place = divmod(seed, len(LAYOUTS))
    layout = layout or tuple(LAYOUTS)[place]
    look = look or tuple(LOOKS)[(turn + place) % len(LOOKS)]
    around = around or tuple(KINDS)[seed % len(KINDS)]
    rng = Random(f"{seed} {layout} {look}")
    log, face, points, drawn = _drawn(layout, LOOKS[look], rng, seed in FINAL)
    chance = np.random.default_rng([seed, *map(ord, layout + look)])
    sent = LOOKS[look].make(drawn, chance, around)
    return PrintedPage(seed, layout, look, face.name, points, log, tuple(drawn), sent)


def faces_of(look: Look, final: bool) -> list[Face]:
    """The faces on this machine that pages of this look are printed in."""
    kinds = look.kinds or ("sans", "serif", "monospaced", "typewriter")
    faces = (*HELD_BACK, *FACES) if final else FACES
    return [face for face in faces if face.path is not None and face.kind in kinds]


def _drawn(
    layout: str, look: Look, rng: Random, final: bool
) -> tuple[Log, Face, float, list[Page]]:
    """A log, drawn in a face and a size in which it fits; other logs are tried until one does."""
    faces = faces_of(look, final)
    if not faces:
        raise FileNotFoundError(
            f"no face for {layout} is installed: see samples.making.printed.faces"
        )
    way = LAYOUTS[layout]
    for _ in range(TRIES):
        log = SOURCES[rng.choice(way.sources)](rng)
        face = rng.choice(faces)
        points = rng.uniform(look.least, LARGEST)
        try:
            pages = way.draw(log, face, points, rng)
        except Unsuited:
            continue
        if len(pages) <= (MOST_PAGES if look.pages else 1):
            return log, face, points, pages
    raise Unsuited(f"no log fits: {layout}")
