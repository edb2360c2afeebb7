"""Shapes of a hand that may be two signs: what a person says of one reads all its entries anew.

The machine's reading stays underneath, as it does under a correction; an entry that a person has read by
itself stands as they read it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fairdeal.desk.archive.acts import Act, Json, canonical
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.documents import Document
from fairdeal.records.transcript import Field, OpenShape, Transcript


@dataclass(frozen=True, slots=True)
class ShapeQuestion:
    """A question about a shape: the document and page (from 0) on which it stands."""

    document: Document
    page: int
    transcript: Transcript
    shape: OpenShape

    @property
    def key(self) -> str:
        """The question's name in addresses."""
        said = [self.document.digest, self.page, self.shape.names, sorted(self.shape.signs)]
        return hashlib.sha256(canonical(said).encode()).hexdigest()[:16]

    def said(self, sign: str) -> Json:
        """The act's content by which a person says what sign the shape is; an empty one says that it is now
        one, now the other."""
        return {
            "digest": self.document.digest,
            "page": self.page,
            "fields": list(self.shape.names),
            "signs": list(self.shape.signs),
            "sign": sign,
        }

    def shown(self, most: int) -> list[tuple[int, Field]]:
        """Entries in which the shape stands, those in doubt first, with their numbers on the page."""
        numbers = {field.name: n for n, field in enumerate(self.transcript.fields)}
        entries = [
            (numbers[name], self.transcript.fields[numbers[name]])
            for name in self.shape.names
            if name in numbers
        ]
        return sorted(entries, key=lambda each: (not each[1].flagged, each[0]))[:most]


def questions_of(ruled: Case) -> Iterator[ShapeQuestion]:
    """The open questions about shapes, page by page, the one that settles most entries first."""
    for document in ruled.documents:
        for page, transcript in enumerate(document.transcripts):
            shapes = sorted(transcript.open_shapes, key=lambda each: -len(each.names))
            for shape in shapes:
                yield ShapeQuestion(document, page, transcript, shape)


def answered(
    transcripts: Sequence[Transcript], digest: str, said: Sequence[Act]
) -> tuple[Transcript, ...]:
    """The pages of a document, read as people say that the hand writes."""
    mine = [act for act in said if act.body["digest"] == digest]
    if not mine:
        return tuple(transcripts)
    return tuple(
        _answered(each, [act for act in mine if int(act.body["page"]) == page])
        for page, each in enumerate(transcripts)
    )


def _answered(transcript: Transcript, said: Sequence[Act]) -> Transcript:
    fields = {field.name: field for field in transcript.fields}
    settled: set[str] = set()
    left = list(transcript.open_shapes)
    for act in said:
        shape = next((each for each in left if _is_of(act, each)), None)
        if shape is None:
            continue  # the page was read again since, otherwise
        left.remove(shape)
        if act.body["sign"] not in shape.signs:
            continue
        for field in shape.read_as[shape.signs.index(act.body["sign"])]:
            # An entry with two such shapes was not read with both answers: a person must look.
            both = field.name in settled
            fields[field.name] = replace(field, flagged=True) if both else field
            settled.add(field.name)
    return replace(
        transcript,
        fields=tuple(fields[field.name] for field in transcript.fields),
        open_shapes=tuple(left),
    )


def _is_of(act: Act, shape: OpenShape) -> bool:
    same_signs = sorted(act.body["signs"]) == sorted(shape.signs)
    return same_signs and tuple(act.body["fields"]) == shape.names
