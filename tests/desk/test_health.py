"""What `fairdeal doctor` and its page say of an installation."""

from __future__ import annotations

import shutil
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from fairdeal.desk import extras, health
from fairdeal.desk.cli import main
from fairdeal.desk.extras import PACKAGES, how_to_get
from fairdeal.desk.health import Part, looked_at
from fairdeal.desk.usual import settings_file
from fairdeal.digitize.printed import tesseract
from fairdeal.digitize.reader import engine


def part(archive: Path, name: str) -> Part:
    return next(each for each in looked_at(archive) if each.name == name)


def test_everything_has_its_line_and_the_status_says_whether_all_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--archive", str(tmp_path / "a.fairdeal")]) == 0
    shown = capsys.readouterr().out
    for name in (
        "Handwriting reader",
        "Readers of print",
        "Browser for PDF",
        "Fonts of forms",
        "Settings file",
    ):
        assert name in shown
    assert all(f"Extra “{extra}”" in shown for extra in PACKAGES)


def test_nothing_is_made(tmp_path: Path) -> None:
    looked_at(tmp_path / "a.fairdeal")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_reader_is_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> None:
        raise engine.corrupt("reader.onnx is missing")

    monkeypatch.setattr("fairdeal.digitize.reader.recogniser.open_reader", damaged)
    found = part(tmp_path / "a", "Handwriting reader")
    assert found.state == "broken" and found.mend
    assert main(["doctor", "--archive", str(tmp_path / "a")]) == 1


def test_without_tesseract_and_browser_it_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tesseract.pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "none"))
    monkeypatch.setattr(health, "browser", lambda: None)
    assert part(tmp_path / "a", "Readers of print").mend == tesseract.INSTALL
    assert part(tmp_path / "a", "Browser for PDF").state == "missing"


def test_a_full_disk_and_a_damaged_archive_do_not_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.fairdeal").write_bytes(b"not an archive" * 100)
    found = part(tmp_path / "a.fairdeal", "Archive")
    assert (found.state, "restore" in found.mend) == ("broken", True)
    usage = namedtuple("usage", "total used free")(10**9, 10**9, 1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert part(tmp_path / "a", "Room for photos").state == "broken"


def test_a_settings_file_that_is_not_used_is_said(tmp_path: Path) -> None:
    settings_file().write_text("what = 1", "utf-8")
    assert part(tmp_path / "a", "Settings file").state == "broken"


# The line that installs an extra.


class Distribution:
    def __init__(self, origin: str | None) -> None:
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.origin


@pytest.mark.parametrize(
    ("origin", "wanted"),
    [
        (None, "'fairdeal[tables]'"),
        (
            '{"url": "file:///home/a%20club/fairdeal", "dir_info": {}}',
            "'/home/a club/fairdeal[tables]'",
        ),
    ],
    ids=["from an index", "from a folder"],
)
@pytest.mark.parametrize("way", ["uv", "pip", "no pip among the programs"])
def test_an_extra_is_got_as_fairdeal_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str | None, wanted: str, way: str
) -> None:
    monkeypatch.setattr(extras, "distribution", lambda _: Distribution(origin))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    place = tmp_path / "bin" / "pip" if way == "pip" else Path("/usr/bin/pip")
    monkeypatch.setattr(shutil, "which", lambda _: str(place))
    if way == "uv":
        (tmp_path / "uv-receipt.toml").touch()
    expected = {
        "uv": f"uv tool install {wanted}",
        "pip": f"pip install {wanted}",
        "no pip among the programs": f'"{sys.executable}" -m pip install {wanted}',
    }
    assert how_to_get("tables") == expected[way]


def test_in_a_checkout_the_extra_is_that_of_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: str) -> None:
        raise extras.PackageNotFoundError

    monkeypatch.setattr(extras, "distribution", none)
    assert f"'{extras.COPY}[words]'" in how_to_get("words")
