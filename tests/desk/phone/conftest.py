"""A phone before the desk's port for phones, without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import create_phone_app
from fairdeal.desk.pages.phone_passes import Pass, Passes
from tests.support.camera import View, photograph, printed

HOST = "192.168.1.20:8457"


class Clock:
    """Time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Line:
    """The phone's application over an archive with one case."""

    app: Flask
    passes: Passes
    clock: Clock
    path: Path
    case: str
    readings: Readings

    def open(self) -> Pass:
        return self.passes.open(self.case, "Bina")

    def names(self) -> list[str]:
        """The documents of the case."""
        with Archive(self.path) as archive:
            return [str(act.body["name"]) for act in archive.acts(self.case) if "name" in act.body]

    def phone(self) -> Phone:
        return Phone(self.app.test_client())


@dataclass
class Phone:
    """Somebody with a phone."""

    client: FlaskClient
    form: str = field(default="")

    def get(self, path: str, **more: object) -> TestResponse:
        return self.client.get(path, **{"base_url": f"http://{HOST}", **more})

    def post(
        self, path: str, data: dict[str, object] | None = None, **more: object
    ) -> TestResponse:
        sent = {"form": self.form, **(data or {})}
        return self.client.post(path, data=sent, **{"base_url": f"http://{HOST}", **more})

    def begin(self, it: Pass) -> None:
        assert self.post(f"/p/{it.code}").status_code == 303
        found = re.search(r'name="form" value="(\w+)"', self.get("/photos").text)
        assert found is not None
        self.form = found[1]

    def send(self, data: bytes, name: str = "photo.jpg") -> TestResponse:
        return self.post("/look", {"photo": (BytesIO(data), name)})

    def keep(self) -> TestResponse:
        found = re.search(r'name="digest" value="(\w+)"', self.get("/photo").text)
        return self.post("/keep", {"digest": found[1] if found else ""})


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    path = tmp_path / "archive.fairdeal"
    with Archive(path) as archive:
        case = archive.open_case("", "Bina")
    clock = Clock()
    passes, readings = Passes(clock), Readings(path)
    app = create_phone_app(path, passes, {HOST}, readings, AuditJobs(path))
    yield Line(app, passes, clock, path, case, readings)
    readings.stop()


def photo(**view: Any) -> bytes:
    """A photo of a printed form."""
    seen = photograph(printed("score-sheet"), View(width=1200, height=1600, **view))
    return cv2.imencode(".jpg", seen)[1].tobytes()


@pytest.fixture(scope="session")
def sharp() -> bytes:
    return photo()
