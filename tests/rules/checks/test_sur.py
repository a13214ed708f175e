"""SUR: surrender."""

from tests.rules.build import A, B, C, audited, coverage, found, hand, seat, session

OFFERED = session(ruleset="wsgc-surrender")  # two units to each live player


def given_up(nets=(200, -400, 200), seats=(2,), **fields):
    """Seat 2 surrendered against A and C; they settle between them by rows."""
    return hand(
        1,
        *(
            seat(number, rows, net, surrendered=True if number in seats else None)
            for number, (rows, net) in enumerate(zip((A, B, C), nets, strict=True), 1)
        ),
        **fields,
    )


# ------------------------------------------------------------------------------- SUR001 surrender-not-allowed


def test_sur001_fires_where_the_ruleset_has_no_surrender():
    (wrong,) = found(audited(given_up()), "SUR001")
    assert (wrong.hand, wrong.seat, wrong.kind, wrong.clause) == (1, 2, "violation", "WSGC-surrender")


def test_sur001_quiet_where_it_has_one():
    assert found(audited(OFFERED, given_up()), "SUR001") == []


def test_sur001_quiet_where_nobody_surrendered_or_the_deal_was_void():
    assert found(audited(given_up(seats=()), given_up(void=True) | {"hand": 2}), "SUR001") == []


# ------------------------------------------------------------------------------- SUR002 surrender-paid-wrongly


def test_sur002_fires_where_another_amount_was_paid():
    (wrong,) = found(audited(OFFERED, given_up((500, -300, -200))), "SUR002")
    assert (wrong.hand, wrong.seat, wrong.stated, wrong.expected, wrong.money) == (1, 2, -300, -400, 100)
    assert "2 live players" in wrong.message


def test_sur002_fires_where_a_surrendered_seat_was_paid():
    """WSGC-surrender-payees: "to all remaining live players"; two who gave up owe each other nothing."""
    audit = audited(OFFERED, given_up((200, 0, -200), seats=(2, 3)))
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "SUR002")] == [(2, 0, -200)]


def test_sur002_quiet_where_each_live_player_got_the_amount():
    for event in (given_up((500, -400, -100)), given_up((400, -200, -200), seats=(2, 3))):
        assert found(audited(OFFERED, event), "SUR002") == []


def test_sur002_quiet_and_untestable_where_the_net_was_not_recorded():
    audit = audited(OFFERED, given_up((500, None, -100)))
    assert found(audit, "SUR002") == []
    assert coverage(audit, "SUR002").untestable == 1


# ------------------------------------------------------------------------------- SUR003 surrender-amount


def test_sur003_fires_once_an_audit_for_an_amount_that_no_document_names():
    audit = audited(OFFERED, given_up(), given_up() | {"hand": 2})
    told = found(audit, "SUR003")
    assert {each.kind for each in told} == {"undetermined"}
    assert {tuple(each.hands) for each in told} == {(1, 2)}
    assert "AMB-WSGC-SUR-AMOUNT" in {each.readings[0].ambiguity for each in told}


def test_sur003_quiet_where_nobody_surrendered():
    assert found(audited(OFFERED, given_up((600, 0, -600), seats=())), "SUR003") == []
