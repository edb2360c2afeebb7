"""Blank forms to print: which there are, in which languages, and with which codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from fairdeal.records import MatchId, Team

if TYPE_CHECKING:
    from fairdeal.digitize.forms.layout import Layout

KINDS: Final = {
    "score-sheet": "Score sheet",
    "hand-log": "Hand log",
    "dispute-slip": "Dispute slip",
    "we-they": "WE and THEY sheet (bridge)",
}
"""The forms, and what they are called."""
LANGUAGES: Final = {
    "en": "English",
    "ml": "Malayalam",
    "both": "English and Malayalam",
}
"""The languages of their headings, as those of reports are named."""
OTHER_NAMES: Final = {"malayalam": "ml", "en+ml": "both"}
"""Other names of the same, which are taken too."""
PLAYERS: Final = ("4", "6", "8")
"""For how many players there are score sheets and hand logs."""
COPIES: Final[tuple[Team, ...]] = ("A", "B")
"""The teams for which the forms of a match are printed: one each."""
OF_A_TEAM: Final = ("score-sheet", "dispute-slip")
"""Forms that each team fills in for itself: their code says whose copy it is."""


def form_in(kind: str, players: int, language: str) -> tuple[Layout, Mapping[str, str]]:
    """A form and the headings to print beside its English ones. Raises UnknownFormError where there is none
    for that many players."""
    from fairdeal.digitize.forms import draw
    from fairdeal.digitize.forms.layout import for_players, malayalam

    layout = for_players(kind, players)
    language = OTHER_NAMES.get(language, language)
    if language == "ml":
        return draw.in_second(layout, malayalam()), {}
    return layout, malayalam() if language == "both" else {}


def match_id(number: str, table: str, copy: Team | None) -> str:
    """The id that names a match. Raises ValueError where round or table is not a number up to 999."""
    from fairdeal.digitize.forms.layout import sheet_id_of

    return sheet_id_of(MatchId(str(int(number)), str(int(table)), copy))


def ids_of(kind: str, copies: int, number: str = "", table: str = "") -> list[str]:
    """Ids of that many copies: those of a match, team by team, where round and table are known; else each has
    one of its own. Raises as `match_id`."""
    from fairdeal.digitize.forms.layout import new_sheet_id

    if not (number and table):
        return [new_sheet_id() for _ in range(copies)]
    teams = COPIES if kind in OF_A_TEAM else (None,)
    return [match_id(number, table, teams[each % len(teams)]) for each in range(copies)]


def as_pdf(
    kind: str, players: int, language: str, ids: Sequence[str], heading: Mapping[str, str]
) -> tuple[bytes, str]:
    """In a worker: a PDF with a form for each id, and the characters of the heading that no font here has.
    What a form has no field for is left out. Raises UnknownFormError, and HeadingError for a long figure."""
    from fairdeal.digitize.forms import draw

    missing = draw.undrawable("".join(heading.values()))
    return as_forms(kind, players, language, [(each, heading) for each in ids]), missing


def as_forms(
    kind: str, players: int, language: str, of_each: Sequence[tuple[str, Mapping[str, str]]]
) -> bytes:
    """In a worker: a PDF with a form for each id, with what is printed into its heading. What a form has no
    field for is left out. Raises as `as_pdf`."""
    from fairdeal.digitize.forms import draw

    layout, second = form_in(kind, players, language)
    given = [
        (each, {name: text for name, text in heading.items() if layout.field(f"heading / {name}")})
        for each, heading in of_each
    ]
    return draw.pdf_of(layout, given, layout.title, second)
