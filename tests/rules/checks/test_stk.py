"""STK: stakes and table."""

import pytest

from rules.controls.library import Library, library
from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session
from tests.rules.open_face import CARNIVALE, CASH, EVENT, PINEAPPLE, QUEENS, X, Y, Z, at, missed, ofc


def two(number=1, **fields):
    return hand(number, seat(1, A), seat(2, B), **fields)


# ------------------------------------------------------------------------------- STK001 unit-above-cap


@pytest.mark.parametrize("unit", [1001, 2500, 10**12])
def test_stk001_fires_above_ten_dollars(unit):
    """WSGC-3b: "The maximum betting limit players can play for is $10 per unit." """
    (above,) = found(audited(two(unit=unit)), "STK001")
    assert (above.hand, above.line, above.stated, above.expected, above.clause) == (
        1,
        2,
        unit,
        1000,
        "WSGC-3b",
    )
    assert (above.kind, above.severity) == ("violation", "critical")


def test_stk001_fires_where_the_session_says_the_unit():
    assert [each.hand for each in found(audited(session(unit=1001), two(), two(2, unit=100)), "STK001")] == [
        1
    ]


def test_stk001_quiet_at_ten_dollars():
    assert found(audited(two(unit=1000), two(2, unit=1)), "STK001") == []


def test_stk001_quiet_and_untestable_in_another_currency_or_without_a_unit():
    assert coverage(audited(session(currency="CAD"), two(unit=5000)), "STK001").untestable == 1
    assert coverage(audited(session(unit=None), two()), "STK001").untestable == 1


# ------------------------------------------------------------------------------- STK002 unit-changed


def test_stk002_fires_where_the_unit_changes_in_mid_session():
    audit = audited(two(40, unit=100), two(41, unit=200), two(42, unit=200), two(43))
    (run,) = found(audit, "STK002")
    assert (run.hand, run.hands, run.stated, run.expected) == (41, [41, 42], 200, 100)
    assert run.message.startswith("2 hands, 41 to 42: played at $2.00 a unit; the session is played at $1.00")
    assert coverage(audit, "STK002").differing == 2


def test_stk002_quiet_where_it_stays():
    assert found(audited(two(1, unit=100), two(2), two(3, unit=100)), "STK002") == []


def test_stk002_quiet_where_no_unit_was_recorded():
    audit = audited(session(unit=None), two(1, unit=100), two(2), two(3, unit=100))
    assert found(audit, "STK002") == []
    assert coverage(audit, "STK002").untestable == 1


# ------------------------------------------------------------------------------- STK003 number-of-players


@pytest.mark.parametrize("count", [5, 10])
def test_stk003_fires_above_four(count):
    (many,) = found(audited(hand(1, *(seat(number) for number in range(1, count + 1)))), "STK003")
    assert (many.hand, many.stated, many.expected, many.kind, many.clause) == (
        1,
        count,
        4,
        "violation",
        "WSGC-1c",
    )


def test_stk003_fires_undetermined_for_one_alone():
    """The sheet gives no least number of players (AMB-PLAYERS)."""
    (alone,) = found(audited(hand(1, seat(1, A))), "STK003")
    assert (alone.stated, alone.kind) == (1, "undetermined")


def test_stk003_quiet_for_two_to_four():
    hands = [hand(n, *(seat(k, rows) for k, rows in enumerate((A, B, C, D)[:n], 1))) for n in (2, 3, 4)]
    assert found(audited(*hands), "STK003") == []


# ------------------------------------------------------------------------------- STK004 player-in-two-seats


def test_stk004_fires_at_both_seats():
    audit = audited(hand(1, seat(1, A), seat(2, B), seat(4, C, player="P1")))
    reported = found(audit, "STK004")
    assert [(each.seat, each.player, each.severity) for each in reported] == [
        (1, "P1", "critical"),
        (4, "P1", "critical"),
    ]


def test_stk004_quiet_where_a_player_moved_between_hands():
    assert found(audited(two(1), hand(2, seat(1, A, player="P2"), seat(2, B, player="P1"))), "STK004") == []


# ------------------------------------------------------------------------------- STK005 button-on-empty-seat


def test_stk005_fires_where_nobody_sat_at_the_button():
    (empty,) = found(audited(two(dealer=4)), "STK005")
    assert (empty.hand, empty.stated) == (1, 4)


def test_stk005_fires_as_a_note_where_hands_before_are_not_on_record():
    """The log begins with hand 21: somebody may have sat at seat 4 before, and kept the button."""
    (asked,) = found(audited(two(21, dealer=4)), "STK005")
    assert (asked.hand, asked.kind, asked.severity) == (21, "undetermined", "note")
    assert "earlier hands are not on record, and somebody may have sat there" in asked.message


def test_stk005_quiet_where_a_player_had_it_or_it_was_not_recorded():
    audit = audited(two(1, dealer=2), two(2))
    assert found(audit, "STK005") == []
    assert coverage(audit, "STK005").untestable == 1


# ------------------------------------------------------------------------------- STK006 banker-not-in-hand

HOUSE = session(ruleset="classic-house")


def four(number=1, **fields):
    """A beats B beats C beats D in every row. C holds the ace of spades."""
    return hand(number, *(seat(n, rows) for n, rows in enumerate((A, B, C, D), 1)), **fields)


def test_stk006_fires_where_the_banker_did_not_play():
    (absent,) = found(audited(HOUSE, four(banker=7)), "STK006")
    assert (absent.hand, absent.seat, absent.stated, absent.expected) == (1, None, 7, "one of 1, 2, 3, 4")
    assert (absent.kind, absent.severity, absent.clause) == ("violation", "major", "VAR-house-bank")
    assert "the banker is seat 7, where nobody sat (seats 1, 2, 3, 4 were dealt in)" in absent.message


def test_stk006_fires_with_the_clause_of_the_game():
    (absent,) = found(audited(session(ruleset="malayan"), four(banker=5)), "STK006")
    assert absent.clause == "MY-bank"


def test_stk006_fires_where_the_dealer_banks_and_the_button_is_at_an_empty_seat():
    registry = Library([library().get("classic-house").under({"AMB-BANK-SEAT": "dealer"})])
    audit = audited(HOUSE, four(1, banker=1, dealer=6), four(2, banker=6, dealer=1), library=registry)
    assert [(each.hand, each.stated) for each in found(audit, "STK006")] == [(1, 6)]


def test_stk006_quiet_where_the_banker_played():
    audit = audited(HOUSE, four(1, banker=1), four(2, banker=4))
    assert found(audit, "STK006") == []
    assert coverage(audit, "STK006").tested == 2


def test_stk006_quiet_and_untestable_where_no_banker_was_recorded():
    audit = audited(HOUSE, four(1), four(2, banker=1))
    assert found(audit, "STK006") == []
    (why,) = coverage(audit, "STK006").because
    assert (why.reason, why.hands) == ("the banker was not recorded", 1)


def test_stk006_quiet_in_games_without_a_banker():
    assert found(audited(four(banker=7)), "STK006") == []


# ------------------------------------------------------------------------------- STK007 forced-dealer-wrong

FORCED = session(ruleset="classic-ace-of-spades-dealer")
NOT_SHOWN = "the record does not show which player held the ace of spades in the deal before"
GONE = "the player who held the ace of spades in the deal before is not in the hand"


def test_stk007_fires_where_another_player_held_the_ace_of_spades():
    (wrong,) = found(audited(FORCED, four(6), four(7, dealer=1, forced_dealer=True)), "STK007")
    assert (wrong.hand, wrong.line, wrong.player, wrong.stated, wrong.expected) == (7, 3, "P1", "P1", "P3")
    assert (wrong.kind, wrong.severity, wrong.clause) == ("violation", "minor", "ACE-SPADES-deal")


def test_stk007_fires_for_the_first_hand_of_a_block(monkeypatch):
    monkeypatch.setattr("rules.records.reader.HANDS_A_BLOCK", 1)  # and so a block for every 512 lines
    hands = [four(number, dealer=1, forced_dealer=number > 1) for number in range(1, 521)]
    wrong = found(audited(FORCED, *hands), "STK007")
    assert [each.hand for each in wrong] == list(range(2, 521))


def test_stk007_quiet_where_the_holder_deals_wherever_he_sits_now():
    moved = hand(
        3,
        seat(1, A, player="P3"),
        seat(2, B),
        seat(3, C, player="P1"),
        seat(4, D),
        dealer=1,
        forced_dealer=True,
    )
    audit = audited(FORCED, four(1), four(2, dealer=3, forced_dealer=True), moved)
    assert found(audit, "STK007") == []
    assert coverage(audit, "STK007").tested == 3


def test_stk007_quiet_where_somebody_was_willing():
    assert (
        found(audited(FORCED, four(1), four(2, dealer=1), four(3, dealer=2, forced_dealer=False)), "STK007")
        == []
    )


@pytest.mark.parametrize(
    ("before", "number", "fields", "reason"),
    [
        (four(5), 7, {"dealer": 1}, NOT_SHOWN),
        (four(6, void=True), 7, {"dealer": 1}, NOT_SHOWN),
        (hand(6, seat(1, A), seat(2, B)), 7, {"dealer": 1}, NOT_SHOWN),
        (four(6), 7, {}, "the player who had to deal is not known"),
        (four(6), 7, {"dealer": 9}, "the player who had to deal is not known"),
        (hand(6, seat(1, A), seat(2, C, player="P8")), 7, {"dealer": 1}, GONE),
    ],
    ids=["a hand is missing", "void", "not among the cards", "no button", "empty button", "gone"],
)  # fmt: skip
def test_stk007_quiet_and_untestable_where_it_does_not_show(before, number, fields, reason):
    audit = audited(FORCED, before, four(number, forced_dealer=True, **fields))
    assert found(audit, "STK007") == []
    assert [(each.reason, each.hands) for each in coverage(audit, "STK007").because] == [(reason, 1)]


def test_stk007_quiet_in_the_first_hand_and_in_games_without_a_forced_dealer():
    audit = audited(FORCED, four(1, dealer=1, forced_dealer=True))
    assert found(audit, "STK007") == []
    assert coverage(audit, "STK007").untestable == 1
    assert found(audited(four(1), four(2, dealer=1, forced_dealer=True)), "STK007") == []


# ------------------------------------------------------------------------------- STK008 not-of-this-game

POOLED = {"contributions": [{"seat": 1, "amount": 300}], "awards": []}


def test_stk008_fires_once_for_each_kind_of_record_that_the_game_has_no_rule_for():
    audit = audited(
        two(1, banker=1),
        two(2, banker=1, pool=POOLED),
        two(3, forced_dealer=True, dealer=2),
        hand(4, seat(1, A, aces=True), seat(2, B, aces=False)),
    )
    reported = found(audit, "STK008")
    assert [(each.stated, each.hands, each.hand) for each in reported] == [
        ("banker", [1, 2], None),
        ("pool", [2], None),
        ("forced_dealer", [3], None),
        ("aces", [4], None),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("undetermined", "note", "external:RECORD-attributable")
    }
    assert reported[0].message.startswith(
        "2 hands record a banker (`banker`), for which wsgc-base has no rule"
    )
    assert reported[1].message.startswith("Hand 2 records a pool")
    assert coverage(audit, "STK008").open == 4


def test_stk008_quiet_where_nothing_of_it_happened():
    audit = audited(two(1, forced_dealer=False, dealer=1), hand(2, seat(1, A, aces=False), seat(2, B)))
    assert found(audit, "STK008") == []


@pytest.mark.parametrize(
    ("ruleset", "fields"),
    [
        ("classic-house", {"banker": 1}),
        ("classic-pool", {"pool": POOLED}),
        ("classic-ace-of-spades-dealer", {"forced_dealer": True, "dealer": 1}),
    ],
)
def test_stk008_quiet_where_the_game_has_the_rule(ruleset, fields):
    assert found(audited(session(ruleset=ruleset), four(**fields)), "STK008") == []


def test_stk008_quiet_for_a_bet_on_aces_where_the_game_has_one():
    event = hand(1, seat(1, A, aces=True), seat(2, B))
    assert found(audited(session(ruleset="hawaiian-gardens-aces"), event), "STK008") == []
    assert [each.stated for each in found(audited(session(ruleset="hawaiian-gardens"), event), "STK008")] == [
        "aces"
    ]


# ------------------------------------------------------------------------------- STK009 variant-differs


@pytest.mark.parametrize(
    ("ruleset", "recorded", "described", "clause"),
    [
        (CARNIVALE, "pineapple", "ofc", "CARN-deal-single"),
        (EVENT, "pineapple", "ofc", "OFC-one-per-turn"),
        (CASH, "pineapple", "ofc", "OFC-one-per-turn"),
        (PINEAPPLE, "ofc", "pineapple", "PINE-three"),
    ],
)
def test_stk009_fires_where_another_variant_was_recorded(ruleset, recorded, described, clause):
    (other,) = found(audited(ruleset, ofc(1, seat(1, X), seat(2, Y), variant=recorded)), "STK009")
    assert (other.hand, other.seat, other.stated, other.expected) == (1, None, recorded, described)
    assert (other.kind, other.severity, other.clause) == ("violation", "major", clause)
    assert (
        f"the hand is recorded as {recorded}; {ruleset['ruleset']}@1 describes {described}" in other.message
    )


def test_stk009_quiet_where_the_variant_is_that_of_the_controls():
    for ruleset, variant in ((CARNIVALE, "ofc"), (EVENT, "ofc"), (CASH, "ofc"), (PINEAPPLE, "pineapple")):
        audit = audited(ruleset, ofc(1, seat(1, X), seat(2, Y), variant=variant))
        assert found(audit, "STK009") == []
        assert coverage(audit, "STK009").agreeing == 1


# ------------------------------------------------------------------------------- open-face hands

CALLED = {"clock_calls": [{"at": at(40), "seat": 1, "acted_at": at(50)}]}


def test_stk003_fires_for_a_fourth_player_at_pineapple():
    event = ofc(1, *(seat(n, rows) for n, rows in enumerate((X, Y, Z, QUEENS), 1)), variant="pineapple")
    (many,) = found(audited(PINEAPPLE, event), "STK003")
    assert (many.stated, many.expected, many.clause) == (4, 3, "PINE-players")


def test_stk003_quiet_for_four_at_the_other_tables_who_missed_the_hand_among_them():
    event = ofc(1, seat(1, X), seat(2, Y), seat(3, Z), missed(4))
    for ruleset in (CARNIVALE, EVENT, CASH):
        assert found(audited(ruleset, event), "STK003") == []


def test_stk002_fires_where_the_unit_of_an_open_face_cash_game_changes():
    events = [
        ofc(number, seat(1, X), seat(2, Y), unit=unit) for number, unit in ((1, 100), (2, 100), (3, 200))
    ]
    assert [each.hand for each in found(audited(CASH, *events), "STK002")] == [3]


def test_stk002_quiet_in_an_event_where_a_point_is_worth_more_from_level_to_level():
    """Whether it is worth what the level says is LVL002's; no rule says that it stays the same."""
    events = [ofc(number, seat(1, X), seat(2, Y), unit=unit) for number, unit in ((9, 50), (10, 100))]
    for controls in (CARNIVALE, EVENT):
        audit = audited(controls, *events)
        assert found(audit, "STK002") == []
        row = coverage(audit, "STK002")
        assert (row.tested, row.inapplicable) == (0, 2)


def test_stk008_fires_for_what_a_cash_game_has_no_rule_for():
    events = [
        ofc(1, seat(1, X), seat(2, Y), level=1),
        ofc(2, seat(1, X), seat(2, Y), missed(3)),
        ofc(3, seat(1, X), seat(2, Y), **CALLED),
        ofc(4, seat(1, X), seat(2, Y), eliminated=[2]),
    ]
    reported = found(audited(CASH, *events), "STK008")
    assert [(each.stated, each.hands, each.kind) for each in reported] == [
        ("level", [1], "undetermined"),
        ("missed", [2], "undetermined"),
        ("clock_calls", [3], "undetermined"),
        ("eliminated", [4], "undetermined"),
    ]


def test_stk008_quiet_where_the_lists_are_there_and_nothing_is_in_them():
    event = ofc(1, seat(1, X, status="played"), seat(2, Y), clock_calls=[], eliminated=[])
    assert found(audited(CASH, event), "STK008") == []


def test_stk008_quiet_where_the_event_has_the_rule():
    event = ofc(1, seat(1, X), seat(2, Y), missed(3), eliminated=[2], **CALLED)
    assert found(audited(EVENT, event), "STK008") == []
    levels = ofc(1, seat(1, X), seat(2, Y), level=1, eliminated=[2], **CALLED)
    assert found(audited(CARNIVALE, levels), "STK008") == []
