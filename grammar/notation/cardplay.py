"""Reads rows of cards: hands as dealt, and tricks in the order played."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token, Tree

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.drafts import DealDraft, HandDraft, TrickDraft
from fairdeal.grammar.notation.record_draft import RecordDraft
from fairdeal.grammar.notation.tokens import Node, shown, tokens_of
from fairdeal.records.cards import Card, Seat
from fairdeal.records.doubt import Entry, Standing, illegible
from fairdeal.records.record import Event, Play

UNKNOWN_HAND: Final = (
    "it is not clear whose hand this is, so its cards are left out:"
    " write the seat before them, such as 3:"
)


def take_hand(draft: RecordDraft, node: Node) -> None:
    tokens = tokens_of(node)
    label = label_of(draft, tokens[0])
    seat = label.value
    if seat is None:
        draft.report("error", UNKNOWN_HAND, tokens[0].start_pos or 0)
        draft.lose()
        return
    cards = cards_of(draft, tokens[1:])
    if cards is None:
        return
    deal = draft.at_hand()
    deal.hands = deal.hands if deal.hands is not None else []
    row = HandDraft(seat, cards, label=None if label.clear else label)
    first = next((hand for hand in deal.hands if hand.seat == seat), None)
    if first is None or _each_its_own(first, row, {hand.seat for hand in deal.hands}):
        deal.hands.append(row)
    elif _open(row) or _open(first):
        draft.report("error", UNKNOWN_HAND, tokens[0].start_pos or 0)
        draft.lose()
        first.cards, first.label = (first.cards, first.label) if _open(row) else (cards, row.label)
    else:
        draft.report("warning", f"seat {seat} has a second row; the two are read as one hand")
        first.cards += cards
    draft.anchor = f"hand {row.seat}"


def _each_its_own(first: HandDraft, second: HandDraft, taken: set[Seat]) -> bool:
    """Give two rows of one seat a seat each, where that of one is in doubt and may be another that has no row
    yet: nobody has two hands. Whether there is one."""
    ways = [
        (weight, seat, row)
        for row in (first, second)
        if row.label is not None
        for seat, weight in row.label.weighted()
        if seat is not None and seat not in taken
    ]
    if not ways:
        return False
    _, seat, row = max(ways, key=lambda way: way[0])
    row.seat = seat
    return True


def _open(row: HandDraft) -> bool:
    """Whether it is in doubt whose row it is, by more than what is left over of every reading."""
    return row.label is not None and not row.label.left_over


def label_of(draft: RecordDraft, token: Token) -> Entry[Seat]:
    """The seat that a label such as ``4:`` or ``{4|5}:`` names."""
    text = token.rstrip(": \t")
    text = re.sub(r"(?i)^seat\s+", "", text)
    entry = doubt.read_entry(text, doubt.read_seat, draft.span_of(token))
    if entry is None:
        draft.report("error", f"{shown(text)} is not a seat", token.start_pos or 0)
        return illegible(draft.span_of(token))
    return entry


def card_of(draft: RecordDraft, token: Token, start: int | None = None) -> Entry[Card]:
    """The card of a token; illegible, and a problem, where it is none.

    `start` is where its label begins, so that the span holds both.
    """
    position = token.start_pos or 0
    span = draft.span(position if start is None else start, position + len(token))
    entry = doubt.read_entry(str(token), doubt.parse_card, span)
    if entry is None:
        draft.report(
            "error",
            f"{shown(token)} is not a card: write rank and suit, such as JH or 10S,"
            " or ?? where it cannot be read",
            position,
        )
        draft.lose()
        return illegible(span)
    return entry


def cards_of(draft: RecordDraft, tokens: list[Token]) -> list[Entry[Card]] | None:
    """The cards of a row; None, and one problem, where not one of them is a card."""
    if tokens and all(_strange(token) for token in tokens):
        draft.report(
            "error",
            f"cannot read {shown(' '.join(tokens))}: a card is a rank and a suit,"
            " such as JH or 10S",
            tokens[0].start_pos or 0,
        )
        draft.lose()
        return None
    return [card_of(draft, token) for token in tokens]


def _strange(token: Token) -> bool:
    return token.type == "JUNK" and doubt.read_entry(str(token), doubt.parse_card) is None


def take_trick(draft: RecordDraft, node: Node) -> None:
    deal = draft.at_hand()
    number: int | None = None
    follows = False
    plays: list[Play] = []
    nodes = [child for child in node.children if isinstance(child, Tree)]
    for token in (child for child in node.children if isinstance(child, Token)):
        if token.type == "TRICK":
            number = int(re.sub(r"\D", "", token))
        follows = follows or token.type == "DOTS"
    cards = [tokens_of(child)[-1] for child in nodes]
    if cards and all(_strange(token) for token in cards):
        cards_of(draft, cards)
        return
    plays = _plays(draft, nodes)
    trick = _trick_for(draft, deal, number, follows, bool(plays))
    if trick.taken_back is not None and plays:
        _led_instead(trick, plays[0])
    trick.items += plays
    trick.lines += 1
    assert deal.tricks is not None
    draft.anchor = f"trick {len(deal.tricks)} row {trick.lines}"


def _led_instead(trick: TrickDraft, play: Play) -> None:
    """What was led in place of a card taken back, for the event that took it back."""
    items, at = trick.taken_back or ([], 0)
    event, trick.taken_back = items[at], None
    if isinstance(event, Event):
        other = play.label if play.label is not None else Entry(Standing.ABSENT)
        items[at] = replace(
            event,
            replaced_by=play.card,
            replaced_seat=None if other == event.seat else other,
        )


def _plays(draft: RecordDraft, nodes: list[Node]) -> list[Play]:
    """The cards of a row. What is no card before a colon is a seat that cannot be read, and no card more: the
    cards behind it would be those of other seats."""
    plays: list[Play] = []
    label: Entry[Seat] | None = None
    for at, node in enumerate(nodes):
        tokens = tokens_of(node)
        lone = len(tokens) == 1 and doubt.read_entry(str(tokens[0]), doubt.parse_card) is None
        after = tokens_of(nodes[at + 1]) if at + 1 < len(nodes) else []
        if lone and label is not None and str(tokens[0]) == ":":
            continue
        colon = lone and (tokens[0].endswith(":") or (len(after) == 1 and str(after[0]) == ":"))
        if colon and label is None and at + 1 + (not tokens[0].endswith(":")) < len(nodes):
            label = label_of(draft, tokens[0])
            draft.lose()
            continue
        play = play_of(draft, node)
        plays.append(
            play if play.label is not None or label is None else replace(play, label=label)
        )
        label = None
    return plays


def play_of(draft: RecordDraft, node: Node) -> Play:
    """One card of a row, with the seat written before it."""
    tokens = tokens_of(node)
    label = label_of(draft, tokens[0]) if len(tokens) > 1 else None
    card, marked = unmarked(tokens[-1])
    return Play(card_of(draft, card, tokens[0].start_pos), label, marked)


_MARK = re.compile(r"\s*\^([A-Za-z]{1,4})$")


def unmarked(token: Token) -> tuple[Token, str | None]:
    """A token without the mark of an irregularity after it (``4S^R``), and the mark's letters."""
    found = _MARK.search(token)
    if found is None:
        return token, None
    return token.update(value=token[: found.start()]), found[1].upper()


def _trick_for(
    draft: RecordDraft, deal: DealDraft, number: int | None, follows: bool, cards: bool
) -> TrickDraft:
    """The trick that a row belongs to: a new one, or the one that it continues."""
    deal.tricks = tricks = deal.tricks if deal.tricks is not None else []
    last = tricks[-1] if tricks else None
    if follows and last is not None and number in (None, last.number):
        return last
    if follows and number is None:
        draft.report("note", "this row continues a trick, but there is no trick before it")
    if last is not None and last.bare:
        trick = last
    else:
        due = last.number + 1 if last is not None else 1
        trick = TrickDraft(due, due)
        tricks.append(trick)
    trick.number = trick.number if number is None else number
    trick.labelled_row = not cards
    return trick
