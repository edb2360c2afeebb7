"""Reads what the recorder wrote under a deal: contract, winners of tricks, points and scores."""

from __future__ import annotations

import re

from lark import Token, Tree

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.bidding import note_unclear
from fairdeal.grammar.notation.drafts import ResultDraft
from fairdeal.grammar.notation.record_draft import RecordDraft
from fairdeal.grammar.notation.tokens import Node, run_of, shown, tokens_of
from fairdeal.records.cards import Said, Seat, Team, TermKind
from fairdeal.records.doubt import Entry, Reading, Standing, absent, illegible
from fairdeal.records.place import RowSpans
from fairdeal.records.record import ContractEntry

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
    entry = doubt.read_entry(str(token), doubt.read_seat, draft.span_of(token))
    if entry is None:
        draft.report(
            "error",
            f"{shown(token)} is not a seat: write its number, or N E S W in bridge",
            token.start_pos or 0,
        )
        draft.lose()
        return illegible(draft.span_of(token))
    return entry


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
    tokens = tokens_of(node)
    name = tokens[0].lower()
    result = _result(draft, name)
    figures = result.figures[name]
    for child in node.children:
        if isinstance(child, Tree):
            team, entry = figure_of(draft, child)
            if team in figures:
                draft.again(f"the {name} of {team}", figures[team].span)
            figures[team] = entry


def figure_of(draft: RecordDraft, node: Node) -> tuple[Team, Entry[int]]:
    """A team and its figure, as in ``A 39``."""
    team, number = tokens_of(node)[:2]
    if team.endswith("?"):
        draft.report("warning", f"the doubt about {team} is left out", team.start_pos or 0)
    name = doubt.read_team(team.removesuffix("?"))
    assert name is not None
    entry = doubt.read_entry(str(number), doubt.read_number, draft.span_of(number))
    if entry is None:
        draft.report("error", f"{shown(number)} is not a number", number.start_pos or 0)
        draft.lose()
        entry = illegible(draft.span_of(number))
    return name, entry


def _doubling_apart(said: Entry[Said]) -> tuple[Entry[Said], Entry[str] | None]:
    """Part a contract from the doubling that is written together with it: ``28SX``."""
    terms = said.value.terms if said.value is not None else ()
    if len(terms) < 2 or terms[-1].kind not in (TermKind.DOUBLE, TermKind.REDOUBLE):
        return said, None
    standing = Standing.DOUBTED if terms[-1].doubted else Standing.CLEAR
    doubling = Entry(standing, (Reading(terms[-1].text),), said.span)
    return doubt.read_call(Said(terms[:-1]).text, said.span), doubling
