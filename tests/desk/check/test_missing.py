"""What is not there: rows without a log, logs without a row, cards and tricks that are not recorded."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from fairdeal.desk.check.questions import missing, missing_in_words, missing_line
from fairdeal.desk.cli import main
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.report.page import view_of
from fairdeal.desk.words import numbers
from fairdeal.templates.language import language
from tests.support.builders import AUCTION, HANDS, PLAY

pytestmark = pytest.mark.usefixtures("in_this_process")


def case(text: str, rules: str | None = None) -> Case:
    data = text.encode()
    return case_of([typed(data, "log.hrn", hashlib.sha256(data).hexdigest())], rules)


def log(number: str, play: str = PLAY, hands: str = HANDS) -> str:
    return f'[Deal "{number}"]\n[Dealer "2"]\n{hands}Auction:\n{AUCTION}\nPlay:\n{play}\n'


def sheet(*labels: str) -> str:
    rows = "".join(f"{label} | 2 | 32 C | 39 | 17\n" for label in labels)
    return f"Sheet:\ndeal | dealer | contract | points A | points B\n{rows}"


def told(text: str, rules: str | None = None) -> list[str]:
    found = case(text, rules)
    return list(missing_in_words(missing(found), found))


WITHOUT = PLAY.replace("KH QH", "KH -", 1) if "KH QH" in PLAY else PLAY.replace("JH QH", "JH -", 1)
"""Without the fifth card of trick 1."""


def test_a_whole_record_lacks_nothing() -> None:
    assert missing(case(log("1"))) == ()
    assert missing_line(case(log("1") + sheet("1"))) == ""


def test_rows_without_a_log_and_logs_without_a_row_are_said() -> None:
    text = log("1") + log("12") + sheet("1", "3", "9")
    assert missing_line(case(text)) == (
        "Deals 3 and 9 have no log · deal 12 has no row on the sheet"
    )


def test_a_sheet_alone_says_that_no_deal_has_a_log() -> None:
    assert told(sheet("1", "2", "3")) == ["no deal has a log"]


def test_a_row_printed_with_its_number_alone_is_nothing_that_was_played() -> None:
    assert told(log("1") + sheet("1") + "2 | 3 | | |\n") == []


def test_numbers_are_compared_as_numbers() -> None:
    assert told(log("7") + sheet("07")) == []


def test_logs_alone_lack_no_sheet() -> None:
    assert told(log("1") + log("2")) == []


def test_a_card_that_follows_is_named_with_what_it_follows_from() -> None:
    assert told(log("15", WITHOUT)) == [
        "card 5 of trick 1 in deal 15 is not recorded (by the other 47 it is the queen of hearts)"
    ]
    (one,) = missing(case(log("15", WITHOUT)))
    assert (str(one.place), one.what) == ("trick 1 / seat 1", "card")


def test_a_card_that_nothing_tells_stands_by_itself() -> None:
    two = WITHOUT.replace("5:AC QC", "5:AC -", 1)
    assert told(log("15", two, "")) == [
        "card 5 of trick 1 in deal 15 is not recorded",
        "card 2 of trick 2 in deal 15 is not recorded",
    ]


def test_a_card_of_a_hand_follows_from_what_its_seat_played() -> None:
    hands = HANDS.replace("1: QD 9S", "1: - 9S")
    assert told(log("2", hands=hands)) == [
        "card 1 of seat 1's hand in deal 2 is not recorded"
        " (by seat 1's other cards it is the queen of diamonds)"
    ]


def test_many_cards_are_counted() -> None:
    play = "\n".join("- - - - - -" if n == 3 else row for n, row in enumerate(PLAY.splitlines()))
    assert told(log("7", play, "")) == ["6 cards of deal 7 are not recorded"]
    logs = "".join(log(str(n), WITHOUT) for n in (1, 2, 3, 5))
    assert told(logs) == ["4 cards of deals 1 to 3 and 5 are not recorded"]


def test_a_trick_that_is_not_recorded_is_named() -> None:
    rows = PLAY.splitlines()
    rows[4:6] = [f"trick 6: {rows[5]}"]
    assert told(log("9", "\n".join(rows))) == ["trick 5 of deal 9 is not recorded"]


def test_tricks_behind_the_last_are_missing_only_where_all_are_played() -> None:
    short = "\n".join(PLAY.splitlines()[:6])
    assert told(log("9", short)) == ["tricks 7 and 8 of deal 9 are not recorded"]
    assert told(log("9", short), "wiki") == []
    assert told(log("9", f"{short}\n! concede B")) == []


def test_runs_of_deals_are_put_together() -> None:
    assert numbers(["1", "2", "3", "5", "6", "9"]) == "1 to 3, 5, 6 and 9"


def test_page_1_says_it_in_every_language() -> None:
    found = case(log("15", WITHOUT) + sheet("15", "3"))
    said = view_of(found).front.missing
    assert said == (
        "deal 3 has no log",
        "card 5 of trick 1 in deal 15 is not recorded (by the other 47 it is the queen of hearts)",
    )
    malayalam = language("ml")
    assert all(str(malayalam.text(each)) != each for each in said)


def test_check_says_it_at_its_end_and_lists_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.hrn"
    path.write_text(log("15", WITHOUT) + sheet("15", "3"))
    main(["check", str(path)])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Deal 3 has no log · card 5 of trick 1 in deal 15")
    main(["check", str(path), "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["not_recorded"] == [
        {"deal": "3", "place": "row 2 / deal", "what": "log", "inferred": None},
        {"deal": "15", "place": "trick 1 / seat 1", "what": "card", "inferred": "QH"},
    ]
