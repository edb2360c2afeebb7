"""How everything looks: the Jinja environment, the report, and the print styles.

Every value is escaped, and a name that a page asks for and does not get is an error: a page never
shows a hole where evidence should be.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE: Final = Path(__file__).parent


@cache
def environment() -> Environment:
    """The one Jinja environment."""
    return Environment(
        loader=FileSystemLoader(HERE / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(page: str, **values: Any) -> str:
    """A page as text. Raises jinja2.UndefinedError where a value is missing."""
    return environment().get_template(page).render(**values)
