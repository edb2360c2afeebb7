"""Headings lettered by hand: read from a list of words, and never taken for a word that they are not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.sheets.flat import WHITE
from fairdeal.digitize.sheets.heading_meaning import sense_of
from fairdeal.digitize.sheets.headings import HandRead, HeadingReader, words_above
from samples.making.hand import handwriting
from samples.making.hand.handwriting import Paper

KNOWN = ("BID", "BY", "POINTS", "TOTAL", "DEALER", "TRUMP", "SCORE", "Us", "A", "B", "Double")
STRANGE = ("ANIL", "JOHN", "K", "Q", "RUPEES", "C", "WEATHER", "KUNUK", "P5")


def lines(texts: tuple[str, ...], seed: int) -> list[NDArray[np.uint8]]:
    """Lines written with made-up strokes: no collection is needed."""
    found = []
    for number, text in enumerate(texts):
        rng = np.random.default_rng([seed, number])
        picture = np.full((96, 460, 3), WHITE, np.uint8)
        hand = handwriting.skeleton_hand(rng)
        box = Box(1, 0.5, 36, 7)
        handwriting.write_whole(Paper(picture, 12.0), box, text, hand, rng, centred=True)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
        ys, xs = np.nonzero(grey < 200)
        top, left = max(0, ys.min() - 3), max(0, xs.min() - 3)
        found.append(grey[top : ys.max() + 4, left : xs.max() + 4])
    return found


def test_known_words_are_read_and_none_is_read_wrongly() -> None:
    texts = KNOWN * 2
    read = HeadingReader().read(lines(texts, 1))
    firm = [(text, found) for text, found in zip(texts, read, strict=True) if found and found.firm]
    assert all(sense_of(text) == sense_of(found.text) for text, found in firm)
    assert len(firm) >= len(texts) // 2


def test_words_that_are_not_known_stay_unread() -> None:
    read = HeadingReader().read(lines(STRANGE * 2, 2))
    assert [found.text for found in read if found is not None and found.firm] == []


def test_bare_paper_is_nothing() -> None:
    assert HeadingReader().read([np.full((40, 90), WHITE, np.uint8)]) == [None]
    assert HeadingReader().read([]) == []


def test_short_words_must_be_clearer() -> None:
    assert HandRead("points", 0.8, 1000.0).firm
    assert not HandRead("us", 0.8, 1000.0).firm
    assert not HandRead("points", 0.8, 3.0).firm
    assert not HandRead("points", 0.4, 1000.0).firm


def test_vocabulary_joins_words_and_takes_either_case() -> None:
    words = words_above()
    assert words.read("B1DBY") == "bid by"
    assert words.read("T0TA1A") == "total a"
    assert words.read("N0.") == "no"
