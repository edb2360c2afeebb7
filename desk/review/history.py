"""An act in one line, for a person who reads a case's history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.casefile import refusal_of, sender_of
from fairdeal.desk.check.explained import stands
from fairdeal.desk.score.figures import to_text


def describe(act: Act) -> str:
    """What was done, in plain words."""
    body = act.body
    match act.kind:
        case Kind.OPENED:
            return f"opened the case {body.get('title', '')}"
        case Kind.DOCUMENT:
            return f"added {body['name']} ({body['size']} bytes, {str(body['digest'])[:12]})"
        case Kind.RENAMED:
            return f"called the case {body['title']}"
        case Kind.PLAYERS:
            named = (f"{words.seat(seat)} {name}" for seat, name in body["names"].items())
            return f"named the players: {', '.join(named) or 'as the record has them'}"
        case Kind.PLACED:
            return f"said that {body['name']} is of this match: {body['reason']}"
        case Kind.WITHDRAWN:
            return f"withdrew {body['name']} ({str(body['digest'])[:12]}){_because(body)}"
        case Kind.REMOVED:
            return f"removed the case as a mistake{_because(body)}"
        case Kind.READING:
            return f"read the document {str(body['digest'])[:12]} with {body['reader']}"
        case Kind.CORRECTED:
            why = f": {body['why']}" if body.get("why") else ""
            return f"read {body['field']} as {_corrected(body)}{why}"
        case Kind.UNCORRECTED:
            return f"withdrew act {body['act']}"
        case Kind.REFUSED:
            return f"{stands(refusal_of(body))}{_because(body)}"
        case Kind.SHAPE:
            return shape_in_words(body)
        case Kind.RULES:
            return f"chose the rulebook {body['rulebook']}"
        case Kind.CHECKED:
            return f"checked the record under {body['rulebook']}: {_found(body)}"
        case Kind.DECIDED:
            decided = words.DECISIONS.get(body["decision"], body["decision"])
            return f"{decided} the finding {_named(body['finding'])}{_because(body)}"
        case Kind.STATEMENT:
            return f"statement of {body['side']}: {body['text']}"
        case Kind.WARNING:
            return f"earlier warning to {body['team']}: {body['text']}"
        case Kind.RULED:
            return f"ruling: {body['text']}"
        case Kind.SCORE_KEPT:
            ruled, worked_out = (
                to_text((each[0], each[1])) for each in (body["ruled"], body["worked_out"])
            )
            return f"kept the score {ruled}; the decisions come to {worked_out}{_because(body)}"
        case Kind.SIGNED:
            return f"signed off with the report {str(body['report'])[:12]}"
        case Kind.REOPENED:
            return f"reopened the case: {body['reason']}"
        case Kind.REDACTED:
            return f"took a name out of {len(body['acts'])} acts and {len(body['documents'])} documents"
        case Kind.RECEIVED:
            return f"imported the case as {body['as']}. {sender_of(act)}"
        case Kind.NOTE:
            return f"note: {body['text']}"


def _because(body: Mapping[str, Any]) -> str:
    return f": {body['reason']}" if body.get("reason") else ""


def shape_in_words(body: Mapping[str, Any]) -> str:
    """What somebody said of a shape."""
    one, other = (words.sign(sign) for sign in body["signs"])
    where = f"in {len(body['fields'])} entries of page {int(body['page']) + 1}"
    if not body["sign"]:
        return f"said that one shape is now {one}, now {other}, {where}"
    return f"said that in this hand a shape is {words.sign(body['sign'])}, {where}"


def _found(body: Mapping[str, Any]) -> str:
    """How many findings, those apart that hang on what is not read for sure: the pages count them so."""
    found = body.get("check", {}).get("findings", ())
    sure = [each.get("certainty") for each in found if each.get("follows_from") is None]
    established = sure.count("established")
    open_ = len(sure) - established
    more = f", {open_} more that entries in doubt decide" if open_ else ""
    return f"{established} {'irregularity' if established == 1 else 'irregularities'} established{more}"


def _named(key: str) -> str:
    """What a decision is about, each part of the finding's key once: ``revoke, deal 4, trick 7, seat 5``."""
    parts = [part for each in key.split(" | ") for part in each.split(" / ")]
    code, *rest = dict.fromkeys(parts)
    return ", ".join([code.replace("-", " "), *rest])


def _corrected(body: dict[str, object]) -> str:
    how = body.get("how")
    if how == "blank":
        return "blank"
    return "not readable" if how == "unreadable" else str(body.get("text"))
