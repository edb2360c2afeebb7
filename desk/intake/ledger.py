"""The ledger: what became of every paper that was added, and the one record that all of them make.

`ledger_of` is the only place that decides which papers count, as what, and how they are put together. It is
pure: the same papers give the same ledger, in whatever order they are added.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Final, Literal

from fairdeal import rulings
from fairdeal.desk.files import base_name
from fairdeal.desk.intake import parts as of_sheets
from fairdeal.desk.intake.confirmed import confirmed
from fairdeal.desk.intake.looks import Look, looks_at
from fairdeal.desk.intake.papers import (
    BOARDS,
    DEFAULT,
    Document,
    Heading,
    contradiction,
    heading_of,
    why_nothing,
)
from fairdeal.desk.intake.parts import EndsInRedeal, Part, Slot, canonical, slots_of
from fairdeal.desk.intake.two_papers import Difference, Table
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.usual import usual_rulebook
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import (
    Gathered,
    Piece,
    ReadDeal,
    ReadSheet,
    Source,
    TranscriptRecord,
    TypedRecord,
    finish,
    gather,
)
from fairdeal.records import (
    COMPASS,
    NUMBERED,
    Deal,
    Record,
    Sheet,
    Tag,
    in_groups,
    kind_of,
    of_entries,
)
from fairdeal.rulings import Rulebook, check
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.replay.table import Seating

Status = Literal[
    "not read",
    "not judged",
    "not placed",
    "copy",
    "second look",
    "part",
    "empty",
    "witness",
    "differs",
]
"""What a paper is. Where several fit, the one that a person must hear of first."""

JUDGED: Final[frozenset[Status]] = frozenset({"witness", "part", "second look", "differs"})
"""Papers that were judged: all others are named on page 1."""

_NOT_JUDGED: Final = re.compile(r"not judged|[Oo]nly the first .* judged")
"""How the bounds say that something is not judged (`rulings.frame.set_aside`)."""


PLAYED: Final = {"bridge": "bridge", "fifty-six": "56"}
"""What the games are called."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A paper from which nothing was read, and why, in a line."""

    name: str
    why: str
    digest: str = ""
    status: Status = "not read"


SCORE_SHEET: Final = "score sheet"
"""Of what a paper is evidence that has rows of one."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What became of one paper. `of` is the paper of which it is a copy or a part, or from which it differs;
    `why` says the rest in words; `evidence` what it is of (``deal 15``, ``score sheet``), `not_judged` the
    deals in it that could not be judged."""

    name: str
    digest: str
    status: Status
    why: str = ""
    of: str = ""
    evidence: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()
    photographed: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    """An open deal as some of the papers have it."""

    deal: Deal
    papers: tuple[str, ...]
    """The names of the papers."""
    sources: tuple[Source, ...] = ()
    """Where the entry that differs was read, on each of its photos."""


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal of which papers say different things. `game` is its position in the record, which has the deal
    as the first of `versions` has it; `difference` is the first entry that differs, in the first two."""

    game: int
    label: str | None
    difference: Difference
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was added. `merged` is what the papers of the match say together."""

    papers: tuple[Paper, ...]
    merged: TranscriptRecord
    book: Rulebook
    open: tuple[OpenDeal, ...] = ()
    documents: tuple[Document, ...] = ()
    """The papers of the match, copies left out."""
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Where the papers name different rulebooks: each with the papers that name it."""
    looks: Mapping[Source, Look] = field(default_factory=dict)
    """Entries of pages with several photos, as these show them together."""
    known: frozenset[Source] = frozenset()
    """Entries that several papers of one deal make plain together."""

    @property
    def record(self) -> Record:
        return self.merged.record

    @property
    def not_judged(self) -> tuple[Paper, ...]:
        """Papers of which nothing, or not all, was judged."""
        return tuple(
            each
            for each in self.papers
            if each.status in ("not read", "not judged") or each.not_judged
        )


def ledger_of(
    documents: Sequence[Document],
    rules: str | None = None,
    unread: Sequence[Unread] = (),
    placed: Collection[str] = (),
    usual: str | None = None,
) -> Ledger:
    """Decide what every paper is evidence of, and put those of the match together.

    `rules` is the committee's choice of rulebook, `placed` are digests of papers that a person said are of
    the match, `usual` is as for `book_for`. Raises what `book_for` raises where there is no such rulebook.
    """
    handed = sorted((_Handed(each) for each in documents), key=lambda each: each.order)
    done = [
        Paper(base_name(each.name), each.digest, each.status, _without_name(each.why, each.name))
        for each in unread
    ]
    done += [
        each.aside("not read", _without_name(why_nothing(each.document), each.document.name))
        for each in handed
        if each.document.is_empty
    ]
    left = [each for each in handed if not each.document.is_empty]
    copies = _whole_copies(left)
    done += [each.aside("copy", of=of.name) for each, of in copies]
    copied = {id(each) for each, _ in copies}
    own, strangers = _of_one_match([each for each in left if id(each) not in copied], placed)
    done += [each.aside("not placed", why) for each, why in strangers]
    named = _rulebooks(own)
    book = _book(own, rules, named, usual)
    own, others = _of_one_game(own, book)
    done += [each.aside("not judged", why) for each, why in others]
    joined = _Joined(own, book)
    done += [joined.paper(each) for each in own]
    return Ledger(
        tuple(sorted(done, key=lambda each: (each.name, each.digest, each.status))),
        joined.merged,
        book,
        joined.open,
        tuple(each.document for each in own),
        named if rules is None and len(named) > 1 else (),
        joined.looks.entries,
        joined.known(),
    )


def _without_name(why: str, path: str) -> str:
    """Why a paper was not read, where its name stands before it already."""
    name = base_name(path)
    return why.replace(path, name).removeprefix(f"{name}: ").removeprefix(f"{name} ")


def game_played(document: Document) -> str | None:
    """The game that a paper is of, where it shows."""
    record = document.record
    named = (record.tag("Rules") or "").strip().casefold()
    if named in rulings.known():
        return rulings.load(named).game
    if document.default_rules == BOARDS or any(map(of_entries, record.sheets)):
        return "bridge"
    dealers = [deal.dealer.value for deal in record.deals if deal.dealer is not None]
    seats = [hand.seat for deal in record.deals for hand in deal.hands or ()] + dealers
    if not document.photographed:
        seats += [value for sheet in record.sheets for value in _seats_of(sheet)]
    if not seats:
        of_56 = any(kind_of(each.form) in FORMS_OF_56 for each in document.transcripts)
        return "fifty-six" if of_56 else None
    return "bridge" if all(seat in COMPASS for seat in seats) else "fifty-six"


FORMS_OF_56: Final = ("score-sheet", "hand-log", "dispute-slip")
"""The kinds of our forms that are of 56; that of bridge has entries under WE and THEY."""


def _seats_of(sheet: Sheet) -> Iterator[str]:
    """The seats that stand in a sheet's rows."""
    cells = (sheet.cell(n, name) for n in range(len(sheet.rows)) for name in ("dealer", "bidder"))
    known = (*NUMBERED, *COMPASS)
    return (str(cell.value) for cell in cells if cell is not None and cell.value in known)


class _Handed:
    """A paper on its way through the ledger, with what is worked out of it once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.name = base_name(document.name)
        self.digest = document.digest
        self.key = document.digest or document.name

    @cached_property
    def text(self) -> str:
        """What it says, the same however it was typed or photographed."""
        record = self.document.record
        tags = sorted(f"{tag.name} {tag.value}" for tag in record.tags)
        deals = [canonical(deal) for deal in record.deals]
        sheets = [of_sheets.canonical_sheet(sheet) for sheet in record.sheets]
        events = write(Record(events=record.events))
        return "\n".join([*tags, *deals, *sheets, events]).casefold()

    @property
    def order(self) -> tuple[str, str, str]:
        return (self.text, self.document.name, self.digest)

    @cached_property
    def heading(self) -> Heading:
        return heading_of(self.document)

    @property
    def size(self) -> int:
        """How much it is evidence of: deals and rows."""
        record = self.document.record
        return len(record.deals) + sum(len(sheet.rows) for sheet in record.sheets)

    def aside(self, status: Status, why: str = "", of: str = "") -> Paper:
        """A paper that does not count, or not again."""
        return Paper(
            self.name, self.digest, status, why, of, photographed=self.document.photographed
        )

    @cached_property
    def game(self) -> str | None:
        """The game that it is of, where it shows."""
        return game_played(self.document)

    def pieces(self) -> list[Piece]:
        """The paper as it goes into the record."""
        if self.document.photographed:
            return [replace(each, digest=self.key) for each in self.document.transcripts]
        record, problems = self.document.record, self.document.problems
        return [TypedRecord(self.name, self.key, record, problems)]


def _called(deal: Deal) -> str:
    return f"deal {deal.label}" if deal.label else "a deal without a number"


def _whole_copies(papers: Sequence[_Handed]) -> list[tuple[_Handed, _Handed]]:
    """Papers that are the same bytes as another, or say the same to the letter; each with that one."""
    found: list[tuple[_Handed, _Handed]] = []
    first: dict[str, _Handed] = {}
    for paper in papers:
        bytes_ = f"bytes {paper.digest}" if paper.digest else f"paper {id(paper)}"
        other = first.get(bytes_) or first.get(paper.text if not _from_a_form(paper) else bytes_)
        if other is not None:
            found.append((paper, other))
        else:
            first[bytes_] = first[paper.text] = paper
    return found


def _from_a_form(paper: _Handed) -> bool:
    """Whether a photo of a filled form: another photo of it is a second look, whose doubts count."""
    return any(each.fields for each in paper.document.transcripts)


def _of_one_match(
    papers: Sequence[_Handed], placed: Collection[str]
) -> tuple[list[_Handed], list[tuple[_Handed, str]]]:
    """The papers of the match, and those whose headings contradict it, with the reason.

    The match is the one that most papers are of, then the one with most deals and rows.
    """
    by_heading = in_groups((paper.heading, paper) for paper in papers)
    groups = sorted(by_heading, key=lambda each: (-each.known, each.values))
    best: list[Heading] = []
    for start in groups:
        members = [start]
        for other in groups:
            if other is not start and not any(contradiction(other, each) for each in members):
                members.append(other)
        if _weight(members, by_heading) > _weight(best, by_heading):
            best = members
    inside = set(best)
    strangers = [
        (paper, next(filter(None, (contradiction(paper.heading, each) for each in best)), ""))
        for paper in papers
        if paper.heading not in inside and paper.digest not in placed
    ]
    apart = {id(paper) for paper, _ in strangers}
    return [paper for paper in papers if id(paper) not in apart], strangers


def _weight(headings: Iterable[Heading], papers: dict[Heading, list[_Handed]]) -> tuple[int, int]:
    own = [paper for heading in headings for paper in papers[heading]]
    return len(own), sum(paper.size for paper in own)


def _rulebooks(papers: Sequence[_Handed]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The rulebooks that papers name, the one that most of them name first."""
    tags = (((each.document.record.tag("Rules") or "").strip(), each.name) for each in papers)
    found = in_groups((named.casefold(), paper) for named, paper in tags if named)
    order = sorted(found, key=lambda each: (-len(found[each]), each != DEFAULT, each))
    return tuple((each, tuple(sorted(found[each]))) for each in order)


def _book(
    papers: Sequence[_Handed],
    rules: str | None,
    named: tuple[tuple[str, tuple[str, ...]], ...],
    usual: str | None,
) -> Rulebook:
    """The rulebook to judge by: the committee's, else the one that the papers name, else the usual one."""
    sheets = tuple(sheet for paper in papers for sheet in paper.document.record.sheets)
    of_files = {paper.document.default_rules for paper in papers}
    default = of_files.pop() if len(of_files) == 1 else DEFAULT
    tags = (Tag("Rules", named[0][0]),) if named else ()
    return book_for(Record(tags=tags, sheets=sheets), rules, default, usual)


def _of_one_game(
    papers: Sequence[_Handed], book: Rulebook
) -> tuple[list[_Handed], list[tuple[_Handed, str]]]:
    """Papers of the rulebook's game, and those that are plainly of another. If none is of it, all stay."""
    others = [each for each in papers if each.game not in (None, book.game)]
    if len(others) == len(papers):
        return list(papers), []
    kept = [each for each in papers if each not in others]
    game = PLAYED.get(book.game, book.game)
    return kept, [
        (
            each,
            f"it is of {PLAYED.get(each.game or '', 'another game')}, and the match is of {game}",
        )
        for each in others
    ]


class _Joined:
    """The papers of one match put together."""

    def __init__(self, papers: Sequence[_Handed], book: Rulebook) -> None:
        self.names = {each.key: each.name for each in papers}
        self.book = book
        self.looks = looks_at([piece for each in papers for piece in each.pieces()])
        gathered = gather(self.looks.pieces)
        gathered.problems += self.looks.problems
        if book.single_boards:
            # Two rooms of a match of teams play the same boards: one number is not one deal.
            self.slots: list[Slot] = []
            self.parts: list[Part[ReadSheet]] = []
            self.sheets = gathered.sheets
        else:
            deals = tuple(each.deal for each in gathered.deals)
            self.table = table_at(Record(tuple(gathered.tags), deals), book)
            self.slots = slots_of(gathered.deals, self.table, _dealt_again(book, gathered.tags))
            self.sheets, self.parts = of_sheets.joined_sheets(gathered.sheets)
        self.confirmed: set[Source] = set()
        merged = self._merged(papers, gathered)
        best = {place: self.looks.best(source) for place, source in merged.sources.items()}
        self.merged = replace(merged, sources=best)
        self.open = tuple(self._open())

    def _merged(self, papers: Sequence[_Handed], gathered: Gathered) -> TranscriptRecord:
        only = papers[0].document if len(papers) == 1 else None
        if only is not None and not only.photographed and not self._changes(gathered):
            return TranscriptRecord(only.record, only.problems)
        if not self.book.single_boards:
            deals, self.sheets, self.confirmed = confirmed(self.slots, self.sheets, self.table)
            gathered = replace(gathered, deals=deals, sheets=self.sheets)
        return finish(gathered)

    def _changes(self, gathered: Gathered) -> bool:
        """Whether a single paper says something twice, or nothing of a deal that it names."""
        if self.book.single_boards:
            return False
        single = [slot for slot in self.slots if len(slot.versions) == 1 and len(slot.parts) == 1]
        return len(single) != len(gathered.deals) or len(self.sheets) != len(gathered.sheets)

    def _open(self) -> Iterable[OpenDeal]:
        game = 0
        for slot in self.slots:
            game += bool(slot.versions)
            difference = slot.difference(self.table)
            if difference is None:
                continue
            versions = []
            for each in slot.versions:
                keys = sorted(
                    self._seen({log.digest for log in each.logs}), key=self.names.__getitem__
                )
                again = finish(Gathered(deals=[replace(each.as_read(), deal=each.deal)]))
                names = tuple(self.names[key] for key in keys)
                at = (log.sources.get(difference.place) for log in each.logs)
                sources = tuple(self.looks.best(source) for source in at if source is not None)
                versions.append(Version(again.record.deals[0], names, sources))
            label = slot.versions[0].deal.label
            yield OpenDeal(game, label, difference, tuple(versions))

    def known(self) -> frozenset[Source]:
        """Entries that several papers of one deal make plain together."""
        versions = (version for slot in self.slots for version in slot.versions)
        found = (source for version in versions for source in version.known(self.table))
        return frozenset(map(self.looks.best, chain(found, self.confirmed)))

    def _seen(self, keys: Collection[str]) -> set[str]:
        """Papers, with other photos of their pages."""
        return {*keys, *(other for other, first in self.looks.first.items() if first in keys)}

    def paper(self, paper: _Handed) -> Paper:
        """What became of a paper of the match: of all its deals and sheets together."""
        first = self.looks.first.get(paper.key)
        keys = {paper.key, first}
        deals = [part for slot in self.slots for part in slot.parts if part.read.digest in keys]
        sheets = [part for part in self.parts if part.read.digest in keys]
        filled = [part for part in sheets if part.read.sheet.rows or part.read.sheet.match_points]
        parts: list[Part[ReadDeal] | Part[ReadSheet]] = [*deals, *filled]
        roles: list[str] = [part.role for part in parts if part.read.digest == paper.key]
        roles += ["second look"] * bool(first and parts)
        roles = roles or ["empty"] * len(sheets)
        unjudged = tuple(_called(part.read.deal) for part in deals if part.role == "not judged")
        evidence = (
            *(_called(part.read.deal) for part in deals if part.role != "empty"),
            *([SCORE_SHEET] if filled else []),
        )
        status = _status(roles)
        of, why = self._beside(status, parts)
        if status == "second look":
            of = self.names[first or paper.key]
        told = (each.message for each in paper.document.problems)
        over = next(filter(_NOT_JUDGED.search, told), "")  # as the bounds have it
        if over and not unjudged:
            unjudged = ("what is over the limit",)
        if unjudged:
            why = why or over or f"{', '.join(unjudged)} could not be read"
        return replace(paper.aside(status, why, of), evidence=evidence, not_judged=unjudged)

    def _beside(
        self, status: Status, parts: Sequence[Part[ReadDeal] | Part[ReadSheet]]
    ) -> tuple[str, str]:
        """The paper beside which another is what it is, and where the two differ."""
        for part in parts:
            if part.role == status and part.beside is not None:
                difference = part.difference
                where = ""
                if difference is not None:
                    place = difference.place
                    log = part.read if isinstance(part.read, ReadDeal) else None
                    where = place if log is None else f"{_called(log.deal)} / {place}"
                    where = f"{where}: {difference.here} here, {difference.there} there"
                return self.names[part.beside.digest], where
        return "", ""


def _status(roles: Sequence[str]) -> Status:
    """What a paper is, by what its deals and sheets are."""
    statuses: tuple[Status, ...] = (
        "differs",
        "witness",
        "second look",
        "part",
        "copy",
        "not judged",
    )
    return next((each for each in statuses if each in roles), "empty" if roles else "witness")


def table_at(record: Record, book: Rulebook) -> Table:
    """Who acts after whom at the table of a record."""
    number = players(record, book) if book.game != "bridge" else 4
    return Table(Seating(book, number).after, book.hand)


def _dealt_again(book: Rulebook, tags: Sequence[Tag]) -> EndsInRedeal:
    """Whether the rulebook has a deal dealt again, as far as one paper goes."""
    return lambda deal: check(Record(tuple(tags), (deal,)), book).deals[0].outcome == "redeal"


WE_AND_THEY: Final = "alberta"
"""The same for a sheet of entries under WE and THEY, which no other game has."""


def _usual(chosen: str, default: str) -> str:
    """The rulebook of records that name none: the one of the settings, if it is of that game."""
    same = chosen in rulings.known() and rulings.load(chosen).game == rulings.load(default).game
    return chosen if same else default


def book_for(
    record: Record, asked: str | None, default: str = DEFAULT, usual: str | None = None
) -> Rulebook:
    """The rulebook asked for, else the record's own, else the usual one of its game, else the default.

    `usual` is what the settings had when a case or an event began; None: what they have now. A record
    may name a rulebook by its id only, never a file: records come from other people. Raises RulebookError or
    DeskError where there is no such rulebook.
    """
    if asked is not None:
        return rulings.load(asked)
    named = (record.tag("Rules") or "").strip()
    if not named and default == DEFAULT and any(map(of_entries, record.sheets)):
        return rulings.load(WE_AND_THEY)
    if not named:
        return rulings.load(_usual(usual_rulebook() if usual is None else usual, default))
    if named.casefold() not in rulings.known():
        raise DeskError(
            f'the record asks for the rulebook "{named[:60]}", which does not exist.',
            remedy=f"Choose one with --rules: {', '.join(rulings.known())}, or a file of your own.",
        )
    return rulings.load(named.casefold())
