"""A synthetic match of two teams: eighteen deals, the score sheet, some logs, and what is to be found.

Nothing in it happened. The forms and photos made from it are the business of `samples.making.onam_cup`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final

from fairdeal.records.record import Deal, Record
from samples.making.chance import first_of, given, require
from samples.making.irregularities import calls, cards
from samples.making.irregularities.scene import Expected, Scene, compose
from samples.making.records.auctions import Spoken
from samples.making.records.deals import Draft, Style, deal_of, random_draft
from samples.making.records.sessions import (
    SHEET_COLUMNS,
    Row,
    Session,
    match_points_of,
    rows_of,
    session_record,
)
from samples.making.records.table import INTERNATIONAL

SEED: Final = 49
"""Chosen because the slip of addition turns the result round: such a sheet is why sheets are checked."""

NEAT: Final = Style(labels=0.0, leads=1.0, sorted_hands=True)
"""Everything written down, hands sorted by suit; seats named where they lead or must be named."""

MOST_CALLS: Final = 16
"""Calls of an auction that is written by hand: more would fit on the form, but nobody enjoys them."""

HIGHEST: Final = 48
"""The highest contract in the match: random bidders would go to 56 far more often than players."""

CLEAN: Final = (2,)
WRONG_AWARD: Final = 6
WRONG_TOTAL: Final = 14
DEALS: Final = 18


@dataclass(frozen=True, slots=True)
class Match:
    """A match as recorded: `record` has the sheet and every log that was kept, in order of deals.

    `expected` is the complete set of findings of the whole record. The last two logs are meant to be
    typed and printed, the others to be written by hand.
    """

    record: Record
    expected: tuple[Expected, ...]


def _unapproved(scene: Scene) -> None:
    calls.unapproved_bid(scene)
    require(scene.forms == ["clear: no-trump number"] and not scene.undecided)


def _objected_call(scene: Scene) -> None:
    calls.call_out_of_turn(scene)
    require(scene.forms == ["pass, back"] and scene.warned)


def _objected_play(scene: Scene) -> None:
    cards.play_out_of_turn(scene)
    # The other team was warned in the deal before, so this is a warning again.
    require(scene.warned)


def _objected_lead(scene: Scene) -> None:
    cards.lead_out_of_turn(scene)
    require(any(scene.penalty.values()))


IRREGULAR: Final[Mapping[int, Mapping[str, Any]]] = {
    4: {"play": cards.revoke},
    7: {"bid": _unapproved},
    9: {"bid": _objected_call},
    12: {"deal": cards.one_sided_hands, "bid": cards.one_sided_auction},
    15: {"play": _objected_play},
    17: {"play": _objected_lead},
}
"""The deals with something irregular in their logs. Deal 12 was played and scored all the same."""


def onam_cup(seed: int = SEED) -> Match:
    """The match of the sample folder."""
    rng = Random(seed)
    dealer = rng.choice(INTERNATIONAL.seats)
    drafts: list[Draft] = []
    logs: dict[int, Deal] = {}
    expected: list[Expected] = []
    warned: set[str] = set()
    for number in range(1, DEALS + 1):
        if number in IRREGULAR:
            scene = _irregular(rng, number, dealer, warned)
            warned |= scene.warned
            draft = scene.draft
            expected += _of_the_log(scene)
        else:
            draft = _short(rng, number, dealer)
        if number in IRREGULAR or number in CLEAN:
            logs[number] = deal_of(draft, rng, NEAT)
        drafts.append(draft)
        dealer = INTERNATIONAL.after(dealer)
    return _with_sheet(rng, drafts, logs, expected)


def _short(rng: Random, number: int, dealer: int) -> Draft:
    """A clean deal with an auction of moderate length; the one for a wrong award is doubled."""
    while True:
        draft = random_draft(rng, INTERNATIONAL, number, dealer)
        doubled = given(draft.contract).doubled == 2
        if _plausible(draft) and doubled == (number == WRONG_AWARD):
            return draft


def _plausible(draft: Draft) -> bool:
    """Whether people could have bid like that, and would have cared to write it down."""
    calls = sum(isinstance(item, Spoken) for item in draft.calls)
    return calls <= MOST_CALLS and given(draft.contract).value <= HIGHEST


def _irregular(rng: Random, number: int, dealer: int, warned: set[str]) -> Scene:
    """A deal with its irregularity, of a team that was not warned before."""

    def attempt(_: int) -> Scene:
        how = IRREGULAR[number]
        scene, _deal = compose(rng, INTERNATIONAL, number=number, dealer=dealer, **how)
        require(not scene.warned & warned and _plausible(scene.draft))
        return scene

    scene = first_of(count(), attempt)
    if scene.draft.outcome == "redeal":
        _scored_all_the_same(scene)
    return scene


def _scored_all_the_same(scene: Scene) -> None:
    """Nobody noticed that the deal was to be dealt again: it went into the books as played."""
    draft = scene.draft
    draft.rule(given(draft.contract), given(draft.points))
    score = draft.written.score = dict(given(draft.award))
    for team, points in score.items():
        if points:
            scene.expected.append(
                Expected("award-entry", f"score {team}", str(scene.number), None, team)
            )


def _of_the_log(scene: Scene) -> list[Expected]:
    """What is to be found in the log and, where its score went into the sheet, there too."""
    found = []
    for one in scene.expected:
        seat = None if one.code == "void-trump-redeal" else one.seat
        found.append(Expected(one.code, one.place, one.deal, seat, one.team))
        if one.code == "award-entry":
            found.append(
                Expected(one.code, f"row {one.deal} / {one.place}", one.deal, None, one.team)
            )
    return found


def _with_sheet(
    rng: Random, drafts: list[Draft], logs: Mapping[int, Deal], expected: list[Expected]
) -> Match:
    """The score sheet, with a forgotten doubling point and a slip of addition in it."""
    rows = rows_of(drafts)
    row = rows[WRONG_AWARD - 1]
    winner = max(row.score, key=row.score.__getitem__)
    row.score[winner] -= 1
    slip_team = "A" if rng.random() < 0.5 else "B"
    _add_up(rows, slip_team)
    expected.append(
        Expected(
            "award-entry", f"row {WRONG_AWARD} / score {winner}", str(WRONG_AWARD), None, winner
        )
    )
    expected.append(
        Expected(
            "total-entry",
            f"row {WRONG_TOTAL} / total {slip_team}",
            str(WRONG_TOTAL),
            None,
            slip_team,
        )
    )
    final = rows[-1].total
    session = Session(INTERNATIONAL, drafts, rows, match_points_of(final))
    record = session_record(
        session,
        rng,
        logs=(),
        columns=SHEET_COLUMNS,
        Event="Onam Cup (synthetic)",
        Date="2026-08-26",
        Round="1",
        Table="3",
        TeamA="Team North",
        TeamB="Team South",
    )
    deals = tuple(logs[number] for number in sorted(logs))
    whole = Record(record.tags, deals, record.sheets)
    return Match(whole, tuple(sorted(expected, key=_order)))


def _add_up(rows: list[Row], slip_team: str) -> None:
    """Running totals, one of them two too many from a deal on."""
    above = {"A": 0, "B": 0}
    for row in rows:
        for team in ("A", "B"):
            above[team] += row.score[team]
        if int(row.deal) == WRONG_TOTAL:
            above[slip_team] += 2
        row.total = dict(above)


def _order(one: Expected) -> tuple[int, str, str]:
    return (int(one.deal or 0), one.place, one.code)
