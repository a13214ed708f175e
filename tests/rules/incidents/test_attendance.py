"""In how many hands a dealer or player was, also one that no hand names."""

from rules.audit.incidents import Attendance
from tests.rules.build import A, B, blocks, hand, log, seat


def test_who_is_in_no_hand_was_in_none():
    attendance = Attendance()
    dealt = [
        hand(number, seat(1, A), seat(2 + number % 2, B), dealer_id=f"D{number % 2}")
        for number in range(1, 6)
    ]
    for block in blocks(log(*dealt)):
        attendance.add(block)
    found = {who: attendance.hands("player", who) for who in ("P1", "P2", "P3", "stranger")}
    assert found == {"P1": 5, "P2": 2, "P3": 3, "stranger": 0}
    assert [attendance.hands("dealer", who) for who in ("D0", "D1", "nobody")] == [2, 3, 0]
    assert attendance.hands("session", None) is None
