"""What was found in a file of games, as PBN: every game written back with marks and notes.

For the programs that players and directors use. The games are the file's, one by one; nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from fairdeal.desk.check.game_files import Counts, Judged, judged, nothing_in
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.intake.games import Game
from fairdeal.grammar.pbn.reader import PbnGame
from fairdeal.grammar.pbn.writer import HEAD, UTF_8, Remark, game_of, write_remarked
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.frame.finding import Certainty, Finding

MARKS: Final = {"insufficient-bid": "I", "revoke": "R", "lead-out-of-turn": "L"}
"""The marks that PBN has for what was found. (``^S``, a turn that another anticipated, is in the record.)"""
_END: Final = "\r\n"


class PbnAnswer:
    """What ``--format pbn`` prints for a file, and what was counted in it once that is done."""

    def __init__(
        self, name: str, games: Iterable[Game], book: BridgeBook, bare: bool = False
    ) -> None:
        self.name = name
        self.counts = Counts()
        self._games = judged(games, book, Asked())
        self._bare = bare

    def text(self) -> Iterator[str]:
        """The file, a game at a time. Raises DeskError where it holds none.

        An empty line ends the last game too: some readers wait for it.
        """
        for each in self._games:
            head = "" if self.counts.games else HEAD + UTF_8
            self.counts.add(each)
            yield head + written(each, self._bare) + _END
        if not self.counts.games:
            raise nothing_in(self.name)


def written(each: Judged, bare: bool = False) -> str:
    """One game in export format with what was found in it."""
    game = each.game
    as_pbn = game if isinstance(game, PbnGame) else game_of(game.deal)
    return write_remarked(as_pbn, [remark_of(finding) for finding in each.findings], bare)


def remark_of(finding: Finding) -> Remark:
    """A finding in one line; only one that is established marks the call or card."""
    sure = finding.certainty is Certainty.ESTABLISHED
    text = finding.message if sure else f"Not sure: {finding.message}"
    mark = MARKS.get(finding.code, "") if sure else ""
    return Remark(
        f"{finding.article}: {text}", finding.at.call, finding.at.trick, finding.at.seat, mark
    )
