"""Deals of the records as PBN, whether or not they were read from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.reader import PbnGame, read
from fairdeal.grammar.pbn.writer import hand_of, quoted, write
from fairdeal.records.cards import COMPASS, Seat, TermKind, next_seat
from fairdeal.records.record import Call, Deal


def write_deals(deals: Iterable[Deal]) -> str:
    """The text of a file with these deals: their seats must be those of the compass."""
    return write(read("\n".join(deal_lines(deal) for deal in deals)))


def game_of(deal: Deal) -> PbnGame:
    """A deal as a game of PBN."""
    return next(iter(read(deal_lines(deal))))


def deal_lines(deal: Deal) -> str:
    """A deal as PBN, one tag a line: what the record says, and nothing that it does not."""
    named = {tag.name for tag in deal.tags}
    lines = [f"[{tag.name} {quoted(tag.value)}]" for tag in deal.tags if tag.name not in ("Note",)]
    for name, value in _entries(deal):
        if name not in named and value is not None:
            lines.append(f"[{name} {quoted(value)}]")
    if deal.auction is not None and "Auction" not in named:
        lines += _auction_lines(deal)
    if deal.play is not None and "Play" not in named:
        lines += _play_lines(deal)
    return "\n".join(lines) + "\n"


def _entries(deal: Deal) -> Iterator[tuple[str, str | None]]:
    yield "Board", deal.label
    yield "Dealer", None if deal.dealer is None else deal.dealer.value
    yield "Vulnerable", None if deal.vulnerable is None else deal.vulnerable.value
    yield "Deal", _hands_value(deal)
    result = deal.result
    contract = None if result is None else result.contract
    yield "Declarer", None if contract is None or contract.by is None else contract.by.value
    said = None if contract is None else contract.said.value
    if said is not None and contract is not None:
        doubling = "" if contract.doubling is None else contract.doubling.value or ""
        word = "Pass" if said.has(TermKind.PASS) else said.text.replace(" ", "") + doubling
        yield "Contract", word
    for name, figures in (
        () if result is None else (("Result", result.points), ("Score", result.score))
    ):
        told = [
            f"{team} {entry.value}" for team, entry in figures.items() if entry.value is not None
        ]
        yield name, " ".join(told) or None


def _hands_value(deal: Deal) -> str | None:
    if not deal.hands:
        return None
    first = (
        deal.dealer.value if deal.dealer is not None and deal.dealer.value else deal.hands[0].seat
    )
    texts = []
    for turn in range(4):
        hand = deal.hand(COMPASS[(COMPASS.index(first) + turn) % 4])
        cards = [] if hand is None else [entry.value for entry in hand.cards]
        texts.append("-" if hand is None else hand_of(card for card in cards if card is not None))
    return f"{first}:{' '.join(texts)}"


def _auction_lines(deal: Deal) -> Iterator[str]:
    seat = deal.dealer.value if deal.dealer is not None else None
    first = deal.calls[0].label.value if deal.calls and deal.calls[0].label is not None else None
    start = seat or first
    yield f"[Auction {quoted(start or '?')}]"
    words: list[str] = []
    due = start
    for call in deal.calls:
        at = due if call.label is None else call.label.value
        while due is not None and at is not None and due != at:
            words.append("^S")
            due = next_seat(due, 4)
        words.append(("^I " if call.marked and "I" in call.marked else "") + _call_word(call))
        due = None if at is None else next_seat(at, 4)
    yield from (" ".join(words[index : index + 4]) for index in range(0, len(words), 4))


def _call_word(call: Call) -> str:
    said = call.said.value
    if said is None:
        return "?"
    return said.text.replace(" ", "")


def _play_lines(deal: Deal) -> Iterator[str]:
    tricks = deal.play or ()
    first: Seat | None = None
    if tricks and tricks[0].plays and tricks[0].plays[0].label is not None:
        first = tricks[0].plays[0].label.value
    elif deal.result is not None and deal.result.contract is not None and deal.result.contract.by:
        by = deal.result.contract.by.value
        first = None if by is None else next_seat(by, 4)
    yield f"[Play {quoted(first or '?')}]"
    if first is None:
        return
    for trick in tricks:
        row = ["-"] * 4
        due: Seat | None = first
        for play in trick.plays:
            at = due if play.label is None else play.label.value
            if at is None:
                break
            card = play.card.value
            marks = "".join(f"^{letter} " for letter in play.marked or "")
            row[(COMPASS.index(at) - COMPASS.index(first)) % 4] = marks + (
                "-" if card is None else values.pbn_card(card)
            )
            due = next_seat(at, 4)
        yield " ".join(row)
    if len(tricks) < 13:
        yield "*"
