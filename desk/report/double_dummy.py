"""What best play gives, every hand seen, beside the boards of a report: material, never a finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.confined.limits import more_time
from fairdeal.desk.extras import DOUBLE_DUMMY, how_to_get
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.shown import BestPlay, DealView
from fairdeal.records import (
    COMPASS,
    DENOMINATIONS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Card,
    Seat,
    Team,
    denomination,
    other_team,
    team_of,
)
from fairdeal.rulings.bridge import double_dummy
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.double_dummy import HAND
from fairdeal.rulings.bridge.scoring.award import (
    CLAIMS,
    BridgeRuled,
    as_claimed,
    ruled_deals,
    taken,
    transfers,
)
from fairdeal.rulings.frame.finding import Finding

MOST_BOARDS: Final = 40
"""Boards of a report that are solved: some ten seconds. A session has 24 to 32."""
SECONDS_A_BOARD: Final = 10.0
"""More time for each: a quarter of a second is usual."""
COLUMNS: Final = tuple(reversed(DENOMINATIONS))


@dataclass(frozen=True, slots=True)
class Solved:
    """The boards of a report with what best play gives, and what to say of those without."""

    deals: dict[int, DealView]
    ruled: Mapping[int, BridgeRuled]
    note: str = ""

    def beside(self, finding: Finding) -> tuple[str, ...]:
        """What best play says of the trick that a finding is about."""
        ruled = self.ruled.get(finding.game) if finding.game is not None else None
        return () if ruled is None else tuple(_of_trick(ruled, finding))


def solved(case: Case, deals: dict[int, DealView]) -> Solved:
    """The same deals with the table, par and the best result of their contracts, so many of them."""
    book = case.book
    if not isinstance(book, BridgeBook):
        return Solved(deals, {})
    whole = [
        game
        for game in sorted(deals)
        if double_dummy.as_dealt(case.record.deals[game - 1]) is not None
    ]
    if whole and not double_dummy.available():
        missing = f"the solver is not installed ({how_to_get(DOUBLE_DUMMY)})"
        return Solved(deals, {}, f"Nothing is said of double dummy: {missing}.")
    wanted, rest = whole[:MOST_BOARDS], len(whole) - MOST_BOARDS
    if not wanted:
        return Solved(deals, {})
    ruled = ruled_deals(case.record, case.verdict, book, wanted)
    done = dict(deals)
    for game in wanted:
        more_time(SECONDS_A_BOARD)
        best = _best_play(ruled[game]) if game in ruled else None
        board = done[game].board
        if best is not None and board is not None:
            done[game] = replace(done[game], board=replace(board, best=best))
    note = f"Double dummy was not worked out for {rest} more boards." if rest > 0 else ""
    return Solved(done, {game: each for game, each in ruled.items() if game in wanted}, note)


def _best_play(ruled: BridgeRuled) -> BestPlay | None:
    played = ruled.replay
    hands = double_dummy.as_dealt(played.deal)
    table = double_dummy.table_of(hands) if hands is not None else None
    if hands is None or table is None:
        return None
    return BestPlay(
        columns=tuple((SUIT_SYMBOLS.get(each, "NT"), SUIT_NAMES[each]) for each in COLUMNS),
        rows=tuple(
            (words.seat(seat), tuple(table.of(seat, each) for each in COLUMNS))
            for seat in ("N", "S", "E", "W")
        ),
        par=_par(ruled, hands),
        result=" ".join(filter(None, (_result(ruled, table), _broken_off(ruled, hands)))),
    )


def _par(ruled: BridgeRuled, hands: double_dummy.Hands) -> str:
    """``NS 420: 4 ♠ by North or South``; empty where the match is not scored board by board."""
    played = ruled.replay
    dealer, vulnerable = played.dealer, played.vulnerable
    if dealer is None or vulnerable is None or not played.table.book.single_boards:
        return ""
    found = double_dummy.par(hands, dealer, vulnerable)
    if found is None:
        return ""
    if found.team is None:
        return "0: passed out"
    return f"{found.team} {found.points}: {'; '.join(map(_par_contract, found.contracts))}"


def _par_contract(of: double_dummy.ParContract) -> str:
    name = SUIT_SYMBOLS.get(of.denomination) or denomination(of.denomination, of.level)
    who = " or ".join(words.seat(seat) for seat in of.by)
    after = f", {of.over} over" if of.over else f" doubled, {of.under} down" if of.under else ""
    return f"{of.level} {name} by {who}{after}"


def _result(ruled: BridgeRuled, table: double_dummy.Table) -> str:
    """``Best play gives 10 tricks; 9 were taken, 1 fewer.``"""
    contract = ruled.verdict.contract
    if contract is None:
        return ""
    best = table.of(contract.by, contract.trump)
    tricks = as_claimed(ruled.replay, ruled.findings, taken(ruled.replay)).tricks
    said = f"Best play by all gives declarer {words.count(best, 'trick')}"
    if tricks is None:
        return f"{said}."
    own = tricks[team_of(contract.by)]
    return f"{said}; {own} {'was' if own == 1 else 'were'} taken, {_compared(own, best)}."


def _broken_off(ruled: BridgeRuled, hands: double_dummy.Hands) -> str:
    """What best play gives from where a play stops, as it does at a claim; empty where it goes to its end."""
    contract, facts = ruled.verdict.contract, ruled.replay.play.tricks
    if contract is None or not facts or ruled.replay.play.complete:
        return ""
    last = facts[-1]
    over = len(last.cards) == len(COMPASS)
    trick, index = (last.number + 1, 0) if over else (last.number, len(last.cards))
    at = double_dummy.before_card(hands, facts, contract.trump, trick, index)
    if at is None:
        return ""
    own = at.best if at.team == team_of(contract.by) else HAND - at.best
    return f"The play stops in trick {trick}: from there best play gives declarer {own} in all."


def _compared(own: int, other: int) -> str:
    more = own - other
    return "as many" if not more else f"{abs(more)} {'more' if more > 0 else 'fewer'}"


# --- the trick of a finding ---------------------------------------------------------------------


def _of_trick(ruled: BridgeRuled, finding: Finding) -> Iterator[str]:
    played, contract = ruled.replay, ruled.verdict.contract
    hands = double_dummy.as_dealt(played.deal)
    trick, seat = finding.at.trick, finding.at.seat or finding.seat
    if hands is None or contract is None or trick is None:
        return
    facts = played.play.tricks
    fact = next((each for each in facts if each.number == trick), None)
    if finding.code in CLAIMS:
        index = 0 if fact is None else len(fact.cards)
        at = double_dummy.before_card(hands, facts, contract.trump, trick, index)
        if at is not None:
            yield f"With best play by all from there: {_both(at.team, at.best)}."
        return
    if fact is None:
        return
    if finding.code == "revoke" and seat in fact.seats:
        index = fact.seats.index(seat)
        card = fact.cards[index]
        at = double_dummy.before_card(hands, facts, contract.trump, trick, index)
        if at is not None and card is not None:
            yield from _revoke(ruled, at, card)
        return
    at = double_dummy.before_card(hands, facts, contract.trump, trick, 0)
    if at is None:
        return
    line = ", ".join(f"{words.seat(who)} {card.symbol}" for who, card in double_dummy.best_line(at))
    yield f"Best play in trick {trick}: {line}. {_both(at.team, at.best)}."
    if finding.code == "lead-out-of-turn" and fact.seats and fact.cards[0] is not None:
        yield from _led(at, fact.seats[0], fact.cards[0])


def _revoke(ruled: BridgeRuled, at: double_dummy.AtCard, card: Card) -> Iterator[str]:
    """What the revoke cost the other side: material for Law 64C."""
    after = double_dummy.after_card(at, card)
    if after is None:
        return
    other = other_team(at.team)
    before = HAND - at.best
    yield (
        f"With best play by all from there, {other} would take {words.count(before, 'trick')} without the "
        f"revoke and {HAND - after} with it."
    )
    tricks = taken(ruled.replay).tricks
    if tricks is None:
        return
    more = transfers(ruled.findings)[other]
    now = tricks[other] + more
    gets = f", and the rulebook gives it {more} more: {now}" if more else ""
    yield (
        f"{other} took {tricks[other]}{gets}. That is {_compared(now, before)} "
        f"{'as' if now == before else 'than'} without the revoke."
    )
    if now < before:
        yield "Law 64C: the director may adjust the score if these tricks do not make up for the damage."


def _led(at: double_dummy.AtCard, seat: Seat | None, card: Card) -> Iterator[str]:
    if seat is None or seat not in COMPASS or seat == at.position.due:
        return
    accepted = double_dummy.led_by(at, seat, card)
    if accepted is not None:
        led = f"the {card.symbol} from {words.seat(seat)}"
        yield f"With {led} as the lead instead: {_both(at.team, accepted)}."


def _both(team: Team, tricks: int) -> str:
    sides = {team: tricks, other_team(team): HAND - tricks}
    return words.figures({side: sides[side] for side in ("NS", "EW")}) + " tricks in all"
