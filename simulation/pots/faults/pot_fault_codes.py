"""Codes of findings that faults of pot games produce, by meaning or by the replay's name.

Written out apart from the checks, so that the answer key does not change with them.
"""

from __future__ import annotations

RAKE_ABOVE, RAKE_BELOW, DROP = "FEE033", "FEE034", "FEE035"
POT, AWARD, NET = "POT008", "POT009", "POT010"
STACK = "STK018"
JACKPOT = "JKP002"
TIME_AT_RAKED_TABLE = "FEE036"
JOINING_SHARE = "FEE038"

_OF_CHECKS: dict[str, tuple[str, ...]] = {
    "BET001": ("out_of_turn", "out_of_turn_not_returned", "take_back_not_due"),
    "BET002": ("betting_closed", "hand_not_live", "absent_acted"),
    "BET003": ("bet_too_small", "raise_too_small"),
    "BET004": ("raise_not_open",),
    "BET005": ("over_pot", "wrong_bet_size", "too_many_raises"),
    "BET006": ("over_stack", "post_over_stack", "chips_added"),
    "BET007": ("check_facing_bet", "call_amount", "return_amount"),
    "BET008": ("string_bet", "single_chip", "silent_chips", "not_completed", "said_not_followed"),
    "BET009": (
        "small_blind_amount", "big_blind_amount", "ante_amount", "blind_seat", "new_player_blind", "evaded_blind",
    ),
    "BET010": ("bring_in_amount", "bring_in_seat"),
    "BET011": ("straddle_amount", "straddle_seat"),
    "BET012": ("nuts_not_bet",),
    "BET013": ("call_only",),
    "BET014": ("clock_expired",),
    "BET015": (
        "run_not_offered", "run_not_agreed", "run_board_limit", "run_wrong_street", "run_times", "run_not_all_in",
    ),
    "IRR013": ("street_early", "burn_after_early", "no_reshuffle", "river_not_laid_aside"),
    "IRR014": ("misdeal_no_ground", "misdeal_too_late", "misdeal_due"),
    "IRR015": ("wrong_card_count", "board_size", "street_order", "card_below_deck"),
    "IRR016": ("discard_count", "draw_count", "draw_too_many", "draw_time", "draw_order"),
    "POT005": ("show_order",),
    "POT006": ("mucked_winner", "not_tabled"),
    "POT007": ("award_order",),
    "STK016": ("too_many_players", "dealt_below_minimum", "not_dealt", "wrong_sit_out", "dealt_between"),
    "STK017": ("button_not_moved",),
    STACK: ("stack_differs",),
}  # fmt: skip
_OF_TABLES: dict[str, tuple[str, ...]] = {  # about events between hands, and so about no hand
    "STK019": (
        "short_without_permission", "short_not_half", "second_short", "above_maximum", "rejoin_amount",
    ),
    "STK020": ("break_too_long", "second_break"),
    "STK021": ("seat_kept_too_long",),
    "STK022": ("terms_not_agreed",),
}  # fmt: skip
FINDINGS = {
    code: check for each in (_OF_CHECKS, _OF_TABLES) for check, codes in each.items() for code in codes
}


def code_of(name: str) -> str:
    """The check for the replay's code; a check's code is its own."""
    return FINDINGS.get(name, name)


def of_table(check: str) -> bool:
    """Whether a check's findings are of no hand."""
    return check in _OF_TABLES or check == TIME_AT_RAKED_TABLE
