"""A tournament against table logs: who is out, counted stacks, and who played elsewhere."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import at, hand, log, played, seat, sitting, stacks, tables
from tests.rules.renumbered import BORDERS
from tests.rules.tournaments.build import busts, entries, header

NUMBERS = [each + 2 for each in BORDERS]  # past 127, 32,767 and 2^31
START = {"event": "clock", "action": "start", "at": at("19:00")}


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


# ---------------------------------------------------------------- TRN003


def test_trn003_fires_where_the_stack_or_the_chips_left_differ():
    bust = busts(2, table="T1", hand=9, stack=5000, at=at("20:00"))
    own = log("A", "T1", played(9, "19:50", (1, "P01", 100, 4000), (2, "P02", 4000, -4000)))
    (stack,) = found(audited([*tables(2), *bust], own), "TRN003")
    assert (stack.line, stack.entry, stack.player, stack.table) == (6, 2, "P02", "T1")
    assert (stack.stated, stack.expected, stack.severity, stack.clause) == (
        5000,
        4000,
        "critical",
        "OLY-3.4-22",
    )
    assert stack.message == (
        "Line 6, entry 2 (P02): the player went out in hand 9 of session A; it began with 4,000 chips, and the file has "
        "5,000 chips (OLY-3.4-22)."
    )
    left = log("A", "T1", played(9, "19:50", (1, "P01", 100, 3900), (2, "P02", 5000, -4900)))
    (chips,) = found(audited([*tables(2), *bust], left), "TRN003")
    assert (chips.stated, chips.expected) == (0, 100)
    assert "it left 100" in chips.message


def test_trn003_fires_where_the_player_is_not_in_the_hand():
    own = log(
        "A",
        "T1",
        played(7, "19:40", (2, "P02", 4000, -4000), (1, "P01", 9, 4000)),
        played(9, "19:50", (1, "P01", 9, 0)),
    )
    (only,) = found(audited([*tables(2), *busts(2, table="T1", hand=9, at=at("20:00"))], own), "TRN003")
    assert (only.stated, only.expected, only.unit) == (9, 7, "hand number")
    assert (
        "went out in hand 9 by the file; in the logs hand 7 of session A is the player's last" in only.message
    )
    never = log("A", "T1", played(9, "19:50", (1, "P01", 9, 0)))
    (absent,) = found(audited([*tables(2), *busts(2, table="T1", hand=9, at=at("20:00"))], never), "TRN003")
    assert (absent.stated, absent.expected) == (9, None)


def test_trn003_fires_where_the_player_was_dealt_in_after_the_hand_that_the_log_lacks():
    own = log("A", "T1", played(8, "19:50", (1, "P01", 9, 0), (2, "P02", 4000, 10)))
    (only,) = found(audited([*tables(2), *busts(2, table="T1", hand=7, at=at("20:00"))], own), "TRN003")
    assert (only.entry, only.stated, only.expected) == (2, 7, 8)
    assert (
        "went out in hand 7 by the file; in the logs hand 8 of session A is the player's last" in only.message
    )
    for earlier in (
        busts(2, table="T1", hand=9, at=at("20:00")),
        busts(2, table="T2", hand=7, at=at("20:00")),
    ):
        assert found(audited([*tables(2), *earlier], own), "TRN003") == []


def test_trn003_quiet_where_the_log_has_the_bust_as_recorded():
    own = log("A", "T1", played(9, "19:50", (1, "P01", 100, 4000), (2, "P02", 4000, -4000)))
    for stated in ({"table": "T1", "hand": 9, "stack": 4000}, {"session": "A", "hand": 9}, {"stack": 4000}):
        audit = audited([*tables(2), *busts(2, at=at("20:00"), **stated)], own)
        assert found(audit, "TRN003") == []
        assert row(audit, "TRN003").agreeing == 1


def test_trn003_fires_where_the_stack_is_not_that_of_the_same_hand_in_the_file():
    bust = busts(2, table="T1", hand=9, stack=5000, at=at("20:00"))
    (only,) = found(audited([*tables(2), in_file(26000, 4000, number=9), *bust]), "TRN003")
    assert (only.line, only.entry, only.player, only.table) == (7, 2, "P02", "T1")
    assert (only.stated, only.expected, only.unit) == (5000, 4000, "chips")
    assert only.message == (
        "Line 7, entry 2 (P02): the player went out with 5,000 chips; by line 6 hand 9 began with 4,000 chips (OLY-3.4-22)."
    )


def test_trn003_quiet_where_the_file_shows_the_hand_as_recorded_or_does_not_show_it():
    other = in_file(26000, 4000, number=9)
    for stated, hands in (
        ({"stack": 4000}, [other]),
        ({"stack": 5000}, [in_file(26000, 4000, number=8)]),
        ({"stack": 5000}, [other | {"table": "T2"}]),
        ({"stack": 5000}, [in_file(26000, number=9)]),
        ({"stack": 5000}, [other, in_file(25000, 5000, number=9)]),
        ({"stack": 5000}, [other | {"seats": sitting((1, 1), (2, 2))}]),
        ({}, [other]),
    ):
        bust = busts(2, table="T1", hand=9, at=at("20:00"), **stated)
        audit = audited([*tables(2), *hands, *bust])
        assert found(audit, "TRN003") == []
        assert reasons(audit, "TRN003") == ["no log shows the hand in which the player went out"]


@pytest.mark.parametrize(
    ("stated", "players", "reason"),
    [
        ({"table": "T2", "hand": 3}, (2, "P02", 100, 5), "no log shows the hand in which the player went out"),
        ({"table": "T1"}, (2, "P02", 100, 5), "no log shows the hand in which the player went out"),
        ({"table": "T1", "hand": 9, "stack": 4000}, (2, "P02", None, None),
         "the stack or the result of the player's last hand was not recorded"),
    ],
)  # fmt: skip
def test_trn003_quiet_where_no_log_shows_the_hand(stated, players, reason):
    audit = audited(
        [*tables(2), *busts(2, at=at("20:00"), **stated)], log("A", "T1", played(9, "19:50", players))
    )
    assert found(audit, "TRN003") == []
    assert (row(audit, "TRN003").untestable, reasons(audit, "TRN003")) == (1, [reason])


def test_trn003_quiet_where_the_log_has_only_a_bust_before_a_rebuy():
    first = busts(2, table="T1", hand=5, at=at("19:30"))
    later = [
        {"event": "rebuy", "entry": 2, "at": at("19:31")},
        *busts(2, table="T2", hand=30, at=at("21:00")),
    ]
    own = log("A", "T1", played(5, "19:20", (1, "P01", 9, 9), (2, "P02", 100, -100)))
    audit = audited([*tables(2, kind="rebuy_broke", rebuy={"price": 1, "chips": 9}), *first, *later], own)
    assert found(audit, "TRN003") == []
    assert (row(audit, "TRN003").agreeing, row(audit, "TRN003").untestable) == (1, 1)


# ---------------------------------------------------------------- TRN004


def test_trn004_fires_once_where_who_is_out_is_dealt_in_again():
    again = [hand("T1", number, seats=sitting((1, 1), (3, 3))) for number in (9, 10)]
    (only,) = found(audited([*tables(3), *busts(3, table="T1", hand=8), *again]), "TRN004")
    assert (only.line, only.hand, only.table, only.seat) == (9, 9, "T1", 3)
    assert (only.entry, only.player, only.stated, only.expected) == (3, "P03", 3, None)
    assert only.message == (
        "Line 9, hand 9: entry 3 (P03) is dealt in, and is out since line 8 (OLY-3.4-22)."
    )


def test_trn004_fires_in_a_log():
    own = log("B", "T1", played(9, "20:00", (2, "P02", 100, 0)), played(10, "20:05", (2, "P02", 100, 0)))
    (only,) = found(audited([*tables(2), *busts(2, table="T1", hand=9, at=at("20:00"))], own), "TRN004")
    assert (only.session, only.line, only.hand, only.stated) == ("B", 3, 10, 2)
    assert only.message.startswith("Session B, line 3, hand 10: entry 2 (P02)")


@pytest.mark.parametrize(
    "listed",
    [
        {"event": "count", "tables": [stacks("T1", e1=10_000, e3=500)]},
        {
            "event": "colour_up", "chip": 25, "next": 100,
            "tables": [{"table": "T1", "stacks": [{"entry": 3, "before": 500, "after": 500}]}],
        },
    ],
    ids=["count", "colour-up"],
)  # fmt: skip
def test_trn004_fires_where_who_is_out_has_chips(listed):
    lines = [*tables(3), *busts(3, table="T1", hand=8), listed]
    (only,) = found(audited([*lines, hand("T1", 9, seats=sitting((1, 1)))]), "TRN004")
    assert (only.line, only.entry, only.player, only.table, only.stated) == (9, 3, "P03", "T1", 3)
    assert (
        only.message == "Line 9, entry 3 (P03): it has 500 chips at T1, and is out since line 8 (OLY-3.4-22)."
    )
    dealt = audited([*lines, hand("T1", 9, seats=sitting((1, 1), (3, 3)))])
    assert [each.line for each in found(dealt, "TRN004")] == [10]  # once for each time that it went out


def test_trn004_quiet_where_who_is_out_is_counted_with_nothing_or_bought_again():
    nothing = {"event": "count", "tables": [stacks("T1", e1=10_000, e3=0)]}
    assert found(audited([*tables(3), *busts(3, table="T1", hand=8), nothing]), "TRN004") == []
    bought = [{"event": "rebuy", "entry": 3, "before": 0}, nothing | {"tables": [stacks("T1", e3=500)]}]
    rebuys = tables(3, kind="rebuy_any", rebuy={"price": 1000, "chips": 500})
    assert found(audited([*rebuys, *busts(3, table="T1", hand=8), *bought]), "TRN004") == []


def test_trn004_quiet_in_the_last_hand_after_a_rebuy_and_with_a_new_entry():
    """At the same instant the file comes first: the hand in which a player goes out is none that he plays on in."""
    bought = {"event": "rebuy", "entry": 2, "before": 0, "at": at("20:02")}
    new = {"event": "reentry", "entry": 3, "player": "P01", "at": at("20:03")}
    lines = [*tables(2, kind="rebuy_any", rebuy={"price": 1000, "chips": 5000}, reentries=True)]
    lines += [*busts(2, table="T1", hand=9, at=at("20:00")), bought, *busts(1, at=at("20:03")), new]
    own = log(
        "B",
        "T1",
        played(9, "20:00", (2, "P02", 100, 0)),
        played(10, "20:05", (2, "P02", 100, 0), (1, "P01", 9, 0)),
    )
    audit = audited([*lines, hand("T1", 11)], own)
    assert found(audit, "TRN004") == []
    assert (row(audit, "TRN004").agreeing, row(audit, "TRN004").untestable) == (2, 1)
    assert reasons(audit, "TRN004") == ["the players of the hand were not recorded"]


# ---------------------------------------------------------------- TRN045


def cash(*hands, **stated):
    return log("C", "C1", *hands, tournament=None, **stated)


def test_trn045_fires_once_a_player_and_log():
    hands = [played(each, f"19:{each}", (1, "P02", 100, 0), (2, "P99", 100, 0)) for each in (30, 40)]
    other = log("D", "T1", played(1, "19:45", (4, "P02", 100, 0)), tournament="OTHER")
    first, second = found(audited([*tables(2), START], cash(*hands), other), "TRN045")
    assert (first.session, first.line, first.hand, first.table, first.seat) == ("C", 2, 30, "C1", 1)
    assert (first.player, first.entry, first.stated, first.expected) == ("P02", 2, "P02", 2)
    assert first.message == (
        "Session C, line 2, hand 30: P02 plays at table C1, and is in the tournament with entry 2 (OLY-2.7)."
    )
    assert (second.session, second.line, second.seat) == ("D", 2, 4)


@pytest.mark.parametrize("number", NUMBERS)
def test_trn045_fires_whatever_the_number_of_the_hand(number):
    hands = [played(number, "19:30", (1, "P02", 100, 0), (2, "P99", 100, 0))]
    audit = audited([*tables(2), START], cash(*hands))
    assert [(each.hand, each.seat, each.player) for each in found(audit, "TRN045")] == [(number, 1, "P02")]


def test_trn045_fires_with_the_id_in_its_title_as_it_is_recorded():
    seated = [each | {"player": "p-2"} if each.get("player") == "P02" else each for each in tables(2)]
    other = cash(played(1, "19:30", (1, "p-2", 100, 0), (2, "P99", 100, 0)))
    audit = audited([*seated, START], other)
    assert [each.player for each in found(audit, "TRN045")] == ["p-2"]
    assert [each.title for each in audit.incidents] == ["p-2 played at another table during the tournament"]


def test_trn045_quiet_before_the_start_and_after_the_player_is_out():
    late = {"event": "entry", "entry": 4, "player": "P04", "at": at("19:30")}
    lines = [*tables(3), START, late, *busts(3, at=at("20:00"))]
    before = [played(1, "18:50", (1, "P01", 9, 0)), played(2, "19:10", (1, "P04", 9, 0))]
    audit = audited(
        lines, cash(*before, played(3, "20:10", (1, "P03", 9, 0)), played(4, "20:20", (1, "P99", 9, 0)))
    )
    assert found(audit, "TRN045") == []
    assert row(audit, "TRN045").agreeing == 3


@pytest.mark.parametrize(
    "end",
    [
        busts(1, at=at("20:00")),
        [{"event": "deal", "at": at("20:00"), "players": [{"player": "P02", "amount": 1}]}],
        [{"event": "close", "at": at("20:00")}],
    ],
    ids=["one is left", "a deal", "closed"],
)
def test_trn045_quiet_once_the_tournament_is_over(end):
    audit = audited([*tables(2), START, *end], cash(played(1, "20:10", (1, "P02", 9, 0))))
    assert found(audit, "TRN045") == []
    assert row(audit, "TRN045").agreeing == 1


def test_trn045_quiet_without_other_logs_or_without_times():
    own = log("A", "T1", played(1, "19:10", (1, "P01", 9, 0)))
    other_room = cash(played(1, "19:10", (1, "P01", 9, 0)), room="TEST-3")
    audit = audited([*tables(2), START], own, other_room)
    assert found(audit, "TRN045") == []
    assert reasons(audit, "TRN045") == ["no log of another table was given"]
    unknown = audited(tables(2), cash(played(1, "19:10", (1, "P01", 9, 0))))
    untimed = audited([*tables(2), START], cash(played(1, None, (1, "P01", 9, 0))))
    for each in (unknown, untimed):
        assert found(each, "TRN045") == []
        assert reasons(each, "TRN045") == [
            "the time of the hand, or of the start of the tournament, was not recorded"
        ]


# ---------------------------------------------------------------- TRN046


def test_trn046_fires_where_an_entry_goes_out_again():
    gone = {"event": "penalty", "entry": 2, "kind": "disqualified", "removed": 0}
    twice, after = found(audited([*tables(3), *busts(3, 3, 2), gone]), "TRN046")
    assert (twice.line, twice.entry, twice.player, twice.stated, twice.expected) == (9, 3, "P03", 3, None)
    assert (
        twice.message
        == "Line 9, entry 3 (P03): the entry went out, and is out since line 8 (external:RECORD-attributable)."
    )
    assert (after.line, after.entry) == (11, 2)


def test_trn046_quiet_after_a_rebuy_and_for_entries_that_never_were_in():
    again = [
        *busts(2),
        {"event": "rebuy", "entry": 2},
        *busts(2),
        *busts(77),
        {"event": "unregister", "entry": 1},
    ]
    audit = audited([*tables(2, kind="rebuy_any"), *again, *busts(1)])
    assert found(audit, "TRN046") == []
    assert (row(audit, "TRN046").agreeing, row(audit, "TRN046").inapplicable) == (2, 2)


# ---------------------------------------------------------------- TRN047


def counted(clock, *listed):
    return {"event": "count", "at": at(clock), "tables": list(listed)}


def test_trn047_fires_where_a_stack_is_not_what_the_last_hand_left():
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16500, 500), (2, "P02", 13500, -500)))
    count = counted("19:30", stacks("T1", e1=17500, e2=13000))
    (only,) = found(audited([*tables(2), count], own), "TRN047")
    assert (only.line, only.entry, only.player, only.table) == (6, 1, "P01", "T1")
    assert (only.stated, only.expected, only.clause) == (17500, 17000, "external:CHIPS-conserved")
    assert only.message == (
        "Line 6, entry 1 (P01): 17,500 chips were counted; hand 1 of session A left 17,000 chips, with what was bought or raced "
        "since (external:CHIPS-conserved)."
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_trn047_fires_whatever_the_number_of_the_hand(number):
    own = log("A", "T1", played(number, "19:10", (1, "P01", 16500, 500), (2, "P02", 13500, -500)))
    (only,) = found(audited([*tables(2), counted("19:30", stacks("T1", e1=17500, e2=13000))], own), "TRN047")
    assert (only.line, only.entry, only.stated, only.expected) == (6, 1, 17500, 17000)
    assert f"; hand {number} of session A left 17,000 chips" in only.message


def test_trn047_quiet_with_what_was_bought_and_raced_since():
    raced = {"event": "colour_up", "chip": 25, "next": 100, "at": at("19:20"), "tables": [
        {"table": "T1", "stacks": [{"entry": 1, "before": 16950, "after": 17000}]}]}  # fmt: skip
    bought = [
        {"event": "add_on", "entry": 1, "at": at("19:22")},
        {"event": "rebuy", "entry": 2, "chips": 700, "at": at("19:22")},
    ]
    lines = tables(2, kind="rebuy_any", add_on={"price": 1, "chips": 1000}, rebuy={"price": 1, "chips": 900})
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16450, 500), (2, "P02", 500, -500)))
    audit = audited([*lines, raced, *bought, counted("19:30", stacks("T1", e1=18000, e2=700))], own)
    assert found(audit, "TRN047") == []
    assert row(audit, "TRN047").agreeing == 1


def test_trn003_quiet_where_the_count_shows_that_the_line_of_the_hand_is_wrong():
    lines = [*tables(3, stack=15000), in_file(16500, 27500, 1500, number=1)]
    count = counted("19:30", stacks("T1", e1=16500, e2=28500))
    for stack, codes in ((1000, ["TRN047"]), (900, ["TRN003", "TRN047"])):
        bust = busts(3, table="T1", hand=1, stack=stack, at=at("19:20"))
        audit = audited([*lines, *bust, count])
        assert [code for code in ("TRN003", "TRN047") if found(audit, code)] == codes


@pytest.mark.parametrize(
    "between",
    [
        [seat(1, "T2", 1, at=at("19:20"))],  # at a table without a log
        [hand("T1", 2, at=at("19:20"))],  # a hand that the log does not have
        [{"event": "rebuy", "entry": 1, "at": at("19:20")}],  # of chips that are not known
    ],
    ids=["moved", "hand", "rebuy"],
)
def test_trn047_quiet_where_no_log_shows_the_last_hand(between):
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16500, 500)))
    audit = audited(
        [header(), *entries(1), seat(1, "T1", 1), *between, counted("19:30", stacks("T1", e1=1))], own
    )
    assert found(audit, "TRN047") == []
    assert reasons(audit, "TRN047") == ["no log shows what the last hand before the count left"]


# ---------------------------------------------------------------- TRN048


def test_trn048_fires_where_a_penalty_is_of_three_rounds():
    penalty = {"event": "penalty", "entry": 2, "kind": "round", "rounds": 3}
    (only,) = found(audited([*tables(2), penalty]), "TRN048")
    assert (only.line, only.entry, only.player, only.stated, only.expected) == (6, 2, "P02", 3, 1)
    assert (only.clause, only.unit) == ("OLY-1.53-a", "rounds")
    assert only.message == "Line 6, entry 2 (P02): the penalty has a length of 3; it is 1 round (OLY-1.53-a)."


def test_trn048_fires_for_a_penalty_of_time_only_under_the_reading_of_one_round():
    lines = [*tables(2), {"event": "penalty", "entry": 2, "kind": "time", "rounds": 3}]
    (only,) = found(audited(lines, readings={"AMB-OLY-time-penalty": "one_round"}), "TRN048")
    assert (only.stated, only.expected, only.clause) == (3, 1, "OLY-1.34-c")
    assert found(audited(lines), "TRN048") == []


def test_trn048_quiet_for_one_round_and_for_other_penalties():
    rounds = [{"event": "penalty", "entry": 1, "kind": "round"} | more for more in ({"rounds": 1}, {})]
    audit = audited([*tables(2), *rounds, {"event": "penalty", "entry": 1, "kind": "warning"}])
    assert found(audit, "TRN048") == []
    assert reasons(audit, "TRN048") == ["the rounds of the penalty were not recorded"]
    assert (row(audit, "TRN048").agreeing, row(audit, "TRN048").inapplicable) == (1, 1)


def in_file(*stacks, number=1):
    """A hand of the file with the chips of entries 1 and on before the deal."""
    seats = [{"entry": at, "seat": at, "chips": chips} for at, chips in enumerate(stacks, 1)]
    return {"event": "hand", "table": "T1", "hand": number, "at": at("19:10"), "seats": seats}


def test_trn047_fires_where_a_stack_of_a_hand_of_the_file_is_not_that_of_the_log():
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16500, 500), (2, "P02", 13500, -500)))
    (only,) = found(audited([*tables(2), in_file(16500, 13000)], own), "TRN047")
    assert (only.line, only.entry, only.player, only.stated, only.expected) == (6, 2, "P02", 13000, 13500)
    assert only.message == (
        "Line 6, entry 2 (P02): 13,000 chips lay in front before hand 1; its log in session A has 13,500 chips "
        "(external:CHIPS-conserved)."
    )


def test_trn047_quiet_where_the_stacks_of_a_hand_agree_and_where_no_log_has_it():
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16500, 500), (2, "P02", 13500, -500)))
    assert found(audited([*tables(2), in_file(16500, 13500)], own), "TRN047") == []
    other = audited([*tables(2), in_file(16500, 13500, number=2)], own)
    assert found(other, "TRN047") == []
    assert reasons(other, "TRN047") == ["no log has the hand of the file, or several have it"]


def test_trn047_fires_once_where_the_stacks_of_a_table_are_not_those_of_its_next_count():
    """Two hands with the same wrong sum are one difference, and who went out left his chips at the table."""
    hands = [
        in_file(16500, 13000, 15000, number=1),
        in_file(17000, 12500, 15000, number=2),
        in_file(16000, 14000, 15000, number=3),
    ]
    count = counted("19:30", stacks("T1", e1=16500, e2=13500, e3=15000))
    (only,) = found(audited([*tables(3, stack=15000), *hands, count]), "TRN047")
    assert (only.line, only.entry, only.table, only.seat) == (9, None, "T1", None)
    out = busts(3, table="T1", hand=4, stack=500, at=at("19:20"))
    count = counted("19:30", stacks("T1", e1=16500, e2=28500))
    hands = [in_file(16000, 28000, 500, number=1), in_file(17500, 26500, 500, number=2)]
    (only,) = found(audited([*tables(3, stack=15000), *hands, *out, count]), "TRN047")
    assert (only.line, only.stated, only.expected, only.unit) == (9, 44500, 45000, "chips")
    assert only.message == (
        "Line 9: 44,500 chips lay on table T1 before hand 2; the count of line 11 has 45,000 chips there, and no chips came or "
        "went in between (external:CHIPS-conserved)."
    )


@pytest.mark.parametrize(
    "between",
    [
        {"event": "seat", "entry": 4, "table": "T1", "seat": 4},
        {"event": "move", "entry": 4, "from": {"table": "T1", "seat": 9}, "to": {"table": "T2", "seat": 1}},
        {"event": "move", "entry": 4, "from": {"table": "T2", "seat": 1}, "to": {"table": "T1", "seat": 9}},
        {"event": "rebuy", "entry": 2, "chips": 0},
        {"event": "add_on", "entry": 2, "chips": 0},
        {"event": "penalty", "entry": 2, "kind": "warning"},
        {"event": "colour_up", "chip": 25, "next": 100, "tables": []},
        {"event": "draw", "reason": "other", "seats": []},
        {"event": "table_break", "table": "T1"},
    ],
    ids=lambda between: between["event"],
)
def test_trn047_quiet_where_chips_may_have_come_to_the_table(between):
    count = counted("19:30", stacks("T1", e1=16500, e2=13500))
    assert [
        each.line
        for each in found(audited([*tables(2, stack=15000), in_file(16500, 13000), count]), "TRN047")
    ] == [6]
    assert found(audited([*tables(2, stack=15000), in_file(16500, 13000), between, count]), "TRN047") == []


def test_trn047_quiet_in_hands_before_which_chips_were_bought_since_the_last_count():
    """Chips that were paid for may be brought to the table later."""
    paid = {"event": "add_on", "entry": 2, "chips": 500}
    count = counted("19:30", stacks("T1", e1=16500, e2=14000))
    first = tables(2, stack=15000)
    assert found(audited([*first, paid, in_file(16500, 13500), count]), "TRN047") == []
    audit = audited([*first, paid, count, in_file(16500, 13500, number=2), count])
    assert [(each.line, each.stated, each.expected) for each in found(audit, "TRN047")] == [(8, 30000, 30500)]


def test_trn047_quiet_where_the_count_does_not_show_the_chips_of_the_hand():
    right = counted("19:30", stacks("T1", e1=16500, e2=13500))
    for hand_of_file, count in (
        (in_file(16500, 13500), right),
        (in_file(16500), right),  # not everybody was listed
        (in_file(16500, 13000), counted("19:30", stacks("T1", e1=16500, e2=14500))),  # the count is wrong
        (
            in_file(16500, 13000),
            counted("19:30", stacks("T1", e1=30000)),
        ),  # nobody wrote down that entry 2 went out
        (in_file(16500, 13000), counted("19:30", {"table": "T1", "chips": 30000})),
        (in_file(16500, 13000) | {"table": "T2"}, right),
        (in_file(16500, 13000) | {"seats": sitting((1, 1), (2, 2))}, right),
    ):
        assert found(audited([*tables(2, stack=15000), hand_of_file, count]), "TRN047") == []


def test_trn065_fires_on_a_log_in_another_currency():
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16500, 500), (2, "P02", 13500, -500)))
    foreign = [own[0] | {"currency": "USD"}, *own[1:]]
    (only,) = found(audited([*tables(2)], foreign), "TRN065")
    assert (only.session, only.line, only.table, only.stated, only.expected) == ("A", 1, "T1", "USD", "EUR")
    assert (only.kind, only.severity) == ("discrepancy", "minor")
    assert only.message == (
        "The log of table T1 (session A) is in USD; the tournament is in EUR (external:RECORD-attributable)."
    )


def test_trn065_quiet_for_logs_in_the_currency_of_the_tournament_and_of_other_events():
    own = log("A", "T1", played(1, "19:10", (1, "P01", 16500, 500), (2, "P02", 13500, -500)))
    other = [own[0] | {"currency": "USD", "tournament": "T-9", "session": "B"}, *own[1:]]
    assert found(audited([*tables(2)], own, other), "TRN065") == []
