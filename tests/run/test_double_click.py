"""The files that open the desk by a double click: they find a Python, install, repair, and open."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest

from tests.support.checkout import ROOT

MAC = ROOT / "start" / "Fairdeal.command"
WINDOWS = ROOT / "start" / "Fairdeal.bat"


def program(folder: Path, name: str, words: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{words}\n")
    (folder / name).chmod(0o755)
    return folder / name


# The file that a Mac opens: which Python it takes.


def clicked(tmp_path: Path, pressed: str = "\n") -> subprocess.CompletedProcess[str]:
    """Double-click on a machine with the programs in its `bin` and no Python of the system's."""
    (tmp_path / "home").mkdir()
    for name in ("sh", "dirname", "cat"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(found)
    given = {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin")}
    text = MAC.read_text("ascii")
    text = re.sub(
        r"(?m)^PATH=.*$", "", text
    )  # The usual folders: this machine's own Python may lie there.
    starter = tmp_path / "കളി 56" / "start" / MAC.name
    starter.parent.mkdir(parents=True)
    starter.write_text(text)
    shell = ["/bin/sh", starter]
    return subprocess.run(
        shell, env=given, capture_output=True, text=True, timeout=60, input=pressed, check=False
    )


OLD = 'case "$*" in *tomllib*) exit 1;; --version) echo Python 3.9.6;; *) echo "old $*";; esac'
NEW = 'case "$*" in *tomllib*) exit 0;; *) echo "new $*";; esac'


def test_a_mac_takes_a_python_that_is_new_enough_before_an_older_one(tmp_path: Path) -> None:
    program(tmp_path / "bin", "python3", OLD)
    program(tmp_path / "bin", "python3.12", NEW)
    done = clicked(tmp_path)
    assert done.returncode == 0
    assert done.stdout.strip() == f"new -I {tmp_path}/കളി 56/start/start.py"


def test_a_mac_with_an_old_python_alone_says_which_it_found(tmp_path: Path) -> None:
    program(tmp_path / "bin", "python3", OLD)
    done = clicked(tmp_path)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer; found was Python 3.9.6" in done.stdout
    assert "double-click again" in done.stdout
    assert "old -I" not in done.stdout


def test_a_mac_without_python_uses_uv(tmp_path: Path) -> None:
    program(tmp_path / "bin", "uv", 'echo "uv $*"')
    done = clicked(tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("uv run --no-project --python >=3.11 python -I ")


def test_what_failed_stays_to_be_read(tmp_path: Path) -> None:
    program(tmp_path / "bin", "python3.13", 'case "$*" in *tomllib*) exit 0;; *) exit 1;; esac')
    done = clicked(tmp_path)
    assert done.returncode == 1
    assert "Press Enter" in done.stdout


# The file that Windows opens.


def test_on_windows_lines_end_as_windows_wants_and_every_label_is_there() -> None:
    text = WINDOWS.read_bytes().decode("ascii")
    assert text.count("\n") == text.count("\r\n")
    lines = text.split("\r\n")
    assert {line[1:] for line in lines if line.startswith(":")} == set(
        re.findall(r"\b(?:goto |call :)(\w+)", text)
    )
    assert all(line.count('"') % 2 == 0 for line in lines)
    # Nothing falls from one part into the next.
    assert all(
        lines[n - 2].startswith("exit /b") for n, line in enumerate(lines) if line[:1] == ":"
    )


def test_windows_asks_for_the_same_versions_and_starts_the_same_file() -> None:
    text = WINDOWS.read_text("ascii")
    asked = set(re.findall(r"python(3\.\d+)", MAC.read_text("ascii")))
    assert asked == set(re.findall(r"\b3\.1[1-9]\b", text.split("for %%v in (")[1].split(")")[0]))
    assert '"%~dp0start.py"' in text


# What both start.

LOG = "programs.log"
"""Where the programs of these tests write what they were asked."""
PYTHON = """
log="{log}"
echo "$0 $*" >> "$log"
case "$*" in
  *"-m venv "*)
    [ ! -e "{home}/no-venv" ] || exit 1
    for last; do :; done
    mkdir -p "$last/bin" && cp "$0" "$last/bin/python";;
  *"-m pip "*)
    for number in $(seq 25); do echo "Collecting $number"; echo "WARNING: x" >&2; done
    [ ! -e "{home}/no-internet" ] || {{ echo "ERROR: no connection"; echo "at all" >&2; exit 1; }}
    echo "Installing collected packages: a, b, c"
    touch "$(dirname "$0")/filled";;
  *"-c import sys"*) [ -e "$(dirname "$0")/filled" ] && [ ! -e "$(dirname "$0")/broken" ];;
  *"-m fairdeal desk"*) echo "the desk of $(dirname "$(dirname "$0")") from $PWD";;
esac
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody's home with a blank and Malayalam letters, and a Python that writes down what it is asked."""
    home = tmp_path / "കമ്മിറ്റി one"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    fake = program(home / "bin", "python3.12", PYTHON.format(home=home, log=home / LOG))
    monkeypatch.setattr(sys, "executable", str(fake))
    monkeypatch.setattr(sys, "argv", ["start.py"])
    return home


@pytest.fixture
def starter(home: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "start", copy(home, "0.3.0") / "start" / "start.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def copy(home: Path, version: str) -> Path:
    """A copy of the project, as far as it is looked at before pip is called."""
    here = home / "a copy"
    (here / "src" / "fairdeal").mkdir(parents=True, exist_ok=True)
    (here / "src" / "fairdeal" / "__init__.py").write_text(f'__version__ = "{version}"\n')
    (here / "start").mkdir(exist_ok=True)
    shutil.copy(ROOT / "start" / "start.py", here / "start")
    return here


def asked(home: Path, words: str) -> int:
    """How often the programs were asked for something."""
    log = home / LOG
    return sum(words in line for line in log.read_text().splitlines()) if log.exists() else 0


def environments(starter: ModuleType) -> list[Path]:
    return sorted(starter.place().glob("env-*"))


def test_the_first_time_it_installs_and_opens_the_desk_from_the_home_folder(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    assert starter.main() == 0
    told = capfd.readouterr().out
    assert told.splitlines()[:-2] == [
        "Installing Fairdeal 0.3.0. This takes a few minutes, only once.",
        "Step 1 of 3: making a folder for it.",
        "Step 2 of 3: fetching some 60 packages.",
        "  10 fetched",
        "  20 fetched",
        "  Installing 3 packages (a minute or so).",
        "Step 3 of 3: trying whether it works.",
    ]
    [environment] = environments(starter)
    assert f"the desk of {environment} from {home}" in told
    assert asked(home, f"pip install {home / 'a copy'}[tables,") == 1


def test_the_second_time_it_only_opens_the_desk(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    starter.main()
    capfd.readouterr()
    assert starter.main() == 0
    assert asked(home, "pip install") == 1
    assert "Installing" not in capfd.readouterr().out


@pytest.mark.parametrize("fault", ["no-internet", "no-venv"])
def test_what_failed_can_be_tried_again(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str], fault: str
) -> None:
    (home / fault).touch()
    assert starter.main() == 1
    told = capfd.readouterr().out
    assert "It needs the internet" in told and "double-click again" in told
    assert ("ERROR: no connection\nat all\n" in told) is (fault == "no-internet")
    assert environments(starter) == []
    (home / fault).unlink()
    assert starter.main() == 0


def test_an_installation_that_was_broken_off_is_made_again(home: Path, starter: ModuleType) -> None:
    half = starter.place() / "env-1" / "bin"
    half.mkdir(parents=True)
    assert starter.main() == 0
    assert [each.name for each in environments(starter)] == ["env-2"]


@pytest.mark.parametrize("fault", ["broken", "gone"])
def test_an_environment_whose_python_went_is_replaced(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str], fault: str
) -> None:
    """As after a new Python for the whole machine."""
    starter.main()
    [environment] = environments(starter)
    if fault == "broken":
        (environment / "bin" / "broken").touch()
    else:
        shutil.rmtree(environment)
    capfd.readouterr()
    assert starter.main() == 0
    assert "no longer works" in capfd.readouterr().out
    assert asked(home, "pip install") == 2
    assert len(environments(starter)) == 1


@pytest.mark.parametrize("changed", ["version", "content"])
def test_a_newer_copy_brings_it_up_to_date(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str], changed: str
) -> None:
    starter.main()
    if changed == "version":
        copy(home, "0.10.0")
    else:
        (home / "a copy" / "desk").mkdir()
        (home / "a copy" / "desk" / "cli.py").write_text("new")
    capfd.readouterr()
    assert starter.main() == 0
    assert "up to date" in capfd.readouterr().out
    assert [each.name for each in environments(starter)] == ["env-2"]


def test_an_older_copy_opens_what_is_newer(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    starter.main()
    copy(home, "0.2.9")
    assert starter.main() == 0
    assert "0.3.0 is installed, which is newer than this copy (0.2.9)" in capfd.readouterr().out
    assert asked(home, "pip install") == 1


def test_without_internet_what_was_installed_before_is_opened(
    home: Path, starter: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    starter.main()
    copy(home, "0.4.0")
    (home / "no-internet").touch()
    capfd.readouterr()
    assert starter.main() == 0
    told = capfd.readouterr().out
    assert "what was installed before is opened" in told
    assert "the desk of" in told


def test_the_environment_is_not_in_the_archive_s_folder(home: Path, starter: ModuleType) -> None:
    """Deleting it deleted signed cases."""
    from fairdeal.desk.archive.settings import default_archive

    starter.main()
    ours, archive = environments(starter)[0], default_archive()
    assert archive.parent not in ours.parents and ours.parent not in archive.parents


def test_a_python_that_is_too_old_is_named(
    starter: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 6, "final", 0))
    assert starter.main() == 1
    assert "this is 3.9.6" in capfd.readouterr().out


def test_a_start_waits_for_one_that_installs(home: Path, starter: ModuleType) -> None:
    order = []

    def second() -> None:
        with starter.alone(starter.place()):
            order.append("second")

    with starter.alone(starter.place()):
        other = Thread(target=second)
        other.start()
        other.join(0.3)
        order.append("first")
    other.join(30)
    assert order == ["first", "second"]


def test_what_is_given_away_with_its_wheels_needs_no_internet(
    home: Path, starter: ModuleType
) -> None:
    wheels = home / "a copy" / "wheels"
    wheels.mkdir()
    (wheels / "fairdeal-0.5.0-py3-none-any.whl").write_bytes(b"a wheel")
    assert starter.main() == 0
    assert asked(home, f"pip install --no-index --find-links {wheels}") == 1
    told = json.loads((starter.place() / "installed.json").read_text("utf-8"))
    assert told["version"] == "0.5.0"


@pytest.mark.parametrize("there", [True, False])
def test_wheels_for_another_python_are_installed_by_that_one_or_it_is_named(
    home: Path,
    starter: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    there: bool,
) -> None:
    wheels = home / "a copy" / "wheels"
    wheels.mkdir()
    for name in (
        "fairdeal-0.5.0-py3-none-any",
        "net-1.0-cp399-cp399-linux",
        "cv-4.0-cp37-abi3-linux",
    ):
        (wheels / f"{name}.whl").write_bytes(b"a wheel")
    monkeypatch.setenv("PATH", str(home / "bin"), prepend=os.pathsep)
    if there:
        program(home / "bin", "python3.99", PYTHON.format(home=home, log=home / LOG))
        assert starter.main() == 0
        assert asked(home, "python3.99 -m venv") == 1
        return
    (home / "no-internet").touch()  # As pip ends that finds no wheel for this Python.
    assert starter.main() == 1
    told = capfd.readouterr().out
    assert "It needs Python 3.99 from python.org" in told and "internet" not in told


def test_a_disk_that_is_full_at_the_end_leaves_what_was_there(
    home: Path,
    starter: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    starter.main()
    copy(home, "0.4.0")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(starter, "keep", full)
    assert starter.main() == 0
    told = capfd.readouterr().out
    assert "No space left on device" in told and "what was installed before is opened" in told
    assert [each.name for each in environments(starter)] == ["env-1"]


def test_a_folder_that_cannot_be_written_is_named(
    home: Path,
    starter: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (home / "a file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "a file"))
    assert starter.main() == 1
    told = capfd.readouterr().out
    assert str(home / "a file") in told and "see who may write there" in told


def test_settings_of_python_that_lead_elsewhere_are_not_handed_on(
    starter: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/evidence")
    assert "PYTHONPATH" not in starter.clean()
    assert starter.clean()["PYTHONSAFEPATH"] == "1"
    assert starter.clean()["PATH"] == os.environ["PATH"]
