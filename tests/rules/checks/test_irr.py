"""IRR: irregularities."""

from tests.rules.build import A, B, audited, coverage, hand, seat

# ------------------------------------------------------------------------------- IRR006 ruling-not-applied


def test_irr006_quiet_where_no_mark_was_recorded_for_the_ruling_is_the_record():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]
    audit = audited(hand(1, seat(1, A, -300), seat(2, B, 300), irregularities=ruled))
    assert [each.code for each in audit.findings if each.kind != "undetermined"] == []
    assert coverage(audit, "IRR006").untestable == 1
