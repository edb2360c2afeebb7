"""What stands over the columns of a score sheet in a spreadsheet, and above its table: event, teams."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.intake.spreadsheet import Cell
from fairdeal.digitize.sheets.heading_meaning import (
    BID,
    IGNORE,
    TRUMP,
    Heading,
    known_words,
    match_headings,
    says_us,
    sense_of,
)
from fairdeal.grammar.notation.scoresheet import column_name
from fairdeal.records import COLUMNS, WE_THEY, figure, is_number_column

LOOKED_AT: Final = 40
"""Rows among which the headings of a table are looked for; above them stand event, date and teams."""
FEWEST: Final = 3
"""Columns of known meaning that make a row the headings of a table."""
ENTRIES: Final = ("line", *WE_THEY, "entry")
"""The columns of a bridge sheet's entries, beside the deal."""
_TAGS: Final = {
    "event": "Event", "tournament": "Event", "competition": "Event", "date": "Date", "round": "Round",
    "table": "Table", "site": "Site", "place": "Site", "venue": "Site", "club": "Site", "session": "Session",
    "rules": "Rules", "rulebook": "Rules", "players": "Players", "deals": "Deals", "team a": "TeamA",
    "team b": "TeamB", "ns": "TeamA", "ew": "TeamB", "recorder": "Recorder", "scorer": "Recorder",
    **{f"seat {number}": f"Seat{number}" for number in range(1, 9)},
}  # fmt: skip
"""What stands beside a value above the table, in small letters, and the tag that it is."""
_COPIES: Final = ("copy", "copy of", "copy of team", "sheet of", "sheet of team", "us", "we")
"""Labels of the team whose copy it is."""
_TEAMS: Final = ("teams", "match")
_VERSUS: Final = re.compile(r"\s+(?:vs?\.?|versus|-|–|against)\s+", re.I)


@dataclass(frozen=True, slots=True)
class Columns:
    """The headings of a table: the rows that they stand in, and the name of each column, "" for none."""

    first: int
    last: int
    names: tuple[str, ...]
    unsure: tuple[tuple[int, str], ...] = ()
    """Columns (from 1) of unknown meaning, with the reason."""
    known: int = 0


# --- headings ----------------------------------------------------------------------------------------


def headings_of(rows: Mapping[int, Sequence[str]], fewest: int) -> Columns | None:
    """The first row, or two rows, that name the columns of a score sheet."""
    teams = _teams(rows)
    numbers = [number for number in rows if number <= LOOKED_AT]
    for at, number in enumerate(numbers):
        one = _meanings(number, number, [Heading(c, t) for c, t in enumerate(rows[number])], teams)
        found = [one]
        below = numbers[at + 1] if at + 1 < len(numbers) else 0
        if below == number + 1 and _is_heading(rows[below]):
            found.append(_meanings(number, below, _grouped(rows[number], rows[below]), teams))
        best = max(found, key=lambda each: each.known)
        if best.known >= fewest and set(best.names) & {"deal", "contract", "we", "line"}:
            return best
    return None


def _is_heading(row: Sequence[str]) -> bool:
    texts = [text for text in row if text]
    return all(known_words(text) and figure(text) is None for text in texts)


def _grouped(above: Sequence[str], below: Sequence[str]) -> list[Heading]:
    """Headings in two rows: a wider one stands over its neighbours to the right, where it has the first."""
    found, group = [], ""
    for column in range(max(len(above), len(below))):
        over = above[column] if column < len(above) else ""
        own = below[column] if column < len(below) else ""
        group = over or (group if own else "")
        found.append(
            Heading(column, own, (group,)) if own and group else Heading(column, own or group)
        )
    return found


def _teams(rows: Mapping[int, Sequence[str]]) -> dict[str, str]:
    """The names of the teams above the table, each with its letter."""
    tags: dict[str, tuple[str, Cell]] = {}
    for number, row in rows.items():
        if number <= LOOKED_AT:
            tags.update(labelled(number, row)[0])
    return {
        tags[tag][0].casefold(): letter
        for tag, letter in (("TeamA", "A"), ("TeamB", "B"))
        if tag in tags and len(tags[tag][0]) > 2
    }


def _meanings(
    first: int, last: int, headings: Sequence[Heading], teams: Mapping[str, str]
) -> Columns:
    texts = [each.words.replace("\n", " ").replace(" / ", " ") for each in headings]
    direct = [column_name(text) for text in texts]
    if set(WE_THEY) <= set(direct):
        return _of_entries(first, last, texts, direct)
    lettered = [
        Heading(
            each.column,
            _lettered(each.text, teams),
            tuple(_lettered(group, teams) for group in each.groups),
        )
        for each in headings
    ]
    names, unsure, known = [], [], 0
    for at, match in enumerate(match_headings(lettered)):
        meaning = match.meaning
        if meaning in (BID, TRUMP, *COLUMNS) or (meaning and says_us((meaning,))):
            names.append(meaning)
            known += 1
        elif direct[at] in COLUMNS or is_number_column(direct[at]):
            names.append(direct[at])
            known += 1
        else:
            names.append(texts[at])
            if texts[at] and meaning != IGNORE:
                unsure.append((at + 1, match.why))
    return Columns(first, last, _whole(names), tuple(unsure), known)


def _whole(names: list[str]) -> tuple[str, ...]:
    """A figure without a trump beside it is all there is of the contract."""
    if TRUMP in names and "contract" in names and BID not in names:
        return tuple(BID if name == "contract" else name for name in names)
    if BID in names and TRUMP not in names:
        return tuple("contract" if name == BID else name for name in names)
    return tuple(names)


def _lettered(text: str, teams: Mapping[str, str]) -> str:
    """A heading with a team's letter in the place of its name."""
    for name, letter in teams.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", letter, text, flags=re.I)
    return text


def _of_entries(first: int, last: int, texts: Sequence[str], direct: Sequence[str]) -> Columns:
    """The columns of a bridge sheet with WE and THEY."""
    names, unsure = [], []
    for at, name in enumerate(direct):
        if name not in ENTRIES and sense_of(texts[at]) == {"deal"}:
            name = "deal"
        if texts[at] and name not in ("deal", *ENTRIES):
            unsure.append((at + 1, f"“{texts[at]}” is not a heading that is known here"))
        names.append(name if name in ("deal", *ENTRIES) else texts[at])
    if "line" not in names:
        why = "there is no column “line” that says above, below, game or total of every entry"
        unsure.append((direct.index("we") + 1, why))
    return Columns(first, last, tuple(names), tuple(unsure), FEWEST)


# --- what stands above -------------------------------------------------------------------------------


def labelled(number: int, row: Sequence[str]) -> tuple[dict[str, tuple[str, Cell]], str, list[int]]:
    """The tags of a row above the table, the team whose copy it is, and the columns not understood."""
    tags: dict[str, tuple[str, Cell]] = {}
    copy, strange, at = "", [], 0
    while at < len(row):
        label, _, value = (part.strip() for part in row[at].partition(":"))
        place = at
        if not value and _is_label(label):
            at = next((c for c in range(at + 1, len(row)) if row[c]), len(row))
            value = row[at].strip() if at < len(row) else ""
        found, team = _tagged(label, value) if value else ({}, "")
        tags |= {tag: (text, (number, min(at, len(row) - 1) + 1)) for tag, text in found.items()}
        copy = team or copy
        if row[place] and not found and not team and (value or not _is_label(label)):
            strange.append(place + 1)
        at += 1
    return tags, copy, strange


def _is_label(label: str) -> bool:
    return _plain(label) in (*_TAGS, *_COPIES, *_TEAMS)


def _plain(label: str) -> str:
    return " ".join(label.casefold().split())


def _tagged(label: str, value: str) -> tuple[dict[str, str], str]:
    plain = _plain(label)
    if plain in _TAGS:
        return {_TAGS[plain]: " ".join(value.split())}, ""
    if plain in _COPIES:
        return {}, value.casefold().removeprefix("team").strip()
    if plain in _TEAMS:
        both = _VERSUS.split(value)
        if len(both) == 2:
            return {"TeamA": both[0].strip(), "TeamB": both[1].strip()}, ""
    return {}, ""
