"""Lines of the play left out or written twice: to which tricks the lines of a log belong.

A log of fewer lines than winners, or than tricks, lacks some; where they were left out is shown by what is
written around them: leads, winners, hands. Each place is weighed like any slip, the end of the play among
them. A log that has every trick lacks none, whatever is found in it. A line that is the one above card for
card was written twice. Either is an explanation like those by other slips, and applies until a person
refuses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic

from fairdeal.records import Card, EventKind, Place, Seat, in_groups
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import J, Key, key_of
from fairdeal.rulings.doubt.slip_worlds import MOST_ENTRIES, Pen, unnoticed
from fairdeal.rulings.doubt.slips_of_cards import NOTHING
from fairdeal.rulings.doubt.work import size_of
from fairdeal.rulings.frame.finding import (
    Certainty,
    Explanation,
    Finding,
    Misread,
    Note,
    Refusal,
)
from fairdeal.rulings.replay.deal import AnyReplay
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.reading import Doubt, Seen, SeenTrick, Slot
from fairdeal.rulings.replay.table import Seating

LEFT_OUT: Final = ("a line left out", "two lines left out")
"""What stands before a line as it would be read, by how many lines are missing there."""

NO_LINE: Final = "no line"
"""What a line written a second time would be read as."""

MOST_LEFT_OUT: Final = len(LEFT_OUT)
"""Lines left out of a log that are looked for. With more, the play was not meant to be written whole."""

NEARLY: Final = 0.1
"""A place of at least this share of the likeliest one's weight is not ruled out by it."""

MOST_FIRST: Final = 3
"""Likeliest places of one line beside which that of a second one is looked for, where no winners tell."""

LEAST_TOLD: Final = 0.03
"""Share of the weight from which on it is said what would be found without a line left out, and where else
one may be."""

SUREST: Final = 0.999
"""A line is written twice as surely as this where two are alike: nobody saw the pen."""

AS_WRITTEN: Final = "Lines below are called by their numbers as written."

MOST_UNCLEAR: Final = 2
"""Cards that two lines alike may have of which it is not clear in either line what they are."""
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

    `otherwise`: what is found if no line is left out before the end, where that is not ruled out. `unsure`:
    the share of what is found at some of the likely places of a line left out alone, and that place."""

    seen: Seen
    notes: tuple[Note, ...] = ()
    otherwise: tuple[Finding, ...] = ()
    unsure: Mapping[Key, tuple[float, Place]] = field(default_factory=dict)
    left_out: tuple[int, ...] = ()
    """The numbers of the tricks that are left out."""
    explanations: tuple[Explanation, ...] = ()

    def found(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """What is found in the deal, as sure as the places of its lines are."""
        return (*map(self._as_sure, findings), *self.otherwise)

    def _as_sure(self, finding: Finding) -> Finding:
        share, place = self.unsure.get(key_of(finding), (1.0, None))
        if place is None or finding.severity != "offence":
            return finding
        return replace(
            finding,
            certainty=Certainty.DEPENDS,
            probability=share * (finding.probability or 1.0),
            depends_on=tuple(dict.fromkeys((place, *finding.depends_on))),
        )


@dataclass(frozen=True, slots=True)
class _Once:
    """A log with each line once. `seen` has the winners row by row, as many as are written."""

    seen: Seen
    again: tuple[Misread, ...] = ()
    notes: tuple[Note, ...] = ()


def in_their_places(
    seen: Seen,
    pen: Pen[J],
    table: Seating,
    total: int,
    to_the_end: Callable[[J], bool],
    refused: Sequence[Refusal] = (),
) -> Lines:
    """The lines of a deal's play in their places. `total`: the points of all its tricks together;
    `to_the_end`: whether every trick was played, so that a log that lacks a line or two was meant to have
    them all. What a person `refused` is not looked for."""
    every = max(table.hand, len(seen.winners)) <= len(seen.tricks)
    if every and not any(_alike(seen, row) for row in range(1, len(seen.tricks))):
        return Lines(seen)
    if not _plain(seen, table.players):
        return Lines(seen)
    once = _once_each(seen, refused)
    lines = len(once.seen.tricks)
    told = len(once.seen.winners) > lines
    missing = (len(once.seen.winners) if told else table.hand) - lines
    few = missing <= MOST_LEFT_OUT
    if missing > 0 and (few or not told):
        recorded = pen.judge(_by_number(once.seen))
        whole = to_the_end(recorded)
        if recorded.findings and pen.weight(recorded) < 1.0 and (few or not whole):
            rate = _rate(once.seen, told, total, whole)
            weighing = _Weighing(
                once, recorded, pen, rate, told, recorded.replay.table.seats, refused
            )
            found = _with_gaps(weighing, recorded, missing)
            if found is not None:
                return found
    if not once.again:
        return Lines(seen)
    seen = _by_number(once.seen)
    clean = not pen.judge(seen).findings
    why = Explanation(seen.game, seen.deal.label, once.again, SUREST, (), clean)
    return Lines(seen, once.notes, explanations=(why,))


def _rate(seen: Seen, told: bool, total: int, nearly_whole: bool) -> float:
    """How often a line of such a log is left out at one place rather than at its end."""
    if told:
        return 1.0
    if len(seen.winners) == len(seen.tricks):  # left out there as well
        return slip_rates.LINE_LEFT_OUT * slip_rates.THIS_ONE
    played = sum(points or 0 for points in seen.points.values()) == total
    return slip_rates.LINE_PLAYED if played or nearly_whole else slip_rates.LINE_LEFT_OUT


def _plain(seen: Seen, players: int) -> bool:
    """Whether the numbers of the tricks are those of the lines, and nothing tells why some are missing. The
    last line is whole, and so are all others but one, which may lack a card by a slip as well."""
    events = seen.deal.all_events()
    return (
        bool(seen.tricks)
        and len(seen.tricks[-1].cards) == players
        and sum(len(each.cards) != players for each in seen.tricks) <= 1
        and not any(each.trick.labelled for each in seen.tricks)
        and [each.number for each in seen.tricks] == list(range(1, len(seen.tricks) + 1))
        and not any(event.kind in _CUT_SHORT for event in events)
        and not any(doubt.slot[:1] == ("winners",) for doubt in seen.doubts)
        and size_of(seen) <= MOST_ENTRIES
    )


def _by_number(seen: Seen, gaps: Gaps = ()) -> Seen:
    """The deal with the winners written by the numbers of the lines that are theirs."""
    if not gaps and len(seen.tricks) == max(each.number for each in seen.tricks):
        return seen
    won: list[Seat | None] = [None] * max(each.number for each in seen.tricks)
    for row, trick in enumerate(seen.tricks):
        won[trick.number - 1] = _winner(seen, gaps, row)
    return seen.with_values([(("winners",), won)])


def _winner(seen: Seen, gaps: Gaps, row: int) -> Seat | None:
    """Who is written as winner of a row's trick, with these lines left out."""
    at = row + sum(gap <= row for gap in gaps)
    return seen.winners[at] if at < len(seen.winners) else None


def _refused(refused: Sequence[Refusal], entries: Sequence[Misread]) -> bool:
    return any(each.holds(entries) for each in refused)


# --- left out ---------------------------------------------------------------------------------------


def _with_gaps(weighing: _Weighing[J], recorded: J, missing: int) -> Lines | None:
    """The log with its gaps; None where none before its end explains anything."""
    once, pen, told = weighing.once, weighing.pen, weighing.told
    lines = len(once.seen.tricks)
    at_the_end = _Placed((lines,) * missing, _by_number(once.seen), recorded, pen.weight(recorded))
    placed = [at_the_end]
    most = min(missing, MOST_LEFT_OUT)
    for before in range(most):
        firsts = [each for each in placed if sum(gap < lines for gap in each.gaps) == before]
        firsts.sort(key=lambda each: -each.weight)
        placed += [
            each
            for first in (firsts if told else firsts[:MOST_FIRST])
            for here in range(1, most - before + 1)
            for each in weighing.with_more(first, here)
        ]
    best = max(placed, key=lambda each: each.weight)
    if best is at_the_end:
        return None
    others = pen.beside(recorded).worlds
    if others and others[0].weight > best.weight:  # another slip explains more
        return None
    alike = [each for each in placed if each.weight >= NEARLY * best.weight]
    total = sum(each.weight for each in placed) + sum(each.weight for each in others)
    note = _note(weighing, best, alike)
    share = at_the_end.weight / (at_the_end.weight + best.weight)
    otherwise = _otherwise(at_the_end, best, share) if share >= LEAST_TOLD else ()
    why = _explanations(weighing, placed, total, otherwise)
    seen = _with_left(best)
    left_out = tuple([row + n + 1 for n, row in enumerate(_shown(best.gaps, lines))])
    ways = [_Way(each.weight, each.ruled, _place(best.seen, each.gaps[-1])) for each in alike]
    ways += [
        _Way(each.weight, each.ruled, each.slip.entries[0].place)
        for each in others
        if each.weight >= NEARLY * best.weight
    ]
    return Lines(seen, (*once.notes, note), otherwise, _unsure(best, ways), left_out, why)


@dataclass(frozen=True, slots=True)
class _Way(Generic[J]):
    """A way to read the log about as likely as the likeliest, and the entry that it reads otherwise."""

    weight: float
    ruled: J
    place: Place


def _unsure(best: _Placed[J], ways: Sequence[_Way[J]]) -> dict[Key, tuple[float, Place]]:
    """What is found with the lines left out where they most likely are, and not wherever they may be about
    as likely, nor with another slip instead: its share, and the entry without which it is not found."""
    total = sum(each.weight for each in ways)
    found = {}
    for key in map(key_of, best.ruled.findings):
        without = [each for each in ways if key not in map(key_of, each.ruled.findings)]
        if without:
            share = 1.0 - sum(each.weight for each in without) / total
            other = max(without, key=lambda each: each.weight)
            found[key] = (share, other.place)
    return found


def _with_left(best: _Placed[J]) -> Seen:
    """The log with the cards that its one line left out must have had."""
    left = _left_for(best.gaps, best.ruled.replay)
    if left is None or len(best.gaps) > 1:
        return best.seen
    cards = tuple((seat, card) for seat, [card] in left.items())
    return best.seen.with_values([(("tricks", best.gaps[0], "left"), cards)])


def _otherwise(at_the_end: _Placed[J], best: _Placed[J], share: float) -> tuple[Finding, ...]:
    """What is found if no line is left out but at the end: that depends on where one is missing."""
    keys = set(map(key_of, best.ruled.findings))
    place = _place(best.seen, best.gaps[0])
    return tuple(
        replace(each, certainty=Certainty.DEPENDS, probability=share, depends_on=(place,))
        for each in at_the_end.ruled.findings
        if key_of(each) not in keys
    )


def _explanations(
    weighing: _Weighing[J], placed: Sequence[_Placed[J]], total: float, gone: Sequence[Finding]
) -> tuple[Explanation, ...]:
    """The likeliest places of the lines left out, with the cards left for them where these are known."""
    seen = weighing.once.seen
    by_gaps = in_groups((each.gaps, each) for each in placed)
    found = []
    for gaps, ways in by_gaps.items():
        share = sum(each.weight for each in ways) / total
        entries = weighing.entries(gaps)
        if entries and share >= LEAST_TOLD:
            ruled = max(ways, key=lambda each: each.weight).ruled
            left = _left_for(gaps, ruled.replay) or {}
            cards = tuple((seat, tuple(held)) for seat, held in left.items())
            findings = tuple((each.code, each.place) for each in gone)
            clean = not ruled.findings
            label = seen.deal.label
            found.append(
                Explanation(seen.game, label, entries, share, findings, clean, left_out=cards)
            )
    found.sort(key=lambda each: -each.share)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Weighing(Generic[J]):
    """How gaps in one log are weighed. `told`: the winners of all tricks are written."""

    once: _Once
    recorded: J
    pen: Pen[J]
    rate: float
    told: bool
    seats: Sequence[Seat]
    refused: Sequence[Refusal]

    def with_more(self, first: _Placed[J], here: int) -> Iterator[_Placed[J]]:
        """The log with so many more lines left out at one place before its end, which is one slip."""
        seen, work = self.once.seen, self.pen.work
        lines = len(seen.tricks)
        if first.gaps[-here] < lines:
            return
        for row in range(lines):
            gaps = tuple(sorted((*first.gaps[:-here], *(row,) * here)))
            if row in first.gaps or _refused(self.refused, self.entries(gaps)):
                continue
            for one in self._led(first.seen, gaps, row):
                if work.spent >= work.allowed:
                    return
                ruled = self.pen.judge(one)
                work.count(size_of(one), ruled)
                if unnoticed(self.recorded, ruled):
                    continue
                weight = self.pen.weight(ruled) * self.rate ** len(
                    {gap for gap in gaps if gap < lines}
                )
                weight *= _agreement(ruled.replay, gaps, seen.winners if self.told else ())
                yield _Placed(gaps, one, ruled, weight)

    def entries(self, gaps: Gaps) -> tuple[Misread, ...]:
        """The lines as they would be read with these left out before them."""
        seen, before = self.once.seen, Counter(gaps)
        gone = [
            Misread(_place(seen, gap), NOTHING, LEFT_OUT[before[gap] - 1])
            for gap in sorted(before)
            if gap < len(seen.tricks)
        ]
        return (*self.once.again, *gone) if gone else ()

    def _led(self, before: Seen, gaps: Gaps, row: int) -> Iterator[Seen]:
        """The deal with a gap before a row; where nothing says who led behind it, with each seat in turn."""
        seen, values = self.once.seen, list[tuple[Slot, Any]]()
        if self.told:
            values += [
                (("tricks", gap, "led"), self._won(gaps, gap))
                for gap in gaps
                if gap < len(seen.tricks)
            ]
        more = seen.tricks[row].missing + gaps.count(row)
        trick = replace(seen.tricks[row], missing=more, led=self._won(gaps, row))
        known = trick.led is not None or trick.labels[0] is not None
        for seat in (trick.led,) if known else self.seats:
            placed = before.with_values([*values, (("tricks", row), replace(trick, led=seat))])
            won = _by_number(replace(placed, winners=seen.winners), gaps)
            yield won if self.told else placed

    def _won(self, gaps: Gaps, row: int) -> Seat | None:
        """Who is written as winner of the last trick left out before a row."""
        return self.once.seen.winners[row + sum(g <= row for g in gaps) - 1] if self.told else None


def _shown(gaps: Gaps, lines: int) -> Gaps:
    """The gaps that are named: not those at the end of a play that may have ended there."""
    return gaps if len(gaps) <= MOST_LEFT_OUT else tuple(gap for gap in gaps if gap < lines)


def _agreement(replay: AnyReplay, gaps: Gaps, winners: Sequence[Seat | None]) -> float:
    """How well the cards left over fit a trick in the gap, where one is left out: who won it led the next.

    Of other cards any seat would have won."""
    if len(gaps) > 1:
        return 1.0
    facts, row = replay.play.tricks, gaps[0]
    after = facts[row].seats[0] if facts[row].seats else None
    written = winners[row] if winners else None
    agreement, amiss = 1.0, slip_rates.SUM_SLIP * slip_rates.THIS_ONE
    if written is not None and after is not None and written != after:
        agreement *= amiss
    left = _left_for(gaps, replay)
    won = _won(replay, left, _leader(replay, row)) if left is not None else None
    if won is not None and after is not None:
        agreement *= replay.table.players if won == after else amiss
    return float(agreement)


def _leader(replay: AnyReplay, row: int) -> Seat | None:
    """Who led the trick left out before a row."""
    facts: list[TrickFact] = replay.play.tricks
    return facts[row - 1].winner if row else facts[0].leader


def _left_for(gaps: Gaps, replay: AnyReplay) -> dict[Seat, list[Card]] | None:
    """The cards that every seat was dealt and did not play, where they are those of the lines left out."""
    lines = len(replay.play.tricks)
    lacking = replay.table.hand - lines
    if lacking != len(gaps) or gaps[-1] >= lines:
        return None
    found: dict[Seat, list[Card]] = {}
    for seat, hand in replay.dealt.items():
        left = Counter(hand.cards)
        left.subtract(card for card in replay.play.played[seat] if card is not None)
        if hand.unknown or left.total() != lacking or min(left.values(), default=0) < 0:
            return None
        found[seat] = list(left.elements())
    return found


def _won(replay: AnyReplay, left: dict[Seat, list[Card]], leader: Seat | None) -> Seat | None:
    """Who won a trick of the cards left over, one of each seat."""
    trump = replay.contract.trump if replay.contract is not None else None
    if leader is None or trump is None:
        return None
    turns: tuple[Seat, ...] = replay.table.rotation[leader]
    strength = replay.table.strength[trump][left[leader][0].suit]
    heights = [strength[left[seat][0]] for seat in turns]
    return turns[heights.index(max(heights))]


# --- written twice ----------------------------------------------------------------------------------


def _once_each(seen: Seen, refused: Sequence[Refusal]) -> _Once:
    """The deal without the lines that are the one above, card for card."""
    tricks = seen.tricks
    again = [row for row in range(1, len(tricks)) if _alike(seen, row)]
    entries = tuple(Misread(_place(seen, row), f"line {row} again", NO_LINE) for row in again)
    if not again or _refused(refused, entries):
        return _Once(seen)
    gone: list[int] = []  # of two lines the one of which less is clear
    for row in again:
        above = row - 1 not in gone and _unclear(seen, row - 1) > _unclear(seen, row)
        gone.append(row - above)
    lines: list[SeenTrick] = []
    before = 0
    for row, trick in enumerate(tricks):
        if row not in gone:
            lines.append(replace(trick, missing=before + 1 - trick.number))
            before = trick.number
    winners = seen.winners
    if len(winners) == len(tricks) and all(winners[row] == winners[row - 1] for row in again):
        winners = [won for row, won in enumerate(winners) if row not in again]
    once = seen.with_values([(("tricks",), lines), (("winners",), winners)])
    once = replace(once, doubts=_moved(seen.doubts, gone))
    notes = tuple(
        Note(
            f"Line {row + 1} of the play is line {row} written a second time; it is counted once. "
            f"{AS_WRITTEN}",
            seen.game,
            _place(seen, row),
            severity="warning",
        )
        for row in again
    )
    return _Once(once, entries, notes)


def _alike(seen: Seen, row: int) -> bool:
    """Whether a line has the cards of the one above, and no other leader: as far as both can be read, which
    all but `MOST_UNCLEAR` of their cards must be."""
    one, other = seen.tricks[row - 1], seen.tricks[row]
    same = sum(a is not None and a == b for a, b in zip(one.cards, other.cards, strict=False))
    if len(one.cards) != len(other.cards) or same < len(one.cards) - MOST_UNCLEAR:
        return False
    unclear = 0
    for kind in ("cards", "labels"):
        for n in range(len(one.cards)):
            above, here = _may_be(seen, row - 1, kind, n), _may_be(seen, row, kind, n)
            if above and here and not above & here:
                return False
            unclear += kind == "cards" and (len(above), len(here)) != (1, 1)
    return unclear <= MOST_UNCLEAR


def _unclear(seen: Seen, row: int) -> int:
    """How many entries of a line may be read differently or are not known."""
    doubts = sum(doubt.slot[:2] == ("tricks", row) for doubt in seen.doubts)
    return doubts + seen.tricks[row].cards.count(None)


def _may_be(seen: Seen, row: int, kind: str, n: int) -> set[Any]:
    """What an entry of a line may be as it is read; nothing where that is not known."""
    slot = ("tricks", row, kind, n)
    options = [value for doubt in seen.doubts if doubt.slot == slot for value, _ in doubt.options]
    return {getattr(seen.tricks[row], kind)[n], *options} - {None}


def _moved(doubts: Iterable[Doubt], gone: Sequence[int]) -> list[Doubt]:
    """Doubtful entries in their lines, those written twice left out."""
    found = []
    for doubt in doubts:
        if doubt.slot[:1] != ("tricks",):
            found.append(doubt)
        elif doubt.slot[1] not in gone:
            row = doubt.slot[1] - sum(each < doubt.slot[1] for each in gone)
            found.append(replace(doubt, slot=("tricks", row, *doubt.slot[2:])))
    return found


# --- in words ---------------------------------------------------------------------------------------


def _note(weighing: _Weighing[J], best: _Placed[J], alike: Sequence[_Placed[J]]) -> Note:
    """Which line is missing, and how that is known."""
    seen, lines = best.seen, len(best.seen.tricks)
    gaps = _shown(best.gaps, lines)
    where = " and ".join(dict.fromkeys(_where(seen, row) for row in gaps))
    if any(each.gaps != best.gaps for each in alike):
        where += ", most likely"
    one = len(gaps) == 1
    words = "A line of the play is missing" if one else "Two lines of the play are missing"
    words += f" {where}: {lines} lines stand, and "
    winners, size = len(weighing.once.seen.winners), best.ruled.replay.table.hand
    words += f"{winners} winners are written." if weighing.told else f"a deal has {size} tricks."
    return Note(f"{words} {AS_WRITTEN}", seen.game, _place(seen, gaps[0]), severity="warning")


def _where(seen: Seen, row: int) -> str:
    if row == len(seen.tricks):
        return f"after line {seen.tricks[-1].number}"
    number = seen.tricks[row].number
    return f"between lines {number - 1} and {number}" if row else "before line 1"


def _place(seen: Seen, row: int) -> Place:
    number = seen.tricks[row].number if row < len(seen.tricks) else seen.tricks[-1].number + 1
    return Place.of(f"trick {number}")
