"""What a game says, tag by tag and section by section, with what was wrong or not clear in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.acts import Act, Acts, read_acts
from fairdeal.grammar.pbn.complaints import At, Complaints
from fairdeal.grammar.pbn.inheritance import NEVER
from fairdeal.grammar.pbn.model import Block, Item
from fairdeal.grammar.pbn.strict import standard
from fairdeal.grammar.pbn.turns import leaders
from fairdeal.grammar.pbn.values import NOTHING_SAID
from fairdeal.records.cards import COMPASS, Card, Seat
from fairdeal.records.doubt import Entry


@dataclass(slots=True)
class Game:
    """What was understood of a game, for the record and for the checks of a strict reading."""

    blocks: tuple[Block, ...]
    effective: dict[str, str] = field(default_factory=dict)
    """The value of each tag, those inherited from games before too."""
    firsts: dict[str, Block] = field(default_factory=dict)
    """The first tag of each name that is written in the game itself."""
    dealer: Seat | None = None
    vulnerable: str | None = None
    declarer: Seat | None = None
    swapped: bool = False
    """Whether declarer and dummy changed places (``^`` before the declarer)."""
    contract: values.WrittenContract | None = None
    result: values.WrittenResult | None = None
    hands: tuple[values.WrittenHand, ...] = ()
    auction: Acts | None = None
    calls: list[tuple[Act, str | None]] = field(default_factory=list)
    """The calls with their canonical text in capitals, None where it is no call."""
    play: Acts | None = None
    rows: list[list[Act | None]] = field(default_factory=list)
    """The acts of the play by trick and column."""
    cards: list[list[Card | None]] = field(default_factory=list)
    led: list[frozenset[int]] = field(default_factory=list)
    entries: dict[str, Entry[str]] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    """Names of tags that say more, or other, than the entries made of them."""

    def block(self, name: str) -> Block | None:
        return self.firsts.get(name)

    @property
    def end_position(self) -> bool:
        """Whether all hands given have the same number of cards, under thirteen."""
        counts = {len(hand.cards) for hand in self.hands if hand.cards is not None}
        return len(counts) == 1 and max(counts) < 13


def understand(
    blocks: tuple[Block, ...], inherited: Mapping[str, str], complaints: Complaints
) -> Game:
    """What a game says. `inherited` are the values that games before it hand on to it."""
    game = Game(blocks)
    game.effective.update(inherited)
    for block in blocks:
        if block.name == "Note" or block.value is None:
            continue
        if block.name not in game.firsts:
            game.firsts[block.name] = block
            own = NEVER if block.value == "#" else standard.NOT_INHERITED
            if not block.value.startswith("#") or block.name in own:
                game.effective[block.name] = block.value
    _seats_and_contract(game, complaints)
    _hands(game, complaints)
    _auction(game, complaints)
    _play(game, complaints)
    return game


def _value(game: Game, name: str) -> tuple[str, Block] | None:
    """The value of a tag that says something, with the tag."""
    block = game.firsts.get(name)
    value = game.effective.get(name)
    if value is None:
        return None
    if value in NOTHING_SAID:
        game.kept.add(name)
        return None
    return value, block if block is not None else Block(name, value)


def _seats_and_contract(game: Game, complaints: Complaints) -> None:
    for name in ("Dealer", "Vulnerable", "Declarer", "Contract", "Result"):
        given = _value(game, name)
        if given is None:
            continue
        value, block = given
        at = At(block.value_line, block.value_column)
        understood, liberty = _entry(game, name, value)
        if not understood:
            game.kept.add(name)
            complaints.error(f"{name} “{_short(value)}” cannot be read", at)
        elif liberty is not None:
            complaints.liberty(f"{name}: {liberty}", at)


def _entry(game: Game, name: str, value: str) -> tuple[bool, str | None]:
    """Whether a value could be read, and the liberty taken."""
    liberty: str | None = None
    if name == "Dealer":
        game.dealer, liberty = values.seat(value)
        return game.dealer is not None, liberty
    if name == "Vulnerable":
        game.vulnerable, liberty = values.vulnerable(value)
        return game.vulnerable is not None, liberty
    if name == "Declarer":
        game.swapped = value.startswith("^")
        game.declarer, liberty = values.seat(value.removeprefix("^"))
        if game.swapped:
            game.kept.add(name)
        return game.declarer is not None, liberty
    if name == "Contract":
        game.contract = values.contract(value)
        return game.contract is not None, game.contract.liberty if game.contract else None
    game.result = values.result(value)
    if game.result is not None and (game.result.marked or _too_many(game.result)):
        game.kept.add(name)
    return game.result is not None, None


def _too_many(result: values.WrittenResult) -> bool:
    return (result.declarer or 0) > 13 or any(count > 13 for _, count in result.teams)


def _short(value: str) -> str:
    return value if len(value) <= 40 else value[:40] + "…"


def _hands(game: Game, complaints: Complaints) -> None:
    given = _value(game, "Deal")
    if given is None:
        return
    value, block = given
    deal = values.deal(value)
    game.hands = deal.hands

    def at(index: int) -> At:
        return At(block.value_line, block.value_column + index)

    for message, index in deal.liberties:
        complaints.liberty(f"Deal: {message}", at(index))
    for message, index in deal.wrong:
        complaints.error(f"Deal: {message}", at(index))
    for hand in deal.hands:
        for message, index in hand.wrong:
            complaints.error(f"Deal: {message}", at(index))
    if deal.wrong or any(hand.wrong for hand in deal.hands):
        game.kept.add("Deal")


def _section_seat(game: Game, name: str, complaints: Complaints) -> Seat | None:
    given = _value(game, name)
    if given is None:
        return None
    value, block = given
    seat, liberty = values.seat(value)
    at = At(block.value_line, block.value_column)
    if seat is None:
        game.kept.add(name)
        complaints.error(f"{name} “{_short(value)}” is not a seat", at)
    elif liberty is not None:
        complaints.liberty(f"{name}: {liberty}", at)
    return seat


def _auction(game: Game, complaints: Complaints) -> None:
    block = game.block("Auction")
    if block is None:
        return
    game.auction = read_acts(block, _section_seat(game, "Auction", complaints), complaints)
    begun = False
    for act in game.auction.acts:
        word = act.item.text
        if word == "-":
            if begun:
                complaints.liberty("“-” within the auction: a turn left out", act.item)
            continue
        begun = True
        call = values.call(word)
        if call is None:
            complaints.error(f"“{_short(word)}” is not a call", act.item)
        elif call.liberty is not None:
            complaints.liberty(call.liberty, act.item)
        game.calls += _left_out(game, act)
        game.calls.append((act, None if call is None else call.text))


def _left_out(game: Game, act: Act) -> list[tuple[Act, str | None]]:
    """The turns since the last call of which the columns show nothing: who had them called something."""
    if not game.calls:
        return []
    columns = range(game.calls[-1][0].column + 1, act.column - act.skipped)
    item = Item("word", "-", act.item.line, act.item.column)
    return [(Act(item, column), None) for column in columns]


def _play(game: Game, complaints: Complaints) -> None:
    block = game.block("Play")
    if block is None:
        return
    game.play = read_acts(block, _section_seat(game, "Play", complaints), complaints)
    for act in game.play.acts:
        row, column = divmod(act.column, 4)
        while len(game.rows) <= row:
            game.rows.append([None] * 4)
            game.cards.append([None] * 4)
        game.rows[row][column] = act
        word = act.item.text
        if word.strip("-") == "":
            if word != "-":
                complaints.liberty(f"“{word}” is read as “-”", act.item)
            continue
        card, liberty = values.card(word)
        if card is None:
            complaints.error(f"“{_short(word)}” is not a card", act.item)
        elif liberty is not None:
            complaints.liberty(liberty, act.item)
        game.cards[row][column] = card
    game.led = leaders(game.cards, _first_leaders(game), trumps(game), _marked(game))


def _first_leaders(game: Game) -> frozenset[int]:
    """The columns that may have led first: the declarer's left, and the one the section begins with."""
    assert game.play is not None
    first = game.play.first
    if game.declarer is None or first is None:
        return frozenset((0,))
    return frozenset((0, (COMPASS.index(game.declarer) + 1 - COMPASS.index(first)) % 4))


def trumps(game: Game) -> list[str | None]:
    """The denominations that may have been played: of the contract written down, of the last bid."""
    found: list[str | None] = []
    if game.contract is not None and game.contract.level != 0:
        found.append(game.contract.denomination)
    bids = [text for _, text in game.calls if text is not None and text in values.BIDS_SAID]
    unread = any(text is None for _, text in game.calls)
    if bids and not unread and bids[-1][1:] not in found:
        found.append(bids[-1][1:])
    return found


def _marked(game: Game) -> list[int | None]:
    """The column of the card marked as a lead out of turn, trick by trick."""
    return [
        next((c for c, act in enumerate(row) if act is not None and act.marked("L")), None)
        for row in game.rows
    ]
