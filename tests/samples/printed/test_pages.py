"""Synthetic pages of print: what goes in comes out, and always the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from samples.making.printed import pages as making
from samples.making.printed.faces import HELD_BACK, Face
from samples.making.printed.layouts import LAYOUTS, Wording, as_typed
from samples.making.printed.logs import SOURCES, Log
from samples.making.printed.looks import LOOKS, Page, Unsuited
from samples.making.printed.pages import FINAL, faces_of, printed_page

FACE = Face("Noto Sans", "sans", "NotoSans-Regular.ttf", "NotoSans-Bold.ttf")
OWN = tuple(replace(FACE, kind=kind) for kind in ("sans", "monospaced", "typewriter", "dots"))
"""Fonts that come with the project, whatever is installed."""


def drawn(layout: str, seed: int, face: Face = FACE) -> tuple[Log, list[Page]]:
    """The first log of a seed that the layout has a place for."""
    rng = Random(seed)
    way = LAYOUTS[layout]
    while True:
        log = SOURCES[rng.choice(way.sources)](rng)
        try:
            return log, way.draw(log, face, 10.0, rng)
        except Unsuited:
            continue


def words(pages: list[Page]) -> list[str]:
    return [each.text for page in pages for each in page.words]


@pytest.mark.parametrize("seed", range(40))
def test_what_people_type_is_read_as_the_record(seed: int) -> None:
    rng = Random(seed)
    log = SOURCES[rng.choice(("deal", "deals", "board", "session"))](rng)
    typed = as_typed(write(log.record), Wording.random(rng))
    assert read("\n".join(typed)).record == log.record


def test_the_notation_is_printed_word_for_word() -> None:
    log, pages = drawn("notation", 3)
    printed = " ".join(words(pages)).split()
    assert printed == write(log.record).split()


@pytest.mark.parametrize("layout", ["tables", "spreadsheet"])
def test_every_card_and_call_stands_in_a_table(layout: str) -> None:
    for seed in range(5):
        log, pages = drawn(layout, seed)
        deal = log.record.deals[0]
        cells = " ".join(words(pages)).split()
        plain = [cell.replace("T", "10") if len(cell) == 2 else cell for cell in cells]
        for sign, letter in zip("♣♦♥♠", "CDHS", strict=True):
            plain = [cell.replace(sign, letter) for cell in plain]
        for hand in deal.hands or ():
            assert all(str(card.value) in plain for card in hand.cards)
        for trick in deal.play or ():
            assert all(str(play.card.value) in plain for play in trick.plays)


def test_a_hand_by_suits_has_every_card() -> None:
    log, pages = drawn("suits", 2)
    ranks = [text for text in words(pages) if text[:1] in "SHDC♠♥♦♣" and not text.startswith("[")]
    hands = [hand for deal in log.record.deals for hand in deal.hands or ()]
    held = sum(len(line.split()) - 1 for line in ranks[: 4 * len(hands)] if "-" not in line)
    assert held == sum(len(hand.cards) for hand in hands)


def test_a_club_sheet_has_every_entry() -> None:
    log, pages = drawn("club sheet", 1)
    printed = set(" ".join(words(pages)).split())
    sheet = log.record.sheets[0]
    assert all(
        getattr(cell.value, "text", str(cell.value)).split()[0] in printed
        for row in sheet.rows
        for cell in row.cells
        if cell.readings
    )


@pytest.mark.parametrize("look", ["typewriter", "fax", "PDF with text", "TIFF"])
def test_the_same_seed_gives_the_same_page(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "FACES", OWN)
    first, second = printed_page(11, "notation", look), printed_page(11, "notation", look)
    assert first.sent.data == second.sent.data
    assert first.text == second.text


def test_another_seed_gives_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "FACES", OWN)
    pages = [printed_page(seed, "notation", "PDF with text").sent.data for seed in (11, 12)]
    assert pages[0] != pages[1]


def test_faces_held_back_are_never_printed_for_tuning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Face, "path", OWN[0].path)
    held = {face.name for face in HELD_BACK}
    assert {face.kind for face in HELD_BACK} == {"sans", "serif", "monospaced", "typewriter"}
    for look in LOOKS.values():
        assert not held & {face.name for face in faces_of(look, final=False)}
    assert held & {face.name for face in faces_of(LOOKS["TIFF"], final=True)}
    assert 0 not in FINAL


def test_a_face_that_is_not_installed_says_what_to_install() -> None:
    with pytest.raises(FileNotFoundError, match="apt-get install"):
        Face("Nowhere", "sans", "Nowhere.ttf").width("1: JH", 12)
