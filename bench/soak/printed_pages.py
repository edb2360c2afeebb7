"""Printed and typed logs, read as a user has them read, and compared with the record that is printed.

A page is well read where every entry is as typed, or a person is asked to look at every one that is not
(`bench.soak.printed_entries`). Pages are synthetic (`samples.making.printed`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np

from bench.memory import count_peak_from_here, peak_mb
from bench.soak.handwritten import judged
from bench.soak.outcome import Outcome
from bench.soak.printed_entries import Compared, compare
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import of_bytes
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.intake.reading import one_thread
from fairdeal.desk.proportions import Proportion
from fairdeal.desk.trouble import known
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.sheets.layout_file import KnownSheets, read_layout, write_layout
from fairdeal.digitize.sheets.learning import UnansweredError, learn, to_layout
from fairdeal.digitize.trouble import ReadError
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.entries import heading_place, read_from
from fairdeal.records import Problem, Record
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from samples.making.printed.faces import missing
from samples.making.printed.looks import DPI, Unsuited, picture, png
from samples.making.printed.pages import PrintedPage, printed_page
from samples.making.sheets.club_sheets import blank

PROCESSES: Final = 2
AT_ONCE: Final = 16
"""Pages that are held in memory at a time."""
ALL_ASKED: Final = 0.9
"""Of a page in doubt a person is asked about so many of the entries: about all but those of its mail."""
WHOLE_PAGE: Final = frozenset({"print-in-doubt", "print-poor"})
"""Problems that ask a person to compare a page as a whole, ..."""
PART: Final = "print-part-in-doubt"
PARTS: Final = {
    "the hands": "/ hand ", "the auction": "/ auction", "the play": "/ play", "the sheet": "^sheet",
    "the result": r"^deal \d+ / (?!hand |auction|play)",
}  # fmt: skip
"""... or parts of one, and where in the record these are."""
LATE: Final = 5.0
"""Seconds that a page may take."""
MOST_LINES: Final = 1_000
"""More than are read of any page."""
OUTSIDE_PX: Final = 25.0
"""Pixels beyond the straight sides of a page, which may be bent, from which something is outside of it."""
Key = tuple[str, int | None, str, str | None]


@dataclass(slots=True)
class Page:
    """What came of one page."""

    seed: int
    layout: str
    look: str
    name: str
    around: str = ""
    """What lies around it in a photo; empty where it is none."""
    outside: int = 0
    """Entries that were read outside of the page."""
    refused: str = ""
    compared: Compared = field(default_factory=Compared)
    false: tuple[str, ...] = ()
    """Established findings that the text does not have."""
    lost: tuple[str, ...] = ()
    """Established findings of the text that were not found."""
    true: int = 0
    seconds: float = 0.0
    """To read it, not to judge it."""
    judging: float = 0.0
    memory_mb: float = 0.0
    """The most that this process held while it read, without Tesseract, which is a program of its own."""
    text: str = ""

    @property
    def well(self) -> bool:
        return not self.refused and not self.compared.unflagged

    @property
    def wrong(self) -> str:
        return self.refused or "; ".join(map(str, self.compared.unflagged[:4]))

    @property
    def exact(self) -> bool:
        return not self.refused and not self.compared.differences


def run(count: int, seed: int, keep: Path | None = None) -> Iterator[Outcome]:
    """`count` pages from a seed on, layouts and looks by turns. Pages are made by other processes than those
    that read them, whose memory is measured."""
    if missing():
        print(f"fonts that are not installed, left out: {', '.join(missing())}")
    pages: list[Page] = []
    context = get_context("spawn")
    with (
        ProcessPoolExecutor(PROCESSES, context) as makers,
        ProcessPoolExecutor(PROCESSES, context) as readers,
    ):
        for first in range(seed, seed + count, AT_ONCE):
            seeds = range(first, min(first + AT_ONCE, seed + count))
            made = [each for each in makers.map(made_page, seeds) if each is not None]
            pages += readers.map(partial(one_page, keep=keep), made)
    yield from outcomes(pages)


@dataclass(frozen=True, slots=True)
class Made:
    """A page, and the layout of a club's own sheet that the program was taught before it reads it."""

    page: PrintedPage
    sheets: KnownSheets | None


def made_page(seed: int) -> Made | None:
    """The page of a seed; None where nothing of its layout fits on paper of its look."""
    one_thread()
    try:
        page = printed_page(seed)
    except Unsuited:
        return None
    return Made(page, _taught(page))


def one_page(made: Made, keep: Path | None = None) -> Page:
    """A page read, judged and compared."""
    one_thread()
    printed = made.page
    about = (
        f"seed {printed.seed}, {printed.layout}, {printed.look}, {printed.face} {printed.points:.0f},"
        f" {printed.log.kind}, {printed.sent.around or 'no photo'}"
    )
    page = Page(printed.seed, printed.layout, printed.look, about, printed.sent.around)
    count_peak_from_here()
    started = time.perf_counter()
    try:
        document = of_bytes(printed.sent.data, printed.name, made.sheets)
    except Exception as error:
        if not known(error):
            raise
        page.refused = str(error)
        page.seconds = time.perf_counter() - started
    else:
        sheets = max(1, len(document.transcripts))  # a file may have several
        page.seconds = (time.perf_counter() - started) / sheets
        _look_at(page, printed, document)
    page.memory_mb = peak_mb()
    if keep is not None and (not page.well or page.false or page.lost):
        _keep(keep, printed, page)
    return page


def _taught(made: PrintedPage) -> KnownSheets | None:
    """The layout of a club's own sheet, learned from a blank one as a user does; None where it is none, or
    cannot be learned."""
    design, face = made.log.design, made.drawn[0].face
    if design is None:
        return None
    sheet = next(pictures(png(picture(blank(design, face), DPI)), "blank.png"))
    answers = {at: column.means for at, column in enumerate(design.columns)}
    try:
        found = learn(sheet)
        if len(found.matches) != len(answers):
            return None
        layout = to_layout(found, design.name, answers, design.us or "ask")
    except (ReadError, UnansweredError):
        return None
    return KnownSheets((read_layout(write_layout(layout)),))


def _look_at(page: Page, made: PrintedPage, document: Document) -> None:
    """What was read beside what is printed: entries, and findings."""
    page.text = "\n".join(each.typed or "" for each in document.transcripts) or write(
        document.record
    )
    if document.unreadable:
        told = (each for page in document.transcripts for each in page.problems)
        errors = [f"{each.code}: {each.message}" for each in told if each.severity == "error"]
        page.refused = "; ".join(errors) or "nothing was read"
        return
    page.outside = _outside(document, made.sent.corners)
    started = time.perf_counter()
    case = case_of([document], made.log.rules)
    page.judging = time.perf_counter() - started
    record, problems = _with_lines(document)
    page.compared = compare(
        made.log.record,
        record,
        [*problems, *_tags_in_doubt(document)],
        whole=_asked_whole(document),
    )
    typed = judged(read(write(made.log.record)).record, made.log.rules)
    wanted, found = _found(typed, made.log.record), _found(case.verdict, case.record)
    sure = {key for key, each in found.items() if each.certainty is Certainty.ESTABLISHED}
    due = {key for key, each in wanted.items() if each.certainty is Certainty.ESTABLISHED}
    page.true = len(due)
    page.false = tuple(_said(key) for key in sorted(sure - set(wanted), key=str))
    all_asked = page.compared.asked >= ALL_ASKED * page.compared.printed
    flagged = all_asked or any(each.flagged for each in page.compared.differences)
    note = " (entries flagged)" if flagged else ""
    page.lost = tuple(_said(key) + note for key in sorted(due - set(found), key=str))


def _asked_whole(document: Document) -> re.Pattern[str] | None:
    """The places of which a person is asked to compare everything."""
    told = [each for transcript in document.transcripts for each in transcript.problems]
    if any(each.code in WHOLE_PAGE for each in told):
        return re.compile("")
    parts = [each.message for each in told if each.code == PART]
    places = [place for name, place in PARTS.items() if any(name in each for each in parts)]
    return re.compile("|".join(places)) if places else None


def _outside(document: Document, corners: Sequence[tuple[float, float]]) -> int:
    """How many entries were read where the page is not, of a photo."""
    if not corners:
        return 0
    paper = np.array(corners, np.float32)
    fields = (each for page in document.transcripts for each in page.fields if each.region)
    middles = (np.array(each.region).mean(0) for each in fields)
    return sum(
        cv2.pointPolygonTest(paper, (float(x), float(y)), measureDist=True) < -OUTSIDE_PX
        for x, y in middles
    )


def _with_lines(document: Document) -> tuple[Record, Sequence[Problem]]:
    """The record with the lines of the texts that were read, and the problems that name them; the record as
    it was put together where it is not what the pages' texts say."""
    texts: list[str] = []
    for each in document.transcripts:
        if each.typed is None:
            return document.record, document.problems
        if each.goes_on and texts:
            texts[-1] += each.typed
        else:
            texts.append(each.typed)
    # Empty lines before the text of a page make each line's number one of that page alone.
    results = [read("\n" * MOST_LINES * at + text) for at, text in enumerate(texts)]
    deals = [deal for each in results for deal in each.record.deals]
    order = {deal.label: at for at, deal in enumerate(document.record.deals)}
    deals.sort(key=lambda deal: order.get(deal.label, len(order)))
    sheets = tuple(sheet for each in results for sheet in each.record.sheets)
    if (tuple(deals), sheets) != (document.record.deals, document.record.sheets):
        return document.record, document.problems
    record = replace(document.record, deals=tuple(deals), sheets=sheets)
    return record, [problem for each in results for problem in each.problems]


def _tags_in_doubt(document: Document) -> Iterator[Problem]:
    """The tags of which a person is asked, as problems of their places."""
    for page in document.transcripts:
        if page.typed is None:
            continue
        record = read(page.typed).record
        doubted = {place for _, place, entry in read_from(page, record) if entry.flagged}
        for tag in record.tags:
            if heading_place(tag.name) in doubted:
                yield Problem("warning", "in doubt", place=f"heading / {tag.name}")


def _found(verdict: Verdict, record: Record) -> dict[Key, Finding]:
    return {
        (each.code, each.game, _place(each, record), each.seat): each
        for each in verdict.findings
        if each.certainty is not Certainty.POSSIBLE and each.severity != "advice"
    }


def _place(finding: Finding, record: Record) -> str:
    """Where a finding is; a card of a hand by its name, since a page may sort hands by their suits."""
    parts = finding.place.parts
    if finding.game is None or len(parts) != 2 or not parts[0].startswith("hand "):
        return str(finding.place)
    hands = record.deals[finding.game - 1].hands or ()
    own = next((hand for hand in hands if f"hand {hand.seat}" == parts[0]), None)
    at = int(parts[1]) - 1 if parts[1].isdigit() else -1
    card = own.cards[at].value if own is not None and 0 <= at < len(own.cards) else None
    return str(finding.place) if card is None else f"{parts[0]} / {card.text}"


def _said(key: Key) -> str:
    code, game, place, seat = key
    return f"{code} at {f'deal {game} / ' if game else ''}{place}, seat {seat}"


def _keep(folder: Path, made: PrintedPage, page: Page) -> None:
    """The page's file, what is printed on it, what was read, and what is wrong with that."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / Path(made.name).stem
    (folder / made.name).write_bytes(made.sent.data)
    stem.with_suffix(".truth.hrn").write_text(made.text)
    stem.with_suffix(".read.hrn").write_text(page.text)
    wrong = [page.name, page.refused, *map(str, page.compared.differences)]
    wrong += [f"not in the text: {each}" for each in page.false]
    wrong += [f"not found: {each}" for each in page.lost]
    stem.with_suffix(".wrong.txt").write_text("\n".join(filter(None, wrong)) + "\n")


def outcomes(pages: Sequence[Page]) -> Iterator[Outcome]:
    """The lines of the trial: all pages, then by layout and by look."""

    def line(name: str, k: int, n: int, shown: Sequence[str] = ()) -> Outcome:
        return Outcome(name, Proportion(k, n), tuple(shown), must=False)

    def all_of(part: str) -> list[str]:
        return [f"{page.name}: {each}" for page in pages for each in getattr(page, part)]

    groups = {"all": list(pages)}
    for page in sorted(pages, key=lambda page: (page.layout, page.look)):
        groups.setdefault(page.layout, []).append(page)
        groups.setdefault(page.look, []).append(page)
    for page in sorted(pages, key=lambda page: page.around):
        groups.setdefault(f"around it: {page.around or 'no photo'}", []).append(page)
    for name, group in groups.items():
        wrong = [f"{page.name}: {page.wrong}" for page in group if not page.well]
        well = f"{name}: pages as typed or with every wrong word flagged"
        yield line(well, len(group) - len(wrong), len(group), wrong)
        unflagged = sum(len(page.compared.unflagged) for page in group)
        printed = sum(page.compared.printed for page in group)
        yield line(f"{name}: entries wrong and not flagged", unflagged, printed)
    yield line("pages exactly as typed", sum(page.exact for page in pages), len(pages))
    by_page = sum(page.well and page.compared.by_page for page in pages)
    yield line("pages asked about as a whole for what is missing", by_page, len(pages))
    asked, printed = (sum(getattr(p.compared, n) for p in pages) for n in ("asked", "printed"))
    yield line("entries asked about", min(asked, printed), printed)
    fine = sum(not page.false for page in pages)
    name = "pages without a falsely established finding"
    yield line(name, fine, len(pages), all_of("false"))
    lost = all_of("lost")
    yield line("findings in the text not found", len(lost), sum(p.true for p in pages), lost)
    for name, few in {
        "pages with entries read outside of the paper": [
            f"{page.name}: {page.outside}" for page in pages if page.outside
        ],
        "pages refused": [f"{page.name}: {page.refused}" for page in pages if page.refused],
        f"pages that took more than {LATE:.0f} s to read": [
            page.name for page in pages if page.seconds > LATE
        ],
    }.items():
        yield line(name, len(few), len(pages), few)
    times, judging = [page.seconds for page in pages], [page.judging for page in pages]
    memory = max(page.memory_mb for page in pages)
    yield line(
        f"seconds a page: median {median(times):.1f}, worst {max(times):.1f} to read, {median(judging):.1f}"
        f" and {max(judging):.1f} to judge; peak memory {memory:.0f} MB; pages",
        len(pages),
        len(pages),
    )
