"""What a machine read, as it is kept: transcripts to JSON and back, nothing lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn, override

from fairdeal.records.transcript import Field, Transcript


@cache
def _converter() -> Converter:
    """Cases written before there were guesses, marks and open shapes lack them, and are read and sent as
    ever."""
    converter = Converter()
    newer = override(omit_if_default=True)
    of_field = make_dict_unstructure_fn(
        Field, converter, suggestions=newer, mark=newer, same_as=newer
    )
    converter.register_unstructure_hook(Field, of_field)
    of_page = make_dict_unstructure_fn(
        Transcript, converter, goes_on=newer, open_shapes=newer, spans=newer
    )
    converter.register_unstructure_hook(Transcript, of_page)
    return converter


def as_json(transcripts: Sequence[Transcript]) -> list[dict[str, Any]]:
    """Transcripts as JSON, figures rounded to what they are worth so that equal readings are equal."""
    return [_rounded(_converter().unstructure(each)) for each in transcripts]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value


def from_json(value: Sequence[dict[str, Any]]) -> tuple[Transcript, ...]:
    """The transcripts again. Raises cattrs errors for what was never written by `as_json`."""
    return tuple(_converter().structure(each, Transcript) for each in value)
