"""Balances of accounts, day by day."""

from rules.ledgers.ledger_days import LedgerDay, books_of
from tests.rules.ledgers.build import JACKPOT, RANKING, bad_beat, closing, drop, header, read, royal

OTHER = {"account": "promo", "kind": "other", "opening": 7}
ROYAL = {"account": "royal", "kind": "tournament_royal", "ruleset": "olympic-tournament@1", "opening": 500}


def books(*lines):
    return books_of(read(*lines))


def test_a_day_goes_from_its_opening_to_its_closing():
    (book,) = books(header(), drop(12_300), royal(3, amount=50_000), closing("2026-03-14", 962_300)).values()
    moved = {"drops": 12_300, "in": 0, "out": 0, "hits": 50_000}
    assert book.days == [LedgerDay(4, "2026-03-14", 1_000_000, moved, 962_300, 962_300)]
    assert book.balance == 962_300


def test_the_next_day_goes_on_from_what_the_closing_states():
    lines = [
        drop(300),
        closing("2026-03-14", 1_000_200),
        drop(500),
        closing("2026-03-15", 1_000_700),
        drop(1),
    ]
    (book,) = books(header(), *lines).values()
    assert [(each.opening, each.closing, each.stated) for each in book.days] == [
        (1_000_000, 1_000_300, 1_000_200), (1_000_200, 1_000_700, 1_000_700),
    ]  # fmt: skip
    assert book.balance == 1_000_701


def test_a_diversion_goes_out_of_one_account_and_into_the_other():
    moved = {"event": "diversion", "from": "olympic", "to": "promo", "amount": 5}
    outside = moved | {"to": "elsewhere"}
    found = books(header(JACKPOT, OTHER), moved, outside)
    assert {name: each.balance for name, each in found.items()} == {"olympic": 999_990, "promo": 12}
    assert (found["olympic"].moved["out"], found["promo"].moved["in"]) == (10, 5)


def test_the_prizes_of_a_ranking_go_out_and_its_contributions_come_in():
    paid = {"event": "ranking_payout", "account": "ranking", "period": "2026-Q1", "prizes": [
        {"player": "A", "points": 3, "amount": 40}, {"player": "B", "points": 2, "amount": 30},
    ]}  # fmt: skip
    (book,) = books(
        header(RANKING), {"event": "contribution", "account": "ranking", "amount": 100}, paid
    ).values()
    assert (book.moved["in"], book.moved["out"], book.balance) == (100, 70, 30)


def test_a_payout_of_a_tournament_takes_money_out_of_its_royal_pool_only():
    paid = {"event": "payout", "account": "royal", "player": "P1", "amount": 100, "tournament": "T-1"}
    found = books(header(JACKPOT, ROYAL), paid, paid | {"account": "olympic"})
    assert {name: each.balance for name, each in found.items()} == {"olympic": 1_000_000, "royal": 400}


def test_a_payout_of_a_hit_takes_nothing_out_a_second_time():
    paid = {"event": "payout", "account": "olympic", "player": "S3", "amount": 50_000, "hit": "R1"}
    (book,) = books(header(), royal(3, amount=50_000), paid).values()
    assert book.balance == 950_000


def test_money_that_was_counted_does_not_move_the_book():
    (book,) = books(header(), {"event": "count", "account": "olympic", "amount": 5}).values()
    assert book.balance == 1_000_000


def test_a_hit_without_an_amount_takes_out_what_its_seats_had():
    hit = royal(3)
    hit["seats"] = [each | {"amount": 50_000 * (each["seat"] == 3)} for each in hit["seats"]]
    (book,) = books(header(), hit).values()
    assert book.balance == 950_000


def test_what_was_not_recorded_leaves_the_balance_unknown_until_the_next_closing():
    (book,) = books(header(), bad_beat(), drop(5), closing("2026-03-14", 400_005), drop(10)).values()
    (day,) = book.days
    assert (day.moved["hits"], day.moved["drops"], day.closing) == (None, 5, None)
    assert book.balance == 400_015


def test_an_account_that_the_file_does_not_list_has_no_book():
    found = books(
        header(), drop(5) | {"account": "elsewhere"}, closing("2026-03-14", 9) | {"account": "elsewhere"}
    )
    assert {name: each.balance for name, each in found.items()} == {"olympic": 1_000_000}


def test_a_balance_can_fall_below_nothing():
    (book,) = books(header(JACKPOT | {"opening": 10}), royal(3, amount=50)).values()
    assert book.balance == -40
