"""On which entries findings and outcome depend.

No finding is surer than what was read: what a reading leaves over stays in every weighing. An entry read
with 0.999 is something else once in a thousand. Nothing is looked at in its place, as the reader has no rival
for it; but a finding that is not there once the entry is not known needs it, and is no surer. What bears an
entry out counts: if nothing but what was read agrees with the rest (the card of a trick stands in the hand
that played it), something else would have to agree by chance, or be a slip of the pen as well.

An entry may also decide who took a trick, and so who made the contract, with no finding at all: each is read
differently alone, all others as they were taken (`turning`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from statistics import fmean
from typing import Any, Final, Generic, TypeVar

from fairdeal.records import Event, EventKind, Place, Seat
from fairdeal.rulings.doubt.certainty import (
    DealJudged,
    J,
    Key,
    Own,
    Scales,
    key_of,
    not_compared,
    place_of,
    slips,
)
from fairdeal.rulings.doubt.other_values import BORNE_OUT, other_values
from fairdeal.rulings.doubt.slip_rates import acts
from fairdeal.rulings.doubt.work import Work, size_of
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen, see, slot_in

ESTABLISHED: Final = 0.999
"""How sure a finding from a photo is at least to be called established; or a person said what is written."""

MOST_NAMED: Final = 6
"""Entries named on which a finding depends, the least sure first."""

NAMED_FROM: Final = 0.1
"""An entry is named if it has at least this share of all that is left over."""

MOST_TRIED: Final = 2000
"""Other values tried for one deal's entries; what needs more entries than these is as unsure as each is."""

LEAST: Final = 1e-7
"""What is left over of an entry and is less than this is nothing."""


@dataclass(frozen=True, slots=True)
class Needed:
    """An entry that a finding needs: where it stands, and the odds that it is something else."""

    place: Place
    odds: float


def as_sure_as_read(
    told: Sequence[Finding],
    worlds: Sequence[J],
    seats: tuple[Seat, ...],
    judge: Callable[[Seen], J],
    own: Own[J],
    work: Work,
    exact: bool = True,
) -> tuple[Finding, ...]:
    """The findings of a deal, none of them surer than the entries that it needs.

    `worlds` are the deal at the readings chosen, and as it most likely was: a finding may rest on other
    entries there. Findings that are in none of these worlds are left as they are. `exact`: all readings of
    its doubtful entries were weighed; else nothing that depends on them is established.
    """
    if not told:
        return ()
    read = see(worlds[0].replay.deal, 0, seats, nearly=True)
    if not read.doubts:
        return tuple(told)
    open_ = [doubt for doubt in read.doubts if left_over(doubt) > LEAST]
    open_.sort(key=left_over, reverse=True)
    needs: dict[Key, dict[Place, float]] = {}
    for ruled in worlds:
        scene = _Scene(ruled, read, judge, own, work)
        for doubt in open_:
            place = place_of(doubt, ruled.replay)
            for key, odds in scene.lost(doubt).items():
                needed = needs.setdefault(key, {})
                needed[place] = max(needed.get(place, 0.0), odds)
    found = tuple(
        no_surer(each, [Needed(*one) for one in needs.get(key_of(each), {}).items()])
        for each in told
    )
    return tuple(map(sure_enough, found)) if exact else found


def left_over(doubt: Doubt) -> float:
    """How likely an entry that is nearly sure is something else than was read."""
    return max(0.0, 1.0 - doubt.options[0][1])


def needed_by_view(
    ruled: J,
    seats: tuple[Seat, ...],
    judge: Callable[[Seen], J],
    own: Own[J],
    work: Work,
    view: Callable[[J], Hashable],
) -> list[Needed]:
    """The entries by which a deal looks to another page as it was read: `view` is what that page sees."""
    read = see(ruled.replay.deal, 0, seats, nearly=True)
    if not read.doubts:
        return []
    scene = _Scene(ruled, read, judge, own, work)
    return [
        Needed(place_of(doubt, ruled.replay).in_deal(ruled.replay.deal.label), scene.odds(doubt))
        for doubt in read.doubts
        if scene.changes(doubt, view)
    ]


def no_surer_than_events(
    found: Iterable[Finding], events: Sequence[Event], led_to: Mapping[EventKind, Sequence[str]]
) -> tuple[Finding, ...]:
    """Findings no surer than what of the events that lead to them may have been read wrongly: all of their
    kind, but of a finding about one event that one alone."""
    doubted = [event for event in events if event.left_over]
    alone = {event.span for event in events} - {None}

    def needed(finding: Finding) -> Iterator[Needed]:
        for event in doubted:
            of_it = finding.span not in alone or finding.span == event.span
            if of_it and finding.code in led_to[event.kind]:
                yield from (Needed(place, left / (1.0 - left)) for place, left in event.left_over)

    return tuple(no_surer(each, list(needed(each))) for each in found) if doubted else tuple(found)


def sure_enough(finding: Finding) -> Finding:
    """Of a photo, whose entries are all read with some probability: what is sure enough is established."""
    if finding.certainty is Certainty.DEPENDS and (finding.probability or 0.0) >= ESTABLISHED:
        return replace(finding, certainty=Certainty.ESTABLISHED, depends_on=())
    return finding


class _Scene(Generic[J]):
    """A deal at the readings chosen, and how it looks with something else in one entry."""

    def __init__(
        self, ruled: J, read: Seen, judge: Callable[[Seen], J], own: Own[J], work: Work
    ) -> None:
        """`read`: the deal as the record has it, whose entries these are."""
        self._ruled, self._read, self._judge, self._own, self._work = ruled, read, judge, own, work
        seen = self._seen = replace(ruled.replay.seen, shared=True)
        self._here = {key_of(each) for each in ruled.findings}
        self._first = slips(ruled, own)
        self._size = size_of(seen)
        self._tried = 0

    def lost(self, doubt: Doubt) -> dict[Key, float]:
        """The findings that are not there with something else in an entry, and the odds of that.

        Most need to know it. A card not known may stand for any of several that a hand lacks: then a finding
        goes only with one of those that its ink may be as well. These are tried for an entry that is not as
        sure as a finding has to be, and for one that is needed in any case.
        """
        unknown = self._gone(self._with(doubt, None))
        if not unknown and left_over(doubt) <= 1.0 - ESTABLISHED:
            return {}
        rivals = self._rivals(doubt)
        found: dict[Key, float] = dict.fromkeys(self._counting(doubt), left_over(doubt))
        for ruled, odds in rivals:
            for key in self._gone(ruled):
                found[key] = found.get(key, 0.0) + odds
        if unknown:
            found |= dict.fromkeys(unknown, sum(odds for _, odds in rivals) + self._rest(doubt))
        return found

    def _counting(self, doubt: Doubt) -> set[Key]:
        """The findings that a hand has too many or too few cards: what is not a card for sure may be two, or
        none."""
        if doubt.slot[:1] != ("hands",) or left_over(doubt) <= 1.0 - ESTABLISHED:
            return set()
        hand = Place.of(f"hand {doubt.slot[1]}")
        own = (each for each in self._ruled.findings if each.place == hand)
        return {key_of(each) for each in own if each.code == "hand-size"}

    def _gone(self, other: J) -> set[Key]:
        return self._here - {key_of(each) for each in other.findings}

    def changes(self, doubt: Doubt, view: Callable[[J], Hashable]) -> bool:
        """Whether a deal looks different if the entry is not known."""
        return view(self._with(doubt, None)) != view(self._ruled)

    def odds(self, doubt: Doubt) -> float:
        """The odds that an entry is something else than was read.

        Other values are tried: one that agrees with less of the record than what was read needs more slips of
        the pen, and one that corrects it fewer. What the ink may be as well counts by its own weight. Of the
        rest a call may be any other, with which there is no comparing; and of figures one that agrees as well
        is enough: a figure is misread for the one that looks like it, not for any of 57.
        """
        return sum(odds for _, odds in self._rivals(doubt)) + self._rest(doubt)

    def _rivals(self, doubt: Doubt) -> list[tuple[J, float]]:
        """The deal with each other value that the ink of an entry may be, and the odds of it."""
        found = []
        for value, weight in doubt.options[1:]:
            if value is not None and weight > LEAST:
                ruled = self._with(doubt, value)
                found.append((ruled, weight * self._agrees(ruled, value) / doubt.options[0][1]))
        return found

    def _rest(self, doubt: Doubt) -> float:
        """The odds of what the ink does not name."""
        known = sum(weight for value, weight in doubt.options[1:] if value is not None)
        other = sum(weight for value, weight in doubt.options[1:] if value is None)
        left = left_over(doubt) - known
        usual = self._usual(doubt) if left > LEAST else 1.0
        return (other * usual + max(0.0, left - other) * min(1.0, usual)) / doubt.options[0][1]

    def _agrees(self, other: J, value: Any) -> float:
        """How well another value agrees, beside what was read.

        A seat is a single figure, and who acted is shown by nothing else. Whatever anybody does wrong as it
        was read, and with another seat in its place, counts as it does beside a slip of the pen: all of it
        is seldom. That bears on how sure a finding is, never on what is read.
        """
        rate = self._rate(other)
        if value in self._ruled.replay.table.seats:
            rate *= prod(acts(other.findings).values()) / prod(acts(self._ruled.findings).values())
        return rate

    def _usual(self, doubt: Doubt) -> float:
        """How well something else in an entry agrees with the record, beside what was read."""
        rates = [self._agrees(self._with(doubt, value), value) for value in self._others(doubt)]
        usual = fmean(rates) if rates else 1.0
        if rates and isinstance(doubt.options[0][0], int):
            usual = max(usual, min(1.0, max(rates)))
        return 1.0 if BORNE_OUT < usual < 1.0 else usual

    def _others(self, doubt: Doubt) -> list[Any]:
        if self._tried >= MOST_TRIED:
            return []
        found = other_values((doubt.options[0][0],), self._ruled.replay.table)
        self._tried += len(found)
        return found

    def _rate(self, other: J) -> float:
        """The slips that another reading needs, beside those of the readings chosen.

        One that leaves no contract needs no fewer: nothing in the result is compared with it.
        """
        rate = slips(other, self._own).rate(self._first) / self._first.rate(self._first)
        lost = not_compared(other.replay) and not not_compared(self._ruled.replay)
        return min(1.0, rate) if lost else rate

    def _with(self, doubt: Doubt, value: Any) -> J:
        slot = slot_in(doubt.slot, self._read, self._seen)
        if slot is None:  # a slip of the pen did away with it
            return self._ruled
        ruled = self._judge(self._seen.with_values([(slot, value)]))
        self._work.count(self._size, ruled)
        return ruled


def odds_of(cell: Doubt, scales: Scales[Any]) -> float:
    """The odds that a cell of a sheet is something else than was read, beside what the page says of it."""
    read, *others = (scales.world({cell: value}, ink).weight for value, ink in cell.options if ink)
    none = max(0.0, 1.0 - sum(weight for _, weight in cell.options))
    at_most = scales.world({cell: None}, none).weight if none > LEAST else 0.0
    return (sum(others) + min(none * read, at_most)) / read


def no_surer(finding: Finding, needed: Sequence[Needed]) -> Finding:
    """A finding no surer than the entries that it needs; they are read independently."""
    if not needed or finding.certainty is Certainty.POSSIBLE:
        return finding
    given = 1.0 if finding.probability is None else finding.probability
    share = given / (1.0 + sum(each.odds for each in needed))
    if finding.certainty is Certainty.ESTABLISHED and share >= ESTABLISHED:
        return replace(finding, probability=share)
    places = [*finding.depends_on, *_named(needed, 1.0 - share)]
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=share,
        depends_on=tuple(dict.fromkeys(places)),
    )


def _named(needed: Sequence[Needed], open_: float) -> list[Place]:
    """The entries to look at first, the least sure one in any case."""
    ranked = sorted(needed, key=lambda each: -each.odds)[:MOST_NAMED]
    return [each.place for n, each in enumerate(ranked) if not n or each.odds >= NAMED_FROM * open_]


# --- the outcome ---

D = TypeVar("D", bound=DealJudged)


LEAST_RIVAL: Final = 0.01
"""Readings less likely than this are not tried: a person would look at every entry of the page for them."""


MOST_RIVALS: Final = 200
"""Readings tried for one deal: some forty unclear entries with their rivals."""


def turning(
    doubts: Sequence[Doubt], chosen: Chosen, scales: Scales[D], work: Work, size: int
) -> Iterator[Place]:
    """The entries that give the deal another outcome or award, read as one of their likelier rivals.

    `chosen` are the readings as they were taken. How likely a rival is, all else says too: what would put a
    third copy into the pack decides nothing. "Something else" is not tried: nobody can say what it is.
    """

    def judge(readings: Chosen) -> D:
        ruled = scales.judge(readings)
        work.count(size, ruled)
        return ruled

    weighing = Scales(judge, scales.own, scales.evidence, scales.whole)
    as_taken = judge(chosen)
    taken = weighing.world(chosen, 1.0, as_taken).weight
    first, tried = as_taken.verdict, 0
    for doubt in doubts:
        if doubt.follows:
            continue
        value_taken = chosen.get(doubt, doubt.options[0][0])
        ink = next((weight for value, weight in doubt.options if value == value_taken), 1.0)
        for value, weight in doubt.options:
            if value is None or weight < LEAST_RIVAL or value == value_taken:
                continue
            tried += 1
            if tried > MOST_RIVALS or work.spent >= work.allowed:
                return
            readings = {**chosen, doubt: value}
            otherwise = judge(readings)
            rival = weighing.world(readings, weight, otherwise).weight
            other = otherwise.verdict
            likely = rival >= LEAST_RIVAL * (rival + ink * taken)
            if likely and (other.outcome, other.award) != (first.outcome, first.award):
                yield place_of(doubt, as_taken.replay)
                break
