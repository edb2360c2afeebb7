"""A printed page at the desk: each entry found by its place in the record, corrected, and named to people."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fairdeal.desk.archive import casefile
from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.shapes import misshapen
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.check.json_answer import reading_json
from fairdeal.desk.check.questions import asked_of, questions, where
from fairdeal.desk.intake.case import Case, EntryNames
from fairdeal.desk.judging import Read, judged
from fairdeal.desk.report.ink import Crops, inks
from fairdeal.desk.report.page import render
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee
from fairdeal.desk.review.corrections import corrected
from fairdeal.desk.review.doubtful import doubtful
from fairdeal.desk.review.mending import changes
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.rulings.frame.finding import Certainty
from tests.desk.archive.conftest import archive
from tests.desk.archive.test_slips import log
from tests.support.printed_page import printed_page, read_page

__all__ = ["archive"]

BARE = log(change=("5:AC QC AC 9C 10H KC", "AC QC AC 9C JH KC"))
"""Seat 3 follows a trick of clubs with the jack of hearts, which it does not hold; nobody wrote who led."""
DOUBT = {"line 15 / entry 5": (("JH", 0.996), ("10H", 0.004))}


def case_of(text: str, doubts: dict[str, tuple[tuple[str, float], ...]] | None = None) -> Case:
    return judged([read_page(text, doubts)], None)


def test_card_of_a_row_that_names_no_seat_is_cut_out_of_the_page() -> None:
    case = case_of(BARE)
    finding = next(each for each in case.verdict.findings if each.code == "card-not-held")
    assert (str(finding.place), finding.certainty) == ("trick 2 / seat 3", Certainty.ESTABLISHED)
    shown = list(inks(case, finding, Crops()))
    assert [(each.place, each.reading) for each in shown][:1] == [("Trick 2, seat 3", "JH")]
    assert all(each.crop for each in shown)
    assert "Trick 2, seat 3" in render(case) and 'class="quoted"' not in render(case)


def test_finding_on_a_doubtful_word_is_not_established_and_is_asked_about() -> None:
    case = case_of(BARE, DOUBT)
    found = [each for each in case.verdict.findings if each.code == "card-not-held"]
    assert [each.certainty for each in found] == [Certainty.DEPENDS]
    assert [str(place) for place in found[0].depends_on] == ["trick 2 / seat 3"]
    assert next(map(asked_of, questions(case).open)).startswith("Deal 1: seat 3's card in trick 2")
    assert not [each for each in case.verdict.findings if each.certainty is Certainty.ESTABLISHED]


def test_what_a_hand_shows_depends_on_whose_it_is() -> None:
    case = case_of(BARE, {"line 7 / entry 1": (("3", 0.9), ("8", 0.1))})
    found = next(each for each in case.verdict.findings if each.code == "card-not-held")
    assert found.certainty is Certainty.DEPENDS
    assert list(map(str, found.depends_on)) == ["hand 3 / seat"]
    assert "Deal 1: the seat before seat 3's hand" in list(map(where, questions(case).open))
    shown = [each.place for each in inks(case, found, Crops())]
    assert "Hand of seat 3, seat" in shown


def test_heading_in_doubt_is_taken_as_it_most_likely_reads() -> None:
    text = '[Players "6"]\n' + log()
    page = read_page(text, {"line 1 / entry 1": (("6", 0.7), ("8", 0.3))}).transcripts
    assert page is not None
    assert to_record(page).record.tag("Players") == "6"


def test_problem_with_a_word_quotes_its_likeliest_reading() -> None:
    (problem,) = case_of(log(), {"line 5 / entry 3": (("9$", 0.6), ("9S", 0.4))}).problems
    assert problem.message.startswith("page.png: “9$” is not a card")


def opened(archive: Archive, read: Read) -> str:
    made = archive.open_case("Pier Cup", "Committee", {})
    casework.hand_in(archive, made, read, "Committee")
    casework.recheck(archive, made)
    return made


def last(archive: Archive, case: str) -> int:
    return archive.acts(case)[-1].number


def queue(archive: Archive, case: str) -> list[tuple[str, bool]]:
    file = casework.case_file(archive, case)
    return [(each.where, each.matters) for each in doubtful(file, casework.judged(archive, file))]


UNCLEAR = (("30", 0.7), ("39", 0.3))
CALLS = """[Deal "1"]
[Dealer "2"]
Auction:
3: 28 S, P, P, P, P, P
Result:
points A 30 B 26
"""


def test_queue_names_an_entry_by_record_and_line_and_its_correction_settles_it(
    archive: Archive,
) -> None:
    doubts = {"line 4 / entry 2": (("28 S", 0.9), ("40 S", 0.1)), "line 6 / entry 1": UNCLEAR}
    read = read_page(CALLS, doubts)
    case = opened(archive, read)
    assert queue(archive, case)[0] == ("Deal 1, call 1 (line 4, entry 2)", True)
    key = (read.digest, 0, "line 4 / entry 2")
    act = casework.correct(archive, case, key, "read", "40 S", "Bina", last(archive, case))
    file = casework.case_file(archive, case)
    made = casework.judged(archive, file).verdict.deals[0].contract
    assert made is not None and made.value == 40
    assert "line 4, entry 2" not in str(queue(archive, case))
    shown = committee(file, casework.judged(archive, file)).corrections
    assert [each.where for each in shown] == ["Deal 1, call 1 (line 4, entry 2)"]
    casework.take_back(archive, case, act.number, "Bina")
    assert queue(archive, case)[0][1]


def test_entries_on_which_nothing_depends_come_as_they_stand_on_the_page(archive: Archive) -> None:
    rivals = (("9H", 0.9), ("9D", 0.1))
    case = opened(
        archive,
        read_page(
            log(), {f"line 5 / entry {n}": rivals for n in (9,)} | {"line 7 / entry 6": rivals}
        ),
    )
    lines = [where.partition("(")[2] for where, _ in queue(archive, case)]
    assert lines == sorted(lines), lines


AFTER = "+3 C, P, + 1 C, X, Pass, Pass, P, P, P"
QUOTED = '{"a \\"2\\""}'


@pytest.mark.parametrize(
    ("entry", "how", "text", "line"),
    [
        ("line 15 / entry 5", "read", "10H", "AC QC AC 9C 10H KC"),
        ("line 15 / entry 5", "blank", None, "AC QC AC 9C KC"),
        ("line 15 / entry 5", "unreadable", None, "AC QC AC 9C ?? KC"),
        ("line 15 / entry 5", "read", "JH 10H", "AC QC AC 9C JH 10H KC"),
        ("line 15 / entry 5", "read", "{JH; 2}", "AC QC AC 9C ?? KC"),
        ("line 12 / entry 3", "read", "29 H", f"3: 28 S, 29 H, {AFTER}"),
        ("line 12 / entry 3", "blank", None, f"3: 28 S, {AFTER}"),
        ("line 12 / entry 3", "read", 'a "2"', f"3: 28 S, {QUOTED}, {AFTER}"),
        ("line 3 / entry 1", "unreadable", None, '[Dealer "??"]'),
        ("line 3 / entry 1", "blank", None, '[Dealer "-"]'),
    ],
)
def test_an_entry_as_a_person_read_it(entry: str, how: str, text: str | None, line: str) -> None:
    _, page = printed_page(BARE, DOUBT)
    (now,) = corrected((page,), "d", {("d", 0, entry): _act(entry, how, text)})
    assert line in (now.typed or "").splitlines()
    lines = (now.typed or "").splitlines()
    for field, (number, first, after) in zip(now.fields, now.spans, strict=True):
        if field.name != entry and not field.flagged:
            assert lines[number - 1][first - 1 : after - 1] == field.text


def _act(entry: str, how: str, text: str | None) -> Act:
    body = {"digest": "d", "page": 0, "field": entry, "how": how, "text": text}
    return Act("c", 2, Kind.CORRECTED, "", "Bina", body, "", "", "")


def test_a_line_corrected_on_a_page_has_no_entries_in_it_any_more() -> None:
    _, page = printed_page(BARE)
    said = {("d", 0, "line 15"): _act("line 15", "read", "5:AC QC AC 9C 10H KC")}
    (now,) = corrected((page,), "d", said)
    sources = to_record((now,)).sources
    assert (1, "trick 1 / card 5") in sources
    assert (1, "trick 2 / card 5") not in sources


def test_a_page_read_before_entries_had_places_opens_and_its_lines_are_corrected() -> None:
    _, page = printed_page(BARE)
    old = replace(page, fields=(), spans=())
    kept = casefile.readings_json((old,))
    assert "spans" not in kept[0]
    assert casefile.readings_from(kept) == (old,)
    said = {("d", 0, "line 15"): _act("line 15", "read", "5:AC QC AC 9C 10H KC")}
    (now,) = corrected((old,), "d", said)
    assert "5:AC QC AC 9C 10H KC" in (now.typed or "").splitlines()


def test_swapped_lines_of_the_play_are_mended_entry_by_entry(archive: Archive) -> None:
    lines = log().splitlines()
    at = lines.index("Play:") + 4
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    read = read_page("\n".join(lines))
    case = judged([read], None)
    of = case.verdict.explanations[0]
    found = changes(case, of)
    assert found, of
    said = {
        key: _act(key[2], "blank" if text is None else "read", text) for key, text in found.items()
    }
    assert read.transcripts is not None
    (now,) = corrected(read.transcripts, read.digest, said)
    assert [line.replace(" ", "") for line in (now.typed or "").splitlines()] == [
        line.replace(" ", "") for line in log().splitlines()
    ]


def test_spans_that_stand_nowhere_are_refused(archive: Archive) -> None:
    case = opened(archive, read_page(log()))
    acts = archive.acts(case)
    reading = next(act for act in acts if act.kind is Kind.READING)
    assert misshapen(acts) == []
    for spans in ([[1, 1, 2]], [[99, 1, 2]] * len(reading.body["transcripts"][0]["fields"])):
        body = json.loads(json.dumps(reading.body))
        body["transcripts"][0]["spans"] = spans
        wrong = [replace(act, body=body) if act is reading else act for act in acts]
        assert misshapen(wrong) == [reading.number]


def test_json_of_a_printed_page_has_its_entries() -> None:
    _, page = printed_page(BARE, DOUBT)
    told = {each["name"]: each for each in reading_json(page)["fields"]}
    entry = told["line 15 / entry 5"]
    assert (entry["kind"], entry["text"], entry["flagged"]) == ("card", "JH", True)
    assert entry["rivals"] == [["JH", 0.996], ["10H", 0.004]] and len(entry["region"]) == 4


def test_names_of_entries() -> None:
    case = case_of(BARE)
    names = EntryNames(case)
    assert names.of("page.png", "line 12 / entry 4") == "Deal 1, call 3 (line 12, entry 4)"
    assert names.of("page.png", "line 99 / entry 1") == "Line 99, entry 1"
    assert names.of("page.png", "trick 2 / seat 3") == "Trick 2, seat 3"
