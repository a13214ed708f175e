"""TRN066: the warnings of a heads-up event, and the place of a player who is sent out after them."""

import pytest

from tests.rules.events.auditing import audited, found, row, rules_of_a_room
from tests.rules.tournaments.build import Line, busts, entries, header

UNKNOWN = "the classes of the event were not recorded, so that it is unknown whether it is a heads-up event"


def event(*penalties: Line, players=2, **stated) -> list[Line]:
    return [header(**({"classes": ["heads_up"]} | stated)), *entries(players), *penalties]


def penalty(kind="warning", entry=2, **stated) -> Line:
    return {"event": "penalty", "entry": entry, "kind": kind} | stated


def reasons(audit):
    return [each.reason for each in row(audit, "TRN066").because]


def test_trn066_fires_where_a_player_is_warned_a_third_time_and_plays_on():
    audit = audited(event(penalty(), penalty(entry=1), penalty(), penalty()))
    (only,) = found(audit, "TRN066")
    assert (only.line, only.entry, only.player, only.stated, only.expected) == (
        7,
        2,
        "P02",
        "warning",
        "disqualified",
    )
    assert (only.kind, only.severity, only.clause, only.unit) == (
        "violation",
        "major",
        "OLY-1.53-b",
        "penalty",
    )
    assert only.message == (
        "Line 7, entry 2 (P02): the penalty is a warning, and the player stays in after 2 warnings; with the next breach he is "
        "out, at place 2 (OLY-1.53-b)."
    )
    assert row(audit, "TRN066").agreeing == 3


@pytest.mark.parametrize("kind", ["round", "time", "hand_dead"])
def test_trn066_fires_where_another_penalty_follows_two_warnings(kind):
    (only,) = found(audited(event(penalty(), penalty(), penalty(kind))), "TRN066")
    assert (only.line, only.stated) == (6, kind)


def test_trn066_fires_where_the_place_after_two_warnings_is_another():
    lines = event(penalty(), penalty(), penalty("disqualified", place=1))
    (only,) = found(audited(lines), "TRN066")
    assert (only.line, only.player, only.stated, only.expected, only.unit) == (6, "P02", 1, 2, "place")
    assert only.message == (
        "Line 6, entry 2 (P02): the player was sent out in line 6 after 2 warnings; the place is 1, and place 2 is due "
        "(OLY-1.53-b)."
    )
    prize = {"event": "prize", "player": "P02", "place": 1, "amount": 5000}
    (only,) = found(audited([*event(penalty(), penalty(), penalty("disqualified")), prize]), "TRN066")
    assert (only.line, only.stated, only.expected) == (7, 1, 2)


def test_trn066_fires_under_rules_of_a_room_with_one_warning_and_another_place():
    body = '[discipline]\nheads_up = { warnings = 1, place = 1, cite = "room:7", text = "One warning heads-up, then out." }'
    own = rules_of_a_room("olympic-tournament", body)
    (only,) = found(audited(event(penalty(), penalty(), ruleset="own"), rules=own), "TRN066")
    assert (only.line, only.stated, only.clause) == (5, "warning", "room:7")
    assert "stays in after 1 warning; with the next breach he is out, at place 1" in only.message
    lines = event(penalty(), penalty("disqualified", place=2), ruleset="own")
    (only,) = found(audited(lines, rules=own), "TRN066")
    assert (only.line, only.stated, only.expected) == (5, 2, 1)


def test_trn066_quiet_for_two_warnings_and_for_who_is_out_second_after_them():
    audit = audited(event(penalty(), penalty(), penalty("round", entry=1)))
    assert found(audit, "TRN066") == []
    assert (row(audit, "TRN066").agreeing, row(audit, "TRN066").inapplicable) == (2, 1)
    out = penalty("disqualified", place=2)
    for lines in (event(penalty(), penalty(), out), event(penalty(), penalty(), penalty(), out)):
        audit = audited(lines)
        assert found(audit, "TRN066") == []
        assert row(audit, "TRN066").agreeing == len(lines) - 3


def test_trn066_quiet_in_an_event_that_is_not_heads_up_and_where_the_rules_have_no_such_warnings():
    warnings = [penalty(), penalty(), penalty()]
    audit = audited(event(*warnings, classes=["daily"]))
    assert (found(audit, "TRN066"), row(audit, "TRN066").inapplicable) == ([], 1)
    audit = audited(event(*warnings, ruleset="standard-tournament"))
    assert (found(audit, "TRN066"), row(audit, "TRN066").agreeing) == ([], 0)


def test_trn066_quiet_and_untestable_where_the_class_or_the_place_is_not_recorded():
    silent = event(penalty(), penalty(), penalty())
    del silent[0]["classes"]
    audit = audited(silent)
    assert (found(audit, "TRN066"), reasons(audit)) == ([], [UNKNOWN])
    audit = audited(event(penalty(), penalty(), penalty("disqualified")))
    assert (found(audit, "TRN066"), reasons(audit)) == ([], ["no place of the player was recorded"])


def test_trn066_quiet_and_untestable_for_the_place_in_a_match_of_a_larger_event():
    lines = event(penalty(), penalty(), penalty("disqualified", place=4), players=4)
    audit = audited(lines)
    assert found(audit, "TRN066") == []
    assert reasons(audit) == ["more than two players were in, and the file does not say who played whom"]
    later = event(*busts(3, 4), penalty(), penalty(), penalty("disqualified", place=3), players=4)
    assert [each.stated for each in found(audited(later), "TRN066")] == [3]
