"""What a person reads has none of the words of ``docs/plain-english.toml``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import plain_english
from tests.support.plain_english import Word, complaints, words

LISTED = words()
each_word = pytest.mark.parametrize("word", LISTED, ids=[word.example for word in LISTED])


def found(name: str, source: str) -> list[str]:
    return complaints(name, source, LISTED)


@pytest.mark.parametrize(("text", "status"), [(LISTED[0].example, 1), ("Two lines.", 0)])
def test_a_text_with_a_word_of_the_list_is_told_of(
    text: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """``./run lint`` looks at all texts."""
    (tmp_path / "README.md").write_text(text, "utf-8")
    monkeypatch.setattr(plain_english, "ROOT", tmp_path)
    monkeypatch.setattr(plain_english, "files", lambda: [tmp_path / "README.md"])
    monkeypatch.setattr(plain_english, "pages", dict)
    assert plain_english.main() == status
    assert ("README.md:1: " in capsys.readouterr().out) == bool(status)


@each_word
def test_every_word_is_found_in_all_kinds_of_text(word: Word) -> None:
    text = word.example
    for name, source in (
        ("docs/desk.md", text),
        ("README.md", f"Two lines\n{text}"),
        ("templates/pages/report.html", f"<p class='x'>{text}</p>"),
        ("templates/pages/report.html", f'<button title="{text}">'),
        ("rulings/articles/wiki.toml", f'"3.1" = "{text}"'),
        ("desk/trouble.py", f"raise DeskError({text!r})"),
        ("desk/trouble.py", f'def trouble():\n    """{text}"""'),
        ("desk/trouble.py", f"x = 1\n# {text}"),
    ):
        assert any(re.search(word.pattern, each) for each in found(name, source)), source


@each_word
def test_what_to_write_instead_is_none_of_the_list(word: Word) -> None:
    assert found("README.md", word.instead) == []


def test_a_text_of_several_lines_and_pieces_is_read_as_one() -> None:
    (one,) = found("README.md", "A line,\nand whether it hangs\non the card")
    assert one.startswith("README.md:2: “hangs on”")
    assert found("desk/trouble.py", 'x = (f"{name} is "\n     "no seat")')


def test_code_and_names_are_free() -> None:
    for name, source in (
        ("docs/notation.md", "```\nwhich hangs on\n```\nand `anew`, [here](hangs-on.md)"),
        ("templates/pages/report.html", "<p class='anew'>{# anew #}{{ anew }}{% if anew %}</p>"),
        ("rulings/articles/wiki.toml", "# made anew"),
        ("desk/trouble.py", 'def x():\n    """Made by `anew`."""\n    return anew  # `anew`'),
    ):
        assert found(name, source) == []


@pytest.mark.parametrize(
    "text",
    [
        "There is no seat 9.",
        "It is no longer open.",
        "There are none.",
        "The hand in seat 3",
        "Wait no more",
    ],
)
def test_plain_texts_are_free(text: str) -> None:
    assert found("README.md", text) == []
