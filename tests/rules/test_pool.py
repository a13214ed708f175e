"""Games for a pool: who takes and shares the prizes of the rows, and what has no price."""

import pytest

from rules.controls.library import library
from rules.replay.explain import explained
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from tests.rules.build import A, B, blocks, hand, log, seat, session
from tests.rules.test_closed_readings import outcome, two

POOL = (
    "AhKd9d 2c2d3h4h6s 7c7d8h9hTs",
    "AcKh9c 2h2s3s5d7h 6c6d9s8sJs",
    "Qd7s5h TdTh4d5c6h JcJd5s4c3d",
    "8c6d3c QhQs9d4s5s KcKsQcTc8d",
)


@pytest.mark.parametrize(
    ("reading", "nets"),
    [
        ("split", [-100, -100, -300, 500]),
        ("carry", [-300, -300, -300, 500]),
        ("none", [-200, -200, -200, 600]),
    ],
)
def test_a_shared_prize_of_the_pool(reading, nets):
    """AMB-POOL-TIE: seats 1 and 2 share the front, seat 4 has the middle and the back, of a pool of $12.00."""
    seats = [seat(number, rows) for number, rows in enumerate(POOL, 1)]
    reported = outcome("classic-pool", ("AMB-POOL-TIE", reading), seats)
    assert reported["pool"] == {"front": [1, 2], "middle": [4], "back": [4]}
    assert [each["net"] for each in reported["seats"]] == nets


BOTH_FOULED = "AhAdKs TsThTdTc9s KhKdQsQdJc", "QhQcJs 8h8d8c8s7h JhJd9h9d4s"  # each middle is above its back


def test_a_replay_says_which_seats_share_a_prize_of_the_pool():
    seats = [seat(number, rows) for number, rows in enumerate(POOL, 1)]
    (point,) = outcome("classic-pool", (), seats)["undetermined"]
    assert (point["code"], point["seats"], point["row"]) == ("POT003", [1, 2], "front")


def test_a_prize_that_no_legal_hand_takes_is_not_known():
    """Both middles are above the backs, so that nobody has the best of a row, and no document says who gets it."""
    reported = outcome("classic-pool", (), two(*BOTH_FOULED))
    assert [(each["fouled"], each["units"], each["net"]) for each in reported["seats"]] == [
        (True, None, None)
    ] * 2
    assert reported["pool"] == {"front": [], "middle": [], "back": []}


@pytest.mark.parametrize(
    ("hands", "surrendered", "priced"),
    [((A, B), None, True), ((A, B), True, False), (BOTH_FOULED, None, False)],
)
def test_the_pool_has_no_price_for_a_surrender_nor_for_a_row_without_a_legal_hand(hands, surrendered, priced):
    (block,) = blocks(
        log(
            session(ruleset="classic-pool"),
            hand(1, *two(*hands, surrendered=surrendered), unit=100, dealer=1),
        )
    )
    assert replay(block, compiled(library().get("classic-pool"))).priced.tolist() == [priced]


LEVEL = (
    "AhKd9d 2c2d3h4h6s 3c3d8h9hTs",
    "AcKh9c 2h2s3s5d7h 6c6d9s8sJs",
    "AsKc9h 7d7s4c5c6h 8d8sTd5hTh",
    "8c6d3c JhJcTc4s4d KsQcQhQs5s",
)


@pytest.mark.parametrize(
    ("dealer", "nets"),
    [(1, [-3, -2, -3, 8]), (2, [-3, -3, -2, 8]), (3, [-2, -3, -3, 8]), (4, [-2, -3, -3, 8])],
)
def test_the_odd_cent_of_a_shared_prize_goes_to_the_first_seat_clockwise_from_the_dealer(dealer, nets):
    """replay.md: 4 cents for three fronts that are level: one each, and two to who sits first after the button."""
    seats = [seat(number, rows) for number, rows in enumerate(LEVEL, 1)]
    (block,) = blocks(log(session(ruleset="classic-pool"), hand(1, *seats, unit=1, dealer=dealer)))
    reported = explained(replay(block, compiled(library().get("classic-pool"))), 0)
    assert reported["pool"] == {"front": [1, 2, 3], "middle": [4], "back": [4]}
    assert [each["units"] for each in reported["seats"]] == ["-5/3", "-5/3", "-5/3", 5]
    assert [each["net"] for each in reported["seats"]] == [net + 1 if net < 0 else 5 for net in nets]
