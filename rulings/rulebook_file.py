"""A rulebook's file read key by key: every value checked, every mistake named with what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final, Literal, cast, get_args

from records.cards import RANKS, SUITS
from rulings.finding import RemedyKind
from rulings.rulebook import (
    ARTICLES,
    SETTINGS,
    Auction,
    Award,
    Bids,
    Direction,
    Doubling,
    FindingRule,
    NextDealer,
    NoesMeaning,
    OpeningPass,
    OtherForms,
    Penalties,
    PlayEnds,
    Redeal,
    Rulebook,
    RulebookError,
    Scoring,
    Setting,
    Side,
)


class _Reader:
    """Takes typed values out of a TOML table, naming file and key where one is wrong."""

    def __init__(self, table: Mapping[str, Any], file: str, path: str = "") -> None:
        self.table = table
        self.file = file
        self.path = path
        self.taken: set[str] = set()

    def _key(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def fail(self, name: str, message: str) -> RulebookError:
        return RulebookError(message, self.file, self._key(name))

    def get(self, name: str, kind: type | tuple[type, ...], what: str) -> Any:
        self.taken.add(name)
        if name not in self.table:
            raise self.fail(name, f"missing; {what} is expected.")
        value = self.table[name]
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is int)
        if wrong:
            raise self.fail(name, f"{value!r} is not allowed; {what} is expected.")
        return value

    def text(self, name: str) -> str:
        return cast(str, self.get(name, str, "a text"))

    def flag(self, name: str) -> bool:
        return cast(bool, self.get(name, bool, "true or false"))

    def number(self, name: str, least: int = 0) -> int:
        value = cast(int, self.get(name, int, "a whole number"))
        if value < least:
            raise self.fail(name, f"{value} is not allowed; a number from {least} up is expected.")
        return value

    def number_or_none(self, name: str) -> int | None:
        """A number, or ``"none"`` where the rulebook has no such thing."""
        if self.table.get(name) == "none":
            self.taken.add(name)
            return None
        value: int = self.get(name, int, 'a whole number or "none"')
        return value

    def choice(self, name: str, literal: Any) -> Any:
        allowed = get_args(literal)
        value = self.get(name, str, f"one of {', '.join(allowed)}")
        if value not in allowed:
            raise self.fail(name, f"{value!r} is not allowed; one of {', '.join(allowed)} is.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.get(name, list, "a list of texts")
        for value in values:
            if not isinstance(value, str):
                raise self.fail(name, f"{value!r} is not allowed; a list of texts is expected.")
        return tuple(values)

    def numbers(self, name: str) -> tuple[int, ...]:
        values = self.get(name, list, "a list of whole numbers")
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.fail(name, f"{value!r} is not allowed; a list of numbers is expected.")
        return tuple(values)

    def sub(self, name: str) -> _Reader:
        return _Reader(self.get(name, dict, "a table"), self.file, self._key(name))

    def done(self) -> None:
        """Complain of keys that nothing has asked for: most are misspelt."""
        for name in self.table:
            if name not in self.taken:
                allowed = ", ".join(sorted(self.taken))
                raise self.fail(name, f"is not a key of a rulebook; allowed here: {allowed}.")


def build(raw: Mapping[str, Any], file: str) -> Rulebook:
    """The rulebook of a file's tables. Raises RulebookError at the first mistake."""
    top = _Reader(raw, file)
    table, pack = top.sub("table"), top.sub("pack")
    play = top.sub("play")
    players = table.numbers("players")
    if not players or any(count not in (4, 6, 8) for count in players):
        raise table.fail("players", f"{list(players)} is not allowed; some of 4, 6 and 8 are.")
    rank = _ranks(pack, "rank", pack.texts("rank"))
    bids = _bids(top.sub("bids"))
    penalties = _penalties(top.sub("penalties"))
    book = Rulebook(
        id=top.text("id"),
        title=top.text("title"),
        edition=top.text("edition"),
        game=top.choice("game", Literal["fifty-six"]),
        players=players,
        direction=table.choice("direction", Direction),
        first_call=table.choice("first_call", Literal["right-of-dealer", "left-of-dealer"]),
        first_lead=table.choice("first_lead", Side),
        next_dealer=table.choice("next_dealer", NextDealer),
        hand=table.number("hand", 1),
        copies=pack.number("copies", 1),
        rank=rank,
        points=_points(pack.sub("points"), rank),
        packs=_packs(pack, players, rank, table.number("hand", 1)),
        bids=bids,
        auction=_auction(top.sub("auction")),
        must_follow=play.flag("must_follow"),
        play_ends=play.choice("ends", PlayEnds),
        scoring=_scoring(top.sub("scoring"), bids),
        redeal=_redeal(top.sub("redeal")),
        penalties=penalties,
        findings=_findings(top.sub("findings"), penalties),
        settings=_settings(top),
        articles=_articles(top),
        file=file,
    )
    for reader in (table, pack, play, top):
        reader.done()
    return book


def _ranks(reader: _Reader, name: str, ranks: tuple[str, ...]) -> tuple[str, ...]:
    for rank in ranks:
        if rank not in RANKS:
            raise reader.fail(name, f"{rank!r} is not a rank; {', '.join(RANKS)} are.")
    return ranks


def _points(reader: _Reader, rank: tuple[str, ...]) -> Mapping[str, int]:
    points = {name: reader.number(name) for name in rank}
    reader.done()
    return points


def _packs(
    pack: _Reader, players: tuple[int, ...], rank: tuple[str, ...], hand: int
) -> Mapping[int, tuple[str, ...]]:
    reader, copies = pack.sub("by_players"), pack.number("copies", 1)
    packs = {}
    for count in players:
        ranks = reader.texts(str(count))
        for name in ranks:
            if name not in rank:
                raise reader.fail(str(count), f"{name!r} has no place in pack.rank.")
        cards = len(ranks) * len(SUITS) * copies
        if len(set(ranks)) < len(ranks) or cards != count * hand:
            raise reader.fail(
                str(count),
                f"{copies} packs of these ranks are {cards} cards; {count} players with {hand} each "
                f"need {count * hand}.",
            )
        packs[count] = ranks
    reader.done()
    return packs


def _bids(reader: _Reader) -> Bids:
    bids = Bids(
        lowest=reader.number("lowest", 1),
        highest=reader.number("highest", 1),
        plus_alone=reader.number("plus_alone", 1),
        most_terms=reader.number("most_terms", 1),
        opening_pass=reader.choice("opening_pass", OpeningPass),
        noes=reader.choice("noes", NoesMeaning),
        must_hold_suit=reader.flag("must_hold_suit"),
        approved=_forms(reader, "approved"),
        unlisted=_forms(reader, "unlisted"),
        barred_first=_forms(reader, "barred_first"),
        other_forms=reader.choice("other_forms", OtherForms),
    )
    if bids.highest < bids.lowest:
        raise reader.fail("highest", f"{bids.highest} is below the lowest bid, {bids.lowest}.")
    reader.done()
    return bids


_TERMS: Final = frozenset(
    ("number", "suit", "no-trump", "noes", "pass", "plus", "double", "redouble", "word")
)


def _forms(reader: _Reader, name: str) -> frozenset[str]:
    forms = reader.texts(name)
    for form in forms:
        for term in form.split():
            if term not in _TERMS:
                allowed = ", ".join(sorted(_TERMS))
                raise reader.fail(name, f"{term!r} in {form!r} is not allowed; {allowed} are.")
    return frozenset(forms)


def _auction(reader: _Reader) -> Auction:
    auction = Auction(
        close_at_highest=reader.flag("close_at_highest"),
        self_raise=reader.numbers("self_raise"),
        self_raise_after_double=reader.flag("self_raise_after_double"),
        double_own_side=reader.flag("double_own_side"),
        double_at_highest=reader.flag("double_at_highest"),
    )
    reader.done()
    return auction


def _scoring(reader: _Reader, bids: Bids) -> Scoring:
    rows = []
    for row in reader.get("awards", list, "a list of [from, to, made, defeated]"):
        whole = isinstance(row, list) and len(row) == 4 and all(isinstance(n, int) for n in row)
        if not whole:
            raise reader.fail("awards", f"{row!r} is not allowed; [from, to, made, defeated] is.")
        rows.append(Award(*row))
    due = bids.lowest
    for award in sorted(rows, key=lambda each: each.low):
        if award.low != due or award.high < award.low:
            raise reader.fail(
                "awards",
                f"[{award.low}, {award.high}, ...] is not allowed; the rows cover every bid from "
                f"{bids.lowest} to {bids.highest} once, and the next begins at {due}.",
            )
        due = award.high + 1
    if due != bids.highest + 1:
        raise reader.fail("awards", f"no row for {due}; bids go up to {bids.highest}.")
    scoring = Scoring(
        awards=tuple(rows),
        doubling=reader.choice("doubling", Doubling),
        doubled=reader.number("doubled"),
        redoubled=reader.number("redoubled"),
        match_win=reader.number_or_none("match_win"),
        match_tie=reader.number_or_none("match_tie"),
        match_tie_break=reader.number_or_none("match_tie_break"),
        session_deals=reader.number_or_none("session_deals"),
        session_fixed=reader.flag("session_fixed"),
    )
    reader.done()
    return scoring


def _redeal(reader: _Reader) -> Redeal:
    redeal = Redeal(
        exposed_card=reader.flag("exposed_card"),
        hand_size=reader.flag("hand_size"),
        one_suit=reader.flag("one_suit"),
        all_jacks=reader.flag("all_jacks"),
        void_trump=reader.flag("void_trump"),
    )
    reader.done()
    return redeal


def _penalties(reader: _Reader) -> Penalties:
    penalties = Penalties(
        cardinal=reader.number_or_none("cardinal"),
        out_of_turn=reader.number_or_none("out_of_turn"),
        warnings=reader.number("warnings"),
        lead_out_of_turn=reader.number_or_none("lead_out_of_turn"),
        score_query_most=reader.number_or_none("score_query_most"),
    )
    reader.done()
    return penalties


def _findings(reader: _Reader, penalties: Penalties) -> Mapping[str, FindingRule]:
    from rulings.rules import BY_CODE  # the rules are written in terms of rulebooks

    found = {}
    for code in reader.table:
        if code not in BY_CODE:
            raise reader.fail(code, f"is no finding; allowed here: {', '.join(sorted(BY_CODE))}.")
        entry = reader.sub(code)
        articles = entry.texts("articles")
        if not articles:
            raise entry.fail("articles", "at least one article is expected.")
        objection = entry.flag("objection") if "objection" in entry.table else False
        remedy = entry.choice("remedy", RemedyKind)
        if remedy == "award-deal" and penalties.cardinal is None:
            raise entry.fail(
                "remedy", '"award-deal" is not allowed while penalties.cardinal is "none".'
            )
        found[code] = FindingRule(articles, remedy, objection)
        entry.done()
    return found


def _settings(top: _Reader) -> Mapping[str, Setting]:
    if "settings" not in top.table:
        top.taken.add("settings")
        return {}
    reader = top.sub("settings")
    settings = {}
    for name in reader.table:
        entry = reader.sub(name)
        allowed = SETTINGS.get(name)
        meant = None if allowed else get_close_matches(name, SETTINGS, 1, 0.85)
        if meant:
            raise reader.fail(name, f"is not a setting; {meant[0]} is.")
        key = entry.text("of") if "of" in entry.table and not allowed else ""
        value = _value_at(top, entry, key) if key else entry.text("value")
        if allowed and value not in allowed:
            raise entry.fail("value", f"{value!r} is not allowed; one of {', '.join(allowed)} is.")
        settings[name] = Setting(name, value, entry.text("shown"), entry.text("reason"), key)
        entry.done()
    return settings


def _value_at(top: _Reader, entry: _Reader, key: str) -> str:
    """The value that a parameter such as ``table.direction`` has in the rulebook, in words."""
    value: Any = top.table
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    if value is None or isinstance(value, dict):
        raise entry.fail("of", f"{key!r} is not a key of this rulebook, such as table.direction.")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return str(value)


def _articles(top: _Reader) -> Mapping[str, str]:
    """The paraphrases: a file's name beside the program's own, or a table in the rulebook itself."""
    value = top.get("articles", (str, dict), "the name of a file of articles, or a table of them")
    if isinstance(value, dict):
        return {str(number): str(text) for number, text in value.items()}
    path = ARTICLES / f"{value}.toml"
    names = sorted(each.stem for each in ARTICLES.glob("*.toml"))
    if value not in names:
        raise top.fail("articles", f"{value!r} is not known; one of {', '.join(names)} is.")
    return {str(k): str(v) for k, v in tomllib.loads(path.read_text(encoding="utf-8")).items()}
