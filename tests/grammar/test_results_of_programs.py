"""Results as scoring programs have them: USEBIO and the table of Bridgemates, in and out."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from fairdeal.grammar import bridgemate, usebio
from fairdeal.grammar.evening import Evening, Line, Pair
from fairdeal.grammar.pbn import results as pbn
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.records import Deal
from tests.grammar.pbn.test_results import told

LINE = (
    "<TRAVELLER_LINE><NS_PAIR_NUMBER>{}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{}</EW_PAIR_NUMBER><CONTRACT>{}"
    "</CONTRACT><PLAYED_BY>{}</PLAYED_BY><LEAD>HK</LEAD><TRICKS>{}</TRICKS><SCORE>{}</SCORE>{}"
    "</TRAVELLER_LINE>"
)
PEOPLE = "".join(
    f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{way}</DIRECTION>"
    + "".join(f"<PLAYER><PLAYER_NAME>{each}</PLAYER_NAME></PLAYER>" for each in players)
    + "</PAIR>"
    for number, way, players in ((1, "NS", ("Bo &amp; Co", "Al Po")), (1, "EW", ("Zoe Q", "Ida R")))
)


def file_of(*lines: str, people: str = PEOPLE, more: str = "", kind: str = "MATCH_POINTS") -> bytes:
    return (
        '<?xml version="1.0" encoding="iso-8859-1"?>\n'
        '<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio.dtd">\n<USEBIO Version="1.2">'
        f'<EVENT EVENT_TYPE="PAIRS"><EVENT_DESCRIPTION>Caf\xe9</EVENT_DESCRIPTION><DATE>8/1/2026</DATE>'
        f"<BOARD_SCORING_METHOD>{kind}</BOARD_SCORING_METHOD>"
        f'<SESSION SESSION_ID="1"><SECTION SECTION_ID="A"><PARTICIPANTS>{people}</PARTICIPANTS>\n'
        f"<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>{''.join(lines)}</BOARD></SECTION></SESSION>{more}"
        "</EVENT></USEBIO>"
    ).encode("iso-8859-1")


def tags(deal: Deal) -> dict[str, str]:
    return {tag.name: tag.value for tag in deal.tags}


def test_a_line_of_a_traveller_is_a_result() -> None:
    found, problems = usebio.read(
        file_of(
            LINE.format(1, 1, "3NT", "N", 10, 430, ""),
            LINE.format(2, 3, "4Sx", "E", 9, 100, ""),
            LINE.format(2, 3, "PASS", "", "", 0, ""),
        )
    )
    assert not problems
    assert [told(each) for each in found] == [
        ("Al Po and Bo & Co", "Ida R and Zoe Q", "3 NT", "N", {"NS": 10}, {"NS": 430}),
        ("Pair 2 NS", "Pair 3 EW", "4 S", "E", {"EW": 9}, {"NS": 100}),
        ("Pair 2 NS", "Pair 3 EW", "Pass", "", {}, {"NS": 0}),
    ]
    assert tags(found[0])["Event"] == "Caf\xe9" and tags(found[0])["Date"] == "2026.01.08"
    assert found[0].label == "7" and found[0].span is not None


def test_a_board_of_a_second_session_says_so() -> None:
    """Its pairs may play the same number once more: that is another board."""
    line = LINE.format(1, 1, "3NT", "N", 10, 430, "")
    again = f"<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>{line}</BOARD>"
    found, _ = usebio.read(file_of(line, more=f'<SESSION SESSION_ID="2">{again}</SESSION>'))
    assert [tags(each).get("Session", "") for each in found] == ["", "2"]


@pytest.mark.parametrize(
    ("score", "more", "tag"),
    [
        ("A6040", "", ("Score", "NS A60 EW A40")),
        ("60/40", "", ("Score", "NS A60 EW A40")),
        ("AVE", "", ("Score", "NS AVE")),
        ("NS 420 EW -620", "", ("Score", "NS 420 EW -620")),
        (
            "",
            "<NS_MATCH_POINTS>3</NS_MATCH_POINTS><EW_MATCH_POINTS>1</EW_MATCH_POINTS>",
            ("ScorePercentage", "NS 75 EW 25"),
        ),
    ],
)
def test_an_adjusted_score_is_kept(score: str, more: str, tag: tuple[str, str]) -> None:
    (found,), _ = usebio.read(file_of(LINE.format(1, 1, "", "", "", score, more)))
    assert tag in tags(found).items()


def test_hands_are_those_of_the_board() -> None:
    hand = "<HAND><DIRECTION>North</DIRECTION><SPADES>AK10</SPADES><HEARTS>-</HEARTS></HAND>"
    bad = "<HAND><DIRECTION>East</DIRECTION><SPADES>AK1</SPADES></HAND>"
    sets = f"<HANDSET><BOARD><BOARD_NUMBER>7</BOARD_NUMBER>{hand}{bad}</BOARD></HANDSET>"
    (found,), problems = usebio.read(file_of(LINE.format(1, 1, "3NT", "N", 9, 400, ""), more=sets))
    assert [len(each.cards) for each in found.hands or ()] == [3]
    assert "a hand of board 7 cannot be read" in problems[0].message


def test_imps_say_how_pairs_are_ranked() -> None:
    (found,), _ = usebio.read(file_of(LINE.format(1, 2, "1C", "N", 7, 70, ""), kind="BUTLER"))
    assert tags(found)["Scoring"] == "IMP;Butler"


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">', "it has entities of its own"),
        ('<!ENTITY a SYSTEM "file:///etc/hostname">', "it has entities of its own"),
        ('<!ENTITY % a SYSTEM "file:///etc/hostname">', "it has entities of its own"),
    ],
)
def test_entities_are_refused(inside: str, said: str) -> None:
    data = f"<!DOCTYPE USEBIO [{inside}]>\n<USEBIO><EVENT>&a;</EVENT></USEBIO>".encode()
    assert usebio.is_usebio(data)
    found, (problem,) = usebio.read(data)
    assert not found and said in problem.message and problem.line == 1


def test_a_file_that_is_too_deep_or_breaks_off_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = file_of(LINE.format(1, 1, "3NT", "N", 9, 400, ""))
    found, (problem,) = usebio.read(whole[: whole.index(b"</BOARD>")])
    assert len(found) == 1 and problem.line == 4 and "what follows is not read" in problem.message
    monkeypatch.setattr(usebio, "DEEPEST", 3)
    found, (problem,) = usebio.read(whole)
    assert not found and "more elements than any event" in problem.message


@given(st.binary(max_size=300))
def test_no_file_stops_it(data: bytes) -> None:
    found, problems = usebio.read(b"<USEBIO>" + data)
    assert found or problems
    bridgemate.read(data.decode("utf-8", "replace"))


COLUMNS = (
    "ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks,"
    "Erased\n"
)


def received(*rows: str) -> tuple[list[Deal], list[str]]:
    text = COLUMNS + "".join(f"{row}\n" for row in rows)
    assert bridgemate.is_received(text)
    found, problems = bridgemate.read(text)
    return found, [f"{each.line}: {each.message}" for each in problems]


def test_a_line_of_a_bridgemate_is_a_result() -> None:
    found, problems = received(
        "1,1,1,1,5,1,11,1,N,3 NT,+1,S6,,0",
        "2,1,2,1,5,2,12,2,E,4 S x,-1,,,0",
        "3,1,3,1,5,3,13,,,PASS,,,,0",
    )
    assert not problems
    assert [told(each)[:5] for each in found] == [
        ("Pair 1", "Pair 11", "3 NT", "N", {"NS": 10}),
        ("Pair 2", "Pair 12", "4 S", "E", {"EW": 9}),
        ("Pair 3", "Pair 13", "Pass", "", {}),
    ]
    assert tags(found[0])["Table"] == "1" and found[0].span is not None


def test_remarks_of_a_bridgemate() -> None:
    found, _ = received(
        "1,1,1,1,5,1,11,,,,,,40%-60%,0",
        "2,1,2,1,5,2,12,,,,,,Not played,0",
        "3,1,3,1,5,3,13,,N,3 NT,=,,Wrong direction,0",
        "4,1,4,1,5,4,14,,N,3 NT,=,,,1",
        "5,1,5,1,5,5,15,,,,,,Arbitral score,0",
        "6,1,6,1,5,6,16",
    )
    said = [tags(each).get("Score", "")[:24] for each in found]
    assert said == [
        "NS A40 EW A60",
        "",
        "row: Wrong direction 3 3",
        "row: Arbitral score 5 5 ",
        "row: 6 6 1 5 6 16",
    ]
    assert tags(found[-1])["TeamNS"] == "Pair 6"


@pytest.mark.parametrize(("section", "pair"), [("1", "1"), ("A", "1"), ("B", "B1"), ("2", "2-1")])
def test_a_file_of_a_second_section_has_pairs_of_its_own(section: str, pair: str) -> None:
    """Each section may come as a file: pair 1 of the second is another pair than that of the first."""
    (found,), _ = received(f"1,{section},1,1,5,1,11,,N,3 NT,=,,,0")
    assert tags(found)["TeamNS"] == f"Pair {pair}"


def test_a_result_given_again_takes_the_place_of_the_one_before() -> None:
    found, problems = received(
        "1,1,1,1,5,1,11,1,N,3 NT,+1,,,0",
        "2,1,1,1,5,1,11,1,N,3 NT,=,,,0",
        "3,2,1,1,5,1,11,1,N,3 NT,=,,,0",
    )
    assert [told(each)[4] for each in found] == [{"NS": 9}, {"NS": 9}]
    assert problems == ["3: Board 5 of table 1, round 1 is given again: the last one counts"]
    assert told(found[1])[0] == "Pair 2-1"


LINES = st.builds(
    Line,
    st.sampled_from((("1", "3"), ("2", "4"))),
    st.sampled_from(("3NT", "4SX")),
    st.sampled_from("NESW"),
    st.integers(0, 13).map(str),
    st.one_of(
        st.integers(-400, 400).map(lambda each: (str(10 * each), "")),
        st.sampled_from((("A60", "A40"), ("average plus", "average minus"), ("-100", "500"))),
    ),
    st.just(("1", "2.5")),
)


@given(st.lists(LINES, min_size=1, max_size=4), st.text(max_size=20))
def test_what_is_written_is_read_again(lines: Sequence[Line], title: str) -> None:
    """Title and names with every letter that XML can have; blanks are one."""
    names = ("Al <Po>", 'Bo "Ox"')
    pairs = tuple(
        Pair(
            number,
            "NS" if number in "12" else "EW",
            tuple(f"{each} {number}" for each in names),
            1,
            50.0,
        )
        for number in "1234"
    )
    made = Evening(title, "2026.01.08", "MP", pairs, (("7", tuple(lines)),))
    from_xml, problems = usebio.read(usebio.write(made).encode())
    from_pbn, others = pbn.with_rows(list(read_pbn(pbn.write(made))))
    assert not problems and not others
    assert [told(each)[:5] for each in from_xml] == [told(each)[:5] for each in from_pbn]
    assert len(from_xml) == len(lines)
    for line, one, two in zip(lines, from_xml, from_pbn, strict=True):
        assert told(one)[0] == f'Al <Po> {line.pairs[0]} and Bo "Ox" {line.pairs[0]}'
        ours, theirs = line.scores
        if theirs:
            assert tags(one)["Score"] == f"NS {ours} EW {theirs}"
            assert theirs == "500" or tags(two)["Score"] == f"NS {ours} EW {theirs}"
        else:
            assert told(one)[5] == told(two)[5] == {"NS": int(ours)}
    kept = re.sub(r"\s+", " ", usebio._UNWRITABLE.sub("", title)).strip()
    assert not kept.isascii() or tags(from_xml[0]).get("Event", "") == kept
