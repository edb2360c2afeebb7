"""A Tesseract that misbehaves."""

from __future__ import annotations

from pathlib import Path

import pytest


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A program called tesseract that does what `body` says, alone on the path."""
    program = folder / "tesseract"
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo tesseract 5.3.0; exit 0; fi\n{body}\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
