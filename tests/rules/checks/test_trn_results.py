"""The results of a tournament: places, the end of the field, prizes and deals."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.tournaments.build import busts, entries, header

CLOSE = {"event": "close"}


def reasons(audit, code):
    return {each.reason: each.hands for each in row(audit, code).because}


def prize(player, amount, **stated):
    return {"event": "prize", "player": player, "amount": amount} | stated


def deal(*shares, **stated):
    """A deal: player, amount, and the place where it is stated."""
    players = [
        {"player": player, "amount": amount} | ({"place": place[0]} if place else {})
        for player, amount, *place in shares
    ]
    return {"event": "deal", "players": players} | stated


# ---------------------------------------------------------------- places: TRN049


def test_trn049_fires_where_two_of_one_hand_are_placed_against_their_stacks():
    there = {"table": "T1", "hand": 30}
    out = [*busts(4, **there, stack=500, place=3), *busts(3, **there, stack=900, place=4), *busts(2)]
    audit = audited([header(), *entries(4), *out])
    one, other = found(audit, "TRN049")
    assert (one.line, one.entry, one.player, one.stated, one.expected) == (6, 4, "P04", 3, 4)
    assert (other.line, other.entry, other.player, other.stated, other.expected) == (7, 3, "P03", 4, 3)
    assert (one.kind, one.severity, one.clause) == ("violation", "critical", "OLY-3.4-22")
    assert one.message == "Line 6, entry 4 (P04): the place is 3; place 4 is due (OLY-3.4-22)."
    counted = row(audit, "TRN049")
    assert (counted.tested, counted.differing, counted.untestable) == (2, 2, 2)
    assert reasons(audit, "TRN049") == {"no place of the player was recorded": 2}


def test_trn049_fires_on_a_place_of_a_bust_that_a_reentry_took_back():
    again = {"event": "reentry", "entry": 4, "player": "P03"}
    lines = [header(kind="reentry"), *entries(3), *busts(3, place=3), again, *busts(2, place=3)]
    (only,) = found(audited(lines), "TRN049")
    assert (only.line, only.entry, only.player, only.stated, only.expected) == (5, 3, "P03", 3, None)
    assert "the place is 3; none is due" in only.message


def test_trn049_fires_on_the_place_of_a_prize_and_of_an_award():
    award = {"event": "ranking_award", "player": "P02", "points": 1, "place": 3}
    lines = [
        header(),
        *entries(3),
        *busts(3, 2),
        prize("P03", 1, place=2),
        award,
        prize("P01", 9_000, place=1),
    ]
    audit = audited(lines)
    assert [(each.line, each.player, each.stated, each.expected) for each in found(audit, "TRN049")] == [
        (7, "P03", 2, 3),
        (8, "P02", 3, 2),
    ]
    assert found(audit, "TRN049")[0].message == "Line 7, P03: the place is 2; place 3 is due (OLY-3.4-22)."


def test_trn049_fires_on_a_disqualified_player_who_has_no_place_by_another_reading():
    out = {"event": "penalty", "entry": 3, "kind": "disqualified", "place": 3}
    lines = [header(), *entries(3), out, *busts(2, place=2)]
    assert found(audited(lines), "TRN049") == []
    (only,) = found(audited(lines, readings={"AMB-OLY-dq-place": "no_place"}), "TRN049")
    assert (only.line, only.player, only.stated, only.expected) == (5, "P03", 3, None)


def test_trn049_fires_in_an_event_that_ranks_by_the_number_of_the_hand():
    carnivale = header(ruleset="carnivale-event-2013", game="ofc", buy_in=500_000)
    out = [*busts(4, table="T1", hand=9, place=4), *busts(3, table="T2", hand=8, place=3), *busts(2, hand=20)]
    audit = audited([carnivale, *entries(4), *out])
    assert [(each.entry, each.stated, each.expected, each.clause) for each in found(audit, "TRN049")] == [
        (4, 4, 3, "CARN-bust-order"),
        (3, 3, 4, "CARN-bust-order"),
    ]


def test_trn049_quiet_where_places_are_due_or_what_decides_was_not_recorded():
    one_hand = busts(5, 4, table="T1", hand=30, place=4)
    stranger = prize("NOBODY", 1, place=1)
    audit = audited([header(), *entries(5), *one_hand, *busts(3, place=3), stranger])
    assert found(audit, "TRN049") == []
    counted = row(audit, "TRN049")
    assert (counted.agreeing, counted.untestable) == (1, 4)
    assert reasons(audit, "TRN049") == {
        "what decides the place was not recorded, or is not compared in this game": 2,
        "no place of the player was recorded": 2,
    }


# ---------------------------------------------------------------- the end of the field: TRN050


def test_trn050_fires_where_two_are_in_at_the_close():
    (only,) = found(audited([header(), *entries(3), *busts(3), CLOSE]), "TRN050")
    assert (only.line, only.stated, only.expected, only.severity) == (6, 2, 1, "major")
    assert only.message == (
        "Line 6: the tournament is closed with 2 entries in; its end leaves 1 (external:RECORD-complete)."
    )


def test_trn050_fires_where_a_satellite_ends_with_more_than_its_tickets():
    satellite = header(prizes_by="tickets", target={"tournament": "MAIN", "cost": 10_000})
    (only,) = found(audited([satellite, *entries(4), *busts(4), CLOSE]), "TRN050")
    assert (only.stated, only.expected) == (3, 2)
    assert "its end leaves 2, which is the number of tickets" in only.message


@pytest.mark.parametrize(
    ("first", "out", "row_of"),
    [
        (header(), [*busts(3, 2), CLOSE], (1, 0, 0)),
        (header(), busts(3), (0, 1, 0)),
        (header(prizes_by="chips"), [*busts(3), CLOSE], (0, 0, 1)),
        (header(), [*busts(3), deal(("P01", 9_000), ("P02", 6_000)), CLOSE], (0, 0, 1)),
        (header(prizes_by="tickets"), [*busts(3), CLOSE], (0, 1, 0)),
    ],
    ids=["one left", "not closed", "by chips", "deal", "no price of a ticket"],
)
def test_trn050_quiet_where_one_is_in_or_several_may_be(first, out, row_of):
    audit = audited([first, *entries(3), *out])
    assert found(audit, "TRN050") == []
    counted = row(audit, "TRN050")
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == row_of


# ---------------------------------------------------------------- prizes: TRN052


def test_trn052_fires_where_a_prize_is_not_that_of_the_place():
    lines = [header(), *entries(10), *busts(*range(10, 1, -1)), prize("P01", 25_000), prize("P02", 15_500)]
    audit = audited([*lines, prize("P03", 10_000), CLOSE])
    (only,) = found(audit, "TRN052")
    assert (only.line, only.player, only.stated, only.expected) == (22, "P02", 15_500, 15_000)
    assert (only.severity, only.money, only.clause) == ("critical", 500, "OLY-PRIZE-9-11")
    assert only.message == "Line 22: the prize of P02 is €155.00; €150.00 is due (OLY-PRIZE-9-11)."
    assert (row(audit, "TRN052").tested, row(audit, "TRN052").agreeing) == (10, 9)


def test_trn052_fires_at_the_close_where_a_prize_that_is_due_has_no_line():
    lines = [header(), *entries(3), *busts(3, 2), prize("P01", 9_000)]
    assert reasons(audited(lines), "TRN052") == {"the file has no last line": 1}
    (only,) = found(audited([*lines, CLOSE]), "TRN052")
    assert (only.line, only.player, only.stated, only.expected) == (8, "P02", 0, 6_000)


def test_trn052_fires_on_prizes_of_a_deal_and_of_chips():
    divided = deal(("P01", 8_000), ("P02", 7_000), reported=True)
    after = audited([header(), *entries(3), *busts(3), divided, prize("P01", 8_500), CLOSE])
    (of_deal,) = found(after, "TRN052")
    assert (of_deal.player, of_deal.stated, of_deal.expected, of_deal.clause) == (
        "P01",
        8_500,
        8_000,
        "OLY-3.4-26",
    )
    stacks = [{"entry": 1, "chips": 10_000}, {"entry": 2, "chips": 20_000}]
    count = {"event": "count", "tables": [{"table": "T1", "stacks": stacks}]}
    timed = audited([header(prizes_by="chips"), *entries(3), *busts(3), count, prize("P01", 5_001)])
    (of_chips,) = found(timed, "TRN052")
    assert (of_chips.player, of_chips.stated, of_chips.expected, of_chips.clause) == (
        "P01",
        5_001,
        5_000,
        "OLY-3.2-e",
    )


def test_trn052_fires_on_prizes_that_an_event_published_itself():
    own = header(
        ruleset="carnivale-event-2013", game="ofc", buy_in=500_000, prizes={"places_bp": [6_000, 4_000]}
    )
    out = [*busts(3, hand=8), *busts(2, hand=9)]
    (only,) = found(audited([own, *entries(3), *out, prize("P01", 900_001)]), "TRN052")
    assert (only.stated, only.expected, only.clause) == (900_001, 900_000, "convention:prizes_by.places")


def test_trn052_quiet_where_the_place_is_wrong_and_where_nothing_is_due_or_known():
    lines = [header(), *entries(3), *busts(3, 2), prize("P01", 1, place=2), prize("P02", 6_000), CLOSE]
    audit = audited(lines)
    assert found(audit, "TRN052") == []
    assert (row(audit, "TRN052").agreeing, row(audit, "TRN052").inapplicable) == (2, 1)
    assert reasons(audited([header(), *entries(3), *busts(3, 2), CLOSE]), "TRN052") == {
        "no prize was recorded": 3
    }
    open_places = audited([header(), *entries(3), *busts(3), prize("P01", 1)])
    assert found(open_places, "TRN052") == []
    assert reasons(open_places, "TRN052") == {
        "what is due cannot be worked out from the record, or the ruleset does not say it": 2
    }


# ---------------------------------------------------------------- deals: TRN053, TRN054


def test_trn053_fires_where_a_deal_is_not_the_prizes_of_all_who_are_in():
    divided = deal(("P02", 7_000), ("P01", 6_000), left_for_winner=1_000)
    (only,) = found(audited([header(), *entries(3), *busts(3), divided]), "TRN053")
    assert (only.line, only.stated, only.expected, only.money) == (6, 14_000, 15_000, 1_000)
    assert (only.severity, only.clause) == ("major", "OLY-3.4-26")
    assert only.message == (
        "Line 6: the deal divides €140.00; the prizes of places 1 to 2 come to €150.00 (OLY-3.4-26)."
    )


def test_trn053_fires_where_two_of_three_divide_by_their_places():
    divided = deal(("P02", 7_000, 1), ("P01", 8_001, 2))
    (only,) = found(audited([header(), *entries(3), divided]), "TRN053")
    assert (only.stated, only.expected) == (15_001, 15_000)


def test_trn053_quiet_where_the_deal_comes_to_the_prizes_or_is_not_the_last():
    first, last = deal(("P02", 1), ("P01", 1)), deal(("P02", 7_000), ("P01", 8_000))
    audit = audited([header(), *entries(3), *busts(3), first, last])
    assert found(audit, "TRN053") == []
    assert (row(audit, "TRN053").agreeing, row(audit, "TRN053").inapplicable) == (1, 1)
    some = audited([header(), *entries(3), deal(("P02", 1), ("P01", 1))])
    assert reasons(some, "TRN053") == {"the places of those who divide were not recorded": 1}
    timed = audited([header(prizes_by="chips"), *entries(2), last])
    assert reasons(timed, "TRN053") == {"the prizes of the places are not determined": 1}
    assert found(timed, "TRN053") == []


def test_trn054_fires_where_a_deal_was_not_reported_and_is_a_note_by_the_floors_ruling():
    divided = deal(("P01", 15_000), reported=False)
    (only,) = found(audited([header(), *entries(1), divided]), "TRN054")
    assert (only.line, only.stated, only.expected, only.severity) == (3, False, True, "minor")
    assert only.message == "Line 3: the deal was not reported to the director; deals must be (OLY-3.4-26)."
    (ruled,) = found(audited([header(), *entries(1), divided | {"ruling": "seen by the director"}]), "TRN054")
    assert (ruled.severity, "The floor ruled: seen by the director" in ruled.message) == ("note", True)


def test_trn054_quiet_where_it_was_reported_or_nothing_says_so():
    audit = audited([header(), *entries(1), deal(("P01", 1), reported=True), deal(("P01", 1))])
    assert found(audit, "TRN054") == []
    assert row(audit, "TRN054").agreeing == 1
    assert reasons(audit, "TRN054") == {"whether the deal was reported was not recorded": 1}
    carnivale = header(ruleset="carnivale-event-2013", game="ofc", buy_in=500_000)
    elsewhere = audited([carnivale, *entries(1), deal(("P01", 1), reported=False)])
    assert (found(elsewhere, "TRN054"), row(elsewhere, "TRN054").inapplicable) == ([], 1)
