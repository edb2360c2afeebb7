"""Reads the blocks of a deal: hands as dealt, rows of calls, tricks in the order played, and what the
recorder wrote under them: contract, winners of tricks, points and scores; and what happened between."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from lark import Token, Tree

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.drafts import (
    UNREAD_LINE,
    DealDraft,
    HandDraft,
    Node,
    RecordDraft,
    ResultDraft,
    TrickDraft,
    marked,
    run_of,
    shown,
    tokens_of,
)
from fairdeal.records import (
    Call,
    Card,
    ContractEntry,
    Entry,
    Event,
    EventKind,
    Place,
    Play,
    Reading,
    RowSpans,
    Said,
    Seat,
    Standing,
    Team,
    TermKind,
    absent,
    illegible,
)

CALLS: Final = "calls are separated by commas, such as 3: 28 S, P, +1 H"
NO_SEAT: Final = "a line of Hands: begins with its seat, such as 3: KH AD 10S"
UNKNOWN_HAND: Final = (
    "it is not clear whose hand this is, so its cards are left out:"
    " write the seat before them, such as 3:"
)


def take_hand(draft: RecordDraft, node: Node) -> None:
    tokens = tokens_of(node)
    label = draft.seat(tokens[0])
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


def take_more(draft: RecordDraft, node: Node) -> None:
    """A line of cards that names no seat: of the hand above it, where that has room for them."""
    tokens = tokens_of(node)
    hand = draft.open_hand(len(tokens))
    if hand is None:
        draft.report("error", NO_SEAT, tokens[0].start_pos or 0)
        draft.lose()
        draft.lose_cards(tokens[-1].end_pos or 0)
        return
    hand.cards += [draft.card(token) for token in tokens]
    draft.report(
        "warning", f"this line names no seat; its cards are read as part of seat {hand.seat}'s hand"
    )


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
    return [draft.card(token) for token in tokens]


def _strange(token: Token) -> bool:
    return token.type == "JUNK" and doubt.read_entry(str(token), doubt.parse_card) is None


def take_trick(draft: RecordDraft, node: Node) -> None:
    deal = draft.at_hand()
    nodes = [child for child in node.children if isinstance(child, Tree)]
    marks = {child.type: child for child in node.children if isinstance(child, Token)}
    number = int(re.sub(r"\D", "", marks["TRICK"])) if "TRICK" in marks else None
    cards = [tokens_of(child)[-1] for child in nodes]
    if cards and all(_strange(token) for token in cards):
        cards_of(draft, cards)
        return
    plays = _plays(draft, nodes)
    trick = _trick_for(draft, deal, number, "DOTS" in marks, bool(plays))
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
    """The cards of a row. What is not a card before a colon is a seat that cannot be read, and no card
    more: the cards behind it would be those of other seats."""
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
            label = draft.seat(tokens[0])
            draft.lose()
            continue
        play = draft.play(node)
        plays.append(
            play if play.label is not None or label is None else replace(play, label=label)
        )
        label = None
    return plays


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


_LABEL_WITHIN = re.compile(r"(?:(?<=[\s.])|^)([1-8])\s*:")
_WRONG_LABEL = re.compile(r"([^\s:{}]{1,12})\s*:\s*")


def take_calls(draft: RecordDraft, node: Node) -> None:
    deal = draft.at_hand()
    deal.auction = deal.auction if deal.auction is not None else []
    first = node.children[0]
    words = first if isinstance(first, Token) else tokens_of(first)[0]
    if words.startswith(UNREAD_LINE):
        line = draft.span_of(words)
        draft.report("error", f"cannot read {shown(words)}: {CALLS}", words.start_pos or 0)
        draft.lose()
        draft.anchor = deal.add_calls([Call(illegible(line), illegible(line))])
        return
    comma = True
    for child in node.children:
        if isinstance(child, Token):
            if comma:
                position = child.start_pos or 0
                draft.report("warning", "a comma with no call before it is ignored", position)
            comma = True
            continue
        comma = False
        draft.anchor = deal.add_calls(_call(draft, child))


def _call(draft: RecordDraft, node: Node) -> Iterator[Call]:
    """The call between two commas; more than one where a seat's label shows a comma missing."""
    tokens = tokens_of(node)
    label: Entry[Seat] | None = None
    start = tokens[0].start_pos or 0
    if tokens[0].type == "LABEL":
        label = draft.seat(tokens.pop(0))
    if not tokens:
        yield Call(absent(label.span if label is not None else None), label)
        return
    text, position = str(tokens[0]).rstrip(), tokens[0].start_pos or 0
    within = _LABEL_WITHIN.search(text)
    while within is not None:
        words = text[: within.start()].rstrip(" .")
        if words:
            yield from _one_call(draft, words, position, start, label)
            message = f"a comma is missing before {shown(within[0])}"
            draft.report("warning", message, position + within.start())
        start = position + within.start(1)
        label = Entry(
            Standing.CLEAR, (Reading(within[1]),), draft.span(start, position + within.end())
        )
        text, position = text[within.end() :], position + within.end()
        text, position = text.lstrip(), position + len(text) - len(text.lstrip())
        within = _LABEL_WITHIN.search(text)
    if text:
        yield from _one_call(draft, text, position, start, label)
    else:
        yield Call(absent(label.span if label is not None else None), label)


def _one_call(
    draft: RecordDraft, text: str, position: int, start: int, label: Entry[Seat] | None
) -> Iterator[Call]:
    wrong = _WRONG_LABEL.match(text) if label is None else None
    if wrong:
        draft.report("error", f"{shown(wrong[1])} is not a seat; it is not known who called", start)
        label = illegible(draft.span(start, start + len(wrong[1])))
        text, position = text[wrong.end() :], position + wrong.end()
        if not text:
            draft.lose()
            return
    span = draft.span(start, position + len(text))
    if ":" in text or doubt.has_stray_brace(text):
        draft.report("error", f"cannot read {shown(text)}: {CALLS}", position)
        draft.lose()
        yield Call(illegible(span), label)
        return
    words, mark = marked(text)
    text, mark = (words, mark) if words else (text, None)
    said = doubt.read_call(text, span)
    if not said.readings and not re.search(r"[?{-]", text):
        draft.report("warning", f"{shown(text)} says nothing", position)
    note_unclear(draft, said, text, position)
    yield Call(said, label, mark)


def note_unclear(draft: RecordDraft, said: Entry[Said], text: str, position: int) -> None:
    for reading in said.readings:
        terms = reading.value.terms
        if not reading.value.unclear:
            continue
        if any(term.kind is TermKind.WORD and term.text in ("-", "??") for term in terms):
            why = f"part of {shown(text)} is missing, so it is not known what was called"
        elif any(not any(map(str.isalnum, term.text)) for term in terms if term.text != "+"):
            why = f"{shown(text)} contains a sign that is not a word"
        elif len(terms) == 1 and terms[0].kind is TermKind.WORD:
            why = f"{shown(text)} is too long to be a call"
        elif len(terms) == 1:
            why = "D alone may mean diamonds or double; write Diamonds, or X for double"
        else:
            why = f"{shown(text)} may be two calls with the comma missing between them"
        draft.report("warning", why, position)
        return


_DOUBLINGS = re.compile(r"(?i)(?:x|xx|×|××|double|dbl|redouble|re-double|rdbl)\??")


def _result(draft: RecordDraft, what: str) -> ResultDraft:
    deal = draft.at_hand()
    if draft.block != "result":
        if draft.block != "head" or deal.empty:
            draft.report("note", f"the line of {what} is outside Result: and is read as part of it")
        draft.block = "result"
    deal.result = deal.result if deal.result is not None else ResultDraft()
    draft.anchor = what
    return deal.result


def take_contract(draft: RecordDraft, node: Node) -> None:
    result = _result(draft, "contract")
    by: Entry[Seat] | None = None
    words: list[Token] = []
    for child in node.children:
        if isinstance(child, Tree):
            words = tokens_of(child)
        elif child.type in ("SEAT", "GROUP", "UNSEEN", "JUNK"):
            by = _seat(draft, child)
    if any("by" in re.findall(r"[^\W\d_]+", word.lower()) for word in words):
        message = "it is not clear who made the contract: write, for example, contract 32 C X by 1"
        draft.report("error", message, words[0].start_pos or 0)
        draft.lose()
        return
    if result.contract is not None:
        draft.again("the contract", result.contract_line)
    doubling = _doubling(draft, words)
    said: Entry[Said] = absent()
    if words:
        start, end = words[0].start_pos or 0, words[-1].end_pos or 0
        text = run_of(words).replace(":", " ")
        said = doubt.read_call(text, draft.span(start, end))
        if doubling is None and "{" not in text:
            said, doubling = _doubling_apart(said)
        note_unclear(draft, said, text, start)
    result.contract = ContractEntry(said, by, doubling)
    result.contract_line = draft.span_of(tokens_of(node)[0])


def _doubling(draft: RecordDraft, words: list[Token]) -> Entry[str] | None:
    """Take the X or XX off the end of a contract's words."""
    if len(words) < 2:
        return None
    last = words[-1]
    named = _DOUBLINGS.fullmatch(last)
    if not named and last.type == "GROUP":
        entry = doubt.read_entry(str(last), doubt.read_doubling)
        named = _DOUBLINGS.match("x") if entry is not None and entry.readings else None
    whole = doubt.read_call(run_of(words[:-1]))
    unseen = last.type == "UNSEEN" and (
        not whole.readings or all(len(r.value.terms) > 1 for r in whole.readings)
    )
    if not named and not unseen:
        return None
    words.pop()
    entry = doubt.read_entry(str(last), doubt.read_doubling, draft.span_of(last))
    return entry if entry is not None else illegible(draft.span_of(last))


def _seat(draft: RecordDraft, token: Token) -> Entry[Seat]:
    wrong = f"{shown(token)} is not a seat: write its number, or N E S W in bridge"
    return draft.entry(token, doubt.read_seat, wrong)


def take_tricks(draft: RecordDraft, node: Node) -> None:
    result = _result(draft, "tricks")
    tokens = [token for child in node.find_data("winner") for token in tokens_of(child)]
    tokens.sort(key=lambda token: token.start_pos or 0)
    if result.tricks:
        before = result.tricks[0].span or result.trick_spans.of(0)
        draft.again("the line of the tricks' winners", before)
    result.tricks = tuple(_seat(draft, token) for token in tokens)
    result.trick_spans = RowSpans()


def take_figures(draft: RecordDraft, node: Node) -> None:
    name = tokens_of(node)[0].lower()
    figures = _result(draft, name).figures[name]
    for child in node.children:
        if isinstance(child, Tree):
            team, entry = draft.figure(child)
            if team in figures:
                draft.again(f"the {name} of {team}", figures[team].span)
            figures[team] = entry


def _doubling_apart(said: Entry[Said]) -> tuple[Entry[Said], Entry[str] | None]:
    """Part a contract from the doubling that is written together with it: ``28SX``."""
    terms = said.value.terms if said.value is not None else ()
    if len(terms) < 2 or terms[-1].kind not in (TermKind.DOUBLE, TermKind.REDOUBLE):
        return said, None
    standing = Standing.DOUBTED if terms[-1].doubted else Standing.CLEAR
    doubling = Entry(standing, (Reading(terms[-1].text),), said.span)
    return doubt.read_call(Said(terms[:-1]).text, said.span), doubling


# --- events --------------------------------------------------------------------------------------


_KINDS = {kind.value: kind for kind in EventKind if kind is not EventKind.OTHER}


_ANYBODY: Final = frozenset({"SEAT", "LABEL", "GROUP", "UNSEEN"})
_WHOM: Final = defaultdict[str, frozenset[str]](
    frozenset,
    {
        "seat_event": _ANYBODY,
        "card_event": frozenset({"SEAT", "LABEL"}),
        "conduct": _ANYBODY,
        "review": _ANYBODY,
    },
)
"""The tokens that name a seat, by the rule of an event."""


def take_event(draft: RecordDraft, node: Node) -> None:
    """Read an event and put it into the deal, trick or auction at hand."""
    event = _read(draft, node)
    if event is None:
        return
    if event.kind is EventKind.RETRACTED and draft.block == "play" and _lifted(draft, event):
        return
    put_event(draft, event)


def put_event(draft: RecordDraft, event: Event, trick: TrickDraft | None = None) -> None:
    """Put an event where it happened: into a `trick`, if not into the one at hand."""
    deal = draft.deal
    if deal is None:
        draft.events.append(event)
        draft.anchor = f"session event {len(draft.events)}"
        return
    deal.event_count += 1
    deal.redealt |= event.kind is EventKind.REDEAL
    draft.anchor = f"event {deal.event_count}"
    left = ((name, 1.0 - entry.weighted()[0][1]) for name, entry in event.entries().items())
    left_over = tuple((Place.of(draft.anchor, name), share) for name, share in left if share > 0.0)
    event = replace(event, left_over=left_over) if left_over else event
    if draft.block == "auction":
        deal.auction = deal.auction if deal.auction is not None else []
        deal.auction.append(event)
    elif draft.block == "play":
        deal.tricks = deal.tricks if deal.tricks is not None else []
        if not deal.tricks:
            deal.tricks.append(TrickDraft(1))
        items = (trick or deal.tricks[-1]).items
        items.append(event)
        if trick is not None and event.replaced_by is None:
            deal.tricks[-1].taken_back = (items, len(items) - 1)
    elif draft.block in ("result", "sheet"):
        deal.closing.append(event)
    else:
        deal.events.append(event)


def _lifted(draft: RecordDraft, event: Event) -> bool:
    """Whether the card written last is the very one taken back, for another seat's: it is not of the trick.

    The event stands before the trick then, and names it.
    """
    tricks = draft.deal.tricks if draft.deal is not None else None
    trick = tricks[-1] if tricks else None
    last = trick.items[-1] if trick is not None and trick.items else None
    if tricks is None or trick is None or not isinstance(last, Play) or event.at is not None:
        return False
    seat = event.seat or last.label
    alone = len(trick.items) == 1
    if seat is None or [last.card] != list(event.cards) or last.label not in (None, seat):
        return False
    if event.replaced_seat is None and (event.replaced_by is not None or not alone):
        return False
    trick.items.pop()
    at = Place.of(f"trick {trick.number}", f"seat {seat.value}")
    if alone:
        trick.lines, trick.rows = 0, ()
    put_event(
        draft, replace(event, seat=seat, at=at), tricks[-2] if alone and len(tricks) > 1 else trick
    )
    return True


def _read(draft: RecordDraft, node: Node) -> Event | None:
    body = next(child for child in node.children if isinstance(child, Tree))
    at = next((child for child in node.children if isinstance(child, Token)), None)
    words = [child for child in body.children if isinstance(child, Token)]
    nodes = [child for child in body.children if isinstance(child, Tree)]
    start = (words[0].start_pos or 1) - 1
    ends = [
        token.end_pos or 0 for token in node.scan_values(lambda value: isinstance(value, Token))
    ]
    span = draft.span(start, max(ends))
    place = Place.parse(at[1:]) if at is not None else None
    place = place if place is None or place.parts else None
    if at is not None and place is None:
        draft.report("warning", "there is no place after the @", at.start_pos or 0)
    kind = _KINDS.get(words[0].lower().rstrip(":"))
    if kind is None:
        text = " ".join(" ".join(words).split())
        draft.report(
            "warning",
            f"“{words[0]}” is an unknown event; it is kept as written",
            start,
        )
        return Event(EventKind.OTHER, text=text, at=place, span=span)
    rest = words[1:]
    team: Entry[Team] | None = None
    seat: Entry[Seat] | None = None
    cards: list[Entry[Card]] = []
    replaced: Entry[Card] | None = None
    instead: Entry[Seat] | None = None
    text_of: str | None = None
    if rest and body.data == "team_event":
        team = draft.team(rest[0])
    elif rest and rest[0].type in _WHOM[body.data]:
        seat = draft.seat(rest.pop(0))
    if rest and rest[0].type in ("STRING", "PLAIN"):
        string = rest[0].type == "STRING"
        text_of = doubt.unquoted(rest[0]) if string else " ".join(rest[0].split())
    elif body.data == "card_event":
        cards = [draft.card(token) for token in rest]
    elif body.data == "retracted":
        seat, cards, replaced, instead = _retracted(draft, body)
    names = tuple(_naming(draft, child) for child in nodes if child.data == "naming")
    return Event(
        kind, team, seat, tuple(cards), replaced, text_of, names, place, span, replaced_seat=instead
    )


def _naming(draft: RecordDraft, node: Node) -> tuple[Seat, str]:
    seat, name = (child for child in node.children if isinstance(child, Token))
    if seat.endswith("?"):
        message = "a doubt about the seat in a seat change is left out"
        draft.report("warning", message, seat.start_pos or 0)
    text = doubt.unquoted(name) if name.type == "STRING" else str(name)
    return doubt.read_seat(seat.removesuffix("?")) or "", text


def _retracted(
    draft: RecordDraft, body: Node
) -> tuple[Entry[Seat] | None, list[Entry[Card]], Entry[Card] | None, Entry[Seat] | None]:
    """The seat, the cards taken back, the card that stood in the end, and whose that is if another's."""
    seat: Entry[Seat] | None = None
    cards: list[Entry[Card]] = []
    replaced: Entry[Card] | None = None
    instead: Entry[Seat] | None = None
    after = False
    for child in body.children:
        if isinstance(child, Token):
            after = after or child.type == "ARROW"
            continue
        play = draft.play(child)
        if play.label is not None and seat is not None and play.label != seat:
            if after:
                instead = play.label
            else:
                message = f"one event names two seats; seat {seat.value or '??'} is used for both"
                draft.report("warning", message)
        seat = seat if seat is not None else play.label
        if after:
            replaced = play.card
        else:
            cards.append(play.card)
    return seat, cards, replaced, instead
