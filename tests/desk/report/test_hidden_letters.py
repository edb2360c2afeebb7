"""Names with letters that nobody sees, or that turn the text around them: a report shows their numbers."""

from __future__ import annotations

import re

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.report.page import render
from fairdeal.desk.report.paper import Appeal, Paper, choices
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee
from fairdeal.templates.language import language
from tests.desk.archive.conftest import archive, document
from tests.desk.score.test_score import LEAD, MATCH, REDEAL, REVOKE, WHO, Committee

__all__ = ["archive"]

pytestmark = pytest.mark.usefixtures("in_this_process")

HIDDEN = "\u202e\u200b\u2066"
SHOWN = "[U+202E][U+200B][U+2066]"


def named(text: str) -> str:
    """A record in which every name of the heading ends in hidden letters."""
    seats = "".join(f'[Seat{seat} "Asha"]\n' for seat in range(1, 7))
    return re.sub(
        r'(?m)^\[(Event|Site|Table|Round|TeamA|TeamB|Recorder|Seat\d) "([^"]*)"\]',
        rf'[\1 "\2{HIDDEN}"]',
        text.replace('[TeamA "', f'[Table "4"]\n[Recorder "Kurian"]\n{seats}[TeamA "', 1),
    )


@pytest.fixture
def found(archive: Archive) -> Committee:
    """A case in which everything that a person writes has them: decided, ruled on."""
    made = Committee(archive, named(MATCH))
    for name in ("more", "empty"):
        text = named(MATCH) if name == "more" else f"{{nothing{HIDDEN}}}"
        casework.hand_in(archive, made.id, document(text.encode(), f"{name}{HIDDEN}.hrn"), WHO)
    made.ruled = casework.recheck(archive, made.id)
    made.decide(REDEAL)
    made.decide(REVOKE, "accept")
    made.decide(LEAD, "amend", {"kind": "points", "to": "B", "points": 2})
    names = ("facts", "text", "conclusion", "adjustment", "conflicts", "dissent", "deadline")
    ruling = {name: f"{name}{HIDDEN}" for name in names}
    ruling |= {"members": f"Asha{HIDDEN}, Bina{HIDDEN}", "score_a": "", "score_b": ""}
    casework.act_on(archive, made.id, Kind.RULED, ruling, WHO + HIDDEN, made.file.last)
    said = {"side": "A", "text": f"We did not{HIDDEN}"}
    casework.act_on(archive, made.id, Kind.STATEMENT, said, WHO + HIDDEN, made.file.last)
    warned = {"team": f"Boatmen{HIDDEN}", "text": f"Late{HIDDEN}"}
    archive.add(made.id, Kind.WARNING, warned, WHO + HIDDEN)
    made.ruled = casework.recheck(archive, made.id)
    return made


@pytest.mark.parametrize("code", choices())
def test_no_letter_of_a_report_is_hidden(found: Committee, code: str) -> None:
    second = code.removeprefix("en+") if code.startswith("en+") else "ml"
    chosen = language(second, beside=True) if code == "both" or "+" in code else language(code)
    appeal = Appeal(f"The board{HIDDEN}", f"Sunday{HIDDEN}", f"Rs 5{HIDDEN}")
    kept: list[str] = []

    def drawn(file: casework.CaseFile) -> bytes:
        kept.append(render(found.ruled, committee(file, found.ruled), Paper(chosen, appeal)))
        return kept[0].encode()

    casework.sign_off(found.archive, found.id, drawn, f"Bina{HIDDEN}", found.file.last)
    page = kept[0]
    hidden = [page[max(0, it.start() - 80) : it.end()] for it in re.finditer(f"[{HIDDEN}]", page)]
    assert hidden == []
    front = page.split("</section>", 1)[0]
    for begins in ("<title>", "<h1>", 'id="signatures"', "Asha", "Kurian", "The board", "Rs 5"):
        assert SHOWN in front.split(begins, 1)[1][:300], begins
