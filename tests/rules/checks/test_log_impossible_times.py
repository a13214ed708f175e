"""LOG020: lines of ledgers and tournaments at times at which they cannot have been."""

from __future__ import annotations

from typing import Any

import pytest

from rules.results import Audit
from tests.rules.events.asking import counted, only, reasons
from tests.rules.events.auditing import audited, found
from tests.rules.ledgers import build as ledgers
from tests.rules.ledgers.build import award, bad_beat, contribution, drop, payout, raked_hand, table_log
from tests.rules.tournaments import build as tournaments
from tests.rules.tournaments.build import busts, entries

Line = dict[str, Any]
NIGHT = "2026-03-14T%s:00+02:00"


def at(time: str) -> str:
    return NIGHT % time


def ledger(*lines: Line, beside: tuple[list[Line], ...] = (), **stated: Any) -> Audit:
    return audited([ledgers.header(**stated), *lines], *beside)


TABLE = table_log("C7", *(raked_hand(each, 100, at=at(f"22:{each:02}")) for each in (1, 2, 3)))


# ------------------------------------------------------------------------------- LOG020 time-impossible, ledgers


def test_log020_fires_on_a_drop_before_the_last_hand_that_paid_it():
    early = only(ledger(drop(300, session="C7", at=at("21:00")), beside=(TABLE,)), "LOG020")
    assert (early.line, early.stated, early.expected, early.unit) == (
        2,
        at("21:00"),
        f"{at('22:03')} or later",
        "time",
    )
    assert (early.kind, early.severity, early.clause) == ("discrepancy", "minor", "external:RECORD-complete")
    assert early.message == (
        f"Line 2 (drop) is of {at('21:00')}, before hand 3 of session C7, of {at('22:03')} (external:RECORD-complete)."
    )


def test_log020_fires_on_a_hit_before_its_hand_was_dealt():
    hit = bad_beat(session="C7", hand=2, at=at("22:01"))
    early = only(ledger(hit, beside=(TABLE,)), "LOG020")
    assert (early.line, early.expected) == (2, f"{at('22:02')} or later")


def test_log020_fires_on_a_payout_before_its_hit():
    early = only(ledger(payout("S2", 100, hit="H1", at=at("21:00")), bad_beat(at=at("22:00"))), "LOG020")
    assert (early.line, early.stated, early.expected) == (2, at("21:00"), f"{at('22:00')} or later")


def test_log020_fires_once_on_a_hit_after_all_its_payouts():
    paid = [payout(player, 100, hit="H1", at=at(time)) for player, time in (("S2", "21:00"), ("S7", "21:05"))]
    late = only(ledger(bad_beat(at=at("23:00")), *paid), "LOG020")
    assert (late.line, late.stated, late.expected) == (2, at("23:00"), f"{at('21:00')} or earlier")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (drop(100, at="2026-02-28T23:59:00+02:00"), "2026-03-01 or later"),
        (bad_beat(at="2026-04-02T01:00:00+03:00"), "2026-03-31 or earlier"),
    ],
    ids=["before", "after"],
)
def test_log020_fires_outside_the_period_of_the_ledger(line, expected):
    outside = only(ledger(line, until="2026-03-31", **{"from": "2026-03-01"}), "LOG020")
    assert (outside.line, outside.expected) == (2, expected)


def test_log020_quiet_in_the_morning_after_the_period_and_for_what_is_entered_late():
    late = [drop(100, at="2026-04-03T12:00:00+03:00"), bad_beat(at="2026-04-01T04:00:00+03:00")]
    audit = ledger(*late, until="2026-03-31", **{"from": "2026-03-01"})
    assert (found(audit, "LOG020"), counted(audit, "LOG020")) == ([], (2, 0, 0, 0))
    after = ledger(
        drop(300, session="C7", at=at("22:03")),
        bad_beat(session="C7", hand=2, at=at("23:50")),
        beside=(TABLE,),
    )
    assert (found(after, "LOG020"), counted(after, "LOG020")) == ([], (2, 0, 0, 0))


def test_log020_quiet_and_untestable_where_nothing_shows_when_it_happened():
    audit = ledger(
        drop(300, session="C7", at=at("21:00")), drop(300), ledgers.closing("2026-03-14", 0, at=at("23:00"))
    )
    assert (found(audit, "LOG020"), counted(audit, "LOG020")) == ([], (0, 0, 2, 1))
    assert sorted(reasons(audit, "LOG020")) == [
        "the line has no time",
        "when what the line tells of happened is not on record",
    ]


EVENT = [
    tournaments.header(tournament="T-1", ruleset="olympic-ranking", ranking=True),
    *(each | {"at": at(f"18:0{each['entry']}")} for each in entries(4)),
    *(each | {"at": at(f"2{each['entry']}:00")} for each in busts(1, 2, 3)),
]


def of_ranking(*lines: Line) -> Audit:
    return audited([ledgers.header(ledgers.RANKING), *lines], EVENT)


def test_log020_fires_on_a_contribution_before_the_last_entry_and_on_points_before_the_player_was_out():
    early = [
        contribution(100, at=at("18:03"), tournament="T-1"),
        award("P02", 1, at=at("21:30"), tournament="T-1"),
    ]
    assert [(each.line, each.expected) for each in found(of_ranking(*early), "LOG020")] == [
        (2, f"{at('18:04')} or later"),
        (3, f"{at('22:00')} or later"),
    ]


def test_log020_quiet_for_a_first_part_of_a_contribution_and_points_of_the_winner():
    parts = [contribution(100, at=at(time), tournament="T-1") for time in ("18:03", "23:30")]
    assert found(of_ranking(*parts, award("P04", 1, at=at("23:30"), tournament="T-1")), "LOG020") == []


# ------------------------------------------------------------------------------- LOG020 time-impossible, tournaments


def tournament(*lines: Line, beside: tuple[list[Line], ...] = (), **stated: Any) -> Audit:
    return audited([tournaments.header(**stated), *entries(3), *lines], *beside)


def played(number: int, time: str) -> Line:
    return {
        "event": "pot_hand", "hand": number, "at": at(time), "game": "holdem", "limit": "no_limit",
        "seats": [{"seat": each, "player": f"P0{each}"} for each in (1, 2, 3)],
    }  # fmt: skip


def test_log020_fires_on_an_elimination_before_its_hand_was_dealt():
    first = ledgers.table_log("S-1", played(31, "22:05"), table="T1", tournament="T-1")[0]
    log = [first | {"table": "T1", "tournament": "T-1"}, played(31, "22:05")]
    early = only(tournament(*busts(1, table="T1", hand=31, at=at("20:17")), beside=(log,)), "LOG020")
    assert (early.line, early.stated, early.expected) == (5, at("20:17"), f"{at('22:05')} or later")
    assert "before hand 31 of table T1 was dealt, at 2026-03-14T22:05:00+02:00" in early.message
    later = tournament(*busts(1, table="T1", hand=31, at=at("22:09")), beside=(log,))
    assert found(later, "LOG020") == []


def paid(player: str, time: str, **stated: Any) -> Line:
    return {"event": "payout", "player": player, "amount": 100, "at": at(time)} | stated


def test_log020_fires_on_a_prize_that_was_paid_before_the_player_was_out():
    out = busts(2, at=at("22:00"))
    early = only(tournament(paid("P02", "21:00"), *out), "LOG020")
    assert (early.line, early.expected) == (5, f"{at('22:00')} or later")
    assert early.message.startswith(
        f"Line 5 (payout) is of {at('21:00')}, before entry 2 of P02 was out, at {at('22:00')} ("
    )


def test_log020_quiet_for_bounties_for_a_deal_and_for_tickets():
    out = busts(2, at=at("22:00"))
    deal = {"event": "deal", "players": [{"player": "P02", "amount": 100}], "at": at("20:00")}
    bounty = paid("P02", "21:00", of="bounty")
    assert found(tournament(bounty, *out), "LOG020") == []
    assert found(tournament(deal, paid("P02", "21:00"), *out), "LOG020") == []
    tickets = {"prizes_by": "tickets", "target": {"tournament": "MAIN", "cost": 100}}
    assert found(tournament(paid("P02", "21:00"), *out, **tickets), "LOG020") == []


def hand(number: int, time: str, **stated: str) -> Line:
    return {"event": "hand", "table": "T1", "hand": number, "at": at(time)} | stated


@pytest.mark.parametrize(
    ("ended", "expected"),
    [("19:50", f"{at('19:59')} or later"), ("20:30", f"{at('20:04')} or earlier")],
    ids=["before its riffle", "after the next hand"],
)
def test_log020_fires_on_the_end_of_a_hand(ended, expected):
    first = hand(1, "20:00", riffle_at=at("19:59"), ended_at=at(ended))
    wrong = only(tournament(first, hand(2, "20:04")), "LOG020")
    assert (wrong.line, wrong.stated, wrong.expected) == (5, at(ended), expected)


def test_log020_fires_on_a_break_that_ends_before_it_begins_and_quiet_on_another():
    def rest(ends: str) -> Line:
        return {"event": "break", "at": at("20:00"), "ends_at": at(ends)}

    assert only(tournament(rest("19:30")), "LOG020").expected == f"{at('20:00')} or later"
    assert found(tournament(rest("20:15")), "LOG020") == []


def test_log018_fires_alone_where_one_time_of_a_tournament_is_hours_late():
    """What comes below the line keeps its own time: nobody plays on who was out, no seat differs."""
    late = {"event": "pool", "prize_pool": 15_000, "at": at("23:30")}
    lines = [hand(1, "20:00"), late, *busts(1, at=at("20:05")), hand(2, "20:10"), *busts(2, at=at("20:20"))]
    wrong = only(tournament(*lines), "LOG018")
    assert (wrong.line, wrong.expected) == (6, f"{at('20:05')} or earlier")


def test_log018_fires_on_two_hands_of_a_file_and_apart_from_what_another_line_contradicts():
    """Findings of times are of one cause where they are of one line."""
    lines = [
        hand(1, "20:00"),
        hand(2, "19:00"),
        hand(3, "20:10", ended_at=at("20:08"), riffle_at=at("20:09")),
    ]
    audit = tournament(*lines)
    assert [each.line for each in found(audit, "LOG018")] == [6]
    assert only(audit, "LOG020").line == 7
    assert sorted(len(each.findings) for each in audit.incidents if each.area == "evidence") == [1, 1]


def test_log018_fires_on_a_line_of_a_table_before_an_earlier_one_that_is_of_no_table():
    """The line above it is of another table, and says nothing; the level above that does."""
    level = {"event": "level", "level": 2, "at": at("20:00")}
    other = {"event": "table_break", "table": "T2", "at": at("20:05")}
    wrong = only(tournament(level, other, hand(3, "18:10")), "LOG018")
    assert (wrong.line, wrong.stated, wrong.expected) == (7, at("18:10"), f"{at('20:00')} or later")
    assert found(tournament(level, other, hand(3, "20:01")), "LOG018") == []
