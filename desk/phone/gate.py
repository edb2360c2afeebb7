"""What is decided about a phone's request as soon as its headers are in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException

from fairdeal.desk.pages.entrance.guard import refused_for_its_headers
from fairdeal.desk.phone.asking import phone_in, room


class PhoneGate:
    """Decides by the headers of a request: the bytes of a photo are taken from a phone that is in, and from
    nobody else."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def refused(self, environ: Mapping[str, Any], length: int, *, length_known: bool) -> int:
        """The status with which to refuse a request; 0 to take it with its body of `length` bytes."""
        try:
            with self._app.request_context(dict(environ)):
                code = refused_for_its_headers(request, current_app.config["ACCESS"])
                if code or not length_known:
                    return code or 411
                if length > room(request.path):
                    return 413 if phone_in() is not None else 401
                return 400 if length and request.method != "POST" else 0
        except HTTPException as error:
            return error.code or 400
