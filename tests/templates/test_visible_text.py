"""Letters that nobody sees are shown; what a script needs to be written stays as it is."""

from __future__ import annotations

import pytest

from fairdeal.templates import environment
from fairdeal.templates.visible import visible


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Asha\u202egpj.exe", "Asha[U+202E]gpj.exe"),
        ("\u2066Asha\u2069", "[U+2066]Asha[U+2069]"),
        ("Asha\u200e\u200f\u061c", "Asha[U+200E][U+200F][U+061C]"),
        ("As\u200bha", "As[U+200B]ha"),
        ("As\u200dha", "As[U+200D]ha"),
        ("As\u200cha", "As[U+200C]ha"),
        ("\ufeffAsha", "[U+FEFF]Asha"),
        ("As\u00adha\u2060", "As[U+00AD]ha[U+2060]"),
        ("Asha\u3164", "Asha[U+3164]"),
        ("Asha\ufe0f", "Asha[U+FE0F]"),
        ("Asha\U000e0041", "Asha[U+E0041]"),
        ("As\x1b[31mha", "As[U+001B][31mha"),
        ("As\udc80ha", "As[U+DC80]ha"),
    ],
)
def test_what_nobody_sees_is_shown_by_its_number(name: str, shown: str) -> None:
    assert visible(name) == shown
    assert visible(name) != visible("Asha")


@pytest.mark.parametrize(
    "name",
    [
        "Asha Menon-Nair",
        "ആശ മേനോൻ",
        "ഫ്രാന്\u200dസിസ്",  # a chillu as it was written before Unicode had letters for them
        "പോസ്റ്റ്\u200c ഓഫീസ്",  # a vowel sign that is not to join
        "क्\u200dष",
        "র\u200d্যাম",  # Bengali, the joiner before the virama
        "می\u200cخواهم",  # Persian
        "\u05d3\u05e0\u05d4 כהן",
        "محمد",
        "10\u2660\ufe0e, \u2665\ufe0f",
        "👨\u200d👩\u200d👧",
        "葛\U000e0100城",
        "two\nlines\tand a tab\r\n",
        "",
    ],
)
def test_honest_scripts_stay_as_they_are(name: str) -> None:
    assert visible(name) == name


def test_a_joiner_with_nothing_to_join_is_shown() -> None:
    assert visible("മേനോന്\u200d\u200d") == "മേനോന്\u200d[U+200D]"
    assert visible("\u200dമ") == "[U+200D]മ"


def test_every_page_shows_them() -> None:
    text = environment().from_string("<b>{{ name }}</b>{{ 3 }}{{ none }}")
    assert text.render(name="a\u202e<") == "<b>a[U+202E]&lt;</b>3None"


def test_pieces_of_pages_are_not_shown_twice() -> None:
    text = environment().from_string("{% macro it(x) %}{{ x }}{% endmacro %}{{ it(name) }}")
    assert text.render(name="\u200b<") == "[U+200B]&lt;"


def test_the_field_of_a_form_gives_back_what_it_got() -> None:
    text = environment().from_string('<input value="{{ name | exact }}">')
    assert text.render(name='\u202e"') == '<input value="\u202e&#34;">'
