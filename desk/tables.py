"""The tables of a judged match: their columns, types and meanings, and their rows, worked out in a worker.
What is not known is ``<NA>``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from fairdeal.desk import words
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import Case, Replay, replays as replays_of
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.names import Source
from fairdeal.desk.score.figures import Sides
from fairdeal.desk.score.match import by_the_rulebook
from fairdeal.desk.score.steps import Step, Steps
from fairdeal.desk.trouble import DeskError
from fairdeal.records import (
    DENOMINATIONS,
    SUITS,
    Deal,
    Entry,
    FieldKind,
    Seat,
    Standing,
    Transcript,
    in_groups,
    of_entries,
    team_of,
)
from fairdeal.rulings.frame.finding import Certainty, DealVerdict, Finding, Outcome, Severity, named
from fairdeal.rulings.frame.follows import causes
from fairdeal.rulings.rulebooks.rulebook import RemedyKind
from fairdeal.templates.visible import visible

if TYPE_CHECKING:
    from pandas import DataFrame

Table = Literal["findings", "deals", "calls", "plays"]
"""The tables of a match that was judged, and of a folder of them."""
ReadTable = Literal["fields", "findings", "deals", "calls", "plays"]
"""The tables of a match that was read."""

Row = tuple[object, ...]
Tables = dict[Table, list[Row]]


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `values` are those that it can have, where they are a few words."""

    name: str
    dtype: Literal["string", "Int64", "Float64", "boolean", "category"]
    meaning: str
    values: tuple[str, ...] = ()


def _text(name: str, meaning: str) -> Column:
    return Column(name, "string", meaning)


def _number(name: str, meaning: str) -> Column:
    return Column(name, "Int64", meaning)


def _truth(name: str, meaning: str) -> Column:
    return Column(name, "boolean", meaning)


def _word(name: str, values: Iterable[str], meaning: str) -> Column:
    return Column(name, "category", meaning, tuple(values))


def _pair(name: str, meaning: str) -> tuple[Column, Column]:
    return (
        _number(f"{name}_a", f"{meaning}, side A (NS at bridge)"),
        _number(f"{name}_b", "the same, side B (EW at bridge)"),
    )


_FILE: Final = _text("file", "the photo or typed log that it stands on, where one is known")
_MATCH: Final = (
    _text("match", "what the match is called"),
    _text("round", "its round"),
    _text("table", "its table"),
    _text("team_a", "the team of side A (NS at bridge)"),
    _text("team_b", "the team of side B (EW at bridge)"),
    _FILE,
)
_DEAL: Final = (
    _text("deal", "the deal's number as recorded"),
    _number("game", "its position in the record, from 1; `<NA>` where only the score sheet has it"),
)
_ENTRY: Final = (
    _word("standing", (each.value for each in Standing), "how the entry stands on the paper"),
    Column("probability", "Float64", "how likely the reading is, 0 to 1"),
)
_SEAT: Final = (
    _text("seat", "whose it was by the replay: `1` to `8`, or `N E S W`"),
    _text("seat_written", "the seat that is written beside it"),
    _text("team", "the seat's side"),
)

COLUMNS: Final[dict[ReadTable, tuple[Column, ...]]] = {
    "fields": (
        _FILE,
        _text("form", "the form's kind and version"),
        _text("place", "the field's name: `row 3 / contract`; of print `line 12 / entry 3`"),
        _word("kind", get_args(FieldKind), "what may be written in it"),
        _text("text", "the likeliest reading; `<NA>`: it cannot be read, or is blank"),
        Column("probability", "Float64", "how sure the ink alone makes the reading, 0 to 1"),
        _text("rivals", "every reading with its probability: `4 0.71|5 0.29`"),
        _truth("blank", "nothing is written in it"),
        _truth("flagged", "a person should look at it"),
        _truth("altered", "struck out or overwritten"),
    ),
    "findings": (
        *_MATCH,
        *_DEAL,
        _text("code", "the rule's name: `revoke`"),
        _text("title", "the same in words"),
        _word("severity", get_args(Severity), "what kind of finding (`docs/notation.md`)"),
        _word("certainty", (each.value for each in Certainty), "whether it holds in every reading"),
        Column("probability", "Float64", "how likely it is, 0 to 1"),
        _truth("doubt", "less likely than not: a report lists it under doubts"),
        _text("article", "the rulebook's article"),
        _text("rulebook", "the rulebook's id"),
        _text("place", "where, within the deal or sheet: `trick 2 / seat 4`"),
        _number("call", "which call of the deal, from 1"),
        _number("trick", "which trick, from 1"),
        _text("seat", "whose act it is; where nobody offended, whose hand or column"),
        _text("team", "the side of that seat"),
        _text("message", "what the record shows"),
        _word("remedy", get_args(RemedyKind), "what the rulebook asks for"),
        _text("remedy_to", "the side that it goes to"),
        _number("remedy_points", "points that it adds beside the deal's award"),
        _text("remedy_text", "the remedy in words"),
        _truth("needs_objection", "whether it counts only if somebody objected"),
        _truth("objected", "whether somebody did"),
        _number("count", "how many times it was found in its place"),
        _number("follows_from", "the match's finding, from 0, that it is only a consequence of"),
    ),
    "deals": (
        *_MATCH,
        *_DEAL,
        _text("dealer", "the dealer's seat as recorded"),
        _number("value", "the contract's number"),
        _word("trump", DENOMINATIONS, "its trumps"),
        _text("by", "the seat that made it"),
        _number("doubled", "1, 2 (doubled) or 4 (redoubled)"),
        _word("outcome", get_args(Outcome), "what the play gave"),
        *_pair("points", "card points taken by the replay (tricks, at bridge)"),
        *_pair("score_written", "score as written"),
        *_pair("score_ruled", "score by the rulebook"),
        *_pair("total_written", "running total as written"),
        *_pair("total_ruled", "running total by the rulebook"),
        _truth(
            "by_log", "the ruled score comes from a log of the deal; else the sheet is believed"
        ),
        _number("findings", "findings about it, doubts and consequences left out"),
    ),
    "calls": (
        *_MATCH,
        *_DEAL,
        _number("call", "which call of the deal, from 1"),
        *_SEAT,
        _text("text", "what was said: `28 S`, `Pass`"),
        _number("number", "the number said"),
        _word("suit", SUITS, "the suit said"),
        *_ENTRY,
    ),
    "plays": (
        *_MATCH,
        *_DEAL,
        _number("trick", "which trick, from 1"),
        _number("position", "which card of it, from 1; `<NA>` where the order is not recorded"),
        *_SEAT,
        _text("card", "rank and suit: `10S`"),
        _word("suit", SUITS, "its suit"),
        _text("rank", "its rank"),
        *_ENTRY,
        _truth("won", "whether its seat won the trick"),
    ),
}
"""Every column of every table, in order."""


def known_table(table: Table) -> Table:
    """The name of a table. Raises DeskError where there is none of that name."""
    if table not in get_args(Table):
        raise DeskError(
            f"There is no table {table!r}.",
            str(table),
            f"Ask for one of: {', '.join(get_args(Table))}.",
        )
    return table


def frame(table: ReadTable, rows: Sequence[Row]) -> DataFrame:
    """The rows as a table of pandas, every column of its documented type, however many rows there are."""
    from pandas import CategoricalDtype, DataFrame, Series

    def typed(at: int, column: Column) -> Series[Any]:
        dtype = (
            CategoricalDtype(list(column.values)) if column.dtype == "category" else column.dtype
        )
        return Series([row[at] for row in rows], dtype=dtype)

    return DataFrame({column.name: typed(at, column) for at, column in enumerate(COLUMNS[table])})


_NO_STEP: Final = Step("", (None, None), (None, None), False)


def tables_of(case: Case) -> Tables:
    """The rows of every table of a match, every letter in them visible."""
    source = Source(case)
    # By their position in the record: as a report lays them out.
    replays = [
        (game, case.record.deals[game - 1], each)
        for game, each in replays_of(case.record, case.verdict, case.book).items()
    ]
    found: Tables = {
        "findings": list(_findings(case, source)),
        "deals": list(_deals(case, source)),
        "calls": [row for deal in replays for row in _calls(*deal, source)],
        "plays": [row for deal in replays for row in _plays(*deal, source)],
    }
    return {table: shown(rows) for table, rows in found.items()}


def shown(rows: Iterable[Row]) -> list[Row]:
    """Rows in whose texts every letter can be seen."""
    return [tuple(visible(it) if isinstance(it, str) else it for it in row) for row in rows]


def fields_of(transcripts: Sequence[Transcript]) -> Iterator[Row]:
    """The rows of the table of fields, photo by photo."""
    for page in transcripts:
        for each in page.fields:
            rivals = "|".join(f"{text} {share:.2g}" for text, share in each.rivals)
            yield (
                base_name(page.photo),
                page.form,
                each.name,
                each.kind,
                each.text,
                each.probability,
                rivals or None,
                each.blank,
                each.flagged,
                each.altered,
            )


def _findings(case: Case, source: Source) -> Iterator[Row]:
    found = case.verdict.findings
    at = {named(each): n for n, each in enumerate(found)}
    for each in found:
        yield (
            *source.of_finding(each),
            each.deal,
            each.game,
            each.code,
            words.title(each.code, each),
            each.severity,
            each.certainty.value,
            each.probability,
            unlikely(each),
            each.article,
            case.book.id,
            str(words.address(each)),
            each.at.call,
            each.at.trick,
            each.seat,
            each.team,
            each.message,
            each.remedy.kind,
            each.remedy.to,
            each.remedy.points,
            each.remedy_text or None,
            each.needs_objection,
            each.objected,
            each.count,
            None if each.follows_from is None else at.get(each.follows_from),
        )


def _deals(case: Case, source: Source) -> Iterator[Row]:
    """A row a deal: in the order of the sheet where there is one, deals without a row of it last."""
    session = by_the_rulebook(case)
    found = Counter(_about(each) for each in causes(case.verdict.findings) if not unlikely(each))
    for verdict, step in _paired(case, session):
        scored = (*step.written, *step.ruled, *step.written_total, *step.ruled_total)
        if verdict is None:
            played: Row = (None,) * 8
            yield (
                *source.row(None),
                step.label,
                None,
                *played,
                *scored,
                step.by_log,
                found[step.label],
            )
            continue
        by_log = None if step is _NO_STEP else step.by_log
        on_sheet = found[step.label] if step is not _NO_STEP else 0
        played = _played(case.record.deals[verdict.game - 1], verdict, session.sides)
        yield (
            *source.row(verdict.deal),
            verdict.deal,
            verdict.game,
            *played,
            *scored,
            by_log,
            found[verdict.game] + on_sheet,
        )


def _played(deal: Deal, verdict: DealVerdict, sides: Sides) -> Row:
    """Dealer, contract, outcome and card points of a deal."""
    contract, points = verdict.contract, verdict.points or {}
    made: Row = (None,) * 4
    if contract is not None:
        made = (contract.value, contract.trump, contract.by, contract.doubled)
    dealer = None if deal.dealer is None else deal.dealer.value
    return (dealer, *made, verdict.outcome, *(points.get(side) for side in sides))


def _about(finding: Finding) -> int | str | None:
    """What a finding is counted with: a deal by its position, or by its number, where only a sheet has it."""
    return finding.deal if finding.game is None else finding.game


def _paired(case: Case, session: Steps) -> Iterator[tuple[DealVerdict | None, Step]]:
    """Every deal with the step of the session's score that it makes. Of a deal and its redeal the score is
    the last one's, as it is written once."""
    deals = case.verdict.deals
    if all(of_entries(each) for each in case.record.sheets):
        steps = (*session.deals, *(_NO_STEP for _ in deals[len(session.deals) :]))
        yield from zip(deals, steps, strict=False)
        return
    by_label = in_groups((deal.deal, deal) for deal in deals)
    for step in session.deals:
        several = by_label.pop(step.label, [])
        for deal in several[:-1]:
            yield deal, _NO_STEP
        yield (several[-1] if several else None), step
    for rest in by_label.values():
        for deal in rest:
            yield deal, _NO_STEP


def _calls(game: int, deal: Deal, played: Replay, source: Source) -> Iterator[Row]:
    head = (*source.row(deal.label), deal.label, game)
    seats = {each.number: each.seat for each in played.auction.calls}
    for number, call in enumerate(deal.calls, 1):
        said = call.said.value
        yield (
            *head,
            number,
            *_seat(seats.get(number), call.label),
            None if said is None else said.text,
            None if said is None else said.number,
            None if said is None else said.suit,
            *_entry(call.said),
        )


def _plays(game: int, deal: Deal, played: Replay, source: Source) -> Iterator[Row]:
    head = (*source.row(deal.label), deal.label, game)
    facts = {each.number: each for each in played.play.tricks}
    for trick in deal.play or ():
        fact = facts.get(trick.number)
        winner = fact.winner if fact is not None else None
        for index, play in enumerate(trick.plays):
            seat = fact.seats[index] if fact is not None and index < len(fact.seats) else None
            card = play.card.value
            yield (
                *head,
                trick.number,
                None if trick.by_seat else index + 1,
                *_seat(seat, play.label),
                *((None,) * 3 if card is None else (card.text, card.suit, card.rank)),
                *_entry(play.card),
                None if None in (winner, seat) else winner == seat,
            )


def _seat(seat: Seat | None, label: Entry[Seat] | None) -> Row:
    return (seat, None if label is None else label.value, None if seat is None else team_of(seat))


def _entry(entry: Entry[Any]) -> Row:
    return (entry.standing.value, entry.weighted()[0][1] if entry.readings else None)
