"""Packages that only some commands want: the plain installation leaves them out (`pyproject.toml`)."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

TABLES: Final = "tables"
CLUSTER: Final = "cluster"
DOUBLE_DUMMY: Final = "double-dummy"
_PACKAGES: Final = {
    TABLES: ("openpyxl", "pyarrow"),
    CLUSTER: ("distributed",),
    DOUBLE_DUMMY: ("endplay",),
}


def installed(extra: str) -> bool:
    """Whether the packages of an extra are there."""
    return all(find_spec(name) is not None for name in _PACKAGES[extra])


def how_to_get(extra: str) -> str:
    """The command that installs them."""
    return f"pip install 'fairdeal[{extra}]'"
