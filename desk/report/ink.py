"""What a photo shows at a place, beside how it was read."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import PRINTED, Case, settled_by
from fairdeal.desk.intake.papers import HEADING_FIELDS, Document, heading_field
from fairdeal.desk.intake.versions import DIFFER
from fairdeal.records import Field, Place, Point, Transcript
from fairdeal.rulings.frame.finding import Finding

_KEPT: Final = 2
"""Decoded photos kept at once; one of 12 megapixels takes 36 MB."""
QUALITY: Final = 80
WIDEST: Final = 420
"""Pixels of a crop's width. A report may hold a hundred crops: as the PNGs they come in, ten megabytes."""


class Crops:
    """Cuts fields out of photos. Photos are decoded again from the bytes added, a few at a time."""

    def __init__(self) -> None:
        self._picture = lru_cache(maxsize=_KEPT)(_decoded)

    def data_uri(self, document: Document, transcript: Transcript, field: Field) -> str | None:
        """A PNG of the field as a ``data:`` address, None where it cannot be cut out."""
        if len(field.region) != 4 or not document.data:
            return None
        from fairdeal.digitize import crop
        from fairdeal.digitize.trouble import ReadError

        try:
            jpeg = smaller(crop(self._picture(document.data, transcript.photo), field.region))
        except (ReadError, ValueError):
            return None
        return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")


def _decoded(data: bytes, name: str) -> Any:
    """The picture that a transcript names. Raises ReadError where it cannot be decoded."""
    from fairdeal.digitize import open_photo

    return open_photo(data, name)


def smaller(png: bytes) -> bytes:
    """The same picture as a JPEG, no wider than is shown."""
    import cv2
    import numpy as np

    from fairdeal.digitize.pictures.picture import as_jpeg

    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("no picture")
    return as_jpeg(picture, QUALITY, WIDEST / picture.shape[1])


Region = tuple[Point, ...]

WORTH_NAMING: Final = 0.005
"""Readings less likely than this are left to the record: five of them hide the one that matters."""


NOTHING_WRITTEN: Final = "nothing written"
OUT_OF_TURN: Final = ("lead-out-of-turn", "play-out-of-turn")
MOST_CARDS: Final = 14
"""One more than a hand has cards in any game."""
MOST_SHOWN: Final = 3
"""Pictures of entries that settled another; a column of sums can be a dozen."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What a photo shows at a place, beside how it was read."""

    place: str
    reading: str
    sure: str
    rivals: tuple[tuple[str, str], ...]
    photo: str
    crop: str | None
    notes: tuple[str, ...]
    scan: int | None = None
    """Which of the photos at the end of a report it is from."""
    wide: bool = False
    """Whether it is a row of entries."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A photo by its number at the end of a report, and its name."""

    number: int
    name: str


def scans_of(case: Case) -> list[tuple[Document, Transcript]]:
    """The photos and pages of a case, in the order in which a report shows them."""
    return [
        (document, transcript)
        for document in case.documents
        if document.photographed
        for transcript in document.transcripts
    ]


def scan_of(case: Case, transcript: Transcript) -> Scan | None:
    """The photo that a transcript is of."""
    numbers = (number for number, (_, it) in enumerate(scans_of(case), 1) if it is transcript)
    return next((Scan(number, base_name(transcript.photo)) for number in numbers), None)


MOST_SCANS: Final = 16
"""Photos that are shown; further ones are named. Each takes about 150 kB."""
LONGEST: Final = 1400
"""Pixels of the longer edge: handwriting on a page of A4 can be read."""
SCAN_QUALITY: Final = 55


@dataclass(frozen=True, slots=True)
class ScanView:
    """A photo, None where it could not be opened or there is no room for it."""

    number: int
    name: str
    picture: str | None


def shown_scans(case: Case) -> Iterable[ScanView]:
    """The photos and pages of a case. Pictures are made two at a time: a match has a dozen."""
    scans = scans_of(case)
    with ThreadPoolExecutor(2) as pool:
        made = pool.map(lambda scan: _scanned(scan[0].data, scan[1]), scans[:MOST_SCANS])
        pictures = [*made, *(None for _ in scans[MOST_SCANS:])]
    for number, ((_, transcript), picture) in enumerate(zip(scans, pictures, strict=True), 1):
        yield ScanView(number, base_name(transcript.photo), picture)


def _scanned(data: bytes, transcript: Transcript) -> str | None:
    """The photo as an address that holds it, upright, however the paper lay under the camera."""
    if not data:
        return None
    from fairdeal.digitize import open_photo
    from fairdeal.digitize.pictures.picture import as_jpeg, upright
    from fairdeal.digitize.trouble import ReadError

    try:
        image = open_photo(data, transcript.photo, LONGEST * LONGEST).image
    except ReadError:
        return None
    image = upright(image, transcript.quarters)
    jpeg = as_jpeg(image, SCAN_QUALITY, LONGEST / max(image.shape[:2]))
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")


def inks(case: Case, finding: Finding, crops: Crops) -> Iterable[Ink]:
    """The ink behind a finding: its own place, its evidence, and what it depends on."""
    places: list[Place] = [words.address(finding), *(related.place for related in finding.related)]
    places += finding.depends_on
    done: set[tuple[int | None, str]] = set()
    of_papers = list(_of_papers(case, finding, crops))
    if of_papers:
        yield from of_papers
        done.add((finding.game, str(places[0])))
    own = set(places)
    for place in (near for each in places for near in (each, *_beside(finding, each))):
        game = game_of(case, finding, place)
        if (game, str(place)) in done:
            continue
        done.add((game, str(place)))
        found = ink_at(case, game, place, crops) or _hand(case, game, place, crops)
        if found is not None and (place in own or found.reading != NOTHING_WRITTEN):
            yield found


def _of_papers(case: Case, finding: Finding, crops: Crops) -> Iterable[Ink]:
    """Where papers differ: the entry as each photo of it has it, one after the other."""
    for deal in case.ledger.open if finding.code == DIFFER else ():
        if deal.game != finding.game or str(finding.place) != deal.difference.place:
            continue
        for source in (source for version in deal.versions for source in version.sources):
            seen = case.field_of(source)
            found = None if seen is None else _ink(case, *seen, words.address(finding), crops)
            if found is not None:
                yield found


def _beside(finding: Finding, place: Place) -> Iterable[Place]:
    """Boxes that prove an act out of turn: whose call it was, who led, who had won the trick before."""
    call, trick = place.number("call"), place.number("trick")
    if call is not None and len(place.within_deal().parts) == 1:
        yield _within(place, f"call {call}", "seat")
    if trick is not None and finding.code in OUT_OF_TURN:
        yield _within(place, f"trick {trick}", "leader")
        yield _within(place, f"trick {trick - 1}", "winner")


def _within(place: Place, *parts: str) -> Place:
    inside = Place(parts)
    return inside if place.deal is None else inside.in_deal(place.deal)


def _hand(case: Case, game: int | None, place: Place, crops: Crops) -> Ink | None:
    """A whole hand as one picture: that it has no trump is seen on all of its cards."""
    parts = place.within_deal().parts
    if len(parts) != 1 or place.number("hand") is None:
        return None
    seen = [
        case.field_at(game, _within(place, parts[0], str(card))) for card in range(1, MOST_CARDS)
    ]
    cards = [each for each in seen if each is not None]
    regions = [field.region for _, field in cards if len(field.region) == 4]
    if not regions:
        return None
    document, first = cards[0]
    row = Field(
        first.name,
        "text",
        " ".join(_reading(field.text, field.blank) for _, field in cards),
        probability=min(field.probability for _, field in cards),
        region=_around(regions, [field.name for _, field in cards]),
    )
    return _ink(case, document, first, place, crops, row)


def _around(regions: Sequence[Region], names: Sequence[str]) -> Region:
    """What holds a row of entries; of print in several lines, the stretch of the page with all of them."""
    lines = {name.partition(" / ")[0] for name in names if name.startswith(PRINTED)}
    if len(lines) > 1:
        points = [point for region in regions for point in region]
        (left, *_, right), (top, *_, foot) = (
            sorted(x for x, _ in points),
            sorted(y for _, y in points),
        )
        return (left, top), (right, top), (right, foot), (left, foot)
    (top_left, *_, bottom_left), (_, top_right, bottom_right, _) = regions[0], regions[-1]
    return top_left, top_right, bottom_right, bottom_left


@dataclass(frozen=True, slots=True)
class SettledInk:
    """A doubtful entry that other entries settled: its ink, what it is read as, and theirs."""

    ink: Ink
    taken: str
    changed: bool
    by: tuple[Ink, ...]
    named: tuple[str, ...]


def settled_inks(case: Case, crops: Crops) -> Iterable[SettledInk]:
    """The settled entries of photos that a person should know of, with the ink of both sides.

    Those are the entries read as something else than the ink makes likeliest, and those that another
    copy of the sheet decided.
    """
    for each in case.verdict.settled:
        if settled_by(each) is None:
            continue
        ink = ink_at(case, each.game, each.place, crops)
        if ink is None:
            continue
        shown = [
            found
            for place in each.by[:MOST_SHOWN]
            if (found := ink_at(case, case.games.get(place.deal), place, crops)) is not None
        ]
        named = tuple(words.inside(place) for place in each.by)
        yield SettledInk(ink, each.text, each.changed, tuple(shown), named)


def game_of(case: Case, finding: Finding, place: Place) -> int | None:
    """The position of the deal that a finding's place is in."""
    return finding.game if place.deal is None else case.games.get(place.deal, finding.game)


def ink_at(case: Case, game: int | None, place: Place, crops: Crops) -> Ink | None:
    """The ink at a place; None where it was not photographed."""
    seen = case.field_at(game, place) or case.field_at(None, place)
    return None if seen is None else _ink(case, *seen, place, crops)


def _ink(
    case: Case,
    document: Document,
    entry: Field,
    place: Place,
    crops: Crops,
    row: Field | None = None,
) -> Ink | None:
    """The ink of an entry, or of the whole row that begins with it; None where no photo has it."""
    transcript = case.transcript_of(entry)
    if transcript is None:
        return None
    found = case.together(transcript.photo, row or entry)
    rivals = [
        (text or "nothing", words.likely(share))
        for text, share in found.rivals
        if text != found.text and share >= WORTH_NAMING
    ]
    notes: list[str] = ["Struck out or written over."] if found.altered else []
    if found.mark:
        notes.append(words.repeats(found.mark, Place.parse(found.same_as)))
    if found.settled:
        chose = "; ".join(words.inside(Place.parse(name)) for name in found.settled)
        notes.append(f"Read as {found.taken}, because this agrees: {chose}.")
    scan = scan_of(case, transcript)
    return Ink(
        place=words.place(place),
        reading=found.mark or _reading(found.text, found.blank),
        sure=words.likely(found.probability),
        rivals=tuple(rivals) if found.flagged else (),
        photo=base_name(transcript.photo),
        crop=crops.data_uri(document, transcript, found),
        notes=tuple(notes),
        scan=None if scan is None else scan.number,
        wide=row is not None,
    )


def _reading(text: str | None, blank: bool) -> str:
    if blank:
        return NOTHING_WRITTEN
    return "cannot be read" if text is None else text


def pictured(case: Case, crops: Crops) -> Iterable[tuple[str, str]]:
    """Names and the like that could not be read for certain, as they stand on the paper."""
    for tag, name in HEADING_FIELDS.items():
        if case.tag(tag):
            continue
        seen = heading_field(case.transcripts, tag)
        if seen is None:
            continue
        transcript, found = seen
        document = next(each for each in case.documents if transcript in each.transcripts)
        picture = crops.data_uri(document, transcript, found)
        if picture is not None:
            yield words.capital(name), picture
