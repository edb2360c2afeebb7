"""Characters as a pen draws them: a few points a stroke; and such as nobody mistakes."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from fairdeal.digitize.reader.vocabulary import fold

Stroke = npt.NDArray[np.float64]
"""Points of one stroke, shape (n, 2): x to the right, y down."""
Glyph = tuple[Stroke, ...]
"""The strokes of a character, its longer side 1, its bounding box from (0, 0)."""

_WAYS: Final[dict[str, tuple[str, ...]]] = {
    "0": ("~301105173958654030", "~40110517395865524030"),
    "1": ("3039", "123039", "123039 1959", "3139"),
    "2": ("~021030516309 0969", "~0210405254361809 0969", "~021030526428090728395969"),
    "3": ("~0110405153342434 ~345566583908", "0060 6034 ~345566583908", "~0110304152433424 ~245567483908"),
    "4": ("300666 4149", "400666 4049", "0005 0565 5059", "410666 4049"),
    "5": ("5010 1014 ~1443556658391908", "6010 1014 ~1453666749291807", "1014 ~1443556658391908 1060"),
    "6": ("~502103061839586654340506", "~4021040718395867553415"),
    "7": ("0060 6029", "0060 6029 1545", "~006030 6039", "010060 6029"),
    "8": ("~513011021334556658391806153463513020", "~603112233456583918063452604030"),
    "9": ("~523011031535525051 5259", "~523011031535525354493919", "~623011031545625958"),
    "A": ("0930 3069 1646", "0830 3068 1545", "~09052042 4249 0545"),
    "B": ("0009 ~0040513304 ~043465674909", "0009 ~0030414304 ~044556573909"),
    "C": ("~513011030618395867", "~614021030618395968"),
    "D": ("0009 ~003062665909", "1019 ~00406266481909"),
    "E": ("6000 0009 0969 0444", "5000 0009 0959 0454", "~5130122434240618395867"),
    "F": ("0009 0060 0444", "6000 0009 0454"),
    "G": ("~51301103061839586655 5535", "~61300206284958 5565 3565"),
    "H": ("0009 6069 0464", "0009 5059 0555", "~0009 ~6069 0565"),
    "I": ("3039", "1050 3039 1959"),
    "J": ("~5057391807", "1060 ~4047391806", "~606748290706", "3060 ~5057391806"),
    "K": ("0009 6004 1469", "0009 5004 0469", "0009 600569"),
    "L": ("0009 0969", "0008 0858"),
    "M": ("0900 0035 3560 6069", "0910 1036 3660 6069"),
    "N": ("0900 0069 6960", "0900 0058 5850"),
    "O": ("~301105173958654030",),
    "P": ("0009 ~0040624404", "0009 ~0030515304"),
    "Q": ("~301105173958654030 4769", "~402104173857644030 3569", "~301105173958654030 4678"),
    "R": ("0009 ~0040624404 2469", "0009 ~0030515304 0469"),
    "S": ("~51300113446658390807", "~61402112445658390908"),
    "T": ("0060 3039", "0060 4039"),
    "U": ("~000618395866 6660", "~0007284958 5850 5059"),
    "V": ("0039 3960", "0039 3950"),
    "W": ("0019 1934 3459 5960", "0019 1930 3059 5960"),
    "X": ("0069 6009", "0059 5009", "~00334869 6009"),
    "Y": ("0034 6034 3439", "0034 6009"),
    "Z": ("0060 6009 0969", "0060 6009 0969 1545"),
    "a": ("~54240517396654 5459", "~53330618495545 5359"),
    "b": ("0009 ~052454664909", "~0009 ~063455674919"),
    "c": ("~543405183958", "~5333051839"),
    "d": ("5059 ~542405173956", "6069 ~643405183967"),
    "e": ("~065664331508396867", "~065645240518395857"),
    "f": ("~60403239 0454", "~50313339 1454"),
    "g": ("~54240517375554 ~5458493918", "~54240517375554 ~5457392818"),
    "h": ("0009 ~0624445659", "0009 ~0534556659"),
    "i": ("3439 3131", "3439 3132"),
    "j": ("~3437281808 3131",),
    "k": ("0009 5406 2559", "0009 440659"),
    "l": ("3039", "~30373949"),
    "m": ("0409 ~0624343639 ~3644546669",),
    "n": ("0409 ~0624445659", "0409 ~0634555659"),
    "o": ("~341406183958664434", "~34150839575534"),
    "p": ("0309 ~0434555707", "0409 ~04445607"),
    "q": ("~54240516375554 5459",),
    "r": ("0409 ~06254454", "0409 ~06345454"),
    "s": ("~542415264758391908", "~53340546584908"),
    "t": ("3039 1353", "~31384959 1353"),
    "u": ("~0407183957 5459", "~0408294857 5459"),
    "v": ("0439 3964", "0439 3954"),
    "w": ("0419 1935 3559 5964", "0419 1934 3449 4964"),
    "x": ("0459 5409", "0469 6409"),
    "y": ("0437 6419", "0436 5409"),
    "z": ("0464 6409 0969", "0454 5409 0959"),
    "+": ("3339 0666", "3238 0565"),
    "-": ("0565", "0655"),
    "/": ("6009", "5019"),
    ".": ("3939", "3839"),
    ",": ("3829",),
    "?": ("~021040524334 3436 3939",),
    "'": ("3031",),
    "!": ("3036 3939",),
    ":": ("3434 3939",),
    "(": ("~50323459",),
    ")": ("~10323419",),
    "✓": ("0539 3960", "1639 3960"),
    "♥": ("~322010010439 ~324050616339", "~32211001031639 ~32415061635639"),
    "♦": ("3005 0539 3965 6530", "3004 0439 3954 5430"),
    "♠": ("3004 ~0407183736 ~3637586764 6430 3539 1949", "~301405071736 ~36575654 5430 3539"),
}  # fmt: skip

_CURVE_STEPS: Final = 8
"""Points drawn between two points of a smooth curve."""


def characters() -> str:
    """Every character there are skeletons for."""
    return "".join(_WAYS) + "♣"


@functools.cache
def ways(character: str) -> tuple[Glyph, ...]:
    """The ways to write a character, none where there is no skeleton for it."""
    if character == "♣":
        return (_club(1.7, foot=True), _club(1.4, foot=False))
    return tuple(drawn(text) for text in _WAYS.get(character, ()))


def _club(radius: float, foot: bool) -> Glyph:
    """Three rings and a stem."""
    turn = np.linspace(0.3, 0.3 + 2 * np.pi, 24)[:, None]
    ring = radius * np.hstack((np.cos(turn), np.sin(turn)))
    rings = [ring + centre for centre in ((3.0, 1.7), (1.5, 4.6), (4.5, 4.6))]
    stem = [np.array([[3.0, 3.0], [3.0, 8.0]])]
    stem += [np.array([[2.0, 8.0], [4.0, 8.0]])] if foot else []
    return normal((*rings, *stem))


def normal(strokes: Glyph) -> Glyph:
    """The same strokes with the longer side 1 and the bounding box from (0, 0)."""
    points = np.concatenate(strokes)
    least, size = points.min(axis=0), float(np.ptp(points, axis=0).max())
    return tuple((stroke - least) / (size or 1.0) for stroke in strokes)


def drawn(text: str) -> Glyph:
    """A character of one's own, in the language of the skeletons."""
    return normal(_strokes(text))


def _strokes(text: str) -> Glyph:
    return tuple(_stroke(part) for part in text.split())


def _stroke(part: str) -> Stroke:
    figures = part.removeprefix("~")
    pairs = [(int(figures[i]), int(figures[i + 1])) for i in range(0, len(figures), 2)]
    points = np.array(pairs, float)
    return _smooth(points) if part.startswith("~") else points


def _smooth(points: Stroke) -> Stroke:
    """A Catmull-Rom curve through the points."""
    if len(points) < 3:
        return points
    ends = np.concatenate(([2 * points[0] - points[1]], points, [2 * points[-1] - points[-2]]))
    before, start, end, after = ends[:-3], ends[1:-2], ends[2:-1], ends[3:]
    t = np.linspace(0, 1, _CURVE_STEPS, endpoint=False)[:, None, None]
    curve = 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t**2
        + (3 * start - before - 3 * end + after) * t**3
    )
    return np.concatenate((curve.transpose(1, 0, 2).reshape(-1, 2), points[-1:]))


_SIDE: Final = 16
_NEIGHBOURS: Final = 7
_AGREED: Final = 6
"""Of the neighbours, how many must share another name."""
_NEVER: Final = frozenset(".,-/|")
"""Characters whose shape is their size or place."""


class Comparison:
    """Every writer's characters as small pictures, to compare one writer's with the others'."""

    def __init__(self, collection: Mapping[str, Mapping[str, tuple[Glyph, ...]]]) -> None:
        self._writers: list[str] = []
        self._names: list[str] = []
        pictures: list[npt.NDArray[Any]] = []
        for writer, glyphs in collection.items():
            for label, known in glyphs.items():
                if _folded(label) is None or label in _NEVER:
                    continue
                for glyph in known:
                    self._writers.append(writer)
                    self._names.append(_folded(label) or "")
                    pictures.append(_picture(glyph))
        self._pictures = np.array(pictures)
        self._writer_of = np.array(self._writers)

    def cleaned(
        self, writer: str, glyphs: Mapping[str, tuple[Glyph, ...]]
    ) -> dict[str, tuple[Glyph, ...]]:
        """The same characters without those that are clearly something else."""
        others = np.flatnonzero(self._writer_of != writer)
        kept: dict[str, tuple[Glyph, ...]] = {}
        for label, known in glyphs.items():
            name = _folded(label)
            if name is None or label in _NEVER:
                kept[label] = known
                continue
            likeness = np.array([_picture(glyph) for glyph in known]) @ self._pictures[others].T
            nearest = np.argpartition(-likeness, _NEIGHBOURS, axis=1)[:, :_NEIGHBOURS]
            good = tuple(
                glyph
                for glyph, row in zip(known, nearest, strict=True)
                if not self._elsewhere(name, others[row])
            )
            if good:
                kept[label] = good
        return kept

    def _elsewhere(self, name: str, neighbours: npt.NDArray[Any]) -> bool:
        names = Counter(self._names[index] for index in neighbours)
        other, count = names.most_common(1)[0]
        return other != name and count >= _AGREED and name not in names


def _folded(label: str) -> str | None:
    try:
        return fold(label)
    except KeyError:
        return None


def _picture(glyph: Glyph) -> npt.NDArray[Any]:
    """A character as a blurred little picture of unit length, its shape kept."""
    canvas = np.zeros((_SIDE * 2, _SIDE * 2), np.uint8)
    points = np.concatenate(glyph)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    for stroke in glyph:
        fixed = ((stroke - middle) * (_SIDE * 1.7) + _SIDE) * 16
        cv2.polylines(canvas, [fixed.astype(np.int32)[:, None]], False, 255, 3, cv2.LINE_AA, 4)
    small = cv2.resize(canvas, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    flat = cv2.GaussianBlur(small, (0, 0), 0.8).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) or 1.0))
