"""Every deal of a case laid out for reading, each game in its own way: hands by seat and suit, the auction in
turn order, the tricks; at bridge round a table, with dummy.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.scores import HandRow, running
from fairdeal.desk.report.shown import (
    BoardFacts,
    DealView,
    HandView,
    Mark,
    Marks,
    SeatHead,
    SuitRow,
    Token,
    TrickView,
    doubt_of,
    record_lines,
)
from fairdeal.grammar.notation.writer import event_text
from fairdeal.records import (
    COMPASS_NAMES,
    NO_TRUMPS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Call,
    Card,
    Deal,
    Entry,
    Event,
    EventKind,
    Place,
    Play,
    Record,
    Said,
    Seat,
    denomination,
    firsts,
    team_of,
)
from fairdeal.rulings.bridge.book import TEAMS, WORDS, BridgeBook
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, as_claimed, ruled_deals, taken
from fairdeal.rulings.fifty_six.book import FiftySixBook, Table, table_of
from fairdeal.rulings.fifty_six.deal import DealReplay, Entered, replay
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.frame.finding import DealVerdict, Finding
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.reading import see
from fairdeal.rulings.replay.table import Dealt

SUIT_ORDER: Final = ("S", "H", "D", "C")
"""Black and red by turns, as a hand is held: easier to tell apart without colour."""
_SOURCES: Final = {
    "recorded": "",
    "follows": "not written down; follows from the other hands",
    "played": "not written down; these are the cards it played",
}


def _laid_out(
    deal: Deal,
    verdict: DealVerdict,
    played: Replayed[Any, Any],
    heads: Mapping[Seat, SeatHead],
    callers: Sequence[Seat],
    columns: Sequence[Seat],
    marks: Marks,
) -> DealView:
    """A deal's view. The seats are those of the rulings' own replay, so both tell the same story."""
    game = verdict.game
    strength = played.table.strength["NT"]
    return DealView(
        game=game,
        label=deal.label or str(game),
        dealer=dealer_words(deal.dealer, played.dealer),
        dealer_marks=marks.at(game, "dealer"),
        contract=words.contract(verdict.contract),
        contract_spoken=words.contract_aloud(verdict.contract),
        contract_marks=marks.at(game, "contract"),
        outcome=words.outcome(verdict),
        hands=tuple(
            hand_view(deal, played.dealt[seat], strength, heads[seat], marks, game)
            for seat in seats_shown(deal, played.dealt)
        ),
        hands_title="Cards still held" if _still_held(deal) else "Hands dealt",
        callers=tuple(heads[seat] for seat in callers) if deal.auction else (),
        rounds=rounds_of(deal, (call.seat for call in played.auction.calls), callers, marks, game),
        players=tuple(heads[seat] for seat in columns) if deal.play else (),
        tricks=tuple(trick_view(deal, fact, columns, marks, game) for fact in played.play.tricks),
        happened=tuple(happened(deal)),
        written=tuple(written_figures(deal, marks, game)),
    )


def _fifty_six_view(
    record: Record, deal: Deal, verdict: DealVerdict, marks: Marks, table: Table
) -> DealView:
    """Who calls first has the first column of the auction."""
    played = replay(see(deal, verdict.game, table.seats), table, Entered(verdict.contract))
    heads = {
        seat: SeatHead(seat, team_of(seat), record.tag(f"Seat{seat}") or "") for seat in table.seats
    }
    callers = table.rotation[_first_caller(played)]
    return _laid_out(deal, verdict, played, heads, callers, table.seats, marks)


def excerpt(view: DealView, finding: Finding) -> DealView:
    """The part of a deal that one finding needs, where the whole of it stands elsewhere.

    For a card: its trick and those of the evidence, with the hand it came from; for a call: the
    auction.
    """
    places = places_of(finding)
    numbers = tricks_of(finding)
    calls = {place.number("call") for place in places} - {None}
    hands = {part[5:] for place in places for part in place.parts if part.startswith("hand ")}
    if numbers and finding.seat is not None:
        hands.add(finding.seat)
    return replace(
        view,
        hands=tuple(hand for hand in view.hands if hand.head.seat in hands),
        rounds=view.rounds if calls else (),
        tricks=tuple(trick for trick in view.tricks if trick.number in numbers),
        happened=(),
        written=tuple(entry for entry in view.written if entry[2]),
        board=None if view.board is None else replace(view.board, best=None),
    )


def places_of(finding: Finding) -> list[Place]:
    """Where a finding points: its own place, then its evidence."""
    return [finding.place.in_sheet(finding.at.sheet), *(each.place for each in finding.related)]


def tricks_of(finding: Finding) -> set[int]:
    """The tricks that a finding points to; of a lead out of turn also the one before: its winner leads."""
    found = (place.number("trick") for place in places_of(finding))
    numbers = {each for each in found if each is not None}
    before = {each - 1 for each in numbers} if finding.code == "lead-out-of-turn" else set()
    return numbers | before


def card_token(
    card: Card | None, entry: Entry[Card] | None, marks: tuple[Mark, ...], note: str = ""
) -> Token:
    """A card as shown; a blank to be seen where it is not known."""
    doubt = doubt_of(entry)
    if card is None:
        spoken = "cannot be read" if doubt else "not recorded"
        return Token("?" if doubt else "–", spoken, marks=marks, doubt=doubt, note=note)
    return Token(card.symbol, card.name, card.suit in "DH", marks, doubt, note)


def _first_caller(played: DealReplay) -> Seat:
    table = played.table
    if played.dealer is not None:
        return table.first_call[played.dealer]
    known = (fact.seat for fact in played.auction.calls if fact.seat is not None)
    return next(known, table.seats[0])


def dealer_words(entry: Entry[Seat] | None, seat: Seat | None) -> str:
    """The dealer, and how sure that is."""
    if seat is None:
        return "not recorded" if entry is None or not entry.doubtful else "cannot be read"
    doubt = doubt_of(entry)
    return words.seat(seat) + (f" ({doubt})" if doubt else "")


def seats_shown(deal: Deal, dealt: Mapping[Seat, Dealt]) -> Sequence[Seat]:
    """The seats whose hands are shown: all or, where no card is known, none; of cards still held those
    that have a row, as what the others played they held no longer."""
    if not any(hand.cards for hand in dealt.values()):
        return ()
    return [seat for seat in dealt if not _still_held(deal) or deal.hand(seat) is not None]


def _still_held(deal: Deal) -> bool:
    """Whether the hands written are those held in the course of the play, not those dealt."""
    acts = (act for trick in deal.play or () for act in trick.items)
    return any(isinstance(act, Event) and act.kind is EventKind.HELD for act in acts)


def hand_view(
    deal: Deal,
    dealt: Dealt,
    strength: Mapping[str, Mapping[Card, int]],
    head: SeatHead,
    marks: Marks,
    game: int,
) -> HandView:
    """One hand by suits, high cards first. `strength` is how high each card of a suit stands."""
    seat = head.seat
    hand = deal.hand(seat)
    if hand is not None and dealt.source == "recorded":
        cards = [
            (entry.value, card_token(entry.value, entry, marks.at(game, f"hand {seat}", str(n))))
            for n, entry in enumerate(hand.cards, 1)
        ]
    else:
        cards = [(card, card_token(card, None, ())) for card in dealt.cards]
    tokens = [(card, replace(token, text=card.rank)) for card, token in cards if card is not None]
    tokens.sort(key=lambda pair: -strength[pair[0].suit].get(pair[0], 0))
    unread = len(cards) - len(tokens)
    return HandView(
        head=head,
        suits=tuple(
            SuitRow(
                SUIT_SYMBOLS[suit],
                SUIT_NAMES[suit],
                suit in "DH",
                tuple(token for card, token in tokens if card.suit == suit),
            )
            for suit in SUIT_ORDER
        ),
        unknown=unread if _still_held(deal) else max(dealt.unknown, unread),
        source=_SOURCES[dealt.source],
        marks=marks.at(game, f"hand {seat}"),
    )


def rounds_of(
    deal: Deal, seats: Iterable[Seat | None], order: Sequence[Seat], marks: Marks, game: int
) -> tuple[tuple[tuple[Token, ...], ...], ...]:
    """The calls in columns by seat. A new round begins where the turn passes the first column."""
    rounds: list[list[list[Token]]] = []
    column = len(order)
    for number, (seat, call) in enumerate(zip(seats, deal.calls, strict=False), 1):
        place = order.index(seat) if seat in order else min(column + 1, len(order) - 1)
        if place <= column or not rounds:
            rounds.append([[] for _ in order])
        column = place
        at = (
            *marks.at(game, f"call {number}"),
            *marks.at(game, f"call {number}", "seat"),
        )
        rounds[-1][place].append(call_token(call.said, number, at))
        if column == len(order) - 1:
            column = len(order)
    return tuple(tuple(tuple(cell) for cell in each) for each in rounds)


def call_token(entry: Entry[Said], number: int, marks: tuple[Mark, ...]) -> Token:
    """A call as it was said, suits by their symbols."""
    said = entry.value
    note = str(number)
    if said is None:
        return Token("?", "cannot be read", marks=marks, doubt=doubt_of(entry), note=note)
    shown: list[str] = []
    spoken: list[str] = []
    for term in said.terms:
        symbol = SUIT_SYMBOLS.get(term.text) if term.kind.value == "suit" else None
        shown.append(symbol or term.text)
        if symbol or term.text == NO_TRUMPS:
            spoken.append(denomination(term.text, 1 if spoken == ["1"] else 0))
        else:
            spoken.append(_SPOKEN.get(term.text, term.text))
    text = " ".join(shown).replace("+ ", "+") if shown[:1] == ["+"] else " ".join(shown)
    return Token(text, " ".join(spoken), marks=marks, doubt=doubt_of(entry), note=note)


_SPOKEN: Final = {"+": "plus", "X": "double", "XX": "redouble", "NS": "noes"}


def trick_view(
    deal: Deal, fact: TrickFact, seats: Sequence[Seat], marks: Marks, game: int
) -> TrickView:
    """A trick with its cards under the columns of `seats`."""
    trick = next(each for each in deal.play or () if each.number == fact.number)
    cells: dict[Seat, list[Token]] = {seat: [] for seat in seats}
    plays = trick.plays
    for index, (seat, card) in enumerate(zip(fact.seats, fact.cards, strict=False)):
        where = f"trick {fact.number}"
        at = marks.at(game, where, f"seat {seat}") if seat is not None else ()
        at = tuple(mark for mark in at if mark.position in (None, index + 1))
        at = (*at, *marks.at(game, where, f"card {index + 1}"))
        entry = plays[index].card if index < len(plays) else None
        token = card_token(card, entry, at, note=str(index + 1))
        cells[seat if seat is not None else seats[index % len(seats)]].append(token)
    winners = deal.result.tricks if deal.result is not None else ()
    written = winners[fact.number - 1].value if 0 < fact.number <= len(winners) else None
    differs = written is not None and fact.winner is not None and written != fact.winner
    return TrickView(
        number=fact.number,
        cells=tuple(tuple(cells[seat]) for seat in seats),
        leader=fact.seats[0] if fact.seats else None,
        winner=fact.winner,
        points=fact.points,
        marks=marks.at(game, f"trick {fact.number}", "winner"),
        recorded=f"{words.seat(written)} written" if differs and written else "",
    )


def happened(deal: Deal) -> Iterable[str]:
    """The events in order, each with where it happened."""
    for event in deal.events:
        yield _event_in_words("Before the bidding", event)
    calls = 0
    for item in deal.auction or ():
        if isinstance(item, Event):
            yield _event_in_words(f"After call {calls}" if calls else "Before the first call", item)
        else:
            calls += 1
    for trick in deal.play or ():
        cards = 0
        for act in trick.items:
            if isinstance(act, Event):
                yield _event_in_words(f"Trick {trick.number}, after card {cards}", act)
            else:
                cards += 1
    for event in deal.closing:
        yield _event_in_words("After the play", event)


def _event_in_words(when: str, event: Event) -> str:
    if event.kind is EventKind.HELD:
        return f"{when}: the cards still held were written down"
    text = event_text(event).removeprefix("!").strip()
    return f"{when}: {text}"


def written_figures(
    deal: Deal, marks: Marks, game: int
) -> Iterable[tuple[str, str, tuple[Mark, ...]]]:
    """The figures under the deal, as they were written."""
    result = deal.result
    if result is None:
        return
    if result.contract is not None:
        said = result.contract.said
        parts = [said.value.text if said.value is not None else doubt_of(said) or "?"]
        if result.contract.doubling is not None and result.contract.doubling.value:
            parts.append(result.contract.doubling.value)
        if result.contract.by is not None and result.contract.by.value:
            parts.append(f"by {words.seat(result.contract.by.value)}")
        yield "contract", " ".join(parts), marks.at(game, "contract")
    for name, entries in (
        ("points", result.points),
        ("score", result.score),
        ("penalty", result.penalty),
    ):
        for team, entry in entries.items():
            doubt = doubt_of(entry)
            value = "?" if entry.value is None else str(entry.value)
            at = marks.at(game, f"{name} {team}")
            yield f"{name} {team}", value + (f" ({doubt})" if doubt and entry.value else ""), at


SEATS: Final[tuple[Seat, ...]] = ("W", "N", "E", "S")
"""Columns of auctions and tricks: west first, as bridge is printed, so that turns run to the right."""
_AROUND: Final[tuple[Seat, ...]] = ("N", "W", "E", "S")
"""Hands in the order in which they are read: north at the top, then west and east, south below."""
_TAGS: Final = (
    "Event",
    "Site",
    "Date",
    "Round",
    "Table",
    "Room",
    "North",
    "East",
    "South",
    "West",
)
"""Tags of a board that say where it was played, and by whom."""
_MARKED: Final = {
    "I": "marked insufficient",
    "S": "marked: a seat passed over",
    "R": "marked as a revoke",
    "L": "marked as a lead out of turn",
}
"""What the marks of PBN say, by their letter."""


def _bridge_view(
    record: Record, deal: Deal, ruled: BridgeRuled, marks: Marks, verdict: DealVerdict
) -> DealView:
    """A board round a table, with dummy, and with what the record remarks on its calls and cards."""
    played = ruled.replay
    heads = {seat: _head(record, deal, played, seat) for seat in SEATS}
    view = _laid_out(deal, verdict, played, heads, SEATS, SEATS, marks)
    contract = played.contract
    return replace(
        view,
        hands=tuple(sorted(map(_hand, view.hands), key=lambda hand: _AROUND.index(hand.head.seat))),
        rounds=_told_calls(record, deal, view.rounds),
        tricks=tuple(
            _trick(deal, fact, trick)
            for fact, trick in zip(played.play.tricks, view.tricks, strict=True)
        ),
        happened=(*view.happened, *_comments(deal)),
        written=tuple(
            (name.replace("points", "tricks"), text, at) for name, text, at in view.written
        ),
        board=BoardFacts(
            vulnerable=WORDS[played.vulnerable] if played.vulnerable is not None else "not known",
            vulnerable_marks=marks.at(verdict.game, "vulnerable"),
            taken=_taken(ruled, verdict),
            score=_score(verdict),
            lead=words.seat(played.table.after[contract.by]) if contract else "",
            tags=tuple(_tags(deal)),
        ),
    )


def name_of(record: Record, deal: Deal | None, seat: Seat) -> str:
    """Who sits there: by the heading, or by the board's own tag (``[North "..."]`` of PBN)."""
    named = record.tag(f"Seat{seat}") or record.tag(COMPASS_NAMES[seat])
    if named or deal is None:
        return named or ""
    return next(
        (tag.value for tag in deal.tags if tag.name == COMPASS_NAMES[seat] and _says(tag.value)), ""
    )


def _hand(view: HandView) -> HandView:
    """A hand of which nothing is known needs no word on where its cards are known from."""
    return view if any(row.cards for row in view.suits) else replace(view, source="")


def _says(value: str) -> bool:
    """Whether a tag of PBN says anything: ``?`` and ``-`` are written where nothing is known."""
    return value.strip() not in ("", "?", "-", "#", "##")


def _head(record: Record, deal: Deal, played: BridgeReplay, seat: Seat) -> SeatHead:
    roles = (
        {} if played.contract is None else {played.dummy: "dummy", played.contract.by: "declarer"}
    )
    role = roles.get(seat, "")
    return SeatHead(seat, team_of(seat), name_of(record, deal, seat), role)


def _tags(deal: Deal) -> Iterable[tuple[str, str]]:
    named = firsts((tag.name, tag.value) for tag in deal.tags)
    return ((name, named[name]) for name in _TAGS if _says(named.get(name, "")))


def _comments(deal: Deal) -> Iterable[str]:
    """Notes and comments of a board, as they were written."""
    for number, text in _notes(deal).items():
        yield f"Note {number}: {text}"
    for comment in deal.comments:
        text = " ".join(comment.text.split())
        if text:
            yield text if len(text) <= LONGEST_COMMENT else text[:LONGEST_COMMENT] + "…"


SHORT: Final = 40
"""Letters of a remark that is shown at its call; longer ones stand below the play alone."""
LONGEST_COMMENT: Final = 400
"""Letters of a comment that are shown: some files carry whole newspaper columns in them."""


def _told_calls(
    record: Record, deal: Deal, rounds: Sequence[Sequence[Sequence[Token]]]
) -> tuple[tuple[tuple[Token, ...], ...], ...]:
    """The calls with what the record remarks on them."""
    notes = _notes(deal)
    lines = record_lines(record.source) if notes else ()
    said = {each.at: " ".join(each.text.split()) for each in deal.comments if each.at}
    remarks = {
        number: ", ".join(
            part
            for part in (_remark(call), _note(call, lines, notes), said.get(f"call {number}", ""))
            if part and len(part) <= SHORT
        )
        for number, call in enumerate(deal.calls, 1)
    }
    return tuple(_remarked(each, remarks) for each in rounds)


def _remarked(
    cells: Sequence[Sequence[Token]], remarks: Mapping[int, str]
) -> tuple[tuple[Token, ...], ...]:
    """Calls or cards with what is remarked on each, by its number."""
    return tuple(
        tuple(replace(token, remark=remarks.get(int(token.note), "")) for token in cell)
        for cell in cells
    )


def _remark(of: Call | Play) -> str:
    return ", ".join(_MARKED[letter] for letter in of.marked or "" if letter in _MARKED)


def _notes(deal: Deal) -> dict[str, str]:
    """The notes of a board by their number: ``[Note "1:weak"]``."""
    noted = (tag.value.partition(":") for tag in deal.tags if tag.name == "Note")
    return {number.strip(): text.strip() for number, _, text in noted if number.strip().isdecimal()}


def _note(call: Call, lines: Sequence[str], notes: Mapping[str, str]) -> str:
    """The note that stands beside a call (``2NT =1=``): an alert and what it means."""
    span = call.span
    if span is None or not 0 < span.end_line <= len(lines):
        return ""
    found = _BESIDE.match(lines[span.end_line - 1][span.end_column - 1 :])
    return notes.get(found[1], "") if found else ""


_BESIDE: Final = re.compile(r"(?:\s*(?:\$\d+|[!?]{1,2}|\^\w))*\s*=(\d+)=")


def _trick(deal: Deal, fact: TrickFact, view: TrickView) -> TrickView:
    trick = next(each for each in deal.play or () if each.number == fact.number)
    remarks = {number: _remark(play) for number, play in enumerate(trick.plays, 1)}
    cells = _remarked(view.cells, remarks)
    return replace(view, cells=cells, leader=None if fact.unordered else view.leader, points=None)


def _taken(ruled: BridgeRuled, verdict: DealVerdict) -> str:
    """``NS 10, EW 3: made with 1 over``."""
    tricks = as_claimed(ruled.replay, ruled.findings, taken(ruled.replay)).tricks
    contract = verdict.contract
    if tricks is None or contract is None:
        return ""
    more = tricks[team_of(contract.by)] - contract.value - 6
    made = f"{-more} down" if more < 0 else "made" + (f" with {more} over" if more else " just")
    return f"{words.figures(tricks)}: {made}"


def _score(verdict: DealVerdict) -> str:
    """``NS 620``: the side that scores; both where both do."""
    if verdict.award is None:
        return ""
    scored = {team: verdict.award[team] for team in TEAMS if verdict.award[team]}
    return words.figures(scored) if scored else "0"


@dataclass(frozen=True, slots=True)
class ShownDeals:
    """The deals by their position in the record, and the match hand by hand where it is shown so."""

    views: dict[int, DealView]
    running: tuple[HandRow, ...] = ()


def _as_ruled(case: Case, view: DealView) -> DealView:
    """The deal with the outcome that decisions gave it: of a dismissed redeal, that of its play."""
    verdicts = (case.verdict, case.as_ruled or case.verdict)
    before, after = (each.deals[view.game - 1] for each in verdicts)
    how, came = "as played" if before.outcome == "redeal" else "as ruled", words.outcome(after)
    return view if came == words.outcome(before) else replace(view, outcome=f"{how}: {came}")


def shown_deals(case: Case, marks: Marks, games: Collection[int] | None = None) -> ShownDeals:
    """The deals of a case; `games` names the ones wanted. A match's hands at bridge are all worked out, of
    single boards the ones wanted."""
    record, verdict, book = case.record, case.verdict, case.book
    if isinstance(book, FiftySixBook):
        table = table_of(book, players(record, book))
        return ShownDeals(
            {
                each.game: _as_ruled(case, _fifty_six_view(case.named, deal, each, marks, table))
                for deal, each in zip(record.deals, verdict.deals, strict=False)
                if not deal.unread and (games is None or each.game in games)
            }
        )
    assert isinstance(book, BridgeBook)
    ruled = ruled_deals(record, verdict, book, games if book.single_boards else None)
    views = {
        game: _bridge_view(case.named, record.deals[game - 1], each, marks, verdict.deals[game - 1])
        for game, each in ruled.items()
        if games is None or game in games
    }
    return ShownDeals(views, () if book.single_boards else running(ruled))
