"""A straightened page to its lines of words, each word read by two readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.bars import with_bars
from fairdeal.digitize.printed.gaps import ReadRow, Span, read_rows, spacing_of, spans_of, strip_of
from fairdeal.digitize.printed.marks import Marks, marks_of
from fairdeal.digitize.printed.readers import (
    LOWEST,
    WIDTHS,
    LineReader,
    by_each,
    shared_out,
    suits_of,
    with_suits,
    without,
)
from fairdeal.digitize.printed.runs import COMMA, Run, find_runs, without_strays
from fairdeal.digitize.printed.words import (
    BAR,
    Line,
    PageWords,
    Sign,
    Word,
    box_of,
    readings_of,
    surest_of,
)

AGREED: Final = 0.995
"""What is less likely is read once more: a lone figure of which one of two readers makes two is 0.981."""
MOST_AGAIN: Final = 250
"""With more doubtful words a page is not print, or none that could be read."""
WIDEST_LETTER: Final = 1.0
"""In heights of a capital: ``JD`` of a printer whose letters touch is a mark of 1.06."""
LETTER_HIGH: Final = 0.5
"""In heights of a capital."""
SPECK: Final = 1.2
"""In heights of a capital."""
SOLID: Final = 0.45
"""Share of its box that a suit symbol blackens, a broken one of a fax as well."""
SAME_ROW: Final = 0.5
"""Runs belong to one line if their middles differ by less than this, in heights of a capital."""


@dataclass(slots=True)
class _Candidate:
    """A word on its way: the spans that it is made of, and what each look at it saw."""

    run: Run
    spans: Sequence[Span]
    looks: list[Sequence[Sign]]
    knows: list[frozenset[str]]
    single: bool = False
    """Whether it is one mark, no wider than a letter."""
    letters: int = 0
    comma: bool = False
    """Whether it ends with a small mark that hangs below the line."""
    solid: bool = False
    """Whether it is one mark as large as a suit symbol, and as black: neither dirt nor the end of a rule."""
    readings: tuple[tuple[str, float], ...] = ()

    def within(self, suits: Mapping[int, Sign]) -> dict[int, Sign]:
        """The suit symbols in it."""
        left, right = self.spans[0].left, self.spans[-1].right
        return {mark: suit for mark, suit in suits.items() if left <= suit.x <= right}

    def judged(self) -> _Candidate:
        self.readings = readings_of(
            self.looks, self.knows, single=self.single, letters=self.letters
        )
        return self

    def word(self, marks: Marks) -> Word:
        first, last = self.spans[0], self.spans[-1]
        readings = self.readings
        if self.solid and not readings[0][0]:
            readings = (("?", 1.0),)
        if self.comma and not readings[0][0].endswith((",", ".", ";")):
            readings = tuple((text + ",", probability) for text, probability in readings)
        base, capital = self.run.baseline((first.left + last.right) / 2), self.run.capital
        box = box_of(first.left, last.right, base, capital)
        alone = len(self.looks) == 1
        x = marks.boxes[list(self.run.straight)][:, [0, 2]].mean(1)
        figures = not ((x > first.left) & (x < last.right)).any()
        return Word(readings, box, surest_of(self.looks[0]) if alone else 1.0, figures)


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What stands on a page before anything is read: its marks, the runs that they make, the words of each
    run by its gaps, and the suit symbols among its marks."""

    page: NDArray[np.uint8]
    marks: Marks
    runs: Sequence[Run]
    spans: Sequence[Sequence[Span]]
    suits: Mapping[int, Sign]

    def read_rows(
        self, readers: Sequence[LineReader], rows: Sequence[ReadRow]
    ) -> list[dict[int, list[tuple[Sign, ...]]]]:
        """What each reader sees in each word of the runs, by the run; suit symbols put in."""
        strips = [
            strip_of(self.page, self.marks, without(row.run, self.suits), row.spans) for row in rows
        ]
        return [self._shared_out(rows, read) for read in by_each(readers, strips)]

    def _shared_out(
        self, rows: Sequence[ReadRow], read: Sequence[Sequence[Sign]]
    ) -> dict[int, list[tuple[Sign, ...]]]:
        found: dict[int, list[tuple[Sign, ...]]] = {}
        for row, signs in zip(rows, read, strict=True):
            shares = shared_out(with_suits(signs, row.run, self.suits), row.spans, row.run.capital)
            for part in row.parts:
                count = len(self.spans[part])
                found[part], shares = shares[:count], shares[count:]
        return found

    def read(self, reader: LineReader, which: Sequence[int]) -> list[list[Sign]]:
        """What a reader sees in some of the runs, suit symbols put in."""
        strips = [
            strip_of(self.page, self.marks, without(self.runs[n], self.suits), self.spans[n])
            for n in which
        ]
        read = reader.read(strips)
        return [
            with_suits(signs, self.runs[n], self.suits)
            for n, signs in zip(which, read, strict=True)
        ]

    def read_words(
        self, readers: Sequence[LineReader], words: Sequence[_Candidate]
    ) -> list[list[list[Sign]]]:
        """What each reader sees in single words."""
        strips = [
            strip_of(
                self.page, self.marks, without(word.run, self.suits), [*word.spans], alone=True
            )
            for word in words
        ]
        return [
            [
                with_suits(signs, word.run, word.within(self.suits))
                for signs, word in zip(read, words, strict=True)
            ]
            for read in by_each(readers, strips)
        ]


def standing_on(page: NDArray[np.uint8]) -> Standing:
    """What stands on a grey page, ink dark on 255."""
    marks = marks_of(page)
    runs = with_bars(without_strays(find_runs(marks), marks), marks, page)
    spacing = spacing_of(marks, runs)
    spans = [spans_of(marks, run, spacing) for run in runs]
    return Standing(page, marks, runs, spans, suits_of(page, marks, runs, spans))


def page_words(standing: Standing, readers: Sequence[LineReader]) -> PageWords:
    """The words of a page. Raises `ReadError` where a reader does not answer.

    With one reader no word is looked at twice: that it says the same again tells nothing.
    """
    runs, marks = standing.runs, standing.marks
    rows = read_rows(runs, standing.spans)
    seen = _candidates_in(standing, rows, readers)
    if len(readers) > 1:
        _look_again(standing, [word for words in seen.values() for word in words], readers)
    read = [[word.word(marks) for word in seen[n]] for n in range(len(runs))]
    return PageWords(tuple(_lines(marks, runs, read)), marks.across, marks.down)


def _candidates_in(
    standing: Standing, rows: Sequence[ReadRow], readers: Sequence[LineReader]
) -> dict[int, list[_Candidate]]:
    """The words of the runs of some rows, by the run."""
    read = standing.read_rows(readers, rows)
    knows = [reader.knows for reader in readers]
    return {
        n: _candidates(
            standing.marks, standing.runs[n], standing.spans[n], [each[n] for each in read], knows
        )
        for row in rows
        for n in row.parts
    }


def _candidates(
    marks: Marks,
    run: Run,
    spans: Sequence[Span],
    shares: Sequence[Sequence[tuple[Sign, ...]]],
    knows: Sequence[frozenset[str]],
) -> list[_Candidate]:
    """The words of a run. A blank that may be none is one if most say so: its width, and each reader; behind
    a comma it always is."""
    groups: list[list[int]] = []
    for at, span in enumerate(spans):
        hangs = bool(groups) and span.open_before and not _comma(marks, run, spans[at - 1])
        if hangs and not _apart(span, [each[at] for each in shares]):
            groups[-1].append(at)
        else:
            groups.append([at])
    found = []
    for group in groups:
        own = [spans[at] for at in group]
        left, right = own[0].left, own[-1].right
        inside = _inside(marks, run, left, right)
        one = len(inside) == 1
        single = one and right - left < WIDEST_LETTER * run.capital
        signs: list[Sequence[Sign]] = [[s for at in group for s in each[at]] for each in shares]
        comma = _comma(marks, run, own[-1])
        letters = _letters(inside, run)
        solid = one and letters == 1 and _solid(marks, inside[0], run.capital)
        found.append(
            _Candidate(run, own, signs, list(knows), single, letters, comma, solid).judged()
        )
    return found


def _solid(marks: Marks, box: NDArray[np.int32], capital: float) -> bool:
    """Whether a mark is as large and as black as a suit symbol."""
    left, top, right, bottom = (int(side) for side in box)
    high, wide = bottom - top, right - left
    large = high >= LOWEST * capital and WIDTHS[0] * high <= wide <= WIDTHS[1] * high
    return large and float((marks.labels[top:bottom, left:right] > 0).mean()) >= SOLID


def _inside(marks: Marks, run: Run, left: float, right: float) -> NDArray[np.int32]:
    """The marks of a run of which the middles stand between two columns of the page, as boxes."""
    boxes = marks.boxes[run.members]
    middles = boxes[:, [0, 2]].mean(1)
    return np.asarray(boxes[(middles >= left) & (middles <= right)], np.int32)


def _letters(boxes: NDArray[np.int32], run: Run) -> int:
    """How many marks of a word are as high as a letter, high commas left out."""
    high = (boxes[:, 3] - boxes[:, 1]) / run.capital
    base = run.base[0] * boxes[:, [0, 2]].mean(1) + run.base[1]
    hangs = boxes[:, 3] > base + 0.06 * run.capital
    return int(((high >= LETTER_HIGH) & ~(hangs & (high <= COMMA))).sum())


def _comma(marks: Marks, run: Run, span: Span) -> bool:
    """Whether a word ends with a comma, as far as its marks tell: print swallows none, readers do."""
    inside = _inside(marks, run, span.left, span.right + 1)
    if len(inside) < 2:
        return False
    _, top, right, bottom = inside[inside[:, 2].argmax()]
    base = run.baseline(float(right))
    low = top > base - 0.35 * run.capital and bottom > base + 0.06 * run.capital
    return bool(low and bottom - top < 0.55 * run.capital)


def _look_again(
    standing: Standing, words: Sequence[_Candidate], readers: Sequence[LineReader]
) -> None:
    """Each reader reads the words in doubt once more, each on its own: in a row of figures one loses its
    way."""
    doubtful = [word for word in words if word.readings[0][1] < AGREED or not word.readings[0][0]]
    if not doubtful or len(doubtful) > MOST_AGAIN:
        return
    for reader, read in zip(readers, standing.read_words(readers, doubtful), strict=True):
        for word, signs in zip(doubtful, read, strict=True):
            word.looks.append(signs)
            word.knows.append(reader.knows)
    for word in doubtful:
        word.judged()


def _apart(span: Span, signs: Sequence[Sequence[Sign]]) -> bool:
    votes = [own[0].after_blank for own in signs if own]
    return sum(votes) + span.wide > (len(votes) + 1) / 2


def _lines(marks: Marks, runs: Sequence[Run], words: Sequence[list[Word]]) -> list[Line]:
    """Runs on one level put together, with the bars between them."""
    lines: list[Line] = []
    rows: list[list[int]] = []
    for at in sorted(range(len(runs)), key=lambda n: runs[n].left):
        row = next((row for row in rows if _level(runs[row[-1]], runs[at])), None)
        if row is None:
            rows.append([at])
        else:
            row.append(at)
    centre = float(np.median([(run.left + run.right) / 2 for run in runs])) if runs else 0.0
    for row in sorted(rows, key=lambda each: np.median([runs[n].level_at(centre) for n in each])):
        capital = float(np.median([runs[n].capital for n in row]))
        own = [word for n in row for word in words[n] if not _speck(word, capital)] + [
            Word(((BAR, 1.0),), (float(b[0]), float(b[1]), float(b[2]), float(b[3])))
            for b in [
                *(bar for bar in marks.bars if any(_through(runs[n], bar) for n in row)),
                *(marks.boxes[bar] for n in row for bar in runs[n].bars),
            ]
        ]
        own = [word for word in own if not _stray(word, own, capital)]
        if all(word.text in ("", "?", BAR) for word in own):  # black marks alone are dirt
            own = [word for word in own if word.text != "?"]
        middle = float(np.median([runs[n].level_at(centre) for n in row]))
        if not own or _left_of_a_rule(own, marks.down):
            continue
        if lines and _interleaved(lines[-1], own):  # the commas of one line, and its cards
            own += lines.pop().words
        lines.append(Line(tuple(sorted(own, key=lambda word: word.left)), middle, capital))
    return [line for line in lines if not _off_all(line, lines)]


def _off_all(line: Line, lines: Sequence[Line]) -> bool:
    """Whether nothing stands on a line but a stroke, far from all others: no row of a sheet has lost all
    else there."""
    near = (abs(each.middle - line.middle) < FAR * each.capital for each in lines if each != line)
    return line.text == BAR and not any(near)


def _interleaved(line: Line, words: Sequence[Word]) -> bool:
    """Whether some words are of a line: they stand on its level, among its own."""
    ends = (line.words[0].left, max(word.right for word in line.words))
    among = any(ends[0] < word.left < ends[1] for word in words)
    middles = [np.median([word.y for word in each]) for each in (line.words, words)]
    if not among or abs(middles[0] - middles[1]) >= SAME_ROW * line.capital:
        return False
    return all(a.right <= b.left or b.right <= a.left for a in line.words for b in words)


def _level(before: Run, after: Run) -> bool:
    """Whether a run goes on in another one to the right of it."""
    if after.left < before.right - before.capital:
        return False
    between = (before.right + after.left) / 2
    return abs(before.level_at(between) - after.level_at(between)) < SAME_ROW * min(
        before.capital, after.capital
    )


def _through(run: Run, bar: NDArray[np.int32]) -> bool:
    """Whether a bar stands on a run's line, within a few letters of it."""
    x = float(bar[0] + bar[2]) / 2
    middle = run.baseline(x) - run.capital / 2
    near = run.left - 4 * run.capital < x < run.right + 4 * run.capital
    return bool(near and bar[1] < middle < bar[3])


BESIDE_RULE: Final = 1.0
"""A piece of a rule that leans lies so near to it, in heights of itself."""


def _left_of_a_rule(line: Sequence[Word], down: NDArray[np.int32]) -> bool:
    """Whether nothing stands on a line but a stroke beside an upright rule, a piece of it. Elsewhere it may
    be a figure."""
    if [word.text for word in line] != [BAR]:
        return False
    x, y, (_, top, _, bottom) = line[0].x, line[0].y, line[0].box
    far = BESIDE_RULE * (bottom - top)
    near = (down[:, 0] - far < x) & (x < down[:, 2] + far) & (down[:, 1] < y) & (y < down[:, 3])
    return bool(near.any())


STRAY: Final = frozenset("®©°«»<>{}%&#@§€£¥_")
"""Signs that no entry has ..."""
FAR: Final = 6.0
"""... are dirt so far from all that stands in their line, in heights of a capital: one had 20. So is a stroke
so far from all lines."""


def _stray(word: Word, line: Sequence[Word], capital: float) -> bool:
    """Whether a word is a sign that no entry has, far from all others of its line."""
    near = (
        other is not word
        and other.left < word.right + FAR * capital
        and other.right > word.left - FAR * capital
        for other in line
    )
    return word.text.strip(",.;") in STRAY and not any(near)


def _speck(word: Word, capital: float) -> bool:
    """Whether nobody sees anything in a word that is no wider than a letter: dirt, the end of a rule."""
    return not word.text and word.right - word.left < SPECK * capital
