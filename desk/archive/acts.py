"""Acts: what somebody did in a case, and the hashes that chain them.

An act's content (who, and what) is hashed with a salt of its own. The chain runs over those salted
digests, so a name can later be taken out of the content, and the salt with it, without breaking the
chain: what is left tells nobody what stood there, and still shows that nothing else was changed.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

Json = dict[str, Any]

START: Final = "0" * 64
"""What the first act of a chain follows."""


MOMENT: Final = "%Y-%m-%dT%H:%M:%SZ"
"""How the time of an act is written, in UTC."""


class Kind(StrEnum):
    """What an act did. The names are stored: they are never changed, only added to."""

    OPENED = "opened"
    """`title`, `tags`: what the case is called, and its event, table, teams; `usual`: the rulebook of records
    that name none, as the settings had it; empty where they had none."""
    DOCUMENT = "document"
    """`digest`, `name`, `size`: a photo, scan or typed record was added."""
    READING = "reading"
    """`digest`, `reader`, `version`, `transcripts`, `trouble`: what a machine made of a document."""
    CORRECTED = "corrected"
    """`digest`, `page`, `field`, `text`, `how` (read, blank, unreadable): what a person read. Where it
    corrects
    a slip of the pen, `why` and `slip`: which one, so that all its entries are taken back together."""
    UNCORRECTED = "uncorrected"
    """`act`: a correction, a refusal, a decision, or one of the three after this was taken back."""
    RENAMED = "renamed"
    """`title`: the case is called otherwise."""
    PLAYERS = "players"
    """`names`: who sat in each seat, as a person entered it. What the record says of it stays as it is."""
    WITHDRAWN = "withdrawn"
    """`digest`, `name`, `reason`: a document counts no more. It stays in the archive."""
    PLACED = "placed"
    """`digest`, `name`, `reason`: a document whose heading says otherwise is of this match all the same."""
    REMOVED = "removed"
    """`reason`: the case was opened by mistake. It is listed apart, and cannot be worked on."""
    REFUSED = "refused"
    """`deal`, `game`, `entries` (`place`, `written`, `read`), `reason`: entries stand as they are written,
    though a slip of the pen in them would explain what is found."""
    SHAPE = "shape"
    """`digest`, `page`, `fields`, `signs`, `sign`: what sign a shape of this hand is, in all entries in
    which it stands; an empty `sign` says that it is now one, now the other."""
    RULES = "rules"
    """`rulebook`: the rulebook to judge by was chosen."""
    CHECKED = "checked"
    """`rulebook`, `edition`, `version`, `record`, `check`: what was found, by which version."""
    DECIDED = "decided"
    """`finding`, `decision` (accept, dismiss, amend), `reason`, `remedy`: what the committee made of it. Of
    one that was changed, `figures` say what that does to the score (`desk.review.decided`)."""
    STATEMENT = "statement"
    """`side`, `text`."""
    WARNING = "warning"
    """`team`, `text`: a warning given before this case."""
    RULED = "ruled"
    """`text`, `facts`, `conclusion`, `adjustment`, `conflicts`, `dissent`, `deadline`, `members`; `drafted`:
    what the decisions gave for these parts when it was saved."""
    SCORE_KEPT = "score-kept"
    """`ruled`, `worked_out` (a figure for each side), `reason`: the score that the ruling names stands,
    though its decisions come to another."""
    SIGNED = "signed"
    """`report` (digest of the report), `check`: the case was signed off as it is."""
    REOPENED = "reopened"
    """`reason`."""
    REDACTED = "redacted"
    """`acts` (number and new digest of each), `documents`: a name was taken out."""
    NOTE = "note"
    """`text`."""
    RECEIVED = "received"
    """`as`, `acts`, `head`, `signer`, `signature`, `manifest`, `asked`, `sender`: the acts before this one
    came from others in a file (`desk.archive.exchange`)."""

    # Acts of an event (`desk.archive.eventfile`), which also is renamed, removed, and taken back from.
    EVENT = "event"
    """`title`, `rules`: an event was begun; `usual` as of a case."""
    FILES = "files"
    """`files` (`digest`, `name`, `size` of each): papers that were added together."""
    PLANNED = "planned"
    """`round`, `matches` (`table`, `teams`, `event`, `date` of each), `how`, `schedule`: who meets whom in a
    round, instead of what was planned for it; `schedule` is the digest of the file that says so."""
    RESULT = "result"
    """`round`, `table`, `teams`, `score` (of each), `how` (entered, forfeit), `reason`: a result without a
    sheet. It counts once somebody else confirms it."""
    CONFIRMED = "confirmed"
    """`act`: a result that another entered, or what the director gave, is right."""
    GIVEN = "given"
    """`who`, `award`, `reason`, `board`, `table`, `round`: a penalty, carry-over or a board's adjusted score.
    It counts once somebody else confirms it."""
    ASKED = "asked"
    """`round`, `table`, `what` (sheet, copy, logs), `whom`: a paper that is missing was asked for."""
    TAKEN = "taken"
    """`round`, `table`, `by`: who sees to a dispute; nobody where it is empty."""
    SEATED = "seated"
    """`digest`, `round`, `table`: of which match a paper is that does not say so itself."""
    FREE = "free"
    """`points`: the match points of a team that sits out in a round."""
    INCIDENT = "incident"
    """`round`, `table`, `deal`, `sides` (that did it, the other), `rules`, `incident`, `answers`, `title`,
    `article`, `follows`, `text`: what happened at a table, and what the rulebook was seen to say of it."""
    SETTLED = "settled"
    """`act`, `text`: how an incident was settled."""
    APPEALED = "appealed"
    """`round`, `table`, `team`, `reason`: a team appeals from a ruling that is signed."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a case. `number` counts within the case from 1.

    `salt` is empty where the content was redacted; `digest` is then still that of the content as it
    was. `chain` follows the act before it in the case, `ledger` the act before it in the archive.
    """

    case: str
    number: int
    kind: Kind
    at: str
    who: str
    body: Json
    salt: str
    digest: str
    chain: str
    ledger: str = ""
    text: str = field(default="", compare=False, repr=False)
    """The content letter by letter as it is stored: two texts may be read as the same content."""

    @property
    def redacted(self) -> bool:
        return not self.salt


def now() -> str:
    """The moment in UTC, to the second: ``2026-03-01T10:20:30Z``."""
    return datetime.now(UTC).strftime(MOMENT)


def moment(at: str) -> datetime | None:
    """A time as `now` writes it; None of a text that is no such time."""
    try:
        return datetime.strptime(at, MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_received(case: str) -> bool:
    """Whether a case came from others: such a case stands in this archive as ``0123456789ab~1``."""
    return "~" in case


def chain_id(case: str) -> str:
    """The id under which a case's acts are chained: its own, and the sender's of a case from others."""
    return case.partition("~")[0]


def canonical(value: object) -> str:
    """JSON that is the same for the same value: sorted keys, no spaces, every script as it is."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def text_digest(*parts: str) -> str:
    """The digest of an act's salt and name, or name alone, and its content as the letters that are stored."""
    *said, text = parts
    return sha256(f"[{','.join([*map(canonical, said), text])}]")


def is_canonical(text: str, value: object) -> bool:
    """Whether a value is written in the one way in which it is written here. Another text may have the
    same value to this program and another one to the next: a key that stands twice, say."""
    try:
        return canonical(value) == text
    except ValueError:
        return False


def chained(previous: str, case: str, number: int, kind: str, at: str, digest: str) -> str:
    """The link of an act in its case's chain."""
    return sha256(canonical([previous, case, number, kind, at, digest]))


def ledgered(previous: str, chain: str) -> str:
    """The link of an act in the archive's ledger, which shows a case that was taken out whole."""
    return sha256(canonical([previous, chain]))


def new_act(
    case: str, number: int, previous: str, kind: Kind, body: Json, who: str, at: str
) -> Act:
    """An act with a salt of its own, linked to the act before it in its case."""
    salt, text = secrets.token_hex(16), canonical(body)
    digest = text_digest(salt, who, text)
    chain = chained(previous, chain_id(case), number, kind.value, at, digest)
    return Act(case, number, kind, at, who, body, salt, digest, chain, text=text)


_ABOUT: Final = {
    Kind.CORRECTED: ("digest", "page", "field"),
    Kind.DECIDED: ("finding",),
    Kind.REFUSED: ("deal", "game", "entries"),
    Kind.SHAPE: ("digest", "page", "fields"),
    Kind.STATEMENT: ("side",),
    Kind.PLANNED: ("round",),
    Kind.RESULT: ("round", "table"),
    Kind.CONFIRMED: ("act",),
    Kind.GIVEN: ("who", "board", "table", "round"),
    Kind.TAKEN: ("round", "table"),
    Kind.SEATED: ("digest",),
    Kind.APPEALED: ("round", "table"),
    Kind.FREE: (),
    Kind.SETTLED: ("act",),
}
"""What an act of a kind is about: two about the same thing conflict, others do not."""


def conflicts(act: Act, kind: Kind, body: Json) -> bool:
    """Whether an act that a person has not seen speaks of what the person is about to change."""
    if act.kind in (Kind.SIGNED, Kind.REOPENED, Kind.REDACTED):
        return True
    if kind is Kind.SIGNED:
        return act.kind is not Kind.CHECKED
    if kind is Kind.RULED and act.kind in (Kind.DECIDED, Kind.UNCORRECTED):
        return True  # its text is made of decisions
    if act.kind is not kind:
        return False
    if kind in _ABOUT:
        return all(act.body.get(key) == body.get(key) for key in _ABOUT[kind])
    return kind in (Kind.RULED, Kind.RULES, Kind.PLAYERS)
