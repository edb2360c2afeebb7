"""The queue of entries that a person should read: worst first, by doubt times what hangs on it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.archive.casefile import CaseFile, FieldKey
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.documents import Document
from fairdeal.desk.report.findings.ink import game_of
from fairdeal.records.place import Place
from fairdeal.records.transcript import Field, Transcript
from fairdeal.rulings.frame.finding import Finding

WEIGHTS: Final = {"offence": 3.0, "ruling": 3.0, "entry": 1.0, "advice": 0.2}
"""What a finding that depends on an entry weighs: an offence or a ruling moves a deal, an entry a figure."""
NOTHING_HANGS: Final = 0.05
"""What an entry weighs on which no finding hangs: last, but it can still hide one."""


@dataclass(frozen=True, slots=True)
class DoubtfulField:
    """An entry to read. `hanging` are findings that turn on it, in words; `weight` puts it in order."""

    key: FieldKey
    document: Document
    transcript: Transcript
    field: Field
    where: str
    hanging: tuple[str, ...]
    weight: float


def doubtful(file: CaseFile, ruled: Case) -> list[DoubtfulField]:
    """Flagged entries that no person has read yet."""
    hanging = _hanging(ruled)
    found = []
    for document in ruled.documents:
        for page, transcript in enumerate(document.transcripts):
            for field in transcript.fields:
                key = (document.digest, page, field.name)
                if field.flagged and key not in file.corrections and field.kind != "text":
                    findings = hanging.get((transcript.photo, field.name), [])
                    found.append(_doubtful(key, document, transcript, field, findings))
    found.sort(key=lambda each: (-each.weight, each.key))
    return found


def _doubtful(
    key: FieldKey, document: Document, transcript: Transcript, field: Field, findings: list[Finding]
) -> DoubtfulField:
    doubt = 1.0 if field.text is None else 1.0 - field.probability
    weight = NOTHING_HANGS + sum(
        WEIGHTS[each.severity] * (each.probability or 0.0) for each in findings
    )
    told = tuple(
        f"{words.title(each.code, each)}, {words.where(each)}: {words.percent(each.probability or 0.0)}"
        for each in sorted(findings, key=lambda each: -(each.probability or 0.0))
    )
    where = words.place(Place.parse(field.name))
    return DoubtfulField(key, document, transcript, field, where, told, doubt * weight)


def _hanging(ruled: Case) -> dict[tuple[str, str], list[Finding]]:
    """The findings that hang on each field, by photo and field."""
    found: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in ruled.verdict.findings:
        for place in dict.fromkeys((finding.place, *finding.depends_on)):
            game = game_of(ruled, finding, place)
            source = ruled.sources.get((game, str(place.within_deal())))
            source = source or ruled.sources.get((None, str(place)))
            if source is not None and finding not in found[source]:
                found[source].append(finding)
    return found
