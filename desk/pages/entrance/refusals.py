"""What a person reads where a request was refused, by its status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

SAID: Final = {
    400: "The form came incomplete. Go back and send it again.",
    401: "You are not logged in, or your login has ended. Log in, then send it again.",
    403: "This form did not come from a page of the desk. Open the page again and send it from there.",
    404: "There is no such page. It may have been moved; begin again at the list of cases.",
    405: "This address only takes forms. Begin again at the list of cases.",
    413: "That is too much at once. Add fewer or smaller files, one match at a time.",
    421: "The desk is not to be reached under this name. Use the address that it printed when it started.",
}
"""Said by the pages."""

SAID_AT_ONCE: Final = {
    **SAID,
    400: "The desk did not understand this request.",
    403: "This did not come from a page of the desk, or it came through a proxy. Open the page again and "
    "send it from there. Where a proxy stands before the desk, start the desk with --proxy.",
    405: "The desk only shows pages and takes forms.",
    411: "The desk only takes forms whose length is known beforehand, as browsers send them.",
    431: "The address or the headers are too long.",
    500: "This is a fault in Fairdeal. Please report what you did.",
}
"""Said by their headers alone, before any page has seen the request."""


@dataclass(frozen=True, slots=True)
class Refusals:
    """The page that says why a request was refused by its headers, and what it says for each status. `said`
    has words for 400, which stand for any other."""

    page: str
    said: Mapping[int, str]

    def words(self, code: int) -> str:
        return self.said.get(code, self.said[400])


AT_ONCE: Final = Refusals("desk/refused.html", SAID_AT_ONCE)
"""Those of the desk."""
