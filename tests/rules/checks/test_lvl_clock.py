"""The levels of a tournament: when they were announced, at what stakes, and in which hands they were played."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import at, carnivale, hand, log, played
from tests.rules.tournaments.build import entries, header

STRUCTURE = [{"level": each, "minutes": 20, "sb": 50 * each, "bb": 100 * each} for each in range(1, 6)]
START = {"event": "clock", "action": "start", "at": at("19:00")}


def level(number, clock=None, **stated):
    return {"event": "level", "level": number} | ({} if clock is None else {"at": at(clock)}) | stated


def evening(*lines, **stated):
    """An event with a structure, whose clock starts at 19:00."""
    return audited([header(**({"structure": STRUCTURE} | stated)), *entries(2), START, *lines])


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


# ---------------------------------------------------------------- LVL001


def test_lvl001_fires_where_the_level_before_was_due():
    began = hand("T2", 8, riffle_at=at("19:19:58"), at=at("19:20:15"), level=2)
    (only,) = found(evening(level(2, "19:20"), began), "LVL001")
    assert (only.line, only.hand, only.table, only.stated, only.expected) == (6, 8, "T2", 2, 1)
    assert (only.session, only.clause) == ("", "OLY-3.4-13")
    assert only.message == "Line 6, hand 8: table T2 played at level 2; level 1 was due (OLY-3.4-13)."


def test_lvl001_fires_in_a_log_of_the_second_day():
    own = log("B2", "T1", played(91, "19:02", (1, "P01", 9, 0), level=1), tournament="T-1", currency="USD")
    (only,) = found(audited(carnivale(2), own), "LVL001")
    assert (only.session, only.line, only.hand, only.stated, only.expected) == ("B2", 2, 91, 1, 11)
    assert only.message == (
        "Session B2, line 2, hand 91: table T1 played at level 1; level 11 was due (CARN-level-hands)."
    )


def test_lvl001_quiet_where_the_level_was_due_or_is_not_known():
    began = hand("T1", 9, riffle_at=at("19:19:59"), at=at("19:20:20"), level=1)
    audit = evening(level(2, "19:20"), began, hand("T1", 10, at=at("19:24")), hand("T1", 11, level=2))
    assert found(audit, "LVL001") == []
    assert (row(audit, "LVL001").agreeing, row(audit, "LVL001").untestable) == (1, 2)
    assert reasons(audit, "LVL001") == [
        "the level of the hand was not recorded",
        "which level was due is not known",
    ]


# ---------------------------------------------------------------- LVL004, LVL005


def test_lvl004_fires_where_a_level_comes_before_the_clock_has_run_it():
    stop = [
        {"event": "clock", "action": each, "at": at(clock)}
        for each, clock in (("stop", "19:10"), ("resume", "19:17"))
    ]
    (only,) = found(evening(*stop, level(2, "19:20"), level(3, "19:40")), "LVL004")
    assert (only.line, only.stated, only.expected) == (7, at("19:20"), at("19:27"))
    assert (only.severity, only.clause, only.unit) == ("major", "OLY-3.4-01", "time")
    assert only.message == (
        "Line 7: level 2 was announced at 2026-03-14T19:20:00+02:00; it was due at 2026-03-14T19:27:00+02:00 (OLY-3.4-01)."
    )


def test_lvl004_quiet_where_levels_come_in_time_or_it_is_not_known():
    rest = {"event": "break", "at": at("19:40"), "ends_at": at("19:50"), "after_level": 2}
    audit = evening(level(2, "19:20"), rest, level(3, "19:50"), level(4), level(5, "20:30"))
    assert found(audit, "LVL004") == []
    assert (row(audit, "LVL004").agreeing, row(audit, "LVL004").untestable) == (2, 2)
    assert sorted(reasons(audit, "LVL004")) == [
        "when level 4 began was not recorded",
        "when the level was announced was not recorded",
    ]


def test_lvl004_quiet_where_a_level_was_left_out():
    audit = evening(level(3, "19:20"))
    assert found(audit, "LVL004") == []
    assert row(audit, "LVL004").inapplicable == 1


def test_lvl005_fires_61_seconds_after_the_level_was_due():
    (only,) = found(evening(level(2, "19:21"), level(3, "19:42:01")), "LVL005")
    assert (only.line, only.stated, only.expected) == (6, at("19:42:01"), at("19:41"))
    assert (only.severity, only.code) == ("minor", "LVL005")
    assert (
        "level 3 was announced at 2026-03-14T19:42:01+02:00; it was due at 2026-03-14T19:41:00+02:00"
        in only.message
    )


def test_lvl005_quiet_60_seconds_after_and_before():
    audit = evening(level(2, "19:21"), level(3, "19:30"))
    assert found(audit, "LVL005") == []
    assert row(audit, "LVL005").agreeing == 2


# ---------------------------------------------------------------- LVL006, LVL007, LVL008


def test_lvl006_fires_where_a_level_is_left_out_or_comes_again():
    left_out, again = found(evening(level(2), level(4), level(4)), "LVL006")
    assert (left_out.line, left_out.stated, left_out.expected, left_out.unit) == (6, 4, 3, "level")
    assert left_out.message == "Line 6: level 4 was announced; level 3 was the next (OLY-3.4-01)."
    assert (again.line, again.stated, again.expected) == (7, 4, 5)


@pytest.mark.parametrize("levels", [(1, 2, 3), (2, 3)])
def test_lvl006_quiet_where_levels_follow_one_another(levels):
    audit = evening(*map(level, levels))
    assert found(audit, "LVL006") == []
    assert row(audit, "LVL006").agreeing == len(levels)


def test_lvl007_fires_where_a_blind_is_not_the_published_one():
    changed = {"event": "structure_change", "structure": [{"level": 3, "minutes": 15, "sb": 200, "bb": 400}]}
    big, small = found(evening(level(2, sb=100, bb=250), changed, level(3, sb=150, bb=400)), "LVL007")
    assert (big.line, big.stated, big.expected, big.clause) == (5, 250, 200, "OLY-3.4-01")
    assert big.message == (
        "Line 5: level 2 was announced with a big blind of 250 chips; published is 200 chips (OLY-3.4-01)."
    )
    assert (small.line, small.stated, small.expected) == (7, 150, 200)
    assert "a small blind of 150 chips" in small.message


def test_lvl007_fires_where_the_value_of_a_point_is_not_the_documents():
    (only,) = found(audited([*carnivale(2), level(2, point_value=150)]), "LVL007")
    assert (only.line, only.stated, only.expected) == (6, 150, 100)
    assert only.clause == "CARN-level-02"


def test_lvl007_quiet_where_stakes_are_as_published_or_not_known():
    audit = evening(level(2, sb=100, bb=200), level(3), level(9, bb=50), level(4, ante=25))
    assert found(audit, "LVL007") == []
    assert (row(audit, "LVL007").agreeing, row(audit, "LVL007").untestable) == (1, 3)
    assert reasons(audit, "LVL007") == ["the stakes of the level were not announced, or not published"]


def change(**stated):
    return {"event": "structure_change", "structure": [{"level": 2, "minutes": 10}]} | stated


def test_lvl008_fires_where_nobody_announced_a_change():
    (only,) = found(evening(change(announced=False)), "LVL008")
    assert (only.line, only.stated, only.expected, only.clause) == (5, False, True, "OLY-3.4-02")
    assert only.message == (
        "Line 5: the structure was changed (levels: 2), and nobody announced it to the players (OLY-3.4-02)."
    )


def test_lvl008_quiet_where_it_was_announced_or_not_recorded():
    audit = evening(change(announced=True), change())
    assert found(audit, "LVL008") == []
    assert (row(audit, "LVL008").agreeing, row(audit, "LVL008").untestable) == (1, 1)
    assert reasons(audit, "LVL008") == ["whether the change was announced was not recorded"]
