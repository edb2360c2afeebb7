"""What happened at a table, without a record: a question or two, and the answer of the rulebook in force.

Each game has its table of incidents. Articles, remedies and figures come from the rulebook alone; what it
does not name leads to a finding that it does not have, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from fairdeal.rulings.frame.finding import Branch, Remedy
from fairdeal.rulings.rulebooks.rulebook import Rulebook

T = TypeVar("T")
Group = Literal["dealing", "bidding", "play", "conduct"]
Sentences = tuple[str, ...]
"""Sentences, one below the other."""
AwardRow = tuple[str, tuple[int, ...]]
"""Bids from and to, and what the deal then gives: not doubled, doubled, redoubled."""

COMMITTEE: Final = Remedy("committee")
NOTHING: Final = Remedy("none")


@dataclass(frozen=True, slots=True)
class Then:
    """Where the answers lead: to a finding of the rulebook, or to an article of it that allows what was done.

    `code`, `remedy` and `on` may depend on the rulebook, as bids in other words do. `article` is the one to
    cite where it is not the finding's first. `remedy` is what the answers settle, where the rulebook's row of
    the finding is not all: an excused slip, a second time. `on`, `own` and `other` say how the game goes on,
    and what the side that did it and the other one may do. `ways` are paragraphs of the Laws of bridge.
    """

    code: str | Callable[[Any], str] = ""
    article: str = ""
    remedy: Remedy | Callable[[Any], Remedy | None] | None = None
    on: Sentences | Callable[[Any], Sentences] = ()
    own: Sentences = ()
    other: Sentences = ()
    ways: tuple[str, ...] = ()
    counts: Literal["", "made", "defeated"] = ""
    """What the deal counts as, where it is awarded."""

    def finding(self, book: Rulebook) -> str:
        return _by(book, self.code)

    def settled(self, book: Rulebook) -> Remedy | None:
        return _by(book, self.remedy)

    def goes_on(self, book: Rulebook) -> Sentences:
        return _by(book, self.on)


def _by(book: Rulebook, value: T | Callable[[Any], T]) -> T:
    """What does not depend on the rulebook, or what it comes to under this one."""
    return value(book) if callable(value) else value


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with its answers: a word for the address, the answer, and where it leads."""

    question: str
    answers: tuple[tuple[str, str, Ask | Then], ...]


Node = Ask | Then


def yes_no(question: str, yes: Node, no: Node) -> Ask:
    return Ask(question, (("yes", "Yes", yes), ("no", "No", no)))


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happens at a table. `title` is empty where it is called as the finding `code` is.

    `asks`: the question that comes first, which may depend on the rulebook. `write` is what to write down.
    """

    code: str
    group: Group
    asks: Node | Callable[[Any], Node]
    write: Sentences
    title: str = ""
    key: str = ""

    @property
    def name(self) -> str:
        """The word for it in an address."""
        return self.key or self.code

    def first(self, book: Rulebook) -> Node:
        """The question that comes first under a rulebook."""
        return self.asks(book) if callable(self.asks) else self.asks


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the rulebook says. Its `article` is empty where it does not name the thing.

    In `remedy` the side that did it is the first of the game's sides.
    """

    code: str = ""
    article: str = ""
    paraphrase: str = ""
    remedy: Remedy = COMMITTEE
    follows: str = ""
    needs_objection: bool = False
    on: Sentences = ()
    own: Sentences = ()
    other: Sentences = ()
    ways: tuple[Branch, ...] = ()
    awards: tuple[AwardRow, ...] = ()
    setting: str = ""
    """The open reading of the rulebook that was used."""


NOT_NAMED: Final = Outcome()


@dataclass(frozen=True, slots=True)
class AtTable:
    """The incidents of a game, and how an answer is found in one of its rulebooks."""

    incidents: tuple[Incident, ...]
    answer: Callable[[Any, Then], Outcome]

    def incident(self, name: str) -> Incident | None:
        return next((each for each in self.incidents if each.name == name), None)

    def after(self, incident: Incident, book: Rulebook, given: Sequence[str]) -> Ask | Outcome:
        """The next question after these answers, or what they lead to. A question that changes nothing under
        this rulebook is not asked. Raises KeyError for an answer that it does not have."""
        return self._after(incident, book, given)[0]

    def said(
        self, incident: Incident, book: Rulebook, given: Sequence[str]
    ) -> list[tuple[str, str]]:
        """The questions that were asked, each with its answer. Raises as `after`."""
        return self._after(incident, book, given)[1]

    def _after(
        self, incident: Incident, book: Rulebook, given: Sequence[str]
    ) -> tuple[Ask | Outcome, list[tuple[str, str]]]:
        node = self._due(incident.first(book), book)
        said = []
        for each in given:
            if not isinstance(node, Ask):
                raise KeyError(each)
            words, following = {key: (words, to) for key, words, to in node.answers}[each]
            said.append((node.question, words))
            node = self._due(following, book)
        return node, said

    def _due(self, node: Node, book: Rulebook) -> Ask | Outcome:
        """The node itself, or the one outcome to which all its answers lead."""
        outcomes = {self.answer(book, each) for each in leaves(node)}
        if len(outcomes) == 1:
            return outcomes.pop()
        assert isinstance(node, Ask)
        return node


def leaves(node: Node) -> Iterator[Then]:
    """Everything that answers can lead to."""
    if isinstance(node, Then):
        yield node
    else:
        for _, _, to in node.answers:
            yield from leaves(to)


def named(
    book: Rulebook,
    then: Then,
    remedy: Callable[[str], Remedy],
    words: Callable[[Remedy], str],
) -> Outcome:
    """What a rulebook says where answers lead; `NOT_NAMED` where it has neither finding nor article."""
    code = then.finding(book)
    rule = book.findings.get(code)
    allowed = not code and then.article in book.articles
    if rule is None and not allowed:
        return NOT_NAMED
    article = then.article if rule is None or then.article in rule.articles else rule.article
    settled = then.settled(book) or remedy(code)
    return Outcome(
        code=code,
        article=article,
        paraphrase=book.article(article, code),
        remedy=settled,
        follows=words(settled),
        needs_objection=rule is not None and rule.objection,
        on=then.goes_on(book),
        own=then.own,
        other=then.other,
    )
