"""The files that open the desk by a double click."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.checkout import ROOT

MAC = ROOT / "start" / "Fairdeal.command"
WINDOWS = ROOT / "start" / "Fairdeal.bat"


def program(folder: Path, name: str, words: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{words}\n")
    (folder / name).chmod(0o755)


def start(tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Double-click on a machine that has the programs in its `bin`, and those of the system."""
    (tmp_path / "home").mkdir()
    given = {"HOME": str(tmp_path / "home"), "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}
    return subprocess.run(
        [MAC], env=given, capture_output=True, text=True, timeout=60, input="\n", check=False
    )


def test_installed_it_opens_the_desk(tmp_path: Path) -> None:
    program(tmp_path / "bin", "fairdeal", 'echo "fairdeal $*"')
    done = start(tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "fairdeal desk")
    assert "Installing" not in done.stdout


def test_the_first_time_it_installs(tmp_path: Path) -> None:
    told = f'echo "uv $*"; printf "#!/bin/sh\\necho opened \\$*\\n" > {tmp_path}/bin/fairdeal'
    program(tmp_path / "bin", "uv", f"{told}; chmod +x {tmp_path}/bin/fairdeal")
    done = start(tmp_path)
    assert f"uv tool install {ROOT}" in done.stdout
    assert done.stdout.splitlines()[-1] == "opened desk"


def test_what_failed_is_said_and_stays_to_be_read(tmp_path: Path) -> None:
    program(tmp_path / "bin", "uv", "exit 1")
    done = start(tmp_path)
    assert done.returncode == 1
    assert "Install Python 3.11 or newer" in done.stdout


def test_on_windows_lines_end_as_windows_wants_and_every_label_is_there() -> None:
    text = WINDOWS.read_bytes().decode("ascii")
    assert text.count("\n") == text.count("\r\n")
    lines = text.split("\r\n")
    labels = {line[1:] for line in lines if line.startswith(":")}
    assert set(re.findall(r"\bgoto (\w+)", text)) == labels
    assert all(line.count('"') % 2 == 0 and line.count("%") % 2 in (0, 1) for line in lines)
    # Nothing falls from one part into the next but from the installation into the desk.
    assert lines[lines.index(":failed") - 2] == "exit /b"


@pytest.mark.parametrize("path", [MAC, WINDOWS], ids=["mac", "windows"])
def test_both_open_the_desk_from_the_home_folder(path: Path) -> None:
    text = path.read_text("ascii")
    assert "fairdeal desk" in text
    assert re.search(r'cd (/d )?"(\$HOME|%USERPROFILE%)"', text)
