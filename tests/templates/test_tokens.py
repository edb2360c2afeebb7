"""The colours of all pages: they stand in one file, and can be told apart in the light and in the dark."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from fairdeal.templates import HERE

TOKENS = (HERE / "static" / "tokens.css").read_text("utf-8")
STYLES = sorted(
    path for path in (*HERE.rglob("*.css"), *HERE.rglob("*.html")) if path.name != "tokens.css"
)
GROUNDS = ("bg", "surface", "sunken")
MEANINGS = ("offence", "entry", "ruling", "advice", "doubt", "agreed")
TEXTS = [
    *product(("ink", "ink-2", "ink-3", "accent", *MEANINGS), GROUNDS),
    *((each, f"{each}-soft") for each in MEANINGS),
    *(("ink", f"{each}-soft") for each in MEANINGS),
    *(("on-accent", "accent"), ("ink", "accent-soft"), ("accent", "accent-soft")),
    *(("face-black", "face"), ("face-red", "face"), ("on-felt", "felt"), ("suit-red", "surface")),
]
EDGES = [*product(("line-strong", "focus"), GROUNDS)]


def theme(name: str) -> dict[str, str]:
    """The colours by their names; what the dark does not change is as in the light."""
    light, rest = TOKENS.split("@media (prefers-color-scheme: dark)")
    dark, paper = rest.split("@media print")
    given = {"light": (light,), "dark": (light, dark), "paper": (light, paper)}[name]
    return {
        key: value if len(value) == 6 else "".join(2 * letter for letter in value)
        for part in given
        for key, value in re.findall(r"--([a-z0-9-]+): #([0-9a-f]{3,6})\b", part)
    }


def lightness(colour: str) -> float:
    """Relative luminance (WCAG 2.2, 1.4.3)."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((lightness(one), lightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ["light", "dark", "paper"])
def test_wcag_1_4_3_and_1_4_11_texts_and_edges_stand_out_from_their_ground(name: str) -> None:
    colours = theme(name)
    pairs = [(4.5, each) for each in TEXTS] + [(3.0, each) for each in EDGES]
    faint = [
        (text, ground, round(found, 2))
        for least, (text, ground) in pairs
        if (found := contrast(colours[text], colours[ground])) < least
    ]
    assert faint == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_page_has_a_colour_of_its_own(path: Path) -> None:
    text = re.sub(r"\{[{#%].*?[}#%]\}|href=\"[^\"]*\"", "", path.read_text("utf-8"))
    assert re.findall(r"#[0-9a-f]{3,6}\b(?=[;\s,)])|rgba?\(", text) == []
