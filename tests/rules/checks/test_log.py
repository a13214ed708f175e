"""LOG: the log itself."""

from tests.rules.build import A, B, C, D, audited, close, coverage, found, hand, seat
from tests.rules.lines import open_face_hand
from tests.rules.open_face import X, Y, ofc

# Four different deals between seats 1 and 2; seat 1 wins three rows of each.
DEALS = [(A, B), (B, C), (C, D), (A, D)]


def clock(time):
    return f"2026-03-14T{time}-07:00"


def played(number, deal=0, **fields):
    mine, other = DEALS[deal]
    return hand(number, seat(1, mine, 300), seat(2, other, -300), **fields)


# ------------------------------------------------------------------------------- LOG001 hand-number-gap


def test_log001_quiet_where_the_number_between_is_of_an_open_face_hand():
    """Numbers count the session's hands, of whatever game."""
    assert found(audited(played(1), open_face_hand(2), played(3, 1)), "LOG001") == []


# ------------------------------------------------------------------------------- LOG003 hand-total-differs


def test_log003_quiet_where_the_total_is_right_open_face_hands_included():
    audit = audited(played(1), open_face_hand(2), played(3, 1), close(3))
    assert found(audit, "LOG003") == []


# ------------------------------------------------------------------------------- LOG004 fee-total-differs

FEE = {"kind": "hand_fee", "amount": 100}
TIME = {
    "event": "fee", "kind": "time", "at": clock("20:00:00"), "seat": 1, "player": "P1", "amount": 500,
    "covers_from": clock("20:00:00"), "covers_to": clock("20:30:00"),
}  # fmt: skip


def test_log004_quiet_where_totals_are_right_or_not_given():
    events = [played(1, fees=[FEE, FEE]), played(2, 1, fees=[FEE]), TIME]
    assert found(audited(*events, close(2, totals={"hand_fee": 300, "time": 500, "rake": 0})), "LOG004") == []
    assert found(audited(*events, close(2, totals={})), "LOG004") == []


def test_log004_quiet_where_a_fee_was_taken_in_an_open_face_hand():
    open_face = open_face_hand(2) | {"fees": [FEE]}
    assert (
        found(audited(played(1, fees=[FEE]), open_face, close(2, totals={"hand_fee": 200})), "LOG004") == []
    )


# ------------------------------------------------------------------------------- logs of both games


def mixed(*numbers):
    """Closed and open-face hands in turn, five minutes apart in the order of the log."""
    return [
        played(number, place % 4, at=clock(f"17:{5 * place:02}:00"), ended_at=clock(f"17:{5 * place + 4:02}:00"))
        if place % 2 == 0
        else ofc(number, seat(1, X), seat(2, Y), at=clock(f"17:{5 * place:02}:00"), ended_at=clock(f"17:{5 * place + 4:02}:00"))
        for place, number in enumerate(numbers)
    ]  # fmt: skip


def test_log001_quiet_in_a_log_of_both_games():
    audit = audited(*mixed(1, 2, 3, 4, 5))
    for code in ("LOG001", "LOG002", "LOG005", "LOG007"):
        assert found(audit, code) == []
        assert coverage(audit, code).agreeing == 5
