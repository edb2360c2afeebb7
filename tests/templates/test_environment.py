"""The Jinja environment: everything is escaped, and nothing is missing in silence."""

from __future__ import annotations

import re

import jinja2
import pytest

from fairdeal.templates import HERE, environment


def test_values_are_escaped() -> None:
    text = environment().from_string("<p>{{ words }}</p>").render(words="<script>")
    assert text == "<p>&lt;script&gt;</p>"


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ nothing }}").render()


@pytest.mark.parametrize("page", sorted(path.name for path in (HERE / "pages").glob("*.html")))
def test_no_page_switches_escaping_off_or_asks_for_anything_outside(page: str) -> None:
    text = (HERE / "pages" / page).read_text("utf-8")
    assert "|safe" not in text.replace(" ", "")
    assert "autoescape" not in text
    assert not re.search(r"https?://", text)


def test_styles_do_not_speak_by_colour_alone() -> None:
    css = (HERE / "pages" / "report.css").read_text("utf-8")
    fault = re.search(r"\.marked\.fault \{([^}]*)\}", css)
    proof = re.search(r"\.marked\.proof \{([^}]*)\}", css)
    assert fault and "solid" in fault[1]
    assert proof and "dashed" in proof[1]


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("2026-08-26T17:05:09Z", "2026-08-26 17:05 UTC"),
        ("2026-08-26T17:05:09.25Z", "2026-08-26 17:05 UTC"),
        ("yesterday", "yesterday"),
    ],
)
def test_a_moment_is_shown_as_people_write_it(at: str, shown: str) -> None:
    assert environment().from_string("{{ at | moment }}").render(at=at) == shown
