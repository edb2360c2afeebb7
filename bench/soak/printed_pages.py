"""Printed and typed logs, read as a user has them read, and compared with the record that is printed.

A page is well read where every entry is as typed, or a person is asked to look at every one that is not
(`bench.pages.printed_entries`). Pages are synthetic (`samples.making.printed`).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Final

from bench.pages.printed_entries import Compared, compare
from bench.proportions import Proportion
from bench.soak.handwritten import judged
from bench.soak.outcome import Outcome
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import Document, of_bytes
from fairdeal.desk.intake.reading_pool import one_thread
from fairdeal.desk.trouble import known
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.printed import log
from fairdeal.digitize.printed.readers.packaged_net import print_net
from fairdeal.digitize.printed.readers.signs import LineReader
from fairdeal.digitize.printed.readers.tesseract_lines import TesseractLines
from fairdeal.digitize.ruled.sheets.known import KnownSheets
from fairdeal.digitize.ruled.sheets.layout_file import read_layout, write_layout
from fairdeal.digitize.ruled.sheets.learning import UnansweredError, learn, to_layout
from fairdeal.digitize.trouble import ReadError
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.printed_places import heading_place, read_from
from fairdeal.records.record import Problem, Record
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from samples.making.printed.drawn import Unsuited
from samples.making.printed.faces import missing
from samples.making.printed.ink import picture
from samples.making.printed.layouts.club_sheet import blank
from samples.making.printed.looks.files import png
from samples.making.printed.looks.papers import DPI
from samples.making.printed.pages import PrintedPage, printed_page

PROCESSES: Final = 2
AT_ONCE: Final = 16
"""Pages that are held in memory at a time."""
ALL_ASKED: Final = 0.9
"""Of a page in doubt a person is asked about so many of the entries: about all but those of its mail."""
WHOLE_PAGE: Final = frozenset({"print-in-doubt", "print-poor"})
"""Problems that ask a person to compare a page as a whole."""
LATE: Final = 5.0
"""Seconds that a page may take."""
MOST_LINES: Final = 1_000
"""More than are read of any page."""
Key = tuple[str, int | None, str, str | None]


_ALONE: Final[dict[str, Callable[[], list[LineReader]]]] = {
    "net": lambda: [reader for reader in [print_net()] if reader is not None],
    "tesseract": lambda: [TesseractLines()],
}


@dataclass(slots=True)
class Page:
    """What came of one page."""

    seed: int
    layout: str
    look: str
    name: str
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
    def exact(self) -> bool:
        return not self.refused and not self.compared.differences


def run(
    count: int,
    seed: int,
    layout: str = "",
    look: str = "",
    keep: Path | None = None,
    reader: str = "",
) -> Iterator[Outcome]:
    """`count` pages from a seed on, of all layouts and looks or of those named, read by both readers or by
    `reader` alone."""
    if missing():
        print(f"fonts that are not installed, left out: {', '.join(missing())}")
    make = partial(made_page, layout=layout, look=look)
    read = partial(one_page, keep=keep, reader=reader)
    pages: list[Page] = []
    context = get_context("spawn")
    # Pages are made by other processes than those that read them, whose memory is measured.
    with (
        ProcessPoolExecutor(PROCESSES, context) as makers,
        ProcessPoolExecutor(PROCESSES, context) as readers,
    ):
        for first in range(seed, seed + count, AT_ONCE):
            seeds = range(first, min(first + AT_ONCE, seed + count))
            made = [each for each in makers.map(make, seeds) if each is not None]
            pages += readers.map(read, made)
    yield from outcomes(pages)


@dataclass(frozen=True, slots=True)
class Made:
    """A page, and the layout of a club's own sheet that the program was taught before it reads it."""

    page: PrintedPage
    sheets: KnownSheets | None


def made_page(seed: int, layout: str = "", look: str = "") -> Made | None:
    """The page of a seed; None where nothing of its layout fits on paper of its look."""
    one_thread()
    try:
        page = printed_page(seed, layout, look)
    except Unsuited:
        return None
    return Made(page, _taught(page))


def one_page(made: Made, keep: Path | None = None, reader: str = "") -> Page:
    """A page read, judged and compared."""
    one_thread()
    if reader:
        log.print_readers = _ALONE[reader]
    printed = made.page
    about = (
        f"seed {printed.seed}, {printed.layout}, {printed.look}, {printed.face} {printed.points:.0f},"
        f" {printed.log.kind}"
    )
    page = Page(printed.seed, printed.layout, printed.look, about)
    _from_now_on()
    started = time.perf_counter()
    try:
        document = of_bytes(printed.data, printed.name, made.sheets)
    except Exception as error:
        if not known(error):
            raise
        page.refused = str(error)
        page.seconds = time.perf_counter() - started
    else:
        sheets = max(1, len(document.transcripts))  # a file may have several
        page.seconds = (time.perf_counter() - started) / sheets
        _look_at(page, printed, document)
    page.memory_mb = _memory_mb()
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
    started = time.perf_counter()
    case = case_of([document], made.log.rules)
    page.judging = time.perf_counter() - started
    record, problems = _with_lines(document)
    codes = {each.code for transcript in document.transcripts for each in transcript.problems}
    page.compared = compare(
        made.record,
        record,
        [*problems, *_tags_in_doubt(document)],
        whole=bool(codes & WHOLE_PAGE),
    )
    typed = judged(read(write(made.record)).record, made.log.rules)
    wanted, found = _found(typed, made.record), _found(case.verdict, case.record)
    sure = {key for key, each in found.items() if each.certainty is Certainty.ESTABLISHED}
    due = {key for key, each in wanted.items() if each.certainty is Certainty.ESTABLISHED}
    page.true = len(due)
    page.false = tuple(_said(key) for key in sorted(sure - set(wanted), key=str))
    all_asked = page.compared.asked >= ALL_ASKED * page.compared.printed
    flagged = all_asked or any(each.flagged for each in page.compared.differences)
    note = " (entries flagged)" if flagged else ""
    page.lost = tuple(_said(key) + note for key in sorted(due - set(found), key=str))


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


def _from_now_on() -> None:
    """Count the highest memory anew from here on, where the system can."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _memory_mb() -> float:
    """The highest memory of this process since `_from_now_on`, in MB."""
    status = Path("/proc/self/status").read_text()
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    return peak / 1024


def _keep(folder: Path, made: PrintedPage, page: Page) -> None:
    """The page's file, what is printed on it, what was read, and what is wrong with that."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / Path(made.name).stem
    (folder / made.name).write_bytes(made.data)
    stem.with_suffix(".truth.hrn").write_text(made.text)
    stem.with_suffix(".read.hrn").write_text(page.text)
    wrong = [page.name, page.refused, *map(str, page.compared.differences)]
    wrong += [f"not in the text: {each}" for each in page.false]
    wrong += [f"not found: {each}" for each in page.lost]
    stem.with_suffix(".wrong.txt").write_text("\n".join(filter(None, wrong)) + "\n")


def outcomes(pages: Sequence[Page]) -> Iterator[Outcome]:
    """The lines of the trial: all pages, then by layout and by look."""
    yield from _summary("all", pages)
    for name, group in _grouped(pages, lambda page: page.layout).items():
        yield _well(name, group, failures=True)
        yield _entries(name, group)
    for name, group in _grouped(pages, lambda page: page.look).items():
        yield _well(name, group)
        yield _entries(name, group)
    late = sum(page.seconds > LATE for page in pages)
    yield _line(f"pages that took more than {LATE:.0f} s to read", Proportion(late, len(pages)))
    reading, judging = [page.seconds for page in pages], [page.judging for page in pages]
    slowest, largest = (max(pages, key=each) for each in (_seconds, _megabytes))
    yield _line(
        f"seconds a page: median {median(reading):.1f}, worst {max(reading):.1f} to read, and"
        f" {median(judging):.1f}, {max(judging):.1f} to judge; peak memory {largest.memory_mb:.0f} MB; pages",
        Proportion(len(pages), len(pages)),
        [f"slowest: {slowest.name}", f"most memory: {largest.name}"],
    )


def _seconds(page: Page) -> float:
    return page.seconds


def _megabytes(page: Page) -> float:
    return page.memory_mb


def _summary(name: str, pages: Sequence[Page]) -> Iterator[Outcome]:
    yield _well(name, pages)
    by_page = sum(page.well and page.compared.by_page for page in pages)
    yield _line(
        "of these, where only the page as a whole is asked about for what is missing",
        Proportion(by_page, len(pages)),
    )
    yield _line("pages exactly as typed", Proportion(sum(page.exact for page in pages), len(pages)))
    yield _entries(name, pages)
    asked = sum(page.compared.asked for page in pages)
    printed = sum(page.compared.printed for page in pages)
    yield _line("entries asked about", Proportion(min(asked, printed), printed))
    false = [f"{page.name}: {'; '.join(page.false)}" for page in pages if page.false]
    yield _line(
        "pages with an established finding that the text does not have",
        Proportion(len(false), len(pages)),
        false,
    )
    lost = [f"{page.name}: {'; '.join(page.lost)}" for page in pages if page.lost]
    there = sum(page.true for page in pages)
    unflagged = sum("(" not in each for page in pages for each in page.lost)
    yield _line(
        "findings in the text not found", Proportion(sum(len(p.lost) for p in pages), there), lost
    )
    yield _line("the same, and no entry flagged", Proportion(unflagged, there))
    refused = [f"{page.name}: {page.refused}" for page in pages if page.refused]
    yield _line("pages refused", Proportion(len(refused), len(pages)), refused)


def _well(name: str, pages: Sequence[Page], failures: bool = False) -> Outcome:
    wrong = [
        f"{page.name}: " + (page.refused or "; ".join(map(str, page.compared.unflagged[:4])))
        for page in pages
        if not page.well
    ]
    share = Proportion(len(pages) - len(wrong), len(pages))
    told = wrong if failures else ()
    return _line(f"{name}: pages as typed or with every wrong word flagged", share, told)


def _entries(name: str, pages: Sequence[Page]) -> Outcome:
    wrong = sum(len(page.compared.unflagged) for page in pages)
    entries = sum(page.compared.printed for page in pages)
    return _line(f"{name}: entries wrong and not flagged", Proportion(wrong, entries))


def _line(name: str, share: Proportion, failures: Sequence[str] = ()) -> Outcome:
    return Outcome(name, share, tuple(failures), must=False)


def _grouped(pages: Sequence[Page], by: Callable[[Page], str]) -> dict[str, list[Page]]:
    groups: dict[str, list[Page]] = defaultdict(list)
    for page in pages:
        groups[by(page)].append(page)
    return dict(sorted(groups.items()))
