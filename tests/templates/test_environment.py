"""The Jinja environment: everything is escaped, and nothing is missing in silence."""

from __future__ import annotations

import re
import time

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


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Asia/Kolkata", "2026-08-26 22:35 IST, on 2026-08-26"),
        ("Asia/Dubai", "2026-08-26 21:05 UTC+04:00, on 2026-08-26"),
        ("Asia/Tokyo", "2026-08-27 02:05 JST, on 2026-08-27"),
        ("", "2026-08-26 12:05 UTC-05:00, on 2026-08-26"),
        ("Nowhere/At all", "2026-08-26 12:05 UTC-05:00, on 2026-08-26"),
    ],
)
def test_a_moment_is_shown_in_the_zone_of_the_page(
    zone: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as other:
        other.setenv("TZ", "<-05>5")
        time.tzset()
        page = environment().from_string("{{ at | moment }}, on {{ at | day }}")
        assert page.render(at="2026-08-26T17:05:09Z", zone=zone) == shown
    time.tzset()


@pytest.mark.parametrize("at", ["2026-13-45T00:00:00Z", "0001-01-01T00:00:00Z"])
def test_a_moment_that_no_clock_shows_is_shown_as_it_is_written(at: str) -> None:
    page = environment().from_string("{{ at | moment }}")
    assert page.render(at=at, zone="America/New_York") in (at, "0001-01-01 00:00 UTC")
