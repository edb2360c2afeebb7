"""JPEG by OpenCV, which is twice as fast as Pillow, and what libjpeg complains of while it decodes.

A JPEG with a damaged middle decodes all the same: from the damage on, its rows are shifted or grey. The
decoder says so on the standard error of the process and nowhere else, so that is where it is heard.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import cv2
import numpy as np

from digitize.pictures.picture import Image

_DAMAGE: Final = (b"premature end of data segment", b"bad Huffman code", b"Invalid SOS parameters")
"""Complaints after which what is seen is not what was photographed. Others, such as stray bytes before
a marker, are the habit of some phones and harmless."""
_STDERR: Final = 2
_ONE_AT_A_TIME: Final = threading.Lock()


def decode(data: bytes) -> Image | None:
    """The picture in colour, not turned; None where OpenCV cannot. Raises OSError where it is damaged."""
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    with _heard() as complaints:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if any(told in complaints[0] for told in _DAMAGE):
        raise OSError("damaged JPEG")
    return None if image is None else np.asarray(image, np.uint8)


@contextmanager
def _heard() -> Iterator[list[bytes]]:
    """What is written to standard error meanwhile, in the first place of the list afterwards."""
    heard = [b""]
    with _ONE_AT_A_TIME, tempfile.TemporaryFile() as aside:
        try:
            kept = os.dup(_STDERR)
        except OSError:  # there is no standard error
            yield heard
            return
        try:
            os.dup2(aside.fileno(), _STDERR)
            yield heard
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)
            aside.seek(0)
            heard[0] = aside.read()
