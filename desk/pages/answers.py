"""What every page needs: the archive, who is there, the page as an answer, and the way back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from flask import (
    Response,
    abort,
    current_app,
    g,
    jsonify,
    make_response,
    redirect,
    request,
    session,
)
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import __version__, rulings, templates
from fairdeal.desk import words
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.settings import settings_of
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import ConfinedError
from fairdeal.desk.files import is_typed
from fairdeal.desk.intake.case import Case
from fairdeal.desk.once import UnfinishedError
from fairdeal.desk.pages.guard import inside, role_here, token
from fairdeal.desk.pages.jobs import Readings, Task
from fairdeal.desk.pages.phone_passes import LANGUAGE
from fairdeal.desk.review import casework
from fairdeal.desk.review.casework import case_file
from fairdeal.desk.review.decided import changed
from fairdeal.desk.review.doubtful import asked_now, opened
from fairdeal.desk.score.figures import PAIRS, TEAMS
from fairdeal.desk.trouble import DeskError
from fairdeal.records import COMPASS, NUMBERED
from fairdeal.templates.language import ENGLISH, Language, language, languages

T = TypeVar("T")
HTML: Final = "text/html; charset=utf-8"
NO_HEADERS: Final[Mapping[str, str]] = {}


def archive() -> Archive:
    """The archive, opened once a request."""
    if "archive" not in g:
        g.archive = Archive(Path(current_app.config["ARCHIVE"]))
    opened: Archive = g.archive
    return opened


def close_archive(_: BaseException | None = None) -> None:
    opened = g.pop("archive", None)
    if opened is not None:
        opened.close()


def queue() -> Readings:
    """The queue of photos to read."""
    found = current_app.config["READINGS"]
    if not isinstance(found, Readings):
        abort(503)
    return found


def who() -> str:
    """The person at the desk; a form may ask for the name itself. Raises DeskError where nobody has given
    one yet."""
    if not session.get("who") and not introduced():
        raise DeskError(
            "Please type your name first.",
            "",
            "It goes under “Your name” at the top, and is recorded with everything you do.",
        )
    return str(session["who"])


def introduced() -> bool:
    """Take the person's name from the form; whether there was one."""
    name = " ".join(request.form.get("who", "").split())[:80]
    if name:
        session["who"] = name
        session.permanent = current_app.config["ACCESS"].password is None
    return bool(name)


def seen() -> int:
    """The last act that the person had before them when they filled in the form."""
    return number_given("seen")


def files_given(names: Sequence[str], most: int, none: str, many: str) -> list[FileStorage]:
    """The files of a form. Raises DeskError where there is `none`, or there are too `many`, more than `most`,
    with what to do then."""
    given = [each for name in names for each in request.files.getlist(name) if each.filename]
    if not given:
        raise DeskError("No file was chosen.", "", none)
    if len(given) > most:
        raise DeskError(f"{len(given)} files at once are too many.", "", many)
    return given


def number_given(name: str) -> int:
    """A number that the page itself put into the form."""
    value = request.form.get(name, "")
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        abort(400)
    return int(value)


def word(name: str, longest: int = 4000) -> str:
    """A text of the form, without control characters, line breaks evened out.

    Raises DeskError where it is longer than can be kept: what somebody wrote is never cut short.
    """
    text = request.form.get(name, "").replace("\r\n", "\n")
    text = "".join(letter for letter in text if letter >= " " or letter in "\n\t").strip()
    if len(text) > longest:
        raise DeskError(
            f"That is {len(text)} letters long; at most {longest} can be kept.",
            name,
            "Shorten the text: we never shorten it for you.",
        )
    return text


def typed() -> list[tuple[str, str]]:
    """What the person had typed into the form that was not taken: it is shown again, so that it can be
    copied. Never a password, and nothing that a page put into the form itself."""
    try:
        form = request.form if request.method == "POST" else {}
    except HTTPException:
        return []
    given = (
        (title, form.get(name, "").replace("\r\n", "\n").strip())
        for name, title in TYPED.items()
        if name != "text" or form.get("how") in (None, "read")
    )
    return [(title, text) for title, text in given if text]


TYPED: Final = {
    "title": "Title",
    **{f"player_{seat}": f"Player, {words.seat(seat)}" for seat in (*NUMBERED, *COMPASS)},
    "reason": "Reason",
    "remedy": "New remedy",
    "facts": "Facts found",
    "conclusion": "Rule and conclusion",
    "text": "Text",
    **{f"statement_{side}": f"Statement of {words.side(side)}" for side in (*TEAMS, *PAIRS)},
    "side_a": "The side that did it",
    "side_b": "The other side",
    "warning": "Warning",
    "adjustment": "Score adjustment",
    "score_a": "Score, first side",
    "score_b": "Score, second side",
    "dissent": "Dissent",
    "conflicts": "Conflicts of interest",
    "deadline": "Appeal until",
    "members": "Committee",
}
"""Entries of forms that people type, and what they are called."""


def answer(page: str, **values: Any) -> Response:
    """A page. Every page knows the person, the token for its forms, and where it is."""
    language = language_here()
    common = {
        "languages_here": known_languages(),
        "texts_of_scripts": templates.texts_of_scripts(language),
        "version": __version__,
        "person": session.get("who", ""),
        "token": token(),
        "inside": inside(),
        "role": role_here(),
        "committee": role_here() in ("director", "committee"),
        "zone": settings_of(Path(current_app.config["ARCHIVE"])).zone,
        "announced": session.pop("said", ""),
        "locked": current_app.config["ACCESS"].password is not None,
        "path": request.path if request.method == "GET" else way_back(),
    }
    return make_response(templates.render(f"desk/{page}", language, **common, **values))


def language_here() -> Language:
    """The language in which this person has the pages."""
    code = request.cookies.get(LANGUAGE, "")
    return language(code) if code in dict(known_languages()) else ENGLISH


@cache
def known_languages() -> tuple[tuple[str, str], ...]:
    """The languages of the pages: code, and what each is called in itself."""
    return tuple((code, language(code).name) for code in languages())


def sent(
    data: bytes | str, kind: str, save_as: str = "", headers: Mapping[str, str] = NO_HEADERS
) -> Response:
    """A file as the answer; `save_as` is the name under which a browser saves it rather than shows it."""
    saved = {"Content-Disposition": f'attachment; filename="{save_as}"'} if save_as else {}
    return make_response(data, {"Content-Type": kind, **saved, **headers})


def announce(text: str) -> None:
    """Say something at the top of the next page that the person sees."""
    session["said"] = text[:500]


def back(to: str, said: str = "") -> AnyResponse:
    """After a form: to a page of ours, whatever address was asked for, with something `said` at its top."""
    if said:
        announce(said)
    to = to if _OURS.fullmatch(to) else "/"
    return jsonify(to=to) if by_script() else redirect(to, code=303)


def by_script() -> bool:
    """Whether a script of ours sent the form, which stays on its page if it is not taken."""
    return request.accept_mimetypes.best == "application/json"


_OURS: Final = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*|/")
"""An address within the desk. Browsers leave out tabs and line ends and take ``\\`` for ``/``."""


def way_back() -> str:
    """The page from which the form came, where it is one of ours; else the list of cases."""
    try:
        parts = urlsplit(request.referrer or "")
    except ValueError:
        return "/"
    address = parts.path + (f"?{parts.query}" if parts.query else "")
    return address if parts.netloc == request.host and _OURS.fullmatch(address) else "/"


def judged(file: CaseFile) -> Case | None:
    """The case as it is judged now; None where nothing was read yet. Raises DeskError where it cannot be
    judged, or another request is still at it."""
    opened = archive()
    return casework.judged(opened, file) if casework.documents_ready(file, opened) else None


def case_and_verdict(case: str) -> tuple[CaseFile, Case]:
    """A case with what the rulings say of it; there is no such page as long as nothing is read."""
    file, ruled = as_judged(case)
    return file, existing(ruled)


def as_judged(case: str) -> tuple[CaseFile, Case | None]:
    """A case, and what `judged` gives of it."""
    file = case_file(archive(), case)
    return file, judged(file)


def existing(value: T | None) -> T:
    """What an address asks for. Raises NotFound where there is none."""
    if value is None:
        raise NotFound
    return value


def keep_score(case: str) -> None:
    """Keep what the score comes to after a decision, so that lists, search and audits know it."""
    file, ruled = as_judged(case)
    if ruled is not None:
        casework.keep_check(archive(), file, ruled)


def judged_or_why(file: CaseFile) -> tuple[Case | None, str]:
    """The case as it is judged now, or why it cannot be: for pages that have more to show."""
    try:
        return judged(file), ""
    except DeskError as error:
        g.unfinished = isinstance(error, UnfinishedError)
        return None, str(error)


@contextmanager
def telling_what_changed(case: str) -> Iterator[None]:
    """Do something to a case, judge it, keep what is found. Raises what that raises, and DeskError where the
    case cannot be judged; what was done stands then."""
    file = case_file(archive(), case)
    before, _ = judged_or_why(file)
    asked = asked_now(file, before)
    yield
    keep_score(case)
    file = case_file(archive(), case)
    after, _ = judged_or_why(file)
    more = opened(asked, asked_now(file, after)) if before is not None else ""
    announce(" ".join(filter(None, (changed(before, after), more))))


def known_books() -> list[tuple[str, str]]:
    return [(name, rulings.load(name).title) for name in rulings.known()]


def keep(case: str, name: str, data: bytes) -> Task | None:
    """Keep a document as it was added; what is still to be read of it, None for a typed record."""
    digest = casework.keep_document(archive(), case, data, name, who())
    return None if is_typed(data) else Task(case, digest, name)


def put_in(files: Iterable[tuple[str, bytes]], opened: Callable[[], str]) -> AnyResponse:
    """Documents, by their names, into the case that is `opened` with them, either all of them or none; and to
    its page."""
    with archive().writing():
        case = opened()
        tasks = [keep(case, name, data) for name, data in files]
    begin(case, tasks)
    return back(f"/cases/{case}")


def must_be_known(book: str) -> None:
    if book not in rulings.known():
        raise DeskError("There is no such rulebook.", "", "Choose one of the list.")


def begin(case: str, tasks: Iterable[Task | None]) -> None:
    """Photos into the queue; what was typed is judged at once."""
    for task in filter(None, tasks):
        queue().add(task)
    file = casework.case_file(archive(), case)
    if casework.documents_ready(file, archive()):
        with suppress(ConfinedError):  # The case's page says why it cannot be judged.
            casework.recheck_new(archive(), case)
