"""JPEG by libjpeg-turbo (simplejpeg), which says what it finds wrong. This module alone calls it.

A JPEG with a damaged middle decodes all the same: from the damage on, its rows are shifted or grey. OpenCV
says so on the standard error of the whole process and Pillow not at all; here it is an error.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import simplejpeg

from fairdeal.digitize.pictures.picture import Image

_HARMLESS: Final = (
    "extraneous bytes before marker",
    "unknown JFIF revision",
    "Unknown Adobe color transform",
    "bad ICC marker",
    "Inconsistent progression sequence",
)
"""Complaints after which the picture is what was photographed: stray bytes are the habit of some phones."""
_DAMAGE: Final = (
    "premature end of data segment",
    "bad Huffman code",
    "Invalid SOS parameters",
    "instead of RST",
    "bad arithmetic code",
    "Premature end of JPEG file",
)
"""Complaints after which it is not."""


def decode(data: bytes, least: tuple[int, int] | None = None) -> Image | None:
    """The picture in colour, not turned; None where it is of a kind that only Pillow can read (CMYK).

    `least` are a width and a height that are enough: the picture comes as small as it can be without being
    smaller, which takes much less memory. Raises OSError where it is damaged.
    """
    try:
        return _decoded(data, least, strict=True)
    except ValueError as error:
        said = str(error)
    if any(each in said for each in _DAMAGE):
        raise OSError("damaged JPEG")
    if any(each in said for each in _HARMLESS):
        return _decoded(data, least, strict=False)
    return None


def _decoded(data: bytes, least: tuple[int, int] | None, *, strict: bool) -> Image:
    width, height = least or (0, 0)
    found = simplejpeg.decode_jpeg(
        data, "BGR", min_width=width, min_height=height, min_factor=1.0, strict=strict
    )
    return np.asarray(found, np.uint8)
