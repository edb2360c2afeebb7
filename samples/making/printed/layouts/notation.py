"""The notation as it is written by the program, lines that are too long going on in the next."""

from __future__ import annotations

from random import Random

from fairdeal.grammar.notation.writer import write
from samples.making.printed.drawn import Flow, Page
from samples.making.printed.faces import Face
from samples.making.printed.logs import Log


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, left=rng.uniform(14, 25))
    flow.lines(write(log.record).splitlines())
    return flow.pages
