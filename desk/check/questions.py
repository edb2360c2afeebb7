"""What a person should look at: entries to check before a case is final, and what is not there.

The question whose answer settles most comes first. An entry counts only where a finding, an outcome or a
score depends on how it is read; the others that are hard to read are counted. What was not added, or not
written, is said in one line, so that nobody takes it for what was looked at. A card that follows from the
others is named as an inference; the record stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import groupby
from typing import Any, Final, Literal

from fairdeal.desk import words
from fairdeal.desk.check.sentences import likeliest, shapes_asked, subject
from fairdeal.desk.intake.case import Case, Replay, replays
from fairdeal.records import (
    Deal,
    Entry,
    EventKind,
    Place,
    Sheet,
    Standing,
    Trick,
    in_groups,
    plain_number,
)
from fairdeal.rulings.doubt.elimination import Follows, following
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.frame.finding import Certainty, Explanation, Finding, named
from fairdeal.rulings.replay.play import TrickFact

LEAST: Final = 0.005
"""Findings less likely than one in two hundred are not reason to look at an entry: a hundred of them hide the
ones that matter."""

WEIGHTS: Final = {"offence": 3.0, "ruling": 3.0, "entry": 1.0, "advice": 0.2}
"""What a finding weighs that an answer settles: an offence or a ruling moves a deal, an entry a figure."""

OUTCOME: Final = 3.0
"""What the outcome or the score of a deal weighs."""

Key = tuple[int | None, Place]
"""An entry: the position of its deal in the record (None: on a sheet) and its place."""


@dataclass(frozen=True, slots=True)
class Question:
    """An entry that a person should look at, or several that one slip of the pen would have put wrong.

    `findings` are those that the answer settles; `outcome`: whether it settles what a deal comes to.
    `game` is None for a cell of a sheet.
    """

    game: int | None
    deal: str | None
    places: tuple[Place, ...]
    findings: tuple[Finding, ...]
    outcome: bool
    explanation: Explanation | None = None
    cell: str | None = None
    """Where it stands in a spreadsheet."""

    @property
    def weight(self) -> tuple[float, float]:
        """How much the answer settles; among equals, how open it is."""
        settled = sum(WEIGHTS[each.severity] for each in self.findings)
        shares = [each.probability or 0.0 for each in self.findings]
        return settled + OUTCOME * self.outcome, sum(min(share, 1.0 - share) for share in shares)


@dataclass(frozen=True, slots=True)
class Questions:
    """What is open about a case. `others`: entries in doubt on which nothing depends; `shapes`: what is to be
    looked at of how a hand writes."""

    open: tuple[Question, ...] = ()
    others: int = 0
    shapes: tuple[str, ...] = ()

    def explains(self, finding: Finding) -> bool:
        """Whether a finding depends on entries that one slip of the pen would have put wrong: those are shown
        with the explanation."""
        return any(
            of.explanation is not None
            and of.game == finding.game
            and bool(set(finding.depends_on) & set(of.places))
            for of in self.open
        )

    @property
    def entries(self) -> int:
        return sum(len(each.places) for each in self.open)


NONE_OPEN: Final = Questions()
"""Nothing that a person should look at, or nobody asked."""


def questions(case: Case) -> Questions:
    """The open questions of a case, the weightiest first. Others in doubt are counted only beside them."""
    found = [*_slips(case), *_unclear(case)]
    found.sort(key=lambda each: each.weight, reverse=True)
    shapes = tuple(shapes_asked(case.transcripts))
    if not found:
        return Questions(shapes=shapes)
    unclear = sum(each.explanation is None for each in found)
    return Questions(tuple(found), max(0, _doubtful(case) - unclear), shapes)


def _slips(case: Case) -> Iterator[Question]:
    for of in likeliest(case.verdict.explanations):
        gone, entries = set(of.findings), {each.place for each in of.entries}
        settled = tuple(
            each
            for each in case.verdict.findings
            if each.game == of.game
            and (each.code, each.place) in gone
            and (each.certainty is not Certainty.DEPENDS or entries & set(each.depends_on))
        )
        if settled:
            places = tuple(each.place for each in of.entries)
            yield Question(of.game, of.deal, places, settled, outcome=False, explanation=of)


def _unclear(case: Case) -> Iterator[Question]:
    explained = {
        (of.game, entry.place)
        for of in likeliest(case.verdict.explanations)
        for entry in of.entries
    }
    depending = in_groups(
        (key, finding)
        for finding in case.verdict.findings
        if finding.certainty is Certainty.DEPENDS
        and finding.by != "read"
        and (finding.probability or 0.0) >= LEAST
        for place in dict.fromkeys(finding.depends_on or (words.address(finding),))
        if (key := key_of(case, finding, place)) not in explained
    )
    outcomes = {*case.verdict.turning, *_illegible(case), *_scores(case)}
    for key in dict.fromkeys([*depending, *sorted(outcomes, key=str)]):
        game, place = key
        deal = case.record.deals[game - 1].label if game is not None else None
        cell = case.record.cell_at(place) if game is None else None
        settled = tuple(depending.get(key, ()))
        yield Question(game, deal, (place,), settled, key in outcomes, cell=cell)


def key_of(case: Case, finding: Finding, place: Place) -> Key:
    """The entry that a finding names as one on which it depends."""
    if place.within_sheet().number("row") is not None:
        return None, place.within_deal()
    game = finding.game if place.deal is None else case.games.get(place.deal, finding.game)
    return game, place.within_deal()


def _illegible(case: Case) -> Iterator[Key]:
    """Calls and cards that nobody could read, in deals of which it cannot be said what they come to."""
    for verdict in case.verdict.deals:
        if verdict.award is not None or verdict.outcome == "unread":
            continue
        deal = case.record.deals[verdict.game - 1]
        for number, call in enumerate(deal.calls, 1):
            if call.said.standing is Standing.ILLEGIBLE:
                yield verdict.game, Place.of(f"call {number}")
        for trick in deal.play or ():
            for number, play in enumerate(trick.plays, 1):
                if play.card.standing is Standing.ILLEGIBLE:
                    yield verdict.game, Place.of(f"trick {trick.number}", f"card {number}")


def _scores(case: Case) -> Iterator[Key]:
    """Scores on sheets that are in doubt, of deals without a log: the match has them from there alone."""
    logs = {deal.label for deal in case.record.deals if not deal.unread}
    for number, sheet in enumerate(case.record.sheets, 1):
        for row in range(len(sheet.rows)):
            label = sheet.cell(row, "deal")
            if label is not None and str(label.value) in logs:
                continue
            for column in sheet.columns:
                cell = sheet.cell(row, column)
                if column.startswith("score ") and cell is not None and cell.doubtful:
                    yield None, Place.of(f"row {row + 1}", column).in_sheet(number)


def _doubtful(case: Case) -> int:
    return sum(1 for each in _entries((case.record.deals, case.record.sheets)) if each.doubtful)


def _entries(thing: Any) -> Iterator[Entry[Any]]:
    if isinstance(thing, Entry):
        yield thing
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _entries(each)
    elif isinstance(thing, dict):
        yield from _entries(tuple(thing.values()))
    elif is_dataclass(thing):
        for name in fields(thing):
            yield from _entries(getattr(thing, name.name))


# --- in words ----------------------------------------------------------------------------------------


def heading(of: Questions) -> str:
    """``1 shape of a hand and 3 entries to check before this is final``; empty where there is nothing."""
    shapes = words.count(len(of.shapes), "shape of a hand", "shapes of a hand")
    entries = words.count(of.entries, "entry", "entries")
    told = [shapes if of.shapes else "", entries if of.open else ""]
    named = " and ".join(filter(None, told))
    return f"{named} to check before this is final" if named else ""


def asked_of(of: Question) -> str:
    """``Deal 3: the dealer (4 findings depend on it)``."""
    return f"{where(of)} ({depending_on(of)})"


def where(of: Question) -> str:
    """``Deal 3: the dealer``, ``Score sheet: the bid of row 5 (worksheet “Scores”, cell E7)``."""
    slip = of.explanation
    named = subject(slip.entries) if slip else " and ".join(map(words.entry, of.places))
    if of.game is None:
        return f"Score sheet: {named}" + (f" ({of.cell})" if of.cell else "")
    return f"Deal {of.deal or of.game}: {named}"


def depending_on(of: Question) -> str:
    """``4 findings and the score depend on it``."""
    number = len({each.follows_from or named(each) for each in of.findings})
    told = [words.count(number, "finding")] if number else []
    told += ["what the deal scores"] if of.outcome else []
    many = len(told) > 1 or number > 1
    it = "it" if len(of.places) == 1 else "them"
    return f"{' and '.join(told)} {'depend' if many else 'depends'} on {it}"


def rest(of: Questions) -> str:
    """How many others are in doubt; empty where none is."""
    if not of.others:
        return ""
    one = of.others == 1
    return (
        f"{words.count(of.others, 'other entry', 'other entries')} {'is' if one else 'are'} hard to read, but"
        f" nothing was found that depends on {'it' if one else 'them'}."
    )


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
    return missing_in_one_line(missing_in_words(missing(case), case))


# --- papers ------------------------------------------------------------------------------------------


def _logs(case: Case) -> Iterator[Missing]:
    """The rows of sheets without a log of their deal."""
    logs, told = {plain_number(label) for label in _labels(case)}, set[str]()
    for number, sheet in enumerate(case.record.sheets, 1):
        for row, label in _filled(sheet):
            if plain_number(label) not in logs | told:
                told.add(plain_number(label))
                yield Missing("log", label, sheet.place(row, "deal").in_sheet(number))


def _rows(case: Case) -> Iterator[Missing]:
    """The logs without a row on a sheet, where any has one."""
    there = {
        plain_number(str(cell.value))
        for sheet in case.record.sheets
        for row in range(len(sheet.rows))
        if (cell := sheet.cell(row, "deal")) is not None and cell.value is not None
    }
    for label in dict.fromkeys(_labels(case)) if there else ():
        if plain_number(label) not in there:
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


# --- the play ----------------------------------------------------------------------------------------


def _played(case: Case) -> Iterator[Missing]:
    games = {
        game: deal
        for game, deal in enumerate(case.record.deals, 1)
        if not deal.unread and _lacks(deal, _to_the_end(case, deal), case.book.hand)
    }
    found = _replays(case, games) if games else {}
    for game in sorted({*games, *found}):
        deal, verdict = case.record.deals[game - 1], case.verdict.deals[game - 1]
        label, to_the_end = verdict.deal or str(game), _to_the_end(case, deal)
        last = _last(deal, to_the_end, case.book.hand)
        if game in found:
            yield from _cards_of(found[game], label, to_the_end, last)
        numbers = {trick.number for trick in deal.play or ()}
        gone = [number for number in range(1, last + 1) if number not in numbers]
        for number in verdict.left_out or gone if numbers else ():
            yield Missing("trick", label, Place.of(f"trick {number}"))


def _replays(case: Case, games: Mapping[int, Deal]) -> dict[int, Replay]:
    """The replays of deals with a card that is not recorded: who played it, and what it is by the others."""
    wanted = set(games)
    if isinstance(case.book, FiftySixBook):
        seats = players(case.record, case.book)
        wanted = {
            game
            for game, deal in games.items()
            if _lacks_card(deal, _to_the_end(case, deal), case.book.hand, seats)
        }
    return replays(case.record, case.verdict, case.book, wanted) if wanted else {}


def _last(deal: Deal, to_the_end: bool, size: int) -> int:
    return size if to_the_end else max((trick.number for trick in deal.play or ()), default=0)


def _lacks_card(deal: Deal, to_the_end: bool, size: int, seats: int) -> bool:
    last = _last(deal, to_the_end, size)
    return any(any(map(_absent, hand.cards)) for hand in deal.hands or ()) or any(
        any(True for _ in _gaps(trick, seats, to_the_end or trick.number < last))
        for trick in deal.play or ()
    )


def _to_the_end(case: Case, deal: Deal) -> bool:
    """Whether all tricks were to be played, and nothing recorded says that they were not."""
    whole = isinstance(case.book, FiftySixBook) and case.book.play_ends == "all-tricks"
    return whole and not any(event.kind in _CUT_SHORT for event in deal.all_events())


def _lacks(deal: Deal, to_the_end: bool, size: int) -> bool:
    """Whether anything may be missing of a deal: a card in a row, a trick, a card of a trick."""
    tricks = deal.play or ()
    plays = [trick.plays for trick in tricks]
    rows = [hand.cards for hand in deal.hands or ()]
    rows += [tuple([play.card for play in row]) for row in plays]
    if any(_ABSENT in [card.standing for card in row] for row in rows):
        return True
    if to_the_end and tricks and len(tricks) < size:
        return True
    lengths = set(map(len, plays if to_the_end else plays[:-1]))
    return len(lengths) > 1 or any(each.number != n for n, each in enumerate(tricks, 1))


_ABSENT: Final = Standing.ABSENT
"""Looked up once: it is asked for at every card."""


def _absent(entry: Entry[Any]) -> bool:
    return entry.standing is _ABSENT


def _cards_of(replay: Replay, deal: str, to_the_end: bool, last: int) -> Iterator[Missing]:
    follows = {each.slot: each for each in following(replay)}
    for hand in replay.deal.hands or ():
        for index, card in enumerate(hand.cards):
            if _absent(card):
                place = Place.of(f"hand {hand.seat}", str(index + 1))
                found = follows.get(("hands", hand.seat, index))
                yield Missing("card", deal, place, index + 1, found)
    for row, fact in enumerate(replay.play.tricks):
        trick = replay.seen.tricks[row].trick
        whole = to_the_end or fact.number < last
        for index in _gaps(trick, replay.table.players, whole):
            found = follows.get(("tricks", row, "cards", index))
            yield Missing("card", deal, _place(fact, index, replay), index + 1, found)


def _gaps(trick: Trick, players: int, whole: bool) -> Iterator[int]:
    """Which cards of a trick are not recorded; `whole`: those behind the last one too."""
    cards = [play.card for play in trick.plays]
    written = [index for index, card in enumerate(cards) if not _absent(card)]
    end = max(players, len(cards)) if whole else max(written, default=-1) + 1
    yield from (index for index in range(end) if index >= len(cards) or _absent(cards[index]))


def _place(fact: TrickFact, index: int, replay: Replay) -> Place:
    """The place of a card by its seat, where that can be known."""
    seats = list(fact.seats)
    if None not in seats and seats and seats[0] is not None:
        turns = replay.table.rotation[seats[0]]
        seats += [seat for seat in turns if seat not in seats]
    seat = seats[index] if index < len(seats) else None
    return Place.of(f"trick {fact.number}", f"card {index + 1}" if seat is None else f"seat {seat}")


# --- in words ----------------------------------------------------------------------------------------


def missing_in_words(found: Sequence[Missing], case: Case) -> tuple[str, ...]:
    """What is not there, each in a few words, to stand in one line."""
    by_kind = in_groups((each.what, each) for each in found)
    logs, rows = ([each.deal for each in by_kind[what]] for what in ("log", "row"))
    told = []
    if logs:
        any_log = any(True for _ in _labels(case))
        told.append(f"{_deals(logs)} no log" if any_log else "no deal has a log")
    if rows:
        told.append(f"{_deals(rows)} no row on the sheet")
    return (*told, *_cards(by_kind["card"]), *_tricks(by_kind["trick"]))


def missing_in_one_line(told: Sequence[str]) -> str:
    """All of it in one line."""
    return words.capital(BETWEEN.join(told))


def _deals(labels: Sequence[str]) -> str:
    one = len(labels) == 1
    return f"deal {labels[0]} has" if one else f"deals {words.numbers(labels)} have"


def _cards(found: Sequence[Missing]) -> Iterator[str]:
    by_deal = {deal: list(cards) for deal, cards in groupby(found, lambda each: each.deal)}
    if len(by_deal) > EACH:
        yield f"{len(found)} cards of deals {words.numbers(by_deal)} are not recorded"
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
    which = words.numbers(str(each.number) for each in cards)
    what = f"{'card' if one else 'cards'} {which} of {within} in deal {cards[0].deal}"
    how = "" if by is None else f" (by {by.by} it is the {by.card.name})"
    return f"{what} {'is' if one else 'are'} not recorded{how}"


def _tricks(found: Sequence[Missing]) -> Iterator[str]:
    by_deal = {deal: list(tricks) for deal, tricks in groupby(found, lambda each: each.deal)}
    if len(by_deal) > EACH:
        yield f"{len(found)} tricks of deals {words.numbers(by_deal)} are not recorded"
        return
    for deal, tricks in by_deal.items():
        numbers = [each.place.parts[0].removeprefix("trick ") for each in tricks]
        one = len(numbers) == 1
        what = f"trick {numbers[0]}" if one else f"tricks {words.numbers(numbers)}"
        yield f"{what} of deal {deal} {'is' if one else 'are'} not recorded"
