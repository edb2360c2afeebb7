"""Pieces of a photo to show beside their reading."""

from __future__ import annotations

import base64
from collections import OrderedDict
from typing import Any, Final

from desk.documents import Document
from records.transcript import Field, Transcript

_KEPT: Final = 2
"""Decoded photos kept at once; one of 12 megapixels takes 36 MB."""


class Crops:
    """Cuts fields out of photos. Photos are decoded again from the bytes handed in, a few at a time."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[str, str], Any] = OrderedDict()

    def data_uri(self, document: Document, transcript: Transcript, field: Field) -> str | None:
        """A PNG of the field as a ``data:`` address, None where it cannot be cut out."""
        if len(field.region) != 4 or not document.data:
            return None
        from digitize import crop
        from digitize.trouble import ReadError

        try:
            piece = crop(self._picture(document, transcript), field.region)
        except (ReadError, ValueError):
            return None
        return "data:image/png;base64," + base64.b64encode(piece).decode("ascii")

    def _picture(self, document: Document, transcript: Transcript) -> Any:
        """The picture that a transcript names. Raises ReadError where it cannot be decoded."""
        from digitize import open_photo

        key = (document.digest, transcript.photo)
        if key not in self._pictures:
            self._pictures[key] = open_photo(document.data, transcript.photo)
            while len(self._pictures) > _KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]
