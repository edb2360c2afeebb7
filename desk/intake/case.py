"""One match before the committee: its documents put together, and what the rulings say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.intake.ledger import Ledger, Unread, book_for, ledger_of
from fairdeal.desk.intake.looks import Look
from fairdeal.desk.intake.papers import Document, beside, sure_tag
from fairdeal.desk.intake.versions import found_once, judged
from fairdeal.desk.score.steps import CommitteeDecisions
from fairdeal.grammar.transcripts.record import Source, TranscriptRecord
from fairdeal.records import Field, Place, Problem, Record, Seat, Tag, Transcript
from fairdeal.rulings import Refusal, Rulebook, Verdict, check, game_of
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.scoring.award import ruled_deals
from fairdeal.rulings.fifty_six.book import table_of
from fairdeal.rulings.fifty_six.deal import Entered, replay
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.frame.finding import Settled
from fairdeal.rulings.frame.set_aside import within_bounds
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.reading import see

Replay = Replayed[Any, Any]
"""A deal's replay, of any game."""


def replays(
    record: Record, verdict: Verdict, book: Rulebook, games: Collection[int] | None = None
) -> dict[int, Replay]:
    """The replays of the deals that could be read, by their position in the record; `games` names the ones
    wanted."""
    if isinstance(book, BridgeBook):
        wanted = games if book.single_boards else None
        return {
            game: each.replay for game, each in ruled_deals(record, verdict, book, wanted).items()
        }
    table = table_of(book, players(record, book))
    return {
        game: replay(see(deal, game, table.seats), table, Entered(verdict.deals[game - 1].contract))
        for game, deal in enumerate(record.deals, 1)
        if not deal.unread and (games is None or game in games)
    }


def with_seats(
    sources: Mapping[tuple[int | None, str], Source],
    record: Record,
    verdict: Verdict,
    book: Rulebook,
) -> dict[tuple[int | None, str], Source]:
    """The sources with printed cards by seat too: print has them in their order, findings name seats."""
    found = dict(sources)
    games = {game for game, place in sources if game is not None and " / card " in place}
    for game, each in replays(record, verdict, book, games).items() if games else ():
        for trick in each.play.tricks:
            for index, seat in enumerate(trick.seats):
                source = sources.get((game, f"trick {trick.number} / card {index + 1}"))
                if source is not None and seat is not None:
                    found.setdefault((game, f"trick {trick.number} / seat {seat}"), source)
    return found


@dataclass(frozen=True, slots=True)
class Case:
    """A match with its verdict. `sources` leads from a place to the photo and field it was read from."""

    record: Record
    problems: tuple[Problem, ...]
    verdict: Verdict
    book: Rulebook
    documents: tuple[Document, ...]
    ledger: Ledger
    """What became of every paper that was added: of none in a file judged as it is."""
    sources: dict[tuple[int | None, str], Source] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    """Tags known from beside the documents: from the event's schedule."""
    players: Mapping[Seat, str] = field(default_factory=dict)
    """Who sat where, as a person entered it. It is shown in place of what the record says, never judged."""
    decisions: CommitteeDecisions | None = None
    """What the committee decided; None as long as that is nothing."""
    as_ruled: Verdict | None = None
    """The verdict with what the committee decided; `verdict` is the one by the rulebook alone."""
    games: Mapping[str | None, int] = field(init=False)
    """The position in the record of the last deal of each number."""

    def __post_init__(self) -> None:
        games = {deal.label: number for number, deal in enumerate(self.record.deals, 1)}
        object.__setattr__(self, "games", games)

    def field_at(self, game: int | None, place: Place) -> tuple[Document, Field] | None:
        """The field of a photo behind a place; None where it was typed or is not recorded."""
        source = self.sources.get((game, str(place.within_deal())))
        return None if source is None else self.field_of(source)

    def field_of(self, source: Source) -> tuple[Document, Field] | None:
        """A field of one of the photos, with its document."""
        photo, name = source
        pages = ((it, page) for it in self.documents for page in it.transcripts)
        found = ((it, page.field(name)) for it, page in pages if page.photo == photo)
        document, entry = next(found, (None, None))
        return (document, entry) if document is not None and entry is not None else None

    def asks(self, photo: str, entry: Field) -> bool:
        """Whether a person should look at an entry of a photo: where other photos of the page do not show it
        better, or plainly, and no other log of the deal does."""
        look = self.ledger.looks.get((photo, entry.name), Look(entry, (photo, entry.name)))
        return look.field.flagged and look.at[0] == photo and look.at not in self.ledger.known

    def together(self, photo: str, entry: Field) -> Field:
        """An entry as all photos of its page show it, on the one that shows it best; else as it was read."""
        look = self.ledger.looks.get((photo, entry.name))
        return entry if look is None or look.at[0] != photo else look.field

    def elsewhere(self, photo: str, name: str) -> Iterator[tuple[Document, int, int]]:
        """Where other photos of a page show an entry: document, page and the number of the field."""
        look = self.ledger.looks.get((photo, name))
        for document in self.documents if look is not None else ():
            for page, transcript in enumerate(document.transcripts):
                for number, entry in enumerate(transcript.fields):
                    same = self.ledger.looks.get((transcript.photo, entry.name)) is look
                    if same and transcript.photo != photo and entry.text:
                        yield document, page, number

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        """Every photo and page, score sheets first."""
        found = [each for document in self.documents for each in document.transcripts]
        found.sort(key=lambda each: not (each.form or "").startswith("score-sheet"))
        return tuple(found)

    @property
    def named(self) -> Record:
        """The record with the players called as a person entered it: to be shown."""
        if not self.players:
            return self.record
        given = tuple(Tag(f"Seat{seat}", name) for seat, name in self.players.items())
        return replace(self.record, tags=self.record.tags + given)

    def tag(self, name: str) -> str | None:
        """A tag of the heading, where it is certain enough to call something by it."""
        entered = self.players.get(name.removeprefix("Seat")) if name.startswith("Seat") else None
        typed = (each.record.tag(name) for each in self.documents if not each.photographed)
        sure = entered or next(filter(None, typed), None)
        sure = sure or sure_tag(self.record, self.transcripts, name) or self._of_every_deal(name)
        return sure or self._beside(name)

    def _beside(self, name: str) -> str | None:
        """A tag as QR codes, file names or the event's schedule have it."""
        told = (beside(document, name) for document in self.documents)
        return next((value for value in told if value), None) or self.known.get(name)

    def _of_every_deal(self, name: str) -> str | None:
        """What a tag says that every deal carries with the same value, as games of PBN do."""
        found: set[str] = set()
        for deal in self.record.deals:
            found.add(next((tag.value for tag in deal.tags if tag.name == name), ""))
            if len(found) > 1 or "" in found:
                return None
        value = found.pop() if found else ""
        return value if value.strip() not in ("", "?", "-") else None

    def transcript_of(self, found: Field) -> Transcript | None:
        """The photo or page that a field is on."""
        pages = (page for document in self.documents for page in document.transcripts)
        return next((page for page in pages if any(it is found for it in page.fields)), None)


def case_of(
    documents: Sequence[Document],
    rules: str | None = None,
    refused: Sequence[Refusal] = (),
    unread: Sequence[Unread] = (),
    placed: Collection[str] = (),
    usual: str | None = None,
) -> Case:
    """Put the papers of one match together and rule on them, slips of the pen left out that a person refused.

    `unread` are papers from which nothing was read: they are named beside the others. `placed` are digests of
    papers that a person said are of this match, `usual` is as for `book_for`. Raises what that raises where
    there is no such rulebook.
    """
    ledger = ledger_of(documents, rules, unread, placed, usual)
    verdict = judged(ledger, refused)
    papers = replace(ledger, documents=())
    if _as_typed(ledger):
        problems, documents = ledger.merged.problems, ledger.documents
        return Case(ledger.record, problems, verdict, ledger.book, documents, papers)
    record = game_of(ledger.book).as_ruled(within_bounds(ledger.record)[0], ledger.book)
    sources = with_seats(ledger.merged.sources, record, verdict, ledger.book)
    read = tuple(
        replace(each, transcripts=with_settled(_with_shapes(each, ledger), verdict, sources))
        for each in ledger.documents
    )
    return Case(record, ledger.merged.problems, verdict, ledger.book, read, papers, sources)


def _with_shapes(document: Document, ledger: Ledger) -> Iterator[Transcript]:
    """The transcripts of a document, without questions about shapes that other photos show better."""
    for page in document.transcripts:
        better = {
            name
            for (photo, name), look in (ledger.looks if page.open_shapes else {}).items()
            if photo == page.photo != look.at[0]
        }
        left = (each for each in page.open_shapes if not better.issuperset(each.names))
        yield replace(page, open_shapes=tuple(left)) if better else page


def as_filed(document: Document, rules: str | None = None) -> Case:
    """One typed file as it is, deal by deal: what it says twice is not put together."""
    book = book_for(document.record, rules, document.default_rules)
    verdict = found_once(check(document.record, book), document.record)
    ledger = Ledger((), TranscriptRecord(document.record, document.problems), book)
    return Case(document.record, document.problems, verdict, book, (document,), ledger)


def _as_typed(ledger: Ledger) -> bool:
    """Whether the record is that of a typed file, so that its places are those of the file's own text."""
    only = ledger.documents[0] if len(ledger.documents) == 1 else None
    return only is not None and not only.photographed and ledger.record is only.record


MOST_NAMED: Final = 8
"""Entries that are named as having chosen; a hand's cards and a column of sums can be a dozen."""


Sources = Mapping[tuple[int | None, str], Source]


def with_settled(
    transcripts: Iterable[Transcript], verdict: Verdict, sources: Sources
) -> tuple[Transcript, ...]:
    """The transcripts, each field that other entries settled saying so. What was read stays."""
    found = chosen(verdict, sources)
    if not found:
        return tuple(transcripts)
    return tuple(
        replace(
            transcript,
            fields=tuple(
                field
                if (told := found.get((transcript.photo, field.name))) is None
                else replace(field, settled=tuple(map(str, told.by[:MOST_NAMED])), taken=told.text)
                for field in transcript.fields
            ),
        )
        for transcript in transcripts
    )


def chosen(verdict: Verdict, sources: Sources) -> dict[Source, Settled]:
    """What other entries chose, by photo and field."""
    return {
        source: each
        for each in verdict.settled
        if (source := sources.get((each.game, str(each.place)))) is not None
    }


PRINTED: Final = "line "
"""An entry of a printed page is named by its line: ``line 12 / entry 3``."""


_IN_ORDER: Final = " / card "
"""A card by its order in a trick; what seat played it says more."""


class EntryNames:
    """The names of a case's entries."""

    def __init__(self, case: Case) -> None:
        self._places: dict[Source, Place] = {}
        for (game, name), source in case.sources.items():
            known = self._places.get(source)
            if known is None or _IN_ORDER in str(known):
                deal = None if game is None else case.record.deals[game - 1].label
                self._places[source] = Place.parse(name).in_deal(deal)

    def of(self, photo: str, name: str) -> str:
        """``Deal 1, call 3 (line 12, entry 4)`` of print, ``Trick 2, seat 4`` of a form."""
        place = self._places.get((photo, name)) if name.startswith(PRINTED) else None
        if place is None:
            return words.place(Place.parse(name))
        return f"{words.place(place)} ({words.inside(Place.parse(name))})"


def settled_by(each: Settled) -> str | None:
    """A sentence for people; None where the others only confirm what the ink says anyway."""
    names = " and ".join(str(place) for place in each.by[:MOST_NAMED]) or "the other entries"
    if each.changed:
        return f"the ink allows more than one reading; {each.text} is used, because {names} agrees with it."
    if any(on_other_sheet(each.place, place) for place in each.by):
        return f"hard to read; the other copy ({names}) confirms {each.text}."
    return None


def on_other_sheet(one: Place, other: Place) -> bool:
    """Whether two places are the same cell's in two copies of a sheet."""
    rows = [place.within_sheet().number("row") for place in (one, other)]
    return None not in rows and (one.sheet or 1) != (other.sheet or 1)
