"""What a ruling says: findings, remedies, the outcome of each deal, and what could not be checked; and what a
committee made of findings (`Decisions`), by which the record is judged then.

A finding that was dismissed is not one: whatever followed from it goes with it. One that was accepted is
established by the committee's word. One that was changed has the remedy or the award that was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal

from fairdeal.records import Card, Contract, Place, Seat, Span, Team
from fairdeal.rulings.rulebooks.rulebook import RemedyKind

Severity = Literal["offence", "entry", "ruling", "advice"]
"""`offence`: an act of a player that a rule forbids. `entry`: the record contradicts itself or the rules
of arithmetic, whatever anybody did. `ruling`: a consequence that a rule names, and no offence.
`advice`: something the committee may want to know."""
Outcome = Literal["made", "defeated", "redeal", "passed-out", "undecided", "unread"]
By = Literal["record", "person", "read"]
"""What vouches for a finding: the record alone, or a person's word that entries stand as they are written.
`read`: it is not established, but a person read every entry it depends on, so that only the paper may be
wrong."""

Named = tuple[str, tuple[str, ...], Seat | None, int | None, int | None]
"""What tells a finding from the others of its record: code, place, seat, game and sheet."""


class Certainty(Enum):
    """How sure a finding is."""

    ESTABLISHED = "established"
    """Holds in every reading of the record and every completion of what was not recorded."""
    DEPENDS = "depends"
    """Holds in some readings of doubtful entries only; it names them and says how likely."""
    POSSIBLE = "possible"
    """Nothing recorded rules it out, but a consistent deal without it exists."""


@dataclass(frozen=True, slots=True)
class At:
    """The place of a finding taken apart. Parts that do not apply are None.

    `call` counts the calls of the deal, `trick` the tricks, `position` the cards of the trick in the
    order played, all from 1; `row` and `column` are those of the sheet. `sheet` is the number of the
    sheet in the record where that is not the first.
    """

    call: int | None = None
    trick: int | None = None
    seat: Seat | None = None
    position: int | None = None
    row: int | None = None
    column: str | None = None
    sheet: int | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """Evidence beside the finding's own place: the card still held that proves a revoke."""

    place: Place
    message: str


MOST_RELATED: Final = 12
"""Pieces of evidence that a finding names. A revoke in a full hand has seven; a page that writes one card a
thousand times is proved by a dozen of them."""


def few(place: Place, related: Sequence[Related], count: int = 0) -> tuple[Related, ...]:
    """The evidence of a finding at a place, as much of it as is named; what is left out is counted.

    `count`: how many pieces there are, where `related` has only the first of them.
    """
    left_out = max(count, len(related)) - MOST_RELATED
    if left_out <= 0:
        return tuple(related)
    more = Related(place, f"{left_out:,} more places like these are not listed")
    return (*related[:MOST_RELATED], more)


@dataclass(frozen=True, slots=True)
class Remedy:
    """What the rulebook says is to be done. `points` are what it adds beside the deal's award."""

    kind: RemedyKind
    to: Team | None = None
    points: int = 0

    def in_words(self, words: Mapping[str, str], to: str) -> str:
        """The words that a game has for its kind, with points, tricks and the side filled in."""
        one = self.points == 1
        points = "1 point" if one else f"{self.points} points"
        tricks = "One trick goes" if one else f"{self.points} tricks go"
        text = words.get(self.kind, "Nothing to be done.")
        return text.format(points=points, off=-self.points, tricks=tricks, to=to)


OF_ENTRIES: Final = {
    "correct-entry": "Correct the entry.",
    "committee": "For the committee to decide.",
}
"""The words for remedies that are the same in every game."""


@dataclass(frozen=True, slots=True)
class AwardIf:
    """What a deal scores if the committee decides in one way: ``the bid stands``.

    `award` is None where the record does not show what the deal then scores.
    """

    condition: str
    award: dict[Team, int] | None
    papers: tuple[str, ...] = ()
    """The papers on which it rests, where papers differ."""


@dataclass(frozen=True, slots=True)
class CallsRuled:
    """What a ruling makes of calls, by their numbers from 1: `stand` count though they were irregular, `void`
    are cancelled and change nothing."""

    stand: frozenset[int] = frozenset()
    void: frozenset[int] = frozenset()


AS_CALLED: Final = CallsRuled()
"""No ruling on any call."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One way that a law leaves open after an irregularity, for the director to choose.

    `key` names it among those of its finding and in the documentation, `law` is what is cited (``Law 27A1``).
    `condition` is put after "if", `follows` says what the auction and the play are bound to, `score` what
    becomes of the score. `taken`: whether the record shows that the table went this way; None: it shows
    neither. `remedy` with `calls` is what the choice does to the score; None where the director has to assign
    one. `award`: what the deal then scores, None where the record does not show that.
    """

    key: str
    law: str
    condition: str
    follows: str
    score: str
    taken: bool | None = None
    remedy: Remedy | None = None
    calls: CallsRuled | None = None
    award: dict[Team, int] | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One irregularity, with its article, evidence and remedy.

    `deal` is the deal's number as recorded, `game` its position in the file from 1; both None for
    findings about the sheet or the session that belong to no deal. `place` leaves out the deal.
    `seat` and `team` name an offender only with severity `offence`; else they say whose hand, card or
    column it is.
    `message` says in plain words what the record shows; `remedy_text` what the rulebook asks for.
    """

    code: str
    severity: Severity
    article: str
    place: Place
    message: str
    remedy: Remedy
    remedy_text: str = ""
    deal: str | None = None
    game: int | None = None
    at: At = At()
    seat: Seat | None = None
    team: Team | None = None
    certainty: Certainty = Certainty.ESTABLISHED
    probability: float | None = 1.0
    depends_on: tuple[Place, ...] = ()
    related: tuple[Related, ...] = ()
    needs_objection: bool = False
    objected: bool | None = None
    setting: str | None = None
    span: Span | None = None
    due: int | None = None
    """The figure that should stand in a wrong score's cell, where the rulebook tells."""
    count: int = 1
    """How many times it was found in its place; points of the remedy are those of all of them."""
    awards_if: tuple[AwardIf, ...] = ()
    """What the deal scores either way, where the committee has to choose."""
    branches: tuple[Branch, ...] = ()
    """The ways that the law leaves open, in the law's order; none where the rulebook settles it."""
    by: By = "record"
    """What vouches for it, where it is established."""
    not_recorded: tuple[Place, ...] = ()
    """Those of `depends_on` that are not recorded: cards that follow from the others."""
    follows_from: Named | None = None
    """The wrong entry that this one is only a consequence of: the two are one slip, decided on together."""

    @property
    def counts(self) -> bool:
        """Whether something is to be put right or decided: no advice, nothing only possible, no claim that
        stands."""
        told = self.severity == "advice" or self.code == "claim-stands"
        return not told and self.certainty is not Certainty.POSSIBLE


def established(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that hold in every reading of the record."""
    return [each for each in findings if each.certainty is Certainty.ESTABLISHED]


@dataclass(frozen=True, slots=True)
class Counted:
    """What a deal counts as by the article that was broken in it, whatever the play gave."""

    outcome: Outcome
    article: str


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """What came of one deal.

    `outcome` is what the play gave, `award` what the rulebook gives once established findings are
    applied (None where the committee must decide or the record does not tell). `counted`: what the deal
    counts as once a ruling changed that. `awards_if`: what it scores either way, where the committee
    has to choose.
    `arithmetic` explains the award step by step in plain words, for the report.
    """

    deal: str | None
    game: int
    contract: Contract | None
    points: dict[Team, int] | None
    outcome: Outcome
    award: dict[Team, int] | None
    arithmetic: tuple[str, ...] = ()
    winners: tuple[Seat | None, ...] = ()
    """The seat that won each trick played, None where it is not known."""
    left_out: tuple[int, ...] = ()
    """The tricks whose lines were left out of the log, as far as the rest of it shows which."""
    counted: Counted | None = None
    awards_if: tuple[AwardIf, ...] = ()
    papers_differ: bool = False
    """Whether papers say different things of it that give different scores: it is open until somebody decides
    which is right."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """One rule on one deal (or on the sheet, where `deal` is None): was it checked, and if not, why."""

    rule: str
    deal: str | None
    checked: bool
    why: str | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A liberty taken in replaying (passes not written, say), to stand among the problems.

    It is a warning where something is entered and counts as not known.
    """

    message: str
    game: int | None = None
    place: Place | None = None
    span: Span | None = None
    severity: Literal["note", "warning"] = "note"


@dataclass(frozen=True, slots=True)
class Settled:
    """A doubtful entry between whose readings other entries chose.

    `game` is the deal's position in the file, `place` leaves out the deal; for a cell of a sheet, and while
    the deal itself is weighed, `game` is None; a sheet that is not the first is named. `text` is the
    reading taken, in canonical form. `by` are the entries that chose, deals and sheets named. `changed`:
    the reading is not the one that the ink makes likeliest. `share` is how likely the reading is, all
    entries told.
    """

    game: int | None
    place: Place
    text: str
    by: tuple[Place, ...] = ()
    changed: bool = True
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Misread:
    """One entry of the record, as it is written and as it would be."""

    place: Place
    written: str
    read: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A slip of the pen that explains what is found in a deal at least in part.

    `entries` are those that would read differently, `share` is how likely that is beside all else that was
    weighed, `findings` are the codes and places of those that would not be there.
    """

    game: int
    deal: str | None
    entries: tuple[Misread, ...]
    share: float
    findings: tuple[tuple[str, Place], ...]
    clean: bool
    """Whether nothing at all would then be found in the deal."""
    left_out: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """The cards left for the lines of the play that are missing, where these are known."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A person's word that entries of a deal stand as they are written, though a slip of the pen in them
    would explain what is found.

    `deal` and `game` are the deal's number and its position in the record; the position counts only where
    the number does not tell one deal from the others. It holds as long as the entries are written that way.
    """

    deal: str | None
    game: int
    entries: tuple[Misread, ...]

    def holds(self, entries: Sequence[Misread]) -> bool:
        """Whether it rules out that these entries would read differently: in any way, not in one alone."""
        stand = {(each.place, each.written) for each in self.entries}
        return all((each.place, each.written) in stand for each in entries)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything the rulings have to say about one record under one rulebook."""

    rulebook: str
    findings: tuple[Finding, ...]
    deals: tuple[DealVerdict, ...]
    totals: dict[Team, int] | None
    match_points: dict[Team, int] | None
    coverage: tuple[Coverage, ...]
    notes: tuple[Note, ...] = ()
    possible: tuple[Finding, ...] = ()
    """What nothing recorded rules out (`Certainty.POSSIBLE`): counted in the coverage, shown on
    request only, never part of `findings`."""
    settled: tuple[Settled, ...] = ()
    """Doubtful entries that the other entries leave in no doubt: which reading they chose."""
    turning: tuple[tuple[int, Place], ...] = ()
    """Doubtful entries that, read differently, give a deal another outcome or award: its position in the
    file, and the place."""
    explanations: tuple[Explanation, ...] = ()
    """Slips of the pen that would explain what is found, the likeliest of a deal first."""


REDEALT: Final = "the deal is dealt again"
COMMITTEE: Final = "For the committee to decide."


def score_text(award: Mapping[Team, int] | None) -> str:
    """``1 to A``, ``nothing``; ``what is not known`` where the record does not tell."""
    if award is None:
        return "what is not known"
    given = [f"{points} to {team}" for team, points in award.items() if points]
    return " and ".join(given) or "nothing"


def in_words(ways: Iterable[AwardIf]) -> str:
    """``1 to A if the bid stands; nothing if it is void``; equal scores are named once."""
    given = list(ways)
    if len(given) > 1 and all(way.award == given[0].award for way in given):
        either = " or ".join(f"if {way.condition}" for way in given)
        return f"{score_text(given[0].award)}, {either}"
    return "; ".join(f"{score_text(way.award)} if {way.condition}" for way in given)


def sum_of_awards(deals: Sequence[DealVerdict]) -> dict[Team, int] | None:
    """The sum of all awards; None where one is open, or there are no deals."""
    awards = [each.award for each in deals if each.award is not None]
    if not awards or len(awards) < len(deals):
        return None
    return {team: sum(award[team] for award in awards) for team in awards[0]}


def open_to_choice(finding: Finding, ways: Sequence[AwardIf], why: str = "") -> Finding:
    """The finding with what the deal gives either way, and `why` the rulebook gives nothing on its own.

    Where the record does not show what the deal scores there is nothing to choose between.
    """
    if not ways or any(way.award is None for way in ways):
        return finding
    left_open = replace(finding, awards_if=tuple(ways), remedy_text=f"{why} {COMMITTEE}".strip())
    return with_words(left_open, f"The deal gives {in_words(ways)}.")


def with_words(finding: Finding, words: str) -> Finding:
    """The finding with more to say of what is to be done."""
    return replace(finding, remedy_text=f"{finding.remedy_text} {words}")


def once(ways: Iterable[AwardIf]) -> tuple[AwardIf, ...]:
    """The ways that a deal is open to, each once."""
    found: list[AwardIf] = []
    for way in ways:
        if way not in found:
            found.append(way)
    return tuple(found)


# --- decisions --------------------------------------------------------------------------------------


BY_DECISION: Final = "As the committee decided."
NOT_SAID: Final = "The committee changed what follows and did not say what the deal scores."


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision on one finding.

    `remedy` stands in the place of the rulebook's; `award` is what the deal scores in the place of what is
    worked out; `open_award` says that the decision leaves that open. `deal` and `game` are the deal's number
    and its position in the record, as the finding has them.
    """

    named: Named
    deal: str | None = None
    game: int | None = None
    holds: bool = True
    """False where it was dismissed."""
    remedy: Remedy | None = None
    award: dict[Team, int] | None = None
    open_award: bool = False
    calls: CallsRuled | None = None
    """Calls that the decision lets stand or cancels."""
    way: str = ""
    """Which of the ways that a finding leaves open was taken, in its own words."""
    established: bool = False
    """True where the finding depended on unclear entries and is established by the committee's word."""


def on_a_sheet(finding: Finding) -> bool:
    """Whether a finding is about a row of a score sheet, or about nothing of one deal."""
    return finding.at.row is not None or finding.game is None


def named(finding: Finding) -> Named:
    """What tells a finding from the others of its record, also where it is judged otherwise."""
    game = None if on_a_sheet(finding) else finding.game
    return (finding.code, finding.place.parts, finding.seat, game, finding.at.sheet)


class Decisions:
    """The decisions by which a record is judged; none at all where the rulebook alone judges."""

    def __init__(self, decided: Sequence[Decided], words: Callable[[Remedy], str]) -> None:
        self._of = {each.named: each for each in decided}
        self._words = words
        self._awards = {
            each.game: each
            for each in decided
            if each.holds and each.game is not None and (each.award is not None or each.open_award)
        }

        self._calls: dict[int, CallsRuled] = {}
        for each in decided:
            if each.holds and each.game is not None and each.calls is not None:
                before = self._calls.get(each.game, AS_CALLED)
                stand, void = before.stand | each.calls.stand, before.void | each.calls.void
                self._calls[each.game] = CallsRuled(stand, void)

    def __bool__(self) -> bool:
        return bool(self._of)

    def left(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings without those that were dismissed."""
        return [each for each in findings if self._holds(each)] if self._of else list(findings)

    def _holds(self, finding: Finding) -> bool:
        decided = self._of.get(named(finding))
        return decided is None or decided.holds

    def applied(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings as they were decided on: those accepted are established."""
        if not self._of:
            return tuple(findings)
        return tuple(self._decided(each) for each in self.left(findings))

    def _decided(self, finding: Finding) -> Finding:
        decided = self._of.get(named(finding))
        if decided is None:
            return finding
        if finding.certainty is not Certainty.ESTABLISHED:
            sure = Certainty.ESTABLISHED
            finding = replace(finding, certainty=sure, probability=1.0, by="person")
        if decided.award is not None:
            given = f"The deal gives {score_text(decided.award)}."
            return replace(finding, remedy=Remedy("committee"), remedy_text=given)
        if decided.remedy is None:
            return finding
        # The committee says what is done, whoever objected at the table.
        words = self._words(decided.remedy)
        return replace(finding, remedy=decided.remedy, remedy_text=words, objected=True)

    def award(self, verdict: DealVerdict) -> DealVerdict:
        """What came of a deal, with the award that was decided for it."""
        decided = self._awards.get(verdict.game)
        if decided is None:
            return verdict
        if decided.award is None:
            return replace(verdict, award=None, arithmetic=(NOT_SAID,))
        return replace(verdict, award=dict(decided.award), arithmetic=(BY_DECISION,))

    def calls(self, game: int) -> CallsRuled | None:
        """The calls of a deal that decisions let stand or cancel; None where there are none."""
        return self._calls.get(game)
