"""LIN: one board, many, broadcasts of both rooms; damaged boards, with every other one kept."""

from __future__ import annotations

from random import Random

import pytest

from bench.text.pbn_games import made_deal
from bench.text.pbn_lin import lin_board
from fairdeal.grammar.lin import read
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.records import TermKind

HANDS = "SJ97HJTDAQ6543CQ6,SKQ8543HK987DTCAK,SAT62HAQD82CT8732,SH65432DKJ97CJ954"
PLAY = "pc|SA|pc|S9|pc|S3|pc|S2|pg||pc|C4|pc|C6|pc|CA|pc|C2|pg||"
BOARD = (
    f"pn|Anu,Binu,Cini,Dinu|st||md|3{HANDS}|rh||ah|Board 7|sv|b|"
    f"mb|1S|an|five of them|mb|2H!|mb|d|mb|R|mb|3n|mb|p|mb|p|mb|p|pg||{PLAY}mc|9|pg||"
)
HEAD = "vg|Malabar Cup,Final,I,7,8,Hills,12,Coast,9|rs|3NN=,PASS,4HXE-2,2SW+1|pn|a,b,c,d,e,f,g,h|pg||\n"


def tags(game: object) -> dict[str, str]:
    return {tag.name: tag.value for tag in game.deal.tags}  # type: ignore[attr-defined]


def test_a_board_has_hands_auction_play_and_claim() -> None:
    (game,) = read(BOARD)
    deal = game.deal
    assert (deal.label, deal.dealer.value, deal.vulnerable.value) == ("7", "N", "All")
    assert [hand.seat for hand in deal.hands] == ["S", "W", "N", "E"]
    assert [len(hand.cards) for hand in deal.hands] == [13, 13, 13, 13]
    said = [call.said.value.text for call in deal.calls]
    assert said == ["1 S", "2 H", "X", "XX", "3 NT", "Pass", "Pass", "Pass"]
    assert [[play.card.value.text for play in trick.plays] for trick in deal.play] == [
        ["AS", "9S", "3S", "2S"],
        ["4C", "6C", "AC", "2C"],
    ]
    assert all(play.label is None for trick in deal.play for play in trick.plays)
    # North's one spade was not played: the last bid is 3 no-trumps, by North again.
    assert {team: entry.value for team, entry in deal.result.points.items()} == {"NS": 9}
    assert deal.result.contract is None
    assert tags(game)["South"] == "Anu"
    assert deal.comments[0].text == "five of them"
    assert deal.comments[0].at == "call 1"
    assert game.problems == ()


def test_the_hand_left_out_is_what_the_others_leave_of_the_pack() -> None:
    (game,) = read(BOARD.replace(HANDS.rpartition(",")[2], ""))
    east = game.deal.hand("E")
    assert east is not None
    assert {entry.value.text for entry in east.cards} == {
        "6H", "5H", "4H", "3H", "2H", "KD", "JD", "9D", "7D", "JC", "9C", "5C", "4C",
    }  # fmt: skip


def test_hands_that_do_not_give_the_fourth_leave_it_unknown() -> None:
    (game,) = read("md|1SAKHQDJC2,SQ,,|mb|p|")
    assert [hand.seat for hand in game.deal.hands] == ["S", "W"]


def test_a_claim_without_a_dealer_is_kept_as_it_stands() -> None:
    (game,) = read("md|0|mb|1C|mc|9|")
    assert game.deal.result is None
    assert tags(game)["mc"] == "9"


def test_a_broadcast_has_both_rooms_and_the_results_of_its_head() -> None:
    boards = "".join(
        f"qx|{label}|st||md|3{HANDS}|sv|0|mb|1C|pg||\n" for label in ("o7", "c7", "o8")
    )
    games = list(read(HEAD + boards))
    assert [(game.number, game.deal.label, tags(game)["Room"]) for game in games] == [
        (1, "7", "Open"),
        (2, "7", "Closed"),
        (3, "8", "Open"),
    ]
    assert [tags(game)["West"] for game in games] == ["b", "f", "b"]
    assert {tags(game)["Event"] for game in games} == {"Malabar Cup"}
    contracts = [game.deal.result.contract for game in games]
    assert [entry.said.value.text for entry in contracts] == ["3 NT", "Pass", "4 H"]
    assert contracts[1].said.value.has(TermKind.PASS)
    assert (contracts[2].by.value, contracts[2].doubling.value) == ("E", "X")
    assert games[2].deal.result.points["EW"].value == 8


def test_calls_written_together_are_parted() -> None:
    (game,) = read(f"md|1{HANDS}|mb|1Sp2S!p4Sppp|")
    assert len(game.deal.calls) == 8


@pytest.mark.parametrize("ends", ["\n", "\r\n", ""])
def test_boards_without_labels_are_parted(ends: str) -> None:
    games = list(read(ends.join([BOARD, BOARD.replace("Board 7", "Board 8"), BOARD])))
    assert [game.deal.label for game in games] == ["7", "8", "7"]
    assert [game.problems for game in games] == [()] * 3


def test_a_board_begins_with_its_line_also_where_the_line_before_lacks_its_bar() -> None:
    line = f"qx|o{{}}|st||md|3{HANDS}"
    boards = read("\n".join(line.format(number) for number in range(1, 5)) + "\n")
    assert [board.record.deals[0].number.value for board in boards] == ["1", "2", "3", "4"]


def test_one_line_of_a_broadcast_does_not_take_in_the_boards_after_it() -> None:
    line = f"pn|A,B,C,D|st||md|3{HANDS}|mb|1C|mb|p|mb|p|mb|p|pg||"
    assert len(list(read("\n".join([line, line, "qx|o1|" + line, line, line])))) == 5


def test_an_unknown_command_is_kept_and_said_once() -> None:
    (first, second) = read((BOARD + "qq|what|\n") * 2)
    assert tags(first)["qq"] == tags(second)["qq"] == "what"
    assert [problem.severity for problem in first.problems] == ["note"]
    assert second.problems == ()


def test_a_bad_board_is_told_with_its_place_and_the_others_kept() -> None:
    bad = BOARD.replace("mb|2H!|", "mb|2Z|").replace("pc|S9", "pc|9")
    games = list(read("\n".join([BOARD, bad, BOARD])))
    assert len(games) == 3
    assert games[0].problems == games[2].problems == ()
    assert [(p.severity, p.game, p.line) for p in games[1].problems] == [("error", 2, 2)] * 2
    assert games[1].deal.calls[1].said.value.unclear


def test_what_holds_no_board_says_so() -> None:
    (game,) = read("this is a letter | to somebody")
    assert game.deal.unread
    assert game.problems[0].severity == "error"
    assert list(read("")) == []


@pytest.mark.parametrize("seed", range(20))
def test_lin_and_pbn_of_one_deal_say_the_same(seed: int) -> None:
    from bench.text.pbn_games import plain_text

    random = Random(seed)
    made = made_deal(random, seed + 1)
    (ours,) = read(lin_board(made))
    (theirs,) = read_pbn(plain_text(made, random))
    assert ours.problems == ()
    left, right = ours.deal, theirs.deal
    assert (left.number, left.dealer, left.vulnerable) == (
        right.number,
        right.dealer,
        right.vulnerable,
    )
    assert [call.said for call in left.calls] == [call.said for call in right.calls]
    cards = [[[p.card for p in trick.plays] for trick in deal.play or ()] for deal in (left, right)]
    assert cards[0] == cards[1]
    for seat in "NESW":
        hands = [{e.value for e in deal.hand(seat).cards} for deal in (left, right)]
        assert hands[0] == hands[1]


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_loses_no_board(seed: int) -> None:
    random = Random(seed)
    boards = [lin_board(made_deal(random, number + 1)) for number in range(4)]
    at = random.randrange(4)
    # A board's own beginning is left whole: what has none is no board.
    position = random.randrange(10, len(boards[at]))
    boards[at] = boards[at][:position] + random.choice("|{\x00é\n9X") + boards[at][position + 1 :]
    games = list(read("\n".join(boards).encode("latin-1")))
    assert len(games) >= 4
    for game in games:
        assert game.deal.label is not None or game.problems


@pytest.mark.parametrize(
    ("name", "severity", "words"),
    [(b"", "note", "all of it was read"), (b"\x00\xd8", "warning", "letters of it are damaged")],
)
def test_a_file_in_utf_16_is_read_and_says_so_once(name: bytes, severity: str, words: str) -> None:
    source = "\ufeffvg|".encode("utf-16-le") + name + (HEAD[3:] + 2 * BOARD).encode("utf-16-le")
    boards = list(read(source))
    assert [board.deal.label for board in boards] == ["7", "7"]
    [told] = [each for board in boards for each in board.problems if "UTF-16" in each.message]
    assert (told.severity, told.line) == (severity, 1) and words in told.message
    assert not any("UTF-16" in each.message for each in next(read(BOARD)).problems)


def test_bars_in_a_row_are_one_problem() -> None:
    (board,) = read("qx|o1|" + "|\n" * 1_000 + "sv|n|")
    (problem,) = board.problems
    assert "is not a command" in problem.message
    assert board.deal.vulnerable is not None, "what comes after them is read"


def test_players_named_between_boards_are_no_board() -> None:
    board = f"qx|{{}}|st||md|3{HANDS}|sv|0|mb|1C|pg||\n"
    text = HEAD + board.format("o7") + "pn|P,Q,R,S|pg||\n" + board.format("c7")
    (first, second) = read(text)
    assert [game.line for game in (first, second)] == [2, 4]
    assert (tags(first)["West"], tags(second)["West"]) == ("b", "f")
    assert tags(first)["pn"] == "P,Q,R,S"


@pytest.mark.parametrize("between", ["", "nt|They sit down.|\n", "pn|T,U,V,W|"])
def test_players_named_after_a_board_begin_the_next_one_where_it_is_dealt(between: str) -> None:
    deal = f"st||md|3{HANDS}|sv|0|mb|1C|pg||\n"
    text = f"qx|o7|{deal}pn|P,Q,R,S|{between}{deal}qx|c7|{deal}"
    games = list(read(text))
    assert [game.deal.label for game in games] == ["7", None, "7"]
    assert ["South" in tags(game) for game in games] == [False, True, False]
