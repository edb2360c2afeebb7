"""HEIC pictures, as iPhones send them. This module alone calls libheif (by pillow-heif)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import pillow_heif

from fairdeal.digitize.pictures.picture import Image
from fairdeal.digitize.trouble import ReadError

_COLOURS: Final = 3
"""Blue, green, red; a fourth channel is transparency, which no camera makes."""


def decode(data: bytes, name: str, check_size: Callable[[tuple[int, int]], None]) -> Image:
    """The main picture of a HEIC file in colour, turned as the file says.

    `check_size` is called with width and height before anything is decoded and may raise.
    """
    try:
        opened = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
        check_size(opened.size)
        shown = np.asarray(opened, np.uint8)
    except (ReadError, MemoryError):
        raise
    except Exception as error:  # libheif's wrapper raises several unrelated kinds
        raise ReadError(
            "picture-broken",
            f"{name} is a HEIC file that breaks off or is damaged.",
            "Copy or send the file again, or send the photo as JPEG.",
        ) from error
    if shown.ndim == 2:
        return np.asarray(cv2.cvtColor(shown, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(shown[:, :, :_COLOURS])
