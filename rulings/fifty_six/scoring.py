"""What a deal comes to: the award table, doubling, the cardinal rule's award, small penalties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairdeal.records import Contract, Team, other_team, team_of
from fairdeal.rulings.fifty_six.book import Award, FiftySixBook, Table
from fairdeal.rulings.fifty_six.deal import DealReplay, Played, Ruled
from fairdeal.rulings.frame.finding import (
    Certainty,
    Counted,
    DealVerdict,
    Finding,
    Outcome,
    established,
    sum_of_awards,
)

Points = dict[Team, int]
Figures = dict[Team, int | None]
"""Figures written down for the sides, None where they are not known."""


def award_row(book: FiftySixBook, value: int) -> Award | None:
    """The row of the award table for a contract (1.7.1); None where the table has none."""
    return next((row for row in book.scoring.awards if row.low <= value <= row.high), None)


def table_award(
    book: FiftySixBook, contract: Contract, made: bool
) -> tuple[Points, list[str]] | None:
    """Points of both sides for a contract made or defeated, and the arithmetic in words.

    None where the rulebook's table has no such contract.
    """
    points = table_figures(book, contract, made)
    row = award_row(book, contract.value)
    if points is None or row is None:
        return None
    declaring = team_of(contract.by)
    winner = declaring if made else other_team(declaring)
    base = row.made if made else row.defeated
    span = f"{row.low} to {row.high}" if row.low != row.high else str(row.low)
    word = "made" if made else "defeated"
    steps = [f"Contract {contract.value}, {word}: the row {span} gives {base} to team {winner}."]
    if contract.doubled > 1:
        called = "Doubled" if contract.doubled == 2 else "Redoubled"
        sign = "+" if book.scoring.doubling == "add" else "x"
        steps.append(f"{called}: {base} {sign} {_change(book, contract)} = {points[winner]}.")
    return points, steps


def table_figures(book: FiftySixBook, contract: Contract, made: bool) -> Points | None:
    """The points of `table_award` alone."""
    row = award_row(book, contract.value)
    if row is None:
        return None
    declaring = team_of(contract.by)
    points = row.made if made else row.defeated
    if contract.doubled > 1:
        change = _change(book, contract)
        points = points + change if book.scoring.doubling == "add" else points * change
    return _to(declaring if made else other_team(declaring), points)


def award_rows(book: FiftySixBook, made: bool, more: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """By bids from and to, what a side gets for a deal made or defeated and `more`: not doubled, doubled,
    redoubled."""
    for row in book.scoring.awards:
        contracts = [Contract(row.low, "S", "1", doubled) for doubled in (1, 2, 4)]
        given = [table_figures(book, contract, made) for contract in contracts]
        span = f"{row.low} to {row.high}" if row.high > row.low else str(row.low)
        yield span, tuple(max(points.values()) + more if points else 0 for points in given)


def _change(book: FiftySixBook, contract: Contract) -> int:
    """What doubling adds, or multiplies by."""
    return book.scoring.doubled if contract.doubled == 2 else book.scoring.redoubled


def _to(winner: Team, points: int) -> Points:
    """Points for one side, none for the other; always A before B."""
    return {team: points if team == winner else 0 for team in ("A", "B")}


def played(replay: DealReplay) -> Played:
    """Points and result of the play, or of the points written down where the play does not tell."""
    if replay.tally is None:
        replay.tally = _played(replay)
    return replay.tally


def _played(replay: DealReplay) -> Played:
    contract, total = replay.contract, replay.table.total_points
    points = replay.points_so_far() if replay.play.complete else None
    if replay.claim is not None:
        points = _after_claim(replay)
    if points is not None and sum(points.values()) != replay.table.total_points:
        points = points if all(f.winner is not None for f in replay.play.tricks) else None
    if contract is None:
        return Played(points, None, "")
    declaring = replay.table.team[contract.by]
    if points is not None:
        return Played(points, points[declaring] >= contract.value, "")
    so_far = replay.points_so_far()
    if so_far[declaring] >= contract.value:
        return Played(None, True, "certain from the tricks recorded")
    if so_far[other_team(declaring)] > total - contract.value:
        return Played(None, False, "certain from the tricks recorded")
    written = replay.points_written
    fits = all((written.get(team) or taken) >= taken for team, taken in so_far.items())
    made = _by_points_written(replay.table, contract, written) if fits else None
    if made is not None:
        return Played(None, made, "by the points written down")
    points = _with_the_one_left_out(replay)
    if points is None:
        return Played(None, None, "")
    made = points[declaring] >= contract.value
    return Played(None, made, "by the points left for the trick that is not recorded")


def _with_the_one_left_out(replay: DealReplay) -> Points | None:
    """The points with those that the others leave for one trick not recorded: whoever is written as leader of
    the next won it. None where more is missing, or nobody wrote who led."""
    facts, before = replay.play.tricks, 0
    if len(facts) != replay.table.hand - 1 or any(fact.points is None for fact in facts):
        return None
    points = replay.points_so_far()
    for fact, seen in zip(facts, replay.seen.tricks, strict=True):
        label = seen.labels[0]
        if fact.number + fact.missing != before + 1 and label is not None:
            points[replay.table.team[label]] += replay.table.total_points - sum(points.values())
            return points if all(each.winner is not None for each in facts) else None
        before = fact.number
    return None


def _by_points_written(
    table: Table, contract: Contract, written: Mapping[Team, int | None]
) -> bool | None:
    """Whether a contract was made by the points written down, None where they do not tell.

    Of two figures that do not make up the pack one is a slip, and nobody knows which. One figure alone
    shows what the other may be: also where the play may end early, for it ends once the result is certain.
    """
    total, declaring = table.total_points, table.team[contract.by]
    ours, theirs = written.get(declaring), written.get(other_team(declaring))
    if any(figure is not None and not 0 <= figure <= total for figure in (ours, theirs)):
        return None
    if ours is None and theirs is None:
        return None
    if ours is not None and theirs is not None:
        both = {declaring: ours, other_team(declaring): theirs}
        whole = ours + theirs == total or certain_early(table, contract, both)
        return ours >= contract.value if whole else None
    return (ours if ours is not None else total - (theirs or 0)) >= contract.value


def certain_early(table: Table, contract: Contract | None, points: Points) -> bool:
    """Whether points that do not make up the pack are those of a play that was allowed to end there.

    Where the rulebook lets the play end once the contract is certain, what is left has no owner. Of an
    unknown contract it is asked whether any could have been certain.
    """
    total, bids = table.total_points, table.book.bids
    if table.book.play_ends != "when-certain" or sum(points.values()) > total:
        return False
    if contract is None:
        most = max(points.values())
        return most >= bids.lowest or most > total - bids.highest
    declaring = team_of(contract.by)
    defending = points[other_team(declaring)]
    return points[declaring] >= contract.value or defending > total - contract.value


def went_on_to_the_end(replay: DealReplay) -> bool:
    """Whether every trick is played: by the rulebook, or because the play went on when the contract was
    certain."""
    if replay.table.book.play_ends == "all-tricks":
        return True
    if replay.contract is None:
        return False
    taken = {"A": 0, "B": 0}
    for fact in replay.play.tricks[:-1]:
        if fact.winner is not None and fact.points is not None:
            taken[replay.table.team[fact.winner]] += fact.points
        if certain_early(replay.table, replay.contract, taken):
            return True
    return False


def _after_claim(replay: DealReplay) -> Points | None:
    """Points with all that remained at a claim given to the side that it falls to (4.10)."""
    claim = replay.claim
    earlier = [f for f in replay.play.tricks if claim is not None and f.number < claim.trick]
    if claim is None or claim.falls_to is None or len(earlier) != claim.trick - 1:
        return None
    if any(fact.winner is None or fact.points is None for fact in earlier):
        return None
    points = replay.points_so_far()
    points[claim.falls_to] += replay.table.total_points - sum(points.values())
    return points


def table_points(replay: DealReplay) -> Points | None:
    """What the table gives for the play alone, before any ruling; None where it is not known."""
    made = played(replay).made
    if made is None or replay.contract is None or not replay.doubling_known:
        return None
    return table_figures(replay.book, replay.contract, made)


def small_penalties(findings: Sequence[Finding]) -> tuple[Points, list[str]]:
    """Penalty points that apply: established, and objected to where that is needed."""
    costly = [
        each
        for each in established(findings)
        if each.remedy.kind == "points"
        and each.remedy.to is not None
        and each.remedy.points
        and (each.objected or not each.needs_objection)
    ]
    steps = [
        f"{each.article}: {each.remedy.points} to team {each.remedy.to} ({each.code.replace('-', ' ')})."
        for each in costly
    ]
    given = [each.remedy for each in costly]
    points = {team: sum(each.points for each in given if each.to == team) for team in ("A", "B")}
    return points, steps


def offenders(findings: Sequence[Finding]) -> set[Team]:
    """The sides with an established offence against the cardinal rule."""
    return {
        other_team(each.remedy.to)
        for each in established(findings)
        if each.remedy.kind == "award-deal" and each.remedy.to is not None
    }


def forfeited(replay: DealReplay, side: Team) -> Points | None:
    """The award of a deal in which a side broke the cardinal rule (3.10); None where not known."""
    contract, extra = replay.contract, replay.book.penalties.cardinal
    if contract is None or extra is None:
        return None
    found = table_figures(replay.book, contract, made=side != replay.table.team[contract.by])
    if found is None:
        return None
    winner = other_team(side)
    return _to(winner, found[winner] + extra)


def open_redeal(findings: Sequence[Finding]) -> Finding | None:
    """Unplayable hand dealt, of which the record does not show whether the deal was dealt again or
    played on: the finding that it was played on."""
    maybe = [each for each in findings if each.certainty is Certainty.DEPENDS]
    redealt = {each.place for each in maybe if each.code == "constraining-hand"}
    played_on = [each for each in maybe if each.code == "constraining-hand-undisclosed"]
    return next((each for each in played_on if each.place in redealt), None)


def rule_deal(replay: DealReplay, findings: Sequence[Finding]) -> DealVerdict:
    """The outcome of a deal and its award once the established findings are applied."""
    result = played(replay)
    outcome: Outcome = "undecided"
    if replay.deal.unread:
        outcome = "unread"
    elif replay.dealt_again(findings):
        outcome = "redeal"
    elif replay.disputed or open_redeal(findings):
        outcome = "undecided"
    elif replay.auction.passed_out:
        outcome = "passed-out"
    elif replay.contract is not None and result.made is not None:
        outcome = "made" if result.made else "defeated"
    award, steps = award_for(replay, findings, outcome, result)
    return DealVerdict(
        deal=replay.deal.label,
        game=replay.seen.game,
        contract=replay.contract,
        points=result.points,
        outcome=outcome,
        award=award,
        arithmetic=tuple(steps),
        winners=tuple([fact.winner for fact in replay.play.tricks]),
        counted=_counted(replay, findings) if findings and award and outcome != "redeal" else None,
    )


def _counted(replay: DealReplay, findings: Sequence[Finding]) -> Counted | None:
    """What the cardinal rule makes of a deal in which one side broke it."""
    for each in established(findings):
        if each.remedy.kind == "award-deal" and each.remedy.to is not None:
            made = each.remedy.to == replay.declaring()
            return Counted("made" if made else "defeated", each.article)
    return None


def award_for(
    replay: DealReplay, findings: Sequence[Finding], outcome: Outcome, result: Played
) -> tuple[Points | None, list[str]]:
    """The award of a deal with this outcome and result, and the arithmetic in words."""
    guilty = offenders(findings) if findings else set()
    small, small_steps = small_penalties(findings) if findings else ({"A": 0, "B": 0}, [])
    if outcome == "unread":
        return None, ["The deal could not be read."]
    if outcome == "redeal":
        if guilty:
            return None, [
                "Redeal, with an offence against the cardinal rule: for the committee to decide."
            ]
        return small, ["Redeal: nothing in this deal scores.", *small_steps]
    if outcome == "passed-out":
        return small, ["Everybody passed: nothing in this deal scores.", *small_steps]
    if len(guilty) == 2:
        return None, ["Both sides broke the cardinal rule: for the committee to decide."]
    contract, book = replay.contract, replay.book
    played_on = open_redeal(findings)
    if played_on is not None:
        return None, [played_on.message, "If it was dealt again, nothing in it scores."]
    if replay.disputed:
        return None, ["The winning bid was not in an approved form: for the committee to decide."]
    if contract is None:
        return None, ["The contract is not known: for the committee to decide."]
    if not replay.doubling_known:
        return None, ["The sheet does not show whether the contract was doubled."]
    steps: list[str] = []
    made = result.made
    extra = 0
    if guilty:
        (side,) = guilty
        made = side != replay.declaring()
        extra = book.penalties.cardinal or 0
        role = "the defenders" if made else "the declaring side"
        word = "made" if made else "defeated"
        steps.append(f"Cardinal rule broken by {role}, team {side}: counted as {word}.")
    if made is None:
        return None, ["The record does not show whether the contract was made."]
    if result.why and not guilty:
        steps.append(f"The result is {result.why}.")
    found = table_award(book, contract, made)
    if found is None:
        return None, [f"The award table has no row for {contract.value}."]
    award, table_steps = found
    steps += table_steps
    if guilty:
        winner = other_team(side)
        award[winner] += extra
        steps.append(f"Cardinal rule: {extra} more to team {winner} = {award[winner]}.")
    for team, points in small.items():
        award[team] += points
    return award, steps + small_steps


def session_totals(deals: Sequence[DealVerdict]) -> Points | None:
    """The sum of all awards; None where one is open, a deal counts twice, or there are no deals."""
    counted = [deal.deal for deal in deals if deal.outcome != "redeal" and deal.deal is not None]
    return sum_of_awards(deals) if len(set(counted)) == len(counted) else None


def most_points(book: FiftySixBook) -> int | None:
    """The most that the table gives for one deal, redoubled (1.7.1); None where it has no row."""
    scoring = book.scoring
    best = max((max(row.made, row.defeated) for row in scoring.awards), default=None)
    if best is None:
        return None
    added = scoring.doubling == "add"
    return best + scoring.redoubled if added else best * max(scoring.redoubled, 1)


def match_points(book: FiftySixBook, totals: Points, tie_break: Team | None) -> Points | None:
    """Match points for final totals (5.4); None where the rulebook knows none."""
    scoring = book.scoring
    if scoring.match_win is None or scoring.match_tie is None:
        return None
    if totals["A"] != totals["B"]:
        return _to("A" if totals["A"] > totals["B"] else "B", scoring.match_win)
    points = {"A": scoring.match_tie, "B": scoring.match_tie}
    if tie_break is not None:
        points[tie_break] += scoring.match_tie_break or 0
    return points


def plain_award(ruled: Ruled) -> Points | None:
    """What the table gives for the play alone, before any ruling; None where it is not known."""
    return table_points(ruled.replay)


def due(ruled: Ruled) -> list[Finding]:
    """The established offences of a deal that cost points."""
    return [
        each
        for each in ruled.findings
        if each.certainty is Certainty.ESTABLISHED
        and each.remedy.kind in ("award-deal", "points")
        and each.remedy.points
        and (each.objected or not each.needs_objection)
    ]
