"""PBN read and written: what a record gets of a game, what is said of liberties, what is kept of damage."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from bench.text.pbn_games import HEAD, made_deal, plain_games, plain_text, rich_games
from fairdeal.grammar.pbn.reader import PbnGame, read
from fairdeal.grammar.pbn.source import MOST_BRACES, Opened
from fairdeal.records import Deal, Problem, Standing
from tests.support.pbn_files import encoded, write, write_deals

DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
GAME = f"""\
[Event "Trial"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{DEAL}"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
[Score "NS -300"]
[Auction "N"]
1D 1S 3H 4S
4NT X Pass Pass
5C X 5H X
AP
[Play "W"]
SK H3 S4 S3
C5 C2 C6 CK
S2 H6 S5 S7
*
"""


def one(text: str, strict: bool = False) -> PbnGame:
    (game,) = read(text, strict)
    return game


def calls(deal: Deal) -> list[tuple[str, str | None, str | None]]:
    """Words, label and mark of each call."""
    return [
        (
            call.said.value.text if call.said.value is not None else "?",
            call.label.value if call.label is not None else None,
            call.marked,
        )
        for call in deal.calls
    ]


def plays(deal: Deal, trick: int) -> list[tuple[str | None, str | None, str | None]]:
    """Card, label and mark of each play of a trick, in order."""
    return [
        (
            play.card.value.text if play.card.value is not None else None,
            play.label.value if play.label is not None else None,
            play.marked,
        )
        for play in (deal.play or ())[trick - 1].plays
    ]


def told(problems: tuple[Problem, ...]) -> list[tuple[str, int | None]]:
    return [(problem.severity, problem.line) for problem in problems]


def test_a_game_becomes_a_deal() -> None:
    deal = one(GAME).deal
    assert deal.label == "1"
    assert deal.dealer is not None and deal.dealer.value == "N"
    assert deal.vulnerable is not None and deal.vulnerable.value == "None"
    assert [hand.seat for hand in deal.hands or ()] == ["N", "E", "S", "W"]
    assert calls(deal)[:2] == [("1 D", None, None), ("1 S", None, None)]
    assert calls(deal)[-1] == ("AP", None, None)
    result = deal.result
    assert result is not None and result.contract is not None
    assert result.contract.said.value is not None and result.contract.said.value.text == "5 H"
    assert result.contract.doubling is not None and result.contract.doubling.value == "X"
    assert {team: entry.value for team, entry in result.points.items()} == {"NS": 9}
    assert {team: entry.value for team, entry in result.score.items()} == {"NS": -300}
    assert [tag.name for tag in deal.tags] == ["Event"]


def test_columns_become_the_order_played() -> None:
    deal = one(GAME).deal
    assert plays(deal, 1) == [
        ("KS", "W", None),
        ("3H", None, None),
        ("4S", None, None),
        ("3S", None, None),
    ]
    assert plays(deal, 2)[0] == ("2C", "N", None)
    assert plays(deal, 3)[0] == ("7S", "S", None)


def test_a_card_not_played_is_no_play_and_one_not_known_is_absent() -> None:
    deal = one(GAME.replace("S2 H6 S5 S7\n", "-  -  -  S7\n")).deal
    assert plays(deal, 3) == [("7S", "S", None)]
    deal = one(GAME.replace("C5 C2 C6 CK\n", "C5 C2 -  CK\n")).deal
    assert plays(deal, 2)[1] == (None, None, None)
    third = (deal.play or ())[2]
    assert third.by_seat
    assert [play[1] for play in plays(deal, 3)] == ["W", "N", "E", "S"]


def test_marks_are_kept_with_whose_they_are() -> None:
    text = GAME.replace("1D 1S 3H 4S", "^S 1D ^I 1C 4S").replace("4NT X", "^I 4H X")
    text = text.replace("C5 C2 C6 CK", "C5 C2 ^R S6 ^L CK")
    deal = one(text).deal
    assert calls(deal)[:4] == [
        ("1 D", "E", "S"),
        ("1 C", None, "I"),
        ("4 S", None, None),
        ("4 H", None, "I"),
    ]
    assert plays(deal, 2) == [
        ("KC", "S", "L"),
        ("5C", None, None),
        ("2C", None, None),
        ("6S", None, "R"),
    ]


def test_nothing_is_invented() -> None:
    deal = one('[Board "3"]\n[Result "9"]\n[Declarer ""]\n[Contract "?"]\n').deal
    assert deal.result is None
    assert [(tag.name, tag.value) for tag in deal.tags] == [
        ("Result", "9"),
        ("Declarer", ""),
        ("Contract", "?"),
    ]
    assert deal.dealer is None and deal.hands is None and deal.auction is None


def test_contradictions_stay_as_they_stand() -> None:
    """Contract, declarer and result that the auction and the play do not give are no grammar's matter."""
    game = one(GAME.replace('"5HX"', '"7C"').replace('Declarer "S"', 'Declarer "E"'))
    assert game.problems == ()
    result = game.deal.result
    assert result is not None and result.contract is not None and result.contract.by is not None
    assert result.contract.by.value == "E"
    assert {team: entry.value for team, entry in result.points.items()} == {"EW": 9}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('Dealer "N"', 'Dealer "North"', 3),
        ('Vulnerable "None"', 'Vulnerable "N/S"', 4),
        ("A8654.KQ5.T.", "A8654.KQ5.10.", 5),
        ('"5HX"', '"5H*"', 7),
        ("4NT X", "4N X", 12),
        ("4NT X", "4NT Dbl", 12),
        ("Pass Pass", "P Pass", 12),
        ("SK H3", "KS H3", 16),
        ("C5 C2", "C5 --", 17),
        ("[Board", "[Board", 0),
    ],
)
def test_a_lenient_reading_says_each_liberty(old: str, new: str, line: int) -> None:
    text = GAME.replace(old, new, 1)
    game = one(text)
    assert told(game.problems) == ([("note", line)] if line else [])
    if line:
        strict = one(text, strict=True).problems
        assert ("error", line) in told(strict)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('[Board "1"]', '[Board "1]', 2),
        ('[Board "1"]', '[Board 1"]', 2),
        ('[Board "1"]', '[Board "1"', 2),
        ('[Board "1"]', 'Board "1"]', 2),
        ('[Event "Trial"]', '[Event "The "great" trial"]', 1),
    ],
)
def test_a_tag_with_a_mark_missing_is_read_and_told(old: str, new: str, line: int) -> None:
    game = one(GAME.replace(old, new))
    assert told(game.problems) == [("warning", line)]
    assert game.deal.label == "1"
    assert game.deal.auction is not None


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("1D 1S", "1D 9S", 11, 4),
        ("SK H3", "SK HX", 16, 4),
        ('Dealer "N"', 'Dealer "Q"', 3, 10),
        ("A8654.", "A86v4.", 5, 30),
        ("4NT X", "4NT ☺", 12, 5),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_place(
    old: str, new: str, line: int, column: int
) -> None:
    game = one(GAME.replace(old, new, 1))
    errors = [p for p in game.problems if p.severity == "error"]
    assert [(p.game, p.line, p.column) for p in errors] == [(1, line, column)]


def test_an_unread_card_is_illegible_and_an_unread_call_unclear() -> None:
    deal = one(GAME.replace("SK H3", "SK HX").replace("1D 1S", "1D 9S")).deal
    assert (deal.play or ())[0].plays[1].card.standing is Standing.ILLEGIBLE
    said = deal.calls[1].said.value
    assert said is not None and said.unclear


def test_a_row_with_a_card_missing_does_not_shift_the_others() -> None:
    game = one(GAME.replace("C5 C2 C6 CK", "C5 C2 CK"))
    assert told(game.problems) == [("error", 17)]
    deal = game.deal
    labels = [play.label for play in (deal.play or ())[1].plays]
    assert [label.standing for label in labels if label is not None] == [Standing.ILLEGIBLE] * 3
    assert plays(deal, 3)[0][1] == "W" and (deal.play or ())[2].by_seat
    assert [card for card, _, _ in plays(deal, 3)] == ["2S", "6H", "5S", "7S"]


def test_tags_are_inherited_as_the_standard_has_it() -> None:
    text = (
        '[Event "##Cup"]\n[Site "A"]\n[Board "1"]\n\n[Site "#"]\n[Board "2"]\n\n[Board "3"]\n\n'
        '[Event "Other"]\n[Board "4"]\n\n[Board "5"]\n\n[Event "#"]\n\n[Board "7"]\n'
    )
    tags = [{tag.name: tag.value for tag in game.deal.tags} for game in read(text)]
    assert [each.get("Event") for each in tags] == [
        "Cup",
        "Cup",
        "Cup",
        "Other",
        "Other",
        "Other",
        None,
    ]
    assert [each.get("Site") for each in tags] == ["A", "A", None, None, None, None, None]


HANDS = '[Deal "N:AK52.Q73.J84.K95 J97.A62.KT5.QJ84 QT3.KJ84.AQ9.A72 864.T95.7632.T63"]\n'
ROOM = f'[Board "5"]\n[Dealer "N"]\n[Vulnerable "NS"]\n{HANDS}'
SAME = '[Board "{}"]\n[Dealer "#"]\n[Vulnerable "#"]\n[Deal "#"]\n'


def test_the_other_room_inherits_its_board_and_the_file_is_noted_once() -> None:
    games = list(read("\n".join((ROOM, SAME.format(5), SAME.format("#"), SAME.format(5)))))
    assert (
        len({(str(g.deal.dealer), str(g.deal.vulnerable), str(g.deal.hands)) for g in games}) == 1
    )
    assert [[each.severity for each in game.problems] for game in games] == [[], ["note"], [], []]
    assert [game.plain is not None for game in games] == [True, False, True, True]


@pytest.mark.parametrize("before", ["", '[Board "6"]\n'])
def test_no_board_is_inherited_from_another_board_or_past_a_game_without_cards(before: str) -> None:
    *_, last = read("\n".join((ROOM, *([before] if before else []), SAME.format(6))))
    assert (last.deal.dealer, last.deal.vulnerable, last.deal.hands) == (None, None, None)
    assert [each.severity for each in last.problems] == ["warning"] * 3


def test_comments_notes_and_tables_are_kept() -> None:
    text = GAME.replace("1D 1S", "1D {strong} =1= 1S ! $200").replace(
        '[Play "W"]', '[Note "1:by agreement"]\n[Play "W"]'
    )
    text += '[ScoreTable "Rank;Names;Score_NS"]\n{all of them}\n1 "Anu;Binu" 420\n2 "C ;D" -50\n'
    game = one(text, strict=True)
    assert game.problems == ()
    assert [comment.text for comment in game.deal.comments] == ["strong", "all of them"]
    table = game.written.blocks[-1]
    assert [item.text for item in table.items if item.kind != "comment"] == [
        "1",
        "Anu;Binu",
        "420",
        "2",
        "C ;D",
        "-50",
    ]
    again = write([game])
    assert "1D =1= {strong} 1S $1 $200" in again
    assert '[Note "1:by agreement"]' in again


NAME = "José Ñandú"


@pytest.mark.parametrize("coding", ["latin-1", "utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_characters_and_line_ends_of_every_kind(coding: str, end: str) -> None:
    text = f'[Event "{NAME}"]\n\n[Event "plain"]\n[Board "2"]\n'.replace("\n", end)
    first, second = read(text.encode(coding))
    assert first.deal.tags[0].value == NAME
    assert second.deal.label == "2"
    assert second.line == 3
    wide = [each for each in first.problems if "UTF-16" in each.message]
    assert [(each.severity, each.line) for each in wide] == [("note", 1)] * (coding == "utf-16")
    assert not any("UTF-16" in each.message for each in second.problems), "said once"


def test_a_directive_says_the_characters() -> None:
    head = "%Content-type: text/x-pbn; charset=UTF-8\n"
    game = one_of((head + f'[Event "{NAME}"]\n').encode())
    assert game.problems == ()
    assert game.deal.tags[0].value == NAME
    told_so = one_of(f'[Event "{NAME}"]\n'.encode())
    assert told(told_so.problems) == [("note", 1)]


def one_of(source: bytes) -> PbnGame:
    (game,) = read(source)
    return game


@pytest.mark.parametrize("braces", ["{ oh\n", "{ oh\n" * (MOST_BRACES + 1)])
def test_a_brace_left_open_swallows_no_game(braces: str) -> None:
    games = list(plain_games(1, 4))
    games[1] = games[1].replace("[Site", f"{braces}[Site", 1)
    found = list(read("".join(games)))
    assert [game.deal.label for game in found] == ["1", "2", "3", "4"]
    assert [bool(game.problems) for game in found] == [False, True, False, False]


@pytest.mark.parametrize("comments", [1, MOST_BRACES + 1])
def test_comments_that_are_closed_leave_the_next_game_alone(comments: int) -> None:
    games = list(plain_games(1, 2))
    games[0] = games[0].replace("[Site", "{a remark}\n" * comments + "[Site", 1)
    games[1] = "{that begins\n\nwith another}\n" + games[1]
    found = list(read("".join(games)))
    assert [game.deal.label for game in found] == ["1", "2"]
    assert not any(game.problems for game in found)


@pytest.mark.parametrize(
    "comment",
    [
        "{an empty line\n\nwithin a comment}",
        "{a line that begins\n% with a sign\n\n of an escape}",
        "{a {brace { more} ; and a } in the rest of a line",
        "; a brace { that opens nothing",
        '{a [Board "9"] within}',
    ],
)
def test_an_empty_line_ends_a_game_outside_comments_only(comment: str) -> None:
    first, second = read(f'[Board "1"]\n{comment}\n[Dealer "N"]\n\n[Board "2"]\n')
    assert (first.deal.label, second.deal.label) == ("1", "2")
    assert first.deal.dealer is not None
    assert first.problems == second.problems == ()


def test_games_run_together_are_parted_and_told() -> None:
    games = list(plain_games(1, 4))
    found = list(read(games[0] + games[1].rstrip("\n") + "\n" + games[2] + games[3]))
    assert [game.deal.label for game in found] == ["1", "2", "3", "4"]
    assert [[p.severity for p in game.problems] for game in found] == [[], [], ["error"], []]
    assert found[2].raw.startswith("[Event")


def test_a_file_is_read_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long file is read as far as games are asked for."""
    sizes: list[int] = []
    whole = Opened.read

    def counted(opened: Opened, size: int) -> str:
        sizes.append(size)
        return whole(opened, size)

    monkeypatch.setattr(Opened, "read", counted)
    games = list(islice(read((GAME + "\n").encode() * 50_000), 500))
    assert [game.number for game in games] == list(range(1, 501))
    assert sum(sizes) < 3_000 * len(GAME)


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "one.pbn"
    path.write_text(GAME)
    assert [game.deal.label for game in read(path)] == ["1"]


def test_export_form_is_canonical() -> None:
    text = (
        '[Auction "W"]\n- 1d 1S 3h !\n4S ap\n'
        f'[Dealer "n"][Vulnerable "Love"]\n[Deal "{DEAL}"]\n[Result "EW 4 NS 9"]\n'
        '[Declarer "S"]\n[Zeta "z"]\n[Annotator "a"]\n'
    )
    lines = write(read(text)).split("\r\n")
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    names = [line[1:].split()[0] for line in lines if line.startswith("[")]
    assert names == [
        "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable",
        "Deal", "Scoring", "Declarer", "Contract", "Result", "Annotator", "Zeta", "Auction",
    ]  # fmt: skip
    assert '[Dealer "N"]' in lines and '[Vulnerable "None"]' in lines and '[Result "9"]' in lines
    assert lines[lines.index('[Auction "N"]') + 1 :][:2] == ["1D 1S 3H $1 4S", "AP"]


def test_deals_of_records_are_written() -> None:
    games = list(read("".join(plain_games(6, 8))))
    again = list(read(write_deals(game.deal for game in games)))
    for before, after in zip(games, again, strict=True):
        left, right = before.deal, after.deal
        assert after.problems == ()
        assert (left.number, left.dealer, left.vulnerable) == (
            right.number,
            right.dealer,
            right.vulnerable,
        )
        assert (left.hands, left.auction, left.play) == (right.hands, right.auction, right.play)
        assert left.result == right.result


def test_text_beyond_latin_1_is_written_as_utf_8_and_says_so() -> None:
    text = write(read('[Event "മലബാർ"]\n'))
    source = encoded(text)
    assert b"charset=UTF-8" in source
    game = one_of(source)
    assert game.problems == () and game.deal.tags[0].value == "മലബാർ"


SIGNS = '[]{}";%^=$!?*+-#:.\n\t 0189AKQTSHDCXx\\é'


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Files of a few games, plain or with everything, whole or damaged."""
    seed = draw(st.integers(0, 10_000))
    make = plain_games if draw(st.booleans()) else rich_games
    text = HEAD * draw(st.booleans()) + "".join(make(seed, draw(st.integers(1, 3))))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text) - 1))
        width = draw(st.sampled_from((0, 1, 1, 30)))
        text = text[:at] + draw(st.sampled_from((*SIGNS, ""))) + text[at + width :]
    return text


def test_a_remark_in_a_row_with_a_card_missing_leaves_it_one_row() -> None:
    """It ended the line, and what was left of the row made a whole one with the row below."""
    cards = "H6 HA HT H3\nC4} SK\nS4 S2 S6\nDK S8 D3 D7\n*\n"
    deal = '[Deal "N:Q84.AQ94..A97632 A752.JT5.9643.KQ KT963.3.QT7.JT85 J.K8762.AKJ852.4"]'
    first = write(
        read(f'[Board "1"]\n{deal}\n[Declarer "S"]\n[Contract "2H"]\n[Play "W"]\n{cards}')
    )
    assert "C4 SK ;not read: }" in first
    assert write(read(first)) == first


@settings(max_examples=120, deadline=None)
@given(texts())
def test_what_was_written_is_written_the_same_again(text: str) -> None:
    first = write(read(text))
    assert write(read(first)) == first
    assert write(read(encoded(first))) == first


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100_000), st.integers(1, 40))
def test_a_deal_of_any_kind_comes_back_as_it_was(seed: int, board: int) -> None:
    random = Random(seed)
    (game,) = read(plain_text(made_deal(random, board), random))
    (again,) = read(write([game]))
    assert again.deal == game.deal
    assert again.plain == game.plain is not None
    assert game.problems == again.problems == ()
    assert next(iter(read(game.raw, strict=True))).problems == ()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_error(source: bytes) -> None:
    for strict in (False, True):
        for game in read(source, strict):
            assert game.deal is not None
    assert write(read(source)).startswith("% PBN 2.1")


@pytest.mark.parametrize(
    ("scoring", "plain"), [("MP", True), ("Rubber", False), ("##Chicago;x", False), ("", True)]
)
def test_a_deal_that_hangs_on_others_is_not_plain(scoring: str, plain: bool) -> None:
    text = next(plain_games(1, 1)).replace('[Scoring "MP"]', f'[Scoring "{scoring}"]')
    (game,) = read(text)
    assert (game.plain is not None) == plain


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n' + "{" * 20_000,
        "[a" + " " * 20_000 + "[\n",
        '[Event "x\n' * 2_000,
        '[Play "N"]\n' + "^R " * 2_000,
        '[Board "1"]\n[Deal "N:- - - -"]\n' * 500,
        ";" * 20_000,
    ],
)
def test_rubbish_is_read_in_good_time(text: str) -> None:
    """Each of these took the square of its length or worse before it was bounded."""
    games = list(read(text))
    assert len(games) <= 500
    assert write(games).startswith("% PBN")


def test_a_card_of_the_one_hand_that_is_given_is_no_other_players() -> None:
    """South's hand is not told, but the ace of spades is North's."""
    text = """[Dealer "N"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ - - -"]
[Declarer "W"]
[Contract "1NT"]
[Play "N"]
SK S2 {card} S3
*
"""
    words = "AS is in a hand other than S's"
    for card, wrong in (("SA", True), ("S9", False)):
        problems = one(text.replace("{card}", card), strict=True).problems
        assert any(words in each.message for each in problems) is wrong
