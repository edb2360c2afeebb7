"""A person's reading laid over the machine's, which stays underneath; and what is offered as a reading.

An entry may be read alone, or with all others in which the same shape of this hand stands. What a person read
alone comes first.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json, canonical
from fairdeal.desk.archive.casefile import FieldKey
from fairdeal.desk.intake.papers import Document
from fairdeal.grammar import doubt
from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.doubt import parse_card, quoted
from fairdeal.records import (
    Field,
    FieldKind,
    OpenShape,
    Record,
    Transcript,
    TypedSpan,
    figure,
    lines_of,
)
from fairdeal.rulings import Rulebook
from fairdeal.rulings.fifty_six.players import players

EXAMPLES: Final[dict[FieldKind, str]] = {
    "seat": "a seat, such as 4",
    "card": "a card, such as JH or 10S",
    "call": "a call, such as 28 S, Pass or Plus 1 H",
    "contract": "a contract, such as 34 S or 28 NT",
    "doubling": "X or XX, or nothing",
    "number": "a number, such as 39",
    "tick": "x where it is ticked",
    "text": "what is written",
}

LONGEST: Final = 80
_STROKE: Final = re.compile(r"(pass)\s*[-–—]+|[-–—]+\s*(pass)", re.IGNORECASE)
"""A pass with a stroke before or after it, as some players write every pass."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A typed entry: `text` is its canonical form, None where it is not one of its kind; `words` say so."""

    text: str | None
    words: str


def understood(kind: FieldKind, typed: str) -> Understood:
    """What the grammar makes of a typed entry of a field of this kind.

    A text that is no such entry can still stand on the paper: the person may keep it as it is.
    """
    text = " ".join(typed.split())[:LONGEST]
    if not text:
        return Understood(None, f"Type {EXAMPLES[kind]}.")
    found = _canonical(kind, text)
    if found is None:
        return Understood(
            None, f"“{text}” is not {EXAMPLES[kind]}. Keep it only if it is written that way."
        )
    return Understood(found, f"Understood as {found}." if found != text else "Understood.")


def with_a_stroke(kind: FieldKind, text: str) -> bool:
    """Whether an entry is a pass with a stroke beside it."""
    return kind == "call" and _STROKE.fullmatch(text.strip()) is not None


def _canonical(kind: FieldKind, text: str) -> str | None:
    match kind:
        case "card":
            card = parse_card(text)
            return card.text if card is not None else None
        case "call" | "contract":
            said = parse_call("Pass" if with_a_stroke(kind, text) else text)
            return (
                None
                if said.unclear or any(t.kind.value == "word" for t in said.terms)
                else said.text
            )
        case "seat":
            return doubt.read_seat(text)
        case "number":
            number = doubt.read_number(text)
            return None if number is None else str(number)
        case "doubling":
            return doubt.read_doubling(text)
        case _:
            return text


How = Literal["read", "blank", "unreadable"]
HOW: Final[tuple[How, ...]] = ("read", "blank", "unreadable")
"""What a person may say of an entry: what it says, that nothing is written, that nobody can read it."""

LINE: Final = "line "
"""A field of a typed record is a line of it: ``line 12``."""
_LEFT_OUT: Final = ("card", "call")
"""Kinds of which nothing stands in the text where nothing is printed: they stand in rows."""
_SIGNS: Final = re.compile(r'[|{}";\[\]\\]')
"""Signs with a meaning of their own in the notation."""
_WORDS: Final = ("call", "contract")
"""Kinds for which any words may stand, between quotation marks."""


def corrected(
    transcripts: tuple[Transcript, ...], digest: str, corrections: Mapping[FieldKey, Act]
) -> tuple[Transcript, ...]:
    """Transcripts of a document with a person's corrections over the machine's readings."""
    mine = {key: act for key, act in corrections.items() if key[0] == digest}
    if not mine:
        return transcripts
    return tuple(_page(each, page, digest, mine) for page, each in enumerate(transcripts))


def _page(
    transcript: Transcript, page: int, digest: str, corrections: Mapping[FieldKey, Act]
) -> Transcript:
    fields = tuple(
        _field(each, corrections.get((digest, page, each.name))) for each in transcript.fields
    )
    typed, spans = transcript.typed, transcript.spans
    if typed is not None and spans:
        said = {
            n: act
            for n, each in enumerate(fields)
            if (act := corrections.get((digest, page, each.name)))
        }
        typed, spans = entries_corrected(typed, spans, fields, said)
    if typed is not None:
        before = lines_of(typed)
        typed = lines_corrected(typed, digest, page, corrections)
        now = lines_of(typed)
        # The spans of a line that a person read differently stand nowhere any more.
        spans = tuple(
            span if before[span[0] - 1] == now[span[0] - 1] else (span[0], span[1], span[1])
            for span in spans
        )
    return replace(transcript, fields=fields, typed=typed, spans=spans)


def entries_corrected(
    text: str, spans: Sequence[TypedSpan], fields: Sequence[Field], said: Mapping[int, Act]
) -> tuple[str, tuple[TypedSpan, ...]]:
    """A printed log with entries as a person read them, and where each entry stands then.

    `said` are the corrections by the position of the entry in `fields`.
    """
    lines = lines_of(text)
    moved = list(spans)
    for number in sorted(said, key=lambda n: spans[n], reverse=True):
        line, first, after = moved[number]
        words = _as_written(fields[number])
        rest = lines[line - 1][after - 1 :]
        left = rest if words else re.sub(r"^,? *", "", rest)
        lines[line - 1] = lines[line - 1][: first - 1] + words + left
        longer = len(words) - (after - first) - (len(rest) - len(left))
        moved[number] = (line, first, first + len(words))
        for other, (on, begin, end) in enumerate(moved):
            if on == line and begin > first:
                moved[other] = (on, begin + longer, end + longer)
    return "\n".join(lines), tuple(moved)


def _as_written(field: Field) -> str:
    """What stands in the text for an entry that a person read."""
    if field.blank:
        return "" if field.kind in _LEFT_OUT else "-"
    text = field.text or "??"
    if _SIGNS.search(text) is None:
        return text
    return "{" + quoted(text) + "}" if field.kind in _WORDS else "??"


def _field(field: Field, act: Act | None) -> Field:
    """The field as the person read it: certain, for somebody answers for it."""
    if act is None:
        return field
    how, text = act.body.get("how", "read"), act.body.get("text")
    bare = replace(field, settled=(), mark="", same_as="")
    if how == "blank":
        return replace(bare, text="", blank=True, flagged=False, probability=1.0, rivals=())
    if how == "unreadable" or text is None:
        return replace(bare, text=None, blank=False, flagged=True, probability=0.0, rivals=())
    read = str(text)
    return replace(
        bare,
        text=read,
        blank=False,
        flagged=False,
        probability=1.0,
        rivals=((read, 1.0),),
    )


def lines_corrected(text: str, digest: str, page: int, corrections: Mapping[FieldKey, Act]) -> str:
    """A typed record with lines replaced: line numbers stay what they were."""
    lines = lines_of(text)
    for (document, on, name), act in corrections.items():
        number = figure(name.removeprefix(LINE))
        if document != digest or on != page or not name.startswith(LINE) or number is None:
            continue
        if 1 <= number <= len(lines):
            said = "" if act.body.get("how") == "blank" else str(act.body.get("text") or "")
            lines[number - 1] = " ".join(lines_of(said))
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class ShapeQuestion:
    """A question about a shape: the document and page (from 0) on which it stands."""

    document: Document
    page: int
    transcript: Transcript
    shape: OpenShape

    @property
    def key(self) -> str:
        """The question's name in addresses."""
        said = [self.document.digest, self.page, self.shape.names, sorted(self.shape.signs)]
        return hashlib.sha256(canonical(said).encode()).hexdigest()[:16]

    def said(self, sign: str) -> Json:
        """The act's content by which a person says what sign the shape is; an empty one says that it is now
        one, now the other."""
        return {
            "digest": self.document.digest,
            "page": self.page,
            "fields": list(self.shape.names),
            "signs": list(self.shape.signs),
            "sign": sign,
        }

    def shown(self, most: int) -> list[tuple[int, Field]]:
        """Entries in which the shape stands, those in doubt first, with their numbers on the page."""
        numbers = {field.name: n for n, field in enumerate(self.transcript.fields)}
        entries = [
            (numbers[name], self.transcript.fields[numbers[name]])
            for name in self.shape.names
            if name in numbers
        ]
        return sorted(entries, key=lambda each: (not each[1].flagged, each[0]))[:most]


def questions_of(documents: Sequence[Document]) -> Iterator[ShapeQuestion]:
    """The open questions about shapes, page by page, the one that settles most entries first."""
    for document in documents:
        for page, transcript in enumerate(document.transcripts):
            for shape in sorted(transcript.open_shapes, key=lambda each: -len(each.names)):
                yield ShapeQuestion(document, page, transcript, shape)


def answered(
    transcripts: Sequence[Transcript], digest: str, said: Sequence[Act]
) -> tuple[Transcript, ...]:
    """The pages of a document, read as people say that the hand writes."""
    mine = [act for act in said if act.body["digest"] == digest]
    if not mine:
        return tuple(transcripts)
    return tuple(
        _answered(each, [act for act in mine if int(act.body["page"]) == page])
        for page, each in enumerate(transcripts)
    )


def _answered(transcript: Transcript, said: Sequence[Act]) -> Transcript:
    fields = {field.name: field for field in transcript.fields}
    settled: set[str] = set()
    left = list(transcript.open_shapes)
    for act in said:
        shape = next((each for each in left if _is_of(act, each)), None)
        if shape is None:
            continue  # the page was read again since, otherwise
        left.remove(shape)
        if act.body["sign"] not in shape.signs:
            continue
        for field in shape.read_as[shape.signs.index(act.body["sign"])]:
            # An entry with two such shapes was not read with both answers: a person must look.
            both = field.name in settled
            fields[field.name] = replace(field, flagged=True) if both else field
            settled.add(field.name)
    return replace(
        transcript,
        fields=tuple(fields[field.name] for field in transcript.fields),
        open_shapes=tuple(left),
    )


def _is_of(act: Act, shape: OpenShape) -> bool:
    same_signs = sorted(act.body["signs"]) == sorted(shape.signs)
    return same_signs and tuple(act.body["fields"]) == shape.names


CHOICES: Final = 9
"""Rivals offered, each under one figure key."""
GUESSED: Final = "a guess"
"""Said of a suggestion in the place of a rival's probability, which it does not have."""
WORTH_OFFERING: Final = 0.002
"""Less likely rivals are left out: choosing among nine is no quicker than typing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading to choose with one key."""

    key: int
    text: str
    shown: str
    share: str


def choices(field: Field, pack: Container[str]) -> list[Choice]:
    """The rivals of a reading; of words written freely, what they may say."""
    if field.kind == "text":
        offered = {text: words.likely(share) for text, share in _worth(field)}
        for text in field.suggestions:
            offered.setdefault(text, GUESSED)
        return [Choice(n, t, t, s) for n, (t, s) in enumerate(list(offered.items())[:CHOICES], 1)]
    shares: dict[str, float] = {}
    shown: dict[str, str] = {}
    for text, share in _worth(field):
        entry = understood(field.kind, text).text or text
        shares[entry] = shares.get(entry, 0.0) + share
        stroke = with_a_stroke(field.kind, text)
        shown.setdefault(entry, f"{entry}, with a stroke" if stroke else entry)
    ordered = sorted(shares, key=lambda text: _doubtful(field, text, pack))
    return [
        Choice(n, text, shown[text], words.likely(shares[text]))
        for n, text in enumerate(ordered[:CHOICES], 1)
    ]


def _worth(field: Field) -> list[tuple[str, float]]:
    return [(text, share) for text, share in field.rivals if text and share >= WORTH_OFFERING]


def _doubtful(field: Field, text: str, pack: Container[str]) -> int:
    """0 for an entry of its kind, 1 for a card that is not in the pack, 2 for what is not an entry."""
    if understood(field.kind, text).text is None:
        return 2
    return 1 if field.kind == "card" and text not in pack else 0


def pack_of(record: Record, book: Rulebook) -> frozenset[str]:
    """The cards with which a match was played."""
    count = players(record, book) if book.game == "fifty-six" else book.default_players()
    ranks = book.packs.get(count, book.rank)
    return frozenset(f"{rank}{suit}" for rank in ranks for suit in words.SUIT_WORDS)
