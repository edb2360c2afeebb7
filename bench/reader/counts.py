"""What was read on pages, hand by hand, as tables in Markdown: the worst hand on top."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bench.reader.entries import Entry, PageRead
from bench.reader.slips import FORBIDDEN
from fairdeal.desk.proportions import Proportion

SAID_SURE: Final = 0.99
"""Entries of at least this probability are said to be sure."""
WRONG_SHOWN: Final = 4
"""Readings named of each hand."""


def tables(pages: Sequence[PageRead]) -> Iterator[str]:
    """By hand, over all, and the slips."""
    read = [page for page in pages if page.entries]
    yield from by_hand(read)
    yield ""
    yield from over_all(pages)
    yield ""
    yield from slips(read)


def by_hand(pages: Iterable[PageRead]) -> Iterator[str]:
    """A line a hand, the one with the most wrong entries a page first."""
    hands: dict[str, list[PageRead]] = defaultdict(list)
    for page in pages:
        hands[page.hand].append(page)
    yield (
        "| hand | pages | wrong unasked a page: mean | worst page | asked "
        "| right of those said to be 99 % sure | read wrongly |"
    )
    yield "|---|---|---|---|---|---|---|"
    for hand, own in sorted(hands.items(), key=lambda item: -wrong_a_page(item[1])):
        worst = max(wrong(page.entries) for page in own)
        entries = [entry for page in own for entry in page.entries]
        yield (
            f"| {hand} | {len(own)} | {wrong_a_page(own):.2f} | {worst} | {asked(entries)} "
            f"| {_sure(entries)} | {confusions(entries)} |"
        )


def wrong_a_page(pages: Sequence[PageRead]) -> float:
    return sum(wrong(page.entries) for page in pages) / len(pages)


def over_all(pages: Sequence[PageRead]) -> Iterator[str]:
    """All hands together, with bounds that take entries for independent."""
    entries = [entry for page in pages for entry in page.entries]
    refused = sum(not page.entries for page in pages)
    yield f"- {len(pages)} pages, {refused} refused; {len(entries)} entries written or read"
    yield f"- wrong and not asked about: {Proportion(wrong(entries), len(entries))}"
    yield f"- asked about: {Proportion(sum(e.asked for e in entries), len(entries))}"
    sure = [entry for entry in entries if entry.probability >= SAID_SURE]
    right = sum(entry.text == entry.written for entry in sure)
    yield f"- right of those said to be 99 % sure: {Proportion(right, len(sure))}"
    blank = [entry for entry in entries if not entry.written]
    filled = Proportion(wrong(blank), sum(page.blanks for page in pages))
    yield f"- blank fields read as filled and not asked about: {filled}; asked about: {asked(blank)}"
    against = [entry for entry in entries if entry.slip in FORBIDDEN]
    share = Proportion(wrong(against), len(against))
    yield f"- forbidden entries read as another and not asked about: {share}"


def slips(pages: Sequence[PageRead]) -> Iterator[str]:
    """Slips on purpose: by kind how many were read as they stand, asked about, and read away."""
    kinds: dict[str, list[Entry]] = defaultdict(list)
    for page in pages:
        for entry in page.entries:
            if entry.slip:
                kinds[entry.slip].append(entry)
    yield "| slip in clear ink | read as it stands | asked about | read away | as what would be right |"
    yield "|---|---|---|---|---|"
    everything = [entry for own in kinds.values() for entry in own]
    for kind, own in [("all", everything), *sorted(kinds.items())]:
        stands = sum(not e.asked and not e.read_away for e in own)
        away = [e for e in own if e.read_away]
        mended = sum(e.right in (e.text, e.settled) for e in away)
        yield (
            f"| {kind} | {few(stands, len(own))} | {asked(own)} | {few(len(away), len(own))} "
            f"| {mended} |"
        )
    for page in pages:
        for e in page.entries:
            if e.read_away:
                place = f"{page.hand}, {page.form}, seed {page.seed}, {e.name}"
                taken = f", taken as {e.settled}" if e.settled else ""
                yield f"- {place}: {e.written} read as {e.text}{taken}"


Marked = tuple[str, frozenset[str], PageRead]
"""A page of some way of writing, and the names of its entries that are written so."""


def by_way(read: Sequence[Marked]) -> Iterator[str]:
    """A line for each way of writing: what became of the entries written so, and of the others."""
    yield (
        "| way | pages | right unasked | asked about | ... the right one offered first "
        "| wrong unasked | worst page | read wrongly | other entries: asked about | wrong unasked |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name in dict.fromkeys(name for name, _, _ in read):
        own = [(names, page) for each, names, page in read if each == name]
        of_it = [e for names, page in own for e in page.entries if e.name in names]
        others = [e for names, page in own for e in page.entries if e.name not in names]
        right = sum(not e.asked and not e.wrong for e in of_it)
        accepted = sum(bool(page.entries) for _, page in own)
        yield (
            f"| {name} | {accepted} of {len(own)} | {few(right, len(of_it))} | {asked(of_it)} "
            f"| {few(*_offered(of_it))} | {Proportion(wrong(of_it), len(of_it))} "
            f"| {max(wrong(page.entries) for _, page in own)} "
            f"| {confusions(of_it)} | {asked(others)} | {few(wrong(others), len(others))} |"
        )


def _offered(entries: Sequence[Entry]) -> tuple[int, int]:
    """Of how many entries that a person is asked about the right text is offered first."""
    those = [entry for entry in entries if entry.asked]
    return sum(entry.first == entry.written for entry in those), len(those)


def confusions(entries: Iterable[Entry]) -> str:
    """The commonest wrong readings that nobody is asked about."""
    counted = Counter((e.written or "blank", e.text or "blank") for e in entries if e.wrong)
    shown = [f"`{a}` as `{b}` ({n})" for (a, b), n in counted.most_common(WRONG_SHOWN)]
    more = sum(counted.values()) - sum(n for _, n in counted.most_common(WRONG_SHOWN))
    return ", ".join([*shown, *([f"{more} more"] if more else [])]) or "–"


def few(k: int, n: int) -> str:
    """k of n without bounds, which a few entries leave wide."""
    return f"{k} of {n} ({100 * k / n:.1f} %)" if n else "–"


def asked(entries: Sequence[Entry]) -> str:
    """How many a person is asked about."""
    return few(sum(entry.asked for entry in entries), len(entries))


def wrong(entries: Sequence[Entry]) -> int:
    """How many are wrong, and nobody is asked."""
    return sum(entry.wrong for entry in entries)


def _sure(entries: Iterable[Entry]) -> str:
    sure = [entry for entry in entries if entry.probability >= SAID_SURE]
    return few(sum(entry.text == entry.written for entry in sure), len(sure))
