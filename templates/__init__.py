"""How everything looks: the Jinja environment, the report, and the print styles.

Every value is escaped, letters that nobody sees are shown by their numbers, and a name that a page asks
for and does not get is an error: a page never shows a hole where evidence should be.

`_` is a text of ours in the language of the page, `in_words` one within an attribute; a value that may be
such a text goes through the filter `translated`, what people wrote within a text of ours through `own`.
What stands in a text under a name in capitals is given beside it: `_('Imported by %(WHO)s', WHO=who |
own)`. Times go through `moment`, days through `day`, which show them in the `zone` that the page is given,
else in UTC.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from fairdeal.templates import moments
from fairdeal.templates.language import ENGLISH, Language
from fairdeal.templates.visible import exact, finished, visible

HERE: Final = Path(__file__).parent


def environment() -> Environment:
    """The one Jinja environment of all pages in English."""
    return _environment(ENGLISH)


@lru_cache(maxsize=8)
def _environment(language: Language) -> Environment:
    made = Environment(
        loader=FileSystemLoader((HERE / "pages", HERE / "static")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=finished,
        extensions=["jinja2.ext.i18n"],
    )
    made.filters["exact"] = exact
    made.filters["moment"] = pass_context(lambda page, at: moments.moment(at, _zone(page)))
    made.filters["day"] = pass_context(lambda page, at: moments.day(at, _zone(page)))
    made.filters["shortened"] = shortened
    made.filters["translated"] = language.text
    made.filters["own"] = _own
    made.filters["ruled"] = language.ruled
    made.globals["in_words"] = lambda text, **values: (
        language.words(text) % values if values else language.words(text)
    )
    made.globals["whole"] = language.whole
    made.install_gettext_callables(  # type: ignore[attr-defined]
        language.text, lambda one, many, n: language.text(one if n == 1 else many), newstyle=True
    )
    return made


def _own(written: str) -> Markup:
    """What somebody wrote, kept apart from the text of ours that it stands in."""
    return Markup("<bdi>{}</bdi>").format(visible(written))


@lru_cache(maxsize=8)
def texts_of_scripts(language: Language) -> dict[str, str]:
    """The texts that scripts of the pages show, in a language."""
    return {text: language.words(text) for text in in_scripts()}


@lru_cache(maxsize=1)
def in_scripts() -> tuple[str, ...]:
    """The texts that scripts of the pages show, in English: whatever stands in a call of `inWords`."""
    found: dict[str, None] = {}
    for path in sorted((HERE / "static").glob("*.js")):
        found |= dict.fromkeys(_IN_SCRIPT.findall(path.read_text("utf-8")))
    return tuple(found)


_IN_SCRIPT: Final = re.compile(r'\binWords\(\s*"([^"]+)"')


def _zone(page: Context) -> str:
    """The zone in which a page shows times: the one it is rendered with."""
    return str(page.get("zone", moments.GREENWICH))


def shortened(text: str, longest: int) -> str:
    """A text cut to so many letters, with a sign that it was: where there is room for one line."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def compile_pages(*beginnings: str) -> None:
    """Compile the pages whose names begin so, in English: nobody who asks for one first waits for that."""
    pages = environment()
    for name in pages.list_templates(filter_func=lambda each: each.startswith(beginnings)):
        pages.get_template(name)


def render(page: str, language: Language = ENGLISH, /, **values: Any) -> str:
    """A page as text. Raises jinja2.UndefinedError where a value is missing."""
    return _environment(language).get_template(page).render(language=language, **values)
