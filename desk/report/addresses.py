"""Where a finding is, in words that its record makes sense of: a deal, a board of many, an entry."""

from __future__ import annotations

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.deals.we_they import entry_names
from fairdeal.records.sheet import of_entries
from fairdeal.rulings.frame.finding import Finding


class Addresses:
    """How findings and deals of one case are called.

    Boards of a tournament come again at every table: then the position in the file is told besides.
    Entries under WE and THEY are called what they are, as forms print no numbers before their rows.
    """

    def __init__(self, case: Case) -> None:
        book, deals = case.book, case.record.deals
        self._single = book.single_boards
        self._again = len({deal.label for deal in deals}) < len(deals)
        self._entries = [
            entry_names(sheet) if of_entries(sheet) else {} for sheet in case.record.sheets
        ]

    def where(self, finding: Finding) -> str:
        """``Deal 3, trick 2, seat 4``; ``Game 17, board 3, call 2``; ``Deal 2, above the line, …``."""
        entry = self.entry(finding)
        if entry:
            return _capital(f"deal {finding.deal}, {entry}" if finding.deal is not None else entry)
        if finding.game is None or not self._single:
            return words.where(finding)
        inside = words.inside(words.address(finding))
        return f"{self.deal(finding.deal, finding.game)}, {inside}"

    def deal(self, label: str | None, game: int) -> str:
        """``Deal 3``, ``Board 3``, ``Game 17, board 3``."""
        if not self._single:
            return f"Deal {label or game}"
        if label is None:
            return f"Game {game}"
        return f"Game {game}, board {label}" if self._again else f"Board {label}"

    def entry(self, finding: Finding) -> str:
        """``above the line, entry 3, WE`` for a finding on a sheet of entries; else empty."""
        row, sheet = finding.at.row, (finding.at.sheet or 1) - 1
        if row is None or not 0 <= sheet < len(self._entries):
            return ""
        name = self._entries[sheet].get((row, finding.at.column or ""), "")
        return f"{words.ordinal(sheet + 1)} sheet, {name}" if name and sheet else name

    def of_ink(self, finding: Finding, place: str) -> str:
        """What a picture of the paper is called whose place in words is `place`."""
        entry = self.entry(finding)
        return _capital(entry) if entry and place == words.place(words.address(finding)) else place


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
