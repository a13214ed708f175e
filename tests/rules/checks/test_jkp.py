"""JKP: jackpots."""

import pytest

from rules.controls.library import library
from simulation.flips.flipped import flipped, with_flipped
from tests.rules.build import A, B, audited, coverage, found, hand, seat, session

CHIPS = session(
    ruleset="hawaiian-gardens"
)  # a straight flush, three of a kind and a pair that lose every row
STRONG = "2c2d5h 3s3h3d8d9d 5c6c7c8c9c"
STRONGER = "KcKdAs 4h4d4sJcQd 6h7h8h9hTh"
WEAKER_IN_FRONT = "QcKdAs 4h4d4sJcQd 6h7h8h9hTh"
RULED_FOULED = {"kind": "other", "seat": 1, "ruling": "hand_fouled"}


def two(one, other, number=1, **fields):
    return hand(number, seat(1, one), seat(4, other), **fields)


# ------------------------------------------------------------------------------- JKP001 jackpot-event


def test_jkp001_fires_where_strong_rows_lost_to_one_opponent():
    (event,) = found(audited(CHIPS, two(STRONG, STRONGER), two(A, B, 2)), "JKP001")
    assert (event.hand, event.seat, event.player, event.stated) == (1, 1, "P1", "strong_hand_swept")
    assert (event.kind, event.severity, event.clause) == ("undetermined", "note", "HG-jackpot")
    for part in (
        "2c2d5h in front",
        "3s3h3d8d9d in the middle",
        "5c6c7c8c9c at the back",
        "every row to seat 4",
        "the condition of the jackpot “strong hand swept”",
        "a person must review the hand",
    ):
        assert part in event.message


def test_jkp001_fires_where_another_opponent_lost_every_row():
    weak = "Ts7s2h QcJd7d6d2s AcQsJs8s5s"
    event = hand(1, seat(1, STRONG), seat(4, STRONGER), seat(6, weak))
    (found_one,) = found(audited(CHIPS, event), "JKP001")
    assert (found_one.seat, "every row to seat 4" in found_one.message) == (1, True)


def held(*events):
    """An audit under controls whose jackpot is for rows that are held, whoever wins them."""
    base = library().get("hawaiian-gardens")
    own = flipped(base, ("jackpots", 0, "loses_all_rows"), False)
    registry = with_flipped(library(), own)
    return audited(CHIPS, *events, library=registry)


def test_jkp001_fires_where_rows_of_a_jackpot_are_held_and_need_not_lose():
    events = found(held(two(STRONG, WEAKER_IN_FRONT), two(STRONG, STRONGER, 2)), "JKP001")
    assert [(each.hand, each.seat) for each in events] == [(1, 1), (2, 1), (2, 4)]
    assert "5c6c7c8c9c at the back were held, the condition of the jackpot" in events[0].message


def test_jkp001_quiet_where_no_rows_of_a_jackpot_that_need_not_lose_are_settled():
    fouled = hand(2, seat(1, STRONG, fouled=True), seat(4, WEAKER_IN_FRONT), irregularities=[RULED_FOULED])
    void = two(STRONG, STRONGER, 1) | {"void": True}
    assert found(held(void, fouled, two(A, B, 3)), "JKP001") == []


@pytest.mark.parametrize(
    "event",
    [
        two(STRONGER, STRONG) | {"hand": 1, "void": True},
        two(STRONG, WEAKER_IN_FRONT),
        two(STRONG, B.replace("8c", "Td")),
        two("2c3d5h 3s3h3c8d9d 5c6c7c8c9c", STRONGER),
        hand(1, seat(1, STRONG, fouled=True), seat(4, STRONGER), irregularities=[RULED_FOULED]),
    ],
    ids=["a void deal", "a row was won", "all rows were won", "no pair in front", "ruled fouled"],
)
def test_jkp001_quiet_where_the_event_did_not_come_about(event):
    assert found(audited(CHIPS, event), "JKP001") == []


def test_jkp001_quiet_where_the_ruleset_has_no_jackpot():
    assert found(audited(two(STRONG, STRONGER)), "JKP001") == []


def test_jkp001_quiet_and_untestable_where_cards_were_not_recorded():
    audit = audited(CHIPS, hand(1, seat(1, STRONG), seat(2)))
    assert found(audit, "JKP001") == []
    assert coverage(audit, "JKP001").untestable == 1
