"""A checkout in which `./run` sets up nothing for real: its Python writes down how it was called."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 120.0
"""Seconds after which a child that hangs is killed."""
LOCKS: Final = ("run", "dev")
ROOMS: Final = ("records", "grammar", "digitize", "rulings", "templates", "desk")
NOBODY: Final = 65534
"""A user who owns nothing, on every system."""

PYTHON: Final = r"""#!/bin/bash
# Stands for every Python: the machine's, and that of the environment which it "makes".
root="$(cat "${BASH_SOURCE[0]%/*}/root")"
printf '%s\n' "$*" >>"$root/calls"
case "$*" in
  "-I -c import venv"*) [[ -e "$root/has-venv" ]] ;;
  "-I -c "*flock*) [[ ! -x REAL ]] || exec REAL "$@" ;;
  "-I -c "*) ;;
  "-I -m venv "*)
    mkdir -p "$4/bin"
    cp "${BASH_SOURCE[0]}" "$4/bin/python"
    cp "${BASH_SOURCE[0]%/*}/root" "$4/bin/root"
    [[ ! -e "$root/kill-venv" ]] || kill -9 "$PPID" $$
    ;;
  "-I -u -m pip "*)
    for number in $(seq "$(grep -c == "${@: -1}")"); do echo "Collecting $number"; echo "WARNING: x" >&2; done
    while [[ -e "$root/hold-pip" ]]; do sleep 0.01; done
    [[ ! -e "$root/kill-pip" ]] || kill -9 "$PPID" $$
    echo "Installing collected packages: 1"
    [[ ! -e "$root/no-network" ]] || { echo "ERROR: No network"; echo "Try later" >&2; exit 1; }
    ;;
  *) [[ -e "$root/echo" ]] && echo "ran: $*" || exec REAL "$@" ;;
esac
"""
"""Files in `root` say what happens: what is killed or held up, and whether the program itself only echoes."""

APT_GET: Final = r"""#!/bin/bash
root="$(cat "${BASH_SOURCE[0]%/*}/root")"
printf 'apt-get %s\n' "$*" >>"$root/calls"
[[ "$*" == *python3-venv* ]] && : >"$root/has-venv"
true
"""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A copy of what `./run` needs, in `root`/fairdeal, and the programs that it finds, in `root`/bin."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.root / "fairdeal"

    @property
    def venv(self) -> Path:
        return self.folder / ".venv"

    def set(self, *flags: str) -> None:
        """Say what happens; see `PYTHON`."""
        for flag in flags:
            (self.root / flag).touch()

    def unset(self, *flags: str) -> None:
        for flag in flags:
            (self.root / flag).unlink()

    def start(
        self,
        *arguments: str,
        program: Path | None = None,
        within: Path | None = None,
        user: int | None = None,
        **environment: str,
    ) -> subprocess.Popen[str]:
        """Call `./run` without waiting for it."""
        return subprocess.Popen(
            [str(program or self.folder / "run"), *arguments],
            cwd=within or self.root,
            text=True,
            env={**self.environment, **environment},
            user=user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(
        self,
        *arguments: str,
        program: Path | None = None,
        within: Path | None = None,
        user: int | None = None,
        **environment: str,
    ) -> subprocess.CompletedProcess[str]:
        """Call `./run` and wait until it has ended."""
        started = self.start(*arguments, program=program, within=within, user=user, **environment)
        out, err = started.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(arguments, started.returncode, out, err)

    def calls(self, word: str = "") -> list[str]:
        """How Python and apt-get were called, the calls with this word in them."""
        listed = (self.root / "calls").read_text("utf-8").splitlines()
        return [call for call in listed if word in call]


def make(root: Path) -> Checkout:
    """A fresh checkout, in which the program itself only says how it was called."""
    root = root.resolve()
    programs, folder = root / "bin", root / "fairdeal"
    programs.mkdir()
    (folder / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / "run", folder / "run")
    package = folder / "src" / "fairdeal"
    package.mkdir(parents=True)
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / "src" / "fairdeal" / name, package)
    for room in ROOMS:
        (folder / room).symlink_to(ROOT / room)
    for lock in LOCKS:
        (folder / "requirements" / f"{lock}.txt").write_text(f"{lock}==1\n", "utf-8")
    (programs / "root").write_text(str(root), "utf-8")
    _program(programs / "python3.11", PYTHON.replace("REAL", sys.executable))
    _program(programs / "apt-get", APT_GET)
    for name in ("tesseract", "chromium", "chromium-headless-shell", "npm"):
        _program(programs / name, "#!/bin/bash\n")
    (root / "calls").touch()
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment = {
        **kept,
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOME": str(root / "home"),
        "XDG_CACHE_HOME": str(root / "home" / "cache"),
    }
    made = Checkout(root, environment)
    made.set("echo", "has-venv")
    return made


def _program(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    path.chmod(0o755)
