"""What stands in the way of reading a photo: one exception, with a code, the place and a remedy."""

from __future__ import annotations

from typing import Final

from fairdeal.records import ReadProblem

GAVE_NOTHING: Final = 2
"""Exit status of a file in which nothing could be read."""


class ReadError(Exception):
    """A photo, or a page of it, that cannot be read.

    `code` names the trouble for programs (``page-not-found``), `message` says what and where in one
    sentence, `remedy` what a person can do about it. `exit_code` is for a command that has nothing
    else to show.
    """

    exit_code: Final = GAVE_NOTHING

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(f"{message} {remedy}")
        self.code = code
        self.message = message
        self.remedy = remedy

    def problem(self) -> ReadProblem:
        """The same as an entry of a transcript."""
        return ReadProblem(self.code, "error", str(self))
