"""The packages that only some commands want: whether they are there, and the line that installs them."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

TABLES: Final = "tables"
CLUSTER: Final = "cluster"
DOUBLE_DUMMY: Final = "double-dummy"
PAIRINGS: Final = "pairings"
PACKAGES: Final = {
    TABLES: ("pyarrow",),
    DOUBLE_DUMMY: ("endplay",),
    PAIRINGS: ("caissify_pairings", "networkx"),
    CLUSTER: ("distributed",),
}
COPY: Final = Path(__file__).resolve().parents[1]
"""The copy of the project, where this is run from one."""
RECEIPT: Final = "uv-receipt.toml"
"""What uv leaves in the environment of a tool that it installed."""


def installed(extra: str) -> bool:
    """Whether the packages of an extra are there."""
    return all(find_spec(name) is not None for name in PACKAGES[extra])


def how_to_get(extra: str) -> str:
    """The command that installs an extra, in the way in which Fairdeal was installed here."""
    wanted = f"'{_named_as()}[{extra}]'"
    if (Path(sys.prefix) / RECEIPT).is_file():
        return f"uv tool install {wanted}"
    pip = shutil.which("pip")
    ours = pip is not None and Path(pip).parent == Path(sys.executable).parent
    return f"pip install {wanted}" if ours else f'"{sys.executable}" -m pip install {wanted}'


def _named_as() -> str:
    """What pip calls Fairdeal: the folder that it was installed from, or its name where an index has it."""
    try:
        origin = distribution("fairdeal").read_text("direct_url.json")
    except PackageNotFoundError:
        return str(COPY)
    if origin is None:
        return "fairdeal"
    address = urlsplit(str(json.loads(origin).get("url", "")))
    return url2pathname(address.path) if address.scheme == "file" else address.geturl()
