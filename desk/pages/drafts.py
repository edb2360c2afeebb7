"""A deal under way: its taps in order, those that were undone behind them."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Final

from fairdeal.desk.archive.acts import now
from fairdeal.desk.files import write_text
from fairdeal.desk.trouble import DeskError

MOST_STEPS: Final = 2000
"""Taps of one deal: hands, auction, play and events of the longest take some 250."""
LONGEST: Final = 1500
"""Letters of one entry: the heading with all its names."""


@dataclass(frozen=True, slots=True)
class Step:
    """One tap. `do` says what was done and `value` with what; `seat` is whom the page showed as acting,
    empty where it showed nobody."""

    do: str
    value: str = ""
    seat: str = ""


LOOK: Final = "part"
"""The step that looks at another part of the page."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A deal under way, begun by `who` at that moment. `case` is the case for which it is entered, empty for
    a new one. The last `undone` of the steps were undone and can be done again."""

    id: str
    who: str
    at: str
    case: str = ""
    steps: tuple[Step, ...] = ()
    undone: int = 0

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps that stand."""
        return self.steps[: len(self.steps) - self.undone]

    @property
    def title(self) -> str:
        """What it is called on a list."""
        headings = [json.loads(step.value) for step in self.done if step.do == "heading"]
        number = headings[-1].get("number") if headings else None
        return f"Deal {number}" if number else "A new deal"

    def then(self, step: Step) -> Draft:
        """One step more; what was undone before is let go. Raises DeskError where that is too much."""
        if len(self.done) >= MOST_STEPS or len(step.value) > LONGEST:
            raise DeskError(
                "That is more than one deal can have.",
                "",
                "Add this deal to the case and begin another.",
            )
        return replace(self, steps=(*self.done, step), undone=0)

    @property
    def last_act(self) -> int | None:
        """Where the last step that entered something is; to look at another part enters nothing."""
        acts = [n for n, step in enumerate(self.done) if step.do != LOOK]
        return acts[-1] if acts else None

    @property
    def next_act(self) -> int | None:
        """The first of the steps that were undone which entered something."""
        undone = range(len(self.done), len(self.steps))
        return next((n for n in undone if self.steps[n].do != LOOK), None)

    def back(self) -> Draft:
        """Without its last act; the part of the page is the one in which it was made."""
        last = self.last_act
        return self if last is None else replace(self, undone=len(self.steps) - last)

    def again(self) -> Draft:
        """With the act again that was undone last."""
        following = self.next_act
        return self if following is None else replace(self, undone=len(self.steps) - following - 1)


MOST: Final = 200
"""Deals under way at once: a tournament's tables, several deals each."""
_ID: Final = re.compile(r"[0-9a-f]{12}")
_LOCK: Final = Lock()
"""Two taps at once are taken one after the other."""


class Drafts:
    """The deals under way that belong to an archive."""

    def __init__(self, archive: Path) -> None:
        self.folder = archive.with_name(f"{archive.name}.drafts")

    def new(self, who: str, case: str = "") -> Draft:
        """A new one. Raises DeskError where there are too many."""
        with _LOCK:
            if len(self._paths()) >= MOST:
                raise DeskError(
                    f"{MOST} deals are being entered already.",
                    "",
                    "Add some to a case, or discard them.",
                )
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = Draft(secrets.token_hex(6), who, now(), case)
            self._write(draft)
        return draft

    def get(self, id: str) -> Draft:
        """The draft of this number. Raises DeskError where there is none, or its file is damaged."""
        try:
            kept = json.loads(self._path(id).read_text("utf-8"))
            steps = tuple(Step(*map(str, each)) for each in kept["steps"])
            draft = Draft(**{**kept, "steps": steps})
            if not 0 <= draft.undone <= len(draft.steps):
                raise ValueError("more undone than done")
        except OSError as error:
            raise DeskError(
                "This deal is no longer being entered.", "", "Begin at the list of cases."
            ) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DeskError(
                f"{self._path(id)} is damaged.", "", "Take the file away and enter the deal again."
            ) from error
        return draft

    def change(self, id: str, change: Callable[[Draft], Draft]) -> Draft:
        """The draft changed and kept. Raises what `get` and the change raise; nothing is kept then."""
        with _LOCK:
            changed = change(self.get(id))
            self._write(changed)
        return changed

    def drop(self, id: str) -> None:
        """Throw a draft away."""
        with _LOCK:
            self._path(id).unlink(missing_ok=True)

    def all(self) -> list[Draft]:
        """Every draft that can be read, the newest first."""
        found = []
        for path in self._paths():
            with suppress(DeskError):
                found.append(self.get(path.stem))
        return sorted(found, key=lambda draft: (draft.at, draft.id), reverse=True)

    def _paths(self) -> list[Path]:
        there = self.folder.glob("*.json") if self.folder.is_dir() else ()
        return [path for path in there if _ID.fullmatch(path.stem)]

    def _path(self, id: str) -> Path:
        if not _ID.fullmatch(id):
            raise DeskError("There is no such deal.", "", "Begin at the list of cases.")
        return self.folder / f"{id}.json"

    def _write(self, draft: Draft) -> None:
        kept = asdict(draft) | {"steps": [astuple(step) for step in draft.steps]}
        write_text(self._path(draft.id), json.dumps(kept, ensure_ascii=False), ours=True)
