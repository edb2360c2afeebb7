"""From the words that Tesseract saw to the text of a log, with doubt where there is doubt.

Quotes and dashes are made plain, which changes no meaning. Cards and calls are left as they were
seen: what was seen without confidence is written with the notation's own doubt (``9H?``), and what
stands in a card's place without being a card is ``??``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.letters import count_letters
from fairdeal.digitize.printed.straighten import straighten
from fairdeal.digitize.printed.tesseract import ONE_BLOCK, Word
from fairdeal.digitize.printed.ways_up import LEAST_WORDS, SURE, words_of
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import ReadProblem

LEAST_LETTERS: Final = 2 * LEAST_WORDS
"""With fewer marks of the size of letters there are no words of two letters to be read, and Tesseract,
which can puzzle over a carpet for minutes, is not asked."""
SECONDS_IN_ALL: Final = 30.0
"""For all ways up together. A page that is the right way up takes 3 to 10 seconds."""
LEAST_CARDS: Final = 4
"""A page without a block's name must hold as many cards or calls to be a log."""
GAP: Final = 1.7
"""Lines further apart than this many usual distances have an empty line between them."""

_PLAIN: Final = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'",
    "–": "-", "—": "-", "−": "-", "…": "...", "\u00a0": " ", "¦": "|",
})  # fmt: skip
_BLOCK: Final = re.compile(r"^(Hands|Auction|Play|Result|Sheet( [AB])?):", re.IGNORECASE)
_TAG: Final = re.compile(r"^[|\s]*\[")
_WHOLE_TAG: Final = re.compile(r'^[|\s]*\[\s*(\w+)\s+"(.*)"\s*\][|\s]*$')
_EDGE: Final = re.compile(r"^[|_~\s]+$")
"""What the edge of a sheet looks like to Tesseract."""
_CARD: Final = re.compile(r"^(10|[2-9TJQKA])[CDHS♣♦♥♠]$", re.IGNORECASE)
_CALL: Final = re.compile(
    r"^(2[89]|3\d|4\d|5[0-6]|Pass|P|XX?|NT|NS|Plus|Noes|[CDHS]),?$", re.IGNORECASE
)
_LABEL: Final = re.compile(r"^(\d:)(.+)$")
_ROW_LABEL: Final = re.compile(r"^(\d:|trick|\d+:)$", re.IGNORECASE)
_DOUBTABLE: Final = re.compile(r"^[0-9A-Za-z♣♦♥♠+]+$")
_TEN: Final = re.compile(r"^[1lI|][0OoQ]([CDHS])$")

RETAKE: Final = "Take the photo again from straight above, near enough to read the letters."


def read_printed(image: NDArray[np.uint8], name: str) -> tuple[str, tuple[ReadProblem, ...]]:
    """The text of a photographed typed or printed log, and what is doubtful about it.

    Raises `ReadError`: ``no-text`` where the picture holds no text, ``not-a-log`` where it holds
    other text than a log, and what `digitize.printed.tesseract` raises.
    """
    page = straighten(image)
    enough = count_letters(page) >= LEAST_LETTERS
    words = words_of(page, SECONDS_IN_ALL, ONE_BLOCK) if enough else []
    if sum(word.confidence >= SURE for word in words) < LEAST_WORDS:
        raise ReadError("no-text", f"No form and no printed text was found in {name}.", RETAKE)
    lines = list(_lines(words))
    if not _is_log(lines):
        raise ReadError(
            "not-a-log",
            f"{name} shows printed text, but neither a score sheet or hand log nor a typed record of"
            " deals.",
            "If it is the wrong photo, send the right one. If it is one of our forms, take the photo again"
            " with the whole page and its black corner marks in it. A typed record is read where it is"
            " written as docs/notation.md says.",
        )
    return _written(lines), tuple(_problems(lines))


def _lines(words: list[Word]) -> Iterator[list[Word]]:
    """Words line by line from the top; an empty line where the print leaves one out."""
    grouped = [list(group) for _, group in groupby(words, key=lambda word: word.line)]
    grouped.sort(key=_middle)
    middles = [_middle(line) for line in grouped]
    steps = [after - before for before, after in pairwise(middles)]
    usual = float(np.median(steps)) if steps else 0.0
    for index, line in enumerate(grouped):
        if index and usual > 0 and steps[index - 1] > GAP * usual:
            yield []
        yield sorted(line, key=lambda word: word.left)


def _middle(line: list[Word]) -> float:
    return float(np.median([word.top + word.height / 2 for word in line]))


def _is_log(lines: list[list[Word]]) -> bool:
    """A block's name or a tag of a deal, or enough cards and calls."""
    texts = [" ".join(word.text for word in line) for line in lines]
    if any(_BLOCK.match(text) or text.startswith("[Deal") for text in texts):
        return True
    tokens = [_LABEL.sub(r"\2", word.text) for line in lines for word in line]
    cards = sum(bool(_CARD.match(token) or _CALL.match(token)) for token in tokens)
    return cards >= LEAST_CARDS and cards >= 0.3 * len(tokens)


def _written(lines: list[list[Word]]) -> str:
    """The text, each line with the doubt of its words; the block it stands in tells what is a card."""
    block, written = "", []
    for line in lines:
        plain = " ".join(word.text.translate(_PLAIN) for word in line)
        heading = _BLOCK.match(plain)
        if heading or _TAG.match(plain):
            block = heading[1].lower() if heading else ""
            written.append(_WHOLE_TAG.sub(r'[\1 "\2"]', plain))
            continue
        if plain and _EDGE.match(plain):
            continue
        written.append(" ".join(_token(word, block) for word in line))
    return "\n".join(written) + "\n"


def _token(word: Word, block: str) -> str:
    """One word as the notation writes it, doubted where Tesseract or the word itself is doubtful."""
    text = word.text.translate(_PLAIN)
    label = _LABEL.match(text)
    head, body = (label[1], label[2]) if label else ("", text)
    tail = "," if body.endswith(",") else ""
    body = body.removesuffix(",")
    if block in ("hands", "play"):
        return head + _card(body, word.confidence) + tail
    doubted = word.confidence < SURE and block in ("auction", "result") and _DOUBTABLE.match(body)
    return head + body + ("?" if doubted and not _ROW_LABEL.match(body) else "") + tail


def _card(body: str, confidence: float) -> str:
    """A word in a row of cards. What only a ten can be is a doubted ten; what is no card is ``??``."""
    if _CARD.match(body):
        return body if confidence >= SURE else body + "?"
    if _ROW_LABEL.match(body) or body in ("-", "..", "??") or body.startswith(("!", ";", "{")):
        return body
    ten = _TEN.match(body)
    if ten:
        return f"10{ten[1]}?"
    return body if not _looks_like_card(body) else "??"


def _looks_like_card(body: str) -> bool:
    """Two or three signs in a row of cards stand for a card, whatever they were seen as."""
    return 2 <= len(body) <= 3 and body.isalnum()


def _problems(lines: list[list[Word]]) -> Iterator[ReadProblem]:
    yield ReadProblem(
        "read-as-print", "note", "No form's marks were seen; the page was read as printed text."
    )
    unsure = [word.text for line in lines for word in line if word.confidence < SURE]
    if unsure:
        yield ReadProblem(
            "print-unsure",
            "warning",
            f"{len(unsure)} printed words were read without confidence"
            f" ({', '.join(unsure[:6])}{' ...' if len(unsure) > 6 else ''}). Compare them with the photo.",
        )
