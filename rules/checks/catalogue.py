"""The explicit list of checks, and their documentation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.checks.base import Check, Tested

MODULES = (
    "log001_hand_number_gap",
    "log002_hand_number_repeated",
    "log003_hand_total_differs",
    "log004_fee_total_differs",
    "log005_time_out_of_order",
    "log006_time_outside_session",
    "log007_hands_overlap",
    "log015_record_below_level",
    "log016_session_begins_late",
    "log018_line_out_of_order",
    "log019_offset_differs",
    "log021_hands_left_out",
    "dck001_card_twice",
    "dck002_card_count",
    "dck003_joker",
    "dck004_set_differs_from_dealt",
    "dck005_deal_repeated",
    "dck006_deal_repeated_in_disguise",
    "dck007_cards_of_a_seat_repeated",
    "set001_row_sizes",
    "set002_foul_missed",
    "set003_legal_hand_ruled_fouled",
    "set004_equal_rows",
    "set005_natural_not_held",
    "set006_natural_undeclared",
    "set007_foul_unpriced",
    "set008_natural_unpriced",
    "set009_row_overfilled",
    "set010_placed_not_as_dealt",
    "set011_street_size",
    "set012_out_of_turn",
    "set013_rows_not_as_placed",
    "set014_fantasyland_not_earned",
    "set015_fantasyland_not_given",
    "set016_played_by_convention",
    "set017_missed_and_dealt",
    "set018_placed_by_nobody",
    "stk001_unit_above_cap",
    "stk002_unit_changed",
    "stk003_number_of_players",
    "stk004_player_in_two_seats",
    "stk005_button_on_empty_seat",
    "stk006_banker_not_in_hand",
    "stk007_forced_dealer_wrong",
    "stk008_not_of_this_game",
    "stk009_variant_differs",
    "stk010_chips_not_conserved_at_table",
    "stk011_chips_of_session_differ",
    "stk014_cash_out_differs",
    "stk015_player_replaced_without_event",
    "stk016_dealt_in_wrongly",
    "stk017_button_not_moved",
    "stk018_stack_differs",
    "stk019_buy_in_differs",
    "stk020_break_too_long",
    "stk021_seat_kept_too_long",
    "stk022_terms_not_agreed",
    "stk023_game_not_offered",
    "stk024_mix_differs",
    "stk025_chips_at_another_seat",
    "scr001_net_differs",
    "scr002_nets_do_not_balance",
    "scr003_silent_outcome",
    "scr004_reading_moves_money",
    "scr005_single_winner_differs",
    "scr006_prize_unstated",
    "pay001_transfers_differ",
    "pay002_amount_and_units_disagree",
    "pay003_net_not_whole_units",
    "pay004_transfers_and_net_disagree",
    "pay005_loss_beyond_stack",
    "pay006_transfer_by_nobody",
    "pay007_paid_past_the_banker",
    "pay008_beyond_the_chips",
    "pay009_transfers_out_of_order",
    "pay010_chips_during_deal",
    "pay011_transfers_in_a_circle",
    "pay012_toke_of_nobody",
    "pot001_contribution_differs",
    "pot002_award_differs",
    "pot003_shared_prize",
    "pot004_player_paid_player",
    "pot005_showdown_order",
    "pot006_won_without_showing",
    "pot007_award_order",
    "pot008_pot_differs",
    "pot009_pot_award_differs",
    "pot010_pot_net_differs",
    "bet001_acted_out_of_turn",
    "bet002_acted_without_right",
    "bet003_bet_too_small",
    "bet004_raise_not_open",
    "bet005_bet_above_limit",
    "bet006_beyond_the_stack",
    "bet007_call_differs",
    "bet008_words_and_chips",
    "bet009_blind_differs",
    "bet010_bring_in_differs",
    "bet011_straddle_differs",
    "bet012_nuts_not_bet",
    "bet013_raised_after_showing",
    "bet014_clock_ran_out",
    "bet015_run_more_than_once",
    "bet016_post_repeated",
    "sur001_surrender_not_allowed",
    "sur002_surrender_paid_wrongly",
    "sur003_surrender_amount",
    "sur004_surrender_moment",
    "fee001_fixed_fee_differs",
    "fee002_jackpot_above_rake",
    "fee003_kind_not_allowed",
    "fee004_several_kinds",
    "fee005_rake_above_share",
    "fee006_rake_above_cap",
    "fee007_hand_fee_above_limit",
    "fee008_hand_fee_after_deal",
    "fee009_hand_fee_differs",
    "fee010_jackpot_drop_differs",
    "fee011_time_above_hourly_limit",
    "fee012_time_collected_too_seldom",
    "fee013_time_recorded_late",
    "fee014_time_above_table_limit",
    "fee015_time_shares_uneven",
    "fee016_time_paid_late",
    "fee017_sat_and_paid_no_time",
    "fee018_paid_time_and_sat_in_no_hand",
    "fee019_fees_above_limit",
    "fee020_drop_differs_from_fees",
    "fee021_fees_differ_from_due",
    "fee022_drop_differs_from_due",
    "fee028_fee_not_as_filed",
    "fee029_fee_of_nobody",
    "fee030_time_ends_before_it_begins",
    "fee031_kind_not_in_controls",
    "fee032_counted_by_too_few",
    "fee033_rake_above_due",
    "fee034_rake_below_due",
    "fee035_drop_differs",
    "fee036_time_at_raked_table",
    "fee037_fees_not_recorded",
    "jkp001_jackpot_event",
    "jkp002_jackpot_differs",
    "irr001_void_with_payments",
    "irr002_irregularity_not_recorded",
    "irr003_irregularity_without_procedure",
    "irr004_void_without_reason",
    "irr005_misdeal_was_settled",
    "irr006_ruling_not_applied",
    "irr007_penalty_differs",
    "irr008_ruling_differs",
    "irr009_ruled_by_another",
    "irr010_fine_differs",
    "irr011_misdeal_too_late",
    "irr012_card_count_contradicted",
    "irr013_street_dealt_early",
    "irr014_misdeal_ruling",
    "irr015_deal_differs",
    "irr016_exchange_differs",
    "irr017_irregularity_repeated",
    "clk001_clock_called_too_early",
    "clk002_acted_too_late",
    "clk003_expiry_not_followed",
    "clk004_fouled_for_time",
    "clk005_left_with_decisions_open",
    "clk006_away_with_decisions_open",
    "clk007_times_disagree",
    "lvl001_level_differs",
    "lvl002_point_value_differs",
    "lvl003_chips_out_of_play",
    "trn001_starting_stack_differs",
    "trn002_chips_not_conserved",
    "trn003_elimination_differs",
    "trn004_out_and_plays_on",
    "trn005_dealt_before_the_start",
    "ctl001_no_ruleset_in_force",
    "ctl002_game_not_in_controls",
    "ctl003_not_its_own_controls",
    "ctl004_currency_differs",
)

ACROSS_SESSIONS = (  # of scope "room", in rules/rooms/checks
    "log008_sessions_overlap",
    "log009_session_number_gap",
    "log010_session_number_repeated",
    "log011_day_without_log",
    "log012_table_without_log",
    "log013_correction_late",
    "log014_log_late",
    "log017_numbers_not_continued",
    "stk012_player_at_two_tables",
    "stk013_tables_above_licence",
    "stk026_chips_not_carried",
    "fee023_day_drop_differs_from_fees",
    "fee024_day_fees_differ_from_due",
    "fee025_day_drop_differs_from_due",
    "fee026_day_total_of_fees_differs",
    "fee027_day_total_of_drops_differs",
    "jkp005_pool_differs",
)

# Of scopes "tournament" and "ledger", in rules/tournaments/checks and rules/ledgers/checks. A code that a check of logs or days
# has already is the same fact, found in an event's file: its page is that of the other check.
OF_TOURNAMENTS = (
    "ctl003_not_its_own_controls",
    "trn001_starting_stack_differs",
    "trn002_chips_not_conserved",
    "trn003_elimination_differs",
    "trn004_out_and_plays_on",
    "trn006_entry_price_differs",
    "trn007_entry_late",
    "trn008_entry_twice",
    "trn009_reentry_as_entry",
    "trn010_reentry_without_entry",
    "trn011_reentry_not_allowed",
    "trn012_rebuy_not_allowed",
    "trn013_rebuy_with_chips",
    "trn014_rebuy_late",
    "trn015_entry_number_gap",
    "trn016_entry_number_repeated",
    "trn017_not_entered",
    "trn018_waiting_list_order",
    "trn019_waiting_list_jumped",
    "trn020_refund_without_approval",
    "trn021_refund_differs",
    "trn022_late_registration_missing",
    "trn023_published_late",
    "trn024_ranking_event_excluded",
    "trn025_prize_pool_differs",
    "trn026_ranking_share_differs",
    "trn027_paid_places_differ",
    "trn028_tickets_differ",
    "trn029_total_differs",
    "trn030_seat_not_drawn",
    "trn031_seat_taken",
    "trn032_seat_differs",
    "trn033_move_without_approval",
    "trn034_balance_missed",
    "trn035_short_table_played",
    "trn036_balance_move_wrong",
    "trn037_balance_position_wrong",
    "trn038_break_order_differs",
    "trn039_hand_at_broken_table",
    "trn040_three_tables_not_drawn",
    "trn041_final_table_not_drawn",
    "trn042_final_table_not_formed",
    "trn043_table_overfull",
    "trn044_hand_for_hand_missed",
    "trn045_plays_elsewhere",
    "trn046_out_twice",
    "trn047_count_differs_from_log",
    "trn048_penalty_length_differs",
    "trn049_place_differs",
    "trn050_field_not_finished",
    "trn051_bounty_differs",
    "trn052_prize_differs",
    "trn053_deal_differs",
    "trn054_deal_not_reported",
    "trn055_payout_differs",
    "trn056_points_differ",
    "trn057_silent_outcome",
    "trn058_entry_fees_above_limit",
    "trn059_buy_ins_above_limit",
    "trn060_buy_ins_not_returned",
    "trn061_balance_seat_wrong",
    "trn062_receipt_repeated",
    "trn063_tournament_number_gap",
    "trn064_own_prizes_differ",
    "trn065_log_in_another_currency",
    "log018_line_out_of_order",
    "log019_offset_differs",
    "log020_time_impossible",
    "lvl001_level_differs",
    "lvl004_level_early",
    "lvl005_level_late",
    "lvl006_level_skipped",
    "lvl007_level_stakes_differ",
    "lvl008_structure_change_not_announced",
    "lvl009_colour_up_stack_differs",
    "lvl010_colour_up_total_differs",
    "lvl011_colour_up_level_differs",
    "lvl012_old_chips_in_play",
    "jkp006_royal_amount_differs",
    "jkp007_royal_not_qualified",
    "jkp008_royal_not_offered",
)
OF_LEDGERS = (
    "ctl003_not_its_own_controls",
    "jkp005_pool_differs",
    "jkp009_drop_differs",
    "jkp010_drop_differs_from_fees",
    "jkp011_contribution_differs",
    "jkp012_pool_count_differs",
    "jkp013_closing_late",
    "jkp014_closing_missing",
    "jkp015_closing_differs_from_log",
    "jkp016_diversion_without_approval",
    "jkp017_hit_level_differs",
    "jkp018_hit_amount_differs",
    "jkp019_hit_share_differs",
    "jkp020_hit_not_qualified",
    "jkp021_hit_differs_from_log",
    "jkp022_hit_not_booked",
    "jkp023_pool_overdrawn",
    "jkp024_payout_without_hit",
    "jkp025_payout_differs",
    "jkp026_award_differs",
    "jkp027_standing_differs",
    "jkp028_ranking_pool_differs",
    "jkp029_ranking_prize_differs",
    "jkp030_jackpot_money_diverted",
    "jkp031_opening_differs",
    "jkp032_receipt_repeated",
    "jkp033_ledger_number_gap",
    "log018_line_out_of_order",
    "log019_offset_differs",
    "log020_time_impossible",
)

PARTS = ("Finds", "Why", "Example", "Needs")


class Entry(Struct, frozen=True):
    """A check with what its docstring says of it."""

    check: Check
    run: Callable[[Any], Tested]
    summary: str
    finds: str
    why: str
    example: str
    needs: str
    module: str

    @property
    def code(self) -> str:
        return self.check.code

    @property
    def name(self) -> str:
        return self.check.name

    @property
    def kind(self) -> str:
        return self.check.kind

    @property
    def severity(self) -> str:
        return self.check.severity

    @property
    def clauses(self) -> tuple[str, ...]:
        return self.check.clauses

    @property
    def documentation(self) -> str:
        """The check's page, in Markdown."""
        return "\n\n".join(
            (
                f"### {self.code} {self.name}",
                f"**{self.summary}**",
                f"*{self.kind}, {self.severity}* · clauses: {', '.join(f'`{each}`' for each in self.clauses)}",
                f"**Finds** {self.finds}",
                f"**Why it matters** {self.why}",
                f"**Example** {self.example}",
                f"**Needs** {self.needs}",
            )
        )


@cache
def checks() -> tuple[Entry, ...]:
    """Every check of a log, in the order in which findings are reported."""
    return tuple(_entry(import_module(f"rules.checks.{name}")) for name in MODULES)


@cache
def room_checks() -> tuple[Entry, ...]:
    """Every check across the sessions of a room, in the same order."""
    return tuple(_entry(import_module(f"rules.rooms.checks.{name}")) for name in ACROSS_SESSIONS)


@cache
def tournament_checks() -> tuple[Entry, ...]:
    """Every check of a tournament as a whole, in the same order."""
    return _of_events("rules.tournaments.checks", OF_TOURNAMENTS)


@cache
def ledger_checks() -> tuple[Entry, ...]:
    """Every check of a ledger, in the same order."""
    return _of_events("rules.ledgers.checks", OF_LEDGERS)


def checks_of_tables() -> tuple[Entry, ...]:
    """Every check of a table's log, and across the logs of a gaming day."""
    return (*checks(), *room_checks())


def _of_events(package: str, names: tuple[str, ...]) -> tuple[Entry, ...]:
    pages = {entry.code: entry for entry in checks_of_tables()}
    return tuple(_entry(import_module(f"{package}.{name}"), pages.get(_code(name))) for name in names)


@cache
def every_check() -> tuple[Entry, ...]:
    """The checks of logs, across sessions, of tournaments and of ledgers; of two with one code the first."""
    return tuple(by_code().values())


@cache
def every_module() -> tuple[Entry, ...]:
    """The checks of every listing: also both of one code, of which one tests tables and one the file of an event."""
    return (*checks_of_tables(), *tournament_checks(), *ledger_checks())


@cache
def by_code() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for entry in every_module():
        found.setdefault(entry.code, entry)
    return found


@cache
def modules_by_code() -> dict[str, str]:
    """The module of each code. Nothing is imported."""
    packages = {
        "rules.checks": MODULES,
        "rules.rooms.checks": ACROSS_SESSIONS,
        "rules.tournaments.checks": OF_TOURNAMENTS,
        "rules.ledgers.checks": OF_LEDGERS,
    }
    found: dict[str, str] = {}
    for package, names in packages.items():
        for name in names:
            found.setdefault(_code(name), f"{package}.{name}")
    return found


def entry_of(code: str) -> Entry | None:
    """The check with a code; None where there is none. No other check is imported."""
    module = modules_by_code().get(code)
    return _entry(import_module(module)) if module is not None else None


def _code(name: str) -> str:
    """The code with which the name of a module begins."""
    return name.partition("_")[0].upper()


def _entry(module: ModuleType, page: Entry | None = None) -> Entry:
    """page: the check that has the code already, whose documentation this one shares."""
    if page is not None:
        return replace(page, check=module.CHECK, run=module.run, module=module.__name__)
    summary, parts = _read(module.__doc__ or "")
    return Entry(
        check=module.CHECK,
        run=module.run,
        summary=summary,
        finds=parts["Finds"],
        why=parts["Why"],
        example=parts["Example"],
        needs=parts["Needs"],
        module=module.__name__,
    )


def _read(doc: str) -> tuple[str, dict[str, str]]:
    """A docstring in the fixed form: a sentence, then `Finds:`, `Why:`, `Example:`, `Needs:`. CHECK has the clauses."""
    head, *rest = re.split(rf"^({'|'.join(PARTS)}): ", doc.strip(), flags=re.MULTILINE)
    parts = dict(zip(rest[::2], (re.sub(r"\s+", " ", text).strip() for text in rest[1::2]), strict=True))
    return re.sub(r"\s+", " ", head).strip(), parts
