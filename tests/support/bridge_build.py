"""Short ways to put a record of bridge together in a test, and to say what was found in it."""

from __future__ import annotations

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Verdict, check, load


def ruled(text: str, rules: str = "alberta") -> Verdict:
    """The verdict on a record as written."""
    return check(read(text).record, load(rules))


def auction(calls: str, dealer: str = "N", rules: str = "alberta") -> Verdict:
    """The verdict on one deal of which only the auction was recorded."""
    return ruled(f'[Deal "1"]\n[Dealer "{dealer}"]\nAuction:\n{calls}\nResult:\n', rules)


def hand(
    number: int, dealer: str, contract: str, tricks: str, score: str = "", more: str = ""
) -> str:
    """A deal of a match of which only contract, tricks and score are recorded."""
    text = f'[Deal "{number}"]\n[Dealer "{dealer}"]\n{more}Result:\ncontract {contract}\n'
    text += f"points {tricks}\n"
    return text + (f"score {score}\n" if score else "")


def found(verdict: Verdict) -> list[tuple[str, str]]:
    """Code and place of every finding, in order."""
    return [(each.code, str(each.place)) for each in verdict.findings]


def contract(verdict: Verdict, game: int = 1) -> str | None:
    """The contract in short: ``4 S x2 by N``."""
    made = verdict.deals[game - 1].contract
    if made is None:
        return None
    doubled = f" x{made.doubled}" if made.doubled > 1 else ""
    return f"{made.value} {made.trump}{doubled} by {made.by}"


def awards(verdict: Verdict) -> list[tuple[int, int] | None]:
    """What NS and EW got for each deal."""
    return [
        (each.award["NS"], each.award["EW"]) if each.award is not None else None
        for each in verdict.deals
    ]
