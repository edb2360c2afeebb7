"""Forms for four and eight players: their records are of that table."""

from __future__ import annotations

import pytest

from fairdeal.digitize.forms.layout import load as layout
from fairdeal.grammar.transcripts.record import TranscriptRecord, to_record
from fairdeal.records import Field, Transcript, clear
from fairdeal.rulings import check, load

CARDS = ("10S", "JH", "9C", "AD", "QS", "KH", "8D", "7C")


def read(form: str, values: dict[str, str]) -> TranscriptRecord:
    assert all(layout(form).field(name) for name in values)
    fields = tuple(Field(name, "text", text) for name, text in values.items())
    return to_record([Transcript("page.jpg", form, fields=fields)])


@pytest.mark.parametrize("players", [4, 8])
def test_a_trick_goes_round_the_table_of_its_form(players: int) -> None:
    cards = {f"trick 1 / seat {n}": CARDS[n - 1] for n in range(1, players + 1)}
    found = read(f"hand-log-{players}/1", {"trick 1 / leader": "3", **cards})
    (deal,) = found.record.deals
    assert deal.play is not None
    played = [str(play.card.value) for play in deal.play[0].plays]
    assert played == [*CARDS[2:players], *CARDS[:2]]
    assert found.record.tag("Players") == str(players)


@pytest.mark.parametrize("players", [4, 8])
def test_the_seat_after_the_last_is_the_first(players: int) -> None:
    values = {"dealer": str(players), "trick 1 / seat 1": "JH"}
    (deal,) = read(f"hand-log-{players}/1", values).record.deals
    assert deal.play is not None and deal.play[0].plays[0].label == clear("1")


@pytest.mark.parametrize("form", ["score-sheet-4/1", "score-sheet-8/1"])
def test_a_sheet_says_how_many_play(form: str) -> None:
    found = read(form, {"row 1 / dealer": "2"})
    assert found.record.tag("Players") == form[12]


def test_a_form_for_six_says_nothing_of_players() -> None:
    assert read("score-sheet/2", {"row 1 / dealer": "2"}).record.tag("Players") is None


def test_rules_for_six_do_not_judge_eight_and_rules_for_eight_do() -> None:
    values = {"dealer": "1", "call 1": "28 S", "call 2": "27 H", "call 3": "P"}
    record = read("hand-log-8/1", values).record
    refused = check(record, load("international"))
    assert refused.findings == () and any("eight players" in note.message for note in refused.notes)
    assert "insufficient-bid" in {each.code for each in check(record, load("online")).findings}
