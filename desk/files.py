"""Files written aside and then renamed, so that nobody ever finds half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from desk.trouble import DeskError


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file or nothing of it. Raises DeskError where the folder cannot be written to."""
    try:
        handle, aside = tempfile.mkstemp(
            dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".new"
        )
    except OSError as error:
        reason = (error.strerror or "it failed").lower()
        raise DeskError(
            f"{path} cannot be written ({reason}).",
            str(path),
            "Name a folder that is there and yours.",
        ) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(aside).chmod(_mode())
        Path(aside).replace(path)
    except OSError as error:
        Path(aside).unlink(missing_ok=True)
        reason = (error.strerror or "it failed").lower()
        raise DeskError(
            f"{path} cannot be written ({reason}).",
            str(path),
            "Check that there is room on the disk.",
        ) from error
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """The same for a text, as UTF-8 with plain line ends."""
    write_bytes(path, text.encode("utf-8", "surrogatepass"))


def _mode() -> int:
    """What a new file of this person's would have: `mkstemp` makes it readable to nobody else."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
