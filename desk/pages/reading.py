"""Entries that a person reads: the queue, the whole photo and pieces of it, the lines of a typed record."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final, cast
from urllib.parse import quote

import cv2
from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile, FieldKey
from fairdeal.desk.check.sentences import otherwise, sentence
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.files import is_typed
from fairdeal.desk.intake.case import Case, EntryNames
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.judging import text_of, without_photos
from fairdeal.desk.once import Once
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    case_and_verdict,
    existing,
    number_given,
    seen,
    sent,
    telling_what_changed,
    who,
    word,
)
from fairdeal.desk.report.doubts import ExplanationView, explanation_view
from fairdeal.desk.report.ink import Crops, smaller
from fairdeal.desk.report.signing import drawn
from fairdeal.desk.review import casework
from fairdeal.desk.review.corrections import (
    EXAMPLES,
    GUESSED,
    LINE,
    LONGEST,
    How,
    ShapeQuestion,
    choices,
    pack_of,
    questions_of,
    understood,
)
from fairdeal.desk.review.doubtful import DoubtfulField, doubtful, slips as slips_of
from fairdeal.desk.review.mending import changes, explanation, key_of
from fairdeal.desk.trouble import DeskError
from fairdeal.digitize import crop as cut_out, open_photo
from fairdeal.digitize.pictures.picture import as_jpeg, upright
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Field, FieldKind, Place, Point, Transcript, lines_of
from fairdeal.rulings.frame.finding import Explanation

WIDEST: Final = 1800
"""Pixels of a whole photo's longer side: enough to zoom into a cell."""
QUALITY: Final = 82
_KEPT: Final = 3
"""Decoded photos kept: one of 12 megapixels takes 36 MB."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo as JPEG, upright, with its size in pixels of the photo; outlines are turned as it was."""

    jpeg: bytes
    size: tuple[float, float]
    quarters: int = 0

    def turned(self, point: Point) -> Point:
        """Where a point of the photo as it was sent is in the picture."""
        (x, y), (wide, high) = point, self.size
        return ((x, y), (wide - y, x), (wide - x, high - y), (y, high - x))[self.quarters]


THUMBNAIL: Final = 320
"""Pixels of a thumbnail's longer side: enough to tell a sheet from a log on any screen."""
_MOST_THUMBNAILS: Final = 400
_pictures: Once[tuple[str, str], Any] = Once(_KEPT)
_shown: dict[int, Once[tuple[str, str, int], Shown]] = {
    WIDEST: Once(_KEPT),
    THUMBNAIL: Once(_MOST_THUMBNAILS),
}


def _now(data: bytes) -> str:
    """What the photo is now: after a name was covered in it, it is still called by its first digest."""
    return hashlib.sha256(data).hexdigest()


def _picture(data: bytes, name: str) -> Any:
    """The photo, decoded by a worker."""
    return _pictures.get(
        (_now(data), name), lambda: workers().call(Work.photo(name), open_photo, data, name)
    )


def photo_of(data: bytes, of: Transcript, widest: int = WIDEST) -> Shown:
    """A whole photo, or a thumbnail of it. Raises DeskError where it cannot be decoded (any more)."""
    key = (_now(data), of.photo, of.quarters)
    return _shown[widest].get(key, lambda: _smaller(data, of, widest))


def _smaller(data: bytes, of: Transcript, widest: int) -> Shown:
    picture = _picture(data, of.photo)
    image = upright(picture.image, of.quarters)
    height, width = image.shape[:2]
    jpeg = as_jpeg(image, QUALITY, widest / max(height, width))
    return Shown(jpeg, (width / picture.scale, height / picture.scale), of.quarters)


def crop_of(document: Document, transcript: Transcript, field: Field) -> bytes | None:
    """One field as JPEG, None where it cannot be cut out."""
    if len(field.region) != 4 or not document.data:
        return None
    try:
        return smaller(cut_out(_picture(document.data, transcript.photo), field.region))
    except (DeskError, ReadError, ValueError, OverflowError, cv2.error):
        return None


pages = Blueprint("reading", __name__)


LONGEST_REASON = 500
"""Letters of why somebody took or refused an explanation."""


def _explanation(case: str, key: str) -> tuple[CaseFile, Case, Explanation]:
    """The case and its explanation of this name. Raises DeskError where nothing is explained so any more."""
    file, ruled = case_and_verdict(case)
    of = explanation(ruled, key)
    if of is None:
        raise DeskError(
            "This question was answered already.",
            "",
            "Open the findings to see how they stand now.",
        )
    return file, ruled, of


@pages.get("/cases/<case>/slip/<key>")
def slip(case: str, key: str) -> Response:
    """One explanation, its entries and what speaks against them side by side."""
    file, ruled, of = _explanation(case, key)
    return asked(file, ruled, of, Queue(file, ruled))


class Queue:
    """The questions that are open about a case, slips of the pen and entries in doubt together."""

    def __init__(self, file: CaseFile, ruled: Case) -> None:
        self.fields = doubtful(file, ruled)
        questions = slips_of(ruled)
        asked = [(each.weight, _address(file.id, each.explanation)) for each in questions]
        asked += [(each.weight, field_address(file.id, each.key)) for each in self.fields]
        self._addresses = [address for _, address in sorted(asked, key=lambda each: each[0])[::-1]]
        self.shape = next(questions_of(ruled.documents), None)
        """The first question about a shape: it settles several entries, so it comes before all others."""
        self.left = len(questions) + sum(each.matters for each in self.fields)
        """Questions on which a finding, an outcome or a score depends."""
        self.others = sum(not each.matters for each in self.fields)
        first = questions[0] if questions else None
        comes_first = first is not None and (
            not self.fields or first.weight >= self.fields[0].weight
        )
        self.slip = first.explanation if first is not None and comes_first else None
        """The explanation that is the first question, None where an entry is."""

    def after(self, address: str) -> str:
        """The address of the question after this one; empty where there is no other."""
        if address not in self._addresses:
            return next(iter(self._addresses), "")
        at = self._addresses.index(address) + 1
        return next((each for each in self._addresses[at:] + self._addresses[: at - 1]), "")


def field_address(case: str, key: FieldKey) -> str:
    """Where an entry is read."""
    return f"/cases/{case}/read?field={quote(':'.join(map(str, key)))}"


def _address(case: str, of: Explanation | None) -> str:
    return f"/cases/{case}/slip/{key_of(of)}" if of is not None else ""


def asked(file: CaseFile, ruled: Case, of: Explanation, queue: Queue) -> Response:
    """The page that asks of an explanation."""
    return answer(
        "slip.html",
        file=file,
        it=drawn(ruled, shown, of),
        queue=queue,
        following=queue.after(_address(file.id, of)),
        undo=file.undoable,
    )


def shown(case: Case, of: Explanation) -> ExplanationView:
    """In a worker: an explanation with its pictures."""
    return explanation_view(case, of, Crops())


@pages.post("/cases/<case>/slip/<key>")
def decide(case: str, key: str) -> AnyResponse:
    """A person says that it was a slip, or that it was not one."""
    reason, last = word("reason", LONGEST_REASON), seen()
    _, ruled, of = _explanation(case, key)
    with telling_what_changed(case):
        if request.form.get("answer") == "take":
            found = drawn(without_photos(ruled), changes, of)
            if not found:
                raise DeskError(
                    f"The desk cannot tell where to write {otherwise(of.entries)}.",
                    "",
                    "Open the entries on their photo or in the typed record, and correct them there.",
                )
            why = reason or f"{sentence(of)} Taken as a slip of the pen."
            casework.mend(archive(), case, key_of(of), found, why, who(), last)
        elif request.form.get("answer") == "refuse":
            casework.refuse(archive(), case, of, reason, who(), last)
        else:
            raise DeskError(
                "Nothing was chosen.", "", "Say whether it was a slip or stands as written."
            )
    return back(request.form.get("next") or f"/cases/{case}/read")


CROPS: Final = 6
"""Entries shown with a question: enough to see how a hand writes."""


def _found(case: str, key: str) -> tuple[CaseFile, Case, ShapeQuestion]:
    file, ruled = case_and_verdict(case)
    question = next((each for each in questions_of(ruled.documents) if each.key == key), None)
    if question is None:
        raise DeskError(
            "This question was answered already.", "", "Go on with the next entry to read."
        )
    return file, ruled, question


@pages.get("/cases/<case>/shape/<key>")
def shape(case: str, key: str) -> Response:
    """The question about one shape."""
    file, ruled, question = _found(case, key)
    return shape_asked(file, question, Queue(file, ruled))


def shape_asked(file: CaseFile, question: ShapeQuestion, queue: Queue) -> Response:
    """The page that asks what sign a shape is."""
    one, other = question.shape.signs
    return answer(
        "shape.html",
        file=file,
        it=question,
        signs=((one, words.sign(one)), (other, words.sign(other))),
        crops=[
            (number, words.place(Place.parse(field.name)))
            for number, field in question.shown(CROPS)
        ],
        queue=queue,
        undo=file.undoable,
    )


@pages.post("/cases/<case>/shape/<key>")
def say(case: str, key: str) -> AnyResponse:
    """A person says what sign the shape is, or that it is now one, now the other."""
    sign, last = word("sign", 4), seen()
    _, _, question = _found(case, key)
    if sign not in (*question.shape.signs, "both"):
        raise DeskError("Nothing was chosen.", "", "Say which sign it is, or that it is both.")
    body = question.said("" if sign == "both" else sign)
    with telling_what_changed(case):
        casework.act_on(archive(), case, Kind.SHAPE, body, who(), last)
    return back(request.form.get("next") or f"/cases/{case}/read")


LONGEST_LINE: Final = 4000
"""Letters of a line of a typed record."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A field in its photo, for the page of the whole photo."""

    index: int
    name: str
    where: str
    points: str
    state: str
    reading: str


@pages.get("/cases/<case>/read")
def read(case: str) -> Response:
    """The entry to read next, or the one that is asked for."""
    file, ruled = case_and_verdict(case)
    queue = Queue(file, ruled)
    wanted = request.args.get("field")
    if wanted is None and queue.shape is not None and file.open:
        return shape_asked(file, queue.shape, queue)
    if wanted is None and queue.slip is not None:
        return asked(file, ruled, queue.slip, queue)
    found = _asked(ruled, wanted) if wanted else (queue.fields[0] if queue.fields else None)
    if found is None:
        return answer("read_done.html", file=file, undo=file.undoable)
    offered = choices(found.field, pack_of(ruled.record, ruled.book))
    return answer(
        "read.html",
        file=file,
        entry=found,
        choices=offered,
        repeats=words.repeats(found.field.mark, Place.parse(found.field.same_as))
        if found.field.mark
        else "",
        guessed=any(choice.share == GUESSED for choice in offered),
        queue=queue,
        elsewhere=list(ruled.elsewhere(found.transcript.photo, found.field.name)),
        following=queue.after(field_address(file.id, found.key)),
        correction=file.corrections.get(found.key),
        index=[each.name for each in found.transcript.fields].index(found.field.name),
        example=EXAMPLES[found.field.kind],
        undo=file.undoable,
    )


def _asked(ruled: Case, wanted: str) -> DoubtfulField:
    """The field that an address names. NotFound where there is none."""
    digest, page, name = _key(wanted)
    document, transcript = _page(ruled, digest, page)
    field = existing(transcript.field(name))
    where = EntryNames(ruled).of(transcript.photo, name)
    field = ruled.together(transcript.photo, field)
    return DoubtfulField((digest, page, name), document, transcript, field, where, (), (0.0, 0.0))


def _page(ruled: Case, digest: str, page: int) -> tuple[Document, Transcript]:
    """A page of a document of the case. NotFound where there is none."""
    of_it = (it for it in ruled.documents if it.digest == digest and page < len(it.transcripts))
    document = existing(next(of_it, None))
    return document, document.transcripts[page]


@pages.post("/cases/<case>/read")
def correct(case: str) -> AnyResponse:
    """A person's reading of one field."""
    how = word("how", 20)
    key = _key(word("field", 300))
    kind = _kind(case, key)
    text: str | None = word("text", LONGEST_LINE if kind is None else LONGEST)
    if how == "read" and not text:
        raise DeskError(
            "Nothing was typed.", "", "Type what stands there, or choose “nothing written”."
        )
    if how != "read":
        text = None
    elif kind is not None:
        found = understood(kind, str(text))
        text = found.text if found.text is not None else text
    with telling_what_changed(case):
        casework.correct(archive(), case, key, cast(How, how), text, who(), seen())
    return back(request.form.get("next") or f"/cases/{case}/read")


def _kind(case: str, key: FieldKey) -> FieldKind | None:
    """The kind of the entry that a form is about; None for a line of a typed record. 404 where there
    is no such entry."""
    digest, page, name = key
    number = name.removeprefix(LINE)
    if page == 0 and name.startswith(LINE) and number.isascii() and number.isdigit():
        file = casework.case_file(archive(), case)
        if digest not in file.readings:
            if not 1 <= int(number[:9]) <= len(_lines(file, digest)):
                raise NotFound
            return None
    return existing(_page(case_and_verdict(case)[1], digest, page)[1].field(name)).kind


def _key(text: str) -> FieldKey:
    digest, _, rest = text.partition(":")
    page, _, name = rest.partition(":")
    number = page.isascii() and page.isdigit() and len(page) <= 4
    if len(digest) != 64 or not number or not name:
        abort(400)
    return digest, int(page), name


@pages.post("/cases/<case>/undo")
def undo(case: str) -> AnyResponse:
    act = number_given("act")
    with telling_what_changed(case):
        casework.take_back(archive(), case, act, who())
    return back(request.form.get("next") or f"/cases/{case}/read")


@pages.get("/parse.json")
def parse() -> Response:
    """What the grammar makes of an entry as it is typed."""
    kind = request.args.get("kind", "")
    if kind not in EXAMPLES:
        abort(400)
    found = understood(kind, request.args.get("text", "")[:200])
    return jsonify({"text": found.text, "words": found.words})


@pages.get("/cases/<case>/photo/<digest>/<int:page>")
def photo(case: str, digest: str, page: int) -> Response:
    """The whole photo, every entry outlined; `beside` a question, without what else a page has."""
    file, ruled = case_and_verdict(case)
    document, transcript = _page(ruled, digest, page)
    if not document.data:
        raise DeskError("This photo was taken out of the archive.", document.name, "")
    picture = photo_of(document.data, transcript)
    names = EntryNames(ruled)
    spots = [
        _spot(file, (digest, page, n), each, names.of(transcript.photo, each.name), picture)
        for n, each in enumerate(transcript.fields)
    ]
    return answer(
        "photo.html",
        file=file,
        name=document.name,
        digest=digest,
        sheet=page,
        size=picture.size,
        spots=spots,
        at=request.args.get("at", ""),
        beside="beside" in request.args,
        problems=[each.message for each in transcript.problems],
    )


def _spot(
    file: CaseFile, at: tuple[str, int, int], field: Field, where: str, picture: Shown
) -> Spot:
    digest, page, index = at
    corrected = (digest, page, field.name) in file.corrections
    state = (
        "corrected"
        if corrected
        else "doubtful"
        if field.flagged
        else "blank"
        if field.blank
        else "sure"
    )
    reading = "blank" if field.blank else field.text if field.text is not None else "cannot be read"
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in map(picture.turned, field.region))
    return Spot(index, field.name, where, points, state, reading)


@pages.get("/cases/<case>/<any(image, thumbnail):kind>/<digest>/<int:page>.jpg")
def image(case: str, kind: str, digest: str, page: int) -> Response:
    """A whole photo, or a small picture of it."""
    document, transcript = _page(case_and_verdict(case)[1], digest, page)
    if not document.data:
        raise NotFound
    widest = THUMBNAIL if kind == "thumbnail" else WIDEST
    return _jpeg(photo_of(document.data, transcript, widest).jpeg)


@pages.get("/cases/<case>/crop/<digest>/<int:page>/<int:index>.jpg")
def crop(case: str, digest: str, page: int, index: int) -> Response:
    document, transcript = _page(case_and_verdict(case)[1], digest, page)
    if index >= len(transcript.fields):
        raise NotFound
    return _jpeg(existing(crop_of(document, transcript, transcript.fields[index])))


def _jpeg(data: bytes) -> Response:
    return sent(data, "image/jpeg", headers={"Cache-Control": "private, max-age=600"})


@pages.get("/cases/<case>/text/<digest>")
def text(case: str, digest: str) -> Response:
    """A typed record, line by line, as it was added and as it is read now."""
    file = casework.case_file(archive(), case)
    shown = [
        (number, line, file.corrections.get((digest, 0, f"{LINE}{number}")))
        for number, line in enumerate(_lines(file, digest), 1)
    ]
    name = str(file.documents[digest].body["name"])
    return answer("text.html", file=file, digest=digest, name=name, lines=shown, undo=file.undoable)


def _lines(file: CaseFile, digest: str) -> list[str]:
    data = archive().blob(file.id, digest) if digest in file.documents else None
    if data is None or not is_typed(data):
        abort(404)
    return lines_of(text_of(data, str(file.documents[digest].body["name"])))
