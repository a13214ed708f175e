"""Colour-ups: what they leave of each stack and of each table, and after which level they come."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import carnivale, hand, stacks
from tests.rules.tournaments.build import header


def raced(*changes, chip=25, next_=100, readings=None, header=None, **stated):
    """The audit of a colour-up of one table: the stacks of entries 1 and on, before and after."""
    stacks = [
        {"entry": at, "before": before, "after": after} for at, (before, after) in enumerate(changes, 1)
    ]
    event = {"event": "colour_up", "chip": chip, "next": next_, "tables": [{"table": "T1", "stacks": stacks}]}
    return audited([*carnivale(3, **(header or {})), event | stated], readings=readings)


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (15050, 15200, "a stack changes by less than 100"),
        (15050, 15075, "that is no multiple of 100"),
        (15000, 15100, "it had no odd chips"),
        (75, 0, "nobody is raced out of play"),
    ],
)
def test_lvl009_fires_where_a_stack_cannot_be(before, after, why):
    (only,) = found(raced((before, after), (15000, 15000)), "LVL009")
    assert (only.line, only.entry, only.player, only.table) == (8, 1, "P01", "T1")
    assert (only.stated, only.expected, only.severity, only.clause) == (
        after,
        None,
        "minor",
        "CARN-colorup-25",
    )
    assert only.message == (
        f"Line 8, entry 1 (P01): the colour-up changed {before:,} chips to {after:,} chips; {why} (CARN-colorup-25)."
    )


def test_lvl009_fires_where_a_stack_was_not_rounded_up_under_that_reading():
    (only,) = found(
        raced((15050, 15000), (15025, 15100), readings={"AMB-CARN-colorup": "round_up"}), "LVL009"
    )
    assert (only.entry, only.stated) == (1, 15000)
    assert "odd chips are rounded up, to 15,100" in only.message


def test_lvl009_quiet_where_odd_chips_were_raced_for():
    audit = raced((15175, 15200), (14825, 14800), (15000, 15000))
    assert found(audit, "LVL009") == []
    assert row(audit, "LVL009").agreeing == 1


@pytest.mark.parametrize(
    ("stacks", "change"), [([(15050, 15100), (14950, 15000)], 100), ([(75, 0), (50, 0)], -125)]
)
def test_lvl010_fires_where_a_table_changes_by_a_whole_chip(stacks, change):
    (only,) = found(raced(*stacks), "LVL010")
    assert (only.line, only.table, only.stated, only.expected) == (8, "T1", change, None)
    more = "more" if change > 0 else "fewer"
    assert only.message == (
        f"Line 8: table T1 has {abs(change)} chips {more} after the colour-up; a table changes by less than 100 chips "
        "(CARN-colorup-25)."
    )


def test_lvl010_quiet_within_one_chip_and_where_all_is_rounded_up():
    within = raced((15075, 15100), (14950, 15000))
    assert found(within, "LVL010") == []
    assert row(within, "LVL010").agreeing == 1
    up = raced((15025, 15100), (14950, 15000), (14950, 15000), readings={"AMB-CARN-colorup": "round_up"})
    assert found(up, "LVL010") == []
    assert row(up, "LVL010").inapplicable == 1


def test_lvl011_fires_where_a_chip_leaves_after_another_level():
    (only,) = found(raced((15000, 15000), chip=100, next_=500, after_level=5), "LVL011")
    assert (only.line, only.stated, only.expected, only.unit) == (8, 5, 6, "level")
    assert only.message.startswith(
        "Line 8: the chips of 100 left play after level 5; they leave after level 6 (CARN-colorup-100)."
    )
    own = {"colour_ups": [{"chip": 25, "after_level": 7}]}
    (published,) = found(raced((15000, 15000), after_level=5, header=own), "LVL011")
    assert (published.stated, published.expected) == (5, 7)


def test_lvl011_quiet_where_it_leaves_as_published_or_that_is_not_known():
    audit = raced((15000, 15000), after_level=5)
    assert found(audit, "LVL011") == []
    assert row(audit, "LVL011").agreeing == 1
    assert reasons(raced((15000, 15000)), "LVL011") == ["the level before the colour-up was not recorded"]
    assert reasons(raced((15000, 15000), chip=3, after_level=5), "LVL011") == [
        "when the chip leaves play was not published"
    ]


# ---------------------------------------------------------------- LVL012 old-chips-in-play

TO_100 = {
    "event": "colour_up", "chip": 25, "next": 100,
    "tables": [{"table": "T1", "stacks": [{"entry": at, "before": 15000, "after": 15000} for at in (1, 2, 3)]}],
}  # fmt: skip


def count(*tables):
    return {"event": "count", "tables": list(tables)}


def test_lvl012_fires_once_for_a_stack_that_has_old_chips_after_a_colour_up():
    counts = [
        count(stacks("T1", e1=15050, e2=14950, e3=15000)),
        count(stacks("T1", e1=15025, e2=15000, e3=14975)),
    ]
    first, second, third = found(audited([*carnivale(3), TO_100, *counts]), "LVL012")
    assert [(each.line, each.entry, each.stated) for each in (first, second, third)] == [
        (9, 1, 15050), (9, 2, 14950), (10, 3, 14975),
    ]  # fmt: skip
    assert (first.kind, first.severity, first.unit, first.table) == ("discrepancy", "minor", "chips", "T1")
    assert first.message == (
        "Line 9, entry 1 (P01): the stack at T1 has 15,050 chips, which is no multiple of 100; the chips of 25 have left play "
        "(CARN-colorup-25)."
    )


def test_lvl012_fires_for_a_table_that_was_counted_in_one_sum_and_for_the_stack_of_a_hand():
    lines = [
        count({"table": "T1", "chips": 45025}),
        hand("T1", 9, seats=[{"entry": 2, "seat": 2, "chips": 15175}]),
    ]
    table, stack = found(audited([*carnivale(3), TO_100, *lines]), "LVL012")
    assert (table.line, table.entry, table.table, table.stated) == (9, None, "T1", 45025)
    assert table.message.startswith("Line 9: the table at T1 has 45,025 chips, which is no multiple of 100;")
    assert (stack.line, stack.entry, stack.stated) == (10, 2, 15175)


def test_lvl012_fires_under_the_standard_rules():
    lines = [header(ruleset="standard-tournament"), *carnivale(3)[1:], TO_100, count(stacks("T1", e1=15050))]
    (only,) = found(audited(lines), "LVL012")
    assert (only.line, only.entry, only.stated, only.clause) == (9, 1, 15050, "external:TDA-chip-races")


def test_lvl012_quiet_for_whole_chips_and_before_the_colour_up():
    lines = [
        count(stacks("T1", e1=15025, e2=14975, e3=15000)),
        TO_100,
        count(stacks("T1", e1=15100, e2=14900, e3=15000)),
    ]
    audit = audited([*carnivale(3), *lines])
    assert found(audit, "LVL012") == []
    assert (row(audit, "LVL012").agreeing, row(audit, "LVL012").inapplicable) == (1, 1)


def test_lvl012_quiet_where_nothing_is_said_of_colour_ups():
    olympic = [header(), *carnivale(3)[1:], TO_100, count(stacks("T1", e1=15050))]
    audit = audited(olympic)
    assert found(audit, "LVL012") == []
    assert row(audit, "LVL012").inapplicable == 1


def test_lvl011_fires_on_a_chip_that_was_not_published():
    published = {"colour_ups": [{"chip": 25, "after_level": 4}, {"chip": 100, "after_level": 8}]}
    (only,) = found(raced((15000, 15000), chip=500, next_=1000, after_level=10, header=published), "LVL011")
    assert (only.line, only.stated, only.expected, only.unit) == (8, 500, "25, 100", "chip")
    assert only.message.startswith(
        "Line 8: the chips of 500 left play; the tournament published colour-ups of 25, 100 ("
    )


def test_lvl011_fires_under_a_ruleset_without_colour_ups_by_what_was_published():
    event = {"event": "colour_up", "chip": 25, "next": 100, "tables": [], "after_level": 4}
    for published, stated in (({"chip": 500, "after_level": 4}, 25), ({"chip": 25, "after_level": 6}, 4)):
        (only,) = found(audited([header(colour_ups=[published]), event]), "LVL011")
        assert (only.line, only.stated, only.clause) == (2, stated, "external:TDA-chip-races")
    quiet = audited([header(colour_ups=[{"chip": 25, "after_level": 4}]), event])
    assert found(quiet, "LVL011") == []


def test_lvl011_quiet_where_the_tournament_published_no_colour_ups():
    assert found(raced((15000, 15000), chip=10_000, next_=50_000, after_level=10), "LVL011") == []
