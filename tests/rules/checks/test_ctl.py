"""CTL: the controls themselves."""

from tests.rules.build import A, B, audited, coverage, found, hand, seat, session
from tests.rules.test_revisions import OPEN, SHELF


def at(number, time):
    return hand(number, seat(1, A, 300), seat(2, B, -300), at=time)


# ------------------------------------------------------------------------------- CTL001 no-ruleset-in-force


def test_ctl001_fires_for_hands_outside_every_revision():
    audit = audited(
        OPEN,
        at(1, "2026-02-27T20:00:00-08:00"),
        at(2, "2026-02-28T20:00:00-08:00"),
        at(3, "2026-03-01T20:00:00-08:00"),
        library=SHELF,
    )
    (outside,) = found(audit, "CTL001")
    assert (outside.hand, outside.hands, outside.stated, outside.kind) == (None, [1, 2], 2, "violation")
    row = coverage(audit, "CTL001")
    assert (row.tested, row.differing) == (3, 2)


def test_ctl001_quiet_where_a_revision_holds():
    assert found(audited(OPEN, at(1, "2026-03-01T00:00:00-08:00"), library=SHELF), "CTL001") == []


def test_ctl001_quiet_under_a_ruleset_without_dates():
    assert found(audited(session(), at(1, "1999-01-01T00:00:00Z")), "CTL001") == []
