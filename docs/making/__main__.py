"""``./run docs``: writes the made pages into docs/made, in the place of those of an earlier version."""

from __future__ import annotations

import shutil
from pathlib import Path

from docs.making import pages


def write(folder: Path) -> None:
    """The folder holds these pages alone: one of a rule that is gone must not stay."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in pages().items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    made = Path(__file__).resolve().parents[1] / "made"
    write(made)
    print(f"{len(list(made.rglob('*.md')))} pages are in {made}.")
