"""What is said of a record in plain sentences: slips of the pen that explain what is found, what follows from
a finding, shapes of a hand that may be one of two signs, and the ways that a law leaves open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fairdeal.desk import words
from fairdeal.records import COMPASS, NUMBERED, OpenShape, Place, Transcript, firsts, in_groups
from fairdeal.rulings.doubt.slips_of_cards import NOTHING
from fairdeal.rulings.doubt.slips_of_lines import NO_LINE
from fairdeal.rulings.frame.finding import (
    Branch,
    Explanation,
    Finding,
    Misread,
    Refusal,
    score_text,
)

LEAST_SHOWN: Final = 1 / 3
"""Explanations less likely than this are left to the JSON. Two slips and the record as it is written may each
be as likely; to look at what is less likely than that is not advice, and takes the eye from the findings."""

LIKELY: Final = 0.5
"""A slip at least this likely is looked at before the entries that it explains are put right."""

SUREST: Final = 0.999
"""No slip is surer: nobody saw the pen."""

AS_WELL: Final = " as well"
"""What is said after the cards that a hand row would have and does not."""


def likeliest(explanations: Iterable[Explanation]) -> list[Explanation]:
    """The first explanation of each deal that is likely enough to be looked at."""
    first = firsts((each.game, each) for each in explanations)
    return [each for each in first.values() if each.share >= LEAST_SHOWN]


def by_a_slip(finding: Finding, explanations: Iterable[Explanation]) -> bool:
    """Whether a slip that is likelier than not would explain a finding."""
    return any(
        each.share >= LIKELY
        and each.game == finding.game
        and (finding.code, finding.place) in each.findings
        for each in explanations
    )


def sentence(of: Explanation) -> str:
    """``Deal 3: read the dealer as seat 2, not seat 4, and nothing in this deal is irregular (4 findings
    explained; very likely).``"""
    gone = words.count(len(of.findings), "finding") if of.findings else ""
    explained = f", and {gone} in this deal would be explained" if gone else ""
    what = ", and nothing in this deal is irregular" if of.clean else explained
    deal = f"Deal {of.deal}" if of.deal is not None else f"Deal {of.game} of the record"
    share = words.likely(min(of.share, SUREST))
    beside = f"{gone} explained; " if of.clean and gone else ""
    told = f"{deal}: read {otherwise(of.entries)}{what} ({beside}{share})."
    return f"{told} The cards left for it: {_left_out(of)}." if of.left_out else told


def _left_out(of: Explanation) -> str:
    """``seat 1 9H; seat 2 QH``."""
    held = ((seat, " ".join(card.text for card in cards)) for seat, cards in of.left_out)
    return "; ".join(f"{words.seat(seat)} {cards}" for seat, cards in held)


def stands(of: Refusal) -> str:
    """A person's word against an explanation: ``deal 3: the dealer stands as written, seat 4, not 2``."""
    deal = f"deal {of.deal}" if of.deal is not None else f"deal {of.game} of the record"
    swapped = _swapped(of.entries)
    if swapped:
        return f"{deal}: {swapped} are right as written, not swapped"
    return f"{deal}: {' and '.join(map(_standing, of.entries))}"


def side_by_side(entry: Misread) -> str:
    """An entry as it is there and as it would: ``written: seat 4; would be: seat 2``."""
    head, _, which = entry.read.partition(" ")
    if _is_row(entry):
        return f"{entry.written}; would have {entry.read}"
    if head == "hand" and len(entry.place.parts) == 1:
        return f"would be the hand of {words.seat(which)}"
    if head == "line" and len(entry.place.parts) == 1:
        return f"would be the line of trick {which}"
    if is_line(entry):
        return _line(entry)
    written, read = _said(entry)
    return f"written: {written}; would be: {read}"


def _standing(entry: Misread) -> str:
    name = words.entry(entry.place)
    if entry.written == NOTHING:
        return f"{name} was not left out of the line"
    if _is_row(entry):
        return f"{name} stands as written, without {entry.read.removesuffix(AS_WELL)}"
    if is_line(entry):
        return (
            f"line {entry.place.number('trick')} of the play stands as written, not {_line(entry)}"
        )
    written, read = _said(entry)
    return f"{name} stands as written, {written}, not {read}"


def otherwise(entries: Sequence[Misread]) -> str:
    """The entries as they would read: ``the dealer as seat 2, not seat 4``."""
    swapped = _swapped(entries)
    return f"{swapped} swapped" if swapped else " and ".join(map(_entry, entries))


def subject(entries: Sequence[Misread]) -> str:
    """The entries by name alone: ``the dealer``, ``the lines of tricks 4 and 5``."""
    return _swapped(entries) or " and ".join(words.entry(each.place) for each in entries)


def _swapped(entries: Sequence[Misread]) -> str:
    """Two entries that stand swapped, ``the lines of tricks 4 and 5``; empty for others."""
    if len(entries) != 2 or any(is_line(each) for each in entries):
        return ""
    one, two = sorted(each.place.parts for each in entries)
    names = [parts[-1].partition(" ") for parts in (one, two)]
    numbers = " and ".join(number for _, _, number in names)
    if len(one) == len(two) == 1 and names[0][0] == names[1][0] == "trick":
        return f"the lines of tricks {numbers}"
    if len(one) == len(two) == 1 and names[0][0] == names[1][0] == "hand":
        return f"the hands of {_seats([name[2] for name in names])}"
    crossed = (entries[0].written, entries[0].read) == (entries[1].read, entries[1].written)
    if crossed and one[:-1] == two[:-1] and names[0][0] == names[1][0] == "card":
        return f"cards {numbers} of {one[0]}"
    return " and ".join(words.entry(each.place) for each in entries) if crossed else ""


def _seats(seats: Sequence[str]) -> str:
    if all(each in COMPASS for each in seats):
        return " and ".join(map(words.seat, seats))
    return f"seats {' and '.join(seats)}"


def _entry(entry: Misread) -> str:
    if _is_row(entry):
        return f"{words.entry(entry.place)} with {entry.read}"
    if is_line(entry):
        return f"line {entry.place.number('trick')} of the play {_line(entry)}"
    if entry.written == NOTHING:
        return f"{words.entry(entry.place)} as left out of the line"
    written, read = _said(entry)
    return f"{words.entry(entry.place)} as {read}, not {written}"


def is_line(entry: Misread) -> bool:
    """Whether a line of the play is missing before this one, or this one was written twice."""
    return len(entry.place.parts) == 1 and (entry.written == NOTHING or entry.read == NO_LINE)


def _line(entry: Misread) -> str:
    """``with a line left out before it``, ``as line 3 again``."""
    return f"as {entry.written}" if entry.read == NO_LINE else f"with {entry.read} before it"


def _is_row(entry: Misread) -> bool:
    """Whether a hand row would have more cards than are written."""
    return entry.place.parts[0].startswith("hand ") and entry.read.endswith(AS_WELL)


def _said(entry: Misread) -> tuple[str, str]:
    """An entry as it is written, and as it would be."""
    if entry.place.parts[-1] in ("dealer", "seat", "leader"):
        return _seat(entry.written), _seat(entry.read)
    return entry.written, entry.read


def _seat(text: str) -> str:
    return words.seat(text) if text in NUMBERED or text in COMPASS else text


_BOTH: Final = {"score": "scores", "total": "totals", "penalty": "penalties"}
"""What two entries of a kind are called; points and match points stay as they are."""

Where = tuple[int, str]
"""A sheet by its number (0: no sheet), and the deal or the rest of the sheet."""


def in_a_line(consequences: Iterable[Finding]) -> str:
    """``Follows from this: points B in row 5, totals A and B in rows 5 to 18.``; empty where nothing does."""
    by_entry: dict[tuple[str, Where], list[int]] = defaultdict(list)
    for each in consequences:
        place = each.place.within_sheet()
        row, number = place.number("row"), each.place.sheet or each.at.sheet or 1
        if row is not None:
            by_entry[place.parts[-1], (number, "")].append(row)
        elif each.game is None:
            by_entry[words.inside(place), (number, "sheet")] = []
        else:
            by_entry[words.inside(place), (0, f"under deal {each.deal or each.game}")] = []
    told = in_groups(
        ((where, tuple(sorted(set(rows)))), entry) for (entry, where), rows in by_entry.items()
    )
    parts = [_part(entries, *key) for key, entries in told.items()]
    return f"Follows from this: {'; '.join(parts)}." if parts else ""


def _part(entries: Sequence[str], where: Where, rows: Sequence[int]) -> str:
    number, name = where
    parts = [words.listed(_joined(entries))]
    if rows:
        parts.append(f"in {'row' if len(rows) == 1 else 'rows'} {words.numbers(map(str, rows))}")
    parts.append("" if name == "sheet" else name)
    parts.append(f"of the {words.ordinal(number)} sheet" if number > 1 else "")
    return " ".join(filter(None, parts))


def _joined(entries: Sequence[str]) -> list[str]:
    """``totals A and B`` for the two of them; other entries as they are called."""
    sides: dict[str, list[str]] = defaultdict(list)
    for each in dict.fromkeys(entries):
        kind, _, side = each.rpartition(" ")
        sides[kind if side in ("A", "B", "NS", "EW") else ""].append(side if kind else each)
    found = [words.inside(Place.of(each)) for each in sides.pop("", [])]
    return found + [
        words.inside(Place.of(f"{kind} {of[0]}"))
        if len(of) == 1
        else f"{_BOTH.get(kind, kind)} {' and '.join(of)}"
        for kind, of in sides.items()
    ]


MOST_PLACES: Final = 3
"""Entries named in which a shape stands: enough to see how the hand writes."""


def shapes_asked(transcripts: Iterable[Transcript]) -> Iterator[str]:
    """``sheet.jpg: in this hand one shape may be a 7 or a 1; it stands in 12 entries. One look answers them:
    open the photo at the desk, or see row 2, score A; row 3, total A; row 5, total B.``"""
    for transcript in transcripts:
        for shape in transcript.open_shapes:
            yield f"{transcript.photo}: {_may_be(shape)}. {_one_look(shape)}."


def _may_be(of: OpenShape) -> str:
    one, other = map(words.sign, of.signs)
    entries = words.count(len(of.names), "entry", "entries")
    return f"in this hand one shape may be {one} or {other}; it stands in {entries}"


def _one_look(of: OpenShape) -> str:
    them = "it" if len(of.names) == 1 else "them"
    where = "; ".join(words.inside(Place.parse(name)) for name in of.names[:MOST_PLACES])
    return f"One look answers {them}: open the photo at the desk, or see {where}"


def ways_in_words(branches: Iterable[Branch]) -> list[tuple[Branch, str]]:
    """The open ways, each with what becomes of the score: with its figures, unless all ways have the same."""
    ways = open_ways(branches)
    alike = same_score(ways) is not None
    return [(each, way_outcome(each, figures=not alike)) for each in ways]


def way_outcome(branch: Branch, figures: bool = True) -> str:
    """What becomes of the score, with the figures where they are known and asked for."""
    if branch.award is None or not figures:
        return branch.score
    return f"{branch.score} The deal then gives {score_text(branch.award)}."


def same_score(branches: Iterable[Branch]) -> str | None:
    """What the deal gives in several open ways alike; None where they differ, or only one has figures."""
    awards = [each.award for each in open_ways(branches) if each.award is not None]
    if len(awards) < 2 or any(each != awards[0] for each in awards):
        return None
    return f"Where no score is assigned, the deal gives {score_text(awards[0])}."


def way_sentence(branch: Branch, outcome: str) -> str:
    """A way with what becomes of the score. It begins with ``Law 27A1, as the record shows: the next player
    accepts the bid`` or ``Law 27B2, if it is replaced``."""
    how = {True: "as the record shows:", False: "not as recorded: if", None: "if"}[branch.taken]
    return f"{branch.law}, {how} {branch.condition}. {branch.follows} {outcome}"


def open_ways(branches: Iterable[Branch]) -> list[Branch]:
    """The ways that the record leaves open; the one that it shows comes first."""
    return sorted(
        (each for each in branches if each.taken is not False), key=lambda it: not it.taken
    )


def no_way_shown(branches: Iterable[Branch]) -> str | None:
    """That the record does not show which way the table took; None where it does, or there are none."""
    branches = list(branches)
    ways = open_ways(branches)
    if branches and not ways:
        return "The record shows none of the ways that the Laws leave open."
    if len(ways) < 2 or ways[0].taken:
        return None
    return "The record does not show which of these ways the table took."
