"""Deals under way are kept after every tap, and are undone step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.desk.pages import drafts as module
from fairdeal.desk.pages.drafts import MOST_STEPS, Draft, Drafts, Step
from fairdeal.desk.trouble import DeskError


@pytest.fixture
def drafts(tmp_path: Path) -> Drafts:
    return Drafts(tmp_path / "archive.fairdeal")


def test_every_tap_survives_the_desk(drafts: Drafts, tmp_path: Path) -> None:
    draft = drafts.new("Bina", "0123")
    drafts.change(draft.id, lambda it: it.then(Step("card", "JH", "3")))
    found = Drafts(tmp_path / "archive.fairdeal").get(draft.id)
    assert found.steps == (Step("card", "JH", "3"),)
    assert (found.who, found.case) == ("Bina", "0123")


def test_undone_step_by_step_and_done_again() -> None:
    draft = Draft("1", "Bina", "").then(Step("call", "P")).then(Step("call", "X"))
    back = draft.back().back().back()
    assert back.done == () and back.again().done == draft.done[:1]
    assert back.again().again().again().done == draft.done
    other = draft.back().then(Step("call", "XX"))
    assert [step.value for step in other.again().done] == ["P", "XX"]


def test_to_look_at_another_part_is_neither_undone_nor_done_again() -> None:
    draft = Draft("1", "Bina", "").then(Step("part", "play")).then(Step("card", "JH"))
    looked = draft.then(Step("part", "result")).then(Step("part", "hands"))
    back = looked.back()
    assert back.done == draft.done[:1], "the page is again where the card was tapped"
    assert back.back().done == back.done and back.again().done == draft.done


def test_a_deal_has_no_end_of_taps() -> None:
    draft = Draft("1", "Bina", "", steps=(Step("call", "P"),) * MOST_STEPS)
    with pytest.raises(DeskError, match="more than one deal"):
        draft.then(Step("call", "P"))
    with pytest.raises(DeskError):
        Draft("1", "Bina", "").then(Step("typed", "x" * 2000))


def test_a_damaged_draft_is_said_and_hides_no_other(drafts: Drafts) -> None:
    first, second = drafts.new("Bina"), drafts.new("Bina")
    for text in ("", "[]", '{"steps": [[1]]}', "[" * 5000):
        (drafts.folder / f"{first.id}.json").write_text(text)
        with pytest.raises(DeskError, match="damaged"):
            drafts.get(first.id)
        assert [each.id for each in drafts.all()] == [second.id]


@pytest.mark.parametrize("id", ["../archive", "x", "0" * 13, ""])
def test_a_number_is_never_a_path(drafts: Drafts, id: str) -> None:
    with pytest.raises(DeskError, match="no such deal"):
        drafts.get(id)


def test_there_is_an_end_of_deals(drafts: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 1)
    drafts.new("Bina")
    with pytest.raises(DeskError, match="being entered already"):
        drafts.new("Bina")


def test_a_draft_thrown_away_is_gone(drafts: Drafts) -> None:
    draft = drafts.new("Bina")
    drafts.drop(draft.id)
    with pytest.raises(DeskError, match="no longer being entered"):
        drafts.get(draft.id)
