"""How a folder of samples is written: test writers' hands, photos of a bounded size, all or nothing."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2

from fairdeal.digitize.forms.layout import load
from samples.making.hand import handwriting
from samples.making.hand.fill import fill
from samples.making.hand.handwriting import PENS, Hand, Rng
from samples.making.photos import taken
from samples.making.photos.conditions import Conditions

MOST_BYTES: Final = 600_000
"""No photo is larger: a folder of samples must not weigh on every clone."""
SIZE: Final = (2250, 3000)
WRITERS: Final = ("apb-03", "art-03", "uqb-01", "aga-06", "apa-09")
"""Writers that the reader was not trained on, and who left every character needed."""


def sample_hand(index: int, rng: Rng) -> Hand:
    """The hand of one of the writers, upright, not too large; a skeleton's without their strokes."""
    if handwriting.strokes_file() is None:
        hand = handwriting.skeleton_hand(rng)
    else:
        hand = handwriting.real_hand(WRITERS[index % len(WRITERS)], rng, legible=True)
    pen = PENS[(0, 1, 3)[index % 3]]
    return replace(hand, pen=pen, height=0.66, slant=0.03, unevenness=0.04, draws_suits=index == 3)


def photo_of_form(
    form: str,
    entries: Mapping[str, str],
    hand: Hand,
    view: Conditions,
    rng: Rng,
    sheet_id: str,
    by_hand: Collection[str] = (),
) -> bytes:
    """A form filled in and photographed. Its headings were printed with it, but those filled in by hand."""
    layout = load(form)
    printed = {
        name: text
        for name, text in entries.items()
        if name.startswith("heading / ") and name.split(" / ")[1] not in by_hand
    }
    written = {name: text for name, text in entries.items() if name not in printed}
    filled = fill(layout, written, hand, rng, sheet_id=sheet_id, printed=printed)
    return jpeg_of(taken.photograph(filled.picture, layout.page, replace(view, size=SIZE), rng))


def jpeg_of(photo: taken.Photo) -> bytes:
    """The photo's JPEG, more strongly pressed where it would be too large."""
    data, quality = photo.jpeg, photo.conditions.quality
    while len(data) > MOST_BYTES:
        quality -= 5
        settings = [cv2.IMWRITE_JPEG_QUALITY, quality]
        data = cv2.imencode(".jpg", photo.picture[..., ::-1], settings)[1].tobytes()
    return data


def put_folder(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write beside, then put in place, so that a half-written folder never stands."""
    aside = folder.with_name(folder.name + ".new")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    for name, data in files.items():
        (aside / name).write_bytes(data)
    if folder.exists():
        shutil.rmtree(folder)
    aside.rename(folder)
    return [folder / name for name in files]
