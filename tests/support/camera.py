"""A small camera for tests: a flat or bent page seen from somewhere, and where its points then lie."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from fairdeal.digitize.forms import draw
from fairdeal.digitize.forms.layout import Layout, load
from fairdeal.digitize.page.find import Page, find_pages

Floats = NDArray[np.float64]
TABLE = (62, 92, 128)
PRINT_PX_MM = 10.0
"""Printed pages are kept at this resolution here: enough for tests."""
DRAWN = "FAIRDEAL_TESTS_DRAWN"
"""Names the folder in which the processes of a run of the tests keep blank forms for one another."""


@lru_cache(maxsize=16)
def printed(kind: str, sheet_id: str = "7F3K9Q") -> NDArray[np.uint8]:
    """The blank form in colour, `PRINT_PX_MM` pixels a millimetre. Drawn once in a run of the tests: a
    copy is to be written on."""
    folder = os.environ.get(DRAWN)
    path = Path(folder or os.devnull) / f"{kind.replace('/', '-')}-{sheet_id}.png"
    with alone(path) if folder else nullcontext():
        page = cv2.imread(str(path)) if path.is_file() else None
        if page is None:
            layout = load(kind)
            page = on_paper(draw.pdf(layout, sheet_id), layout)
            if folder:
                cv2.imwrite(str(path), page, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    page.flags.writeable = False
    return np.asarray(page, np.uint8)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """One process at a time has what belongs at this path."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def on_paper(document: bytes, layout: Layout) -> NDArray[np.uint8]:
    """The form of a PDF in colour, `PRINT_PX_MM` pixels a millimetre."""
    size = (round(layout.page[0] * PRINT_PX_MM), round(layout.page[1] * PRINT_PX_MM))
    shown = cv2.resize(rendered(document), size, interpolation=cv2.INTER_AREA)
    return np.asarray(shown, np.uint8)


def rendered(document: bytes) -> NDArray[np.uint8]:
    """The first page of a PDF as `draw.as_png` has it, without the time that a small PNG takes to write."""
    with pypdfium2.PdfDocument(document) as opened:
        return np.array(opened[0].render(scale=draw.DPI / 72).to_numpy(), np.uint8)


@dataclass(frozen=True)
class View:
    """Where the camera stands and what is wrong with the picture.

    `tilt` and `pan` turn the page about its axes, `roll` in the picture (degrees). `fill` is the share
    of the picture's height that an upright page of 297 mm takes. `curl` lifts the page's middle by so
    many mm, `blur` is in pixels, `noise` in grey levels.
    """

    width: int = 1500
    height: int = 2000
    tilt: float = 0.0
    pan: float = 0.0
    roll: float = 0.0
    fill: float = 0.85
    curl: float = 0.0
    blur: float = 0.6
    noise: float = 2.0
    shadow: float = 0.0
    jpeg: int = 88
    shift: tuple[float, float] = (0.0, 0.0)
    seed: int = 1

    def project(self, points: Floats, page: tuple[float, float] = (210.0, 297.0)) -> Floats:
        """Pixels for places (n, 2) in mm."""
        x, y = points[:, 0] - page[0] / 2, points[:, 1] - page[1] / 2
        z = self.curl * np.cos(np.pi * np.clip(x / page[0] * 1.3 + y / page[1] * 0.5, -1, 1))
        turn = np.eye(3)
        for axis, angle in ((0, self.tilt), (1, self.pan), (2, self.roll)):
            vector = np.zeros(3)
            vector[axis] = np.deg2rad(angle)
            turn = cv2.Rodrigues(vector)[0] @ turn
        focal = 0.8 * max(self.width, self.height)
        distance = focal * 297.0 / (self.fill * self.height)
        seen = np.stack([x, y, -z], 1) @ turn.T + [self.shift[0], self.shift[1], distance]
        centre = np.array([self.width / 2 - 0.5, self.height / 2 - 0.5])
        return np.asarray(focal * seen[:, :2] / seen[:, 2:] + centre, np.float64)


def _seen_pixels(view: View) -> NDArray[np.float32]:
    """(height, width, 2) the pixel of the printed page that each pixel shows, outside it too."""
    step = 8
    rows, columns = -(-view.height // step), -(-view.width // step)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2)
    target = grid * float(step) + (step - 1) / 2
    square = np.array([(0, 0), (210, 0), (210, 297), (0, 297)], np.float64)
    flat = replace(view, curl=0.0)
    back, _ = cv2.findHomography(flat.project(square), square)

    def unproject(points: Floats) -> Floats:
        return np.asarray(cv2.perspectiveTransform(points[None], back)[0], np.float64)

    aim = unproject(target)
    place = aim.copy()
    for _ in range(12):
        place += aim - unproject(view.project(place))
    pixels = (place * PRINT_PX_MM - 0.5).reshape(rows, columns, 2).astype(np.float32)
    fine = cv2.resize(pixels, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[: view.height, : view.width], np.float32)


@lru_cache(maxsize=2)
def _grain(seed: int, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Noise of one grey level. Most photos here have the same; it takes longer than all else about them."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def photograph(page: NDArray[np.uint8], view: View) -> NDArray[np.uint8]:
    """The page as the view sees it, on a brown table."""
    image = cv2.remap(page, _seen_pixels(view), None, cv2.INTER_AREA, borderValue=TABLE)
    # A column and a row: what is made of both has the size of the picture only where it must.
    ys = np.arange(view.height, dtype=np.float32)[:, None]
    xs = np.arange(view.width, dtype=np.float32)[None]
    light = 0.92 - 0.22 * xs / view.width - 0.1 * ys / view.height
    if view.shadow:
        edge = xs * 0.7 + ys * 0.5 - 0.55 * view.height
        light *= 1 - view.shadow / (1 + np.exp(-np.clip(edge, -500, 500) / 12))
    lit = cv2.multiply(image, cv2.merge([light] * 3), dtype=cv2.CV_32F)
    seen = cv2.GaussianBlur(lit, (0, 0), max(view.blur, 0.01))
    seen = cv2.scaleAdd(_grain(view.seed, seen.shape), view.noise, seen)
    clipped = np.clip(seen, 0, 255, out=seen).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", clipped, [cv2.IMWRITE_JPEG_QUALITY, view.jpeg])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def find_page(image: NDArray[np.uint8], name: str) -> Page:
    """The one form in a photo. Raises `ReadError` where none is found that can be trusted."""
    found, refused = find_pages(image, name)
    if refused:
        raise refused[0]
    (page,) = found
    return page
