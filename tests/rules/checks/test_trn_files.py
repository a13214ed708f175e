"""The receipts of a tournament's payouts, and the tournaments of the room before it."""

import pytest

from tests.rules.events.asking import counted, only, reasons
from tests.rules.events.auditing import audited, found
from tests.rules.tournaments.build import entries, header


def payout(player, receipt=None, amount=5_000):
    stated = {} if receipt is None else {"receipt": receipt}
    return {"event": "payout", "player": player, "amount": amount} | stated


# ---------------------------------------------------------------- TRN062 receipt-repeated


def test_trn062_fires_where_two_players_are_paid_on_one_receipt():
    audit = audited(
        [header(), *entries(3), payout("P01", "R-17"), payout("P02", "R-18"), payout("P03", "R-17", 2_500)]
    )
    twice = only(audit, "TRN062")
    assert (twice.line, twice.player, twice.stated, twice.kind, twice.severity) == (
        7,
        "P03",
        "R-17",
        "discrepancy",
        "major",
    )
    assert twice.message == (
        "Line 7: P03 was paid €25.00 on receipt R-17, on which P01 was paid in line 5 (external:RECORD-attributable)."
    )
    assert counted(audit, "TRN062") == (3, 1, 0, 0)


def test_trn062_quiet_for_one_player_and_untestable_without_a_receipt():
    audit = audited([header(), *entries(2), payout("P01", "R-17"), payout("P01", "R-17", 100), payout("P02")])
    assert found(audit, "TRN062") == []
    assert counted(audit, "TRN062") == (2, 0, 1, 0)
    assert reasons(audit, "TRN062") == ["no receipt was recorded"]


# ---------------------------------------------------------------- TRN063 tournament-number-gap


@pytest.mark.parametrize(
    ("others", "due", "which"),
    [
        ([5, 7], 8, "8 is missing: no file with that number"),
        ([3, 12], 4, "4 to 8 are missing: no file with such a number"),
    ],
)
def test_trn063_fires_where_a_number_before_is_missing(others, due, which):
    gap = only(audited([header(number=9), *entries(2)], numbers=others), "TRN063")
    assert (gap.line, gap.stated, gap.expected, gap.unit, gap.kind) == (
        1,
        9,
        due,
        "tournament number",
        "violation",
    )
    assert gap.message == (
        f"Between tournaments {due - 1} and 9 of the room, {which} was received (external:RECORD-complete)."
    )


def test_trn063_quiet_after_the_number_before_and_for_the_first():
    after = audited([header(number=9), *entries(2)], numbers=[7, 8, 10])
    assert (found(after, "TRN063"), counted(after, "TRN063")) == ([], (1, 0, 0, 0))
    first = audited([header(number=1), *entries(2)], numbers=[4])
    assert (found(first, "TRN063"), counted(first, "TRN063")) == ([], (0, 0, 0, 1))


@pytest.mark.parametrize(
    ("stated", "numbers", "why"),
    [
        ({}, [8], "the tournament has no running number"),
        ({"number": 9}, None, "the running numbers of the room's other tournaments were not given"),
        ({"number": 9}, [10], "no tournament of the room with a lower number is on record"),
    ],
)
def test_trn063_quiet_and_untestable_where_the_numbers_are_not_known(stated, numbers, why):
    audit = audited([header(**stated), *entries(2)], numbers=numbers)
    assert (found(audit, "TRN063"), reasons(audit, "TRN063")) == ([], [why])
