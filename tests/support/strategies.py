"""Hypothesis strategies for records of every construct, and for texts that are nearly records."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.support.notation_records import Records

randoms = st.randoms(use_true_random=True)
"""A source of chance that a number gives, which is said where something fails. To choose each part of a
record itself took hypothesis half of the time of such a test."""

records = randoms.map(lambda random: Records(random).record())
deals = randoms.map(lambda random: Records(random).deal())
sheets = randoms.map(lambda random: Records(random).sheet())
events = randoms.map(lambda random: Records(random).event())
said = randoms.map(lambda random: Records(random).said())

call_words = st.lists(
    st.sampled_from(
        [
            "28", "29", "56", "thirty", "two", "thirty-two", "C", "D", "H", "S", "Clubs", "diamond",
            "♥", "♠️", "NT", "no-trumps", "NS", "no's", "noes", "Pass", "P", "Plus", "+", "X", "Dbl",
            "XX", "Redouble", "AP", "??", "-", "?", "minus", "adhikam", "onnu", "28H", "H28", "+1D",
            "28P", "PlusD", "SX", ".", "_", "🂡",
        ]
    ),
    max_size=6,
)  # fmt: skip
call_texts = st.one_of(call_words.map(" ".join), call_words.map("".join), st.text(max_size=20))

line_pieces = st.sampled_from(
    [
        "Hands:", "Auction:", "Play:", "Result:", "Sheet:", "Sheet A:", "1:", "3: ", "{4|5}:",
        "QD 9S 10H", "JH", "9H?", "{9H|QH}", "??", "-", "28 S", "P", ", ", "X", "AP", "trick 2: ", "..",
        "contract 32 C X by 1", "tricks 5 2 1", "points A 39 B 17", "score A 2 B 0", "by", " | ",
        "deal | contract | x", "1 | 28 S | X", "4S^R", "1 H ^I", "^S", '[Vulnerable "NS"]',
        '[Vulnerable "x"]',
        "match points A 3 B 0", "tie-break A", "! objection A",
        "! exposed 2:JS", "! retracted 4:KS -> 4:QD", "! note \"x\"", "! seats 1=Biju", "! tea", " @ ",
        '[Deal "1"]', '[Dealer "2"]', '[Event "a \\" b"]', "[", '"', "; note", "\n", "\n", "\n", "\n",
        "\r\n", "\r", " ", "\t", "\0", "\u200b", "foo", "3:KH KS JH JH QH AH", "n:", "N: ", "spades 28",
        "\u00a0", "{", "}", "!", "contract", "28", "1 | 2",
    ]
)  # fmt: skip
near_records = st.one_of(
    st.lists(line_pieces, max_size=40).map("".join),
    st.lists(line_pieces, max_size=30).map("\n".join),
    st.text(max_size=60),
)
