"""What a photo shows at a place, beside how it was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.check.settled import in_words
from fairdeal.desk.intake.case import Case, base_name
from fairdeal.desk.report.findings.crops import Crops
from fairdeal.records.place import Place
from fairdeal.rulings.frame.finding import Finding

WORTH_NAMING: Final = 0.005
"""Readings less likely than this are left to the record: five of them hide the one that matters."""


MOST_SHOWN: Final = 3
"""Pictures of entries that settled another; a column of sums can be a dozen."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What a photo shows at a place, beside how it was read."""

    place: str
    reading: str
    sure: str
    rivals: tuple[tuple[str, str], ...]
    photo: str
    crop: str | None
    notes: tuple[str, ...]


def inks(case: Case, finding: Finding, crops: Crops) -> Iterable[Ink]:
    """The ink behind a finding: its own place, its evidence, and what it depends on."""
    places: list[Place] = [words.address(finding), *(related.place for related in finding.related)]
    places += finding.depends_on
    done: set[tuple[int | None, str]] = set()
    for place in places:
        game = game_of(case, finding, place)
        if (game, str(place)) in done:
            continue
        done.add((game, str(place)))
        found = ink_at(case, game, place, crops)
        if found is not None:
            yield found


@dataclass(frozen=True, slots=True)
class SettledInk:
    """A doubtful entry that other entries settled: its ink, what it is taken for, and theirs."""

    ink: Ink
    taken: str
    changed: bool
    by: tuple[Ink, ...]
    named: tuple[str, ...]


def settled_inks(case: Case, crops: Crops) -> Iterable[SettledInk]:
    """The settled entries of photos that a person should know of, with the ink of both sides.

    Those are the entries taken for something else than the ink makes likeliest, and those that another
    copy of the sheet decided.
    """
    for each in case.verdict.settled:
        if in_words(each) is None:
            continue
        ink = ink_at(case, each.game, each.place, crops)
        if ink is None:
            continue
        shown = [
            found
            for place in each.by[:MOST_SHOWN]
            if (found := ink_at(case, case.games.get(place.deal), place, crops)) is not None
        ]
        named = tuple(words.inside(place) for place in each.by)
        yield SettledInk(ink, each.text, each.changed, tuple(shown), named)


def game_of(case: Case, finding: Finding, place: Place) -> int | None:
    """The position of the deal that a finding's place is in."""
    if place.deal is None:
        return finding.game
    return case.games.get(place.deal, finding.game)


def ink_at(case: Case, game: int | None, place: Place, crops: Crops) -> Ink | None:
    """The ink at a place; None where it was not photographed."""
    seen = case.seen(game, place) or case.seen(None, place)
    if seen is None:
        return None
    document, found = seen
    transcript = case.transcript_of(found)
    rivals = [
        (text or "nothing", words.percent(share))
        for text, share in found.rivals
        if text != found.text and share >= WORTH_NAMING
    ]
    notes: list[str] = ["Struck out or written over."] if found.altered else []
    if found.mark:
        notes.append(words.repeats(found.mark, Place.parse(found.same_as)))
    if found.settled:
        chose = "; ".join(words.inside(Place.parse(name)) for name in found.settled)
        notes.append(f"Taken for {found.taken}, because this agrees: {chose}.")
    return Ink(
        place=words.place(place),
        reading=found.mark or _reading(found.text, found.blank),
        sure=words.percent(found.probability),
        rivals=tuple(rivals) if found.flagged else (),
        photo=base_name(transcript.photo) if transcript is not None else "",
        crop=crops.data_uri(document, transcript, found) if transcript is not None else None,
        notes=tuple(notes),
    )


def _reading(text: str | None, blank: bool) -> str:
    if blank:
        return "nothing written"
    return "cannot be read" if text is None else text
