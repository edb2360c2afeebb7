"""All the places at which the score of a case is shown: pages, lists, search, and its audit."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO
from typing import Final

from fairdeal.desk.score.figures import MatchScore, Score
from tests.support.score_reading import Expected, differences

PAGES: Final = ("", "/findings", "/ruling", "/report")


@dataclass(frozen=True, slots=True)
class Places:
    """A desk whose pages and tables `get` fetches as text. The match of the case is at table 1 and the only
    one of Backwater."""

    get: Callable[[str], str]
    audit: str
    case: str

    def differing(self, expected: Expected) -> Iterator[str]:
        """Every figure on every page, table and list that is not the expected one. Each is fetched once,
        when it is its turn."""
        yield from replace(self, get=cache(self.get))._differing(expected)

    def _differing(self, expected: Expected) -> Iterator[str]:
        for path in PAGES:
            page = self.get(f"/cases/{self.case}{path}")
            yield from (f"{path or '/'}: {each}" for each in differences(page, expected))
        for path, start in (("/", f"/cases/{self.case}"), ("/search?team=backwater", self.case)):
            page = self.get(path).partition(start)[2]
            part = re.split(r"</tr>|</article>", page)[0]
            yield from (
                f"{path}: {each}" for each in differences(part, expected) if "shown" not in each
            )
            yield from () if "data-" in part else (f"{path}: no score",)
        for path in ("", "/reports/index.html"):
            yield from self._in_audit(path, expected)
        yield from self._in_table(expected.score)
        yield from self._standings(expected.score)

    def _in_audit(self, path: str, expected: Expected) -> Iterator[str]:
        page = self.get(f"/audits/{self.audit}{path}")
        head = page[page.rindex("<thead>", 0, page.index("data-match=")) :]
        row = next(each for each in head.split("<tr") if "table-1" in each.partition(">")[0])
        shown = f"<table>{head.partition('<tbody>')[0]}<tbody><tr{row}</table>"
        yield from (f"audit{path}: {each}" for each in differences(shown, expected))

    def _in_table(self, score: MatchScore) -> Iterator[str]:
        rows = self._csv("matches.csv")
        row = next(each for each in rows if each["table"] == "1")
        for name, each in score.named:
            title = name.replace("-", " ")
            for side, points in zip("AB", (each or Score()).totals, strict=True):
                if row[f"{title} {side}"] != ("" if points is None else str(points)):
                    yield f"matches.csv, {title} {side}: {row[f'{title} {side}']}"

    def _csv(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(StringIO(self.get(f"/audits/{self.audit}/reports/{name}"))))

    def _standings(self, score: MatchScore) -> Iterator[str]:
        """The match is its teams' only one, so their lines in the standings are its score."""
        for name, file, each in (
            ("by-the-rulebook", "standings.csv", score.by_the_rulebook),
            ("as-ruled", "standings-as-ruled.csv", score.in_force),
        ):
            known = Score() if each.open else each
            right = tuple(str(figure or 0) for figure in (known.match_points[0], *known.totals))
            rows = [row for row in self._csv(file) if row.get("team") == "Backwater"]
            told = [("none",)] if not rows else []
            told += [
                (row["match points"], row["points for"], row["points against"]) for row in rows
            ]
            for path in ("", "/reports/index.html"):
                page = self.get(f"/audits/{self.audit}{path}")
                table = page.partition(f'data-standings="{name}"')[2].partition("</table>")[0]
                line = table.partition("Backwater")[2].partition("</tr>")[0]
                figures = re.findall(r">(\d+) – (\d+)</td><td [^>]*>(\d+)</td>", line)
                told += [(points, won, lost) for won, lost, points in figures] or [("none",)]
            yield from (f"standings {name}: {line}" for line in told if line != right)
