"""What single papers become, and what a committee's decisions make of papers that differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case, as_filed, case_of
from fairdeal.desk.intake.documents import from_transcripts, of_bytes
from fairdeal.desk.intake.ledger import Paper, ledger_of
from fairdeal.desk.intake.papers import Document, Heading, contradiction, other_name
from fairdeal.desk.report.page import view_of
from fairdeal.desk.review import casework
from fairdeal.desk.score.match import score_of
from fairdeal.records import Field, Transcript
from fairdeal.rulings.frame.finding import Certainty

HEADING = '[Event "Onam Cup"]\n[Rules "international"]\n[TeamA "North"]\n[TeamB "South"]\n'
SHEET = (
    HEADING
    + "Sheet:\ndeal | dealer | bidder | contract | x | points A | points B | score A | score B"
    " | total A | total B\n"
    "15 | 2 | 4 | 29 S | | 39 | 17 | 3 | 0 | 3 | 0\n"
)
HANDS = """Hands:
1: AC 10H KS 10D 10S QC QS QC
2: 10S AH QD AD KD AC AD 9S
3: 10H AH JH KS 9H AS QH QD
4: 10D KD 10C JS AS 9C QS QH
5: JS JC 10C KH 9C 9S JD 9H
6: JC JD KC 9D 9D KH KC JH
"""
AUCTION = "Auction:\n3: 28 S\n4: Plus 1 S, P, P, P, P, P\n"
PLAY = """Play:
3:AS JS 9S JD KS 9S
4:10C 10C KC AC AC 10H
1:10S AD KS AS JS KC
5:KH KH 10H AH QH QH
2:KD QD KD JD 9D 10D
5:9H JH QS 10S JH 9C
2:QD 9H 10D 9C 9D QC
6:JC QC AD AH QS JC
"""
DEAL = '[Deal "15"]\n[Dealer "2"]\n'
LOG = HEADING + DEAL + HANDS + AUCTION + PLAY
FAIR = LOG.replace("1:10S AD", "1:10S 10S").replace("5:9H JH QS 10S", "5:9H JH QS AD")
"""The same deal as the other team has it: seat 2 followed suit."""


def case(**papers: str) -> Case:
    return case_of([of_bytes(text.encode(), f"{name}.hrn") for name, text in papers.items()])


def paper(of: Case, name: str) -> Paper:
    assert of.ledger is not None
    (found,) = [each for each in of.ledger.papers if each.name == f"{name}.hrn"]
    return found


def by_the_rulebook(of: Case) -> str:
    return score_of(of).by_the_rulebook.text


# --- one deal, several papers ------------------------------------------------------------------------


def test_a_log_twice_is_one_deal() -> None:
    assert by_the_rulebook(case(sheet=SHEET, one=LOG)) == "5 to 0"
    twice = case(sheet=SHEET, one=LOG, two=LOG.replace("Dealer", "dealer").lower())
    assert by_the_rulebook(twice) == "5 to 0"
    assert paper(twice, "two").status == "copy" and paper(twice, "two").of == "one.hrn"


def test_parts_make_the_whole() -> None:
    parts = case(
        sheet=SHEET,
        hands=HEADING + DEAL + HANDS,
        calls=HEADING + DEAL + AUCTION,
        play=HEADING + DEAL + PLAY,
    )
    whole = case(sheet=SHEET, whole=LOG)
    assert [(each.code, str(each.place)) for each in parts.verdict.findings] == [
        (each.code, str(each.place)) for each in whole.verdict.findings
    ]
    assert by_the_rulebook(parts) == "5 to 0"


def test_papers_that_differ_leave_the_deal_open_with_both_scores() -> None:
    found = case(sheet=SHEET, north=FAIR, south=LOG)
    (revoke,) = [each for each in found.verdict.findings if each.code == "revoke"]
    assert revoke.certainty is Certainty.DEPENDS and revoke.message.startswith("By south.hrn: ")
    assert by_the_rulebook(found) == "2–5 to 0, deal 15: 2 to 0 by north.hrn, 5 to 0 by south.hrn"
    assert paper(found, "north").status == paper(found, "south").status == "differs"
    (one,) = [each for each in found.verdict.findings if each.code == "copies-disagree"]
    assert str(one.place) == "trick 3 / seat 2" and "AD" in one.message and "10S" in one.message


def test_what_all_versions_have_stays_established() -> None:
    early = LOG.replace("Auction:\n3: 28 S\n", "Auction:\n3: 28 S, 6: P\n")
    fair = FAIR.replace("Auction:\n3: 28 S\n", "Auction:\n3: 28 S, 6: P\n")
    found = case(sheet=SHEET, north=fair, south=early)
    (call,) = [each for each in found.verdict.findings if each.code == "call-out-of-turn"]
    assert call.certainty is Certainty.ESTABLISHED


def test_papers_that_differ_and_score_alike_leave_the_score() -> None:
    other = LOG.replace("Auction:\n3: 28 S\n", "Auction:\n3: S 28\n")
    found = case(sheet=SHEET, north=other, south=LOG)
    assert by_the_rulebook(found) == "5 to 0"
    (one,) = [each for each in found.verdict.findings if each.code == "copies-disagree"]
    assert "the same score either way" in one.message and not one.awards_if


def test_a_legible_log_marked_unread_is_judged() -> None:
    marked = LOG.replace(DEAL, DEAL + '[Unread "yes"]\n')
    assert by_the_rulebook(case(sheet=SHEET, log=marked)) == "5 to 0"


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("event", ["! retracted 2:AD -> 2:10S @ trick 3 / seat 2", "! claim 1: QC"])
def test_an_event_that_one_paper_alone_has_takes_nothing_away(event: str, whole: bool) -> None:
    other = (LOG if whole else HEADING + DEAL) + f"{event}\n"
    found = case(sheet=SHEET, north=other, south=LOG)
    assert found.ledger is not None and len(found.ledger.open) == 1
    assert any(each.code == "revoke" for each in found.verdict.findings)


def test_a_redeal_that_one_paper_alone_has_leaves_the_deal_open() -> None:
    found = case(sheet=SHEET, north=LOG + "! redeal\n", south=LOG)
    assert any(each.code == "revoke" for each in found.verdict.findings)
    assert "5 to 0 by south.hrn" in by_the_rulebook(found)


# --- dealt again -------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", ["! redeal\n", '! note "misdeal, dealt again"\n'])
def test_a_deal_is_dealt_again_where_the_record_says_so(why: str) -> None:
    first = DEAL + HANDS.replace("1: AC", "1: KC") + why
    within = case(log=HEADING + first + DEAL + HANDS + AUCTION + PLAY)
    assert [deal.label for deal in within.record.deals] == ["15", "15"]
    apart = case(first=HEADING + first, again=LOG)
    assert [deal.label for deal in apart.record.deals] == ["15", "15"]
    assert not apart.ledger or not apart.ledger.open


def test_two_logs_of_one_number_in_one_paper_are_one_deal_unless_it_was_dealt_again() -> None:
    same = case(log=LOG + DEAL + HANDS + AUCTION + PLAY)
    assert [deal.label for deal in same.record.deals] == ["15"]
    other = case(log=LOG + FAIR.removeprefix(HEADING))
    assert [deal.label for deal in other.record.deals] == ["15"]
    assert other.ledger is not None and len(other.ledger.open) == 1


@pytest.mark.parametrize(("again", "score"), [(LOG, "5 to 0"), (FAIR, "5 to 0 by log 1 of it")])
def test_a_file_with_a_deal_twice_counts_it_once(again: str, score: str) -> None:
    data = (LOG + again.removeprefix(HEADING)).encode()
    filed = as_filed(of_bytes(data, "log.hrn"))
    assert len(filed.record.deals) == 2 and filed.verdict.totals is None
    assert score in by_the_rulebook(filed)


def test_a_part_that_looks_like_a_misdeal_is_of_the_deal() -> None:
    spades = "1: JS JS 9S 9S AS AS 10S 10S"
    hands = HANDS.replace("1: AC 10H KS 10D 10S QC QS QC", spades)
    whole = HEADING + DEAL + hands + AUCTION + PLAY
    assert len(case(whole=whole, hands=HEADING + DEAL + hands).record.deals) == 1


# --- photos ------------------------------------------------------------------------------------------


def photo(name: str, dealer: str, *rivals: tuple[str, float], form: str = "AAAA") -> Document:
    first = rivals[0] if rivals else (dealer, 0.999)
    fields = (
        Field("deal", "number", "15"),
        Field("dealer", "seat", dealer, flagged=bool(rivals), probability=first[1], rivals=rivals),
        Field("call 1", "call", "28 S"),
    )
    page = Transcript(name, "hand-log/1", form, fields=fields, digest=name)
    return from_transcripts(name, name, [page])


def test_two_looks_at_one_page_settle_a_doubt() -> None:
    doubtful = photo("a.jpg", "4", ("4", 0.6), ("2", 0.4))
    ledger = ledger_of([doubtful, photo("b.jpg", "2")])
    (deal,) = ledger.record.deals
    assert deal.dealer is not None and deal.dealer.clear and deal.dealer.value == "2"
    assert {each.status for each in ledger.papers} == {"witness", "second look"}


def test_the_same_photo_twice_settles_nothing() -> None:
    doubtful = photo("a.jpg", "4", ("4", 0.6), ("2", 0.4))
    again = replace(doubtful, name="b.jpg")
    ledger = ledger_of([doubtful, again])
    (deal,) = ledger.record.deals
    assert deal.dealer is not None
    assert [each.probability for each in deal.dealer.readings] == [0.6, 0.4]
    assert sorted(each.status for each in ledger.papers) == ["copy", "witness"]


def test_two_looks_sure_of_different_things_leave_the_entry_in_doubt() -> None:
    ledger = ledger_of([photo("a.jpg", "4"), photo("b.jpg", "2")])
    (deal,) = ledger.record.deals
    assert deal.dealer is not None and not deal.dealer.clear and not ledger.open
    assert {each.value for each in deal.dealer.readings} == {"2", "4"}
    apart = ledger_of([photo("a.jpg", "4"), photo("b.jpg", "2", form="BBBB")])
    assert len(apart.open) == 1, "two prints are two papers"


def test_where_photos_differ_the_ink_of_both_is_known() -> None:
    found = case_of([photo("a.jpg", "4"), photo("b.jpg", "2", form="BBBB")])
    assert found.ledger is not None
    (open_,) = found.ledger.open
    sources = {source for version in open_.versions for source in version.sources}
    assert sources == {("a.jpg", "dealer"), ("b.jpg", "dealer")}
    assert all(found.field_of(source) is not None for source in sources)


# --- sheets ------------------------------------------------------------------------------------------


def copies() -> Case:
    rows = "1 | 2 | 4 | 29 S | | 17 | 39 | 0 | 1 | 0 | 1\n2 | 3 | 5 | 29 H | | 39 | 17 | 1 | 0 | 1 | 1\n"
    other = rows.replace("29 H | | 39 | 17 | 1 | 0 | 1 | 1", "41 H | | 39 | 17 | 0 | 3 | 0 | 4")
    head = SHEET.partition("15 |")[0]
    return case(
        a=head.replace("Sheet:", "Sheet A:") + rows, b=head.replace("Sheet:", "Sheet B:") + other
    )


def test_as_written_has_a_column_for_each_copy() -> None:
    found = copies()
    table = view_of(found).score
    assert [(line.title, line.pair) for line in table.columns][:2] == [
        ("As written, team A's copy", "1 – 1"),
        ("As written, team B's copy", "0 – 4"),
    ]
    assert "deal 2: 1 to 0 by team A's copy, 0 to 3 by team B's copy" in by_the_rulebook(found)
    assert not score_of(found).turned


def test_two_prints_that_agree_are_two_copies() -> None:
    def filled(name: str, print_of_its_own: str) -> Document:
        cells = (
            Field("row 1 / deal", "number", "1"),
            Field("row 1 / contract", "contract", "34 S"),
            Field("row 1 / score A", "number", "1"),
        )
        page = Transcript(name, "score-sheet/1", print_of_its_own, fields=cells, digest=name)
        return from_transcripts(name, name, [page])

    ledger = ledger_of([filled("a.jpg", "AAAA"), filled("b.jpg", "BBBB")])
    assert len(ledger.record.sheets) == 2
    again = ledger_of([filled("a.jpg", "AAAA"), filled("b.jpg", "AAAA")])
    assert len(again.record.sheets) == 1
    assert sorted(each.status for each in again.papers) == ["second look", "witness"]


def test_a_difference_of_copies_is_one_finding_with_the_choice() -> None:
    causes = [
        each
        for each in copies().verdict.findings
        if each.code == "copies-disagree" and each.follows_from is None
    ]
    assert [str(each.place) for each in causes] == ["row 2 / contract"]
    assert [each.condition for each in causes[0].awards_if] == [
        "team A's copy is right",
        "team B's copy is right",
    ]


def test_a_log_whose_number_the_sheet_lacks_leaves_its_row_open() -> None:
    found = case(sheet=SHEET, log=LOG.replace('"15"', '"51"'))
    assert "3 to 0 by the sheet, 5 to 0 by the log of deal 51" in by_the_rulebook(found)
    (slip,) = [
        each
        for each in found.verdict.findings
        if each.code == "deal-count" and "51" in each.message and each.at.row
    ]
    assert [str(each.place) for each in slip.related] == ["deal 51 / deal"]


# --- which match, which game, which rulebook ---------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "other"),
    [
        ("Onam Cup", "ONAM CUP 2026", False),
        ("Onam Cup 2025", "Onam Cup 2026", True),
        ("Onam Cup", "Vishu Cup", True),
        ("Harbour", "Harbor", False),
        ("Team North", "North", False),
        ("North", "South", True),
        ("East", "West", True),
        ("OC", "Onam Cup", False),
        ("കൊച്ചി", "കൊല്ലം", True),
    ],
)
def test_a_name_is_another_where_each_has_a_word_of_its_own(
    one: str, two: str, other: bool
) -> None:
    assert other_name(one, two) is other_name(two, one) is other


@pytest.mark.parametrize(
    ("one", "two", "other"),
    [
        ("2026-03-01", "1 March 2026", False),
        ("1/3/2026", "3/1/2026", False),
        ("2026-03-01", "2026-02-01", True),
        ("Sunday", "2026-02-01", False),
    ],
)
def test_a_date_is_another_where_no_day_is_both(one: str, two: str, other: bool) -> None:
    first, second = (Heading(("", day, "", "", "", "", "")) for day in (one, two))
    assert bool(contradiction(first, second)) is other


def test_a_name_of_one_team_spelt_otherwise_stays_at_its_table() -> None:
    here = Heading(("", "", "1", "4", "", "North", "South"))
    spelt = replace(here, values=(*here.values[:5], "KHB", "South"))
    assert not contradiction(here, spelt)
    assert contradiction(replace(here, values=("",) * 5 + here.values[5:]), spelt)


def test_the_rulebook_is_the_committees_else_the_one_most_papers_name() -> None:
    online = LOG.replace("international", "online")
    found = case(sheet=SHEET, one=online)
    assert found.book.id == "international"
    assert found.ledger is not None and dict(found.ledger.rules).keys() == {
        "international",
        "online",
    }
    (note,) = view_of(found).front.notes
    assert "online (one.hrn)" in note and "By online:" in note
    documents = [of_bytes(SHEET.encode(), "sheet.hrn"), of_bytes(online.encode(), "one.hrn")]
    chosen = case_of(documents, "online")
    assert chosen.book.id == "online" and chosen.ledger is not None and not chosen.ledger.rules


def test_a_record_of_bridge_among_those_of_56_is_not_judged() -> None:
    bridge = '[Deal "3"]\n[Dealer "N"]\nAuction:\nN: 1 S, P, P, P\n'
    found = case(sheet=SHEET, log=LOG, other=bridge)
    assert paper(found, "other").status == "not judged" and "bridge" in paper(found, "other").why
    assert by_the_rulebook(found) == "5 to 0"


def test_what_is_over_a_limit_is_named_with_the_reason() -> None:
    empties = HEADING + "".join(f'[Deal "{number}"]\n' for number in range(16, 1500))
    found = case(sheet=SHEET, log=LOG, more=empties)
    assert paper(found, "more").not_judged and found.ledger is not None
    assert paper(found, "more") in found.ledger.not_judged
    assert any("more.hrn: There are" in part for part in view_of(found).front.papers)
    assert by_the_rulebook(found) == "5 to 0"


# --- at the desk -------------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "a.fairdeal")


def opened(archive: Archive, **papers: str) -> str:
    case = archive.open_case("Dispute", "Asha")
    for name, text in papers.items():
        casework.keep_document(archive, case, text.encode(), f"{name}.hrn", "Asha")
    casework.recheck(archive, case)
    return case


def ruled(archive: Archive, case: str) -> Case:
    return casework.judged(archive, casework.case_file(archive, case), patiently=True)


@pytest.mark.parametrize(("right", "score"), [("north", "2 to 0"), ("south", "5 to 0")])
def test_a_decision_for_a_paper_closes_the_deal(archive: Archive, right: str, score: str) -> None:
    case = opened(archive, sheet=SHEET, north=FAIR, south=LOG)
    known = casework.findings_by_key(casework.case_file(archive, case))
    (key,) = [key for key, each in known.items() if each["code"] == "copies-disagree"]
    (finding,) = [
        each for each in ruled(archive, case).verdict.findings if each.code == "copies-disagree"
    ]
    (award,) = [way.award for way in finding.awards_if if way.condition == f"{right}.hrn is right"]
    casework.decide(
        archive,
        case,
        key,
        "accept",
        "",
        "Asha",
        casework.case_file(archive, case).last,
        f"{right}.hrn is right",
        {"kind": "award", "award": award},
    )
    after = ruled(archive, case)
    as_ruled = score_of(after).as_ruled
    assert as_ruled is not None and as_ruled.text == score
    assert after.as_ruled is not None
    revokes = [each for each in after.as_ruled.findings if each.code == "revoke"]
    assert [each.certainty for each in revokes] == [Certainty.ESTABLISHED] * (right == "south")


def test_a_stranger_is_placed_by_hand_and_taken_back(archive: Archive) -> None:
    stranger = LOG.replace("Onam Cup", "Lotus Trophy")
    case = opened(archive, sheet=SHEET, log=stranger, extra=SHEET.replace("15 |", "16 |"))
    assert paper(ruled(archive, case), "log").status == "not placed"
    file = casework.case_file(archive, case)
    (digest,) = [key for key, act in file.documents.items() if act.body["name"] == "log.hrn"]
    act = casework.of_document(archive, case, Kind.PLACED, digest, "wrong form", "Asha", file.last)
    assert paper(ruled(archive, case), "log").status == "witness"
    casework.take_back(archive, case, act.number, "Asha")
    assert paper(ruled(archive, case), "log").status == "not placed"
