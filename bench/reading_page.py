"""Cells before and after the rest of the page had its say: score sheets and logs of whole matches.

The other entries of a match (totals, points, two copies a card) may choose between rivals that the ink
leaves open. Slips are sown in legible ink, as recorders make them: none of them may be read away.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from bench.reading_counts import share
from digitize import read_photo
from digitize.forms.layout import load as load_form
from digitize.reader.reading import Recogniser
from digitize.training import trial
from grammar.transcripts import to_record
from records.transcript import Transcript
from rulings import check, load
from samples.making import handwriting, sessions, values
from samples.making.deals import Style
from samples.making.fill import fill
from samples.making.photos import any_conditions, photograph

LOGS: Final = 1
"""Hand logs of a match that are photographed beside its sheet."""
SLIPS: Final = 4
"""Figures of a sheet that are changed before it is written."""
HARD: Final = (0.3, 0.6)
NEAT: Final = Style(labels=0.0, leads=1.0, sorted_hands=True)
SLIPPED: Final = ("points A", "points B", "score A", "score B", "total A", "total B")


@dataclass(frozen=True, slots=True)
class Said:
    """A field of a match: what is written, what the ink alone was read as, and what in the end."""

    written: str
    ink: str | None
    asked: bool
    final: str | None
    slip: bool


def matches(reader: Recogniser, names: Sequence[str], seed: int, count: int) -> list[Said]:
    """The written fields of `count` photographed matches; the hands take turns."""
    return [
        said
        for number in range(count)
        for said in _match(reader, names[number % len(names)], seed + number)
    ]


def _match(reader: Recogniser, name: str, seed: int) -> Iterator[Said]:
    rng = random.Random(seed)
    session = sessions.random_session(rng)
    logs = rng.sample(range(len(session.drafts)), LOGS)
    record = sessions.session_record(session, rng, logs=logs, style=NEAT)
    pages: dict[str, tuple[str, dict[str, str]]] = {
        "sheet.jpg": ("score-sheet", _written(values.sheet_values(record)))
    }
    slips = _sow(pages["sheet.jpg"][1], rng)
    for deal in record.deals:
        try:
            texts = _written(values.log_values(record, deal))
        except values.DoesNotFit:
            continue
        pages[f"log {deal.label}.jpg"] = ("hand-log", texts)
    read = [
        transcript
        for number, (photo, (form, texts)) in enumerate(pages.items())
        for transcript in _photographed(reader, name, seed * 10 + number, photo, form, texts)
    ]
    final = settled(read)
    for transcript in read:
        # Where two sheets are seen in one photo its name is followed by which.
        texts = pages[transcript.photo.partition("#")[0]][1]
        for field in transcript.fields:
            text = texts.get(field.name)
            if text is None or field.kind in ("text", "tick"):
                continue
            chosen = final.get((transcript.photo, field.name), field.text)
            slip = transcript.photo.startswith("sheet.jpg") and field.name in slips
            truth = trial.truth_of(field.kind, text)
            yield Said(truth, field.text, field.flagged or field.text is None, chosen, slip)


def settled(read: Sequence[Transcript]) -> dict[tuple[str, str], str]:
    """The readings that other entries chose, by photo and field."""
    merged = to_record(read)
    verdict = check(merged.record, load("international"))
    found = {}
    for each in verdict.settled:
        source = merged.sources.get((each.game, str(each.place)))
        if source is not None:
            found[source] = each.text
    return found


def _written(texts: dict[str, str]) -> dict[str, str]:
    """What is written by hand: free text is left out, for it is not read."""
    return {name: text for name, text in texts.items() if not _free(name)}


def _free(name: str) -> bool:
    """Headings and remarks, which are free text."""
    return name.startswith("heading") or name.endswith(("remarks", "remark"))


def _sow(texts: dict[str, str], rng: random.Random) -> set[str]:
    """Change some figures of a sheet by a little, as recorders do; their fields' names."""
    figures = sorted(n for n in texts if n.split(" / ")[-1] in SLIPPED and texts[n].isdigit())
    chosen = set(rng.sample(figures, min(SLIPS, len(figures))))
    for name in chosen:
        number = int(texts[name])
        texts[name] = str(rng.choice([n for n in (number + 1, number + 10, number - 1) if n >= 0]))
    return chosen


def _photographed(
    reader: Recogniser, name: str, seed: int, photo: str, form: str, texts: dict[str, str]
) -> list[Transcript]:
    chance = np.random.default_rng(seed)
    hand = handwriting.real_hand(name, chance)
    layout = load_form(form)
    known = {entry.name for entry in layout.fields}
    filled = fill(layout, {n: t for n, t in texts.items() if n in known}, hand, chance)
    conditions = any_conditions(chance, hard=float(chance.choice(HARD)))
    conditions = replace(conditions, over="none", other="none")
    jpeg = photograph(filled.picture, layout.page, conditions, chance).jpeg
    return [each for each in read_photo(jpeg, photo, reader) if each.fields]


def table(said: Sequence[Said]) -> list[str]:
    """Before and after, and what the rest of the page did to single fields."""
    changed = [s for s in said if s.final != s.ink]
    asked = [s for s in said if s.asked]
    clear = [s for s in said if not s.asked]
    over = [s for s in said if s.ink == s.written and s.final != s.written]
    slips = [s for s in said if s.slip]
    legible = [s for s in slips if s.ink == s.written]
    lines = [
        "| fields of matches | by the ink alone | after the rest of the page |",
        "|---|---|---|",
    ]
    for name, group in (("all", said), ("not asked about", clear), ("asked about", asked)):
        before = share(sum(s.ink == s.written for s in group), len(group))
        after = share(sum(s.final == s.written for s in group), len(group))
        lines.append(f"| {name} | {before} | {after} |")
    return [
        *lines,
        "",
        f"Readings that other entries chose: {len(changed)}, of them right "
        f"{share(sum(s.final == s.written for s in changed), len(changed))}; "
        f"ink right and page wrong {share(len(over), len(said))}.",
        f"Sown slips: {len(slips)}; read rightly by the ink {share(len(legible), len(slips))}; of these "
        f"read away by the rest of the page "
        f"{share(sum(s.final != s.written for s in legible), len(legible))}.",
    ]
