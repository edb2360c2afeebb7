"""At the table: what happened, a question or two, and what the rulebook in force says. No record is needed.

Every answer is a link, so the pages work without scripts and the way back is the browser's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.archive.acts import Kind, now
from fairdeal.desk.intake.papers import DEFAULT
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    existing,
    known_books,
    number_given,
    seen,
    who,
    word,
)
from fairdeal.desk.pages.audit_jobs import LONGEST, event_here
from fairdeal.desk.tournament.board import EventNow
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.usual import usual_rulebook
from fairdeal.records import plain_number
from fairdeal.rulings import Rulebook
from fairdeal.rulings.frame.incident import Ask, AtTable, Incident, Outcome

pages = Blueprint("at_table", __name__)

GROUPS: Final = {
    "dealing": "The deal",
    "bidding": "The bidding",
    "play": "The play",
    "conduct": "Score and conduct",
}
"""Where in a deal something happens, and what that part is called."""
KEPT: Final = ("event", "round", "table")
"""What an address carries from page to page."""
MOST_WORDS: Final = 1000
"""Letters of a remark on a slip."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An incident under a rulebook, with the answers given so far."""

    book: Rulebook
    at: AtTable
    incident: Incident
    answers: tuple[str, ...]
    node: Ask | Outcome
    said: list[tuple[str, str]]

    @property
    def title(self) -> str:
        return self.incident.title or words.title(self.incident.code, game=self.book.game)

    @property
    def address(self) -> str:
        return "/".join(("/table", self.book.id, self.incident.name, *self.answers))

    @property
    def outcome(self) -> Outcome:
        """What the rulebook says. Raises NotFound as long as a question is open."""
        if isinstance(self.node, Ask):
            raise NotFound
        return self.node

    @property
    def article(self) -> str:
        """As people call it: ``Article 3.10``."""
        return words.article(self.outcome.article) if self.outcome.article else ""

    @property
    def follows(self) -> str:
        return self.outcome.follows if self.outcome.article else "This rulebook does not name it."

    @property
    def write(self) -> list[str]:
        objected = "Whether the other side objected, and when."
        return [*self.incident.write, *([objected] if self.outcome.needs_objection else [])]


def asked(rules: str, name: str, answers: tuple[str, ...]) -> Asked:
    """An incident by its words in an address. Raises NotFound where there is nothing of that name."""
    book = _book(rules)
    at = rulings.game_of(book).at_table
    incident = existing(at.incident(name))
    try:
        node = at.after(incident, book, answers)
        return Asked(book, at, incident, answers, node, at.said(incident, book, answers))
    except KeyError as error:
        raise NotFound from error


def _book(rules: str) -> Rulebook:
    if rules not in rulings.known():
        raise NotFound
    return rulings.load(rules)


@pages.get("/table")
def at_table() -> Response:
    """What can be chosen, by the rulebook of the event, else by the committee's own."""
    now_of = _event()
    own = usual_rulebook()
    given = (now_of.event.rules, now_of.event.usual) if now_of is not None else (own,)
    known = rulings.known()
    return _choose(next(each for each in (*given, DEFAULT) if each in known), now_of)


@pages.get("/table/<rules>")
def by_rulebook(rules: str) -> Response:
    return _choose(rules, _event())


def _choose(rules: str, now_of: EventNow | None) -> Response:
    book = _book(rules)
    at = rulings.game_of(book).at_table
    groups = [
        (
            title,
            [Asked(book, at, each, (), Outcome(), []) for each in at.incidents if each.group == of],
        )
        for of, title in GROUPS.items()
    ]
    return answer(
        "at_table.html", book=book, books=known_books(), groups=groups, now=now_of, kept=_kept()
    )


@pages.get("/table/<rules>/<name>")
@pages.get("/table/<rules>/<name>/<path:answers>")
def question(rules: str, name: str, answers: str = "") -> Response:
    """The next question, or what the rulebook says."""
    it = asked(rules, name, tuple(each for each in answers.split("/") if each))
    now_of, kept = _event(), _kept()
    if isinstance(it.node, Ask):
        return answer("at_table_question.html", it=it, now=now_of, kept=kept)
    return answer(
        "at_table_answer.html",
        it=it,
        now=now_of,
        kept=kept,
        at_seat=_seat_given(now_of),
        longest=LONGEST,
        most=MOST_WORDS,
    )


@pages.post("/table/slip")
def slip() -> Response:
    """The same on paper, with room to sign."""
    it = from_form()
    event = word("event", 20)
    return answer(
        "at_table_slip.html",
        it=it,
        event=event_here(event).event if event else None,
        sides=(word("side_a", LONGEST), word("side_b", LONGEST)),
        where=[(name, word(name, 20)) for name in ("round", "table", "deal")],
        text=word("text", MOST_WORDS),
        when=now(),
    )


@pages.post("/audits/<event>/incident")
def keep(event: str) -> AnyResponse:
    """What happened into the event's disputes: the committee sees it on the board until it is settled."""
    it, now_of = from_form(), event_here(event)
    seat = plain_number(word("round", 20)), plain_number(word("table", 20))
    if now_of.board.rows:
        seat = now_of.cell(seat).seat
    elif not all(seat):
        raise DeskError("At which table was it?", "", "Type the round and the table.")
    body = {
        "round": seat[0],
        "table": seat[1],
        "deal": word("deal", 20),
        "sides": [word("side_a", LONGEST), word("side_b", LONGEST)],
        "rules": it.book.id,
        "incident": it.incident.name,
        "answers": list(it.answers),
        "title": it.title,
        "article": it.article,
        "follows": it.follows,
        "text": word("text", MOST_WORDS),
    }
    archive().add(event, Kind.INCIDENT, body, who())
    return back(f"/audits/{event}/board#disputes", "It is among the event's disputes.")


@pages.post("/audits/<event>/settle")
def settle(event: str) -> AnyResponse:
    """An incident is settled: its match counts again, and it stays on the page of the match."""
    act = number_given("act")
    found = event_here(event).event.incidents.get(act)
    if found is None or found.settled:
        raise DeskError("That was settled meanwhile.", "", "Look at the board again.")
    body = {"act": act, "text": word("text", MOST_WORDS)}
    archive().add(event, Kind.SETTLED, body, who(), seen=seen())
    return back(f"/audits/{event}/board#disputes")


def from_form() -> Asked:
    """What a form of ours says of an incident and its answers."""
    answers = tuple(each for each in word("answers", 200).split("/") if each)
    return asked(word("rules", 40), word("incident", 40), answers)


def _event() -> EventNow | None:
    """The event that the address names. Raises DeskError where there is none."""
    event = request.args.get("event", "")
    return event_here(event) if event else None


def _kept() -> str:
    """What the address carries on, as the end of another one."""
    given = {name: request.args.get(name, "")[:LONGEST] for name in KEPT}
    carried = urlencode({name: text for name, text in given.items() if text})
    return f"?{carried}" if carried else ""


def _seat_given(now_of: EventNow | None) -> tuple[str, str]:
    """The round and the table of the address; the round under way where it names none."""
    under_way = now_of.board.current if now_of is not None else ""
    return request.args.get("round", under_way)[:20], request.args.get("table", "")[:20]
