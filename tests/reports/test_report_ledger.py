"""The report of a ledger: accounts day by day, jackpots that were won, and the prizes of a ranking."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from reports.ledger_chart import balance_chart
from rules.redaction import Redaction
from tests.reports import events
from tests.reports.reading import Reading
from tests.rules.events.auditing import audited


def plain(reading: Reading) -> str:
    return " ".join(reading.text.replace("\u00a0", " ").split())


@pytest.fixture(scope="module")
def month() -> str:
    return plain(Reading(events.report("a jackpot")))


@pytest.fixture(scope="module")
def quarter() -> str:
    return plain(Reading(events.report("a ranking")))


def test_the_first_page_has_the_period_the_accounts_and_the_files_that_are_missing():
    first = Reading(events.report("a jackpot")).pages[0].replace("\u00a0", " ")
    assert "AUDIT OF A LEDGER" in first
    assert "Ledger JP-2026-03 · 2026-03-01 – 2026-03-31" in first
    said = " ".join(first.split())
    assert (
        "3 incidents: 9 discrepancies by 14 checks that had something to test; €1,546.00 was over-collected"
        in said
    )
    assert "31 files that it names were not at hand" in first
    assert "C1, C2, C3, C4, C5, C6, C7, C8 and 23 more." in first
    assert "olympic 4,500.00 3,689.00 3,783.20 −1.00 4,404.80 4,404.80" in first
    for figure in ("1 account", "31 gaming days", "2 jackpots won"):
        assert figure in first


def test_each_day_goes_from_its_opening_to_the_closing_stated(month):
    assert "2026-03-09 5,472.00 123.00 0.00 0.00 3,283.20 2,311.80 2,311.80 0.00" in month
    assert "2026-03-17 3,135.80 119.00 0.00 0.00 0.00 3,254.80 3,253.80 −1.00" in month
    assert "2026-03-18 3,253.80 96.00 0.00 0.00 0.00 3,349.80 3,349.80 0.00" in month


def test_the_account_in_a_sentence_adds_up(month):
    assert (
        "Opening €4,500.00. €3,689.00 dropped, €3,783.20 for jackpots won. Balance €4,404.80, as stated at the "
        "close of the file. 1 closing differs from the balance worked out." in month
    )
    assert 450_000 + 368_900 - 378_320 - 100 == 440_480


def test_the_chart_of_an_account_says_the_balances_and_what_was_taken_out():
    event = events.sample("a jackpot").event
    assert event is not None
    assert event.ledger is not None
    (book,) = event.ledger.books
    chart = balance_chart(book.days, "EUR")
    assert chart is not None
    assert "2026-03-08: €5,472.00; 2026-03-09: €2,311.80, €3,283.20 taken out; " in chart.says
    assert chart.says.count("taken out") == 2
    assert balance_chart(book.days[:1], "EUR") is None


def test_a_jackpot_has_its_level_and_the_share_of_each_seat(month):
    assert "Bad beat H1, line 19, gaming day 2026-03-09" in month
    assert "session C9 · hand 88 · 8 players dealt in" in month
    assert "Level 5,472.00 5,472.00 – 0.00" in month
    assert "Seat 2, S2 (loser) 1,744.20 1,744.20 1,744.20 0.00" in month
    assert "Seat 7, S7 (winner) 923.40 923.40 – 0.00" in month


def test_an_amount_of_which_not_every_share_was_paid_on_record_is_not_compared(month):
    assert "Amount 3,283.20 3,283.20 – 0.00" in month


def test_money_that_was_counted_is_beside_the_balance(month):
    assert "67 2026-04-01 05:00:00 4,404.80 4,404.80 0.00" in month


def test_a_hit_with_too_few_players_was_due_nothing():
    lines = [{**each} for each in events.jackpot_month()]
    hit = next(each for each in lines if each["event"] == "hit")
    hit["players"] = 5
    text = plain(Reading(events.pdf(audited(lines))))
    assert "There were fewer players than the rules require: nothing was due." in text


def test_movements_after_the_last_closing_have_a_row():
    lines = events.jackpot_month()
    lines.insert(-2, {"event": "drop", "account": "olympic", "hands": 10, "amount": 1_000})
    text = plain(Reading(events.pdf(audited(lines))))
    assert "since then 4,404.80 10.00 0.00 0.00 0.00 4,414.80 – –" in text
    assert "Balance €4,414.80, stated: €4,404.80 at the close of the file." in text


def test_an_amount_that_was_not_recorded_leaves_the_balance_unknown():
    lines = [{**each} for each in events.jackpot_month()]
    hit = [each for each in lines if each["event"] == "hit"][1]
    del hit["amount"]
    hit["seats"] = [{**each} for each in hit["seats"]]
    for each in hit["seats"]:
        del each["amount"]
    text = plain(Reading(events.pdf(audited(lines))))
    assert "2026-03-20 3,482.80 110.00 0.00 0.00 – – 3,092.80 –" in text


def test_a_ranking_has_its_pool_the_price_of_a_point_and_each_prize(quarter):
    assert "2026-Q1, account ranking, line 122" in quarter
    assert "Pool €757.50, as stated. 6,460 points share it: about €0.1173 a point." in quarter
    assert "2 P06 620 620 72.71 71.71 −1.00" in quarter
    assert "12 more players have points and no prize." in quarter


def test_the_contributions_of_tournaments_are_listed(quarter):
    assert "2 D-001 2026-01-01 23:50:00 900.00 18.00" in quarter
    assert "the file 0.00 0.00 757.50 756.50 0.00 1.00 – –" in quarter


def test_the_redacted_edition_names_no_player_and_no_session():
    audit = events.sample("a jackpot")
    redacted = Redaction(audit, b"k" * 32).audit
    text = plain(Reading(events.pdf(redacted, redacted=True)))
    assert "REDACTED EDITION" in text
    assert "S7 (winner)" not in text
    assert "session C9" not in text
    assert "(winner) 923.40 923.40 – 0.00" in text
    assert "2026-03-09 5,472.00 123.00" in text


def test_the_redacted_edition_of_a_tournament_has_letters_for_players():
    audit = events.sample("a tournament")
    redacted = Redaction(audit, b"k" * 32).audit
    text = plain(Reading(events.pdf(redacted, redacted=True)))
    assert "very-long-id" not in text
    assert "P27" not in text
    assert "270.48 270.48 270.48 120 120" in text


def test_letters_are_given_anew_for_another_file():
    audit = events.sample("a tournament")
    assert audit.event is not None
    letters = [
        [each.player for each in Redaction(one, b"k" * 32).audit.event.tournament.places]
        for one in (audit, replace(audit, event=replace(audit.event, sha256="0" * 64)))
    ]
    assert letters[0] != letters[1]
