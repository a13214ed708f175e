"""SET: how hands were set."""

from tests.rules.build import A, B, audited, coverage, found, hand, seat, session

# Legal, and fouled by exchanging two rows: four tens in the middle, two pairs at the back.
FOUL = "AhAdKs TsThTdTc9s KhKdQsQdJc"
LEVEL = "9c7c6c AcKd8h5d3h AdKh8s5c3s"  # the middle and the back are ace high, card for card


def two(one, other=B, net=None, **fields):
    """Seat 1 against seat 2; their nets where one is given."""
    return hand(1, seat(1, one, net, **fields), seat(2, other, None if net is None else -net))


# ------------------------------------------------------------------------------- SET004 equal-rows


def test_set004_fires_once_an_audit_with_the_hands_and_the_readings():
    audit = audited(
        hand(1, seat(1, LEVEL, -300), seat(2, B, 300)), hand(2, seat(1, A, 300), seat(2, B, -300)),
        hand(3, seat(1, A, 300), seat(2, LEVEL, -300)),
    )  # fmt: skip
    (level,) = found(audit, "SET004")
    assert (level.kind, level.hand, level.hands) == ("undetermined", None, [1, 3])
    assert [(each.reading, each.taken) for each in level.readings] == [
        ("allow_with_advisory", True),
        ("foul", False),
    ]


def test_set004_fires_with_what_the_other_reading_would_move():
    """Level rows against a hand that is beaten in every row: a foul would turn three units won into three lost."""
    beaten = "4h3c2h 9d8c6s4c2s TcJc5hQh2d".replace("TcJc5hQh2d", "9h8d6h4d3d")
    audit = audited(two(LEVEL, beaten, net=300))
    (level,) = found(audit, "SET004")
    (_, foul) = level.readings
    assert (foul.hands, foul.units, foul.money) == (1, 6, 600)


# ------------------------------------------------------------------------------- SET007 foul-unpriced


def test_set007_fires_where_a_hand_was_fouled():
    """replay.md: "A ruled foul where the document prices none" is undetermined."""
    (unpriced,) = found(audited(two(FOUL, net=-300, fouled=True)), "SET007")
    assert (unpriced.kind, unpriced.hands) == ("undetermined", [1])
    moved = {each.reading: each.money for each in unpriced.readings}
    assert moved["loses_all_rows"] == 0
    assert moved["void"] is not None


# ------------------------------------------------------------------------------- SET008 natural-unpriced

UNPRICED = session(ruleset="classic-no-pictures")
NO_PICTURES = "AcAd6s 9c9d8c8d7h TsTh5c5d2c"  # neither a jack, a queen nor a king
OTHERS = "KcKd7c JcJd4h4d3s QcQdQh2d2h"


def test_set008_fires_where_no_document_prices_what_was_held():
    audit = audited(UNPRICED, two(NO_PICTURES, OTHERS, 300, declared="no_pictures"), two(A) | {"hand": 2})
    (unpriced,) = found(audit, "SET008")
    assert (unpriced.kind, unpriced.severity, unpriced.hands) == ("undetermined", "note", [1])
    assert unpriced.clause == "VAR-no-pictures"
    assert [each.ambiguity for each in unpriced.readings] == ["AMB-NO-PICTURES"] * 2
    assert unpriced.message.startswith("A seat holds a natural that no document prices (hand 1).")
    assert found(audit, "SCR001") == []
    reasons = {each.reason: each.hands for each in coverage(audit, "SCR001").because}
    assert reasons["the controls do not price something in the hand"] == 1
