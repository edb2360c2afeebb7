"""An input that goes wrong made smaller, as long as the same goes wrong with it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from bench.fuzz.inputs import Input
from bench.fuzz.trial import tried

LONGEST: Final = 60.0
"""Seconds after which it is small enough."""
_FIGURES: Final = re.compile(r"\d+|'[^']*'|\"[^\"]*\"")


def smaller(seed: int, given: Input, wrong: str, folder: Path) -> bytes:
    """The smallest part found of an input with which the same kind of thing goes wrong."""
    until = time.monotonic() + LONGEST
    same = kind_of(wrong)

    def still(data: bytes) -> bool:
        if not data or time.monotonic() > until:
            return False
        return kind_of(tried(seed, replace(given, data=data), folder).wrong) == same

    return shrunk(given.data, still)


def kind_of(wrong: str) -> str:
    """What went wrong without its figures and quotations."""
    return _FIGURES.sub("#", wrong)[:120]


def shrunk(data: bytes, still: Callable[[bytes], bool]) -> bytes:
    """Data with ever smaller pieces left out, as long as it is `still` so. Lines are left out first."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        data = b"".join(_without(lines, lambda kept: still(b"".join(kept))))
    singles = [data[at : at + 1] for at in range(len(data))]
    return b"".join(_without(singles, lambda kept: still(b"".join(kept))))


def _without(parts: list[bytes], still: Callable[[list[bytes]], bool]) -> list[bytes]:
    size = max(1, len(parts) // 2)
    while parts:
        at, left_out = 0, False
        while at < len(parts):
            kept = parts[:at] + parts[at + size :]
            if still(kept):
                parts, left_out = kept, True
            else:
                at += size
        if size == 1 and not left_out:
            break
        size = max(1, size // 2)
    return parts
