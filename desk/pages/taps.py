"""What the taps of a deal come to: a record in the notation, written down as it was tapped, allowed or not.

Nothing here knows a rule but `whose_turn`, which is shown and nothing more. A seventh card, a card twice, a
call by whoever it was: each is put where it was tapped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeVar

from fairdeal.desk.intake.ledger import book_for
from fairdeal.desk.pages.drafts import Step
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.words import capital
from fairdeal.grammar import doubt
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.drafts import DealDraft, HandDraft, ResultDraft, TrickDraft
from fairdeal.grammar.notation.writer import write
from fairdeal.records import (
    NUMBERED,
    Call,
    Card,
    Contract,
    Deal,
    Entry,
    Event,
    EventKind,
    Hand,
    Place,
    Play,
    Record,
    Seat,
    Standing,
    Tag,
    Trick,
    absent,
    illegible,
    next_seat,
)
from fairdeal.rulings.fifty_six.book import FiftySixBook, table_of
from fairdeal.rulings.fifty_six.deal import DealReplay, replay
from fairdeal.rulings.replay.reading import see

LONGEST: Final = 200
"""Letters of a line: a trick, a hand or a round of calls."""
TRICKS: Final = 8


def calls_in(line: str) -> list[Call]:
    """``28 S, P, 6: P``. Raises DeskError where something in it would be lost."""
    return [each for each in _deal("Auction", line).auction or () if isinstance(each, Call)]


def cards_in(line: str) -> list[Play]:
    """``3:KH KS ??``: the cards of a trick or a part of one."""
    return [play for trick in _deal("Play", line).play or () for play in trick.plays]


def hands_in(line: str, seat: str) -> list[Hand]:
    """``JH 9H`` for a seat, or ``3: JH 9H``."""
    labelled = line[1:2] == ":" or line[:4].lower() == "seat"
    return list(_deal("Hands", line if labelled else f"{seat}: {line}").hands or ())


def events_in(words: str) -> list[Event]:
    """``objection A``: events, as they are written after the ``!``."""
    deal = _deal("Auction", f"! {words}")
    found = [each for each in deal.auction or () if isinstance(each, Event)]
    if not found or any(each.kind is EventKind.OTHER for each in found):
        raise DeskError(
            f"Unknown event: “{words}”.", "", "Choose one of the list, or write a note."
        )
    return found


def result_of(given: Mapping[str, str]) -> ResultDraft | None:
    """What stands under the deal, field by field; None where nothing does."""
    lines = []
    contract = " ".join(filter(None, (given.get("number"), given.get("trump"), given.get("x"))))
    if contract or given.get("by"):
        by = f" by {given['by']}" if given.get("by") else ""
        lines.append(f"contract {contract or '-'}{by}")
    winners = [given.get(f"trick {number}", "") for number in range(1, TRICKS + 1)]
    while winners and not winners[-1]:
        winners.pop()
    if winners:
        lines.append("tricks " + " ".join(each or "-" for each in winners))
    for name in ("points", "score", "penalty"):
        figures = [
            f"{side} {given[f'{name} {side}']}" for side in "AB" if given.get(f"{name} {side}")
        ]
        if figures:
            lines.append(f"{name} {' '.join(figures)}")
    if not lines:
        return None
    result = _deal("Result", "\n".join(lines)).result
    if result is None:
        return None
    figures_of = {"points": result.points, "score": result.score, "penalty": result.penalty}
    return ResultDraft(result.contract, None, result.tricks, figures=figures_of)


def _deal(block: str, text: str) -> Deal:
    """The deal of which this is a block. Raises DeskError, in the reader's words, where any of it would be
    lost."""
    if len(text) > LONGEST + 40 and block != "Result":
        raise DeskError("That is too long for one line.", "", f"Type at most {LONGEST} letters.")
    read = hand_record.read(f"{block}:\n{text}")
    errors = [problem.message for problem in read.problems if problem.severity == "error"]
    if errors:
        said = errors[0].rstrip(".")
        raise DeskError(f"{capital(said)}.", "", "Type it in another way, or tap it.")
    record = read.record
    if len(record.deals) != 1 or record.tags or record.sheets or record.deals[0].tags:
        raise DeskError("That does not belong in this part of a deal.", "", "Tap it instead.")
    return record.deals[0]


PARTS: Final = ("start", "hands", "auction", "play", "result")
"""The parts of the page, in the order in which a deal goes."""
TAGS: Final = ("Event", "Date", "Round", "Table", "Rules", "Players", "TeamA", "TeamB")
"""What the heading may have beside the deal's number."""
HAND: Final = 8
"""Cards of a hand, at every table: after so many the next hand is next."""


class Asked(NamedTuple):
    """An event for which cards are still to be tapped. It stands in `items` already, at `place`; there
    the card itself stands that is taken back, until the one that stood in the end is tapped."""

    event: Event
    items: list[Any]
    place: int


@dataclass(slots=True)
class Taken:
    """The deal as far as it was tapped, and what the next tap is about. `players` sit at the table."""

    players: int
    tags: dict[str, str] = field(default_factory=dict)
    number: str = ""
    deals: list[DealDraft] = field(default_factory=lambda: [DealDraft(1, 1)])
    part: str = "start"
    chosen: str = ""
    """The seat chosen for the next call or card; empty where nobody chose one."""
    hand: str = "1"
    """Whose hand the next card goes to."""
    words: list[str] = field(default_factory=list)
    """The words of the call under way."""
    asked: Asked | None = None
    more: bool = False
    """Whether the next card still goes to the trick that has a card of each seat."""
    closed: bool = False
    """Whether the next card begins a trick though the last has not a card of each seat."""
    skipped: int = 0
    """Tricks to be left out before the next one: nobody knows them."""
    result: dict[str, str] = field(default_factory=dict)
    """The result as it was entered."""

    @property
    def deal(self) -> DealDraft:
        return self.deals[-1]

    @property
    def opens_trick(self) -> bool:
        """Whether the next card is the first of a trick."""
        tricks = self.deal.tricks
        if not tricks or self.closed:
            return True
        return not self.more and count_of(tricks[-1]) >= self.players

    @property
    def trick(self) -> int:
        """The number of the trick to which the next card goes."""
        tricks = self.deal.tricks
        last = tricks[-1].number if tricks else 0
        return last + 1 + self.skipped if self.opens_trick else last

    def record(self) -> Record:
        """The record as it is, as the notation has it."""
        heading = tuple(Tag(name, value) for name, value in self.tags.items())
        record = Record(heading, tuple(deal.finish() for deal in self.deals))
        return hand_record.read(write(record)).record


def seat_in(step: Step) -> Entry[Seat]:
    """The seat that a step names, or that nobody knows it."""
    entry = doubt.read_entry(step.value, doubt.read_seat)
    if entry is None or (entry.value is not None and entry.value not in NUMBERED):
        raise unknown(step)
    return entry


def count_of(trick: TrickDraft) -> int:
    """How many cards a trick has."""
    return sum(isinstance(item, Play) for item in trick.items)


def one_line(text: str) -> str:
    """A text as it may stand in a record's line."""
    line = " ".join(text.split())
    if not line:
        raise DeskError("Nothing was entered.", "", "Tap or type the entry.")
    if ";" in line:
        raise DeskError("A record has no semicolons.", "", "Write a comma instead.")
    return line


def unknown(step: Step) -> DeskError:
    """What to say where the page has no key that does this."""
    return DeskError(
        f"“{step.value or step.do}” is not an entry.", "", "Tap one of the page's keys."
    )


WITH_CARDS: Final = {"exposed": EventKind.EXPOSED, "claim": EventKind.CLAIM}
"""Events of which the cards are tapped afterwards."""


def event(found: Taken, step: Step) -> None:
    """An event in the notation, without its cards where these are tapped: ``exposed 2``, ``objection A``."""
    word, _, who = step.value.partition(" ")
    if word in WITH_CARDS:
        made = Event(WITH_CARDS[word], seat=seat_in(replace(step, value=who)))
        items = happened(found, made)
        found.asked = Asked(made, items, len(items) - 1)
        return
    for each in events_in(one_line(step.value)):
        happened(found, each)


def happened(found: Taken, event: Event) -> list[Any]:
    """Put an event where it happened; returns what it stands among, as its last."""
    deal = found.deal
    deal.event_count += 1
    items: list[Any] = deal.events
    if found.part == "auction":
        items = deal.auction = deal.auction if deal.auction is not None else []
    elif found.part == "play":
        deal.tricks = deal.tricks or [TrickDraft(1, lines=1)]
        items = deal.tricks[-1].items
    elif found.part == "result":
        items = deal.closing
    items.append(event)
    if event.kind is EventKind.REDEAL:
        found.deals.append(DealDraft(len(found.deals) + 1, 1, deal.number))
        found.part, found.hand, found.result, found.asked = "start", "1", {}, None
    return items


def card_of_event(found: Taken, card: Entry[Card]) -> None:
    """The next card of the event that asks for it."""
    assert found.asked is not None
    event, items, place = found.asked
    if event.kind is EventKind.RETRACTED:
        found.asked = None
        items[place : place + 1] = [
            replace(event, replaced_by=card),
            replace(items[place], card=card),
        ]
        return
    event = items[place] = replace(event, cards=(*event.cards, card))
    found.asked = None if event.kind is EventKind.EXPOSED else Asked(event, items, place)


def end(found: Taken, step: Step) -> None:
    """No further card belongs to the event."""
    found.asked = None


def back(found: Taken, step: Step) -> None:
    """The last card of the trick is taken back: the next card is the one that stood."""
    if not found.deal.tricks or not count_of(found.deal.tricks[-1]):
        raise DeskError("No card was played yet.", "", "Tap the card first, then take it back.")
    trick = found.deal.tricks[-1]
    place, play = next(
        (n, item) for n, item in reversed(list(enumerate(trick.items))) if isinstance(item, Play)
    )
    shown = doubt.read_entry(step.seat, doubt.read_seat) if step.seat else None
    seat = play.label or shown or absent()
    at = None
    if count_of(trick) == 1 and seat.value is not None:
        # An event before the first card of a trick stands in the trick before, unless it names its own.
        at = Place((f"trick {trick.number}", f"seat {seat.value}"))
    event = Event(EventKind.RETRACTED, seat=seat, cards=(play.card,), at=at)
    found.asked = Asked(event, trick.items, place)


T = TypeVar("T")


def taken(steps: Iterable[Step], players: int) -> Taken:
    """What steps come to, one after the other. Raises as `take` does."""
    found = Taken(players)
    for step in steps:
        take(found, step)
    return found


def take(found: Taken, step: Step) -> None:
    """One tap more. Raises DeskError where the page has no such key, or nothing can be made of what was
    typed."""
    if step.do not in _DOES or (step.seat and step.seat not in (*NUMBERED, "-")):
        raise unknown(step)
    _DOES[step.do](found, step)


def players_of(steps: Iterable[Step], default: Callable[[str], int]) -> int:
    """How many play: as the heading says, else `default` of the rulebook that it names."""
    headings = [_texts(step) for step in steps if step.do == "heading"]
    heading = headings[-1] if headings else {}
    said = heading.get("Players", "")
    return int(said) if said in ("4", "6", "8") else default(heading.get("Rules", ""))


# --- the heading and the parts of the page ------------------------------------------------------------


def _heading(found: Taken, step: Step) -> None:
    given = _texts(step)
    found.tags = {name: given[name] for name in TAGS if given.get(name)}
    found.number = given.get("number", "")
    for deal in found.deals:
        deal.number = doubt.read_entry(found.number, doubt.read_text) if found.number else None


def _texts(step: Step) -> dict[str, str]:
    """The texts of a form, by the names of its fields."""
    try:
        given = json.loads(step.value)
        return {str(name): " ".join(str(text).split()) for name, text in given.items()}
    except (ValueError, AttributeError, RecursionError) as error:
        raise unknown(step) from error


def _dealer(found: Taken, step: Step) -> None:
    found.deal.dealer = seat_in(step)


def _part(found: Taken, step: Step) -> None:
    if step.value not in PARTS:
        raise unknown(step)
    found.part, found.chosen = step.value, ""


def _who(found: Taken, step: Step) -> None:
    seat_in(step)
    if found.part != "hands":
        found.chosen = step.value
    elif step.value in NUMBERED:
        found.hand = step.value


def _acting(found: Taken, step: Step, *, first: bool) -> Entry[Seat] | None:
    """The seat to be written before an entry: one that was chosen, or of the first the one that was shown."""
    said = found.chosen or (step.seat if first else "")
    found.chosen = ""
    return doubt.read_entry(said, doubt.read_seat) if said else None


# --- calls --------------------------------------------------------------------------------------------


def _word(found: Taken, step: Step) -> None:
    found.words.append(one_line(step.value))


def _say(found: Taken, step: Step) -> None:
    if found.words:
        said = " ".join(found.words)
        found.words = []
        _call(found, replace(step, value=said))


def _call(found: Taken, step: Step) -> None:
    label = _acting(found, step, first=not found.deal.auction)
    found.deal.add_calls([Call(doubt.read_call(one_line(step.value)), label)])


# --- cards --------------------------------------------------------------------------------------------


def _card(found: Taken, step: Step) -> None:
    """A card for whatever asks for one: an event, a hand, a trick."""
    card = doubt.read_entry(step.value, doubt.parse_card)
    if card is None:
        raise unknown(step)
    if found.asked is not None:
        card_of_event(found, card)
    elif found.part == "hands":
        _dealt(found, found.hand, card)
    else:
        _play(found, card, _acting(found, step, first=found.opens_trick))


def _dealt(found: Taken, seat: Seat, card: Entry[Card]) -> None:
    deal = found.deal
    deal.hands = deal.hands if deal.hands is not None else []
    hand = next((each for each in deal.hands if each.seat == seat), None)
    if hand is None:
        hand = HandDraft(seat, [])
        deal.hands.append(hand)
    hand.cards.append(card)
    if len(hand.cards) == HAND and seat == found.hand and int(seat) < found.players:
        found.hand = next_seat(seat, found.players)


def _play(found: Taken, card: Entry[Card], label: Entry[Seat] | None) -> None:
    deal, first = found.deal, found.opens_trick
    deal.tricks = deal.tricks if deal.tricks is not None else []
    if first:
        due = deal.tricks[-1].number + 1 if deal.tricks else 1
        deal.tricks.append(TrickDraft(found.trick, due, lines=1))
        found.closed, found.skipped = False, 0
    if first or count_of(deal.tricks[-1]) >= found.players:
        found.more = False
    deal.tricks[-1].items.append(Play(card, label))


def _trick(found: Taken, step: Step) -> None:
    """Where the next card goes: on to the same trick (``more``), or to the one after it (``next``)."""
    if step.value not in ("more", "next"):
        raise unknown(step)
    if step.value == "more":
        found.more, found.closed, found.skipped = bool(found.deal.tricks), False, 0
    elif found.opens_trick:
        found.skipped += 1
    else:
        found.closed, found.more = True, False


# --- doubts, the result, and what was typed -------------------------------------------------------------


def _doubt(found: Taken, step: Step) -> None:
    """The last entry of this part may be something else."""
    deal = found.deal
    if found.part == "hands" and deal.hands and deal.hands[-1].cards:
        cards = deal.hands[-1].cards
        cards[-1] = _doubted(cards[-1])
    elif found.part == "auction" and deal.auction and isinstance(deal.auction[-1], Call):
        call = deal.auction[-1]
        text = doubt.written_call(call.said)
        said = doubt.read_call(text if text.endswith("?") else f"{text}?")
        deal.auction[-1] = replace(call, said=said)
    elif found.part == "play" and deal.tricks:
        items = deal.tricks[-1].items
        if items and isinstance(items[-1], Play):
            items[-1] = replace(items[-1], card=_doubted(items[-1].card))


def _doubted(entry: Entry[T]) -> Entry[T]:
    return replace(entry, standing=Standing.DOUBTED) if entry.clear else entry


def _result(found: Taken, step: Step) -> None:
    found.result = {name: text for name, text in _texts(step).items() if text}
    found.deal.result = result_of(found.result)


def _typed(found: Taken, step: Step) -> None:
    """What was typed instead of being tapped, in the notation of its part."""
    line = one_line(step.value)
    if line.startswith("!"):
        for event in events_in(line.removeprefix("!").strip()):
            happened(found, event)
    elif found.part == "hands":
        for hand in hands_in(line, found.hand):
            for card in hand.cards:
                _dealt(found, hand.seat, card)
    elif found.part == "auction":
        for call in calls_in(line):
            label = _acting(found, step, first=not found.deal.auction)
            found.deal.add_calls([call if call.label is not None else replace(call, label=label)])
    elif found.part == "play":
        for play in cards_in(line):
            shown = _acting(found, step, first=found.opens_trick)
            _play(found, play.card, play.label or shown)
            step = Step("typed")  # The page showed whose turn it was before the first card only.
    else:
        raise DeskError("Nothing is typed here.", "", "Go to the hands, the auction or the play.")


_DOES: Final[dict[str, Callable[[Taken, Step], None]]] = {
    "heading": _heading,
    "dealer": _dealer,
    "part": _part,
    "who": _who,
    "word": _word,
    "say": _say,
    "call": _call,
    "card": _card,
    "trick": _trick,
    "event": event,
    "end": end,
    "back": back,
    "doubt": _doubt,
    "result": _result,
    "typed": _typed,
}
"""What each kind of tap does."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How a deal stands. `seat` acts next as the notation counts, `due` by the rulebook; None where that
    not known. `callers` are the seats of all calls, `players` of all cards, trick by trick."""

    seat: Seat | None = None
    due: Seat | None = None
    over: bool = False
    """Whether the auction is over."""
    contract: Contract | None = None
    callers: tuple[Seat | None, ...] = ()
    players: tuple[tuple[Seat | None, ...], ...] = ()


def whose_turn(text: str, part: str, opens: int, players: int) -> Turn:
    """In a worker: how the last deal of a record stands. `opens`: the next card begins the trick of this
    number; 0 where it goes to the last."""
    record = hand_record.read(text).record
    book = book_for(record, None)
    if not isinstance(book, FiftySixBook) or players not in book.players or not record.deals:
        return Turn()
    table = table_of(book, players)
    deal = _with_next(record.deals[-1], part, opens)
    found = replay(see(deal, 1, table.seats), table)
    seat, due = _to_act(found, part)
    callers = tuple(fact.seat for fact in found.auction.calls)
    tricks = tuple(fact.seats for fact in found.play.tricks)
    if part == "auction":
        over = found.auction.calls[-1].after is not None
        before = replay(see(record.deals[-1], 1, table.seats), table)
        return Turn(seat, due, over, before.auction.contract, callers[:-1], tricks)
    if part == "play":
        last = () if opens else (tricks[-1][:-1],)
        return Turn(seat, due, False, found.contract, callers, (*tricks[:-1], *last))
    return Turn(None, None, False, found.contract, callers, tricks)


def _with_next(deal: Deal, part: str, opens: int) -> Deal:
    """The deal with one entry more that nobody can read: who made it is whose turn it is."""
    if part == "auction":
        return replace(deal, auction=(*(deal.auction or ()), Call(illegible())))
    if part != "play":
        return deal
    tricks, card = deal.play or (), Play(illegible())
    if opens:
        return replace(deal, play=(*tricks, Trick(opens, (card,))))
    last = replace(tricks[-1], items=(*tricks[-1].items, card))
    return replace(deal, play=(*tricks[:-1], last))


def _to_act(found: DealReplay, part: str) -> tuple[Seat | None, Seat | None]:
    """Whose turn it is, as the notation counts and by the rulebook."""
    if part == "auction":
        fact = found.auction.calls[-1]
        return fact.seat, fact.due
    if part == "play":
        trick = found.play.tricks[-1]
        return trick.seats[-1], trick.leader if len(trick.seats) == 1 else trick.seats[-1]
    return None, None
