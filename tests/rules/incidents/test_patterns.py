"""One fault that repeats over many hands is one incident."""

import pytest

from rules.audit import combine
from tests.rules.build import A, B, C, D, audited, hand, seat, session

ROWS = (A, B, C)


def deal(number, wrong=0, seats=(1, 2, 3), players=None, **fields):
    """A beats B beats C in every row; the deals turn round the seats. wrong: money that the winner got too much of the last."""
    turn = number % 3
    rows = (ROWS * 2)[turn : turn + 3]
    due = {A: 600, B: 0, C: -600}
    listed = []
    for place, (n, each) in enumerate(zip(seats, rows, strict=True)):
        more = wrong if place == 0 else -wrong if place == 2 else 0
        player = (players or {}).get(n, f"P{n}")
        listed.append(seat(n, each, due[each] + more) | {"player": player})
    return hand(number, *listed, **fields)


def of_money(audit):
    """The incidents of money: the deals repeat, which is another incident."""
    return [each for each in audit.incidents if each.area == "money"]


def patterns(audit):
    return [each for each in of_money(audit) if each.pattern]


def test_the_same_fault_in_a_fifth_of_the_hands_is_one_incident():
    audit = audited(*(deal(n, 37 if n % 4 == 0 else 0) for n in range(1, 41)))
    (one,) = of_money(audit)
    assert one.pattern
    assert [each.hand for each in one.hands] == [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]
    assert (one.misallocated, one.seats, one.area, one.severity) == (370, [1, 3], "money", "major")
    assert [(each.debtor, each.creditor, each.amount) for each in one.owes] == [("P1", "P3", 370)]
    assert one.title == "A seat's recorded result differs from what was due, in 10 hands"
    assert sorted(one.findings) == sorted(
        each.fingerprint for each in audit.findings if each.code in ("SCR001", "PAY003")
    )
    assert one.root == next(each.fingerprint for each in audit.findings if each.code == "SCR001")


@pytest.mark.parametrize(
    ("hands", "wrong"),
    [
        (30, 9),  # fewer than ten hands
        (60, 11),  # fewer than a fifth of those tested
    ],
)
def test_a_fault_of_fewer_hands_is_an_incident_each(hands, wrong):
    audit = audited(*(deal(n, 37 if n <= wrong else 0) for n in range(1, hands + 1)))
    assert patterns(audit) == []
    assert len(of_money(audit)) == wrong


def test_faults_of_either_sign_are_not_one_pattern():
    audit = audited(*(deal(n, {0: 37, 1: -37}.get(n % 4, 0)) for n in range(1, 41)))
    assert [(len(each.hands), each.misallocated) for each in of_money(audit)] == [(10, 370), (10, 370)]
    assert len({each.id for each in of_money(audit)}) == 2


def test_a_pattern_of_a_dealer():
    """Of 120 hands 12 are wrong, a tenth; all of D-9, who dealt 30 of them."""
    dealt = (
        deal(n, 37 if n % 10 == 0 else 0, dealer_id="D-9" if n % 10 == 0 or n % 7 == 0 else "D-8")
        for n in range(1, 121)
    )
    audit = audited(*dealt)
    (one,) = of_money(audit)
    assert (one.pattern, len(one.hands)) == (True, 12)
    assert one.title == "A seat's recorded result differs from what was due, in 12 hands of dealer D-9"


def test_a_pattern_of_a_player():
    """Of 120 hands 12 are wrong, a tenth; P9 was in 30 of them, and it is always he who got too much."""
    dealt = (
        deal(n, 37 if n % 10 == 0 else 0, players={1: "P9"} if n % 10 == 0 or n % 7 == 0 else None)
        for n in range(1, 121)
    )
    (one,) = of_money(audited(*dealt))
    assert (one.pattern, len(one.hands)) == (True, 12)
    assert one.title.endswith("in 12 hands of player P9")


def test_the_session_goes_before_its_dealer_and_players():
    dealt = (deal(n, 37 if n % 2 else 0, dealer_id="D-9") for n in range(1, 41))
    (one,) = of_money(audited(*dealt))
    assert one.title.endswith("in 20 hands")


def test_the_id_of_a_pattern_is_not_of_its_hands():
    one = audited(*(deal(n, 37 if n % 4 == 0 else 0) for n in range(1, 41)))
    two = audited(*(deal(n, 53 if n % 3 == 0 else 0) for n in range(1, 61)))
    assert of_money(one)[0].id == of_money(two)[0].id
    other = audited(session(session="S-2"), *(deal(n, 37 if n % 4 == 0 else 0) for n in range(1, 41)))
    assert of_money(other)[0].id != of_money(one)[0].id


def test_what_disappears_under_a_diagnosed_ruleset_is_one_incident():
    """A session paid under the wrong scoring, with one hand that fits neither."""
    four = (18, 6, -6, -18)

    def paid(n):
        turn = n % 4
        rows = ((A, B, C, D) * 2)[turn : turn + 4]
        nets = (four * 2)[turn : turn + 4]
        wrong = (37, -11, -13, -13) if n == 5 else (0, 0, 0, 0)
        return hand(
            n,
            *(seat(i, r, m * 100 + w) for i, (r, m, w) in enumerate(zip(rows, nets, wrong, strict=True), 1)),
        )

    audit = audited(session(ruleset="wsgc-2-4"), *(paid(n) for n in range(1, 31)))
    assert audit.diagnosis[0].ruleset == "wsgc-1-6"
    (whole,) = patterns(audit)
    assert whole.title == "The results of 29 hands fit wsgc-1-6@1"
    assert 5 not in {each.hand for each in whole.hands}
    alone = [each for each in of_money(audit) if not each.pattern]
    assert [[each.hand for each in one.hands] for one in alone] == [[5]]
    assert whole.misallocated + alone[0].misallocated == audit.money_misallocated


def test_a_stretch_under_another_ruleset_is_one_incident_and_the_rest_stays_apart():
    """Hands 11 to 40 of 60 are paid under wsgc-1-6; hand 50 is wrong by itself."""
    due = {"wsgc-2-4": (12, 4, -4, -12), "wsgc-1-6": (18, 6, -6, -18)}

    def paid(n):
        turn = n % 4
        rows = ((A, B, C, D) * 2)[turn : turn + 4]
        nets = (due["wsgc-1-6" if 11 <= n <= 40 else "wsgc-2-4"] * 2)[turn : turn + 4]
        wrong = (37, -11, -13, -13) if n == 50 else (0, 0, 0, 0)
        reported = zip(rows, nets, wrong, strict=True)
        return hand(n, *(seat(i, each, net * 100 + more) for i, (each, net, more) in enumerate(reported, 1)))

    audit = audited(session(ruleset="wsgc-2-4"), *(paid(n) for n in range(1, 61)))
    assert [(each.title, each.hands[0].hand, each.hands[-1].hand) for each in of_money(audit)] == [
        ("The results of 30 hands fit wsgc-1-6@1", 11, 40),
        ("Seat 1's recorded result differs from what was due", 50, 50),
    ]
    assert sum(each.misallocated for each in of_money(audit)) == audit.money_misallocated


def test_several_logs_have_the_incidents_of_each_in_one_order():
    one = audited(session(session="S-1"), deal(1, 37))
    two = audited(session(session="S-2"), deal(1, 53))
    both = combine([one, two])
    assert [(each.hands[0].session, each.misallocated) for each in both.incidents] == [
        ("S-2", 53),
        ("S-1", 37),
    ]
    assert sum(each.misallocated for each in both.incidents) == both.money_misallocated
