from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.review import casework
from fairdeal.desk.review.decided import keyed
from tests.desk.archive.conftest import LOG

HOST = "localhost:8456"


class Desk:
    """A person at the pages, without a browser: every form carries the session's token."""

    def __init__(self, client: FlaskClient, path: Path) -> None:
        self.client = client
        self.path = path
        page = self.get("/").text
        found = re.search(r'data-token="([0-9a-f]+)"', page)
        assert found is not None
        self.token = found[1]

    def get(self, path: str, **more: object) -> TestResponse:
        return self.client.get(path, base_url=f"http://{HOST}", **more)

    def post(self, path: str, data: dict[str, object], **more: object) -> TestResponse:
        return self.client.post(
            path, data={"token": self.token, **data}, base_url=f"http://{HOST}", **more
        )

    def introduce(self, name: str = "Bina") -> None:
        assert self.post("/who", {"who": name, "next": "/"}).status_code == 303

    def new_case(self, data: bytes = LOG.encode(), name: str = "log.hrn", **more: object) -> str:
        answer = self.post("/cases", {"files": (BytesIO(data), name), **more})
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"].rpartition("/")[2]

    def decide_all(self, case: str) -> None:
        """Accept what the rulebook settles; of the rest, that nothing follows."""
        self.post(f"/cases/{case}/findings/rest", {"seen": self.last(case)})
        with Archive(self.path) as archive:
            file = casework.case_file(archive, case)
            for key, finding in keyed(casework.judged(archive, file)):
                if key not in file.decisions and finding.follows_from is None:
                    last = casework.case_file(archive, case).last
                    nothing = {"kind": "nothing"}
                    casework.decide(archive, case, key, "accept", "", "Bina", last, "", nothing)
            casework.recheck(archive, case)

    def last(self, case: str) -> int:
        with Archive(self.path) as archive:
            return archive.acts(case)[-1].number


@contextmanager
def desk_at(folder: Path) -> Iterator[Desk]:
    """A desk whose archive is in that folder."""
    path = folder / "archive.fairdeal"
    app = create_app(path, Access({HOST}), Readings(path), AuditJobs(path))
    with app.test_client() as client:
        yield Desk(client, path)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path) as opened:
        yield opened
