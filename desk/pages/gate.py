"""What is decided about a request as soon as its headers are in, before any of its body is taken.

A body goes to the disk before the pages see it. So whoever is not in may send only a little, and whoever
is in not more than the page that they send it to takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, Request, current_app, request, session
from werkzeug.exceptions import HTTPException

from fairdeal.desk.pages.app import LARGEST
from fairdeal.desk.pages.audit_files import LARGEST as LARGEST_AUDIT
from fairdeal.desk.pages.audits import MANY
from fairdeal.desk.pages.guard import (
    STRANGERS_BODY,
    inside,
    refused_for_its_headers,
    through_a_proxy,
)


class Gate:
    """Decides by the headers of a request. Nothing of an archive is touched."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def refused(self, environ: Mapping[str, Any], length: int, *, length_known: bool) -> int:
        """The status with which to refuse a request; 0 to take it with its body of `length` bytes."""
        try:
            with self._app.request_context(dict(environ)):
                if not length_known:
                    return refused_for_its_headers(request, current_app.config["ACCESS"]) or 411
                return _refused(request, length)
        except HTTPException as error:
            return error.code or 400


def _refused(asked: Request, length: int) -> int:
    access = current_app.config["ACCESS"]
    code = refused_for_its_headers(asked, access)
    if code:
        return code
    if access.password is None and through_a_proxy(asked):
        return 403  # A proxy would let in whoever reaches it, under the name of this machine.
    if not length:
        return 0
    if asked.method != "POST":
        return 400
    if inside() and "token" in session:
        return 413 if length > _room(asked.endpoint) else 0
    if length <= STRANGERS_BODY:
        return 0
    return 413 if inside() else 401


def _room(endpoint: str | None) -> int:
    """Bytes that a page takes."""
    if endpoint is None:
        return STRANGERS_BODY
    return LARGEST_AUDIT if endpoint in MANY else LARGEST
