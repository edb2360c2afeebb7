"""Slips of the pen that would explain what is found, said in one plain sentence everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from fairdeal.desk import words
from fairdeal.records.cards import COMPASS, NUMBERED
from fairdeal.rulings.doubt.slips_of_cards import NOTHING
from fairdeal.rulings.doubt.slips_of_lines import NO_LINE
from fairdeal.rulings.frame.finding import Explanation, Finding, Misread, Refusal

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
    first: dict[int, Explanation] = {}
    for each in explanations:
        first.setdefault(each.game, each)
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
    explained; 98 % likely).``"""
    gone = words.count(len(of.findings), "finding") if of.findings else ""
    what = ""
    if of.clean:
        what = ", and nothing in this deal is irregular"
    elif gone:
        what = f", and {gone} in this deal would be explained"
    deal = f"Deal {of.deal}" if of.deal is not None else f"Deal {of.game} of the record"
    share = f"{words.percent(min(of.share, SUREST))} likely"
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
    """An entry as it stands there and as it would: ``written: seat 4; would be: seat 2``."""
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
    if swapped:
        return f"{swapped} swapped"
    return " and ".join(map(_entry, entries))


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
    if crossed:
        return " and ".join(words.entry(each.place) for each in entries)
    return ""


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
    if entry.read == NO_LINE:
        return f"as {entry.written}"
    return f"with {entry.read} before it"


def _is_row(entry: Misread) -> bool:
    """Whether a hand row would have more cards than are written."""
    return entry.place.parts[0].startswith("hand ") and entry.read.endswith(AS_WELL)


def _said(entry: Misread) -> tuple[str, str]:
    """An entry as it is written, and as it would be."""
    if entry.place.parts[-1] in ("dealer", "seat"):
        return _seat(entry.written), _seat(entry.read)
    return entry.written, entry.read


def _seat(text: str) -> str:
    return words.seat(text) if text in NUMBERED or text in COMPASS else text
