"""Every row of a rulebook, as pages and the terminal show it, is held by a test under every rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from fairdeal.rulings import load
from fairdeal.rulings.bridge import in_words as bridge_words
from fairdeal.rulings.fifty_six.in_words import ROWS
from fairdeal.rulings.rulebooks.files import known
from tests.support.named import functions_under

RULINGS = Path(__file__).parents[1]

SHOWN: Final = ("international", "online", "wiki", "community")
BRIDGE_SHOWN: Final = ("alberta", "duplicate")
HELD_BY: Final = {
    "players": (
        "test_international_1_3_six_players",
        "test_online_players_and_cards_four_six_or_eight_players",
        "test_wiki_players_and_cards_six_or_four_or_eight_players",
        "test_community_cards_six_or_eight_players",
    ),
    "pack": (
        "test_international_1_5_pack_of_48",
        "test_online_players_and_cards_pack",
        "test_wiki_players_and_cards_pack",
        "test_community_cards_pack",
    ),
    "rank": (
        "test_international_1_5_rank",
        "test_online_game_overview_rank",
        "test_wiki_priority_rank",
        "test_community_cards_rank",
    ),
    "points": (
        "test_international_1_5_card_points",
        "test_online_players_and_cards_56_points_at_every_table",
        "test_wiki_points_56_at_every_table",
        "test_community_cards_56_points_at_every_table",
    ),
    "hand": (
        "test_international_2_4_2_hand_of_seven",
        "test_online_players_and_cards_eight_cards_each",
        "test_wiki_gameplay_eight_cards_each",
        "test_community_cards_eight_cards_each",
    ),
    "direction": (
        "test_international_1_4_counter_clockwise",
        "test_online_direction_is_counter_clockwise_by_a_named_setting",
        "test_wiki_players_and_cards_counter_clockwise",
        "test_community_direction_is_clockwise_by_a_named_setting",
    ),
    "first-call": (
        "test_international_1_6_right_of_the_dealer_calls_first",
        "test_online_shuffle_and_order_right_of_the_dealer_calls_first",
        "test_wiki_gameplay_right_of_the_dealer_calls_first",
        "test_community_bidding_right_of_the_dealer_calls_first",
    ),
    "first-lead": (
        "test_international_4_2_lead_player_leads_whoever_won_the_auction",
        "test_online_first_to_lead_is_the_first_caller_by_a_named_setting",
        "test_wiki_gameplay_first_player_leads_whoever_won_the_auction",
        "test_community_play_right_of_the_dealer_leads",
    ),
    "equal-cards": (
        "test_international_4_2_first_of_equal_cards_wins",
        "test_online_equal_cards_the_first_wins_by_a_named_setting",
        "test_wiki_card_play_first_of_equal_cards_wins",
        "test_community_play_equal_cards_the_first_wins_by_a_named_setting",
    ),
    "follow-suit": (
        "test_international_3_10_revoke_by_defender",
        "test_online_follow_suit_is_not_printed_and_for_the_committee",
        "test_wiki_gameplay_must_follow_suit",
        "test_community_play_must_follow_suit",
    ),
    "next-dealer": (
        "test_international_2_1_wrong_dealer_is_found_once",
        "test_online_next_dealer_is_not_stated_and_not_judged",
        "test_wiki_gameplay_first_player_moves_one_to_the_right",
        "test_community_next_dealer_is_not_stated_and_not_judged",
    ),
    "bids": (
        "test_international_3_1_low_and_insufficient_are_two_findings",
        "test_online_game_overview_bids_go_up_from_28_to_56",
        "test_wiki_bidding_each_bid_at_least_one_more",
        "test_community_bidding_from_28_each_higher",
    ),
    "first-pass": (
        "test_international_3_1_first_pass_of_the_lead_player_is_28_no_trumps",
        "test_online_bid_formats_first_call_may_not_be_pass",
        "test_wiki_bidding_first_call_may_be_pass",
        "test_community_bidding_first_call_may_not_be_pass",
    ),
    "forms": (
        "test_international_3_4_examples_of_approved_bids",
        "test_online_bid_formats_allowed",
        "test_wiki_bidding_examples_of_valid_bids",
        "test_community_bidding_terms_allowed",
    ),
    "other-forms": (
        "test_international_3_4_examples_of_bids_not_approved",
        "test_online_bid_formats_anything_else_is_not_allowed",
        "test_wiki_bidding_other_forms_are_advice",
        "test_community_bidding_nothing_else_is_allowed",
    ),
    "noes": (
        "test_international_3_4_5_noes_as_contract_is_no_trumps",
        "test_online_bid_formats_noes_as_final_bid_is_no_trumps",
        "test_wiki_bidding_noes_as_final_bid_is_no_trumps_by_a_named_setting",
        "test_community_bidding_noes_keeps_the_trump_in_force",
    ),
    "auction-end": (
        "test_international_3_3_five_passes_end_the_auction",
        "test_online_auction_ends_when_all_others_pass",
        "test_wiki_gameplay_auction_ends_when_all_others_pass_or_by_a_redouble",
        "test_community_bidding_ends_when_all_pass_at_56_or_by_a_redouble",
    ),
    "self-raise": (
        "test_international_3_3_self_raise_to_a_rung_in_the_same_suit",
        "test_online_no_self_raise",
        "test_wiki_gameplay_no_self_raise",
        "test_community_bidding_no_self_raise",
    ),
    "overbid": (
        "test_international_3_8_overbid_cancels_the_double",
        "test_online_double_is_cancelled_by_a_higher_bid_of_anybody",
        "test_wiki_double_is_cancelled_by_a_higher_bid",
        "test_community_bidding_double_is_cancelled_by_a_higher_bid",
    ),
    "awards": (
        "test_international_1_7_1_awards",
        "test_online_scoreboard_awards",
        "test_wiki_scoring_awards",
        "test_community_scoring_awards",
    ),
    "doubling": (
        "test_international_1_7_1_awards",
        "test_online_scoreboard_doubled_2_redoubled_3",
        "test_wiki_scoring_doubled_2_redoubled_3",
        "test_community_scoring_doubled_2_redoubled_4",
    ),
    "play-ends": (
        "test_international_4_2_all_eight_tricks_are_played",
        "test_online_game_overview_play_may_end_when_the_contract_is_certain",
        "test_wiki_card_play_may_end_when_the_contract_is_certain",
        "test_community_play_all_eight_tricks",
    ),
    "session": (
        "test_international_5_4_session_of_18_deals",
        "test_online_game_overview_session_has_as_many_deals_as_its_record_says",
        "test_wiki_gameplay_session_usually_has_12_deals",
        "test_community_no_session_length_is_stated",
    ),
    "match-points": (
        "test_international_5_4_match_points",
        "test_online_no_match_points",
        "test_wiki_no_match_points",
        "test_community_no_match_points",
    ),
    "penalties": (
        "test_international_3_2_warning_first_then_a_point",
        "test_online_no_penalties_are_stated",
        "test_wiki_no_penalties_are_stated",
        "test_community_no_penalties_are_stated",
    ),
    "redeals": (
        "test_international_2_4_3_eight_of_a_suit",
        "test_online_no_redeal_for_eight_of_a_suit",
        "test_wiki_no_redeal_for_eight_of_a_suit_or_void_trumps",
        "test_community_no_redeal_for_eight_of_a_suit",
    ),
}
"""By row: the test that holds it under each rulebook shown."""

BRIDGE_HELD_BY: Final = {
    "players": ("test_alberta_2_and_duplicate_four_players",) * 2,
    "pack": ("test_alberta_3_and_duplicate_pack_of_52",) * 2,
    "hand": ("test_alberta_6_and_duplicate_thirteen_cards",) * 2,
    "direction": ("test_alberta_5_and_duplicate_clockwise",) * 2,
    "first-call": ("test_alberta_7_and_duplicate_the_dealer_calls_first",) * 2,
    "first-lead": ("test_alberta_8_and_duplicate_left_of_declarer_leads",) * 2,
    "next-dealer": (
        "test_alberta_5_the_deal_goes_left",
        "test_duplicate_2_dealer_and_vulnerability_by_the_board",
    ),
    "bids": ("test_alberta_7_and_duplicate_bids_from_one_to_seven_each_above_the_last",) * 2,
    "auction-end": ("test_alberta_7_and_duplicate_three_passes_close_the_auction",) * 2,
    "follow-suit": ("test_alberta_8_and_duplicate_suit_must_be_followed",) * 2,
    "vulnerable": (
        "test_alberta_9_vulnerable_after_a_game_to_the_end_of_the_match",
        "test_duplicate_2_vulnerable_by_the_record_or_the_board",
    ),
    "tricks": ("test_alberta_9_trick_score",) * 2,
    "game": (
        "test_alberta_scoring_fast_and_slow_games_vulnerability_and_a_leg_left_on",
        "test_duplicate_77_games_and_part_scores",
    ),
    "overtricks": (
        "test_alberta_9_overtricks",
        "test_duplicate_77_every_contract_and_result_by_another_reckoning",
    ),
    "doubled-made": (
        "test_alberta_9_doubled_contract_made",
        "test_duplicate_77_every_contract_and_result_by_another_reckoning",
    ),
    "slams": ("test_alberta_9_slams", "test_duplicate_77_known_scores"),
    "honours": ("test_alberta_9_honours_in_one_hand", "test_duplicate_77_no_honours"),
    "undertricks": ("test_alberta_scoring_undertricks",) * 2,
    "match": ("test_alberta_14_four_hands_make_a_match", "test_duplicate_board_by_board"),
    "revoke": (
        "test_alberta_note_1_revoke_costs_two_tricks_if_there_are_two",
        "test_duplicate_64_revoke_by_who_won_the_trick",
    ),
    "conduct": (
        "test_alberta_13_improprieties_warning_then_100",
        "test_duplicate_73_improprieties_are_for_the_committee",
    ),
}
"""By row of bridge: the test that holds it under each rulebook shown."""

SAME_TABLES = ("test_alberta_9_trick_score", "test_alberta_scoring_undertricks")
"""Tests that hold a table under both rulebooks of bridge."""


def test_every_row_of_56_is_held_under_every_rulebook() -> None:
    assert set(SHOWN) == {name for name in known() if load(name).game == "fifty-six"}
    assert set(HELD_BY) == {row.key for row in ROWS} | {"other-forms"}
    there = functions_under(RULINGS)
    for names in HELD_BY.values():
        for rulebook, name in zip(SHOWN, names, strict=True):
            assert name.startswith(f"test_{rulebook}_")
            assert rulebook in there[name] or rulebook == "international"


def test_every_row_of_bridge_is_held_under_every_rulebook() -> None:
    assert set(BRIDGE_SHOWN) == {name for name in known() if load(name).game == "bridge"}
    assert set(BRIDGE_HELD_BY) == {row.key for row in bridge_words.ROWS}
    there = functions_under(RULINGS)
    for names in BRIDGE_HELD_BY.values():
        for rulebook, name in zip(BRIDGE_SHOWN, names, strict=True):
            assert rulebook in name or name in SAME_TABLES
            assert name in there


@pytest.mark.parametrize("name", SHOWN)
def test_open_readings_of_a_row_are_settings_of_the_rulebook(name: str) -> None:
    book = load(name)
    for row in ROWS:
        setting = row.setting(book)
        assert setting is None or book.settings[setting].reason
