"""Trials of the notation: records there and back, and records that were damaged on the way.

A damaged record must never stop the reading; every line of it is in the record or in a problem; the
quick way of reading gives what the grammar gives; and what was read comes back when written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from bench.proportions import Proportion
from bench.soak.outcome import SHOWN, Outcome
from bench.text.lost_lines import lost_lines
from bench.text.notation_records import Records
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records.record import Record
from samples.making.records.deals import clean_record

MOST_DAMAGE = 8
"""Places at which one record is damaged, at most."""

_STRANGE = "{}[]|;:!?@-+\"'\\,.0123456789ACDHJKNPQSTX♠♥ \t\n\r\0\u200bé€�അ"


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` records there and back, and half as many damaged ones."""
    yield _tried("round trip", round_trip, count, seed)
    yield _tried("damaged records", damaged, count // 2, seed)


def _tried(name: str, trial: Callable[[int], str | None], count: int, seed: int) -> Outcome:
    right = 0
    failures: list[str] = []
    for number in range(count):
        wrong = trial(seed + number)
        right += wrong is None
        if wrong is not None and len(failures) < SHOWN:
            failures.append(f"seed {seed + number}: {wrong}")
    return Outcome(name, Proportion(right, count), tuple(failures))


def round_trip(seed: int) -> str | None:
    """What went wrong with one record there and back; None where nothing did."""
    record = Records(Random(seed)).record()
    text = write(record)
    result = read(text)
    if result.record != record:
        return f"another record came back\n{text}"
    if write(result.record) != text:
        return f"written differently the second time\n{text}"
    wrong = [p for p in result.problems if p.severity == "error" and text]
    return f"{wrong[0]}\n{text}" if wrong else None


def damaged(seed: int) -> str | None:
    """What went wrong with reading one damaged record; None where nothing did."""
    random = Random(seed)
    source = damage(random, write(_whole(random)))
    try:
        result, full = read(source), read(source, fast=False)
    except Exception as error:
        return f"{type(error).__name__}: {error}\n{source!r}"
    if result.record != full.record or result.problems != full.problems:
        return f"quick and full reading differ\n{source!r}"
    lost = lost_lines(result)
    if lost:
        return f"lost lines {lost}\n{source!r}"
    if read(write(result.record)).record != result.record:
        return f"another record came back\n{source!r}"
    return None


def _whole(random: Random) -> Record:
    """A clean deal, or a record of every construct."""
    if random.random() < 0.3:
        return clean_record(random.getrandbits(32))
    return Records(random).record()


def damage(random: Random, text: str) -> bytes:
    """The text with characters and lines lost, doubled, changed or put in, perhaps cut off."""
    for _ in range(random.randint(1, MOST_DAMAGE)):
        text = random.choice((_character, _character, _line))(random, text)
    if random.random() < 0.2:
        text = text[: random.randint(0, len(text))]
    if random.random() < 0.1:
        text = text.replace("\n", random.choice(("\r\n", "\r")))
    source = text.encode("utf-8", errors="surrogatepass")
    if random.random() < 0.15:
        source = source[: random.randint(0, len(source))]
    if random.random() < 0.15:
        position = random.randint(0, len(source))
        source = source[:position] + random.randbytes(random.randint(1, 12)) + source[position:]
    return source


def _character(random: Random, text: str) -> str:
    position = random.randint(0, len(text))
    what = random.choice(("lose", "put", "change"))
    new = "" if what == "lose" else random.choice(_STRANGE)
    return text[:position] + new + text[position + (what != "put") :]


def _line(random: Random, text: str) -> str:
    lines = text.split("\n")
    position = random.randrange(len(lines))
    what = random.choice(("lose", "double", "move", "join"))
    line = lines.pop(position)
    if what == "double":
        lines[position:position] = [line, line]
    elif what == "move":
        lines.insert(random.randint(0, len(lines)), line)
    elif what == "join" and position < len(lines):
        lines[position] = line + lines[position]
    return "\n".join(lines)
