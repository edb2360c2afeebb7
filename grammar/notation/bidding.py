"""Reads rows of calls, and tells where calls are unclear."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.cardplay import label_of
from fairdeal.grammar.notation.complaints import CALLS
from fairdeal.grammar.notation.record_draft import RecordDraft
from fairdeal.grammar.notation.tokens import Node, shown, tokens_of
from fairdeal.records.cards import Said, Seat, TermKind
from fairdeal.records.doubt import Entry, Reading, Standing, absent, illegible
from fairdeal.records.record import Call

_MARK = re.compile(r"\^([A-Za-z]{1,4})$")
"""The mark of an irregularity after a call: ``1 H ^I``. The blanks before it are not part of the pattern:
from every blank of a long run it would look to the run's end again."""
_LABEL_WITHIN = re.compile(r"(?:(?<=[\s.])|^)([1-8])\s*:")
_WRONG_LABEL = re.compile(r"([^\s:{}]{1,12})\s*:\s*")


def take_calls(draft: RecordDraft, node: Node) -> None:
    deal = draft.at_hand()
    deal.auction = deal.auction if deal.auction is not None else []
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
        label = label_of(draft, tokens.pop(0))
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
    marked = _MARK.search(text)
    words = text[: marked.start()].rstrip() if marked is not None else ""
    mark = marked[1].upper() if marked is not None and words else None
    text = words or text
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
