"""Every fault: what it changes in an honest hand, and what the audit says of it."""

import pytest
from dealt import HANDS, hand, log_of, tampered
from judging import BEGUN_OTHERWISE, findings_of
from test_faults_of_some_games import OF_SOME_GAMES

from rules.checks.catalogue import by_code
from simulation.faults import closing
from simulation.faults.fault_catalogue import FAULTS
from simulation.faults.fault_tampering import names
from tests.folding import of_every

FULL, PLAIN = "wsgc-full@1", "wsgc-2-4@1"
EVERYBODY = (1, 2, 3)
MADE_UP = (BEGUN_OTHERWISE,)  # the stacks of these hands do not follow each other


def on(hand, code, *seats):
    return {(hand, seat, code) for seat in seats or (None,)}


# the fault; the ruleset and the hand it is put into; the fields that it changes, with what stood there and what
# stands there now; the findings of the audit, by hand, code and seats
CASES = [
    ("number-gap", FULL, "plain", {"hand": (2, 3)}, on(3, "LOG001")),
    ("number-repeated", FULL, "plain", {"hand": (2, 1)}, on(1, "LOG002")),
    (
        "time-out-of-order",
        FULL,
        "plain",
        {"at": ("2026-03-14T16:20:00-07:00", "2026-03-14T16:09:21-07:00")},
        on(2, "LOG005"),
    ),
    (
        "ended-before-dealt",
        FULL,
        "plain",
        {"ended_at": ("2026-03-14T16:23:00-07:00", "2026-03-14T16:19:55-07:00")},
        on(2, "LOG005"),
    ),
    (
        "outside-session",
        FULL,
        "plain",
        {"at": ("2026-03-14T16:20:00-07:00", "2026-03-14T15:49:50-07:00")},
        on(2, "LOG006") | on(2, "LOG005"),
    ),
    (
        "hands-overlap",
        FULL,
        "plain",
        {"at": ("2026-03-14T16:20:00-07:00", "2026-03-14T16:12:51-07:00")},
        on(2, "LOG007"),
    ),
    (
        "card-twice",
        FULL,
        "plain",
        {
            "seats[0].dealt": ("7s7h7c6d6c8d6s3sAdKsJhTs9d", "Jd7h7c6d6c8d6s3sAdKsJhTs9d"),
            "seats[0].back": ("7s7h7c6d6c", "Jd7h7c6d6c"),
        },
        # the full house is two pairs now, but what was due in a deal that cannot have happened is not known
        on(2, "DCK001", 1, 3) | on(2, "IRR002", 1, 3),
    ),
    (
        "joker",
        FULL,
        "plain",
        {
            "seats[0].dealt": ("7s7h7c6d6c8d6s3sAdKsJhTs9d", "JK7h7c6d6c8d6s3sAdKsJhTs9d"),
            "seats[0].back": ("7s7h7c6d6c", "JK7h7c6d6c"),
            "irregularities": (
                None,
                [{"kind": "joker_dealt", "when": "showdown", "seat": 1, "ruling": "play_on"}],
            ),
        },
        on(2, "DCK003", 1),
    ),
    (
        "row-sizes",
        FULL,
        "plain",
        {"seats[0].middle": ("AdKsJhTs9d", "AdKsJhTs"), "seats[0].back": ("7s7h7c6d6c", "7s7h7c6d6c9d")},
        on(2, "SET001", 1) | on(2, "SET002", 1) | on(2, "SCR001", *EVERYBODY) | on(2, "PAY001", *EVERYBODY),
    ),
    (
        "card-missing",
        FULL,
        "plain",
        {
            "seats[0].dealt": ("7s7h7c6d6c8d6s3sAdKsJhTs9d", "7s7h7c6d8d6s3sAdKsJhTs9d"),
            "seats[0].back": ("7s7h7c6d6c", "7s7h7c6d"),
        },
        on(2, "DCK002", 1) | on(2, "IRR002", 1) | on(2, "SET001", 1) | on(2, "SET002", 1),
    ),
    (
        "card-too-many",
        FULL,
        "plain",
        {
            "seats[0].dealt": ("7s7h7c6d6c8d6s3sAdKsJhTs9d", "7s7h7c6d6c8d6s3sAdKsJhTs9dTh"),
            "seats[0].back": ("7s7h7c6d6c", "7s7h7c6d6cTh"),
        },
        on(2, "DCK002", 1) | on(2, "IRR002", 1) | on(2, "SET001", 1) | on(2, "SET002", 1),
    ),
    (
        "set-not-dealt",
        FULL,
        "plain",
        {
            "seats[0].dealt": ("7s7h7c6d6c8d6s3sAdKsJhTs9d", "7s7h7c6dKd8d6s3sAdKsJhTs9d"),
            "seats[2].dealt": ("AsKdQcJdTdQhJs7d8s8c5s4h3c", "As6cQcJdTdQhJs7d8s8c5s4h3c"),
        },
        on(2, "DCK004", 1, 3),
    ),
    (
        "unit-changed",
        FULL,
        "plain",
        {
            "unit": (None, 50),
            "seats[0].net": (-400, -200),
            "seats[1].net": (600, 300),
            "seats[2].net": (-200, -100),
            "transfers[0].amount": (200, 100),
            "transfers[1].amount": (200, 100),
            "transfers[2].amount": (400, 200),
        },
        on(2, "STK002"),
    ),
    (
        "unit-over-cap",
        FULL,
        "plain",
        {
            "unit": (None, 1100),
            "seats[0].net": (-400, -4400),
            "seats[1].net": (600, 6600),
            "seats[2].net": (-200, -2200),
            "transfers[0].amount": (200, 2200),
            "transfers[1].amount": (200, 2200),
            "transfers[2].amount": (400, 4400),
        },
        on(2, "STK001") | on(2, "STK002"),
    ),
    ("player-twice", FULL, "plain", {"seats[2].player": ("P3", "P1")}, on(2, "STK004", 1, 3)),
    ("ruled-foul-without-cause", FULL, "plain", {"seats[0].fouled": (False, True)}, on(2, "SET003", 1)),
    ("natural-not-held", FULL, "plain", {"seats[0].declared": (None, "three_straights")}, on(2, "SET005", 1)),
    ("surrender-not-offered", PLAIN, "plain", {"seats[0].surrendered": (None, True)}, on(2, "SUR001", 1)),
    (
        "surrender-underpaid",
        FULL,
        "surrender",
        {"seats[0].net": (400, 300), "seats[1].net": (-400, -300)},
        on(2, "SUR002", 2) | on(2, "SCR001", 1, 2) | on(2, "PAY004", 1, 2),
    ),
    (
        "void-paid",
        FULL,
        "void",
        {"seats[0].net": (0, -200), "seats[2].net": (0, 200)},
        on(2, "IRR001", 1, 3) | on(2, "PAY004", 1, 3),
    ),
    (
        "void-transfers",
        FULL,
        "void",
        {"transfers": ([], [{"payer": 1, "payee": 3, "amount": 100, "units": 1}])},
        on(2, "IRR001") | on(2, "PAY004", 1, 3),
    ),
    (
        "misdeal-settled",
        FULL,
        "plain",
        {"irregularities": (None, [{"kind": "misdeal", "when": "deal", "ruling": "misdeal"}])},
        on(2, "IRR005"),
    ),
    (
        "foul-paid-as-legal",
        FULL,
        "foul",
        {
            "seats[1].fouled": (True, False),
            "seats[0].net": (600, -200),
            "seats[1].net": (-800, 800),
            "seats[2].net": (200, -600),
            "transfers[0].payer": (2, 1),
            "transfers[0].payee": (1, 2),
            "transfers[2].payer": (2, 3),
            "transfers[2].payee": (3, 2),
            "irregularities": (
                [{"kind": "other", "when": "showdown", "seat": 2, "ruling": "hand_fouled"}],
                None,
            ),
        },
        on(2, "SET002", 2) | on(2, "SCR001", *EVERYBODY) | on(2, "PAY001", *EVERYBODY),
    ),
    (
        "net-moved",
        FULL,
        "plain",
        {"seats[0].net": (-400, -600), "seats[2].net": (-200, 0)},
        on(2, "SCR001", 1, 3) | on(2, "PAY004", 1, 3),
    ),
    (
        "net-of-one-seat",
        FULL,
        "plain",
        {"seats[0].net": (-400, -800)},
        on(2, "SCR001", 1) | on(2, "SCR002") | on(2, "PAY004", 1),
    ),
    (
        "net-sign",
        FULL,
        "plain",
        {"seats[0].net": (-400, 400)},
        on(2, "SCR001", 1) | on(2, "SCR002") | on(2, "PAY004", 1),
    ),
    (
        "net-digit",
        FULL,
        "plain",
        {"seats[0].net": (-400, -4000)},
        on(2, "SCR001", 1) | on(2, "SCR002") | on(2, "PAY004", 1),
    ),
    (
        "nets-swapped",
        FULL,
        "plain",
        {"seats[0].net": (-400, -200), "seats[2].net": (-200, -400)},
        on(2, "SCR001", 1, 3) | on(2, "PAY004", 1, 3),
    ),
    (
        "paid-double",
        FULL,
        "plain",
        {"seats[0].net": (-400, -800), "seats[1].net": (600, 1200), "seats[2].net": (-200, -400)},
        on(2, "SCR001", *EVERYBODY) | on(2, "PAY004", *EVERYBODY),
    ),
    (
        "net-not-whole-units",
        FULL,
        "plain",
        {"seats[0].net": (-400, -450), "seats[2].net": (-200, -150)},
        on(2, "PAY003", 1, 3) | on(2, "SCR001", 1, 3) | on(2, "PAY004", 1, 3),
    ),
    (
        "royalty-not-paid",
        FULL,
        "royalty",
        {"seats[0].net": (-900, -800), "seats[1].net": (500, 600), "seats[2].net": (400, 200)},
        on(2, "SCR001", *EVERYBODY) | on(2, "PAY004", *EVERYBODY),
    ),
    (
        "natural-not-paid",
        FULL,
        "natural",
        {"seats[0].net": (600, 0), "seats[1].net": (-100, 400), "seats[2].net": (-500, -400)},
        on(2, "SCR001", *EVERYBODY) | on(2, "PAY004", *EVERYBODY),
    ),
    (
        "transfer-amount",
        FULL,
        "plain",
        {"transfers[0].amount": (200, 300)},
        on(2, "PAY002", 1) | on(2, "PAY001", 1, 2) | on(2, "PAY004", 1, 2),
    ),
    (
        "transfer-units",
        FULL,
        "plain",
        {"transfers[0].amount": (200, 300), "transfers[0].units": (2, 3)},
        on(2, "PAY001", 1, 2) | on(2, "PAY004", 1, 2),
    ),
    (
        "transfer-reversed",
        FULL,
        "plain",
        {"transfers[0].payer": (1, 2), "transfers[0].payee": (2, 1)},
        on(2, "PAY001", 1, 2) | on(2, "PAY004", 1, 2),
    ),
    ("transfer-to-nobody", FULL, "plain", {"transfers[0].payee": (2, 8)}, on(2, "PAY006", 1)),
    ("transfer-to-oneself", FULL, "plain", {"transfers[0].payee": (2, 1)}, on(2, "PAY006", 1)),
]
BY_THEMSELVES = {"player-too-many", "transfer-missing", "deal-repeated", closing.NAME, closing.LEAVING}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", HANDS)
def test_the_hands_are_honest(kind):
    assert findings_of(log_of(FULL, [hand(kind, 1)])) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "ruleset", "kind", "changed", "expected"), CASES, ids=[case[0] for case in CASES]
)
def test_a_fault_and_what_the_audit_says(name, ruleset, kind, changed, expected):
    changes, entry, log = tampered(name, ruleset, kind)
    assert changes == changed
    assert set(findings_of(log, without=MADE_UP)) == expected
    assert expected == {(each.hand or entry.hand, each.seat, each.code) for each in entry.must}
    assert entry.code in {each.code for each in entry.must}


def test_a_fifth_player():
    changes, entry, log = tampered("player-too-many", FULL, "four")
    seats = changes["seats"][1]
    assert len(seats) == 5
    assert seats[4] == {"seat": 5, "player": "p-0000", "net": 0}
    assert set(findings_of(log, without=MADE_UP)) == on(2, "STK003")
    assert (entry.recorded, entry.true) == (5, 4)


def test_a_transfer_that_is_not_there():
    changes, entry, log = tampered("transfer-missing", FULL, "plain")
    before, after = changes["transfers"]
    assert [move for move in before if move not in after] == [
        {"payer": 1, "payee": 2, "units": 2, "amount": 200}
    ]
    assert set(findings_of(log, without=MADE_UP)) == on(2, "PAY001", 1, 2) | on(2, "PAY004", 1, 2)
    assert (entry.recorded, entry.true) == (None, "1>2: 200")


def test_a_deal_that_comes_again():
    changes, _, log = tampered("deal-repeated", FULL, "other")
    assert changes["seats[0].back"] == ("QsJs9s8s5s", "7s7h7c6d6c")
    assert changes["seats[0].net"] == (-200, -400)
    assert set(findings_of(log, without=MADE_UP)) == on(2, "DCK005")


@pytest.mark.parametrize(
    ("close", "expected"),
    [
        ({"hands": 4}, on(None, "LOG003")),
        ({"totals": {"rake": 0, "hand_fee": 2500}}, set()),  # no hand recorded its fees: that is not zero
    ],
)
def test_a_control_total(close, expected):
    log = log_of(FULL, [hand("plain", 1), hand("another", 2), hand("royalty", 3)], **close)
    assert set(findings_of(log, without=MADE_UP)) == expected


def test_every_fault_is_shown_here():
    shown = {case[0] for case in CASES} | BY_THEMSELVES | set(OF_SOME_GAMES)
    assert shown == {
        closing.NAME,
        closing.LEAVING,
        *(fault.name for fault in FAULTS),
    }  # open-face: test_open_face_faults


@of_every("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_names_a_check_and_says_what_it_is(fault):
    assert fault.code in by_code()
    assert fault.description.endswith(".")


def test_names_are_unique():
    assert len(set(names())) == len(names())
