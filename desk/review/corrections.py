"""A person's reading laid over the machine's. The machine's stays as it is underneath."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from fairdeal.desk.archive.acts import Act
from fairdeal.desk.archive.casefile import FieldKey
from fairdeal.records.figures import figure
from fairdeal.records.lines import lines_of
from fairdeal.records.transcript import Field, Transcript

How = Literal["read", "blank", "unreadable"]
HOW: Final[tuple[How, ...]] = ("read", "blank", "unreadable")
"""What a person may say of an entry: what it says, that nothing is written, that nobody can read it."""

LINE: Final = "line "
"""A field of a typed record is a line of it: ``line 12``."""


def corrected(
    transcripts: tuple[Transcript, ...], digest: str, corrections: Mapping[FieldKey, Act]
) -> tuple[Transcript, ...]:
    """Transcripts of a document with a person's corrections over the machine's readings."""
    mine = {key: act for key, act in corrections.items() if key[0] == digest}
    if not mine:
        return transcripts
    return tuple(_page(each, page, digest, mine) for page, each in enumerate(transcripts))


def _page(
    transcript: Transcript, page: int, digest: str, corrections: Mapping[FieldKey, Act]
) -> Transcript:
    fields = tuple(
        _field(each, corrections.get((digest, page, each.name))) for each in transcript.fields
    )
    typed = transcript.typed
    if typed is not None:
        typed = lines_corrected(typed, digest, page, corrections)
    return replace(transcript, fields=fields, typed=typed)


def _field(field: Field, act: Act | None) -> Field:
    """The field as the person read it: certain, for somebody answers for it."""
    if act is None:
        return field
    how, text = act.body.get("how", "read"), act.body.get("text")
    bare = replace(field, settled=(), mark="", same_as="")
    if how == "blank":
        return replace(bare, text="", blank=True, flagged=False, probability=1.0, rivals=())
    if how == "unreadable" or text is None:
        return replace(bare, text=None, blank=False, flagged=True, probability=0.0, rivals=())
    read = str(text)
    return replace(
        bare,
        text=read,
        blank=False,
        flagged=False,
        probability=1.0,
        rivals=((read, 1.0),),
    )


def lines_corrected(text: str, digest: str, page: int, corrections: Mapping[FieldKey, Act]) -> str:
    """A typed record with lines replaced: line numbers stay what they were."""
    lines = lines_of(text)
    for (document, on, name), act in corrections.items():
        number = figure(name.removeprefix(LINE))
        if document != digest or on != page or not name.startswith(LINE) or number is None:
            continue
        if 1 <= number <= len(lines):
            said = "" if act.body.get("how") == "blank" else str(act.body.get("text") or "")
            lines[number - 1] = " ".join(lines_of(said))
    return "\n".join(lines)
