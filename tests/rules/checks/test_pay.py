"""PAY: payments."""

from tests.rules.build import A, B, C, audited, coverage, found, hand, seat, session


def paid(payer, payee, units=None, amount=None):
    moved = {"payer": payer, "payee": payee, "amount": amount if amount is not None else units * 100}
    return moved if units is None else moved | {"units": units}


RIGHT = [paid(2, 1, 3), paid(3, 1, 3), paid(3, 2, 3)]


def three(transfers=None, nets=(600, 0, -600), **fields):
    """A beats B beats C in every row: 6, 0 and -6 units."""
    seats = [
        seat(number, rows, net) for number, (rows, net) in enumerate(zip((A, B, C), nets, strict=True), 1)
    ]
    return hand(1, *seats, transfers=transfers, **fields)


# ------------------------------------------------------------------------------- PAY001 transfers-differ


def test_pay001_fires_at_both_sides_of_a_payment_that_is_wrong():
    audit = audited(three([paid(2, 1, 3), paid(3, 1, 2), paid(3, 2, 3)]))
    reported = [(each.seat, each.stated, each.expected, each.money) for each in found(audit, "PAY001")]
    assert reported == [(1, 500, 600, 100), (3, -500, -600, 100)]


def test_pay001_fires_where_nothing_moved_and_something_was_due():
    assert [each.seat for each in found(audited(three([])), "PAY001")] == [1, 3]


def test_pay001_fires_without_nets():
    audit = audited(three([paid(2, 1, 3), paid(3, 1, 3)], nets=(None, None, None)))
    assert [each.seat for each in found(audit, "PAY001")] == [2, 3]


def test_pay001_quiet_where_seats_are_paid_what_was_due():
    """Pair by pair, or netted out between the seats."""
    for transfers in (RIGHT, RIGHT[::-1], [paid(3, 1, 6)], [paid(3, 1, 3), paid(3, 1, None, 300)]):
        assert found(audited(three(transfers)), "PAY001") == []


def test_pay001_quiet_and_tested_where_everything_is_recorded():
    row = coverage(audited(three(RIGHT)), "PAY001")
    assert (row.tested, row.agreeing, row.untestable, row.inapplicable) == (1, 1, 0, 0)


def test_pay001_quiet_and_untestable_without_transfers_or_a_unit():
    for audit in (audited(three()), audited(session(unit=None), three(RIGHT))):
        assert found(audit, "PAY001") == []
        assert coverage(audit, "PAY001").untestable == 1


# ------------------------------------------------------------------------------- PAY002 amount-and-units-disagree


def test_pay002_fires_where_the_amount_is_not_the_units():
    (wrong,) = found(audited(three([paid(2, 1, 3, 200), *RIGHT[1:]])), "PAY002")
    assert (wrong.hand, wrong.seat, wrong.stated, wrong.expected, wrong.money) == (1, 2, 200, 300, 100)
    assert wrong.clause == "WSGC-3a"


def test_pay002_fires_without_any_cards():
    audit = audited(hand(1, seat(1), seat(2), transfers=[paid(1, 2, 2, 100), paid(2, 1, 1)]))
    assert [each.stated for each in found(audit, "PAY002")] == [100]


def test_pay002_quiet_where_they_agree_or_units_were_not_recorded():
    assert found(audited(three(RIGHT), three([paid(3, 1, None, 1)]) | {"hand": 2}), "PAY002") == []


# ------------------------------------------------------------------------------- PAY003 net-not-whole-units


def test_pay003_fires_where_a_net_is_between_units():
    (between,) = found(audited(three(nets=(650, -50, -600))), "PAY003")[:1]
    assert (between.hand, between.seat, between.stated) == (1, 1, 650)
    assert [each.seat for each in found(audited(three(nets=(650, -50, -600))), "PAY003")] == [1, 2]


def test_pay003_quiet_for_whole_units_right_or_wrong():
    audit = audited(three(nets=(700, -100, -600)), three(nets=(0, 0, 0)) | {"hand": 2})
    assert found(audit, "PAY003") == []


def test_pay003_quiet_and_untestable_without_a_unit():
    audit = audited(session(unit=None), three(nets=(650, -50, -600)))
    assert found(audit, "PAY003") == []
    assert coverage(audit, "PAY003").untestable == 1


# ------------------------------------------------------------------------------- PAY004 transfers-and-net-disagree


def test_pay004_fires_where_the_transfers_bring_another_amount():
    audit = audited(three(RIGHT, nets=(500, 100, -600)))
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "PAY004")] == [
        (1, 500, 600),
        (2, 100, 0),
    ]
    assert [each.money for each in found(audit, "PAY004")] == [100, 100]
    assert coverage(audit, "PAY004").untestable == 0


def test_pay004_fires_at_a_seat_with_a_net_where_another_has_none():
    events = hand(1, seat(1, A, 300), seat(2, B), transfers=[paid(2, 1, None, 200)])
    audit = audited(session(unit=None), events)
    assert [(each.seat, each.money) for each in found(audit, "PAY004")] == [(1, 100)]
    agreeing = hand(1, seat(1, A, 200), seat(2, B), transfers=[paid(2, 1, None, 200)])
    row = coverage(audited(session(unit=None), agreeing), "PAY004")
    assert [(each.reason, each.hands) for each in row.because] == [("the net of a seat was not recorded", 1)]


def test_pay004_fires_where_neither_cards_nor_a_unit_were_recorded():
    events = hand(1, seat(1, None, 300), seat(2, None, -300), transfers=[paid(2, 1, None, 200)])
    assert [each.seat for each in found(audited(session(unit=None), events), "PAY004")] == [1, 2]


def test_pay004_quiet_where_they_agree_though_both_are_wrong():
    assert found(audited(three([paid(1, 3, 6)], nets=(-600, 0, 600))), "PAY004") == []


def test_pay004_quiet_and_untestable_without_transfers():
    assert coverage(audited(three()), "PAY004").untestable == 1


# ------------------------------------------------------------------------------- PAY005 loss-beyond-stack


def short(stack, net=-600):
    return hand(
        1, seat(1, A, 600, stack=5_000), seat(2, B, 0, stack=5_000), seat(3, C, net, stack=stack), unit=100
    )


def test_pay005_fires_where_a_seat_owed_more_than_its_chips():
    """The sheet is silent on short stacks: undetermined, never a violation."""
    (beyond,) = found(audited(short(500)), "PAY005")
    assert (beyond.kind, beyond.hands) == ("undetermined", [1])


def test_pay005_quiet_where_the_chips_suffice():
    assert found(audited(short(600)), "PAY005") == []


def test_pay005_quiet_where_no_stack_was_recorded():
    assert found(audited(three()), "PAY005") == []


# ------------------------------------------------------------------------------- PAY006 transfer-by-nobody


def test_pay006_fires_where_a_party_was_not_in_the_hand():
    audit = audited(three([paid(2, 7, 3), paid(8, 1, 3), *RIGHT[2:]]))
    assert {(each.seat, each.stated) for each in found(audit, "PAY006")} == {(2, "2 to 7"), (None, "8 to 1")}


def test_pay006_fires_where_a_seat_pays_itself():
    audit = audited(three([*RIGHT, paid(1, 1, 1)]))
    assert [each.seat for each in found(audit, "PAY006")] == [1]
    assert [each.title for each in audit.incidents or ()] == ["Seat 1 is on record as paying itself"]


def test_pay006_quiet_where_every_party_played():
    assert found(audited(three(RIGHT)), "PAY006") == []
