"""The folders at the top are the parts of one package, for Python and for the wheel alike."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from tests.support.checkout import ROOMS, ROOT

ALLOWED = {
    "records": (),
    "templates": (),
    "grammar": ("records",),
    "digitize": ("records",),
    "rulings": ("records",),
    "desk": ("records", "grammar", "digitize", "rulings", "templates"),
}
"""As `docs/architecture.md` has it."""
GAMES = ("fifty_six", "bridge")
SHARED: dict[str, tuple[str, ...]] = {
    "frame": (),
    "doubt": (),
    "replay": ("doubt",),
    "claims": ("doubt",),
    "rulebooks": ("doubt", "replay", "claims"),
}
"""Floors of `rulings/`: the games, and what knows neither, with those of them that it must not know."""


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_room_is_linked_into_the_package_and_mapped_into_the_wheel() -> None:
    wheel = project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    for room in ROOMS:
        assert (ROOT / "src" / "fairdeal" / room).resolve() == ROOT / room
        assert wheel["sources"][room] == f"fairdeal/{room}"
        assert room in wheel["only-include"]
    assert f"rooms=({' '.join(ROOMS)})" in (ROOT / "run").read_text("utf-8")


def test_no_link_is_committed() -> None:
    """A checkout on a system without links could not be imported, and tools saw each file twice."""
    listed = subprocess.run(
        ["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this is no checkout")
    assert not [line for line in listed.stdout.splitlines() if line.startswith("120000")]


def test_ends_of_lines_are_decided_for_every_file() -> None:
    """Where git was set to write CR LF, the reader's nets did not match their checksums, and `run` failed."""
    listed = subprocess.run(
        ["git", "ls-files", "--eol"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this is no checkout")
    files = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    assert len(files) > 1000
    assert not [rest for *_, rest in files if not re.match(r"attr/(-text|text=?\S* eol=lf)", rest)]


def test_the_source_distribution_names_every_room_and_no_link() -> None:
    """The wheel made of it lacked `templates`: the link to it was walked before the room."""
    targets = project()["tool"]["hatch"]["build"]["targets"]
    named = targets["sdist"]["only-include"]
    assert set(named) >= set(targets["wheel"]["only-include"])
    assert not any((ROOT / each).is_symlink() for each in named)
    assert all((ROOT / each).exists() for each in named)


def statements(within: ast.AST) -> Iterator[ast.AST]:
    """All statements within one, without their expressions, which are most of a module."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(within, name, ()):
            yield each
            yield from statements(each)


def circle(house: Path) -> list[str]:
    """Modules of a house's rooms that import each other, each the one after it; [] if there are none.

    Imports within functions and for types alone count as well."""
    modules = {
        ".".join(("fairdeal", *path.relative_to(house).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for room in ROOMS
        for path in (house / room).rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        named = set()
        for node in statements(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                named |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{path} has a relative import"
                parts = {f"{node.module}.{each.name}" for each in node.names}
                named |= {part if part in modules else str(node.module) for part in parts}
        graph[name] = named & modules.keys()
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(reversed(found.args[1]))
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(ROOT) == []


@pytest.mark.parametrize(
    "way",
    [
        "from fairdeal.grammar import planted",
        "import fairdeal.grammar.planted",
        "def late():\n    from fairdeal.grammar.planted import name",
        "if TYPE_CHECKING:\n    from fairdeal.grammar.planted import Name",
    ],
)
def test_a_planted_circle_is_found(way: str, tmp_path: Path) -> None:
    files = {
        "records/planted.py": "from fairdeal.records import other",
        "records/other.py": way,
        "grammar/planted.py": "from fairdeal.records.planted import name",
    }
    for place, text in files.items():
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text, "utf-8")
    assert set(circle(tmp_path)) == {
        "fairdeal.records.planted",
        "fairdeal.records.other",
        "fairdeal.grammar.planted",
    }
    (tmp_path / "records/other.py").write_text("import fairdeal.records", "utf-8")
    assert circle(tmp_path) == []


PLANT = """
import json, os, sys
from pathlib import Path
from importlinter.cli import lint_imports
for line in sys.stdin:
    house, place, targets, told = json.loads(line)
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.chdir(house)
        sys.path.insert(0, house)
        found = {}
        for target in targets:
            Path(place).write_text("" if target == "nothing" else f"import {target}\\n")
            found[target] = lint_imports("contracts.toml", cache_dir=None)
        Path(told).write_text(json.dumps(found))
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""
"""A process that has imported the linter, which takes longer than to lint: each house is for a copy of it."""


@cache
def linter() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", PLANT],
        env={},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


DESK = [
    floor.split(" | ")
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    if contract.get("containers") == ["fairdeal.desk"]
    for floor in contract["layers"]
]
"""The floors of the desk from the top, those beside each other in one list."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house of empty rooms, and the contracts of `pyproject.toml`."""
    package = tmp_path / "fairdeal"
    floors = [package / "rulings" / name for name in (*GAMES, *SHARED)]
    floors += [package / "desk" / name for floor in DESK for name in floor]
    for place in (
        package,
        *(package / name for name in ROOMS),
        *floors,
        *(tmp_path / name for name in ("samples", "training")),
    ):
        place.mkdir()
        (place / "__init__.py").touch()
    (package / "__main__.py").touch()
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (tmp_path / "contracts.toml").write_text(text[text.index("[tool.importlinter]") :], "utf-8")
    return tmp_path


def linted(house: Path, floor: str, targets: Iterable[str]) -> dict[str, int]:
    """The exit status of lint with an import of each of the targets in turn planted on a floor."""
    process, told = linter(), house / "told.json"
    assert process.stdin is not None and process.stdout is not None
    asked = [str(house), f"fairdeal/{floor}/planted.py", list(targets), str(told)]
    process.stdin.write(json.dumps(asked) + "\n")
    process.stdin.flush()
    assert process.stdout.readline() == "0\n"
    return dict(json.loads(told.read_text("utf-8")))


@pytest.mark.parametrize("room", ROOMS)
def test_an_import_that_the_table_forbids_fails_lint(room: str, house: Path) -> None:
    wanted = {"nothing": 0}
    for other in (*ROOMS, "samples"):
        target = other if other == "samples" else f"fairdeal.{other}"
        if other != room:
            wanted[target] = 0 if other in ALLOWED[room] else 1
    assert linted(house, room, wanted) == wanted


def test_a_room_that_asks_the_library_fails_lint(house: Path) -> None:
    """The package's own names lead to the desk, so no room below it may use them."""
    (house / "fairdeal" / "__init__.py").write_text("import fairdeal.desk.library", "utf-8")
    (house / "fairdeal" / "desk" / "library.py").touch()
    wanted = {"nothing": 0, "fairdeal": 1}
    assert linted(house, "rulings", wanted) == wanted


@pytest.mark.parametrize("floor", [*GAMES, *SHARED])
def test_a_game_that_another_floor_must_not_know_fails_lint(floor: str, house: Path) -> None:
    wanted = {
        f"fairdeal.rulings.{other}": int(other in (*GAMES, *SHARED.get(floor, ())))
        for other in (*GAMES, *SHARED)
        if other != floor
    }
    assert linted(house, f"rulings/{floor}", wanted) == wanted


@pytest.mark.parametrize("floor", ["archive", "judging", "review"])
def test_a_floor_of_the_desk_that_asks_one_above_it_fails_lint(floor: str, house: Path) -> None:
    (at,) = (place for place, names in enumerate(DESK) if floor in names)
    wanted = {f"fairdeal.desk.{name}": 1 for name in (*DESK[at - 1], "pages")}
    wanted |= {f"fairdeal.desk.{name}": 1 for name in DESK[at] if name != floor}
    wanted |= {f"fairdeal.desk.{name}": 0 for name in (*DESK[at + 1][:1], "trouble")}
    assert linted(house, f"desk/{floor}", wanted) == wanted
