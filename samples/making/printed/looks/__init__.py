"""What a printer, and then a camera or a scanner, makes of a drawn page: the file that a club sends in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from samples.making.printed import ink
from samples.making.printed.drawn import Page
from samples.making.printed.faces import Kind
from samples.making.printed.ink import Rng
from samples.making.printed.looks import files, papers, screens

Make = Callable[[Sequence[Page], Rng], bytes]


@dataclass(frozen=True, slots=True)
class Look:
    """How a page looks: the ending of its file, how it is made, in which kinds of faces (none: any) and from
    which size on it is printed so, and whether it may have several pages."""

    ending: str
    make: Make
    kinds: tuple[Kind, ...] = ()
    least: float = 9.0
    pages: bool = False


def _scanned(paper: papers.Paper) -> Make:
    return lambda pages, rng: files.jpeg(files.scanned(paper(pages[0], rng), rng), rng)


def _photographed(paper: papers.Paper) -> Make:
    return lambda pages, rng: files.photographed(paper(pages[0], rng), pages[0].size, rng)


def _either(paper: papers.Paper) -> Make:
    def make(pages: Sequence[Page], rng: Rng) -> bytes:
        way = _scanned if rng.random() < 0.4 else _photographed
        return way(paper)(pages, rng)

    return make


def _fax(pages: Sequence[Page], rng: Rng) -> bytes:
    return files.png(papers.fax(pages[0], rng))


def _text(pages: Sequence[Page], rng: Rng) -> bytes:
    return ink.pdf(pages)


def _tiff(pages: Sequence[Page], rng: Rng) -> bytes:
    return files.tiff([files.scanned(papers.laser(page, rng), rng) for page in pages], rng)


LOOKS: Final[Mapping[str, Look]] = {
    "laser, photographed": Look("jpg", _photographed(papers.laser)),
    "laser, scanned": Look("jpg", _scanned(papers.laser)),
    "faint toner": Look("jpg", _either(papers.faint)),
    "typewriter": Look("jpg", _either(papers.typewriter), ("typewriter", "monospaced"), 10.0),
    "dot matrix": Look("jpg", _either(papers.dots), ("monospaced", "typewriter", "dots"), 11.0),
    "thermal paper": Look("jpg", _either(papers.thermal)),
    "fax": Look("png", _fax, least=11.0),
    "screen": Look("jpg", screens.light, least=11.0),
    "dark screen": Look("jpg", screens.dark, least=11.0),
    "PDF with text": Look("pdf", _text, pages=True),
    "TIFF": Look("tif", _tiff, pages=True),
}
