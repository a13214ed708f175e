"""What differs between two logs of one session, line by line."""

import json

from auditor.differences import Difference, FieldChange, differences
from auditor.evidence import Evidence
from tests.http.kit import hand_line, log, session_line
from tests.rules.pot_logs import pot_hand, pot_log

FEE = {"event": "toke", "at": "2026-03-14T17:00:00-07:00", "seat": 1, "player": "P1", "amount": 100}
CLOSE = {"event": "close", "at": "2026-03-14T23:00:00-07:00", "hands": 1}


def found(before, after, most=100):
    return differences(Evidence(before), Evidence(after), most)


def test_the_same_log_does_not_differ():
    one = found(log(hand_line(1), FEE, CLOSE), log(hand_line(1), FEE, CLOSE))
    assert (one.shown, one.added, one.removed, one.changed, one.rewritten) == ((), 0, 0, 0, 0)


def test_a_hand_is_compared_with_the_hand_of_its_number():
    changed = {**hand_line(2), "dealer": 3, "video": "cam-1"}
    one = found(log(hand_line(1), hand_line(2)), log(hand_line(2), changed))
    # hand 1 is missing; the second hand 2 is another hand
    assert [(each.kind, each.hand, each.before, each.after) for each in one.shown] == [
        ("removed", 1, 2, None),
        ("added", 2, None, 3),
    ]
    two = found(log(hand_line(1), hand_line(2)), log(hand_line(1), changed))
    assert two.shown == (
        Difference(
            "changed", "chinese_hand", 2, 3, 3, "",
            (FieldChange("dealer", "4", "3"), FieldChange("video", "", '"cam-1"')),
        ),
    )  # fmt: skip


def test_session_line_and_close_are_compared_with_their_like():
    one = found(log(hand_line(1), CLOSE), log(hand_line(1), {**CLOSE, "hands": 2}, table="T2"))
    assert [(each.what, each.fields) for each in one.shown] == [
        ("session", (FieldChange("table", '"T1"', '"T2"'),)),
        ("close", (FieldChange("hands", "1", "2"),)),
    ]


def test_other_events_are_added_or_removed_each_as_often_as_it_is_there():
    one = found(log(hand_line(1), FEE, FEE), log(hand_line(1), FEE))
    assert (one.added, one.removed, one.changed) == (0, 1, 0)
    (gone,) = one.shown
    assert (gone.what, gone.before, gone.text) == ("toke", 4, json.dumps(FEE))


def test_a_line_that_says_the_same_otherwise_does_not_differ():
    other = json.dumps(dict(reversed(session_line().items()))).encode() + b"\n" + log().split(b"\n", 1)[1]
    one = found(log(), other)
    assert (one.shown, one.rewritten) == ((), 1)


def test_a_seat_that_is_missing_differs_in_what_it_had():
    shorter = {**hand_line(1), "seats": hand_line(1)["seats"][:3]}
    (one,) = found(log(hand_line(1)), log(shorter)).shown
    assert one.fields[:2] == (
        FieldChange("seat 4, seat", "4", ""),
        FieldChange("seat 4, player", '"P4"', ""),
    )


def test_seats_are_compared_by_their_numbers():
    """They stand in another order, and one net differs: that of seat 3."""
    turned = list(reversed(hand_line(1, (300, 100, 200, -700))["seats"]))
    (one,) = found(log(hand_line(1)), log({**hand_line(1), "seats": turned})).shown
    assert one.fields == (FieldChange("seat 3, net", "300", "200"),)


def test_many_differences_are_counted_and_the_first_given():
    one = found(
        log(*(hand_line(at) for at in range(1, 50))),
        log(*(hand_line(at, (0, 0, 0, 0)) for at in range(1, 50))),
        5,
    )
    assert (len(one.shown), one.changed) == (5, 49)
    assert [each.hand for each in one.shown] == [1, 2, 3, 4, 5]
    assert (len(one.shown[0].fields), one.shown[0].more) == (4, 0)


def test_what_cannot_be_printed_is_escaped_and_long_values_are_cut():
    (one,) = found(log(), log(_note="a\u202eb" + "x" * 500)).shown
    assert one.fields[0].after.startswith('"a\\u202ebxxx')
    assert (len(one.fields[0].after), one.fields[0].after[-1]) == (121, "…")


def test_a_hand_of_a_pot_game_is_compared_act_by_act():
    first = pot_hand(1, acts=[{"act": "post", "seat": 1, "kind": "small_blind", "amount": 100}])
    other = {**first, "acts": [{**first["acts"][0], "amount": 150}]}
    one = found(pot_log(first), pot_log(other))
    assert one.shown == (
        Difference(
            "changed", "pot_hand", 1, 2, 2, "", (FieldChange("seat 1, acts[1].amount", "100", "150"),)
        ),
    )
