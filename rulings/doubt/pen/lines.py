"""Lines of the play left out or written twice: to which tricks the lines of a log belong.

A log of fewer lines than tricks lacks some, and where they were left out is told by what is written around
them: leads, winners, hands. Each place is weighed like any slip, the end of the play among them. A log that
has every trick lacks none, whatever is found in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic

from fairdeal.records.cards import Card
from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.records.seats import COMPASS_NAMES, Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.judged import J, key_of
from fairdeal.rulings.doubt.pen.weights import MOST_ENTRIES, Pen
from fairdeal.rulings.doubt.slips import SUM_SLIP
from fairdeal.rulings.doubt.work import size_of
from fairdeal.rulings.frame.finding import Certainty, Finding, Note
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.seating import Seating
from fairdeal.rulings.replay.seen import Seen, SeenTrick, Slot

MOST_LEFT_OUT: Final = 2
"""Lines left out of a log that are looked for. With more, the play was not meant to be written whole."""

NEARLY: Final = 0.1
"""A place of at least this share of the likeliest one's weight is not ruled out by it."""

MOST_FIRST: Final = 3
"""Likeliest places of one line beside which that of a second one is looked for, where no winners tell."""

LEAST_TOLD: Final = 0.03
"""Share of the weight from which on it is said what would be found without a line left out."""

AS_WRITTEN: Final = "Lines below are called by their numbers as written."

_CUT_SHORT: Final = frozenset(
    {EventKind.CLAIM, EventKind.CONCEDE, EventKind.REDEAL, EventKind.HELD}
)

Gaps = tuple[int, ...]
"""Before which rows (from 0) a line is left out, each named as often as lines are; behind the last row
those that were not written at the end."""


@dataclass(frozen=True, slots=True)
class _Placed(Generic[J]):
    """A log with its gaps, who led behind each, and what it weighs."""

    gaps: Gaps
    seen: Seen
    ruled: J
    weight: float


@dataclass(frozen=True, slots=True)
class Lines:
    """A deal with each line of its play in the trick that it is of, and what is to be said of that.

    `otherwise`: what is found if no line is left out before the end, where that is not ruled out."""

    seen: Seen
    notes: tuple[Note, ...] = ()
    otherwise: tuple[Finding, ...] = ()
    left_out: tuple[int, ...] = ()
    """The numbers of the tricks that are left out."""


def in_their_places(seen: Seen, pen: Pen[J], table: Seating, total: int) -> Lines:
    """The lines of a deal's play in their places. `total`: the points of all its tricks together."""
    lines, size = len(seen.tricks), table.hand
    if lines == size or abs(size - lines) > MOST_LEFT_OUT or not _plain(seen, table.players):
        return Lines(seen)
    if lines > size:
        return _once_each(seen, lines - size)
    recorded = pen.judge(seen)
    if not recorded.findings or pen.weight(recorded) >= 1.0:
        return Lines(seen)
    played = sum(points or 0 for points in seen.points.values()) == total
    rate = slip_rates.LINE_PLAYED if played else slip_rates.LINE_LEFT_OUT
    if len(seen.winners) == lines:  # left out there as well
        rate = slip_rates.LINE_LEFT_OUT * slip_rates.THIS_ONE
    return _with_gaps(seen, recorded, pen, size - lines, rate)


def _plain(seen: Seen, players: int) -> bool:
    """Whether the numbers of the tricks are those of the lines, and nothing tells why some are missing."""
    events = seen.deal.all_events()
    return (
        bool(seen.tricks)
        and all(len(each.cards) == players for each in seen.tricks)
        and not any(each.trick.labelled for each in seen.tricks)
        and [each.number for each in seen.tricks] == list(range(1, len(seen.tricks) + 1))
        and not any(event.kind in _CUT_SHORT for event in events)
        and not any(doubt.slot[:1] == ("winners",) for doubt in seen.doubts)
        and size_of(seen) <= MOST_ENTRIES
    )


# --- left out ---------------------------------------------------------------------------------------


def _with_gaps(seen: Seen, recorded: J, pen: Pen[J], missing: int, rate: float) -> Lines:
    lines = len(seen.tricks)
    told = len(seen.winners) == lines + missing
    weighing = _Weighing(seen, pen, 1.0 if told else rate, told, recorded.replay.table.seats)
    at_the_end = _Placed((lines,) * missing, seen, recorded, pen.weight(recorded))
    placed = [at_the_end]
    for _ in range(missing):
        heaviest = sorted(placed, key=lambda each: -each.weight)
        heaviest = heaviest if told else heaviest[:MOST_FIRST]
        placed += [each for first in heaviest for each in weighing.with_one_more(first)]
    best = max(placed, key=lambda each: each.weight)
    if best is at_the_end:
        return Lines(seen)
    others = pen.beside(recorded).worlds
    if others and others[0].weight > best.weight:  # another slip explains more
        return Lines(seen)
    alike = [each for each in placed if each.weight >= NEARLY * best.weight]
    note = _note(best, alike, told)
    share = at_the_end.weight / (at_the_end.weight + best.weight)
    otherwise = _otherwise(at_the_end, best, share) if share >= LEAST_TOLD else ()
    return Lines(_with_left(best), (note,), otherwise, tuple(_tricks(best.gaps)))


def _with_left(best: _Placed[J]) -> Seen:
    """The log with the cards that its one line left out must have had."""
    left = left_over(best.ruled.replay)
    if left is None or len(best.gaps) > 1:
        return best.seen
    cards = tuple((seat, card) for seat, [card] in left.items())
    return best.seen.with_values([(("tricks", best.gaps[0], "left"), cards)])


def _otherwise(at_the_end: _Placed[J], best: _Placed[J], share: float) -> tuple[Finding, ...]:
    """What is found if no line is left out but at the end: that depends on where one is missing."""
    keys = set(map(key_of, best.ruled.findings))
    place = _place(best)
    return tuple(
        replace(each, certainty=Certainty.DEPENDS, probability=share, depends_on=(place,))
        for each in at_the_end.ruled.findings
        if key_of(each) not in keys
    )


@dataclass(frozen=True, slots=True)
class _Weighing(Generic[J]):
    """How gaps in one log are weighed. `told`: the winners of all tricks are written."""

    seen: Seen
    pen: Pen[J]
    rate: float
    told: bool
    seats: Sequence[Seat]

    def with_one_more(self, first: _Placed[J]) -> Iterator[_Placed[J]]:
        """The log with one more line left out before its end."""
        lines, work = len(self.seen.tricks), self.pen.work
        if first.gaps[-1] < lines:
            return
        for row in range(lines):
            gaps = tuple(sorted((*first.gaps[:-1], row)))
            for one in self._led(first.seen, gaps, row):
                if work.spent >= work.allowed:
                    return
                ruled = self.pen.judge(one)
                work.count(size_of(one), ruled)
                weight = self.pen.weight(ruled) * self.rate ** sum(gap < lines for gap in gaps)
                weight *= _agreement(ruled.replay, gaps, self.seen.winners if self.told else ())
                yield _Placed(gaps, one, ruled, weight)

    def _led(self, before: Seen, gaps: Gaps, row: int) -> Iterator[Seen]:
        """The deal with a gap before a row; where nothing says who led behind it, with each seat in turn."""
        values: list[tuple[Slot, Any]] = []
        if self.told:
            values.append((("winners",), _aligned(self.seen.winners, gaps)))
            values += [
                (("tricks", gap, "led"), self._won(gaps, gap))
                for gap in gaps
                if gap < len(self.seen.tricks)
            ]
        trick = replace(self.seen.tricks[row], missing=gaps.count(row), led=self._won(gaps, row))
        known = trick.led is not None or trick.labels[0] is not None
        for seat in (trick.led,) if known else self.seats:
            placed = replace(trick, led=seat)
            yield before.with_values([*values, (("tricks", row), placed)])

    def _won(self, gaps: Gaps, row: int) -> Seat | None:
        """Who is written as winner of the last trick left out before a row."""
        at = row + sum(gap <= row for gap in gaps) - 1
        return self.seen.winners[at] if self.told else None


def _aligned(winners: Sequence[Seat | None], gaps: Gaps) -> list[Seat | None]:
    """The winners written, of the lines that stand."""
    left_out = set(_tricks(gaps))
    return [seat for n, seat in enumerate(winners, 1) if n not in left_out]


def _tricks(gaps: Gaps) -> list[int]:
    """The numbers of the tricks that are left out."""
    return [row + n + 1 for n, row in enumerate(gaps)]


def _agreement(replay: Replayed[Any, Any], gaps: Gaps, winners: Sequence[Seat | None]) -> float:
    """How well the cards left over fit a trick in the gap, where one is left out: who won it led the next.

    Of other cards any seat would have won."""
    if len(gaps) > 1:
        return 1.0
    facts, row = replay.play.tricks, gaps[0]
    after = facts[row].seats[0] if facts[row].seats else None
    written = winners[row] if winners else None
    agreement, amiss = 1.0, SUM_SLIP * slip_rates.THIS_ONE
    if written is not None and after is not None and written != after:
        agreement *= amiss
    left = left_over(replay)
    won = _won(replay, left, _leader(replay, row)) if left is not None else None
    if won is not None and after is not None:
        agreement *= replay.table.players if won == after else amiss
    return float(agreement)


def _leader(replay: Replayed[Any, Any], row: int) -> Seat | None:
    """Who led the trick left out before a row."""
    facts: list[TrickFact] = replay.play.tricks
    return facts[row - 1].winner if row else facts[0].leader


def left_over(replay: Replayed[Any, Any]) -> dict[Seat, list[Card]] | None:
    """The cards that every seat was dealt and did not play to the lines that stand; None where not known."""
    found: dict[Seat, list[Card]] = {}
    lacking = replay.table.hand - len(replay.play.tricks)
    for seat, hand in replay.dealt.items():
        left = Counter(hand.cards)
        left.subtract(card for card in replay.play.played[seat] if card is not None)
        if hand.unknown or left.total() != lacking or min(left.values(), default=0) < 0:
            return None
        found[seat] = list(left.elements())
    return found


def _won(
    replay: Replayed[Any, Any], left: dict[Seat, list[Card]], leader: Seat | None
) -> Seat | None:
    """Who won a trick of the cards left over, one of each seat."""
    trump = replay.contract.trump if replay.contract is not None else None
    if leader is None or trump is None:
        return None
    turns: tuple[Seat, ...] = replay.table.rotation[leader]
    strength = replay.table.strength[trump][left[leader][0].suit]
    heights = [strength[left[seat][0]] for seat in turns]
    return turns[heights.index(max(heights))]


# --- written twice ----------------------------------------------------------------------------------


def _once_each(seen: Seen, twice: int) -> Lines:
    """The deal without the lines that stand twice, where these are all that there are too many."""
    tricks = seen.tricks
    again = [n for n in range(1, len(tricks)) if _alike(tricks[n - 1], tricks[n])]
    if len(again) != twice or any(doubt.slot[:1] == ("tricks",) for doubt in seen.doubts):
        return Lines(seen)
    lines: list[SeenTrick] = []
    before = 0
    for row, trick in enumerate(tricks):
        if row not in again:
            lines.append(replace(trick, missing=before + 1 - trick.number))
            before = trick.number
    winners = seen.winners
    if len(winners) < len(tricks):  # of each trick once: as many as the numbers of the lines
        winners = list(winners)
        for row in again:
            winners.insert(row, None)
    found = seen.with_values([(("tricks",), lines), (("winners",), winners)])
    notes = tuple(
        Note(
            f"Line {row + 1} of the play is line {row} written a second time; it is counted once. "
            f"{AS_WRITTEN}",
            seen.game,
            Place.of(f"trick {row + 1}"),
            severity="warning",
        )
        for row in again
    )
    return Lines(found, notes)


def _alike(one: SeenTrick, other: SeenTrick) -> bool:
    """Whether two lines have the same cards, and no other leader."""
    if one.cards != other.cards or None in one.cards:
        return False
    labels = [set(pair) - {None} for pair in zip(one.labels, other.labels, strict=True)]
    return all(len(each) < 2 for each in labels)


# --- in words ---------------------------------------------------------------------------------------


def _note(best: _Placed[J], alike: Sequence[_Placed[J]], told: bool) -> Note:
    """Which line is missing, how that is known, and what must have stood there."""
    seen, replay = best.seen, best.ruled.replay
    lines, size = len(seen.tricks), replay.table.hand
    one = len(best.gaps) == 1
    where = " and ".join(dict.fromkeys(_where(row, lines) for row in best.gaps))
    if any(each.gaps != best.gaps for each in alike):
        where += ", most likely"
    words = "A line of the play is missing" if one else "Two lines of the play are missing"
    words += f" {where}: {lines} lines stand, and "
    words += f"{size} winners are written." if told else f"a deal has {size} tricks."
    left = left_over(replay)
    if left is not None:
        words += f" The cards left for {'it' if one else 'them'}: {_in_words(left)}."
    return Note(f"{words} {AS_WRITTEN}", seen.game, _place(best), severity="warning")


def _in_words(left: dict[Seat, list[Card]]) -> str:
    return "; ".join(
        f"{COMPASS_NAMES.get(seat, f'seat {seat}')} {' '.join(card.text for card in cards)}"
        for seat, cards in left.items()
    )


def _where(row: int, lines: int) -> str:
    if row == lines:
        return f"after line {lines}"
    return f"between lines {row} and {row + 1}" if row else "before line 1"


def _place(of: _Placed[J]) -> Place:
    return Place.of(f"trick {of.gaps[0] + 1}")
