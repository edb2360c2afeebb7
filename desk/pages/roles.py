"""Who may do what on the pages, by the password with which they came in.

The director's password opens everything, and so does a desk without passwords. A committee decides cases; a
runner brings papers and asks for those that are missing; a guest sees results. Nobody below the committee
sees a case or a finding: both teams learn of those by the ruling.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from fairdeal.desk.trouble import DeskError

Role = Literal["director", "committee", "runner", "guest"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

_FOR_ALL: Final = frozenset(("login", "logout", "who", "choose_language", "static_file"))
_GUESTS: Final = frozenset(
    (
        "at_table.at_table",
        "at_table.by_rulebook",
        "at_table.question",
        "at_table.slip",
        "audits.audits",
        "events.results_page",
        "events.results_file",
        "events.results_to_send",
        "events.screen",
        "settings.blank",
        "settings.forms",
        "settings.help_page",
    )
)
_RUNNERS: Final = _GUESTS | {
    "at_table.keep",
    "audits.audit_progress",
    "audits.more_files",
    "event_rounds.rounds",
    "event_rounds.round_page",
    "event_rounds.round_forms",
    "events.ask",
    "events.board_page",
    "events.board_state",
    "events.missing_page",
    "events.place",
}
_DIRECTORS: Final = frozenset(
    (
        "audits.new_audit",
        "audits.remove",
        "event_rounds.free",
        "event_rounds.plan_round",
        "events.enter_result",
        "events.give",
        "events.undo",
        "settings.save",
    )
)
"""What only a director does: what makes or ends an event, says who meets whom, or is set for all."""


class NotYoursError(DeskError):
    """Somebody asks for what their password does not open."""

    status = 403


def must_be_allowed(role: Role, endpoint: str | None) -> None:
    """Raises NotYoursError where this role may not open a page or send its form."""
    if endpoint is None or endpoint in _FOR_ALL or role == "director":
        return
    allowed = {
        "committee": endpoint not in _DIRECTORS,
        "runner": endpoint in _RUNNERS,
        "guest": endpoint in _GUESTS,
    }[role]
    if not allowed:
        again = "Log out, and enter with the right password."
        if endpoint in _DIRECTORS:
            raise NotYoursError("This is for the director.", "", again)
        raise NotYoursError("This is for the committee.", "", again)
