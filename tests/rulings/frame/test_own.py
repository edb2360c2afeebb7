"""Rules of packages: judged among ours, named as theirs, and never the end of anything else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import forked

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
EXAMPLE = re.search(r"```py\n(.*?)```", PAGE, re.DOTALL)[1]  # type: ignore[index]
POINT = re.search(r"fairdeal.rules.\]\n(.*?)```", PAGE, re.DOTALL)[1].replace('"', "")  # type: ignore[index]
LOG = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 NT, P, P, P, P, P\n'
GAME = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
[Auction "N"]
1NT Pass Pass Pass
[Contract "1NT"]
[Declarer "N"]
[Result "7"]
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Where packages are installed."""
    made = tmp_path / "site"
    made.mkdir()
    return made


def install(site: Path, code: str, points: str = POINT, name: str = "our-club") -> None:
    module = name.replace("-", "_")
    (site / f"{module}.py").write_text(code, "utf-8")
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[fairdeal.rules]\n{points}")


def run(site: Path, *args: str) -> str:
    done = forked.run(site, site.parent, *args)
    assert "Traceback" not in done.stderr
    return done.stdout


def started(site: Path, *args: str) -> str:
    """The same by a Python of its own."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-m", "fairdeal", *args],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stdout


def checked(site: Path, text: str = LOG, name: str = "log.hrn") -> dict[str, Any]:
    path = site.parent / name
    path.write_text(text, "utf-8")
    found: dict[str, Any] = json.loads(run(site, "check", str(path), "--format", "json"))
    return found


def codes(answer: dict[str, Any]) -> list[str]:
    return [each["code"] for each in answer["findings"]]


def test_without_a_package_nothing_is_added(site: Path) -> None:
    assert "no-trumps" not in codes(checked(site))


def test_the_example_of_the_page_is_judged_and_says_whose_it_is(site: Path) -> None:
    install(site, EXAMPLE)
    answer = checked(site)
    found = answer["findings"][codes(answer).index("no-trumps")]
    assert found["article"] == "House rule 7 (our-club 1.0)" and found["place"] == "call 1"
    assert (found["seat"], found["severity"]) == ("3", "offence")
    assert answer["problems"] == []
    log = str(site.parent / "log.hrn")
    text = started(site, "check", log)
    assert "No trumps" in text and "House rule 7 (our-club 1.0)" in text
    assert "Nobody bids no trumps." in text
    run(site, "report", log, "-o", str(site.parent / "report.html"))
    page = (site.parent / "report.html").read_text("utf-8")
    assert "our-club 1.0" in page and "Nobody bids no trumps." in page
    assert "(no-trumps)" in run(site, "rulebook", "international")


def test_an_unclear_call_leaves_it_as_unsure_as_ours(site: Path) -> None:
    install(site, EXAMPLE)
    answer = checked(site, LOG.replace("28 NT", "{28 NT|28 H}"))
    found = answer["findings"][codes(answer).index("no-trumps")]
    assert found["certainty"] == "depends" and 0 < found["probability"] < 1


def test_a_plain_game_of_bridge_is_judged_by_it_too(site: Path) -> None:
    install(site, EXAMPLE.replace('"fifty-six"', '"bridge"'))
    answer = checked(site, GAME, "game.pbn")
    assert "no-trumps" in json.dumps(answer)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import gone\n", "our_club:rule cannot be imported (ModuleNotFoundError: No module"),
        ("raise SystemExit(3)\n", "our_club:rule cannot be imported (SystemExit: 3)"),
        ("rule = 7\n", "our_club:rule is not an OwnRule"),
        (EXAMPLE.replace("(deal)", "(deal, more)", 1), "its function must take one deal"),
        (EXAMPLE.replace('"no-trumps"', '"revoke"'), "its code revoke is taken"),
        (EXAMPLE.replace('"no-trumps"', '"No trumps"'), "its code is not small letters"),
        (EXAMPLE.replace("fifty-six", "chess"), "its game is neither fifty-six nor bridge"),
        (EXAMPLE.replace("yield about_call(", "yield (1 / 0, "), "failed, and found nothing"),
        (EXAMPLE.replace("yield about_call(", "yield str("), "failed, and found nothing"),
    ],
    ids=["import", "exit", "no rule", "signature", "clash", "code", "game", "fails", "no draft"],
)
def test_what_is_broken_is_told_and_stops_nothing(site: Path, code: str, said: str) -> None:
    install(site, code)
    answer = checked(site, LOG.replace("P, P, P, P, P", "6: P, P, P, P, P"))
    assert codes(answer) == ["call-out-of-turn"]
    (problem,) = answer["problems"]
    assert said in problem["message"] and "our-club 1.0" in problem["message"]
    assert problem["severity"] == "warning"


def test_an_audit_is_judged_again_once_a_rule_is_there_changed_or_gone(site: Path) -> None:
    folder, out = site.parent / "match", site.parent / "out"
    folder.mkdir()
    (folder / "log.hrn").write_text(LOG, "utf-8")

    def said() -> str:
        run(site, "audit", str(folder), "-o", str(out))
        return (out / "findings.jsonl").read_text("utf-8")

    assert "no trumps" not in said()
    install(site, EXAMPLE)
    assert "A bid of no trumps." in said()
    (site / "our_club.py").write_text(EXAMPLE.replace("A bid", "One bid"), "utf-8")
    assert "One bid of no trumps." in said()
    (site / "our_club-1.0.dist-info" / "entry_points.txt").unlink()
    assert "no trumps" not in said()


def test_of_two_with_one_code_the_second_is_not_used(site: Path) -> None:
    install(site, EXAMPLE)
    install(site, EXAMPLE, "other = their_club:rule\n", "their-club")
    answer = checked(site)
    assert codes(answer).count("no-trumps") == 1
    assert "A rule of their-club 1.0 is not used: its code no-trumps is taken." in [
        each["message"] for each in answer["problems"]
    ]
    doctor = " ".join(run(site, "doctor").split())
    assert "Rule no-trumps" in doctor and "House rule 7 (our-club 1.0), 56" in doctor
    assert "its code no-trumps is taken" in doctor
