"""What a game is to the rulings: how its rulebooks are read, and how its records are ruled on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from fairdeal.records.cards import Team
from fairdeal.records.record import Record
from fairdeal.rulings.frame.decided import Decided
from fairdeal.rulings.frame.finding import Refusal, Verdict
from fairdeal.rulings.frame.hearing import Hearing
from fairdeal.rulings.frame.incident import AtTable
from fairdeal.rulings.frame.own import added
from fairdeal.rulings.frame.rule import Rule
from fairdeal.rulings.rulebooks.files import File, located, source
from fairdeal.rulings.rulebooks.rulebook import InWords, Rulebook, Topic

B = TypeVar("B", bound=Rulebook)


@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[B]):
    """A game that a rulebook names (its key ``game``), with all that depends on which one it is.

    `build` makes a rulebook of a file's tables. `hearing` rules on a record, slips of the pen left out that
    a person refused, and as a committee decided on findings. `rows` are what a rulebook says, row by
    row; `figures` has words for each key of its file. `as_ruled` is a record with its logs numbered as the
    rulings take them. `match_points` are those that totals of a match give, None where the game or the
    rulebook has none. `most_points` are the most that one deal brings by the rulebook's table, None where
    it sets no limit. `at_table` are the incidents that a person may ask about without a record.
    """

    name: str
    title: str
    sides: tuple[Team, Team]
    """The two sides of a match, in the order in which reports name them."""
    ranked_by_match: bool
    """Whether matches bring match points; else the totals of all matches count."""
    rules: tuple[Rule[Any, Any, Any, Any], ...]
    build: Callable[[Mapping[str, Any], str, Collection[str]], B]
    hearing: Callable[
        [Record, B, Sequence[Refusal], Sequence[Decided]], Hearing[Any, Any, Any, Any]
    ]
    rows: Sequence[Topic[B]]
    figures: Mapping[str, str]
    at_table: AtTable
    as_ruled: Callable[[Record, B], Record] = lambda record, book: record
    match_points: Callable[[B, dict[Team, int], Team | None], dict[Team, int] | None] = (
        lambda book, totals, tie_break: None
    )
    most_points: Callable[[B], int | None] = lambda book: None

    def check(
        self,
        record: Record,
        book: B,
        refused: Sequence[Refusal] = (),
        decided: Sequence[Decided] = (),
    ) -> Verdict:
        """Everything there is to say about a record of this game."""
        return self.hearing(record, book, refused, decided).verdict()

    def in_words(self, book: B) -> list[InWords]:
        """What a rulebook says, row by row."""
        return [row.said(book) for row in self.rows]

    def load(self, id_or_path: str) -> B:
        """A rulebook of this game by its id, or by its file's path.

        Raises RulebookError where there is none, it has a mistake, or it is of another game.
        """
        return self.built(located(id_or_path))

    def built(self, files: tuple[File, ...]) -> B:
        """The rulebook of a file and those of its bases, the file itself first."""
        book: B = _built(self, files)
        return book


@lru_cache(maxsize=64)
def _built(game: Game[Any], files: tuple[File, ...]) -> Any:
    read = source(files)
    with read.placing():
        codes = frozenset(rule.code for rule in game.rules)
        book = read.finished(game.build(read.tables, read.file, codes), game.figures)
    own = added(game.name, game.rules)
    if not own.rules:
        return book
    findings, articles = {**book.findings, **own.findings}, {**book.articles, **own.articles}
    return replace(book, findings=findings, articles=articles)
