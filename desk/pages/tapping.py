"""A deal entered by taps: each tap is a small form, kept before the page is shown again."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import rulings
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.pages.answers import answer, archive, back, who, word
from fairdeal.desk.pages.cases import begin, keep
from fairdeal.desk.review import casework
from fairdeal.desk.tapping.draft import Draft, Drafts, Step
from fairdeal.desk.tapping.shown import EVENTS, SAID, SEATED, SUIT_ORDER, TITLES, View, key
from fairdeal.desk.tapping.taken import LONGEST, TAGS, Taken
from fairdeal.desk.tapping.taps import players_of, taken
from fairdeal.desk.tapping.turn import Turn, whose_turn
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import doubt
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings.fifty_six.book import FiftySixBook

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
        books=_books(),
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


def _books() -> list[tuple[str, str]]:
    return [(name, book.title) for name, book in _fifty_six()]


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
    data = write(found.record()).encode()
    with archive().writing():
        case = draft.case or archive().open_case("", who())
        task = keep(case, f"deal {number or 'without number'}, tapped.hrn", data)
    begin(case, [task])
    drafts().drop(id)
    return back(f"/cases/{case}")


@pages.post("/tap/<id>/drop")
def throw_away(id: str) -> AnyResponse:
    draft = drafts().get(id)
    drafts().drop(id)
    return back(f"/cases/{draft.case}" if draft.case else "/")
