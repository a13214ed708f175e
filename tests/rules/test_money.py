"""What went to the wrong player and what was only written down wrong: each wrong amount once."""

import pytest

from rules.audit import BytesSource, combine, explain_hand
from tests.rules.build import A, B, C, audited, found, hand, log, seat, session, untestable

DUE = (600, 0, -600)  # A beats B beats C in every row, at $1.00 a unit
RIGHT = ((2, 1, 300), (3, 1, 300), (3, 2, 300))
NONE = None


def three(nets=DUE, transfers=None, number=1, rows=(A, B, C), **fields):
    listed = None if transfers is None else [{"payer": p, "payee": q, "amount": a} for p, q, a in transfers]
    seats = [seat(n, each, net) for n, (each, net) in enumerate(zip(rows, nets, strict=True), 1)]
    return hand(number, *seats, transfers=listed, **fields)


def money(audit):
    return audit.money_misallocated, audit.money_misrecorded


def repaid(audit):
    return [(each.debtor, each.creditor, each.amount) for each in audit.repayments]


HIGH = ((2, 1, 300), (3, 1, 600), (3, 2, 300))  # one transfer is $3.00 too high


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("transfers", "nets", "misallocated", "to_nobody", "misrecorded"),
    [
        (RIGHT, DUE, 0, 0, 0),
        (HIGH, DUE, None, 0, None),  # nets as due, transfers not: nothing says which of them moved
        (HIGH, (900, 0, -900), 300, 0, 0),  # both say the same
        (HIGH, (700, 0, -700), None, 0, None),  # they differ, and neither is as due
        (HIGH, (600, 200, -800), None, 0, None),
        (RIGHT, (900, 0, -900), 0, 0, 300),  # transfers as due: the nets were written down wrong
        (RIGHT, (600, 0, -500), 0, 0, 100),  # one net alone
        (RIGHT, (600, None, -600), 0, 0, None),  # no second record of every seat
        (HIGH, (None, None, None), 300, 0, None),
        (NONE, (900, 0, -900), 300, 0, None),  # without transfers the nets are what was paid
        (
            NONE,
            (900, 0, -600),
            0,
            None,
            None,
        ),  # what is more than the table has: from nobody, or written down wrong
        (NONE, (900, -100, -600), 100, None, None),
        (
            ((4, 1, 300),),
            (300, 0, 0),
            300,
            300,
            0,
        ),  # $3.00 from nobody; P3 kept $6.00 of which P1 was due $3.00 more
        (((4, 1, 300),), (900, 0, -900), None, None, None),
        ((), DUE, None, 0, None),
        ((), (0, 0, 0), 600, 0, 0),  # nothing moved
    ],
)
def test_each_wrong_amount_counts_once(transfers, nets, misallocated, to_nobody, misrecorded):
    """A, B and C are due $6.00, nothing and -$6.00; what no record settles is not known."""
    audit = audited(three(nets, transfers))
    [total] = audit.money
    assert (total.misallocated, total.to_nobody, total.misrecorded) == (misallocated, to_nobody, misrecorded)
    assert money(audit) == (misallocated, misrecorded)


def test_what_a_record_does_not_settle_has_a_bound():
    """$6.00 by the transfers or nothing by the nets: at most $3.00 is misallocated in hand 1; in hand 2 it is known."""
    [total] = audited(three(DUE, HIGH), three(DUE, RIGHT, number=2)).money
    unknown = total.not_known["misallocated"]
    assert (total.misallocated, unknown.hands, unknown.bound) == (0, 1, 300)
    assert unknown.because == ["transfers and nets differ, and nothing on record says which of them moved"]


def test_a_void_deal_owes_back_what_moved():
    audit = audited(three((100, 0, -100), ((3, 1, 100),), void=True))
    assert (money(audit), repaid(audit)) == ((100, 0), [("P1", "P3", 100)])
    assert repaid(audited(three(DUE, ((3, 1, 100),), void=True))) == []  # the nets say another thing


def test_repayments_are_netted_and_reconciled_with_the_headline():
    """$3.00 too much to P1 in one hand and $2.00 too little in the next: P1 owes P3 $1.00 of $5.00."""
    audit = audited(three((900, 0, -900)), three((400, 0, -400), number=2))
    assert money(audit) == (500, None)
    reported = audit.reconciliation
    assert (reported.gross, reported.unbalanced, reported.offset, reported.net) == (500, 0, 400, 100)
    assert [(each.debtor, each.creditor, each.amount, each.hands) for each in audit.repayments] == [
        ("P1", "P3", 100, 2)
    ]


def test_repayments_are_at_most_one_fewer_than_the_players_concerned():
    """P1 owes P2 $3.00 in one hand, P2 owes P3 $3.00 in the other: one payment."""
    audit = audited(three((900, -300, -600)), three((600, 300, -900), number=2))
    assert money(audit) == (600, None)
    assert repaid(audit) == [("P1", "P3", 300)]
    assert audit.reconciliation.net == 300


def test_what_nobody_has_is_in_no_repayment():
    """P3 pays seat 4, which nobody holds, $3.00 that P1 was due; in hand 2 P1 has $3.00 of P3 too much."""
    away = ((2, 1, 300), (3, 4, 300), (3, 2, 300))
    audit = audited(three((300, 0, -600), away), three((900, 0, -900), number=2))
    [total] = audit.money
    assert (total.misallocated, total.to_nobody) == (300, 300)
    assert repaid(audit) == [("P1", "P3", 300)]
    assert [(each.party, each.amount, each.kind, list(each.hands)) for each in audit.lacking] == [
        ("P1", 300, "to_nobody", [1])
    ]
    reported = audit.reconciliation
    assert (reported.gross, reported.unbalanced, reported.offset, reported.net) == (300, 300, 0, 300)


def test_several_logs_are_netted_together():
    one = audited(session(session="S-1"), three((900, 0, -900)))
    two = audited(session(session="S-2"), three((400, 0, -400)))
    both = combine([one, two])
    assert (money(both), repaid(both)) == ((500, None), [("P1", "P3", 100)])
    assert (both.reconciliation.gross, both.reconciliation.offset, both.reconciliation.net) == (500, 400, 100)


TWICE = "QhQcJs JhJd9h9d4s 8h8d8c8sAh"  # the ace of hearts is seat 1's


@pytest.mark.parametrize(
    ("rows", "code"),
    [((A, TWICE, C), "DCK001"), ((A, B + "2c", C), "DCK002"), ((A, B.replace("4s", "JK"), C), "DCK003")],
)
def test_a_deal_that_cannot_have_happened_has_no_money(rows, code):
    """Money is never computed from a card twice: it is unknown, not zero."""
    alone = audited(three((900, 0, -900), rows=rows))
    assert {each.code for each in found(alone, code)} == {code}
    assert (money(alone), alone.testable, alone.impossible) == ((None, None), 0, 1)
    assert (alone.repayments, alone.restitution, alone.reconciliation) == ([], [], None)
    beside = audited(three((900, 0, -900), rows=rows), three(number=2))
    assert (money(beside), beside.testable, beside.impossible) == ((0, None), 1, 1)


@pytest.mark.parametrize(
    ("ruleset", "extra", "code"),
    [
        ("wsgc-base", {}, "SCR001"),
        ("wsgc-base", {"transfers": ((3, 1, 900),)}, "PAY001"),
        ("wsgc-base", {"transfers": (*RIGHT, (2, 1, 50), (1, 3, 50), (3, 2, 50))}, "PAY011"),
        ("classic-single-winner", {}, "SCR005"),
    ],
)
def test_no_check_states_what_was_due_in_a_deal_that_cannot_have_happened(ruleset, extra, code):
    """The same payments with a possible deal have the finding."""
    controls = session(ruleset=ruleset)
    wrong = (-900, 0, 900)
    audit = audited(controls, three(wrong, rows=(A, TWICE, C), **extra))
    assert found(audit, code) == []
    assert untestable(audit, code) == [
        ("the deal as recorded is impossible, so what was due is not known", 1)
    ]
    assert found(audited(controls, three(wrong, **extra)), code) != []


def test_a_surrender_in_a_deal_that_cannot_have_happened_is_not_priced():
    controls = session(ruleset="wsgc-surrender")
    cells = {rows: hand(1, seat(1, rows, 500), seat(2, B, -500, surrendered=True)) for rows in (A, TWICE)}
    assert [each.seat for each in found(audited(controls, cells[A]), "SUR002")] == [2]
    assert found(audited(controls, cells[TWICE]), "SUR002") == []


@pytest.mark.parametrize(
    ("ruleset", "transfers", "units", "winner"),
    [
        ("wsgc-base", RIGHT, [6, 0, -6], None),
        ("wsgc-2-4", RIGHT, [8, 0, -8], None),
        ("classic-single-winner", None, [None, None, None], 1),
    ],
)
def test_a_hand_in_evidence_shows_no_amount_due_in_a_deal_that_cannot_have_happened(
    ruleset, transfers, units, winner
):
    """The cards stay, with the names of their rows; the same hand with a possible deal has the arithmetic."""
    controls = session(ruleset=ruleset)
    [shown] = explain_hand(
        BytesSource(log(controls, three(rows=(A, TWICE, C), transfers=transfers, number=5))), 5
    )
    replay = shown.replay
    assert [(each["units"], each["net"], each["stack_after"]) for each in replay["seats"]] == [
        (None, None, None)
    ] * 3
    assert replay["seats"][1]["royalties"] == {"front": None, "middle": None, "back": None}
    assert replay["seats"][0]["hands"] == {"front": "pair", "middle": "two_pairs", "back": "quads"}
    assert (replay["pairs"], replay["transfers"], replay["winner"], replay["pool"]) == ([], None, None, None)
    assert [each["message"] for each in replay["undetermined"]] == ["The deal as recorded is impossible."]
    assert [each.net for each in shown.seats] == list(DUE)
    [possible] = explain_hand(BytesSource(log(controls, three(transfers=transfers, number=5))), 5)
    assert ([each["units"] for each in possible.replay["seats"]], possible.replay["winner"]) == (
        units,
        winner,
    )


def test_a_void_deal_shows_that_nothing_is_due_whatever_was_dealt():
    [shown] = explain_hand(BytesSource(log(three((0, 0, 0), rows=(A, TWICE, C), void=True))), 1)
    assert [each["net"] for each in shown.replay["seats"]] == [0, 0, 0]
    assert shown.replay["void"]


def test_a_reading_moves_nothing_known_in_a_deal_that_cannot_have_happened():
    """Void in place of a foul moves $3.00 in hand 1. Hand 2 has the ace of spades twice: the point is open in it too."""
    middle = "QhQdKs 3h4h8s9h8c KhKd9s9dJc"  # weaker than its front
    fouls = [
        hand(n, seat(1, rows, -300), seat(2, C, 300))
        for n, rows in ((1, middle), (2, middle.replace("8c", "As")))
    ]

    def void(audit):
        [point] = found(audit, "SET007")
        [reading] = [each for each in point.readings if each.reading == "void"]
        return point.hands, reading.hands, reading.units, reading.money

    assert void(audited(fouls[0])) == ([1], 1, 3, 300)
    assert void(audited(*fouls)) == ([1, 2], 1, 3, 300)
    assert void(audited(fouls[1])) == ([2], 0, None, None)


def test_no_deal_is_impossible_in_a_log_without_such_findings():
    assert audited(three()).impossible == 0
