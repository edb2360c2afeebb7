"""Which photos and logs belong to one match: by the QR code, by heading, by folder and file name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations, islice
from pathlib import PurePath
from typing import Any, Final

from fairdeal.desk.intake.papers import Document, Heading, by_code, contradiction, heading_of, said
from fairdeal.grammar.transcripts.record import to_record

ALIKE: Final = 0.75
"""Share of letters in common above which two readings of a name are read as the same name: one
letter in four may be misread by hand or machine."""
UNLIKE: Final = 0.45
"""Below this two readings are different names. Between the two nothing is concluded."""

LONGEST: Final = 200
"""Letters of an entry that are compared: to compare two takes as long as both lengths multiplied, and no
name is longer."""
MOST_COPIES: Final = 4
"""Sheets that papers added as one match may have without saying whose they are: both teams' copies, each
photographed twice."""
ENOUGH: Final = 2
"""Entries of a heading that must be sure before a sheet is said to show which match it is of."""

_TEAMS: Final = ("TeamA", "TeamB")
_NAMES: Final = ("Event", *_TEAMS)
_NUMBERS: Final = ("Table", "Round", "Date", "Session")
_TAGS: Final = (*_NUMBERS, *_NAMES)
_GENERIC: Final = {
    "img", "image", "photo", "scan", "dsc", "pxl", "whatsapp", "document", "page", "picture", "log",
    "sheet", "score", "hand", "deal", "typed", "printed", "scorecard", "record",
}  # fmt: skip
"""Words with which phones, scanners and people begin file names whatever is in them."""
_WORD: Final = re.compile(r"[^\W_]+")
_FIGURES: Final = re.compile(r"[0-9]+")
_PARTS: Final = re.compile(r"([0-9]+)")

_Clue = tuple[Hashable, ...]
"""What kind of clue, and what it says."""
_FOLDER: Final = "folder"
_NO_TABLE: Final = "no table"


def pages(document: Document) -> list[Document]:
    """A scan of several pages taken apart: the sheets of several matches may be in one file."""
    if len(document.transcripts) < 2:
        return [document]
    apart = ((each, to_record((each,))) for each in document.transcripts)
    return [
        replace(document, record=read.record, problems=read.problems, transcripts=(each,))
        for each, read in apart
    ]


def grouped(documents: Sequence[Document]) -> list[list[Document]]:
    """The matches of a folder, whatever the order of its documents.

    Those that say the most about themselves are placed first; among equals what they say decides, and
    their names only where they say the same.
    """
    facts = [facts_of(each) for each in documents]
    of = {id(told): document for told, document in zip(facts, documents, strict=True)}
    return [[of[id(told)] for told in match] for match in told_apart(facts)]


def told_apart(facts: Iterable[Facts]) -> list[list[Facts]]:
    """`grouped` for what documents say of themselves."""
    heap = _Heap()
    for told in sorted(facts, key=_in_turn):
        heap.place(told)
    heap.join_sheets()
    found = [sorted(match.facts, key=_as_listed) for match in heap.matches]
    found.sort(key=lambda match: _as_listed(match[0]))
    return found


def of_one_hand(documents: Sequence[Document]) -> list[list[Document]]:
    """The matches of papers that a person added together: one match, unless the papers surely say that
    they are of several, or there are more sheets than one has. Then as `grouped`."""
    found = grouped(documents)
    if len(found) < 2 or _are_of_several(list(map(facts_of, documents))):
        return found
    return [[document for match in found for document in match]]


def _are_of_several(papers: Sequence[Facts]) -> bool:
    return sum(each.sheets for each in papers) > MOST_COPIES or any(
        _differ(tag, one, other)
        for tag in ("Table", "Round", *_TEAMS)
        for one, other in combinations(dict.fromkeys(each.sure[tag] for each in papers), 2)
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """What a document says of itself, worked out once: it is compared with every other. `sure` are tags
    of the heading as words, where they are certain; `read` also those that are not."""

    name: str
    digest: str
    photos: tuple[str, ...]
    """Its pages, where it was photographed."""
    sheets: bool
    heading: Heading
    sure: dict[str, str]
    read: dict[str, str]
    ids: frozenset[str]
    firm: bool
    """Whether nobody can have misread which table it is of: typed, or said by its QR code."""
    deals: frozenset[str]
    folder: PurePath
    stem: str

    @property
    def known(self) -> int:
        """How much of the heading is known for sure."""
        return sum(map(bool, self.sure.values()))

    @property
    def says(self) -> tuple[str | bool, ...]:
        """All by which it is compared but its QR codes: of documents that say the same one is enough."""
        return (*self.sure.values(), *self.read.values(), self.firm)

    def as_json(self) -> list[Any]:
        """In the order of the fields, with plain lists."""
        told = [self.name, self.digest, self.photos, self.sheets, self.heading.values]
        return [*told, self.sure, self.read, sorted(self.ids), self.firm, sorted(self.deals)]


def facts_from(told: list[Any]) -> Facts:
    """What `Facts.as_json` wrote."""
    name, digest, photos, sheets, heading, sure, read, ids, firm, deals = told
    values = Heading(tuple(heading))
    beside = (PurePath(name).parent, _stem(name))
    found = (values, sure, read, frozenset(ids), firm, frozenset(deals))
    return Facts(name, digest, tuple(photos), sheets, *found, *beside)


def facts_of(document: Document) -> Facts:
    sure = {name: _words(said(document, name)) for name in _TAGS}
    return Facts(
        document.name,
        document.digest,
        tuple(each.photo for each in document.transcripts),
        bool(document.record.sheets),
        heading_of(document),
        sure,
        {name: word or _words(document.record.tag(name)) for name, word in sure.items()},
        frozenset(each.sheet for each in document.transcripts if each.sheet),
        not document.photographed or by_code(document) is not None,
        frozenset(deal.label for deal in document.record.deals if deal.label is not None),
        PurePath(document.name).parent,
        _stem(document.name),
    )


def _says_little(told: Facts) -> tuple[int, int]:
    """Sheets first, then by how much of the heading is known."""
    return (0 if told.sheets else 1, -told.known)


def _in_turn(told: Facts) -> tuple[Any, ...]:
    """Which document is placed before which: neither the order of the files nor, if what they say differs,
    their names decide it."""
    says = (told.says, sorted(told.ids), sorted(told.deals))
    return (_says_little(told), *says, told.folder.parts, told.stem, _as_listed(told))


def _as_listed(told: Facts) -> tuple[Any, ...]:
    """In which order the documents of a match stand: sheets first, pages of a scan in their order."""
    photos = [
        [part.zfill(9) if part.isdecimal() else part for part in _PARTS.split(photo)]
        for photo in told.photos
    ]
    return (_says_little(told), told.name, photos, told.digest)


class _Placed:
    """A match as far as it is put together."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.facts: list[Facts] = []
        self.ids: set[str] = set()
        self.deals: set[str] = set()
        self.stems: set[str] = set()
        self.known = False
        self._kinds: dict[tuple[str | bool, ...], Facts] = {}
        """One document of those that say the same of themselves."""

    def add(self, told: Facts) -> None:
        self.facts.append(told)
        self.ids |= told.ids
        self.deals |= told.deals
        self.stems.add(told.stem)
        self.known |= told.known > 0
        self._kinds.setdefault(told.says, told)

    def likeness(self, told: Facts) -> int:
        """How strongly a document belongs to the match; -1 where it cannot."""
        best = 0
        for other in self._kinds.values() if self.ids.isdisjoint(told.ids) else self.facts:
            score = _pair(told, other)
            if score < 0:
                return -1
            best = max(best, score)
        return best


class _Heap:
    """The matches so far, found by what their documents say: a document is compared with those that it may
    be of, not with all."""

    def __init__(self) -> None:
        self.matches: list[_Placed] = []
        self._by_clue: dict[_Clue, dict[_Placed, None]] = defaultdict(dict)
        self._names = {team: _Names(team) for team in _TEAMS}
        self._made = 0

    def place(self, told: Facts) -> None:
        """Add a document to the match that it is of, or to one of its own."""
        match = self._likeliest(told) or self._beside(told)
        if match is None:
            match = _Placed(self._made)
            self.matches.append(match)
            self._made += 1
        self._add(told, match)

    def _add(self, told: Facts, match: _Placed) -> None:
        match.add(told)
        for clue in _clues(told):
            self._by_clue[clue][match] = None
        for team, names in self._names.items():
            names.add(told.read[team])

    def _with(self, clues: Iterable[_Clue]) -> list[_Placed]:
        """The matches that give any of some clues, the oldest first."""
        found = {match for clue in clues for match in self._by_clue.get(clue, ())}
        return sorted(found, key=lambda match: match.number)

    def _team_clues(self, told: Facts) -> list[_Clue]:
        return [
            (team, name) for team in _TEAMS for name in self._names[team].alike(told.read[team])
        ]

    def _likeliest(self, told: Facts) -> _Placed | None:
        """The match that a document belongs to by what it says, the oldest of several.

        Nothing else makes `_pair` find enough than an id, a table, a team, a round, or a day's session; and
        round or day are not enough beside another table.
        """
        clues = [*_ids(told), *self._team_clues(told), ("Table", told.read["Table"])]
        clues += [(*clue, _NO_TABLE) if told.sure["Table"] else clue for clue in _times(told)]
        scores = {match: match.likeness(told) for match in self._with(clues)}
        found = max(scores, key=scores.__getitem__, default=None)
        return found if found is not None and scores[found] > 0 else None

    def _beside(self, told: Facts) -> _Placed | None:
        """A document that says nothing of itself goes with its folder, or with its namesakes."""
        if told.sheets and not told.stem:
            return None
        near: list[_Placed] = []
        named: list[_Placed] = []
        again: list[_Placed] = []
        for match in self._lying_with(told):
            namesake = bool(told.stem) and told.stem in match.stems
            if not namesake and (told.sheets or len(near) > 1):
                continue
            if match.likeness(told) < 0:
                continue
            if not told.deals.isdisjoint(match.deals):
                again.append(match)
                continue
            near.append(match)
            named += [match] if namesake else []
            if len(named) > 1 or (len(near) > 1 and not told.stem):
                return None
        if len(named) == 1:
            return named[0]
        if not near and len(again) == 1:
            near = again  # another log of a deal of the only match there is
        if len(near) != 1 or told.sheets:
            return None
        # A log beside the only match there is: read as one of it, unless both say who they are.
        return None if told.known and near[0].known else near[0]

    def _lying_with(self, told: Facts) -> Iterable[_Placed]:
        """The matches in a document's folder; where it surely says its table or round, none that surely have
        another and no team like one of its own: these are of other matches."""
        here = self._by_clue.get((_FOLDER, told.folder), {})
        for tag in ("Table", "Round"):
            if told.sure[tag]:
                places = [(_FOLDER, told.folder, tag, word) for word in (told.sure[tag], "")]
                found = self._with([*places, *self._team_clues(told)])
                return [match for match in found if match in here]
        return here

    def join_sheets(self) -> None:
        """A sheet that does not say whose it is goes with the only logs that lie beside it."""
        for lone in list(self.matches):
            sheet = lone.facts[0]
            if len(lone.facts) > 1 or not sheet.sheets or sheet.known >= ENOUGH:
                continue
            here = self._by_clue[_FOLDER, sheet.folder]
            near = [match for match in here if match is not lone] if len(here) == 2 else []
            if near and near[0].likeness(sheet) >= 0:
                del here[lone]
                self._add(sheet, near[0])
                lone.facts.clear()
        self.matches = [match for match in self.matches if match.facts]


def _clues(told: Facts) -> Iterator[_Clue]:
    """What a document says by which others of its match may be found."""
    yield from _ids(told)
    for tag in ("Table", *_TEAMS):
        if told.read[tag]:
            yield (tag, told.read[tag])
    for clue in _times(told):
        yield clue
        if not told.sure["Table"]:
            yield (*clue, _NO_TABLE)
    yield (_FOLDER, told.folder)
    for tag in ("Table", "Round"):
        yield (_FOLDER, told.folder, tag, told.sure[tag])


def _ids(told: Facts) -> list[_Clue]:
    return [("id", sheet) for sheet in told.ids]


def _times(told: Facts) -> Iterator[_Clue]:
    """The round, and the session of a day."""
    if told.read["Round"]:
        yield ("Round", told.read["Round"])
    if told.read["Date"] and told.read["Session"]:
        yield ("Session", told.read["Date"], told.read["Session"])


class _Names:
    """The names that one team has in the headings so far: which are read as the same name?"""

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._names: dict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
        """Each name with its letters, a bit a letter; by figures, for other figures are another name."""
        self._alike: dict[str, tuple[int, list[str]]] = {}
        """The names like one that was asked about, and how many names were there to be compared."""

    def add(self, name: str) -> None:
        if name:
            self._names[_figures(name)].setdefault(name, _letters(name))

    def alike(self, name: str) -> list[str]:
        """Those so far that `_alike` takes for the name."""
        if not name:
            return []
        letters, names = _letters(name), self._names[_figures(name)]
        looked_at, found = self._alike.get(name, (0, []))
        found += [
            other
            for other, theirs in islice(names.items(), looked_at, None)
            if _may_be_alike(name, letters, other, theirs) and _alike(self._tag, name, other)
        ]
        self._alike[name] = (len(names), found)
        return found


def _figures(name: str) -> tuple[str, ...]:
    return tuple(_FIGURES.findall(name))


def _letters(name: str) -> int:
    return sum({1 << ord(letter) % 64 for letter in name})


def _may_be_alike(one: str, ours: int, other: str, theirs: int) -> bool:
    """Whether two names have letters enough in common: each letter that only one of them has is one of its
    own. To count them takes a fiftieth of what it takes to compare the names."""
    common = min(len(one) - (ours & ~theirs).bit_count(), len(other) - (theirs & ~ours).bit_count())
    return 2 * common >= ALIKE * (len(one) + len(other))


def _pair(one: Facts, other: Facts) -> int:
    """How strongly two documents are of one match.

    Any reading may speak for it, for two doubtful ones seldom agree by chance; only sure ones may
    speak against it.
    """
    if one.ids & other.ids:
        return 10
    if one.firm and other.firm and contradiction(one.heading, other.heading):
        return -1  # nobody misread them, so they decide: the same teams may meet twice
    points, against, named = 0, 0, False
    for name in _TAGS:
        weight = 1 if name in ("Event", "Date", "Session") else 2
        ours, theirs = one.read[name], other.read[name]
        if ours and theirs and _alike(name, ours, theirs):
            points += weight
            named |= name.startswith("Team")
        elif _differ(name, one.sure[name], other.sure[name]):
            against += weight
    if against >= 2 and (against >= points or not named):
        return -1  # event and round are those of every other table too
    return points if points >= 3 else 0


def _alike(name: str, ours: str, theirs: str) -> bool:
    if name in _NUMBERS:
        return ours == theirs
    if _figures(ours) != _figures(theirs):
        return False  # ``Kochi 1`` and ``Kochi 2`` differ in a letter, and are not one team
    return _in_common(ours, theirs) >= ALIKE


def _differ(name: str, ours: str, theirs: str) -> bool:
    if not ours or not theirs or name in ("Date", "Session"):
        return False  # one day is written in many ways
    if name in _NUMBERS or _FIGURES.sub("", ours) == _FIGURES.sub("", theirs):
        return ours != theirs
    return _in_common(ours, theirs) < UNLIKE


@lru_cache(maxsize=1 << 16)
def _in_common(ours: str, theirs: str) -> float:
    """Share of letters in common. The same few names meet again and again."""
    return SequenceMatcher(None, ours, theirs).ratio()


def _words(text: str | None) -> str:
    words = " ".join(_WORD.findall((text or "")[:LONGEST].casefold()))
    return words.lstrip("0") or "0" if words.isdecimal() else words


def _stem(name: str) -> str:
    """The first word of a file's name, empty where it is one that says nothing."""
    words = _WORD.findall(PurePath(name).stem.casefold())
    first = words[0] if words else ""
    return "" if first in _GENERIC or first.isdigit() else first
