"""What is given away of a version, made and tried: ``./run release``.

Wheel and source archive are built, installed into empty environments of every Python that this machine has,
without extras, with each of them and with the lowest versions allowed, and there the sample is audited: its
tables must be those of this checkout, byte for byte. The last file is a zip that runs from a stick.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
SAMPLE: Final = ROOT / "samples" / "onam-cup"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
STICKS: Final = {
    "linux": ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux2014_x86_64"),
    "windows": ("win_amd64",),
    "mac": ("macosx_14_0_arm64", "macosx_13_0_arm64", "macosx_12_0_arm64", "macosx_11_0_arm64"),
}
"""The systems for which wheels are put on a stick, as pip calls them."""
STARTERS: Final = ("Fairdeal.bat", "Fairdeal.command", "start.py")


@dataclass(frozen=True, slots=True)
class Tried:
    """One installation: how it went, its size in MB, how many seconds installing and starting took."""

    name: str
    went: str
    size: float = 0.0
    installing: float = 0.0
    importing: float = 0.0

    def __str__(self) -> str:
        figures = (
            f"{self.size:.0f} MB, {self.installing:.0f} s, --version in {self.importing:.2f} s"
        )
        return f"{self.name:<28} {self.went:<22} {figures if self.installing else ''}".rstrip()


def main() -> int:
    """Make everything, try everything; 0 where all of it went well."""
    given = _arguments()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = list(project["optional-dependencies"])
    out: Path = given.output
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="fairdeal-release-") as folder:
        work = Path(folder)
        wheel, source = build(out, work)
        wanted = tables(partial(_run, [sys.executable, "-m", "fairdeal"]), work / "here")
        ways: list[tuple[str, str, list[str]]] = []
        for python in pythons(given.python):
            number = version_of(python)
            ways.append((f"{number} plain", python, [str(wheel)]))
            if not given.quick:
                ways += [(f"{number} [{each}]", python, [f"{wheel}[{each}]"]) for each in extras]
        first = pythons(given.python)[0]
        ways.append(("source archive", first, [str(source)]))
        lowest = work / "lowest.txt"
        lowest.write_text("\n".join(lowest_of(project["dependencies"])) + "\n")
        ways.append(("lowest versions", first, [str(wheel), "-c", str(lowest)]))
        failed = 0
        for place, (name, python, named) in enumerate(ways):
            tried = tried_in(name, python, named, wanted, work / f"env{place}")
            print(tried, flush=True)
            failed += tried.went != "as here"
        for system in given.stick:
            print(stick(out, wheel, system, given.stick_python), flush=True)
    return int(failed > 0)


def _run(command: Sequence[object], *words: object, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [str(each) for each in (*command, *words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip()[-600:]}")
    return done.stdout


def build(out: Path, work: Path) -> tuple[Path, Path]:
    """The wheel and the source archive, with the made pages, in `out`."""
    _run([sys.executable, "-m", "docs.making"], cwd=ROOT)
    builder = work / "builder"
    _run([sys.executable, "-m", "venv", builder])
    python = builder / "bin" / "python"
    _run([python, "-m", "pip", "install", "-q", "hatchling>=1.27"])
    _run([python, "-m", "hatchling", "build", "-d", out], cwd=ROOT)
    newest = partial(max, key=lambda path: path.stat().st_mtime)
    return newest(out.glob("fairdeal-*.whl")), newest(out.glob("fairdeal-*.tar.gz"))


def pythons(named: Sequence[str]) -> list[str]:
    """The Pythons of this machine that are tried, one of each version."""
    if named:
        return list(named)
    found: dict[str, str] = {}
    kept = sorted(Path.home().glob(".pyenv/versions/*/bin/python3"))
    for path in [
        *filter(None, (shutil.which(f"python{each}") for each in PYTHONS)),
        *map(str, kept),
    ]:
        number = version_of(path)
        if number in PYTHONS:
            found.setdefault(number, path)
    return [found[number] for number in sorted(found)]


def version_of(python: str) -> str:
    """Such as 3.12; empty where it does not run."""
    try:
        return _run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip()
    except (OSError, RuntimeError):
        return ""


def lowest_of(dependencies: Sequence[str]) -> Iterator[str]:
    """For pip: the lowest version allowed of each package, with its corrections."""
    for each in dependencies:
        name, _, bounds = each.partition(">=")
        yield f"{name}=={bounds.partition(',')[0]}.*"


def tables(fairdeal: Callable[..., str], place: Path) -> dict[str, bytes]:
    """The tables of an audit of the sample, by the names of their files."""
    fairdeal("audit", SAMPLE, "-o", place)
    return {path.name: path.read_bytes() for path in sorted(place.glob("*.csv"))}


def tried_in(
    name: str, python: str, named: Sequence[str], wanted: dict[str, bytes], place: Path
) -> Tried:
    """Installed into an empty environment, and the sample audited there."""
    began = time.monotonic()
    try:
        _run([python, "-m", "venv", place])
        _run([place / "bin" / "python", "-m", "pip", "install", "-q", *named])
        installing = time.monotonic() - began
        program = place / "bin" / "fairdeal"
        began = time.monotonic()
        _run([program, "--version"])
        importing = time.monotonic() - began
        found = tables(partial(_run, [program]), place / "sample-report")
    except RuntimeError as error:
        return Tried(name, f"failed: {error}")
    finally:
        shutil.rmtree(place / "sample-report", ignore_errors=True)
    size = sum(
        each.stat().st_size for each in place.rglob("*") if each.is_file() and not each.is_symlink()
    )
    shutil.rmtree(place)
    other = [name for name in sorted(wanted | found) if found.get(name) != wanted.get(name)]
    return Tried(
        name,
        f"other: {', '.join(other)}" if other else "as here",
        size / 1e6,
        installing,
        importing,
    )


def stick(out: Path, wheel: Path, system: str, number: str) -> str:
    """A zip with all packages for a system and a Python: unpacked, its starter needs no internet."""
    name = f"{wheel.name.removesuffix('-py3-none-any.whl')}-{system}-python{number}.zip"
    with TemporaryDirectory(prefix="fairdeal-stick-") as folder:
        wheels = Path(folder) / "wheels"
        platforms = [word for each in STICKS[system] for word in ("--platform", each)]
        only = ["--only-binary=:all:", "--python-version", number, "--implementation", "cp"]
        pip = [sys.executable, "-m", "pip", "download", "-q", "-d", wheels, *only, *platforms]
        _run([*pip, f"{wheel}[{extras_of_starter()}]"])
        aside = out / f"{name}.part"
        with zipfile.ZipFile(aside, "w", zipfile.ZIP_STORED) as packed:
            for each in STARTERS:
                _put(packed, ROOT / "start" / each, f"fairdeal/start/{each}")
            for each in ("README.md", "LICENSE", "NOTICE", "CHANGELOG.md"):
                _put(packed, ROOT / each, f"fairdeal/{each}")
            for path in sorted(wheels.iterdir()):
                _put(packed, path, f"fairdeal/wheels/{path.name}")
        aside.replace(out / name)
    return f"{out / name}: {(out / name).stat().st_size / 1e6:.0f} MB"


def extras_of_starter() -> str:
    """The extras that a double click installs."""
    text = (ROOT / "start" / "start.py").read_text("utf-8")
    return text.split('EXTRAS = "')[1].split('"')[0]


def _put(packed: zipfile.ZipFile, path: Path, name: str) -> None:
    entry = zipfile.ZipInfo.from_file(path, name)
    entry.external_attr = (0o755 if path.suffix == ".command" else 0o644) << 16
    packed.writestr(entry, path.read_bytes())


def _arguments() -> Any:
    parser = argparse.ArgumentParser(prog="./run release", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist", help="where files go")
    parser.add_argument("--python", action="append", default=[], help="try this Python alone")
    parser.add_argument("--quick", action="store_true", help="do not try each extra")
    parser.add_argument("--stick", action="append", default=[], choices=STICKS, help="make its zip")
    parser.add_argument("--stick-python", default="3.12", help="the Python of the zip")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
