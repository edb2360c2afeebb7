"""Reads the tags of a record: those of its heading, and those that open and describe a deal."""

from __future__ import annotations

from typing import Final

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.drafts import Node, RecordDraft, shown, tokens_of
from fairdeal.records import Entry, Span, Standing, Tag, as_number, clear, illegible

HEADING_TAGS: Final = (
    "Event", "Site", "Date", "Round", "Table", "Session", "Rules", "Players", "Deals", "TeamA",
    "TeamB", "Seat1", "Seat2", "Seat3", "Seat4", "Seat5", "Seat6", "Seat7", "Seat8", "Recorder",
)  # fmt: skip
"""Tags of the whole record. Any other is kept where it stands."""

_CANONICAL_NAMES: Final = {
    name.lower(): name for name in (*HEADING_TAGS, "Deal", "Dealer", "Vulnerable", "Unread")
}


def take_tag(draft: RecordDraft, node: Node) -> None:
    name, string = tokens_of(node)[:2]
    start, end = string.start_pos or 0, string.end_pos or 0
    place_tag(draft, str(name), doubt.unquoted(string), (name.start_pos or 1) - 1, start, end)


def place_tag(
    draft: RecordDraft, name: str, value: str, opening: int, start: int, end: int
) -> None:
    """Read a tag whose bracket opens at `opening` and whose quoted value is `start` to `end`."""
    known = _CANONICAL_NAMES.get(name.lower(), name)
    if known == "Deal":
        plain = as_number(value)
        draft.open_deal(deal_number(plain, draft.span(start, end)))
        if plain != value:
            draft.report(
                "note", f"the deal's number {shown(value)} is read as {shown(plain)}", start
            )
    elif known == "Dealer":
        _dealer(draft, value, draft.span(start, end), start)
    elif known == "Vulnerable" and _vulnerable(draft, value, draft.span(start, end)):
        draft.anchor = "vulnerable"
    elif known in HEADING_TAGS or (draft.deal is None and known != "Unread"):
        _heading_tag(draft, Tag(known, value, draft.span(opening, end + 1)))
    elif known == "Unread":
        draft.at_hand().unread = True
    else:
        deal = draft.at_hand()
        deal.tags.append(Tag(known, value, draft.span(opening, end + 1)))
        draft.anchor = f"tag {len(deal.tags)}"


def _heading_tag(draft: RecordDraft, tag: Tag) -> None:
    if draft.deal is not None:
        if any(tag == other for other in draft.tags):
            draft.report("note", f"{tag.name} is repeated, the same as in the heading")
            return
        told = any(tag.name == other.name for other in draft.tags)
        draft.report(
            "warning" if told else "note",
            f"{tag.name} is among the deals; it applies to the whole record"
            + (" and replaces the one in the heading" if told else ""),
        )
    else:
        before = [other.value for other in draft.tags if other.name == tag.name]
        if before and tag.value not in before:
            draft.report(
                "warning",
                f"{tag.name} stands twice in the heading: {shown(before[-1])} and {shown(tag.value)}; "
                "the last one is used",
            )
    draft.tags.append(tag)
    draft.anchor = f"heading {len(draft.tags)}"


def deal_number(value: str, span: Span) -> Entry[str] | None:
    """The number that a deal's tag gives, None where it is empty."""
    value = " ".join(value.split())
    if not value:
        return None
    entry = doubt.read_entry(value, lambda text: text.strip() or None, span)
    return entry if entry is not None else clear(value, span)


def _dealer(draft: RecordDraft, value: str, span: Span, position: int) -> None:
    deal = draft.at_hand()
    entry = doubt.read_entry(value.strip(), doubt.read_seat, span) if value.strip() else None
    if not value.strip():
        entry = Entry(Standing.BLANK, (), span)
    if entry is None:
        draft.report(
            "error",
            f"the dealer {shown(value)} is not a seat: write its number, or N E S W in bridge",
            position,
        )
        entry = illegible(span)
    if deal.dealer is not None:
        draft.again("the dealer", deal.dealer.span)
    deal.dealer = entry
    draft.anchor = "dealer"


def _vulnerable(draft: RecordDraft, value: str, span: Span) -> bool:
    """Take the sides vulnerable of a deal of bridge; False where the tag says something else."""
    if draft.deal is None or draft.deal.vulnerable is not None:
        return False
    if not value.strip():
        draft.deal.vulnerable = Entry(Standing.BLANK, (), span)
        return True
    entry = doubt.read_entry(value.strip(), doubt.read_vulnerable, span)
    if entry is None:
        words = f"{shown(value)} does not say who is vulnerable: write None, NS, EW or All"
        draft.report("warning", f"{words}; it is kept as written", span.column - draft.base)
        return False
    draft.deal.vulnerable = entry
    return True
