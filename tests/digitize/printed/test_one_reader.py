"""A page that one reader read alone: no entry is surer than that reader was of its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.digitize.printed import log
from fairdeal.digitize.printed.log import no_surer
from fairdeal.digitize.printed.notation import page_rows
from fairdeal.digitize.printed.page_words import Standing
from fairdeal.digitize.printed.words import Line, PageWords, Word
from tests.support.needs import needs_tesseract
from tests.support.printed_words import NOTHING, line, text_of


def read_alone(text: str, surest: float) -> str:
    """What comes of a line of play of which the second word was read so surely by the only reader."""
    words = list(line(text, 1).words)
    words[1] = replace(words[1], surest=surest)
    page = PageWords((line("Play:"), Line(tuple(words), 100, 28)), NOTHING, NOTHING)
    return text_of(no_surer(page_rows(page), words)).splitlines()[1]


def test_a_card_is_no_surer_than_its_reader() -> None:
    assert read_alone("3: KH 9C", 0.6) == "3: {KH 0.6000} 9C"


def test_what_is_sure_stays_so() -> None:
    assert read_alone("3: KH 9C", 1.0) == "3: KH 9C"


def test_cards_of_one_word_are_each_no_surer_than_it() -> None:
    assert read_alone("3: KH9C QS", 0.9) == "3: {KH 0.9000} {9C 0.9000} QS"


def test_rivals_keep_their_order() -> None:
    word = Word((("KH", 0.7), ("KC", 0.3)), (40, 60, 80, 100), surest=0.35)
    page = PageWords(
        (line("Play:"), Line((word, *line("9C QS").words[1:]), 80, 28)), NOTHING, NOTHING
    )
    assert (
        text_of(no_surer(page_rows(page), [word]))
        .splitlines()[1]
        .startswith("{KH 0.3500|KC 0.1500}")
    )


@needs_tesseract
@pytest.mark.usefixtures("no_net")
def test_tesseract_reads_alone_where_the_net_is_missing(standing: Standing) -> None:
    words, why = log.words_of(standing)
    assert why == "The second reader of print is damaged."
    (play,) = [each for each in words.lines if each.text == "3: AS JS 9S JD KS 9S"]
    assert all(0.5 < word.surest < 1 for word in play.words)
