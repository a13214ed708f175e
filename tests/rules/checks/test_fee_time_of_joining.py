"""FEE038: what a player pays for a period during which he sat down, from the next period on or by the minutes."""

import pytest

from tests.rules.build import audited, coverage, found, session, untestable
from tests.rules.checks.test_fee_time import NONE, closed
from tests.rules.checks.time_of_tables import SPLIT, TABLE, played
from tests.rules.fees import filed, paid

ROOM = session(ruleset="filed")


def reading(joining, odd="one_each", step=1):
    """Controls of a room that settle the point."""
    text = SPLIT.replace('"next_period"', f'"{joining}"').replace("ODD", odd).replace("STEP", str(step))
    return filed(text.replace("split =", "period = { minutes = 30, CITE }\nsplit ="))


LATER, MINUTES = reading("next_period"), reading("by_minutes")


def joins(minute, *own, before=2, play=closed):
    """A table of two that pays €25.00 each for half an hour; a third plays from a minute on, some minutes after a hand."""
    return [
        *(paid(n, 2500, 0, 30) for n in (1, 2)),
        play(1, 1),
        play(2, minute - before),
        *own,
        play(3, minute, 1, 2, 3),
        play(4, 28, 1, 2, 3),
    ]


def facts(code, library, *events):
    return [
        (each.hand, each.seat, each.player, each.stated, each.expected, each.money, each.kind)
        for each in found(audited(ROOM, *events, library=library), code)
    ]


# ------------------------------------------------------------------------------- by the next period


def test_fee038_fires_for_a_payment_before_the_next_period():
    """Who sits down at 15 minutes of 30 owes nothing until 30."""
    log = joins(15, paid(3, 1250, 15, 30))
    assert facts("FEE038", LATER, *log) == [(3, 3, "P3", 1250, 0, 1250, "violation")]
    (only,) = found(audited(ROOM, *log, library=LATER), "FEE038")
    assert only.message == (
        "Hand 3, seat 3: the player's first hand of 2026-03-14T16:00:00-07:00 to 2026-03-14T16:30:00-07:00 was dealt during "
        "that period, and $12.50 was collected from him for it; nothing is due before the next period "
        "(convention:fees.time.joining)."
    )
    assert (only.severity, only.unit) == ("minor", "money")


def test_fee038_fires_for_the_part_of_a_payment_that_falls_before_the_next_period():
    """15 of the 30 minutes that €25.00 pays for lie before the next period."""
    assert facts("FEE038", LATER, *joins(15, paid(3, 2500, 15, 45))) == [
        (3, 3, "P3", 1250, 0, 1250, "violation")
    ]


def test_fee038_quiet_for_who_pays_from_the_next_period_on():
    log = [*joins(15), *(paid(n, 2500, 30, 60) for n in (1, 2, 3)), closed(5, 31, 1, 2, 3)]
    audit = audited(ROOM, *log, library=LATER)
    assert (found(audit, "FEE038"), coverage(audit, "FEE038").agreeing) == ([], 5)


# ------------------------------------------------------------------------------- by the minutes that are left


def test_fee038_fires_for_who_pays_nothing_for_the_minutes_that_were_left():
    """At 15 minutes 15 are left: half of €25.00. At 13, the hand before, 17 were left: €14.166…, so €14.17 at most."""
    log = joins(15)
    assert facts("FEE038", MINUTES, *log) == [(3, 3, "P3", 0, 1250, 1250, "violation")]
    (only,) = found(audited(ROOM, *log, library=MINUTES), "FEE038")
    assert "nothing was collected from him for it; $12.50 to $14.17 is due for the minutes" in only.message


def test_fee038_fires_for_the_whole_share_where_the_minutes_are_due():
    assert facts("FEE038", MINUTES, *joins(15, paid(3, 2500, 0, 30, 15))) == [
        (3, 3, "P3", 2500, 1417, 1083, "violation")
    ]


@pytest.mark.parametrize("amount", [1250, 1334, 1417])
def test_fee038_quiet_for_the_share_of_the_minutes(amount):
    assert facts("FEE038", MINUTES, *joins(15, paid(3, amount, 15, 30))) == []


@pytest.mark.parametrize(
    ("odd", "step", "lowest"),
    [("one_each", 1, 833), ("round_up", 1, 834), ("exact", 100, 833), ("one_each", 100, 800)],
)
def test_fee038_fires_below_the_share_as_it_is_rounded(odd, step, lowest):
    """At 20 minutes 10 are left: €8.333…, in steps of a cent or of a euro, rounded up where shares are."""
    own = reading("by_minutes", odd, step)
    assert facts("FEE038", own, *joins(20, paid(3, lowest, 20, 30))) == []
    ((_, _, _, stated, expected, _, _),) = facts("FEE038", own, *joins(20, paid(3, lowest - 1, 20, 30)))
    assert (stated, expected) == (lowest - 1, lowest)


# ------------------------------------------------------------------------------- where the point is open


def test_fee038_fires_as_a_note_where_the_rules_leave_open_which_holds():
    for own, stated, money in ((), 0, 1250), ((paid(3, 1250, 15, 30),), 1250, 1250):
        (only,) = found(audited(TABLE, *joins(15, *own, play=played)), "FEE038")
        assert (only.stated, only.expected, only.money) == (stated, 0, money)
        assert (only.kind, only.severity, only.clause) == ("undetermined", "note", "OLY-2.37-c")
        assert (
            "the controls leave open whether nothing is due before the next period, or €12.50 to €14.17"
            in only.message
        )


def test_fee038_fires_where_the_amount_fits_neither_reading():
    (only,) = found(audited(TABLE, *joins(15, paid(3, 2500, 0, 30, 15), play=played)), "FEE038")
    assert (only.stated, only.expected, only.money) == (2500, 0, 2500)
    assert (only.kind, only.severity) == ("violation", "minor")


# ------------------------------------------------------------------------------- who did not join


@pytest.mark.parametrize("library", [LATER, MINUTES], ids=["later", "minutes"])
def test_fee038_quiet_for_who_paid_ahead_was_there_before_or_began_with_the_table(library):
    ahead = [paid(3, 2500, 0, 30), *joins(15)]
    first = [*(paid(n, 2500, 0, 30) for n in (1, 2)), closed(1, 15, 1, 2, 3)]
    back = [
        *(paid(n, 2500, 0, 30) for n in (1, 2)),
        closed(1, 1, 1, 2, 3),
        closed(2, 5),
        closed(3, 9, 1, 2, 3),
    ]
    for log in (ahead, first, back):
        assert facts("FEE038", library, *log) == []


def test_fee038_fires_as_a_note_for_who_was_there_shortly_before_the_period():
    """In the last hand before it, not in its first, and back at 45: he may have kept his seat."""
    log = [
        closed(1, 29, 1, 2, 3),
        *(paid(n, 2500, 30, 60) for n in (1, 2)),
        closed(2, 31),
        closed(3, 45, 1, 2, 3),
    ]
    (only,) = found(audited(ROOM, *log, library=MINUTES), "FEE038")
    assert (only.hand, only.player, only.kind, only.severity) == (3, "P3", "undetermined", "note")
    assert "he was in a hand shortly before it, and may have kept his seat" in only.message


def test_fee038_quiet_and_untestable_where_the_hand_before_or_the_collections_are_missing():
    log = [*(paid(n, 2500, 0, 30) for n in (1, 2)), closed(1, 1), closed(3, 15, 1, 2, 3)]
    audit = audited(ROOM, *log, library=MINUTES)
    assert found(audit, "FEE038") == []
    assert untestable(audit, "FEE038") == [
        ("the hand before it is not on record, so that it is unknown when a player sat down", 1)
    ]
    audit = audited(ROOM, closed(1, 1), closed(2, 15, 1, 2, 3), library=MINUTES)
    assert (found(audit, "FEE038"), untestable(audit, "FEE038")) == ([], [(NONE, 2)])
