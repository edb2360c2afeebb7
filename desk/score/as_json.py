"""The score three ways as programs read it, and back."""

from __future__ import annotations

from typing import Any, Final

from fairdeal.desk.score.figures import UNKNOWN, Disputed, MatchScore, Name, Pair, Score, ToReplay

Json = dict[str, Any]


KEYS: Final[dict[Name, str]] = {
    "as-written": "as_written",
    "by-the-rulebook": "by_the_rulebook",
    "as-ruled": "as_ruled",
}


def score_json(score: MatchScore) -> Json:
    """``as_written``, ``by_the_rulebook`` and ``as_ruled``, None where nothing is ruled; ``boards`` where
    decisions change what single boards score."""
    named = {KEYS[name]: None if each is None else _score(each) for name, each in score.named}
    boards = {"boards": [list(each) for each in score.boards]} if score.boards else {}
    return {**named, "undecided": score.undecided, **boards}


def _score(score: Score) -> Json:
    return {
        "totals": list(score.totals),
        "match_points": list(score.match_points),
        "to_replay": [{"deal": each.deal, "most": each.most} for each in score.to_replay],
        "disputed": [
            {"deal": each.deal, "ways": [[list(pair), papers] for pair, papers in each.ways]}
            for each in score.disputed
        ],
        "copies": [{"copy": name, "totals": list(pair)} for name, pair in score.copies],
        "text": score.text,
    }


def in_force(told: Json | None) -> str:
    """The score that counts, of those that `score_json` wrote, under its name; empty where none is known."""
    for name, key in (("as ruled", "as_ruled"), ("by the rulebook", "by_the_rulebook")):
        score = score_from((told or {}).get(key))
        if score is not None and score.totals != UNKNOWN:
            return f"{score.text} {name}"
    return ""


def score_from(told: Json | None) -> Score | None:
    """One score of those that `score_json` wrote."""
    if not told:
        return None
    replays = told.get("to_replay") or ()
    return Score(
        _pair(told["totals"]),
        _pair(told["match_points"]),
        tuple(ToReplay(str(each["deal"]), each["most"]) for each in replays),
        tuple(
            Disputed(str(each["deal"]), tuple((_pair(pair), str(by)) for pair, by in each["ways"]))
            for each in told.get("disputed") or ()
        ),
        tuple((str(each["copy"]), _pair(each["totals"])) for each in told.get("copies") or ()),
    )


def _pair(told: list[int | None]) -> Pair:
    return told[0], told[1]
