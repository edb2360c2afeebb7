"""Nothing in the folder that one stands in is run: it may hold evidence from a disputing party."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.support.checkout import PATIENCE, ROOT, make

HOSTILE = (
    "click", "desk", "json", "cv2", "sitecustomize", "usercustomize", "pip", "venv", "ensurepip", "fcntl",
    "contextlib", "multiprocessing", "pickle", "signal", "runpy", "numpy", "platformdirs",
)  # fmt: skip
"""Modules that Python imports while it starts, sets up, reads photos in processes or runs a command."""
PROGRAMS = ("python3.11", "python3", "python", "tesseract", "cksum", "apt-get", "pyenv")


@pytest.fixture
def evidence(tmp_path: Path) -> Path:
    """A folder to audit in which every name of a module or program leaves a mark when it is run."""
    folder = tmp_path / "evidence"
    folder.mkdir()
    mark = tmp_path / "was-run"
    for name in HOSTILE:
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write({name!r})\n", "utf-8")
    for name in ("records", "rich"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
    for name in PROGRAMS:
        (folder / name).write_text(f"#!/bin/sh\necho {name} >>{mark}\n", "utf-8")
        (folder / name).chmod(0o755)
    for name in ("setup.cfg", "pip.conf", "pyvenv.cfg", "tox.ini"):
        (folder / name).write_text("[install]\nprefix=/nonexistent\n", "utf-8")
    Image.linear_gradient("L").resize((900, 700)).save(folder / "photo.jpg")
    return folder


def test_run_sets_up_and_reads_photos_in_a_hostile_folder(tmp_path: Path, evidence: Path) -> None:
    checkout = make(tmp_path)
    checkout.unset("echo")
    path = checkout.environment["PATH"]
    told = checkout.run(
        "audit",
        ".",
        "-o",
        str(tmp_path / "out"),
        within=evidence,
        PATH=f":.:{path}:",
        PYTHONPATH=":.",
        PYTHONHOME=".",
        PYTHONSTARTUP="click.py",
    )
    assert not (tmp_path / "was-run").exists(), (tmp_path / "was-run").read_text("utf-8")
    assert "photo.jpg" in told.stderr and "No report was written" in told.stderr
    assert told.returncode == 2


def test_installed_program_reads_photos_in_a_hostile_folder(tmp_path: Path, evidence: Path) -> None:
    """The script lies in a folder of its own; the processes that it starts begin in the evidence's."""
    script = tmp_path / "bin" / "fairdeal"
    script.parent.mkdir()
    script.write_text(
        f"import sys\nsys.path.append({str(ROOT / 'src')!r})\nfrom fairdeal.desk.cli import program\n"
        "if __name__ == '__main__':\n    sys.exit(program())\n",
        "utf-8",
    )
    told = subprocess.run(
        [sys.executable, str(script), "audit", ".", "-o", str(tmp_path / "out")],
        cwd=evidence,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert not (tmp_path / "was-run").exists(), (tmp_path / "was-run").read_text("utf-8")
    assert "photo.jpg" in told.stderr and told.returncode == 2
