"""What became of every entry of a page: read, asked about, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bench.reader.pages import Page
from bench.reader.ways import PLAIN, Manner
from bench.reader.writing import photo
from fairdeal.desk.intake.case import chosen
from fairdeal.digitize.page.find import find_pages
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.reading import read_forms
from fairdeal.digitize.trouble import ReadError
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import Field, Transcript
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt.certainty import SURE
from fairdeal.rulings.frame.finding import Settled
from training import trial

PHOTOS: Final = 5
"""A page is photographed at most so often until the program does not refuse the photo."""
RULEBOOKS: Final = {"we-they": "alberta"}
"""By form, where the rulebook is not that of 56."""

NO_TEXT: Final = ("text", "tick")
"""Kinds of field that are not read as a text of a vocabulary."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A field of a page: what stands there (empty where nothing does), and what it was read as.

    `slip` is its kind where it is one; `right` what a slip should have been, `settled` what the rest of the
    page surely takes it for. `first` is what a person who is asked is offered first.
    """

    name: str
    written: str
    text: str
    asked: bool
    probability: float
    slip: str = ""
    right: str = ""
    settled: str | None = None
    first: str = ""

    @property
    def wrong(self) -> bool:
        """Read as something else, and nobody is asked."""
        return not self.asked and self.text != self.written

    @property
    def read_away(self) -> bool:
        """A slip that the page is read, or taken, to say something else, and nobody is asked."""
        return bool(self.slip) and (self.wrong or self.settled not in (None, self.written))


@dataclass(frozen=True, slots=True)
class PageRead:
    """The entries of one page, and its blank fields; without any where no photo of it was accepted."""

    hand: str
    form: str
    seed: int
    entries: tuple[Entry, ...] = ()
    blanks: int = 0


@cache
def reader() -> Recogniser:
    """The program's reader, opened once in a process."""
    return open_reader()


def transcript_of(jpeg: bytes) -> Transcript | None:
    """What the program reads on a photo; None where it refuses."""
    try:
        picture = next(pictures(jpeg, "photo.jpg"))
        found, _ = find_pages(picture.image, "photo.jpg")
        read = next(read_forms(picture, found, reader), None) if found else None
    except ReadError:
        return None
    return read if read is not None and read.fields else None


def read_page(
    page: Page,
    hand: str,
    seed: int,
    part: str,
    kept: Path | None = None,
    named: str = "",
    manner: Manner = PLAIN,
) -> PageRead:
    """The page in the writing of a hand, photographed until the program accepts the photo, and read.

    Photos are kept in the folder `kept`, and taken from it where they are there; `named` tells those of
    one manner from those of another.
    """
    for again in range(PHOTOS):
        name = f"{named} {page.form} {hand} {part} {seed} {again}.jpg".strip()
        path = kept / name if kept is not None else None
        if path is not None and path.is_file():
            jpeg = path.read_bytes()
        else:
            jpeg = photo(page, hand, seed, part, again, manner)
        if path is not None:
            path.write_bytes(jpeg)
        transcript = transcript_of(jpeg)
        if transcript is not None:
            fields = [each for each in transcript.fields if each.kind not in NO_TEXT]
            blanks = sum(not page.values.get(each.name) for each in fields)
            return PageRead(hand, page.form, seed, tuple(entries(page, transcript)), blanks)
    return PageRead(hand, page.form, seed)


def entries(page: Page, transcript: Transcript) -> Iterator[Entry]:
    """The fields in which something is written or read; words and ticks are not read as text."""
    settled = _settled(page, transcript)
    slips = {slip.name: slip for slip in page.slips}
    for each in transcript.fields:
        if each.kind in NO_TEXT:
            continue
        written = canonical(each.kind, page.values.get(each.name, ""))
        if not written and each.blank:
            continue
        slip, told = slips.get(each.name), settled.get((transcript.photo, each.name))
        yield Entry(
            each.name,
            written,
            each.text or "",
            _asked(each),
            each.probability,
            slip.kind if slip else "",
            canonical(each.kind, slip.right) if slip else "",
            told.text if told is not None and told.share >= SURE else None,
            each.rivals[0][0] if each.rivals else "",
        )


def canonical(kind: str, text: str) -> str:
    """The text as the reader would give it; as it stands where the reader knows no such text."""
    try:
        return trial.truth_of(kind, text) or text if text else ""
    except KeyError:
        return text


def _asked(each: Field) -> bool:
    return each.flagged or (each.text is None and not each.blank)


def _settled(page: Page, transcript: Transcript) -> dict[tuple[str, str], Settled]:
    """What the other entries of the page choose where the ink leaves something open."""
    if not page.slips:
        return {}
    merged = to_record([transcript])
    return chosen(
        check(merged.record, load(RULEBOOKS.get(page.form, "international"))), merged.sources
    )
