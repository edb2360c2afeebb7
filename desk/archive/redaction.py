"""A person's name taken out of the archive everywhere, by an act that is itself on the record.

The chains stay whole: they run over salted digests of what acts say, and the salt goes with the name
(see `desk.archive.acts`). What this cannot reach is said in `docs/archive.md`: copies that others
hold, backups, and ink in a photo outside the fields of the heading.
"""

from __future__ import annotations

import hashlib
import html
import io
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.desk.archive.acts import Act, Json, Kind, canonical, text_digest
from fairdeal.desk.archive.store import Archive, ArchiveError, UnknownCaseError
from fairdeal.desk.archive.verify import named, verify_case
from fairdeal.desk.archive.workbooks import without
from fairdeal.desk.confined import ConfinedError, Work, more_time, workers
from fairdeal.desk.files import is_text, is_workbook
from fairdeal.digitize.forms.layout import Box, Layout, UnknownFormError, load
from fairdeal.digitize.pictures import (
    Picture,
    decode,
    page_count,
    pictures,
    split_page_name,
    without_sheet,
)
from fairdeal.digitize.pictures.picture import as_jpeg, in_picture
from fairdeal.digitize.trouble import ReadError

NAMED: Final = ("team A", "team B", "recorder", "seat ")
"""Entries of the heading that hold names. All are covered: which name is in which, handwriting does
not tell surely enough."""
QUALITY: Final = 92
MARGIN: Final = 0.35
"""Of a field's height: handwriting leaves its box."""
SIGNED_MARGIN: Final = 0.1
"""The same for a box to sign in, which is higher and lies beside the marks by which the form is found."""
DOTS_PER_INCH: Final = 300
"""At which pages of a PDF are drawn (`digitize.pictures.pdf`). A page made again is drawn as large
again, since what was read in it is found by its pixels. Drawing rounds up, so a page is made half a
pixel smaller than its picture."""

_Shown = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Covered:
    """A photo or scan with the names covered, None where they were covered on none of its pages; and
    the pages (from 1) on which they were not: a person must look."""

    data: bytes | None
    left: tuple[int, ...] = ()
    pages: int = 1


_NOT: Final = Covered(None, (1,))


def cover(data: bytes, transcripts: Sequence[Json]) -> Covered:
    """The names of a photo or of every page of a scan covered, by where the reader saw the heading.

    A photo becomes a JPEG. A scan of several pages becomes a PDF of pictures of them, also of those on
    which nothing was covered: text behind a page, and what pages share, may hold the name too.
    """
    try:
        count = page_count(data, "photo")
        if count == 1:
            shown = _covered(next(pictures(data, "photo")), transcripts)
            return Covered(as_jpeg(shown, QUALITY)) if shown is not None else _NOT
        return _scan(data, transcripts, count)
    except (ReadError, cv2.error, ValueError):
        return _NOT


def cover_confined(data: bytes, transcripts: Sequence[Json], name: str) -> Covered:
    """The same by a worker: what takes more than it may could not be covered."""
    try:
        return workers().call(Work.photo(name), cover, data, transcripts)
    except ConfinedError:
        return _NOT


def _scan(data: bytes, transcripts: Sequence[Json], count: int) -> Covered:
    left: list[int] = []

    def drawn() -> Iterator[_Shown]:
        for page, picture in enumerate(pictures(data, "photo"), 1):
            mine = [each for each in transcripts if _page(each) == page]
            shown = _covered(picture, mine)
            if shown is None:
                left.append(page)
            yield picture.image if shown is None else shown
            more_time()

    made = _as_pdf(drawn())
    if made is None or len(left) == count:
        return Covered(None, tuple(range(1, count + 1)), count)
    return Covered(made, tuple(left), count)


def _page(transcript: Json) -> int:
    return split_page_name(without_sheet(str(transcript.get("photo", ""))))[1]


def _covered(picture: Picture, transcripts: Sequence[Json]) -> _Shown | None:
    """A page with the names of all its sheets covered, as large as it was sent; None where they were
    not found on each of them."""
    if not transcripts or not all(map(_shows_names, transcripts)):
        return None
    shown = picture.image.copy()
    for region, margin in _regions(transcripts):
        outline = in_picture(region, picture.scale)
        if len(outline) < 3:
            return None
        cv2.fillPoly(shown, [_wider(outline, margin)], (0, 0, 0))
    if picture.scale < 1.0:  # As large as it was: what was read in it is found by its pixels.
        height, width = (round(side / picture.scale) for side in shown.shape[:2])
        shown = np.asarray(cv2.resize(shown, (width, height)), dtype=np.uint8)
    return shown


def _regions(transcripts: Sequence[Json]) -> Iterator[tuple[NDArray[np.float64], float]]:
    """What is covered, in pixels of the photo, and by how much more, as a share of its height."""
    for transcript in transcripts:
        for field in transcript.get("fields", ()):
            if holds_name(str(field.get("name", ""))):
                yield np.array(field["region"], np.float64), MARGIN
        for box in _signed(transcript):
            yield box, SIGNED_MARGIN


def _signed(transcript: Json) -> list[NDArray[np.float64]]:
    """Where a form was signed, by where its page lies in the photo: nothing is read there."""
    try:
        layout = load(str(transcript.get("form")))
    except UnknownFormError:
        return []
    corners = np.array(transcript.get("corners", ()), np.float32)
    if corners.shape != (4, 2):
        return []
    paper = np.array(Box(0.0, 0.0, *layout.page).corners, np.float32)
    lies = cv2.getPerspectiveTransform(paper, corners)
    boxes = np.array([box.corners for box in signing_boxes(layout)], np.float64)
    return list(np.asarray(cv2.perspectiveTransform(boxes, lies), np.float64))


def signing_boxes(layout: Layout) -> list[Box]:
    """The boxes of a form to sign in: those below all that is read."""
    foot = max(field.outline.y + field.outline.height for field in layout.fields)
    return [box for box in layout.areas if box.y >= foot]


def _as_pdf(pages: Iterable[_Shown]) -> bytes | None:
    """Pictures as a PDF, a page each; None where it would have more bytes than can be opened again."""
    from fpdf import FPDF

    made, held = FPDF(unit="pt"), 0
    made.set_margin(0)
    made.set_auto_page_break(False)
    for shown in pages:
        jpeg = as_jpeg(shown, QUALITY)
        held += len(jpeg)
        if held > decode.MOST_BYTES:
            return None
        height, width = ((side - 0.5) * 72 / DOTS_PER_INCH for side in shown.shape[:2])
        made.add_page(format=(width, height))
        made.image(io.BytesIO(jpeg), 0, 0, width, height)
    data = bytes(made.output())
    return data if len(data) <= decode.MOST_BYTES else None


def _shows_names(transcript: Json) -> bool:
    """Whether the names of a sheet in the photo were found, so that they can be covered."""
    return any(
        holds_name(str(field.get("name", ""))) and field.get("region")
        for field in transcript.get("fields", ())
    )


def holds_name(name: str) -> bool:
    """Whether a field of this name may hold a person's name."""
    head, _, what = name.partition(" / ")
    return head == "heading" and what.startswith(NAMED)


def _wider(outline: NDArray[np.float64], share: float) -> NDArray[np.int32]:
    """The outline grown on all sides by a share of its shorter side."""
    centre = outline.mean(axis=0)
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    grow = share * float(sides.min())
    away = outline - centre
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1.0)
    return np.asarray(np.round(outline + away / length * grow * 1.5), dtype=np.int32)


WITHHELD: Final = "[name withheld]"

Photos = Literal["cover", "withhold", "keep"]
"""What to do with photos of the cases that name the person: cover the names of the heading, take the
whole photo out, or leave it."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """What was done: the cases it touched, how many acts and documents were changed in them."""

    cases: tuple[str, ...]
    acts: int
    documents: int
    left: tuple[str, ...] = ()
    """Photos, pages of scans, and workbooks with pictures, in which no name was covered although their case
    names the person: look at them. Each as ``sheet.jpg (case …)``."""


def redact(
    archive: Archive,
    names: Sequence[str],
    who: str,
    photos: Photos = "cover",
    also: Sequence[str] = (),
) -> Redaction:
    """Take names out of every act and document. One transaction: all of it, or nothing.

    `also` are cases whose photos show the name although nobody has read or typed it. Raises
    ArchiveError where no name is given, one is too short to be distinguished from other words, a case is not
    there, or something was altered in one that is to be redacted.
    """
    pattern = _pattern(names)
    cases = archive.every()
    if unknown := [case for case in also if case not in cases]:
        raise UnknownCaseError(unknown[0])
    archive.connection.execute("PRAGMA secure_delete = ON")
    with archive.writing() as run:
        altered = {case: _altered(archive, case) for case in cases}
        changed = {case: _redact_acts(archive, case, pattern) for case in cases}
        texts = {case: _redact_texts(archive, case, pattern) for case in cases}
        concerned = [case for case in cases if changed[case] or case in also or texts[case]]
        if photos != "keep":
            for case in concerned:
                if under := _under_the_covers(archive.acts(case)):
                    changed[case] |= _redact_acts(archive, case, _pattern(under), _READ)
                    texts[case] |= _redact_texts(archive, case, _pattern(under), reports=True)
        left: list[str] = []
        for case in concerned if photos != "keep" else ():
            pictures, shown = _redact_photos(archive, case, photos)
            texts[case] |= pictures
            left += shown
        touched = [case for case in cases if changed[case] or texts[case]]
        for case in touched:
            if altered[case]:
                raise ArchiveError(
                    f"{altered[case]} Redacting it would hide that.",
                    case,
                    "Nothing was changed. Restore the last backup, then take the name out.",
                )
            body: Json = {
                "acts": list(changed[case].values()),
                "documents": list(texts[case].values()),
                "photos": photos,
            }
            archive.add(case, Kind.REDACTED, body, _blank(who, pattern))
        archive.index_touched()
        # Words that were taken out of the index stay in its older pieces until those are merged.
        run("INSERT INTO words (words) VALUES ('optimize')")
    _forget(archive)
    documents = sum(map(len, texts.values()))
    return Redaction(tuple(touched), sum(map(len, changed.values())), documents, tuple(left))


def _altered(archive: Archive, case: str) -> str:
    """What is wrong with a case before it is redacted: afterwards its words are vouched for by whoever
    redacted it, so what somebody altered before would pass as right."""
    acts = archive.acts(case)
    return next(iter(verify_case(case, acts, lambda digest: archive.raw_blob(case, digest))), "")


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    """Any of the names, in any case, as whole words, however the blanks between are written."""
    forms = []
    # A name with its accents as letters of their own, and as one with what they stand on.
    written = (unicodedata.normalize(way, name) for name in names for way in ("NFC", "NFD"))
    for form in dict.fromkeys(written):
        words = form.split()
        if sum(map(len, words)) < 2:
            raise ArchiveError("A name of at least two letters is needed.", "", "Give it in full.")
        escaped = html.escape(" ".join(words))
        otherwise = escaped.replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
        forms += [r"\s+".join(map(re.escape, words)), re.escape(escaped), re.escape(otherwise)]
    if not forms:
        raise ArchiveError("No name was given.", "", "Name the person to take out.")
    unique = sorted(set(forms), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(unique)})(?!\w)", re.IGNORECASE)


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(WITHHELD, text)


def blanked(value: Any, pattern: re.Pattern[str]) -> Any:
    """The same JSON with the names replaced in every text. What the program itself wrote there to find
    its way (`_OURS`) stays: a person may be called Read, or Page."""
    if isinstance(value, str):
        return _blank(value, pattern)
    if isinstance(value, list):
        return [blanked(each, pattern) for each in value]
    if isinstance(value, dict):
        return {
            # The name of a field of a reading is a place on a form.
            key: each
            if key in _OURS or (key == "name" and "region" in value and "rivals" in value)
            else blanked(each, pattern)
            for key, each in value.items()
        }
    return value


_OURS: Final = frozenset((
    "digest", "report", "now", "how", "decision", "finding", "field", "kind", "code", "severity",
    "certainty", "article", "rulebook", "usual", "version", "reader", "form", "place", "depends_on", "schema",
    "outcome", "side", "seat", "photos", "as", "head", "signer", "signature", "manifest",
))  # fmt: skip
"""Entries of acts that hold words of the program's own, never what a person wrote."""


_READ: Final = (Kind.READING, Kind.CHECKED)
"""Acts that hold what a machine made of a photo's heading."""
FEWEST: Final = 3
"""Letters of a reading of a name: a shorter one is not a name, and stands all over the record."""


def _under_the_covers(acts: Sequence[Act]) -> list[str]:
    """What the machine read where names stand on photos: a name read wrongly still tells of it."""
    fields = (
        field
        for act in acts
        if act.kind is Kind.READING
        for page in act.body["transcripts"]
        for field in page["fields"]
        if holds_name(str(field["name"]))
    )
    read = (
        text
        for field in fields
        for rivals in [[rival[0] for rival in field["rivals"]]]
        for text in (field["text"], *rivals, *field.get("suggestions", ()))
        if sum(map(str.isalpha, text or "")) >= FEWEST and text != WITHHELD
    )
    return list(dict.fromkeys(read))


def _redact_acts(
    archive: Archive, case: str, pattern: re.Pattern[str], kinds: Sequence[Kind] = tuple(Kind)
) -> dict[int, Json]:
    """Take names out of a case's acts; what each act is afterwards, by its number."""
    changed: dict[int, Json] = {}
    with archive.writing() as run:
        for act in archive.acts(case):
            if act.kind not in kinds:
                continue
            who, body = _blank(act.who, pattern), blanked(act.body, pattern)
            if who == act.who and body == act.body:
                continue
            text = canonical(body)
            run(
                "UPDATE acts SET who = ?, body = ?, salt = '' WHERE case_id = ? AND number = ?",
                (who, text, case, act.number),
            )
            changed[act.number] = {"act": act.number, "now": text_digest(who, text)}
    return changed


def _kept(archive: Archive, case: str, *, reports: bool = False) -> Iterator[tuple[str, bytes]]:
    """The documents and reports (or `reports` alone) of a case, by their digests, as they are now: within a
    redaction the act that says so comes last."""
    acts = [act for act in archive.acts(case) if act.kind is Kind.SIGNED or not reports]
    for digest in dict.fromkeys(digest for act in acts for digest in named(act)):
        data, _ = archive.raw_blob(case, digest) or (None, "")
        if data is not None:
            yield digest, data


def _redact_texts(
    archive: Archive, case: str, pattern: re.Pattern[str], *, reports: bool = False
) -> dict[str, Json]:
    """Typed records, workbooks and reports (or `reports` alone) of a case with the names taken out."""
    changed: dict[str, Json] = {}
    for digest, data in _kept(archive, case, reports=reports):
        new = data
        if is_text(data):
            text = data.decode("utf-8", "surrogateescape")
            new = _without(text, pattern).encode("utf-8", "surrogateescape")
        elif is_workbook(data):
            new, _ = _of_workbook(data, pattern)
        if new != data:
            changed[digest] = _replace(archive, case, digest, new)
    return changed


def _of_workbook(data: bytes, pattern: re.Pattern[str]) -> tuple[bytes, bool]:
    """A workbook without the names, by a worker, and whether nothing else may show one. What cannot be opened
    stays, and may."""
    try:
        return workers().call(Work.text("workbook", len(data)), without, data, pattern, WITHHELD)
    except ConfinedError:
        return data, False


_NOBODY: Final = re.compile(r"(?!)")


def _without(text: str, pattern: re.Pattern[str]) -> str:
    """A text without the names. Pictures within a report are letters too, but hold no words."""
    parts = _PICTURE.split(text)
    pictures = _PICTURE.findall(text)
    blank = [_blank(part, pattern) for part in parts]
    return "".join(part + picture for part, picture in zip(blank, [*pictures, ""], strict=True))


_PICTURE: Final = re.compile(r"data:image/[a-z]+;base64,[A-Za-z0-9+/=]*")
_PICTURED: Final = re.compile(
    rb'<img class="name" src="data:[^"]*" alt="[^"]*, as photographed;[^"]*">'
)
"""An entry of the heading as a report shows it: the ink itself, with the name in it."""


def _redact_photos(
    archive: Archive, case: str, photos: Photos
) -> tuple[dict[str, Json], tuple[str, ...]]:
    """What became of a case's photos (and of their pieces in reports), and which show a name still."""
    changed: dict[str, Json] = {}
    left: dict[str, str] = {}
    acts = archive.acts(case)
    readings = {
        str(act.body["digest"]): list(act.body.get("transcripts", ()))
        for act in acts
        if act.kind is Kind.READING
    }
    for digest, data in _kept(archive, case):
        if is_text(data):
            new = _PICTURED.sub(WITHHELD.encode(), data)
        elif is_workbook(data) and _of_workbook(data, _NOBODY)[1]:
            continue
        elif photos == "withhold":
            changed[digest] = _replace(archive, case, digest, None)
            continue
        else:
            name = _called(acts, digest)
            covered = cover_confined(data, readings.get(digest, []), name)
            if covered.left:
                left[digest] = f"{_of(covered)}{name} (case {case})"
            new = data if covered.data is None else covered.data
        if new != data:
            changed[digest] = _replace(archive, case, digest, new)
    return changed, tuple(left.values())


def _of(covered: Covered) -> str:
    """Which pages of a scan show their names still; nothing where none of it could be covered."""
    if len(covered.left) == covered.pages:
        return ""
    numbers = ", ".join(map(str, covered.left))
    return f"{'page' if len(covered.left) == 1 else 'pages'} {numbers} of "


def _called(acts: Sequence[Act], digest: str) -> str:
    told = (act.body for act in acts if act.kind is Kind.DOCUMENT and act.body["digest"] == digest)
    return next((str(body["name"]) for body in told), digest)


def _replace(archive: Archive, case: str, digest: str, data: bytes | None) -> Json:
    after = "" if data is None else hashlib.sha256(data).hexdigest()
    with archive.writing() as run:
        run(
            "UPDATE case_blobs SET data = ?, now = ? WHERE case_id = ? AND digest = ?",
            (data, after, case, digest),
        )
    return {"digest": digest, "now": after}


def _forget(archive: Archive) -> None:
    """Leave nothing of it in the file's free pages or its journal."""
    try:
        archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        archive.connection.execute("VACUUM")
        busy = archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError:
        busy = 1
    if busy:
        raise ArchiveError(
            "The name was taken out, but traces may be left in the file while others have it open.",
            str(archive.path),
            "Close the desk's pages, then do the same again.",
        )
