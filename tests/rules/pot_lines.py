"""Lines of pot games in which every field of the format is recorded somewhere, to mutate."""

from __future__ import annotations

from tests.rules.build import Event

AT = "2026-03-14T20:%s+02:00"


def full_acts() -> list[Event]:
    """Every kind of act, and every field of an act. No rule was followed."""
    said = {
        "said": "raise",
        "said_to": 600,
        "chips": [[500], [100, 25, 25]],
        "all_in": False,
        "out_of_turn": True,
    }
    acts: list[Event] = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100, "by": "dealer"},
        {"act": "raise", "seat": 3, "to": 600, **said, "at": AT % "00:10"},
        {"act": "take_back", "seat": 3, "amount": 600},
        {"act": "fold", "seat": 1, "by": "floor"},
        {"act": "check", "seat": 2, "said": "nothing"},
        {"act": "call", "seat": 3, "to": 200, "by": "timeout"},
        {"act": "change", "seat": 3, "amount": 300},
        {"act": "board", "street": "flop", "cards": "2c7dJh", "burn": "??"},
        {"act": "board", "street": "turn", "cards": "3c", "burn": "", "withdrawn": True, "run": 1},
        {"act": "board", "street": "river", "cards": "??", "face_down": True, "reshuffled": True},
        {"act": "card", "street": "fourth", "seat": 2, "up": "4c", "burn": "5c"},
        {"act": "card", "street": "seventh", "seat": 2, "down": "6c"},
        {"act": "discard", "seat": 2, "cards": "Ad"},
        {"act": "draw", "seat": 3, "street": "first_draw", "discard": "Kd", "cards": "Td", "offered": "9d"},
        {"act": "draw", "seat": 2, "street": "first_draw", "discard": "", "cards": ""},
        {"act": "clock", "at": AT % "01:00", "seat": 2, "called_by": 3, "acted_at": AT % "01:20"},
        {"act": "bet", "seat": 2, "to": 900, "chips": [[900]]},
        {"act": "complete", "seat": 3},
        {"act": "run", "times": 2, "agreed": [2, 3]},
        {"act": "return", "seat": 3, "amount": 50},
        {"act": "add", "seat": 3, "amount": 5000},
        {"act": "show", "seat": 2, "cards": "Ah"},
        {"act": "muck", "seat": 3, "at": AT % "01:40"},
    ]  # fmt: skip
    return acts


def full_pot_hand(number: int = 1) -> Event:
    """A hand in which every field is recorded."""
    stakes = {
        "small_blind": 100, "big_blind": 200, "ante": 25, "bring_in": 50, "small_bet": 200, "big_bet": 400, "min_bet": 250,
        "chip": 25, "cap": 10_000,
    }  # fmt: skip
    seats = [
        {"seat": 3, "player": "c", "stack": 9_000, "hole": "KhKdTh", "present": False, "mucked": True, "net": -900,
         "cash_out": {"amount": 800, "fee": 8}},
        {"seat": 1, "player": "a", "stack": 20_000, "status": "missed", "folded": True},
        {"seat": 2, "player": "b", "stack": 18_000, "hole": "AhAd", "up": "Qc", "cards": "AhQc", "live_in": 900, "dead_in": 10,
         "net": 875},
    ]  # fmt: skip
    pots = [
        {"pot": 1, "amount": 300, "eligible": [2, 3],
         "awards": [{"seat": 2, "amount": 300, "run": 1, "half": "high", "order": 1}]},
        {"pot": 0, "amount": 600, "eligible": [], "awards": []},
        {"pot": 2, "amount": 5},
    ]  # fmt: skip
    irregularity = {
        "kind": "string_bet", "when": "play", "seat": 3, "cards": 1, "ruling": "call_only", "units": 1, "by": "S-2",
        "note": "two motions", "act": 2,
    }  # fmt: skip
    return {
        "event": "pot_hand", "hand": number, "at": AT % "00:00", "ended_at": AT % "02:00", "game": "holdem", "limit": "pot_limit",
        "mix": "dealers_choice", "stakes": stakes, "dealer": 3, "dealer_id": "D-7", "deck": "K-1", "shuffler": "M-3",
        "video": "cam-4", "shuffled_at": "2026-03-14T19:59:00+02:00", "seats": seats, "acts": full_acts(),
        "boards": ["2c7dJh3c4c", "2c7dJh5s6s"], "reached": "river", "pots": pots,
        "fees": [{"kind": "rake", "amount": 50, "of": 900, "seat": 2, "before_deal": False, "pot": 1},
                 {"kind": "jackpot", "amount": 100}],
        "irregularities": [irregularity, {"kind": "other"}], "void": False,
    }  # fmt: skip


def full_terms() -> Event:
    return {
        "event": "terms", "at": AT % "00:00", "game": "omaha", "limit": "pot_limit",
        "stakes": {"small_blind": 50, "chip": 5}, "min_buy_in": 10_000, "max_buy_in": 50_000, "charge": "time",
        "special_rake": True, "jackpot": False, "run_twice": True, "consent": [1, 2], "by": "S-1",
    }  # fmt: skip


def pot_table_events() -> list[Event]:
    """Everything beside the hands."""
    return [
        full_terms(),
        {
            "event": "seat", "at": AT % "10:00", "player": "P9", "kind": "moved", "seat": 4, "amount": 20_000,
            "permission": True, "by": "S-1", "from_table": "T2", "to_table": "T1", "from_seat": 7, "waiting": 3,
            "drawn": "Qs",
        },
        {"event": "jackpot", "at": AT % "11:00", "kind": "close", "level": 1_000_000},
        {
            "event": "jackpot", "at": AT % "12:00", "kind": "hit", "hit": "bad_beat", "hand": 12,
            "payouts": [{"seat": 1, "player": "P1", "amount": 600_000}],
        },
    ]  # fmt: skip


def every_pot_line() -> list[Event]:
    """A hand, and what lies beside hands."""
    return [full_pot_hand(), *pot_table_events()]
