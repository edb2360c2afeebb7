"""The environment of `./run`: made once, in its place, by one at a time, and again after an interruption."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.checkout import NOBODY, PATIENCE, ROOT, Checkout, make


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return make(tmp_path)


@pytest.fixture
def foreign() -> Iterator[Checkout]:
    """A checkout that whoever runs it may read only; see `as_other`."""
    root = Path(tempfile.mkdtemp(prefix="fairdeal-test-"))
    made = make(root)
    try:
        yield made
    finally:
        for folder, _, _ in os.walk(root):
            Path(folder).chmod(0o755)
        shutil.rmtree(root)


def as_other(checkout: Checkout) -> int | None:
    """Close the checkout to writing. Returns the user to run it as; root may write everywhere."""
    for path in (checkout.root, *checkout.root.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o555)
    (checkout.root / "calls").chmod(0o666)
    home = checkout.root / "home"
    home.mkdir()
    home.chmod(0o777)
    checkout.folder.chmod(0o555)
    return NOBODY if os.geteuid() == 0 else None


def until(condition: object, started: float) -> None:
    assert time.monotonic() - started < PATIENCE, condition
    time.sleep(0.01)


def test_environment_is_made_in_its_place_and_only_once(checkout: Checkout) -> None:
    first = checkout.run("check", "a b")
    assert (first.returncode, first.stdout) == (0, "ran: -m fairdeal check a b\n")
    assert checkout.calls("venv ") == [f"-I -m venv {checkout.venv}"]
    assert len(checkout.calls("pip install")) == 1
    again = checkout.run("rulebooks")
    assert (again.stdout, again.stderr) == ("ran: -m fairdeal rulebooks\n", "")
    assert len(checkout.calls("pip install")) == 1


def test_the_first_time_says_how_far_it_is_and_no_more(checkout: Checkout) -> None:
    lock = "".join(f"package-{number}==1\n" for number in range(25))
    (checkout.folder / "requirements" / "run.txt").write_text(lock, "utf-8")
    assert checkout.run("check").stderr.splitlines() == [
        "Setting up for the first time (a minute or two).",
        "Fetching 25 packages from the internet (requirements/run.txt).",
        "  10 of 25",
        "  20 of 25",
        "  All are here. Installing them (a minute or so).",
    ]


def test_rooms_are_linked_into_the_package_and_again_where_a_link_leads_nowhere(
    checkout: Checkout,
) -> None:
    package = checkout.folder / "src" / "fairdeal"
    (package / "desk").symlink_to("gone")
    assert checkout.run().returncode == 0
    assert (package / "desk").resolve() == ROOT / "desk"
    assert (package / "records").readlink() == Path("../../records")


def test_environment_is_made_again_where_the_checkout_was_moved(checkout: Checkout) -> None:
    checkout.run()
    moved = checkout.folder.rename(checkout.root / "elsewhere")
    assert checkout.run(program=moved / "run").returncode == 0
    assert checkout.calls("venv ")[-1] == f"-I -m venv {moved / '.venv'}"


def test_environment_of_an_earlier_version_is_made_again(checkout: Checkout) -> None:
    """It was made aside and renamed: its scripts name a folder that is gone."""
    checkout.run()
    (checkout.venv / "fairdeal-made").unlink()
    checkout.run()
    assert len(checkout.calls("venv ")) == 2


def test_a_changed_lock_is_installed_and_no_other(checkout: Checkout) -> None:
    checkout.run("lint")
    (checkout.folder / "requirements" / "dev.txt").write_text("dev==2\n", "utf-8")
    checkout.run()
    assert len(checkout.calls("pip install")) == 2
    checkout.run("lint")
    assert [call.split("/")[-1] for call in checkout.calls("pip install")] == [
        "run.txt",
        "dev.txt",
        "dev.txt",
    ]


@pytest.mark.parametrize("step", ["kill-venv", "kill-pip"])
def test_a_set_up_that_was_killed_is_done_again(checkout: Checkout, step: str) -> None:
    checkout.set(step)
    assert checkout.run().returncode != 0
    checkout.unset(step)
    assert checkout.run("rulebooks").stdout == "ran: -m fairdeal rulebooks\n"
    assert len(checkout.calls("venv ")) == (2 if step == "kill-venv" else 1)
    # Half a package may count as installed: after a kill none is taken to be.
    assert ("--ignore-installed" in checkout.calls("pip install")[-1]) is (step == "kill-pip")


def test_packages_that_cannot_be_fetched_say_so_and_the_rest_stays(checkout: Checkout) -> None:
    checkout.run()
    checkout.set("no-network")
    failed = checkout.run("lint")
    assert failed.returncode == 2
    assert "ERROR: No network\nTry later\nThe packages could not be installed" in failed.stderr
    assert checkout.run("rulebooks").stdout == "ran: -m fairdeal rulebooks\n"


def test_two_at_once_set_up_once(checkout: Checkout) -> None:
    checkout.set("hold-pip")
    first = checkout.start("one")
    started = time.monotonic()
    while not checkout.calls("pip install"):
        until("the first installs", started)
    second = checkout.start("two")
    assert second.stderr is not None
    assert "Another ./run is setting things up" in second.stderr.readline()
    checkout.unset("hold-pip")
    assert first.communicate(timeout=PATIENCE)[0] == "ran: -m fairdeal one\n"
    assert second.communicate(timeout=PATIENCE)[0] == "ran: -m fairdeal two\n"
    assert len(checkout.calls("venv ")) == len(checkout.calls("pip install")) == 1


def test_link_to_run_finds_its_checkout(checkout: Checkout) -> None:
    links = checkout.root / "links"
    links.mkdir()
    (links / "run").symlink_to("../fairdeal/run")
    (links / "fairdeal").symlink_to("run")
    told = checkout.run("rulebooks", program=links / "fairdeal", CDPATH=str(checkout.root))
    assert (told.returncode, told.stdout) == (0, "ran: -m fairdeal rulebooks\n")
    assert checkout.venv.exists()


def test_checkout_of_somebody_elses_that_is_set_up_is_used(foreign: Checkout) -> None:
    foreign.run()
    told = foreign.run("rulebooks", user=as_other(foreign))
    assert (told.returncode, told.stdout, told.stderr) == (0, "ran: -m fairdeal rulebooks\n", "")


def test_checkout_of_somebody_elses_has_its_environment_in_ones_own_cache(
    foreign: Checkout,
) -> None:
    user = as_other(foreign)
    told = foreign.run("rulebooks", user=user)
    assert (told.returncode, told.stdout) == (0, "ran: -m fairdeal rulebooks\n")
    assert f"You may not write to {foreign.folder}" in told.stderr
    (made,) = (foreign.root / "home" / "cache" / "fairdeal").glob("venv-*/fairdeal-made")
    assert made.read_text("utf-8").strip() == str(made.parent)
    assert foreign.run("rulebooks", user=user).stderr == ""
    assert not foreign.venv.exists()
    package = foreign.folder / "src" / "fairdeal"
    if user is not None:
        package = made.parent / "package" / "fairdeal"
        assert (package / "__init__.py").resolve() == foreign.folder / "src/fairdeal/__init__.py"
    assert (package / "desk").is_symlink()


def test_where_nothing_can_be_kept_one_plain_line_says_what_to_do(foreign: Checkout) -> None:
    told = foreign.run("rulebooks", user=as_other(foreign), XDG_CACHE_HOME="/proc/none")
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1].endswith(
        "Make a copy of the project in a folder of your own, and run that."
    )
    assert "run: line" not in told.stderr


def test_python3_venv_is_installed_where_root_asks(checkout: Checkout) -> None:
    checkout.unset("has-venv")
    _be(checkout, 0)
    assert checkout.run("rulebooks").stdout == "ran: -m fairdeal rulebooks\n"
    assert any("python3-venv" in call for call in checkout.calls("apt-get"))


def test_python3_venv_is_asked_for_where_only_root_may_install(checkout: Checkout) -> None:
    checkout.unset("has-venv")
    _be(checkout, 1000)
    told = checkout.run()
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1] == (
        "python3-venv is not installed. Ask whoever looks after this machine for:"
        " apt-get install python3-venv"
    )
    assert checkout.calls("apt-get") == []


def _be(checkout: Checkout, user: int) -> None:
    (checkout.root / "bin" / "id").write_text(f"#!/bin/bash\necho {user}\n", "utf-8")
    (checkout.root / "bin" / "id").chmod(0o755)


def test_shell_that_asks_for_completion_sets_up_nothing(checkout: Checkout) -> None:
    told = checkout.run(_FAIRDEAL_COMPLETE="bash_source")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    assert checkout.calls() == []


def test_python_command_runs_the_environments_python(checkout: Checkout) -> None:
    assert checkout.run("python", "-m", "demo", "x").stdout == "ran: -m demo x\n"


def test_faces_are_installed_for_the_trial_that_prints_pages_and_for_no_other(
    checkout: Checkout,
) -> None:
    """The Python of this checkout answers with how it was called, and that is what is installed."""
    _be(checkout, 0)
    checkout.run("soak", "deals")
    assert checkout.calls("apt-get") == []
    checkout.run("soak", "printed-pages", "--count", "2")
    assert any("samples.making.printed.faces" in call for call in checkout.calls("apt-get"))
