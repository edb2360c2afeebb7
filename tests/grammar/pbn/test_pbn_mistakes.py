"""What PBN forbids is reported where it stands, and nothing is reported of its correct twin."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.grammar.pbn import reader, standard
from fairdeal.grammar.pbn.reader import read
from fairdeal.grammar.pbn.source import LONGEST_GAME
from fairdeal.grammar.pbn.syntax import Complaints
from fairdeal.records import Problem
from tests.grammar.pbn.pbn_mistakes import Mistake, Text, mistakes

TABLE = list(mistakes())
BEYOND_THE_STANDARD = (
    b'[Event "#"]\n',
    b'[Event "Monsoon Pairs"]\n{' + b"no empty line anywhere\n" * (LONGEST_GAME // 20) + b"}\n",
)
"""What the reader says of files that the standard does not speak of."""
each_mistake = pytest.mark.parametrize("mistake", TABLE, ids=[each.name for each in TABLE])


def problems(text: Text, strict: bool = True) -> list[Problem]:
    return [
        problem
        for game in read(text.source, strict, version=text.version)
        for problem in game.problems
    ]


@each_mistake
def test_a_mistake_is_reported_on_its_line_and_nothing_else_is(mistake: Mistake) -> None:
    found = problems(mistake.wrong)
    assert [problem.line for problem in found] == [line for line, _ in mistake.wrong.problems]
    for line, words in mistake.wrong.problems:
        at_line = [problem.message for problem in found if problem.line == line]
        assert any(words in message for message in at_line), at_line


@each_mistake
def test_its_correct_twin_has_no_problem(mistake: Mistake) -> None:
    assert mistake.wrong.problems and not mistake.right.problems
    assert problems(mistake.right) == []
    assert problems(mistake.right, strict=False) == []


@each_mistake
def test_a_mistake_costs_no_game(mistake: Mistake) -> None:
    for strict in (True, False):
        wrong, right = (
            len(list(read(text.source, strict, version=text.version)))
            for text in (mistake.wrong, mistake.right)
        )
        assert wrong == right


def test_every_complaint_of_the_reader_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A complaint that no mistake of the table provokes is one that nobody has tried."""
    made: set[tuple[str, int]] = set()
    messages: set[str] = set()
    add = Complaints._add

    def noted(self: Complaints, *said: object) -> None:
        frame = sys._getframe(2)
        made.add((Path(frame.f_code.co_filename).name, frame.f_lineno))
        messages.add(str(said[1]))
        add(self, *said)  # type: ignore[arg-type]

    monkeypatch.setattr(Complaints, "_add", noted)
    for mistake in TABLE:
        for strict in (True, False):
            problems(mistake.wrong, strict)
    for source in BEYOND_THE_STANDARD:
        list(read(source))
    untried = [
        f"{name}, line {first}"
        for name, first, last in _calls()
        if not any(file == name and first <= line <= last for file, line in made)
    ]
    untried += [row for row in _rows() if not any(re.fullmatch(row, each) for each in messages)]
    assert "\n".join(untried) == ""


def _rows() -> Iterator[str]:
    """The messages of tables of complaints, a row a complaint, as patterns."""
    for path in sorted(Path(reader.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.For) and ast.unparse(node.target) == "(wrong, message)":
                assert isinstance(node.iter, ast.Tuple)
                yield from (_pattern(row.elts[1]) for row in node.iter.elts)  # type: ignore[attr-defined]


def _pattern(message: ast.expr) -> str:
    parts = message.values if isinstance(message, ast.JoinedStr) else [message]
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in parts
    )


def _calls() -> Iterator[tuple[str, int, int]]:
    """Where the reader complains: file, and the lines of the call."""
    for path in sorted(Path(reader.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("error", "warning", "liberty", "standard", "contradiction")
                and ast.unparse(node.func.value).endswith("complaints")
            ):
                yield path.name, node.lineno, node.end_lineno or node.lineno


def test_every_tag_with_a_form_of_its_own_is_in_the_table() -> None:
    said = {problem.message.partition(" ")[0] for each in TABLE for problem in problems(each.wrong)}
    assert set(standard._CHECKS) - said == set()
