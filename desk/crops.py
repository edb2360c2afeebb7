"""Pieces of a photo to show beside their reading."""

from __future__ import annotations

import base64
from collections import OrderedDict
from typing import Any, Final

from desk.documents import Document
from records.transcript import Field, Point, Transcript

MARGIN: Final = 0.35
"""Of the field's height, shown around it: enough to see what stands next to it."""
WIDEST: Final = 520
"""Pixels of a crop's width: sharp on a phone, and small in the file."""
HIGHEST: Final = 160
QUALITY: Final = 82
_KEPT: Final = 2
"""Decoded photos kept at once; one of 12 megapixels takes 36 MB."""


class Crops:
    """Cuts fields out of photos. Photos are decoded again from the bytes handed in, a few at a time."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[str, str], Any] = OrderedDict()

    def data_uri(self, document: Document, transcript: Transcript, field: Field) -> str | None:
        """A JPEG of the field as a ``data:`` address, None where it cannot be cut out."""
        if len(field.region) != 4 or not document.data:
            return None
        picture = self._picture(document, transcript)
        if picture is None:
            return None
        jpeg = cut(picture.image, field.region, picture.scale)
        if jpeg is None:
            return None
        return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")

    def _picture(self, document: Document, transcript: Transcript) -> Any:
        from digitize.pictures import pictures, split_page_name
        from digitize.trouble import ReadError

        key = (document.digest, transcript.photo)
        if key not in self._pictures:
            page = split_page_name(transcript.photo)[1] if "#page=" in transcript.photo else None
            try:
                self._pictures[key] = next(iter(pictures(document.data, document.name, page)), None)
            except ReadError:
                self._pictures[key] = None
            while len(self._pictures) > _KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]


def cut(image: Any, region: tuple[Point, ...], scale: float = 1.0) -> bytes | None:
    """The region of a photo, squared up, with a margin, as JPEG; None where there is nothing to cut.

    `region` has the corners clockwise from the top left in the photo's own pixels; `scale` is how
    many pixels of `image` make one of those.
    """
    import cv2
    import numpy as np

    corners = np.asarray(region, np.float32) * scale
    width = max(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[3])))
    height = max(np.hypot(*(corners[3] - corners[0])), np.hypot(*(corners[2] - corners[1])))
    if not (np.isfinite(width) and np.isfinite(height)) or min(width, height) < 2:
        return None
    margin = MARGIN * float(height)
    zoom = min(WIDEST / (width + 2 * margin), HIGHEST / (height + 2 * margin), 3.0)
    size = (round((width + 2 * margin) * zoom), round((height + 2 * margin) * zoom))
    if min(size) < 2:
        return None
    inner = np.asarray(
        [
            [margin, margin], [margin + width, margin],
            [margin + width, margin + height], [margin, margin + height],
        ],
        np.float32,
    )  # fmt: skip
    turn = cv2.getPerspectiveTransform(corners, inner * np.float32(zoom))
    piece = cv2.warpPerspective(
        image, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    done, data = cv2.imencode(".jpg", piece, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data) if done else None
