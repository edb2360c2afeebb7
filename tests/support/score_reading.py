"""Every figure that a page shows of a score, read back and compared with what the one function gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.names import team_called
from fairdeal.desk.score.figures import NAMES, UNKNOWN, MatchScore, Score, pair_text
from fairdeal.desk.score.match import as_ruled, score_of

MARKS: Final = ("score", "points", "open", "line", "total", "deal-score", "in-force")
_VOID: Final = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})
_IN_WORDS: Final = re.compile(
    r"(as written|by the rulebook|as ruled):?\s+(-?\d+)\s+(?:–|to)\s+(-?\d+)", re.IGNORECASE
)
"""A score in a sentence, with its name before it."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the one function gives for a case, worked out before any page is drawn."""

    score: MatchScore
    teams: tuple[str, str]
    deals: dict[str, str]
    """What each deal scores as ruled."""


def expected_of(case: Case) -> Expected:
    score, steps = score_of(case), as_ruled(case)
    one, two = score.sides
    deals = {} if steps is None else {each.label: pair_text(each.ruled) for each in steps.deals}
    return Expected(score, (team_called(case, one), team_called(case, two)), deals)


@dataclass(slots=True)
class Figure:
    """A marked figure: what it is, what it stands under, and what a person sees."""

    kind: str
    name: str
    attributes: dict[str, str]
    heading: str
    text: str = ""


@dataclass(slots=True)
class _Row:
    heads: list[str] = field(default_factory=list)
    cell: int = 0


class _Reader(HTMLParser):
    """The marked figures of a page, with the heading of their column or line."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[Figure] = []
        self.text: list[str] = []
        self._open: list[tuple[str, Figure | None, bool]] = []
        self._row = _Row()
        self._heading: list[str] | None = None
        self._last = ""
        self._in_head = self._hidden = False
        self._deal = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marks = {name: value or "" for name, value in attrs}
        given = {
            name.removeprefix("data-"): value
            for name, value in marks.items()
            if name.startswith("data-")
        }
        if tag in ("thead", "style"):
            self._in_head, self._hidden = tag == "thead", tag == "style"
        if tag == "thead":
            self._row = _Row()
        if tag == "tr":
            self._row.cell = 0
        if tag in ("th", "dt"):
            self._heading = []
        if "deal" in given:
            self._deal = given["deal"]
        figure = self._figure(given)
        if tag not in _VOID:
            self._open.append((tag, figure, marks.get("class") == "role"))

    def _figure(self, given: dict[str, str]) -> Figure | None:
        kind = next((mark for mark in MARKS if mark in given), None)
        if kind is None:
            return None
        in_table = any(tag == "table" for tag, _, _ in self._open)
        heads, cell = self._row.heads, self._row.cell
        heading = (heads[cell] if cell < len(heads) else "") if in_table else self._last
        figure = Figure(kind, given[kind], {**given, "deal": self._deal}, heading)
        self.figures.append(figure)
        return figure

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            closed, _, _ = self._open.pop()
            if closed == tag:
                break
        if tag in ("th", "dt") and self._heading is not None:
            self._last = " ".join("".join(self._heading).split())
            if self._in_head:
                self._row.heads.append(self._last)
            self._heading = None
        if tag in ("th", "td") and not self._in_head:
            self._row.cell += 1
        if tag == "thead":
            self._in_head = False
        if tag == "style":
            self._hidden = False

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if not any(kind == "dl" for kind, _, _ in self._open):
            self.text.append(data)  # what stands in such a list is marked
        if self._heading is not None:
            self._heading.append(data)
        aside = any(role for _, _, role in self._open)
        for _, figure, _ in self._open:
            if figure is not None and not aside:
                figure.text += data


def figures_of(page: str) -> tuple[list[Figure], str]:
    """The marked figures of a page, and all its text."""
    reader = _Reader()
    reader.feed(page)
    return reader.figures, " ".join(" ".join(reader.text).split())


def differences(page: str, expected: Expected) -> list[str]:
    """Every figure of a page that is not the one that the function gives; also where none is shown."""
    figures, text = figures_of(page)
    found = [told for figure in figures for told in _wrong(figure, expected)]
    shown = {figure.name for figure in figures if figure.kind in ("score", "line")}
    found += [f"{name} is not shown" for name in NAMES if name not in shown]
    return found + list(_wrong_words(text, expected.score)) + list(_wrong_end(figures, expected))


def _wrong(figure: Figure, expected: Expected) -> Iterator[str]:
    right = _right(figure, expected)
    text = " ".join(figure.text.split())
    if right is not None and text != right:
        yield f"{figure.kind} {figure.name}: {text!r}, not {right!r}"
    if figure.kind in ("score", "line", "deal-score") and figure.heading:
        titles = (NAMES[figure.name], NAMES[figure.name].lower())  # type: ignore[index]
        if figure.heading not in titles and figure.heading in NAMES.values():
            yield f"{figure.name} stands under {figure.heading!r}"


def _right(figure: Figure, expected: Expected) -> str | None:
    """What should stand there; None where that is not compared."""
    if figure.kind == "in-force":
        return _in_force(expected.score)
    if figure.kind == "deal-score":
        ruled = expected.deals.get(figure.attributes["deal"])
        redealt = "dealt again" in figure.text
        return ruled if figure.name == "as-ruled" and not redealt else None
    if figure.kind == "total":
        return None  # the last of each sheet is compared
    score = dict(expected.score.named)[figure.name]  # type: ignore[index]
    if score is None:
        return "not ruled yet" if figure.kind in ("score", "line") else None
    if figure.kind == "score":
        side = expected.score.sides.index(figure.attributes["side"])  # type: ignore[arg-type]
        points = score.totals[side]
        return "not known" if points is None else str(points)
    if figure.kind == "points":
        return "not known" if score.match_points == UNKNOWN else pair_text(score.match_points)
    open_ = ", ".join(each.text for each in score.to_replay)
    if figure.kind == "open":
        return open_ or "nothing"
    return "; ".join(part for part in (pair_text(score.totals), open_) if part)


def _in_force(score: MatchScore) -> str:
    name = "by the rulebook" if score.as_ruled is None else "as ruled"
    return f"{score.in_force.text} {name}"


def scores_in_words(text: str) -> set[tuple[str, tuple[int, int]]]:
    """Scores in sentences with their names: those of a ruling's draft, for one."""
    found = _IN_WORDS.findall(text)
    return {(title.lower(), (int(one), int(two))) for title, one, two in found}


def _wrong_words(text: str, score: MatchScore) -> Iterator[str]:
    named = {NAMES[name].lower(): each for name, each in score.named}
    for title, told in sorted(scores_in_words(text)):
        right = named[title]
        if right is not None and told != right.totals:
            yield f"{title}: {told} in words"
    for title, told in re.findall(
        r"(At the end by the rulebook|As ruled|As written): ([^.]*)\.", text
    ):
        right = named[title.lower().removeprefix("at the end ")]
        shown = tuple(int(each) for each in re.findall(r" (-?\d+)(?=,|$)", told))
        if right is not None and len(shown) == 2 and shown != right.totals:
            yield f"{title}: {told} beside the chart"


def _wrong_end(figures: list[Figure], expected: Expected) -> Iterator[str]:
    """The last running total of a sheet is the score."""
    for name, score in expected.score.named:
        column = [each for each in figures if each.kind == "total" and each.name == name]
        if (
            column
            and isinstance(score, Score)
            and column[-1].text.strip() != pair_text(score.totals)
        ):
            yield f"the sheet ends with {column[-1].text} {name}"
