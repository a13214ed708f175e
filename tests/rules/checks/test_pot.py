"""POT: games for a pool."""

from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session

POOL = session(ruleset="classic-pool")  # 3 units from each, 4 of them for the best of each row
ALL_ROWS = session(ruleset="classic-pool-all")  # and 3 more from each to who has the best of every row
ROWS = ("front", "middle", "back")


def put_in(*amounts):
    return [{"seat": number, "amount": amount} for number, amount in enumerate(amounts, 1) if amount]


def won(*seats, amount=400):
    """The prizes of front, middle and back, each to one seat."""
    return [
        {"seat": number, "row": row, "amount": amount}
        for number, row in zip(seats, ROWS, strict=True)
        if number
    ]


def four(contributions=None, awards=None, number=1, **fields):
    """A has the best of every row."""
    pool = {
        "contributions": put_in(300, 300, 300, 300) if contributions is None else contributions,
        "awards": won(1, 1, 1) if awards is None else awards,
    }
    seats = [seat(n, rows) for n, rows in enumerate((A, B, C, D), 1)]
    return hand(number, *seats, **{"pool": pool, **fields})


# The fronts of seats 1 and 2 are level; seat 1 has the best middle and back. Three prizes of 3 units.
SHARED = (
    "AcKh7h QhQd9c5h3s TcThTd4c4h",
    "AsKs7c JsJc9s5c3d QsQc8s8c6c",
    "6s5d2s 8d8h7s6d2h JhJd9h9d4s",
)


def shared(front, number=1, **fields):
    """``front``: what seats 1 and 2 were paid for theirs."""
    awards = [
        *(
            {"seat": number, "row": "front", "amount": amount}
            for number, amount in enumerate(front, 1)
            if amount
        ),
        {"seat": 1, "row": "middle", "amount": 300},
        {"seat": 1, "row": "back", "amount": 300},
    ]
    seats = [seat(n, rows) for n, rows in enumerate(SHARED, 1)]
    return hand(number, *seats, pool={"contributions": put_in(300, 300, 300), "awards": awards}, **fields)


# ------------------------------------------------------------------------------- POT001 contribution-differs


def test_pot001_fires_where_a_seat_put_in_another_amount_or_nothing():
    reported = found(audited(POOL, four(put_in(300, 200, 0, 400))), "POT001")
    assert [(each.seat, each.stated, each.expected, each.money) for each in reported] == [
        (2, 200, 300, 100),
        (3, 0, 300, 300),
        (4, 400, 300, 100),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("discrepancy", "major", "VAR-pool-ante")
    }
    assert "$2.00 was put into the pool; the ante is 3 units, $3.00" in reported[0].message


def test_pot001_fires_for_a_seat_that_did_not_play():
    (outside,) = found(
        audited(POOL, four([*put_in(300, 300, 300, 300), {"seat": 9, "amount": 300}])), "POT001"
    )
    assert (outside.hand, outside.seat, outside.stated, outside.expected) == (1, None, 300, 0)
    assert "seat 9 put $3.00 into the pool and was not in the hand" in outside.message


def test_pot001_quiet_where_everybody_put_in_the_ante():
    """At once, or in two goes; at the unit of the hand."""
    twice = [*put_in(300, 300, 300, 100), {"seat": 4, "amount": 200}]
    audit = audited(POOL, four(), four(twice, number=2), four(put_in(30, 30, 30, 30), number=3, unit=10))
    assert found(audit, "POT001") == []
    assert coverage(audit, "POT001").tested == 3


def test_pot001_quiet_and_untestable_without_a_pool_or_a_unit():
    audit = audited(
        session(ruleset="classic-pool", unit=None),
        four(put_in(1, 1, 1, 1)),
        four(number=2, unit=100, pool=None),
    )
    assert found(audit, "POT001") == []
    assert {each.reason for each in coverage(audit, "POT001").because} == {
        "no unit was recorded",
        "the contributions to the pool were not recorded",
    }


def test_pot001_quiet_in_a_void_deal_and_in_games_without_a_pool():
    assert found(audited(POOL, four(put_in(1, 1, 1, 1), void=True)), "POT001") == []
    assert found(audited(four(put_in(1, 1, 1, 1))), "POT001") == []


# ------------------------------------------------------------------------------- POT002 award-differs


def test_pot002_fires_where_a_prize_went_to_another_seat():
    reported = found(audited(POOL, four(awards=won(3, 1, 1))), "POT002")
    assert [(each.hand, each.seat, each.stated, each.expected, each.money) for each in reported] == [
        (1, 1, 0, 400, 400),
        (1, 3, 400, 0, 400),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("discrepancy", "major", "VAR-pool-prizes")
    }
    assert (
        "the pool paid $0.00 to the seat for the front, and the seat has the best front; $4.00 was due"
        in reported[0].message
    )
    assert "and the seat does not have the best front" in reported[1].message


def test_pot002_fires_where_a_prize_is_missing_or_goes_to_nobody_in_the_hand():
    reported = found(
        audited(POOL, four(awards=won(1, None, 1)), four(awards=won(1, 1, 9), number=2)), "POT002"
    )
    assert [(each.hand, each.seat, each.stated, each.expected) for each in reported] == [
        (1, 1, 0, 400),
        (2, None, 400, 0),
        (2, 1, 0, 400),
    ]


def test_pot002_fires_where_a_shared_prize_went_to_one_alone():
    reported = found(audited(POOL, shared((300, 0))), "POT002")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [(1, 300, 150), (2, 0, 150)]


def test_pot002_quiet_where_the_best_of_each_row_was_paid():
    audit = audited(POOL, four(), shared((150, 150), number=2))
    assert found(audit, "POT002") == []
    assert coverage(audit, "POT002").tested == 2


def test_pot002_quiet_where_a_shared_prize_was_kept_for_no_rule_says_who_gets_it():
    audit = audited(POOL, shared((0, 0)))
    assert found(audit, "POT002") == []
    assert [each.hands for each in found(audit, "POT003")] == [[1]]


def test_pot002_quiet_and_untestable_without_a_pool_or_cards():
    audit = audited(POOL, four(pool=None), four(number=2) | {"seats": [seat(n) for n in (1, 2, 3, 4)]})
    assert found(audit, "POT002") == []
    assert {each.reason for each in coverage(audit, "POT002").because} == {
        "the prizes from the pool were not recorded",
        "the cards of a seat were not recorded or cannot be ranked",
    }


def test_pot002_quiet_in_a_void_deal_and_in_games_without_a_pool():
    assert found(audited(POOL, four(awards=[], void=True)), "POT002") == []
    assert found(audited(four(awards=[])), "POT002") == []


# ------------------------------------------------------------------------------- POT003 shared-prize


def test_pot003_fires_once_an_audit_where_the_best_of_a_row_was_shared():
    audit = audited(POOL, four(), shared((150, 150), number=2), shared((0, 0), number=3))
    (tie,) = found(audit, "POT003")
    assert (tie.kind, tie.severity, tie.hand, tie.hands) == ("undetermined", "note", None, [2, 3])
    assert tie.clause == "VAR-pool-prizes"
    moved = {each.reading: each.money for each in tie.readings}
    assert (moved["split"], moved["none"]) == (
        0,
        200,
    )  # handed back, the third player has a dollar more in each hand


def test_pot003_quiet_where_every_row_has_one_best_hand():
    assert found(audited(POOL, four()), "POT003") == []


def test_pot003_quiet_in_games_without_a_pool():
    audit = audited(shared((0, 0)), hand(2, seat(1), seat(2)))
    assert found(audit, "POT003") == []
    row = coverage(audit, "POT003")
    assert (row.tested, row.untestable, row.inapplicable) == (0, 0, 2)


# ------------------------------------------------------------------------------- POT004 player-paid-player


def paid(payer, payee, amount=300):
    return {"payer": payer, "payee": payee, "amount": amount}


TO_THE_WINNER = [paid(2, 1), paid(3, 1), paid(4, 1)]


def test_pot004_fires_where_a_player_paid_another():
    reported = found(audited(POOL, four(transfers=[paid(2, 1)])), "POT004")
    assert [(each.hand, each.seat, each.stated, each.money) for each in reported] == [(1, 2, "2 to 1", 300)]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("violation", "major", "VAR-pool-ante")
    }
    assert "seat 2 paid $3.00 to seat 1; in a game for a pool" in reported[0].message


def test_pot004_fires_beside_what_who_wins_every_row_is_paid():
    nobody_won_all = four(number=2) | {
        "seats": [seat(n, rows) for n, rows in enumerate(SHARED, 1)],
        "transfers": [paid(2, 1)],
    }
    reported = found(
        audited(ALL_ROWS, four(transfers=[*TO_THE_WINNER, paid(4, 3)]), nobody_won_all), "POT004"
    )
    assert [(each.hand, each.stated) for each in reported] == [(1, "4 to 3"), (2, "2 to 1")]


def test_pot004_quiet_for_what_who_wins_every_row_is_paid():
    audit = audited(ALL_ROWS, four(transfers=TO_THE_WINNER), four(transfers=[], number=2))
    assert found(audit, "POT004") == []
    assert coverage(audit, "POT004").tested == 2


def test_pot004_quiet_and_untestable_without_transfers_or_where_cards_decide():
    unknown = four(number=2, transfers=TO_THE_WINNER) | {"seats": [seat(n) for n in (1, 2, 3, 4)]}
    audit = audited(ALL_ROWS, four(), unknown)
    assert found(audit, "POT004") == []
    assert coverage(audit, "POT004").untestable == 2


def test_pot004_quiet_in_a_void_deal_and_in_games_without_a_pool():
    assert found(audited(POOL, four(void=True, transfers=TO_THE_WINNER)), "POT004") == []
    assert found(audited(four(transfers=TO_THE_WINNER)), "POT004") == []
