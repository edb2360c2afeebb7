"""The small net that says of each point of a picture whether it is of the table, of the sheet in its middle
or of another one."""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.nets import NetError, RunningNet
from fairdeal.digitize.trouble import ReadError

DIRECTORY: Final = Path(__file__).parent / "weights"
MANIFEST: Final = "manifest.json"

SIDE: Final = 160
"""The net sees every picture squeezed to so many pixels either way."""
LEAST_SPREAD: Final = 8.0
"""Grey levels: what differs by less all over is not made more of."""


def net_input(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A squeezed picture as the net takes it, (1, 3, SIDE, SIDE): each colour about its own mean."""
    values = small.astype(np.float32)
    values -= values.mean((0, 1))
    values /= np.maximum(values.std((0, 1)), LEAST_SPREAD)
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


@functools.cache
def _net() -> RunningNet:
    """The net, opened once in a process. Raises `ReadError` where its file is missing or damaged."""
    try:
        manifest = json.loads((DIRECTORY / MANIFEST).read_text())
        net = (DIRECTORY / manifest["net"]["file"]).read_bytes()
        if hashlib.sha256(net).hexdigest() != manifest["net"]["sha256"]:
            raise NetError("not the file that was written")
        return RunningNet(net)
    except (OSError, ValueError, KeyError) as error:
        raise ReadError(
            "reader-missing",
            f"The net that finds a sheet of paper cannot be used: {error}.",
            "Install the program again.",
        ) from None


def from_all_sides(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How likely each point of a squeezed picture is of the table, of the sheet or of another one: an array
    (3, SIDE / 2, SIDE / 2), the mean of all ways to turn and to mirror it. Of a sheet on a printed one the
    net misses other parts in each.

    Raises `ReadError` where the net's file is missing or damaged.
    """
    given, said = net_input(small), []
    for turns in range(4):
        for mirror in (1, -1):
            way = np.rot90(given, turns, (2, 3))[..., ::mirror]
            found = _net()(np.ascontiguousarray(way))[0][..., ::mirror]
            said.append(np.rot90(found, -turns, (1, 2)))
    return np.asarray(np.mean(said, 0), np.float32)
