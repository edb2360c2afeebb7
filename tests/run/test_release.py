"""What a release is made of and tried with, as far as that needs neither a registry nor minutes."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

import pytest

from docs.making import release
from tests.support.checkout import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def test_every_dependency_has_a_lowest_and_a_bound() -> None:
    """What nobody tried is not installed; and the lowest versions allowed are those that are tried."""
    every = [*PROJECT["dependencies"], *(each for some in EXTRAS.values() for each in some)]
    assert all(">=" in each and ",<" in each for each in every)
    assert list(release.lowest_of(["cattrs>=24.1,<27", "pi-heif>=0.18,<2"])) == [
        "cattrs==24.1.*",
        "pi-heif==0.18.*",
    ]


def test_a_double_click_installs_extras_that_there_are() -> None:
    assert set(release.extras_of_starter().split(",")) <= set(EXTRAS)


def test_an_installation_whose_tables_differ_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[object], *words: object, cwd: Path | None = None) -> str:
        if "audit" in words:
            place = Path(str(words[-1]))
            place.mkdir(parents=True)
            (place / "findings.csv").write_bytes(b"here")
        return ""

    monkeypatch.setattr(release, "_run", run)
    for wanted, went in ((b"here", "as here"), (b"other", "other: findings.csv")):
        (tmp_path / "env").mkdir()
        tried = release.tried_in(
            "plain", "python3", ["x"], {"findings.csv": wanted}, tmp_path / "env"
        )
        assert tried.went == went
    (tmp_path / "env").mkdir()
    tried = release.tried_in("plain", "python3", ["x"], {"more.csv": b""}, tmp_path / "env")
    assert tried.went == "other: findings.csv, more.csv", (
        "so are one too many and one that is missing"
    )


def test_a_stick_has_starters_that_may_be_run_and_the_wheels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[object], *words: object, cwd: Path | None = None) -> str:
        wheels = Path(str(command[command.index("-d") + 1]))
        wheels.mkdir()
        (wheels / "fairdeal-0.2.0-py3-none-any.whl").write_bytes(b"wheel")
        return ""

    monkeypatch.setattr(release, "_run", run)
    release.stick(tmp_path, tmp_path / "fairdeal-0.2.0-py3-none-any.whl", "windows", "3.12")
    [made] = tmp_path.glob("*.zip")
    assert made.name == "fairdeal-0.2.0-windows-python3.12.zip"
    with zipfile.ZipFile(made) as packed:
        modes = {each.filename: each.external_attr >> 16 & 0o111 for each in packed.infolist()}
    assert modes["fairdeal/start/Fairdeal.command"] and not modes["fairdeal/start/Fairdeal.bat"]
    assert {"fairdeal/start/start.py", "fairdeal/wheels/fairdeal-0.2.0-py3-none-any.whl"} <= set(
        modes
    )
