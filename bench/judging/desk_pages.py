"""How long the desk takes for a page: every page of a case of the sample match, asked for twice."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.pages.jobs import Readings

HOST: Final = "localhost:8456"
LOG: Final = Path(__file__).resolve().parents[2] / "samples/onam-cup/typed-log-deal-15.hrn"
PAGES: Final = ("", "/findings", "/ruling", "/deal/1")


def main(arguments: Sequence[str] | None = None) -> int:
    """The slowest page, asked for the first time and again."""
    del arguments
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "archive.fairdeal"
        client = create_app(path, Access({HOST}), Readings(path)).test_client()
        base = f"http://{HOST}"
        found = re.search(r'data-token="([0-9a-f]+)"', client.get("/", base_url=base).text)
        token = {"token": found[1] if found else ""}
        client.post("/who", data={**token, "who": "Bench", "next": "/"}, base_url=base)
        files = {**token, "files": (BytesIO(LOG.read_bytes()), LOG.name)}
        case = client.post("/cases", data=files, base_url=base).headers["Location"]
        for turn in ("first", "second"):
            times = []
            for page in ("/", *(f"{case}{page}" for page in PAGES)):
                begun = time.perf_counter()
                status = client.get(page, base_url=base).status_code
                times.append((time.perf_counter() - begun, page))
                if status != 200:
                    print(f"{page}: status {status}")
                    return 1
            seconds, page = max(times)
            print(f"a page of the desk, {turn} time: at most {1000 * seconds:.0f} ms ({page})")
    return 0
