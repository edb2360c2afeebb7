"""A form that is another one but for some changes."""

from __future__ import annotations

from typing import Any

from fairdeal.digitize.forms.layout import edition

BASE: dict[str, Any] = {
    "form": "log/1",
    "title": "Log",
    "marker": [{"id": 0, "y": 8}, {"id": 1, "y": 9}],
    "label": [{"text": "six", "x": 1}, {"text": "gone", "x": 2}],
    "table": [
        {
            "name": "hand {n}",
            "count": 6,
            "column": [{"name": "{k}", "x": 0}, {"name": "won", "x": 5}],
        },
        {"id": "words", "name": "hand {n}", "count": 6},
    ],
}
CHANGES: dict[str, Any] = {
    "form": "log-4/1",
    "title": "Log for four",
    "markers_from": 60,
    "marker_at": {"61": {"y": 7}},
    "change": [
        {"of": "hand {n}", "count": 4, "column": {"won": {"x": 3}}},
        {"of": "six", "text": "four"},
        {"of": "gone", "drop": True},
    ],
    "label": [{"text": "new", "x": 3}],
}


def test_what_is_changed_dropped_and_added() -> None:
    made = edition(BASE, CHANGES)
    assert (made["form"], made["title"]) == ("log-4/1", "Log for four")
    assert made["marker"] == [{"id": 60, "y": 8}, {"id": 61, "y": 7}]
    assert made["label"] == [{"text": "four", "x": 1}, {"text": "new", "x": 3}]
    hands, words = made["table"]
    assert hands["count"] == 4 and words["count"] == 6
    assert hands["column"] == [{"name": "{k}", "x": 0}, {"name": "won", "x": 3}]


def test_the_base_stays_as_it_is() -> None:
    edition(BASE, CHANGES)
    assert BASE["marker"][0]["id"] == 0 and BASE["table"][0]["count"] == 6
    assert [label["text"] for label in BASE["label"]] == ["six", "gone"]
