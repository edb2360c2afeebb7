"""Entries to check before a case is final: the question whose answer settles most comes first.

An entry counts only where a finding, an outcome or a score depends on how it is read. The others that are
hard to read are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.check.explained import likeliest, subject
from fairdeal.desk.check.shapes import shapes_asked
from fairdeal.desk.intake.case import Case
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import Certainty, Explanation, Finding

LEAST: Final = 0.005
"""Findings less likely than one in two hundred are no reason to look at an entry: a hundred of them hide the
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
    depending: dict[Key, list[Finding]] = defaultdict(list)
    for finding in case.verdict.findings:
        if finding.certainty is Certainty.DEPENDS and (finding.probability or 0.0) >= LEAST:
            for place in dict.fromkeys(finding.depends_on or (words.address(finding),)):
                key = key_of(case, finding, place)
                if key not in explained:
                    depending[key].append(finding)
    outcomes = {*case.verdict.turning, *_illegible(case), *_scores(case)}
    for key in dict.fromkeys([*depending, *sorted(outcomes, key=str)]):
        game, place = key
        deal = case.record.deals[game - 1].label if game is not None else None
        yield Question(game, deal, (place,), tuple(depending.get(key, ())), key in outcomes)


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
    """How many entries of a record are in doubt."""
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
    shapes = [words.count(len(of.shapes), "shape of a hand", "shapes of a hand")]
    entries = [words.count(of.entries, "entry", "entries")]
    told = shapes * bool(of.shapes) + entries * bool(of.open)
    return f"{' and '.join(told)} to check before this is final" if told else ""


def asked_of(of: Question) -> str:
    """``Deal 3: the dealer (4 findings depend on it)``."""
    return f"{where(of)} ({depending_on(of)})"


def where(of: Question) -> str:
    """``Deal 3: the dealer``."""
    named = " and ".join(map(words.entry, of.places))
    if of.explanation is not None:
        named = subject(of.explanation.entries)
    if of.game is None:
        return f"Score sheet: {named}"
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
        f" nothing depends on {'it' if one else 'them'}."
    )
