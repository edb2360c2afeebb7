"""The file of a rulebook of 56, read key by key."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal

from fairdeal.records.cards import RANKS
from fairdeal.rulings.fifty_six.book import (
    Auction,
    Award,
    Bids,
    Doubling,
    FiftySixBook,
    NextDealer,
    NoesMeaning,
    OpeningPass,
    OtherForms,
    Penalties,
    PlayEnds,
    Redeal,
    Scoring,
    Side,
)
from fairdeal.rulings.rulebooks.files import LARGEST_NUMBER as LARGEST
from fairdeal.rulings.rulebooks.files import (
    Reader,
    articles_of,
    findings_of,
    packs_of,
    ranks_of,
    settings_of,
    shown,
)
from fairdeal.rulings.rulebooks.rulebook import Direction


def build(raw: Mapping[str, Any], file: str, codes: Collection[str]) -> FiftySixBook:
    """The rulebook of a file's tables. `codes`: the findings that there are.

    Raises RulebookError at the first mistake.
    """
    top = Reader(raw, file)
    table, pack = top.sub("table"), top.sub("pack")
    play = top.sub("play")
    players = table.numbers("players")
    if not players or any(count not in (4, 6, 8) for count in players):
        raise table.fail("players", f"{list(players)} is not allowed; some of 4, 6 and 8 are.")
    rank = ranks_of(pack, "rank", pack.texts("rank"))
    bids = _bids(top.sub("bids"))
    penalties = _penalties(top.sub("penalties"))
    book = FiftySixBook(
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
        packs=packs_of(pack, players, rank, table.number("hand", 1)),
        bids=bids,
        auction=_auction(top.sub("auction")),
        must_follow=play.flag("must_follow"),
        play_ends=play.choice("ends", PlayEnds),
        scoring=_scoring(top.sub("scoring"), bids),
        redeal=_redeal(top.sub("redeal")),
        penalties=penalties,
        findings=findings_of(top.sub("findings"), codes, penalties.cardinal is not None),
        settings=settings_of(top),
        articles=articles_of(top),
        file=file,
    )
    for reader in (table, pack, play, top):
        reader.done()
    return book


def _points(reader: Reader, rank: tuple[str, ...]) -> Mapping[str, int]:
    points = {name: reader.number(name) for name in rank}
    reader.taken.update(RANKS)  # a base may have more of them in its pack
    reader.done()
    return points


def _bids(reader: Reader) -> Bids:
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


def _forms(reader: Reader, name: str) -> frozenset[str]:
    forms = reader.texts(name)
    for form in forms:
        for term in form.split():
            if term not in _TERMS:
                allowed = ", ".join(sorted(_TERMS))
                raise reader.fail(
                    name, f"{shown(term)} in {shown(form)} is not allowed; {allowed} are."
                )
    return frozenset(forms)


def _auction(reader: Reader) -> Auction:
    auction = Auction(
        close_at_highest=reader.flag("close_at_highest"),
        self_raise=reader.numbers("self_raise"),
        self_raise_after_double=reader.flag("self_raise_after_double"),
        double_own_side=reader.flag("double_own_side"),
        double_at_highest=reader.flag("double_at_highest"),
    )
    reader.done()
    return auction


def _scoring(reader: Reader, bids: Bids) -> Scoring:
    rows = []
    for row in reader.get("awards", list, "a list of [from, to, made, defeated]"):
        whole = isinstance(row, list) and len(row) == 4
        whole = whole and all(isinstance(n, int) and abs(n) <= LARGEST for n in row)
        if not whole:
            raise reader.fail(
                "awards", f"{shown(row)} is not allowed; [from, to, made, defeated] is."
            )
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


def _redeal(reader: Reader) -> Redeal:
    redeal = Redeal(
        exposed_card=reader.flag("exposed_card"),
        hand_size=reader.flag("hand_size"),
        one_suit=reader.flag("one_suit"),
        all_jacks=reader.flag("all_jacks"),
        void_trump=reader.flag("void_trump"),
    )
    reader.done()
    return redeal


def _penalties(reader: Reader) -> Penalties:
    penalties = Penalties(
        cardinal=reader.number_or_none("cardinal"),
        out_of_turn=reader.number_or_none("out_of_turn"),
        warnings=reader.number("warnings"),
        lead_out_of_turn=reader.number_or_none("lead_out_of_turn"),
        score_query_most=reader.number_or_none("score_query_most"),
    )
    reader.done()
    return penalties
