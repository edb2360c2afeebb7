"""What happened at a table, asked without a record: every way ends in the rulebook's own data, and says what
a record of the same act comes to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Rulebook, check, game_of, known, load
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.frame.incident import (
    NOT_NAMED,
    Ask,
    AtTable,
    Incident,
    Outcome,
    Sentences,
    Then,
    leaves,
)

LOGS: Final = {
    "fifty-six": Path(__file__).parent / "logs",
    "bridge": Path(__file__).parent / "bridge" / "logs",
}
FIFTY_SIX: Final = ("international", "online", "wiki", "community")
MOST_QUESTIONS: Final = 4


def paths(
    at: AtTable, incident: Incident, book: Rulebook, given: Sentences = ()
) -> Iterator[tuple[Sentences, Outcome]]:
    """Every way through the questions of an incident, with its end."""
    node = at.after(incident, book, given)
    if isinstance(node, Outcome):
        yield given, node
        return
    for key, _, _ in node.answers:
        yield from paths(at, incident, book, (*given, key))


def every_way(book: Rulebook) -> list[tuple[str, tuple[str, ...], Outcome]]:
    at = game_of(book).at_table
    return [
        (each.name, given, end) for each in at.incidents for given, end in paths(at, each, book)
    ]


@pytest.mark.parametrize("name", known())
def test_every_way_ends_in_the_rulebook_or_says_that_it_does_not_name_it(name: str) -> None:
    book = load(name)
    for incident, given, end in every_way(book):
        if end == NOT_NAMED:
            continue
        where = (incident, *given)
        assert end.paraphrase and end.paraphrase == book.article(end.article, end.code), where
        assert not end.code or end.article in book.findings[end.code].articles, where
        assert end.follows, where


@pytest.mark.parametrize("name", known())
def test_a_few_questions_each_of_which_changes_the_answer(name: str) -> None:
    book = load(name)
    at = game_of(book).at_table
    for incident in at.incidents:
        for given, _ in paths(at, incident, book):
            assert len(at.said(incident, book, given)) == len(given) <= MOST_QUESTIONS + 1
            for number in range(len(given)):
                node = at.after(incident, book, given[:number])
                assert isinstance(node, Ask)
                ends = {at.answer(book, each) for each in leaves(node)}
                assert len(ends) > 1


@pytest.mark.parametrize(
    ("name", "at_least"),
    [
        ("international", 0.9),
        ("online", 0.6),
        ("wiki", 0.6),
        ("community", 0.5),
        ("alberta", 0.95),
        ("duplicate", 0.95),
    ],
)
def test_how_much_each_rulebook_names(name: str, at_least: float) -> None:
    ends = [end != NOT_NAMED for _, _, end in every_way(load(name))]
    assert len(ends) > sum(ends) > at_least * len(ends)


def test_an_incident_has_one_name_and_every_law_is_there() -> None:
    for book in map(load, known()):
        at = game_of(book).at_table
        assert len({each.name for each in at.incidents}) == len(at.incidents)
        assert all(at.incident(each.name) is each for each in at.incidents)
        with pytest.raises(KeyError):
            at.after(at.incidents[0], book, ("no such answer",))


# --- beside what a record comes to ------------------------------------------------------------------


def end_of(book: Rulebook, incident: str, answers: str) -> Outcome:
    """Where answers lead; of those that this rulebook does not ask for, none is given."""
    at, given = game_of(book).at_table, list[str]()
    found: Incident | None = at.incident(incident)
    assert found is not None
    node = at.after(found, book, given)
    for each in answers.split():
        if isinstance(node, Ask) and each in {key for key, _, _ in node.answers}:
            given.append(each)
            node = at.after(found, book, given)
    assert isinstance(node, Outcome), (book.id, incident, given)
    return node


def in_record(book: Rulebook, code: str, text: str = "") -> Finding | None:
    """The finding of a record: that of the rule's own log, unless another one is given."""
    given = text or (LOGS[book.game] / code / "fires.hrn").read_text("utf-8")
    found = [each for each in check(read(given).record, book).findings if each.code == code]
    return found[-1] if found else None


def same(finding: Finding, end: Outcome, book: Rulebook) -> None:
    own, other = game_of(book).sides
    side = {finding.team: "own", None: "nobody"}
    to = {None: "nobody", own: "own", other: "other"}[end.remedy.to]
    assert finding.certainty is Certainty.ESTABLISHED
    assert (finding.code, finding.article) == (end.code, end.article)
    assert (finding.remedy.kind, finding.remedy.points) == (end.remedy.kind, end.remedy.points)
    assert side.get(finding.remedy.to, "other") == to
    assert finding.needs_objection == end.needs_objection


ROWS: Final = (
    ("hand-size", "hand-size", ""),
    ("card-exposed", "card-exposed", ""),
    ("constraining-hand", "constraining-hand", "suit yes"),
    ("constraining-hand-undisclosed", "constraining-hand", "suit no bidders"),
    ("pack", "pack", ""),
    ("call-out-of-turn", "call-out-of-turn", "yes no"),
    ("unapproved-bid", "unapproved-bid", "pass-number no"),
    ("insufficient-bid", "insufficient-bid", "last"),
    ("bid-range", "insufficient-bid", "low"),
    ("opening-bid", "opening-bid", "double"),
    ("missing-call", "missing-call", ""),
    ("suit-not-held", "suit-not-held", "yes bidders"),
    ("noes-with-suit", "noes-with-suit", ""),
    ("double-inadmissible", "double", "double own"),
    ("redouble-inadmissible", "double", "redouble nothing no"),
    ("call-after-close", "call-after-close", "else yes"),
    ("self-raise", "call-after-close", "raise no"),
    ("auction-review", "auction-review", "no"),
    ("lead-out-of-turn", "lead-out-of-turn", "yes"),
    ("play-out-of-turn", "play-out-of-turn", "yes no"),
    ("revoke", "revoke", "no bidders"),
    ("card-retracted", "card-retracted", "no"),
    ("trick-winner", "trick-winner", ""),
    ("trick-review", "trick-review", "yes"),
    ("void-trump-redeal", "void-trump-redeal", "play"),
    ("claim-defeated", "claim", "yes yes"),
    ("claim-stands", "claim", "yes no"),
    ("play-abandoned", "play-abandoned", "yes"),
    ("conduct", "conduct", ""),
    ("score-query", "score-query", "yes yes"),
    ("seat-change", "seat-change", "team yes"),
    ("contract-entry", "sheet", "contract"),
    ("points-entry", "sheet", "points"),
    ("award-entry", "sheet", "score"),
)


@pytest.mark.parametrize("name", FIFTY_SIX)
@pytest.mark.parametrize(("code", "incident", "answers"), ROWS, ids=[row[0] for row in ROWS])
def test_56_says_what_a_record_of_the_same_act_comes_to(
    name: str, code: str, incident: str, answers: str
) -> None:
    book = load(name)
    end = end_of(book, incident, answers)
    found = in_record(book, code)
    if code not in book.findings:
        assert end == NOT_NAMED
    elif found is not None and found.certainty is Certainty.ESTABLISHED:
        same(found, end, book)
    if name == "international":
        assert found is not None


HEAD: Final = '[Deal "1"]\n[Dealer "2"]\nAuction:\n'


def test_international_3_2_the_second_time_costs_a_point() -> None:
    book = load("international")
    text = f"{HEAD}3: 28 S, 6: Pass\n! objection A\n4: Plus 1 S, 3: 30 S\n! objection B\n4: P, P, P, P, P"
    again = f"{HEAD}3: 28 S, 6: Pass\n! objection A\n4: 29 S, 2: Pass\n! objection A\n5: P, P, P, P"
    for each in (text, again):
        found = check(read(each).record, book).findings
        kinds = [one.remedy.kind for one in found if one.code == "call-out-of-turn"]
        ends = [end_of(book, "call-out-of-turn", f"yes {way}").remedy.kind for way in ("no", "yes")]
        assert kinds[0] == ends[0] == "warning"
    assert kinds[1] == ends[1] == "points"


def test_international_3_2_and_4_3_ask_for_an_objection() -> None:
    book = load("international")
    for incident in ("call-out-of-turn", "play-out-of-turn", "lead-out-of-turn"):
        end = end_of(book, incident, "no")
        assert (end.remedy.kind, end.needs_objection) == ("none", True)
        assert end.other == ("Nothing follows without its objection.",)
        assert end_of(load("community"), incident, "").remedy.kind == "committee"


@pytest.mark.parametrize(
    ("incident", "stands"),
    [
        ("call-out-of-turn", "The call stands."),
        ("play-out-of-turn", "The card stays on the table"),
        ("lead-out-of-turn", "The lead stands."),
    ],
)
def test_an_act_out_of_turn_stands_only_where_the_rulebook_says_what_follows(
    incident: str, stands: str
) -> None:
    assert stands in end_of(load("international"), incident, "no").on[0]
    for name in ("online", "wiki", "community"):
        on = end_of(load(name), incident, "").on
        assert on == ("Agree if you can. If you cannot, write it down and ask the committee.",)


def test_international_3_3_a_raise_may_be_doubled() -> None:
    book = load("international")
    log = (LOGS["fifty-six"] / "self-raise" / "clean.hrn").read_text("utf-8")
    assert "40 S, X" in log and not check(read(log).record, book).findings
    for incident, answers in (("double", "double over"), ("call-after-close", "else no")):
        end = end_of(book, incident, f"{answers} yes")
        assert (end.code, end.article, end.remedy.kind) == ("", "3.3", "none")
        assert end_of(book, incident, f"{answers} no").code == "call-after-close"
        assert end_of(load("community"), incident, answers).code == "call-after-close"


def test_international_what_is_in_order_is_no_finding_and_cites_what_allows_it() -> None:
    book = load("international")
    end = end_of(book, "score-query", "no")
    assert (end.code, end.article, end.other, end.needs_objection) == ("", "5.5", (), False)
    end = end_of(book, "dealer-rotation", "no")
    assert (end.article, end.remedy.kind) == ("4.5", "none")
    assert "before the play begins" in end.paraphrase


def test_international_3_10_the_deal_counts_as_the_record_has_it() -> None:
    """Seat 2 of the bidder's side revokes: 29 spades count as defeated, and three points more."""
    book = load("international")
    log = (LOGS["fifty-six"] / "revoke" / "fires.hrn").read_bytes()
    award = check(read(log).record, book).deals[0].award
    end = end_of(book, "revoke", "no bidders")
    assert award == {"A": 5, "B": 0}
    assert end.awards[0] == ("28 to 39", (5, 6, 7)) and "defeated" in end.on[0]
    assert end_of(book, "revoke", "no defenders").awards[0] == ("28 to 39", (4, 5, 6))


def test_international_4_4_a_slip_named_in_time_is_not_found() -> None:
    book = load("international")
    log = (LOGS["fifty-six"] / "card-retracted" / "clean.hrn").read_bytes()
    assert not check(read(log).record, book).findings
    end = end_of(book, "card-retracted", "yes yes")
    assert (end.article, end.remedy.kind) == ("4.4", "none")
    assert end_of(load("online"), "revoke", "yes") == NOT_NAMED


def test_a_changed_figure_of_an_own_rulebook_is_the_one_that_is_said(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'base = "international"\nid = "own"\ntitle = "Own"\n[penalties]\ncardinal = 4\nwarnings = 0\n'
    )
    book = load(str(own))
    assert end_of(book, "revoke", "no bidders").follows == (
        "The deal goes to the other side, plus 4 points."
    )
    assert end_of(book, "call-out-of-turn", "yes").remedy.kind == "points"


def test_international_2_4_5_what_is_known_late_is_as_the_rulebook_sets_it(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'base = "international"\nid = "own"\ntitle = "Own"\n[settings.void-trump-late]\nvalue = "committee"\n'
    )
    for book, late in ((load("international"), "redeal"), (load(str(own)), "committee")):
        kinds = [end_of(book, "void-trump-redeal", it).remedy.kind for it in ("play", "end")]
        assert kinds == ["redeal", late]


def test_international_3_4_noes_with_plus_are_barred_as_the_very_first_call_alone() -> None:
    book = load("international")
    kinds = [
        end_of(book, "unapproved-bid", f"plus-one-noes {first}").remedy.kind
        for first in ("yes", "no")
    ]
    assert kinds == ["committee", "none"]


BRIDGE: Final = (
    ("hand-size", "board", "cards", ()),
    ("card-exposed", "board", "seen", ()),
    ("dealer-rotation", "board", "dealer", ()),
    ("pack", "board", "pack", ()),
    ("insufficient-bid", "insufficient-bid", "yes", ("27A1",)),
    ("call-out-of-turn", "call-out-of-turn", "accepted", ("29A",)),
    ("bid-range", "bid-range", "yes", ("38D",)),
    ("double-inadmissible", "double", "double called", ()),
    ("redouble-inadmissible", "double", "redouble called", ()),
    ("call-after-close", "call-after-close", "no", ("39B",)),
    ("unapproved-bid", "unapproved-bid", "", ()),
    ("missing-call", "missing-call", "", ()),
    ("lead-out-of-turn", "lead-out-of-turn", "yes declarer", ()),
    ("play-out-of-turn", "play-out-of-turn", "right yes", ()),
    ("penalty-card", "penalty-card", "defender major", ("50B2",)),
    ("trick-review", "trick-review", "yes", ()),
    ("dummy-play", "dummy-play", "", ()),
    ("contract-entry", "sheet", "contract", ()),
    ("points-entry", "sheet", "points", ()),
)


@pytest.mark.parametrize("name", ["alberta", "duplicate"])
@pytest.mark.parametrize(
    ("code", "incident", "answers", "taken"), BRIDGE, ids=[r[0] for r in BRIDGE]
)
def test_bridge_says_what_a_record_of_the_same_act_comes_to(
    name: str, code: str, incident: str, answers: str, taken: tuple[str, ...]
) -> None:
    book = load(name)
    end, found = end_of(book, incident, answers), in_record(book, code)
    if found is None:
        assert name == "duplicate" and code == "dealer-rotation"
        return
    same(found, end, book)
    keys = {each.key for each in end.ways}
    shown = {each.key for each in found.branches if each.taken}
    assert shown >= set(taken) and keys >= set(taken)
    assert keys <= {each.key for each in found.branches} | {"57C2", "53C", "64C1"}


def test_law_64_the_tricks_are_those_of_the_record() -> None:
    book = load("duplicate")
    found = in_record(load("alberta"), "revoke")
    assert found is not None
    same(found, end_of(load("alberta"), "revoke", "no two"), load("alberta"))
    for answers, tricks in (("no none yes yes", 2), ("no none yes no", 1), ("no none no yes", 1)):
        end = end_of(book, "revoke", answers)
        assert (end.article, end.remedy.kind, end.remedy.points) == ("Law 64", "tricks", tricks)
    for answer in ("again", "dummy", "twelfth", "both", "late"):
        assert end_of(book, "revoke", f"no {answer}").remedy.kind == "none", answer


def test_alberta_13_the_first_remark_is_warned_and_the_next_costs_points() -> None:
    book = load("alberta")
    remark = '! conduct N "sighed"\n! warning NS\n'
    text = f'[Deal "1"]\n[Dealer "N"]\nAuction:\n1 S, P,\n{remark}P, P\n{remark}'
    found = [each for each in check(read(text).record, book).findings if each.code == "conduct"]
    for finding, answer in zip(found, ("no", "yes"), strict=True):
        same(finding, end_of(book, "conduct", answer), book)
    assert end_of(book, "conduct", "yes").follows == "100 points off this side."
    assert end_of(load("duplicate"), "conduct", "used").ways[0].law == "Law 16B1"


def test_law_9_the_director_is_called_wherever_the_laws_leave_a_way() -> None:
    for name in ("alberta", "duplicate"):
        for incident, given, end in every_way(load(name)):
            if end.ways or (end.remedy.kind == "committee" and end != NOT_NAMED):
                assert end.on[0].startswith("Call the director."), (name, incident, *given)


def test_law_48_a_card_of_declarer_or_dummy_is_no_penalty_card() -> None:
    for name in ("alberta", "duplicate"):
        end = end_of(load(name), "penalty-card", "declarer")
        assert (end.code, end.remedy.kind, end.ways) == ("penalty-card", "none", ())
        assert end.on == ("Only a defender's card becomes a penalty card.",)


def test_ways_of_the_laws_are_named_only_where_the_rulebook_follows_them() -> None:
    assert end_of(load("alberta"), "board", "seen").remedy.kind == "redeal"
    assert not end_of(load("alberta"), "board", "seen").ways
    assert [each.law for each in end_of(load("duplicate"), "board", "seen").ways] == [
        "Law 6D1",
        "Law 16D2",
    ]


def test_a_leaf_without_finding_or_article_is_not_named() -> None:
    at: AtTable = game_of(load("community")).at_table
    assert at.answer(load("community"), Then("", "4.10")) == NOT_NAMED
