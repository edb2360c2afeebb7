"""Reads score sheets and hand logs of 56 and bridge, replays every deal, and says what is irregular.

In a program: `read`, `check`, `compare`, `report` and `audit` (``docs/library.md``).

>>> import fairdeal
>>> fairdeal.check('[Dealer "2"]\\nAuction:\\n3: 28 S, P, P, P, P, P\\n').verdict.findings
()
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairdeal.desk.library import (
        AuditedFolder,
        CheckedMatch,
        ComparedMatch,
        FairdealError,
        ReadMatch,
        audit,
        check,
        compare,
        read,
        report,
        rulebooks,
    )

__version__ = "0.2.0"
__all__ = [
    "AuditedFolder", "CheckedMatch", "ComparedMatch", "FairdealError", "ReadMatch", "__version__", "audit",
    "check", "compare", "read", "report", "rulebooks",
]  # fmt: skip

if not TYPE_CHECKING:  # A type checker is to know every name there is, and no others.

    def __getattr__(name):
        """The library, imported when it is first asked for: the command line has no use for all of it."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from fairdeal.desk import library

        return getattr(library, name)

    def __dir__():
        return sorted({*globals(), *__all__})
