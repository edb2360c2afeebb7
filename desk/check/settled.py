"""Doubtful fields of photos between whose readings other entries chose: told beside what the ink says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.grammar.transcripts.record import Source
from fairdeal.records.place import Place
from fairdeal.records.transcript import Transcript
from fairdeal.rulings.frame.finding import Settled, Verdict

MOST_NAMED: Final = 8
"""Entries that are named as having chosen; a hand's cards and a column of sums can be a dozen."""

Sources = Mapping[tuple[int | None, str], Source]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a field is taken for, and which other entries chose it.

    `changed`: the ink makes another reading likelier. `share`: how likely it is, all entries told.
    """

    text: str
    by: tuple[str, ...]
    changed: bool
    share: float


def with_settled(
    transcripts: Sequence[Transcript], verdict: Verdict, sources: Sources
) -> tuple[Transcript, ...]:
    """The transcripts, each field that other entries settled saying so. What was read stays."""
    found = chosen(verdict, sources)
    if not found:
        return tuple(transcripts)
    return tuple(
        replace(
            transcript,
            fields=tuple(
                field
                if (told := found.get((transcript.photo, field.name))) is None
                else replace(field, settled=told.by, taken=told.text)
                for field in transcript.fields
            ),
        )
        for transcript in transcripts
    )


def chosen(verdict: Verdict, sources: Sources) -> dict[Source, Chosen]:
    """What other entries chose, by photo and field."""
    found: dict[Source, Chosen] = {}
    for each in verdict.settled:
        source = sources.get((each.game, str(each.place)))
        if source is not None:
            names = tuple(str(place) for place in each.by[:MOST_NAMED])
            found[source] = Chosen(each.text, names, each.changed, each.share)
    return found


def in_words(each: Settled) -> str | None:
    """A sentence for people; None where the others only bear out what the ink says anyway."""
    names = " and ".join(str(place) for place in each.by[:MOST_NAMED]) or "the other entries"
    if each.changed:
        return f"the ink allows more than one reading; {each.text} is used, because {names} agrees with it."
    if any(on_other_sheet(each.place, place) for place in each.by):
        return f"hard to read; the other copy ({names}) confirms {each.text}."
    return None


def on_other_sheet(one: Place, other: Place) -> bool:
    """Whether two places are the same cell's in two copies of a sheet."""
    rows = [place.within_sheet().number("row") for place in (one, other)]
    return None not in rows and (one.sheet or 1) != (other.sheet or 1)
