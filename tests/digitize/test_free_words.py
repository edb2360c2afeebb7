"""Words in the text fields of a photographed form: a guess beside the reading, which stays as it is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import pytest

from fairdeal.digitize import filled_forms, read_photo
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.nets import LineImage
from fairdeal.records import Transcript
from tests.support.camera import PRINT_PX_MM, View, photograph, printed

WRITTEN = {"heading / team A": "Kites", "row 2 / remarks": "claim", "row 1 / dealer": "3"}


class Kites:
    def read(self, line: LineImage) -> str:
        return "Kites"


@pytest.fixture(scope="module")
def photo() -> bytes:
    """A score sheet with words in its heading and its remarks, and a letter to choose."""
    sheet, layout = printed("score-sheet").copy(), load("score-sheet")
    for name, text in {**WRITTEN, "tie-break": "A"}.items():
        field = layout.field(name)
        assert field is not None
        left, low = field.outline.x + 2, field.outline.y + field.outline.height - 2
        at = round(left * PRINT_PX_MM), round(low * PRINT_PX_MM)
        cv2.putText(sheet, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.6, (90, 40, 20), 4, cv2.LINE_AA)
    done, data = cv2.imencode(".jpg", photograph(sheet, View(tilt=8, roll=2)))
    assert done
    return data.tobytes()


def read(photo: bytes, monkeypatch: pytest.MonkeyPatch, reader: Kites | None) -> Transcript:
    monkeypatch.setattr(filled_forms, "packaged_reader", lambda: reader)
    return read_photo(photo, "sheet.jpg")[0]


def test_free_words_alone_are_guessed_and_nothing_read_is_another(
    photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = read(photo, monkeypatch, None)
    guessed = read(photo, monkeypatch, Kites())
    told = {field.name: field.suggestions for field in guessed.fields if field.suggestions}
    assert told == {"heading / team A": ("Kites",), "row 2 / remarks": ("Kites",)}
    assert not any(field.suggestions for field in plain.fields)
    assert plain.fields == tuple(replace(field, suggestions=()) for field in guessed.fields)
    assert all(
        field.flagged and field.text != "Kites" for field in guessed.fields if field.name in told
    )
