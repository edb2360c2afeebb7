"""A deal entered by taps: each tap is a small form, kept before the page is shown again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.pages.answers import answer, archive, back, put_in, who, word
from fairdeal.desk.pages.drafts import Draft, Drafts, Step
from fairdeal.desk.pages.taps import HAND, LONGEST, TAGS, Taken, Turn, players_of, taken, whose_turn
from fairdeal.desk.report.shown import Token
from fairdeal.desk.review import casework
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import doubt
from fairdeal.grammar.notation.writer import event_text, write
from fairdeal.records import (
    CARDS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    Call,
    Card,
    Entry,
    Event,
    EventKind,
    Play,
    Seat,
    Standing,
)
from fairdeal.rulings.fifty_six.book import FiftySixBook

RANKS: Final = ("J", "9", "A", "10", "K", "Q")
"""In the order of their strength, as they are sorted in the hand."""
MORE_RANKS: Final = ("8", "7")
"""At a table of eight."""
SUIT_ORDER: Final = tuple(reversed(SUITS))

TITLES: Final = {
    "start": "Start",
    "hands": "Hands",
    "auction": "Auction",
    "play": "Play",
    "result": "Result",
}
SAID: Final = {
    "C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "No-trumps", "Noes": "Noes", "Plus": "Plus",
    "P": "Pass", "X": "Double", "XX": "Redouble", "AP": "Everyone else passes",
    "-": "don't know", "??": "can't be read",
}  # fmt: skip
"""The words of calls, and what stands for none, as the keys show them."""
EVENTS: Final = (
    ("objection A", "Team A objects"),
    ("objection B", "Team B objects"),
    ("warning A", "Team A was warned"),
    ("warning B", "Team B was warned"),
    ("exposed", "showed a card"),
    ("silence", "was skipped without a word"),
    ("disclosed", "showed a hand that may not be played"),
    ("claim", "tabled cards and claimed the rest"),
    ("challenge A", "Team A denies the claim"),
    ("challenge B", "Team B denies the claim"),
    ("concede A", "Team A accepts the claim"),
    ("concede B", "Team B accepts the claim"),
    ("review auction", "Somebody asked for the auction again"),
    ("review trick", "Somebody looked at a closed trick"),
    ("score-query", "asked about the score"),
    ("conduct", "did something else (say it in words)"),
    ("swap-teams", "The teams changed their seats"),
    ("redeal", "The deal was dealt again"),
    ("note", "Something else (say it in words)"),
)
"""What may happen beside calls and cards, in words. Those that begin small are about a seat."""
SEATED: Final = frozenset(event for event, said in EVENTS if said[0].islower())


Entries = tuple[tuple[str, Token], ...]
"""Calls or cards in order, each with the seat before it; events and cards of a hand have none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the deal so far: whose hand or which trick, and its entries."""

    title: str
    entries: Entries


@dataclass(frozen=True, slots=True)
class View:
    """What the page needs. `seat` is the seat that is shown as acting."""

    draft: Draft
    taken: Taken
    turn: Turn
    text: str

    @property
    def seat(self) -> str:
        return self.taken.chosen or self.turn.seat or ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(str(number) for number in range(1, self.taken.players + 1))

    @property
    def ranks(self) -> tuple[str, ...]:
        return RANKS if self.taken.players < 8 else RANKS + MORE_RANKS

    @property
    def contract(self) -> str:
        """The contract as the auction stands, in words."""
        return words.contract(self.turn.contract)

    @property
    def before(self) -> str:
        """The seat whose card was played last."""
        rows = self.turn.players
        return (rows[-1][-1] if rows and rows[-1] else None) or ""

    @property
    def undo(self) -> str:
        """What the next undo takes back, empty where there is nothing."""
        last = self.draft.last_act
        return "" if last is None else tapped(self.draft.steps[last])

    @property
    def redo(self) -> str:
        following = self.draft.next_act
        return "" if following is None else tapped(self.draft.steps[following])

    def says(self) -> str:
        """What the next tap is about."""
        taken = self.taken
        if taken.asked is not None:
            return _asked(taken)
        if taken.part == "start":
            return "Which deal is it, and who dealt? You may leave all of it empty."
        if taken.part == "hands":
            count = sum(
                len(each.cards) for each in taken.deal.hands or () if each.seat == taken.hand
            )
            return f"Seat {taken.hand}'s hand: {words.count(count, 'card')} so far."
        if taken.part == "result":
            return "What is written under the deal. Leave the rest empty."
        return self._turn()

    def _turn(self) -> str:
        taken, due = self.taken, self.turn.due
        plays = f"{'leads' if taken.opens_trick else 'plays'} to trick {taken.trick}"
        acts = plays if taken.part == "play" else "calls"
        over = "The auction is over; what was said after it can be entered too. "
        start = over if self.turn.over else ""
        if taken.chosen == "-":
            return f"{start}Nobody knows who {acts}."
        if taken.chosen:
            return f"{start}Seat {self.seat} {acts}, as you chose."
        if not self.seat:
            return f"{start}Who {acts} not known: choose the seat, or go on without it."
        other = f" By the rules it is seat {due}'s turn." if due not in (None, self.seat) else ""
        return f"{start}Seat {self.seat} {acts}.{other}"

    def at_hand(self) -> Entries:
        """What was entered last where the next tap goes: the trick, the hand, the last calls."""
        if self.taken.part == "auction":
            return self.auction()[-self.taken.players :]
        if self.taken.part == "play":
            return self.tricks()[0].entries if self.taken.deal.tricks else ()
        hands = [hand for hand in self.taken.deal.hands or () if hand.seat == self.taken.hand]
        return tuple(("", card_token(card)) for hand in hands for card in hand.cards)

    @property
    def full(self) -> bool:
        """Whether the last trick has a card of each seat, and the next card begins another."""
        return self.taken.part == "play" and bool(self.taken.deal.tricks) and self.taken.opens_trick

    def hands(self) -> list[Line]:
        """The hands, a row a seat."""
        return [
            Line(
                f"Seat {hand.seat}{'' if len(hand.cards) == HAND else f' ({len(hand.cards)})'}",
                tuple(("", card_token(card)) for card in hand.cards),
            )
            for hand in self.taken.deal.hands or ()
        ]

    def auction(self) -> Entries:
        """The calls and events, each with the seat that made it."""
        return _entries(self.taken.deal.auction or (), self.turn.callers)

    def tricks(self) -> list[Line]:
        """The tricks, each card with its seat, the last trick first."""
        seats = chain(self.turn.players, repeat(()))
        found = [
            Line(f"Trick {trick.number}", _entries(trick.items, of))
            for trick, of in zip(self.taken.deal.tricks or (), seats, strict=False)
        ]
        return found[::-1]


def _entries(items: Iterable[Call | Play | Event], seats: Iterable[Seat | None]) -> Entries:
    """Calls or cards, each with its seat, and the events among them."""
    left = iter(seats)
    return tuple(
        ("", event_token(item))
        if isinstance(item, Event)
        else (
            next(left, None) or "?",
            call_token(item) if isinstance(item, Call) else card_token(item.card),
        )
        for item in items
    )


def _asked(taken: Taken) -> str:
    assert taken.asked is not None
    event = taken.asked.event
    who = f"seat {event.seat.value}" if event.seat and event.seat.value else "the player"
    if event.kind is EventKind.RETRACTED:
        return f"{card_token(event.cards[0]).text} is taken back. Which card was played in the end?"
    if event.kind is EventKind.EXPOSED:
        return f"Which card did {who} show?"
    shown = " ".join(card_token(card).text for card in event.cards)
    return f"Which cards did {who} table? {shown or 'None so far'}. Then press “That was all”."


def card_token(entry: Entry[Card]) -> Token:
    """A card as it is shown; unclear ones as the notation writes them."""
    card = entry.value
    if card is None or entry.standing not in (Standing.CLEAR, Standing.DOUBTED):
        written = doubt.written_card(entry)
        return Token(written, SAID.get(written, written), doubt="?")
    doubt_sign = "" if entry.clear else "?"
    return Token(card.symbol + doubt_sign, card.name, card.suit in "DH", doubt=doubt_sign)


def call_token(call: Call) -> Token:
    """A call as it was said."""
    text = doubt.written_call(call.said)
    shown = " ".join(SUIT_SYMBOLS.get(word, word) for word in text.split())
    said = call.said.value
    red = said is not None and said.suit in ("D", "H")
    aloud = " ".join(_ALOUD.get(word, word) for word in text.split())
    return Token(shown, aloud, red, doubt="" if call.said.clear else "?")


_ALOUD: Final = {
    **SUIT_NAMES,
    "P": "Pass",
    "X": "Double",
    "XX": "Redouble",
    "+": "plus",
    "-": "unknown",
}
"""The words of calls for a screen reader."""


def event_token(event: Event) -> Token:
    text = event_text(event).removeprefix("! ")
    return Token(text, text)


def key(card: str) -> Token:
    """A card's key."""
    found = CARDS[card]
    return Token(found.symbol, found.name, found.suit in "DH")


def tapped(step: Step) -> str:
    """A tap in a word or two, for the keys that undo it and do it again."""
    if step.do in ("card", "call", "word"):
        card = CARDS.get(step.value)
        return key(step.value).text if card is not None else SAID.get(step.value, step.value)
    if step.do in ("who", "dealer"):
        who = "don't know" if step.value == "-" else f"seat {step.value}"
        return who if step.do == "who" else f"dealer {who}"
    return {
        "say": "end of call",
        "back": "taken back",
        "end": "that was all",
        "doubt": "not sure",
    }.get(step.do, step.value if step.do in ("typed", "event") else step.do)[:30]


pages = Blueprint("tapping", __name__)

NUMBERS: Final = tuple(range(28, 57))
"""Bids with a key of their own. Any other number, or word, can be typed."""
RAISES: Final = tuple(range(1, 7))
"""The numbers of raises."""
RESULT: Final = (
    "number", "trump", "x", "by", *(f"trick {number}" for number in range(1, 9)),
    *(f"{name} {side}" for name in ("points", "score", "penalty") for side in "AB"),
)  # fmt: skip
"""Fields of the result's form."""


def drafts() -> Drafts:
    return Drafts(Path(current_app.config["ARCHIVE"]))


@pages.post("/tap")
def new_deal() -> AnyResponse:
    case = word("case", 40)
    if case:
        casework.must_be_open(archive(), case)
    return back(f"/tap/{drafts().new(who(), case).id}")


@pages.get("/tap/<id>")
def tap(id: str) -> Response:
    draft = drafts().get(id)
    view = _view(draft)
    return answer(
        "tap.html",
        view=view,
        it=view.taken,
        title=draft.title,
        file=casework.case_file(archive(), draft.case) if draft.case else None,
        titles=TITLES,
        events=EVENTS,
        books=[(name, book.title) for name, book in _fifty_six()],
        suits=SUIT_ORDER,
        key=key,
        said=SAID,
        numbers=NUMBERS,
        raises=RAISES,
        typing=request.args.get("typing") == "1",
    )


@pages.post("/tap/<id>")
def entry(id: str) -> AnyResponse:
    """One tap. What the record cannot hold is refused; whatever the rules say of it is taken."""
    do = word("do", 1000)
    changed = drafts().change(id, lambda draft: _changed(draft, do))
    typing = "?typing=1" if do == "typed" else ""
    return back(f"/tap/{changed.id}{typing}")


def _changed(draft: Draft, do: str) -> Draft:
    if do in ("undo", "redo"):
        return draft.back() if do == "undo" else draft.again()
    then = draft.then(_step(do))
    _taken(then)  # Raises DeskError where nothing can be made of it.
    return then


def _step(do: str) -> Step:
    """What a form asks for: a key has all of it in `do`, other forms have fields."""
    kind, _, value = do.partition(" ")
    shown = word("before" if kind == "back" else "seat", 2)
    if kind == "heading":
        value = _fields(("number", *TAGS))
    elif kind == "result":
        value = _fields(RESULT)
    elif kind == "typed":
        value = word("text", LONGEST)
    elif kind == "happened":
        return Step("event", _event(word("what", 40)), shown)
    return Step(kind, value, shown)


def _fields(names: tuple[str, ...]) -> str:
    given = {name: word(name, 80) for name in names}
    return json.dumps({name: text for name, text in given.items() if text}, ensure_ascii=False)


def _event(what: str) -> str:
    """An event of the list, in the notation."""
    if what not in dict(EVENTS):
        raise DeskError("Nothing was chosen.", "", "Choose what happened.")
    said = word("words", 150)
    parts = [what, word("who", 2) or "-"] if what in SEATED else [what]
    if what in ("conduct", "note"):
        if not said:
            raise DeskError("What happened?", "", "Say it in a few words.")
        parts.append(doubt.quoted(said))
    return " ".join(parts)


def _taken(draft: Draft) -> Taken:
    return taken(draft.done, players_of(draft.done, _default_players))


def _default_players(rules: str) -> int:
    known = dict(_fifty_six())
    return known.get(rules or "international", known["international"]).default_players()


def _fifty_six() -> list[tuple[str, FiftySixBook]]:
    books = [(name, rulings.load(name)) for name in rulings.known()]
    return [(name, book) for name, book in books if isinstance(book, FiftySixBook)]


def _view(draft: Draft) -> View:
    found = _taken(draft)
    text = write(found.record())
    opens = found.trick if found.opens_trick else 0
    turn = Turn()
    with suppress(ConfinedError):  # Whose turn it is then stays unknown; the entries are there.
        task = Work.text("This deal", len(text), "judge")
        turn = workers().call(task, whose_turn, text, found.part, opens, found.players)
    return View(draft, found, turn, text)


@pages.post("/tap/<id>/hand-in")
def hand_in(id: str) -> AnyResponse:
    """The record into its case, or into a new one, as if it had been typed."""
    draft = drafts().get(id)
    found = _taken(draft)
    number = re.sub(r"[^\w-]", "", found.number)[:20]
    name = f"deal {number or 'without number'}, tapped.hrn"
    files = [(name, write(found.record()).encode())]
    answered = put_in(files, lambda: draft.case or archive().open_case("", who()))
    drafts().drop(id)
    return answered


@pages.post("/tap/<id>/drop")
def throw_away(id: str) -> AnyResponse:
    draft = drafts().get(id)
    drafts().drop(id)
    return back(f"/cases/{draft.case}" if draft.case else "/")
