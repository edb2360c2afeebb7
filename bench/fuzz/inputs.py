"""The input of a seed: a good record or picture, damaged. The same seed gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from random import Random
from typing import Final

import cv2
import numpy as np
from PIL import Image

from bench.fuzz.damage import OF_56, OF_LIN, OF_PBN, bytes_damaged, damaged, encoded
from bench.hostile import pdfs, pictures
from bench.hostile.zeros import packed_zeros
from bench.text.notation_records import Records
from bench.text.pbn_games import HEAD, made_deal, plain_games, rich_games
from bench.text.pbn_lin import lin_board
from fairdeal.grammar.notation.writer import write
from samples.making.records.bridge_deals import clean_deal
from samples.making.records.bridge_deals import record_of as bridge_record
from samples.making.records.deals import clean_record
from samples.making.records.sessions import clean_session

HRN, PBN, LIN, PICTURE = "hrn", "pbn", "lin", "picture"
SHARES: Final = ((HRN, 0.45), (PBN, 0.30), (LIN, 0.13), (PICTURE, 0.12))
"""Of a hundred inputs so many are of each kind: a picture takes as long as some thirty texts."""
WHOLE: Final = 0.03
"""So many inputs are not damaged at all: they must be read."""
FORM_PIXELS: Final = 1_600
"""Pixels of the longer side of a photographed form here: small, and still read."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input: what kind it began as, the name of its file, its bytes, and whether it is whole."""

    kind: str
    name: str
    data: bytes
    whole: bool


def made(seed: int) -> Input:
    """The input of a seed."""
    random = Random(seed)
    kind = random.choices([kind for kind, _ in SHARES], [share for _, share in SHARES])[0]
    whole = random.random() < WHOLE
    return _MAKERS[kind](random, whole)


def _hrn(random: Random, whole: bool) -> Input:
    text = _record(random)
    data = (
        text.encode() if whole else encoded(random, damaged(random, text, OF_56, _record(random)))
    )
    return Input(HRN, "input.hrn", data, whole)


def _record(random: Random) -> str:
    chance, seed = random.random(), random.getrandbits(32)
    if chance < 0.35:
        return write(Records(random).record())
    if chance < 0.75:
        return write(clean_record(seed))
    if chance < 0.9:
        made = [
            clean_deal(Random(seed + number), number + 1) for number in range(random.randint(1, 3))
        ]
        return write(bridge_record(*made))
    return write(clean_session(seed))


def _pbn(random: Random, whole: bool) -> Input:
    text = _games(random)
    data = (
        text.encode() if whole else encoded(random, damaged(random, text, OF_PBN, _games(random)))
    )
    return Input(PBN, "input.pbn", data, whole)


def _games(random: Random) -> str:
    make = plain_games if random.random() < 0.4 else rich_games
    return HEAD + "".join(make(random.getrandbits(32), random.randint(1, 5)))


def _lin(random: Random, whole: bool) -> Input:
    text = _boards(random)
    data = (
        text.encode() if whole else encoded(random, damaged(random, text, OF_LIN, _boards(random)))
    )
    return Input(LIN, "input.lin", data, whole)


def _boards(random: Random) -> str:
    live = random.random() < 0.5
    boards = (made_deal(random, number) for number in range(1, random.randint(2, 6)))
    return "\n".join(lin_board(each, f"o{each.board}" if live else "") for each in boards) + "\n"


# Pictures.


def _picture(random: Random, whole: bool) -> Input:
    if whole:
        return Input(PICTURE, "input.jpg", _form_as("jpg"), whole)
    ending, data = random.choice(_good_pictures())
    if random.random() < 0.15:
        ending, data = random.choice(_structures())(random)
    most = random.choice((1, 4, 30))
    return Input(PICTURE, f"input.{ending}", bytes_damaged(random, data, most), whole)


@lru_cache(maxsize=1)
def _form() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A hand log of the samples, as small as it can still be read."""
    from bench.hostile.attack import ROOT

    image = cv2.imread(str(ROOT / "samples" / "onam-cup" / "hand-log-deal-02.jpg"))
    assert image is not None
    scale = FORM_PIXELS / max(image.shape[:2])
    return np.asarray(
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


@lru_cache(maxsize=8)
def _form_as(kind: str) -> bytes:
    if kind in ("pdf", "tiff", "heic"):
        return _by_pillow(_form(), kind)
    return pictures.encoded(_form(), f".{kind}")


def _by_pillow(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], kind: str) -> bytes:
    import pillow_heif

    picture = Image.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    out = BytesIO()
    if kind == "heic":
        pillow_heif.from_pillow(picture).save(out, quality=60)
    else:
        picture.save(out, kind.upper())
    return out.getvalue()


@lru_cache(maxsize=1)
def _good_pictures() -> list[tuple[str, bytes]]:
    """A form and a wall in every format that is read, small and in some odd manners of it."""
    wall = pictures.wall()[::2, ::2].copy()
    found = [
        (kind, _form_as(kind)) for kind in ("jpg", "jpg", "png", "webp", "pdf", "tiff", "heic")
    ]
    found += [(kind, pictures.encoded(wall, f".{kind}")) for kind in ("jpg", "png", "webp")]
    found += [(kind, _by_pillow(wall, kind)) for kind in ("pdf", "tiff", "heic")]
    done, progressive = cv2.imencode(".jpg", wall, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert done
    found += [("jpg", progressive.tobytes()), ("jpg", pictures.exif_jpeg())]
    for mode in ("L", "1", "P", "LA", "RGBA", "I;16"):
        out = BytesIO()
        grey = Image.fromarray(wall).convert("L")
        (grey.convert("I").convert("I;16") if mode == "I;16" else grey.convert(mode)).save(
            out, "PNG"
        )
        found.append(("png", out.getvalue()))
    return found


def _structures() -> tuple[Callable[[Random], tuple[str, bytes]], ...]:
    """Pictures that are odd in their structure: sizes, chunks, forms within forms."""
    return (
        lambda random: (
            "png",
            pictures.png(
                pictures.head(
                    random.randrange(1, 3_000),
                    random.randrange(1, 3_000),
                    random.choice((1, 2, 4, 8, 16)),
                    random.choice((0, 2, 3, 4, 6)),
                    random.randrange(2),
                ),
                packed_zeros(random.randrange(1, 3_000_000)),
            ),
        ),
        lambda random: (
            "jpg",
            pictures.many_scans_jpeg(8 * random.randrange(30, 100), random.randrange(1, 50)),
        ),
        lambda random: ("pdf", pdfs.nested_forms(random.randrange(1, 4), random.randrange(1, 10))),
        lambda random: ("pdf", pdfs.many_paths(random.randrange(2, 2_000))),
        lambda random: (
            "pdf",
            pdfs.pdf(
                pdfs.one_page(
                    pdfs.stream(random.randbytes(random.randrange(200))),
                    box=b"[0 0 %d %d]" % (random.randrange(-5, 3_000), random.randrange(3_000)),
                )
            ),
        ),
    )


_MAKERS: Final[dict[str, Callable[[Random, bool], Input]]] = {
    HRN: _hrn,
    PBN: _pbn,
    LIN: _lin,
    PICTURE: _picture,
}
