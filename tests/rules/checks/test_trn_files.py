"""The receipts of a tournament's payouts, and the tournaments of the room before it."""

from tests.rules.events.asking import counted
from tests.rules.events.auditing import audited, found
from tests.rules.tournaments.build import entries, header

# ---------------------------------------------------------------- TRN063 tournament-number-gap


def test_trn063_quiet_after_the_number_before_and_for_the_first():
    after = audited([header(number=9), *entries(2)], numbers=[7, 8, 10])
    assert (found(after, "TRN063"), counted(after, "TRN063")) == ([], (1, 0, 0, 0))
    first = audited([header(number=1), *entries(2)], numbers=[4])
    assert (found(first, "TRN063"), counted(first, "TRN063")) == ([], (0, 0, 0, 1))
