"""What an audit shows of a tournament or a ledger beside its findings: what was due, recorded and stated."""

from __future__ import annotations

from typing import Any

from rules.results import Audit
from rules.shown_events import LedgerFacts, LevelRow, MoneyStep, PlaceRow, TournamentFacts
from tests.reports import events
from tests.rules.events.auditing import Line, audited

HEADER: Line = {
    "event": "tournament", "format": "cardroom-tournament/1", "room": "TEST-2", "tournament": "T-1", "currency": "EUR",
    "game": "holdem", "ruleset": "olympic-tournament@1", "kind": "rebuy_any", "buy_in": 5500, "fee": 500, "bounty": 1000,
    "stack": 10000, "added": 20000, "rebuy": {"price": 5000, "chips": 10000, "fee": 200}, "prizes": {"places_bp": [10000]},
}  # fmt: skip


def played(lines: list[Line], *logs: list[Line]) -> TournamentFacts:
    facts = _event(audited(lines, *logs)).tournament
    assert facts is not None
    return facts


def booked(lines: list[Line]) -> LedgerFacts:
    facts = _event(audited(lines)).ledger
    assert facts is not None
    return facts


def _event(audit: Audit) -> Any:
    assert audit.event is not None
    return audit.event


def entry(number: int, **fields: Any) -> Line:
    return {"event": "entry", "entry": number, "player": f"P{number}", **fields}


def tournament(*lines: Line, **header: Any) -> list[Line]:
    """Three entries, of whom two go out, and further lines before that."""
    entries = [entry(number, paid=5500) for number in (1, 2, 3)]
    out = [{"event": "elimination", "entry": number, "place": number} for number in (3, 2)]
    return [{**HEADER, **header}, *entries, *lines, *out]


def step(facts: TournamentFacts, what: str) -> MoneyStep:
    return next(each for each in facts.money if each.what == what)


def place(facts: TournamentFacts, player: str) -> PlaceRow:
    return next(each for each in facts.places if each.player == player)


# ------------------------------------------------------------------------------------------ money


def test_the_money_goes_from_entries_to_the_prizes_and_what_is_left():
    facts = played(tournament({"event": "rebuy", "entry": 1, "paid": 5000}))
    assert [(each.what, each.part, each.due) for each in facts.money] == [
        ("entries", "in", 16_500),
        ("rebuys", "in", 5_000),
        ("collected", "sum", 21_500),
        ("added", "in", 20_000),
        ("fees", "out", 1_700),
        ("bounties", "out", 3_000),
        ("prize_pool", "sum", 36_800),
        ("distributable", "sum", 36_800),
        ("prizes", "out", 36_800),
        ("left", "sum", 0),
    ]
    assert (step(facts, "entries").number, step(facts, "rebuys").recorded) == (3, 5_000)


def test_what_was_paid_is_not_known_where_one_line_does_not_say():
    lines = tournament()
    del lines[2]["paid"]
    facts = played(lines)
    assert step(facts, "entries").recorded is None
    assert step(facts, "collected").recorded is None
    assert step(facts, "collected").due == 16_500


def test_sums_of_the_close_go_before_those_announced():
    pool = {"event": "pool", "prize_pool": 30_000, "distributable": 29_000}
    lines = tournament(pool)
    assert step(played(lines), "prize_pool").stated == 30_000
    closed = [*lines, {"event": "close", "totals": {"prize_pool": 31_000, "entries": 4}}]
    facts = played(closed)
    assert (step(facts, "prize_pool").stated, step(facts, "distributable").stated) == (31_000, 29_000)
    assert [(each.what, each.due, each.stated) for each in facts.field] == [
        ("entries", 3, 4),
        ("players", 3, None),
    ]


def test_fees_that_stay_in_the_pool_are_not_taken_off():
    lines = tournament(ruleset="olympic-ranking@1", added=0)
    facts = _event(audited(lines, readings={"AMB-OLY-prizepool": "gross"})).tournament
    assert (step(facts, "fees").part, step(facts, "fees").due) == ("beside", 1_500)
    assert step(facts, "prize_pool").due == 16_500


def test_the_money_of_a_satellite_goes_into_tickets():
    target = {"tournament": "MAIN", "cost": 7_000}
    facts = played(tournament(prizes_by="tickets", target=target, added=0, bounty=0))
    assert (step(facts, "tickets").number, step(facts, "tickets").due, step(facts, "left").due) == (
        2,
        14_000,
        1_000,
    )
    assert [(each.what, each.because) for each in facts.undetermined if each.what == "satellite"] == [
        ("satellite", "to whom the remainder goes is not said")
    ]


def test_payouts_are_counted_by_kind():
    lines = tournament()
    lines += [
        {"event": "payout", "player": "P1", "amount": 30_000},
        {"event": "payout", "player": "P2", "amount": 1_000, "of": "bounty"},
        {"event": "payout", "player": "P9", "amount": 700, "of": "refund"},
    ]
    facts = played(lines)
    assert [(each.what, each.lines, each.recorded) for each in facts.payouts] == [
        ("prize", 1, 30_000),
        ("bounty", 1, 1_000),
        ("refund", 1, 700),
    ]
    assert (step(facts, "paid").recorded, step(facts, "paid").due) == (30_000, 32_000)
    assert place(facts, "P1").paid == 30_000
    assert place(facts, "P3").paid is None


def test_an_entry_that_was_taken_back_is_not_counted():
    lines = tournament(entry(4, paid=5500), {"event": "unregister", "entry": 4, "refund": 5500})
    facts = played(lines)
    assert [(each.what, each.due) for each in facts.field] == [
        ("entries", 3),
        ("players", 3),
        ("unregistered", 1),
    ]
    assert step(facts, "collected").due == 16_500


# ------------------------------------------------------------------------------------------ places


def test_a_place_has_what_was_stated_beside_what_was_due():
    lines = [*tournament(), {"event": "prize", "player": "P1", "amount": 31_999, "place": 1}]
    first, last = (place(played(lines), each) for each in ("P1", "P3"))
    assert (first.place, first.stated_place, first.prize, first.stated_prize) == (1, 1, 32_000, 31_999)
    assert (last.place, last.stated_place, last.prize, last.stated_prize) == (3, 3, 0, None)


# ------------------------------------------------------------------------------------------ levels and chips


def level(facts: TournamentFacts, number: int) -> LevelRow:
    return next(each for each in facts.levels if each.level == number)


def test_a_level_has_its_plan_what_was_due_and_how_late_it_was():
    facts = played(events.faulty())
    sixth, seventh = level(facts, 6), level(facts, 7)
    assert (sixth.planned, sixth.due, sixth.begun, sixth.late) == (
        "2026-03-14T20:55:00+02:00", "2026-03-14T20:55:00+02:00", "2026-03-14T20:52:00+02:00", -180,
    )  # fmt: skip
    assert (seventh.planned, seventh.due, seventh.late) == (
        "2026-03-14T21:15:00+02:00", "2026-03-14T21:12:00+02:00", 180,
    )  # fmt: skip
    assert (level(facts, 1).begun, level(facts, 1).due) == ("2026-03-14T19:00:00+02:00", None)
    assert [(each.begins, each.ends) for each in facts.rests] == [
        ("2026-03-14T20:00:00+02:00", "2026-03-14T20:15:00+02:00")
    ]


def test_a_hand_counts_at_the_level_that_was_due():
    lines = [{**each} for each in events.forty()]
    hand = next(each for each in lines if each["event"] == "hand")
    hand["level"] = 9
    facts = played(lines)
    assert (level(facts, 1).hands, level(facts, 1).differing) == (3, 1)
    assert level(facts, 9).differing == 0


def test_levels_by_hands_have_the_numbers_of_the_schedule():
    facts = played(events.carnivale())
    assert facts.by_hands is True
    assert facts.levels_published == 25
    assert [each.level for each in facts.levels] == list(range(1, 9))
    third = level(facts, 3)
    assert (third.first_hand, third.last_hand, third.hands, third.stakes) == (19, 27, 0, "200 a point")
    assert [(each.table, each.first, each.last, each.hands) for each in facts.tables] == [
        ("T1", 9, 64, 4),
        ("T2", 10, 47, 2),
    ]


def test_stakes_are_those_published_and_those_announced():
    lines = [{**each} for each in events.forty()]
    second = next(each for each in lines if each["event"] == "level")
    second |= {"sb": 100, "bb": 300, "ante": 25}
    facts = played(lines)
    assert (level(facts, 2).stakes, level(facts, 2).stated_stakes) == ("100/200", "100/300 + 25")


def test_a_count_has_what_was_due_beside_it():
    (count,) = played(events.faulty()).counts
    assert (count.line, count.what, count.tables, count.counted, count.due) == (
        115,
        "count",
        4,
        385_000,
        400_000,
    )


# ------------------------------------------------------------------------------------------ ledgers


def test_a_day_goes_on_from_the_closing_that_was_stated():
    (book,) = booked(events.jackpot_month()).books
    days = {each.day: each for each in book.days}
    wrong, after = days["2026-03-17"], days["2026-03-18"]
    assert (wrong.closing, wrong.stated, after.opening) == (325_480, 325_380, 325_380)
    assert (book.balance, book.stated) == (440_480, 440_480)


def test_a_count_is_held_against_the_balance_at_its_line():
    lines = events.jackpot_month()
    lines.insert(2, {"event": "count", "account": "olympic", "amount": 9})
    (book,) = booked(lines).books
    assert [(each.line, each.counted, each.balance) for each in book.counts] == [
        (3, 9, 462_700),
        (68, 440_480, 440_480),
    ]


def test_a_hit_is_of_the_day_whose_closing_follows_and_has_its_payouts():
    first, second = booked(events.jackpot_month()).hits
    assert (first.hit, first.day, first.level, first.amount, first.qualified) == (
        "H1",
        "2026-03-09",
        547_200,
        328_320,
        True,
    )
    loser = first.shares[1]
    assert (loser.player, loser.role, loser.due, loser.stated, loser.paid) == (
        "S2", "loser", 174_420, 174_420, 174_420,
    )  # fmt: skip
    assert first.shares[6].paid is None
    assert (second.day, second.shares[2].due, second.shares[0].due) == ("2026-03-20", 50_000, 0)


def test_a_quarter_has_who_is_due_and_who_was_paid_without_being_due():
    lines = [{**each} for each in events.ranking_quarter()]
    lines[-1]["prizes"] = [*lines[-1]["prizes"], {"player": "P99", "amount": 5}]
    (quarter,) = booked(lines).quarters
    second, stranger = quarter.players[1], quarter.players[-1]
    assert (second.player, second.points, second.prize, second.stated_prize) == ("P06", 620, 7_271, 7_171)
    assert (stranger.player, stranger.points, stranger.prize, stranger.stated_prize) == ("P99", None, 0, 5)
    assert (quarter.pool, quarter.stated_pool, quarter.others) == (75_750, 75_750, 12)
    assert booked(lines).books[0].contributions[0].tournament == "D-001"
