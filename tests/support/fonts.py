"""Fonts for the browser to show pages in: as wide as people's machines have, and as narrow.

Both are made of the fonts that the forms are drawn with, so that they are the same on every machine.
The browser is shown these and no others, as if they were what is installed: what it draws itself, such
as the button of a file field, is in them too.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont

FAMILY: Final = "Noto Sans"
WIDTHS: Final = {"wide": 1.25, "narrow": 0.8}
"""How much wider than Noto Sans: wide is DejaVu Sans Bold (1.22) or Verdana, narrow Arial Narrow (0.8)."""
_ROOT: Final = Path(__file__).parents[2]
_STRETCHED: Final = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf")
_AS_THEY_ARE: Final = (
    "digitize/forms/fonts/NotoSansSymbols2-Regular.ttf",
    "digitize/forms/fonts/NotoSansMalayalam-Regular.ttf",
    "samples/making/fonts/Cousine-Bold.ttf",
)
_SETTINGS: Final = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <alias><family>monospace</family><prefer><family>Cousine</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>{family}</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>{family}</family></prefer></alias>
</fontconfig>
"""


def installed(folder: Path, width: str) -> Path:
    """Makes the fonts of one width in a folder. Returns the settings for fontconfig that know no others."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in _STRETCHED:
        font = TTFont(_ROOT / "digitize/forms/fonts" / name)
        stretch(font, WIDTHS[width])
        font.save(folder / name)
    for path in _AS_THEY_ARE:
        shutil.copy(_ROOT / path, folder)
    settings = folder / "fonts.conf"
    settings.write_text(_SETTINGS.format(folder=folder, family=FAMILY), encoding="utf-8")
    return settings


def stretch(font: TTFont, times: float) -> None:
    """Makes every glyph of a font wider, its outline and the room that it takes."""
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        if glyph.isComposite():
            for part in glyph.components:
                part.x = round(part.x * times)
        elif glyph.numberOfContours > 0:
            glyph.coordinates.scale((times, 1))
            glyph.coordinates.toInt()
            glyph.recalcBounds(font["glyf"])
        advance, left = font["hmtx"][name]
        font["hmtx"][name] = (round(advance * times), round(left * times))
