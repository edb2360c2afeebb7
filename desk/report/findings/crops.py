"""Pieces of a photo to show beside their reading."""

from __future__ import annotations

import base64
from collections import OrderedDict
from typing import Any, Final

from fairdeal.desk.intake.documents import Document
from fairdeal.records.transcript import Field, Transcript

_KEPT: Final = 2
"""Decoded photos kept at once; one of 12 megapixels takes 36 MB."""
QUALITY: Final = 80
WIDEST: Final = 420
"""Pixels of a crop's width. A report may hold a hundred crops: as the PNGs they come in, ten megabytes."""


class Crops:
    """Cuts fields out of photos. Photos are decoded again from the bytes handed in, a few at a time."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[str, str], Any] = OrderedDict()

    def data_uri(self, document: Document, transcript: Transcript, field: Field) -> str | None:
        """A PNG of the field as a ``data:`` address, None where it cannot be cut out."""
        if len(field.region) != 4 or not document.data:
            return None
        from fairdeal.digitize import crop
        from fairdeal.digitize.trouble import ReadError

        try:
            jpeg = smaller(crop(self._picture(document, transcript), field.region))
        except (ReadError, ValueError):
            return None
        return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")

    def _picture(self, document: Document, transcript: Transcript) -> Any:
        """The picture that a transcript names. Raises ReadError where it cannot be decoded."""
        from fairdeal.digitize import open_photo

        key = (document.digest, transcript.photo)
        if key not in self._pictures:
            self._pictures[key] = open_photo(document.data, transcript.photo)
            while len(self._pictures) > _KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]


def smaller(png: bytes) -> bytes:
    """The same picture as a JPEG, no wider than is shown."""
    import cv2
    import numpy as np

    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("no picture")
    if picture.shape[1] > WIDEST:
        size = (WIDEST, max(1, round(picture.shape[0] * WIDEST / picture.shape[1])))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError("the picture cannot be written as JPEG")
    return bytes(data)
