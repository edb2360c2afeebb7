"""What is not there: rows without a log, logs without a row, cards and tricks that are not recorded.

Said in one line, so that nobody takes what was not handed in, or not written, for what was looked at. A card
that follows from the others is named as an inference; the record stays as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.replays import Replay, replays
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place, figure
from fairdeal.records.record import Deal, EventKind, Sheet, Trick
from fairdeal.rulings.doubt.elimination import Follows, following
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.replay.play import TrickFact

What = Literal["card", "trick", "log", "row"]

EACH: Final = 3
"""Cards or tricks that are named one by one; more of them are counted, and their deals named."""

BETWEEN: Final = " · "

_CUT_SHORT: Final = frozenset(
    {EventKind.CLAIM, EventKind.CONCEDE, EventKind.REDEAL, EventKind.HELD}
)
"""Events after which nothing more need have been played, or written."""


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that is not there. `deal` is its number on paper, or else its position in the record;
    `number` the card's place in its trick or hand; `follows` what it is by the others."""

    what: What
    deal: str
    place: Place
    number: int = 0
    follows: Follows | None = None


def missing(case: Case) -> tuple[Missing, ...]:
    """What is not there of a match, the papers first, then deal by deal."""
    return (*_logs(case), *_rows(case), *_played(case))


def missing_line(case: Case) -> str:
    """The same in one line; empty where nothing is missing."""
    return in_one_line(in_words(missing(case), case))


# --- papers ------------------------------------------------------------------------------------------


def _logs(case: Case) -> Iterator[Missing]:
    """The rows of sheets without a log of their deal."""
    logs, told = {_same(label) for label in _labels(case)}, set[str]()
    for number, sheet in enumerate(case.record.sheets, 1):
        for row, label in _filled(sheet):
            if _same(label) not in logs | told:
                told.add(_same(label))
                yield Missing("log", label, sheet.place(row, "deal").in_sheet(number))


def _rows(case: Case) -> Iterator[Missing]:
    """The logs without a row on a sheet, where any has one."""
    there = {
        _same(str(cell.value))
        for sheet in case.record.sheets
        for row in range(len(sheet.rows))
        if (cell := sheet.cell(row, "deal")) is not None and cell.value is not None
    }
    for label in dict.fromkeys(_labels(case)) if there else ():
        if _same(label) not in there:
            yield Missing("row", label, Place.of(f"deal {label}"))


def _labels(case: Case) -> Iterator[str]:
    """The numbers of the deals of which anything is written, as the rulings have them."""
    for verdict, deal in zip(case.verdict.deals, case.record.deals, strict=True):
        written = deal.hands or deal.auction or deal.play or deal.result or deal.events
        if verdict.deal is not None and (written or deal.unread):
            yield verdict.deal


def _filled(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """The rows with anything but a number and a dealer, which may be printed there: with the number."""
    others = [each for each in sheet.columns if each not in ("deal", "dealer")]
    for row in range(len(sheet.rows)):
        label = sheet.cell(row, "deal")
        cells = [sheet.cell(row, column) for column in others]
        if label is not None and label.value is not None and any(c and c.readings for c in cells):
            yield row, str(label.value)


def _same(label: str) -> str:
    """A number as it is compared: ``07`` is 7."""
    number = figure(label)
    return label if number is None else str(number)


# --- the play ----------------------------------------------------------------------------------------


def _played(case: Case) -> Iterator[Missing]:
    games = {
        game
        for game, deal in enumerate(case.record.deals, 1)
        if not deal.unread and _lacks(deal, _to_the_end(case, deal), case.book.hand)
    }
    found = replays(case.record, case.verdict, case.book, games) if games else {}
    for game in sorted(found):
        deal, replay = case.record.deals[game - 1], found[game]
        verdict = case.verdict.deals[game - 1]
        label = verdict.deal or str(game)
        yield from _of_deal(replay, label, _to_the_end(case, deal), verdict.left_out)


def _to_the_end(case: Case, deal: Deal) -> bool:
    """Whether all tricks were to be played, and nothing recorded says that they were not."""
    whole = isinstance(case.book, FiftySixBook) and case.book.play_ends == "all-tricks"
    return whole and not any(event.kind in _CUT_SHORT for event in deal.all_events())


def _lacks(deal: Deal, to_the_end: bool, size: int) -> bool:
    """Whether anything may be missing of a deal: a card in a row, a trick, a card of a trick."""
    tricks = deal.play or ()
    if any(card.standing is Standing.ABSENT for hand in deal.hands or () for card in hand.cards):
        return True
    plays = [trick.plays for trick in tricks]
    if any(play.card.standing is Standing.ABSENT for row in plays for play in row):
        return True
    if to_the_end and tricks and len(tricks) < size:
        return True
    lengths = set(map(len, plays if to_the_end else plays[:-1]))
    return len(lengths) > 1 or any(each.number != n for n, each in enumerate(tricks, 1))


def _absent(entry: Entry[Any]) -> bool:
    return entry.standing is Standing.ABSENT


def _of_deal(
    replay: Replay, deal: str, to_the_end: bool, left_out: Sequence[int]
) -> Iterator[Missing]:
    follows = {each.slot: each for each in following(replay)}
    for hand in replay.deal.hands or ():
        for index, card in enumerate(hand.cards):
            if _absent(card):
                place = Place.of(f"hand {hand.seat}", str(index + 1))
                found = follows.get(("hands", hand.seat, index))
                yield Missing("card", deal, place, index + 1, found)
    tricks = replay.play.tricks
    numbers = {fact.number for fact in tricks}
    last = replay.table.hand if to_the_end else max(numbers, default=0)
    for row, fact in enumerate(tricks):
        trick = replay.seen.tricks[row].trick
        whole = to_the_end or fact.number < last
        for index in _gaps(trick, replay.table.players, whole):
            found = follows.get(("tricks", row, "cards", index))
            yield Missing("card", deal, _place(fact, index, replay), index + 1, found)
    gone = [number for number in range(1, last + 1) if number not in numbers]
    for number in left_out or gone if numbers else ():
        yield Missing("trick", deal, Place.of(f"trick {number}"))


def _gaps(trick: Trick, players: int, whole: bool) -> Iterator[int]:
    """Which cards of a trick are not recorded; `whole`: those behind the last one too."""
    cards = [play.card for play in trick.plays]
    written = [index for index, card in enumerate(cards) if not _absent(card)]
    end = max(players, len(cards)) if whole else max(written, default=-1) + 1
    yield from (index for index in range(end) if index >= len(cards) or _absent(cards[index]))


def _place(fact: TrickFact, index: int, replay: Replay) -> Place:
    """The place of a card by its seat, where that can be told."""
    seats = list(fact.seats)
    if None not in seats and seats and seats[0] is not None:
        turns = replay.table.rotation[seats[0]]
        seats += [seat for seat in turns if seat not in seats]
    seat = seats[index] if index < len(seats) else None
    return Place.of(f"trick {fact.number}", f"card {index + 1}" if seat is None else f"seat {seat}")


# --- in words ----------------------------------------------------------------------------------------


def in_words(found: Sequence[Missing], case: Case) -> tuple[str, ...]:
    """What is not there, each in a few words, to stand in one line."""
    by_kind: dict[What, list[Missing]] = defaultdict(list)
    for each in found:
        by_kind[each.what].append(each)
    logs, rows = ([each.deal for each in by_kind[what]] for what in ("log", "row"))
    told = []
    if logs:
        any_log = any(True for _ in _labels(case))
        told.append(f"{_deals(logs)} no log" if any_log else "no deal has a log")
    if rows:
        told.append(f"{_deals(rows)} no row on the sheet")
    return (*told, *_cards(by_kind["card"]), *_tricks(by_kind["trick"]))


def in_one_line(told: Sequence[str]) -> str:
    """All of it in one line."""
    text = BETWEEN.join(told)
    return text[:1].upper() + text[1:]


def _deals(labels: Sequence[str]) -> str:
    one = len(labels) == 1
    return f"deal {labels[0]} has" if one else f"deals {listed(labels)} have"


def _cards(found: Sequence[Missing]) -> Iterator[str]:
    by_deal = {deal: list(cards) for deal, cards in groupby(found, lambda each: each.deal)}
    if len(by_deal) > EACH:
        yield f"{len(found)} cards of deals {listed(list(by_deal))} are not recorded"
        return
    for deal, cards in by_deal.items():
        if len(cards) > EACH:
            yield f"{len(cards)} cards of deal {deal} are not recorded"
            continue
        for _, in_row in groupby(cards, lambda each: (each.place.parts[0], each.follows)):
            yield _in_row(list(in_row))


def _in_row(cards: Sequence[Missing]) -> str:
    """Cards of one row that are not recorded; one that follows from the others stands alone."""
    row, by = cards[0].place.parts[0], cards[0].follows
    within = f"seat {row[5:]}'s hand" if row.startswith("hand ") else row
    one = len(cards) == 1
    which = listed([str(each.number) for each in cards])
    what = f"{'card' if one else 'cards'} {which} of {within} in deal {cards[0].deal}"
    how = "" if by is None else f" (by {by.by} it is the {by.card.name})"
    return f"{what} {'is' if one else 'are'} not recorded{how}"


def _tricks(found: Sequence[Missing]) -> Iterator[str]:
    by_deal = {deal: list(tricks) for deal, tricks in groupby(found, lambda each: each.deal)}
    if len(by_deal) > EACH:
        yield f"{len(found)} tricks of deals {listed(list(by_deal))} are not recorded"
        return
    for deal, tricks in by_deal.items():
        numbers = [each.place.parts[0].removeprefix("trick ") for each in tricks]
        one = len(numbers) == 1
        what = f"trick {numbers[0]}" if one else f"tricks {listed(numbers)}"
        yield f"{what} of deal {deal} {'is' if one else 'are'} not recorded"


def listed(labels: Collection[str]) -> str:
    """``3``, ``3 and 9``, ``1 to 14``, ``1, 3 to 5 and 9``."""
    runs: list[list[str]] = []
    for label in labels:
        number, before = figure(label), figure(runs[-1][-1]) if runs else None
        if number is not None and before is not None and number == before + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    told = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]
    *others, last = told
    return f"{', '.join(others)} and {last}" if others else last
