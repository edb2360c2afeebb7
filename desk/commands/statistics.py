"""``fairdeal statistics``: how often what was found, over all matches of the archive and its events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from fairdeal.desk import words
from fairdeal.desk.archive.settings import keep_private
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.commands.options import archive_option
from fairdeal.desk.console import out, remark, trouble
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.years import (
    WAYS,
    By,
    Counted,
    Group,
    as_csv,
    as_json,
    grouped,
    matches_of,
    whole,
)


@click.command("statistics")
@archive_option
@click.option("--by", type=click.Choice(WAYS), default="kind", help="What the rows are.")
@click.option("--year", "years", multiple=True, metavar="YEAR", help="Only matches of this year.")
@click.option(
    "--event", "events", multiple=True, metavar="NAME", help="Only matches of this event."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    help="How to print it.",
)
def command(
    path: Path,
    by: By,
    years: tuple[str, ...],
    events: tuple[str, ...],
    form: str,
) -> None:
    """Count offences and slips of the pen over all cases and events.

    A finding counts if it is established, or if a committee accepted or changed it; what it dismissed and
    what is open stand apart. Cases of other committees and removed ones are left out. "3 of 40" are
    deals with at least one: for offences of those with a log, for slips of the pen of all. The bounds
    are those of the true share, 95 in 100.
    """
    keep_private(path)
    with Archive(path) as archive:
        matches = matches_of(archive, EventPapers(archive.path)).only(years, events)
    if matches.left_out:
        left = words.count(matches.left_out, "match", "matches")
        trouble(f"Left out: {left} that an earlier version audited. Audit these events again.")
    if not matches.judged:
        remark("There is nothing to count.")
    if form == "csv":
        click.echo(as_csv(by, grouped(matches, by)), nl=False)
    elif form == "json":
        click.echo(json.dumps(as_json(by, matches), ensure_ascii=False, indent=1))
    else:
        _print(whole(matches), grouped(matches, by))


def _print(all_: Group, groups: Sequence[Group]) -> None:
    for group in (all_, *groups):
        out().print(group.name or "All of it", style="bold", soft_wrap=True)
        more = (
            f"; dismissed {group.dismissed}, open {group.open}"
            if group.dismissed or group.open
            else ""
        )
        out().print(f"    {words.count(group.matches, 'match', 'matches')}{more}", soft_wrap=True)
        for title, counted in (("offences", group.offences), ("slips of the pen", group.slips)):
            out().print(f"    {title}: {_in_words(counted)}", soft_wrap=True)


def _in_words(counted: Counted) -> str:
    share = counted.share
    in_deals = f"{counted.findings}, in {share.k} of {words.count(share.n, 'deal')}"
    if counted.hundred is None:
        return in_deals
    low, high = share.bounds
    return f"{in_deals}: {counted.hundred:.1f} in a hundred (95 %: {100 * low:.1f} to {100 * high:.1f})"
