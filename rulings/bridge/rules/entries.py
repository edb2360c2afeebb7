"""Rules about what is entered at bridge."""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records import Place, Said, Standing, Team, figure, other_team, times
from fairdeal.rulings.bridge.book import TEAMS, make_out
from fairdeal.rulings.bridge.replay.deal import CLAIMED, BridgeReplay, marked_tag, written_worth
from fairdeal.rulings.bridge.scoring.award import (
    BridgeRuled,
    Figures,
    Points,
    borne_out,
    plain_award,
    taken,
    transfers,
    wrong_scores,
)
from fairdeal.rulings.bridge.scoring.sheets import (
    BridgeSession,
    RowSeen,
    SheetSeen,
    contract_cell,
    doubled_of,
    entry,
    line_of,
    wrong_totals,
)
from fairdeal.rulings.frame.finding import At, Certainty, Finding, Related
from fairdeal.rulings.frame.rule import Draft, row_words, who
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.play import contract_span
from fairdeal.rulings.replay.sheets import seat_of
from fairdeal.rulings.rules import DOUBLING_WORDS, beyond, bid_made, tells_no_bid

# --- contract-entry ----------------------------------------------------------------------------------


def contract_entry(replay: BridgeReplay) -> Iterator[Draft]:
    """A contract written down that is not what the auction made.

    What: level, denomination, doubling or declarer under a deal or in a row of a sheet differ from the
    contract that the auction recorded for the same deal made. The declarer is the one of the side who first
    named the denomination. A contract written for a deal that all passed out is one as well; so is, where no
    auction shows the contract, one below the lowest bid or above the highest: no auction makes it.

    Why: the score depends on the contract.

    Article: 7 of the Alberta rules (seed document 003); Law 22 of duplicate bridge.
    """
    head, result = replay.seen.head, replay.deal.result
    written = result.contract if result is not None else None
    if written is None:
        return
    said, by = head.contract, head.by
    if (
        said is not None
        and tells_no_bid(replay)
        and (why := beyond(_level(said), replay.table.bids))
    ):
        yield Draft(
            Place.of("contract"),
            f'The contract is written "{said.text}": {why}.',
            at=At(),
            span=written.said.span,
        )
    if replay.source == "record":
        return
    made = replay.contract
    if made is None:
        if replay.auction.passed_out and said is not None and make_out(said).kind is Kind.BID:
            yield Draft(
                Place.of("contract"),
                f'The contract is written "{said.text}"; all four had passed.',
                at=At(),
                span=written.said.span,
            )
        return
    wrong: list[str] = []
    if said is not None and written_worth(said, replay.table) != (made.value, made.trump):
        wrong.append(f'"{said.text}"')
    if by is not None and by != made.by:
        wrong.append(f"by {who(by)}")
    doubled = times(head.doubling)
    unread = written.doubling is not None and head.doubling is None
    if not unread and said is not None and not wrong and doubled != made.doubled:
        wrong.append(DOUBLING_WORDS[doubled])
    if wrong:
        span = contract_span(replay.deal)
        yield Draft(
            Place.of("contract"),
            f"The contract is written {', '.join(wrong)}; the auction made it {made.text}.",
            at=At(),
            span=span,
            related=bid_made(replay),
        )


def _level(said: Said) -> int | None:
    words = make_out(said)
    return words.value if words.kind is Kind.BID else None


def contract_entry_on_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    for row in view.rows:
        log = session.log(row.deal)
        said = contract_cell(row)
        if log is None or tells_no_bid(log.replay):
            yield from _row_alone(session, view, row, said)
        if log is None or log.replay.contract is None or log.replay.source == "record":
            continue
        made = log.replay.contract
        text = f"the auction made it {made.text}."
        wrong: list[tuple[str, str]] = []
        if said is not None and written_worth(said, session.table) != (made.value, made.trump):
            wrong.append(("contract", f'"{said.text}" is entered; {text}'))
        by = seat_of(row.values.get("bidder"), session.table.after, session.names)
        if by is not None and by != made.by:
            wrong.append(("bidder", f"{who(by)} is entered as declarer; {text}"))
        doubled = doubled_of(row, said)
        if doubled is not None and doubled != made.doubled:
            wrong.append(("x", f"entered as {DOUBLING_WORDS[doubled]}; {text}"))
        for column, message in wrong:
            yield entry(session, view, row, column, f"{row_words(row.index, row.deal)}: {message}")


def _row_alone(
    session: BridgeSession, view: SheetSeen, row: RowSeen, said: Said | None
) -> Iterator[Draft]:
    """A row of whose deal no auction shows the contract: only whether there is such a contract."""
    if said is not None and (why := beyond(_level(said), session.table.bids)):
        where = f'{row_words(row.index, row.deal)}: "{said.text}" is entered; {why}.'
        yield entry(session, view, row, "contract", where)


# --- points-entry ------------------------------------------------------------------------------------


def wrong_cells(written: Figures, ruled: BridgeRuled | None, total: int) -> list[tuple[Team, str]]:
    """The sides whose tricks are wrong, with why."""
    beyond = [team for team in TEAMS if not 0 <= (written.get(team) or 0) <= total]
    if beyond:
        return [(team, f"there are {total} tricks in a deal") for team in beyond]
    played = taken(ruled.replay) if ruled is not None else None
    if ruled is not None and played is not None and played.played and played.tricks is not None:
        given, won = transfers(ruled.findings), played.tricks
        ruled_on = {team: won[team] + given[team] - given[other_team(team)] for team in TEAMS}
        return [
            (team, f"the play gives {team} {won[team]}")
            for team in TEAMS
            if written.get(team) not in (None, won[team], ruled_on[team])
        ]
    return _without_play(written, ruled, total)


def _without_play(
    written: Figures, ruled: BridgeRuled | None, total: int
) -> list[tuple[Team, str]]:
    if ruled is not None:
        least = ruled.replay.tricks_so_far()
        for team in TEAMS:
            figure, others = written.get(team), least[other_team(team)]
            if figure is None:
                continue
            if figure < least[team]:
                return [(team, f"the tricks recorded already give {team} {least[team]}")]
            if figure > total - others:
                return [(team, f"the tricks recorded already give {other_team(team)} {others}")]
    ns, ew = written.get("NS"), written.get("EW")
    if ns is None or ew is None or ns + ew == total:
        return []
    return [("NS", f"the two sides' {ns} and {ew} make {ns + ew}, not {total}")]


def points_entry(ruled: BridgeRuled) -> Iterator[Draft]:
    """Tricks written down that are not what the play gave.

    What: the tricks of a side under a deal or on a sheet differ from those that it won in the play (with what
    a revoke cost, if it is counted in); or, where the play is not recorded whole, the two sides' do not make
    thirteen, or fall short of those recorded already; a claim recorded gives another number. A result that
    the record marks as another than the play gave (`^9` in PBN) is as the table agreed, and not this.

    Why: the tricks decide whether the contract was made, and by how much.

    Article: 9 of the Alberta rules (seed document 003); Law 79 of duplicate bridge.
    """
    replay = ruled.replay
    seen, result = replay.seen, replay.deal.result
    if marked_tag(replay.deal, "Result") is not None:
        return
    for team, why in wrong_cells(seen.points, ruled, replay.table.hand):
        written = result.points.get(team) if result else None
        other = other_team(team)
        related: tuple[Related, ...] = ()
        if ruled.verdict.points is None and seen.points.get(other) is not None:
            related = (Related(Place.of(f"points {other}"), f"{seen.points[other]} written here"),)
        yield Draft(
            Place.of(f"points {team}"),
            f"{seen.points[team]} tricks are written for {team}; {why}.",
            team=team,
            at=At(),
            span=written.span if written else None,
            related=related,
        )

    yield from _claimed(ruled)


def _claimed(ruled: BridgeRuled) -> Iterator[Draft]:
    """A claim of other tricks than the result that stands beside it."""
    replay = ruled.replay
    team = replay.declaring()
    written = replay.seen.points.get(team) if team is not None else None
    if team is None or written is None:
        return
    for tag in replay.deal.tags:
        claimed = figure(tag.value.strip()) if tag.name == CLAIMED else None
        if claimed is not None and claimed != written:
            entered = replay.deal.result.points.get(team) if replay.deal.result else None
            yield Draft(
                Place.of(f"points {team}"),
                f"{written} tricks are written for {team}; the claim recorded gives it {tag.value.strip()}.",
                team=team,
                at=At(),
                span=tag.span or (entered.span if entered else None),
            )


def points_entry_on_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    for row in view.rows:
        written: Figures = {team: row.number(f"points {team}") for team in TEAMS}
        for team, why in wrong_cells(written, session.log(row.deal), session.table.hand):
            yield entry(
                session,
                view,
                row,
                f"points {team}",
                f"{row_words(row.index, row.deal)}: {written[team]} tricks are entered for "
                f"{team}; {why}.",
                team=team,
            )


# --- penalty-entry -----------------------------------------------------------------------------------


def due(ruled: BridgeRuled) -> list[Finding]:
    """The established offences of a deal that cost tricks or points."""
    return [
        each
        for each in ruled.findings
        if each.certainty is Certainty.ESTABLISHED
        and each.remedy.kind in ("tricks", "points")
        and each.remedy.points
    ]


def missing(ruled: BridgeRuled, score: Figures, penalty: Figures) -> tuple[Finding, Points] | None:
    """The offence whose penalty the score lacks, with the award that is due; None where it has it."""
    award, plain, offences = ruled.verdict.award, plain_award(ruled), due(ruled)
    if award is None or plain is None or award == plain or not offences:
        return None
    if not any(figure is not None for figure in score.values()):
        return None
    single = not ruled.replay.table.book.four_hand
    if not wrong_scores(borne_out(ruled) or [award], score, penalty, single):
        return None
    return None if wrong_scores([plain], score, penalty, single) else (offences[0], award)


def _words(offence: Finding, award: Points) -> str:
    return (
        f"leaves out the penalty for {offence.code.replace('-', ' ')}; with it NS has {award['NS']} and EW "
        f"{award['EW']}."
    )


def penalty_entry(ruled: BridgeRuled) -> Iterator[Draft]:
    """A penalty that is due and not in the score.

    What: an established revoke costs tricks, or an impropriety points, and the score written under the deal
    or on the sheet is that of the play without them.

    Why: what was ruled at the table must reach the score, or the offence paid.

    Article: note 1 and 13 of the Alberta rules (seed document 003); Law 64 of duplicate bridge.
    """
    replay, result = ruled.replay, ruled.replay.deal.result
    found = missing(ruled, replay.seen.score, replay.seen.penalty)
    if found is None or result is None:
        return
    offence, award = found
    team = next(team for team in TEAMS if replay.seen.score.get(team) is not None)
    yield Draft(
        Place.of(f"score {team}"),
        f"{team}'s score of {replay.seen.score[team]} {_words(offence, award)}",
        team=team,
        at=At(),
        span=result.score[team].span,
        article=offence.article,
        related=(Related(offence.place, offence.message),),
    )


def penalty_entry_on_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    for row in view.rows:
        log = session.log(row.deal)
        if log is None or view.we_they:
            continue
        score: Figures = {team: row.number(f"score {team}") for team in TEAMS}
        penalty: Figures = {team: row.number(f"penalty {team}") for team in TEAMS}
        found = missing(log, score, penalty)
        if found is None:
            continue
        team = next(team for team in TEAMS if score[team] is not None)
        yield entry(
            session,
            view,
            row,
            f"score {team}",
            f"{row_words(row.index, row.deal)}: {team}'s score of {score[team]} {_words(*found)}",
            team=team,
            related=(Related(found[0].place.in_deal(log.label), found[0].message),),
        )


# --- total-entry -------------------------------------------------------------------------------------


def sums(view: SheetSeen, team: Team) -> Iterator[tuple[RowSeen, int, set[int]]]:
    """For each row with a total: the total above (or carried on to here) and those that add up."""
    above: int | None = 0
    for row in view.rows:
        score, total = row.number(f"score {team}"), row.number(f"total {team}")
        penalty = row.number(f"penalty {team}") or 0
        unread = {f"score {team}", f"total {team}", f"penalty {team}"} & row.unread
        if above is not None and not unread:
            right = {above + (score or 0) + sign * penalty for sign in (0, 1, -1)}
            if total is not None and (score is not None or view.has(f"score {team}")):
                yield row, above, right
            elif total is None:
                above += score or 0
        elif unread:
            above = None
        if total is not None:
            above = total


def total_entry(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    """A total that does not add up.

    What: the total of a row is not the total above it with the row's score (and penalty points, where the
    sheet has a column for them); under WE and THEY, not the sum of all entries above and below the line.
    After a wrong total the next is judged from that total as written, so one slip is one finding.

    Why: the totals decide the match and the tournament, and an early slip is carried to the end unseen.

    Article: 9 with 14 of the Alberta rules (seed document 003); Law 78 of duplicate bridge.
    """
    if view.we_they:
        for row, column, message in wrong_totals(view):
            yield entry(
                session,
                view,
                row,
                column,
                message,
                team=view.team(column),
            )
        return
    for team in TEAMS:
        for row, above, right in sums(view, team):
            total = row.number(f"total {team}")
            if total in right:
                continue
            score = row.number(f"score {team}") or 0
            yield entry(
                session,
                view,
                row,
                f"total {team}",
                f"{row_words(row.index, row.deal)}: {team}'s total is entered as {total}; "
                f"{above} and {score} make {above + score}.",
                team=team,
            )


# --- match-points-entry ------------------------------------------------------------------------------


def final_total(view: SheetSeen, team: Team) -> int | None:
    """A side's last total on a sheet; None where there is none, or one from there on is not known."""
    column = f"total {team}"
    if view.we_they:
        column = "we" if view.team("we") == team else "they"
    for row in reversed(view.rows):
        if column in row.unread or (view.we_they and "line" in row.unread):
            return None
        figure = row.number(column)
        if figure is not None and (not view.we_they or line_of(row) == "total"):
            return figure
        if view.we_they and figure is not None:
            return None  # written below the total, or never added up
    return None


def entered(view: SheetSeen) -> dict[Team, int]:
    """The match points entered in clear ink, by side."""
    written = view.sheet.match_points
    points = written.points.items() if written is not None else ()
    return {
        team: entry.value
        for team, entry in points
        if entry.value is not None and entry.standing is Standing.CLEAR
    }


def left_open(view: SheetSeen) -> bool:
    """Whether match points stand on a sheet that cannot be compared with its totals."""
    written = view.sheet.match_points
    clear = entered(view)
    return written is not None and any(
        team not in clear or final_total(view, team) is None for team in written.points
    )


def match_points_entry(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    """Match points entered that are not the points of the match.

    What: the line of match points on a sheet gives a side another figure than its final total. This rulebook
    ranks pairs by the points they made in all their matches and turns no match into points of another kind. A
    figure in doubt, or one beside totals that are not known, is not judged; nor is who comes first of several
    pairs, which one record does not tell.

    Why: the figures entered for a match are what the round robin is added up from.

    Article: 14 of the Alberta rules (seed document 003). In duplicate bridge match points are the whole
    field's.
    """
    written = view.sheet.match_points
    for team, points in entered(view).items():
        total = final_total(view, team) if team in TEAMS else None
        if written is None or total is None or points == total:
            continue
        column = f"match points {team}"
        yield Draft(
            Place.of(column).in_sheet(view.number),
            f"{points} is entered as {team}'s match points; a match counts for the points made in it, "
            f"and {team}'s total is {total}.",
            team=team,
            at=At(column=column, sheet=view.number if view.number > 1 else None),
            span=written.points[team].span or written.span,
        )
