"""What a double click does: an environment of Fairdeal's own, kept up to date, and the desk opened from it.

``Fairdeal.command`` (Mac, Linux) and ``Fairdeal.bat`` (Windows) look for a Python that is new enough and
run this with it. It needs nothing but Python itself. The environment lies in a folder of its own, never in
that of the archive: whoever deletes it loses no case. A new one is made beside the old one, which goes once
the new one works.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OLDEST = (3, 11)
HERE = Path(__file__).resolve().parent.parent
"""The copy of the project, or of what is given away of it."""
PARTS = ("src", "records", "grammar", "digitize", "rulings", "templates", "desk", "pyproject.toml")
"""What is installed of a copy."""
EXTRAS = "tables,pairings"
"""What the desk can also use: Parquet tables, the draw of Swiss rounds."""
PACKAGES = 60
"""Packages that are fetched, where nothing says how many."""
WORKS = "import fairdeal.desk.cli, cv2, numpy, onnxruntime, pandas"
"""Imported where an environment is whole."""


def say(words: str) -> None:
    """A line in the window. A letter that the window cannot show is written as its number."""
    shown = sys.stdout.encoding or "ascii"
    print(words.encode(shown, "backslashreplace").decode(shown), flush=True)


def place() -> Path:
    """The folder of the environments, made where it is missing."""
    home = Path.home()
    if os.name == "nt":
        above = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        above = home / "Library" / "Application Support"
    else:
        above = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = above / "fairdeal-program"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def python_of(environment: Path) -> Path:
    """The Python of an environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def clean() -> dict[str, str]:
    """The settings for programs that are started, without those that lead Python elsewhere."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**ours, "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def works(environment: Path) -> bool:
    """Whether Fairdeal runs in an environment: its Python is there and new enough, nothing is missing."""
    test = f"import sys; assert sys.version_info >= {OLDEST}; {WORKS}"
    try:
        done = subprocess.run(
            [str(python_of(environment)), "-c", test],
            check=False,
            env=clean(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return False
    return done.returncode == 0


def wheels() -> list[Path]:
    """What a copy that needs no internet has beside it."""
    return sorted((HERE / "wheels").glob("*.whl"))


def needed() -> str:
    """The Python that those wheels are for, where it is another than this one: ``3.12``."""
    found = [re.search(r"-cp3(\d+)-cp3\d+-[^-]+$", wheel.name) for wheel in wheels()]
    minors = {int(each[1]) for each in found if each}
    return f"3.{min(minors)}" if minors and sys.version_info[1] not in minors else ""


def maker() -> list[str]:
    """The Python to make an environment with: this one, or one on this machine that the wheels are for."""
    number = needed()
    found = shutil.which(f"python{number}") if number else None
    if number and os.name == "nt" and shutil.which("py"):
        return ["py", f"-{number}"]
    return [found or sys.executable]


def copy_here() -> tuple[str, str, list[str]]:
    """The version of this copy, what tells it from others of that version, and how pip names it."""
    ours = [each for each in wheels() if each.name.startswith("fairdeal-")]
    if ours:
        wheel = ours[-1]
        mark = hashlib.sha256(wheel.read_bytes()).hexdigest()
        offline = ["--no-index", "--find-links", str(wheel.parent)]
        return wheel.name.split("-")[1], mark, [*offline, f"{wheel}[{EXTRAS}]"]
    text = (HERE / "src" / "fairdeal" / "__init__.py").read_text("utf-8")
    version = text.split("__version__ = ")[1].split('"')[1]
    mark = hashlib.sha256()
    for part in PARTS:
        files = [HERE / part] if (HERE / part).is_file() else sorted((HERE / part).rglob("*"))
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                mark.update(file.relative_to(HERE).as_posix().encode() + b"\0" + file.read_bytes())
    return version, mark.hexdigest(), [f"{HERE}[{EXTRAS}]"]


def number(version: str) -> list[int]:
    """A version as numbers that can be compared."""
    return [int(part) if part.isdigit() else 0 for part in version.split(".")]


def kept(folder: Path) -> dict[str, str]:
    """What is installed: folder, version and mark; nothing where nobody knows."""
    try:
        entry = json.loads((folder / "installed.json").read_text("utf-8"))
        return {name: str(entry[name]) for name in ("environment", "version", "mark")}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def keep(folder: Path, entry: dict[str, str]) -> None:
    """Say what is installed: written aside, then renamed."""
    aside = folder / "installed.part"
    aside.write_text(json.dumps(entry), "utf-8")
    aside.replace(folder / "installed.json")


def expected() -> int:
    """About how many packages are installed."""
    lock = HERE / "requirements" / "run.txt"
    return lock.read_text("utf-8").count("==") if lock.is_file() else len(wheels()) or PACKAGES


def fetched(pip: list[str]) -> bool:
    """What pip installs, with a line for every tenth package; what went wrong stands whole, from the first
    line about it on. Warnings, of which some machines have one a package, are left out."""
    number, wrong = 0, False
    with subprocess.Popen(
        pip, env=clean(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        encoding="utf-8", errors="replace",
    ) as running:  # fmt: skip
        for line in running.stdout or ():
            wrong = wrong or line.startswith("ERROR") or "error:" in line
            if wrong:
                say(line.rstrip())
            elif line.startswith(("Collecting ", "Processing ")):
                number += 1
                if number % 10 == 0:
                    say(f"  {number} fetched")
            elif line.startswith("Installing collected packages: "):
                say(f"  Installing {line.count(',') + 1} packages (a minute or so).")
    return running.returncode == 0


def install(folder: Path, version: str, mark: str, named: list[str]) -> bool:
    """A new environment beside those that are there; True where it works. Half a one is thrown away."""
    numbers = [int(each.name[4:]) for each in folder.glob("env-*") if each.name[4:].isdigit()]
    environment = folder / f"env-{max(numbers, default=0) + 1}"
    pip = [str(python_of(environment)), "-u", "-m", "pip", "install", *named]
    try:
        say("Step 1 of 3: making a folder for it.")
        made = [*maker(), "-m", "venv", str(environment)]
        done = subprocess.run(made, env=clean(), check=False).returncode == 0
        if done:
            say(f"Step 2 of 3: fetching some {expected()} packages.")
            done = fetched([*pip, "--progress-bar", "off"])
        if done:
            say("Step 3 of 3: trying whether it works.")
            done = works(environment)
        if done:
            keep(folder, {"environment": environment.name, "version": version, "mark": mark})
    except OSError as error:
        say(str(error))
        done = False
    if not done:
        shutil.rmtree(str(environment), ignore_errors=True)
        return False
    for other in folder.glob("env-*"):
        if other != environment:
            shutil.rmtree(
                str(other), ignore_errors=True
            )  # Windows keeps one that is in use: next time.
    return True


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One start at a time installs; a second one waits for it."""
    with (folder / "lock").open("a") as lock:
        if os.name == "nt":
            import msvcrt

            while True:  # It gives up after ten seconds.
                try:
                    msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    say("Another start is installing. Waiting for it.")
        else:
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                say("Another start is installing. Waiting for it.")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def ready(folder: Path) -> Path | None:
    """The environment to open the desk from: installed, repaired, brought up to date. None if that failed."""
    version, mark, named = copy_here()
    had = kept(folder)
    usable = bool(had) and works(folder / had["environment"])
    newer = bool(had) and number(had["version"]) > number(version)
    if usable and (newer or had["mark"] == mark):
        if newer:
            say(
                f"Fairdeal {had['version']} is installed, which is newer than this copy ({version})."
            )
        return folder / had["environment"]
    if not had:
        say(f"Installing Fairdeal {version}. This takes a few minutes, only once.")
    elif not usable:
        say("What was installed no longer works (perhaps Python was changed). Installing it again.")
    else:
        say(f"Bringing Fairdeal up to date: {version}.")
    if install(folder, version, mark, named):
        return folder / kept(folder)["environment"]
    if usable:
        say("That failed (see above). Your cases are safe; what was installed before is opened.")
        return folder / had["environment"]
    needs = "" if wheels() else "the internet for that, and "
    if other := needed():
        needs = f"Python {other} from python.org, because its wheels are for that one, and "
    say(
        f"Fairdeal could not be installed (see above). It needs {needs}600 MB of room."
        " Your cases, if there are any, are safe. See to it, then double-click again."
    )
    return None


def main() -> int:
    """Ready, then the desk, until its window is closed."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        say(
            f"Fairdeal needs Python 3.11 or newer; this is {found}. Install a newer one from python.org."
        )
        return 1
    try:
        folder = place()
        with alone(folder):
            environment = ready(folder)
    except OSError as error:
        say(
            f"Fairdeal could not be started: {error}. Make room on the disk, or see who may write there."
        )
        return 1
    if environment is None:
        return 1
    say("Keep this window open while you use the desk. To stop, close it.")
    os.chdir(str(Path.home()))
    desk = [str(python_of(environment)), "-m", "fairdeal", "desk", *sys.argv[1:]]
    try:
        return subprocess.call(desk, env=clean())
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
