"""From what was read off photos to one record: a match's score sheet and the hand logs of its deals."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.handlog import HandLog
from fairdeal.grammar.transcripts.printed_places import heading_place, read_from
from fairdeal.grammar.transcripts.sheet import events_of, filed, sheet_of
from fairdeal.grammar.transcripts.slip import DisputeSlip
from fairdeal.grammar.transcripts.sure_as_read import sure_as_read
from fairdeal.records.deal import Deal, Tag
from fairdeal.records.forms import kind_of, players_of
from fairdeal.records.place import Place
from fairdeal.records.record import Problem, Record
from fairdeal.records.sheet import Sheet
from fairdeal.records.sheet_id import match_id
from fairdeal.records.transcript import Field, Transcript

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

_LAST: Final = 10**9
"""Where a deal whose number is no number stands among the others: behind them."""


@dataclass(frozen=True, slots=True)
class TranscriptRecord:
    """One record made of several transcripts.

    `sources` leads from a place back to the ink: the key is the deal's position in the record (None
    for the heading and the sheet) and the place within it, as findings name them.
    """

    record: Record
    problems: tuple[Problem, ...] = ()
    sources: dict[tuple[int | None, str], Source] = field(default_factory=dict)


@dataclass(slots=True)
class _Read:
    """A deal on its way into the record, with the log it came from (None for a typed one)."""

    deal: Deal
    log: Transcript | None
    problems: list[Problem]
    places: Mapping[str, str] = field(default_factory=dict)
    """The place of the deal that each field of the log is filed under."""
    printed: dict[str, Source] = field(default_factory=dict)
    """Where each place of a deal was read that stands in a printed log."""

    @property
    def order(self) -> int:
        label = self.deal.label or ""
        return int(label) if label.isascii() and label.isdigit() and len(label) < 9 else _LAST


def to_record(transcripts: Sequence[Transcript]) -> TranscriptRecord:
    """Put what was read from the photos of one match into one record, deals in their order.

    A clear reading becomes a clear entry, a flagged one its rivals with their probabilities; what
    cannot be read is illegible and what is blank is left out. The record is what its own canonical
    text reads as, so its spans point into `Record.source`.
    """
    sheets: list[Sheet] = []
    deals: list[_Read] = []
    tags: list[Tag] = []
    rest = Record()
    problems: list[Problem] = []
    sources: dict[tuple[int | None, str], Source] = {}
    doubted: set[str] = set()
    for pages in _together(_sheets_first(transcripts)):
        transcript = pages[0]
        problems += [problem for page in pages for problem in _photo_problems(page)]
        if transcript.typed is not None:
            typed = read("".join(page.typed or "" for page in pages))
            found = [
                replace(p, message=_of(transcript, _likeliest(p.message))) for p in typed.problems
            ]
            games = [_Read(deal, None, []) for deal in typed.record.deals]
            printed = _remember_print(sources, games, pages, typed.record, len(sheets))
            for problem in found:
                holder = games[problem.game - 1].problems if problem.game else problems
                holder.append(problem)
            deals += games
            sheets += typed.record.sheets
            rest = replace(
                rest,
                events=rest.events + typed.record.events,
                comments=rest.comments + typed.record.comments,
            )
            found_tags, unsure = _printed_heading(typed.record.tags, printed)
            problems += _add_tags(tags, found_tags, transcript, doubted, unsure)
        elif transcript.fields:
            heading = _heading(transcript)
            problems += _add_tags(tags, heading, transcript, doubted, _doubted(transcript))
            _remember(sources, transcript, None, _of_the_heading)
            log = _log_of(transcript)
            if log is not None:
                deals.append(_Read(log.deal(), transcript, log.problems, log.places))
            else:
                sheets.append(_once(sheet_of(transcript), sheets))
                places = {entry.name: place for place, entry in filed(transcript).items()}
                _remember(sources, transcript, None, _of_the_deal, len(sheets), places)
                rest = replace(rest, events=(*rest.events, *events_of(transcript)))
    problems += _same_number(transcripts)
    deals.sort(key=lambda read_deal: read_deal.order)
    problems += _numbered(deals, sources)
    built = replace(
        rest, tags=tuple(tags), deals=tuple(held.deal for held in deals), sheets=tuple(sheets)
    )
    final = read(write(built))
    record = sure_as_read(final.record, built)
    return TranscriptRecord(record, (*problems, *_of_calls(record, final.problems)), sources)


def _log_of(transcript: Transcript) -> HandLog | None:
    """The page as a log of one deal, None where it is none."""
    reader = {"hand-log": HandLog, "dispute-slip": DisputeSlip}.get(kind_of(transcript.form) or "")
    return None if reader is None else reader(transcript)


def _sheets_first(transcripts: Sequence[Transcript]) -> list[Transcript]:
    """Score sheets before hand logs: the heading is taken from the sheet."""
    return sorted(transcripts, key=lambda one: not (one.form or "").startswith("score-sheet"))


def _together(transcripts: Sequence[Transcript]) -> list[list[Transcript]]:
    """The transcripts one by one, but pages of a printed log that go on from each other together."""
    groups: list[list[Transcript]] = []
    for transcript in transcripts:
        before = groups[-1][-1] if groups else None
        if (
            transcript.goes_on
            and before is not None
            and before.typed is not None
            and before.digest == transcript.digest
        ):
            groups[-1].append(transcript)
        else:
            groups.append([transcript])
    return groups


def _of(transcript: Transcript, message: str) -> str:
    return message if transcript.photo in message else f"{transcript.photo}: {message}"


def _photo_problems(transcript: Transcript) -> list[Problem]:
    problems = [
        Problem(found.severity, _of(transcript, found.message)) for found in transcript.problems
    ]
    for entry in transcript.fields:
        if entry.altered:
            message = "something here was struck out or written over; see the photo"
            problems.append(Problem("note", _of(transcript, message), place=entry.name))
    return problems


def _add_tags(
    tags: list[Tag],
    found: Sequence[Tag],
    transcript: Transcript,
    doubted: set[str],
    unsure: Collection[str],
) -> list[Problem]:
    """Take over what the heading does not hold yet; where two headings differ, say so.

    Nothing is said where either is in doubt: what the reader of figures makes of a name differs from
    photo to photo. What is surely written takes the place of what is not; `doubted` are the tags so
    far that are in doubt, `unsure` those of this page.
    """
    problems = []
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
            problems.append(Problem("note", _of(transcript, message), place="heading"))
    return problems


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
    tags = []
    for entry in transcript.fields:
        name = _tag_of(entry)
        if name is not None and entry.text and not entry.blank:
            tags.append(Tag(name, entry.text))
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
    found = {tag for each in transcript.fields if each.flagged and (tag := _tag_of(each))}
    return found - told


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


def _remember(
    sources: dict[tuple[int | None, str], Source],
    transcript: Transcript,
    game: int | None,
    wanted: Callable[[str], bool],
    sheet: int = 1,
    places: Mapping[str, str] | None = None,
) -> None:
    for entry in transcript.fields:
        place = Place.parse((places or {}).get(entry.name, entry.name))
        if wanted(str(place)):
            sources.setdefault((game, str(place.in_sheet(sheet))), (transcript.photo, entry.name))


def _remember_print(
    sources: dict[tuple[int | None, str], Source],
    games: Sequence[_Read],
    pages: Sequence[Transcript],
    record: Record,
    sheets: int,
) -> dict[str, Field]:
    """Where the places of a printed log were read; those of its deals wait until the deals are in order.

    Returns the entries of the log outside its deals, by their places.
    """
    found: dict[str, Field] = {}
    above = 0
    for page in pages:
        below = replace(
            page, spans=tuple((line + above, start, end) for line, start, end in page.spans)
        )
        above += (page.typed or "").count("\n")
        for game, place, entry in read_from(below, record) if page.spans else ():
            source = (page.photo, entry.name)
            if game is not None:
                games[game - 1].printed.setdefault(place, source)
            else:
                found.setdefault(place, entry)
                own = Place.parse(place)
                at = own.within_sheet().in_sheet((own.sheet or 1) + sheets)
                sources.setdefault((None, str(at)), source)
    return found


def _once(sheet: Sheet, before: Sequence[Sheet]) -> Sheet:
    """A second photo of one team's copy is not called so: it is compared with the first all the same."""
    taken = {each.copy for each in before}
    return replace(sheet, copy=None) if sheet.copy in taken else sheet


def _same_number(transcripts: Sequence[Transcript]) -> list[Problem]:
    """Score sheets with the same number: photos of one sheet, or of copies of one print."""
    first: dict[str, Transcript] = {}
    problems = []
    for transcript in _sheets_first(transcripts):
        number, form = transcript.sheet, transcript.form or ""
        if not number or not transcript.fields or not form.startswith("score-sheet"):
            continue
        if number in first:
            message = (
                f"it has the same sheet number as {first[number].photo}. If both photos show "
                "one sheet, any difference between them is a misreading"
            )
            problems.append(Problem("note", _of(transcript, message), place="heading"))
        first.setdefault(number, transcript)
    return problems


def _of_the_heading(place: str) -> bool:
    return place.startswith("heading / ")


def _of_the_deal(place: str) -> bool:
    return not place.startswith("heading / ")


def _numbered(deals: list[_Read], sources: dict[tuple[int | None, str], Source]) -> list[Problem]:
    """The problems of each deal under its position; remembers where its fields are."""
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for game, held in enumerate(deals, start=1):
        problems += [replace(problem, game=game) for problem in held.problems]
        label = held.deal.label
        if label is not None and label in seen and held.log is not None:
            message = f"a second hand log of deal {label}: it is read as the deal dealt again"
            problems.append(Problem("note", _of(held.log, message), game=game, place="deal"))
        if label is not None:
            seen[label] = game
        if held.log is not None:
            _remember(sources, held.log, game, _of_the_deal, places=held.places)
        for place, source in held.printed.items():
            sources.setdefault((game, place), source)
    return problems


def _of_calls(record: Record, problems: Sequence[Problem]) -> list[Problem]:
    """What reading the canonical text has to say about the deals, such as calls that are unclear.

    Lines and columns are those of `Record.source`, which nobody may have before them: the
    call is named too, and of its rivals the likeliest alone.
    """
    told = []
    for problem in problems:
        if problem.game is None:
            continue
        number = _call_at(record.deals[problem.game - 1], problem.line, problem.column)
        place = problem.place if number is None else f"call {number}"
        told.append(replace(problem, place=place, message=_likeliest(problem.message)))
    return told


def _call_at(deal: Deal, line: int | None, column: int | None) -> int | None:
    """Which call of a deal, from 1, stands there."""
    for number, call in enumerate(deal.calls, 1):
        span = call.span
        if (
            span is not None
            and line == span.line
            and span.column <= (column or 0) < span.end_column
        ):
            return number
    return None


_RIVALS: Final = re.compile(r"“\{([^|}”]*?)(?: [01]?\.[0-9]+)?(?:[|}][^”]*)?”")
"""Rivals as the notation writes them, quoted in a message; too long a quotation breaks off."""


def _likeliest(message: str) -> str:
    return _RIVALS.sub(r"“\1”", message)
