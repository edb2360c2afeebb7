"""The command in a process of its own, without the time in which each would import what all import."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

_PROGRAM: Final = """
import json, os, sys
import fairdeal.desk.commands.audit, openpyxl, pandas
from fairdeal.desk.cli import main
from fairdeal.templates import compile_pages
compile_pages("report", "index")
for line in sys.stdin:
    path, arguments, out, err = json.loads(line)
    child = os.fork()
    if child == 0:
        for number, name, how in ((0, os.devnull, os.O_RDONLY), (1, out, os.O_WRONLY), (2, err, os.O_WRONLY)):
            os.dup2(os.open(name, how), number)
        sys.path.insert(0, path)
        status = main(arguments)
        sys.stdout.flush()
        os._exit(status)  # To take apart all that was imported takes longer than most commands.
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@cache
def _first() -> subprocess.Popen[str]:
    """What all others are copies of: it has imported much and done nothing, and ends with this process."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def run(path: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`fairdeal` with these arguments, `path` the first folder in which it looks for modules. What it prints
    is kept in `folder` meanwhile."""
    first, told = _first(), [folder / "stdout", folder / "stderr"]
    for each in told:
        each.write_bytes(b"")
    assert first.stdin is not None and first.stdout is not None
    first.stdin.write(json.dumps([str(path), arguments, *map(str, told)]) + "\n")
    first.stdin.flush()
    status = int(first.stdout.readline())
    return subprocess.CompletedProcess(
        arguments, status, *(each.read_text("utf-8") for each in told)
    )
