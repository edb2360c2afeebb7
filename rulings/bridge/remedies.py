"""What is to be done about a finding at a table of bridge."""

from __future__ import annotations

from fairdeal.records.cards import Team, other_team
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.frame.finding import Remedy


def remedy_of(book: BridgeBook, code: str, team: Team | None) -> Remedy:
    """The remedy that the rulebook names for an offence by `team`; the committee where it names none.

    What a revoke costs, and an impropriety after the first, depends on the deal and the session.
    """
    rule = book.findings.get(code)
    if rule is None:
        return Remedy("committee")
    if rule.remedy == "tricks":
        to = other_team(team) if team is not None else None
        return Remedy("tricks", to, book.penalties.revoke_tricks)
    if rule.remedy == "warning":
        return Remedy("warning", team)
    return Remedy(rule.remedy)


def remedy_text(remedy: Remedy) -> str:
    """The remedy in plain words."""
    match remedy.kind:
        case "redeal":
            return "Nothing in this deal scores, and the next dealer deals."
        case "tricks":
            count = "One trick goes" if remedy.points == 1 else f"{remedy.points} tricks go"
            return f"{count} to {remedy.to}."
        case "points":
            return f"{-remedy.points} points off {remedy.to}."
        case "warning":
            return f"A warning to {remedy.to}."
        case "correct-entry":
            return "Correct the entry."
        case "committee":
            return "For the committee to decide."
    return "Nothing to be done."
