"""Several photos of one page: what all of them show of each entry, weighed together.

They show the same ink, so each entry has one place. What one photo hides, another may show; where one is in
doubt, another may be clear. Readings that differ are multiplied, and a person is asked: no photo outvotes
another in which the ink is as plain, for that may be another paper. What all photos leave in doubt stays in
doubt, for then the doubt lies in the ink. The photos keep their own readings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import starmap
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.two_papers import weighed
from fairdeal.grammar.transcripts.record import Piece, Source
from fairdeal.records import Entry, Field, Place, Problem, Transcript, in_groups, rivals

MISREAD: Final = 3
"""So many entries that are clear in both photos may differ on one page at least ..."""
MISREAD_SHARE: Final = 0.1
"""... or this share of them: by hands like none that the reader knows, one entry in twenty is read wrongly in
each. Copies of one blank form have one code, and different deals on them differ in most entries."""

NAMED: Final = 4
"""Entries that a remark names."""

HIDDEN: Final = "field-hidden"
"""The remark that something lies over an entry."""


@dataclass(frozen=True, slots=True)
class Look:
    """An entry as all photos of its page show it together, and the photo that shows it best."""

    field: Field
    at: Source


@dataclass(slots=True)
class Looks:
    """Papers, each page once. `entries` has every entry of a page with several photos, under each of them;
    `first` leads from the digest of another photo to that of the first one."""

    pieces: list[Piece] = field(default_factory=list)
    entries: dict[Source, Look] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """What is to be said of pages with several photos."""

    def best(self, source: Source) -> Source:
        """Where an entry is seen best."""
        return self.entries[source].at if source in self.entries else source


def looks_at(pieces: Sequence[Piece]) -> Looks:
    """The papers, photos of one page put together. Nothing depends on their order but that of the rest."""
    found = Looks()
    pages: dict[tuple[str | None, str], list[list[Transcript]]] = defaultdict(list)
    for piece in sorted(pieces, key=_fuller_first):
        if not isinstance(piece, Transcript) or not piece.sheet or piece.typed is not None:
            continue
        same = pages[piece.form, piece.sheet]
        home = next((each for each in same if all(_one_page(piece, of) for of in each)), None)
        if home is None:
            same.append([piece])
        else:
            home.append(piece)
    several = {id(each[0]): each for same in pages.values() for each in same if len(each) > 1}
    others = {id(page) for each in several.values() for page in each[1:]}
    for piece in pieces:
        if id(piece) in several:
            found.pieces.append(_together(several[id(piece)], found))
        elif id(piece) not in others:
            found.pieces.append(piece)
    return found


def _fuller_first(piece: Piece) -> tuple[int, str, str]:
    fields = piece.fields if isinstance(piece, Transcript) else ()
    return (-sum(map(_read, fields)), piece.digest, piece.photo)


def _read(entry: Field) -> bool:
    """Whether anything was read in an entry."""
    return not entry.blank and (entry.text is not None or bool(entry.mark))


def _one_page(one: Transcript, two: Transcript) -> bool:
    """Whether two photos with one code show one page: hardly anything is clear in both, and differs."""
    there = {each.name: each for each in two.fields if _plain(each)}
    both = [(each, there[each.name]) for each in one.fields if _plain(each) and each.name in there]
    differing = [here for here, other in both if here.text != other.text]
    few = len(differing) <= max(MISREAD, MISREAD_SHARE * len(both))
    return few and all(each.name != "deal" for each in differing)


def _plain(entry: Field) -> bool:
    return _read(entry) and not entry.flagged and entry.kind != "text"


def _together(page: Sequence[Transcript], found: Looks) -> Transcript:
    """One page of several photos, the fullest first; its entries are noted under each of them."""
    entries = in_groups(
        (each.name, Look(each, (photo.photo, each.name))) for photo in page for each in photo.fields
    )
    weighed_ones = {name: _weighed(looks) for name, looks in entries.items()}
    for name, looks in entries.items():
        found.entries |= dict.fromkeys((each.at for each in looks), weighed_ones[name])
    found.first |= {
        each.digest: page[0].digest for each in page[1:] if each.digest != page[0].digest
    }
    found.problems += [each for photo in page for each in _problems(photo, found)]
    found.problems += filter(None, starmap(_differing, entries.items()))
    fields = tuple(each.field for each in weighed_ones.values())
    return replace(page[0], fields=fields, problems=())


def _differing(name: str, looks: Sequence[Look]) -> Problem | None:
    """That photos show an entry plainly, and differ."""
    shown = {each.field.text: each.at[0] for each in looks if _plain(each.field)}
    if len(shown) < 2 or any(each.field.answered for each in looks):
        return None
    said = " and ".join(f"{text} on {photo}" for text, photo in sorted(shown.items(), key=str))
    return Problem("warning", f"Photos of one page differ: {said}.", place=name)


def _problems(photo: Transcript, found: Looks) -> Iterator[Problem]:
    """What is to be said of a photo; not what it hides, where another shows all of that. Ink that it does not
    have counts, and both teams are to know of it."""
    later = [
        words.entry(Place.parse(each.name))
        for each in photo.fields
        if _bare(each) and _plain(found.entries[photo.photo, each.name].field)
    ]
    if later:
        listed = "; ".join(later[:NAMED]) + (" and more" if len(later) > NAMED else "")
        message = f"{photo.photo}: blank here, but not on another photo of the page: {listed}."
        yield Problem("warning", f"{message} It may have been written later.")
    hidden = (each.name for each in photo.fields if _unseen(each))
    unseen = any(_unseen(found.entries[photo.photo, name].field) for name in hidden)
    for each in photo.problems:
        if each.code != HIDDEN or unseen:
            yield Problem(each.severity, f"{photo.photo}: {each.message}")


def _bare(entry: Field) -> bool:
    """Whether nothing is written in an entry, and nothing lies over it."""
    return entry.blank and not entry.flagged and not entry.answered


def _unseen(entry: Field) -> bool:
    return entry.flagged and not _read(entry)


def _weighed(looks: Sequence[Look]) -> Look:
    """An entry as all photos show it together. A person's answer to one counts for all; a photo in which
    nothing was read says nothing, nor does ink that is not there: it may have been written later."""
    told = (
        [each for each in looks if each.field.answered]
        or [each for each in looks if _read(each.field)]
        or [each for each in looks if not each.field.flagged]
        or list(looks)
    )
    told.sort(key=lambda each: (each.field.flagged, -each.field.probability))
    odd = next((each for each in told if each.field.altered or each.field.mark), None)
    if odd is not None or len({each.field.text for each in told}) == 1:
        return odd or told[0]
    together = reduce(_both, (_entry(each.field) for each in told))
    best = next((each for each in told if each.field.text == together.value), told[0])
    if together.clear and not best.field.flagged:
        return best
    shares = tuple((str(each.value), each.probability or 0.0) for each in together.readings)
    text, share = shares[0]
    joint = replace(best.field, text=text, flagged=True, probability=share, rivals=shares)
    return replace(best, field=joint)


def _entry(of: Field) -> Entry[str]:
    return rivals(*(of.rivals or ((of.text or "", of.probability),)))


def _both(one: Entry[str], two: Entry[str]) -> Entry[str]:
    return weighed(one, two) or one
