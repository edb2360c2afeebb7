"""The committee's desk: the command line, the audit and the reports."""

from typing import Final

VERSION: Final = "0.1.0"
