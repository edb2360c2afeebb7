"""The rows of a judged match's tables, in the order of `columns.COLUMNS`. Worked out in a worker."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.replays import Replay, replays
from fairdeal.desk.library.columns import Row, Tables
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.heading import title_of
from fairdeal.desk.report.marks import Marks
from fairdeal.desk.report.scores import Scores, scores
from fairdeal.desk.score.figures import Sides, sides_of
from fairdeal.desk.score.steps import Step
from fairdeal.records.cards import Seat, team_of
from fairdeal.records.doubt import Entry
from fairdeal.records.record import Deal, Trick, of_entries
from fairdeal.records.transcript import Transcript
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import DealVerdict, Finding
from fairdeal.rulings.frame.follows import causes
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.templates.visible import visible

_NO_STEP: Final = Step("", (None, None), (None, None), False)


def tables_of(case: Case) -> Tables:
    """The rows of every table of a match, every letter in them visible."""
    source = _Source(case)
    replays = _replays(case)
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


class _Source:
    """Which match a row is of, and on which document its entry stands."""

    def __init__(self, case: Case) -> None:
        one, two = sides_of(case.book)
        self._match = (
            title_of(case),
            case.tag("Round"),
            case.tag("Table"),
            case.tag(f"Team{one}"),
            case.tag(f"Team{two}"),
        )
        self._names = [base_name(each.name) for each in case.documents]
        self._of_photo = {
            page.photo: base_name(each.name) for each in case.documents for page in each.transcripts
        }
        self._of_place = case.sources
        self._of_deal: dict[str | None, set[str]] = defaultdict(set)
        for document in case.documents:
            for deal in document.record.deals:
                self._of_deal[deal.label].add(base_name(document.name))
            if document.record.sheets:
                self._of_deal[None].add(base_name(document.name))

    def row(self, label: str | None, place: tuple[int | None, str] | None = None) -> Row:
        """The first columns of a row, for a deal (None: the sheet), or for a place of its own."""
        return (*self._match, self._file(label, place))

    def _file(self, label: str | None, place: tuple[int | None, str] | None) -> str | None:
        if len(self._names) == 1:
            return self._names[0]
        known = self._of_place.get(place) if place is not None else None
        if known is not None:
            return self._of_photo.get(known[0])
        files = self._of_deal.get(label, set())
        return next(iter(files)) if len(files) == 1 else None


def _replays(case: Case) -> list[tuple[int, Deal, Replay]]:
    """The deals with their replays, by their position in the record: as a report lays them out."""
    record = case.record
    found = replays(record, case.verdict, case.book)
    return [(game, record.deals[game - 1], each) for game, each in found.items()]


def _findings(case: Case, source: _Source) -> Iterator[Row]:
    found = case.verdict.findings
    at = {named(each): n for n, each in enumerate(found)}
    for each in found:
        cause = None if each.follows_from is None else at.get(each.follows_from)
        yield (*_finding(each, case, source), cause)


def _finding(each: Finding, case: Case, source: _Source) -> Row:
    remedy = each.remedy
    on_sheet = each.at.row is not None or each.game is None
    place = (None if on_sheet else each.game, str(words.address(each).within_deal()))
    return (
        *source.row(None if on_sheet else each.deal, place),
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
        remedy.kind,
        remedy.to,
        remedy.points,
        each.remedy_text or None,
        each.needs_objection,
        each.objected,
        each.count,
    )


def _deals(case: Case, source: _Source) -> Iterator[Row]:
    """A row a deal: in the order of the sheet where there is one, deals without a row of it last."""
    session = scores(case.record, case.verdict, Marks(()), sides_of(case.book))
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


def _paired(case: Case, session: Scores) -> Iterator[tuple[DealVerdict | None, Step]]:
    """Every deal with the step of the session's score that it makes. Of a deal and its redeal the score is
    the last one's, as it is written once."""
    deals = case.verdict.deals
    if all(of_entries(each) for each in case.record.sheets):
        steps = (*session.steps, *(_NO_STEP for _ in deals[len(session.steps) :]))
        yield from zip(deals, steps, strict=False)
        return
    by_label: dict[str | None, list[DealVerdict]] = defaultdict(list)
    for deal in deals:
        by_label[deal.deal].append(deal)
    for step in session.steps:
        several = by_label.pop(step.label, [])
        for deal in several[:-1]:
            yield deal, _NO_STEP
        yield (several[-1] if several else None), step
    for rest in by_label.values():
        for deal in rest:
            yield deal, _NO_STEP


def _calls(game: int, deal: Deal, played: Replay, source: _Source) -> Iterator[Row]:
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


def _plays(game: int, deal: Deal, played: Replay, source: _Source) -> Iterator[Row]:
    head = (*source.row(deal.label), deal.label, game)
    facts = {each.number: each for each in played.play.tricks}
    for trick in deal.play or ():
        for row in _trick(trick, facts.get(trick.number)):
            yield (*head, trick.number, *row)


def _trick(trick: Trick, fact: TrickFact | None) -> Iterator[Row]:
    for index, play in enumerate(trick.plays):
        seat = fact.seats[index] if fact is not None and index < len(fact.seats) else None
        winner = fact.winner if fact is not None else None
        card = play.card.value
        yield (
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
