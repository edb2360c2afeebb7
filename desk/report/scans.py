"""The photos of a case at the end of its report, small enough to be sent with it."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.documents import base_name
from fairdeal.desk.report.findings.ink import scans_of

MOST: Final = 16
"""Photos that are shown; further ones are named. Each takes about 150 kB."""
LONGEST: Final = 1400
"""Pixels of the longer edge: handwriting on a page of A4 can be read."""
QUALITY: Final = 55


@dataclass(frozen=True, slots=True)
class ScanView:
    """A photo, None where it could not be opened or there is no room for it."""

    number: int
    name: str
    picture: str | None


def shown_scans(case: Case) -> Iterable[ScanView]:
    """The photos and pages of a case."""
    for number, (document, transcript) in enumerate(scans_of(case), 1):
        picture = _smaller(document.data, transcript.photo) if number <= MOST else None
        yield ScanView(number, base_name(transcript.photo), picture)


def _smaller(data: bytes, name: str) -> str | None:
    """The photo as an address that holds it, the way up that it was taken."""
    if not data:
        return None
    import cv2

    from fairdeal.digitize import open_photo
    from fairdeal.digitize.trouble import ReadError

    try:
        image = open_photo(data, name).image
    except ReadError:
        return None
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    done, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return (
        "data:image/jpeg;base64," + base64.b64encode(bytes(jpeg)).decode("ascii") if done else None
    )
