"""The password: wrong ones make their sender wait and nobody else, and a login has an end."""

from __future__ import annotations

import pytest

from fairdeal.desk.pages.guard import (
    LONG,
    LONGEST_LOGIN,
    LONGEST_PAUSE,
    TRIES,
    TRY_EVERY,
    Access,
    Door,
    Logins,
)

SHORT = "correct horse"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Door:
    return Door(Access({"desk"}, SHORT), clock)


def _all_tries(door: Door, address: str, browser: str = "") -> None:
    for _ in range(TRIES):
        assert door.wait(address, browser) == 0.0
        assert not door.opens(address, browser, "wrong horse é")


def test_wrong_passwords_make_their_address_wait_and_no_other(door: Door) -> None:
    _all_tries(door, "10.0.0.1")
    assert door.wait("10.0.0.1") > 0.0
    assert not door.opens("10.0.0.1", "", SHORT)
    assert door.opens("10.0.0.2", "", SHORT)


def test_one_more_try_is_allowed_after_a_while(door: Door, clock: Clock) -> None:
    _all_tries(door, "10.0.0.1")
    clock.now += TRY_EVERY + 0.01
    assert door.opens("10.0.0.1", "", SHORT)


def test_who_guesses_on_from_one_page_leaves_tries_for_another(door: Door, clock: Clock) -> None:
    """Whoever tried most often took every try of the address, and nobody else there got in."""
    for _ in range(TRIES):
        assert not door.opens("10.0.0.1", "", "wrong", "theirs")
    clock.now += TRY_EVERY + 0.01
    assert not door.opens("10.0.0.1", "", "wrong", "theirs")
    assert door.wait("10.0.0.1", page="theirs") > TRY_EVERY
    assert door.opens("10.0.0.1", "", SHORT, "ours")


def test_trying_on_while_waiting_makes_nobody_wait_longer(door: Door, clock: Clock) -> None:
    """The wait was begun again by every try, so that one stranger kept all at an address out."""
    _all_tries(door, "10.0.0.1")
    for _ in range(50):
        clock.now += TRY_EVERY / 50.5
        assert not door.opens("10.0.0.1", "", "wrong")
    clock.now += TRY_EVERY / 50
    assert door.opens("10.0.0.1", "", SHORT)


def test_a_browser_that_was_in_before_is_not_kept_out_by_others_at_its_address(door: Door) -> None:
    known = door.remember()
    _all_tries(door, "10.0.0.1")
    assert door.wait("10.0.0.1", known) == 0.0
    assert door.opens("10.0.0.1", known, SHORT)


def test_a_known_browser_has_tries_of_its_own_and_no_more(door: Door) -> None:
    known = door.remember()
    _all_tries(door, "10.0.0.1", known)
    assert door.wait("10.0.0.1", known) > 0.0
    assert door.wait("10.0.0.1") == 0.0


def test_an_invented_browser_counts_as_its_address(door: Door) -> None:
    for number in range(TRIES):
        assert not door.opens("10.0.0.1", f"invented {number}", "wrong")
    assert door.wait("10.0.0.1", "invented") > 0.0


def test_behind_a_long_password_nobody_ever_waits(clock: Clock) -> None:
    door = Door(Access({"desk"}, "x" * LONG), clock)
    for _ in range(200):
        assert not door.opens("10.0.0.1", "", "wrong")
    assert door.opens("10.0.0.1", "", "x" * LONG)


def test_all_addresses_of_one_network_are_one(door: Door) -> None:
    """A machine has as many IPv6 addresses as it likes."""
    for number in range(TRIES):
        assert not door.opens(f"2001:db8::{number:x}", "", "wrong")
    assert door.wait("2001:db8::ffff") > 0.0
    assert door.wait("2001:db8:1::1") == 0.0


def test_a_run_of_wrong_passwords_is_reported_once(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    _all_tries(door, "10.0.0.1")
    _all_tries(door, "10.0.0.2")
    assert [each.getMessage() for each in caplog.records] == [
        "Several wrong passwords came from 10.0.0.1. Further ones have to wait."
    ]


def test_a_login_ends_when_it_is_ended(clock: Clock) -> None:
    logins = Logins(clock)
    one, other = logins.begin(), logins.begin()
    logins.end(one)
    assert not logins.live(one) and logins.live(other)
    assert not logins.live("invented") and not logins.live(None) and not logins.live(True)


def test_a_login_ends_after_a_day_of_play(clock: Clock) -> None:
    logins = Logins(clock)
    login = logins.begin()
    for _ in range(int(LONGEST_LOGIN / LONGEST_PAUSE)):
        clock.now += LONGEST_PAUSE
        assert logins.live(login, used=True)
    clock.now += 1.0
    assert not logins.live(login, used=True)


def test_a_login_that_nobody_uses_ends(clock: Clock) -> None:
    """What an open page asks for by itself does not keep it alive."""
    logins = Logins(clock)
    login = logins.begin()
    clock.now += LONGEST_PAUSE
    assert logins.live(login, used=False)
    clock.now += 1.0
    assert not logins.live(login, used=True)
