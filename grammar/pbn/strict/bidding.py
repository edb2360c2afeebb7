"""An auction held to the standard: what must be marked, and what the tags say came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.grammar.pbn.acts import Act
from fairdeal.grammar.pbn.complaints import At, Complaints
from fairdeal.grammar.pbn.game import Game
from fairdeal.records.cards import COMPASS, Seat, team_of

_DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")


def bid_rank(text: str) -> int:
    """The place of a bid among the 35: the higher is sufficient over the lower."""
    return 5 * (int(text[0]) - 1) + _DENOMINATIONS.index(text[1:])


@dataclass(slots=True)
class Standing:
    """How an auction stands: the last bid, who made it, how it is doubled, and passes since."""

    bid: str | None = None
    by: Seat | None = None
    doubled: int = 1
    passes: int = 0

    @property
    def over(self) -> bool:
        return self.passes >= (4 if self.bid is None else 3)


def check_auction(game: Game, complaints: Complaints) -> None:
    """The calls one by one, the seat of the first, and the contract that they make."""
    section = game.auction
    if section is None:
        return
    standing = Standing()
    first: dict[tuple[str, str], Seat] = {}
    sure = section.first is not None
    for index, (act, text) in enumerate(game.calls):
        seat = section.seat(act)
        if index == 0 and act.skipped == 0 and seat is not None and game.dealer not in (None, seat):
            message = f"{game.dealer} deals and calls first, and this is {seat}'s column"
            complaints.contradiction(message, act.item)
        if section.end_columns and act.column > section.end_columns[0]:
            complaints.contradiction("a call after the end of the auction", act.item)
            sure = False
            break
        if act.item.text == "-":
            sure = False
            continue
        if text is None or seat is None:
            sure = False
            break
        _check_call(act, text, seat, standing, complaints)
        _make(text, seat, standing, first)
    for end, column in zip(section.ends[1:], section.end_columns[1:], strict=True):
        complaints.contradiction(f"“{end.text}” after the end of the auction", end)
        sure = sure and column >= 0
    if sure and standing.over:
        _outcome(game, standing, first, complaints)


def _check_call(
    act: Act, text: str, seat: Seat, standing: Standing, complaints: Complaints
) -> None:
    if standing.over:
        complaints.contradiction("the auction was over before this call", act.item)
    marked = act.marked("I")
    if text in ("PASS", "AP", "X", "XX"):
        if marked:
            complaints.contradiction("^I marks a bid, not this call", act.item)
    else:
        low = standing.bid is not None and bid_rank(text) <= bid_rank(standing.bid)
        if low and not marked:
            complaints.contradiction(f"{text} is not above {standing.bid}", act.item)
        if marked and not low:
            complaints.contradiction(f"^I beside {text}, which is sufficient", act.item)
    if text == "X" and not _may_double(seat, standing, 1):
        complaints.contradiction("there is no bid of the other side to double", act.item)
    if text == "XX" and not _may_double(seat, standing, 2):
        complaints.contradiction("there is no doubled bid of this side to redouble", act.item)


def _may_double(seat: Seat, standing: Standing, doubled: int) -> bool:
    if standing.by is None or standing.doubled != doubled:
        return False
    return (team_of(standing.by) == team_of(seat)) == (doubled == 2)


def _make(text: str, seat: Seat, standing: Standing, first: dict[tuple[str, str], Seat]) -> None:
    if text == "AP":
        standing.passes = max(standing.passes, 4 if standing.bid is None else 3)
    elif text == "PASS":
        standing.passes += 1
    else:
        standing.passes = 0
        if text in ("X", "XX"):
            standing.doubled = 2 if text == "X" else 4
        else:
            standing.bid, standing.by, standing.doubled = text, seat, 1
            first.setdefault((team_of(seat), text[1:]), seat)


def _outcome(
    game: Game, standing: Standing, first: dict[tuple[str, str], Seat], complaints: Complaints
) -> None:
    """Contract and declarer beside those that the auction gives."""
    contract, declarer = game.block("Contract"), game.block("Declarer")
    bid, by = standing.bid, standing.by
    doubling = {1: "", 2: "X", 4: "XX"}[standing.doubled]
    made = "Pass" if bid is None else f"{bid}{doubling}"
    if contract is not None and game.contract is not None and game.contract.level is not None:
        level = game.contract.level
        said = (
            "Pass" if level == 0 else f"{level}{game.contract.denomination}{game.contract.doubling}"
        )
        if said != made:
            message = f"the auction gives {made}, not {said}"
            complaints.contradiction(message, At(contract.value_line, contract.value_column))
            return
    if declarer is None or game.declarer is None:
        return
    at = At(declarer.value_line, declarer.value_column)
    if bid is None or by is None:
        complaints.contradiction("all passed: there is no declarer", at)
        return
    right = first[team_of(by), bid[1:]]
    if game.swapped:
        right = COMPASS[(COMPASS.index(right) + 2) % 4]
    if right != game.declarer:
        mark = ", with ^" if game.swapped else ""
        complaints.contradiction(
            f"the auction makes {right} declarer{mark}, not {game.declarer}", at
        )
