"""Adjusted scores of duplicate bridge (Law 12C): what a director wrote instead of, or over, a result.

A text gives each side its own award: ``NS A60 EW A40``, ``AVE+``, ``NS 60% of 420, 40% of -50``,
``NS 420 EW -620``, ``NS +3 IMP EW -3 IMP``. Where one side alone is named, the other gets what is left; of a
text without a side, only what is the same for both is understood.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

Kind = Literal["average", "plus", "minus", "percent", "imps", "points"]
Outcomes = tuple[tuple[Fraction, int], ...]
"""Scores with their weights, which come to 1."""

PLUS: Final = Fraction(60, 100)
MINUS: Final = Fraction(40, 100)
"""The least of an average plus, the most of an average minus (Law 12C2)."""
EVEN: Final = Fraction(1, 2)
_IN_IMPS: Final = {PLUS: 3, EVEN: 0, MINUS: -3}
"""What an artificial score is worth at IMPs (Law 86A); of any other the Laws say nothing."""


@dataclass(frozen=True, slots=True)
class Award:
    """What one side gets: a share of the top, IMPs, or scores of its own with their weights."""

    kind: Kind
    share: Fraction | None = None
    imps: Fraction | None = None
    outcomes: Outcomes = ()

    @property
    def text(self) -> str:
        """As it is written: ``A60``, ``average plus``, ``60% of 420, 40% of -50``."""
        if self.kind in _NAMES:
            return _NAMES[self.kind]
        if self.share is not None:
            return f"A{_figure(100 * self.share)}"
        if self.imps is not None:
            return f"{_signed(self.imps)} IMP"
        if len(self.outcomes) == 1:
            return str(self.outcomes[0][1])
        return ", ".join(f"{_figure(100 * weight)}% of {score}" for weight, score in self.outcomes)

    def opposite(self) -> Award:
        """What is left for the other side."""
        kinds: dict[Kind, Kind] = {"plus": "minus", "minus": "plus"}
        return Award(
            kinds.get(self.kind, self.kind),
            None if self.share is None else 1 - self.share,
            None if self.imps is None else -self.imps,
            tuple((weight, -score) for weight, score in self.outcomes),
        )


Awards = tuple[Award, Award]
"""Of North-South and of East-West."""

_NAMES: Final[dict[Kind, str]] = {
    "average": "average", "plus": "average plus", "minus": "average minus",
}  # fmt: skip


def _figure(number: Fraction) -> str:
    return f"{float(number):g}"


def _signed(number: Fraction) -> str:
    return f"{float(number):+g}"


def scored(points: int) -> Award:
    """A result as it was played."""
    return Award("points", outcomes=((Fraction(1), points),))


def balanced(points: int) -> Awards:
    """A result as both sides have it; `points` are those of North-South."""
    return scored(points), scored(-points)


def split(ours: int, theirs: int) -> Awards:
    """Each side's own points."""
    return scored(ours), scored(theirs)


_SIDES: Final = re.compile(r"\b(N/?-?S|E/?-?W)\b\s*[:=]?", re.I)
_NUMBER: Final = r"\d{1,3}(?:[.,]\d{1,4})?"
_AVERAGE: Final = re.compile(r"A(?:VE?(?:RAGE)?)?\.?\s*(\+|-|−|=|PLUS|MINUS)?", re.I)
_PERCENT: Final = re.compile(rf"(?:(A)\s*({_NUMBER})\s*%?|({_NUMBER})\s*%)", re.I)
_IMPS: Final = re.compile(rf"([+\-−]?{_NUMBER})\s*IMPS?", re.I)
_POINTS: Final = re.compile(r"[+\-−]?\d{1,5}")
_PART: Final = re.compile(rf"({_NUMBER})\s*%\s*(?:of\s*|:\s*)?([+\-−]?\d{{1,5}})", re.I)
_BETWEEN: Final = re.compile(r"\s*(?:[,;/+]|and)?\s*", re.I)
LONGEST: Final = 400
"""Letters of an adjusted score: forty times the usual."""


@lru_cache(maxsize=4096)
def awards(text: str) -> Awards | None:
    """What each side gets by a text; None where it is not one that is understood."""
    if len(text) > LONGEST:
        return None
    before, *sides = _SIDES.split(text)
    if not sides:
        both = _award(before.strip())
        return (both, both) if both is not None and both.share == EVEN else None
    found: dict[str, Award] = {}
    for name, said in zip(sides[::2], sides[1::2], strict=True):
        award = _award(said.strip().strip(",;"))
        side = name[0].upper()
        if award is None or side in found or before.strip():
            return None
        found[side] = award
    for side, other in (("N", "E"), ("E", "N")):
        if side not in found:
            found[side] = found[other].opposite()
    return found["N"], found["E"]


def _award(text: str) -> Award | None:
    """What one side gets; None where it is not understood."""
    text = text.strip().replace("−", "-")
    if said := _AVERAGE.fullmatch(text):
        sign = (said[1] or "=").upper()
        if sign in ("+", "PLUS"):
            return Award("plus", PLUS)
        return Award("minus", MINUS) if sign in ("-", "MINUS") else Award("average", EVEN)
    if said := _PERCENT.fullmatch(text):
        share = _fraction(said[2] or said[3]) / 100
        return Award("percent", share) if share <= 1 else None
    if said := _IMPS.fullmatch(text):
        return Award("imps", imps=_fraction(said[1]))
    return scored(int(text)) if _POINTS.fullmatch(text) else _weighted(text)


def _weighted(text: str) -> Award | None:
    """Scores with weights that come to 100 (Law 12C1c)."""
    outcomes: list[tuple[Fraction, int]] = []
    at = 0
    while part := _PART.match(text, at):
        outcomes.append((_fraction(part[1]) / 100, int(part[2])))
        between = _BETWEEN.match(text, part.end())
        at = part.end() if between is None else between.end()
    whole = sum((weight for weight, _ in outcomes), Fraction(0)) == 1
    if not outcomes or not whole or at < len(text) or any(not weight for weight, _ in outcomes):
        return None
    return Award("points", outcomes=tuple(outcomes))


def _fraction(number: str) -> Fraction:
    return Fraction(number.replace(",", "."))


def written(both: Awards) -> str:
    """Both awards as `awards` reads them."""
    return f"NS {both[0].text} EW {both[1].text}"


def in_imps(award: Award) -> Fraction | None:
    """What an artificial score is worth at IMPs (Law 86A); None where the Laws give nothing for it."""
    if award.imps is not None or award.share is None:
        return award.imps
    worth = _IN_IMPS.get(award.share)
    return None if worth is None else Fraction(worth)


def share_of_top(award: Award, elsewhere: Fraction | None) -> Fraction | None:
    """What share of the top an artificial score is worth. `elsewhere`: the share that the side obtained on
    the other boards of the session; one over 60 % raises an average plus, one under 40 % lowers an average
    minus (Law 12C2c)."""
    if elsewhere is not None and award.kind == "plus":
        return max(PLUS, elsewhere)
    return min(MINUS, elsewhere) if elsewhere is not None and award.kind == "minus" else award.share
