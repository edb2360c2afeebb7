"""Fonts that a report brings along for the scripts of India, so that it looks the same on every machine."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib import resources
from typing import Final

SCRIPTS: Final = {
    "Devanagari": ("0900", "097F"),
    "Tamil": ("0B80", "0BFF"),
    "Kannada": ("0C80", "0CFF"),
    "Malayalam": ("0D00", "0D7F"),
}
"""Scripts by the name of their font, each with its first and last letter."""
FAMILY: Final = "Letters"
MARK: Final = "/* fonts */"
"""Where the fonts go in the styles of a page."""


def with_fonts(page: str) -> str:
    """A page with the fonts of the scripts that it has letters of. Each is some 100 kB."""
    return page.replace(MARK, "\n".join(_face(name) for name in scripts_of(page)), 1)


def scripts_of(text: str) -> list[str]:
    """The scripts of which a text has letters, and which need a font of ours."""
    return [
        name
        for name, (first, last) in SCRIPTS.items()
        if re.search(f"[\\u{first}-\\u{last}]", text)
    ]


@cache
def _face(script: str) -> str:
    font = resources.files("fairdeal.digitize.forms") / "fonts" / f"NotoSans{script}-Regular.ttf"
    data = base64.b64encode(font.read_bytes()).decode("ascii")
    first, last = SCRIPTS[script]
    return (
        f'@font-face {{ font-family: "{FAMILY}"; unicode-range: U+{first}-{last}, U+200C-200D; '
        f'src: url("data:font/ttf;base64,{data}"); }}'
    )
