"""SET: how hands were set."""

import pytest

from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session

# Legal, and fouled by exchanging two rows: four tens in the middle, two pairs at the back.
FOUL = "AhAdKs TsThTdTc9s KhKdQsQdJc"
LEVEL = "9c7c6c AcKd8h5d3h AdKh8s5c3s"  # the middle and the back are ace high, card for card
DRAGON = "2c3d4h 5s6c7d8h9s TcJdQhKsAc"
SIX_PAIRS = "9h9d8s 8hKhKdJsJh 7h7s3d3c4h"
RULED = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_fouled"}]
NATURALS = session(ruleset="wsgc-naturals")


def two(one, other=B, net=None, **fields):
    """Seat 1 against seat 2; their nets where one is given."""
    return hand(1, seat(1, one, net, **fields), seat(2, other, None if net is None else -net))


# ------------------------------------------------------------------------------- SET001 row-sizes


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("AhAdKsKh KdQsQdJc TsThTdTc9s", [(4, 3), (4, 5)]),
        ("AhAd KsKhKdQsQdJc TsThTdTc9s", [(2, 3), (6, 5)]),
        ("AhAdKs KhKdQsQdJcTs ThTdTc9s", [(6, 5), (4, 5)]),
        (" KhKdQsQdJc TsThTdTc9s", [(0, 3)]),
    ],
)
def test_set001_fires_for_each_row_of_another_size(rows, expected):
    found_ = found(audited(two(rows)), "SET001")
    assert [(each.stated, each.expected) for each in found_] == expected
    assert {each.seat for each in found_} == {1}
    assert {each.clause for each in found_} == {"WSGC-4"}


def test_set001_quiet_for_three_five_five():
    audit = audited(two(A))
    assert found(audit, "SET001") == []
    assert coverage(audit, "SET001").tested == 1


def test_set001_quiet_where_a_row_was_not_recorded():
    audit = audited(hand(1, seat(1, None, middle="KhKdQsQdJc"), seat(2, B)))
    assert found(audit, "SET001") == []
    assert coverage(audit, "SET001").untestable == 1


# ------------------------------------------------------------------------------- SET002 foul-missed


def test_set002_fires_where_a_foul_was_paid_as_legal():
    (missed,) = found(audited(two(FOUL, net=300)), "SET002")
    assert (missed.hand, missed.seat, missed.stated, missed.expected) == (1, 1, "legal", "fouled")
    assert missed.clause == "WSGC-5a"
    assert "is higher than its back" in missed.message


def test_set002_fires_where_the_floor_said_that_it_is_none():
    assert [each.seat for each in found(audited(two(FOUL, net=-300, fouled=False)), "SET002")] == [1]
    assert [each.seat for each in found(audited(two(FOUL, fouled=False)), "SET002")] == [1]


def test_set002_fires_for_a_row_of_a_wrong_size():
    """No document says that such a hand is fouled: it is no violation, and the point that is read so is named."""
    (missed,) = found(audited(two("AhAdKsKh KdQsQdJc TsThTdTc9s", net=300)), "SET002")
    assert (missed.seat, missed.kind, missed.clause) == (1, "discrepancy", "WSGC-irregularities")
    assert "as AMB-FOUL is read, which no document settles" in missed.message


def test_set002_fires_for_a_front_above_the_middle():
    (missed,) = found(audited(two("KhKdQs AhAdKsQdJc TsThTdTc9s".replace("AhAd", "Ah4d"), net=300)), "SET002")
    assert "is higher than its middle" in missed.message


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (FOUL, "its middle TsThTdTc9s, quads, is higher than its back KhKdQsQdJc, two pairs"),
        (
            "KhKdQs Ah4dKsQdJc TsThTdTc9s",
            "its front KhKdQs, pair, is higher than its middle Ah4dKsQdJc, high card",
        ),
        ("AhAdKsKh KdQsQdJc TsThTdTc9s", "rows of 4, 4, 5 cards"),
        (" AhAdKsKhKdQsQdJc TsThTdTc9s", "rows of 0, 8, 5 cards"),
    ],
    ids=["middle", "front", "sizes", "an empty row"],
)
def test_set002_fires_with_what_fouls_the_hand(rows, why):
    (missed,) = found(audited(two(rows, net=300)), "SET002")
    assert f"the hand is fouled ({why})" in missed.message


@pytest.mark.parametrize(
    ("rows", "fields", "untestable"),
    [(FOUL, {}, 1), (FOUL, {"net": -300}, 0), (FOUL, {"fouled": True}, 0), (A, {}, 0)],
    ids=["neither ruling nor net", "a net", "a ruling", "no foul"],
)
def test_set002_quiet_and_untestable_only_where_neither_ruling_nor_net_says_so(rows, fields, untestable):
    audit = audited(two(rows, **fields))
    assert found(audit, "SET002") == []
    assert coverage(audit, "SET002").untestable == untestable


def test_set002_quiet_where_the_foul_was_ruled_and_paid():
    assert found(audited(two(FOUL, net=-300, fouled=True)), "SET002") == []


def test_set002_quiet_where_it_was_paid_as_a_foul_and_the_ruling_not_recorded():
    """replay.md: "Absent `fouled`: the cards decide, and whether the floor ruled is untestable." """
    assert found(audited(two(FOUL, net=-300)), "SET002") == []


def test_set002_quiet_for_a_natural_and_a_surrender_out_of_order():
    """ "A surrendered hand and a natural are never fouled." """
    turned = "2c3d4h TcJdQhKsAc 5s6c7d8h9s"
    assert found(audited(NATURALS, two(turned, A, net=300, fouled=False)), "SET002") == []
    surrendered = audited(
        session(ruleset="wsgc-surrender"), two(FOUL, net=-200, surrendered=True, fouled=False)
    )
    assert found(surrendered, "SET002") == []


def test_set002_quiet_in_a_void_deal():
    assert found(audited(two(FOUL, net=0, fouled=False) | {"void": True}), "SET002") == []


# ------------------------------------------------------------------------------- SET003 legal-hand-ruled-fouled


def test_set003_fires_where_rows_are_in_order():
    (legal,) = found(audited(two(A, net=-300, fouled=True)), "SET003")
    assert (legal.hand, legal.seat, legal.stated, legal.expected) == (1, 1, "fouled", "legal")


def test_set003_fires_where_the_ruling_is_on_another_seat_or_another_one():
    for ruled in (
        {"kind": "other", "seat": 2, "ruling": "hand_fouled"},
        {"kind": "other", "seat": 1, "ruling": "warning"},
    ):
        audit = audited(two(A, net=-300, fouled=True) | {"irregularities": [ruled]})
        assert [each.seat for each in found(audit, "SET003")] == [1]


def test_set003_fires_where_a_natural_or_a_surrender_is_marked_fouled():
    (natural,) = found(audited(NATURALS, two(DRAGON, A, net=300, fouled=True)), "SET003")
    assert (natural.seat, natural.kind) == (1, "violation")
    surrendered = audited(session(ruleset="wsgc-surrender"), two(A, net=-200, surrendered=True, fouled=True))
    assert found(surrendered, "SET003")[0].seat == 1


def test_set003_fires_for_a_person_to_judge_where_two_rows_are_level():
    """The controls do not say whether level rows foul a hand."""
    (level,) = found(audited(two(LEVEL, fouled=True)), "SET003")
    assert (level.hand, level.seat, level.stated, level.expected) == (1, 1, "fouled", "legal")
    assert (level.kind, level.clause) == ("undetermined", "WSGC-5a")
    assert (
        "two of its rows are exactly equal (front high card, middle high card, back high card), and the controls do not say"
        in level.message
    )


@pytest.mark.parametrize("ruling", ["hand_fouled", "hand_dead"])
def test_set003_quiet_where_an_irregularity_rules_it_so(ruling):
    """replay.md: "marked `fouled` with an irregularity on that seat whose ruling is `hand_fouled` or `hand_dead`." """
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": ruling}]
    audit = audited(two(A, net=-300, fouled=True) | {"irregularities": ruled})
    assert found(audit, "SET003") == found(audit, "SCR001") == []


def test_set003_quiet_for_a_foul():
    assert found(audited(two(FOUL, net=-300, fouled=True)), "SET003") == []


def test_set003_quiet_and_untestable_where_rows_were_not_recorded():
    audit = audited(hand(1, seat(1, None, -300, fouled=True), seat(2, B, 300)))
    assert found(audit, "SET003") == []
    assert coverage(audit, "SET003").untestable == 1


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


def test_set004_quiet_where_no_rows_are_level():
    assert found(audited(two(A)), "SET004") == []


# ------------------------------------------------------------------------------- SET005 natural-not-held


def test_set005_fires_where_the_cards_do_not_hold_it():
    (false,) = found(audited(NATURALS, two(A, net=300, declared="six_pairs")), "SET005")
    assert (false.hand, false.seat, false.stated, false.expected) == (1, 1, "six_pairs", "no natural")
    assert false.clause == "WSGC-natural-list"
    assert "the natural “six pairs” was declared, but its thirteen cards do not form it" in false.message


def test_set005_fires_where_another_natural_is_held():
    (false,) = found(
        audited(NATURALS, two(SIX_PAIRS, C.replace("7d7s", "7d6c"), net=300, declared="dragon")), "SET005"
    )
    assert (false.stated, false.expected) == ("dragon", "six_pairs")


def test_set005_fires_where_the_ruleset_has_none_of_that_name():
    assert found(audited(two(DRAGON, A, declared="dragon")), "SET005")[0].stated == "dragon"
    assert (
        found(audited(NATURALS, two(DRAGON, A, declared="royal_dragon")), "SET005")[0].stated
        == "royal_dragon"
    )


def test_set005_quiet_where_it_is_held():
    for name in ("dragon", "three_straights"):  # a dragon is three straights too
        assert found(audited(NATURALS, two(DRAGON, A, declared=name)), "SET005") == []


def test_set005_quiet_and_untestable_where_a_card_was_not_recorded():
    audit = audited(NATURALS, two(DRAGON.replace("2c", "??"), A, declared="dragon"))
    assert found(audit, "SET005") == []
    assert coverage(audit, "SET005").untestable == 1


# ------------------------------------------------------------------------------- SET006 natural-undeclared


def test_set006_fires_where_a_natural_was_not_declared():
    """replay.md: an undeclared natural is undetermined, never a violation."""
    (undeclared,) = found(audited(NATURALS, two(DRAGON, A, net=300)), "SET006")
    assert (undeclared.kind, undeclared.hands) == ("undetermined", [1])


def test_set006_quiet_where_it_was_declared_and_where_there_is_none():
    assert found(audited(NATURALS, two(DRAGON, A, declared="dragon")), "SET006") == []
    assert found(audited(NATURALS, two(A)), "SET006") == []


def test_set006_quiet_where_the_ruleset_has_no_naturals():
    assert found(audited(two(DRAGON, A)), "SET006") == []


# ------------------------------------------------------------------------------- SET007 foul-unpriced


def test_set007_fires_where_a_hand_was_fouled():
    """replay.md: "A ruled foul where the document prices none" is undetermined."""
    (unpriced,) = found(audited(two(FOUL, net=-300, fouled=True)), "SET007")
    assert (unpriced.kind, unpriced.hands) == ("undetermined", [1])
    moved = {each.reading: each.money for each in unpriced.readings}
    assert moved["loses_all_rows"] == 0
    assert moved["void"] is not None


def test_set007_fires_for_a_foul_that_was_ruled():
    audit = audited(two(A, net=-300, fouled=True) | {"irregularities": RULED})
    assert found(audit, "SET007")[0].hands == [1]


def test_set007_quiet_without_a_foul():
    assert found(audited(hand(1, seat(1, A), seat(2, B), seat(3, C), seat(4, D))), "SET007") == []


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


def test_set008_quiet_for_naturals_that_have_a_price_and_for_pictures():
    for event in (two(DRAGON, A, declared="complete_straight"), two(A)):
        assert found(audited(UNPRICED, event), "SET008") == []


def test_set008_quiet_under_rulesets_that_price_every_natural():
    audit = audited(NATURALS, two(NO_PICTURES, OTHERS), hand(2, seat(1), seat(2)))
    assert found(audit, "SET008") == []
    row = coverage(audit, "SET008")
    assert (row.tested, row.untestable, row.inapplicable) == (0, 0, 2)
