"""A log in a mail that was printed: headers, a greeting, a signature, an earlier mail below it."""

from __future__ import annotations

from random import Random
from typing import Final

from fairdeal.grammar.notation.writer import write
from samples.making.printed.drawn import Flow, Page, Rule
from samples.making.printed.faces import Face
from samples.making.printed.logs import Log
from samples.making.printed.wording import Wording, as_typed

_FROM: Final = (
    "scorer@example.org",
    "table4@example.org",
    "Team secretary <secretary@example.org>",
)
_TO: Final = ("committee@example.org", "Rules Committee <rules@example.org>")
_SUBJECTS: Final = (
    "Log of the deal in dispute",
    "Re: Our match",
    "Fwd: hand record",
    "The score sheet",
)
_DAYS: Final = ("Sat, 7 March 2026 21:14", "08/03/2026 09:30", "Sun 8 Mar 2026, 10:02")
_GREETINGS: Final = (
    "Dear committee,",
    "Hello,",
    "Good evening,",
    "As promised, the log of the deal:",
)
_CLOSINGS: Final = ("Kind regards,", "Thank you,", "Best wishes")
_QUOTED: Final = (
    "> Please send us the log of that deal.", "> The other team has sent its copy already.",
    "> The committee meets on Tuesday.",
)  # fmt: skip


def draw(log: Log, face: Face, points: float, rng: Random) -> list[Page]:
    flow = Flow([Page(face)], points, leading=rng.choice((1.2, 1.35)))
    headers = {
        "From": rng.choice(_FROM),
        "To": rng.choice(_TO),
        "Subject": rng.choice(_SUBJECTS),
        "Date": rng.choice(_DAYS),
    }
    for name, value in headers.items():
        flow.line(f"{name}: {value}", grey=60)
    flow.page.rules.append(Rule((flow.left, flow.y + 1), (flow.right, flow.y + 1), 0.2, 120))
    flow.lines(("", rng.choice(_GREETINGS), ""))
    flow.lines(as_typed(write(log.record), Wording(calls_a_line=rng.choice((0, 6)))))
    flow.lines(("", rng.choice(_CLOSINGS), "the scorer of table 4", "--", "Club of card players"))
    if rng.random() < 0.5:
        flow.lines(("", f"On {headers['Date']} {headers['To']} wrote:"))
        flow.lines(rng.sample(_QUOTED, 2))
    return flow.pages
