"""What ``read --format json`` prints: the schema ``fairdeal.read/1``."""

from __future__ import annotations

from typing import Any, Final

from fairdeal.records.transcript import Field, ReadProblem, Transcript

SCHEMA: Final = "fairdeal.read/1"


def as_json(transcript: Transcript) -> dict[str, Any]:
    """The object for one photo, or one page of a scan."""
    return {
        "schema": SCHEMA,
        "photo": transcript.photo,
        "form": transcript.form,
        "sheet": transcript.sheet,
        "corners": [_point(point) for point in transcript.corners],
        "problems": [
            {"code": each.code, "severity": each.severity, "message": each.message}
            for each in transcript.problems
        ],
        "fields": [_field(field) for field in transcript.fields],
        "open_shapes": [
            {
                "signs": list(shape.signs),
                "probability": _figure(shape.probability),
                "entries": list(shape.names),
            }
            for shape in transcript.open_shapes
        ],
    }


def unread(photo: str, code: str, message: str) -> Transcript:
    """What is told of a photo that gave nothing."""
    return Transcript(photo, problems=(ReadProblem(code, "error", message),))


def _field(field: Field) -> dict[str, Any]:
    guessed = {"suggestions": list(field.suggestions)} if field.kind == "text" else {}
    marked = {"mark": field.mark, "same_as": field.same_as} if field.mark else {}
    return {
        "name": field.name,
        "kind": field.kind,
        "text": field.text,
        "blank": field.blank,
        "altered": field.altered,
        "flagged": field.flagged,
        "probability": _figure(field.probability),
        "rivals": [[text, _figure(weight)] for text, weight in field.rivals],
        "settled": list(field.settled),
        "taken": field.taken,
        **guessed,
        **marked,
        "region": [_point(point) for point in field.region],
    }


def _point(point: tuple[float, float]) -> list[float]:
    return [round(float(point[0]), 1), round(float(point[1]), 1)]


def _figure(probability: float) -> float:
    return round(float(probability), 6)
