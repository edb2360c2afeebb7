"""A phone let in as a camera: its QR code, how far it is, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, abort, current_app, jsonify
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.pages.answers import answer, archive, back, language_here, who
from fairdeal.desk.pages.audit_jobs import jobs
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
    minutes = 0 if it is None else max(1, round(line().passes.left(it) / 60))
    url, picture = _code_for(it)
    return answer(
        "phone.html", file=file, it=it, url=url, picture=picture, minutes=minutes, most=PHOTOS
    )


@pages.get("/cases/<case>/phone.json")
@pages.get("/audits/<case>/phones.json")
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


def _code_for(it: Pass | None) -> tuple[str, str]:
    """The address that a phone is to scan, and its QR code as an address that holds the picture itself; empty
    where no phone is waited for."""
    if it is None or it.claimed:
        return "", ""
    import segno

    url = line().url(it)
    return url, str(segno.make(url, error="m", micro=False).png_data_uri(scale=8, border=4))


@pages.get("/audits/<event>/phones")
def event_phones(event: str) -> Response:
    """Let phones in that collect papers: each scans a code of its own, and may add photos, nothing else."""
    file = jobs().files.get(event)
    live = line().passes.all_of(event)
    waiting = next((each for each in live if not each.claimed), None)
    url, picture = _code_for(waiting)
    claimed = tuple(each for each in live if each.claimed)
    return answer(
        "event_phones.html",
        event=file,
        live=claimed,
        url=url,
        picture=picture,
        state=state_of(live),
    )


@pages.post("/audits/<event>/phones")
def let_in_at_event(event: str) -> AnyResponse:
    jobs().files.get(event)
    line().open(event, who(), language_here().code, event=True)
    return back(f"/audits/{event}/phones")


@pages.post("/audits/<event>/phones/end")
def let_out_at_event(event: str) -> AnyResponse:
    line().passes.end(event)
    return back(f"/audits/{event}/phones")
