"""What a person is shown when something goes wrong: one line that says what, where and what to do."""

from __future__ import annotations

import errno
import os
import traceback
from pathlib import Path
from typing import Final

NOTHING: Final = 2
"""Exit status: bad usage, or a file in which nothing could be read."""
INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells have it."""
DEBUG: Final = "FAIRDEAL_DEBUG"
"""Environment variable: set, a fault of the program's own prints where it came from."""


_OPENCV_NO_MEMORY: Final = -4
"""OpenCV's code for an allocation that failed."""


class DeskError(Exception):
    """Something that stops one file or one command, in words for the person at the desk.

    `place` is the file or option it is about, `remedy` what to do; `exit_code` as `notation.md` has it.
    """

    exit_code: Final = NOTHING

    def __init__(self, message: str, place: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.remedy = remedy

    def __str__(self) -> str:
        return " ".join(part for part in (self.message, self.remedy) if part)


def in_one_line(error: BaseException) -> str:
    """What to print for any error. An error of the program's own making says so and asks for word."""
    if getattr(error, "exit_code", None) is not None:
        text = str(error)
        remedy = getattr(error, "remedy", "")
        if remedy and remedy not in text:
            text = f"{text.rstrip('.')}. {remedy[:1].upper()}{remedy[1:].rstrip('.')}."
    elif isinstance(error, OSError):
        text = of_file(error)
    elif isinstance(error, MemoryError):
        text = "There is not enough memory for this. Try one file at a time."
    else:
        text = _of_the_program(error)
    return " ".join(text.split())


def of_one(name: str, error: BaseException) -> str:
    """What to print where one file fails and the others are still done: one line that names it. Where
    `DEBUG` is set, a fault of the program's own prints first where it came from."""
    show_origin(error)
    line = in_one_line(error)
    return line if name in line else f"{name}: {line}"


def show_origin(error: BaseException) -> None:
    """Print a fault of the program's own in full, to standard error, where `DEBUG` asks for it."""
    if os.environ.get(DEBUG) and not known(error):
        traceback.print_exception(error)


def of_file(error: OSError) -> str:
    """A file that cannot be opened or written, and what to do."""
    name = str(error.filename) if error.filename is not None else "a file"
    if name.startswith(("http:/", "https:/")):
        return f"{name} is an address on the web. Save what is there as a file, and name that file."
    if isinstance(error, FileNotFoundError):
        return f"{name}: there is no such file. Check the name and the folder."
    if isinstance(error, IsADirectoryError):
        return f"{name} is a folder. Name the files in it, or use: fairdeal audit {name}"
    if isinstance(error, PermissionError):
        return f"{name} may not be opened. Check who owns it, or copy it elsewhere."
    if error.errno == errno.ELOOP:
        return f"{name} is a link that leads to no file. Name the file itself."
    if error.errno == errno.ENOSPC:
        return f"{name} cannot be written: the disk is full. Make room on the disk, or name another folder."
    return f"{name}: {error.strerror or error}. Check the disk and the name, then try again."


def _of_the_program(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return (
        f"This is a fault in Fairdeal ({what}{where}), so it stopped here."
        " Please report it, with the file."
    )


def lacked_memory(error: BaseException | None) -> bool:
    """Whether an error comes of an allocation that failed, under whatever names it was raised again."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if type(error).__module__ == "cv2" and getattr(error, "code", None) == _OPENCV_NO_MEMORY:
            return True
        error = error.__cause__ or error.__context__
    return False


def known(error: BaseException) -> bool:
    """Whether the error is one that a person can do something about."""
    return getattr(error, "exit_code", None) is not None or isinstance(error, OSError | MemoryError)
