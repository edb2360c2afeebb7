"""What the reader is asked and what it answers, and what a page's doubtful entries say of its clear ones:
signs in doubt, an unknown hand, doubts that entries share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.sense import Sense
from fairdeal.records import Field, FieldKind, Point

TOP: Final = 5
"""Rivals kept of each reading."""


@dataclass(frozen=True, slots=True, eq=False)
class CellInk:
    """One field's ink: its kind and its boxes, grey crops of the squared-up page.

    Ink is dark on light, about 10 pixels a millimetre. One box holds the whole text; several hold
    one character each, in order, and may be empty. `name` is the field's place on its page and `choices` the
    few texts that it offers, where they are known: they are used where a page is read as one hand. `whole` is
    a field of several boxes in one piece. `mark`: ditto marks or a dash stand here, which say nothing of how
    the page's hand writes.
    """

    kind: str
    boxes: tuple[NDArray[np.uint8], ...]
    name: str = ""
    choices: tuple[str, ...] = ()
    whole: NDArray[np.uint8] | None = None
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What the ink alone says.

    `text` is the likeliest canonical text, None where nothing is written (`blank`) or what is written
    is not text of the field's vocabulary. `rivals` are up to five texts with their probability,
    likeliest first; what is missing to 1 is "something else". `mass` is how much of the net's belief
    is any text of the vocabulary at all, before anything is divided by it. `flagged`: a person should
    look. `altered`: struck out, scribbled over or written over.
    """

    text: str | None
    probability: float = 0.0
    rivals: tuple[tuple[str, float], ...] = ()
    mass: float = 0.0
    flagged: bool = False
    altered: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True)
class OpenShape:
    """A shape of a page that may be two signs in this hand.

    `signs` are the two, the likelier one first, `probability` that it is the first, `cells` the numbers of
    the cells in which it stands, and `read_as` the readings of these cells for each of the signs.
    """

    signs: tuple[str, str]
    probability: float
    cells: tuple[int, ...]
    read_as: tuple[tuple[Reading, ...], tuple[Reading, ...]]


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page read as one hand: a reading a cell, what one answer would settle in many, and the numbers of the
    cells of which a second net reads the same as plainly."""

    readings: tuple[Reading, ...]
    open_shapes: tuple[OpenShape, ...] = ()
    confirmed: frozenset[int] = frozenset()


class Recogniser(Protocol):
    """Anything that reads cells."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        """A reading a cell, in order, each by its own ink alone."""
        ...

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        """The cells of one page, written by one hand, read together; each has its name. `seats` are those
        of the table."""
        ...


def field_read(
    name: str, kind: FieldKind, reading: Reading, region: tuple[Point, ...], doubtful: bool = False
) -> Field:
    """The field of a transcript for what was read. A person should look where the reader is in doubt or sees
    no text in the ink, and where it is `doubtful` for another reason."""
    return Field(
        name,
        kind,
        reading.text,
        blank=reading.blank,
        altered=reading.altered,
        flagged=reading.flagged or reading.text is None or doubtful,
        probability=reading.probability,
        rivals=reading.rivals,
        region=region,
    )


PLACES: Final = 2
"""Entries in which two signs are rivals before they count as alike in this hand."""

RIVAL: Final = 0.002
"""A rival of less is not one: nearly every text gets a ten thousandth."""

ALIKE: Final = 0.99
"""How sure a clear entry with such a sign is at most ..."""
ALIKE_BUT_PLAIN: Final = 0.9994
"""... and where its ink shows no other sign: of 5,239 such entries on pages by hands never seen none was
wrong (at most 6 in 10,000 by the 95 % bound), of 536 others 2."""
NO_OTHER: Final = 1e-5
"""A rival as long as what was read has less than this where the ink shows no other sign."""

UNKNOWN: Final = 0.05
"""Share of a page's entries that are wrong, by their own probabilities, from which its hand is like none that
the reader knows. How many are asked about says little: of 69 pages by hands bent, slanted and stretched until
they are like none, by handwriting fonts and by people never met, the eight with as much had 0 to 35 % read
wrongly, 16 % in the mean; the others 1 %, with up to 25 % asked about."""

ENOUGH: Final = 30
"""Entries from which something can be said of a hand."""


def is_unknown(fields: Sequence[Field]) -> bool:
    """Whether a page's hand is like none that the reader knows."""
    written = [
        each
        for each in fields
        if each.text is not None and not each.blank and not each.mark and each.kind != "text"
    ]
    wrong = sum(1.0 - each.probability for each in written)
    return len(written) >= ENOUGH and wrong >= UNKNOWN * len(written)


def as_one_hand(
    fields: Sequence[Field], confirmed: Collection[str] = frozenset()
) -> tuple[Field, ...]:
    """The fields of a page, none surer than its hand is known: those with signs that the hand writes alike,
    and all where the hand is unknown. `confirmed` names those that two nets read alike and plainly."""
    if is_unknown(fields):
        return none_surer(fields)
    doubtful = written_alike(each for each in fields if each.kind != "text")
    return tuple(
        replace(each, probability=min(each.probability, _surest(each, each.name in confirmed)))
        if not each.flagged and each.kind != "text" and has_sign(each, doubtful)
        else each
        for each in fields
    )


def written_alike(entries: Iterable[Field | Reading]) -> frozenset[str]:
    """The signs of a page that its hand writes like another, by the entries in doubt for them."""
    counts = Counter(
        pair
        for each in entries
        if each.flagged
        for pair in {frozenset(signs) for signs in _mixed_up(each, RIVAL)}
    )
    return frozenset(sign for pair, count in counts.items() if count >= PLACES for sign in pair)


def _surest(field: Field, confirmed: bool) -> float:
    """How sure an entry may be that has a sign which its hand writes like another."""
    others = (weight for text, weight in field.rivals[1:] if len(text) == len(field.text or ""))
    if max(others, default=0.0) < NO_OTHER:
        return 1.0 if confirmed else ALIKE_BUT_PLAIN
    return ALIKE_BUT_PLAIN if confirmed else ALIKE


def none_surer(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields, none surer than `ALIKE`."""
    return tuple(replace(each, probability=min(each.probability, ALIKE)) for each in fields)


PACKS: Final = {
    4: ("J", "9", "A", "10"),
    6: ("J", "9", "A", "10", "K", "Q"),
    8: ("J", "9", "A", "10", "K", "Q", "8", "7"),
}
"""The ranks of the cards of 56 by the number of players, in every rulebook that has such a table."""

BIDS: Final = range(28, 57)
"""What may be bid at 56, said in figures."""
_FIGURES: Final = re.compile(r"\d+")
_RAISE: Final = re.compile(r"[+-]|plus|minus", re.IGNORECASE)
"""In a call in which one figure alone may stand."""

PLAINLY: Final = 0.9999
"""The most that the reader claims. An entry that cannot be so at the table is asked about where it is read
with less: by people of whose like none was trained on, many entries that were wrong and unasked were such (a
J without its bar as a 5, a 9 as a 3), and few of those that were right. Of 31 third cards of a kind on 1,021
logs that had less, 15 were misread (mostly an A for a 9); of 20 that had as much one was."""

IN_A_SUM: Final = 0.995
"""The same of figures whose sum does not hold. Most wrong ones have less; real slips of the pen have more,
and to ask about these would leave every one of them open."""


ALONE: Final = 0.99
"""Calls and lines about what happened are asked about where they are read with less: no sum and no pack shows
that they were read wrongly. Of calls said to be 0.95 to 0.98 sure 5 of 65 were wrong on pages by hands never
seen (of other entries 4 of some 170); on club sheets two doubles were read as passes with 0.986 and 0.990;
to ask up to here costs one question in ten pages."""
NO_CARD: Final = 0.98
"""The same of figures and seats: nobody deals them, so no pack shows them either. Of 167 said to be 0.95 to
0.98 sure 9 were wrong, and one answer settles most of what depends on it."""
_DEAL: Final = re.compile(r"row (\d+) / deal")


def strange_ones_asked(fields: Sequence[Field], players: int) -> tuple[Field, ...]:
    """The fields of a sheet or log, a person asked about seats that the table does not have, cards that its
    packs lack or have fewer of, figures that nobody bids, figures whose sum does not hold, numbers of deals
    that go back, and calls and lines about what happened that are not plainly read.

    They are read as they stand, and asked about only where the ink is not all plain; of a sum, or of cards of
    one kind, only where none of them is asked about anyhow.
    """
    texts = {each.name: each.text for each in fields if each.text is not None and not each.blank}
    asked = {each.name for each in fields if each.flagged}

    def open_(together: Iterable[tuple[str, ...]]) -> set[str]:
        return {name for names in together if asked.isdisjoint(names) for name in names}

    sense = Sense(texts, players)
    apart = open_(each.entries for each in sense.failing())
    strange = open_(sense.too_many()).union(_that_go_back(fields))
    return tuple(
        replace(each, flagged=True)
        if each.name in texts
        and (
            (each.probability < PLAINLY and (each.name in strange or _is_impossible(each, players)))
            or _lacks_a_figure(each)
            or (each.probability < IN_A_SUM and each.name in apart)
            or _is_unsure_alone(each)
            or _is_unsure_figure(each)
        )
        else each
        for each in fields
    )


def _is_impossible(field: Field, players: int) -> bool:
    if field.text is None or field.mark:
        return False
    if field.kind == "seat":
        return not (field.text.isdigit() and 1 <= int(field.text) <= players)
    if field.kind in ("call", "contract"):
        raised = _RAISE.search(field.text) is not None
        figures = _FIGURES.findall(field.text)
        if raised and field.kind == "contract" and any(int(each) in BIDS for each in figures):
            return True  # nobody raises a bid by so much
        return any(int(each) not in BIDS for each in figures if len(each) > 1 or not raised)
    # A card that lacks its suit or its rank is asked about as it is.
    rank = field.text[:-1]
    return field.kind == "card" and rank.isalnum() and rank not in PACKS[players]


def _lacks_a_figure(field: Field) -> bool:
    """Whether a bid has one figure where two belong: the ink of the other may have been lost, and what is not
    there looks plain."""
    if field.kind not in ("call", "contract") or field.text is None or field.mark:
        return False
    figures = _FIGURES.findall(field.text)
    return len(figures) == 1 == len(figures[0]) and _RAISE.search(field.text) is None


def _is_unsure_alone(field: Field) -> bool:
    alone = field.kind in ("call", "contract") or field.name.startswith("event")
    return alone and field.text is not None and field.probability < ALONE


def _is_unsure_figure(field: Field) -> bool:
    return (
        field.kind in ("number", "seat", "doubling")
        and field.text is not None
        and field.probability < NO_CARD
    )


def _that_go_back(fields: Iterable[Field]) -> Iterator[str]:
    """The numbers of deals that are smaller than one above, and that one. Two empty rows part two lists."""
    highest, rows = (0, ""), 0
    for each in fields:
        row = _DEAL.fullmatch(each.name)
        if row is None or each.text is None or not each.text.isdigit():
            continue
        number, apart, rows = int(each.text), int(row[1]) > rows + 2, int(row[1])
        if apart or number >= highest[0]:
            highest = number, each.name
        else:
            yield from (highest[1], each.name)


def has_sign(entry: Field | Reading, signs: Iterable[str]) -> bool:
    """Whether one of the signs stands in an entry as it was read."""
    return any(sign in (entry.text or "") for sign in signs)


WITNESSES: Final = 3
"""So many entries of a sheet that are asked about for the same two signs make these two doubtful ..."""
OPEN: Final = 0.05
"""... where the other sign has this much of the probability in each."""
HINT: Final = 0.001
"""An entry that is sure is asked about too where the other sign has this much in it: a clear sign of
another shape has less."""


def shared_doubts(fields: Sequence[Field]) -> list[Field]:
    """The fields of a sheet, those flagged too that its other entries make doubtful, and unsure calls."""
    seen = Counter(
        pair for field in fields if field.flagged for pair in set(_mixed_up(field, OPEN))
    )
    doubtful = {pair for pair, count in seen.items() if count >= WITNESSES}
    return [
        replace(field, flagged=True)
        if not doubtful.isdisjoint(_mixed_up(field, HINT)) or _is_unsure_alone(field)
        else field
        for field in fields
    ]


def _mixed_up(field: Field | Reading, least: float) -> Iterator[tuple[str, str]]:
    """The sign read and the one it may be instead, for each rival that differs in one sign only."""
    text = field.text or ""
    for other, probability in field.rivals:
        if probability < least or len(other) != len(text):
            continue
        apart = [(one, two) for one, two in zip(text, other, strict=True) if one != two]
        if len(apart) == 1:
            yield apart[0]
