"""Which findings are one incident, and what it says."""

from rules.audit.incidents.links import linked
from rules.checks.catalogue import by_code, every_check, every_module
from tests.rules.build import A, B, C, D, audited, hand, seat
from tests.rules.test_audit import table

DUE = (600, 0, -600)


def paid(*moves):
    return [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in moves]


RIGHT = paid((2, 1, 300), (3, 1, 300), (3, 2, 300))


def three(nets=DUE, transfers=None, number=1, rows=(A, B, C), **fields):
    """A beats B beats C in every row."""
    seats = [seat(n, each, net) for n, (each, net) in enumerate(zip(rows, nets, strict=True), 1)]
    return hand(number, *seats, transfers=transfers, **fields)


def reported(audit):
    """Every incident as the code of its root, and its findings by code and seat."""
    by_print = {each.fingerprint: each for each in audit.findings}
    return [
        (
            by_print[each.root].code,
            sorted((by_print[one].code, by_print[one].seat) for one in each.findings),
        )
        for each in audit.incidents
    ]


def test_a_bad_row_its_missed_foul_and_the_money_are_one_incident():
    """The spec's example: SET001 and SET002 on seat 3 with SCR001 and PAY001 on seats 2 and 3, root SET001."""
    rows = B.split(" ")
    bad = f"{rows[0]} {rows[1][:-2]} {rows[2]}{rows[1][-2:]}"  # a card too many in the back, one too few in the middle
    wrong = hand(1, seat(2, C, -300), seat(3, bad, 300, fouled=False), transfers=paid((2, 3, 300)))
    audit = audited(wrong)
    ((root, findings),) = reported(audit)
    assert root == "SET001"
    assert findings == [
        ("PAY001", 2), ("PAY001", 3), ("SCR001", 2), ("SCR001", 3),
        ("SET001", 3), ("SET001", 3), ("SET002", 3),
    ]  # fmt: skip
    (only,) = audit.incidents
    assert (only.area, only.seats, only.pattern, only.severity) == ("cards", [2, 3], False, "major")
    assert only.title == "Seat 3's rows have wrong sizes"
    assert [(each.debtor, each.creditor) for each in only.owes] == [("P3", "P2")]
    assert only.misallocated == audit.money_misallocated == only.owes[0].amount


def test_money_that_moved_between_two_seats_links_their_findings_and_not_those_of_others():
    """Seat 3 paid seat 1 $2.00 too much; seat 2's time is another matter."""
    audit = audited(three((800, 0, -800), transfers=paid((2, 1, 300), (3, 1, 500), (3, 2, 300))))
    assert reported(audit) == [("SCR001", [("PAY001", 1), ("PAY001", 3), ("SCR001", 1), ("SCR001", 3)])]
    (only,) = audit.incidents
    assert (only.misallocated, only.misrecorded) == (200, 0)
    assert [(each.debtor, each.creditor, each.amount) for each in only.owes] == [("P1", "P3", 200)]


def test_money_that_moved_between_two_pairs_is_two_incidents():
    """Four seats; 1 and 2 are $1.00 out between them, 3 and 4 $2.00."""

    due = [(2, 1, 600 - 300), (3, 1, 300), (4, 1, 300), (3, 2, 300), (4, 2, 300), (4, 3, 300)]
    moves = [(2, 1, 400), *due[1:-1], (4, 3, 500)]
    audit = audited(table(1, (10, 2, -1, -11), transfers=paid(*moves)))
    assert [(each.seats, each.misallocated, each.misrecorded) for each in audit.incidents] == [
        ([3, 4], 200, 0),
        ([1, 2], 100, 0),
    ]


def test_without_transfers_all_seats_whose_net_differs_are_one():
    audit = audited(three((700, 100, -800)))
    assert [(each.seats, each.misallocated) for each in audit.incidents] == [([1, 2, 3], 200)]


def test_results_that_were_only_written_down_wrong_are_one():
    audit = audited(three((700, 0, -700), RIGHT))
    assert [(each.seats, each.misallocated, each.misrecorded, each.owes) for each in audit.incidents] == [
        ([1, 3], 0, 100, [])
    ]


def test_faults_of_two_hands_are_two_incidents():
    audit = audited(three((700, 0, -700)), three((-300, 300, 0), number=2, rows=(B, A, D)))
    assert [([each.hand for each in one.hands], one.misallocated) for one in audit.incidents] == [
        ([2], 600),
        ([1], 100),
    ]


def test_undetermined_findings_and_indicators_belong_to_none():
    """The button stays at the seat of a player who left, and the cards of a seat come again."""
    audit = audited(three(dealer=3), hand(2, seat(1, B, 300), seat(2, D, -300), dealer=3))
    assert {each.kind for each in audit.findings} == {"undetermined", "indicator"}
    assert audit.incidents == []


def test_the_order_is_severity_then_money():
    audit = audited(
        three((700, 0, -700)),
        three((-300, 300, 0), number=2, rows=(B, A, D)),
        three(number=4, rows=(C, D, A), nets=(0, -600, 600), unit=100, void=True),
        three(number=5, rows=(A, B, "AhKc4c 7d7s5h5sAc 6s6h6d5d5c"), nets=(600, 0, -600)),
    )
    assert [(each.area, each.severity, each.misallocated) for each in audit.incidents] == [
        ("cards", "critical", None), ("money", "major", 600), ("procedure", "major", 600), ("money", "major", 100),
        ("evidence", "major", 0),
    ]  # fmt: skip


def test_an_id_is_of_the_place_and_the_root_and_not_of_the_findings():
    """More of the record, or another amount, gives the same incident another finding and not another id."""
    one, two = audited(three((700, 0, -700))), audited(three((700, 100, -800), RIGHT))
    assert one.incidents[0].id == two.incidents[0].id
    assert one.incidents[0].findings != two.incidents[0].findings
    other = audited(three((700, 0, -700), number=2))
    assert other.incidents[0].id != one.incidents[0].id
    assert len(one.incidents[0].id) == 64


def test_every_check_of_a_breach_has_a_title_and_follows_checks_that_exist():
    for entry in every_check():
        assert set(entry.check.follows) <= set(by_code()), entry.code
        if entry.kind in ("violation", "discrepancy"):
            assert entry.check.title, entry.code
    assert ("SCR001", "SET002") in linked()


def test_the_title_of_a_check_is_a_short_sentence():
    for entry in every_module():
        assert len(entry.check.title) <= 70, entry.code
        assert not entry.check.title.endswith("."), entry.code
