"""What somebody typed at a deal under way, read by the notation's own reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.drafts import ResultDraft
from fairdeal.records.calls import Call
from fairdeal.records.deal import Deal, Hand, Play
from fairdeal.records.events import Event, EventKind

LONGEST: Final = 200
"""Letters of a line: a trick, a hand or a round of calls."""
TRICKS: Final = 8


def calls_in(line: str) -> list[Call]:
    """``28 S, P, 6: P``. Raises DeskError where something in it would be lost."""
    deal = _deal("Auction", line)
    return [each for each in deal.auction or () if isinstance(each, Call)]


def cards_in(line: str) -> list[Play]:
    """``3:KH KS ??``: the cards of a trick or a part of one."""
    deal = _deal("Play", line)
    return [play for trick in deal.play or () for play in trick.plays]


def hands_in(line: str, seat: str) -> list[Hand]:
    """``JH 9H`` for a seat, or ``3: JH 9H``."""
    labelled = line[1:2] == ":" or line[:4].lower() == "seat"
    return list(_deal("Hands", line if labelled else f"{seat}: {line}").hands or ())


def events_in(words: str) -> list[Event]:
    """``objection A``: events, as they are written after the ``!``."""
    deal = _deal("Auction", f"! {words}")
    found = [each for each in deal.auction or () if isinstance(each, Event)]
    if not found or any(each.kind is EventKind.OTHER for each in found):
        raise DeskError(
            f"Unknown event: “{words}”.", "", "Choose one of the list, or write a note."
        )
    return found


def result_of(given: Mapping[str, str]) -> ResultDraft | None:
    """What stands under the deal, field by field; None where nothing does."""
    lines = []
    contract = " ".join(filter(None, (given.get("number"), given.get("trump"), given.get("x"))))
    if contract or given.get("by"):
        by = f" by {given['by']}" if given.get("by") else ""
        lines.append(f"contract {contract or '-'}{by}")
    winners = [given.get(f"trick {number}", "") for number in range(1, TRICKS + 1)]
    while winners and not winners[-1]:
        winners.pop()
    if winners:
        lines.append("tricks " + " ".join(each or "-" for each in winners))
    for name in ("points", "score", "penalty"):
        figures = [
            f"{side} {given[f'{name} {side}']}" for side in "AB" if given.get(f"{name} {side}")
        ]
        if figures:
            lines.append(f"{name} {' '.join(figures)}")
    if not lines:
        return None
    result = _deal("Result", "\n".join(lines)).result
    if result is None:
        return None
    figures_of = {"points": result.points, "score": result.score, "penalty": result.penalty}
    return ResultDraft(result.contract, None, result.tricks, figures=figures_of)


def _deal(block: str, text: str) -> Deal:
    """The deal of which this is a block. Raises DeskError, in the reader's words, where any of it would be
    lost."""
    if len(text) > LONGEST + 40 and block != "Result":
        raise DeskError("That is too long for one line.", "", f"Type at most {LONGEST} letters.")
    read = hand_record.read(f"{block}:\n{text}")
    errors = [problem.message for problem in read.problems if problem.severity == "error"]
    if errors:
        said = errors[0].rstrip(".")
        raise DeskError(f"{said[:1].upper()}{said[1:]}.", "", "Type it in another way, or tap it.")
    record = read.record
    if len(record.deals) != 1 or record.tags or record.sheets or record.deals[0].tags:
        raise DeskError("That does not belong in this part of a deal.", "", "Tap it instead.")
    return record.deals[0]
