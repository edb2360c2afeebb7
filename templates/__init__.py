"""How everything looks: the Jinja environment, the report, and the print styles.

Every value is escaped, letters that nobody sees are shown by their numbers, and a name that a page asks
for and does not get is an error: a page never shows a hole where evidence should be.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from fairdeal.templates.visible import exact, finished

HERE: Final = Path(__file__).parent
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z")


@cache
def environment() -> Environment:
    """The one Jinja environment."""
    made = Environment(
        loader=FileSystemLoader(HERE / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=finished,
    )
    made.filters["exact"] = exact
    made.filters["moment"] = moment
    return made


def moment(at: str) -> str:
    """``2026-08-26T17:05:09Z`` as people write it: ``2026-08-26 17:05 UTC``. Anything else as it is."""
    found = _MOMENT.fullmatch(at)
    return at if found is None else f"{found[1]} {found[2]} UTC"


def render(page: str, **values: Any) -> str:
    """A page as text. Raises jinja2.UndefinedError where a value is missing."""
    return environment().get_template(page).render(**values)
