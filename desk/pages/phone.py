"""A phone let in as a camera: its QR code, how far it is, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, abort, current_app, jsonify
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.pages.answers import answer, archive, back, language_here, who
from fairdeal.desk.pages.phone_line import PhoneLine
from fairdeal.desk.pages.phone_passes import PHOTOS, Pass
from fairdeal.desk.review import casework

pages = Blueprint("phone", __name__)


def line() -> PhoneLine:
    """The port for phones. 503 where the desk was started without one."""
    found = current_app.config["PHONES"]
    if not isinstance(found, PhoneLine):
        abort(503)
    return found


@pages.post("/cases/<case>/phone")
def let_in(case: str) -> AnyResponse:
    """A new pass; the one before ends."""
    casework.must_be_open(archive(), case)
    line().open(case, who(), language_here().code)
    return back(f"/cases/{case}/phone")


@pages.post("/phone")
def new_case() -> AnyResponse:
    """A new case, which begins with the photos of a phone. There is none where no phone can be let in."""
    with archive().writing():
        case = archive().open_case("", who())
        line().open(case, who(), language_here().code)
    return back(f"/cases/{case}/phone")


@pages.get("/cases/<case>/phone")
def phone(case: str) -> Response:
    file = casework.case_file(archive(), case)
    it = line().passes.of(case)
    url = line().url(it) if it is not None and not it.claimed else ""
    return answer(
        "phone.html",
        file=file,
        it=it,
        url=url,
        picture=code_of(url) if url else "",
        minutes=_minutes(it),
        most=PHOTOS,
    )


@pages.get("/cases/<case>/phone.json")
def state(case: str) -> Response:
    """What the page looks for while it waits: whether a phone is in, and how many photos it sent."""
    return jsonify({"state": state_of(line().passes.all_of(case))})


@pages.post("/cases/<case>/phone/end")
def end(case: str) -> AnyResponse:
    line().passes.end(case)
    return back(f"/cases/{case}")


def state_of(live: Sequence[Pass]) -> str:
    """Another word as soon as a phone comes in, sends a photo, or leaves."""
    return ", ".join(f"{it.address} {it.photos}" for it in live) or "ended"


def _minutes(it: Pass | None) -> int:
    return 0 if it is None else max(1, round(line().passes.left(it) / 60))


def code_of(url: str) -> str:
    """The QR code, as an address that holds the picture itself."""
    import segno

    return str(segno.make(url, error="m", micro=False).png_data_uri(scale=8, border=4))
