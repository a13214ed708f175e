"""FEE: the fee triangle of one log: what was due, what was recorded, what lay in the boxes."""

from rules.controls.library import load
from tests.rules.build import A, B, C, audited, coverage, found, hand, seat, session, untestable
from tests.rules.rooms.days import drop, rake
from tests.rules.rulesets import BASE

FIXED = load(
    {
        "base.toml": BASE
        + '\n[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 300, cite = "HG-rake" }\ncite = "HG-rake"\n'
    }
)


def raked(number, amount=300, *more, **fields):
    fees = None if amount is None else rake(amount)
    return hand(number, seat(1, A), seat(2, B), *more, **{"fees": fees} | fields)


def reported(*events, ruleset="base", library=FIXED):
    return audited(session(ruleset=ruleset), *events, library=library)


# ------------------------------------------------------------------------------- FEE020 drop-differs-from-fees


def test_fee020_fires_where_the_box_is_short():
    (only,) = found(reported(raked(1), raked(2), drop("20:00", 550)), "FEE020")
    assert (only.stated, only.expected, only.difference, only.money) == (550, 600, -50, 50)
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "major", "external:FEES-counted")
    assert "The boxes hold $5.50 of rake; the log's entries add up to $6.00: $0.50 short" in only.message


def test_fee020_fires_where_the_box_holds_too_much_whenever_it_was_counted():
    audit = reported(raked(1), drop("19:00", 700), raked(2))
    assert [(each.stated, each.difference) for each in found(audit, "FEE020")] == [(700, 100)]


def test_fee020_fires_over_several_boxes_and_for_collections_of_time():
    time = {
        "event": "fee", "kind": "time", "at": "2026-03-14T17:00:00-07:00", "seat": 1, "player": "P1", "amount": 500,
        "covers_from": "2026-03-14T17:00:00-07:00", "covers_to": "2026-03-14T18:00:00-07:00",
    }  # fmt: skip
    audit = reported(
        raked(1), time, drop("18:00", 300), raked(2), drop("20:00", 200), drop("20:00", 400, "time")
    )
    assert [(each.stated, each.expected) for each in found(audit, "FEE020")] == [(500, 600), (400, 500)]
    assert "of time collections" in found(audit, "FEE020")[1].message


def test_fee020_quiet_where_the_boxes_hold_what_was_taken():
    audit = reported(raked(1), drop("19:00", 300), raked(2), drop("20:00", 300))
    assert found(audit, "FEE020") == []
    assert coverage(audit, "FEE020").agreeing == 2


def test_fee020_quiet_where_hands_follow_the_last_count():
    audit = reported(raked(1), drop("19:00", 250), raked(2))
    assert found(audit, "FEE020") == []
    assert untestable(audit, "FEE020") == [
        ("no drop box was counted after the last hand, or the time of a count does not fit its line", 2)
    ]


def test_fee020_quiet_of_a_box_that_was_counted_before_the_first_hand():
    audit = reported(drop("15:00", 9_900), raked(1), drop("20:00", 300))
    assert found(audit, "FEE020") == []


def test_fee020_quiet_where_the_fees_of_a_hand_were_not_recorded():
    audit = reported(raked(1), raked(2, None), drop("20:00", 600))
    assert found(audit, "FEE020") == []
    assert untestable(audit, "FEE020") == [("the fees of some hands were not recorded", 2)]


def test_fee020_quiet_where_the_time_of_a_box_is_not_that_of_its_line():
    """The box was counted before hand 2 was dealt but comes after it in the log, so whose rake is in it is unknown."""
    hands = [raked(1, at="2026-03-14T18:00:00-07:00"), raked(2, at="2026-03-14T21:00:00-07:00")]
    for audit in (
        reported(*hands, drop("20:00", 300)),
        reported(hands[0], drop("22:00", 300), hands[1], drop("23:00", 200)),
    ):
        assert found(audit, "FEE020") == []
        ((reason, count),) = untestable(audit, "FEE020")
        assert (reason.endswith("or the time of a count does not fit its line"), count) == (True, 2)


def test_fee020_fires_beside_a_hand_whose_own_time_is_wrong():
    hands = [raked(n, at=f"{2027 if n == 2 else 2026}-03-14T18:0{n}:00-07:00") for n in (1, 2, 3)]
    (only,) = found(reported(*hands, drop("20:00", 800)), "FEE020")
    assert (only.stated, only.expected) == (800, 900)


def test_fee020_quiet_where_a_collection_of_time_may_have_come_after_the_box():
    def time(clock):
        return {
            "event": "fee", "kind": "time", "at": f"2026-03-14T{clock}:00-07:00", "seat": 1, "player": "P1", "amount": 500,
            "covers_from": "2026-03-14T17:00:00-07:00", "covers_to": "2026-03-14T18:00:00-07:00",
        }  # fmt: skip

    audit = reported(raked(1), time("19:00"), time("21:00"), drop("20:00", 500, "time"), drop("20:00", 300))
    assert found(audit, "FEE020") == []


def test_fee020_quiet_where_the_fees_of_a_void_deal_were_not_recorded():
    """A hand fee may have been taken of it: what the box holds beyond the entries may be that."""
    audit = reported(raked(1), {**raked(2, None), "void": True}, drop("20:00", 600))
    assert found(audit, "FEE020") == []
    assert untestable(audit, "FEE020") == [("the fees of some hands were not recorded", 2)]
    short = reported(raked(1), {**raked(2, None), "void": True}, drop("20:00", 250))
    assert [(each.stated, each.expected) for each in found(short, "FEE020")] == [(250, 300)]


def test_fee020_quiet_where_the_jackpots_part_of_the_rake_lies_in_its_own_box():
    fees = [*rake(400), {"kind": "jackpot", "amount": 100}]
    for counted in (300, 400):
        audit = reported(
            hand(1, seat(1, A), seat(2, B), fees=fees), drop("20:00", counted),
            ruleset="hawaiian-gardens", library=None,
        )  # fmt: skip
        assert found(audit, "FEE020") == []
    audit = reported(
        hand(1, seat(1, A), seat(2, B), fees=fees),
        drop("20:00", 250),
        ruleset="hawaiian-gardens",
        library=None,
    )
    assert [(each.stated, each.expected) for each in found(audit, "FEE020")] == [(250, 300)]


# ------------------------------------------------------------------------------- FEE021 fees-differ-from-due


def test_fee021_fires_where_the_entries_are_short_of_the_fixed_fee_times_the_hands():
    (only,) = found(reported(raked(1), raked(2, 200)), "FEE021")
    assert (only.stated, only.expected, only.money, only.clause) == (500, 600, 100, "HG-rake")
    assert (
        "The log's entries of rake add up to $5.00; by the controls $6.00 was due: $1.00 short"
        in only.message
    )


def test_fee021_fires_where_more_was_taken_than_was_due_though_not_all_fees_were_recorded():
    assert [each.difference for each in found(reported(raked(1, 700), raked(2, None)), "FEE021")] == [100]


def test_fee021_fires_for_a_fee_of_each_player():
    each_player = load({"base.toml": BASE + RAKE_EACH})
    taken = [{"kind": "hand_fee", "amount": 600}]
    audit = reported(raked(1, fees=taken), raked(2, None, seat(3, C), fees=taken), library=each_player)
    assert [(each.stated, each.expected) for each in found(audit, "FEE021")] == [(1_200, 1_500)]


RAKE_EACH = (
    '\n[fees]\ncurrency = "USD"\ncite = "HG-rake"\n[fees.hand_fee.player]\nmoney = 300\ncite = "HG-rake"\n'
)


def test_fee021_quiet_where_each_hand_paid_the_fee_and_a_void_deal_may_be_without():
    for void in (0, 300):
        audit = reported(raked(1), raked(2), raked(3, void, void=True))
        assert found(audit, "FEE021") == []
    assert [each.difference for each in found(reported(raked(1), raked(2, 700, void=True)), "FEE021")] == [
        400
    ]


def test_fee021_quiet_and_untestable_where_the_controls_name_no_amount():
    audit = reported(raked(1), ruleset="hawaiian-gardens", library=None)
    assert found(audit, "FEE021") == []
    assert untestable(audit, "FEE021") == [("the controls fix no amount for the fee", 1)]


def test_fee021_fires_with_the_revision_that_fixes_the_fee_where_another_fixes_none():
    """Nothing is due by the first revision; by the second, of the fifteenth, $3.00 of the hand after midnight."""
    first = BASE.replace("in_force = {}", "in_force = { from = 2026-01-01 }")
    second = BASE.replace("in_force = {}", "in_force = { from = 2026-03-15 }").replace(
        "revision = 1", "revision = 2"
    )
    fixed = '\n[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 300, cite = "HG-rake" }\ncite = "HG-rake"\n'
    registry = load({"one": first, "two": second + fixed})
    hands = (
        raked(1, 0, at="2026-03-14T23:00:00-07:00"),
        raked(2, 100, at="2026-03-15T00:10:00-07:00"),
    )
    (short,) = found(reported(*hands, library=registry), "FEE021")
    assert (short.stated, short.expected, short.money, short.clause) == (100, 300, 200, "HG-rake")
    assert "The log's entries of rake add up to $1.00; by the controls $3.00 was due" in short.message


# ------------------------------------------------------------------------------- FEE022 drop-differs-from-due


def test_fee022_fires_where_only_the_boxes_tell_of_the_fees():
    audit = reported(raked(1, None), raked(2, None), drop("20:00", 500))
    assert [(each.stated, each.expected) for each in found(audit, "FEE022")] == [(500, 600)]
    assert found(audit, "FEE020") == found(audit, "FEE021") == []


def test_fee022_quiet_where_the_boxes_hold_what_was_due_or_the_fees_were_recorded():
    assert found(reported(raked(1, None), drop("20:00", 300)), "FEE022") == []
    audit = reported(raked(1, 200), drop("20:00", 200))
    assert found(audit, "FEE022") == []
    assert untestable(audit, "FEE022") == [
        ("the fees of the hands were recorded, and the drop boxes are compared with them", 1)
    ]
