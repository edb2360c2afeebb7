"""From what was read off photos to one record: a match's score sheet and the hand logs of its deals."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Final

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.entries import heading_place, read_from
from fairdeal.grammar.transcripts.handlog import DisputeSlip, HandLog
from fairdeal.grammar.transcripts.sheet import events_of, filed, sheet_of
from fairdeal.records import (
    NUMBERED,
    Deal,
    Entry,
    Event,
    Field,
    Place,
    Problem,
    Record,
    Sheet,
    Tag,
    Transcript,
    Trick,
    clear,
    figure,
    firsts,
    kind_of,
    match_id,
    players_of,
)

Source = tuple[str, str]
"""A photo and the name of a field in it."""

_HEADING: Final = {
    "event": "Event",
    "site": "Site",
    "date": "Date",
    "round": "Round",
    "table": "Table",
    "session": "Session",
    "rules": "Rules",
    "team A": "TeamA",
    "team B": "TeamB",
    "recorder": "Recorder",
}

_LOGS: Final[dict[str | None, type[HandLog]]] = {
    "hand-log": HandLog,
    "dispute-slip": DisputeSlip,
}
"""How each form with a log of one deal is read."""

CELL: Final = "cell"
"""In the place of a photo: the entry stands in this cell of a spreadsheet."""
_LAST: Final = 10**9
"""Where a deal whose number is not a number stands among the others: behind them."""


@dataclass(frozen=True, slots=True)
class TranscriptRecord:
    """One record made of several transcripts.

    `sources` leads from a place back to the ink: the key is the deal's position in the record (None
    for the heading and the sheet) and the place within it, as findings name them.
    """

    record: Record
    problems: tuple[Problem, ...] = ()
    sources: dict[tuple[int | None, str], Source] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class ReadDeal:
    """A deal on its way into the record, and where it was read."""

    deal: Deal
    photo: str
    """The photo, or the typed log, that it stands in."""
    digest: str
    """SHA-256 of that file."""
    problems: list[Problem] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    """Where each entry was read, by its place within the deal; empty for a typed one."""
    form_id: str = ""
    """The id in the QR code of the form: two photos of one page have the same."""

    @property
    def order(self) -> int:
        number = figure(self.deal.label or "")
        return _LAST if number is None else min(number, _LAST)


@dataclass(slots=True, eq=False)
class ReadSheet:
    """A score sheet on its way into the record, and where it was read."""

    sheet: Sheet
    photo: str
    digest: str
    sources: dict[str, Source] = field(default_factory=dict)
    """Where each entry was read, by its place within the sheet; empty for one typed as text."""
    form_id: str = ""


@dataclass(slots=True)
class Gathered:
    """What several transcripts have of one match, before deals and sheets that stand in more than one of them
    are put together. `rest` has events and remarks outside the deals."""

    tags: list[Tag] = field(default_factory=list)
    deals: list[ReadDeal] = field(default_factory=list)
    sheets: list[ReadSheet] = field(default_factory=list)
    rest: Record = field(default_factory=Record)
    problems: list[Problem] = field(default_factory=list)
    heading: dict[str, Source] = field(default_factory=dict)
    """Where the entries of the heading were read."""


@dataclass(frozen=True, slots=True)
class TypedRecord:
    """A typed record beside photos of the same match, as it was read."""

    photo: str
    """Its name."""
    digest: str
    record: Record
    problems: tuple[Problem, ...] = ()


Piece = Transcript | TypedRecord
"""A paper to be put into a record."""


def to_record(transcripts: Sequence[Transcript]) -> TranscriptRecord:
    """Put what was read from the photos of one match into one record, deals in their order.

    A clear reading becomes a clear entry, a flagged one its rivals with their probabilities; what
    cannot be read is illegible and what is blank is left out. The record is what its own canonical
    text reads as, so its spans point into `Record.source`.
    """
    return finish(gather(transcripts))


def gather(pieces: Sequence[Piece]) -> Gathered:
    """Everything that papers say, deal by deal and sheet by sheet, each with where it was read."""
    found = Gathered()
    doubted: set[str] = set()
    for group in _together(pieces):
        first = group[0]
        if isinstance(first, TypedRecord):
            tags, unsure = _gather_record(found, first)
        else:
            pages = [page for page in group if isinstance(page, Transcript)]
            found.problems += [problem for page in pages for problem in _photo_problems(page)]
            if first.typed is not None:
                tags, unsure = _gather_typed(found, pages)
            elif first.fields:
                tags, unsure = _gather_form(found, first)
            else:
                continue
        found.problems += _add_tags(found.tags, tags, first.photo, doubted, unsure)
    return found


def _gather_record(found: Gathered, typed: TypedRecord) -> tuple[list[Tag], set[str]]:
    """Take in a typed record; its tags, of which none is in doubt.

    Its problems name their line in its own text, and no column: nobody must look for it in `Record.source`.
    """
    record = typed.record
    deals = [ReadDeal(deal, typed.photo, typed.digest) for deal in record.deals]
    for problem in typed.problems:
        said = replace(problem, column=None, message=_of(typed.photo, _likeliest(problem.message)))
        holder = deals[said.game - 1].problems if said.game else found.problems
        holder.append(said)
    found.deals += deals
    for number, sheet in enumerate(record.sheets, 1):
        begins = "" if number == 1 else f"sheet {number} / "
        cells = {
            place.removeprefix(begins): (CELL, cell)
            for place, cell in record.cells.items()
            if place.startswith(begins) and (begins or not place.startswith("sheet "))
        }
        found.sheets.append(ReadSheet(sheet, typed.photo, typed.digest, cells))
    found.rest = replace(
        found.rest,
        events=found.rest.events + record.events,
        comments=found.rest.comments + record.comments,
    )
    return list(record.tags), set()


def _gather_typed(found: Gathered, pages: Sequence[Transcript]) -> tuple[list[Tag], set[str]]:
    """Take in a typed or printed log; its tags, and which of them are in doubt."""
    first = pages[0]
    typed = read("".join(page.typed or "" for page in pages))
    before = (len(found.deals), len(found.sheets))
    _gather_record(found, TypedRecord(first.photo, first.digest, typed.record, typed.problems))
    deals, sheets = found.deals[before[0] :], found.sheets[before[1] :]
    printed = _remember_print(found, deals, sheets, pages, typed.record)
    return _printed_heading(typed.record.tags, printed)


def _gather_form(found: Gathered, transcript: Transcript) -> tuple[list[Tag], set[str]]:
    """Take in a filled form; its tags, and which of them are in doubt."""
    for place, source in _sources(transcript, heading=True).items():
        found.heading.setdefault(place, source)
    photo, digest, form_id = transcript.photo, transcript.digest, transcript.sheet or ""
    form = kind_of(transcript.form)
    if form in _LOGS:
        log = _LOGS[form](transcript)
        deal = log.deal()
        sources = _sources(transcript, log.places)
        found.deals.append(ReadDeal(deal, photo, digest, log.problems, sources, form_id))
    else:
        places = {entry.name: place for place, entry in filed(transcript).items()}
        sources = _sources(transcript, places)
        found.sheets.append(ReadSheet(sheet_of(transcript), photo, digest, sources, form_id))
        found.rest = replace(found.rest, events=(*found.rest.events, *events_of(transcript)))
    return _heading(transcript), _doubted(transcript)


def finish(found: Gathered) -> TranscriptRecord:
    """The record of what was gathered: deals in their order, places as its own canonical text has them."""
    deals = sorted(found.deals, key=lambda each: each.order)
    sources: dict[tuple[int | None, str], Source] = {}
    problems = list(found.problems)
    for game, read_deal in enumerate(deals, start=1):
        problems += [replace(problem, game=game) for problem in read_deal.problems]
        sources.update({(game, place): source for place, source in read_deal.sources.items()})
    sources.update({(None, place): source for place, source in found.heading.items()})
    cells: dict[str, str] = {}
    for number, read_sheet in enumerate(found.sheets, start=1):
        for place, source in read_sheet.sources.items():
            whole = str(Place.parse(place).in_sheet(number))
            if source[0] == CELL:
                cells[whole] = source[1]
            else:
                sources[None, whole] = source
    sheets: list[Sheet] = []
    for sheet in (each.sheet for each in found.sheets):
        # A second photo of one team's copy is not called so: it is compared with the first all the same.
        again = sheet.copy in {other.copy for other in sheets}
        sheets.append(replace(sheet, copy=None) if again else sheet)
    built = replace(
        found.rest,
        tags=tuple(found.tags),
        deals=tuple(each.deal for each in deals),
        sheets=tuple(sheets),
    )
    final = read(write(built))
    record = replace(_with_own_tags(_as_sure(final.record, built), built), cells=cells)
    return TranscriptRecord(record, (*problems, *_of_calls(record, final.problems)), sources)


OF_THE_EVENT: Final = ("Event", "Site", "Date")
"""Tags of a game that are those of the whole match."""


def _with_own_tags(back: Record, built: Record) -> Record:
    """The tags of every game as its file has them: a table or a round is that of one game there, and in the
    text of a record that of the whole."""
    if len(built.deals) != len(back.deals):
        return back
    deals = tuple(
        replace(deal, tags=its.tags) for deal, its in zip(back.deals, built.deals, strict=True)
    )
    if deals == back.deals:
        return back
    own = {tag.name for tag in built.tags}
    shared = (tag for tag in back.tags if tag.name in OF_THE_EVENT and tag.name not in own)
    return replace(back, tags=(*built.tags, *shared), deals=deals)


def _together(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The papers one by one, but pages of a printed log that go on from each other together.

    Score sheets come before hand logs: the heading is taken from the sheet.
    """
    groups: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda one: not _is_sheet(one)):
        before = groups[-1][-1] if groups else None
        if (
            isinstance(piece, Transcript)
            and isinstance(before, Transcript)
            and piece.goes_on
            and before.typed is not None
            and before.digest == piece.digest
        ):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _is_sheet(piece: Piece) -> bool:
    return isinstance(piece, Transcript) and (piece.form or "").startswith("score-sheet")


def _of(photo: str, message: str) -> str:
    return message if photo in message else f"{photo}: {message}"


def _photo_problems(transcript: Transcript) -> list[Problem]:
    photo, altered = (
        transcript.photo,
        "something here was struck out or written over; see the photo",
    )
    return [
        *(Problem(each.severity, _of(photo, each.message)) for each in transcript.problems),
        *(
            Problem("note", _of(photo, altered), place=entry.name)
            for entry in transcript.fields
            if entry.altered
        ),
    ]


def _add_tags(
    tags: list[Tag],
    found: Sequence[Tag],
    photo: str,
    doubted: set[str],
    unsure: Collection[str],
) -> Iterator[Problem]:
    """Take over what the heading does not hold yet; where two headings differ, say so.

    Nothing is said where either is in doubt: what the reader of figures makes of a name differs from
    photo to photo. What is surely written takes the place of what is not; `doubted` are the tags so
    far that are in doubt, `unsure` those of this page.
    """
    for tag in found:
        known = [other for other in tags if other.name == tag.name]
        if not known:
            tags.append(Tag(tag.name, tag.value))
            if tag.name in unsure:
                doubted.add(tag.name)
        elif tag.name in unsure:
            continue
        elif tag.name in doubted:
            tags[tags.index(known[-1])] = Tag(tag.name, tag.value)
            doubted.discard(tag.name)
        elif known[-1].value.casefold() != tag.value.casefold():
            message = f'{tag.name} is "{tag.value}" here, but "{known[-1].value}" is used'
            yield Problem("note", _of(photo, message), place="heading")


def _printed_heading(
    tags: Sequence[Tag], printed: Mapping[str, Field]
) -> tuple[list[Tag], set[str]]:
    """The tags of a printed log, those in doubt as they most likely read; and which of them are in doubt."""
    told, unsure = [], set()
    for tag in tags:
        entry = printed.get(heading_place(tag.name))
        told.append(tag if entry is None else Tag(tag.name, entry.text or ""))
        if entry is not None and entry.flagged:
            unsure.add(tag.name)
    return told, unsure


def _heading(transcript: Transcript) -> list[Tag]:
    tags = [
        Tag(name, entry.text)
        for entry in transcript.fields
        if entry.text and not entry.blank and (name := _tag_of(entry)) is not None
    ]
    players = players_of(transcript.form)
    if players is not None:
        tags.append(Tag("Players", str(players)))
    return _with_code(tags, transcript)


def _tag_of(entry: Field) -> str | None:
    """The tag that a field of the heading becomes, None for any other field."""
    parts = Place.parse(entry.name).parts
    if len(parts) != 2 or parts[0] != "heading":
        return None
    return "Seat" + parts[1][5:] if parts[1].startswith("seat ") else _HEADING.get(parts[1])


def _doubted(transcript: Transcript) -> set[str]:
    """The tags of the heading that were read with doubt, and that no QR code tells."""
    told = {"Round", "Table"} if match_id(transcript.sheet) is not None else set()
    return {tag for each in transcript.fields if each.flagged and (tag := _tag_of(each))} - told


def _with_code(tags: list[Tag], transcript: Transcript) -> list[Tag]:
    """Round and table as the form's QR code has them, where the heading does not say them surely."""
    code = match_id(transcript.sheet)
    if code is None:
        return tags
    told = {"Round": code.round, "Table": code.table}
    doubtful = {
        name
        for name in told
        if (entry := transcript.field(f"heading / {name.casefold()}")) is not None and entry.flagged
    }
    kept = [tag for tag in tags if tag.name not in doubtful]
    known = {tag.name for tag in kept}
    return kept + [Tag(name, value) for name, value in told.items() if name not in known]


def _sources(
    transcript: Transcript, places: Mapping[str, str] | None = None, *, heading: bool = False
) -> dict[str, Source]:
    """Where the entries of a form were read: those of its heading, or all others by the place that each is
    filed under."""
    names = [entry.name for entry in transcript.fields]
    filed_under = [str(Place.parse((places or {}).get(name, name))) for name in names]
    return firsts(
        (place, (transcript.photo, name))
        for place, name in zip(filed_under, names, strict=True)
        if place.startswith("heading / ") == heading
    )


def _remember_print(
    found: Gathered,
    deals: Sequence[ReadDeal],
    sheets: Sequence[ReadSheet],
    pages: Sequence[Transcript],
    record: Record,
) -> dict[str, Field]:
    """Note where the places of a printed log were read. Returns its entries outside the deals."""
    outside: dict[str, Field] = {}
    above = 0
    for page in pages:
        below = replace(
            page, spans=tuple((line + above, start, end) for line, start, end in page.spans)
        )
        above += (page.typed or "").count("\n")
        for game, place, entry in read_from(below, record) if page.spans else ():
            source = (page.photo, entry.name)
            if game is not None:
                deals[game - 1].sources.setdefault(place, source)
                continue
            outside.setdefault(place, entry)
            own = Place.parse(place)
            number = own.sheet or 1
            of_sheet = sheets and not place.startswith("heading / ") and number <= len(sheets)
            where = sheets[number - 1].sources if of_sheet else found.heading
            where.setdefault(str(own.within_sheet()), source)
    return outside


def _of_calls(record: Record, problems: Sequence[Problem]) -> Iterator[Problem]:
    """What reading the canonical text has to say about the deals, such as calls that are unclear.

    Lines and columns are those of `Record.source`, which nobody may have before them: the
    call is named too, and of its rivals the likeliest alone.
    """
    for problem in problems:
        if problem.game is not None:
            place = problem.place
            deal, column = record.deals[problem.game - 1], problem.column or 0
            for number, call in enumerate(deal.calls, 1):
                span = deal.span_of_call(call, number)
                if span and span.line == problem.line and span.column <= column < span.end_column:
                    place = f"call {number}"
                    break
            yield replace(problem, place=place, message=_likeliest(problem.message))


_RIVALS: Final = re.compile(r"“\{([^|}”]*?)(?: [01]?\.[0-9]+)?(?:[|}][^”]*)?”")
"""Rivals as the notation writes them, quoted in a message; too long a quotation breaks off."""


def _likeliest(message: str) -> str:
    return _RIVALS.sub(r"“\1”", message)


def _as_sure(back: Any, built: Any) -> Any:
    """`back`, read from the text of `built`, with its probabilities wherever both have the same clear entry.

    Text says ``9H`` of a card read with 0.9995, and a row of cards is in the order played. The record of a
    photo is read back from its text, so that its places are those of the text; how surely each entry was
    read, and whether the order is known, is taken over from the record that was written.
    """
    if type(back) is not type(built) or back is built:
        return back
    if isinstance(back, Entry):
        return _entry(back, built)
    if isinstance(back, tuple):
        if len(back) != len(built):
            return back
        found = tuple(_as_sure(a, b) for a, b in zip(back, built, strict=True))
        return back if all(a is b for a, b in zip(found, back, strict=True)) else found
    if isinstance(back, Mapping):
        return {key: _as_sure(value, built.get(key)) for key, value in back.items()}
    if isinstance(back, Trick) and built.by_seat:
        return _by_seat(_parts(back, built))
    if isinstance(back, Trick) and built.columns:
        return replace(_parts(back, built), columns=built.columns)
    if isinstance(back, Event):
        return replace(_parts(back, built), left_over=built.left_over)
    if isinstance(back, Deal) and built.otherwise:
        others = [replace(each, deal=_read_back(each.deal)) for each in built.otherwise]
        return replace(_parts(back, built), otherwise=tuple(others))
    if is_dataclass(back) and not isinstance(back, type):
        return _parts(back, built)
    return back


def _read_back(deal: Deal) -> Deal:
    """A deal as its own text has it."""
    built = Record(deals=(deal,))
    back = _as_sure(read(write(built)).record, built)
    return back.deals[0] if back.deals else deal


def _by_seat(trick: Trick) -> Trick:
    """A trick of which the page shows who played what, and not who led: text has no words for that."""
    plays = trick.plays
    seated = {play.label.value for play in plays if play.label is not None}
    free = [seat for seat in NUMBERED[: len(plays)] if seat not in seated]
    if len(free) != 1 or len(plays) != len(trick.items):
        return replace(trick, by_seat=True)
    first = replace(plays[0], label=clear(free[0]))
    return replace(trick, items=(first, *plays[1:]), by_seat=True)


def _entry(back: Entry[Any], built: Entry[Any]) -> Entry[Any]:
    alike = back.clear and built.clear and back.value == built.value
    if not (alike and built.left_over):
        return back
    return replace(back, readings=built.readings, faint=built.faint)


def _parts(back: Any, built: Any) -> Any:
    changed = {}
    for part in fields(back):
        old = getattr(back, part.name)
        if (part.init and isinstance(old, (tuple, Mapping, Entry))) or is_dataclass(old):
            new = _as_sure(old, getattr(built, part.name))
            if new is not old:
                changed[part.name] = new
    return replace(back, **changed) if changed else back
