"""SUR: surrender."""

from tests.rules.build import A, B, C, audited, coverage, found, hand, seat, session, untestable
from tests.rules.rulesets import beside_the_library

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
    assert (wrong.hand, wrong.seat, wrong.kind) == (1, 2, "violation")
    assert wrong.clause == "convention:surrender.allowed"


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
    reported = found(audit, "SUR003")
    assert {each.kind for each in reported} == {"undetermined"}
    assert {tuple(each.hands) for each in reported} == {(1, 2)}
    assert "AMB-WSGC-SUR-AMOUNT" in {each.readings[0].ambiguity for each in reported}


def test_sur003_quiet_where_nobody_surrendered():
    assert found(audited(OFFERED, given_up((600, 0, -600), seats=())), "SUR003") == []


# ------------------------------------------------------------------------------- SUR002: whom a surrender pays

BANKED = session(ruleset="classic-surrender-house")  # one unit, to the banker alone
ROWS = (A, B, C, "9c7c6c 4h4d2c2s3h 3s3c3d2h2d")


def banked(nets, gives_up, number=1, **fields):
    rows = enumerate(zip(ROWS, nets, strict=True), 1)
    return hand(
        number, *(seat(n, cards, net, surrendered=n == gives_up) for n, (cards, net) in rows), **fields
    )


def test_sur002_fires_where_a_player_paid_others_than_the_banker():
    audit = audited(
        BANKED, banked((700, -100, 0, -600), 4, banker=1), banked((-200, 100, 100, 0), 1, 2, banker=1)
    )
    reported = found(audit, "SUR002")
    assert [(each.hand, each.seat, each.stated, each.expected, each.clause) for each in reported] == [
        (1, 4, -600, -100, "VAR-surrender-amount"),
        (2, 1, -200, -300, "VAR-surrender-amount"),
    ]
    assert "surrendered against 1 live player at 1 unit each" in reported[0].message
    assert "surrendered against 3 live players at 1 unit each" in reported[1].message


def test_sur002_quiet_where_the_banker_alone_is_paid_and_pays_everybody():
    audit = audited(
        BANKED, banked((700, -300, -300, -100), 4, banker=1), banked((-300, 100, 100, 100), 1, 2, banker=1)
    )
    assert found(audit, "SUR002") == []
    assert coverage(audit, "SUR002").tested == 2


def test_sur002_quiet_and_untestable_where_nobody_is_known_to_bank():
    audit = audited(BANKED, banked((700, -300, -300, -100), 4))
    assert found(audit, "SUR002") == []
    assert [each.reason for each in coverage(audit, "SUR002").because] == [
        "which player banked the hand is not known"
    ]


def test_sur002_fires_with_what_a_surrendered_seat_settles_besides():
    """A has two aces and B none: 2 of the 3 units come back."""
    event = hand(1, seat(1, A, -300, surrendered=True), seat(2, B, 300))
    (wrong,) = found(audited(session(ruleset="hawaiian-gardens-aces"), event), "SUR002")
    assert (wrong.stated, wrong.expected) == (-300, -100)
    assert (
        "1 live player at 3 units each, in addition to other payments; the log records −$3.00"
        in wrong.message
    )


def test_sur002_quiet_and_inapplicable_where_the_ruleset_has_no_surrender():
    audit = audited(given_up(), hand(2, seat(1, A, 100, surrendered=True)))
    assert audit.complete
    assert found(audit, "SUR002") == []
    row = coverage(audit, "SUR002")
    assert (row.tested, row.untestable, row.inapplicable) == (0, 0, 2)


def test_sur001_quiet_and_inapplicable_where_a_hand_may_be_surrendered():
    row = coverage(audited(OFFERED, given_up()), "SUR001")
    assert (row.tested, row.inapplicable) == (0, 1)


def test_sur002_fires_with_what_the_chips_in_front_limited():
    event = hand(1, seat(1, A, 300, stack=5000), seat(2, B, -300, stack=200, surrendered=True), dealer=1)
    (short,) = found(audited(session(ruleset="hawaiian-gardens"), event), "SUR002")
    assert (short.stated, short.expected, short.clause) == (-300, -200, "HG-surrender")
    assert (
        "at 3 units each; the log records −$3.00, −$2.00 was due, limited by the chips in front"
        in short.message
    )


def test_sur001_fires_with_the_parameter_that_the_ruleset_lacks():
    audit = audited(session(ruleset="classic-simple"), given_up())
    assert {each.clause for each in found(audit, "SUR001")} == {"convention:surrender.allowed"}


# ------------------------------------------------------------------------------- SUR002: transfers in place of nets

PAID = [{"payer": 2, "payee": 1, "amount": 200}, {"payer": 2, "payee": 3, "amount": 100}]


def test_sur002_fires_by_the_transfers_where_no_net_was_recorded():
    (wrong,) = found(audited(OFFERED, given_up((None, None, None), transfers=PAID)), "SUR002")
    assert (wrong.seat, wrong.stated, wrong.expected) == (2, -300, -400)
    assert "the recorded transfers bring the seat −$3.00, −$4.00 was due" in wrong.message


def test_sur002_quiet_by_the_transfers_where_each_live_player_was_paid():
    right = [PAID[0], PAID[1] | {"amount": 200}, {"payer": 3, "payee": 1, "amount": 300}]
    audit = audited(OFFERED, given_up((None, None, None), transfers=right))
    assert found(audit, "SUR002") == []
    assert coverage(audit, "SUR002").agreeing == 1


def test_sur002_quiet_and_untestable_where_a_transfer_is_of_nobody():
    audit = audited(
        OFFERED, given_up((None, None, None), transfers=[*PAID, {"payer": 9, "payee": 1, "amount": 1}])
    )
    assert found(audit, "SUR002") == []
    assert untestable(audit, "SUR002") == [
        ("neither the net of the surrendered seat nor transfers were recorded", 1)
    ]


def test_sur002_fires_where_two_surrendered_and_one_paid_the_other():
    """Each owes two units to A alone; what passed between them is owed by nobody."""
    reported = found(audited(OFFERED, given_up((400, -100, -300), seats=(2, 3))), "SUR002")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [
        (2, -100, -200),
        (3, -300, -200),
    ]


def test_sur002_quiet_where_everybody_surrendered_and_nothing_was_paid():
    assert found(audited(OFFERED, given_up((0, 0, 0), seats=(1, 2, 3))), "SUR002") == []


def test_sur002_fires_against_a_natural_by_what_the_controls_have_for_it():
    """wsgc-surrender: the surrender amount and no more; what the natural is worth another reading would pay."""
    dragon, other = "2c3d4c 5s6c7d8h9s TcJdQhKsAc", "9c7c6d 4h4d2d2s3h 3s3c8d8c8s"
    event = hand(1, seat(1, dragon, 300), seat(2, other, -300, surrendered=True))
    (wrong,) = found(audited(OFFERED, event), "SUR002")
    assert (wrong.stated, wrong.expected) == (-300, -200)


def test_sur002_quiet_and_untestable_where_the_amount_hangs_on_a_hand_that_is_not_on_record():
    """AMB-SUR-SPECIAL read as the natural's value: seat 3 may hold one. By the set amount its cards do not matter."""
    head = '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "Room"\nfamily = "chinese"\n'
    own = head + 'extends = ["wsgc-surrender@1"]\nreadings = { "AMB-SUR-SPECIAL" = "special_value" }\n'
    event = hand(1, seat(1, A, 200), seat(2, B, -500, surrendered=True), seat(3, None, 300))
    audit = audited(session(ruleset="own"), event, library=beside_the_library({"own.toml": own}))
    assert found(audit, "SUR002") == []
    assert untestable(audit, "SUR002") == [("the cards of a seat were not recorded or cannot be ranked", 1)]
    (wrong,) = found(audited(OFFERED, event), "SUR002")
    assert (wrong.stated, wrong.expected) == (-500, -400)


# ------------------------------------------------------------------------------- SUR004 surrender-moment


def with_moment(moment):
    """wsgc-surrender with a moment until which a hand can be surrendered."""
    head = '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "Room"\nfamily = "chinese"\n'
    own = f'{head}extends = ["wsgc-surrender@1"]\n[surrender]\nmoment = "{moment}"\n'
    return beside_the_library({"own.toml": own})


def test_sur004_fires_undetermined_where_a_hand_to_be_surrendered_before_setting_was_set():
    audit = audited(
        session(ruleset="own"), given_up((500, -400, -100)), library=with_moment("before_setting")
    )
    (was_set,) = found(audit, "SUR004")
    assert (was_set.hand, was_set.seat, was_set.stated) == (1, 2, "set")
    assert (was_set.kind, was_set.severity, was_set.clause) == ("undetermined", "note", "WSGC-surrender")
    assert "own@1 allows a surrender only before setting" in was_set.message
    assert (coverage(audit, "SUR004").open, coverage(audit, "SUR004").untestable) == (1, 0)


def test_sur004_quiet_and_untestable_where_the_record_cannot_show_the_moment():
    unset = hand(1, seat(1, A, 200), seat(2, None, -200, dealt="".join(B.split()), surrendered=True))
    for moment, event in (
        ("before_setting", unset),
        ("before_exposure", unset),
        ("before_exposure", given_up()),
    ):
        audit = audited(session(ruleset="own"), event, library=with_moment(moment))
        assert found(audit, "SUR004") == []
        assert untestable(audit, "SUR004") == [("a log does not record the moment of a surrender", 1)]


def test_sur004_quiet_where_the_controls_name_no_moment_or_nobody_surrendered():
    for audit in (
        audited(session(ruleset="own"), given_up(seats=()), library=with_moment("before_setting")),
        audited(session(ruleset="own"), given_up(void=True), library=with_moment("before_setting")),
    ):
        assert found(audit, "SUR004") == []
        assert coverage(audit, "SUR004").agreeing == 1
    for audit in (audited(OFFERED, given_up()), audited(session(ruleset="wsgc-base"), given_up())):
        assert found(audit, "SUR004") == []
        row = coverage(audit, "SUR004")
        assert (row.agreeing, row.inapplicable) == (0, 1)
