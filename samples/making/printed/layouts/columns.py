"""Two columns: the hands at the left, auction, play and result beside them."""

from __future__ import annotations

from random import Random

from fairdeal.grammar.notation.writer import write
from samples.making.printed.drawn import Flow, Page, Rule, Unsuited
from samples.making.printed.faces import Face
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording, as_typed


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    lines = as_typed(
        write(log.record), Wording(calls_a_line=rng.choice((0, 3)), symbols=rng.random() < 0.3)
    )
    if "Hands:" not in lines or not {"Auction:", "Play:"} & set(lines):
        raise Unsuited("there is nothing to stand beside the hands")
    begin = lines.index("Hands:")
    end = next(at for at, line in enumerate(lines) if at > begin and line[1:2] != ":")
    page = Page(face)
    head = Flow([page], points)
    head.lines(lines[:begin])
    widest = max(face.width(line, points) for line in lines[begin:end])
    middle = head.left + widest + rng.uniform(6, 14)
    left = Flow([page], points, right=middle, top=head.y + 3)
    right = Flow([page], points, left=middle, top=head.y + 3)
    if right.right - middle < 45:
        raise Unsuited("the hands leave no room beside them")
    left.lines(lines[begin:end])
    right.lines(lines[end:])
    if left.page is not page or right.page is not page:
        raise Unsuited("the columns are longer than the page")
    if rng.random() < 0.4:
        x = middle - 3
        page.rules.append(Rule((x, left.top), (x, max(left.y, right.y)), 0.2, 90))
    return [page]
