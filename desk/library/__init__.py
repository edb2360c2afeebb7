"""Fairdeal for programs and notebooks: `read`, `check`, `report` and `audit`, and what they answer.

`import fairdeal` gives all of this (``src/fairdeal/__init__.py``). Like the commands, it has whatever comes
from outside read and judged by workers. They are no children of `multiprocessing`: scripts need no guard.
"""

from fairdeal.desk.library.folders import AuditedFolder, audit
from fairdeal.desk.library.matches import CheckedMatch, ReadMatch, check, read, report
from fairdeal.desk.library.sources import Source, Sources
from fairdeal.desk.trouble import DeskError as FairdealError

__all__ = [
    "AuditedFolder",
    "CheckedMatch",
    "FairdealError",
    "ReadMatch",
    "Source",
    "Sources",
    "audit",
    "check",
    "read",
    "report",
]
