"""Which documents are of one match: the same as if each were compared with all, in any order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from hypothesis import given, settings, strategies as st

from fairdeal.desk.intake import matches
from fairdeal.desk.intake.matches import grouped
from fairdeal.desk.intake.papers import Document
from fairdeal.records import Deal, Field, Record, Sheet, Tag, Transcript, clear
from tests.support.growth import steps_of

VALUES = {
    "Table": ["1", "2", "02", "3"],
    "Round": ["1", "2"],
    "Date": ["1 March", "2 March"],
    "Session": ["1", "evening"],
    "Event": ["Cup", "Cup of Onam", "League"],
    "TeamA": ["Kochi 1", "Kochi 2", "Kochl 1", "Harbour", "Reef", "Arbor"],
    "TeamB": ["Reef", "Reefs", "Dunes", "Bay", "Bays of Palms"],
}
FIELDS = {
    "Table": "table",
    "Round": "round",
    "Event": "event",
    "TeamA": "team A",
    "TeamB": "team B",
}
NAMES = ("a", "r1-t2", "kochi-1", "kochi-2", "IMG_1", "table 3", "reef")
IDS = (None, None, "7K2M9QXA", "R1-T2-A-7KQ2", "R1-T2-B-7KQ2", "R2-T1-A-7KQ2")


@st.composite
def headings(draw: st.DrawFn) -> dict[str, str]:
    tags = draw(st.sets(st.sampled_from(sorted(VALUES))))
    return {tag: draw(st.sampled_from(VALUES[tag])) for tag in sorted(tags)}


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A typed or photographed sheet or log, with some of a heading, some of it in doubt."""
    tags = draw(headings())
    folder, name = draw(st.sampled_from(["", "x/", "y/"])), draw(st.sampled_from(NAMES))
    record = Record(
        tuple(Tag(*each) for each in tags.items()),
        tuple(Deal(number=clear(each)) for each in draw(st.sets(st.sampled_from("123")))),
        (Sheet((), ()),) if draw(st.booleans()) else (),
    )
    digest = f"{draw(st.integers(0, 10**9))}"
    if draw(st.booleans()):
        return Document(f"{folder}{name}.hrn", digest, record)
    page = Transcript(
        f"{folder}{name}.jpg#page={draw(st.integers(1, 12))}",
        "score-sheet/1",
        draw(st.sampled_from(IDS)),
        fields=tuple(
            Field(f"heading / {FIELDS[tag]}", "text", text, flagged=draw(st.booleans()))
            for tag, text in tags.items()
            if tag in FIELDS
        ),
    )
    return Document(f"{folder}{name}.jpg", digest, record, transcripts=(page,))


HEAPS = st.lists(documents(), max_size=14, unique_by=lambda each: each.digest)


def each_with_all(found: Sequence[matches.Facts]) -> list[list[matches.Facts]]:
    """As it was done before there was an index: every document compared with all of every match."""
    told_in_turn = sorted(found, key=matches._in_turn)
    heap: list[list[matches.Facts]] = []
    for told in told_in_turn:
        likely = [likeness(told, match) for match in heap]
        if likely and max(likely) > 0:
            heap[likely.index(max(likely))].append(told)
            continue
        fit = [match for match, share in zip(heap, likely, strict=True) if share >= 0]
        home = beside(told, fit)
        if home is not None:
            home.append(told)
        else:
            heap.append([told])
    done = list(heap)
    for lone in heap:
        sheet = lone[0]
        if len(lone) > 1 or not sheet.sheets or sheet.known >= matches.ENOUGH:
            continue
        near = [m for m in done if m is not lone and any(o.folder == sheet.folder for o in m)]
        if len(near) == 1 and likeness(sheet, near[0]) >= 0:
            near[0].insert(0, sheet)
            done = [match for match in done if match is not lone]
    return done


def likeness(told: matches.Facts, match: list[matches.Facts]) -> int:
    scores = [matches._pair(told, other) for other in match]
    return -1 if min(scores) < 0 else max(scores)


def beside(told: matches.Facts, possible: list[list[matches.Facts]]) -> list[matches.Facts] | None:
    here = [match for match in possible if any(each.folder == told.folder for each in match)]
    near = [
        match
        for match in here
        if not told.deals & {label for each in match for label in each.deals}
    ]
    named = [match for match in near if told.stem and any(each.stem == told.stem for each in match)]
    if len(named) == 1:
        return named[0]
    if not near and len(here) == 1:
        near = here
    if len(near) != 1 or told.sheets:
        return None
    return None if told.known and any(each.known for each in near[0]) else near[0]


def parted(found: Sequence[Sequence[matches.Facts]]) -> list[list[int]]:
    return sorted(sorted(map(id, match)) for match in found)


@settings(max_examples=100)
@given(HEAPS)
def test_the_matches_are_those_of_comparing_each_document_with_all(heap: list[Document]) -> None:
    facts = [matches.facts_of(each) for each in heap]
    assert parted(matches.told_apart(facts)) == parted(each_with_all(facts))


@given(documents())
def test_what_a_document_says_of_itself_is_the_same_once_it_was_written(one: Document) -> None:
    facts = matches.facts_of(one)
    assert matches.facts_from(json.loads(json.dumps(facts.as_json()))) == facts


@settings(max_examples=50)
@given(HEAPS, st.randoms(use_true_random=True))
def test_the_order_of_the_files_decides_nothing(heap: list[Document], random: Random) -> None:
    other = list(heap)
    random.shuffle(other)
    one, two = (
        [[(d.name, d.digest, d.transcripts) for d in match] for match in grouped(each)]
        for each in (heap, other)
    )
    assert one == two


def test_a_page_of_a_scan_stands_after_the_pages_before_it() -> None:
    scan = [
        Document(
            "s.pdf",
            "1",
            Record(sheets=(Sheet((), ()),)),
            transcripts=(Transcript(f"s.pdf#page={n}", sheet="A"),),
        )
        for n in range(1, 12)
    ]
    (match,) = grouped(scan[::-1])
    assert [each.transcripts[0].photo for each in match] == [
        each.transcripts[0].photo for each in scan
    ]


def event(count: int) -> list[Document]:
    """Both copies of the sheets of an event, of which each table and round is played once."""
    return [
        Document(
            f"{number}-{copy}.hrn",
            f"{number}{copy}",
            Record(
                (
                    Tag("Event", "Cup"),
                    Tag("Round", f"{number % 5}"),
                    Tag("Table", f"{number // 5}"),
                    Tag("TeamA", f"Team {number}"),
                    Tag("TeamB", f"Team {number + 1}"),
                ),
                sheets=(Sheet((), ()),),
            ),
        )
        for number in range(count)
        for copy in "AB"
    ]


def test_the_work_grows_with_the_papers_and_not_with_their_pairs() -> None:
    few, many = event(50), event(200)
    assert steps_of(lambda: grouped(many)) < 5 * steps_of(lambda: grouped(few))
