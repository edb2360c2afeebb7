"""What a rulebook of bridge says at the table, where answers have led, with the ways that the Laws leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fairdeal.rulings.bridge.book import REMEDIES, BridgeBook, remedy_of
from fairdeal.rulings.bridge.laws.branches import FAMILIES, has_branches
from fairdeal.rulings.bridge.laws.provision import Provision
from fairdeal.rulings.frame.finding import Branch, Remedy
from fairdeal.rulings.frame.incident import COMMITTEE, NOTHING, Outcome, Then, named

OWN: Final = "NS"
"""The side that did it, in remedies; the other side is EW."""
OTHER: Final = "EW"

LAW: Final[Mapping[str, Provision]] = {
    each.key: each for family in FAMILIES for each in family.provisions
}
"""Every paragraph that leaves a way, by its key."""

# --- what the rulebook says -----------------------------------------------------------------------------


def answer(book: BridgeBook, then: Then) -> Outcome:
    """What a rulebook of bridge says where answers lead, with the ways that the Laws leave."""
    found = named(book, then, lambda code: remedy_of(book, code, OWN), _follows)
    if not found.article:
        return found
    open_laws = has_branches(book, found.code) or then.remedy is not None
    ways: tuple[Branch, ...] = ()
    if book.setting("laws") is not None and open_laws:
        ways = tuple(_way(LAW[key]) for key in then.ways)
    on = found.on
    if ways or found.remedy == COMMITTEE:  # Law 9B
        on = ("Call the director. Nobody calls or plays before the ruling.", *on)
    by_law = "The Laws say what follows." if len(ways) == 1 else "The Laws leave several ways."
    follows = by_law if ways and found.remedy in (COMMITTEE, NOTHING) else found.follows
    own = ("The next time costs it points.",) if found.remedy.kind == "warning" else found.own
    return replace(found, on=on, own=own, ways=ways, follows=follows)


def _way(of: Provision) -> Branch:
    return Branch(of.key, of.law, of.condition, of.follows, of.score)


def _follows(remedy: Remedy) -> str:
    """A remedy in words, with the sides as a table calls them."""
    open_tricks = remedy.kind == "tricks" and not remedy.points
    if open_tricks or remedy.kind in ("committee", "award-deal"):
        return "For the director to decide."
    return remedy.in_words(REMEDIES, "the other side" if remedy.kind == "tricks" else "this side")
