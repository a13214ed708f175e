"""SET: the rows of open-face hands as they lie at the showdown. See set.toml for closed hands."""

from tests.rules.build import audited, coverage, found, seat
from tests.rules.open_face import (
    EVENT,
    X,
    Y,
    Z,
    missed,
    ofc,
    placed,
)

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
