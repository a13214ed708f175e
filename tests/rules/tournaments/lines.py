"""One line of each event of a tournament's file, with every field recorded."""

from __future__ import annotations

from tests.rules.tournaments.build import Line, header

AT = "2026-03-14T19:00:00+02:00"
ACT = {"at": AT, "by": "S1", "note": "a note", "ruling": "by the floor"}
LEVEL = {"level": 1, "minutes": 20, "sb": 25, "bb": 50, "ante": 5, "point_value": 10}


def full_header() -> Line:
    """The first line, but for `until` and `none` of a period, and for levels by hands."""
    return header(
        number=7, title="Monday", prizes_by="tickets", reentries=True, classes=["monthly", "joker"], ranking=False, fee=500,
        bounty=1000, royal={"share": 100, "opening": 900}, rebuy={"price": 2000, "chips": 5000, "fee": 200, "royal": 10},
        add_on={"price": 1000, "chips": 5000, "fee": 0, "royal": 0}, added=10000,
        offers=[{"code": "EARLY", "chips": 1000, "criteria": "before seven"}], target={"tournament": "MAIN", "cost": 20000},
        structure=[LEVEL, {"level": 2, "hands": 9}], late_registration={"until_level": 2}, rebuy_until={"until": AT},
        prizes={"places_bp": [7000, 3000]}, tables=[{"table": "T1", "seats": 9, "break_order": 1}], seats=9,
        colour_ups=[{"chip": 25, "after_level": 2}], published_at=AT, starts_at=AT, staff={"dealer": "D1", "supervisor": "S1"},
        source="keyed", recorded_by="S2", recorded_at=AT, supersedes={"sha256": "0" * 64, "reason": "a typing error", "by": "S2"},
    )  # fmt: skip


def every_event() -> list[Line]:
    """One of each event between the first line and the close."""
    stack = {"entry": 1, "before": 1025, "after": 1000}
    bought = {"entry": 1, "paid": 2000, "chips": 5000}
    entry = bought | {"player": "P01", "channel": "wire", "offer": "EARLY", "ticket": "K1"}
    seat = {"entry": 1, "table": "T1", "seat": 2, "taken": AT}
    events: list[Line] = [
        {"event": "entry", **entry},
        {"event": "reentry", **entry, "entry": 2},
        {"event": "rebuy", **bought, "before": 0},
        {"event": "add_on", **bought, "before": 10},
        {"event": "unregister", "entry": 2, "refund": 5000, "approved": True},
        {"event": "waiting", "action": "join", "player": "P03", "kind": "reentry", "position": 1},
        {"event": "seat", **seat, "method": "draw"},
        {"event": "draw", "reason": "final_table", "seats": [seat], "method": "assigned"},
        {"event": "move", "entry": 1, "from": {"table": "T1", "seat": 2}, "to": {"table": "T2", "seat": 3}, "reason": "balance",
         "from_position": "bb", "to_position": "sb", "approved": True},
        {"event": "table_break", "table": "T1", "after_hand": 12},
        {"event": "clock", "action": "start"},
        {"event": "level", "level": 2, "sb": 50, "bb": 100, "ante": 10, "point_value": 20},
        {"event": "structure_change", "structure": [LEVEL], "announced": True},
        {"event": "break", "ends_at": AT, "after_level": 2},
        {"event": "hand", "table": "T1", "hand": 13, "riffle_at": AT, "ended_at": AT, "level": 2, "round": 1,
         "seats": [{"entry": 1, "seat": 2, "chips": 1000}]},
        {"event": "colour_up", "chip": 25, "next": 100, "tables": [{"table": "T1", "stacks": [stack]}], "after_level": 2},
        {"event": "count", "tables": [{"table": "T1", "chips": 1000}, {"table": "T2", "stacks": [{"entry": 1, "chips": 9}]}]},
        {"event": "elimination", "entry": 1, "table": "T1", "hand": 13, "session": "S-1", "round": 1, "stack": 99, "all_in": 90,
         "cards": "AhAdKsKc2d", "place": 2, "knocked_out_by": [3], "bounties": [{"entry": 3, "amount": 1000}]},
        {"event": "penalty", "entry": 3, "kind": "disqualified", "rounds": 1, "removed": 500, "place": 1, "reason": "language"},
        {"event": "pool", "prize_pool": 9, "ranking": 1, "distributable": 8, "places": 2, "tickets": 1},
        {"event": "deal", "players": [{"player": "P01", "place": 1, "amount": 5}], "left_for_winner": 3, "reported": True},
        {"event": "prize", "player": "P01", "amount": 5, "place": 1},
        {"event": "payout", "player": "P01", "amount": 5, "of": "ticket", "receipt": "R1"},
        {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 80, "table": "T1", "hand": 13, "board": "AhKhQhJh2c",
         "hole": "Th2d"},
        {"event": "ranking_award", "player": "P01", "points": "375/2", "place": 1},
    ]  # fmt: skip
    return [each | ACT for each in events]


def full_close() -> Line:
    names = (
        "entries", "players", "reentries", "rebuys", "add_ons", "collected", "fees", "bounties", "royal", "added", "prize_pool",
        "ranking", "distributable", "paid",
    )  # fmt: skip
    return {"event": "close", "totals": dict.fromkeys(names, 1)} | ACT


def every_line() -> list[Line]:
    return [full_header(), *every_event(), full_close()]
