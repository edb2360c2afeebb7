"""Attacks by a folder: bombs among honest files, names, links, what is hidden, what is planted."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from bench.hostile import pdfs, pictures, records
from bench.hostile.attack import IMPORTABLE, LIMIT_MEMORY, LIMIT_SECONDS, ROOT, Attack, Trial
from bench.hostile.watch import Watched

HONEST: Final = 3
"""Honest matches in a folder, each a typed record of its own table."""
TURNING: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
"""Signs that turn the direction of the writing after them."""
STARTS_A_FORMULA: Final = ("=", "+", "-", "@")
_HARMLESS: Final = " \t\r\n\0\u200b\ufeff'" + TURNING


def audited(
    name: str,
    tries: str,
    fill: Callable[[Path], None],
    more: Callable[[Path, Watched], str] = lambda _out, _found: "",
    **bounds: Any,
) -> Attack:
    """A folder with honest records and whatever `fill` puts beside them, given to `audit`. Every honest
    match must have its report; `more` looks at the folder of reports."""

    def ready(folder: Path) -> Trial:
        evidence, out = folder / "evidence", folder / "reports"
        evidence.mkdir()
        for table in range(1, HONEST + 1):
            (evidence / f"honest-{table}.hrn").write_bytes(records.honest(table))
        fill(evidence)

        def holds(found: Watched) -> str:
            return _all_done(out) or more(out, found)

        return Trial(
            ("audit", evidence.name, "-o", out.name), folder, holds=holds, written=(out,), **bounds
        )

    return Attack(f"audit-{name}", tries, ready)


def _all_done(out: Path) -> str:
    """Whether every honest match has a report."""
    if not (out / "index.html").exists():
        return "no reports were written"
    told = "".join(path.read_text("utf-8") for path in out.glob("*.hrn"))
    missing = [table for table in range(1, HONEST + 1) if f"Ash {table}" not in told]
    return f"no report of the honest tables {missing}" if missing else ""


def _named(out: Path, found: Watched, *names: str) -> str:
    """Whether each name is in a report, on the index or in what was printed: nothing vanishes."""
    told = found.err + found.out
    told += "".join(path.read_text("utf-8") for path in out.glob("*.html"))
    missing = [name for name in names if name not in told]
    return f"nothing speaks of {', '.join(missing)}" if missing else ""


# Bombs among honest files.


def _two_bombs(evidence: Path) -> None:
    (evidence / "a-forms.pdf").write_bytes(pdfs.nested_forms())
    (evidence / "b-paths.pdf").write_bytes(pdfs.many_paths())
    shutil.copy(ROOT / "samples" / "onam-cup" / "hand-log-deal-02.jpg", evidence / "photo.jpg")


def _records(evidence: Path) -> None:
    for number in range(4):
        (evidence / f"cards-{number}.hrn").write_bytes(records.one_card(1_000 + number))


def _sparse(evidence: Path) -> None:
    for name in ("large.jpg", "large.hrn", "large.pdf"):
        with (evidence / name).open("wb") as file:
            file.truncate(5_000_000_000)


def _layouts(evidence: Path) -> None:
    (evidence / "deep.toml").write_text("columns = " + "[" * 100_000)
    (evidence / "long.toml").write_text("a." * 100_000 + "b = 1\n")
    (evidence / "schedule.csv").write_text(
        "event,date,round,table,team A,team B\n" + ",,x,9,,\n" * 20_000
    )


def _many_files(evidence: Path) -> None:
    for number in range(3_000):
        (evidence / f"note-{number}.dat").write_bytes(bytes([number % 7]) * 20)


# Names.


def _names(evidence: Path) -> None:
    names = (
        "two\nlines.hrn",
        "-rf.hrn",
        "<b>bold<script>.hrn",
        "=1+1.hrn",
        "\u202enrh.eslaf.hrn",
        "\x1b[2J.hrn",
        "%s%n.hrn",
        "[red]x.hrn",
        "'; DROP TABLE acts.hrn",
        "x" * 250 + ".hrn",
    )
    for number, name in enumerate(names):
        (evidence / name).write_bytes(records.honest(20 + number))
    Path(os.fsdecode(os.fsencode(evidence) + b"/\xff\xfe.hrn")).write_bytes(records.honest(40))


def _strange_teams(evidence: Path) -> None:
    (evidence / "strange.hrn").write_bytes(records.strange_names())


def harmless(out: Path, found: Watched) -> str:
    """What stands in reports, tables and on the terminal that could do something, or hide something."""
    printed = found.out + found.err
    if "\x1b" in printed or any(sign in printed for sign in TURNING):
        return "signs for the terminal were printed as they came"
    for path in sorted(out.glob("*.html")):
        text = path.read_text("utf-8")
        if "<script>alert" in text or "<img src=x" in text:
            return f"markup came through in {path.name}"
        if any(sign in text for sign in TURNING):
            return f"the writing is turned round in {path.name}"
    formula = next(_formulas(out), "")
    return f"a formula came through in {formula}" if formula else ""


def _formulas(out: Path) -> Iterator[str]:
    """Cells of the tables that a spreadsheet would work out."""
    from openpyxl import load_workbook

    for path in sorted(out.glob("*.csv")):
        with path.open(encoding="utf-8-sig", newline="") as file:
            for cell in (cell for row in csv.reader(file) for cell in row):
                bare = cell.strip(_HARMLESS)
                quoted = cell.startswith("'")
                if bare.startswith(STARTS_A_FORMULA) and not quoted and not _is_figure(bare):
                    yield f"{path.name}: {cell!r}"
    for path in sorted(out.glob("*.xlsx")):
        for sheet in load_workbook(path).worksheets:
            for cell in (cell for row in sheet.iter_rows() for cell in row):
                if cell.data_type == "f":
                    yield f"{path.name}: {cell.value!r}"


def _is_figure(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


# Links, pipes, depth.


def _links(evidence: Path) -> None:
    (evidence / "ring").symlink_to(".")
    (evidence / "inner").mkdir()
    (evidence / "inner" / "back").symlink_to("..")
    (evidence / "nowhere.hrn").symlink_to("nothing")
    (evidence / "itself.hrn").symlink_to("itself.hrn")
    (evidence / "zero.jpg").symlink_to("/dev/zero")
    (evidence / "random.hrn").symlink_to("/dev/random")
    os.mkfifo(evidence / "pipe.hrn")
    os.mkfifo(evidence / "pipe.jpg")


def _deep(evidence: Path) -> None:
    """A file under 1,400 folders: as deep as a path can be written."""
    here = os.open(evidence, os.O_RDONLY)
    for _ in range(1_400):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    with os.fdopen(os.open("deep.hrn", os.O_CREAT | os.O_WRONLY, dir_fd=here), "wb") as file:
        file.write(records.honest(9))
    os.close(here)


def _pipe(command: str) -> Attack:
    def ready(folder: Path) -> Trial:
        os.mkfifo(folder / "pipe.jpg")
        (folder / "zero.jpg").symlink_to("/dev/zero")
        more = ("-o", "report.html") if command == "report" else ()
        return Trial(
            (command, "pipe.jpg", "zero.jpg", *more), folder, refused=("pipe.jpg", "zero.jpg")
        )

    return Attack(f"{command}-pipe", "a pipe that nobody writes to, a device without end", ready)


def _endless_input() -> Attack:
    """Records without end, piped into the command."""

    def ready(folder: Path) -> Trial:
        piped = f"yes '[Deal \"1\"]' | {sys.executable} -m fairdeal check -"
        return Trial(("bash", "-c", piped), folder, whole=True)

    return Attack("check-endless-input", "records without end, piped in", ready)


# What is hidden or planted.


def _hidden(evidence: Path) -> None:
    planted = evidence / "planted"
    planted.mkdir()
    (planted / ".fairdeal-audit").touch()
    (planted / "planted-log.hrn").write_bytes(records.honest(7))
    (evidence / ".hidden").mkdir()
    (evidence / ".hidden" / "folder-log.hrn").write_bytes(records.honest(8))
    (evidence / ".dotted-log.hrn").write_bytes(records.honest(9))


def _junk_readings() -> Attack:
    """Readings that were kept by an audit, and hold junk since: as a power cut leaves them."""

    def ready(folder: Path) -> Trial:
        evidence, out = folder / "evidence", folder / "reports"
        evidence.mkdir()
        for table in range(1, HONEST + 1):
            (evidence / f"honest-{table}.hrn").write_bytes(records.honest(table))
        (evidence / "cat.png").write_bytes(pictures.encoded(pictures.wall(), ".png"))
        (evidence / "dog.jpg").write_bytes(pictures.encoded(pictures.wall(), ".jpg"))
        command = (sys.executable, "-m", "fairdeal", "audit", evidence.name, "-o", out.name)
        env = {**os.environ, "PYTHONPATH": IMPORTABLE}
        subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True)
        kept = sorted(path for path in (out / ".readings").rglob("*") if path.is_file())
        if not kept:
            raise RuntimeError("the audit kept no reading: this attack has nothing to damage")
        junk = (b"", bytes(4096), b"\x00\xff{", b"[" * 100_000, b'{"a": 1}', b"null")
        for number, path in enumerate(kept):
            path.write_bytes(junk[number % len(junk)])
        return Trial(
            command[3:],
            folder,
            holds=lambda _: _all_done(out),
            written=(out,),
            seconds=20.0,
        )

    return Attack("audit-junk-readings", "kept readings that hold junk", ready)


def _planted_modules(name: str, *modules: str) -> Attack:
    """Modules beside the evidence, under names that the program itself imports."""

    def ready(folder: Path) -> Trial:
        (folder / "log.hrn").write_bytes(records.honest(1))
        for module in modules:
            (folder / f"{module}.py").write_text(f"open('ran-{module}', 'w').close()\n")

        def holds(_: Watched) -> str:
            ran = sorted(path.name for path in folder.glob("ran-*"))
            return f"{', '.join(ran)}: code of the evidence folder ran" if ran else ""

        command = (str(ROOT / "run"), "check", "log.hrn")
        return Trial(command, folder, whole=True, holds=holds, env={"PYTHONPATH": ""}, seconds=20.0)

    return Attack(f"run-{name}", f"{modules[0]}.py and others beside the evidence", ready)


FOLDERS: Final = (
    audited(
        "two-bombs",
        "two PDFs that never end among honest files",
        _two_bombs,
        lambda out, found: _named(out, found, "a-forms.pdf", "b-paths.pdf"),
        seconds=2 * LIMIT_SECONDS,
        memory=2 * LIMIT_MEMORY,
    ),
    audited("one-card", "four records of one card a thousand times", _records, seconds=20.0),
    audited(
        "sparse-files",
        "three files of 5 GB that hold nothing",
        _sparse,
        lambda out, found: _named(out, found, "large.jpg", "large.hrn", "large.pdf"),
    ),
    audited(
        "layouts",
        "layouts and a schedule made to hurt",
        _layouts,
        lambda out, found: _named(out, found, "deep.toml", "schedule.csv"),
    ),
    audited("many-files", "3,000 files of nothing", _many_files, seconds=30.0),
    audited(
        "strange-names",
        "file names with lines, markup, formulas, signs for a terminal",
        _names,
        harmless,
    ),
    audited(
        "strange-teams", "teams with markup, formulas, turned writing", _strange_teams, harmless
    ),
    audited("links", "links in rings, to devices, to nothing; pipes", _links),
    audited(
        "deep-folders",
        "a record under 1,400 folders",
        _deep,
        lambda out, found: _named(out, found, "deep.hrn"),
    ),
    audited(
        "hidden",
        "evidence in hidden folders and beside a planted mark",
        _hidden,
        lambda out, found: _named(
            out, found, "planted-log.hrn", ".hidden/ (1 file)", ".dotted-log.hrn"
        ),
    ),
    _junk_readings(),
    _endless_input(),
    _pipe("read"),
    _pipe("check"),
    _pipe("report"),
    _planted_modules("planted-desk", "desk", "sitecustomize", "usercustomize"),
    _planted_modules("planted-modules", "click", "json", "lark", "rich", "cv2"),
)
