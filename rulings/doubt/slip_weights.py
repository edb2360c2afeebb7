"""One reading of a deal beside the records that are one slip of the pen away from it, each with its weight.

A record one slip away weighs what its slip is rare, times the rates of the offences that it still has and of
the contradictions that still need a slip. Where the likeliest slip explains no more than half of what is
found a second one is looked for beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from math import prod
from typing import Any, Final, Generic

from fairdeal.records.cards import Card, Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.slip_candidates import Clues, Slip
from fairdeal.rulings.doubt.slip_rates import CARD_SLIP, MOST_SLIPS, SUM_SLIP, Slips
from fairdeal.rulings.doubt.slips_in_calls import in_the_auction, of_one_letter
from fairdeal.rulings.doubt.slips_of_cards import in_hands, in_the_play
from fairdeal.rulings.doubt.work import Work, size_of
from fairdeal.rulings.doubt.world import J, Judged, Key, Own, key_of, slips
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.reading import Seen, SeenTrick

Hands = Mapping[Seat, Sequence[Card | None]]
Seated = tuple[tuple[Seat | None, ...], Sequence[Card | None]]
"""A trick: who played each card, and the cards."""

_WORST = 40
"""Things wrong beyond which one more makes no difference: the product would be too small for a number."""


class Sketch:
    """How well hands and play of a deal would agree with one entry or another changed: a quick look.

    It follows leads, winners and hands as the replay does, and leaves out what needs more: auctions, events,
    cards that nobody wrote. It only orders the slips by how much they seem to mend and passes over those that
    mend nothing; whatever is reported was ruled on in full.
    """

    def __init__(self, replay: Replayed[Any, Any]) -> None:
        self.table, self.seen = replay.table, replay.seen
        self.trump = replay.contract.trump if replay.contract is not None else None
        tricks = replay.play.tricks
        self.lead = tricks[0].leader if tricks and tricks[0].number == 1 else None
        self.as_written = self.rate(self.seen)

    def rate(self, seen: Seen, trump: str | None = None) -> float:
        """How likely the hands and the play of a deal are to be so, its offences and wrong entries told."""
        seated, wrong_leads, wrong_winners = self._seated(seen, trump or self.trump)
        cards, revokes = self._cards(seen.hands, seated)
        return float(
            CARD_SLIP ** min(cards, _WORST)
            * SUM_SLIP ** min(wrong_winners, _WORST)
            * slip_rates.offence("lead-out-of-turn") ** min(wrong_leads, _WORST)
            * slip_rates.offence("revoke") ** min(revokes, _WORST)
        )

    def _first_lead(self, seen: Seen) -> Seat | None:
        """Who leads first, as many seats from who led as another dealer is from the dealer written."""
        dealer, written = seen.head.dealer, self.seen.head.dealer
        if self.lead is None or dealer is None or written is None or dealer == written:
            return self.lead
        rotation: Mapping[Seat, Sequence[Seat]] = self.table.rotation
        return rotation[self.lead][rotation[written].index(dealer)]

    def _seated(self, seen: Seen, trump: str | None) -> tuple[list[Seated], int, int]:
        """Who played what, and how many leads and winners are not those of the trick before."""
        rotation, size, winners = self.table.rotation, self.table.players, seen.winners
        leader, wrong_leads, wrong_winners = self._first_lead(seen), 0, 0
        before, seated = 0, list[Seated]()
        for trick in seen.tricks:
            if trick.number + trick.missing != before + 1:
                leader = trick.led
            before = trick.number
            label = trick.labels[0] if trick.labels else None
            first = label or leader
            if label is not None and leader is not None and label != leader:
                wrong_leads += 1
            if len(trick.cards) > size:
                wrong_leads += 1
            seats = self._seats(trick, rotation[first] if first is not None else ())
            seated.append((seats, trick.cards))
            place = self._winning(trick, trump)
            leader = seats[place] if place is not None and place < len(seats) else None
            if leader is not None and 0 < trick.number <= len(winners):
                wrong_winners += winners[trick.number - 1] not in (None, leader)
        return seated, wrong_leads, wrong_winners

    def _seats(self, trick: SeenTrick, turns: tuple[Seat, ...]) -> tuple[Seat | None, ...]:
        if trick.plain or not turns:
            return turns[: len(trick.cards)]
        seats: list[Seat | None] = []
        due: Seat | None = turns[0]
        for label in trick.labels:
            seat = label or due
            seats.append(seat)
            due = self.table.after[seat] if seat is not None else None
        return tuple(seats)

    def _winning(self, trick: SeenTrick, trump: str | None) -> int | None:
        """Which card of a full trick won it."""
        cards = trick.cards
        lead = cards[0] if cards else None
        if lead is None or len(cards) != self.table.players or None in cards:
            return None
        if trump is None:
            if any(card.suit != lead.suit for card in cards if card is not None):
                return None
            trump = lead.suit
        strength = self.table.strength[trump][lead.suit]
        heights = [strength[card] for card in cards if card is not None]
        return heights.index(max(heights))

    def _cards(self, hands: Hands, seated: Sequence[Seated]) -> tuple[int, int]:
        """Cards in excess or played and not held, and suits not followed though held."""
        plays: dict[Seat, list[tuple[Card, str | None]]] = {seat: [] for seat in self.table.seats}
        blind = False
        for seats, cards in seated:
            lead = cards[0] if cards else None
            blind = blind or None in cards or len(set(seats)) < self.table.players
            for place, (seat, card) in enumerate(zip(seats, cards, strict=False)):
                if seat is not None and card is not None:
                    # Whoever may have played a suit unseen does not surely hold it.
                    led = lead.suit if place and lead is not None and not blind else None
                    plays[seat].append((card, led))
        wrong = revokes = 0
        dealt: list[Card] = []
        size, follow = self.table.hand, self.table.must_follow
        for seat, cards_played in plays.items():
            hand = hands.get(seat)
            held = [card for card in hand if card is not None] if hand is not None else None
            spare = 0
            if held is None:
                held = [card for card, _ in cards_played]
            elif len(held) < size:
                spare = size - len(held)
            elif len(held) > size:
                wrong += 1
            dealt += held
            left = held[:]
            for card, led in cards_played:
                if card in left:
                    left.remove(card)
                elif spare:
                    spare -= 1
                else:
                    wrong += 1
                if follow and led is not None and card.suit != led:
                    revokes += any(other.suit == led for other in left)
        return wrong + self._excess(dealt), revokes

    def _excess(self, dealt: Sequence[Card]) -> int:
        copies, pack = self.table.copies, self.table.pack
        return sum(
            count - copies if card in pack else count
            for card, count in Counter(dealt).items()
            if count > copies or card not in pack
        )


CONTRADICTIONS: Final = frozenset({"pack", "card-not-held"})
"""Findings that the record contradicts itself: that stays so, whatever explains it."""

OF_RESULT: Final = frozenset({"contract-entry", "points-entry", "trick-winner", "dealer-rotation"})
"""Findings that an entry above or under a deal is not borne out by the rest of it."""

OF_HOLDING: Final = frozenset({"suit-not-held", "noes-with-suit"})
"""Findings in the auction on which hands bear."""

LIGHT: Final = 1e-3
"""A world of less than this share of the weight tells nothing."""

ROUGH: Final = 10.0
"""How much heavier a world may be than the sketch of it."""

MOST_TRIED: Final = 60
"""Slips looked at for one deal, those that seem to weigh most first."""

MOST_SKETCHED: Final = 400
"""Slips of which a sketch is made."""

MOST_ENTRIES: Final = 220
"""Entries of a deal for which slips are looked at: a game has some 150, and a page that repeats a call
thousands of times is explained by none."""

MOST_WORK: Final = 50_000
"""Units of work for the slips of one deal: some 250 judgements of a deal of 56 with a few findings."""

MOST_FIRST: Final = 2
"""Likeliest slips beside which a second one is looked for."""


@dataclass(frozen=True, slots=True)
class World(Generic[J]):
    """A record a slip away: its weight, and what is found in it."""

    slip: Slip
    weight: float
    keys: frozenset[Key]
    ruled: J
    explains: bool = True
    """Whether it may be given as an explanation: without the slip nobody does what is not done with it."""


@dataclass(frozen=True, slots=True)
class Beside(Generic[J]):
    """A reading of a deal, what it weighs as it is written, and the worlds a slip away, heaviest first."""

    ruled: J
    first: float = 1.0
    worlds: tuple[World[J], ...] = ()
    unexplained: int = 0
    """Cards of the likeliest world that cannot be where they are written."""

    @property
    def total(self) -> float:
        return self.first + sum(world.weight for world in self.worlds)

    def without(self, key: Key) -> list[World[J]]:
        """The worlds that have not a finding, those first that explain."""
        found = [world for world in self.worlds if key not in world.keys]
        return sorted(found, key=lambda world: not world.explains)

    def share(self, key: Key) -> float:
        """How much of the weight has a finding of this reading."""
        return 1.0 - sum(world.weight for world in self.without(key)) / self.total


@dataclass(frozen=True, slots=True)
class Pen(Generic[J]):
    """How the records a slip away are judged and weighed.

    `elsewhere`: how many entries of other pages a deal, judged so, is at odds with.
    """

    judge: Callable[[Seen], J]
    own: Own[J]
    elsewhere: Callable[[J], int]
    work: Work

    def weight(self, ruled: J) -> float:
        """How likely a deal is to be so: its offences, one an act, and the slips that it still needs."""
        needed, others = self._needed(ruled), self.elsewhere(ruled)
        entries = needed.rate() * SUM_SLIP**others
        entries *= slip_rates.THIS_ONE ** min(needed.cards + needed.sums + others, MOST_SLIPS)
        return entries * prod(acts(ruled.findings).values())

    def _needed(self, ruled: J) -> Slips:
        """The slips that a deal still needs, wrong entries in its result among them."""
        needed = slips(ruled, self.own)
        found = sum(each.code in OF_RESULT for each in ruled.findings)
        return Slips(needed.cards, max(needed.sums, found))

    def beside(self, ruled: J) -> Beside[J]:
        """A reading beside the records a slip away, one clean offence beside those a letter away.

        Where that is a first call that nothing but the dealer's entry puts out of turn, only another dealer
        counts, and what else puts all in order where something is wrong beside it.
        """
        needed = self._needed(ruled)
        wrong = needed.cards + needed.sums + self.elsewhere(ruled)
        done = acts(ruled.findings)
        early = len(done) == 1 and _by_the_dealer_alone(ruled)
        if not needed.cards and not early and (not done or len(done) + wrong < 2):
            return self._beside_few(ruled, done)
        first = self.weight(ruled) * (slip_rates.FIRST_CALLER if early else 1.0)
        if size_of(ruled.replay.seen) > MOST_ENTRIES or first <= 0.0:
            # No slip is to be told from another among hundreds of entries or offences.
            return Beside(ruled, unexplained=needed.cards)
        worlds = tuple(
            world
            for world in self._worlds(ruled, first)
            if not early or world.slip.values[0][0][0] == "head" or (wrong and not world.keys)
        )
        if worlds and worlds[0].weight > first:
            needed = slips(worlds[0].ruled, self.own)
        return Beside(ruled, first, worlds, needed.cards)

    def _beside_few(self, ruled: J, done: Mapping[Any, float]) -> Beside[J]:
        """A reading with one offence, or none, beside the records that one entry puts in order: a letter; or
        a call that made another contract than is written, which is as often wrong as its copy."""
        clues = Clues(ruled.replay, ruled.findings)
        if done:
            worlds = self._in_order(ruled, of_one_letter(clues))
        elif any(each.code == "contract-entry" for each in ruled.findings):
            worlds = self._in_order(ruled, in_the_auction(clues))
            worlds = [each for each in worlds if as_full(ruled, each.ruled)]
            share = SUM_SLIP * slip_rates.THIS_ONE / max(1, len(worlds))
            worlds = [replace(each, weight=each.weight / each.slip.rate * share) for each in worlds]
        else:
            return Beside(ruled)
        worlds.sort(key=lambda world: -world.weight)
        return Beside(ruled, self.weight(ruled), tuple(worlds)) if worlds else Beside(ruled)

    def _in_order(self, ruled: J, slips_there: Iterable[Slip]) -> list[World[J]]:
        """The records a slip away in which less is found, and nothing new."""
        seen: Seen = replace(ruled.replay.seen, shared=True)
        there = set(map(key_of, ruled.findings))
        worlds = []
        for slip in slips_there:
            if self.work.spent >= self.work.allowed:
                break
            mended = self.judge(slip.mended(seen))
            self.work.count(size_of(seen), mended)
            keys = frozenset(map(key_of, mended.findings))
            if keys < there:
                worlds.append(World(slip, slip.rate * self.weight(mended), keys, mended))
        return worlds

    def _worlds(self, ruled: J, first: float) -> list[World[J]]:
        limit = self.work.spent + MOST_WORK
        found = list(self._one_away(ruled, first, limit))
        if len(acts(ruled.findings)) == 1 and not self._needed(ruled).cards:
            found += self._in_order(ruled, of_one_letter(Clues(ruled.replay, ruled.findings)))
        found.sort(key=lambda world: -world.weight)
        if found and _explains_little(ruled, found[0]):
            for once in found[:MOST_FIRST]:
                begun = once.weight / once.slip.rate
                for twice in self._one_away(once.ruled, begun, limit):
                    both = once.slip.with_another(twice.slip)
                    weight = once.slip.rate * twice.weight
                    explains = once.explains and twice.explains
                    found.append(replace(twice, slip=both, weight=weight, explains=explains))
        found = _once(found)
        total = first + sum(world.weight for world in found)
        return [world for world in found if world.weight > LIGHT * total]

    def _one_away(self, ruled: J, first: float, limit: float) -> Iterator[World[J]]:
        """The deals one slip away that weigh anything beside the one given."""
        seen: Seen = replace(ruled.replay.seen, shared=True)
        size, total = size_of(seen), first
        for rough, slip in _ranked(ruled, seen):
            if rough * ROUGH < LIGHT * total:
                break
            if self.work.spent >= min(limit, self.work.allowed):
                break
            mended = self.judge(slip.mended(seen))
            self.work.count(size, mended)
            weight = slip.rate * self.weight(mended)
            if weight > LIGHT * total and as_full(ruled, mended):
                total += weight
                keys = frozenset(map(key_of, mended.findings))
                yield World(slip, weight, keys, mended, _explains(ruled, mended, slip))


def as_full(ruled: Any, mended: Any) -> bool:
    """Whether a deal is judged as fully without a slip as with it: what leaves less to check does away with
    findings, and explains none."""
    return not ruled.replay.has & ~mended.replay.has


def _explains(ruled: Any, mended: Any, slip: Slip) -> bool:
    """Whether nothing is done in a deal without a slip that is not done with it, and no entry is read as an
    offence: one offence in another's place explains nothing, however many findings go."""
    done = {_where(each) for each in ruled.findings if _act(each)}
    acts_left = [each for each in mended.findings if _act(each)]
    read = {entry.place for entry in slip.entries}
    return all(_where(each) in done and each.place not in read for each in acts_left)


def _act(finding: Finding) -> bool:
    return finding.severity == "offence" and finding.code not in CONTRADICTIONS


def _where(finding: Finding) -> tuple[str, str]:
    """What was done, and at which call or in which trick: whose act it was another seat may change."""
    return finding.code, finding.place.parts[0]


def _by_the_dealer_alone(ruled: Judged) -> bool:
    """Whether the first call is out of turn by the dealer's entry alone: no card played bears it out, and
    nobody objected."""
    early = next((each for each in ruled.findings if each.code == "call-out-of-turn"), None)
    if early is None or early.at.call != 1 or early.objected:
        return False
    return not ruled.replay.played_on


def acts(findings: tuple[Finding, ...]) -> dict[Any, float]:
    """The acts that are found in a deal, each with its rate."""
    done: dict[Any, float] = {}
    for each in findings:
        if _act(each):
            act = (each.game, each.place.parts)
            done[act] = max(done.get(act, 0.0), slip_rates.offence(each.code))
        elif each.code == "hand-size":
            done[each.place.parts] = slip_rates.offence(each.code)
    return done


def _ranked(ruled: Any, seen: Seen) -> list[tuple[float, Slip]]:
    """The slips that may be in a deal with a rough weight, those of most first."""
    clues, sketch = Clues(ruled.replay, ruled.findings), Sketch(ruled.replay)
    in_calls = [each for each in ruled.findings if each.at.call is not None]
    calls = prod(acts(tuple(in_calls)).values())
    held = prod(acts(tuple(f for f in in_calls if f.code not in OF_HOLDING)).values())
    found: list[tuple[float, Slip]] = []
    for slip in in_the_auction(clues):
        if slip.trump is None and slip.values[0][0][0] != "head":
            found.append((slip.rate * sketch.as_written, slip))
        else:
            found.append((slip.rate * sketch.rate(slip.mended(seen), slip.trump), slip))
    for stays, slips_there in ((held, in_hands(clues)), (calls, in_the_play(clues))):
        for slip in slips_there:
            if len(found) >= MOST_SKETCHED:
                break
            found.append((slip.rate * stays * sketch.rate(slip.mended(seen)), slip))
    return nlargest(MOST_TRIED, found, key=lambda each: each[0])


def _explains_little(ruled: J, world: World[J]) -> bool:
    """Whether a world still has half of what is found, or more."""
    keys = set(map(key_of, ruled.findings))
    return 2 * len(keys - world.keys) <= len(keys)


def _once(worlds: list[World[J]]) -> list[World[J]]:
    """The worlds, heaviest first, each change of the record once."""
    found: dict[frozenset[Any], World[J]] = {}
    for world in sorted(worlds, key=lambda each: -each.weight):
        found.setdefault(frozenset(world.slip.entries), world)
    return list(found.values())
