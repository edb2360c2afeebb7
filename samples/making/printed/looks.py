"""A drawn page, with words, rules and tinted areas at their places; and what a printer, and then a camera or
a scanner, makes of it: the file that a club sends in."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from fpdf import FPDF
from PIL import Image, ImageDraw

from samples.making.photos.surroundings import KINDS, Floats, Rng
from samples.making.photos.taken import any_conditions, photograph
from samples.making.printed.faces import POINT_MM, Face, Kind, font, runs

A4: Final = (210.0, 297.0)


@dataclass(frozen=True, slots=True)
class Words:
    """Words in one line; `x` is where they begin, `y` their baseline."""

    x: float
    y: float
    text: str
    points: float
    bold: bool = False
    grey: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float = 0.2
    grey: int = 0


@dataclass(frozen=True, slots=True)
class Tint:
    """A rectangle filled with grey."""

    left: float
    top: float
    width: float
    height: float
    grey: int


@dataclass(slots=True)
class Page:
    """What is drawn on one page, what lies under it first."""

    face: Face
    tints: list[Tint] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    size: tuple[float, float] = A4


class Unsuited(Exception):  # noqa: N818
    """A record that a layout has no place for."""


@dataclass(slots=True)
class Flow:
    """Lines written down a column from its top, going on at the top of the next page where it is full.
    `leading` is from line to line, beside the size of the letters."""

    pages: list[Page]
    points: float
    left: float = 18.0
    top: float = 20.0
    right: float = 194.0
    foot: float = 280.0
    leading: float = 1.32
    y: float = field(init=False)

    def __post_init__(self) -> None:
        self.y = self.top

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def step(self) -> float:
        """From line to line, mm."""
        return self.points * POINT_MM * self.leading

    def line(self, text: str, bold: bool = False, grey: int = 0, larger: float = 1.0) -> None:
        """A line; words that have no room in it go on in the next one."""
        points = self.points * larger
        for part in self.broken(text, points, bold):
            if self.y + self.step * larger > self.foot:
                self.pages.append(Page(self.page.face, size=self.page.size))
                self.y = self.top
            self.y += self.step * larger
            baseline = self.y - 0.3 * self.step
            self.page.words.append(Words(self.left, baseline, part, points, bold, grey))

    def gap(self, lines: float = 1.0) -> None:
        self.y += lines * self.step

    def lines(self, texts: Iterable[str]) -> None:
        """Lines, an empty one a gap."""
        for text in texts:
            if text:
                self.line(text)
            else:
                self.gap()

    def broken(self, text: str, points: float, bold: bool = False) -> list[str]:
        """The lines that a text takes, broken between words."""
        room = self.right - self.left
        if self.page.face.width(text, points, bold) <= room:
            return [text]
        found = [""]
        for word in text.split(" "):
            longer = f"{found[-1]} {word}" if found[-1] else word
            if found[-1] and self.page.face.width(longer, points, bold) > room:
                found.append(word)
            else:
                found[-1] = longer
        return found


Grey = npt.NDArray[np.uint8]
"""Height, width: 0 is ink, 255 paper."""

MM: Final = 25.4
_MADE: Final = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""The date in every PDF: the same page is the same file."""


@dataclass(frozen=True, slots=True)
class Strike:
    """How unevenly a typewriter strikes: each letter's height (mm) and weight (share of its black)."""

    height_mm: float
    weight: float


def picture(page: Page, dpi: float, strike: Strike | None = None, rng: Rng | None = None) -> Grey:
    """The page at so many dots per inch, edges of letters in greys."""
    scale = dpi / MM
    drawn = Image.new("L", (round(page.size[0] * scale), round(page.size[1] * scale)), 255)
    pen = ImageDraw.Draw(drawn)
    for tint in page.tints:
        corner = (tint.left * scale, tint.top * scale)
        end = ((tint.left + tint.width) * scale, (tint.top + tint.height) * scale)
        pen.rectangle((corner, end), fill=tint.grey)
    for rule in page.rules:
        ends = [(round(x * scale), round(y * scale)) for x, y in (rule.start, rule.end)]
        pen.line(ends, fill=rule.grey, width=max(1, round(rule.width * scale)))
    for words in page.words:
        _write(pen, page, words, scale, strike, rng)
    return np.array(drawn)


def _write(
    pen: Any, page: Page, words: Words, scale: float, strike: Strike | None, rng: Rng | None
) -> None:
    """Words at once, or letter by letter as a typewriter strikes them."""
    x, pixels = words.x * scale, words.points * POINT_MM * scale
    for part in runs(words.text) if strike is None else words.text:
        face = font(page.face.path_of(part, words.bold), pixels)
        y, fill = words.y * scale, words.grey
        if strike is not None and rng is not None:
            y += float(rng.normal(0, strike.height_mm)) * scale
            fill = min(150, int(255 * abs(float(rng.normal(0, strike.weight)))))
        pen.text((x, y), part, font=face, fill=fill, anchor="ls")
        x += face.getlength(part)


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF with text, as word processors and browsers write it."""
    made = FPDF(unit="mm", format=pages[0].size)
    made.set_auto_page_break(False)
    made.set_creation_date(_MADE)
    for page in pages:
        made.add_page()
        for tint in page.tints:
            made.set_fill_color(tint.grey)
            made.rect(tint.left, tint.top, tint.width, tint.height, style="F")
        for rule in page.rules:
            made.set_draw_color(rule.grey)
            made.set_line_width(rule.width)
            made.line(*rule.start, *rule.end)
        for words in page.words:
            _print(made, page, words)
    return bytes(made.output())


def _print(made: Any, page: Page, words: Words) -> None:
    x = words.x
    for part in runs(words.text):
        path = page.face.path_of(part, words.bold)
        name = path.stem.replace(" ", "")
        if name.lower() not in made.fonts:
            made.add_font(name, "", path)
        made.set_font(name, "", words.points)
        made.set_text_color(words.grey)
        made.text(x, words.y, part)
        x += made.get_string_width(part)


SCANS: Final = (150, 200, 200, 300)
"""Dots per inch of flat scanners."""
SIZES: Final = ((2448, 3264), (3000, 4000))
"""Pixels of phones' photos: 8 and 12 megapixels."""
HARD: Final = (0.0, 0.15, 0.3)
"""How bad photos may be, 0 to 1: tilted, shadowed, blurred, bent."""


def scanned(paper: Grey, rng: Rng) -> Grey:
    """A flat scan: a little askew, softened by the glass, grainy."""
    dpi = SCANS[int(rng.integers(len(SCANS)))]
    wide, high = (round(side * dpi / DPI) for side in paper.shape[::-1])
    page = cv2.resize(paper, (wide, high), interpolation=cv2.INTER_AREA) if dpi != DPI else paper
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), float(rng.normal(0, 0.6)), 1.0)
    turned = cv2.warpAffine(page, turn, (wide, high), flags=cv2.INTER_CUBIC, borderValue=245)
    soft: Floats = cv2.GaussianBlur(turned, (0, 0), float(rng.uniform(0.3, 0.6)))
    soft = soft + rng.standard_normal(soft.shape, np.float32) * float(rng.uniform(0.5, 3))
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class Sent:
    """A file; of a photo what lies around the page, and the page's corners in it."""

    data: bytes
    around: str = ""
    corners: tuple[tuple[float, float], ...] = ()


def photographed(
    paper: Any, size: tuple[float, float], rng: Rng, around: str, flat: bool = False
) -> Sent:
    """A phone's photo of a page (mm), grey or in colours, as JPEG, on a table of a kind. `flat`: it cannot
    bend (a screen)."""
    if paper.ndim == 2:
        tint = np.array((1.0, float(rng.uniform(0.98, 1)), float(rng.uniform(0.94, 1))), np.float32)
        paper = (paper[..., None] * tint).astype(np.uint8)
    pixels = SIZES[int(rng.integers(len(SIZES)))]
    if size[0] > size[1]:
        pixels = pixels[::-1]
    conditions = any_conditions(rng, pixels, hard=HARD[int(rng.integers(len(HARD)))])
    changes: dict[str, Any] = {"over": "none", "other": "none", "messenger": None, "size": pixels}
    if flat:
        changes |= {"curl": 0.0, "fold": 0.0, "shadow": 0.0}
    if around != PLAIN:  # of which more is seen
        changes["fills"] = float(rng.spawn(1)[0].uniform(*FILLS))
    if around == FILLING:
        long, shape = max(pixels), size[0] / size[1]
        changes["size"] = (round(long * min(1, shape)), round(long * min(1, size[1] / size[0])))
    changes.update(KINDS[around].changes)
    conditions = replace(conditions, surroundings=around, **changes)
    photo = photograph(paper, size, conditions, rng)
    return Sent(photo.jpeg, around, photo.corners)


PLAIN: Final = "plain"
FILLS: Final = (0.62, 0.95)
"""Shares of the photo's width or height that a page takes on a table with a pattern."""
FILLING: Final = "fills the picture"
"""These surroundings are not seen: the photo has the page's own shape."""


def jpeg(picture: Grey, rng: Rng) -> bytes:
    quality = int(rng.integers(70, 96))
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def png(picture: Grey) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1])


def tiff(pages: Sequence[Page], rng: Rng) -> bytes:
    """A TIFF of one or several scanned pages: black and white (as fax machines pack it), or grey."""
    held = [Image.fromarray(scanned(laser(page, rng), rng)) for page in pages]
    bilevel = rng.random() < 0.5
    if bilevel:
        held = [page.point(lambda grey: 255 * (grey > 150)).convert("1") for page in held]
    packing = "group4" if bilevel else ("tiff_lzw", "tiff_adobe_deflate")[int(rng.integers(2))]
    made = io.BytesIO()
    held[0].save(
        made, "TIFF", save_all=True, append_images=held[1:], compression=packing, dpi=(200, 200)
    )
    return made.getvalue()


DPI: Final = 300
FAX: Final = (204.0, 98.0)
"""Dots per inch across and down of a fax in standard quality."""

Paper = Callable[[Page, Rng], Grey]


def laser(page: Page, rng: Rng) -> Grey:
    """Clean black print."""
    return picture(page, DPI)


def faint(page: Page, rng: Rng) -> Grey:
    """Toner that runs out: grey, in stripes down the page, with specks missing."""
    black = 1 - picture(page, DPI).astype(np.float32) / 255
    high, wide = black.shape
    stripes = _slow(rng, (1, 14), (1, wide)) * 0.18
    strength = np.clip(float(rng.uniform(0.42, 0.65)) + stripes, 0.3, 1.0)
    specks = _slow(rng, (high // 2, wide // 2), (high, wide)) > float(rng.uniform(-2.2, -1.5))
    return _paper(black * strength * specks)


def typewriter(page: Page, rng: Rng) -> Grey:
    """Letters struck one by one through a ribbon: uneven in weight and height, soft at their edges."""
    strike = Strike(float(rng.uniform(0.06, 0.18)), float(rng.uniform(0.08, 0.2)))
    black: Floats = 1 - picture(page, DPI, strike, rng).astype(np.float32) / 255
    black = cv2.GaussianBlur(black, (0, 0), 1.1)
    weave = 1 - 0.12 * np.abs(_slow(rng, (black.shape[0] // 3, black.shape[1] // 3), black.shape))
    return _paper(np.clip(black * 1.15, 0, 1) * weave * 0.9)


def dots(page: Page, rng: Rng) -> Grey:
    """Round dots of a needle printer, 72 or 144 to the inch down the page, and 120 across."""
    down = 144 if page.face.kind != "dots" or rng.random() < 0.5 else 96
    across = 120 if down == 144 else 96
    full = picture(page, DPI)
    high, wide = round(full.shape[0] * down / DPI), round(full.shape[1] * across / DPI)
    struck = cv2.resize(full, (wide, high), interpolation=cv2.INTER_AREA) < 150
    black = np.zeros(full.shape, np.float32)
    radius = 0.62 * DPI / down
    for y, x in np.argwhere(struck):
        centre = (round((x + 0.5) * DPI / across * 16), round((y + 0.5) * DPI / down * 16))
        cv2.circle(black, centre, round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    ribbon = np.clip(0.75 + 0.1 * _slow(rng, (40, 1), (full.shape[0], 1)), 0.5, 1)
    return _paper(black * ribbon)


def thermal(page: Page, rng: Rng) -> Grey:
    """Thermal paper: grey rather than black, faded in patches, the paper itself darkened."""
    black: Floats = 1 - picture(page, DPI).astype(np.float32) / 255
    black = cv2.GaussianBlur(black, (0, 0), 0.9)
    faded = np.clip(0.6 + 0.13 * _slow(rng, (7, 5), black.shape), 0.34, 0.85)
    return _paper(black * faded, float(rng.uniform(0.86, 0.95)))


def fax(page: Page, rng: Rng) -> Grey:
    """Black and white at 204 x 98 dpi with ragged edges, as the receiving machine prints or saves it."""
    full = picture(page, DPI)
    wide, high = (round(side / MM * dpi) for side, dpi in zip(page.size, FAX, strict=True))
    small: Floats = cv2.resize(full, (wide, high), interpolation=cv2.INTER_AREA)
    small = small + rng.standard_normal(small.shape, np.float32) * float(rng.uniform(12, 30))
    struck = (small > float(rng.uniform(120, 165))).astype(np.uint8) * 255
    struck[rng.random(high) < 0.002] = 255  # stripes that the line lost
    return np.asarray(
        cv2.resize(struck, (wide, high * 2), interpolation=cv2.INTER_NEAREST), np.uint8
    )


def _paper(black: Floats, white: float = 0.985) -> Grey:
    """Ink, 0 to 1, on paper of this lightness."""
    return np.asarray(np.clip(255 * white * (1 - black), 0, 255), np.uint8)


def _slow(rng: Rng, shape: tuple[int, int], size: tuple[int, int]) -> Floats:
    """Noise of standard deviation 1 in so many cells, spread over a picture's height and width."""
    cells = rng.standard_normal((max(1, shape[0]), max(1, shape[1])), np.float32)
    return np.asarray(cv2.resize(cells, (size[1], size[0]), interpolation=cv2.INTER_LINEAR))


SCREEN_DPI: Final = (110.0, 140.0)
"""Dots of the screen per inch of the page as it is shown."""
DOT: Final = 4
"""Pixels of the picture for a dot of the screen, each way."""
BEZEL_MM: Final = 9.0
_DARK: Final = ((24, 26, 31), (224, 226, 230))
"""Paper and ink in dark mode: red, green, blue."""
_LIGHT: Final = ((252, 252, 253), (18, 18, 20))


def _of_a_screen(colours: Any, pages: Sequence[Page], rng: Rng, around: str) -> Sent:
    page = pages[0]
    shown = _lit(picture(page, float(rng.uniform(*SCREEN_DPI))), colours)
    edge = round(BEZEL_MM * shown.shape[1] / page.size[0])
    framed = np.pad(shown, ((edge, edge), (edge, edge), (0, 0)), constant_values=14)
    size = (page.size[0] + 2 * BEZEL_MM, page.size[1] + 2 * BEZEL_MM)
    return photographed(framed, size, rng, around, flat=True)


def _lit(grey: Grey, colours: Any) -> Any:
    """The dots of a screen as they light up: each has a red, a green and a blue stripe and a dark edge."""
    paper, letters = (np.array(colour, np.float32) for colour in colours)
    share = grey.astype(np.float32)[..., None] / 255
    dots = letters + share * (paper - letters)
    large = np.repeat(np.repeat(dots, DOT, axis=0), DOT, axis=1)
    mask = np.full((DOT, DOT, 3), 0.55, np.float32)
    for colour in range(3):
        mask[:, colour, colour] = 1.0
        mask[:, (colour + 1) % DOT, colour] = 0.9
    mask[-1] *= 0.8
    return np.clip(large * np.tile(mask, (*grey.shape, 1)) * 1.25, 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Look:
    """How a page looks: the ending of its file, how it is made, in which kinds of faces (none: any) and from
    which size on it is printed so, and whether it may have several pages."""

    ending: str
    make: Callable[[Sequence[Page], Rng, str], Sent]
    kinds: tuple[Kind, ...] = ()
    least: float = 9.0
    pages: bool = False


def _scan(paper: Paper, pages: Sequence[Page], rng: Rng, around: str) -> Sent:
    return Sent(jpeg(scanned(paper(pages[0], rng), rng), rng))


def _photo(paper: Paper, pages: Sequence[Page], rng: Rng, around: str) -> Sent:
    return photographed(paper(pages[0], rng), pages[0].size, rng, around)


def _either(paper: Paper, pages: Sequence[Page], rng: Rng, around: str) -> Sent:
    return (_scan if rng.random() < 0.4 else _photo)(paper, pages, rng, around)


LOOKS: Final[Mapping[str, Look]] = {
    "laser, photographed": Look("jpg", partial(_photo, laser)),
    "laser, scanned": Look("jpg", partial(_scan, laser)),
    "faint toner": Look("jpg", partial(_either, faint)),
    "typewriter": Look("jpg", partial(_either, typewriter), ("typewriter", "monospaced"), 10.0),
    "dot matrix": Look("jpg", partial(_either, dots), ("monospaced", "typewriter", "dots"), 11.0),
    "thermal paper": Look("jpg", partial(_either, thermal)),
    "fax": Look("png", lambda pages, rng, around: Sent(png(fax(pages[0], rng))), least=11.0),
    "screen": Look("jpg", partial(_of_a_screen, _LIGHT), least=11.0),
    "dark screen": Look("jpg", partial(_of_a_screen, _DARK), least=11.0),
    "PDF with text": Look("pdf", lambda pages, rng, around: Sent(pdf(pages)), pages=True),
    "TIFF": Look("tif", lambda pages, rng, around: Sent(tiff(pages, rng)), pages=True),
}
