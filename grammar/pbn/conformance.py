"""A strict reading: a game held to every word of the standard, in its version (`standard` has the tables).

What bridge itself forbids is in the standard too (chapter 3.9): a game that has it must mark it, and a
mark must be confirmed. These are warnings here; what follows from them for the players is for the rulings.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Final

from fairdeal.grammar.pbn import standard
from fairdeal.grammar.pbn.game import Act, Game, references, trumps
from fairdeal.grammar.pbn.source import Stretch
from fairdeal.grammar.pbn.standard import MANDATORY, SINCE, TABLES
from fairdeal.grammar.pbn.syntax import At, Block, Complaints, Item
from fairdeal.grammar.pbn.values import BIDS_SAID, NOTHING_SAID, winner
from fairdeal.records import COMPASS, RANKS, Card, Seat, other_team, team_of

_CONTROL = re.compile("[\x00-\x08\x0c\x0e-\x1f\x7f-\x9f]")
_NOTE_VALUE = re.compile(r"\s*(\d+)\s*:.*", re.S)
_CONTRACT_WORD = re.compile(r"(?i:[1-7](?:C|D|H|S|NT)X{0,2}|Pass)")
_WHOLE_CONTRACT = re.compile(r"(?i:C|D|H|S|NT)")
_COLUMN = re.compile(r"([+-]?)([^\\;]*)(?:\\(\d+)([LR]?))?")
_NUMBER = re.compile(r"\^?([+-]?\d+(?:\.\d*)?)")
_STANDS_AFTER: Final = {
    "AuctionTimeTable": "Auction",
    "PlayTimeTable": "Play",
}
"""Tables of times, with the section whose times each gives (chapters 5.4 and 5.6)."""
_RANK_OF_BID: Final = {bid: rank for rank, bid in enumerate(BIDS_SAID)}


def check_text(stretch: Stretch, complaints: Complaints) -> None:
    """Characters and lengths of lines (chapters 2.2 and 2.3)."""
    strange = {(line, column) for what, _, line, column in stretch.liberties if what == "windows"}
    longest = standard.LONGEST_LINE
    for number, line in enumerate(stretch.raw.split("\n"), start=stretch.line):
        if len(line) > longest:
            message = f"{len(line)} characters in one line: at most {longest} are allowed"
            complaints.standard(message, At(number, longest + 1))
        found = None if line.startswith("%") else _CONTROL.search(line)
        if found is not None and (number, found.start() + 1) not in strange:
            message = f"a character that may not stand in a PBN file ({ord(found.group()):#04x})"
            complaints.standard(message, At(number, found.start() + 1))


def check_export(game: Game, complaints: Complaints) -> None:
    """What export format asks beyond import format (chapters 2.1 and 3): a tag a line, four acts a line, all
    fifteen tags."""
    for block in game.blocks:
        if block.column != 1:
            complaints.standard("export format: a tag stands at the beginning of a line", block)
    lacking = [name for name in MANDATORY if name not in game.effective]
    if lacking:
        complaints.standard(f"export format: without {', '.join(lacking)}", game.blocks[0])
    for name in ("Auction", "Play"):
        section = game.block(name)
        words = [item for item in section.items if item.kind == "word"] if section else []
        for _, line in groupby(words, key=lambda item: item.line):
            items = list(line)
            if len(items) > 4:
                complaints.standard(f"export format: four to a line, not {len(items)}", items[4])


def check_game(game: Game, version: str, complaints: Complaints) -> None:
    """Everything about one game but its characters and its layout."""
    _check_tags(game, version, complaints)
    _check_notes(game, complaints)
    _check_order(game, complaints)
    _check_rubber(game, complaints)
    _check_auction(game, complaints)
    _check_deal(game, complaints)
    won = _check_tricks(game, complaints) if game.play is not None else None
    _check_result(game, won, version, complaints)


# Tags, notes and tables.


def _check_tags(game: Game, version: str, complaints: Complaints) -> None:
    names: set[str] = set()
    for block in game.blocks:
        if not block.name or block.value is None:
            continue
        problem = standard.name_problem(block.name, version)
        if problem is not None:
            complaints.standard(problem, block)
        if block.name in names and block.name != "Note":
            complaints.standard(f"{block.name} is already given: this one is left out", block)
            continue
        names.add(block.name)
        _check_value(game, block, block.value, version, complaints)


def _check_value(
    game: Game, block: Block, value: str, version: str, complaints: Complaints
) -> None:
    if value == "#" or (value.startswith("##") and version != "1.0"):
        if block.name in standard.NOT_INHERITED:
            complaints.standard(f"{block.name} may not be inherited", block.value_at)
        return
    if block.name == "Contract" and game.contract is not None:
        right = _WHOLE_CONTRACT if game.end_position and version != "1.0" else _CONTRACT_WORD
        if value not in NOTHING_SAID and right.fullmatch(value) is None:
            message = f"Contract “{value}” is not written as the standard asks"
            complaints.standard(message, block.value_at)
    problem = standard.value_problem(block.name, value)
    if problem is not None:
        complaints.standard(f"{block.name} “{value[:40]}”: {problem}", block.value_at)


def _check_notes(game: Game, complaints: Complaints) -> None:
    """Notes and the references to them, section by section (chapters 3.5.5 and 3.6.5)."""
    section: str | None = None
    given: set[tuple[str, int]] = set()
    wanted = references([acts for acts in (game.auction, game.play) if acts is not None])
    for block in game.blocks:
        if block.name != "Note":
            section = block.name if block.name in ("Auction", "Play") else None
            continue
        if block.value is None or block.salvaged is not None:
            continue
        if section is None:
            complaints.standard("a note outside auction and play", block)
        found = _NOTE_VALUE.fullmatch(block.value)
        number = 0 if found is None else int(found[1][:6])
        if found is None:
            complaints.standard("a note is written “number:text”", block.value_at)
        elif not 1 <= number <= 32:
            complaints.standard(f"a note has a number from 1 to 32, not {number}", block.value_at)
        elif section is not None:
            if (section, number) in given:
                complaints.standard(f"note {number} is already given", block)
            given.add((section, number))
            if (section, number) not in wanted:
                complaints.standard(f"nothing refers to note {number}", block)
    for (name, number), item in wanted.items():
        if (name, number) not in given:
            complaints.standard(f"there is no note {number} in this section", item)


def _check_order(game: Game, complaints: Complaints) -> None:
    """What must stand before an auction, a play (chapter 3.1), a table of times and a result."""
    of_play = ("Deal", "Contract") if game.end_position else ("Deal", "Declarer", "Contract")
    needed = {"Auction": ("Dealer",), "Play": of_play}
    before: set[str] = set()
    for block in game.blocks:
        for name in needed.get(block.name, ()):
            if name not in before:
                complaints.standard(f"{block.name} without {name} before it", block)
        section = _STANDS_AFTER.get(block.name)
        if section is not None and section not in game.firsts:
            complaints.standard(f"{block.name} without {section}", block)
        before.add(block.name)
    result = game.block("Result")
    of_declarer = game.result is not None and game.result.declarer is not None
    if result is not None and of_declarer and game.declarer is None:
        message = "Result: tricks of the declarer, and no declarer is named"
        complaints.standard(message, result.value_at)


def _check_rubber(game: Game, complaints: Complaints) -> None:
    """The history of a rubber says who is vulnerable (chapter 4.2.6)."""
    history, vulnerable = game.block("ScoreRubberHistory"), game.block("Vulnerable")
    if history is None or vulnerable is None or game.vulnerable is None:
        return
    side = standard.history_vulnerable(history.value or "")
    if side is not None and side != game.vulnerable:
        later = max(history, vulnerable, key=lambda block: (block.line, block.column))
        message = f"the rubber's history makes {side} vulnerable, not {game.vulnerable}"
        complaints.contradiction(message, later.value_at)


def check_rows(block: Block, header: str | None, complaints: Complaints) -> None:
    """The rows after a tag that is neither Auction nor Play. `header` is its value, inherited or not."""
    elements = [item for item in block.items if item.kind in ("word", "string")]
    junk = [item for item in block.items if item.kind == "junk"]
    rowless = block.name == "Note" or block.value is None
    if rowless or (block.name in SINCE and block.name not in TABLES):
        for item in _first_of_lines(elements):
            complaints.error(f"“{item.text[:40]}” does not belong to a section", item)
    elif elements:
        for item in block.items[block.items.index(elements[0]) :]:
            if item.kind in ("comment", "rest"):
                complaints.standard("no comment may stand among the elements of a section", item)
    for item in _first_of_lines(junk):
        open_brace = item.text.startswith("{")
        what = "a comment without a closing brace" if open_brace else "not allowed here"
        complaints.error(f"“{item.text[:20]}”: {what}", item)
    if block.name in TABLES and block.value is not None:
        _check_table(block, header, elements, complaints)


def _first_of_lines(items: list[Item]) -> list[Item]:
    return [next(line) for _, line in groupby(items, key=lambda item: item.line)]


def _check_table(
    block: Block, header: str | None, elements: list[Item], complaints: Complaints
) -> None:
    """The tables of the supplemental sections (chapter 5): columns, elements, and their order."""
    if not header:
        if elements:
            complaints.standard(f"{block.name}: its columns are not named", block.value_at)
        return
    columns = []
    for text in header.split(";"):
        found = _COLUMN.fullmatch(text)
        if found is None or not found[2].strip():
            complaints.standard(f"{block.name}: “{text}” is not a column", block.value_at)
            return
        columns.append((found[1], found[2]))
    lacking = len(elements) % len(columns)
    if lacking:
        message = f"{block.name}: the last row has {lacking} elements for {len(columns)} columns"
        complaints.standard(message, elements[-1])
    for index, (order, name) in enumerate(columns):
        if order:
            _check_ordered(elements[index :: len(columns)], order, name, complaints)


def _check_ordered(column: list[Item], order: str, name: str, complaints: Complaints) -> None:
    """Whether figures fall (``+``) or rise (``-``) as the column's name says."""
    figures = [
        (float(found[1]), item)
        for item in column
        if (found := _NUMBER.fullmatch(item.text)) is not None
    ]
    for (before, _), (after, item) in pairwise(figures):
        if (after > before) if order == "+" else (after < before):
            way = "fall" if order == "+" else "rise"
            complaints.standard(f"column {name} should {way}, but does not here", item)
            return


# The auction: what must be marked, and what the tags say came of it.


@dataclass(slots=True)
class _Auction:
    """How an auction stands: the last bid, who made it, how it is doubled, and passes since."""

    bid: str | None = None
    by: Seat | None = None
    doubled: int = 1
    passes: int = 0
    first: dict[tuple[str, str], Seat] = field(default_factory=dict)
    """Who first named each denomination, by side."""

    @property
    def over(self) -> bool:
        return self.passes >= (4 if self.bid is None else 3)

    def may_double(self, seat: Seat, doubled: int) -> bool:
        """Whether a bid may be doubled (1) or redoubled (2)."""
        own = self.by is not None and team_of(self.by) == team_of(seat)
        return self.by is not None and self.doubled == doubled and own == (doubled == 2)

    def make(self, text: str, seat: Seat) -> None:
        if text == "AP":
            self.passes = max(self.passes, 4 if self.bid is None else 3)
            return
        self.passes = self.passes + 1 if text == "PASS" else 0
        if text in ("X", "XX"):
            self.doubled = 2 * len(text)
        elif text != "PASS":
            self.bid, self.by, self.doubled = text, seat, 1
            self.first.setdefault((team_of(seat), text[1:]), seat)


def _check_auction(game: Game, complaints: Complaints) -> None:
    """The calls one by one, the seat of the first, and the contract that they make."""
    section = game.auction
    if section is None:
        return
    auction = _Auction()
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
        _check_call(act, text, seat, auction, complaints)
        auction.make(text, seat)
    for end in section.ends[1:]:
        complaints.contradiction(f"“{end.text}” after the end of the auction", end)
    if sure and auction.over:
        _check_outcome(game, auction, complaints)


def _check_call(act: Act, text: str, seat: Seat, auction: _Auction, complaints: Complaints) -> None:
    bid, marked = text in BIDS_SAID, act.marked("I")
    low = bid and auction.bid is not None and _RANK_OF_BID[text] <= _RANK_OF_BID[auction.bid]
    for wrong, message in (
        (auction.over, "the auction was over before this call"),
        (marked and not bid, "^I marks a bid, not this call"),
        (low and not marked, f"{text} is not above {auction.bid}"),
        (marked and bid and not low, f"^I beside {text}, which is sufficient"),
        (
            text == "X" and not auction.may_double(seat, 1),
            "there is no bid of the other side to double",
        ),
        (
            text == "XX" and not auction.may_double(seat, 2),
            "there is no doubled bid of this side to redouble",
        ),
    ):
        if wrong:
            complaints.contradiction(message, act.item)


def _check_outcome(game: Game, auction: _Auction, complaints: Complaints) -> None:
    """Contract and declarer beside those that the auction gives."""
    contract, declarer = game.block("Contract"), game.block("Declarer")
    bid, by = auction.bid, auction.by
    made = "Pass" if bid is None else bid + "X" * (auction.doubled // 2)
    said = None if game.contract is None or game.contract.level is None else game.contract.text
    if contract is not None and said not in (None, made):
        complaints.contradiction(f"the auction gives {made}, not {said}", contract.value_at)
        return
    if declarer is None or game.declarer is None:
        return
    if bid is None or by is None:
        complaints.contradiction("all passed: there is no declarer", declarer.value_at)
        return
    right = auction.first[team_of(by), bid[1:]]
    if game.swapped:
        right = COMPASS[(COMPASS.index(right) + 2) % 4]
    if right != game.declarer:
        mark = ", with ^" if game.swapped else ""
        message = f"the auction makes {right} declarer{mark}, not {game.declarer}"
        complaints.contradiction(message, declarer.value_at)


# Deal and play: the hands, what must be marked, and the tricks that were won.


def _check_deal(game: Game, complaints: Complaints) -> None:
    block = game.block("Deal")
    if block is None or not game.hands or any(hand.wrong for hand in game.hands):
        return
    at = block.value_at
    counts = {hand.seat: len(hand.cards) for hand in game.hands if hand.cards is not None}
    if not counts:
        complaints.standard("Deal: no hand is given", at)
        return
    held = Counter(card for hand in game.hands for card, _, _ in hand.cards or ())
    twice = [card for card, times in held.items() if times > 1]
    if twice:
        complaints.contradiction(f"Deal: {twice[0]} appears twice", at)
    for seat, count in counts.items():
        if count > 13:
            complaints.contradiction(f"Deal: {seat} has {count} cards", at)
    if len(set(counts.values())) > 1 and max(counts.values()) <= 13:
        numbers = ", ".join(f"{seat} {count}" for seat, count in counts.items())
        complaints.contradiction(f"Deal: the hands have different numbers of cards: {numbers}", at)


def _check_tricks(game: Game, complaints: Complaints) -> dict[str, int] | None:
    """Tricks won by team in whole tricks; None where the program cannot find out."""
    assert game.play is not None
    first = game.play.first
    if first is None:
        return None
    _check_end(game, complaints)
    seats = [COMPASS[(COMPASS.index(first) + column) % 4] for column in range(4)]
    held: dict[Seat, set[Card] | None] = dict.fromkeys(COMPASS)
    held |= {
        hand.seat: {card for card, _, _ in hand.cards}
        for hand in game.hands
        if hand.cards is not None and not hand.wrong
    }
    given = {card for cards in held.values() for card in cards or ()}
    played: set[Card] = set()
    suits = trumps(game)
    sure = len(suits) == 1
    won = {"NS": 0, "EW": 0}
    leader: int | None = _first_leader(game, first)
    for row, cards in zip(game.rows, game.cards, strict=True):
        marked = [column for column, act in enumerate(row) if act is not None and act.marked("L")]
        _check_leads(row, marked, leader, complaints)
        lead = marked[0] if marked else leader
        for turn in range(4):
            column = ((lead or 0) + turn) % 4
            act, card = row[column], cards[column]
            if act is not None and card is not None:
                seat, hand = seats[column], held[seats[column]]
                _check_held(act, card, seat, hand, played, given, complaints)
                led = None if lead is None or column == lead else cards[lead]
                _check_suit(act, card, led, column == lead, hand, complaints)
                played.add(card)
        leader = None
        whole = [card for card in cards if card is not None]
        if sure and len(whole) == 4 and lead is not None:
            leader = winner(whole, lead, suits[0])
            won[team_of(seats[leader])] += 1
        elif len(whole) == 4:
            sure = False
    return won if sure else None


def _first_leader(game: Game, first: Seat) -> int:
    able = game.led[0] if game.led else frozenset((0,))
    if len(able) == 1:
        return next(iter(able))
    assert game.declarer is not None
    return (COMPASS.index(game.declarer) + 1 - COMPASS.index(first)) % 4


def _check_leads(
    row: list[Act | None], marked: list[int], leader: int | None, complaints: Complaints
) -> None:
    acts = [act for column in marked if (act := row[column]) is not None]
    for act in acts[1:]:
        complaints.contradiction("a second ^L in one trick", act.item)
    if marked and marked[0] == leader:
        complaints.contradiction("^L, and it was this player's lead", acts[0].item)


def _check_held(
    act: Act,
    card: Card,
    seat: Seat,
    hand: set[Card] | None,
    played: set[Card],
    given: set[Card],
    complaints: Complaints,
) -> None:
    if card in played:
        complaints.contradiction(f"{card} was played before", act.item)
    elif hand is not None and card not in hand:
        complaints.contradiction(f"{seat} does not hold {card}", act.item)
    elif hand is None and card in given:
        complaints.contradiction(f"{card} is in a hand other than {seat}'s", act.item)
    if hand is not None:
        hand.discard(card)


def _check_suit(
    act: Act,
    card: Card,
    led: Card | None,
    leads: bool,
    hand: set[Card] | None,
    complaints: Complaints,
) -> None:
    """A card of another suit than was led is marked ``^R`` where the suit was held, and only there."""
    marked = act.marked("R")
    followed = led is not None and card.suit == led.suit
    off = led is not None and not followed and hand is not None
    able = off and any(led is not None and other.suit == led.suit for other in hand or ())
    for wrong, message in (
        (leads and marked, "^R beside the card that was led"),
        (followed and marked, "^R beside a card of the suit that was led"),
        (able and not marked, f"a card of the suit led was held: {card} is a revoke"),
        (off and marked and not able, "^R, and no card of the suit led was held"),
    ):
        if wrong:
            complaints.contradiction(message, act.item)


def _check_end(game: Game, complaints: Complaints) -> None:
    """``+`` stands for the next card of the play: once, alone, and nothing after it in the trick."""
    assert game.play is not None
    marks = list(zip(game.play.ends, game.play.end_columns, strict=True))
    for index, (end, place) in enumerate(marks):
        if index:
            complaints.contradiction(f"“{end.text}” after “{marks[index - 1][0].text}”", end)
        row, column = divmod(place, 4)
        if end.text != "+" or row >= len(game.rows) or len(game.led[row]) != 1:
            continue
        lead = next(iter(game.led[row]))
        begun = any(card is not None for card in game.cards[row])
        if game.cards[row][lead] is None and lead != column and begun:
            complaints.contradiction("“+” is not in the column of the player to lead", end)
        for turn in range((column - lead) % 4 + 1, 4):
            act = game.rows[row][(lead + turn) % 4]
            if act is not None and act.item.text != "-":
                complaints.contradiction("a card after “+”, the next to be played", act.item)


def _check_result(
    game: Game, won: dict[str, int] | None, version: str, complaints: Complaints
) -> None:
    block, result = game.block("Result"), game.result
    if block is None or result is None:
        return
    counts = [count for _, count in result.teams] or [result.declarer or 0]
    whole = len(counts) != 2 or sum(counts) == 13
    ended = game.play is None or game.play.closed or len(game.rows) >= 13
    if max(counts) > 13 or sum(counts) > 13 or (not whole and (ended or version == "1.0")):
        complaints.standard("Result: there are thirteen tricks", block.value_at)
        return
    if won is None or game.declarer is None or game.end_position:
        return
    ours, theirs = team_of(game.declarer), other_team(team_of(game.declarer))
    sure = _sure_trumps(game)
    least, most = won[ours] + sure[ours], 13 - won[theirs] - sure[theirs]
    possible = least <= result.of_declarer(game.declarer) <= most
    if not possible and not result.marked:
        tricks = f"{least}" if least == most else f"{least} to {most}"
        message = f"Result: the play gives the declarer {tricks} tricks"
        complaints.contradiction(message, block.value_at)
    if possible and result.marked and least != 0:
        message = "Result: ^, and the play does not show another number"
        complaints.contradiction(message, block.value_at)


def _sure_trumps(game: Game) -> Counter[str]:
    """Tricks that the highest trumps still held must win, by team, where every hand is given."""
    if len(game.hands) < 4 or any(hand.cards is None for hand in game.hands):
        return Counter()
    suit = trumps(game)[0]
    played = {card for row in game.cards for card in row if card is not None}
    left = [
        (RANKS.index(card.rank), hand.seat)
        for hand in game.hands
        for card, _, _ in hand.cards or ()
        if card.suit == suit and card not in played
    ]
    left.sort(key=lambda pair: pair[0])
    runs = [[seat for _, seat in run] for _, run in groupby(left, key=lambda pair: pair[1])]
    return Counter(team_of(seat) for seat in runs[0]) if runs else Counter()
