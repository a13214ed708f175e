"""SET: the rows of open-face hands as they lie at the showdown. See test_set.py for closed hands."""

import pytest

from tests.rules.build import audited, coverage, found, seat
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    FOUL,
    X,
    Y,
    Z,
    missed,
    ofc,
    placed,
)

STOPPED = [{"kind": "clock_expired", "seat": 1, "ruling": "hand_fouled"}]


# ------------------------------------------------------------------------------- SET001 row-sizes


@pytest.mark.parametrize(("ruleset", "clause"), [(CARNIVALE, "CARN-deal-shape"), (CASH, "OFC-13-three")])
def test_set001_fires_where_an_open_face_row_is_of_another_size(ruleset, clause):
    reported = found(audited(ruleset, ofc(1, seat(1, "Kh9d 8s8hJc5d2s AcAs7h6d3c"), seat(2, Y))), "SET001")
    assert [(each.seat, each.stated, each.expected, each.clause) for each in reported] == [(1, 2, 3, clause)]


def test_set001_fires_for_a_row_too_long_in_a_hand_that_the_floor_stopped():
    rows = "Kh9d4c2s 8s8h AcAs7h6d3c"
    event = ofc(1, seat(1, rows, fouled=True), seat(2, Y), irregularities=STOPPED)
    assert [(each.stated, each.expected) for each in found(audited(EVENT, event), "SET001")] == [(4, 3)]


def test_set001_quiet_for_rows_that_a_ruling_left_unfinished_and_for_a_player_who_was_not_there():
    stopped = ofc(1, seat(1, "Kh9d 8s8h AcAs7h6d3c", fouled=True), seat(2, Y), irregularities=STOPPED)
    audit = audited(EVENT, stopped, ofc(2, seat(1, X), seat(2, Y), missed(3)))
    assert found(audit, "SET001") == []
    assert coverage(audit, "SET001").agreeing == 2


# ------------------------------------------------------------------------------- SET002 foul-missed


def test_set002_fires_where_an_open_face_foul_was_paid_as_legal():
    (foul,) = found(audited(CARNIVALE, ofc(1, seat(1, FOUL, 50), seat(2, Y, -50), unit=50)), "SET002")
    assert (foul.seat, foul.stated, foul.expected, foul.clause) == (
        1,
        "legal",
        "fouled",
        "CARN-foul-definition",
    )


def test_set002_quiet_where_the_foul_was_paid():
    """Six points to the legal hand, under both sheets."""
    for ruleset in (CARNIVALE, EVENT):
        event = ofc(1, seat(1, FOUL, -300, fouled=True), seat(2, Y, 300), unit=50)
        assert found(audited(ruleset, event), "SET002") == []


# ------------------------------------------------------------------------------- SET003 legal-hand-ruled-fouled


def test_set003_fires_where_an_open_face_hand_in_order_was_marked_fouled():
    (legal,) = found(audited(EVENT, ofc(1, seat(1, X, -600, fouled=True), seat(2, Y, 600))), "SET003")
    assert (legal.seat, legal.stated, legal.expected) == (1, "fouled", "legal")


def test_set003_quiet_where_the_clock_fouled_it():
    event = ofc(1, seat(1, X, -600, fouled=True), seat(2, Y, 600), irregularities=STOPPED)
    assert found(audited(EVENT, event), "SET003") == []


# ------------------------------------------------------------------------------- SET017 missed-and-dealt


def test_set017_fires_where_who_missed_the_hand_has_rows_or_placements():
    rows = ofc(1, seat(1, X, 900), seat(2, Y, 300), seat(3, Z, -1_200, status="missed"), dealer=3)
    acts = placed(2, seat(1, X), seat(2, Y), missed(3), dealer=3)
    acts["placements"].append({"seat": 3, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    reported = found(audited(EVENT, rows, acts), "SET017")
    assert [(each.hand, each.seat, each.stated, each.expected) for each in reported] == [
        (1, 3, "missed", "played"),
        (2, 3, "missed", "played"),
    ]
    assert reported[0].clause == "OFC1-missed-hand"


def test_set017_quiet_where_who_missed_the_hand_has_no_cards():
    audit = audited(EVENT, placed(1, seat(1, X), seat(2, Y), missed(3), dealer=3))
    assert found(audit, "SET017") == []
    assert coverage(audit, "SET017").agreeing == 1
