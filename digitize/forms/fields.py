"""The fields of a form as JSON, for programs that fill forms in or read them."""

from __future__ import annotations

from typing import Any

from fairdeal.digitize.forms.layout import Layout


def as_json(layout: Layout) -> dict[str, Any]:
    """``{"form", "page_mm", "fields": [{"name", "kind", "boxes_mm", "examples"}]}``.

    `boxes_mm` are ``[x, y, width, height]`` from the top left corner of the page.
    """
    return {
        "form": layout.form,
        "page_mm": list(layout.page),
        "fields": [
            {
                "name": entry.name,
                "kind": entry.kind,
                "boxes_mm": [[box.x, box.y, box.width, box.height] for box in entry.boxes],
                "examples": list(entry.examples),
            }
            for entry in layout.fields
        ],
    }
