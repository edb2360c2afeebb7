"""Rules about what is entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.records import Contract, Place, Said, Standing, Team, other_team, team_of, times
from fairdeal.rulings.fifty_six.book import FiftySixBook, Table
from fairdeal.rulings.fifty_six.deal import (
    DealReplay,
    Ruled,
    agrees,
    contract_amiss,
    written_value,
)
from fairdeal.rulings.fifty_six.scoring import (
    Figures,
    certain_early,
    due,
    match_points,
    plain_award,
)
from fairdeal.rulings.fifty_six.session import Session, decided, entry
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView, sums
from fairdeal.rulings.frame.finding import At, Finding, Related
from fairdeal.rulings.frame.rule import Draft, Drafted, row_words, shared
from fairdeal.rulings.replay.play import contract_span
from fairdeal.rulings.replay.sheets import plain_contract
from fairdeal.rulings.rules import DOUBLING_WORDS, beyond, bid_made, tells_no_bid

# --- contract-entry ----------------------------------------------------------------------------------


def contract_entry(replay: DealReplay) -> Iterator[Draft]:
    """A contract written down that is not what the auction made.

    What: value, suit, doubling or declarer under a deal or in a row of a sheet differ from the contract that
    the auction recorded for the same deal made. A blank where a double belongs is one as well, and so is a
    row with points or a score of a deal played out whose contract was left blank. Where no auction shows the
    contract, one below the lowest bid or above the highest is found: no auction makes it.

    Why: the contract is entered before play so that nobody can argue about it afterwards.

    Article: 5.1 with 4.1 of the international rules, and 3.1 for what may be bid (seed document 000).
    """
    contract, head = replay.contract, replay.seen.head
    if not head.contract_written:
        return
    if tells_no_bid(replay):
        yield from _check_alone(replay)
    amiss, doubled = contract_amiss(replay), times(head.doubling)
    words = {
        "contract": f'"{head.contract.text}"' if head.contract is not None else "",
        "by": f"by seat {head.by}",
        "x": DOUBLING_WORDS[doubled] if doubled > 1 else "without a double",
    }
    if amiss and contract is not None:
        wrong = ", ".join(words[part] for part in amiss)
        yield Draft(
            Place.of("contract"),
            f"The contract is written {wrong}; the auction made it {contract.text}.",
            at=At(),
            span=contract_span(replay.deal),
            related=bid_made(replay),
        )


def _check_alone(replay: DealReplay) -> Iterator[Draft]:
    """The contract under a deal whose auction does not show it: only whether there is such a contract."""
    written = replay.deal.result.contract if replay.deal.result else None
    said = replay.seen.head.contract
    if (
        written is not None
        and said is not None
        and (why := beyond(_value(said, replay.book), replay.table.bids))
    ):
        found = Draft(
            Place.of("contract"),
            f'The contract is written "{said.text}": {why}.',
            at=At(),
            span=written.said.span,
        )
        yield replace(found, article_of=_of_bids(replay.book))


def _of_bids(book: FiftySixBook) -> str:
    """The finding whose article names the lowest bid and the highest."""
    return "bid-range" if "bid-range" in book.findings else "contract-entry"


def _value(said: Said, book: FiftySixBook) -> int | None:
    return written_value(plain_contract(said) or said, book)


def contract_entry_on_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        log = session.ruled_row(view, row)
        if log is None or tells_no_bid(log.replay):
            yield from _row_alone(session, view, row)
        # Blank is the contract of a deal that was scored, on a sheet that has those of other deals.
        scored = any(row.points(team) or row.score(team) for team in ("A", "B"))
        if log is None and scored and _left_out(view, row) and any(r.said for r in view.rows):
            where = f"{row_words(row.index, row.deal)}: no contract is entered, though points or a score are."
            yield entry(session, view, row, "contract", where)
        if log is None or log.replay.contract is None or log.replay.source == "record":
            continue
        wrong = list(_contract_entry_wrong(view, row, log.replay.contract))
        if _left_out(view, row) and log.verdict.outcome in ("made", "defeated"):
            made = log.replay.contract.text
            wrong.append(("contract", f"no contract is entered; the auction made it {made}.", None))
        for column, message, seat in wrong:
            where = f"{row_words(row.index, row.deal)}: {message}"
            yield entry(session, view, row, column, where, seat=seat)


def _row_alone(session: Session, view: SheetView, row: Row) -> Iterator[Draft]:
    """A row of whose deal no auction shows the contract: only whether there is such a contract."""
    if row.said is not None and (why := beyond(_value(row.said, session.book), session.table.bids)):
        where = f'{row_words(row.index, row.deal)}: "{row.said.text}" is entered; {why}.'
        found = entry(session, view, row, "contract", where)
        yield replace(found, article_of=_of_bids(session.book))


def _left_out(view: SheetView, row: Row) -> bool:
    """Whether the contract is blank on the paper in a row that says how its deal came out."""
    cell = view.sheet.cell(row.index, "contract")
    if cell is None or cell.standing is not Standing.BLANK:
        return False
    return any(row.points(team) is not None or row.score(team) is not None for team in ("A", "B"))


def _contract_entry_wrong(
    view: SheetView, row: Row, made: Contract
) -> Iterator[tuple[str, str, str | None]]:
    """The cells of a row that differ from the contract made: column, message, seat."""
    text = f"the auction made it {made.text}."
    if row.said is not None and not agrees(row.said, row.worth, made):
        yield "contract", f'"{row.said.text}" is entered; {text}', None
    if row.bidder is not None and row.bidder != made.by:
        yield "bidder", f"seat {row.bidder} is entered as bidder; {text}", row.bidder
    if row.doubled is not None and row.doubled != made.doubled and row.said is not None:
        column = "x" if view.has("x") else "contract"
        yield column, f"entered as {DOUBLING_WORDS[row.doubled]}; {text}", None


# --- points-entry ------------------------------------------------------------------------------------


def wrong_cells(
    written: Figures,
    played: dict[Team, int] | None,
    total: int,
    score: Figures,
    contract: Contract | None,
    early: bool = False,
    least: dict[Team, int] | None = None,
) -> list[tuple[Team, str]]:
    """The sides whose points are wrong, with why.

    `early`: the play may have ended with these. `least`: what each side has taken at least, by the
    tricks that are recorded.
    """
    if played is not None:
        return [
            (team, f"the tricks of the play give team {team} {played[team]}")
            for team in ("A", "B")
            if written.get(team) is not None and written[team] != played[team]
        ]
    a, b = written.get("A"), written.get("B")
    beyond = [team for team in ("A", "B") if (written.get(team) or 0) > total]
    if beyond:
        return [(team, f"there are only {total} points in a deal") for team in beyond]
    short = [
        (team, f"the tricks recorded already give team {team} {points}")
        for team, points in (least or {}).items()
        if (figure := written.get(team)) is not None and figure < points
    ]
    if short:
        return short
    if a is None or b is None or a + b == total or early:
        return []
    team = _suspect({"A": a, "B": b}, total, score, contract)
    return [(team, f"the two sides' {a} and {b} make {a + b}, not {total}")]


def _suspect(
    points: dict[Team, int], total: int, score: Figures, contract: Contract | None
) -> Team:
    """Which of two figures that do not add up to name: the one contradicting the score, else A's."""
    if contract is None or all(score.get(team) is None for team in ("A", "B")):
        return "A"
    declaring = team_of(contract.by)
    scored_made = bool(score.get(declaring))
    ours = points[declaring] >= contract.value
    theirs = total - points[other_team(declaring)] >= contract.value
    if ours != theirs:
        return declaring if ours != scored_made else other_team(declaring)
    return "A"


def _early(table: Table, contract: Contract | None, points: Figures) -> bool:
    """Whether the play may have ended with these points, the contract being certain then."""
    a, b = points.get("A"), points.get("B")
    return a is not None and b is not None and certain_early(table, contract, {"A": a, "B": b})


def points_entry(ruled: Ruled) -> Iterator[Drafted]:
    """Card points written down that are not what the play gave.

    What: the points of a side under a deal or on a sheet differ from those of the tricks it won; or, where
    the play is not recorded whole, the two sides' points do not add up to 56, or a figure is beyond 56 or
    below what the recorded tricks give already. Where a rulebook lets the play end once the contract is
    certain, points that make it certain need not add up.

    Why: the points decide whether the contract was made.

    Article: 5.2 of the international rules (seed document 000).
    """
    replay = ruled.replay
    seen = replay.seen
    wrong = wrong_cells(
        seen.points,
        ruled.verdict.points,
        replay.table.total_points,
        seen.score,
        replay.contract,
        _early(replay.table, replay.contract, seen.points),
        replay.points_so_far(),
    )
    for team, why in wrong:
        alone = ruled.verdict.points is not None
        figures = (seen.points[team], seen.points.get(other_team(team)))
        yield shared(_points_entry_wrong, team, why, figures, alone)


def _points_entry_wrong(
    replay: DealReplay, team: Team, why: str, figures: tuple[int | None, int | None], alone: bool
) -> Draft:
    """`figures`: the side's own and the other's; `alone` where the other has no part in it."""
    written = replay.deal.result.points[team] if replay.deal.result else None
    return Draft(
        Place.of(f"points {team}"),
        f"{figures[0]} points are written for team {team}; {why}.",
        team=team,
        at=At(),
        span=written.span if written else None,
        related=() if alone else _other(team, figures[1]),
    )


def _other(team: Team, figure: int | None) -> tuple[Related, ...]:
    other = other_team(team)
    return (Related(Place.of(f"points {other}"), f"{figure} written here"),)


def points_entry_on_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        yield from _row(session, view, row)


def _row(session: Session, view: SheetView, row: Row) -> Iterator[Draft]:
    written = {team: row.points(team) for team in ("A", "B")}
    score = {team: row.score(team) for team in ("A", "B")}
    log = session.ruled_row(view, row)
    contract = (log.replay.contract if log else None) or row.contract()
    played = log.verdict.points if log is not None else None
    least = log.replay.points_so_far() if log else None
    wrong = wrong_cells(
        written,
        played,
        session.table.total_points,
        score,
        contract,
        _early(session.table, contract, written),
        least,
    )
    for team, why in wrong:
        other = other_team(team)
        beside = f"{written[other]} entered here"
        alone = played is not None or written[other] is None
        yield entry(
            session,
            view,
            row,
            f"points {team}",
            f"{row_words(row.index, row.deal)}: {written[team]} points are entered for team "
            f"{team}; {why}.",
            team=team,
            related=() if alone else (Related(view.address(row.index, f"points {other}"), beside),),
        )


# --- penalty-entry -----------------------------------------------------------------------------------


def missing(ruled: Ruled, score: Figures, penalty: Figures) -> list[tuple[Team, Finding]]:
    """The sides owed a penalty that their score lacks, with the first offence that it is for."""
    award, plain = ruled.verdict.award, plain_award(ruled)
    offences = due(ruled)
    if award is None or not offences:
        return []
    base = {"A": 0, "B": 0} if ruled.verdict.outcome == "redeal" else plain
    if base is None:
        return []
    found = []
    for team in ("A", "B"):
        owed = [each for each in offences if each.remedy.to == team]
        plainly = score.get(team) == base[team]
        if owed and plainly and base[team] + (penalty.get(team) or 0) != award[team]:
            found.append((team, owed[0]))
    return found


def penalty_entry(ruled: Ruled) -> Iterator[Draft]:
    """A penalty that is due and not in the score.

    What: an established offence costs points (objected to, where that is needed), and the score written under
    the deal or on the sheet is the table's award without them.

    Why: what was ruled at the table must reach the score, or the offence paid.

    Article: that of the offence: 3.10, 3.2, 3.5, 3.9 or 4.3 of the international rules (seed document 000).
    """
    replay = ruled.replay
    result, award = replay.deal.result, ruled.verdict.award
    if result is None or award is None:
        return
    for team, offence in missing(ruled, replay.seen.score, replay.seen.penalty):
        yield Draft(
            Place.of(f"score {team}"),
            f"Team {team}'s score of {replay.seen.score[team]} leaves out the penalty for "
            f"{offence.code.replace('-', ' ')} by the other side; with it the score is {award[team]}.",
            team=team,
            at=At(),
            span=result.score[team].span,
            article=offence.article,
            related=(Related(offence.place, offence.message),),
        )


def penalty_entry_on_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        log = session.ruled_row(view, row)
        if log is None or log.verdict.award is None:
            continue
        score: Figures = {team: row.score(team) for team in ("A", "B")}
        penalty: Figures = {team: row.penalty(team) for team in ("A", "B")}
        for team, offence in missing(log, score, penalty):
            column = f"penalty {team}" if view.has(f"penalty {team}") else f"score {team}"
            yield entry(
                session,
                view,
                row,
                column,
                f"{row_words(row.index, row.deal)}: team {team}'s score of {score[team]} "
                f"leaves out the penalty for {offence.code.replace('-', ' ')} by the other side; with it "
                f"the score is {log.verdict.award[team]}.",
                team=team,
                article=offence.article,
                related=(Related(offence.place.in_deal(log.label), offence.message),),
            )


# --- total-entry -------------------------------------------------------------------------------------


def total_entry(session: Session, view: SheetView) -> Iterator[Draft]:
    """A running total that does not add up.

    What: the total of a row is not the total above it with the row's score (and penalty points, where the
    sheet has a column for them). After a wrong total the next rows may add up from that total as written, or
    be the sum of all scores again: either way one slip is one finding. A sheet that begins with a later deal
    does not show what stood before, so its first totals are not judged.

    Why: the totals decide the session, and an early slip is carried to the end unseen.

    Article: 5.3 of the international rules (seed document 000).
    """
    for team in ("A", "B"):
        column = f"total {team}"
        for row, above, right, by_all in sums(view, team):
            total = row.total(team)
            if total in right or total in by_all:
                continue
            due = max(right)
            related: tuple[Related, ...] = ()
            if row.index:
                place = view.address(row.index - 1, column)
                related = (Related(place, f"{above} before this row"),)
            yield entry(
                session,
                view,
                row,
                column,
                f"{row_words(row.index, row.deal)}: team {team}'s total is entered as "
                f"{total}; {above} and {due - above} make {due}.",
                team=team,
                related=related,
            )


# --- match-points-entry ------------------------------------------------------------------------------


def match_points_entry(session: Session, view: SheetView) -> Iterator[Draft]:
    """Match points that do not follow from the totals.

    What: the match points entered for a side are not those that the final totals give: 3 for the higher, 1
    each for a tie, and 1 more for the side recorded as winning the tie-break. A level match that was played
    off is judged by its totals before the play-off.

    Why: the match points are what the tournament is ranked by.

    Article: 5.4 of the international rules (seed document 000). It names no tie-break: the winner that the
    record names is taken (setting `match-tie`).
    """
    written, found = view.sheet.match_points, decided(session.book, view)
    if written is None or found is None:
        return
    finals, tie_break = found
    entered = view.match
    due = _nearest(session, finals, entered, tie_break)
    if due is None:
        return
    for team in ("A", "B"):
        value = entered.get(team)
        if value is None or value == due[team]:
            continue
        yield Draft(
            Place.of(f"match points {team}"),
            f"Match points of team {team} are entered as {value}; totals of {finals['A']} and "
            f"{finals['B']} give {due[team]}.",
            at=At(column=f"match points {team}", sheet=view.later),
            team=team,
            span=written.points[team].span or written.span,
            setting="match-tie" if finals["A"] == finals["B"] else None,
        )


def _nearest(
    session: Session,
    finals: dict[Team, int],
    entered: dict[Team, int | None],
    tie_break: Team | None,
) -> dict[Team, int] | None:
    """The match points due: with a tie and no tie-break named, those nearest to what is entered."""
    plain = match_points(session.book, finals, tie_break)
    if plain is None or finals["A"] != finals["B"] or tie_break is not None:
        return plain
    for winner in ("A", "B"):
        points = match_points(session.book, finals, winner)
        if points is not None and all(entered.get(t) in (None, points[t]) for t in ("A", "B")):
            return points
    return plain
